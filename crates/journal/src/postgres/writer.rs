//! The task that writes for this node: it takes everything that is waiting and stores it in one transaction, under the
//! lock of the journal's single state row. Other nodes do the same; the lock orders them.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error as PgError, Statement};

use super::rows::{self, capped};
use super::{Database, Shared, may_pass, words};
use crate::batch::{AppendOutcome, Batch};
use crate::body::BadBody;
use crate::decide::{Appended, KnownState};
use crate::error::Error;
use crate::key::{SignedHead, Signer};
use crate::packed::Packed;
use crate::record::{Commit, Record, Tip};
use crate::snapshot::Snapshot;
use crate::store::FaultPoint;
use crate::witness::Witnesses;

const GROUP_COUNT_MAX: usize = 1024;
const GROUP_BYTES_MAX: usize = 8 << 20;

/// How many times a group is tried when the connection breaks. Trying again is safe: command ids are unique, and the
/// server has either stored all of the group or none of it.
const TRIES: usize = 2;

pub(super) type Reply<T> = oneshot::Sender<Result<T, Error>>;

/// What the writer can be asked to do.
pub(super) enum Job {
    Append(Batch, Reply<AppendOutcome>),
    SignHeads(Reply<usize>),
    AdoptHeads(Vec<SignedHead>, Reply<()>),
    PutSnapshot(Snapshot, Reply<()>),
    Close(Reply<()>),
}

/// The result of a job, held until it is committed.
enum Came {
    Outcome(Result<AppendOutcome, Error>),
    Count(usize),
    Nothing,
}

/// Why a group was not stored.
pub(super) enum WriteFault {
    /// The connection is gone; the group may be tried again.
    Lost(String),
    /// The database failed in a way we cannot handle.
    Broken(String),
}

impl From<PgError> for WriteFault {
    fn from(fault: PgError) -> WriteFault {
        if may_pass(&fault) { WriteFault::Lost(words(&fault)) } else { WriteFault::Broken(words(&fault)) }
    }
}

impl From<BadBody> for WriteFault {
    fn from(fault: BadBody) -> WriteFault {
        WriteFault::Broken(fault.to_string())
    }
}

impl From<Error> for WriteFault {
    fn from(fault: Error) -> WriteFault {
        WriteFault::Broken(fault.to_string())
    }
}

pub(super) struct Writer {
    pub database: Database,
    pub shared: Arc<Shared>,
    pub wake: Arc<watch::Sender<u64>>,
    pub connection: Option<Ready>,
    /// The last commit that this node has seen. A database that ends before it has lost it.
    pub seen: Tip,
    pub witnesses: Witnesses,
}

/// A connection with its statements prepared.
pub(super) struct Ready {
    client: Client,
    lock: Statement,
    commands: Statement,
    streams: Statement,
    accounts: Statement,
    put_streams: Statement,
    put_accounts: Statement,
    put_commits: Statement,
    put_records: Statement,
    put_postings: Statement,
    put_heads: Statement,
    put_state: Statement,
}

