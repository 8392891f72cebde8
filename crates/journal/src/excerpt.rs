//! An excerpt of a stream: consecutive records, each in full or by the digest of its body, up to a signed head.
//!
//! A record's hash covers the digest of its body, so a record that must not be shown still links its neighbours.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::body::{BadBody, Body};
use crate::hash::{Hash, HashedPart};
use crate::key::SignedHead;
use crate::lines::HeadLine;
use crate::names::{Kind, StreamName};
use crate::record::{NewRecord, Record};

/// An excerpt of a stream.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excerpt {
    stream: StreamName,
    /// The version of the first record.
    from: u64,
    /// The hash before it.
    before: Hash,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    records: Vec<ExcerptRecord>,
    head: HeadLine,
}

/// One record of it, in full or by its digest.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcerptRecord {
    kind: Kind,
    format: u32,
    time_ms: u64,
    /// What it says, where it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<Box<RawValue>>,
    /// The digest of what it says, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<Hash>,
    hash: Hash,
}

/// What is wrong with an excerpt, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExcerptFault {
    /// It has no records.
    #[error("there are no records")]
    Empty,
    /// The records to be shown are not consecutive.
    #[error("record {0} does not follow the one before it")]
    Apart(u64),
    /// A body is not canonical JSON.
    #[error("{stream} version {version}: {why}")]
    Body {
        /// The stream.
        stream: StreamName,
        /// The record.
        version: u64,
        /// What is wrong with it.
        why: BadBody,
    },
    /// It begins at a version that no stream has.
    #[error("{stream}: there is no version {from}")]
    NoVersion {
        /// The stream.
        stream: StreamName,
        /// The version that it begins with.
        from: u64,
    },
    /// It begins with a stream's first record and names a hash before it.
    #[error("{0}: something comes before the first record")]
    BeforeFirst(StreamName),
    /// A record that is shown is not chained to the one before it.
    #[error("{stream} version {version}: the hash does not fit what the record says")]
    Hash {
        /// The stream.
        stream: StreamName,
        /// The record.
        version: u64,
    },
    /// A record that is hidden is not chained to the one before it.
    #[error("{stream} version {version}: the hash does not fit the digest of what the record says")]
    HiddenHash {
        /// The stream.
        stream: StreamName,
        /// The record.
        version: u64,
    },
    /// A record is neither shown nor hidden, or both.
    #[error("{stream} version {version}: a record has either a body or its digest")]
    BodyOrDigest {
        /// The stream.
        stream: StreamName,
        /// The record.
        version: u64,
    },
    /// The signed head does not belong to the last record.
    #[error("{0}: what is signed is not the last record of the excerpt")]
    OtherHead(StreamName),
    /// The signature is not right.
    #[error("{0}: the signature of the head does not hold")]
    Signature(StreamName),
}

impl ExcerptFault {
    /// The record at fault, if the fault is in a record.
    #[must_use]
    pub fn version(&self) -> Option<u64> {
        match self {
            ExcerptFault::Body { version, .. }
            | ExcerptFault::Hash { version, .. }
            | ExcerptFault::HiddenHash { version, .. }
            | ExcerptFault::BodyOrDigest { version, .. } => Some(*version),
            _ => None,
        }
    }
}

/// What an excerpt shows of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownRecord {
    /// All of it.
    Record(Record),
    /// Only that it exists.
    Hidden {
        /// Its version.
        version: u64,
        /// Its kind.
        kind: Kind,
    },
}

