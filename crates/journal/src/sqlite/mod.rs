//! The SQLite store: one file, one process, one thread that writes and a few that read.

mod filing;
mod log;
mod rows;
mod schema;
mod writer;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, RwLock, mpsc as std_mpsc};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use tokio::sync::{mpsc, oneshot, watch};

use self::filing::{Unfiled, UnfiledRun};
use self::schema::Use;
use self::writer::{Job, Reply, Shared, Writer};
use crate::batch::{AppendOutcome, Batch};
use crate::decide::{KnownState, Policy, StoredCommand};
use crate::error::Error;
use crate::key::{KEY, PublicKey, SignedHead, Signer, sync_folder_of};
use crate::ledger::LedgerRules;
use crate::names::{AccountName, CommandId, StreamName};
use crate::private;
use crate::record::{Commit, Head, Record, Tip};
use crate::snapshot::{BadSnapshot, FoundSnapshot, Snapshot};
use crate::store::{Later, Store, StoreOptions};
use crate::verify_store::Depth;
use crate::witness::{ClosedFile, OpeningFault, WITNESS, WitnessFault, WitnessKeeper, Witnesses, WitnessesSeen};

/// The files of a journal in its folder, beside its key and its witness.
const DATABASE: &str = "journal.sqlite";
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
    /// Closed when the readers are to end.
    readings: Mutex<Option<std_mpsc::Sender<ReadJob>>>,
    wake: watch::Receiver<u64>,
    /// What is there until the journal is closed.
    holds: Mutex<Option<Holds>>,
    /// The journal's file.
    path: PathBuf,
    /// What was wrong when it was opened.
    faults: Vec<OpeningFault>,
    /// How the file lay on the disk when it was opened, if the journal had been closed.
    closed: Option<ClosedFile>,
    /// Held as long as the journal is open; the system frees it when the process dies.
    _lock: File,
}

/// The threads of an open journal. Each ends when its channel closes.
struct Holds {
    keeps: Keeps,
    readers: Vec<JoinHandle<()>>,
}

/// What keeps the file open.
enum Keeps {
    /// The thread that writes; it gives everything back when it ends.
    Writer(JoinHandle<Writer>),
    /// Nobody writes.
    Look(Connection),
}

/// A journal whose file was opened, and what its witnesses say of it.
struct Opening {
    connection: Connection,
    signer: Arc<Signer>,
    tip: Tip,
    streams_count: u64,
    accounts_count: u64,
    /// The keys that ever signed in it; none before its first start came to its end.
    keys: Vec<PublicKey>,
    seen: WitnessesSeen,
    faults: Vec<OpeningFault>,
    /// The journal is not what its witnesses saw.
    other: Option<WitnessFault>,
}

