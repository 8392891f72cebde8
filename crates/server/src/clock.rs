//! The one clock of the house.

use std::time::{SystemTime, UNIX_EPOCH};

use table::Moment;

/// The time: milliseconds since 1970, UTC. Order is by version and never by time.
#[must_use]
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
