//! The order of all 2,598,960 five-card hands compared with the plain evaluator, and of six cards with their fives.

#![allow(non_snake_case, reason = "test names end in the clause they show")]

use crate::plain;
use std::collections::BTreeMap;

use cards::{
    Card, FiveCategory, FiveStrength, Pile, Suit, Wheel, best_five_of_six, best_five_of_six_with, five, five_with,
    super_royal,
};

fn hand<const N: usize>(text: &str) -> [Card; N] {
    let cards: Vec<Card> = text.split(' ').map(|word| word.parse().unwrap()).collect();
    cards.try_into().unwrap()
}

/// Calls `call` for every hand of five cards.
fn for_each_five(mut call: impl FnMut([Card; 5])) {
    let all = Card::ALL;
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        call([all[a], all[b], all[c], all[d], all[e]]);
                    }
                }
            }
        }
    }
}

/// Every hand has the same class as in the plain evaluator, each strength is one plain hand, and both have the same
/// order.
fn assert_order(wheel: Wheel) {
    let mut plain_by_code = vec![None; 1 << 16];
    for_each_five(|cards| {
        let strength = five_with(&cards, wheel);
        let plain = plain::five(cards, wheel);
        assert_eq!(strength.category(), plain.category, "{cards:?}");
        let known = plain_by_code[usize::from(strength.code())].get_or_insert(plain);
        assert_eq!(*known, plain, "{cards:?} has the strength of another hand");
    });
    let classes: Vec<_> = plain_by_code.into_iter().flatten().collect();
    assert_eq!(classes.len(), usize::from(FiveStrength::COUNT));
    assert!(classes.is_sorted_by(|low, high| low < high));
}

#[test]
fn all_fives_stand_in_the_plain_order() {
    assert_order(Wheel::Counts);
}

#[test]
fn all_fives_stand_in_the_plain_order_without_the_wheel() {
    assert_order(Wheel::DoesNotCount);
}

