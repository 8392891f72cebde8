//! What can go wrong, worded so that the reader knows what to do.

use std::convert::Infallible;

use crate::batch::{AppendOutcome, BadBatch};
use crate::line_fault::LineFault;
use crate::names::{AccountName, StreamName};
use crate::verify_export::ExportFault;
use crate::witness::WitnessFault;

/// A failure of the journal. A refusal of an append is not one: see [`crate::AppendOutcome`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The store met a fault that it cannot handle, and stores nothing more.
    #[error(
        "the journal has stopped: {0}. Nothing more is stored. Fix the cause and start again; then send every \
         command without an answer again, with its id"
    )]
    Stopped(String),
    /// The database does not answer. Whether the append is stored is not known.
    #[error(
        "the database cannot be reached: {0}. Whether the command was stored is not known: send it again with the same id"
    )]
    Unreachable(String),
    /// The database does not answer a question.
    #[error("the database does not answer: {0}. It will be asked again")]
    Silent(String),
    /// The batch can never be stored.
    #[error("the append is refused: {0}")]
    BadBatch(#[from] BadBatch),
    /// The stream is damaged or was shut by the program.
    #[error("the stream {stream} is shut: {why}. Restore it from a backup or an export")]
    StreamShut {
        /// The stream.
        stream: StreamName,
        /// Why it was shut.
        why: String,
    },
    /// The account's balance is damaged.
    #[error("the account {account} is shut: {why}. Restore the journal from a backup or an export")]
    AccountShut {
        /// The account.
        account: AccountName,
        /// Why it was shut.
        why: String,
    },
    /// Another process has the journal open.
    #[error("{0} is open in another process: stop that one first, or use PostgreSQL for several")]
    InUse(String),
    /// What the store holds cannot be read.
    #[error("the journal cannot be read: {0}")]
    Read(String),
    /// A file could not be read or written.
    #[error("{path}: {fault}")]
    File {
        /// The file.
        path: String,
        /// The operating system's error.
        fault: String,
    },
    /// The key file does not hold a key.
    #[error("{path} cannot be used as the signing key: {fault}")]
    Key {
        /// The file.
        path: String,
        /// What is wrong and what to do.
        fault: String,
    },
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    NoRandomness(String),
    /// Others than the owner can read a file or look into a folder.
    #[error(
        "{path} can be read by others than its owner (its mode is {mode:o}), and it tells every card and holds the keys: \
         run `chmod -R go= {folder}`"
    )]
    Exposed {
        /// The file or folder.
        path: String,
        /// Its mode.
        mode: u32,
        /// The folder to mend.
        folder: String,
    },
    /// The journal is not what its witness saw.
    #[error(transparent)]
    Witness(#[from] WitnessFault),
    /// A journal that was opened to be read cannot be written to.
    #[error("the journal was opened only to be read")]
    OnlyRead,
    /// The store was made by another version, or with other settings.
    #[error("the journal does not fit this program: {0}")]
    Mismatch(String),
    /// An export that fails its checks: nothing is imported.
    #[error("line {line} of the export: {fault}")]
    Export {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        fault: ImportFault,
    },
    /// The journal was closed by this program.
    #[error("the journal is closed")]
    Closed,
}

/// Why an export is not imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportFault {
    /// A line fails its checks.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// Its ledger has wider rules than the journal's.
    #[error("accounts of the class {0} may go below zero here and not in the journal")]
    Class(String),
    /// The journal did not store a commit as the export has it.
    #[error("commit {number} was not accepted: {outcome:?}")]
    NotTaken {
        /// The commit.
        number: u64,
        /// The outcome of appending it.
        outcome: Box<AppendOutcome>,
    },
    /// The journal differs from the export at the end.
    #[error("the journal does not end where the export does; throw it away")]
    OtherEnd,
}

impl From<ExportFault<Infallible>> for ImportFault {
    fn from(fault: ExportFault<Infallible>) -> ImportFault {
        let ExportFault::Line(fault) = fault;
        fault.into()
    }
}

impl Error {
    /// Whether the store may answer again without a restart: its database is away, and may come back.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        matches!(self, Error::Unreachable(_) | Error::Silent(_))
    }

    /// Whether an append that ended so may be stored all the same. Its command must then be sent again with the same id.
    #[must_use]
    pub fn leaves_open(&self) -> bool {
        matches!(self, Error::Unreachable(_) | Error::Stopped(_))
    }

    pub(crate) fn file(path: &std::path::Path, fault: impl std::fmt::Display) -> Error {
        Error::File { path: path.display().to_string(), fault: fault.to_string() }
    }
}
