//! The long run behind `cargo xtask soak`: the driver of `tests/machine.rs` on every core, with other seeds than the
//! tests'. `--commands N` says how many commands, `--seed N` repeats one run.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use common::chaos::{Tally, runs};
use common::many_houses;

/// The seeds begin here.
const FIRST: u64 = 1_000_000_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--commands", commands] => match commands.parse() {
            Ok(commands) => soak(commands),
            Err(_) => return usage(),
        },
        ["--seed", seed] => match seed.parse() {
            Ok(seed) => println!("{:?}", runs(&many_houses(), seed, 1, 1, &|_| {})),
            Err(_) => return usage(),
        },
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: soak --commands NUMBER | --seed NUMBER");
    ExitCode::from(2)
}

fn soak(commands: u64) {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let houses = many_houses();
    let done: Vec<AtomicU64> = (0..cores).map(|_| AtomicU64::new(0)).collect();
    let report = |core: u64, commands: u64| {
        let before = done[core as usize].swap(commands, Ordering::Relaxed);
        if before / 250_000 != commands / 250_000 {
            let all: u64 = done.iter().map(|done| done.load(Ordering::Relaxed)).sum();
            println!("progress {all}");
        }
    };
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let (houses, report) = (&houses, &report);
        let threads: Vec<_> = (0..cores)
            .map(|core| {
                scope.spawn(move || runs(houses, FIRST + core, cores, commands / cores, &|done| report(core, done)))
            })
            .collect();
        threads.into_iter().for_each(|thread| all.add(thread.join().expect("a sound run")));
    });
    let Tally { commands, accepted, refused, events, rounds, voids } = all;
    println!(
        "result commands={commands} accepted={accepted} refused={refused} events={events} rounds={rounds} \
         voids={voids} houses={}",
        houses.len()
    );
}
