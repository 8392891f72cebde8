//! A set of cards as 52 bits: what is out of the deck, or still in it.

use std::fmt;

use crate::Card;

/// A set of cards. Bit *i* is the card with index *i*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet((1 << 52) - 1);

    const fn bit(card: Card) -> u64 {
        1 << card.index()
    }

    /// The set with these bits; `None` if any bit from 52 on is set.
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !Self::FULL.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// The bits, the card with index 0 lowest.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Adds a card. Returns false, without a change, if it was already there.
    pub const fn insert(&mut self, card: Card) -> bool {
        let is_new = !self.contains(card);
        self.0 |= Self::bit(card);
        is_new
    }

    /// Removes a card. Returns false, without a change, if it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let was_there = self.contains(card);
        self.0 &= !Self::bit(card);
        was_there
    }

    /// Whether the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::bit(card) != 0
    }

    /// How many cards there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards in either set.
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards in both sets.
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    pub const fn difference(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The cards, lowest index first.
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        set.extend(cards);
        set
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The cards of a [`CardSet`], lowest index first.
#[derive(Debug, Clone)]
pub struct CardSetIter(CardSet);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        // An empty set has 64 trailing zeros, which is not a card's index.
        let card = Card::from_index(u8::try_from(self.0.0.trailing_zeros()).ok()?)?;
        self.0.remove(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardSetIter {}
