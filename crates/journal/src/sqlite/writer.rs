//! The one thread that writes: it takes everything that is waiting, stores it in one transaction, and answers after the
//! commit. The more callers wait, the larger the groups, so they share the cost of a sync.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rusqlite::config::DbConfig;
use rusqlite::{CachedStatement, Connection, params};
use tokio::sync::{mpsc, oneshot, watch};

use super::filing::{Unfiled, UnfiledRun};
use super::rows;
use crate::batch::{AppendOutcome, Batch};
use crate::body::BadBody;
use crate::decide::{Appended, KnownState, Policy, Shut};
use crate::error::Error;
use crate::hash::Hash;
use crate::key::{PublicKey, SignedHead, Signer};
use crate::names::StreamName;
use crate::record::Tip;
use crate::snapshot::Snapshot;
use crate::store::{FaultPoint, StepFault, StoreOptions};
use crate::witness::{ClosedFile, Witnesses};

/// The largest group: limited so that its first append does not wait for too many others.
const GROUP_COUNT_MAX: usize = 2048;
const GROUP_BYTES_MAX: usize = 8 << 20;

/// How many streams and accounts are remembered between groups. When there are more, all are forgotten and read again.
const REMEMBERED_MAX: usize = 1 << 16;

pub(super) type Reply<T> = oneshot::Sender<Result<T, Error>>;

/// What the writer can be asked to do.
pub(super) enum Job {
    Append(Batch, Reply<AppendOutcome>),
    SignHeads(Reply<usize>),
    AdoptHeads(Vec<SignedHead>, Reply<()>),
    PutSnapshot(Snapshot, Reply<()>),
    Close(Reply<()>),
}

/// What the writer shares with its callers.
pub(super) struct Shared {
    pub policy: Policy,
    pub options: StoreOptions,
    /// What readers cannot find in the index yet. Only the writer changes it, after each commit.
    pub unfiled: RwLock<Unfiled>,
    pub shut: RwLock<Shut>,
    /// Why the journal has stopped, once it has.
    pub stopped: Mutex<Option<Error>>,
    /// Whether anything was stored since the journal was opened.
    pub touched: AtomicBool,
}

impl Shared {
    pub fn unfiled(&self) -> RwLockReadGuard<'_, Unfiled> {
        self.unfiled.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn unfiled_mut(&self) -> RwLockWriteGuard<'_, Unfiled> {
        self.unfiled.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn stopped(&self) -> Option<Error> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(super) struct Writer {
    pub connection: Connection,
    pub known: KnownState,
    pub shared: Arc<Shared>,
    pub wake: watch::Sender<u64>,
    pub witnesses: Witnesses,
}

/// The statements of every append, taken once a group.
struct Statements<'a> {
    connection: &'a Connection,
    put_commit: CachedStatement<'a>,
    put_record: CachedStatement<'a>,
    put_balance: CachedStatement<'a>,
    postings: String,
}

