//! A second evaluator, slow and plainly written: no tables, no bits, only the words of the rules.
//!
//! It shares only the cards with the crate, and works differently (lists of straights, sorted groups), so that the two
//! are unlikely to share a mistake.

pub mod formula;

use cards::{Card, FiveCategory, ThreeCategory, Wheel};

/// A hand as the rules compare it: first the class, then, in order, the ranks that decide within the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain<Category> {
    pub category: Category,
    pub deciding: [u8; 5],
}

/// The straights of three cards, lowest first: "ace-king-queen being the highest and ace-2-3 the lowest".
const STRAIGHTS_OF_THREE: [&str; 12] =
    ["A23", "234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "QKA"];

/// The straights of five cards, lowest first.
const STRAIGHTS_OF_FIVE: [&str; 10] =
    ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"];

/// "Card rank from high to low is ace, king, queen, jack, 10, 9, 8, 7, 6, 5, 4, 3, 2."
const FROM_HIGH_TO_LOW: &str = "AKQJT98765432";

/// Which of the straights these cards are, if any.
fn straight(cards: &[Card], straights: &[&str]) -> Option<u8> {
    let is_there = |rank: char| cards.iter().any(|card| card.rank().letter() == rank);
    // There are as many cards as ranks: if all ranks are there, none is doubled.
    let place = straights.iter().position(|straight| straight.chars().all(is_there))?;
    u8::try_from(place).ok()
}

fn is_one_suit(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit() == cards[0].suit())
}

/// The ranks as values (ace 14 to two 2), the most frequent first, then from the top; and how often each occurs, in the
/// same order. 9-K-9 gives 9, 9, king and 2, 2, 1.
fn grouped(cards: &[Card]) -> ([u8; 5], [u8; 5]) {
    let mut values = [0; 5];
    let mut counts = [0; 5];
    let mut next = 0;
    for count in [4, 3, 2, 1] {
        for (value, letter) in (2..=14).rev().zip(FROM_HIGH_TO_LOW.chars()) {
            let found = cards.iter().filter(|card| card.rank().letter() == letter).count();
            if found == count {
                for _ in 0..found {
                    values[next] = value;
                    counts[next] = u8::try_from(count).unwrap();
                    next += 1;
                }
            }
        }
    }
    (values, counts)
}

/// Ranks three cards.
pub fn three(cards: [Card; 3]) -> Plain<ThreeCategory> {
    let (values, counts) = grouped(&cards);
    if let Some(place) = straight(&cards, &STRAIGHTS_OF_THREE) {
        let category = if is_one_suit(&cards) { ThreeCategory::StraightFlush } else { ThreeCategory::Straight };
        return Plain { category, deciding: [place, 0, 0, 0, 0] };
    }
    let category = match counts {
        [3, ..] => ThreeCategory::ThreeOfAKind,
        _ if is_one_suit(&cards) => ThreeCategory::Flush,
        [2, ..] => ThreeCategory::Pair,
        _ => ThreeCategory::HighCard,
    };
    Plain { category, deciding: values }
}

/// Ranks five cards.
pub fn five(cards: [Card; 5], wheel: Wheel) -> Plain<FiveCategory> {
    let (values, counts) = grouped(&cards);
    let straights = match wheel {
        Wheel::Counts => &STRAIGHTS_OF_FIVE[..],
        Wheel::DoesNotCount => &STRAIGHTS_OF_FIVE[1..],
    };
    if let Some(place) = straight(&cards, straights) {
        let is_highest = usize::from(place) == straights.len() - 1;
        let category = match (is_one_suit(&cards), is_highest) {
            (true, true) => FiveCategory::RoyalFlush,
            (true, false) => FiveCategory::StraightFlush,
            (false, _) => FiveCategory::Straight,
        };
        return Plain { category, deciding: [place, 0, 0, 0, 0] };
    }
    let category = match counts {
        [4, ..] => FiveCategory::FourOfAKind,
        [3, 3, 3, 2, 2] => FiveCategory::FullHouse,
        _ if is_one_suit(&cards) => FiveCategory::Flush,
        [3, ..] => FiveCategory::ThreeOfAKind,
        [2, 2, 2, 2, 1] => FiveCategory::TwoPair,
        [2, ..] => FiveCategory::Pair,
        _ => FiveCategory::HighCard,
    };
    Plain { category, deciding: values }
}
