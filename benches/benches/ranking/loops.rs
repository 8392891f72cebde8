//! The loops over all hands of five and six cards.

use benches::Kernel;

use crate::evaluators::Evaluator;

/// Shows every hand of five cards whose first is the first of the deck.
fn fives<E: Evaluator>(evaluator: &E, deck: &[E::Card], mut see: impl FnMut(u64)) {
    let [first, rest @ ..] = deck else { return };
    let pile = evaluator.add(evaluator.empty(), *first);
    for (i, &b) in rest.iter().enumerate() {
        let rest = &rest[i + 1..];
        let pile = evaluator.add(pile, b);
        for (i, &c) in rest.iter().enumerate() {
            let rest = &rest[i + 1..];
            let pile = evaluator.add(pile, c);
            for (i, &d) in rest.iter().enumerate() {
                let pile = evaluator.add(pile, d);
                for &e in &rest[i + 1..] {
                    see(evaluator.score(evaluator.add(pile, e)));
                }
            }
        }
    }
}

/// Shows every hand of six cards whose first is the first of the deck.
fn sixes<E: Evaluator>(evaluator: &E, deck: &[E::Card], mut see: impl FnMut(u64)) {
    let [first, rest @ ..] = deck else { return };
    let pile = evaluator.add(evaluator.empty(), *first);
    for (i, &b) in rest.iter().enumerate() {
        let rest = &rest[i + 1..];
        let pile = evaluator.add(pile, b);
        for (i, &c) in rest.iter().enumerate() {
            let rest = &rest[i + 1..];
            let pile = evaluator.add(pile, c);
            for (i, &d) in rest.iter().enumerate() {
                let rest = &rest[i + 1..];
                let pile = evaluator.add(pile, d);
                for (i, &e) in rest.iter().enumerate() {
                    let pile = evaluator.add(pile, e);
                    for &f in &rest[i + 1..] {
                        see(evaluator.score(evaluator.add(pile, f)));
                    }
                }
            }
        }
    }
}

#[inline(never)]
fn sum_of_fives_from<E: Evaluator>(evaluator: &E, deck: &[E::Card]) -> u64 {
    let mut sum = 0;
    fives(evaluator, deck, |score| sum += score);
    sum
}

#[inline(never)]
fn sum_of_sixes_from<E: Evaluator>(evaluator: &E, deck: &[E::Card]) -> u64 {
    let mut sum = 0;
    sixes(evaluator, deck, |score| sum += score);
    sum
}

/// Ranks every hand of five cards out of the first `deck`.
pub fn sum_of_fives<E: Evaluator>(evaluator: &E, deck: usize) -> u64 {
    let cards = &evaluator.deck()[..deck];
    (0..deck).map(|first| sum_of_fives_from(evaluator, &cards[first..])).sum()
}

/// Ranks every hand of six cards out of the first `deck`.
pub fn sum_of_sixes<E: Evaluator>(evaluator: &E, deck: usize) -> u64 {
    let cards = &evaluator.deck()[..deck];
    (0..deck).map(|first| sum_of_sixes_from(evaluator, &cards[first..])).sum()
}

/// Hands by class, high card to straight flush: see `crates/cards/tests/counts`.
pub const FIVES: [u64; 9] = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
pub const SIXES: [u64; 9] = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844];

/// The kernel over all hands of five cards, in parts by the first card. Its class counts are asserted here,
/// once, and its sum on every run.
pub fn five_kernel<E: Evaluator>(evaluator: &E) -> Kernel<'_> {
    let deck = evaluator.deck();
    let mut counts = [0; 9];
    let mut sum = 0;
    for first in 0..52 {
        fives(evaluator, &deck[first..], |score| {
            counts[E::category(score)] += 1;
            sum += score;
        });
    }
    assert_eq!(counts, FIVES, "{}", E::NAME);
    Kernel::new(E::NAME, sum, 52, move |first| sum_of_fives_from(evaluator, &deck[first..]))
}

/// The same over all hands of six cards.
pub fn six_kernel<E: Evaluator>(evaluator: &E) -> Kernel<'_> {
    let deck = evaluator.deck();
    let mut counts = [0; 9];
    let mut sum = 0;
    for first in 0..52 {
        sixes(evaluator, &deck[first..], |score| {
            counts[E::category(score)] += 1;
            sum += score;
        });
    }
    assert_eq!(counts, SIXES, "{}", E::NAME);
    Kernel::new(E::NAME, sum, 52, move |first| sum_of_sixes_from(evaluator, &deck[first..]))
}
