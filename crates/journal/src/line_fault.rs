//! What can be wrong with a line of an export.

use std::fmt;

use crate::body::BadBody;
use crate::key::PublicKey;
use crate::ledger::LedgerFault;
use crate::lines::EXPORT_FORMAT;
use crate::names::{AccountName, CommandId, StreamName};

/// What is wrong with a line of an export.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// It does not end with a line feed.
    #[error("the line is cut off, or too long")]
    CutOff,
    /// It is not text.
    #[error("the line is not UTF-8")]
    NotText,
    /// It is not a line of an export.
    #[error("not a line of an export: {0}")]
    NotALine(String),
    /// It is a valid line, but not in the canonical spelling.
    #[error("the line is not written the way an export writes it")]
    Spelling,
    /// The body or the answer in it is not canonical JSON.
    #[error(transparent)]
    Body(#[from] BadBody),
    /// It is in the place of another sort of line.
    #[error("the line is in the wrong place")]
    Misplaced,
    /// The export has another format.
    #[error("the export has format {0}, and this program knows {EXPORT_FORMAT}")]
    Format(u32),
    /// The header names a key that is not trusted.
    #[error("the key {0} is not among the trusted ones")]
    Untrusted(PublicKey),
    /// The classes, the heads or the accounts are not sorted.
    #[error("the {0} are not in order")]
    Disorder(&'static str),
    /// A commit is missing or appears twice.
    #[error("commit {found} is where {due} should be")]
    Commit {
        /// Its number.
        found: u64,
        /// The number that comes next.
        due: u64,
    },
    /// A commit without records.
    #[error("commit {0} has no record")]
    NoRecords(u64),
    /// Another sort of line is in the place of a record of the commit.
    #[error("a record of the commit before is missing")]
    RecordMissing,
    /// A record outside a commit.
    #[error("the record belongs to no commit")]
    NoCommit,
    /// Two commits of one command.
    #[error("the command {0} appears twice")]
    CommandTwice(CommandId),
    /// A record is missing or appears twice.
    #[error("position {found} is where {due} should be")]
    Position {
        /// Its position.
        found: u64,
        /// The position that comes next.
        due: u64,
    },
    /// A record is missing from its stream or appears twice.
    #[error("{stream}: version {found} is where {due} should be")]
    Version {
        /// The stream.
        stream: StreamName,
        /// The record's version.
        found: u64,
        /// The version that comes next.
        due: u64,
    },
    /// A record is not chained to the one before it.
    #[error("{stream} version {version}: the hash does not fit what the record says")]
    RecordHash {
        /// The stream.
        stream: StreamName,
        /// The record.
        version: u64,
    },
    /// A commit is not chained to the one before it.
    #[error("commit {0}: the hash does not fit what the commit holds")]
    CommitHash(u64),
    /// The postings are wrong.
    #[error(transparent)]
    Ledger(#[from] LedgerFault),
    /// A signed head belongs to another history.
    #[error("{0}: what is signed differs from what is there: the history was changed or forked")]
    Forked(HeadOwner),
    /// A head under a key that the header does not name.
    #[error("{whose}: the head is signed by {key}, a key that the header does not name")]
    Stranger {
        /// The stream, or the journal, whose head it is.
        whose: HeadOwner,
        /// The key.
        key: PublicKey,
    },
    /// A signature that is not right.
    #[error("{0}: the signature does not hold")]
    Signature(HeadOwner),
    /// An account whose balance is not the sum of its postings.
    #[error("{account} has a balance of {balance}, but its postings sum to {sum}")]
    Balance {
        /// The account.
        account: AccountName,
        /// The balance that the file gives.
        balance: i64,
        /// The sum of its postings.
        sum: i128,
    },
    /// The end line gives other numbers of commits or records than the file has.
    #[error("the end counts {commits} commits and {records} records; there are {commits_there} and {records_there}")]
    Count {
        /// The commits that the end line gives.
        commits: u64,
        /// The records that the end line gives.
        records: u64,
        /// The commits in the file.
        commits_there: u64,
        /// The records in the file.
        records_there: u64,
    },
    /// An account that has postings is not listed.
    #[error("an account is missing")]
    AccountMissing,
    /// The end's signature covers other lines.
    #[error("the lines before the end are not those that were signed")]
    OtherLines,
    /// The end is not signed by a key that the header names.
    #[error("the signature of the end does not hold")]
    EndSignature,
    /// A sound stream without a head.
    #[error("{0}: the signed head of its last record is missing")]
    NoHead(StreamName),
    /// An export of sound streams has no end.
    #[error("the file is cut off: its signed end is missing")]
    NoSoundEnd,
    /// The file has no end.
    #[error(
        "the file is cut off: its signed end is missing. A signed head vouches for commits 1 to {signed}; nothing \
         vouches for the {unsigned} after them, nor for the number of those that are gone"
    )]
    NoEnd {
        /// The last commit under a signed head.
        signed: u64,
        /// The number of commits after it.
        unsigned: u64,
    },
}

/// Whose head it is: a stream's or, without one, the journal's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadOwner(pub Option<StreamName>);

impl fmt::Display for HeadOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_ref().map_or("the journal", StreamName::as_str))
    }
}
