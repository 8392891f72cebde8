//! Figures with which no table could be opened, no round dealt and no wager priced.

use super::Rulebook;
use super::consistency::Contradiction;
use super::reader::Pointer;
use super::side::ProgressiveRules;
use crate::money::{Cents, Share};

/// One deck has one card less to cut from than cards.
pub(crate) const CUT_MAX: u8 = 51;

impl Rulebook {
    /// Every figure that makes no sense at a table.
    pub(super) fn check_figures(&self, found: &mut Vec<Contradiction>) {
        let none = |least: Option<u8>| least == Some(0);
        let smallest = self.own_currency().smallest();
        let smallest = format!("expected `at_least` of {smallest} or more");
        let figures: [(&[&'static str], bool, &str); 8] = [
            (&["table", "positions"], none(self.table.positions.at_least), "expected `at_least` of 1 or more"),
            (
                &["table", "positions_per_player"],
                none(self.table.positions_per_player.at_least),
                "expected `at_least` of 1 or more",
            ),
            (
                &["deck", "decks"],
                self.deck.decks.lawful.iter().any(|decks| !(1..=2).contains(decks)),
                "a table works with one deck or with two: expected 1, 2 or both",
            ),
            (
                &["cut", "depth"],
                [self.cut.depth.at_least, self.cut.depth.at_most, self.cut.depth.default]
                    .into_iter()
                    .any(|depth| depth > Some(CUT_MAX)),
                "a deck has 52 cards: expected a cut of at most 51",
            ),
            (&["payment", "unit"], self.payment.unit.at_least.is_some_and(|unit| unit <= Cents::ZERO), &smallest),
            (
                &["deck", "life_hours_hand"],
                self.deck.life_hours_hand.at_most == Some(0),
                "a deck that lives for no hour cannot be dealt: expected `at_most` of 1 or more",
            ),
            (
                &["deck", "life_hours_shoe"],
                self.deck.life_hours_shoe.at_most == Some(0),
                "a deck that lives for no hour cannot be dealt: expected `at_most` of 1 or more",
            ),
            (
                &["stub", "count_every"],
                self.stub.count_every.as_ref().is_some_and(|every| none(every.at_least)),
                "expected `at_least` of 1 or more",
            ),
        ];
        for (path, wrong, expected) in figures {
            if wrong {
                found.push((Pointer::keys(path), expected.to_owned()));
            }
        }
        let progressives = [("progressive", &self.progressive), ("five_card_progressive", &self.five_card_progressive)];
        for (section, law) in progressives {
            law.iter().for_each(|law| check_progressive(section, law, found));
        }
        for (number, alternative) in self.settlement.alternatives.iter().enumerate() {
            if let Some(pass) = alternative.passes.iter().position(|pass| pass.wagers.is_empty()) {
                let message = "a pass without wagers: expected at least one in `wagers`".to_owned();
                found.push((Pointer::Pass(number, pass, "wagers"), message));
            }
        }
    }
}

fn check_progressive(section: &'static str, law: &ProgressiveRules, found: &mut Vec<Contradiction>) {
    if law.stake.lawful.iter().any(|stake| *stake <= Cents::ZERO) {
        found.push((
            Pointer::Key(vec![section, "stake"]),
            "a wager costs something: expected such as \"$1\"".to_owned(),
        ));
    }
    let aside = law.backup.as_ref().and_then(|backup| backup.at_least).map_or(0, |aside| aside.0);
    if aside > 0 && law.rate.at_least.is_some_and(|rate| rate.0 + aside > Share::WHOLE.0) {
        let message = "the meters and what is set aside cannot receive more than the wager: expected `rate` and `backup` that \
                       make 100% together at most";
        found.push((Pointer::Key(vec![section, "backup"]), message.to_owned()));
    }
    if law.rate.at_least > Some(Share::WHOLE) {
        let message = "the meters cannot receive more than the wager: expected at most \"100%\"".to_owned();
        found.push((Pointer::Key(vec![section, "rate"]), message));
    }
}
