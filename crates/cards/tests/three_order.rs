//! The order of all 22,100 three-card hands compared with the plain evaluator.

#![allow(non_snake_case, reason = "test names end in the clause they show")]

use crate::plain;
use std::collections::{BTreeMap, BTreeSet};

use cards::{Card, CardSet, Rank, Strength, Suit, Three, ThreeCategory};

fn three(text: &str) -> Three {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// One hand for each strength.
fn representatives() -> BTreeMap<Strength, Three> {
    Three::all().map(|hand| (hand.strength(), hand)).collect()
}

#[test]
fn all_hands_stand_in_the_plain_order__md14_06_e() {
    let mut hands: Vec<_> = Three::all().map(|hand| (plain::three(hand.cards()), hand)).collect();
    hands.sort();
    assert_eq!(hands.len(), 22_100);
    assert_eq!(hands[0].1.strength().index(), 0);
    assert_eq!(hands[22_099].1.strength().index(), 740);
    for pair in hands.windows(2) {
        let [(plain_low, low), (plain_high, high)] = pair else { unreachable!() };
        assert_eq!(plain_low.cmp(plain_high), low.strength().cmp(&high.strength()), "{low} and {high}");
        assert_eq!(plain_low.category, low.category(), "{low}");
    }
}

#[test]
fn there_are_741_strengths_each_with_its_ways() {
    let plain: BTreeSet<_> = Three::all().map(|hand| plain::three(hand.cards())).collect();
    assert_eq!(plain.len(), 741);
    assert_eq!(usize::from(Strength::COUNT), plain.len());

    let mut ways = BTreeMap::new();
    for hand in Three::all() {
        *ways.entry(hand.strength()).or_insert(0) += 1;
    }
    let expected: Vec<_> = (0..741).map(|index| Strength::new(index).unwrap()).collect();
    assert!(ways.keys().copied().eq(expected), "every index from 0 to 740 is met");
    for (strength, count) in ways {
        assert_eq!(strength.ways(), count, "{strength}");
    }
}

#[test]
fn every_pair_of_strengths_compares_as_the_plain_hands_do() {
    let hands: Vec<_> =
        representatives().into_iter().map(|(strength, hand)| (strength, plain::three(hand.cards()))).collect();
    assert_eq!(hands.len(), 741);
    for (strength, plain) in &hands {
        for (other_strength, other_plain) in &hands {
            assert_eq!(strength.cmp(other_strength), plain.cmp(other_plain), "{strength} and {other_strength}");
        }
    }
}

#[test]
fn suits_are_equal__md14_06_c() {
    // Renaming the suits in any of the 24 ways changes no strength.
    for hand in Three::all() {
        for [c, d, h, s] in permutations_of_suits() {
            let [a, b, third] = hand.cards().map(|card| {
                let suit = match card.suit() {
                    Suit::Clubs => c,
                    Suit::Diamonds => d,
                    Suit::Hearts => h,
                    Suit::Spades => s,
                };
                Card::new(card.rank(), suit)
            });
            let renamed = Three::new(a, b, third).unwrap();
            assert_eq!(renamed.strength(), hand.strength(), "{hand} and {renamed}");
        }
    }
}

fn permutations_of_suits() -> Vec<[Suit; 4]> {
    let mut permutations = Vec::new();
    for a in Suit::ALL {
        for b in Suit::ALL {
            for c in Suit::ALL {
                for d in Suit::ALL {
                    if BTreeSet::from([a, b, c, d]).len() == 4 {
                        permutations.push([a, b, c, d]);
                    }
                }
            }
        }
    }
    assert_eq!(permutations.len(), 24);
    permutations
}

#[test]
fn ace_two_three_is_the_lowest_straight__md14_06_d_3() {
    let lowest = three("Ah 2d 3c").strength();
    assert_eq!(lowest.category(), ThreeCategory::Straight);
    let weakest = Three::all().map(Three::strength).filter(|s| s.category() == ThreeCategory::Straight).min();
    assert_eq!(weakest, Some(lowest));
    assert!(lowest < three("2h 3d 4c").strength());
    assert!(lowest > three("Ah Kh Jh").strength(), "the highest flush");
}

#[test]
fn ace_two_three_is_the_lowest_straight_flush__md14_06_d_1() {
    let lowest = three("Ah 2h 3h").strength();
    assert_eq!(lowest.category(), ThreeCategory::StraightFlush);
    assert_eq!(lowest.index(), three("Ac Ad Ah").strength().index() + 1);
}

#[test]
fn ace_king_queen_is_the_highest__md14_06_d_1() {
    assert_eq!(three("As Ks Qs").strength().index(), 740);
    assert_eq!(three("As Ks Qd").category(), ThreeCategory::Straight);
    assert_eq!(three("As Ks Qd").strength().index() + 1, three("2s 2h 2d").strength().index());
}

#[test]
fn king_ace_two_is_no_straight__md14_06_b_2() {
    for text in ["Kc Ad 2h", "Qc Ad 2h"] {
        assert_eq!(three(text).category(), ThreeCategory::HighCard, "{text}");
    }
    assert_eq!(three("Kc Ac 2c").category(), ThreeCategory::Flush);
}

#[test]
fn the_pair_counts_before_the_side_card__md14_06_d_5() {
    // Literally "the highest card that the other does not contain" would let 5-5-A win (READING 26).
    assert!(three("9c 9d 2h").strength() > three("5c 5d Ah").strength());
    assert!(three("9c 9d 3h").strength() > three("9h 9s 2c").strength());
}

#[test]
fn hands_still_equal_are_a_tie__md14_06_e_2() {
    assert_eq!(three("Qs 6d 4c").strength(), three("4h Qd 6c").strength());
    assert_eq!(three("9c 9d Kh").strength(), three("9h 9s Ks").strength());
    assert_eq!(three("9c 5c 3c").strength(), three("9s 5s 3s").strength());
}

#[test]
fn a_straight_beats_a_flush__sd_1_4() {
    assert!(three("2c 3d 4h").strength() > three("Ac Kc Jc").strength());
    assert!(three("2c 2d 2h").strength() > three("Ac Kd Qh").strength());
}

#[test]
fn mini_royals_are_suited_ace_king_queen() {
    let royals: Vec<_> = Three::all().filter_map(|hand| Some((hand.mini_royal()?, hand))).collect();
    assert_eq!(royals.len(), 4);
    for suit in Suit::ALL {
        let hands: Vec<_> = royals.iter().filter(|(of, _)| *of == suit).map(|(_, hand)| *hand).collect();
        let expected = [Rank::Ace, Rank::King, Rank::Queen].map(|rank| Card::new(rank, suit));
        assert_eq!(hands.iter().map(|hand| hand.cards()).collect::<Vec<_>>(), [expected]);
        assert_eq!(hands[0].strength().index(), 740);
    }
}

#[test]
fn cards_come_as_a_dealer_sets_them() {
    for (text, set) in [
        ("4c As Kd", "As Kd 4c"),
        ("As 2d 3c", "3c 2d As"),
        ("2s As 3s", "3s 2s As"),
        ("2s As 4s", "As 4s 2s"),
        ("Kh 9d 9s", "9s 9d Kh"),
        ("9c 2h 9d", "9d 9c 2h"),
        ("7c 7s 7d", "7s 7d 7c"),
        ("Qc Ad Kh", "Ad Kh Qc"),
    ] {
        assert_eq!(three(text).to_string(), set);
    }
    for hand in Three::all() {
        let strength = hand.strength();
        assert_eq!(hand.cards().map(Card::rank), strength.ranks(), "{hand}");
        assert_eq!(hand.set(), hand.cards().into_iter().collect::<CardSet>());
    }
}

#[test]
fn index_and_hand_are_one_to_one() {
    let mut seen = BTreeSet::new();
    for c in Card::ALL {
        for b in Card::ALL.into_iter().filter(|&b| b < c) {
            for a in Card::ALL.into_iter().filter(|&a| a < b) {
                let hand = Three::new(a, b, c).unwrap();
                assert!(seen.insert(hand.index()));
                assert_eq!(Three::from_index(hand.index()), Some(hand));
                for (x, y, z) in [(a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)] {
                    assert_eq!(Three::new(x, y, z), Ok(hand));
                }
                let mut sorted = hand.cards();
                sorted.sort();
                assert_eq!(sorted, [a, b, c]);
            }
        }
    }
    assert!(seen.into_iter().eq(0..22_100));
    assert_eq!(Three::from_index(22_100), None);
    assert_eq!(Three::from_index(u16::MAX), None);
    assert_eq!(Three::all().len(), 22_100);
}

/// FNV-1a, 64 bits.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// One number for the whole order: all hands from the weakest, ties by index on one line, each line after the one it
/// beats. Any change to the ranking, however small, changes it.
#[test]
fn the_digest_of_the_whole_order_stands() {
    let mut hands: Vec<_> = Three::all().collect();
    hands.sort_by_key(|hand| (hand.strength(), hand.index()));
    let mut text = String::new();
    for tied in hands.chunk_by(|a, b| a.strength() == b.strength()) {
        let line: Vec<_> = tied.iter().map(Three::to_string).collect();
        text += &line.join(" = ");
        text.push('\n');
    }
    assert_eq!(text.lines().count(), 741);
    assert_eq!(digest(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(digest("a"), 0xaf63_dc4c_8601_ec8c, "the published value");
    assert_eq!(format!("{:016x}", digest(&text)), "69f31460b2336858");
}
