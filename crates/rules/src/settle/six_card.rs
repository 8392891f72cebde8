//! The six card bonus and the super royal.

use super::order::takes;
use super::{Account, PaidBy, Seat, Settlement};
use crate::hand::{HandName, six_card_hand};
use crate::paytable::Pays;
use crate::rulebook::vocabulary::{PaidFrom, Role, Take};
use crate::wager::{Outcome, Wager};

impl Settlement<'_, '_> {
    /// The six card bonus: the best five of the player's and the dealer's cards, by its table.
    pub(super) fn six_card_bonus(&mut self, seat: &Seat, take: Take) {
        let house = self.house;
        let (Some(kept), Some(terms)) = (self.alive(seat, Wager::SixCardBonus), &house.six_card) else {
            return;
        };
        let Some(law) = &house.book.six_card_bonus else { return };
        let (category, super_royal) = six_card_hand(seat.cards, self.round.dealer, house.wheel);
        let mut movement = match terms.table.line(category, super_royal) {
            Some(line) => {
                let mut movement = self.movement(seat, Wager::SixCardBonus, Outcome::Won, line.hand);
                movement.returned = movement.stake;
                movement.by = PaidBy::Line(line);
                movement.why = [Some(&law.wins.cite), kept, None];
                match line.pays {
                    Pays::To(odds) => movement.paid = odds.on(movement.stake),
                    // A flat prize is handled like a whole meter: validated, and not from the tray (READING 33).
                    Pays::Flat(amount) => {
                        movement.paid = amount;
                        movement.validated_by = Some(Role::Floorperson);
                        if terms.super_royal_paid_from == PaidFrom::HandPay {
                            movement.payer = Account::HandPay;
                        }
                        movement.why[2] = law.super_royal_paid_from.as_ref().map(|rule| &rule.cite);
                    }
                    Pays::For(_) | Pays::OfMeter(..) => {}
                }
                movement
            }
            None => {
                let mut movement = self.movement(seat, Wager::SixCardBonus, Outcome::Lost, HandName::HighCard);
                movement.why = [Some(&law.loses.cite), kept, None];
                movement
            }
        };
        if movement.outcome == Outcome::Lost {
            movement.hand = HandName::of_five(category, super_royal);
        }
        if takes(take, movement.outcome) {
            self.book(movement);
        }
    }
}
