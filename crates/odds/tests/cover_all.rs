//! Cover All compared with enumeration for two and three hands, with chance for eight, and the house's edge by players.

use cards::{Card, Three, ThreeCategory};
use odds::Fraction;
use odds::cover_all::{HANDS_MAX, HighestHandCounts, cover_all, same_without_folded};
use odds::{Deals, base::BaseGame, deals::suit_classes, strategy::Strategy, terms::BaseTerms};
use rules::{Books, House};

fn house() -> House {
    let text = include_str!("../../../houses/ma.toml");
    rules::house::check(text, &Books::shipped()).house.unwrap()
}

/// The index of a hand in the order of `HighestHandCounts::ways`.
fn kind(hand: Three) -> usize {
    match hand.category() {
        ThreeCategory::StraightFlush if hand.mini_royal().is_some() => 0,
        ThreeCategory::StraightFlush => 1,
        ThreeCategory::ThreeOfAKind => 2,
        ThreeCategory::Straight => 3,
        _ => 4,
    }
}

#[test]
fn two_hands_agree_with_dealing_all_pairs() {
    let all: Vec<(u64, usize)> = Three::all().map(|hand| (hand.set().bits(), kind(hand))).collect();
    let mut ways = [0_u128; 5];
    for (hand, class_ways) in suit_classes() {
        let (cards, mine) = (hand.set().bits(), kind(hand));
        let mut met = [0_u128; 5];
        for (_, theirs) in all.iter().filter(|(other, _)| other & cards == 0) {
            met[mine.min(*theirs)] += 1;
        }
        for (total, met) in ways.iter_mut().zip(met) {
            *total += met * u128::from(class_ways);
        }
    }
    let highest = HighestHandCounts::of_hands(2).unwrap();
    assert_eq!(highest.ways(), ways);
    assert_eq!(highest.of, 407_170_400);
}

/// Sets of up to three disjoint hands of a kind or better, enumerated one by one.
fn sets(worst: usize) -> [u128; 4] {
    let hands: Vec<u64> = Three::all().filter(|hand| kind(*hand) <= worst).map(|hand| hand.set().bits()).collect();
    let mut sets = [1, hands.len() as u128, 0, 0];
    for (i, a) in hands.iter().enumerate() {
        for (j, b) in hands.iter().enumerate().skip(i + 1) {
            if a & b == 0 {
                sets[2] += 1;
                let two = a | b;
                sets[3] += hands[j + 1..].iter().filter(|c| two & **c == 0).count() as u128;
            }
        }
    }
    sets
}

#[test]
fn three_hands_agree_with_sets_laid_out_one_by_one() {
    let choose3 = |n: u128| n * (n - 1) * (n - 2) / 6;
    let of = choose3(52) * choose3(49) * choose3(46);
    let mut without = vec![of];
    for worst in 0..4 {
        let [_, one, two, three] = sets(worst);
        // Of three ordered hands: one, two or three given ones in given places, the rest dealt.
        let with = 3 * one * choose3(49) * choose3(46) - 3 * 2 * two * choose3(46) + 6 * three;
        without.push(of - with);
    }
    let ways: Vec<u128> = without.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let highest = HighestHandCounts::of_hands(3).unwrap();
    assert_eq!(highest.of, of);
    assert_eq!(highest.ways()[..4], ways[..]);
}

/// A small generator, so that the test always deals the same hands.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[test]
fn four_to_nine_hands_agree_with_chance() {
    const DEALS: u128 = 200_000;
    let mut seed = 83;
    // The highest of the first k hands of each deal, for each k at once.
    let mut seen = [[0_u128; 5]; HANDS_MAX + 1];
    let mut deck = Card::ALL;
    for _ in 0..DEALS {
        let mut highest = 4;
        for hand in 0..HANDS_MAX {
            for i in 3 * hand..3 * hand + 3 {
                let left = (52 - i) as u64;
                deck.swap(i, i + (next(&mut seed) % left) as usize);
            }
            let [a, b, c] = [deck[3 * hand], deck[3 * hand + 1], deck[3 * hand + 2]];
            highest = highest.min(kind(Three::new(a, b, c).unwrap()));
            seen[hand + 1][highest] += 1;
        }
    }
    for hands in 4..=HANDS_MAX {
        let law = HighestHandCounts::of_hands(hands).unwrap();
        for (probability, seen) in law.probabilities().into_iter().zip(seen[hands]) {
            // (seen - n p)^2 within 25 n p (1 - p).
            let n = Fraction::whole(DEALS);
            let off = (Fraction::whole(seen) - n.clone() * probability.clone()).power(2);
            let variance = n * probability.clone() * (Fraction::whole(1) - probability.clone());
            assert!(off < Fraction::whole(25) * variance, "{hands} hands: {seen} seen of {}", probability.percent(4));
        }
    }
}

#[test]
fn the_matrix_by_number_of_players() {
    let house = house();
    let terms = house.cover_all.as_ref().unwrap();
    // The readings mention a simulation of 20 million rounds per column: 6 to 11 percent (READING 82).
    let edges: Vec<String> = (1..=7).map(|n| cover_all(terms, n).unwrap().house_edge().percent(4)).collect();
    assert_eq!(edges, ["9.8977%", "7.9291%", "8.6405%", "6.0401%", "11.0710%", "10.2427%", "10.1718%"]);
    let hits: Vec<String> = (1..=7).map(|n| cover_all(terms, n).unwrap().hit_frequency().percent(4)).collect();
    assert_eq!(hits, ["7.2813%", "10.7180%", "14.0257%", "17.2091%", "20.2731%", "23.2221%", "26.0606%"]);
    let without = |players: usize| {
        let highest = HighestHandCounts::of_hands(players + 1).unwrap();
        let mut table = terms.tables[players - 1].clone();
        table.lines.retain(|line| line.hand != rules::hand::HandName::Straight);
        highest.law(&table).unwrap().house_edge()
    };
    // The same reading: 43 to 55 percent without the straight line.
    let edges: Vec<String> = (1..=7).map(|n| without(n).percent(1)).collect();
    assert_eq!(edges, ["48.2%", "45.4%", "45.3%", "43.5%", "46.3%", "50.4%", "55.2%"]);
    assert!(cover_all(terms, 0).is_none() && cover_all(terms, 8).is_none());
}

#[test]
fn folded_hands_make_no_difference_to_the_optimum() {
    let house = house();
    let terms = BaseTerms::of(&house);
    let deals = Deals::new(terms.floor);
    for (_, strategy) in Strategy::NAMED {
        assert!(same_without_folded(&deals, &BaseGame::new(&deals, &terms, &strategy)));
    }
    let timid = Strategy::From("As Ks Qs".parse::<Three>().unwrap().strength());
    assert!(!same_without_folded(&deals, &BaseGame::new(&deals, &terms, &timid)));
}