impl SqliteStore {
    /// Whether there is a journal in a folder. Nothing is created.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(DATABASE).is_file()
    }

    /// Whether something in a folder tells of a journal, even if that itself is gone. Nothing is created.
    #[must_use]
    pub fn was_in(folder: &Path) -> bool {
        [DATABASE, KEY, WITNESS].iter().any(|name| folder.join(name).is_file())
    }

    /// Opens the journal in a folder; creates it, its signing key and its witness, at the first start. Refuses a folder
    /// that others can look into, and a journal that is not what its witness saw.
    ///
    /// This does not check the chains: see [`crate::verify_store`].
    pub fn open(folder: &Path, options: StoreOptions) -> Result<SqliteStore, Error> {
        private::make_folder(folder)?;
        private::check_folder(folder)?;
        let lock = take_lock(folder)?;
        let path = folder.join(DATABASE);
        let key = folder.join(KEY);
        let kept = if options.signer.is_some() { None } else { Signer::open(&key)? };
        let mut opening = Opening::new(folder, &path, Use::Write, kept.is_some(), &options)?;
        let opened = &opening.connection;
        let fault = |fault: rusqlite::Error| Error::file(&path, fault);
        if let Some(bytes) = options.bytes_max {
            let page: u64 = opened.query_row("PRAGMA page_size", [], |row| row.get(0)).map_err(fault)?;
            opened.execute_batch(&format!("PRAGMA max_page_count = {}", bytes / page)).map_err(fault)?;
        }
        let is_new = options.signer.is_none() && kept.is_none();
        if let Some(signer) = kept {
            opening.signer = Arc::new(signer);
        }
        let Opening { mut connection, signer, tip, keys, seen, mut faults, other, .. } = opening;
        if let Some(other) = other {
            if !options.vouched_for {
                return Err(other.into());
            }
            faults.push(OpeningFault::Witness(other));
        }
        schema::keep_ledger_rules(&mut connection, &options.ledger).map_err(fault)??;
        if !keys.is_empty() {
            writer::add_key(&connection, signer.public()).map_err(fault)?;
        }
        let closed = seen.closed();
        let witnesses = if faults.iter().any(|fault| matches!(fault, OpeningFault::Witness(_))) {
            Witnesses::FromNextCommit(seen, tip.commit)
        } else {
            Witnesses::Open(WitnessKeeper::open(seen, signer.clone(), tip)?)
        };
        // After the witness, as a key without a journal tells of one that was lost.
        if is_new {
            signer.save(&key)?;
        }
        // Last, and into the file itself: a file that names a key must have a witness beside it, also where it is copied
        // without its log.
        if keys.is_empty() {
            writer::add_key(&connection, signer.public()).map_err(fault)?;
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map_err(fault)?;
        }
        sync_folder_of(&path).map_err(|fault| Error::file(folder, fault))?;
        let known = KnownState {
            tip,
            streams_count: opening.streams_count,
            accounts_count: opening.accounts_count,
            ..KnownState::default()
        };
        let unfiled = Unfiled::load(&connection, options.filing).map_err(fault)?;
        let shared = Arc::new(shared(unfiled, signer, options));
        let (wake, woken) = watch::channel(tip.position);
        let (jobs, waiting) = mpsc::channel(WAITING_MAX);
        let writer = Writer { connection, known, shared: shared.clone(), wake, witnesses };
        let writer = spawn("journal-writer", &path, move || writer.run(waiting))?;
        let holds = Mutex::new(Some(Holds { keeps: Keeps::Writer(writer), readers: Vec::new() }));
        let readings = Mutex::default();
        SqliteStore { shared, jobs, readings, wake: woken, holds, path, faults, closed, _lock: lock }.reading()
    }

    /// Opens the journal in a folder only to read it: nothing in the folder changes, and what its witness finds wrong is
    /// among the faults and keeps nobody from reading. Appends are refused.
    pub fn open_to_read(folder: &Path, options: StoreOptions) -> Result<SqliteStore, Error> {
        let lock = take_lock(folder)?;
        let path = folder.join(DATABASE);
        let opening = Opening::new(folder, &path, Use::Look, folder.join(KEY).is_file(), &options)?;
        let Opening { connection, tip, seen, mut faults, other, mut signer, .. } = opening;
        match Signer::open(&folder.join(KEY)) {
            Ok(Some(kept)) if options.signer.is_none() => signer = Arc::new(kept),
            Ok(_) => {}
            // What is read needs no key.
            Err(fault) => faults.push(OpeningFault::Unread(Box::new(fault))),
        }
        faults.extend(other.map(OpeningFault::Witness));
        let unfiled = Unfiled::load(&connection, options.filing).map_err(|fault| Error::file(&path, fault));
        let unfiled = or_named(unfiled, Use::Look, &mut faults, Unfiled::default)?;
        let shared = Arc::new(shared(unfiled, signer, options));
        *shared.stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(Error::OnlyRead);
        let woken = watch::channel(tip.position).1;
        let jobs = mpsc::channel(1).0;
        let closed = seen.closed();
        let holds = Mutex::new(Some(Holds { keeps: Keeps::Look(connection), readers: Vec::new() }));
        let readings = Mutex::default();
        SqliteStore { shared, jobs, readings, wake: woken, holds, path, faults, closed, _lock: lock }.reading()
    }

    /// Starts the threads that read.
    fn reading(self) -> Result<SqliteStore, Error> {
        let (readings, asked) = std_mpsc::channel::<ReadJob>();
        let asked = Arc::new(Mutex::new(asked));
        let mut readers = Vec::with_capacity(READERS);
        for _ in 0..READERS {
            let mut connection = schema::connect(&self.path, Use::Read)?;
            let asked = asked.clone();
            readers.push(spawn("journal-reader", &self.path, move || {
                loop {
                    let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(reading) = next else { break };
                    reading(&mut connection);
                }
            })?);
        }
        *self.readings.lock().unwrap_or_else(PoisonError::into_inner) = Some(readings);
        if let Some(holds) = &mut *self.holds.lock().unwrap_or_else(PoisonError::into_inner) {
            holds.readers = readers;
        }
        Ok(self)
    }

    /// As [`Store::append`], for a thread that may wait. Not for use inside an executor.
    pub fn append_blocking(&self, batch: Batch) -> Result<AppendOutcome, Error> {
        batch.check()?;
        let (answer, answered) = oneshot::channel();
        self.jobs.blocking_send(Job::Append(batch, answer)).map_err(|_| self.gone())?;
        answered.blocking_recv().map_err(|_| self.gone())?
    }

    /// Puts a backup into a folder that has no journal yet, with a witness. Open it, and have it verified, afterwards.
    pub fn restore(backup: &Path, folder: &Path) -> Result<(), Error> {
        private::make_folder(folder)?;
        private::check_folder(folder)?;
        let _lock = take_lock(folder)?;
        let (path, witness, key) = (folder.join(DATABASE), folder.join(WITNESS), folder.join(KEY));
        for there in [&path, &witness] {
            if there.exists() {
                return Err(Error::file(there, "there is a journal already; restore into another folder"));
            }
        }
        // Opening the backup as a database detects a wrong file before anything is put in place.
        let mut connection = schema::connect(backup, Use::Read)?;
        schema::prepare(&mut connection, backup)?;
        copy(&connection, &path)?;
        let fault = |fault: rusqlite::Error| Error::file(&path, fault);
        let connection = schema::connect(&path, Use::Write)?;
        let (tip, ..) = rows::tip(&connection).map_err(fault)?;
        let kept = Signer::open(&key)?;
        let is_new = kept.is_none();
        let signer = Arc::new(kept.map_or_else(Signer::new, Ok)?);
        writer::add_key(&connection, signer.public()).map_err(fault)?;
        let keeper = WitnessKeeper::open(WitnessesSeen::read(&witness, &[])?, signer.clone(), tip)?;
        if is_new {
            signer.save(&key)?;
        }
        writer::close_file(connection, &path, Witnesses::Open(keeper), tip)
    }

    /// Ends the threads and closes the file, if that was not done yet.
    fn end(&self) -> Result<(), Error> {
        let holds = self.holds.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Holds { keeps, readers }) = holds else { return Ok(()) };
        let writer = match keeps {
            Keeps::Writer(writer) => writer.join().map(Ok),
            Keeps::Look(connection) => Ok(Err(connection)),
        };
        *self.readings.lock().unwrap_or_else(PoisonError::into_inner) = None;
        for reader in readers {
            let _ = reader.join();
        }
        match writer {
            Ok(Ok(writer)) => writer.finish(&self.path),
            Ok(Err(connection)) => leave(connection, &self.path),
            // It panicked: the next start reads what it left.
            Err(_) => Ok(()),
        }
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
        let sent = self.ask_reader(reading);
        Box::pin(async move {
            sent?;
            answered.await.map_err(|_| self.gone())?
        })
    }

    fn ask_reader(&self, reading: ReadJob) -> Result<(), Error> {
        let readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = readings.as_ref().map(|readings| readings.send(reading));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone()),
        }
    }

    fn only_reads(&self) -> bool {
        self.shared.stopped() == Some(Error::OnlyRead)
    }

    /// Why no thread answers.
    fn gone(&self) -> Error {
        self.shared.stopped().unwrap_or(Error::Closed)
    }
}

