//! Checkpoints: a table, or a link, as it stood after some record, so that a start reads on from there.
//!
//! A table's checkpoint holds cards that nobody may know yet: it goes into the journal's snapshots and nowhere else.

use journal::{BadName, Hash, Snapshot};
use serde::{Deserialize, Serialize};
use table::{KEPT, Kept, Moment, State};

use crate::link::Link;
use crate::stand::{Stand, game};

/// The format of a table's checkpoint. Others are not read.
pub const CHECKPOINT: u32 = KEPT;

/// The format of a link's checkpoint.
pub const LINK_CHECKPOINT: u32 = 1;

/// A table as it stood.
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
    /// Never for a table of a journal.
    pub fn checkpoint(&self, hash: Hash, kept: bool) -> Result<Snapshot, String> {
        let point = Point { house: self.state.house.digest.clone(), last: self.last, table: self.state.kept() };
        let bytes = serde_json::to_vec(&point).map_err(|wrong| wrong.to_string())?;
        let stream = self.id.stream().map_err(|wrong| wrong.to_string())?;
        let mark = self.state.round.number;
        Ok(Snapshot { stream, version: self.records, hash, mark, format: CHECKPOINT, kept, bytes })
    }

    /// The table of a checkpoint; `self` is the table as it was founded.
    ///
    /// # Errors
    /// Why it is not this table's.
    pub fn at(&self, checkpoint: &Snapshot) -> Result<Stand, String> {
        if checkpoint.format != CHECKPOINT {
            return Err(format!("it has format {}, and this program knows {CHECKPOINT}", checkpoint.format));
        }
        let point: Point = serde_json::from_slice(&checkpoint.bytes).map_err(|wrong| wrong.to_string())?;
        if point.house != self.state.house.digest {
            return Err("it is of another house".to_owned());
        }
        let state = State::of_kept(self.state.house.clone(), &game(&self.id)?, point.table);
        let (id, founding) = (self.id.clone(), self.founding.clone());
        Ok(Stand { id, founding, state, records: checkpoint.version, last: point.last })
    }
}

impl Link {
    /// The checkpoint of the meters as they stand.
    ///
    /// # Errors
    /// Never for a link of a journal.
    pub fn checkpoint(&self, hash: Hash) -> Result<Snapshot, String> {
        let bytes = serde_json::to_vec(&self.bank).map_err(|wrong| wrong.to_string())?;
        let stream = self.id.stream().map_err(|wrong: BadName| wrong.to_string())?;
        let (version, format) = (self.records, LINK_CHECKPOINT);
        Ok(Snapshot { stream, version, hash, mark: version, format, kept: false, bytes })
    }

    /// The meters of a checkpoint; `self` is the link as it was founded.
    ///
    /// # Errors
    /// Why they are not this link's.
    pub fn at(&self, checkpoint: &Snapshot) -> Result<Link, String> {
        if checkpoint.format != LINK_CHECKPOINT {
            return Err(format!("it has format {}, and this program knows {LINK_CHECKPOINT}", checkpoint.format));
        }
        let bank: meters::Bank = serde_json::from_slice(&checkpoint.bytes).map_err(|wrong| wrong.to_string())?;
        if bank.terms() != self.bank.terms() {
            return Err("it has other terms".to_owned());
        }
        bank.audit().map_err(|fault| format!("the meters do not add up: {fault}"))?;
        Ok(Link { id: self.id.clone(), wager: self.wager, bank, records: checkpoint.version })
    }
}
