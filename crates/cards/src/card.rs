//! One of the 52 cards, and how it is written.

use std::fmt;
use std::str::FromStr;

use crate::{Rank, Suit};

/// A card, stored as rank times four plus suit, so that cards sort by rank first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The whole deck, by index: 2c, 2d, 2h, 2s, 3c and so on to As.
    pub const ALL: [Card; 52] = {
        let mut all = [Card(0); 52];
        let mut index = 0;
        while index < 52 {
            all[index as usize] = Card(index);
            index += 1;
        }
        all
    };

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank.index() * 4 + suit.index())
    }

    /// The card at an index of [`Card::ALL`]; `None` from 52 on.
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index)) } else { None }
    }

    /// The index in [`Card::ALL`], 0 to 51.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// The card as written, `As`.
    pub const fn text(self) -> &'static str {
        match std::str::from_utf8(self.letters()) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// The two letters of a card, rank before suit.
    #[must_use]
    pub const fn letters(self) -> &'static [u8; 2] {
        &LETTERS[self.0 as usize]
    }
}

/// The two letters of each card.
const LETTERS: [[u8; 2]; 52] = {
    let mut all = [[0; 2]; 52];
    let mut index = 0;
    while index < 52 {
        let card = Card(index);
        all[index as usize] = [card.rank().letter() as u8, card.suit().letter() as u8];
        index += 1;
    }
    all
};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Prints the card as written at the table, `As`, so that a failing test reads like a hand and not like numbers.
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let mut characters = text.chars();
        match (characters.next(), characters.next(), characters.next()) {
            (Some(rank), Some(suit), None) => Rank::from_letter(rank)
                .zip(Suit::from_letter(suit))
                .map(|(rank, suit)| Card::new(rank, suit))
                .ok_or_else(|| ParseCardError::found(text)),
            _ => Err(ParseCardError::found(text)),
        }
    }
}

/// A text that is not a card. Says what was found and what is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseCardError {
    found: String,
    was_cut: bool,
}

impl ParseCardError {
    /// The message quotes at most this many characters, whatever the input.
    const CHARACTERS_QUOTED_MAX: usize = 16;

    fn found(text: &str) -> ParseCardError {
        let found: String = text.chars().take(Self::CHARACTERS_QUOTED_MAX).collect();
        let was_cut = found.len() < text.len();
        ParseCardError { found, was_cut }
    }

    /// The suit of `10s` and the like, the one slip with an obvious repair.
    fn suit_after_ten(&self) -> Option<Suit> {
        let mut rest = self.found.strip_prefix("10")?.chars();
        let suit = Suit::from_letter(rest.next()?)?;
        rest.next().is_none().then_some(suit)
    }
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug formatting escapes control characters, so no input can garble a terminal.
        let more = if self.was_cut { " and more" } else { "" };
        write!(f, "{:?}{more} is not a card: ", self.found)?;
        match self.suit_after_ten() {
            Some(suit) => write!(f, "write the ten with a T, here T{suit}"),
            None => write!(f, "write rank and suit as two characters, such as As, Td, 2c"),
        }
    }
}

impl std::error::Error for ParseCardError {}