impl Opening {
    /// Opens the file, without changing what it holds, and compares it with what its witnesses saw.
    fn new(folder: &Path, path: &Path, to: Use, has_key: bool, options: &StoreOptions) -> Result<Opening, Error> {
        let seen = WitnessesSeen::read(&folder.join(WITNESS), &options.witnesses)?;
        let mut faults = seen.slips();
        // What tells of a journal that was there. The witness and then the key are made last, so a first start that did
        // not come to its end leaves at most a witness of no commit.
        let key = has_key.then(|| folder.join(KEY));
        let witness = seen.beside().filter(|_| seen.commit() > 0).map(|file| file.path.clone());
        let relic = || options.relics.iter().find(|relic| relic.exists()).cloned();
        let told = key.or(witness).or_else(|| if seen.beside().is_none() { relic() } else { None });
        let lost = || told.clone().map_or(Ok(()), |beside| Err(Error::from(WitnessFault::NoJournal { beside })));
        if fs::metadata(path).map_or(true, |file| file.len() == 0) {
            lost()?;
        }
        faults.extend(log::fault(&log_of(path))?);
        if to == Use::Write {
            // SQLite's other files take its mode.
            private::open_or_create(path).map_err(|fault| Error::file(path, fault))?;
            private::check_file(path)?;
        }
        let mut connection = schema::connect(path, to)?;
        let fault = |fault: rusqlite::Error| Error::file(path, fault);
        if schema::is_empty(&connection).map_err(fault)? {
            lost()?;
        }
        schema::prepare(&mut connection, path)?;
        let read = (|| {
            let (tip, keys) = (rows::tip(&connection).map_err(fault)?, rows::keys(&connection).map_err(fault)?);
            let same = seen.compare(tip.0, &keys, |number| rows::commit_hash(&connection, number).map_err(fault))?;
            Ok((tip, keys, same))
        })();
        let ((tip, streams_count, accounts_count), keys, same) =
            or_named(read, to, &mut faults, || ((Tip::default(), 0, 0), Vec::new(), Ok(())))?;
        let mut other = same.err();
        if seen.beside().is_none() {
            if tip.commit == 0 {
                lost()?;
            }
            other = other.or_else(|| (!keys.is_empty()).then(|| WitnessFault::Gone { path: folder.join(WITNESS) }));
        }
        let signer = match &options.signer {
            Some(signer) => signer.clone(),
            None => Arc::new(Signer::new()?),
        };
        Ok(Opening { connection, signer, tip, streams_count, accounts_count, keys, seen, faults, other })
    }
}