impl Statements<'_> {
    fn new(connection: &Connection) -> rusqlite::Result<Statements<'_>> {
        Ok(Statements {
            connection,
            put_commit: connection.prepare_cached(
                "INSERT INTO commits (number, command, digest, answer, position, records, postings, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?,
            put_record: connection.prepare_cached(
                "INSERT INTO records (position, stream, version, kind, format, time_ms, body, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?,
            put_balance: connection.prepare_cached("INSERT INTO balances (account, balance) VALUES (?1, 0)")?,
            postings: String::new(),
        })
    }

    fn append(
        &mut self,
        known: &mut KnownState,
        shared: &Shared,
        batch: &Batch,
        stored: &mut Vec<Appended>,
    ) -> rusqlite::Result<Result<AppendOutcome, Error>> {
        if let Err(shut) = shared.shut.read().unwrap_or_else(PoisonError::into_inner).check(batch) {
            return Ok(Err(shut));
        }
        self.look_up(known, &shared.unfiled(), batch)?;
        let (outcome, entry) = known.decide(&shared.policy, batch);
        if let Some(entry) = entry {
            self.write(&entry)?;
            stored.push(entry);
        }
        Ok(Ok(outcome))
    }

    /// Looks up the command, the streams and the accounts that the batch names.
    fn look_up(&mut self, known: &mut KnownState, unfiled: &Unfiled, batch: &Batch) -> rusqlite::Result<()> {
        let command = batch.command;
        if !known.commands.contains_key(&command)
            && let Some(done) = rows::done(self.connection, command, unfiled.commit_of(command))?
        {
            known.commands.insert(command, done);
        }
        for write in &batch.writes {
            let name = &write.stream;
            if !known.streams.contains_key(name) {
                let last = unfiled.run(name).and_then(UnfiledRun::last);
                known.streams.insert(name.clone(), rows::stream(self.connection, name, last)?);
            }
        }
        for posting in &batch.postings {
            if !known.accounts.contains_key(&posting.account) {
                known.accounts.insert(posting.account.clone(), rows::account(self.connection, &posting.account)?);
            }
        }
        Ok(())
    }

    /// Writes an append.
    fn write(&mut self, entry: &Appended) -> rusqlite::Result<()> {
        let connection = self.connection;
        let commit = &entry.commit;
        self.postings.clear();
        let amounts = commit.postings.iter().map(|posting| posting.amount);
        rows::write_postings(entry.account_ids.iter().copied().zip(amounts), &mut self.postings);
        self.put_commit.execute(params![
            commit.number,
            commit.command.0,
            commit.digest.0,
            commit.answer.as_str(),
            commit.records.first().map_or(0, |record| record.position),
            commit.records.len(),
            self.postings,
            commit.hash.0
        ])?;
        for (id, name) in &entry.new_streams {
            let mut insert = connection.prepare_cached("INSERT INTO streams (id, name) VALUES (?1, ?2)")?;
            insert.execute(params![id, name.as_str()])?;
        }
        for (id, name) in &entry.new_accounts {
            let mut insert = connection.prepare_cached("INSERT INTO accounts (id, name) VALUES (?1, ?2)")?;
            insert.execute(params![id, name.as_str()])?;
            self.put_balance.execute([id])?;
        }
        for (record, stream) in commit.records.iter().zip(&entry.stream_ids) {
            self.put_record.execute(params![
                record.position,
                stream,
                record.version,
                record.what.kind.as_str(),
                record.what.format,
                record.what.time_ms,
                record.what.body.packed().map_err(unfit)?.bytes(),
                record.hash.0
            ])?;
        }
        for (stream, head) in &entry.heads {
            put_head(connection, *stream, head)?;
        }
        Ok(())
    }
}

fn unfit(fault: BadBody) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(Box::new(fault))
}

/// An answer that waits for the commit.
type Ready = Box<dyn FnOnce(Result<(), &Error>) + Send>;

fn ready<T: Send + 'static>(answer: Reply<T>, value: Result<T, Error>) -> Ready {
    Box::new(move |committed| {
        // The caller may have stopped waiting; what is stored stays stored.
        let _ = answer.send(match committed {
            Ok(()) => value,
            Err(fault) => Err(fault.clone()),
        });
    })
}

