//! The SQLite store: one file, one process, one thread that writes and a few that read.

mod filing;
mod rows;
mod schema;
mod writer;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, mpsc as std_mpsc};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use tokio::sync::{mpsc, oneshot, watch};

use self::filing::{Unfiled, UnfiledRun};
use self::writer::{Job, Reply, Shared, Writer};
use crate::batch::{AppendOutcome, Batch};
use crate::decide::{KnownState, Policy, StoredCommand};
use crate::error::Error;
use crate::key::{PublicKey, SignedHead, Signer, sync_folder_of};
use crate::ledger::LedgerRules;
use crate::names::{AccountName, CommandId, StreamName};
use crate::record::{Commit, Head, Record, Tip};
use crate::snapshot::{FoundSnapshot, Snapshot};
use crate::store::{Later, Store, StoreOptions};

/// The files of a journal in its folder.
const DATABASE: &str = "journal.sqlite";
const KEY: &str = "journal.key";
const LOCK: &str = "journal.lock";

/// How many appends may be queued; further callers wait for a place in the queue.
const WAITING_MAX: usize = 8192;

/// How many threads read.
const READERS: usize = 2;

/// The largest integer of SQLite. No number is larger.
const NUMBER_MAX: u64 = i64::MAX.cast_unsigned();

/// A read to run on one of the readers' connections.
type ReadJob = Box<dyn FnOnce(&mut Connection) + Send>;

/// A journal in a folder.
pub struct SqliteStore {
    shared: Arc<Shared>,
    jobs: mpsc::Sender<Job>,
    readings: std_mpsc::Sender<ReadJob>,
    wake: watch::Receiver<u64>,
    /// The threads, until they are joined. Each ends when its channel closes.
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Vec<JoinHandle<()>>,
    /// Held as long as the journal is open; the system frees it when the process dies.
    _lock: File,
}

impl SqliteStore {
    /// Whether there is a journal in a folder. Nothing is created.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(DATABASE).is_file()
    }

    /// Opens the journal in a folder; creates it, and its signing key, at the first start.
    ///
    /// This does not check the chains: see [`crate::verify_store`].
    pub fn open(folder: &Path, options: StoreOptions) -> Result<SqliteStore, Error> {
        fs::create_dir_all(folder).map_err(|fault| Error::file(folder, fault))?;
        let lock = take_lock(folder)?;
        let signer = match &options.signer {
            Some(signer) => signer.clone(),
            None => Arc::new(Signer::open_or_create(&folder.join(KEY))?),
        };
        let path = folder.join(DATABASE);
        let mut connection = schema::connect(&path, true)?;
        schema::prepare(&mut connection, &path)?;
        let fault = |fault: rusqlite::Error| Error::file(&path, fault);
        if let Some(bytes) = options.bytes_max {
            let page: u64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).map_err(fault)?;
            connection.execute_batch(&format!("PRAGMA max_page_count = {}", bytes / page)).map_err(fault)?;
        }
        schema::keep_ledger_rules(&mut connection, &options.ledger).map_err(fault)??;
        writer::add_key(&connection, signer.public()).map_err(fault)?;
        sync_folder_of(&path).map_err(|fault| Error::file(folder, fault))?;
        let (tip, streams_count, accounts_count) = rows::tip(&connection).map_err(fault)?;
        let known = KnownState { tip, streams_count, accounts_count, ..KnownState::default() };
        let unfiled = RwLock::new(Unfiled::load(&connection, options.filing).map_err(fault)?);
        let policy = Policy { ledger: options.ledger.clone(), signer, sign_every: options.sign_every.max(1) };
        let shared =
            Arc::new(Shared { policy, options, unfiled, shut: Default::default(), stopped: Default::default() });

        let (wake, woken) = watch::channel(tip.position);
        let (jobs, waiting) = mpsc::channel(WAITING_MAX);
        let writer = Writer { connection, known, shared: shared.clone(), wake };
        let writer = spawn("journal-writer", &path, move || writer.run(waiting))?;
        let mut readers = Vec::with_capacity(READERS);
        let (readings, asked) = std_mpsc::channel::<ReadJob>();
        let asked = Arc::new(Mutex::new(asked));
        for _ in 0..READERS {
            let mut connection = schema::connect(&path, false)?;
            let asked = asked.clone();
            readers.push(spawn("journal-reader", &path, move || {
                loop {
                    let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(reading) = next else { break };
                    reading(&mut connection);
                }
            })?);
        }
        Ok(SqliteStore { shared, jobs, readings, wake: woken, writer: Mutex::new(Some(writer)), readers, _lock: lock })
    }

    /// As [`Store::append`], for a thread that may wait. Not for use inside an executor.
    pub fn append_blocking(&self, batch: Batch) -> Result<AppendOutcome, Error> {
        batch.check()?;
        let (answer, answered) = oneshot::channel();
        self.jobs.blocking_send(Job::Append(batch, answer)).map_err(|_| self.gone())?;
        answered.blocking_recv().map_err(|_| self.gone())?
    }

    /// Puts a backup into a folder that has no journal yet. Open it, and have it verified, afterwards.
    pub fn restore(backup: &Path, folder: &Path) -> Result<(), Error> {
        fs::create_dir_all(folder).map_err(|fault| Error::file(folder, fault))?;
        let _lock = take_lock(folder)?;
        let path = folder.join(DATABASE);
        if path.exists() {
            return Err(Error::file(&path, "there is a journal already; restore into another folder"));
        }
        // Opening the backup as a database detects a wrong file before anything is put in place.
        let mut connection = schema::connect(backup, false)?;
        schema::prepare(&mut connection, backup)?;
        copy(&connection, &path)
    }

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(job(answer)).await.map_err(|_| self.gone())?;
        answered.await.map_err(|_| self.gone())?
    }

    /// Runs a read on one of the readers' threads, in one transaction.
    fn look<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<'_, T> {
        self.look_beside(|_| (), |connection, ()| read(connection))
    }

    /// The same, with what is unfiled. That is read before the transaction begins: what is filed in between is then
    /// found in the index. In the other order it would be found nowhere.
    fn look_beside<U: 'static, T: Send + 'static>(
        &self,
        beside: impl FnOnce(&Unfiled) -> U + Send + 'static,
        read: impl FnOnce(&Connection, U) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<'_, T> {
        let (answer, answered) = oneshot::channel();
        let shared = self.shared.clone();
        let reading: ReadJob = Box::new(move |connection| {
            let unfiled = beside(&shared.unfiled());
            let found = connection.transaction().and_then(|transaction| read(&transaction, unfiled));
            let _ = answer.send(found.map_err(|fault| Error::Read(fault.to_string())));
        });
        let sent = self.readings.send(reading);
        Box::pin(async move {
            sent.map_err(|_| self.gone())?;
            answered.await.map_err(|_| self.gone())?
        })
    }

    fn join_writer(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }

    /// Why no thread answers.
    fn gone(&self) -> Error {
        self.shared.stopped().unwrap_or(Error::Closed)
    }
}