/// What was read. Where a journal is only read, what cannot be is named, and the rest can still be read.
fn or_named<T>(
    read: Result<T, Error>,
    to: Use,
    faults: &mut Vec<OpeningFault>,
    without: impl FnOnce() -> T,
) -> Result<T, Error> {
    read.or_else(|fault| {
        if to != Use::Look {
            return Err(fault);
        }
        faults.push(OpeningFault::Unread(Box::new(fault)));
        Ok(without())
    })
}

/// What the threads of a journal share.
fn shared(unfiled: Unfiled, signer: Arc<Signer>, options: StoreOptions) -> Shared {
    let policy = Policy { ledger: options.ledger.clone(), signer, sign_every: options.sign_every.max(1) };
    let unfiled = RwLock::new(unfiled);
    let (shut, stopped, touched) = Default::default();
    Shared { policy, options, unfiled, shut, stopped, touched }
}

/// The write-ahead log of a file.
fn log_of(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

/// Closes a file that was only read. A log that holds something stays beside it.
fn leave(connection: Connection, path: &Path) -> Result<(), Error> {
    let fault = |fault: rusqlite::Error| Error::file(path, fault);
    if fs::metadata(log_of(path)).map(|log| log.len()).unwrap_or_default() == 0 {
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(fault)?;
    }
    connection.close().map_err(|(_, cause)| fault(cause))
}

fn take_lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join(LOCK);
    let file = private::open_or_create(&path).map_err(|fault| Error::file(&path, fault))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse(folder.display().to_string())),
        Err(TryLockError::Error(fault)) => Err(Error::file(&path, fault)),
    }
}

fn spawn<T: Send + 'static>(
    name: &str,
    path: &Path,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Error> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map_err(|fault| Error::file(path, fault))
}

/// Copies the database as it is at one moment, while the writer goes on. The copy is complete or does not exist.
fn copy(from: &Connection, to: &Path) -> Result<(), Error> {
    let fault = |fault: rusqlite::Error| Error::file(to, fault);
    let system = |fault: std::io::Error| Error::file(to, fault);
    let mut aside = to.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    drop(private::create(&aside).map_err(system)?);
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
        Box::pin(async move {
            // Those that are there must do.
            if self.only_reads() { Ok(0) } else { self.ask(Job::SignHeads).await }
        })
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

    fn bad_snapshots(&self) -> Later<'_, Vec<BadSnapshot>> {
        self.look_beside(Unfiled::runs, |connection, runs| rows::bad_snapshots(connection, &runs))
    }

    fn opening_faults(&self, depth: Depth) -> Later<'_, Vec<OpeningFault>> {
        let mut faults = self.faults.clone();
        let closed = self.closed.filter(|_| depth == Depth::Full && !self.shared.touched.load(Ordering::Acquire));
        let (path, (answer, answered)) = (self.path.clone(), oneshot::channel());
        let sent = self.ask_reader(Box::new(move |_| {
            let changed = closed.map(|closed| writer::closed_file(&path).map(|now| now != closed)).transpose();
            let _ = answer.send(changed.map(|changed| (changed == Some(true)).then_some(path)));
        }));
        Box::pin(async move {
            sent?;
            let changed = answered.await.map_err(|_| self.gone())??;
            faults.extend(changed.map(|path| OpeningFault::Changed { path }));
            Ok(faults)
        })
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
        let sent = self.ask_reader(Box::new(move |connection| {
            let _ = answer.send(copy(connection, &path));
        }));
        Box::pin(async move {
            sent?;
            answered.await.map_err(|_| self.gone())?
        })
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            if !self.only_reads() {
                self.ask(Job::Close).await?;
            }
            self.end()
        })
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Close the channel first, which ends the writer.
        self.jobs = mpsc::channel(1).0;
        // There is nobody to be told of a fault, and the log that stays beside the file is read at the next start.
        let _ = self.end();
    }
}
