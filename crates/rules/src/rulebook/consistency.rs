//! Whether the parts of a book agree with each other, and whether the engine has a mechanism for what it says.

use super::Rulebook;
use super::layout::PAID;
use super::reader::Pointer;
use super::vocabulary::{Fate, Take};
use crate::paytable::{Paytable, Standing};
use crate::rule::Rule;
use crate::settle::POSITIONS;
use crate::wager::Wager;

/// Where a contradiction is, and what is wrong.
pub(super) type Contradiction = (Pointer, String);

impl Rulebook {
    /// Every contradiction inside the book.
    pub(super) fn contradictions(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        self.check_code(&mut found);
        self.check_paytables(&mut found);
        self.check_choices(&mut found);
        self.check_folds(&mut found);
        found.extend(self.layout.faults(self).into_iter().map(|(path, message)| (Pointer::keys(&path), message)));
        self.check_orders(&mut found);
        found
    }

    fn check_code(&self, found: &mut Vec<Contradiction>) {
        let sound = !self.code.is_empty()
            && self.code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !sound {
            let message = format!("code \"{}\": expected lower-case letters, digits and hyphens", self.code);
            found.push((Pointer::keys(&["code"]), message));
        }
    }

    fn check_paytables(&self, found: &mut Vec<Contradiction>) {
        for (i, table) in self.paytables.iter().enumerate() {
            let mut wrong = |message: String| found.push((Pointer::Paytable(i), message));
            if let Some(message) = table.fault() {
                wrong(message);
            } else if self.paytables.iter().take(i).any(|other| other.wager == table.wager && other.id == table.id) {
                wrong(format!("{} has two paytables called {}", table.wager, table.id));
            } else if !self.knows(table.wager) {
                wrong(format!("a paytable for {}, which the book does not have", table.wager));
            } else if !table.envy.is_empty()
                && self.progressive_rules(table.wager).is_some_and(|law| law.envy.is_none())
            {
                wrong(format!("envy lines, and [{}.envy] is not in the book: expected it, or no `envy`", table.wager));
            } else if table.needs_precondition && !matches!(table.wager, Wager::Ante | Wager::AnteBonus) {
                wrong(
                    "`needs_precondition` belongs to tables of the ante and its bonus: expected none here".to_owned(),
                );
            }
        }
        for wager in PAID {
            let usable = |table: &Paytable| table.is_offered() || table.standing == Standing::Floor;
            if self.knows(wager) && !self.paytables_of(wager).any(usable) {
                let message =
                    format!("{wager} has no paytable in force: expected a [[paytable]] with wager = \"{wager}\"");
                found.push((Pointer::Section(wager.word(), "wagers"), message));
            }
        }
        if self.six_card_bonus.is_some() && self.ranking.five_card.is_none() {
            let message = "expected `five_card`: the six card bonus ranks five cards".to_owned();
            found.push((Pointer::keys(&["ranking"]), message));
        }
    }

