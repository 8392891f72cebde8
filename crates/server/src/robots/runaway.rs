//! Stops a table that keeps acting automatically without progress, before it fills the disk.

use std::time::Duration;

use tokio::time::Instant;

/// The most automatic acts in one round while no person acts: a round of 64 terminals has fewer.
pub const ACTS_MAX: u32 = 2_000;

/// How often one more act is allowed: a connection that comes and goes all day is not a runaway.
const ONE_MORE: Duration = Duration::from_millis(200);

/// How many more are allowed after a person's act: a chip is sensed, robots respond.
const AFTER_AN_ACT: u32 = 32;

/// Counts how much a table has done automatically.
#[derive(Debug)]
pub struct Runaway {
    round: u64,
    left: u32,
    since: Instant,
}

impl Runaway {
    /// A table that has done nothing yet.
    #[must_use]
    pub fn new(now: Instant) -> Runaway {
        Runaway { round: 0, left: ACTS_MAX, since: now }
    }

    /// Notes that a person acted.
    pub fn somebody_acted(&mut self) {
        self.left = self.left.saturating_add(AFTER_AN_ACT).min(ACTS_MAX);
    }

    /// Whether the table may do this many automatic acts in a round.
    pub fn may(&mut self, round: u64, acts: usize, now: Instant) -> bool {
        if self.round != round {
            (self.round, self.left, self.since) = (round, ACTS_MAX, now);
        }
        let waited = now.saturating_duration_since(self.since);
        let more = u32::try_from(waited.as_millis() / ONE_MORE.as_millis()).unwrap_or(u32::MAX);
        if more > 0 {
            self.since = now;
            self.left = self.left.saturating_add(more).min(ACTS_MAX);
        }
        let acts = u32::try_from(acts).unwrap_or(u32::MAX);
        let may = acts <= self.left;
        self.left = self.left.saturating_sub(acts);
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_gets_nowhere_is_stopped_and_one_that_plays_is_not() {
        let start = Instant::now();
        let mut table = Runaway::new(start);
        // A million rounds of four hundred acts each, without a pause.
        assert!((1..=1_000_000).all(|round| table.may(round, 400, start)));
        // One round without an end: stopped, and soon.
        let fast = |i: u32| start + Duration::from_micros(1_600) * i;
        let stopped = (0..100_000).find(|i| !table.may(7, 1, fast(*i))).expect("it is stopped");
        assert!((ACTS_MAX..ACTS_MAX + 50).contains(&stopped), "{stopped}");
        // A connection that comes and goes every ten seconds for a day.
        let mut table = Runaway::new(start);
        let slow = |i: u32| start + Duration::from_secs(5) * i;
        assert!((0..17_280).all(|i| table.may(7, 1, slow(i))));
        // Chips that are put down and taken back as fast as anybody can: each is sensed.
        let mut table = Runaway::new(start);
        assert!((0..100_000).all(|_| {
            table.somebody_acted();
            table.may(7, 2, start)
        }));
    }
}
