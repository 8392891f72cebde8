//! An excerpt of a stream: records one after the other, each in full or by the digest of its body, up to a signed head.
//!
//! A record's hash is over the digest of its body, so that a record that must not be shown still links those around it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::batch::Chained;
use crate::body::Body;
use crate::hash::{Hash, Link};
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
    records: Vec<Piece>,
    head: HeadLine,
}

/// One record of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
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

/// What an excerpt shows of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All of it.
    Record(Record),
    /// That it is there.
    Hidden {
        /// Its version.
        version: u64,
        /// What it is.
        kind: Kind,
    },
}

impl Excerpt {
    /// An excerpt with consecutive records, of which those that are not `shown` are given by their digests.
    ///
    /// # Errors
    /// When there is no record, when they do not follow each other, or when one that must be hidden was chained by its
    /// whole body, as old ones were.
    pub fn new(
        before: Hash,
        records: &[Record],
        shown: impl Fn(&Record) -> bool,
        head: SignedHead,
    ) -> Result<Excerpt, String> {
        let first = records.first().ok_or("there are no records")?;
        let (stream, from) = (first.stream.clone(), first.version);
        let mut last = before;
        let mut pieces = Vec::with_capacity(records.len());
        for (version, record) in (from..).zip(records) {
            if record.version != version || !record.follows(last) {
                return Err(format!("record {} does not follow the one before it", record.version));
            }
            let NewRecord { kind, format, time_ms, body } = &record.what;
            let (mut text, mut digest) = (None, None);
            if shown(record) {
                text = Some(RawValue::from_string(body.as_str().to_owned()).map_err(|fault| fault.to_string())?);
            } else if record.chained(last) == Some(Chained::ByDigest) {
                digest = Some(body.digest());
            } else {
                return Err(format!("record {version} was written before records could be hidden in a chain"));
            }
            pieces.push(Piece {
                kind: kind.clone(),
                format: *format,
                time_ms: *time_ms,
                body: text,
                digest,
                hash: record.hash,
            });
            last = record.hash;
        }
        Ok(Excerpt { stream, from, before, records: pieces, head: HeadLine::of(head) })
    }

    /// The stream.
    #[must_use]
    pub fn stream(&self) -> &StreamName {
        &self.stream
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
    pub fn check(&self) -> Result<Vec<Shown>, String> {
        let stream = &self.stream;
        let mut last = self.before;
        let mut all = Vec::with_capacity(self.records.len());
        if self.from == 0 || self.from.checked_add(self.records.len() as u64).is_none() {
            return Err(format!("{stream}: there is no version {}", self.from));
        }
        if self.from == 1 && self.before != Hash::default() {
            return Err(format!("{stream}: something stands before the first record"));
        }
        for (version, piece) in (self.from..).zip(&self.records) {
            let wrong = |why: &str| Err(format!("{stream} version {version}: {why}"));
            let Piece { kind, format, time_ms, body, digest, hash } = piece;
            let shown = match (body, digest) {
                (Some(body), None) => {
                    let body =
                        Body::parse(body.get()).map_err(|fault| format!("{stream} version {version}: {fault}"))?;
                    let what = NewRecord { kind: kind.clone(), format: *format, time_ms: *time_ms, body };
                    let record = Record { position: 0, stream: stream.clone(), version, what, hash: *hash };
                    if !record.follows(last) {
                        return wrong("the hash does not fit what the record says");
                    }
                    Shown::Record(record)
                }
                (None, Some(digest)) => {
                    let link = Link { kind, format: *format, time_ms: *time_ms, body: *digest };
                    if *hash != Hash::of_link(last, stream, version, &link) {
                        return wrong("the hash does not fit the digest of what the record says");
                    }
                    Shown::Hidden { version, kind: kind.clone() }
                }
                _ => return wrong("a record has either a body or its digest"),
            };
            all.push(shown);
            last = *hash;
        }
        let head = self.head();
        if head.stream.as_ref() != Some(stream) || (head.version, head.hash) != (self.last(), last) {
            return Err(format!("{stream}: what is signed is not the last record of the excerpt"));
        }
        if !head.holds() {
            return Err(format!("{stream}: the signature of the head does not hold"));
        }
        Ok(all)
    }
}
