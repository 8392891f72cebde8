//! What the player of a position knows at the decision: for whoever counts what it is worth.

use cards::{Card, CardSet, Three};
use rules::settle::{Meters, Stakes};

use crate::state::{Hand, State};

/// What a player knows who is to play or to fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knows {
    /// The hand.
    pub hand: Three,
    /// What is wagered on it.
    pub stakes: Stakes,
    /// Cards that lie open elsewhere: at other positions, aside, or in the other shared hands.
    pub seen: CardSet,
    /// Cards of the dealer's that lie open.
    pub dealer: CardSet,
    /// How many hands of other players are in the round.
    pub others: usize,
    /// The meters as they stand.
    pub meters: Meters,
}

/// The cards of a hand that everybody sees.
fn open(hand: &Hand) -> impl Iterator<Item = Card> + '_ {
    let cards = hand.cards.iter().zip(hand.exposed);
    cards.filter(|(_, exposed)| hand.revealed || *exposed).filter_map(|(card, _)| *card)
}

impl State {
    /// What the player of a position knows, once the own cards have been seen.
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
            // A shared hand is nobody's (READING 90).
            others: if self.electronic() { 0 } else { self.in_round().count().saturating_sub(1) },
            meters: self.meters_shown(),
        })
    }
}
