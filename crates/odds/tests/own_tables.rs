//! An ante and a play that are paid by their hand, a bad beat bonus and a hand bonus: what a sixth book may have.

use cards::Three;
use odds::bad_beat::bad_beat_law;
use odds::base::BaseGame;
use odds::deals::{DEALER_HANDS, Deals};
use odds::position::{Position, PositionTerms};
use odds::simulate::{Decisions, Options, SeatPlan, SimulationPlan, compare, run};
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use odds::{Distribution, Fraction};
use rules::hand::HandName;
use rules::paytable::Pays;
use rules::posted::ThreeTable;
use rules::rulebook::vocabulary::{BonusWhen, Fate};
use rules::settle::{Meters, Stakes};
use rules::wager::Wager;
use rules::{Books, Cents, House};

/// The house of the made-up book, with other lines.
fn house(with: &[(&str, &str)]) -> House {
    let mut books = Books::shipped();
    books.add(include_str!("../../../golden/books/freedonia.toml")).unwrap();
    let mut text = include_str!("../../../golden/books/freedonia-house.toml").to_owned();
    for (old, new) in with {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    let report = rules::house::check(&text, &books);
    report.house.unwrap_or_else(|| panic!("{:?}", report.faults))
}

fn by_hand() -> House {
    house(&[
        ("[ante]\npaytable = \"base\"", "[ante]\npaytable = \"by hand\""),
        ("[play]\npaytable = \"base\"", "[play]\npaytable = \"by hand\""),
        ("[limits]\n", "[wagers]\nprecondition = \"both_up_to_five_times\"\n\n[limits]\n"),
    ])
}

fn posted(house: &House, wager: Wager, id: &str) -> ThreeTable {
    ThreeTable::of(house.book.paytable(wager, id).unwrap())
}

/// Two straight flushes in one suit that share no card: of 12 runs in a row, 45 pairs are three or more apart, and the
/// two ends share the ace.
const APART_IN_A_SUIT: u128 = 45 - 1;

#[test]
fn a_bad_beat_is_counted_as_cards_meet() {
    let house = house(&[]);
    let table = house.bad_beat.as_ref().unwrap();
    let law = bad_beat_law(table, &Deals::new(house.showdown.dealer_qualifies.0));
    let ways = |hand: HandName| law.outcomes.iter().find(|outcome| outcome.hand == Some(hand)).unwrap().ways;
    // Of two straight flushes of different suits, one is higher unless they are of the same ranks.
    let straight_flushes = 4 * 3 * (12 * 12 - 12) / 2 + 4 * APART_IN_A_SUIT;
    assert_eq!(ways(HandName::StraightFlush), straight_flushes);
    // Each of 48 straight flushes has 3 cards, and each of these is in 3 of the 4 sets of its rank.
    let above_three_of_a_kind = 52 * 48 - 48 * 3 * 3;
    assert_eq!(ways(HandName::ThreeOfAKind), 52 * 48 / 2 + above_three_of_a_kind);
    // Flushes are too many for a formula: one player's hand of each set of ranks against every dealer's hand.
    let mut flushes = 0_u128;
    for hand in Three::all().filter(|hand| hand.to_string().matches('s').count() == 3) {
        if table.line(hand).is_none_or(|line| line.hand != HandName::Flush) {
            continue;
        }
        let above = Three::all()
            .filter(|dealer| dealer.strength() > hand.strength() && dealer.set().intersection(hand.set()).is_empty());
        flushes += 4 * above.count() as u128;
    }
    assert_eq!(ways(HandName::Flush), flushes);
}

#[test]
fn what_a_hand_pays_moves_the_game_by_what_it_is_worth() {
    let (plain, paid) = (house(&[]), by_hand());
    let value = |terms: &BaseTerms| {
        let deals = Deals::new(terms.floor);
        BaseGame::new(&deals, terms, &Strategy::Optimal).ev()
    };
    // Without a bonus for a bad beat, no hand that it pays is played otherwise: the difference is the bonus.
    let terms = BaseTerms::of(&plain);
    let without = BaseTerms { bad_beat: None, ..terms.clone() };
    let bonus = bad_beat_law(terms.bad_beat.as_ref().unwrap(), &Deals::new(terms.floor)).ev();
    assert_eq!(value(&terms) - value(&without), bonus);
    // Paid by the hand, ante and play differ from 3 to 2 and 1 to 1 wherever they win: counted hand by hand.
    let deals = Deals::new(terms.floor);
    let mut difference = Fraction::zero();
    for class in &deals.classes {
        let plays = class.hand.strength() >= terms.floor;
        if !plays {
            continue;
        }
        let on = |table: &ThreeTable| {
            table.odds(class.hand).map(|odds| Fraction::new(i64::from(odds.won), odds.staked)).unwrap()
        };
        let more = |wager: Wager| on(&posted(&paid, wager, "by hand")) - on(&posted(&plain, wager, "base"));
        // The ante comes back when the dealer does not play; the play wins even then.
        let ante = more(Wager::Ante) * Fraction::whole(i64::from(class.ways) * i64::from(class.below));
        let wins = i64::from(class.below) + i64::from(class.unqualified);
        let play = more(Wager::Play) * Fraction::whole(i64::from(class.ways) * wins);
        difference = difference + ante + play;
    }
    let difference = difference / Fraction::whole(407_170_400);
    let mean = |house: &House| {
        let terms = BaseTerms::of(house);
        let deals = Deals::new(terms.floor);
        BaseGame::new(&deals, &terms, &Strategy::Q64).ev()
    };
    assert_eq!(mean(&paid) - mean(&plain), difference);
    assert!(difference < Fraction::zero(), "3 to 2 on every win is worth more than a table of rare hands");
}

#[test]
fn a_hand_bonus_that_a_fold_keeps_has_its_own_law_in_the_position() {
    let house = house(&[]);
    assert_eq!((house.fold.hand_bonus, house.bonus_when), (Fate::Kept, BonusWhen::OnWin));
    let stakes = Stakes { ante: Cents(500), hand_bonus: Cents(400), ..Stakes::default() };
    let terms = PositionTerms::of(&house, &stakes, &Meters::default());
    let position = Position::new(&terms, &Strategy::Optimal);
    let part = position.parts.iter().find(|part| part.wager == Wager::HandBonus).unwrap();
    let table = &house.hand_bonus.as_ref().unwrap().table;
    let mut alone = Distribution::new();
    for hand in Three::all() {
        let net = match table.line(hand).map(|line| line.pays) {
            Some(Pays::To(odds)) => 400 * i64::from(odds.won) / i64::from(odds.staked),
            _ => -400,
        };
        // Every hand of the dealer's is as likely as any other.
        alone.add(net, u128::from(DEALER_HANDS));
    }
    assert_eq!(part.law, alone);
    assert_eq!(position.turned().count(), 0, "nothing is given up, so nothing else is decided");
}

#[test]
fn simulated_rounds_are_near_the_law() {
    let stakes = Stakes {
        ante: Cents(500),
        pair_plus: Cents(500),
        hand_bonus: Cents(2_000),
        six_card_bonus: Cents(100),
        prime: Cents(100),
        ..Stakes::default()
    };
    for (house, fate) in [(house(&[]), Fate::Kept), (by_hand(), Fate::Lost)] {
        let house = house.what_if(|choices| choices.fold.hand_bonus = fate);
        let decisions = Decisions::beside(&house, &stakes, &Meters::seeded(&house), &Strategy::Optimal).shared();
        let seat = |position: u8| SeatPlan { position, person: position.into(), stakes, decisions: decisions.clone() };
        let mut options = Options::new("5eed".parse().unwrap(), 200_000);
        options.block = Some(50_000);
        let plan = SimulationPlan::new(&house, vec![seat(1), seat(3)], &options).unwrap();
        let rows = compare(&plan, &run(&plan, 0..plan.blocks()).unwrap());
        for wager in [Wager::Ante, Wager::Play, Wager::BadBeat, Wager::HandBonus] {
            assert!(rows.iter().any(|row| row.wager == wager.word()), "{wager}");
        }
        for row in rows {
            let z = row.z_squared().unwrap();
            assert!(z < Fraction::whole(20), "{fate:?} {}: {} standard errors", row.wager, row.z(2).unwrap());
        }
    }
}
