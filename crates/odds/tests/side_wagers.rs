//! Every figure of the side wagers by a second method: hands dealt compared with hands counted, chains with balances.

use std::sync::OnceLock;

use cards::counts::{FiveCounts, ThreeCounts, five_card_counts, six_card_counts};
use cards::{Card, CardSet, FiveCategory, Pile, Rank, Three, ThreeCategory, Wheel};
use odds::deals::suit_classes;
use odds::envy::EnvyLaw;
use odds::five::{COMMUNITY_PAIRS, FIVE_CARD_HANDS, five_card_ways, five_given};
use odds::progressive::ProgressiveLaw;
use odds::six::{SIX_CARD_HANDS, fair_stake, flat_worth, six_card_law};
use odds::three::{THREE_CARD_HANDS, ante_bonus_law, three_card_law};
use odds::{Fraction, WagerLaw};
use rules::clause::Citation;
use rules::hand::HandName;
use rules::house::{MeterTerms, ProgressiveTable};
use rules::paytable::{EnvyLine, Line, Pays, Paytable};
use rules::posted::{FiveTable, ThreeTable};
use rules::{Books, Cents, House, Level, Share, Wager, returns};

const WHEELS: [Wheel; 2] = [Wheel::Counts, Wheel::DoesNotCount];
const DOLLAR: Cents = Cents::dollars(1);

fn deal(rest: &[Card], pile: Pile, wanted: usize, each: &mut impl FnMut(Pile)) {
    if wanted == 0 {
        return each(pile);
    }
    for (i, card) in rest.iter().enumerate() {
        deal(&rest[i + 1..], pile.with(*card), wanted - 1, each);
    }
}

/// All hands of this many cards, counted one by one.
fn dealt(cards: usize) -> [FiveCounts; 2] {
    let mut counts = [FiveCounts { by_category: [0; 10], super_royals: [0; 4] }; 2];
    deal(&Card::ALL, Pile::EMPTY, cards, &mut |pile| {
        for (counts, wheel) in counts.iter_mut().zip(WHEELS) {
            let category = pile.best_with(wheel).unwrap().category();
            match if category == FiveCategory::RoyalFlush { pile.super_royal() } else { None } {
                Some(suit) => counts.super_royals[suit as usize] += 1,
                None => counts.by_category[category as usize] += 1,
            }
        }
    });
    counts
}

/// All hands of five cards, dealt out once for all tests.
fn dealt_five(wheel: Wheel) -> FiveCounts {
    static FIVE: OnceLock<[FiveCounts; 2]> = OnceLock::new();
    FIVE.get_or_init(|| dealt(5))[usize::from(wheel == Wheel::DoesNotCount)]
}

/// All hands of six cards, dealt out once for all tests.
fn dealt_six(wheel: Wheel) -> FiveCounts {
    static SIX: OnceLock<[FiveCounts; 2]> = OnceLock::new();
    SIX.get_or_init(|| dealt(6))[usize::from(wheel == Wheel::DoesNotCount)]
}

/// The mean over all three-card hands of a value that depends on the class, or on the suit of a mini royal.
fn mean(value: impl Fn(Three) -> Fraction) -> Fraction {
    let classes = suit_classes().into_iter().filter(|(hand, _)| hand.mini_royal().is_none());
    let royals = Three::all().filter(|hand| hand.mini_royal().is_some()).map(|hand| (hand, 1));
    let sum: Fraction = classes.chain(royals).map(|(hand, ways)| value(hand) * Fraction::whole(ways)).sum();
    sum / Fraction::whole(THREE_CARD_HANDS)
}

fn paytables(wager: Wager) -> Vec<(String, Paytable)> {
    let books = Books::shipped();
    let all = books.iter().flat_map(|book| {
        let code = book.rules.code.clone();
        book.rules.paytables.iter().map(move |table| (format!("{code} {}", table.id), table.clone()))
    });
    all.filter(|(_, table)| table.wager == wager).collect()
}

fn house(code: &str) -> House {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    rules::house::check(&std::fs::read_to_string(path).unwrap(), &Books::shipped()).house.unwrap()
}

/// `straight-flush 40 to 1; pair 1 to 1` as lines.
fn lines(text: &str) -> Vec<Line> {
    let line = |text: &str| {
        let (hand, pays) = text.trim().split_once(' ').unwrap();
        Line { hand: hand.parse().unwrap(), pays: pays.parse().unwrap(), players: None, cite: Citation::default() }
    };
    text.split(';').map(line).collect()
}

fn three_table(text: &str) -> ThreeTable {
    ThreeTable::new("test", Citation::default(), lines(text))
}

