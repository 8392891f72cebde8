//! The joint law of a position compared with the laws of its wagers and with dealing every card; and the decisions it
//! changes.

use cards::{Card, FiveCategory, Pile, Rank, Strength, Three, Wheel};
use odds::base::BaseGame;
use odds::exposure::{Exposure, SeatTerms};
use odds::position::count::{COMMUNITY_PAIRS, DealCell, LongHands};
use odds::position::shared::covariances;
use odds::position::{Position, PositionDeals, PositionTerms};
use odds::progressive::ProgressiveLaw;
use odds::six::six_card_law;
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use odds::three::three_card_law;
use odds::{Deals, Distribution, Fraction, WagerLaw};
use rules::settle::{Meters, Stakes};
use rules::wager::{Level, Wager};
use rules::{Books, Cents, House};

const HOUSES: [&str; 5] = [
    include_str!("../../../houses/ma.toml"),
    include_str!("../../../houses/md14.toml"),
    include_str!("../../../houses/md2014.toml"),
    include_str!("../../../houses/sd.toml"),
    include_str!("../../../houses/tribal.toml"),
];

fn house(text: &str) -> House {
    rules::house::check(text, &Books::shipped()).house.unwrap()
}

/// All wagers that a house offers, with an ante in cents.
fn stakes(house: &House, ante: i64) -> Stakes {
    let side = |offered: bool| if offered { Cents(500) } else { Cents::ZERO };
    Stakes {
        ante: Cents(ante),
        pair_plus: Cents(500),
        six_card_bonus: side(house.six_card.is_some()),
        progressive: house.progressive.as_ref().map_or(Cents::ZERO, |terms| terms.stake),
        five_card_progressive: house.five_card_progressive.as_ref().map_or(Cents::ZERO, |terms| terms.stake),
        ..Stakes::default()
    }
}

/// A law with all amounts and all ways scaled.
fn scaled(law: &Distribution, amount: i64, per: i64, ways: u128) -> Distribution {
    let mut scaled = Distribution::new();
    for (x, n) in law.iter() {
        scaled.add(x * amount / per, n * ways);
    }
    scaled
}

fn of_wager(law: &WagerLaw, stake: i64, ways: u128) -> Distribution {
    let mut cents = Distribution::new();
    for outcome in &law.outcomes {
        let net = &outcome.net * &Fraction::whole(stake);
        assert_eq!(net.denominator(), &1.into());
        cents.add(i64::try_from(net.numerator()).unwrap(), outcome.ways * ways);
    }
    cents
}

fn meters_of(house: &House, meters: &Meters, wager: Wager) -> Vec<(Level, Cents)> {
    let terms = house.progressive_terms(wager).unwrap();
    terms.meters.iter().map(|meter| (meter.level, meters.of(wager).get(meter.level).shown())).collect()
}

