//! The one clock of the house.

use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use table::Moment;
use tokio::time::Instant;

/// The time: milliseconds since 1970, UTC. Order is by version, never by time.
#[must_use]
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A moment at which both clocks were read, so that the same instant always gives the same moment.
fn both() -> (Instant, Moment) {
    static BOTH: OnceLock<(Instant, Moment)> = OnceLock::new();
    *BOTH.get_or_init(|| (Instant::now(), now()))
}

/// The moment of an instant, by the wall clock.
#[must_use]
pub fn moment_of(instant: Instant) -> Moment {
    let (start, moment) = both();
    let after = instant.saturating_duration_since(start).as_millis();
    let before = start.saturating_duration_since(instant).as_millis();
    Moment(moment.0 + i64::try_from(after).unwrap_or(0) - i64::try_from(before).unwrap_or(0))
}
