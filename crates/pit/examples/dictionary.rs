//! Builds the compression dictionary for bodies from rounds at the example houses: `cargo run -p pit --example
//! dictionary -- FILE`.
#![allow(clippy::expect_used, reason = "a tool of developers")]

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Order, Play, chaos, orders, tables, under};
use pit::bodies;

/// Larger ones gained nothing.
const BYTES: usize = 16 << 10;

fn main() {
    let to = std::env::args().nth(1).expect("name the file to write");
    let mut all: Vec<Order> = Vec::new();
    for code in tables::CODES {
        let house = tables::house(code);
        let mut play = Play::new(house.clone(), "Ann", tables::all_wagers(&house));
        all.extend((0..150).map(|_| play.order()));
        all.extend(orders(code, 150));
        all.extend(chaos(&house, 1, 300));
    }
    let mut samples: Vec<Vec<u8>> = Vec::new();
    for (number, order) in (1_u64..).zip(&all) {
        // Fresh randomness for each order, so that no salt ends up in the dictionary.
        let mut chance = [0; 32];
        chance[..8].copy_from_slice(&number.to_le_bytes());
        let bodies = bodies(order.after, order.round, &order.turns, &under(), &chance).expect("bodies");
        samples.extend(bodies.iter().map(|body| body.as_str().as_bytes().to_vec()));
    }
    let dictionary = zstd::dict::from_samples(&samples, BYTES).expect("a dictionary");
    std::fs::write(&to, &dictionary).expect("the file can be written");
    println!("{} samples, {} bytes in {to}", samples.len(), dictionary.len());
}
