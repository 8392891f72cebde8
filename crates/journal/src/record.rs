//! What is stored: records in streams, postings in the ledger, and the commit that holds those of one command.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::body::Body;
use crate::hash::{CommitText, Hash, Said};
use crate::names::{AccountName, CommandId, Kind, StreamName};

/// A record before it has its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    /// What it is.
    pub kind: Kind,
    /// The version of the kind's shape, from 1.
    pub format: u32,
    /// When, by the caller's clock: milliseconds since 1970, UTC. Order is by version and never by time.
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
        /// The format that is known.
        known: u32,
    },
    /// It says something else than its kind does.
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
    /// What it says, where it has the format that the program knows.
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
    /// The hash over the hash of the record before it in the stream and all that this one says but its position,
    /// which the commit's hash covers.
    pub hash: Hash,
}

impl Record {
    /// Whether its hash is over the one before it and all that it says.
    #[must_use]
    pub fn follows(&self, before: Hash) -> bool {
        self.hash == Hash::of_record(before, &self.stream, self.version, &Said::of(&self.what))
    }
}

/// An amount that an account gains (or loses, below zero), in the smallest unit the house counts in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    /// The account that changes.
    pub account: AccountName,
    /// How much.
    pub amount: i64,
}

/// All that one command stored, at once or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The place among all commits, from 1 without a gap.
    pub number: u64,
    /// The command's id.
    pub command: CommandId,
    /// The digest of the command's body.
    pub digest: Hash,
    /// What the command was answered, and what a repeat of it is answered.
    pub answer: Body,
    /// The records, in the order of their positions. At least one.
    pub records: Vec<Record>,
    /// The postings. They sum to zero.
    pub postings: Vec<Posting>,
    /// The hash over the hash of the commit before it and all of this one.
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

/// Where a stream stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The version of the last record; 0 for a stream without one.
    pub version: u64,
    /// Its hash.
    pub hash: Hash,
}

/// Where the journal stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tip {
    /// The number of the last commit.
    pub commit: u64,
    /// The position of the last record.
    pub position: u64,
    /// The hash of the last commit.
    pub hash: Hash,
}
