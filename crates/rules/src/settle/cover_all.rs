//! Cover All: the highest hand at the table, the dealer's included, by the number of players' hands.

use cards::Three;

use super::order::takes;
use super::place::Place;
use super::{PaidBy, Register, Settlement};
use crate::hand::HandName;
use crate::house::CoverAllTerms;
use crate::paytable::{Line, Pays};
use crate::rulebook::vocabulary::Take;
use crate::wager::{Outcome, Wager};

/// What Cover All pays in a round: one hand decides for every position.
#[derive(Clone, Copy)]
pub(super) struct Highest<'h> {
    hand: Three,
    /// The line it makes for this number of players.
    line: Option<&'h Line>,
}

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// The highest hand, and its line by the number of hands dealt to players (READING 83).
    #[cold]
    fn highest_hand(&self, terms: &'h CoverAllTerms) -> Highest<'h> {
        let mut hand = self.round.dealer;
        let mut players: usize = 0;
        for seat in self.round.seats.iter().flatten() {
            players += 1;
            if (terms.folded_hands_count || !seat.gave_up()) && seat.cards.strength() > hand.strength() {
                hand = seat.cards;
            }
        }
        let table = players.checked_sub(1).and_then(|i| terms.tables.get(i));
        Highest { hand, line: table.and_then(|table| table.line(hand)) }
    }

    /// A Cover All wager: only the highest hand at the table is paid.
    #[inline(always)]
    pub(super) fn cover_all(&mut self, seat: &Place<'_>, take: Take) {
        let house = self.house;
        let (Some(kept), Some(terms)) = (self.alive(seat, Wager::CoverAll), &house.cover_all) else {
            return;
        };
        let Some(law) = &self.book.cover_all else { return };
        let highest = match self.cover_all {
            Some(highest) => highest,
            None => *self.cover_all.insert(self.highest_hand(terms)),
        };
        match highest.line {
            Some(line) => {
                if !takes(take, Outcome::Won) {
                    return;
                }
                let mut movement = self.movement(seat, Wager::CoverAll, Outcome::Won, line.hand);
                if let Pays::To(odds) = line.pays {
                    movement.paid = odds.on(movement.stake);
                }
                movement.returned = movement.stake;
                movement.by = PaidBy::Line(line);
                movement.why = [Some(&law.wins.cite), kept, None];
                self.book(movement);
            }
            None => {
                if !takes(take, Outcome::Lost) {
                    return;
                }
                let hand = HandName::of_three(highest.hand);
                let mut movement = self.movement(seat, Wager::CoverAll, Outcome::Lost, hand);
                movement.why = [Some(&law.loses.cite), kept, None];
                self.book(movement);
            }
        }
    }
}