impl Excerpt {
    /// An excerpt with consecutive records, of which those that are not `shown` are given by their digests.
    ///
    /// # Errors
    /// When there is no record, or when they do not follow each other.
    pub fn new(
        before: Hash,
        records: &[Record],
        shown: impl Fn(&Record) -> bool,
        head: SignedHead,
    ) -> Result<Excerpt, ExcerptFault> {
        let first = records.first().ok_or(ExcerptFault::Empty)?;
        let (stream, from) = (first.stream.clone(), first.version);
        let mut last = before;
        let mut pieces = Vec::with_capacity(records.len());
        for (version, record) in (from..).zip(records) {
            if record.version != version || !record.follows(last) {
                return Err(ExcerptFault::Apart(record.version));
            }
            let NewRecord { kind, format, time_ms, body } = &record.what;
            let (body, digest) = if shown(record) {
                let bad = |why| ExcerptFault::Body { stream: stream.clone(), version, why };
                (Some(body.raw().map_err(bad)?), None)
            } else {
                (None, Some(body.digest()))
            };
            let (kind, format, time_ms) = (kind.clone(), *format, *time_ms);
            pieces.push(ExcerptRecord { kind, format, time_ms, body, digest, hash: record.hash });
            last = record.hash;
        }
        Ok(Excerpt { stream, from, before, records: pieces, head: HeadLine::of(head) })
    }

    /// Splits off the records, for a file that has a line for each.
    #[must_use]
    pub fn apart(mut self) -> (Excerpt, Vec<ExcerptRecord>) {
        let records = std::mem::take(&mut self.records);
        (self, records)
    }

    /// Puts back together what [`Excerpt::apart`] split.
    #[must_use]
    pub fn with(mut self, records: Vec<ExcerptRecord>) -> Excerpt {
        self.records.extend(records);
        self
    }

    /// The stream.
    #[must_use]
    pub fn stream(&self) -> &StreamName {
        &self.stream
    }

    /// The version of the first record.
    #[must_use]
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The version of the last record.
    #[must_use]
    pub fn last(&self) -> u64 {
        (self.from + self.records.len() as u64).saturating_sub(1)
    }

    /// The signed head.
    #[must_use]
    pub fn head(&self) -> SignedHead {
        self.head.clone().head()
    }

    /// What it shows, if every record follows the one before it and the head holds.
    ///
    /// # Errors
    /// What is wrong, and with which record.
    pub fn check(&self) -> Result<Vec<ShownRecord>, ExcerptFault> {
        let stream = &self.stream;
        let named = || stream.clone();
        let mut last = self.before;
        let mut all = Vec::with_capacity(self.records.len());
        if self.from == 0 || self.from.checked_add(self.records.len() as u64).is_none() {
            return Err(ExcerptFault::NoVersion { stream: named(), from: self.from });
        }
        if self.from == 1 && self.before != Hash::default() {
            return Err(ExcerptFault::BeforeFirst(named()));
        }
        for (version, piece) in (self.from..).zip(&self.records) {
            let ExcerptRecord { kind, format, time_ms, body, digest, hash } = piece;
            let shown = match (body, digest) {
                (Some(body), None) => {
                    let bad = |why| ExcerptFault::Body { stream: named(), version, why };
                    let body = Body::parse(body.get()).map_err(bad)?;
                    let what = NewRecord { kind: kind.clone(), format: *format, time_ms: *time_ms, body };
                    let record = Record { position: 0, stream: stream.clone(), version, what, hash: *hash };
                    if !record.follows(last) {
                        return Err(ExcerptFault::Hash { stream: named(), version });
                    }
                    ShownRecord::Record(record)
                }
                (None, Some(digest)) => {
                    let said = HashedPart { kind, format: *format, time_ms: *time_ms, body: *digest };
                    if *hash != Hash::of_record(last, stream, version, &said) {
                        return Err(ExcerptFault::HiddenHash { stream: named(), version });
                    }
                    ShownRecord::Hidden { version, kind: kind.clone() }
                }
                _ => return Err(ExcerptFault::BodyOrDigest { stream: named(), version }),
            };
            all.push(shown);
            last = *hash;
        }
        let head = self.head();
        if head.stream.as_ref() != Some(stream) || (head.version, head.hash) != (self.last(), last) {
            return Err(ExcerptFault::OtherHead(named()));
        }
        if !head.holds() {
            return Err(ExcerptFault::Signature(named()));
        }
        Ok(all)
    }
}
