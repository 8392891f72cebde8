//! A hand of three cards.

use std::fmt;
use std::str::FromStr;

use crate::three_table::{CARDS_BY_HAND, HANDS, STRENGTH_BY_HAND, hand_index};
use crate::{Card, CardSet, ParseCardError, Strength, Suit, ThreeCategory};

/// Three distinct cards. Their order makes no difference.
///
/// The hand is stored as its number among all 22,100, so that ranking it is one look-up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Three(u16);

impl Three {
    /// How many three-card hands there are: C(52, 3).
    pub const COUNT: u16 = HANDS as u16;

    /// The hand of these cards, or the card that appears twice.
    #[inline]
    pub const fn new(a: Card, b: Card, c: Card) -> Result<Three, DuplicateCard> {
        let (low, high) = if a.index() < b.index() { (a, b) } else { (b, a) };
        let (low, rest) = if c.index() < low.index() { (c, low) } else { (low, c) };
        let (middle, high) = if rest.index() < high.index() { (rest, high) } else { (high, rest) };
        if low.index() == middle.index() || middle.index() == high.index() {
            return Err(DuplicateCard(middle));
        }
        Ok(Three(hand_index(low.index(), middle.index(), high.index())))
    }

    /// The hand with this number; `None` from 22,100 on.
    pub const fn from_index(index: u16) -> Option<Three> {
        if index < Self::COUNT { Some(Three(index)) } else { None }
    }

    /// The number of the hand, 0 to 22,099, which says nothing about its strength.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// All 22,100 hands, by index.
    pub fn all() -> impl ExactSizeIterator<Item = Three> + DoubleEndedIterator + Clone {
        (0..Self::COUNT).map(Three)
    }

    /// The cards as a dealer arranges them: highest first, the pair before the side card, A-2-3 as 3-2-A. Cards of one
    /// rank come in the order spades, hearts, diamonds, clubs, which has no meaning.
    #[inline]
    pub const fn cards(self) -> [Card; 3] {
        CARDS_BY_HAND[self.0 as usize]
    }

    /// The cards as a set.
    pub const fn set(self) -> CardSet {
        let [a, b, c] = self.cards();
        let mut set = CardSet::EMPTY;
        set.insert(a);
        set.insert(b);
        set.insert(c);
        set
    }

    /// How strong the hand is.
    #[inline]
    pub const fn strength(self) -> Strength {
        STRENGTH_BY_HAND[self.0 as usize]
    }

    /// Its class.
    pub const fn category(self) -> ThreeCategory {
        self.strength().category()
    }

    /// The suit, if the hand is a mini royal: ace, king and queen of one suit (READING 31).
    #[inline]
    pub const fn mini_royal(self) -> Option<Suit> {
        // Nothing else is as strong as a mini royal, so the suit is looked up only for the strongest hands.
        if self.strength().index() + 1 < Strength::COUNT {
            return None;
        }
        let [ace, _, _] = self.cards();
        Some(ace.suit())
    }
}

impl fmt::Display for Three {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.cards();
        write!(f, "{a} {b} {c}")
    }
}

impl fmt::Debug for Three {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Three({self})")
    }
}

impl FromStr for Three {
    type Err = ParseThreeError;

    /// Reads three cards separated by white space, in any order: `As Kd 4c`.
    fn from_str(text: &str) -> Result<Three, ParseThreeError> {
        let mut words = text.split_whitespace();
        let (Some(a), Some(b), Some(c), None) = (words.next(), words.next(), words.next(), words.next()) else {
            return Err(ParseThreeError::Count(text.split_whitespace().count()));
        };
        Ok(Three::new(a.parse()?, b.parse()?, c.parse()?)?)
    }
}

/// A card that would be in a hand twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuplicateCard(pub Card);

impl fmt::Display for DuplicateCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} appears twice: the cards of a hand are distinct", self.0)
    }
}

impl std::error::Error for DuplicateCard {}

/// A text that is not a three-card hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseThreeError {
    /// The text does not have three words; it has this many.
    Count(usize),
    /// A word is not a card.
    Card(ParseCardError),
    /// A card appears twice.
    Duplicate(DuplicateCard),
}

impl fmt::Display for ParseThreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseThreeError::Count(count) => {
                write!(f, "a hand has three cards with spaces between them, such as As Kd 4c; found {count}")
            }
            ParseThreeError::Card(error) => error.fmt(f),
            ParseThreeError::Duplicate(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseThreeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ParseThreeError::Count(_) => None,
            ParseThreeError::Card(error) => Some(error),
            ParseThreeError::Duplicate(error) => Some(error),
        }
    }
}

impl From<ParseCardError> for ParseThreeError {
    fn from(error: ParseCardError) -> ParseThreeError {
        ParseThreeError::Card(error)
    }
}

impl From<DuplicateCard> for ParseThreeError {
    fn from(error: DuplicateCard) -> ParseThreeError {
        ParseThreeError::Duplicate(error)
    }
}
