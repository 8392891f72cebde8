//! How strong a three-card hand is: the 741 strengths, in order.

use std::fmt;

use crate::three_table::{RANKS_BY_STRENGTH, first};
use crate::{Rank, ThreeCategory};

/// The strength of a three-card hand: 0 is 5-3-2, 740 is suited A-K-Q. The higher beats the lower, equals tie.
///
/// Hands compare by class, then by the rank that makes the class (A-2-3 as three-high, the pair before the
/// side card), then by the remaining ranks from the top (READING 26). Suits never count (`md14:06.C`), so the
/// 22,100 hands fall into 741 strengths, and two hands of one strength are a tie (`md14:06.E(2)`,
/// `ma:3(c)#2`, `tribal:(c)(3)#2`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u16);

impl Strength {
    /// How many strengths there are.
    pub const COUNT: u16 = 741;

    /// The weakest: five high with a three and a two.
    pub const WEAKEST: Strength = Strength(0);

    /// The strength with this index; `None` from 741 on.
    pub const fn new(index: u16) -> Option<Strength> {
        if index < Self::COUNT { Some(Strength(index)) } else { None }
    }

    /// For the tables of this crate, whose entries are below 741 by construction.
    pub(crate) const fn from_table(index: u16) -> Strength {
        Strength(index)
    }

    /// The index in the order, 0 to 740.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The class of the hand.
    pub const fn category(self) -> ThreeCategory {
        match self.0 {
            first::STRAIGHT_FLUSH.. => ThreeCategory::StraightFlush,
            first::THREE_OF_A_KIND.. => ThreeCategory::ThreeOfAKind,
            first::STRAIGHT.. => ThreeCategory::Straight,
            first::FLUSH.. => ThreeCategory::Flush,
            first::PAIR.. => ThreeCategory::Pair,
            _ => ThreeCategory::HighCard,
        }
    }

    /// How many of the 22,100 hands have this strength.
    pub const fn ways(self) -> u16 {
        match self.category() {
            // Four suits for each of three ranks, without the four ways that are suited.
            ThreeCategory::HighCard | ThreeCategory::Straight => 4 * 4 * 4 - 4,
            // Two of the four cards of the pair, any of the four side cards.
            ThreeCategory::Pair => 6 * 4,
            // One for each suit, or one for each card left out.
            ThreeCategory::Flush | ThreeCategory::StraightFlush | ThreeCategory::ThreeOfAKind => 4,
        }
    }

    /// The ranks as a dealer arranges them: highest first, the pair before the side card, A-2-3 as 3-2-A.
    pub const fn ranks(self) -> [Rank; 3] {
        RANKS_BY_STRENGTH[self.0 as usize]
    }

    /// The weakest high-card hand whose ranks, from the top, begin with these: the lowest hand that is "queen high" or
    /// "Q-6-4 or better".
    ///
    /// `None` if no high-card hand begins that way: ranks out of order or repeated, a straight, or more than three.
    ///
    /// ```
    /// use cards::{Rank, Strength};
    ///
    /// let floor = |ranks: &[Rank]| Strength::floor(ranks).map(|strength| strength.to_string());
    /// assert_eq!(floor(&[Rank::Queen]).as_deref(), Some("Q-3-2"));
    /// assert_eq!(floor(&[Rank::Queen, Rank::Six, Rank::Four]).as_deref(), Some("Q-6-4"));
    /// assert_eq!(floor(&[Rank::Ace]).as_deref(), Some("A-4-2"), "A-3-2 is a straight");
    /// assert_eq!(floor(&[Rank::Queen, Rank::Jack, Rank::Ten]), None);
    /// ```
    pub fn floor(ranks: &[Rank]) -> Option<Strength> {
        (0..first::PAIR).map(Strength).find(|strength| strength.ranks().starts_with(ranks))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.ranks();
        match self.category() {
            ThreeCategory::HighCard => write!(f, "{a}-{b}-{c}"),
            ThreeCategory::Pair => write!(f, "pair of {a}s with {c}"),
            ThreeCategory::ThreeOfAKind => write!(f, "three {a}s"),
            ThreeCategory::Flush | ThreeCategory::Straight | ThreeCategory::StraightFlush => {
                write!(f, "{} {a}-{b}-{c}", self.category())
            }
        }
    }
}

impl fmt::Debug for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strength({}: {self})", self.0)
    }
}
