//! The thirteen ranks, from the two up to the ace.

use std::fmt;

/// The rank of a card, ordered ace, king, queen, jack, 10 down to 2
/// (`md14:06.A`, `md2014:06.A`, `ma:3(a)#1`, `tribal:(c)(1)#1`).
///
/// The ace is high here. That it also begins A-2-3 is a matter of straights, not of ranks (`md14:06.B#1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// 2, the lowest.
    Two = 0,
    /// 3.
    Three = 1,
    /// 4.
    Four = 2,
    /// 5.
    Five = 3,
    /// 6.
    Six = 4,
    /// 7.
    Seven = 5,
    /// 8.
    Eight = 6,
    /// 9.
    Nine = 7,
    /// 10, written `T`.
    Ten = 8,
    /// Jack, written `J`.
    Jack = 9,
    /// Queen, written `Q`.
    Queen = 10,
    /// King, written `K`.
    King = 11,
    /// Ace, written `A`, the highest.
    Ace = 12,
}

impl Rank {
    /// Every rank, from the two to the ace.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// The index in [`Rank::ALL`], 0 to 12.
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The character that cards are written with: `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn letter(self) -> char {
        match self {
            Rank::Two => '2',
            Rank::Three => '3',
            Rank::Four => '4',
            Rank::Five => '5',
            Rank::Six => '6',
            Rank::Seven => '7',
            Rank::Eight => '8',
            Rank::Nine => '9',
            Rank::Ten => 'T',
            Rank::Jack => 'J',
            Rank::Queen => 'Q',
            Rank::King => 'K',
            Rank::Ace => 'A',
        }
    }

    /// The rank for a character; letters in either case.
    pub const fn from_letter(letter: char) -> Option<Rank> {
        match letter {
            '2' => Some(Rank::Two),
            '3' => Some(Rank::Three),
            '4' => Some(Rank::Four),
            '5' => Some(Rank::Five),
            '6' => Some(Rank::Six),
            '7' => Some(Rank::Seven),
            '8' => Some(Rank::Eight),
            '9' => Some(Rank::Nine),
            'T' | 't' => Some(Rank::Ten),
            'J' | 'j' => Some(Rank::Jack),
            'Q' | 'q' => Some(Rank::Queen),
            'K' | 'k' => Some(Rank::King),
            'A' | 'a' => Some(Rank::Ace),
            _ => None,
        }
    }

    /// The rank in words, such as `queen`.
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Two => "two",
            Rank::Three => "three",
            Rank::Four => "four",
            Rank::Five => "five",
            Rank::Six => "six",
            Rank::Seven => "seven",
            Rank::Eight => "eight",
            Rank::Nine => "nine",
            Rank::Ten => "ten",
            Rank::Jack => "jack",
            Rank::Queen => "queen",
            Rank::King => "king",
            Rank::Ace => "ace",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
