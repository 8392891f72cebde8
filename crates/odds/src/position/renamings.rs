//! Renamings of the suits: hands that differ only by a renaming fare alike.

use cards::{Card, Suit, Three};

/// A renaming of the suits.
pub(crate) type Renaming = [Suit; 4];

/// All 24 renamings of the suits.
pub(crate) fn renamings() -> impl Iterator<Item = Renaming> {
    let four = Suit::ALL;
    let all = four.into_iter().flat_map(move |a| {
        four.into_iter()
            .flat_map(move |b| four.into_iter().flat_map(move |c| four.into_iter().map(move |d| [a, b, c, d])))
    });
    all.filter(|renaming| Suit::ALL.iter().all(|suit| renaming.contains(suit)))
}

/// The hand with its suits renamed.
pub(crate) fn renamed(hand: Three, renaming: &Renaming) -> Option<Three> {
    let [a, b, c] = hand.cards().map(|card| Card::new(card.rank(), renaming[usize::from(card.suit().index())]));
    Three::new(a, b, c).ok()
}
