//! Cover All: the highest hand at the table, the dealer's included, by the number of players' hands.

use cards::Three;

use super::order::takes;
use super::{PaidBy, Seat, Settlement};
use crate::hand::HandName;
use crate::paytable::Pays;
use crate::rulebook::vocabulary::Take;
use crate::wager::{Outcome, Wager};

/// The highest hand at the table, looked for when the first Cover All wager is settled.
#[derive(Clone, Copy)]
pub(super) enum Highest {
    Unknown,
    Known(Three, usize),
}

impl Settlement<'_, '_> {
    /// The highest hand and the number of hands dealt to players (READING 83).
    fn highest_hand(&mut self) -> (Three, usize) {
        if let Highest::Known(hand, players) = self.cover_all {
            return (hand, players);
        }
        let counts_folded = self.house.cover_all.as_ref().is_some_and(|terms| terms.folded_hands_count);
        let mut highest = self.round.dealer;
        let mut players = 0;
        for seat in self.round.seats.iter().flatten() {
            players += 1;
            if (counts_folded || !seat.gave_up()) && seat.cards.strength() > highest.strength() {
                highest = seat.cards;
            }
        }
        self.cover_all = Highest::Known(highest, players);
        (highest, players)
    }

    /// A Cover All wager: only the highest hand at the table is paid.
    pub(super) fn cover_all(&mut self, seat: &Seat, take: Take) {
        let house = self.house;
        let (Some(kept), Some(terms)) = (self.alive(seat, Wager::CoverAll), &house.cover_all) else {
            return;
        };
        let Some(law) = &house.book.cover_all else { return };
        let (hand, players) = self.highest_hand();
        let line = players.checked_sub(1).and_then(|i| terms.tables.get(i)).and_then(|table| table.line(hand));
        let movement = match line {
            Some(line) => {
                let mut movement = self.movement(seat, Wager::CoverAll, Outcome::Won, line.hand);
                if let Pays::To(odds) = line.pays {
                    movement.paid = odds.on(movement.stake);
                }
                movement.returned = movement.stake;
                movement.by = PaidBy::Line(line);
                movement.why = [Some(&law.wins.cite), kept, None];
                movement
            }
            None => {
                let mut movement = self.movement(seat, Wager::CoverAll, Outcome::Lost, HandName::of_three(hand));
                movement.why = [Some(&law.loses.cite), kept, None];
                movement
            }
        };
        if takes(take, movement.outcome) {
            self.book(movement);
        }
    }
}
