//! The six card bonus and the super royal.

use cards::{FiveCategory, Pile, Suit};

use super::order::takes;
use super::place::Place;
use super::{Account, PaidBy, Register, Settlement};
use crate::hand::HandName;
use crate::paytable::Pays;
use crate::rulebook::vocabulary::{PaidFrom, Take};
use crate::wager::{Outcome, Wager};

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// The suit of the super royal, if the player's and the dealer's cards make one.
    #[cold]
    fn super_royal(&self, seat: &Place<'_>) -> Option<Suit> {
        self.dealer_cards?.and(Pile::from(seat.cards)).super_royal()
    }

    /// Settles a due six card bonus: the best five of the player's and the dealer's cards, by its table.
    #[inline(always)]
    pub(super) fn six_card_bonus(&mut self, seat: &Place<'_>, take: Take) {
        let Some((terms, law)) = self.layout.six_card else { return };
        let kept = self.kept(seat, Wager::SixCardBonus);
        let category = seat.six;
        let super_royal = if category == FiveCategory::RoyalFlush { self.super_royal(seat) } else { None };
        match terms.table.line(category, super_royal) {
            Some(line) => {
                if !takes(take, Outcome::Won) {
                    return;
                }
                let mut movement = self.movement(seat, Wager::SixCardBonus, Outcome::Won, line.hand);
                movement.returned = movement.stake;
                movement.by = PaidBy::Line(line);
                movement.why = [Some(&law.wins.cite), kept, None];
                match line.pays {
                    Pays::To(odds) => movement.paid = odds.on(movement.stake),
                    // A flat prize is treated like a whole meter: validated, and not paid from the tray (READING 33).
                    Pays::Flat(amount) => {
                        movement.paid = amount;
                        movement.validated_by = Some(self.book.validator());
                        if terms.super_royal_paid_from == PaidFrom::HandPay {
                            movement.payer = Account::HandPay;
                        }
                        movement.why[2] = law.super_royal_paid_from.as_ref().map(|rule| &rule.cite);
                    }
                    Pays::For(_) | Pays::OfMeter(..) => {}
                }
                self.book(movement);
            }
            None => {
                if !takes(take, Outcome::Lost) {
                    return;
                }
                let hand = HandName::of_five(category, super_royal);
                let mut movement = self.movement(seat, Wager::SixCardBonus, Outcome::Lost, hand);
                movement.why = [Some(&law.loses.cite), kept, None];
                self.book(movement);
            }
        }
    }
}