fn five_table(text: &str) -> FiveTable {
    FiveTable::new("test", Citation::default(), lines(text))
}

fn envy_line(hand: HandName, dollars: i64) -> EnvyLine {
    EnvyLine { hand, stake: None, pays: Cents::dollars(dollars), cite: Citation::default() }
}

#[test]
fn five_cards_are_counted_as_they_are_dealt() {
    for wheel in WHEELS {
        let dealt = dealt_five(wheel);
        assert_eq!(five_card_counts(wheel), dealt);
        assert_eq!(FiveCounts::of_deck(CardSet::FULL, wheel), dealt);
        assert_eq!(u128::from(dealt.total()), FIVE_CARD_HANDS);
    }
}

#[test]
fn six_cards_are_counted_as_they_are_dealt() {
    for wheel in WHEELS {
        assert_eq!(six_card_counts(wheel), dealt_six(wheel));
        assert_eq!(u128::from(six_card_counts(wheel).total()), SIX_CARD_HANDS);
    }
    // READING 27: the wheel makes 35,760 straights and 184 straight flushes.
    let [with, without] = WHEELS.map(six_card_counts);
    let fewer = |category| with.of(category) - without.of(category);
    assert_eq!((fewer(FiveCategory::Straight), fewer(FiveCategory::StraightFlush)), (35_760, 184));
    assert_eq!(with.of(FiveCategory::RoyalFlush), 188);
}

#[test]
fn three_cards_are_counted_as_they_are_dealt() {
    let mut dealt = ThreeCounts { by_category: [0; 6], mini_royals: [0; 4] };
    for hand in Three::all() {
        match hand.mini_royal() {
            Some(suit) => dealt.mini_royals[suit as usize] += 1,
            None => dealt.by_category[hand.category() as usize] += 1,
        }
    }
    assert_eq!(ThreeCounts::of_deck(CardSet::FULL), dealt);
    assert_eq!(u128::from(dealt.total()), THREE_CARD_HANDS);
}

#[test]
fn community_cards_are_counted_as_they_are_dealt() {
    for wheel in WHEELS {
        let mut all = [0_u64; 10];
        for (hand, ways) in suit_classes() {
            let rest: Vec<Card> = CardSet::FULL.difference(hand.set()).iter().collect();
            let own = hand.cards().into_iter().fold(Pile::EMPTY, Pile::with);
            let mut dealt = [0_u32; 10];
            deal(&rest, own, 2, &mut |pile| dealt[pile.best_with(wheel).unwrap().category() as usize] += 1);
            assert_eq!(five_given(hand, wheel), dealt, "{hand}");
            assert_eq!(dealt.iter().sum::<u32>(), COMMUNITY_PAIRS);
            for (all, pairs) in all.iter_mut().zip(dealt) {
                *all += u64::from(ways) * u64::from(pairs);
            }
        }
        // Any three of the five cards may be the player's.
        assert_eq!(all, five_card_counts(wheel).by_category.map(|count| count * 10));
    }
}

/// The ways of each line when every hand is looked up in the table.
fn looked_up(table: &ThreeTable) -> Vec<u128> {
    let mut ways = vec![0; table.lines.len()];
    for line in Three::all().filter_map(|hand| table.line(hand)) {
        ways[table.lines.iter().position(|l| l.hand == line.hand).unwrap()] += 1;
    }
    ways
}

fn assert_ways(law: &WagerLaw, ways: &[u128], name: &str) {
    let (lost, paid) = law.outcomes.split_last().unwrap();
    assert_eq!(paid.iter().map(|outcome| outcome.ways).collect::<Vec<_>>(), ways, "{name}");
    assert_eq!(lost.ways, law.of - ways.iter().sum::<u128>(), "{name}");
    assert!(lost.hand.is_none() && lost.pays.is_none() && lost.name() == "nothing");
}

#[test]
fn every_three_card_table_of_the_books_pays_the_hands_it_names() {
    let mut tables = 0;
    for wager in [Wager::PairPlus, Wager::AnteBonus, Wager::Progressive] {
        for (name, paytable) in paytables(wager) {
            let table = ThreeTable::of(&paytable);
            let law = if wager == Wager::AnteBonus { ante_bonus_law(&table) } else { three_card_law(&table) };
            assert_ways(&law, &looked_up(&table), &name);
            let (back, of) = returns::three_card(&table);
            let staked = match wager {
                // The bonus returns no stake, as none was made.
                Wager::AnteBonus => law.hit_frequency(),
                _ => Fraction::whole(1),
            };
            assert_eq!(law.ev() + staked, Fraction::new(back, of), "{name}");
            tables += 1;
        }
    }
    assert!(tables >= 40, "{tables} tables");
}

