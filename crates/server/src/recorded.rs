//! Records of this moment, for any stream.

use journal::{BadBody, BadName, Body, Hash, Kind, NewRecord, Record, StreamName};
use serde::Serialize;

use crate::clock::now;
use crate::wire::Problem;

/// Why something cannot be made a record.
#[derive(Debug, thiserror::Error)]
pub enum NoRecord {
    /// Its kind, or an account's name, is no name.
    #[error(transparent)]
    Name(#[from] BadName),
    /// It cannot be written as JSON.
    #[error(transparent)]
    Body(#[from] BadBody),
    /// There is no entropy for it.
    #[error("nothing is stored without entropy: {0}")]
    Entropy(#[from] getrandom::Error),
}

impl From<NoRecord> for Problem {
    fn from(why: NoRecord) -> Problem {
        Problem::malformed(why.to_string())
    }
}

/// A record of now.
///
/// # Errors
/// Never for the house's own kinds and entries.
pub fn record(kind: &str, body: &impl Serialize) -> Result<NewRecord, NoRecord> {
    Ok(recorded(Kind::new(kind)?, Body::of(body)?))
}

/// A record of now whose body is written already.
#[must_use]
pub fn recorded(kind: Kind, body: Body) -> NewRecord {
    NewRecord { kind, format: pit::FORMAT, time_ms: u64::try_from(now().0).unwrap_or_default(), body }
}

/// Refuses a record that is not chained to the one before it. What is read at a start is checked as it is read.
///
/// # Errors
/// That it is damaged.
pub fn chained(record: &Record, before: Hash) -> Result<(), Unchained> {
    if record.follows(before) {
        return Ok(());
    }
    Err(Unchained { stream: record.stream.clone(), version: record.version })
}

/// A record that does not follow the one before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stream} version {version}: the hash does not fit what the record says")]
pub struct Unchained {
    stream: StreamName,
    version: u64,
}

impl From<Unchained> for Problem {
    fn from(fault: Unchained) -> Problem {
        Problem::stopped(fault.to_string())
    }
}
