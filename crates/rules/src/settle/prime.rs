//! The prime: cards of one colour.

use super::order::takes;
use super::place::Place;
use super::{PaidBy, Register, Settlement};
use crate::hand::Colours;
use crate::paytable::Pays;
use crate::rulebook::vocabulary::Take;
use crate::wager::{Outcome, Wager};

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Settles a due prime by the colours of the player's and the dealer's cards, whatever the hands are and whether
    /// the dealer qualifies or not.
    #[inline(never)]
    pub(super) fn prime(&mut self, seat: &Place<'_>, take: Take) {
        let house = self.house;
        let (Some(terms), Some(law)) = (&house.prime, &self.book.prime) else { return };
        let kept = self.kept(seat, Wager::Prime);
        let line = terms.table.line(Colours::of(seat.cards, self.round.dealer));
        let (outcome, cite) = match line {
            Some(_) => (Outcome::Won, &law.wins.cite),
            None => (Outcome::Lost, &law.loses.cite),
        };
        if !takes(take, outcome) {
            return;
        }
        let mut movement = self.movement(seat, Wager::Prime, outcome, line.map_or(seat.hand, |line| line.hand));
        movement.why = [Some(cite), kept, None];
        if let Some(line) = line {
            if let Pays::To(odds) = line.pays {
                movement.paid = odds.on(movement.stake);
            }
            movement.returned = movement.stake;
            movement.by = PaidBy::Line(line);
        }
        self.book(movement);
    }
}
