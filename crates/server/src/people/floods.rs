//! What strangers can cause as often as they like is not written as often: the first few of a while one by one, and the
//! rest as their number. A flood must not fill the journal.

use std::sync::{MutexGuard, PoisonError};

use table::Moment;

use super::entry::FloodOf;
use super::{People, PeopleEntry};
use crate::clock::now;

/// How many are written one by one in a while.
const ONE_BY_ONE: u32 = 30;

/// A while.
const WHILE_MS: i64 = 60_000;

/// How many there were in the current while.
#[derive(Debug)]
struct Tally {
    what: FloodOf,
    since: Moment,
    written: u32,
    counted: u64,
}

impl Tally {
    const fn new(what: FloodOf) -> Tally {
        Tally { what, since: Moment(0), written: 0, counted: 0 }
    }

    /// Whether this one is written; otherwise it is counted.
    fn note(&mut self, at: Moment) -> bool {
        // What was only counted is first written as a number.
        if self.counted == 0 && at.since(self.since) >= WHILE_MS {
            (self.since, self.written) = (at, 0);
        }
        let writes = self.written < ONE_BY_ONE && self.counted == 0;
        if writes {
            self.written += 1;
        } else {
            self.counted = self.counted.saturating_add(1);
        }
        writes
    }

    /// The entry for those that were only counted, when the while is over.
    fn over(&mut self, at: Moment, closing: bool) -> Option<PeopleEntry> {
        if self.counted == 0 || !(closing || at.since(self.since) >= WHILE_MS) {
            return None;
        }
        let entry = PeopleEntry::Flood { what: self.what, count: self.counted, since: self.since };
        (self.since, self.written, self.counted) = (at, 0, 0);
        Some(entry)
    }
}

/// Everything that there can be too much of, on this node.
#[derive(Debug)]
pub struct Floods {
    failures: Tally,
    refusals: Tally,
}

impl Default for Floods {
    fn default() -> Floods {
        Floods { failures: Tally::new(FloodOf::Failures), refusals: Tally::new(FloodOf::Refusals) }
    }
}

impl People {
    fn floods(&self) -> MutexGuard<'_, Floods> {
        self.floods.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one more of these is written by itself.
    pub(super) fn written(&self, what: FloodOf) -> bool {
        let mut floods = self.floods();
        match what {
            FloodOf::Failures => floods.failures.note(now()),
            FloodOf::Refusals => floods.refusals.note(now()),
        }
    }

    /// Writes how many there were beyond those that were written one by one.
    pub async fn tell_floods(&self, closing: bool) {
        let entries: Vec<PeopleEntry> = {
            let mut floods = self.floods();
            let Floods { failures, refusals } = &mut *floods;
            [failures, refusals].into_iter().filter_map(|tally| tally.over(now(), closing)).collect()
        };
        if entries.is_empty() {
            return;
        }
        if let Err(problem) = self.write(entries, Vec::new()).await {
            tracing::warn!(why = problem.refused, "a number of failures is not on record");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_flood_the_first_are_written_and_the_rest_is_a_number() {
        let mut tally = Tally::new(FloodOf::Failures);
        let start = 1_000_000;
        let written = (0..10_000).filter(|n| tally.note(Moment(start + n))).count();
        assert_eq!(written, 30);
        assert_eq!(tally.over(Moment(start + 10_000), false), None, "the while is not over");
        let since = Moment(start);
        let told = tally.over(Moment(start + WHILE_MS), false);
        assert_eq!(told, Some(PeopleEntry::Flood { what: FloodOf::Failures, count: 9_970, since }));
        assert_eq!(tally.over(Moment(start + 2 * WHILE_MS), true), None);
        assert!(tally.note(Moment(start + 2 * WHILE_MS)));
    }
}