/// Why a group was not stored.
#[derive(Debug, thiserror::Error)]
enum NotStored {
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    #[error("the commit failed: {0}")]
    Commit(rusqlite::Error),
    #[error(transparent)]
    FaultPoint(#[from] StepFault),
    #[error(transparent)]
    Witness(#[from] Error),
}

impl Writer {
    /// Works until it is told to close or all senders are gone. What is left to do then is to [`Writer::finish`].
    pub fn run(mut self, mut jobs: mpsc::Receiver<Job>) -> Writer {
        while let Some(job) = jobs.blocking_recv() {
            let mut bytes = job.size();
            let mut group = vec![job];
            while group.len() < GROUP_COUNT_MAX && bytes < GROUP_BYTES_MAX {
                let Ok(job) = jobs.try_recv() else { break };
                bytes += job.size();
                group.push(job);
            }
            if self.group(group) {
                break;
            }
        }
        self.stop_with(Error::Closed);
        jobs.close();
        while let Some(job) = jobs.blocking_recv() {
            job.refuse(&Error::Closed);
        }
        self
    }

    /// Closes the journal cleanly, after all readers: the log is moved into the file, and the witness says how the file
    /// lies there. After a fault everything stays as it is, for the next start to read.
    pub fn finish(self, path: &Path) -> Result<(), Error> {
        match self.shared.stopped() {
            Some(Error::Closed) | None => close_file(self.connection, path, self.witnesses, self.known.tip),
            Some(_) => Ok(()),
        }
    }

    /// Stores a group and answers it; returns whether the journal was closed.
    fn group(&mut self, group: Vec<Job>) -> bool {
        if let Some(fault) = self.shared.stopped() {
            let mut closing = false;
            for job in group {
                closing |= matches!(job, Job::Close(_));
                job.refuse(&fault);
            }
            return closing;
        }
        let mut closing = false;
        let mut waiting: Vec<Ready> = Vec::with_capacity(group.len());
        let result = self.store(group, &mut waiting, &mut closing);
        let result = result.map_err(|why| {
            // What is not committed is undone by SQLite, now or at the next start.
            let _ = self.connection.execute_batch("ROLLBACK");
            self.stop_with(Error::Stopped(why.to_string()))
        });
        if result.is_ok() {
            self.wake.send_if_modified(|position| {
                std::mem::replace(position, self.known.tip.position) != self.known.tip.position
            });
        }
        for answer in waiting {
            answer(result.as_ref().copied());
        }
        closing
    }

    /// Every job's answer is in `waiting` when this returns, however it returns.
    fn store(&mut self, group: Vec<Job>, waiting: &mut Vec<Ready>, closing: &mut bool) -> Result<(), NotStored> {
        let Writer { connection, known, shared, witnesses, .. } = self;
        let mut result = connection
            .execute_batch("BEGIN IMMEDIATE")
            .and_then(|()| Statements::new(connection))
            .map_err(NotStored::from)
            .and_then(|statements| Ok(shared.options.step(FaultPoint::Begun).map(|()| statements)?));
        let begin = known.tip.position + 1;
        let mut stored = Vec::with_capacity(group.len());
        for job in group {
            // After a fault the rest is not tried, and all get the first fault.
            let statements = result.as_mut().ok();
            let fault = match job {
                Job::Append(batch, answer) => {
                    let done = statements.map(|s| s.append(known, shared, &batch, &mut stored));
                    keep(waiting, answer, done.transpose())
                }
                Job::SignHeads(answer) => {
                    let stored = statements.map(|s| sign_heads(s.connection, known, shared)).transpose();
                    keep(waiting, answer, stored.map(|count| count.map(Ok)))
                }
                Job::AdoptHeads(heads, answer) => {
                    let stored = statements.map(|s| put_heads(s.connection, &heads)).transpose();
                    keep(waiting, answer, stored.map(|done| done.map(Ok)))
                }
                Job::PutSnapshot(snapshot, answer) => {
                    let stored =
                        statements.map(|s| put_snapshot(s.connection, &shared.policy.signer, &snapshot)).transpose();
                    keep(waiting, answer, stored.map(|done| done.map(Ok)))
                }
                Job::Close(answer) => {
                    *closing = true;
                    let stored = statements.map(|s| sign_heads(s.connection, known, shared)).transpose();
                    keep(waiting, answer, stored.map(|count| count.map(|_| Ok(()))))
                }
            };
            if let Err(fault) = fault {
                result = Err(fault.into());
            }
        }
        // The statements go back to their cache before the commit.
        result.map(drop)?;
        put_balances(connection, known, &stored)?;
        known.commands.clear();
        let filing = shared.unfiled_mut().due(begin, stored.len());
        shared.unfiled().file(connection, &filing, begin)?;
        shared.options.step(FaultPoint::Written)?;
        connection.execute_batch("COMMIT").map_err(NotStored::Commit)?;
        let mut unfiled = shared.unfiled_mut();
        unfiled.filed(filing);
        for entry in &stored {
            unfiled.add(&entry.commit, &entry.stream_ids);
        }
        drop(unfiled);
        shared.touched.store(true, Ordering::Release);
        witnesses.write(&shared.policy.signer, known.tip)?;
        Ok(shared.options.step(FaultPoint::Committed)?)
    }

    fn stop_with(&self, fault: Error) -> Error {
        let mut stopped = self.shared.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get_or_insert(fault).clone()
    }
}

/// Moves the log into the file, takes away what SQLite leaves beside it, and witnesses the file as it is then.
pub(super) fn close_file(connection: Connection, path: &Path, witnesses: Witnesses, tip: Tip) -> Result<(), Error> {
    let fault = |fault: rusqlite::Error| Error::file(path, fault);
    let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).map_err(fault)?;
    if busy {
        return Err(Error::file(path, "something else reads the journal, so its log stays beside it; nothing is lost"));
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(fault)?;
    connection.close().map_err(|(_, cause)| fault(cause))?;
    witnesses.close(tip, Some(closed_file(path)?))
}

/// How a file lies on the disk.
pub(super) fn closed_file(path: &Path) -> Result<ClosedFile, Error> {
    let read = || {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(ClosedFile { length, digest: Hash::of_closed(file)? })
    };
    read().map_err(|fault: std::io::Error| Error::file(path, fault))
}

/// Each account's balance once a group, however often it was posted to.
fn put_balances(connection: &Connection, known: &mut KnownState, stored: &[Appended]) -> rusqlite::Result<()> {
    let postings = stored.iter().flat_map(|entry| entry.account_ids.iter().zip(&entry.balances));
    let touched: HashMap<u64, i64> = postings.map(|(account, balance)| (*account, *balance)).collect();
    let mut touched: Vec<(u64, i64)> = touched.into_iter().collect();
    touched.sort_unstable();
    let mut update = connection.prepare_cached("UPDATE balances SET balance = ?2 WHERE account = ?1")?;
    for (account, balance) in touched {
        update.execute(params![account, balance])?;
    }
    if known.streams.len() + known.accounts.len() > REMEMBERED_MAX {
        known.streams.clear();
        known.accounts.clear();
    }
    Ok(())
}

fn sign_heads(connection: &Connection, known: &KnownState, shared: &Shared) -> rusqlite::Result<usize> {
    let (tip, policy) = (known.tip, &shared.policy);
    let signed: HashMap<u64, (u64, Hash)> = rows::last_signed_heads(connection)?
        .into_iter()
        .filter(|(_, head)| head.key == policy.signer.public())
        .map(|(stream, head)| (stream, (head.version, head.hash)))
        .collect();
    let mut count = 0;
    // Streams new in this group are neither indexed nor remembered yet.
    let known = |name: &StreamName| known.streams.get(name).map(|known| known.head);
    for (id, name, head) in rows::streams(connection, &shared.unfiled().lasts(), known)? {
        if signed.get(&id) != Some(&(head.version, head.hash)) {
            put_head(connection, id, &policy.signer.stream_head(tip.commit, &name, head))?;
            count += 1;
        }
    }
    if tip.commit > 0 && signed.get(&0) != Some(&(tip.commit, tip.hash)) {
        put_head(connection, 0, &policy.signer.journal_head(tip))?;
        count += 1;
    }
    Ok(count)
}

fn put_heads(connection: &Connection, heads: &[SignedHead]) -> rusqlite::Result<()> {
    for head in heads {
        let stream = match &head.stream {
            Some(stream) => rows::stream_id(connection, stream)?,
            None => 0,
        };
        add_key(connection, head.key)?;
        put_head(connection, stream, head)?;
    }
    Ok(())
}

fn put_snapshot(connection: &Connection, signer: &Signer, snapshot: &Snapshot) -> rusqlite::Result<()> {
    let id = rows::stream_id(connection, &snapshot.stream)?;
    if id == 0 {
        return Ok(());
    }
    connection.prepare_cached("DELETE FROM snapshots WHERE stream = ?1 AND kept = 0")?.execute([id])?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO snapshots (stream, version, hash, mark, format, kept, bytes, key, signature)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, id, ?8 FROM keys WHERE public = ?9",
        )?
        .execute(params![
            id,
            snapshot.version,
            snapshot.hash.0,
            snapshot.mark,
            snapshot.format,
            snapshot.kept,
            snapshot.bytes,
            signer.sign_snapshot(snapshot).0,
            signer.public().0
        ])?;
    Ok(())
}

/// Registers the answer; returns the store's fault if there was one. A job that was not tried gets the earlier fault.
fn keep<T: Send + 'static>(
    waiting: &mut Vec<Ready>,
    answer: Reply<T>,
    stored: rusqlite::Result<Option<Result<T, Error>>>,
) -> rusqlite::Result<()> {
    let (value, fault) = match stored {
        Ok(Some(value)) => (value, Ok(())),
        Ok(None) => (Err(Error::Closed), Ok(())),
        Err(fault) => (Err(Error::Closed), Err(fault)),
    };
    waiting.push(ready(answer, value));
    fault
}

