//! The lines of an export: JSON Lines in one spelling each, so that every byte of the file is vouched for.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::body::Body;
use crate::hash::Hash;
use crate::key::{PublicKey, Sealed, SignedHead};
use crate::names::{AccountName, CommandId, Kind, StreamName};
use crate::record::{Commit, NewRecord, Posting, Record};

/// The version of the export's own shape.
pub(crate) const EXPORT_FORMAT: u32 = 1;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Line {
    Journal(HeaderLine),
    Commit(CommitLine),
    Record(RecordLine),
    Head(HeadLine),
    Account(AccountLine),
    End(EndLine),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeaderLine {
    pub format: u32,
    pub keys: Vec<PublicKey>,
    /// The classes of accounts that may go below zero, in order.
    pub below_zero: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommitLine {
    pub number: u64,
    pub command: CommandId,
    pub digest: Hash,
    pub answer: Box<RawValue>,
    /// How many record lines follow.
    pub records: u64,
    pub postings: Vec<Posting>,
    pub hash: Hash,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordLine {
    pub position: u64,
    pub stream: StreamName,
    pub version: u64,
    pub kind: Kind,
    pub format: u32,
    pub time_ms: u64,
    pub body: Box<RawValue>,
    pub hash: Hash,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadLine {
    pub commit: u64,
    pub stream: Option<StreamName>,
    pub version: u64,
    pub hash: Hash,
    pub key: PublicKey,
    pub signature: Sealed,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountLine {
    pub name: AccountName,
    pub balance: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndLine {
    pub commits: u64,
    pub records: u64,
    /// The hash over all lines before this one.
    pub digest: Hash,
    pub key: PublicKey,
    pub signature: Sealed,
}

impl Line {
    /// As text without a line feed.
    pub fn write(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|fault| fault.to_string())
    }

    /// Reads a line that is spelt exactly as it would be written.
    pub fn read(text: &str) -> Result<Line, String> {
        let line: Line = serde_json::from_str(text).map_err(|fault| format!("not a line of an export: {fault}"))?;
        if line.write()? == text { Ok(line) } else { Err("the line is not spelt as an export spells it".to_owned()) }
    }
}

fn raw(body: &Body) -> Result<Box<RawValue>, String> {
    RawValue::from_string(body.as_str().to_owned()).map_err(|fault| fault.to_string())
}

fn body(raw: &RawValue) -> Result<Body, String> {
    Body::parse(raw.get()).map_err(|fault| fault.to_string())
}

impl CommitLine {
    pub fn of(commit: &Commit) -> Result<CommitLine, String> {
        Ok(CommitLine {
            number: commit.number,
            command: commit.command,
            digest: commit.digest,
            answer: raw(&commit.answer)?,
            records: commit.records.len() as u64,
            postings: commit.postings.clone(),
            hash: commit.hash,
        })
    }

    /// The commit, its records still to come.
    pub fn commit(self) -> Result<Commit, String> {
        Ok(Commit {
            number: self.number,
            command: self.command,
            digest: self.digest,
            answer: body(&self.answer)?,
            records: Vec::new(),
            postings: self.postings,
            hash: self.hash,
        })
    }
}

impl RecordLine {
    pub fn of(record: &Record) -> Result<RecordLine, String> {
        Ok(RecordLine {
            position: record.position,
            stream: record.stream.clone(),
            version: record.version,
            kind: record.what.kind.clone(),
            format: record.what.format,
            time_ms: record.what.time_ms,
            body: raw(&record.what.body)?,
            hash: record.hash,
        })
    }

    pub fn record(self) -> Result<Record, String> {
        let body = body(&self.body)?;
        Ok(Record {
            position: self.position,
            stream: self.stream,
            version: self.version,
            what: NewRecord { kind: self.kind, format: self.format, time_ms: self.time_ms, body },
            hash: self.hash,
        })
    }
}

impl HeadLine {
    pub fn of(head: SignedHead) -> HeadLine {
        let SignedHead { commit, stream, version, hash, key, signature } = head;
        HeadLine { commit, stream, version, hash, key, signature }
    }

    pub fn head(self) -> SignedHead {
        let HeadLine { commit, stream, version, hash, key, signature } = self;
        SignedHead { commit, stream, version, hash, key, signature }
    }
}
