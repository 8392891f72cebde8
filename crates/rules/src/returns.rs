//! What a posted table gives back, counted exactly: for the warning about tables that return too much.

use cards::{Card, FiveCategory, Pile, Suit, Three, Wheel};
use std::sync::OnceLock;

use crate::money::{Cents, Odds};
use crate::paytable::Pays;
use crate::posted::{FiveTable, ThreeTable};

/// What a line returns on a stake of `stake` cents, the stake included; a meter's share counts nothing.
fn returned(pays: Pays, stake: i64) -> i64 {
    let on = |odds: Odds| odds.on(Cents(stake)).0;
    match pays {
        Pays::To(odds) => stake + on(odds),
        Pays::For(odds) => on(odds),
        Pays::OfMeter(..) => 0,
        Pays::Flat(amount) => stake + amount.0,
    }
}

/// What 22,100 equal wagers on a three-card table return together, in stakes: (returned, staked).
/// Odds with a half are counted at a stake of two, so the pair is exact for every table the books know.
#[must_use]
pub fn three_card(table: &ThreeTable) -> (i64, i64) {
    let hands = Three::all().filter_map(|hand| table.line(hand));
    let total: i64 = hands.map(|line| returned(line.pays, 2)).sum();
    if total % 2 == 0 { (total / 2, 22_100) } else { (total, 44_200) }
}

/// How many of all six-card deals are each five-card category at best; the super royals apart, by suit.
fn six_card_counts(wheel: Wheel) -> &'static ([i64; 10], [i64; 4]) {
    static COUNTED: [OnceLock<([i64; 10], [i64; 4])>; 2] = [const { OnceLock::new() }; 2];
    let slot = usize::from(wheel == Wheel::DoesNotCount);
    COUNTED[slot].get_or_init(|| {
        let mut counts = ([0_i64; 10], [0_i64; 4]);
        deal(Card::ALL.as_slice(), Pile::EMPTY, 6, &mut |pile| {
            if let Some(best) = pile.best_with(wheel) {
                let category = best.category();
                match if category == FiveCategory::RoyalFlush { pile.super_royal() } else { None } {
                    Some(suit) => counts.1[suit as usize] += 1,
                    None => counts.0[category as usize] += 1,
                }
            }
        });
        counts
    })
}

/// Every pile of `wanted` more cards from `rest`.
fn deal(rest: &[Card], pile: Pile, wanted: usize, each: &mut impl FnMut(Pile)) {
    if wanted == 0 {
        return each(pile);
    }
    for (i, card) in rest.iter().enumerate() {
        deal(rest.get(i + 1..).unwrap_or_default(), pile.with(*card), wanted - 1, each);
    }
}

/// What 20,358,520 equal six card wagers of `stake` return together, in cents: (returned, staked).
#[must_use]
pub fn six_card(table: &FiveTable, wheel: Wheel, stake: Cents) -> (i128, i128) {
    let (categories, super_royals) = six_card_counts(wheel);
    let mut total = 0_i128;
    for (category, ways) in FiveCategory::ALL.into_iter().zip(categories) {
        total +=
            table.line(category, None).map_or(0, |line| i128::from(*ways) * i128::from(returned(line.pays, stake.0)));
    }
    for (suit, ways) in Suit::ALL.into_iter().zip(super_royals) {
        let line = table.line(FiveCategory::RoyalFlush, Some(suit));
        total += line.map_or(0, |line| i128::from(*ways) * i128::from(returned(line.pays, stake.0)));
    }
    (total, 20_358_520 * i128::from(stake.0))
}
