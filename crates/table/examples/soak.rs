//! One part of the long run behind `cargo xtask soak`: the driver of `tests/machine.rs` with other seeds than the tests'.
//! `--part N` does the runs of a part, `--seed N` repeats one run.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::time::Instant;

use common::chaos::{Tally, seeds};
use common::many_houses;

/// The seeds begin here.
const FIRST: u64 = 1_000_000_000;

/// So many runs are a part, each with eight hundred commands and those that bring its last round to an end.
const RUNS: u64 = 625;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = words.get(1).and_then(|word| word.parse().ok());
    match (words.first().map(String::as_str), number, words.len()) {
        (Some("--part"), Some(part), 2) => soak(part),
        (Some("--seed"), Some(seed), 2) => println!("{:?}", seeds(&many_houses(), seed..seed + 1)),
        _ => {
            eprintln!("usage: soak --part NUMBER | --seed NUMBER");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn soak(part: u64) {
    let houses = many_houses();
    let started = Instant::now();
    let first = FIRST + part * RUNS;
    let Tally { commands, accepted, refused, events, rounds, voids } = seeds(&houses, first..first + RUNS);
    println!(
        "result commands={commands} accepted={accepted} refused={refused} events={events} rounds={rounds} \
         voids={voids} most_houses={} core_seconds={}",
        houses.len(),
        started.elapsed().as_secs()
    );
}
