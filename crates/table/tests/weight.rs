//! How much memory a table takes: a house keeps thousands of them.

use std::alloc::System;

mod common;

use common::{CODES, Pit, house};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use table::State;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The bytes that a table takes, without the house, which tables share.
fn weight(state: &State) -> usize {
    let region = Region::new(COUNTED);
    let copy = state.clone();
    let change = region.change();
    drop(copy);
    size_of::<State>() + change.bytes_allocated - change.bytes_deallocated
}

/// One test for everything, since other threads' allocations would be counted too.
#[test]
fn a_table_takes_less_than_64_kibibytes() {
    let mut heaviest = 0;
    for code in CODES {
        let mut pit = Pit::new(house(code), 3).with_players(7);
        for _ in 0..3_000 {
            pit.step();
            heaviest = heaviest.max(weight(&pit.state));
        }
        assert!(pit.state.round.number > 5, "{code} plays");
    }
    println!("the heaviest table takes {heaviest} bytes");
    assert!(heaviest > size_of::<State>(), "vectors were counted");
    assert!(heaviest < 64 * 1024, "a table takes {heaviest} bytes");
}
