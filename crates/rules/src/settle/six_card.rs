//! The six card bonus and the super royal.

use cards::{FiveCategory, FiveStrength, Suit};

use super::order::takes;
use super::place::{Place, Shared};
use super::{Account, PaidBy, Register, Settlement};
use crate::hand::HandName;
use crate::paytable::Pays;
use crate::rulebook::vocabulary::{PaidFrom, Role, Take};
use crate::wager::{Outcome, Wager};

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// The best five of the player's and the dealer's cards, and the super royal where all six make one.
    #[inline(always)]
    fn six_card_hand(&mut self, seat: &Place<'_>) -> (FiveCategory, Option<Suit>) {
        let dealer = self.round.dealer;
        let six = self.dealer_cards.get_or_insert_with(|| Shared::of(&dealer.cards())).and(seat.cards);
        let category = six.best_with(self.house.wheel).map_or(FiveCategory::HighCard, FiveStrength::category);
        let super_royal = if category == FiveCategory::RoyalFlush { six.super_royal() } else { None };
        (category, super_royal)
    }

    /// The six card bonus: the best five of the player's and the dealer's cards, by its table.
    #[inline(always)]
    pub(super) fn six_card_bonus(&mut self, seat: &Place<'_>, take: Take) {
        let house = self.house;
        let (Some(kept), Some(terms)) = (self.alive(seat, Wager::SixCardBonus), &house.six_card) else {
            return;
        };
        let Some(law) = &house.book.six_card_bonus else { return };
        let (category, super_royal) = self.six_card_hand(seat);
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