impl Ready {
    pub async fn new(client: Client) -> Result<Ready, PgError> {
        Ok(Ready {
            lock: client.prepare("SELECT number, position, hash, streams, accounts FROM state FOR UPDATE").await?,
            commands: client
                .prepare("SELECT command, number, digest, answer FROM commits WHERE command = ANY($1)")
                .await?,
            streams: client.prepare("SELECT name, id, version, hash FROM streams WHERE name = ANY($1)").await?,
            accounts: client.prepare("SELECT name, id, balance FROM accounts WHERE name = ANY($1)").await?,
            put_streams: client
                .prepare(
                    "INSERT INTO streams SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bytea[])
                     ON CONFLICT (id) DO UPDATE SET version = excluded.version, hash = excluded.hash",
                )
                .await?,
            put_accounts: client
                .prepare(
                    "INSERT INTO accounts SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])
                     ON CONFLICT (id) DO UPDATE SET balance = excluded.balance",
                )
                .await?,
            put_commits: client
                .prepare(
                    "INSERT INTO commits SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::text[],
                     $5::bigint[], $6::bigint[], $7::bytea[])",
                )
                .await?,
            put_records: client
                .prepare(
                    "INSERT INTO records SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[],
                     $5::bigint[], $6::bigint[], $7::bytea[], $8::bytea[])",
                )
                .await?,
            put_postings: client
                .prepare(
                    "INSERT INTO postings SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])",
                )
                .await?,
            put_heads: client
                .prepare(
                    "INSERT INTO heads (number, stream, key, version, hash, signature)
                     SELECT h.number, h.stream, k.id, h.version, h.hash, h.signature FROM unnest($1::bigint[],
                     $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[], $6::bytea[])
                     AS h (number, stream, public, version, hash, signature) JOIN keys k ON k.public = h.public
                     ON CONFLICT DO NOTHING",
                )
                .await?,
            put_state: client
                .prepare(
                    "WITH told AS (SELECT pg_notify('journal', $2::bigint::text))
                     UPDATE state SET number = $1, position = $2, hash = $3, streams = $4, accounts = $5 FROM told",
                )
                .await?,
            client,
        })
    }
}

impl Writer {
    /// Works until it is told to close or all senders are gone.
    pub async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        while let Some(job) = jobs.recv().await {
            let mut bytes = job.size();
            let mut group = vec![job];
            while group.len() < GROUP_COUNT_MAX && bytes < GROUP_BYTES_MAX {
                let Ok(job) = jobs.try_recv() else { break };
                bytes += job.size();
                group.push(job);
            }
            let closing = group.iter().any(|job| matches!(job, Job::Close(_)));
            self.group(group).await;
            if closing {
                break;
            }
        }
        self.shared.stop(Error::Closed);
        jobs.close();
        while let Some(job) = jobs.recv().await {
            job.answer(Err(&Error::Closed));
        }
    }

    /// Stores a group and answers it.
    async fn group(&mut self, group: Vec<Job>) {
        let stored = match self.shared.stopped() {
            Some(fault) => Err(fault),
            None => self.try_group(&group).await,
        };
        match stored {
            Ok(results) => {
                for (job, result) in group.into_iter().zip(results) {
                    job.answer(Ok(result));
                }
            }
            Err(fault) => group.into_iter().for_each(|job| job.answer(Err(&fault))),
        }
    }

    async fn try_group(&mut self, group: &[Job]) -> Result<Vec<Came>, Error> {
        let mut why = String::new();
        for _ in 0..TRIES {
            match timeout(self.shared.options.patience, self.store(group)).await {
                Ok(Ok(results)) => return Ok(results),
                Ok(Err(WriteFault::Broken(fault))) => return Err(self.shared.stop(Error::Stopped(fault))),
                Ok(Err(WriteFault::Lost(fault))) => why = fault,
                Err(_) => why = format!("no answer within {:?}", self.shared.options.patience),
            }
            // Dropping the connection rolls back what was not committed.
            self.connection = None;
        }
        Err(Error::Unreachable(why))
    }

    async fn store(&mut self, group: &[Job]) -> Result<Vec<Came>, WriteFault> {
        let ready = match self.connection.take() {
            Some(ready) if !ready.client.is_closed() => ready,
            // Whatever keeps us out now, the database was there before: it is asked again.
            _ => {
                let connected = self.database.connect().await;
                Ready::new(connected.map_err(|fault| WriteFault::Lost(words(&fault)))?).await?
            }
        };
        let ready = self.connection.insert(ready);
        let step = |step| self.shared.options.step(step).map_err(|made| WriteFault::Broken(made.to_string()));
        let mut known = look_up(ready, group).await?;
        not_behind(known.tip, self.seen)?;
        step(FaultPoint::Begun)?;
        let before = known.tip;
        let closing = group.iter().any(|job| matches!(job, Job::Close(_)));
        let mut entries = Vec::new();
        let mut results = Vec::with_capacity(group.len());
        for job in group {
            results.push(match job {
                Job::Append(batch, _) => Came::Outcome(match self.shared.shut_check(batch) {
                    Err(shut) => Err(shut),
                    Ok(()) => {
                        let (outcome, entry) = known.decide(&self.shared.policy, batch);
                        entries.extend(entry);
                        Ok(outcome)
                    }
                }),
                _ => Came::Nothing,
            });
        }
        write(ready, &known, &entries).await?;
        for (job, result) in group.iter().zip(&mut results) {
            match job {
                Job::Append(..) => {}
                Job::SignHeads(_) => *result = Came::Count(self.shared.sign_heads(ready, &known).await?),
                Job::Close(_) => drop(self.shared.sign_heads(ready, &known).await?),
                Job::AdoptHeads(heads, _) => adopt_heads(ready, heads).await?,
                Job::PutSnapshot(snapshot, _) => put_snapshot(ready, &self.shared.policy.signer, snapshot).await?,
            }
        }
        if known.tip != before {
            let tip = known.tip;
            let (number, position) = (capped(tip.commit), capped(tip.position));
            let (streams, accounts) = (capped(known.streams_count), capped(known.accounts_count));
            let values: [&(dyn ToSql + Sync); 5] = [&number, &position, &tip.hash.0.as_slice(), &streams, &accounts];
            ready.client.execute(&ready.put_state, &values).await?;
        }
        step(FaultPoint::Written)?;
        ready.client.batch_execute("COMMIT").await?;
        self.seen = known.tip;
        // Also where nothing is new: a group that is tried again may have been stored the first time.
        self.witnesses.write(&self.shared.policy.signer, known.tip)?;
        if closing {
            self.witnesses.sync()?;
        }
        step(FaultPoint::Committed)?;
        self.wake.send_if_modified(|position| {
            let grown = known.tip.position > *position;
            *position = known.tip.position.max(*position);
            grown
        });
        Ok(results)
    }
}

