//! Checkpoints: a table, or a link, as it was after some record, so that a start can read on from there.
//!
//! A table's checkpoint holds cards that nobody may know yet: it is kept only in the journal's snapshots.

use journal::{Hash, Snapshot};
use serde::{Deserialize, Serialize};
use table::{KEPT, Kept, Moment, State};

use crate::fault::CheckpointFault;
use crate::link::Link;
use crate::stand::Stand;

/// The format of a table's checkpoint. No other is read.
pub const CHECKPOINT: u32 = KEPT;

/// The format of a link's checkpoint.
pub const LINK_CHECKPOINT: u32 = 1;

/// A table at a checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    /// The house it ran under.
    house: String,
    last: Moment,
    table: Kept,
}

impl Stand {
    /// The checkpoint of the table as it stands; `hash` is that of its last record.
    ///
    /// # Errors
    /// When the table cannot be written down.
    pub fn checkpoint(&self, hash: Hash, kept: bool) -> Result<Snapshot, CheckpointFault> {
        let point = Point { house: self.state.house.digest.clone(), last: self.last, table: self.state.kept() };
        let bytes = serde_json::to_vec(&point)?;
        let (stream, mark) = (self.id.stream(), self.state.round.number);
        Ok(Snapshot { stream, version: self.records, hash, mark, format: CHECKPOINT, kept, bytes })
    }

    /// The table of a checkpoint; `self` is the table as it was founded.
    ///
    /// # Errors
    /// Why it is not this table's.
    pub fn at(&self, checkpoint: &Snapshot) -> Result<Stand, CheckpointFault> {
        if checkpoint.format != CHECKPOINT {
            return Err(CheckpointFault::Format { found: checkpoint.format, known: CHECKPOINT });
        }
        let point: Point = serde_json::from_slice(&checkpoint.bytes)?;
        if point.house != self.state.house.digest {
            return Err(CheckpointFault::OtherHouse);
        }
        let state = State::of_kept(self.state.house.clone(), self.id.game(), point.table);
        let (id, founding) = (self.id.clone(), self.founding.clone());
        Ok(Stand { id, founding, state, records: checkpoint.version, last: point.last })
    }
}

impl Link {
    /// The checkpoint of the meters as they stand.
    ///
    /// # Errors
    /// When the meters cannot be written down.
    pub fn checkpoint(&self, hash: Hash) -> Result<Snapshot, CheckpointFault> {
        let bytes = serde_json::to_vec(&self.bank)?;
        let (stream, version, format) = (self.id.stream(), self.records, LINK_CHECKPOINT);
        Ok(Snapshot { stream, version, hash, mark: version, format, kept: false, bytes })
    }

    /// The meters of a checkpoint; `self` is the link as it was founded.
    ///
    /// # Errors
    /// Why they are not this link's.
    pub fn at(&self, checkpoint: &Snapshot) -> Result<Link, CheckpointFault> {
        if checkpoint.format != LINK_CHECKPOINT {
            return Err(CheckpointFault::Format { found: checkpoint.format, known: LINK_CHECKPOINT });
        }
        let bank: meters::Bank = serde_json::from_slice(&checkpoint.bytes)?;
        if bank.terms() != self.bank.terms() {
            return Err(CheckpointFault::OtherTerms);
        }
        bank.audit().map_err(CheckpointFault::Meters)?;
        Ok(Link { id: self.id.clone(), wager: self.wager, bank, records: checkpoint.version })
    }
}
