//! The prime: its closed form and its place in the joint law of a position, compared with dealing cards.

use cards::{Card, FiveCategory, Pile, Rank, Strength, Three, Wheel};
use odds::exposure::{Exposure, SeatTerms};
use odds::position::count::{COMMUNITY_PAIRS, DealCell, LongHands};
use odds::position::{Position, PositionDeals, PositionTerms};
use odds::prime::{TWO_HANDS, prime_law};
use odds::simulate::{Decisions, Options, SeatPlan, SimulationPlan, compare, run};
use odds::strategy::Strategy;
use odds::{Distribution, Fraction};
use rules::hand::{Colours, colour};
use rules::rulebook::vocabulary::Fate;
use rules::settle::{Meters, Stakes};
use rules::wager::Wager;
use rules::{Books, Cents, House};

fn house() -> House {
    let mut books = Books::shipped();
    books.add(include_str!("../../../golden/books/freedonia.toml")).unwrap();
    rules::house::check(include_str!("../../../golden/books/freedonia-house.toml"), &books).house.unwrap()
}

/// How many cards of a hand are red.
fn reds(hand: Three) -> usize {
    hand.cards().into_iter().filter(|card| card.suit().is_red()).count()
}

#[test]
fn the_colours_are_counted_as_they_are_dealt() {
    let mut dealt = [0_u64; 3];
    // Ranks do not matter: one hand of each number of red cards meets every hand of the dealer's.
    for red in 0..=3 {
        let alike = Three::all().filter(|hand| reds(*hand) == red).count() as u64;
        let hand = Three::all().find(|hand| reds(*hand) == red).unwrap();
        for dealer in Three::all().filter(|dealer| dealer.set().intersection(hand.set()).is_empty()) {
            let kind = match (red, reds(dealer)) {
                (0, 0) | (3, 3) => 2,
                (0 | 3, _) => 1,
                _ => 0,
            };
            dealt[kind] += alike;
        }
    }
    assert_eq!(cards::counts::colour_counts(), dealt);
    assert_eq!(u128::from(dealt.iter().sum::<u64>()), TWO_HANDS);
}

#[test]
fn a_line_that_is_missing_leaves_its_deals_to_the_next() {
    let books = house();
    let ways = |id: &str| {
        let table = rules::posted::ColourTable::of(books.book.paytable(Wager::Prime, id).unwrap());
        prime_law(&table).outcomes.into_iter().map(|outcome| outcome.ways).collect::<Vec<_>>()
    };
    let (both, one) = (ways("two colours"), ways("three only"));
    assert_eq!(both.len(), 3);
    assert_eq!(one, [both[0] + both[1], both[2]]);
}

#[test]
fn every_cell_is_what_dealing_gives() {
    let floor = Strength::floor(&[Rank::Queen, Rank::Six, Rank::Four]).unwrap();
    let wheel = Wheel::DoesNotCount;
    let deals = PositionDeals::new(floor, wheel, LongHands { six: true, five: true, colours: true });
    assert_eq!(deals.classes.iter().map(|class| class.ways).sum::<u32>(), 22_100);
    // One hand of each pattern of suits and ranks, of one colour and of two.
    let patterns: Vec<_> =
        deals.classes.iter().map(|class| (class.hand.category(), class.ways, reds(class.hand))).collect();
    let first = |i: &usize| patterns.iter().position(|pattern| *pattern == patterns[*i]) == Some(*i);
    let chosen: Vec<usize> = (0..patterns.len()).filter(first).collect();
    assert!(chosen.len() >= 10);
    for class in chosen.into_iter().map(|i| &deals.classes[i]) {
        let own = class.hand.cards().into_iter().fold(Pile::EMPTY, Pile::with);
        let mut pairs = Vec::new();
        for (i, a) in Card::ALL.into_iter().enumerate() {
            for b in Card::ALL.into_iter().skip(i + 1) {
                let mask = 1_u64 << a.index() | 1 << b.index();
                if mask & class.hand.set().bits() == 0 {
                    pairs.push((mask, own.with(a).with(b).best_with(wheel).unwrap().category() as usize));
                }
            }
        }
        let mut dealt = vec![0_u64; 4 * 12 * 10 * 3];
        for dealer in Three::all().filter(|dealer| dealer.set().intersection(class.hand.set()).is_empty()) {
            let all = dealer.cards().into_iter().fold(own, Pile::with);
            let six = match (all.best_with(wheel).unwrap().category(), all.super_royal()) {
                (FiveCategory::RoyalFlush, Some(cards::Suit::Diamonds)) => 10,
                (FiveCategory::RoyalFlush, Some(_)) => 11,
                (category, _) => category as usize,
            };
            let meeting = match dealer.strength() {
                weak if weak < floor => 0,
                strength if class.hand.strength() > strength => 1,
                strength if class.hand.strength() == strength => 2,
                _ => 3,
            };
            let colours = match (reds(class.hand), reds(dealer)) {
                (0, 0) | (3, 3) => 2,
                (0 | 3, _) => 1,
                _ => 0,
            };
            let cards = dealer.set().bits();
            for (_, five) in pairs.iter().filter(|(mask, _)| mask & cards == 0) {
                dealt[((meeting * 12 + six) * 10 + five) * 3 + colours] += 1;
            }
        }
        let mut cells: Vec<(usize, u64)> = Vec::new();
        for DealCell { meeting, six, five, colours, ways } in &class.cells {
            let [meeting, six, five, colours] = [meeting, six, five, colours].map(|place| usize::from(*place));
            cells.push((((meeting * 12 + six) * 10 + five) * 3 + colours, *ways));
        }
        cells.sort_unstable();
        let dealt: Vec<(usize, u64)> = dealt.into_iter().enumerate().filter(|(_, ways)| *ways > 0).collect();
        assert_eq!(cells, dealt, "{}", class.hand);
        assert_eq!(cells.iter().map(|(_, ways)| ways).sum::<u64>(), 18_424 * COMMUNITY_PAIRS);
    }
}