pub(super) fn add_key(connection: &Connection, key: PublicKey) -> rusqlite::Result<()> {
    connection.prepare_cached("INSERT OR IGNORE INTO keys (public) VALUES (?1)")?.execute([key.0])?;
    Ok(())
}

fn put_head(connection: &Connection, stream: u64, head: &SignedHead) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO heads (number, stream, key, version, hash, signature)
             SELECT ?1, ?2, id, ?3, ?4, ?5 FROM keys WHERE public = ?6",
        )?
        .execute(params![head.commit, stream, head.version, head.hash.0, head.signature.0, head.key.0])?;
    Ok(())
}

impl Job {
    fn size(&self) -> usize {
        match self {
            Job::Append(batch, ..) => batch.size(),
            Job::PutSnapshot(snapshot, _) => snapshot.bytes.len(),
            Job::SignHeads(_) | Job::AdoptHeads(..) | Job::Close(_) => 0,
        }
    }

    fn refuse(self, fault: &Error) {
        fn tell<T>(answer: Reply<T>, fault: &Error) {
            let _ = answer.send(Err(fault.clone()));
        }
        match self {
            Job::Append(_, answer) => tell(answer, fault),
            Job::SignHeads(answer) => tell(answer, fault),
            Job::AdoptHeads(_, answer) => tell(answer, fault),
            Job::PutSnapshot(_, answer) => tell(answer, fault),
            Job::Close(answer) => tell(answer, fault),
        }
    }
}
