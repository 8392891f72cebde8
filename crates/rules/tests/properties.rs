//! Properties that hold for every lawful house of every rulebook and every round it admits.

mod common;

#[path = "properties/garbage.rs"]
mod garbage;
#[path = "properties/ledger.rs"]
mod ledger;
#[path = "properties/oracle.rs"]
mod oracle;
#[path = "properties/prime.rs"]
mod prime;
#[path = "properties/refusals.rs"]
mod refusals;

use std::collections::BTreeMap;

use common::deal::{self, Kind};
use common::rounds::{file, settled};
use common::tape::{Tape, tapes};
use common::{BOOKS, lawful};
use proptest::prelude::*;
use rules::rulebook::vocabulary::{Direction, Take};
use rules::settle::output::{MovementOut, SettledRound};
use rules::settle::{Movement, Round, Seat, admit, balance, settle};
use rules::wager::Outcome;
use rules::{Books, House, Wager};
use serde_json::Value;

/// The cases of a property: each is a house and several of its rounds.
const CASES: u32 = 250;

/// The rounds of a case.
const ROUNDS: usize = 4;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A lawful house, and rounds that it must admit.
struct Case {
    text: String,
    house: House,
    rounds: Vec<Value>,
}

/// Makes a house of some book and some rounds for it. That it opens is a property too.
fn case(numbers: &[u16]) -> Case {
    let mut tape = Tape::new(numbers);
    let book = *tape.pick(&BOOKS);
    case_of(&mut tape, book, Kind::Any, |text| text)
}

/// The same with rounds in which meters are won.
fn meter_case(numbers: &[u16]) -> Case {
    let mut tape = Tape::new(numbers);
    let book = *tape.pick(&["ma", "md14", "ma", "sd", "md2014", "ma"]);
    case_of(&mut tape, book, Kind::Meters, |text| text)
}

/// The same for one book, after a last change to the text.
fn case_of(tape: &mut Tape<'_>, book: &str, kind: Kind, change: impl Fn(String) -> String) -> Case {
    let books = Books::shipped();
    let text = change(lawful::house(tape, &books.get(book).unwrap().rules));
    let house = open(&text, &books);
    let rounds = (0..ROUNDS).filter_map(|_| deal::round(tape, &house, kind)).collect();
    Case { text, house, rounds }
}

fn open(text: &str, books: &Books) -> House {
    let report = rules::house::check(text, books);
    let said: Vec<String> = report.errors().map(ToString::to_string).collect();
    report.house.unwrap_or_else(|| panic!("a lawful house is refused:\n{}\n{text}", said.join("\n")))
}

/// The round in the engine's form.
fn admitted(house: &House, round: &Value) -> Round {
    match admit(house, &file(round)) {
        Ok((round, _)) => round,
        Err(refusals) => {
            let said: Vec<String> = refusals.iter().map(ToString::to_string).collect();
            panic!("a round is refused:\n{}\n{round:#}", said.join("\n"))
        }
    }
}

/// The seat of a movement.
fn seat_of<'r>(round: &'r Round, movement: &Movement<'_>) -> &'r Seat {
    round.seats[usize::from(movement.position) - 1].as_ref().expect("a movement belongs to a seat")
}

