//! An append: what a command wants stored, and what became of it.

use std::collections::HashSet;

use crate::body::{BadBody, Body};
use crate::hash::Hash;
use crate::names::{AccountName, CommandId, StreamName};
use crate::packed::Packed;
use crate::record::{NewRecord, Posting};

/// The most records in one append.
pub const BATCH_RECORDS_MAX: usize = 10_000;

/// The version that a stream must be at for an append to succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVersion {
    /// At this version; 0 for a stream that is not there yet.
    Version(u64),
    /// At any version. For records that commute, such as contributions to a meter.
    Any,
}

/// Records for one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The stream.
    pub stream: StreamName,
    /// The version that it must be at.
    pub expected: ExpectedVersion,
    /// The records to add. At least one.
    pub records: Vec<NewRecord>,
}

/// Everything that a command wants stored: all of it or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The command's id, unique for ever.
    pub command: CommandId,
    /// The digest of the command's body, which distinguishes a repeat from another command under the same id.
    pub digest: Hash,
    /// The answer to the command and to every repeat of it.
    pub answer: Body,
    /// The records, stream by stream. At least one stream, none of them twice.
    pub writes: Vec<Write>,
    /// What moves in the ledger. Sums to zero.
    pub postings: Vec<Posting>,
}

/// What became of an append.
///
/// Where several apply, the first in this order is given: already done, same id with another body, conflict, below
/// zero, amount too large, appended. Only `Appended` changed anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// It is stored and durable.
    Appended(Receipt),
    /// The same command was stored before; this is its answer.
    AlreadyDone(Body),
    /// Another command was stored under the same id.
    SameIdOtherBody,
    /// A stream is not at the expected version: read its new records and decide again.
    Conflict {
        /// The first such stream of the batch.
        stream: StreamName,
        /// Its version.
        actual: u64,
    },
    /// An account that may not go below zero would do so.
    BelowZero {
        /// The first such account of the batch.
        account: AccountName,
        /// Its balance.
        balance: i64,
    },
    /// A balance would not fit its integer.
    TooLarge {
        /// The account.
        account: AccountName,
    },
}

/// Where an append was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the commit.
    pub commit: u64,
    /// The position of its first record.
    pub position_first: u64,
    /// The version each stream is now at, in the order of the batch's writes.
    pub versions: Vec<u64>,
}

/// A batch that can never be stored, and why: a fault of the program that made it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBatch {
    /// Nothing to store.
    #[error("an append without records is refused: leave it out")]
    Empty,
    /// A stream with nothing to store in it.
    #[error("the append names {0} and has no record for it: leave the stream out")]
    EmptyWrite(StreamName),
    /// A stream twice.
    #[error("the append names {0} twice: put its records together")]
    StreamTwice(StreamName),
    /// Too many records.
    #[error("the append has {0} records and may have {BATCH_RECORDS_MAX}: split it into several commands")]
    TooMany(usize),
    /// Format 0.
    #[error("a record for {0} has format 0: formats are counted from 1")]
    NoFormat(StreamName),
    /// A time that the stores cannot hold.
    #[error("a record for {0} has the time {1}: give milliseconds since 1970, below 2^63")]
    BadTime(StreamName, u64),
    /// A body that cannot be stored.
    #[error(transparent)]
    Body(#[from] BadBody),
    /// The postings do not sum to zero.
    #[error("the postings sum to {0} and must sum to zero")]
    Unbalanced(i128),
}

impl Batch {
    /// A batch of one stream without postings.
    #[must_use]
    pub fn one(command: CommandId, digest: Hash, answer: Body, write: Write) -> Batch {
        Batch { command, digest, answer, writes: vec![write], postings: Vec::new() }
    }

    /// Whether it can be stored at all.
    pub fn check(&self) -> Result<(), BadBatch> {
        let count: usize = self.writes.iter().map(|write| write.records.len()).sum();
        if self.writes.is_empty() {
            return Err(BadBatch::Empty);
        }
        if count > BATCH_RECORDS_MAX {
            return Err(BadBatch::TooMany(count));
        }
        let mut seen = HashSet::with_capacity(self.writes.len());
        for write in &self.writes {
            if write.records.is_empty() {
                return Err(BadBatch::EmptyWrite(write.stream.clone()));
            }
            if !seen.insert(&write.stream) {
                return Err(BadBatch::StreamTwice(write.stream.clone()));
            }
            for record in &write.records {
                // Hashed and compressed here, where the command is made, and not by the one thread that writes.
                let _ = record.body.digest();
                record.body.packed()?;
                if record.format == 0 {
                    return Err(BadBatch::NoFormat(write.stream.clone()));
                }
                if i64::try_from(record.time_ms).is_err() {
                    return Err(BadBatch::BadTime(write.stream.clone(), record.time_ms));
                }
            }
        }
        match self.postings.iter().map(|posting| i128::from(posting.amount)).sum() {
            0 => Ok(()),
            sum => Err(BadBatch::Unbalanced(sum)),
        }
    }

    /// Roughly how many bytes it stores; limits the size of a group.
    pub(crate) fn size(&self) -> usize {
        let records = self.writes.iter().flat_map(|write| &write.records);
        let bytes = |body: &Body| body.packed().map_or(0, Packed::len);
        records.map(|record| bytes(&record.body) + 200).sum::<usize>() + self.postings.len() * 32 + 200
    }
}
