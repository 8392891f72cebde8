//! Writes the records of some thousand rounds repeatedly, to measure work and bytes: `valgrind --tool=callgrind
//! --toggle-collect='pit::turn::bodies' target/release/examples/pack sd 1000`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::time::Instant;

use common::{Order, orders, under};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let times = words.get(1).and_then(|word| word.parse::<u32>().ok());
    let (Some(code), Some(times), 2) = (words.first(), times, words.len()) else {
        eprintln!("usage: pack HOUSE TIMES");
        return ExitCode::from(2);
    };
    // The first orders open the table and buy in.
    let orders = orders(code, 40).split_off(8);
    let (mut records, mut bytes) = (0, 0);
    let started = Instant::now();
    for _ in 0..times {
        for Order { after, round, turns } in &orders {
            let Ok(bodies) = pit::bodies(*after, *round, turns, &under(), &[7; 32]) else { return ExitCode::FAILURE };
            records += bodies.len();
            bytes += bodies.iter().map(|body| body.as_str().len()).sum::<usize>();
        }
    }
    let micros = started.elapsed().as_micros();
    let rounds = times as usize * (orders.last().map_or(0, |order| order.round) - orders[0].round) as usize;
    println!("{rounds} rounds, {records} records, {bytes} bytes: {} bytes a record", bytes / records.max(1));
    println!("{} bytes and {} ns a round", bytes / rounds.max(1), micros * 1000 / rounds.max(1) as u128);
    ExitCode::SUCCESS
}