/// The stakes of a seat, including the play wager.
fn staked(seat: &Seat) -> Vec<(Wager, i64)> {
    let played = seat.decision == Some(rules::settle::Decision::Play);
    let play = (Wager::Play, if played { seat.stakes.ante.0 } else { 0 });
    let all = Wager::ALL.iter().map(|wager| (*wager, seat.stakes.on(*wager).0));
    all.chain([play]).filter(|(_, stake)| *stake > 0).collect()
}

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn every_staked_wager_is_settled_once_and_nothing_else(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            let mut wanted: Vec<(u8, Wager, i64)> = Vec::new();
            for seat in round.seats.iter().flatten() {
                wanted.extend(staked(seat).into_iter().map(|(wager, stake)| (seat.position, wager, stake)));
            }
            let bonus = |wager: Wager| matches!(wager, Wager::AnteBonus | Wager::TipAnteBonus | Wager::Envy | Wager::FiveCardEnvy);
            let mut told: Vec<(u8, Wager, i64)> =
                movements.iter().filter(|m| !bonus(m.wager)).map(|m| (m.position, m.wager, m.stake.0)).collect();
            wanted.sort_unstable();
            told.sort_unstable();
            prop_assert_eq!(told, wanted, "{}\n{:#}", case.text, given);
            for movement in movements.iter().filter(|m| bonus(m.wager)) {
                prop_assert!(movement.paid.0 > 0 && movement.outcome == Outcome::Won && movement.stake.is_zero());
            }
        }
    }

    #[test]
    fn every_movement_rests_on_the_houses_own_law(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            for movement in &movements {
                let clauses: Vec<_> = movement.citations().flat_map(|cite| &cite.clauses).collect();
                let readings = movement.citations().flat_map(|cite| &cite.readings).count();
                prop_assert!(clauses.len() + readings > 0, "{movement:?}");
                prop_assert!(clauses.iter().all(|id| id.book() == case.house.book.code), "{movement:?}");
            }
        }
    }

    #[test]
    fn a_hand_given_up_wins_neither_play_nor_bonus(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            for movement in movements.iter().filter(|m| seat_of(&round, m).gave_up()) {
                let never = [Wager::Play, Wager::AnteBonus, Wager::TipPlay, Wager::TipAnteBonus];
                prop_assert!(!never.contains(&movement.wager), "{movement:?}");
                let with_the_ante = [Wager::Ante, Wager::TipAnte, Wager::MatchPlay].contains(&movement.wager);
                prop_assert!(!with_the_ante || movement.outcome == Outcome::Forfeited, "{movement:?}");
                prop_assert!(movement.outcome != Outcome::Pushed, "{movement:?}");
            }
            let forfeits = movements.iter().filter(|m| m.outcome == Outcome::Forfeited);
            prop_assert!(forfeits.into_iter().all(|m| seat_of(&round, m).gave_up() && m.paid.is_zero() && m.returned.is_zero()));
        }
    }

    #[test]
    fn the_order_is_the_books(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            let turns: Vec<_> = movements.iter().map(|movement| turn(&case.house, movement)).collect();
            prop_assert!(turns.is_sorted(), "{:?}\n{}\n{:#}", turns, case.text, given);
        }
    }

    #[test]
    fn the_order_in_which_seats_are_listed_changes_nothing(numbers in tapes(900), mixed in tapes(20)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let mut other = given.clone();
            Tape::new(&mixed).shuffle(other["positions"].as_array_mut().unwrap());
            prop_assert_eq!(told(&settled(&case.house, given)), told(&settled(&case.house, &other)));
        }
    }

    /// What a hand wins does not depend on who else sits at the table.
    #[test]
    fn a_seat_alone_is_settled_as_in_company(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let company = settled(&case.house, given);
            for seat in given["positions"].as_array().unwrap() {
                let mut alone = given.clone();
                alone["positions"] = Value::Array(vec![seat.clone()]);
                if seat["wagers"].get("five_card_progressive").is_none() {
                    alone.as_object_mut().unwrap().remove("community");
                }
                let alone = settled(&case.house, &alone);
                let by_itself = |settled: &SettledRound| {
                    let shared = ["cover_all", "envy", "five_card_envy"];
                    let own = settled.movements.iter().filter(|m| seat["position"] == m.position);
                    let own = own.filter(|m| !shared.contains(&m.wager.as_str()) && !from_meter(m));
                    own.map(|m| (m.wager.clone(), m.outcome.clone(), m.paid, m.returned, m.line.clone())).collect::<Vec<_>>()
                };
                let (mut in_company, mut by_self) = (by_itself(&company), by_itself(&alone));
                in_company.sort();
                by_self.sort();
                prop_assert_eq!(in_company, by_self);
            }
        }
    }

    /// The two orders of one book differ only in the order, if no meter is won.
    #[test]
    fn both_orders_pay_the_same(numbers in tapes(900), meters in any::<bool>()) {
        let mut tape = Tape::new(&numbers);
        let with = |order: &str| {
            let order = order.to_owned();
            move |text: String| {
                let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("order = ")).collect();
                kept.join("\n").replace("[settlement]", &format!("[settlement]\norder = \"{order}\"")) + "\n"
            }
        };
        let one = case_of(&mut tape, "ma", if meters { Kind::Meters } else { Kind::Any }, with("1"));
        let two = open(&with("2")(one.text.clone()), &Books::shipped());
        prop_assert_eq!((one.house.settlement().id.as_str(), two.settlement().id.as_str()), ("1", "2"));
        for given in &one.rounds {
            let (first, second) = (settled(&one.house, given), settled(&two, given));
            let in_common = |settled: &SettledRound| {
                let line = |m: &MovementOut| {
                    (m.position, m.wager.clone(), m.from_position, m.outcome.clone(), m.paid, m.returned)
                };
                let mut lines: Vec<_> = settled.movements.iter().map(line).collect();
                lines.sort();
                lines
            };
            let meter_won = first.movements.iter().any(from_meter);
            if meter_won {
                // The awards of one meter come in the same order of seats, so even these agree.
                prop_assert_eq!(&first.meters_after_exact, &second.meters_after_exact);
            }
            prop_assert_eq!(in_common(&first), in_common(&second));
            prop_assert_eq!(first.totals.iter().map(|t| t.net).sum::<i64>(), second.totals.iter().map(|t| t.net).sum::<i64>());
        }
    }

    #[test]
    fn the_balance_is_zero(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            prop_assert_eq!(balance(&movements).0, 0);
            let told = settled(&case.house, given);
            prop_assert_eq!(told.balance, 0);
            // A balance that a wrong movement does not upset would prove nothing.
            if let Some(first) = movements.iter_mut().find(|m| m.stake_account().is_some() && m.outcome == Outcome::Pushed) {
                first.returned = rules::Cents::ZERO;
                prop_assert_ne!(balance(&movements).0, 0);
            }
        }
    }
}