    /// What neither the book nor a house could settle, and what the table does in one way only.
    fn check_choices(&self, found: &mut Vec<Contradiction>) {
        let (fold, showdown) = (&self.fold, &self.showdown);
        if self.table.positions.at_most.is_none_or(|most| usize::from(most) > POSITIONS) {
            let message = format!("positions: expected `at_most` of no more than {POSITIONS}");
            found.push((Pointer::keys(&["table", "positions"]), message));
        }
        if fold.ante.lawful != [Fate::Lost] {
            let message = "a fold gives up the ante: expected `is = \"lost\"`".to_owned();
            found.push((Pointer::keys(&["fold", "ante"]), message));
        }
        let fixed: [(&[&'static str], bool); 8] = [
            (&["showdown", "dealer_qualifies"], is_fixed(&showdown.dealer_qualifies)),
            (&["showdown", "unqualified_ante"], is_fixed(&showdown.unqualified_ante)),
            (&["showdown", "unqualified_play"], is_fixed(&showdown.unqualified_play)),
            (&["showdown", "higher"], is_fixed(&showdown.higher)),
            (&["showdown", "lower"], is_fixed(&showdown.lower)),
            (&["showdown", "equal"], is_fixed(&showdown.equal)),
            (&["settlement", "across"], is_fixed(&self.settlement.across)),
            (&["fold", "collected"], is_fixed(&fold.collected)),
        ];
        for (path, _) in fixed.into_iter().filter(|(_, fixed)| !fixed) {
            found.push((Pointer::keys(path), "no house can choose this: expected `is`".to_owned()));
        }
        let always: [(&[&'static str], Option<&Rule<bool>>); 4] = [
            (&["deck", "alternate"], self.deck.alternate.as_ref()),
            (&["opening", "each_deck"], self.opening.each_deck.as_ref()),
            (&["shuffle", "every_round"], Some(&self.shuffle.every_round)),
            (&["tips", "needs_own_wager"], self.tips.as_ref().map(|tips| &tips.needs_own_wager)),
        ];
        for (path, _) in always.into_iter().filter(|(_, rule)| rule.is_some_and(|rule| rule.lawful != [true])) {
            found.push((Pointer::keys(path), "the table knows no other way: expected `is = true`".to_owned()));
        }
    }

    /// A book that has a wager says what a fold does to it.
    fn check_folds(&self, found: &mut Vec<Contradiction>) {
        let fold = &self.fold;
        for (name, wagers, rule) in [
            ("six_card_bonus", &[Wager::SixCardBonus][..], &fold.six_card_bonus),
            ("prime", &[Wager::Prime], &fold.prime),
            ("progressive", &[Wager::Progressive], &fold.progressive),
            ("five_card_progressive", &[Wager::FiveCardProgressive], &fold.five_card_progressive),
            ("envy", &[Wager::Envy, Wager::FiveCardEnvy], &fold.envy),
            ("cover_all", &[Wager::CoverAll], &fold.cover_all),
        ] {
            if wagers.iter().any(|wager| self.knows(*wager)) && rule.is_none() {
                let message = format!("expected `{name}`: the book has it, so it must say what a fold does to it");
                found.push((Pointer::keys(&["fold"]), message));
            }
        }
    }

    /// In each alternative, each wager of the book must be settled exactly once.
    fn check_orders(&self, found: &mut Vec<Contradiction>) {
        let settlement = &self.settlement;
        let known = |id: &&String| settlement.alternatives.iter().any(|alternative| alternative.id == **id);
        if let Some(default) = settlement.default.iter().find(|id| !known(id)) {
            let message = format!("default = \"{default}\" is not among the alternatives");
            found.push((Pointer::keys(&["settlement"]), message));
        }
        for named in settlement.order.iter().flat_map(|rule| &rule.lawful).filter(|id| !known(id)) {
            let message = format!("\"{named}\" is not among the alternatives");
            found.push((Pointer::keys(&["settlement", "order"]), message));
        }
        if settlement.default.is_none() && settlement.order.is_none() {
            let message = "expected a `default`, or an `order` that the house names".to_owned();
            found.push((Pointer::keys(&["settlement"]), message));
        }
        for (i, alternative) in settlement.alternatives.iter().enumerate() {
            let mut unsettled = Vec::new();
            for &wager in Wager::ALL {
                // Tips and coupons follow the wager they ride on.
                let rides = matches!(
                    wager,
                    Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay
                );
                let count = |take: Take| {
                    let passes = alternative.passes.iter().filter(|pass| pass.take == take);
                    passes.flat_map(|pass| &pass.wagers).filter(|named| **named == wager).count()
                };
                let (all, losing, rest) = (count(Take::All), count(Take::Losing), count(Take::Rest));
                let expected = self.knows(wager) && !rides;
                let once = matches!((all, losing, rest), (1, 0, 0) | (0, 1, 1));
                if expected && !once {
                    unsettled.push(wager.word());
                } else if !expected && all + losing + rest > 0 {
                    let why = if rides { "follows the wager it rides on" } else { "is not a wager of this book" };
                    found.push((Pointer::Alternative(i), format!("{wager} {why}: expected no pass to name it")));
                }
            }
            if let Some((first, others)) = unsettled.split_first() {
                let others = if others.is_empty() { String::new() } else { format!(", nor are {}", others.join(", ")) };
                let message = format!(
                    "{first} is not settled exactly once{others}: expected each in one pass with take = \"all\", or in one \"losing\" and one \"rest\""
                );
                found.push((Pointer::Alternative(i), message));
            }
        }
    }
}

/// Whether a rule leaves nothing to a house that could not choose anyway.
fn is_fixed<T: PartialEq + Clone>(rule: &Rule<T>) -> bool {
    rule.default.is_some() && !rule.is_choice()
}
