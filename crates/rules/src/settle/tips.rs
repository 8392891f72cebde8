//! Tips for the dealer, wagered beside the player's own (READING 46).

use super::order::takes;
use super::{Decision, Seat, Settlement};
use crate::money::Odds;
use crate::rulebook::vocabulary::Take;
use crate::wager::Wager;

/// A tip on ante or play wins and loses 1 to 1 with the player's hand.
const EVEN: Odds = Odds { won: 1, staked: 1 };

impl Settlement<'_, '_> {
    /// A tip on the ante, or on the play, of a hand that stayed in.
    pub(super) fn tip_ante_or_play(&mut self, seat: &Seat, wager: Wager, take: Take) {
        if seat.stakes.on(wager).is_zero() || seat.decision != Some(Decision::Play) {
            return;
        }
        let house = self.house;
        let mut movement = self.decided(seat, wager, EVEN);
        let tips = house.book.tips.as_ref();
        movement.why[1] = tips.map(|tips| &tips.ante.cite);
        movement.why[2] = tips.map(|tips| &tips.owned.cite);
        if takes(take, movement.outcome) {
            self.book(movement);
        }
    }
}
