//! When a table that lost its journal asks for it again: soon at first, then with growing pauses, however many people ask
//! the table in the meantime.

use std::time::Duration;

use tokio::time::Instant;

/// The first pause.
const FIRST: Duration = Duration::from_millis(250);

/// The longest pause: a table is back within a few seconds of its journal.
const LONGEST: Duration = Duration::from_secs(2);

/// The next time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Again {
    pub(super) due: Instant,
    pause: Duration,
}

impl Again {
    /// The first time, after a fault at this moment.
    pub(super) fn soon(now: Instant) -> Again {
        Again { due: now + FIRST, pause: FIRST }
    }

    /// The time after this one.
    pub(super) fn later(self, now: Instant) -> Again {
        let pause = (self.pause * 2).min(LONGEST);
        Again { due: now + pause, pause }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_the_longest() {
        let now = Instant::now();
        let mut again = Again::soon(now);
        let mut pauses = Vec::new();
        for _ in 0..6 {
            pauses.push((again.due - now).as_millis());
            again = again.later(now);
        }
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 2_000, 2_000]);
    }
}
