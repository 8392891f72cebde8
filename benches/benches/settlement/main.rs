//! Settles dealt rounds through the production settlement, beside a bare loop that does the minimum.
//!
//! `cargo bench -p benches --bench settlement` measures time; with `-- --instructions` it counts instructions instead.

mod rounds;

use std::process::ExitCode;

use benches::callgrind::{self, NoCount};
use benches::command::Bench;
use benches::{Group, Kernel};
use rules::settle::{Movement, Round, settle};
use rules::{Books, House, Wager};

use rounds::{bare, deal_rounds};

/// The house of the bench: the one that offers most at the least prices of its wagers.
fn house() -> House {
    let report = rules::house::check(include_str!("../../../houses/md14.toml"), &Books::shipped());
    report.house.expect("the example house is lawful")
}

/// Rounds in a part, and parts in a run: a part takes well under a millisecond.
const ROUNDS: usize = 1 << 12;
const PARTS: usize = 16;

/// All that is paid in some rounds, by the production settlement.
fn paid(house: &House, rounds: &[Round]) -> u64 {
    let mut movements: Vec<Movement<'_>> = Vec::with_capacity(128);
    let mut total = 0;
    for round in rounds {
        movements.clear();
        settle(house, round, &mut movements);
        total += movements.iter().map(|m| m.paid.0 + m.returned.0).sum::<i64>();
    }
    total.unsigned_abs()
}

fn part(rounds: &[Round], part: usize) -> &[Round] {
    &rounds[part * ROUNDS..(part + 1) * ROUNDS]
}

fn measure() {
    let house = house();
    let one = deal_rounds(1, &[Wager::Ante, Wager::PairPlus], PARTS * ROUNDS);
    let answer: u64 = (0..PARTS).map(|i| paid(&house, part(&one, i))).sum();
    let kernels = vec![
        Kernel::new("bare loop", answer, PARTS, |i| bare(part(&one, i))),
        Kernel::new("settlement", answer, PARTS, |i| paid(&house, part(&one, i))),
    ];
    Group::new("1 position: ante, play, ante bonus, pair plus", (PARTS * ROUNDS) as u64, kernels).measure();

    let all = [Wager::Ante, Wager::PairPlus, Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive];
    let seven = deal_rounds(7, &all, PARTS * ROUNDS);
    let base = deal_rounds(7, &[Wager::Ante, Wager::PairPlus], PARTS * ROUNDS);
    let answer: u64 = (0..PARTS).map(|i| paid(&house, part(&seven, i))).sum();
    let base_answer: u64 = (0..PARTS).map(|i| paid(&house, part(&base, i))).sum();
    let kernels = vec![
        Kernel::new("bare loop, base wagers", base_answer, PARTS, |i| bare(part(&base, i))),
        Kernel::new("settlement, base wagers", base_answer, PARTS, |i| paid(&house, part(&base, i))),
        Kernel::new("settlement, all wagers", answer, PARTS, |i| paid(&house, part(&seven, i))),
    ];
    Group::new("7 positions", (PARTS * ROUNDS) as u64, kernels).measure();
}

/// The kernels whose instructions are counted, each with its number of rounds.
const COUNTED: [(&str, u8, &[Wager]); 2] = [
    ("settle-1", 1, &[Wager::Ante, Wager::PairPlus]),
    (
        "settle-7",
        7,
        &[Wager::Ante, Wager::PairPlus, Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive],
    ),
];

fn run_counted(name: &str, times: usize) -> Option<u64> {
    let (_, positions, wagers) = COUNTED.iter().find(|(known, ..)| *known == name)?;
    let (house, rounds) = (house(), deal_rounds(*positions, wagers, ROUNDS));
    Some((0..times).map(|_| paid(&house, &rounds)).sum())
}

fn main() -> ExitCode {
    Bench {
        name: "settlement",
        measure,
        count_instructions,
        run_counted: |name, times| run_counted(name, times.parse().ok()?),
    }
    .run()
}

/// Prints a Markdown table of instructions per round: the difference of two runs, so that reading the house and dealing
/// the rounds do not count.
fn count_instructions() -> Result<(), NoCount> {
    println!("\n| kernel | rounds | instructions each |");
    println!("|---|---:|---:|");
    for (name, ..) in COUNTED {
        let (once, _) = callgrind::count_self(&["--kernel", name, "1"])?;
        let (thrice, _) = callgrind::count_self(&["--kernel", name, "3"])?;
        let each = thrice.saturating_sub(once) / (2 * ROUNDS as u64);
        println!("| {name} | {ROUNDS} | {each} |");
    }
    Ok(())
}
