//! The settlement lines that a person sees add up to what their purse gained in the round: for every wager of every
//! house, whatever happens in the round.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::chaos::Chaos;
use crate::common::{CODES, Pit, house, many_houses, rich_shuffle};
use serde_json::{Value, json};
use table::past::Staked;
use table::robot;
use table::{Actor, Event, Moment, Role, State, What, view};

/// The lines of a person's own positions as their page shows them, and their sum.
fn told(state: &State, person: &str, at: Moment) -> (Vec<table::LineView>, i64) {
    let seen = view(state, &Actor::new(Role::Player, person), at);
    let own = |position: u8| seen.seats.iter().any(|seat| seat.own && seat.position == position);
    let lines: Vec<_> = seen.settlement.into_iter().filter(|line| own(line.due.position)).collect();
    let net = lines.iter().map(|line| line.net).sum();
    (lines, net)
}

/// Everybody's chips between rounds, when nothing is staked, and what they have bought, carried away or given since.
#[derive(Default)]
struct Purses {
    had: BTreeMap<String, i64>,
    staked: Staked,
}

impl Purses {
    fn note(&mut self, events: &[Event]) {
        for event in events {
            self.staked.follow(&event.what);
            let (person, amount) = match &event.what {
                What::BoughtIn { person, amount } => (person, amount.0),
                What::CashedOut { person, amount } | What::Tipped { person, amount } => (person, -amount.0),
                _ => continue,
            };
            *self.had.entry(person.name().to_owned()).or_default() += amount;
        }
    }
}

#[test]
fn the_lines_add_up_to_the_purse() {
    let (mut rounds, mut moved, mut coupons, mut lefts) = (0_u32, 0_u32, 0_u32, 0_u32);
    for (i, house) in many_houses().into_iter().enumerate() {
        for seed in 0..6_u64 {
            let mut chaos = Chaos::new(house.clone(), seed * 1_000 + i as u64);
            chaos.command(
                Actor::new(Role::Floorperson, "Flo"),
                table::Act::OpenTable { float: rules::Cents(100_000_000) },
            );
            let mut purses = Purses::default();
            for _ in 0..2_500 {
                let (before, at, seen) = (chaos.state.clone(), chaos.at, chaos.events.len());
                chaos.step();
                let events = &chaos.events[seen..];
                purses.note(events);
                if !events.iter().any(|event| matches!(event.what, What::RoundEnded { .. })) {
                    continue;
                }
                rounds += 1;
                for person in ["P1", "P2", "P3", "P4"] {
                    let (lines, net) = told(&before, person, at);
                    let has = chaos.state.money.purse(&person.into()).0;
                    let had = purses.had.insert(person.to_owned(), has).unwrap_or(0);
                    // A player who gives everything up has no lines, and loses it all.
                    let own = |position| before.seat(position).is_some_and(|seat| seat.person.name() == person);
                    let given_up = purses.staked.given_up().filter(|(position, _)| own(*position));
                    let left: i64 = given_up.map(|(_, chips)| chips.0).sum();
                    assert_eq!(
                        had + net - left,
                        has,
                        "house {i}, seed {seed}: {person} in {:#?}\n{lines:#?}",
                        before.round
                    );
                    lefts += u32::from(left > 0);
                    moved += u32::from(net != 0);
                    let coupon = |line: &table::LineView| line.due.wager == rules::Wager::MatchPlay && line.net > 0;
                    coupons += u32::from(lines.iter().any(coupon));
                }
                purses.staked = Staked::default();
            }
        }
    }
    println!("{rounds} rounds; {moved} times somebody won or lost; {coupons} coupons won, {lefts} left");
    assert!(rounds > 500 && moved > 500 && coupons > 20 && lefts > 5, "too little was played");
}

/// Rounds for the pages' own arithmetic, which is tested on the same file. `UPDATE_GOLDEN=1` writes it.
#[test]
fn the_rounds_that_the_pages_add_up() {
    let mut rounds: Vec<Value> = Vec::new();
    for (seed, code) in CODES.iter().enumerate() {
        let mut pit = Pit::new(house(code), seed as u64).with_players(3);
        for _ in 0..8 {
            let number = pit.state.round.number;
            let people: Vec<String> = pit.players.iter().map(|player| player.person.name().to_owned()).collect();
            let mut purses = Purses::default();
            for person in &people {
                purses.had.insert(person.clone(), pit.state.money.purse(&person.as_str().into()).0);
            }
            loop {
                let (before, at, seen) = (pit.state.clone(), pit.at, pit.events.len());
                pit.at.0 += 1000;
                let wants = pit.players.iter().find_map(|player| player.command(&pit.state, pit.at));
                let (dice, state) = (&mut pit.dice, &pit.state);
                let command = wants.or_else(|| {
                    robot::command(state, pit.at, &mut || rich_shuffle(dice, &state.house, state.hands().count() + 1))
                });
                pit.command(command.expect("the table goes on"));
                purses.note(&pit.events[seen..]);
                if pit.state.round.number == number {
                    continue;
                }
                for person in &people {
                    let (lines, _) = told(&before, person, at);
                    let positions: Vec<u8> =
                        before.taken().filter(|(_, seat)| seat.person.name() == person).map(|(p, _)| p).collect();
                    rounds.push(json!({
                        "house": code, "round": number, "person": person, "positions": positions,
                        "before": purses.had[person], "after": pit.state.money.purse(&person.as_str().into()).0,
                        "lines": lines,
                    }));
                }
                break;
            }
        }
    }
    let lines: Vec<String> = rounds.iter().map(Value::to_string).collect();
    let text = format!("{{\"rounds\":[\n{}\n]}}\n", lines.join(",\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/pages/purses.json");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(&path, &text).expect("the golden file");
    }
    let kept = std::fs::read_to_string(&path).expect("golden/pages/purses.json: write it with UPDATE_GOLDEN=1");
    assert!(
        kept == text,
        "golden/pages/purses.json is not what the table gives: look at the difference with UPDATE_GOLDEN=1"
    );
}
