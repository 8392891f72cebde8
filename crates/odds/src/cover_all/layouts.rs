//! How many ways there are to lay out *m* disjoint hands of a set side by side, counted rank by rank.
//!
//! The ace is at both ends of the row A-2-3-…-K-A, since it begins A-2-3 and ends Q-K-A; no single card can do both.

use std::sync::OnceLock;

use super::HANDS_MAX;

/// A set of hands: all of a kind or better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandsFrom {
    /// The four suited A-K-Q.
    AkqSuited,
    /// The 48 straight flushes.
    StraightFlush,
    /// These, and the 52 threes of a kind.
    Triple,
    /// All these, and the 720 straights.
    Straight,
}

/// The number of layouts of 0, 1, … hands.
pub(super) type Layouts = [u128; HANDS_MAX + 1];

/// In the row A-2-3-…-K-A: the index of the high ace, and of the last rank that can begin a straight.
const HIGH_ACE: usize = 13;
const LAST_START: usize = 11;

/// The ordered ways to lay out disjoint hands of a kind or better, by number of hands. Counted once, on first use.
pub(super) fn ordered_layouts(kind: HandsFrom) -> &'static Layouts {
    static COUNTED: OnceLock<[Layouts; 4]> = OnceLock::new();
    let counted = COUNTED.get_or_init(|| {
        let sets = [suit_by_suit(&[1, 1]), suit_by_suit(&runs_of_a_suit()), suited_runs_and_triples()];
        let [akq, straight_flush, three_of_a_kind] = sets.map(ordered);
        [akq, straight_flush, three_of_a_kind, runs_and_triples()]
    });
    &counted[kind as usize]
}

/// A set of *m* hands can be laid out in *m*! orders.
fn ordered(sets: Layouts) -> Layouts {
    let mut orders = 1;
    let mut layouts = sets;
    for (hands, ways) in layouts.iter_mut().enumerate().skip(1) {
        orders *= hands as u128;
        *ways *= orders;
    }
    layouts
}

/// Sets of hands in four independent suits: the fourth power of the sets of one suit.
fn suit_by_suit(one_suit: &[u128]) -> Layouts {
    let mut all: Layouts = [0; HANDS_MAX + 1];
    all[0] = 1;
    for _ in 0..4 {
        let before = all;
        all = [0; HANDS_MAX + 1];
        for (i, ways) in before.into_iter().enumerate() {
            for (j, more) in one_suit.iter().enumerate().take(HANDS_MAX + 1 - i) {
                all[i + j] += ways * more;
            }
        }
    }
    all
}

/// Sets of disjoint straight flushes in one suit, by their number; 13 cards hold four at most.
fn runs_of_a_suit() -> [u128; 5] {
    let mut sets = [0; 5];
    // Bit i of a subset: a straight flush begins at index i.
    for starts in 0_u32..1 << (LAST_START + 1) {
        let cards = |i: usize| 0b111_u32 << i;
        let mut used = 0_u32;
        let mut disjoint = true;
        for i in (0..=LAST_START).filter(|i| starts >> i & 1 == 1) {
            disjoint &= used & cards(i) == 0;
            used |= cards(i);
        }
        let ace_twice = used & 1 == 1 && used >> HIGH_ACE & 1 == 1;
        if disjoint && !ace_twice {
            sets[starts.count_ones() as usize] += 1;
        }
    }
    sets
}