#[test]
fn every_six_card_table_of_the_books_pays_the_hands_it_names() {
    for (name, paytable) in paytables(Wager::SixCardBonus) {
        let table = FiveTable::of(&paytable);
        for wheel in WHEELS {
            let law = six_card_law(&table, wheel, Cents::dollars(5));
            assert_ways(&law, &five_card_ways(&table, &dealt_six(wheel)), &name);
            let (back, of) = returns::six_card(&table, wheel, Cents::dollars(5));
            assert_eq!(law.ev() + Fraction::whole(1), Fraction::new(back, of), "{name}");
        }
    }
}

#[test]
fn moments_agree_with_the_distribution() {
    for (name, paytable) in paytables(Wager::PairPlus).into_iter().chain(paytables(Wager::AnteBonus)) {
        let wager = three_card_law(&ThreeTable::of(&paytable));
        let (law, parts) = (wager.law().unwrap(), Fraction::whole(wager.parts().unwrap()));
        assert_eq!(law.of(), wager.of, "{name}");
        assert_eq!(law.mean() / parts.clone(), wager.ev());
        assert_eq!(law.variance() / parts.power(2), wager.variance());
        assert_eq!(law.skewness(8), wager.skewness(8));
        assert_eq!(law.excess_kurtosis(), wager.excess_kurtosis());
    }
    let halves = three_card_law(&three_table("straight-flush 81 to 2; pair 2 to 3"));
    assert_eq!((halves.parts(), halves.law().unwrap().ways(243)), (Some(6), 48));
    let beyond = three_card_law(&three_table(
        "akq-spades 7 to 997; akq-hdc 7 to 991; straight-flush 7 to 983; three-of-a-kind 7 to 977; straight 7 to 971; \
         flush 7 to 967; pair 7 to 953",
    ));
    assert!(beyond.law().is_none() && beyond.variance() > Fraction::zero());
}

#[test]
fn the_readings_state_what_is_counted() {
    // READING 75: what the fixed lines of the three-card tables return.
    let fixed = |id: &str| {
        let (_, table) = paytables(Wager::Progressive).into_iter().find(|(name, _)| name == id).unwrap();
        ProgressiveLaw::new(&ProgressiveTable::Three(ThreeTable::of(&table)), DOLLAR, Wheel::Counts).fixed_return
    };
    assert_eq!(fixed("ma 3"), Fraction::new(24_980, 22_100));
    assert_eq!((fixed("ma 1").percent(1), fixed("ma 2").percent(1)), ("54.4%".to_owned(), "47.9%".to_owned()));
    // READING 76: the ante bonus of Table C, blank and filled in, and of Table A.
    let bonus = |text: &str| ante_bonus_law(&three_table(text)).ev();
    let c = "akq-spades 50 to 1; akq-hdc 10 to 1; straight-flush 4 to 1; three-of-a-kind 3 to 1";
    assert_eq!(bonus(c), Fraction::new(412, 22_100));
    assert_eq!(bonus(&format!("{c}; straight 1 to 1")), Fraction::new(1_132, 22_100));
    let a = "akq-spades 50 to 1; akq-hdc 5 to 1; straight-flush 4 to 1; three-of-a-kind 3 to 1; straight 1 to 1";
    assert_eq!(bonus(a), Fraction::new(1_117, 22_100));
    // READING 33: one diamond prize of $1,000,000 and three of $100,000 among 20,358,520 deals, at any stake.
    let (_, table) = paytables(Wager::SixCardBonus).into_iter().find(|(name, _)| name == "md14 A").unwrap();
    let table = FiveTable::of(&table);
    let worth = flat_worth(&table, Wheel::Counts);
    assert_eq!(worth, Fraction::new(130_000_000, SIX_CARD_HANDS));
    assert_eq!((worth / Fraction::whole(100)).decimal(4), "0.0639");
    let fair = fair_stake(&table, Wheel::Counts).unwrap();
    assert_eq!((fair.clone() / Fraction::whole(100)).decimal(2), "0.33");
    assert!(six_card_law(&table, Wheel::Counts, Cents(32)).ev() > Fraction::zero() && fair > Fraction::whole(32));
    assert!(six_card_law(&table, Wheel::Counts, Cents(34)).ev() < Fraction::zero() && fair < Fraction::whole(34));
    let (_, plain) = paytables(Wager::SixCardBonus).into_iter().find(|(name, _)| name == "md14 C").unwrap();
    assert_eq!(fair_stake(&FiveTable::of(&plain), Wheel::Counts), None);
}

mod progressives;
mod published;
