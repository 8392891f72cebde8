//! Snapshots: projections of a stream, signed and tied to its history, so that a start need not read it from the
//! beginning.
//!
//! They are kept beside the journal and are not part of it: everything in them follows from the records, and an unsound
//! one is ignored. They may hold secrets, as the records do, and are never exported.

use crate::hash::Hash;
use crate::key::{PublicKey, Sealed};
use crate::names::StreamName;

/// A projection of a stream.
#[derive(Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The stream.
    pub stream: StreamName,
    /// The last version it holds.
    pub version: u64,
    /// The hash of the record of that version, which ties the snapshot to this history.
    pub hash: Hash,
    /// What to find it by, such as the number of a round. It never falls as versions grow.
    pub mark: u64,
    /// The version of the projection's own shape.
    pub format: u32,
    /// Whether it is kept when a later one is stored.
    pub kept: bool,
    /// The projection.
    pub bytes: Vec<u8>,
}

/// The bytes may be secret and are kept out of logs.
impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Snapshot({} version {}, {} bytes)", self.stream, self.version, self.bytes.len())
    }
}

/// A snapshot that must not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint of {stream} at version {version} is set aside: {why}")]
pub struct BadSnapshot {
    /// The stream.
    pub stream: StreamName,
    /// The version it claims.
    pub version: u64,
    /// What is wrong with it.
    pub why: &'static str,
}

/// The result of looking for a snapshot.
pub type FoundSnapshot = Option<Result<Snapshot, BadSnapshot>>;

/// A snapshot as a store has it, before it is trusted.
pub(crate) struct Stored {
    pub snapshot: Snapshot,
    pub key: PublicKey,
    pub signature: Sealed,
    /// The hash of the record at its version, if there is one.
    pub record: Option<Hash>,
}

impl Stored {
    /// The snapshot if it is sound and of this history.
    pub fn check(self) -> Result<Snapshot, BadSnapshot> {
        let why = if self.record != Some(self.snapshot.hash) {
            "it is not of the history that the stream has"
        } else if !self.key.signed_snapshot(&self.snapshot, &self.signature) {
            "its signature does not hold"
        } else {
            return Ok(self.snapshot);
        };
        let Snapshot { stream, version, .. } = self.snapshot;
        Err(BadSnapshot { stream, version, why })
    }
}
