//! The lines of an export: JSON Lines with one valid spelling each, so that every byte of the file is vouched for.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::body::{BadBody, Body};
use crate::hash::Hash;
use crate::key::{PublicKey, Sealed, SignedHead};
use crate::line_fault::LineFault;
use crate::names::{AccountName, CommandId, Kind, StreamName};
use crate::record::{Commit, NewRecord, Posting, Record};

/// The version of the export's own shape.
pub(crate) const EXPORT_FORMAT: u32 = 1;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ExportLine {
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

impl ExportLine {
    /// As text without a line feed.
    pub fn write(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Reads a line that is spelt exactly as it would be written.
    pub fn read(text: &str) -> Result<ExportLine, LineFault> {
        let not_a_line = |fault: serde_json::Error| LineFault::NotALine(fault.to_string());
        let line: ExportLine = serde_json::from_str(text).map_err(not_a_line)?;
        if line.write().map_err(not_a_line)? == text { Ok(line) } else { Err(LineFault::Spelling) }
    }
}

impl CommitLine {
    pub fn of(commit: &Commit) -> Result<CommitLine, BadBody> {
        Ok(CommitLine {
            number: commit.number,
            command: commit.command,
            digest: commit.digest,
            answer: commit.answer.raw()?,
            records: commit.records.len() as u64,
            postings: commit.postings.clone(),
            hash: commit.hash,
        })
    }

    /// The commit, its records still to come.
    pub fn commit(self) -> Result<Commit, BadBody> {
        Ok(Commit {
            number: self.number,
            command: self.command,
            digest: self.digest,
            answer: Body::parse(self.answer.get())?,
            records: Vec::new(),
            postings: self.postings,
            hash: self.hash,
        })
    }
}

impl RecordLine {
    pub fn of(record: &Record) -> Result<RecordLine, BadBody> {
        Ok(RecordLine {
            position: record.position,
            stream: record.stream.clone(),
            version: record.version,
            kind: record.what.kind.clone(),
            format: record.what.format,
            time_ms: record.what.time_ms,
            body: record.what.body.raw()?,
            hash: record.hash,
        })
    }

    pub fn record(self) -> Result<Record, BadBody> {
        let body = Body::parse(self.body.get())?;
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