fn take_lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|fault| Error::file(&path, fault))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse(folder.display().to_string())),
        Err(TryLockError::Error(fault)) => Err(Error::file(&path, fault)),
    }
}

fn spawn(name: &str, path: &Path, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map_err(|fault| Error::file(path, fault))
}

/// Copies the database as it is at one moment, while the writer goes on. The copy is complete or does not exist.
fn copy(from: &Connection, to: &Path) -> Result<(), Error> {
    let fault = |fault: rusqlite::Error| Error::file(to, fault);
    let system = |fault: std::io::Error| Error::file(to, fault);
    let mut aside = to.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    let _ = fs::remove_file(&aside);
    let mut target = Connection::open(&aside).map_err(fault)?;
    let step = Backup::new(from, &mut target).and_then(|backup| backup.step(-1)).map_err(fault)?;
    if step != StepResult::Done {
        return Err(Error::file(to, "the copy was not finished; try again"));
    }
    target.close().map_err(|(_, rest)| fault(rest))?;
    File::open(&aside).and_then(|file| file.sync_all()).map_err(system)?;
    fs::rename(&aside, to).and_then(|()| sync_folder_of(to)).map_err(system)
}

impl Store for SqliteStore {
    fn append(&self, batch: Batch) -> Later<'_, AppendOutcome> {
        Box::pin(async move {
            batch.check()?;
            self.ask(|answer| Job::Append(batch, answer)).await
        })
    }

    fn done(&self, command: CommandId) -> Later<'_, Option<StoredCommand>> {
        self.look_beside(
            move |unfiled| unfiled.commit_of(command),
            move |connection, unfiled| rows::done(connection, command, unfiled),
        )
    }

    fn tip(&self) -> Later<'_, Tip> {
        self.look(|connection| rows::tip(connection).map(|(tip, _, _)| tip))
    }

    fn head(&self, stream: StreamName) -> Later<'_, Head> {
        let name = stream.clone();
        self.look_beside(
            move |unfiled| unfiled.run(&name).and_then(UnfiledRun::last),
            move |connection, unfiled| rows::stream(connection, &stream, unfiled).map(|known| known.head),
        )
    }

    fn streams(&self) -> Later<'_, Vec<(StreamName, Head)>> {
        self.look_beside(Unfiled::lasts, |connection, unfiled| {
            let all = rows::streams(connection, &unfiled, |_| None)?;
            Ok(all.into_iter().map(|(_, name, head)| (name, head)).collect())
        })
    }

    fn read(&self, stream: StreamName, from_version: u64, limit: usize) -> Later<'_, Vec<Record>> {
        let (name, from) = (stream.clone(), from_version.min(NUMBER_MAX));
        self.look_beside(
            move |unfiled| unfiled.run(&name).map(|run| run.from(from, limit).collect::<Vec<_>>()).unwrap_or_default(),
            move |connection, unfiled| rows::read(connection, &stream, (from, limit), &unfiled),
        )
    }

    fn read_all(&self, from_position: u64, limit: usize) -> Later<'_, Vec<Record>> {
        self.look(move |connection| rows::read_all(connection, from_position.min(NUMBER_MAX), limit))
    }

    fn commits(&self, from_number: u64, limit: usize) -> Later<'_, Vec<Commit>> {
        self.look(move |connection| rows::commits(connection, from_number.min(NUMBER_MAX), limit))
    }

    fn signed_heads(&self, from_commit: u64, to_commit: u64) -> Later<'_, Vec<SignedHead>> {
        self.look(move |connection| {
            rows::signed_heads(connection, from_commit.min(NUMBER_MAX), to_commit.min(NUMBER_MAX))
        })
    }

    fn last_signed_heads(&self) -> Later<'_, Vec<SignedHead>> {
        self.look(|connection| Ok(rows::last_signed_heads(connection)?.into_iter().map(|(_, head)| head).collect()))
    }

    fn sign_heads(&self) -> Later<'_, usize> {
        Box::pin(self.ask(Job::SignHeads))
    }

    fn adopt_heads(&self, heads: Vec<SignedHead>) -> Later<'_, ()> {
        Box::pin(self.ask(|answer| Job::AdoptHeads(heads, answer)))
    }

    fn keys(&self) -> Later<'_, Vec<PublicKey>> {
        self.look(rows::keys)
    }

    fn balance(&self, account: AccountName) -> Later<'_, i64> {
        self.look(move |connection| rows::account(connection, &account).map(|known| known.balance))
    }

    fn balances(&self) -> Later<'_, Vec<(AccountName, i64)>> {
        self.look(rows::balances)
    }

    fn put_snapshot(&self, snapshot: Snapshot) -> Later<'_, ()> {
        Box::pin(self.ask(|answer| Job::PutSnapshot(snapshot, answer)))
    }

    fn snapshot(&self, stream: StreamName, mark_max: u64) -> Later<'_, FoundSnapshot> {
        let name = stream.clone();
        self.look_beside(
            move |unfiled| unfiled.run(&name).cloned(),
            move |connection, run| rows::snapshot(connection, &stream, mark_max.min(NUMBER_MAX), run.as_ref()),
        )
    }

    fn wake(&self) -> watch::Receiver<u64> {
        self.wake.clone()
    }

    fn file_faults(&self) -> Later<'_, Vec<String>> {
        self.look(rows::file_faults)
    }

    fn shut_stream(&self, stream: StreamName, why: String) {
        self.shared.shut.write().unwrap_or_else(PoisonError::into_inner).streams.insert(stream, why);
    }

    fn shut_account(&self, account: AccountName, why: String) {
        self.shared.shut.write().unwrap_or_else(PoisonError::into_inner).accounts.insert(account, why);
    }

    fn ledger_rules(&self) -> &LedgerRules {
        &self.shared.policy.ledger
    }

    fn signer(&self) -> &Signer {
        &self.shared.policy.signer
    }

    fn backup<'a>(&'a self, to: &'a Path) -> Later<'a, ()> {
        let path = to.to_owned();
        let (answer, answered) = oneshot::channel();
        let sent = self.readings.send(Box::new(move |connection| {
            let _ = answer.send(copy(connection, &path));
        }));
        Box::pin(async move {
            sent.map_err(|_| self.gone())?;
            answered.await.map_err(|_| self.gone())?
        })
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.ask(Job::Close).await?;
            // The writer has nothing left to do but to close its file.
            self.join_writer();
            Ok(())
        })
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Close the channels first, which ends the threads; then join them, so that the file is closed when this
        // returns.
        self.jobs = mpsc::channel(1).0;
        self.readings = std_mpsc::channel().0;
        self.join_writer();
        for reader in self.readers.drain(..) {
            let _ = reader.join();
        }
    }
}
