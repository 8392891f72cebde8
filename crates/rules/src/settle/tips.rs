//! Tips for the dealer, wagered beside the player's own (READING 46).

use super::place::Place;
use super::{Register, Settlement};
use crate::rulebook::vocabulary::Take;
use crate::wager::Wager;

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Settles a tip on the ante or the play of a hand that stayed in: 1 to 1, with the player's hand.
    #[cold]
    pub(super) fn tip_ante_or_play(&mut self, seat: &Place<'_>, wager: Wager, take: Take) {
        if !seat.live.contains(wager) {
            return;
        }
        let tips = self.book.tips.as_ref();
        let cites = [tips.map(|tips| &tips.ante.cite), tips.map(|tips| &tips.owned.cite)];
        let (ante, play) = self.showdown(seat);
        let ruled = if wager == Wager::TipPlay { play } else { ante };
        self.decided(seat, wager, ruled, None, cites, take);
    }
}