fn stakes() -> Stakes {
    Stakes { ante: Cents(500), pair_plus: Cents(500), prime: Cents(2_000), ..Stakes::default() }
}

/// The same with the wagers on longer hands.
fn all_stakes() -> Stakes {
    let (six_card_bonus, progressive, five_card_progressive) = (Cents(500), Cents(200), Cents(300));
    Stakes { six_card_bonus, progressive, five_card_progressive, ..stakes() }
}

/// The law of a stake of $20 by the posted table.
fn alone(house: &House) -> Distribution {
    let mut law = Distribution::new();
    for outcome in prime_law(&house.prime.as_ref().unwrap().table).outcomes {
        let net = outcome.net * Fraction::whole(2_000);
        law.add(i64::try_from(net.numerator()).unwrap(), outcome.ways);
    }
    law
}

#[test]
fn a_prime_that_a_fold_keeps_has_its_own_law_in_the_position() {
    let house = house().what_if(|choices| choices.fold.prime = Fate::Kept);
    let terms = PositionTerms::of(&house, &stakes(), &Meters::default());
    let position = Position::new(&terms, &Strategy::Optimal);
    let part = position.parts.iter().find(|part| part.wager == Wager::Prime).unwrap();
    assert_eq!(part.law, alone(&house));
    assert_eq!(position.parts.iter().map(|part| part.law.mean()).sum::<Fraction>(), position.mean());
    assert_eq!(position.turned().count(), 0, "nothing is given up, so nothing else is decided");
}

#[test]
fn a_prime_that_a_fold_gives_up_makes_hands_of_one_colour_worth_playing() {
    let house = house();
    let terms = PositionTerms::of(&house, &stakes(), &Meters::default());
    let position = Position::new(&terms, &Strategy::Optimal);
    let turned: Vec<_> = position.turned().collect();
    assert!(!turned.is_empty());
    for choice in turned {
        assert!(choice.plays && colour(choice.hand).is_some(), "{}", choice.hand);
    }
    let decisions = Decisions::beside(&house, &stakes(), &Meters::default(), &Strategy::Optimal);
    let played: u32 = position.choices.iter().filter(|choice| choice.plays).map(|choice| choice.ways).sum();
    assert_eq!(decisions.played(), played);
    // The same by dealing: a hand of one colour wins at least 3 to 1 of $20, which is more than any play wager loses.
    let base = Decisions::of(&house, &Strategy::Optimal);
    assert!(Three::all().all(|hand| decisions.plays(hand) == (base.plays(hand) || colour(hand).is_some())));
}

#[test]
fn simulated_rounds_are_near_the_law_whatever_a_fold_does() {
    for (fate, stakes) in [(Fate::Lost, stakes()), (Fate::Lost, all_stakes()), (Fate::Kept, stakes())] {
        let house = house().what_if(|choices| {
            choices.fold.prime = fate;
            choices.fold.five_card_progressive = fate;
        });
        for strategy in [Strategy::Optimal, Strategy::Q64] {
            let decisions = Decisions::beside(&house, &stakes, &Meters::seeded(&house), &strategy).shared();
            let seat =
                |position: u8| SeatPlan { position, person: position.into(), stakes, decisions: decisions.clone() };
            let mut options = Options::new("5eed".parse().unwrap(), 200_000);
            options.block = Some(50_000);
            let plan = SimulationPlan::new(&house, vec![seat(1), seat(3)], &options).unwrap();
            let rows = compare(&plan, &run(&plan, 0..plan.blocks()).unwrap());
            assert!(rows.iter().any(|row| row.wager == Wager::Prime.word()));
            for row in rows {
                let z = row.z_squared().unwrap();
                assert!(z < Fraction::whole(20), "{fate:?} {}: {} standard errors", row.wager, row.z(2).unwrap());
            }
        }
    }
}

#[test]
fn several_positions_with_a_prime_have_no_whole_variance() {
    let house = house();
    let seat = |person: u32| SeatTerms { person, stakes: stakes(), strategy: Strategy::Optimal };
    let one = Exposure::new(&house, &[seat(1)], &Meters::default());
    let two = Exposure::new(&house, &[seat(1), seat(2)], &Meters::default());
    assert!(one.variance_is_whole);
    assert!(!two.variance_is_whole && two.sampled.is_none());
    assert_eq!(two.hold, one.hold.clone() * Fraction::whole(2));
    assert_eq!(two.variance, one.variance.clone() * Fraction::whole(2));
}

#[test]
fn colours_agree_in_three_ways() {
    let of = |player: &str, dealer: &str| Colours::of(player.parse().unwrap(), dealer.parse().unwrap());
    assert_eq!(of("As Kc 2s", "Qs Jc 3c"), Colours::SixAlike);
    assert_eq!(of("As Kc 2s", "Qh Jd 3h"), Colours::ThreeAlike);
    assert_eq!(of("As Kc 2s", "Qs Jc 3h"), Colours::ThreeAlike);
    assert_eq!(of("As Kc 2d", "Qs Jc 3c"), Colours::Mixed);
}
