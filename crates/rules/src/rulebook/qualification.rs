//! The hand that the dealer must have to play.

use std::fmt;
use std::str::FromStr;

use cards::{Strength, ThreeCategory};

use crate::money::{Malformed, as_text};

/// The weakest hand with which the dealer plays, by as much of its name as says which it is: `Q` is queen high, `Q-6-4` a
/// hand of high cards, `pair` any pair, `pair of 8s` and `flush K` one from there on. With `none` the dealer always plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Qualification(pub Strength);

/// How a book writes that the dealer always plays.
const NONE: &str = "none";

impl Qualification {
    /// The dealer plays with every hand.
    pub const NONE: Qualification = Qualification(Strength::WEAKEST);

    /// Whether the dealer plays with every hand.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Qualification::NONE
    }

    /// Whether the dealer plays with a hand of this strength.
    #[inline]
    #[must_use]
    pub fn plays(self, dealer: Strength) -> bool {
        dealer >= self.0
    }
}

fn strengths() -> impl Iterator<Item = Strength> {
    (0..).map_while(Strength::new)
}

/// The weakest hand of a class.
fn weakest(category: ThreeCategory) -> Option<Strength> {
    strengths().find(|strength| strength.category() == category)
}

/// Whether a hand's full name begins with this text, cut after a word or a rank.
fn begins(name: &str, text: &str) -> bool {
    let open = text.ends_with(" of") || text.ends_with(" with");
    !text.is_empty()
        && !open
        && name.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '-']))
}

impl FromStr for Qualification {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Qualification, Malformed> {
        if text == NONE {
            return Ok(Qualification::NONE);
        }
        let class = ThreeCategory::ALL.into_iter().find(|category| category.name() == text).and_then(weakest);
        let found = class.or_else(|| strengths().find(|strength| begins(&strength.to_string(), text)));
        match found.map(Qualification) {
            Some(lowest) if lowest.is_none() => Err(Malformed(format!(
                "every hand is at least \"{text}\": expected \"none\", with which the dealer always plays"
            ))),
            Some(lowest) => Ok(lowest),
            None => Err(Malformed(format!(
                "\"{text}\" is not a hand to play with: expected \"none\", ranks such as \"Q\" or \"Q-6-4\", or a hand such as \"pair\" or \"pair of 8s\""
            ))),
        }
    }
}

impl fmt::Display for Qualification {
    /// The shortest name that is read back as this hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str(NONE);
        }
        let category = self.0.category();
        if category != ThreeCategory::HighCard && weakest(category) == Some(self.0) {
            return f.write_str(category.name());
        }
        let name = self.0.to_string();
        let cuts = name.match_indices([' ', '-']).filter_map(|(at, _)| name.get(..at));
        let shortest = cuts.into_iter().find(|cut| cut.parse() == Ok(*self));
        f.write_str(shortest.unwrap_or(&name))
    }
}

as_text!(Qualification, "the dealer's lowest playing hand such as \"Q\", \"Q-6-4\", \"pair of 8s\" or \"none\"");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_a_name_that_is_read_back() {
        for strength in strengths() {
            let lowest = Qualification(strength);
            assert_eq!(lowest.to_string().parse(), Ok(lowest), "{lowest}");
        }
        for (text, hand) in [
            ("Q", "Q-3-2"),
            ("Q-6-4", "Q-6-4"),
            ("A", "A-4-2"),
            ("pair", "pair of 2s with 3"),
            ("pair of 8s", "pair of 8s with 2"),
            ("pair of 8s with K", "pair of 8s with K"),
            ("flush K", "flush K-3-2"),
            ("straight", "straight 3-2-A"),
            ("three of a kind", "three 2s"),
            ("three 8s", "three 8s"),
            ("straight flush", "straight flush 3-2-A"),
        ] {
            let lowest: Qualification = text.parse().unwrap_or_else(|wrong| panic!("{wrong}"));
            assert_eq!((lowest.0.to_string().as_str(), lowest.to_string().as_str()), (hand, text));
        }
        for text in [
            "",
            "R",
            "Q-Q-4",
            "Q-",
            "Q-6-4-2",
            "A-3-2",
            "pai",
            "pair of",
            "pair of 8",
            "pair of 8s with",
            "6-4-Q",
            "None",
            "5",
            "5-3-2",
        ] {
            assert!(text.parse::<Qualification>().is_err(), "{text} was taken for a hand");
        }
    }
}