/// Compares every six cards with the strongest of their six fives. Strengths of fives are looked up by pile, from left
/// to right.
fn assert_best_of_six(wheel: Wheel) {
    let all = Card::ALL;
    let best = |pile: Pile| pile.best_with(wheel).unwrap();
    let mut count = 0_u32;
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    let [a, b, c, d] = [all[a], all[b], all[c], all[d]];
                    let empty = Pile::EMPTY;
                    let abc = empty.with(a).with(b).with(c);
                    let threes = [
                        abc,
                        empty.with(a).with(b).with(d),
                        empty.with(a).with(c).with(d),
                        empty.with(b).with(c).with(d),
                    ];
                    for e in usize::from(d.index()) + 1..52 {
                        let fours = threes.map(|three| three.with(all[e]));
                        let without_f = best(fours[0].with(d));
                        for f in e + 1..52 {
                            let strongest = fours
                                .into_iter()
                                .map(|four| best(four.with(all[f])))
                                .fold(best(abc.with(d).with(all[f])), FiveStrength::max)
                                .max(without_f);
                            let of_six = best(fours[0].with(d).with(all[f]));
                            assert_eq!(of_six, strongest, "{:?}", [a, b, c, d, all[e], all[f]]);
                            count += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(count, 20_358_520);
}

#[test]
fn the_best_of_six_is_the_strongest_of_its_fives__md14_11_d_8_b() {
    assert_best_of_six(Wheel::Counts);
}

#[test]
fn the_best_of_six_is_the_strongest_of_its_fives_without_the_wheel() {
    assert_best_of_six(Wheel::DoesNotCount);
}

#[test]
fn the_ladder_of_classes_stands() {
    let ladder = [
        "7c 5d 4h 3s 2c",
        "Ac Kd Qh Js 9c",
        "2c 2d 5h 4s 3c",
        "Ac Ad Kh Qs Jc",
        "3c 3d 2h 2s 4c",
        "Ac Ad Kh Ks Qc",
        "2c 2d 2h 4s 3c",
        "Ac Ad Ah Ks Qc",
        "Ac 2d 3h 4s 5c",
        "2c 3d 4h 5s 6c",
        "Tc Jd Qh Ks Ac",
        "7c 5c 4c 3c 2c",
        "Ac Kc Qc Jc 9c",
        "2c 2d 2h 3s 3c",
        "Ac Ad Ah Ks Kc",
        "2c 2d 2h 2s 3c",
        "Ac Ad Ah As Kc",
        "Ac 2c 3c 4c 5c",
        "2c 3c 4c 5c 6c",
        "9c Tc Jc Qc Kc",
        "Tc Jc Qc Kc Ac",
    ];
    for pair in ladder.windows(2) {
        assert!(five(&hand(pair[0])) < five(&hand(pair[1])), "{} and {}", pair[0], pair[1]);
    }
}

#[test]
fn the_wheel_is_a_straight_or_not__md14_06_f_6() {
    // READING 27: the house may choose.
    for (cards, counts, does_not_count) in [
        ("Ac 2d 3h 4s 5c", FiveCategory::Straight, FiveCategory::HighCard),
        ("Ac 2c 3c 4c 5c", FiveCategory::StraightFlush, FiveCategory::Flush),
        ("Tc Jc Qc Kc Ac", FiveCategory::RoyalFlush, FiveCategory::RoyalFlush),
        ("Kc Ac 2c 3d 4c", FiveCategory::HighCard, FiveCategory::HighCard),
    ] {
        assert_eq!(five(&hand(cards)).category(), counts, "{cards}");
        assert_eq!(five_with(&hand(cards), Wheel::DoesNotCount).category(), does_not_count, "{cards}");
    }
    for (cards, counts, does_not_count) in [
        ("Ac 2d 3h 4s 5c 5d", FiveCategory::Straight, FiveCategory::Pair),
        ("Ac 2d 3h 4s 5c 9d", FiveCategory::Straight, FiveCategory::HighCard),
        ("Ac 2d 3h 4s 5c 6d", FiveCategory::Straight, FiveCategory::Straight),
        ("Ac 2c 3c 4c 5c 6d", FiveCategory::StraightFlush, FiveCategory::Flush),
        ("Ac 2c 3c 4c 5c 5d", FiveCategory::StraightFlush, FiveCategory::Flush),
        ("Ac 2c 3c 4c 5c 6c", FiveCategory::StraightFlush, FiveCategory::StraightFlush),
    ] {
        assert_eq!(best_five_of_six(&hand(cards)).category(), counts, "{cards}");
        assert_eq!(best_five_of_six_with(&hand(cards), Wheel::DoesNotCount).category(), does_not_count, "{cards}");
    }
    let without = |cards| five_with(&hand(cards), Wheel::DoesNotCount);
    assert!(without("Ac 2d 3h 4s 5c") < without("Ac 2d 3h 4s 6c"), "the least ace high");
    assert!(without("Ac 2d 3h 4s 5c") > without("Kc Qd Jh Ts 8c"), "above the best king high");
    assert!(without("Ac 2c 3c 4c 5c") < without("Ac 2c 3c 4c 6c"));
}

#[test]
fn a_super_royal_is_six_cards_of_one_suit__md14_06_f_8_1() {
    for suit in Suit::ALL {
        let text = "A K Q J T 9".replace(' ', &format!("{suit} ")) + &suit.to_string();
        assert_eq!(super_royal(&hand(&text)), Some(suit));
    }
    assert_eq!(super_royal(&hand("9s Ts Js Qs Ks As")), Some(Suit::Spades), "in any order");
    assert_eq!(super_royal(&hand("As Ks Qs Js Ts 9h")), None);
    assert_eq!(super_royal(&hand("As Ks Qs Js Ts 8s")), None);
    assert_eq!(super_royal(&hand("Ks Qs Js Ts 9s 8s")), None);
}

#[test]
fn a_pile_takes_cards_in_any_order_and_tells_five_and_six_only() {
    let mut pile = Pile::EMPTY;
    let mut reversed = Pile::EMPTY;
    assert!(pile.is_empty());
    for (count, card) in (1..).zip(Card::ALL) {
        pile = pile.with(card);
        reversed = reversed.with(Card::ALL[52 - count]);
        assert_eq!(pile.len() as usize, count);
        assert_eq!(pile.best().is_some(), matches!(count, 5 | 6), "{count}");
        assert_eq!(reversed.best().is_some(), matches!(count, 5 | 6), "{count}");
    }
    assert_eq!(pile, reversed, "all 52 cards");
}

#[test]
#[should_panic(expected = "a card is in the pile twice")]
fn a_card_twice_is_a_fault() {
    five(&hand("As Kd 4c 2h As"));
}

#[test]
fn strengths_print_their_class() {
    let strength = five(&hand("As Ad 4c 4h 4s"));
    assert_eq!(strength.to_string(), "full house");
    assert!(format!("{strength:?}").starts_with("FiveStrength(0x6"));
    let names: BTreeMap<_, _> = FiveCategory::ALL.into_iter().map(|category| (category.name(), category)).collect();
    assert_eq!(names.len(), 10);
}
