//! The classes of three-card and five-card hands.

use std::fmt;

/// The class of a three-card hand, weakest first.
///
/// The order is straight flush, three of a kind, straight, flush, pair, and below them the hands of no class
/// (`md14:06.D`, `md2014:06.D`, `ma:3(b)`, `tribal:(c)(2)`, `sd:(1)#4`). With three cards a straight is rarer
/// than a flush, hence above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ThreeCategory {
    /// None of the classes below; compared card by card (`md14:06.E`).
    HighCard,
    /// Two cards of one rank (`md14:06.D(5)`, `ma:3(b)(5)`, `tribal:(c)(2)(v)`).
    Pair,
    /// Three cards of one suit (`md14:06.D(4)`, `ma:3(b)(4)`, `tribal:(c)(2)(iv)`).
    Flush,
    /// Three consecutive cards (`md14:06.D(3)`, `ma:3(b)(3)`, `tribal:(c)(2)(iii)`). A suited one counts as a
    /// straight flush only: a hand takes its highest class (READING 28).
    Straight,
    /// Three cards of one rank (`md14:06.D(2)`, `ma:3(b)(2)`, `tribal:(c)(2)(ii)`).
    ThreeOfAKind,
    /// Three consecutive cards of one suit (`md14:06.D(1)`, `ma:3(b)(1)`, `tribal:(c)(2)(i)`).
    StraightFlush,
}

impl ThreeCategory {
    /// Every class, weakest first.
    pub const ALL: [ThreeCategory; 6] = [
        ThreeCategory::HighCard,
        ThreeCategory::Pair,
        ThreeCategory::Flush,
        ThreeCategory::Straight,
        ThreeCategory::ThreeOfAKind,
        ThreeCategory::StraightFlush,
    ];

    /// The class in words, such as `three of a kind`.
    pub const fn name(self) -> &'static str {
        match self {
            ThreeCategory::HighCard => "high card",
            ThreeCategory::Pair => "pair",
            ThreeCategory::Flush => "flush",
            ThreeCategory::Straight => "straight",
            ThreeCategory::ThreeOfAKind => "three of a kind",
            ThreeCategory::StraightFlush => "straight flush",
        }
    }
}

impl fmt::Display for ThreeCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The class of a five-card hand, weakest first.
///
/// Maryland lists the classes for the Six Card Bonus (`md14:06.F`) and the Five Card Progressive (`md14:06.G`); the
/// other texts only name them, so the common order applies to all (READING 30).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum FiveCategory {
    /// None of the classes below.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two pairs of different ranks.
    TwoPair,
    /// Three cards of one rank (`md14:06.F(7)`, `md14:06.G(7)`).
    ThreeOfAKind,
    /// Five cards of consecutive rank (`md14:06.F(6)`, `md14:06.G(6)`).
    Straight,
    /// Five cards of one suit (`md14:06.F(5)`, `md14:06.G(5)`).
    Flush,
    /// Three of a kind with a pair (`md14:06.F(4)`, `md14:06.G(4)`).
    FullHouse,
    /// Four cards of one rank (`md14:06.F(3)`, `md14:06.G(3)`).
    FourOfAKind,
    /// Five consecutive cards of one suit (`md14:06.F(2)`, `md14:06.G(2)`).
    StraightFlush,
    /// Ace, king, queen, jack and 10 of one suit (`md14:06.F(1)`, `md14:06.G(1)`).
    RoyalFlush,
}

impl FiveCategory {
    /// Every class, weakest first.
    pub const ALL: [FiveCategory; 10] = [
        FiveCategory::HighCard,
        FiveCategory::Pair,
        FiveCategory::TwoPair,
        FiveCategory::ThreeOfAKind,
        FiveCategory::Straight,
        FiveCategory::Flush,
        FiveCategory::FullHouse,
        FiveCategory::FourOfAKind,
        FiveCategory::StraightFlush,
        FiveCategory::RoyalFlush,
    ];

    /// The class in words, such as `full house`.
    pub const fn name(self) -> &'static str {
        match self {
            FiveCategory::HighCard => "high card",
            FiveCategory::Pair => "pair",
            FiveCategory::TwoPair => "two pair",
            FiveCategory::ThreeOfAKind => "three of a kind",
            FiveCategory::Straight => "straight",
            FiveCategory::Flush => "flush",
            FiveCategory::FullHouse => "full house",
            FiveCategory::FourOfAKind => "four of a kind",
            FiveCategory::StraightFlush => "straight flush",
            FiveCategory::RoyalFlush => "royal flush",
        }
    }
}

impl fmt::Display for FiveCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
