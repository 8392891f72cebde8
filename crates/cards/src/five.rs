//! How strong a five-card hand is, for the Six Card Bonus and the Five Card Progressive.

use std::fmt;
use std::num::NonZeroU16;

use crate::{Card, FiveCategory, Pile};

/// The strength of a five-card hand. The higher beats the lower, equals tie; suits never count.
///
/// The top four bits are the class and the rest orders the hands within it, so the numbers have gaps: there are 7,462
/// strengths (READING 30 for the order of classes). Strengths under either [`Wheel`] share one scale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FiveStrength(NonZeroU16);

impl FiveStrength {
    /// How many strengths there are, under either reading of the wheel.
    pub const COUNT: u16 = 7_462;

    const CATEGORY_SHIFT: u32 = 12;

    /// The straight A-2-3-4-5.
    pub(crate) const WHEEL_STRAIGHT: u16 = code(FiveCategory::Straight, WHEEL_TOP);
    /// The straight flush A-2-3-4-5.
    pub(crate) const WHEEL_STRAIGHT_FLUSH: u16 = code(FiveCategory::StraightFlush, WHEEL_TOP);

    /// The strength for a code from the tables, where 0 means no hand.
    #[inline]
    pub(crate) const fn from_code(code: u16) -> Option<FiveStrength> {
        match NonZeroU16::new(code) {
            Some(code) => Some(FiveStrength(code)),
            None => None,
        }
    }

    /// The number behind the strength. It orders hands; it does not count them.
    pub const fn code(self) -> u16 {
        self.0.get()
    }

    /// The class of the hand.
    #[inline]
    pub const fn category(self) -> FiveCategory {
        // Ten classes padded to sixteen entries, so that the look-up needs no bounds check.
        const BY_TOP_BITS: [FiveCategory; 16] = {
            let mut categories = [FiveCategory::RoyalFlush; 16];
            let mut i = 0;
            while i < FiveCategory::ALL.len() {
                categories[i] = FiveCategory::ALL[i];
                i += 1;
            }
            categories
        };
        BY_TOP_BITS[(self.0.get() >> Self::CATEGORY_SHIFT) as usize]
    }
}

impl fmt::Display for FiveStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.category().fmt(f)
    }
}

impl fmt::Debug for FiveStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FiveStrength({:#06x}: {self})", self.0)
    }
}

/// Whether A-2-3-4-5 is a straight among five cards.
///
/// The clause on the low ace is written for three cards (`md14:06.B#1`, `md14:06.B#2`), and the five-card clauses say
/// "consecutive" (`md14:06.F(2)`, `md14:06.F(6)`). READING 27 counts it and leaves the choice to the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Wheel {
    /// A-2-3-4-5 is the lowest straight, and suited the lowest straight flush.
    #[default]
    Counts,
    /// A-2-3-4-5 is ace high, and suited a flush.
    DoesNotCount,
}

/// The strength of five distinct cards, with A-2-3-4-5 as a straight.
///
/// # Panics
///
/// When a card appears twice: no deck deals that, so the caller has a bug, and nothing may be paid by it.
#[inline]
pub fn five(cards: &[Card; 5]) -> FiveStrength {
    five_with(cards, Wheel::Counts)
}

/// The strength of five distinct cards.
///
/// # Panics
///
/// When a card appears twice, as in [`five`].
#[inline]
pub fn five_with(cards: &[Card; 5], wheel: Wheel) -> FiveStrength {
    Pile::of(cards).best_known(wheel)
}

/// The index of A-2-3-4-5 among the straights: its top card is the five.
const WHEEL_TOP: u16 = 3;
/// The index of A-K-Q-J-T among the straights.
const ROYAL_TOP: u16 = 12;
const WHEEL_RANKS: u16 = 0b1_0000_0000_1111;
/// C(13, 2) and C(13, 3).
const SETS_OF_TWO: u16 = 78;
const SETS_OF_THREE: u16 = 286;

/// A class and an index within it, as one number that is never 0.
const fn code(category: FiveCategory, place: u16) -> u16 {
    ((category as u16) << FiveStrength::CATEGORY_SHIFT) + place + 1
}

/// The code of a flush with these ranks (bit 0 is the two), which are five or more.
pub(crate) const fn flush_code(ranks: u16, wheel: Wheel) -> u16 {
    match straight_top(ranks, wheel) {
        Some(ROYAL_TOP) => code(FiveCategory::RoyalFlush, 0),
        Some(top) => code(FiveCategory::StraightFlush, top),
        None => code(FiveCategory::Flush, top_set(ranks, 5)),
    }
}

/// The code of five or six cards without a flush. `at_least[n]` holds the ranks that appear more than `n` times.
///
/// Six cards may hold more than a five-card class needs (two triples, three pairs), so the code takes the highest
/// throughout.
pub(crate) const fn rank_code(at_least: [u16; 4], wheel: Wheel) -> u16 {
    let [ones, pairs, triples, quads] = at_least;
    if quads != 0 {
        let quad = top_rank(quads);
        return code(FiveCategory::FourOfAKind, quad * 13 + top_rank(without(ones, quad)));
    }
    if triples != 0 {
        let triple = top_rank(triples);
        let other_pairs = without(pairs, triple);
        if other_pairs != 0 {
            return code(FiveCategory::FullHouse, triple * 13 + top_rank(other_pairs));
        }
    }
    if let Some(top) = straight_top(ones, wheel) {
        return code(FiveCategory::Straight, top);
    }
    if triples != 0 {
        let triple = top_rank(triples);
        return code(FiveCategory::ThreeOfAKind, triple * SETS_OF_TWO + top_set(without(ones, triple), 2));
    }
    if pairs == 0 {
        return code(FiveCategory::HighCard, top_set(ones, 5));
    }
    let pair = top_rank(pairs);
    let other_pairs = without(pairs, pair);
    if other_pairs == 0 {
        return code(FiveCategory::Pair, pair * SETS_OF_THREE + top_set(without(ones, pair), 3));
    }
    let second = top_rank(other_pairs);
    let side_card = top_rank(without(without(ones, pair), second));
    code(FiveCategory::TwoPair, top_set(pairs, 2) * 13 + side_card)
}

/// The top rank of the highest straight within these ranks.
const fn straight_top(ranks: u16, wheel: Wheel) -> Option<u16> {
    let runs = ranks & (ranks << 1) & (ranks << 2) & (ranks << 3) & (ranks << 4);
    if runs != 0 {
        Some(top_rank(runs))
    } else if ranks & WHEEL_RANKS == WHEEL_RANKS && matches!(wheel, Wheel::Counts) {
        Some(WHEEL_TOP)
    } else {
        None
    }
}

const fn top_rank(ranks: u16) -> u16 {
    ranks.ilog2() as u16
}

const fn without(ranks: u16, rank: u16) -> u16 {
    ranks & !(1 << rank)
}

/// The index of the highest `size` ranks among all sets of that size, compared from the top card down.
const fn top_set(ranks: u16, size: u32) -> u16 {
    let mut ranks = ranks;
    while ranks.count_ones() > size {
        ranks &= ranks - 1;
    }
    SET_PLACE[ranks as usize]
}

/// The index of each set of ranks among the sets of its size. Compared from the top card down, sets of one size are in
/// the order of their bits, so counting up is enough.
static SET_PLACE: [u16; 1 << 13] = {
    let mut places = [0; 1 << 13];
    let mut next = [0; 14];
    let mut ranks = 0;
    while ranks < 1 << 13 {
        let size = (ranks as u16).count_ones() as usize;
        places[ranks] = next[size];
        next[size] += 1;
        ranks += 1;
    }
    places
};
