//! The bad beat bonus: a good hand that the dealer's beats.

use super::order::takes;
use super::place::Place;
use super::{PaidBy, Register, Settlement};
use crate::rulebook::vocabulary::Take;
use crate::wager::{Outcome, Wager};

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Pays the bonus on the play of a hand that stayed in and is lower than that of a dealer who plays.
    #[inline(never)]
    pub(super) fn bad_beat(&mut self, seat: &Place<'_>, take: Take) {
        let (house, book) = (self.house, self.book);
        let (Some(table), Some(law)) = (&house.bad_beat, &book.bad_beat) else { return };
        if !takes(take, Outcome::Won) || !self.dealer_plays || seat.strength >= self.dealer {
            return;
        }
        let Some((odds, line)) = table.odds_at(seat.strength, seat.cards) else { return };
        let mut movement = self.movement(seat, Wager::BadBeat, Outcome::Won, line.hand);
        movement.paid = odds.on(seat.stakes.ante);
        movement.by = PaidBy::Line(line);
        movement.why = [Some(&law.wins.cite), Some(&table.cite), None];
        self.book(movement);
    }
}
