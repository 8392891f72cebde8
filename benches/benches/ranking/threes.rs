//! The ranking of three cards, beside a bare look-up.

use std::hint::black_box;

use benches::{Group, Kernel};
use cards::{Card, Strength, Three};

use crate::evaluators::Poker;

/// The 22,100 hands are ranked in this many passes a run, each a part.
const PASSES: usize = 100;
const THREES: u64 = 22_100;

/// A table and the places to look up, hidden from the optimizer.
struct Bare {
    table: Vec<u16>,
    places: Vec<u16>,
}

impl Bare {
    fn new() -> Bare {
        let table = Three::all().map(|hand| hand.strength().index()).collect();
        // A walk with a stride prime to 22,100 meets every hand, but not in order.
        let places = (0..THREES).map(|i| (i * 7_919 % THREES) as u16).collect();
        Bare { table, places }
    }
}

/// Sums without overflow checks, which cost more than a look-up and would hide it.
fn sum(strengths: impl Iterator<Item = u16>) -> u64 {
    u64::from(strengths.map(u32::from).fold(0, u32::wrapping_add))
}

#[inline(never)]
fn bare_look_up(table: &[u16], places: &[u16]) -> u64 {
    sum(places.iter().map(|&place| table[usize::from(place)]))
}

#[inline(never)]
fn strengths(hands: &[Three]) -> u64 {
    sum(hands.iter().map(|hand| hand.strength().index()))
}

/// Ranks every hand of three cards out of the first `deck`.
#[inline(never)]
pub fn strengths_from_cards(deck: usize) -> u64 {
    let deck = &Card::ALL[..deck];
    let mut sum = 0;
    for (i, &a) in deck.iter().enumerate() {
        for (j, &b) in deck.iter().enumerate().skip(i + 1) {
            for &c in &deck[j + 1..] {
                sum += Three::new(a, b, c).map_or(0, |hand| u64::from(hand.strength().index()));
            }
        }
    }
    sum
}

/// The same with the crate `poker`. Its answer differs, as it sums classes.
#[inline(never)]
pub fn poker_threes(poker: &Poker, deck: usize) -> u64 {
    let mut sum = 0;
    poker_categories(poker, deck, |category| sum += category);
    sum
}

fn poker_categories(poker: &Poker, deck: usize, mut see: impl FnMut(u64)) {
    for a in 0..deck {
        for b in a + 1..deck {
            for c in b + 1..deck {
                let hand = [poker.deck[a], poker.deck[b], poker.deck[c]];
                let eval = poker.evaluator.evaluate_three(hand).expect("distinct cards");
                see(poker_category(eval.classify()));
            }
        }
    }
}

/// Hands by class, high card to straight flush: see `crates/cards/tests/counts`.
const BY_CLASS: [u64; 6] = [16_440, 3_744, 1_096, 720, 52, 48];

fn assert_counts(poker: &Poker) {
    let mut ours = [0; 6];
    Three::all().for_each(|hand| ours[hand.category() as usize] += 1);
    assert_eq!(ours, BY_CLASS, "cards");
    let mut theirs = [0; 6];
    poker_categories(poker, 52, |category| theirs[category as usize] += 1);
    assert_eq!(theirs, BY_CLASS, "poker");
}

fn poker_category(class: poker::evaluate::ThreeCardHandClass) -> u64 {
    use poker::evaluate::ThreeCardHandClass::*;
    match class {
        HighCard { .. } => 0,
        Pair { .. } => 1,
        Flush { .. } => 2,
        Straight { .. } => 3,
        ThreeOfAKind { .. } => 4,
        StraightFlush { .. } => 5,
    }
}

/// Measures the ranking of three cards.
pub fn measure(poker: &Poker) {
    assert_counts(poker);
    let bare = Bare::new();
    let hands: Vec<_> = bare.places.iter().filter_map(|&place| Three::from_index(place)).collect();
    let strength_sum = PASSES as u64 * (0..Strength::COUNT).filter_map(Strength::new).map(weighted).sum::<u64>();
    let category_sum = PASSES as u64 * (0..).zip(BY_CLASS).map(|(class, count)| class * count).sum::<u64>();

    Group::new(
        "three cards, all C(52,3) = 22,100 hands",
        PASSES as u64 * THREES,
        vec![
            Kernel::new("bare loop: sum table[index]", strength_sum, PASSES, |_| {
                bare_look_up(black_box(&bare.table), black_box(&bare.places))
            }),
            Kernel::new("cards: strength", strength_sum, PASSES, |_| strengths(black_box(&hands))).within(1.5),
            Kernel::new("cards: Three::new of three cards, strength", strength_sum, PASSES, |_| {
                strengths_from_cards(black_box(52))
            }),
            Kernel::new("poker: evaluate_three", category_sum, PASSES, |_| poker_threes(poker, black_box(52))),
        ],
    )
    .measure();
}

/// A strength's part of the sum over all hands.
fn weighted(strength: Strength) -> u64 {
    u64::from(strength.index()) * u64::from(strength.ways())
}
