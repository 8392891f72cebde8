//! Strengths in words, and the floors that rules name, such as queen high.

use cards::{Rank, Strength, Three, ThreeCategory};

fn words(hand: &str) -> String {
    hand.parse::<Three>().unwrap().strength().to_string()
}

#[test]
fn strengths_read_as_a_dealer_says_them() {
    assert_eq!(words("4c Qd 6h"), "Q-6-4");
    assert_eq!(words("9c Kd 9h"), "pair of 9s with K");
    assert_eq!(words("Jc Kd Qh"), "straight K-Q-J");
    assert_eq!(words("3c Ac 9c"), "flush A-9-3");
    assert_eq!(words("7c 7d 7h"), "three 7s");
    assert_eq!(words("2c Ac 3c"), "straight flush 3-2-A");
    assert_eq!(words("2c Ad 3c"), "straight 3-2-A");
    assert_eq!(words("Tc Td 2c"), "pair of Ts with 2");
    assert_eq!(format!("{:?}", Strength::new(0).unwrap()), "Strength(0: 5-3-2)");
}

#[test]
fn no_two_strengths_read_alike() {
    let mut seen = std::collections::BTreeSet::new();
    for index in 0..Strength::COUNT {
        let strength = Strength::new(index).unwrap();
        assert_eq!(strength.index(), index);
        assert!(seen.insert(strength.to_string()), "{strength:?}");
    }
    assert_eq!(Strength::new(741), None);
    assert_eq!(Strength::new(u16::MAX), None);
}

fn floor(letters: &str) -> Option<String> {
    let ranks: Vec<_> = letters.chars().map(|letter| Rank::from_letter(letter).unwrap()).collect();
    Strength::floor(&ranks).map(|strength| strength.to_string())
}

#[test]
fn a_floor_is_the_weakest_high_card_hand_that_begins_so() {
    for (letters, expected) in [
        ("Q", "Q-3-2"),
        ("Q6", "Q-6-2"),
        ("Q64", "Q-6-4"),
        ("K", "K-3-2"),
        ("A", "A-4-2"),
        ("AK", "A-K-2"),
        ("AKJ", "A-K-J"),
        ("5", "5-3-2"),
        ("54", "5-4-2"),
        ("", "5-3-2"),
    ] {
        assert_eq!(floor(letters).as_deref(), Some(expected), "{letters}");
    }
}

#[test]
fn a_floor_that_is_no_high_card_hand_is_none() {
    for letters in ["4", "2", "A3", "A32", "432", "543", "AKQ", "QJT", "QQ", "Q66", "6Q", "4Q6", "Q642"] {
        assert_eq!(floor(letters), None, "{letters}");
    }
}

#[test]
fn the_floor_of_queen_high_splits_the_hands_where_the_rules_do() {
    let floor = Strength::floor(&[Rank::Queen]).unwrap();
    for hand in Three::all() {
        let is_queen_high_or_better =
            hand.category() > ThreeCategory::HighCard || hand.cards().iter().any(|card| card.rank() >= Rank::Queen);
        assert_eq!(hand.strength() >= floor, is_queen_high_or_better, "{hand}");
    }
    // Below it are ten ranks, two to jack, without their eight straights, in sixty ways each.
    let below = Three::all().filter(|hand| hand.strength() < floor).count();
    assert_eq!(below, (120 - 8) * 60);
}
