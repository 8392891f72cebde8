//! Match play coupons beside the ante (READING 47): paid 1 to 1 and no bonus. A coupon is taken after a win or a loss;
//! after a push it is kept or taken as the book says.

use super::order::takes;
use super::place::Place;
use super::{Register, Settlement};
use crate::clause::Citation;
use crate::money::Cents;
use crate::paytable::Pays;
use crate::rulebook::vocabulary::{Fate, Take, Verdict};
use crate::wager::{Outcome, Wager};

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// The coupon of a hand that stayed in. The coupon is paper: none of its value is returned in money.
    #[cold]
    pub(super) fn match_play(&mut self, seat: &Place<'_>, take: Take) {
        if !seat.live.contains(Wager::MatchPlay) {
            return;
        }
        let Some(law) = &self.book.match_play else { return };
        let ((verdict, cite), _) = self.showdown(seat);
        let (outcome, rule): (Outcome, &Citation) = match verdict {
            Verdict::Won => (Outcome::Won, &law.pays.cite),
            Verdict::Lost => (Outcome::Lost, &law.offered.cite),
            Verdict::Pushed if law.on_push.default == Some(Fate::Lost) => (Outcome::Lost, &law.on_push.cite),
            Verdict::Pushed => (Outcome::Pushed, &law.on_push.cite),
        };
        let mut movement = self.movement(seat, Wager::MatchPlay, outcome, seat.hand);
        movement.returned = Cents::ZERO;
        if let (Outcome::Won, Some(Pays::To(odds))) = (outcome, law.pays.default) {
            movement.paid = odds.on(movement.stake);
        }
        movement.why = [Some(rule), Some(cite), None];
        if takes(take, outcome) {
            self.book(movement);
        }
    }
}