/// Checks that a database which has come back still has what this node saw: a standby may have taken over that had not
/// received it, or somebody may have restored an older copy.
fn not_behind(tip: Tip, seen: Tip) -> Result<(), WriteFault> {
    if tip.commit > seen.commit || tip == seen {
        return Ok(());
    }
    let has =
        if tip.commit < seen.commit { format!("it ends at commit {}", tip.commit) } else { "it has another".into() };
    Err(WriteFault::Broken(format!(
        "the database has lost commits that were acknowledged: this node has seen commit {}, and {has}. Bring back the \
         server that has them, or restore a backup; do not play on",
        seen.commit
    )))
}

/// Begins the transaction, takes the lock, and looks up everything that the group names: one round trip.
async fn look_up(ready: &Ready, group: &[Job]) -> Result<KnownState, WriteFault> {
    let batches = || {
        group.iter().filter_map(|job| match job {
            Job::Append(batch, ..) => Some(batch),
            _ => None,
        })
    };
    let commands: Vec<&[u8]> = batches().map(|batch| batch.command.0.as_slice()).collect();
    let streams: Vec<&str> = batches().flat_map(|b| &b.writes).map(|write| write.stream.as_str()).collect();
    let accounts: Vec<&str> = batches().flat_map(|b| &b.postings).map(|posting| posting.account.as_str()).collect();
    let client = &ready.client;
    // Sent and executed in this order: what follows the lock sees everything committed before it.
    let (_, state, commands, streams, accounts) = tokio::try_join!(
        client.batch_execute("BEGIN ISOLATION LEVEL READ COMMITTED"),
        async { client.query_one(&ready.lock, &[]).await },
        async { client.query(&ready.commands, &[&commands]).await },
        async { client.query(&ready.streams, &[&streams]).await },
        async { client.query(&ready.accounts, &[&accounts]).await },
    )?;
    Ok(KnownState {
        tip: rows::tip(&state)?,
        streams_count: rows::number(&state, 3)?,
        accounts_count: rows::number(&state, 4)?,
        commands: commands.iter().map(rows::done).collect::<rows::Rows<HashMap<_, _>>>()?,
        streams: streams.iter().map(rows::stream).collect::<rows::Rows<HashMap<_, _>>>()?,
        accounts: accounts.iter().map(rows::account).collect::<rows::Rows<HashMap<_, _>>>()?,
    })
}