/// Whether a meter funds it, whoever hands it over.
fn from_meter(movement: &MovementOut) -> bool {
    movement.transfers.iter().any(|transfer| transfer.from.starts_with("meter"))
}

/// A movement's turn: forfeits first, then by pass, by place in the pass's direction, by order within the pass.
fn turn(house: &House, movement: &Movement<'_>) -> (usize, i16, usize) {
    let book = &house.book;
    let across = |direction: Direction, position: u8| match direction {
        Direction::RightToLeft => -i16::from(position),
        Direction::LeftToRight => i16::from(position),
    };
    if movement.outcome == Outcome::Forfeited {
        return (0, across(book.fold.collected.default.unwrap(), movement.position), 0);
    }
    let leads = match movement.wager {
        Wager::MatchPlay | Wager::TipAnte => Wager::Ante,
        Wager::TipPlay => Wager::Play,
        Wager::TipAnteBonus => Wager::AnteBonus,
        Wager::TipPairPlus => Wager::PairPlus,
        wager => wager,
    };
    let lost = movement.outcome == Outcome::Lost;
    let passes = &house.settlement().passes;
    let pass = passes.iter().position(|pass| {
        let takes = pass.take == Take::All || (pass.take == Take::Losing) == lost;
        takes && pass.wagers.contains(&leads)
    });
    let pass = pass.expect("each wager has its pass");
    let within = passes[pass].wagers.iter().position(|wager| *wager == leads).unwrap();
    // An envy bonus is paid when the hand that gives it is reached.
    let turn = movement.from_position.unwrap_or(movement.position);
    (pass + 1, across(passes[pass].direction.unwrap_or(house.across), turn), within)
}

/// A settlement in full, as its JSON has it.
fn told(settled: &SettledRound) -> BTreeMap<String, Value> {
    let Value::Object(told) = serde_json::to_value(settled).unwrap() else { panic!("a settlement is an object") };
    told.into_iter().collect()
}

/// What the made-up houses and rounds reach: if it were little, the properties would prove little.
#[test]
fn the_rounds_made_up_reach_everything() {
    let mut reached: BTreeMap<String, usize> = BTreeMap::new();
    let mut seed = 1_u64;
    for turn in 0..1200 {
        let numbers: Vec<u16> = (0..900)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 40) as u16
            })
            .collect();
        let case = if turn % 3 == 0 { meter_case(&numbers) } else { case(&numbers) };
        let book = case.house.book.code.clone();
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            for movement in &movements {
                *reached.entry(format!("{book} {} {}", movement.wager, movement.outcome)).or_default() += 1;
                if let rules::settle::PaidBy::Line(line) = movement.by {
                    *reached.entry(format!("{} {}", movement.wager, line.hand)).or_default() += 1;
                }
            }
            for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
                let won: Vec<_> = movements.iter().filter(|m| m.wager == wager).filter_map(|m| m.award).collect();
                for (level, _) in &won {
                    let times = won.iter().filter(|(other, _)| other == level).count();
                    let how = case.house.progressive_terms(wager).unwrap().multi_win;
                    *reached.entry(format!("meter won {times} times, {how}")).or_default() += 1;
                }
            }
        }
    }
    let books = Books::shipped();
    let mut wanted: Vec<String> = Vec::new();
    for book in BOOKS {
        for wager in Wager::ALL.iter().filter(|wager| books.get(book).unwrap().rules.knows(**wager)) {
            let outcomes: &[&str] = match wager {
                Wager::Ante | Wager::TipAnte | Wager::MatchPlay => &["won", "lost", "pushed", "forfeited"],
                Wager::Play | Wager::TipPlay => &["won", "lost", "pushed"],
                Wager::AnteBonus | Wager::TipAnteBonus | Wager::Envy | Wager::FiveCardEnvy => &["won"],
                Wager::SixCardBonus | Wager::Prime | Wager::CoverAll => &["won", "lost"],
                _ => &["won", "lost", "forfeited"],
            };
            wanted.extend(outcomes.iter().map(|outcome| format!("{book} {wager} {outcome}")));
        }
    }
    let lines = [
        ("ante_bonus", "akq-spades akq-hdc akq-suited straight-flush three-of-a-kind straight"),
        ("pair_plus", "akq-spades akq-hdc akq-suited straight-flush three-of-a-kind straight flush pair"),
        ("progressive", "akq-spades akq-hdc straight-flush three-of-a-kind straight"),
        ("cover_all", "akq-suited straight-flush three-of-a-kind straight"),
        ("six_card_bonus", "super-royal-diamonds super-royal-hsc super-royal-any royal-flush straight-flush"),
        ("six_card_bonus", "four-of-a-kind full-house flush straight three-of-a-kind"),
        (
            "five_card_progressive",
            "royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind",
        ),
    ];
    for (wager, hands) in lines {
        wanted.extend(hands.split(' ').map(|hand| format!("{wager} {hand}")));
    }
    for times in ["2 times, turn_order", "2 times, equal_shares", "3 times, turn_order"] {
        wanted.push(format!("meter won {times}"));
    }
    wanted.retain(|what| !reached.contains_key(what));
    assert_eq!(wanted, Vec::<String>::new(), "never reached");
}
