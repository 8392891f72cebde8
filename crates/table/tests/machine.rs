//! The table as a machine: whatever anybody does to it, in whatever order, its invariants hold.
//!
//! Every run drives one house with commands of all roles, right and wrong. After each command: exactly what is legal is
//! accepted; the next step of the procedure is accepted; all 52 cards are there; the money sums to zero and nobody but
//! the house owes; the meters add up. After each run the round is brought to its end and the events are replayed.
//!
//! `TABLE_COMMANDS` sets the total number of commands; `cargo xtask soak` runs a hundred million. To repeat a failed
//! seed: `cargo run -p table --example soak -- --seed N`.

use std::collections::BTreeSet;

use crate::common::chaos::{Chaos, RUN, runs};
use crate::common::many_houses;

/// Four tests share the commands, so that they run in parallel.
const TESTS: u64 = 4;

fn wanted() -> u64 {
    let given = std::env::var("TABLE_COMMANDS").ok().and_then(|text| text.replace('_', "").parse().ok());
    given.unwrap_or(1_200_000)
}

fn quarter(number: u64) {
    let tally = runs(&many_houses(), number, TESTS, wanted() / TESTS);
    println!("{tally:?}");
    // The driver must get somewhere: most commands are accepted, rounds are played, some of them void.
    assert!(tally.accepted > tally.commands / 3, "{tally:?}");
    assert!(tally.rounds > tally.commands / 400 && tally.voids > tally.rounds / 100, "{tally:?}");
}

#[test]
fn any_commands_1_of_4() {
    quarter(0);
}

#[test]
fn any_commands_2_of_4() {
    quarter(1);
}

#[test]
fn any_commands_3_of_4() {
    quarter(2);
}

#[test]
fn any_commands_4_of_4() {
    quarter(3);
}

/// Only electronic tables.
#[test]
fn any_commands_at_an_electronic_table() {
    let tally = runs(&crate::common::electronic_houses(), 5_000_000, 1, (wanted() / 5).max(240_000));
    println!("{tally:?}");
    assert!(tally.accepted > tally.commands / 3, "{tally:?}");
    assert!(tally.rounds > tally.commands / 400 && tally.voids > tally.rounds / 100, "{tally:?}");
}

/// The names of an enum's variants as written in JSON, read from its source.
fn variants(source: &str, name: &str) -> Vec<String> {
    let body = source.split_once(&format!("pub enum {name} {{")).expect("the enum").1;
    let body = body.split_once("\n}").expect("its end").0;
    let words = body.lines().filter_map(|line| line.strip_prefix("    "));
    let names = words.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    let snake = |name: &str| {
        let mut out = String::new();
        for letter in name.chars().take_while(char::is_ascii_alphanumeric) {
            if letter.is_ascii_uppercase() && !out.is_empty() {
                out.push('_');
            }
            out.push(letter.to_ascii_lowercase());
        }
        out
    };
    names.map(snake).collect()
}

/// A driver that never reaches an act, an event or an irregularity proves nothing about it.
#[test]
fn the_driver_reaches_everything() {
    let mut acts: BTreeSet<String> = variants(include_str!("../src/language/act.rs"), "Act").into_iter().collect();
    let mut events: BTreeSet<String> = variants(include_str!("../src/language/event.rs"), "What").into_iter().collect();
    assert!(acts.len() > 60 && events.len() > 55, "the sources are not read rightly");
    let mut remedies: BTreeSet<String> =
        rules::rulebook::vocabulary::Irregularity::ALL.iter().map(|what| what.word().to_owned()).collect();
    // This one is set on the device, not reported.
    remedies.remove("device_out_of_use");
    let houses = many_houses();
    for seed in 0..2_500 {
        let mut chaos = Chaos::new(houses[seed % houses.len()].clone(), 7_000 + seed as u64);
        chaos.run(RUN);
        for (command, _) in &chaos.accepted {
            acts.remove(&word(&command.act, "do"));
        }
        for event in &chaos.events {
            events.remove(&word(event, "event"));
            if let table::What::Irregular { what, .. } = &event.what {
                remedies.remove(what.word());
            }
        }
        if acts.is_empty() && events.is_empty() && remedies.is_empty() {
            return;
        }
    }
    panic!("never reached: acts {acts:?}, events {events:?}, irregularities {remedies:?}");
}

/// The word by which a value is tagged in JSON.
fn word(of: &impl serde::Serialize, tag: &str) -> String {
    serde_json::to_value(of).expect("JSON")[tag].as_str().expect("a word").to_owned()
}
