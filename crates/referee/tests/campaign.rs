//! The referee beside tables that anybody does anything to: a sample of the long run of `cargo xtask referee`.
//!
//! A rule that the sample breaks is told with its first seed, and `cargo run -p referee --example campaign -- --seed N`
//! tells that run command by command.

mod driver;

use std::collections::BTreeSet;

use driver::{Tally, seeds};

/// What the table is known to do against the documents today. Whoever mends one of them strikes it out here.
const STILL_BROKEN: &[&str] = &[
    "a late stack comes after the forfeits",
    "a player is finished before the next is begun",
    "an idle table's cards are spread",
    "cards are picked up from the dealer's right",
    "forfeited cards are racked before the dealer shows",
    "groups of three come from a mechanical shuffler",
    "one deck in the discard rack",
    "one deck is shuffled while the other is played",
    "the stub is counted every five rounds",
    "two decks alternate",
    "two decks only with the shuffler in use",
    "two persons correct a meter",
    "wagers are settled in their player's turn",
];

/// Events on which no rule of procedure hangs: money at the table's edge, meters, connections, words.
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
fn the_referee_objects_to_nothing_but_what_is_known() {
    let mut tally = Tally::default();
    seeds(&driver::common::many_houses(), 0..330, &mut tally);
    println!("{} commands, {} rounds, {} void", tally.commands, tally.rounds, tally.voids);
    // The driver must get somewhere.
    assert!(tally.rounds > tally.commands / 400 && tally.voids > tally.rounds / 100, "{} rounds", tally.rounds);
    let known: BTreeSet<&str> = STILL_BROKEN.iter().copied().collect();
    let found: BTreeSet<&str> = tally.rules().into_keys().collect();
    let new = tally.findings.iter().filter(|((rule, _), _)| !known.contains(rule.as_str()));
    let told: Vec<String> = new
        .map(|((rule, code), f)| format!("{rule} ({code}), {} times, seed {}: {}", f.count, f.seed, f.example))
        .collect();
    assert!(told.is_empty(), "the referee objects:\n{}", told.join("\n"));
    let mended: Vec<&&str> = known.difference(&found).collect();
    assert!(mended.is_empty(), "no longer broken, so strike it out: {mended:?}");
}

/// An event that the referee cannot read would be judged by nobody.
#[test]
fn the_referee_reads_every_event() {
    let mut tally = Tally::default();
    seeds(&driver::common::many_houses(), 1_000..1_066, &mut tally);
    let unread: Vec<&String> = tally.passed_over.iter().filter(|word| !PASSED_OVER.contains(&word.as_str())).collect();
    assert!(unread.is_empty(), "the referee does not know these events: {unread:?}");
}
