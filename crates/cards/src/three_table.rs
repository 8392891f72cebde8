//! The tables of the three-card ranking, computed by the compiler from the rules below.

use crate::{Card, Rank, Strength};

/// C(52, 3): how many three-card hands there are.
pub(crate) const HANDS: usize = 22_100;

/// The lowest strength of each class. High cards begin at 0.
pub(crate) mod first {
    /// High cards and flushes: 286 sets of three ranks, less the 12 that are straights.
    const UNMATCHED: u16 = 286 - 12;
    /// Pair of 2s with a 3.
    pub(crate) const PAIR: u16 = UNMATCHED;
    /// Flush 5-3-2: above thirteen pairs with twelve side cards each.
    pub(crate) const FLUSH: u16 = PAIR + 13 * 12;
    /// Straight 3-2-A.
    pub(crate) const STRAIGHT: u16 = FLUSH + UNMATCHED;
    /// Three 2s.
    pub(crate) const THREE_OF_A_KIND: u16 = STRAIGHT + 12;
    /// Straight flush 3-2-A.
    pub(crate) const STRAIGHT_FLUSH: u16 = THREE_OF_A_KIND + 13;
}

/// What the lowest, middle and highest of three cards, sorted by index, add to the index of the hand: C(i, 1), C(j, 2)
/// and C(k, 3). The sums number all hands without gaps (the combinatorial number system).
pub(crate) const fn hand_index(low: u8, middle: u8, high: u8) -> u16 {
    low as u16 + PAIRS_BELOW[middle as usize] + TRIPLES_BELOW[high as usize]
}

/// As long as a `u8` index can be large, so that no look-up needs a bounds check.
const PAIRS_BELOW: [u16; 256] = {
    let mut pairs = [0; 256];
    let mut j = 1;
    while j < 52 {
        pairs[j] = pairs[j - 1] + (j as u16 - 1);
        j += 1;
    }
    pairs
};

const TRIPLES_BELOW: [u16; 256] = {
    let mut triples = [0; 256];
    let mut k = 1;
    while k < 52 {
        triples[k] = triples[k - 1] + PAIRS_BELOW[k - 1];
        k += 1;
    }
    triples
};

/// The cards of each hand as a dealer arranges them.
pub(crate) static CARDS_BY_HAND: [[Card; 3]; HANDS] = TABLES.cards;

/// The strength of each hand.
pub(crate) static STRENGTH_BY_HAND: [Strength; HANDS] = TABLES.strengths;

/// The ranks of each strength as a dealer arranges them.
pub(crate) static RANKS_BY_STRENGTH: [[Rank; 3]; Strength::COUNT as usize] = TABLES.ranks;

struct HandTables {
    cards: [[Card; 3]; HANDS],
    strengths: [Strength; HANDS],
    ranks: [[Rank; 3]; Strength::COUNT as usize],
}

const TABLES: HandTables = {
    let mut tables = HandTables {
        cards: [[Card::ALL[0]; 3]; HANDS],
        strengths: [Strength::from_table(0); HANDS],
        ranks: [[Rank::Two; 3]; Strength::COUNT as usize],
    };
    // By ranks first, then by suits: 455 sets of ranks are ranked instead of 22,100 hands.
    let mut a = 0;
    while a < 13 {
        let mut b = 0;
        while b <= a {
            let mut c = 0;
            while c <= b {
                add_hands(&mut tables, [a, b, c]);
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    tables
};

/// Adds the hands of three ranks, given highest first, in all their suits.
const fn add_hands(tables: &mut HandTables, ranks: [usize; 3]) {
    let order = arrangement(ranks);
    let arranged = [ranks[order[0]], ranks[order[1]], ranks[order[2]]];
    let offsuit = strength(arranged, false);
    let suited = strength(arranged, true);
    tables.ranks[offsuit as usize] = [Rank::ALL[arranged[0]], Rank::ALL[arranged[1]], Rank::ALL[arranged[2]]];
    tables.ranks[suited as usize] = tables.ranks[offsuit as usize];

    let mut a = ranks[0] * 4;
    while a < ranks[0] * 4 + 4 {
        let mut b = ranks[1] * 4;
        // Of two cards of one rank the higher index comes first, so that each hand is visited once.
        while b < ranks[1] * 4 + 4 && b < a {
            let mut c = ranks[2] * 4;
            while c < ranks[2] * 4 + 4 && c < b {
                let hand = (TRIPLES_BELOW[a] + PAIRS_BELOW[b]) as usize + c;
                let strength = if a % 4 == b % 4 && b % 4 == c % 4 { suited } else { offsuit };
                let cards = [Card::ALL[a], Card::ALL[b], Card::ALL[c]];
                tables.cards[hand] = [cards[order[0]], cards[order[1]], cards[order[2]]];
                tables.strengths[hand] = Strength::from_table(strength);
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
}

const ACE: usize = Rank::Ace as usize;
const THREE: usize = Rank::Three as usize;
const TWO: usize = Rank::Two as usize;

/// The order in which a dealer arranges three ranks given highest first: the pair before the side card, and 3-2-A for
/// A-2-3.
const fn arrangement(ranks: [usize; 3]) -> [usize; 3] {
    match ranks {
        [ACE, THREE, TWO] => [1, 2, 0],
        [a, b, c] if a != b && b == c => [1, 2, 0],
        _ => [0, 1, 2],
    }
}

/// The strength of three ranks in a dealer's arrangement.
const fn strength(ranks: [usize; 3], is_suited: bool) -> u16 {
    let [a, b, c] = ranks;
    if a == b && b == c {
        return first::THREE_OF_A_KIND + a as u16;
    }
    if a == b {
        // Twelve side cards for each pair: the pair's own rank is not among them.
        let side_card = if c > a { c - 1 } else { c };
        return first::PAIR + (a * 12 + side_card) as u16;
    }
    // The ace is low in 3-2-A only (`md14:06.B#1`): king-ace-2 is no straight (`md14:06.B#2`).
    if matches!(ranks, [THREE, TWO, ACE]) || (a == b + 1 && b == c + 1) {
        // By its top card; the three of 3-2-A is the lowest (`md14:06.D(3)`).
        let straight = (a - THREE) as u16;
        return if is_suited { first::STRAIGHT_FLUSH + straight } else { first::STRAIGHT + straight };
    }
    let unmatched = unmatched_index(a, b, c);
    if is_suited { first::FLUSH + unmatched } else { unmatched }
}

/// The index of three ranks, highest first, among those that are neither paired nor a straight: 5-3-2 is 0.
const fn unmatched_index(a: usize, b: usize, c: usize) -> u16 {
    let sets_below = TRIPLES_BELOW[a] + PAIRS_BELOW[b] + c as u16;
    // A straight is the highest set with its top card, so it lies below the next top card; but A-3-2 is the lowest of
    // its own.
    let straights_below = (a - Rank::Four as usize) + (a == ACE) as usize;
    sets_below - straights_below as u16
}
