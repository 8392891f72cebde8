//! Six cards, the player's three and the dealer's three, for the Six Card Bonus.

use crate::{Card, FiveStrength, Pile, Suit, Wheel};

/// The strength of the best five of six distinct cards, with A-2-3-4-5 as a straight (`md14:11.D(8)(b)`,
/// `md2014:11.D(8)(b)`, `ma:6(g)(1)`, `sd:(15)#1`).
///
/// # Panics
///
/// When a card appears twice, as in [`five`](crate::five).
#[inline]
pub fn best_five_of_six(cards: &[Card; 6]) -> FiveStrength {
    best_five_of_six_with(cards, Wheel::Counts)
}

/// The strength of the best five of six distinct cards.
///
/// # Panics
///
/// When a card appears twice, as in [`five`](crate::five).
#[inline]
pub fn best_five_of_six_with(cards: &[Card; 6], wheel: Wheel) -> FiveStrength {
    Pile::of(cards).best_known(wheel)
}

/// The suit, if the six cards are a Super Royal: ace, king, queen, jack, 10 and 9 of one suit (`md14:06.F(8)#1`,
/// `md2014:06.F(8)#1`).
///
/// # Panics
///
/// When a card appears twice, as in [`five`](crate::five).
#[inline]
pub fn super_royal(cards: &[Card; 6]) -> Option<Suit> {
    Pile::of(cards).super_royal()
}