/// Writes the entries: one statement per table, all in one round trip.
async fn write(ready: &Ready, known: &KnownState, entries: &[Appended]) -> Result<(), WriteFault> {
    if entries.is_empty() {
        return Ok(());
    }
    let bodies = records(entries).map(|record| record.what.body.packed().map(Packed::bytes));
    let bodies: Vec<&[u8]> = bodies.collect::<Result<_, _>>()?;
    let heads: Vec<(u64, &SignedHead)> =
        entries.iter().flat_map(|entry| &entry.heads).map(|(id, head)| (*id, head)).collect();
    // Sent in this order. Streams before records and commits before postings, because of the foreign keys.
    tokio::try_join!(
        put_streams(ready, known, entries),
        put_accounts(ready, known, entries),
        put_commits(ready, entries),
        put_records(ready, entries, &bodies),
        put_postings(ready, entries),
        put_heads(ready, &heads),
    )?;
    Ok(())
}

fn commits(entries: &[Appended]) -> impl Iterator<Item = &Commit> {
    entries.iter().map(|entry| &entry.commit)
}

fn records(entries: &[Appended]) -> impl Iterator<Item = &Record> {
    commits(entries).flat_map(|commit| &commit.records)
}

/// Writes the streams that have new records.
async fn put_streams(ready: &Ready, known: &KnownState, entries: &[Appended]) -> Result<u64, PgError> {
    let mut touched: Vec<_> = records(entries).map(|record| &record.stream).collect();
    touched.sort_unstable();
    touched.dedup();
    let streams: Vec<_> = touched.iter().map(|name| (name.as_str(), known.streams[*name])).collect();
    let ids: Vec<i64> = streams.iter().map(|(_, known)| capped(known.id)).collect();
    let names: Vec<&str> = streams.iter().map(|(name, _)| *name).collect();
    let versions: Vec<i64> = streams.iter().map(|(_, known)| capped(known.head.version)).collect();
    let hashes: Vec<&[u8]> = streams.iter().map(|(_, known)| known.head.hash.0.as_slice()).collect();
    ready.client.execute(&ready.put_streams, &[&ids, &names, &versions, &hashes]).await
}

/// Writes the accounts that have new postings.
async fn put_accounts(ready: &Ready, known: &KnownState, entries: &[Appended]) -> Result<u64, PgError> {
    let mut touched: Vec<_> =
        commits(entries).flat_map(|commit| &commit.postings).map(|posting| &posting.account).collect();
    if touched.is_empty() {
        return Ok(0);
    }
    touched.sort_unstable();
    touched.dedup();
    let ids: Vec<i64> = touched.iter().map(|name| capped(known.accounts[*name].id)).collect();
    let names: Vec<&str> = touched.iter().map(|name| name.as_str()).collect();
    let balances: Vec<i64> = touched.iter().map(|name| known.accounts[*name].balance).collect();
    ready.client.execute(&ready.put_accounts, &[&ids, &names, &balances]).await
}

async fn put_commits(ready: &Ready, entries: &[Appended]) -> Result<u64, PgError> {
    let commits = || commits(entries);
    let numbers: Vec<i64> = commits().map(|commit| capped(commit.number)).collect();
    let commands: Vec<&[u8]> = commits().map(|commit| commit.command.0.as_slice()).collect();
    let digests: Vec<&[u8]> = commits().map(|commit| commit.digest.0.as_slice()).collect();
    let answers: Vec<&str> = commits().map(|commit| commit.answer.as_str()).collect();
    let positions: Vec<i64> = commits().map(|commit| capped(commit.records[0].position)).collect();
    let counts: Vec<i64> = commits().map(|commit| capped(commit.records.len() as u64)).collect();
    let hashes: Vec<&[u8]> = commits().map(|commit| commit.hash.0.as_slice()).collect();
    let values: [&(dyn ToSql + Sync); 7] = [&numbers, &commands, &digests, &answers, &positions, &counts, &hashes];
    ready.client.execute(&ready.put_commits, &values).await
}