#[test]
fn each_wagers_marginal_is_its_own_law() {
    for text in HOUSES {
        let house = house(text);
        let meters = Meters::seeded(&house);
        let terms = PositionTerms::of(&house, &stakes(&house, 500), &meters);
        let deals = terms.deals();
        let of = deals.of();
        let base = BaseTerms::of(&house);
        let base_deals = Deals::new(base.floor);
        for strategy in [Strategy::Always, Strategy::Q64, Strategy::Mimic] {
            let position = Position::with_deals(&deals, &terms, &strategy);
            assert_eq!(position.law.of(), of);
            for part in &position.parts {
                let stake = terms.stakes().on(part.wager);
                let own = match part.wager {
                    Wager::Ante => {
                        let game = BaseGame::new(&base_deals, &base, &strategy);
                        scaled(&game.law, stake.0, game.parts, of / game.law.of())
                    }
                    Wager::PairPlus => of_wager(&three_card_law(&house.pair_plus), stake.0, of / 22_100),
                    Wager::SixCardBonus => {
                        let law = six_card_law(&house.six_card.as_ref().unwrap().table, house.wheel, stake);
                        of_wager(&law, stake.0, of / law.of)
                    }
                    wager => {
                        let own = ProgressiveLaw::of_house(house.progressive_terms(wager).unwrap(), house.wheel);
                        let law = own.law_at(&meters_of(&house, &meters, wager));
                        // Only a player who plays every hand never gives up the five-card wager.
                        if wager == Wager::FiveCardProgressive && strategy != Strategy::Always {
                            continue;
                        }
                        of_wager(&law, stake.0, of / law.of)
                    }
                };
                assert_eq!(part.law, own, "{} {}", house.book.code, part.wager);
            }
        }
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    for text in HOUSES {
        let house = house(text);
        let terms = PositionTerms::of(&house, &stakes(&house, 500), &Meters::seeded(&house));
        let position = Position::new(&terms, &Strategy::Optimal);
        let n = position.parts.len();
        assert_eq!(position.parts.iter().map(|part| part.law.mean()).sum::<Fraction>(), position.mean());
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        assert_eq!(pairs.map(|(i, j)| position.covariance(i, j)).sum::<Fraction>(), position.variance());
        for i in 0..n {
            assert_eq!(position.covariance(i, i), position.parts[i].law.variance());
            assert_eq!(position.correlation(i, i, 3).as_deref(), Some("1.000"));
        }
    }
}

#[test]
fn counting_agrees_with_dealing_every_card() {
    let floor = Strength::floor(&[Rank::Queen]).unwrap();
    for wheel in [Wheel::Counts, Wheel::DoesNotCount] {
        let long_hands = LongHands { six: true, five: true, colours: false };
        let deals = PositionDeals::new(floor, wheel, long_hands);
        assert_eq!(deals.deals_of_a_hand, 18_424 * COMMUNITY_PAIRS);
        // Every pattern of suits: one suit, two of a suit in each position, all different, pairs, three of a kind.
        let chosen = [
            "Ad Kd Qd", "Jh Th 9h", "8c 7c 3c", "Ac 3c 2d", "Kc 9d 8c", "Qd 6c 4c", "Jc 8d 5h", "Kc Kd 5h", "9c 9d 4c",
            "6c 6d 6h",
        ];
        let chosen = chosen.map(|text| text.parse::<Three>().unwrap());
        let met = deals.classes.iter().filter(|class| chosen.contains(&class.hand)).count();
        assert_eq!(met, chosen.len());
        for class in deals.classes.iter().filter(|class| chosen.contains(&class.hand)) {
            let mut dealt = vec![0_u64; 4 * 12 * 10];
            let pile = |pile: Pile, cards: &[Card]| cards.iter().fold(pile, |pile, card| pile.with(*card));
            let own = pile(Pile::EMPTY, &class.hand.cards());
            let mut pairs = Vec::new();
            for (i, a) in Card::ALL.into_iter().enumerate() {
                for b in Card::ALL.into_iter().skip(i + 1) {
                    let mask = 1_u64 << a.index() | 1 << b.index();
                    if mask & class.hand.set().bits() == 0 {
                        let five = pile(own, &[a, b]).best_with(wheel).unwrap().category();
                        pairs.push((mask, five as usize));
                    }
                }
            }
            for dealer in Three::all().filter(|dealer| dealer.set().intersection(class.hand.set()).is_empty()) {
                let all = pile(own, &dealer.cards());
                let six = match (all.best_with(wheel).unwrap().category(), all.super_royal()) {
                    (FiveCategory::RoyalFlush, Some(suit)) => {
                        if suit.letter() == 'd' {
                            10
                        } else {
                            11
                        }
                    }
                    (category, _) => category as usize,
                };
                let meeting = match dealer.strength() {
                    weak if weak < floor => 0,
                    strength => match class.hand.strength().cmp(&strength) {
                        std::cmp::Ordering::Greater => 1,
                        std::cmp::Ordering::Equal => 2,
                        std::cmp::Ordering::Less => 3,
                    },
                };
                let cards = dealer.set().bits();
                for (_, five) in pairs.iter().filter(|(mask, _)| mask & cards == 0) {
                    dealt[(meeting * 12 + six) * 10 + five] += 1;
                }
            }
            let dealt: Vec<DealCell> = (0_u16..)
                .zip(dealt)
                .filter(|(_, ways)| *ways > 0)
                .map(|(i, ways)| {
                    let [meeting, six, five] = [i / 120, i / 10 % 12, i % 10].map(|place| place as u8);
                    DealCell { meeting, six, five, colours: 0, ways }
                })
                .collect();
            assert_eq!(class.cells, dealt, "{}", class.hand);
        }
    }
}

#[test]
fn a_fold_that_gives_up_a_five_card_wager_changes_which_hands_are_played() {
    let house = house(HOUSES[1]);
    let five = |ante: i64| {
        let stakes = Stakes { ante: Cents(ante), five_card_progressive: Cents(100), ..Stakes::default() };
        let terms = PositionTerms::of(&house, &stakes, &Meters::seeded(&house));
        Position::new(&terms, &Strategy::Optimal)
    };
    // The same, by what the wager's own law says a fold gives up.
    let own = ProgressiveLaw::of_house(house.five_card_progressive.as_ref().unwrap(), house.wheel);
    let meters = meters_of(&house, &Meters::seeded(&house), Wager::FiveCardProgressive);
    let given = own.given(&meters);
    let base = BaseTerms::of(&house);
    let deals = Deals::new(base.floor);
    for (ante, turned) in [(100, 160), (500, 63), (100_000, 0)] {
        let position = five(ante);
        let hands: Vec<&odds::position::ClassPlay> = position.turned().collect();
        println!("ante {ante}: {} classes, {} hands", hands.len(), hands.iter().map(|c| c.ways).sum::<u32>());
        assert_eq!(hands.len(), turned);
        assert!(hands.iter().all(|choice| choice.plays), "a wager that a fold forfeits only makes playing better");
        let cost = |class: &odds::deals::SuitClass| given.with(class.hand) * Fraction::new(100, ante);
        let game = BaseGame::with_others(&deals, &base, &Strategy::Optimal, Some(&cost));
        let folded: u128 = position.choices.iter().filter(|c| !c.plays).map(|c| u128::from(c.ways)).sum();
        assert_eq!(folded * 18_424, game.folded);
        assert_eq!(position.parts[0].law, scaled(&game.law, ante, game.parts, 1_035));
    }
}

#[test]
fn pair_plus_alone_has_no_decision() {
    let house = house(HOUSES[0]);
    let stakes = Stakes { pair_plus: Cents(500), ..Stakes::default() };
    let terms = PositionTerms::of(&house, &stakes, &Meters::default());
    let position = Position::new(&terms, &Strategy::Optimal);
    assert!(position.choices.is_empty() && position.threshold.is_none());
    assert_eq!(position.law, of_wager(&three_card_law(&house.pair_plus), 500, 18_424));
    assert_eq!(position.staked(), Fraction::whole(500));
}

#[test]
fn whole_chips_give_the_players_something() {
    let house = house(HOUSES[0]);
    // One in 22,100 hands is the spade royal, and so on: all payments except even ones are rounded up to a dollar.
    let stakes = Stakes { ante: Cents(333), pair_plus: Cents(333), ..Stakes::default() };
    let terms = PositionTerms::of(&house, &stakes, &Meters::default());
    let deals = terms.deals();
    let position = |unit: i64| Position::with_deals(&deals, &terms.with_unit(Cents(unit)), &Strategy::Q64);
    let (cents, dollars) = (position(1), position(100));
    for (exact, rounded) in cents.parts.iter().zip(&dollars.parts) {
        assert!(exact.breakage.is_zero(), "whole odds lose nothing in cents");
        assert_eq!(rounded.law.mean() - exact.law.mean(), rounded.breakage);
    }
    // A pair pays $3.33 as $4, a flush $13.32 as $14, a straight $16.65 as $17, three of a kind $99.90 as $100,
    // a straight flush $133.20 as $134, a mini royal $166.50 as $167.
    let due = 67 * 3_744 + 68 * 1_096 + 35 * 720 + 10 * 52 + 80 * 44 + 50 * 4;
    assert_eq!(dollars.parts[1].breakage, Fraction::new(due, 22_100));
}

/// A small generator, so that the tests always deal the same cards.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[test]
fn two_pair_plus_wagers_move_together_as_dealing_them_says() {
    let house = house(HOUSES[0]);
    let stakes = Stakes { pair_plus: Cents(100), ..Stakes::default() };
    let terms = PositionTerms::of(&house, &stakes, &Meters::default());
    let position = Position::new(&terms, &Strategy::Optimal);
    let covariance = covariances(&[(&terms, &position)])[0][0].clone();
    // All pairs of disjoint hands, the first up to its suits.
    let pays = |hand: Three| match house.pair_plus.line(hand).map(|line| line.pays) {
        Some(rules::paytable::Pays::To(odds)) => i64::from(odds.won) * 100,
        _ => -100,
    };
    let all: Vec<(u64, i64)> = Three::all().map(|hand| (hand.set().bits(), pays(hand))).collect();
    let mut sum = 0_i64;
    for (hand, ways) in odds::deals::suit_classes() {
        let cards = hand.set().bits();
        let met: i64 = all.iter().filter(|(other, _)| other & cards == 0).map(|(_, paid)| paid).sum();
        sum += met * pays(hand) * i64::from(ways);
    }
    let product = Fraction::new(sum, 407_170_400);
    assert_eq!(covariance, product - position.mean().power(2));
}

#[test]
fn a_table_of_seven_holds_seven_times_one_and_varies_more() {
    let house = house(HOUSES[3]);
    let stakes = Stakes { ante: Cents(500), pair_plus: Cents(500), six_card_bonus: Cents(500), ..Stakes::default() };
    let seat = |person| SeatTerms { person, stakes, strategy: Strategy::Q64 };
    let meters = Meters::seeded(&house);
    let one = Exposure::new(&house, &[seat(1)], &meters);
    let seven: Vec<SeatTerms> = (1..=7).map(seat).collect();
    let seven = Exposure::new(&house, &seven, &meters);
    let times = Fraction::whole(7);
    assert!(one.variance_is_whole && seven.variance_is_whole);
    assert_eq!(seven.hold, &one.hold * &times);
    assert_eq!(seven.staked, &one.staked * &times);
    assert_eq!(seven.hold_share(), one.hold_share());
    assert_eq!(seven.largest_payment.0, 7 * one.largest_payment.0);
    println!("one: sd {}, seven: sd {}", one.variance.root(2), seven.variance.root(2));
    assert!(seven.variance > &one.variance * &times, "a strong dealer beats all, a weak one pays all");

    let terms = PositionTerms::of(&house, &stakes, &meters);
    let position = Position::new(&terms, &Strategy::Q64);
    let between = (&seven.variance - &(&one.variance * &times)) / Fraction::whole(42);
    assert_eq!(between, covariances(&[(&terms, &position)])[0][0]);
}

#[test]
fn two_progressives_move_together_as_dealing_them_says() {
    // The mini royal of spades wins a different meter from the others, so suits matter.
    let house = house(HOUSES[1]);
    let meters = Meters::seeded(&house);
    let stakes = Stakes { pair_plus: Cents(100), progressive: Cents(100), ..Stakes::default() };
    let terms = PositionTerms::of(&house, &stakes, &meters);
    let position = Position::new(&terms, &Strategy::Optimal);
    let covariance = covariances(&[(&terms, &position)])[0][0].clone();
    let table = match &house.progressive.as_ref().unwrap().table {
        rules::house::ProgressiveTable::Three(table) => table,
        rules::house::ProgressiveTable::Five(_) => unreachable!(),
    };
    let won = |line: Option<&rules::paytable::Line>| match line.map(|line| line.pays) {
        Some(rules::paytable::Pays::To(odds) | rules::paytable::Pays::For(odds)) => odds.on(Cents(100)).0,
        Some(rules::paytable::Pays::OfMeter(share, level)) => meters.progressive.get(level).share(share).0,
        _ => 0,
    };
    let result = |hand: Three| {
        let pair_plus = house.pair_plus.line(hand);
        won(pair_plus) + won(table.line(hand)) - if pair_plus.is_some() { 100 } else { 200 }
    };
    // Every hand in its own suits, against the hands that share a card with it, which are few.
    let results: Vec<i64> = Three::all().map(result).collect();
    let all: i128 = results.iter().map(|x| i128::from(*x)).sum();
    let mut with_card = vec![Vec::new(); 52];
    for hand in Three::all() {
        for card in hand.cards() {
            with_card[usize::from(card.index())].push(hand);
        }
    }
    let mut sum = 0_i128;
    for hand in Three::all() {
        let [a, b, c] = hand.cards();
        let mut met = all;
        for other in &with_card[usize::from(a.index())] {
            met -= i128::from(results[usize::from(other.index())]);
        }
        let other_than = |other: &Three, cards: &[Card]| cards.iter().all(|card| !other.set().contains(*card));
        for other in with_card[usize::from(b.index())].iter().filter(|other| other_than(other, &[a])) {
            met -= i128::from(results[usize::from(other.index())]);
        }
        for other in with_card[usize::from(c.index())].iter().filter(|other| other_than(other, &[a, b])) {
            met -= i128::from(results[usize::from(other.index())]);
        }
        sum += met * i128::from(results[usize::from(hand.index())]);
    }
    assert_eq!(covariance, Fraction::new(sum, 407_170_400) - position.mean().power(2));
}

#[test]
fn two_five_card_wagers_move_together_as_chance_says() {
    const DEALS: i64 = 300_000;
    let house = house(HOUSES[1]);
    // A small meter, so that chance can show the difference.
    let mut meters = Meters::default();
    for level in [Level::Mega, Level::Major, Level::Minor] {
        meters.five_card_progressive.set(level, rules::Meter::of(Cents(20_000)));
    }
    let stakes = Stakes { pair_plus: Cents(100), five_card_progressive: Cents(100), ..Stakes::default() };
    let both = PositionTerms::of(&house, &stakes, &meters);
    let alone = PositionTerms::of(&house, &Stakes { five_card_progressive: Cents::ZERO, ..stakes }, &meters);
    let [both, alone] = [both, alone].map(|terms| {
        let position = Position::new(&terms, &Strategy::Optimal);
        (covariances(&[(&terms, &position)])[0][0].clone(), position)
    });
    let covariance = both.0 - alone.0;
    let mean = both.1.parts[1].law.mean();
    assert_eq!(both.1.parts[1].wager, Wager::FiveCardProgressive);
    let mean: i64 = (mean * Fraction::whole(100)).decimal(0).parse().unwrap();
    let table = match &house.five_card_progressive.as_ref().unwrap().table {
        rules::house::ProgressiveTable::Five(table) => table,
        rules::house::ProgressiveTable::Three(_) => unreachable!(),
    };
    let result = |hand: Three, community: [Card; 2]| {
        let category = rules::hand::five_card_hand(hand, community, house.wheel);
        match table.line(category, None).map(|line| line.pays) {
            Some(rules::paytable::Pays::For(odds)) => odds.on(Cents(100)).0 - 100,
            Some(rules::paytable::Pays::OfMeter(share, _)) => rules::Meter::of(Cents(20_000)).share(share).0 - 100,
            _ => -100,
        }
    };
    let mut seed = 12;
    let (mut sum, mut squares) = (0_i128, 0_i128);
    let mut deck = Card::ALL;
    for _ in 0..DEALS {
        for i in 0..8 {
            deck.swap(i, i + (next(&mut seed) % (52 - i as u64)) as usize);
        }
        let hand = |i: usize| Three::new(deck[i], deck[i + 1], deck[i + 2]).unwrap();
        let [x, y] = [0, 3].map(|i| i128::from(result(hand(i), [deck[6], deck[7]]) * 100 - mean));
        sum += x * y;
        squares += x * y * x * y;
    }
    let scale = Fraction::whole(10_000);
    let dealt = Fraction::new(sum, DEALS) / scale.clone();
    let error = (Fraction::new(squares, DEALS) / scale.power(2) - dealt.power(2)) / Fraction::whole(DEALS);
    println!("covariance {}, dealt {} ± {}", covariance.decimal(1), dealt.decimal(1), error.root(1));
    assert!((&dealt - &covariance).power(2) < Fraction::whole(25) * error);
}

#[test]
fn two_antes_move_together_as_chance_says() {
    const DEALS: i64 = 300_000;
    let house = house(HOUSES[3]);
    let stakes = Stakes { ante: Cents(100), ..Stakes::default() };
    let terms = PositionTerms::of(&house, &stakes, &Meters::default());
    let position = Position::new(&terms, &Strategy::Q64);
    let covariance = covariances(&[(&terms, &position)])[0][0].clone();
    let base = BaseTerms::of(&house);
    let plays_from = Strength::floor(&[Rank::Queen, Rank::Six, Rank::Four]).unwrap();
    let result = |hand: Three, dealer: Three| {
        if hand.strength() < plays_from {
            return -100;
        }
        let bonus = match house.ante_bonus.line(hand).map(|line| line.pays) {
            Some(rules::paytable::Pays::To(odds)) => odds.on(Cents(100)).0,
            _ => 0,
        };
        if dealer.strength() < base.floor {
            return 100 + bonus;
        }
        bonus + 200 * hand.strength().cmp(&dealer.strength()) as i64
    };
    let mut seed = 67;
    let (mut sum, mut squares) = (0_i128, 0_i128);
    let mut deck = Card::ALL;
    // In hundredths of a cent, less the mean, so that the mean product is the covariance.
    let mean: i64 = (position.mean() * Fraction::whole(100)).decimal(0).parse().unwrap();
    for _ in 0..DEALS {
        for i in 0..9 {
            deck.swap(i, i + (next(&mut seed) % (52 - i as u64)) as usize);
        }
        let hand = |i: usize| Three::new(deck[i], deck[i + 1], deck[i + 2]).unwrap();
        let [x, y] = [0, 3].map(|i| i128::from(result(hand(i), hand(6)) * 100 - mean));
        sum += x * y;
        squares += x * y * x * y;
    }
    let scale = Fraction::whole(10_000);
    let dealt = Fraction::new(sum, DEALS) / scale.clone();
    let error = (Fraction::new(squares, DEALS) / scale.power(2) - dealt.power(2)) / Fraction::whole(DEALS);
    println!("covariance {}, dealt {} ± {}", covariance.decimal(1), dealt.decimal(1), error.root(1));
    assert!((&dealt - &covariance).power(2) < Fraction::whole(25) * error);
}

#[test]
fn envy_and_cover_all_cost_what_their_laws_say() {
    let house = house(HOUSES[0]);
    let stakes = Stakes { ante: Cents(500), progressive: Cents(100), cover_all: Cents(500), ..Stakes::default() };
    let seats: Vec<SeatTerms> = (1..=4).map(|person| SeatTerms { person, stakes, strategy: Strategy::Q64 }).collect();
    let table = Exposure::new(&house, &seats, &Meters::seeded(&house));
    assert!(!table.variance_is_whole);
    let of = |wager: Wager| table.wagers.iter().find(|known| known.wager == wager).unwrap();
    let law = odds::envy::EnvyLaw::of_house(house.progressive.as_ref().unwrap(), house.wheel).unwrap();
    assert_eq!(of(Wager::Envy).hold, -(law.cents_per_other() * Fraction::whole(12)));
    let four = odds::cover_all::cover_all(house.cover_all.as_ref().unwrap(), 4).unwrap();
    let cover_all = of(Wager::CoverAll);
    assert_eq!(cover_all.hold.clone() + cover_all.breakage.clone(), four.house_edge() * Fraction::whole(2_000));
    // Of four seats, one person holds two: no envy between those (READING 59).
    let mut shared = seats.clone();
    shared[1].person = 1;
    let table = Exposure::new(&house, &shared, &Meters::seeded(&house));
    let envy = table.wagers.iter().find(|known| known.wager == Wager::Envy).unwrap();
    assert_eq!(envy.hold, -(law.cents_per_other() * Fraction::whole(10)));
}
