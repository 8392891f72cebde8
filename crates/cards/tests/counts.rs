//! How many hands each class has, counted over all hands of three, five and six cards, compared with the count files.

use std::collections::BTreeMap;

use crate::plain::formula::{choose, value};
use cards::counts::{FiveCounts, ThreeCounts, five_card_counts, six_card_counts};
use cards::{Card, CardSet, FiveCategory, Pile, Suit, Three, Wheel};

/// The rows of a count file: its leading columns joined by commas, and the count.
fn counts(name: &str, file: &str) -> BTreeMap<String, u64> {
    assert!(file.contains("# Source: "), "{name} names its source");
    let mut counts = BTreeMap::new();
    let rows = file.lines().filter(|line| !line.starts_with('#')).skip(1);
    for row in rows {
        let columns: Vec<_> = row.split('\t').collect();
        let [keys @ .., count, formula] = &columns[..] else { panic!("{name}: {row}") };
        let count = count.parse().unwrap_or_else(|error| panic!("{name}: {row}: {error}"));
        assert_eq!(value(formula), count, "{name}: {row}: the formula gives another count");
        assert!(counts.insert(keys.join(", "), count).is_none(), "{name}: {row}: twice");
    }
    counts
}

fn add(counted: &mut BTreeMap<String, u64>, key: String, count: u64) {
    if count > 0 {
        *counted.entry(key).or_default() += count;
    }
}

#[test]
fn three_cards() {
    let expected = counts("three.tsv", include_str!("counts/three.tsv"));
    let mut counted = BTreeMap::new();
    for hand in Three::all() {
        add(&mut counted, hand.category().to_string(), 1);
        if let Some(suit) = hand.mini_royal() {
            add(&mut counted, "mini royal".to_owned(), 1);
            if suit == Suit::Spades {
                add(&mut counted, "mini royal of spades".to_owned(), 1);
            }
        }
    }
    assert_eq!(counted, expected);
    let closed = ThreeCounts::of_deck(CardSet::FULL);
    for category in cards::ThreeCategory::ALL {
        let royals = if category == cards::ThreeCategory::StraightFlush { expected["mini royal"] } else { 0 };
        assert_eq!(closed.by_category[category as usize] + royals, expected[&category.to_string()]);
    }
    assert_eq!(closed.mini_royals, [1; 4]);
    let royals = expected["mini royal"] + expected["mini royal of spades"];
    assert_eq!(expected.values().sum::<u64>() - royals, choose(52, 3));
}

/// Hands by class, for each way to read the wheel.
#[derive(Default)]
struct Tally {
    wheel_counts: [u64; 10],
    wheel_does_not_count: [u64; 10],
    /// From which class to which hands change when the wheel stops counting.
    changed: BTreeMap<(FiveCategory, FiveCategory), u64>,
    super_royals: [u64; 4],
}

impl Tally {
    fn count(&mut self, pile: Pile) {
        let counts = pile.best_with(Wheel::Counts).unwrap();
        let does_not_count = pile.best_with(Wheel::DoesNotCount).unwrap();
        self.wheel_counts[counts.category() as usize] += 1;
        self.wheel_does_not_count[does_not_count.category() as usize] += 1;
        if counts != does_not_count {
            *self.changed.entry((counts.category(), does_not_count.category())).or_default() += 1;
        }
        if let Some(suit) = pile.super_royal() {
            self.super_royals[usize::from(suit.index())] += 1;
        }
    }

    /// Checks that the closed-form counts match what was dealt, class by class.
    fn are(&self, counts: impl Fn(Wheel) -> FiveCounts) {
        for (wheel, dealt) in [(Wheel::Counts, self.wheel_counts), (Wheel::DoesNotCount, self.wheel_does_not_count)] {
            let counted = counts(wheel);
            assert_eq!(FiveCategory::ALL.map(|category| counted.of(category)), dealt);
            assert_eq!(counted.super_royals, self.super_royals);
        }
    }

    fn named(&self) -> BTreeMap<String, u64> {
        let mut named = BTreeMap::new();
        for category in FiveCategory::ALL {
            add(&mut named, format!("{category}, counts"), self.wheel_counts[category as usize]);
            add(&mut named, format!("{category}, does not count"), self.wheel_does_not_count[category as usize]);
        }
        for suit in Suit::ALL {
            let count = self.super_royals[usize::from(suit.index())];
            add(&mut named, "super royal, either".to_owned(), count);
            add(&mut named, format!("super royal of {}, either", suit.name()), count);
        }
        named
    }
}

/// Calls `call` for every way to add `more` cards, from index `from` on, to the pile.
fn for_each_pile(pile: Pile, from: usize, more: usize, call: &mut impl FnMut(Pile)) {
    if more == 0 {
        return call(pile);
    }
    for index in from..52 {
        for_each_pile(pile.with(Card::ALL[index]), index + 1, more - 1, call);
    }
}

#[test]
fn five_cards() {
    let expected = counts("five.tsv", include_str!("counts/five.tsv"));
    let mut tally = Tally::default();
    for_each_pile(Pile::EMPTY, 0, 5, &mut |pile| tally.count(pile));
    tally.are(five_card_counts);
    assert_eq!(tally.named(), expected);
    assert_eq!(expected.values().sum::<u64>(), 2 * choose(52, 5));
}

#[test]
fn six_cards() {
    let expected = counts("six.tsv", include_str!("counts/six.tsv"));
    let mut tally = Tally::default();
    for_each_pile(Pile::EMPTY, 0, 6, &mut |pile| tally.count(pile));
    tally.are(six_card_counts);
    assert_eq!(tally.named(), expected);
    let super_royals = 2 * expected["super royal, either"];
    assert_eq!(expected.values().sum::<u64>() - super_royals, 2 * choose(52, 6));

    let changed: BTreeMap<_, _> =
        tally.changed.into_iter().map(|((from, to), count)| (format!("{from}, {to}"), count)).collect();
    assert_eq!(changed, counts("wheel.tsv", include_str!("counts/wheel.tsv")));
    assert_eq!(changed["straight, high card"] + changed["straight, pair"], 35_760);
    assert_eq!(changed["straight flush, flush"], 184);
}