/// Writes the records with their packed bodies.
async fn put_records(ready: &Ready, entries: &[Appended], bodies: &[&[u8]]) -> Result<u64, PgError> {
    let records = || records(entries);
    let positions: Vec<i64> = records().map(|record| capped(record.position)).collect();
    let streams: Vec<i64> = entries.iter().flat_map(|entry| &entry.stream_ids).map(|id| capped(*id)).collect();
    let versions: Vec<i64> = records().map(|record| capped(record.version)).collect();
    let kinds: Vec<&str> = records().map(|record| record.what.kind.as_str()).collect();
    let formats: Vec<i64> = records().map(|record| record.what.format.into()).collect();
    let times: Vec<i64> = records().map(|record| capped(record.what.time_ms)).collect();
    let hashes: Vec<&[u8]> = records().map(|record| record.hash.0.as_slice()).collect();
    let values: [&(dyn ToSql + Sync); 8] =
        [&positions, &streams, &versions, &kinds, &formats, &times, &bodies, &hashes];
    ready.client.execute(&ready.put_records, &values).await
}

async fn put_postings(ready: &Ready, entries: &[Appended]) -> Result<u64, PgError> {
    let postings = || {
        commits(entries).flat_map(|commit| commit.postings.iter().enumerate().map(move |line| (commit.number, line)))
    };
    let numbers: Vec<i64> = postings().map(|(number, _)| capped(number)).collect();
    if numbers.is_empty() {
        return Ok(0);
    }
    let lines: Vec<i64> = postings().map(|(_, (line, _))| capped(line as u64)).collect();
    let accounts: Vec<i64> = entries.iter().flat_map(|entry| &entry.account_ids).map(|id| capped(*id)).collect();
    let amounts: Vec<i64> = postings().map(|(_, (_, posting))| posting.amount).collect();
    ready.client.execute(&ready.put_postings, &[&numbers, &lines, &accounts, &amounts]).await
}

pub(super) async fn put_heads(ready: &Ready, heads: &[(u64, &SignedHead)]) -> Result<u64, PgError> {
    if heads.is_empty() {
        return Ok(0);
    }
    let numbers: Vec<i64> = heads.iter().map(|(_, head)| capped(head.commit)).collect();
    let streams: Vec<i64> = heads.iter().map(|(id, _)| capped(*id)).collect();
    let keys: Vec<&[u8]> = heads.iter().map(|(_, head)| head.key.0.as_slice()).collect();
    let versions: Vec<i64> = heads.iter().map(|(_, head)| capped(head.version)).collect();
    let hashes: Vec<&[u8]> = heads.iter().map(|(_, head)| head.hash.0.as_slice()).collect();
    let signatures: Vec<&[u8]> = heads.iter().map(|(_, head)| head.signature.0.as_slice()).collect();
    let values: [&(dyn ToSql + Sync); 6] = [&numbers, &streams, &keys, &versions, &hashes, &signatures];
    ready.client.execute(&ready.put_heads, &values).await
}

async fn adopt_heads(ready: &Ready, heads: &[SignedHead]) -> Result<(), WriteFault> {
    for head in heads {
        let add_key = "INSERT INTO keys (public) VALUES ($1) ON CONFLICT DO NOTHING";
        ready.client.execute(add_key, &[&head.key.0.as_slice()]).await?;
        let id = match &head.stream {
            Some(stream) => {
                let row = ready.client.query_one("SELECT id FROM streams WHERE name = $1", &[&stream.as_str()]).await?;
                rows::number(&row, 0)?
            }
            None => 0,
        };
        put_heads(ready, &[(id, head)]).await?;
    }
    Ok(())
}

