//! One part of the long run behind `cargo xtask referee`: the driver of `tests/campaign.rs` with other seeds than the
//! test's. `--part N` does the runs of a part, `--seed N` shows one run, `--survey N` lists the objections in N runs.

#[path = "../tests/driver/mod.rs"]
mod driver;

use std::process::ExitCode;
use std::time::Instant;

use driver::{Tally, seeds};

/// The first seed.
const FIRST: u64 = 3_000_000_000;

/// The number of runs in a part, each with at most eight hundred commands.
const RUNS: u64 = 700;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = words.get(1).and_then(|word| word.parse().ok());
    let houses = driver::common::many_houses();
    let started = Instant::now();
    let mut tally = Tally::default();
    match (words.first().map(String::as_str), number, words.len()) {
        (Some("--seed"), Some(seed), 2) => {
            driver::told(&houses, seed);
            return ExitCode::SUCCESS;
        }
        (Some("--survey"), Some(runs), 2) => seeds(&houses, 0..runs, &mut tally),
        (Some("--part"), Some(part), 2) => seeds(&houses, FIRST + part * RUNS..FIRST + (part + 1) * RUNS, &mut tally),
        _ => {
            eprintln!("usage: campaign --part NUMBER | --seed NUMBER | --survey RUNS");
            return ExitCode::from(2);
        }
    }
    for ((rule, code), finding) in &tally.findings {
        eprintln!("{rule} ({code}): {} times, first with seed {}: {}", finding.count, finding.seed, finding.example);
    }
    let Tally { commands, accepted, events, rounds, voids, .. } = tally;
    let rules: String =
        tally.rules().iter().map(|(rule, count)| format!(" “{}”={count}", rule.replace(' ', "_"))).collect();
    println!(
        "result commands={commands} accepted={accepted} events={events} rounds={rounds} voids={voids} \
         objections={}{rules} most_houses={} core_seconds={}",
        tally.objections(),
        houses.len(),
        started.elapsed().as_secs()
    );
    ExitCode::SUCCESS
}
