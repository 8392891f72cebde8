//! The witness: a small file beside the journal that says, signed, which commit was the last.
//!
//! The journal itself cannot show that its end is missing: a log that breaks off is read up to there, and a file that
//! was put back is a journal as any other. So every group of commits is witnessed before anybody is answered, and a
//! journal that ends before its witness is not opened.

mod file;
mod keeper;
mod line;
mod seen;

use std::path::PathBuf;

pub use self::file::WitnessFile;
pub(crate) use self::keeper::{WitnessKeeper, Witnesses};
pub use self::line::{ClosedFile, Witness};
pub(crate) use self::seen::WitnessesSeen;
use crate::error::Error;
use crate::key::PublicKey;

/// The file beside a journal, or beside the keys of a node.
pub const WITNESS: &str = "journal.witness";

/// Why a journal is not what its witness saw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessFault {
    /// The journal ends too early.
    #[error(
        "{} {} missing: {} saw the journal up to commit {to}. Its end was lost, or an older copy was put in its place. \
         Leave the files as they are, and restore a backup into another folder; if the copy is meant to be older, run \
         `queenhigh witness accept`",
        if from == to { format!("commit {from}") } else { format!("commits {from} to {to}") },
        if from == to { "is" } else { "are" },
        path.display()
    )]
    Missing {
        /// The witness.
        path: PathBuf,
        /// The first commit that is missing.
        from: u64,
        /// The last.
        to: u64,
    },
    /// The journal has another commit of that number.
    #[error(
        "commit {commit} is not the one that {} saw: this is another journal, or its history was changed. Restore a \
         backup into another folder; if this journal is the right one, run `queenhigh witness accept`",
        path.display()
    )]
    OtherHistory {
        /// The witness.
        path: PathBuf,
        /// The commit that it saw last.
        commit: u64,
    },
    /// The witness is signed by a key that never signed in the journal.
    #[error(
        "{} is signed by {key}, and that key never signed in this journal: it is the witness of another one. Put the right \
         one in its place; if there is none, run `queenhigh witness accept`",
        path.display()
    )]
    Stranger {
        /// The witness.
        path: PathBuf,
        /// The key.
        key: PublicKey,
    },
    /// Neither of its lines holds.
    #[error(
        "neither line of {} holds, so nothing says whether the journal is whole. Put a copy of it in its place if there \
         is one elsewhere; otherwise compare the journal with a backup, and run `queenhigh witness accept`",
        path.display()
    )]
    Unsound {
        /// The witness.
        path: PathBuf,
    },
    /// There is a journal and no witness of it.
    #[error(
        "{} is missing, so nothing says whether the journal is whole: a journal.sqlite that was copied without the files \
         beside it may lack its last commits. Copy the whole folder of a stopped house, or restore a backup; if the \
         journal is meant to be as it is, run `queenhigh witness accept`",
        path.display()
    )]
    Gone {
        /// The witness.
        path: PathBuf,
    },
    /// There is no journal, or an empty one, where there was one.
    #[error(
        "{} is there, and the journal beside it is missing or empty: it was lost, and a new house must not take its place. \
         Restore a backup into another folder; for a new house name another folder",
        beside.display()
    )]
    NoJournal {
        /// The file that tells of a journal.
        beside: PathBuf,
    },
}

/// Something that was wrong when a journal was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// A line of a witness; the other one holds.
    #[error("line {line} of {} does not hold; the other one was used", path.display())]
    Line {
        /// The witness.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A witness elsewhere was not there, and is made anew.
    #[error("the witness {} was not there, and is made anew", path.display())]
    NoWitness {
        /// The witness.
        path: PathBuf,
    },
    /// The write-ahead log breaks off, and more of the same log comes after.
    #[error(
        "{} breaks off at page {page} of {pages}: it was damaged, unless the power failed while something was written that \
         nobody was told of",
        path.display()
    )]
    Log {
        /// The log.
        path: PathBuf,
        /// The first page that does not hold, from 1.
        page: u64,
        /// How many pages of the same log there are.
        pages: u64,
    },
    /// The head of the write-ahead log does not hold, so that nothing in it is read.
    #[error("the head of {} does not hold, so nothing in it is read", path.display())]
    LogHead {
        /// The log.
        path: PathBuf,
    },
    /// A part of a journal that is only read cannot be read.
    #[error(transparent)]
    Unread(Box<Error>),
    /// A journal that is only read is not what its witness saw.
    #[error(transparent)]
    Witness(WitnessFault),
    /// The file is not as it was when the journal was closed.
    #[error("{} is not as it was when the journal was closed: it was changed or damaged since", path.display())]
    Changed {
        /// The journal's file.
        path: PathBuf,
    },
}