async fn put_snapshot(ready: &Ready, signer: &Signer, snapshot: &Snapshot) -> Result<(), WriteFault> {
    let old = "DELETE FROM snapshots p USING streams s WHERE s.id = p.stream AND s.name = $1 AND NOT p.kept";
    ready.client.execute(old, &[&snapshot.stream.as_str()]).await?;
    let sql = "INSERT INTO snapshots SELECT s.id, $2, $3, $4, $5, $6, $7, k.id, $8 FROM streams s, keys k
               WHERE s.name = $1 AND k.public = $9
               ON CONFLICT (stream, version) DO UPDATE SET hash = excluded.hash, mark = excluded.mark,
               format = excluded.format, kept = excluded.kept, bytes = excluded.bytes, key = excluded.key,
               signature = excluded.signature";
    let (version, mark, format) = (capped(snapshot.version), capped(snapshot.mark), i64::from(snapshot.format));
    let (signature, public) = (signer.sign_snapshot(snapshot), signer.public());
    let values: [&(dyn ToSql + Sync); 9] = [
        &snapshot.stream.as_str(),
        &version,
        &snapshot.hash.0.as_slice(),
        &mark,
        &format,
        &snapshot.kept,
        &snapshot.bytes,
        &signature.0.as_slice(),
        &public.0.as_slice(),
    ];
    ready.client.execute(sql, &values).await?;
    Ok(())
}

impl Shared {
    /// Signs the head of the journal and of every stream that moved since this node signed it.
    async fn sign_heads(&self, ready: &Ready, known: &KnownState) -> Result<usize, WriteFault> {
        let signer = &self.policy.signer;
        let unsigned = "SELECT s.name, s.id, s.version, s.hash FROM streams s WHERE NOT EXISTS (
            SELECT FROM heads h JOIN keys k ON k.id = h.key
            WHERE h.stream = s.id AND h.version = s.version AND h.hash = s.hash AND k.public = $1) ORDER BY s.id";
        let public = signer.public();
        let mut heads = Vec::new();
        for row in ready.client.query(unsigned, &[&public.0.as_slice()]).await? {
            let (name, stream) = rows::stream(&row)?;
            heads.push((stream.id, signer.stream_head(known.tip.commit, &name, stream.head)));
        }
        if known.tip.commit > 0 {
            heads.push((0, signer.journal_head(known.tip)));
        }
        let heads: Vec<_> = heads.iter().map(|(id, head)| (*id, head)).collect();
        Ok(usize::try_from(put_heads(ready, &heads).await?).unwrap_or(usize::MAX))
    }
}

impl Job {
    fn size(&self) -> usize {
        match self {
            Job::Append(batch, ..) => batch.size(),
            Job::PutSnapshot(snapshot, _) => snapshot.bytes.len(),
            Job::SignHeads(_) | Job::AdoptHeads(..) | Job::Close(_) => 0,
        }
    }

    /// The caller may have stopped waiting; what is stored stays stored.
    fn answer(self, result: Result<Came, &Error>) {
        match (self, result) {
            (Job::Append(_, answer), Ok(Came::Outcome(outcome))) => drop(answer.send(outcome)),
            (Job::Append(_, answer), other) => drop(answer.send(Err(fault_of(other)))),
            (Job::SignHeads(answer), Ok(Came::Count(count))) => drop(answer.send(Ok(count))),
            (Job::SignHeads(answer), other) => drop(answer.send(Err(fault_of(other)))),
            (Job::AdoptHeads(_, answer) | Job::PutSnapshot(_, answer) | Job::Close(answer), result) => {
                drop(answer.send(result.map(drop).map_err(Clone::clone)));
            }
        }
    }
}

fn fault_of(result: Result<Came, &Error>) -> Error {
    result.map_or_else(Clone::clone, |_| Error::Closed)
}
