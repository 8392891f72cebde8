//! The interface of the stores.
//!
//! It is asynchronous, because the server is, and because an append waits for a disk. Futures are boxed, so that a
//! server holds an `Arc<dyn Store>` and never asks which store it has. The SQLite store works on its own threads and
//! runs under any executor, or none with [`crate::SqliteStore::append_blocking`]; the PostgreSQL store needs tokio.

use std::fmt;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::batch::{AppendOutcome, Batch};
use crate::decide::StoredCommand;
use crate::error::Error;
use crate::key::{PublicKey, SignedHead, Signer};
use crate::ledger::LedgerRules;
use crate::names::{AccountName, CommandId, StreamName};
use crate::record::{Commit, Head, Record, Tip};
use crate::snapshot::{BadSnapshot, FoundSnapshot, Snapshot};
use crate::verify_store::Depth;
use crate::witness::OpeningFault;

/// An answer that comes later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// A journal: append-only streams with a ledger beside them.
///
/// Positions, versions and numbers of commits start at 1, have no gap, and become visible in order: a reader that has
/// seen one has seen all before it.
pub trait Store: Send + Sync {
    /// Stores a batch whole or not at all. Answers once it is durable, not before.
    fn append(&self, batch: Batch) -> Later<'_, AppendOutcome>;

    /// The command, if it was ever stored.
    fn done(&self, command: CommandId) -> Later<'_, Option<StoredCommand>>;

    /// The end of the journal.
    fn tip(&self) -> Later<'_, Tip>;

    /// The end of a stream; version 0 if there is none.
    fn head(&self, stream: StreamName) -> Later<'_, Head>;

    /// All streams with their heads, in the order of their first records.
    fn streams(&self) -> Later<'_, Vec<(StreamName, Head)>>;

    /// Records of a stream from a version on, at most `limit`.
    fn read(&self, stream: StreamName, from_version: u64, limit: usize) -> Later<'_, Vec<Record>>;

    /// Records of all streams from a position on, at most `limit`.
    fn read_all(&self, from_position: u64, limit: usize) -> Later<'_, Vec<Record>>;

    /// Whole commits from a number on, at most `limit`.
    fn commits(&self, from_number: u64, limit: usize) -> Later<'_, Vec<Commit>>;

    /// The heads that were signed after a commit from `from_commit` to `to_commit`, in order of commit, the journal's
    /// first, then by name of stream, then by key.
    fn signed_heads(&self, from_commit: u64, to_commit: u64) -> Later<'_, Vec<SignedHead>>;

    /// The last signed head of the journal, and of each stream that has one.
    fn last_signed_heads(&self) -> Later<'_, Vec<SignedHead>>;

    /// Signs the head of the journal and of every stream that moved since it was last signed; returns how many.
    fn sign_heads(&self) -> Later<'_, usize>;

    /// Stores heads that were signed elsewhere, unchanged. For imports.
    fn adopt_heads(&self, heads: Vec<SignedHead>) -> Later<'_, ()>;

    /// All keys that ever signed here.
    fn keys(&self) -> Later<'_, Vec<PublicKey>>;

    /// The balance of an account; 0 if there is none.
    fn balance(&self, account: AccountName) -> Later<'_, i64>;

    /// All accounts and their balances, by name.
    fn balances(&self) -> Later<'_, Vec<(AccountName, i64)>>;

    /// Stores a signed snapshot of a stream. Earlier ones are deleted, unless they are marked to be kept.
    fn put_snapshot(&self, snapshot: Snapshot) -> Later<'_, ()>;

    /// The last snapshot of a stream whose mark is at most `mark_max`. If it is unsound, or from another history, the
    /// reason is returned instead: it must not be used.
    fn snapshot(&self, stream: StreamName, mark_max: u64) -> Later<'_, FoundSnapshot>;

    /// The position of the last record known to be durable, whenever it grows. Only a wake-up: read on by position or
    /// version, as one may stand for several steps.
    fn wake(&self) -> watch::Receiver<u64>;

    /// The snapshots that must not be used.
    fn bad_snapshots(&self) -> Later<'_, Vec<BadSnapshot>>;

    /// What was wrong when the journal was opened, but did not keep it shut. At full depth the file is compared with how
    /// it was when the journal was closed, unless something was stored since.
    fn opening_faults(&self, depth: Depth) -> Later<'_, Vec<OpeningFault>>;

