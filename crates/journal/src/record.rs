//! What is stored: records in streams, postings in the ledger, and the commit that holds those of one command.

use serde::{Deserialize, Serialize};

use crate::batch::Chained;
use crate::body::Body;
use crate::hash::{CommitText, Hash, Link};
use crate::names::{AccountName, CommandId, Kind, StreamName};

/// A record before it has its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    /// What it is.
    pub kind: Kind,
    /// The version of the kind's shape, from 1. Upcasters lead old ones to the newest.
    pub format: u32,
    /// When, by the caller's clock: milliseconds since 1970, UTC. Order is by version and never by time.
    pub time_ms: u64,
    /// What it says.
    pub body: Body,
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
        self.chained(before).is_some()
    }

    /// How it is chained to the one before it, if it is.
    pub(crate) fn chained(&self, before: Hash) -> Option<Chained> {
        let Record { stream, version, what, hash, .. } = self;
        if *hash == Hash::of_link(before, stream, *version, &Link::of(what)) {
            Some(Chained::ByDigest)
        } else {
            (*hash == Hash::of_whole_record(before, stream, *version, what)).then_some(Chained::Whole)
        }
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
