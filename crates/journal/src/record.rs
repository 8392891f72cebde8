//! What is stored: records in streams, postings in the ledger, and the commit that holds those of one command.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::body::Body;
use crate::hash::{CommitText, Hash, HashedPart};
use crate::names::{AccountName, CommandId, Kind, StreamName};

/// A record that has no place in its stream yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    /// Its kind.
    pub kind: Kind,
    /// The version of the kind's shape, from 1.
    pub format: u32,
    /// The time by the caller's clock: milliseconds since 1970, UTC. Order is by version, never by time.
    pub time_ms: u64,
    /// What it says.
    pub body: Body,
}

/// A record that this program cannot read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// A program of another version wrote it.
    #[error("a {kind} of format {format} cannot be read: this program knows format {known}")]
    Format {
        /// The kind.
        kind: Kind,
        /// The format that it was stored with.
        format: u32,
        /// The format that this program reads.
        known: u32,
    },
    /// Its body does not have the shape of its kind.
    #[error("a {kind} of format {format} cannot be read: {why}")]
    Shape {
        /// The kind.
        kind: Kind,
        /// The format that it was stored with.
        format: u32,
        /// What is wrong with it.
        why: String,
    },
}

impl NewRecord {
    /// Reads the body, if it has the format that the program knows.
    pub fn read<T: DeserializeOwned>(&self, known: u32) -> Result<T, BadRecord> {
        let (kind, format) = (self.kind.clone(), self.format);
        if format != known {
            return Err(BadRecord::Format { kind, format, known });
        }
        serde_json::from_str(self.body.as_str()).map_err(|why| BadRecord::Shape { kind, format, why: why.to_string() })
    }
}

/// A record in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The place among all records of the journal, from 1 without a gap.
    pub position: u64,
    /// The stream.
    pub stream: StreamName,
    /// The place in the stream, from 1 without a gap.
    pub version: u64,
    /// What was stored, as it was stored.
    pub what: NewRecord,
    /// The hash of this record and of the hash before it in the stream. The position is not included: the commit's hash
    /// covers it.
    pub hash: Hash,
}

impl Record {
    /// Whether its hash fits its content and the hash before it.
    #[must_use]
    pub fn follows(&self, before: Hash) -> bool {
        self.hash == Hash::of_record(before, &self.stream, self.version, &HashedPart::of(&self.what))
    }
}

/// An amount that an account gains (or loses, below zero), in the smallest unit the house counts in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    /// The account that changes.
    pub account: AccountName,
    /// The amount.
    pub amount: i64,
}

/// Everything that one command stored: all of it or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The place among all commits, from 1 without a gap.
    pub number: u64,
    /// The command's id.
    pub command: CommandId,
    /// The digest of the command's body.
    pub digest: Hash,
    /// The answer to the command and to every repeat of it.
    pub answer: Body,
    /// The records, in the order of their positions. At least one.
    pub records: Vec<Record>,
    /// The postings. They sum to zero.
    pub postings: Vec<Posting>,
    /// The hash of this commit and of the hash before it.
    pub hash: Hash,
}

impl Commit {
    /// The hash it must have, given the one before it.
    pub(crate) fn hash_after(&self, before: Hash) -> Hash {
        let text = CommitText {
            before,
            number: self.number,
            command: self.command,
            digest: self.digest,
            answer: &self.answer,
            position_first: self.records.first().map_or(0, |record| record.position),
            postings: &self.postings,
        };
        text.hash(self.records.iter().map(|record| record.hash))
    }
}

/// The end of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The version of the last record; 0 for a stream without one.
    pub version: u64,
    /// Its hash.
    pub hash: Hash,
}

/// The end of the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tip {
    /// The number of the last commit.
    pub commit: u64,
    /// The position of the last record.
    pub position: u64,
    /// The hash of the last commit.
    pub hash: Hash,
}
