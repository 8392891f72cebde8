//! Sums over every deal, against the house edges that are published for this game.

use std::collections::BTreeMap;

use super::books::{Line, PairPlus, PlainHouse, house};
use super::cards::{PlainHand, cards, every_hand, judge};
use super::settle::{Decision, PlainBets, PlainResult, settle_judged};

/// What can be dealt to the dealer when the player has three cards.
const DEALERS: i64 = 18_424;
/// What can be dealt to the player and the dealer.
const DEALS: i64 = 22_100 * DEALERS;

const POSTED: [Line<'_>; 5] =
    [("straight-flush", 40), ("three-of-a-kind", 30), ("straight", 6), ("flush", 4), ("pair", 1)];

fn printed(book: &str, ante_bonus: &str, pair_plus: &str) -> PlainHouse {
    house(book, ante_bonus, PairPlus::Printed(pair_plus)).unwrap()
}

/// What the player wins or loses in all.
fn net(result: &PlainResult) -> i64 {
    [result.ante, result.play, result.ante_bonus, result.pair_plus]
        .iter()
        .map(|piece| piece.paid + piece.returned - piece.stake)
        .sum()
}

/// A player's hand that stands for all hands that differ from it in the names of the suits only.
struct Class {
    hand: PlainHand,
    /// How many hands it stands for.
    hands: i64,
    /// The dealer's hands that leave these cards to the player, with how often each value occurs.
    dealers: Vec<(PlainHand, i64)>,
}

fn classes() -> Vec<Class> {
    let mut stand_for: BTreeMap<[u8; 3], i64> = BTreeMap::new();
    for hand in every_hand() {
        *stand_for.entry(suits_renamed(hand)).or_insert(0) += 1;
    }
    let mask = |cards: [u8; 3]| cards.iter().fold(0_u64, |mask, card| mask | 1 << card);
    // The dealer's hands by value, so that each value is settled only once.
    let mut by_value: BTreeMap<u32, (PlainHand, Vec<u64>)> = BTreeMap::new();
    for cards in every_hand() {
        let hand = judge(cards);
        let entry = by_value.entry(hand.value).or_insert((hand, Vec::new()));
        entry.1.push(mask(cards));
    }
    let dealers = |taken: u64| {
        let free = |masks: &[u64]| masks.iter().filter(|mask| *mask & taken == 0).count();
        let count = |(hand, masks): &(PlainHand, Vec<u64>)| (*hand, i64::try_from(free(masks)).unwrap());
        by_value.values().map(count).collect()
    };
    stand_for
        .into_iter()
        .map(|(cards, hands)| Class { hand: judge(cards), hands, dealers: dealers(mask(cards)) })
        .collect()
}

/// The hand with its suits renamed, in the way that gives the least cards.
fn suits_renamed(hand: [u8; 3]) -> [u8; 3] {
    let mut least = [u8::MAX; 3];
    for a in 0..4 {
        for b in (0..4).filter(|b| *b != a) {
            for c in (0..4).filter(|c| *c != a && *c != b) {
                let suits = [a, b, c, 6 - a - b - c];
                let mut renamed = hand.map(|card| card / 4 * 4 + suits[usize::from(card % 4)]);
                renamed.sort_unstable();
                least = least.min(renamed);
            }
        }
    }
    least
}

/// What an ante of 1 wins or loses against all of the dealer's hands together.
fn against_all_dealers(house: &PlainHouse, class: &Class, decision: Decision) -> i64 {
    let bets = PlainBets { ante: 1, pair_plus: 0 };
    let settled = |dealer| net(&settle_judged(house, &class.hand, dealer, bets, decision));
    class.dealers.iter().map(|(dealer, deals)| deals * settled(dealer)).sum()
}

/// The house's gain from an ante of 1 over all deals, if queen-six-four and better plays and the rest folds.
fn ante_edge(house: &PlainHouse, classes: &[Class]) -> i64 {
    let least_played = judge(cards("Qc 6d 4h")).value;
    let best = |class: &Class| {
        let play = against_all_dealers(house, class, Decision::Play);
        let fold = against_all_dealers(house, class, Decision::Fold);
        assert_eq!(fold, -DEALERS);
        // That is also the best a player can do: no hand below is worth playing, none above worth folding.
        assert_eq!(play > fold, class.hand.value >= least_played, "{:?}", class.hand);
        class.hands * play.max(fold)
    };
    -classes.iter().map(best).sum::<i64>()
}

/// A share as a percentage with four places, rounded.
fn percent(part: i64, whole: i64) -> String {
    let units = (part * 1_000_000 * 2 + whole) / (whole * 2);
    format!("{}.{:04}", units / 10_000, units % 10_000)
}

#[test]
fn ante_and_play_have_the_published_edge() {
    let classes = classes();
    assert_eq!(classes.len(), 1_755);
    let deals = |class: &Class| class.hands * class.dealers.iter().map(|(_, deals)| deals).sum::<i64>();
    assert_eq!(classes.iter().map(deals).sum::<i64>(), DEALS);

    let five_four_one = [
        printed("md2014", "A", "A"),
        printed("md2014", "precondition-A", "A"),
        printed("md14", "A", "A"),
        house("ma", "standard", PairPlus::Posted(&POSTED)).unwrap(),
        printed("tribal", "standard", "standard"),
        printed("sd", "standard", "1"),
    ];
    for house in five_four_one {
        let edge = ante_edge(&house, &classes);
        assert_eq!(edge, 13_733_780);
        assert_eq!(percent(edge, DEALS), "3.3730");
    }
    for (book, ante_bonus, edge) in [
        ("md2014", "B", "3.6083"),
        ("md2014", "C", "3.8255"),
        ("md2014", "precondition-B", "3.6083"),
        ("md2014", "precondition-C", "3.8255"),
        ("md14", "B", "3.6083"),
        ("md14", "C", "3.8255"),
    ] {
        let house = printed(book, ante_bonus, "A");
        let found = percent(ante_edge(&house, &classes), DEALS);
        assert_eq!(found, edge, "{book} {ante_bonus}");
    }
}

#[test]
fn pair_plus_has_the_published_edges() {
    // The house's gain of 22,100 equal wagers, one on each hand.
    let edge = |house: &PlainHouse| {
        let bets = PlainBets { ante: 0, pair_plus: 1 };
        let dealer = judge(cards("Qc 6d 4h"));
        let settled = |cards| net(&settle_judged(house, &judge(cards), &dealer, bets, Decision::NoAnte));
        -every_hand().into_iter().map(settled).sum::<i64>()
    };
    for (book, ante_bonus, pair_plus, of_22_100, published) in [
        ("md2014", "A", "A", 1_232, "5.5747"),
        ("md2014", "A", "B", 1_608, "7.2760"),
        ("md2014", "A", "C", 512, "2.3167"),
        ("md2014", "A", "D", 772, "3.4932"),
        ("md14", "A", "A", 1_012, "4.5792"),
        ("md14", "A", "B", 1_232, "5.5747"),
        ("md14", "A", "C", 1_608, "7.2760"),
        ("md14", "A", "D", 512, "2.3167"),
        ("md14", "A", "E", 772, "3.4932"),
        ("tribal", "standard", "standard", 512, "2.3167"),
        ("tribal", "standard", "alternative", 596, "2.6968"),
        ("sd", "standard", "1", 512, "2.3167"),
        ("sd", "standard", "2", 1_608, "7.2760"),
    ] {
        let edge = edge(&printed(book, ante_bonus, pair_plus));
        assert_eq!(edge, of_22_100, "{book} {pair_plus}");
        assert_eq!(percent(edge, 22_100), published, "{book} {pair_plus}");
    }
    let posted = house("ma", "standard", PairPlus::Posted(&POSTED)).unwrap();
    assert_eq!(edge(&posted), 512);
}
