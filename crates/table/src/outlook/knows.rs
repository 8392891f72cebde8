//! What the player of a position knows when deciding: for programs that calculate what a decision is worth.

use cards::{Card, CardSet, Three};
use rules::settle::{Meters, Stakes};

use crate::state::{Hand, State};

/// What a player knows who must play or fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knows {
    /// The player's three cards.
    pub hand: Three,
    /// What the player has wagered on it.
    pub stakes: Stakes,
    /// Cards lying face up elsewhere: at other positions, set aside, or in the other shared hands.
    pub seen: CardSet,
    /// The dealer's cards that lie face up.
    pub dealer: CardSet,
    /// How many hands of other players are in the round.
    pub others: usize,
    /// The current meters.
    pub meters: Meters,
}

/// The cards of a hand that everybody can see.
fn open(hand: &Hand) -> impl Iterator<Item = Card> + '_ {
    let cards = hand.cards.iter().zip(hand.exposed);
    cards.filter(|(_, exposed)| hand.revealed || *exposed).filter_map(|(card, _)| *card)
}

impl State {
    /// What the player of a position knows; `None` before they have looked at their cards.
    #[must_use]
    pub fn knows(&self, position: u8) -> Option<Knows> {
        let seat = self.seat(position).filter(|seat| seat.looked || self.electronic())?;
        let own = self.hand_at(position, seat);
        let hand = own.three().filter(|_| own.revealed || seat.looked)?;
        let aside = self.round.aside.iter().flatten().copied();
        let elsewhere = self.hands().flat_map(|(_, hand)| open(hand)).filter(|card| !hand.set().contains(*card));
        Some(Knows {
            hand,
            stakes: seat.stakes,
            seen: elsewhere.chain(aside).collect(),
            dealer: open(&self.round.dealer).collect(),
            // A shared hand belongs to nobody (READING 90).
            others: if self.electronic() { 0 } else { self.in_round().count().saturating_sub(1) },
            meters: self.meters_shown(),
        })
    }
}
