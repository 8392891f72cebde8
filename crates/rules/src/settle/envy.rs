//! Envy bonuses: what others with a progressive wager win from a player's hand.

use super::order::{places, takes};
use super::place::Place;
use super::progressive::slot;
use super::{PaidBy, Register, Settlement, fold};
use crate::hand::HandName;
use crate::house::EnvyTerms;
use crate::paytable::EnvyLine;
use crate::rulebook::vocabulary::{Direction, Fate, Take};
use crate::wager::{Outcome, Wager};

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Pays the envy bonuses that one seat's hand gives to the others, in settlement order.
    #[inline(never)]
    pub(super) fn envy(&mut self, holder: &Place<'_>, wager: Wager, take: Take, direction: Direction) {
        if !takes(take, Outcome::Won) {
            return;
        }
        let staked = if wager == Wager::Envy { Wager::Progressive } else { Wager::FiveCardProgressive };
        let house = self.house;
        let Some((terms, law)) = self.layout.progressives[slot(staked)] else { return };
        let (Some(terms), Some(law)) = (&terms.envy, &law.envy) else { return };
        let racked_counts = law.folded_hand.default == Some(Fate::Kept);
        if !gives_envy(holder, staked, terms, || racked_counts || self.cover_all_reads_folds()) {
            return;
        }
        let Some(line) = envy_line(holder, staked, terms) else {
            return;
        };
        let round = self.round;
        for index in places(round.seats.len(), direction) {
            let Some(seat) = &round.seats[index] else { continue };
            // Compared by person: no hand of your own brings you an envy bonus (READING 59).
            if seat.person == holder.person || seat.stakes.on(staked).is_zero() {
                continue;
            }
            let mut kept = None;
            if seat.gave_up() {
                match fold::FoldLaw::of(house, seat).fate(wager) {
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

    /// Whether given-up hands are turned up anyway, for a Cover All that counts them (READING 83).
    fn cover_all_reads_folds(&self) -> bool {
        let counts = self.house.cover_all.as_ref().is_some_and(|terms| terms.folded_hands_count);
        counts
            && self.round.seats.iter().flatten().any(|seat| {
                let stands =
                    !seat.gave_up() || fold::FoldLaw::of(self.house, seat).fate(Wager::CoverAll).0 == Fate::Kept;
                !seat.stakes.cover_all.is_zero() && stands
            })
    }
}

/// Whether a hand can give envy at all. It must be turned up, and where the book says so its holder must have the wager
/// (READING 58). A given-up hand is turned up when one of its own wagers lives, or when others' wagers read it.
fn gives_envy(holder: &Place<'_>, staked: Wager, terms: &EnvyTerms, read_all_the_same: impl Fn() -> bool) -> bool {
    if terms.holder_needs_wager && !holder.live.contains(staked) {
        return false;
    }
    !holder.gave_up() || holder.live.iter().any(Wager::reads_own_hand) || read_all_the_same()
}

/// The envy amount of a hand, if it is an envy hand.
fn envy_line<'h>(holder: &Place<'_>, staked: Wager, terms: &'h EnvyTerms) -> Option<&'h EnvyLine> {
    if staked == Wager::Progressive {
        let (category, mini_royal) = (holder.cards.category(), holder.cards.mini_royal());
        return terms.lines.iter().find(|line| line.hand.is_made_by_three(category, mini_royal));
    }
    let category = holder.five?;
    terms.lines.iter().find(|line: &&EnvyLine| HandName::is_made_by_five(line.hand, category, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::FiveCategory;

    #[test]
    fn classes_stand_in_the_order_of_their_names() {
        for (order, category) in (1..).zip(FiveCategory::ALL) {
            assert_eq!(HandName::of_five(category, None).five_card_order(), Some(order));
        }
    }

    #[test]
    fn three_card_names_stand_in_their_order() {
        let named = || HandName::ALL.iter().filter_map(|hand| Some((*hand, hand.three_card_order()?)));
        for (one, higher) in named() {
            for (other, lower) in named() {
                assert_eq!(one < other, higher > lower, "{one} and {other}");
            }
        }
    }
}
