//! Simulated rounds through the production settlement, beside a bare loop that draws the same cards and ranks the hands.
//!
//! `cargo bench -p benches --bench simulation` measures time; with `-- --instructions` it counts instructions instead.

mod tables;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::callgrind::{self, NoCount};
use benches::command::Bench;
use benches::{Group, Kernel};
use odds::Fraction;
use odds::simulate::{SimulationPlan, compare, run, run_block};

use tables::{BLOCK, Case, bare, cases};

/// Blocks in a run: a block takes well under three milliseconds.
const PARTS: usize = 16;

/// A checksum of a block, to which every round contributes.
fn block(plan: &SimulationPlan<'_>, part: usize) -> u64 {
    (run_block(plan, part as u64).table.rounds.squares % (1 << 40)) as u64
}

/// Before anything is timed: every wager is within five standard errors of its exact law.
fn assert_right(case: &Case, plan: &SimulationPlan<'_>) {
    let result = run(plan, 0..plan.blocks()).expect("there are blocks");
    for row in compare(plan, &result) {
        let near = row.z_squared().is_none_or(|z| z < Fraction::whole(25));
        assert!(near, "{}: {} is {} standard errors from its law", case.name, row.wager, row.z(1).unwrap_or_default());
    }
}

fn measure() {
    let cases = cases();
    for (title, positions) in [("1 position", 1), ("7 positions, 26 cards", 7)] {
        let of: Vec<&Case> = cases.iter().filter(|case| case.positions == positions).collect();
        let plans: Vec<SimulationPlan<'_>> = of.iter().map(|case| case.plan(BLOCK * PARTS as u64)).collect();
        let answer = (0..PARTS).map(|part| bare(positions, part)).sum();
        let mut kernels = vec![Kernel::new("bare loop: draw and rank", answer, PARTS, |part| bare(positions, part))];
        for (case, plan) in of.iter().zip(&plans) {
            assert_right(case, plan);
            let answer = (0..PARTS).map(|part| block(plan, part)).sum();
            kernels.push(Kernel::new(case.name, answer, PARTS, move |part| block(plan, part)));
        }
        Group::new(title, BLOCK * PARTS as u64, kernels).measure();
    }
    rates(&cases);
}

/// Rounds per second on one core and on two. Measured a few milliseconds at a time, taking the best of many, because a
/// busy machine rarely has both cores free for longer.
fn rates(cases: &[Case]) {
    println!("\n| simulation | million rounds/s, one core | target | two threads | times |");
    println!("|---|---:|---|---:|---:|");
    for case in cases {
        let plan = case.plan(BLOCK * 2 * CHUNK);
        let rate = |time: Duration, blocks: u64| (BLOCK * blocks) as f64 / time.as_secs_f64() / 1e6;
        let one = rate(best(|| drop(run(&plan, 0..CHUNK))), CHUNK);
        let two = best(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| run(&plan, 0..CHUNK));
                drop(run(&plan, CHUNK..2 * CHUNK));
            });
        });
        let two = rate(two, 2 * CHUNK);
        let verdict = case.target.map_or_else(String::new, |target| {
            format!("{}: at least {target}", if one >= target { "PASS" } else { "under target" })
        });
        println!("| {} | {one:.2} | {verdict} | {two:.2} | {:.2} |", case.name, two / one);
    }
}

/// The blocks that one thread deals at a time.
const CHUNK: u64 = 4;

fn best(work: impl Fn()) -> Duration {
    let timed = |_| {
        let begin = Instant::now();
        work();
        begin.elapsed()
    };
    (0..200).map(timed).min().unwrap_or_default()
}

/// Prints a Markdown table of instructions per round: the difference of two runs, so that reading the house and pricing
/// the strategy do not count.
fn count_instructions() -> Result<(), NoCount> {
    println!("\n| simulation | rounds | instructions each |");
    println!("|---|---:|---:|");
    for case in cases() {
        let (short, _) = callgrind::count_self(&["--kernel", case.name, "1"])?;
        let (long, _) = callgrind::count_self(&["--kernel", case.name, "3"])?;
        println!("| {} | {BLOCK} | {} |", case.name, long.saturating_sub(short) / (2 * BLOCK));
    }
    Ok(())
}

fn run_counted(name: &str, blocks: u64) -> Option<i128> {
    let case = cases().into_iter().find(|case| case.name == name)?;
    // One block of several lengths, so that the fixed cost of a block does not count either.
    let plan = case.plan_in_one_block(BLOCK * blocks);
    Some(run_block(&plan, 0).table.rounds.net)
}

fn main() -> ExitCode {
    Bench {
        name: "simulation",
        measure,
        count_instructions,
        run_counted: |name, times| run_counted(name, times.parse().ok()?),
    }
    .run()
}
