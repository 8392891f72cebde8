//! The four suits, all of equal rank.

use std::fmt;

/// A suit. The order below only sorts cards on paper: no rule lets one suit beat another
/// (`md14:06.C`, `md2014:06.C`, `ma:3(a)#2`, `tribal:(c)(1)#2`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, written `c`.
    Clubs = 0,
    /// Diamonds, written `d`.
    Diamonds = 1,
    /// Hearts, written `h`.
    Hearts = 2,
    /// Spades, written `s`.
    Spades = 3,
}

impl Suit {
    /// Every suit, by index.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The index in [`Suit::ALL`], 0 to 3.
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The letter that cards are written with: `c`, `d`, `h` or `s`.
    pub const fn letter(self) -> char {
        match self {
            Suit::Clubs => 'c',
            Suit::Diamonds => 'd',
            Suit::Hearts => 'h',
            Suit::Spades => 's',
        }
    }

    /// The suit for a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Suit> {
        match letter {
            'c' | 'C' => Some(Suit::Clubs),
            'd' | 'D' => Some(Suit::Diamonds),
            'h' | 'H' => Some(Suit::Hearts),
            's' | 'S' => Some(Suit::Spades),
            _ => None,
        }
    }

    /// Whether it is hearts or diamonds.
    #[must_use]
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// The suit in words, such as `spades`.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
