//! Failures by address: who guesses is slowed down, whatever name they try.

use std::collections::HashMap;
use std::net::IpAddr;

use table::Moment;

/// This many failures in a minute are one too many.
const FAILURES: u32 = 10;

/// A minute.
const WINDOW: i64 = 60_000;

/// So many addresses are kept; the oldest go first.
const KEPT: usize = 10_000;

/// The failures of the last minute.
#[derive(Debug, Default)]
pub struct Throttle(HashMap<IpAddr, (u32, Moment)>);

impl Throttle {
    /// Whether somebody has to wait.
    #[must_use]
    pub fn is_over(&self, from: IpAddr, at: Moment) -> bool {
        self.0.get(&from).is_some_and(|(failures, since)| *failures >= FAILURES && at.since(*since) < WINDOW)
    }

    /// A failure.
    pub fn failed(&mut self, from: IpAddr, at: Moment) {
        if self.0.len() >= KEPT {
            self.0.retain(|_, (_, since)| at.since(*since) < WINDOW);
        }
        let entry = self.0.entry(from).or_insert((0, at));
        if at.since(entry.1) >= WINDOW {
            *entry = (0, at);
        }
        entry.0 += 1;
    }
}
