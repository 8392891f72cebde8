//! The referee watches tables with random acts: a sample of the long run of `cargo xtask referee`.
//!
//! A rule that the sample breaks is reported with its first seed, and `cargo run -p referee --example campaign --
//! --seed N` shows that run command by command.

use crate::driver::{self, Tally, seeds};

/// Events that no rule of procedure depends on: money at the table's edge, meters, connections, words.
const PASSED_OVER: &[&str] = &[
    "bought_in",
    "cashed_out",
    "connection_back",
    "connection_lost",
    "credited",
    "filled",
    "floor_called",
    "meter",
    "meters_synced",
    "resumed",
    "revalued",
    "ruled",
    "single_stack",
    "tipped",
];

#[test]
fn the_referee_objects_to_nothing() {
    let mut tally = Tally::default();
    seeds(&driver::common::many_houses(), 0..330, &mut tally);
    println!("{} commands, {} rounds, {} void", tally.commands, tally.rounds, tally.voids);
    // The driver must get somewhere.
    assert!(tally.rounds > tally.commands / 400 && tally.voids > tally.rounds / 100, "{} rounds", tally.rounds);
    let told: Vec<String> = tally
        .findings
        .iter()
        .map(|((rule, code), f)| format!("{rule} ({code}), {} times, seed {}: {}", f.count, f.seed, f.example))
        .collect();
    assert!(told.is_empty(), "the referee objects:\n{}", told.join("\n"));
}

/// An event that the referee cannot read would be judged by nobody.
#[test]
fn the_referee_reads_every_event() {
    let mut tally = Tally::default();
    seeds(&driver::common::many_houses(), 1_000..1_066, &mut tally);
    let unread: Vec<&String> = tally.passed_over.iter().filter(|word| !PASSED_OVER.contains(&word.as_str())).collect();
    assert!(unread.is_empty(), "the referee does not know these events: {unread:?}");
    assert!(tally.corrections > 0, "no correction of a meter was read");
}
