//! The comparison with the dealer, as far as the book leaves it to the house.

use super::reader::{HouseReader, Section};
use crate::rule::Rule;
use crate::rulebook::vocabulary::Verdict;
use crate::rulebook::{Qualification, Rulebook};

/// What the showdown does to ante and play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowdownTerms {
    /// The lowest hand with which the dealer plays.
    pub dealer_qualifies: Qualification,
    /// The ante when the dealer does not play.
    pub unqualified_ante: Verdict,
    /// The play wager when the dealer does not play.
    pub unqualified_play: Verdict,
    /// Both when the player's hand is higher.
    pub higher: Verdict,
    /// Both when it is lower.
    pub lower: Verdict,
    /// Both when it is equal.
    pub equal: Verdict,
}

impl ShowdownTerms {
    /// What a book says where its house is silent; of several values without a default, the first.
    #[must_use]
    pub fn of_book(rules: &Rulebook) -> ShowdownTerms {
        fn says<T: Clone>(rule: &Rule<T>) -> Option<T> {
            rule.default.clone().or_else(|| rule.lawful.first().cloned())
        }
        let law = &rules.showdown;
        let verdict = |rule: Option<&Rule<Verdict>>| rule.and_then(says).unwrap_or(Verdict::Pushed);
        ShowdownTerms {
            dealer_qualifies: says(&law.dealer_qualifies).unwrap_or(Qualification::NONE),
            unqualified_ante: verdict(law.unqualified_ante.as_ref()),
            unqualified_play: verdict(law.unqualified_play.as_ref()),
            higher: verdict(Some(&law.higher)),
            lower: verdict(Some(&law.lower)),
            equal: verdict(Some(&law.equal)),
        }
    }
}

pub(super) fn read_showdown(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> Option<ShowdownTerms> {
    let mut section = reader.section(root, "showdown");
    let law = &rules.showdown;
    let silent = ShowdownTerms::of_book(rules);
    let dealer_qualifies = reader.choose(&mut section, "dealer_qualifies", &law.dealer_qualifies);
    let mut unqualified = |key: &'static str, rule: &Option<Rule<Verdict>>| {
        if dealer_qualifies.is_some_and(Qualification::is_none) {
            if let Some(value) = section.get(key) {
                let message = "the dealer always plays here, so this would decide nothing";
                reader.error(section.key(key), value.span(), message, "remove it", &law.dealer_qualifies.cite);
            }
            return Some(Verdict::Pushed);
        }
        reader.choose_if(&mut section, key, rule.as_ref(), &rules.code)
    };
    let unqualified_ante = unqualified("unqualified_ante", &law.unqualified_ante);
    let unqualified_play = unqualified("unqualified_play", &law.unqualified_play);
    let equal = reader.choose(&mut section, "equal", &law.equal);
    reader.finish(&section);
    Some(ShowdownTerms {
        dealer_qualifies: dealer_qualifies?,
        unqualified_ante: unqualified_ante?,
        unqualified_play: unqualified_play?,
        equal: equal?,
        ..silent
    })
}