/// Sets of disjoint straight flushes and threes of a kind.
///
/// From rank to rank only this matters: for each suit, how many cards an unfinished straight flush still needs. For the
/// four suits together that is a number in base three.
fn suited_runs_and_triples() -> Layouts {
    const STATES: usize = 81;
    let mut sets: Layouts = [0; HANDS_MAX + 1];
    // Straight flushes that begin with a low ace, by their number; which suits they have makes no difference.
    for (low_aces, choices) in [1, 4, 6, 4, 1].into_iter().enumerate() {
        let low_mask = (1_usize << low_aces) - 1;
        let mut ways = vec![[0_u128; HANDS_MAX + 1]; STATES];
        ways[state_of(|suit| if low_mask >> suit & 1 == 1 { 2 } else { 0 })][low_aces] = choices;
        for place in 1..HIGH_ACE {
            let mut next = vec![[0_u128; HANDS_MAX + 1]; STATES];
            for (state, counts) in ways.iter().enumerate().filter(|(_, counts)| counts.iter().any(|ways| *ways > 0)) {
                let needs = |suit: usize| state / 3_usize.pow(suit as u32) % 3;
                let free = mask_of(|suit| needs(suit) == 0);
                for starts in (0..16).filter(|starts| starts & !free == 0 && (*starts == 0 || place <= LAST_START)) {
                    let then = state_of(|suit| if starts >> suit & 1 == 1 { 2 } else { needs(suit).saturating_sub(1) });
                    let begun = starts.count_ones() as usize;
                    for (triples, triple_ways) in [(0, 1), (1, triples_among(free & !starts))] {
                        let more = begun + triples;
                        for hands in 0..(HANDS_MAX + 1).saturating_sub(more) {
                            next[then][hands + more] += counts[hands] * triple_ways;
                        }
                    }
                }
            }
            ways = next;
        }
        for (state, counts) in ways.iter().enumerate() {
            let high_mask = mask_of(|suit| state / 3_usize.pow(suit as u32) % 3 == 1);
            if high_mask & low_mask != 0 {
                continue;
            }
            let triple_ways = triples_among(15 & !(high_mask | low_mask));
            for hands in 0..=HANDS_MAX {
                sets[hands] += counts[hands];
                if hands < HANDS_MAX {
                    sets[hands + 1] += counts[hands] * triple_ways;
                }
            }
        }
    }
    sets
}

fn state_of(needs: impl Fn(usize) -> usize) -> usize {
    (0..4).map(|suit| needs(suit) * 3_usize.pow(suit as u32)).sum()
}

fn mask_of(holds: impl Fn(usize) -> bool) -> usize {
    (0..4).filter(|suit| holds(*suit)).map(|suit| 1 << suit).sum()
}

/// The threes of a kind that cards of these suits make.
const fn triples_among(suits: usize) -> u128 {
    match suits.count_ones() {
        4 => 4,
        3 => 1,
        _ => 0,
    }
}

/// Ordered layouts of disjoint runs of any suits, including straight flushes, and threes of a kind.
///
/// As suits are free, only the number of runs that begin at each index matters: the cards of a rank are then dealt to
/// the runs that hold it in 4·3·2·1 ways, as far as they go.
fn runs_and_triples() -> Layouts {
    let mut layouts: Layouts = [0; HANDS_MAX + 1];
    for low in 0..=4_usize {
        // By the runs begun two places and one place before. Runs that begin with the low ace come first.
        let mut ways = vec![[0_u128; HANDS_MAX + 1]; 25];
        ways[low][low] = 1;
        for place in 1..HIGH_ACE {
            let mut next = vec![[0_u128; HANDS_MAX + 1]; 25];
            for (state, counts) in ways.iter().enumerate().filter(|(_, counts)| counts.iter().any(|ways| *ways > 0)) {
                let (before_last, last) = (state / 5, state % 5);
                let most = if place <= LAST_START { 4_usize.saturating_sub(before_last + last) } else { 0 };
                for begun in 0..=most {
                    let held = before_last + last + begun;
                    for triples in 0..=1 {
                        let cards = given_out(held, triples);
                        add(&mut next[last * 5 + begun], counts, begun, triples, cards);
                    }
                }
            }
            ways = next;
        }
        // Runs that began at the queen now take the high ace.
        for (state, counts) in ways.iter().enumerate() {
            let high = state / 5;
            for triples in 0..=1 {
                add(&mut layouts, counts, 0, triples, given_out(low + high, triples));
            }
        }
    }
    layouts
}

/// The ways to give the four cards of a rank to `held` runs, one each, and to at most one triple.
const fn given_out(held: usize, triples: usize) -> u128 {
    match (held, triples) {
        (0, 0) => 1,
        (1, 0) => 4,
        (2, 0) => 12,
        (3 | 4, 0) => 24,
        // Any card may be left out of the triple; one run can take it.
        (0 | 1, 1) => 4,
        _ => 0,
    }
}

/// Adds `begun` hands that are alike and `triples` others to ordered layouts, in all orders.
fn add(to: &mut Layouts, counts: &Layouts, begun: usize, triples: usize, cards: u128) {
    let more = begun + triples;
    for hands in 0..(HANDS_MAX + 1).saturating_sub(more) {
        let orders = super::choose((hands + more) as u128, more as u128) * super::choose(more as u128, triples as u128);
        to[hands + more] += counts[hands] * orders * cards;
    }
}
