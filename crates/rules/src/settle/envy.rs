//! Envy bonuses: what others with a progressive wager win from a player's hand.

use super::order::{places, takes};
use super::{PaidBy, Seat, Settlement};
use crate::hand::{HandName, five_card_hand};
use crate::house::EnvyTerms;
use crate::paytable::EnvyLine;
use crate::rulebook::vocabulary::{Direction, Fate, Own, Take};
use crate::wager::{Outcome, Wager};

impl<'h> Settlement<'h, '_> {
    /// Pays the envy bonuses that the hand of one seat gives to the others, in the order of the settlement.
    pub(super) fn envy(&mut self, holder: &Seat, wager: Wager, take: Take) {
        if !takes(take, Outcome::Won) {
            return;
        }
        let staked = if wager == Wager::Envy { Wager::Progressive } else { Wager::FiveCardProgressive };
        let house = self.house;
        let Some(terms) = house.progressive_terms(staked).and_then(|terms| terms.envy.as_ref()) else {
            return;
        };
        let Some(law) = house.book.progressive_rules(staked).and_then(|law| law.envy.as_ref()) else {
            return;
        };
        if !self.gives_envy(holder, staked, terms, law.folded_hand.default == Some(Fate::Kept)) {
            return;
        }
        let Some(line) = self.envy_line(holder, staked, terms) else {
            return;
        };
        let round = self.round;
        let across = house.book.settlement.across.default.unwrap_or(Direction::RightToLeft);
        for index in places(across) {
            let Some(seat) = &round.seats[index] else { continue };
            let own = match terms.own {
                Own::Person => seat.person == holder.person,
                Own::Position => seat.position == holder.position,
            };
            if own || seat.stakes.on(staked).is_zero() {
                continue;
            }
            let mut kept = None;
            if seat.gave_up() {
                match self.fate(seat, wager) {
                    (Fate::Kept, cite) => kept = cite,
                    (Fate::Lost, _) => continue,
                }
            }
            let mut movement = self.movement(seat, wager, Outcome::Won, line.hand);
            movement.from_position = Some(holder.position);
            movement.paid = line.pays;
            movement.by = PaidBy::Envy(line);
            movement.why = [Some(&law.receives.cite), Some(&law.paid.cite), kept];
            self.book(movement);
        }
    }

    /// Whether a hand can give envy at all: it must be turned up, and where the book says so its holder must have
    /// the wager (READING 58).
    fn gives_envy(&self, holder: &Seat, staked: Wager, terms: &EnvyTerms, racked_counts: bool) -> bool {
        if terms.holder_needs_wager && self.alive(holder, staked).is_none() {
            return false;
        }
        !holder.gave_up()
            || racked_counts
            || [Wager::PairPlus, Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive]
                .into_iter()
                .any(|wager| self.alive(holder, wager).is_some())
    }

    /// The envy amount of a hand, if it is an envy hand.
    fn envy_line(&self, holder: &Seat, staked: Wager, terms: &'h EnvyTerms) -> Option<&'h EnvyLine> {
        if staked == Wager::Progressive {
            let (category, mini_royal) = (holder.cards.category(), holder.cards.mini_royal());
            return terms.lines.iter().find(|line| line.hand.is_made_by_three(category, mini_royal));
        }
        let category = five_card_hand(holder.cards, self.round.community?, self.house.wheel);
        terms.lines.iter().find(|line: &&EnvyLine| HandName::is_made_by_five(line.hand, category, None))
    }
}
