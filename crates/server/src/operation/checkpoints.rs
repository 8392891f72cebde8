//! Reads a table: from its last checkpoint and what came after it, or from its whole stream.
//!
//! A checkpoint is signed, tied to the hash of the record it was made after, and ignored if anything about it is wrong.
//! It holds cards that nobody may know yet, so nothing of it is ever sent or logged.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use journal::{Hash, Record, Snapshot, Store};
use pit::{Stand, TableId};

use crate::desk::Ties;
use crate::recorded::chained;
use crate::wire::{Problem, Reason};

/// The number of records read at a time.
const PAGE: usize = 256;

/// A checkpoint of a table is written every this many rounds.
const EVERY: u64 = 8;

/// But not more often than this: a table at full speed plays thousands of rounds meanwhile, which are quickly read.
const APART: Duration = Duration::from_secs(2);

/// Of those, one in this many rounds is kept for ever: past rounds are replayed from it.
const STAYS: u64 = 64;

/// A table while its stream is read.
struct ReplayedTable {
    stand: Stand,
    /// The hash of the last record.
    hash: Hash,
}

/// A table as it was founded.
async fn founded(ties: &Ties, id: &TableId) -> Result<ReplayedTable, Problem> {
    let first = ties.store.read(id.stream(), 1, 1).await?;
    let first = first.first().ok_or_else(|| Reason::NoTable { table: id.to_string() })?;
    chained(first, Hash::default())?;
    let stand = Stand::found_among(id, first, &ties.houses);
    let stand = stand.map_err(|fault| Problem::stopped(fault.to_string()))?;
    Ok(ReplayedTable { stand, hash: first.hash })
}

impl ReplayedTable {
    /// The table at its last checkpoint up to a mark, or as it was founded.
    async fn at_checkpoint(self, ties: &Ties, mark_max: u64) -> Result<ReplayedTable, Problem> {
        let stream = self.stand.id.stream();
        let found = match ties.store.snapshot(stream, mark_max).await? {
            None => return Ok(self),
            Some(Ok(Snapshot { version, .. })) if version <= self.stand.records => return Ok(self),
            Some(Ok(snapshot)) => {
                self.stand.at(&snapshot).map(|stand| ReplayedTable { stand, hash: snapshot.hash }).map_err(|why| {
                    format!("the checkpoint of {} at version {} is set aside: {why}", snapshot.stream, snapshot.version)
                })
            }
            Some(Err(bad)) => Err(bad.to_string()),
        };
        Ok(found.unwrap_or_else(|why| {
            tracing::warn!(table = %self.stand.id, why, "the table is read from the beginning of its stream");
            self
        }))
    }
}

/// Reads a table's records in order, each checked against the one before.
pub struct Follow<'a> {
    ties: &'a Ties,
    /// The table before the next record.
    pub stand: Stand,
    hash: Hash,
    page: std::vec::IntoIter<Record>,
}

impl Follow<'_> {
    /// From the last checkpoint whose round is not above `mark_max`.
    ///
    /// # Errors
    /// When the table is not there, or the journal does not answer.
    pub async fn new<'a>(ties: &'a Ties, id: &TableId, mark_max: u64) -> Result<Follow<'a>, Problem> {
        let ReplayedTable { stand, hash } = founded(ties, id).await?.at_checkpoint(ties, mark_max).await?;
        Ok(Follow { ties, stand, hash, page: Vec::new().into_iter() })
    }

    /// The next record, if there is one. The table is not changed.
    ///
    /// # Errors
    /// When it does not follow, or the journal does not answer.
    pub async fn next(&mut self) -> Result<Option<Record>, Problem> {
        if self.page.as_slice().is_empty() {
            let stream = self.stand.id.stream();
            self.page = self.ties.store.read(stream, self.stand.records + 1, PAGE).await?.into_iter();
        }
        let Some(record) = self.page.next() else { return Ok(None) };
        chained(&record, self.hash)?;
        self.hash = record.hash;
        Ok(Some(record))
    }

    /// The hash of the last record that was given.
    pub fn hash(&self) -> Hash {
        self.hash
    }
}

/// Reads a table.
///
/// # Errors
/// When it is not there, or its stream is damaged.
pub async fn load(ties: &Ties, id: &TableId) -> Result<(Stand, Keeper), Problem> {
    let mut follow = Follow::new(ties, id, u64::MAX).await?;
    let keeper = Keeper { round: follow.stand.state.round.number, ..Keeper::default() };
    while let Some(record) = follow.next().await? {
        follow.stand.follow(&record).map_err(|fault| Problem::stopped(fault.to_string()))?;
    }
    Ok((follow.stand, keeper))
}

/// Decides when a table's next checkpoint is written.
#[derive(Debug, Default)]
pub struct Keeper {
    /// The round of its last checkpoint.
    round: u64,
    /// When it was made.
    made: Option<Instant>,
    /// Whether one is being written.
    busy: Arc<AtomicBool>,
}

impl Keeper {
    /// Writes a checkpoint of the table if it is time, without waiting.
    pub fn saw(&mut self, stand: &Arc<Stand>, store: &Arc<dyn Store>) {
        let round = stand.state.round.number;
        let stays = round / STAYS != self.round / STAYS;
        if round < self.round + EVERY || (!stays && self.made.is_some_and(|made| made.elapsed() < APART)) {
            return;
        }
        if self.busy.swap(true, Ordering::AcqRel) {
            return;
        }
        (self.round, self.made) = (round, Some(Instant::now()));
        let (stand, store, busy) = (stand.clone(), store.clone(), self.busy.clone());
        tokio::spawn(async move {
            keep(&stand, &*store, stays).await;
            busy.store(false, Ordering::Release);
        });
    }
}

/// Writes a checkpoint of a table. If it cannot be written, that only costs time at the next start.
pub async fn keep(stand: &Stand, store: &dyn Store, stays: bool) {
    let kept = async {
        let last = store.read(stand.id.stream(), stand.records, 1).await.map_err(|error| error.to_string())?;
        let Some(last) = last.first().filter(|last| last.version == stand.records) else { return Ok(()) };
        let checkpoint = stand.checkpoint(last.hash, stays).map_err(|fault| fault.to_string())?;
        store.put_snapshot(checkpoint).await.map_err(|error| error.to_string())
    };
    if let Err(why) = kept.await {
        tracing::debug!(table = %stand.id, why, "no checkpoint was written");
    }
}