    /// What the database itself finds wrong with its file and its indexes; empty where it offers no check.
    fn file_faults(&self) -> Later<'_, Vec<String>>;

    /// Refuses appends to the stream from now on, until the journal is opened again.
    fn shut_stream(&self, stream: StreamName, why: String);

    /// Refuses postings to the account from now on, until the journal is opened again.
    fn shut_account(&self, account: AccountName, why: String);

    /// The rules of the ledger.
    fn ledger_rules(&self) -> &LedgerRules;

    /// The signer of this node.
    fn signer(&self) -> &Signer;

    /// Writes a copy of everything up to now, while appends go on: a database file from SQLite, an export from
    /// PostgreSQL. The signing key is not in it.
    fn backup<'a>(&'a self, to: &'a Path) -> Later<'a, ()>;

    /// Signs all heads, finishes what is under way, and refuses everything afterwards. SQLite's journal is then in its
    /// one file alone.
    fn close(&self) -> Later<'_, ()>;
}

/// A moment of an append at which a test can inject a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultPoint {
    /// The transaction is open.
    Begun,
    /// Everything is written, nothing committed.
    Written,
    /// Everything is committed, nobody was answered.
    Committed,
}

impl FaultPoint {
    /// All steps, in order.
    pub const ALL: [FaultPoint; 3] = [FaultPoint::Begun, FaultPoint::Written, FaultPoint::Committed];
}

/// A fault that a test injects at a step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StepFault(pub String);

/// Called at each step; a fault it returns stops the journal as a disk fault would.
pub type StepHook = Arc<dyn Fn(FaultPoint) -> Result<(), StepFault> + Send + Sync>;

/// How late SQLite's index is written: entries wait until there are neighbours to write with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// How many records of a stream are filed together: about as many as fit on a page of the index.
    pub run: usize,
    /// How many later records may come before a record must be filed.
    pub records: u64,
    /// How many commands are sorted by id and filed in that order, while the next ones gather.
    pub commands: usize,
}

impl Default for Lateness {
    fn default() -> Lateness {
        Lateness { run: 64, records: 1 << 17, commands: 1 << 18 }
    }
}

/// How a journal is opened.
#[derive(Clone)]
pub struct StoreOptions {
    /// Which accounts may go below zero. Classes may be added later, but not removed.
    pub ledger: LedgerRules,
    /// A head is signed when a stream, or the journal, passes a multiple of this.
    pub sign_every: u64,
    /// The signer; if none, the key file beside the data is used, created at the first start.
    pub signer: Option<Arc<Signer>>,
    /// The folder of this node's key and witness, for a journal in PostgreSQL; without it there is no witness. SQLite's
    /// are in the folder of the journal.
    pub keys: Option<PathBuf>,
    /// More files for the witness, on other disks: they are written and asked as the one beside the journal.
    pub witnesses: Vec<PathBuf>,
    /// Files that only a house which was opened once leaves behind. Beside one of them a SQLite journal is not made anew.
    pub relics: Vec<PathBuf>,
    /// Whether a journal is opened that is not what its witness saw. From the next commit on it is witnessed as it is: so
    /// that commit should say who vouches for it.
    pub vouched_for: bool,
    /// The largest size of SQLite's file, in bytes; if none, the disk is the limit.
    pub bytes_max: Option<u64>,
    /// How late SQLite's index is written. Waiting entries are held in memory and rebuilt at the next start.
    pub filing: Lateness,
    /// How long PostgreSQL may take over a group of appends before it counts as out of reach.
    pub patience: Duration,
    /// Called at each step of an append, in tests.
    pub on_step: Option<StepHook>,
}

impl Default for StoreOptions {
    fn default() -> StoreOptions {
        StoreOptions {
            ledger: LedgerRules::default(),
            sign_every: 256,
            signer: None,
            keys: None,
            witnesses: Vec::new(),
            relics: Vec::new(),
            vouched_for: false,
            bytes_max: None,
            filing: Lateness::default(),
            patience: Duration::from_secs(2),
            on_step: None,
        }
    }
}

impl fmt::Debug for StoreOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreOptions").field("ledger", &self.ledger).field("sign_every", &self.sign_every).finish()
    }
}

impl StoreOptions {
    pub(crate) fn step(&self, step: FaultPoint) -> Result<(), StepFault> {
        self.on_step.as_ref().map_or(Ok(()), |hook| hook(step))
    }
}
