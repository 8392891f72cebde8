//! The hand bonus: a bonus on the player's own three cards that has a stake of its own.

use super::place::Place;
use super::{Register, Settlement};
use crate::rulebook::vocabulary::Take;
use crate::wager::Wager;

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Settles a due hand bonus by its table, whatever the dealer holds.
    #[inline(never)]
    pub(super) fn hand_bonus(&mut self, seat: &Place<'_>, take: Take) {
        let (Some(terms), Some(law)) = (&self.house.hand_bonus, &self.book.hand_bonus) else { return };
        self.by_three_cards(seat, Wager::HandBonus, &terms.table, [&law.wins.cite, &law.loses.cite], None, take);
    }
}
