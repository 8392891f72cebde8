//! The PostgreSQL store: any number of processes on one journal.

mod rows;
mod schema;
mod wake;
mod writer;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Error as PgError, NoTls, Row};

use self::rows::{HEAD, RECORD, Rows, capped};
use self::writer::{Job, Reply, Writer};
use crate::batch::{AppendOutcome, Batch};
use crate::decide::{Policy, Shut, StoredCommand};
use crate::error::Error;
use crate::export::export_to_file;
use crate::key::{KEY, PublicKey, SignedHead, Signer};
use crate::ledger::LedgerRules;
use crate::names::{AccountName, CommandId, StreamName};
use crate::private;
use crate::record::{Commit, Head, Record, Tip};
use crate::snapshot::{BadSnapshot, FoundSnapshot, Snapshot};
use crate::store::{Later, Store, StoreOptions};
use crate::verify_store::Depth;
use crate::witness::{OpeningFault, WITNESS, WitnessFault, WitnessKeeper, Witnesses, WitnessesSeen};

/// How many appends may be queued; further callers wait for a place in the queue.
const WAITING_MAX: usize = 8192;

/// How many connections read.
const READERS: usize = 3;

/// PostgreSQL's error, with the cause that its crate does not print.
pub(crate) fn words(fault: &PgError) -> String {
    use std::error::Error as _;
    match fault.source() {
        Some(source) => format!("{fault}: {source}"),
        None => fault.to_string(),
    }
}

/// How to reach the database.
#[derive(Clone)]
pub(crate) struct Database(Config);

impl Database {
    /// A new connection, with its own task to carry its messages.
    async fn connect(&self) -> Result<Client, PgError> {
        let (client, connection) = self.0.connect(NoTls).await?;
        tokio::spawn(async move {
            // The client learns at its next query that the connection has ended.
            let _ = connection.await;
        });
        Ok(client)
    }
}

/// What the tasks share.
pub(crate) struct Shared {
    policy: Policy,
    options: StoreOptions,
    shut: RwLock<Shut>,
    stopped: Mutex<Option<Error>>,
}

impl Shared {
    fn stopped(&self) -> Option<Error> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn stop(&self, fault: Error) -> Error {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault).clone()
    }

    fn shut_check(&self, batch: &Batch) -> Result<(), Error> {
        self.shut.read().unwrap_or_else(PoisonError::into_inner).check(batch)
    }
}

/// A journal in a PostgreSQL database, shared with other nodes.
pub struct PostgresStore {
    database: Database,
    shared: Arc<Shared>,
    jobs: mpsc::Sender<Job>,
    readers: Vec<tokio::sync::Mutex<Option<Arc<Client>>>>,
    next_reader: AtomicUsize,
    woken: watch::Receiver<u64>,
    waker: JoinHandle<()>,
    /// What was wrong when it was opened.
    faults: Vec<OpeningFault>,
}

/// This node: its key and its witness, as they were found.
struct Node {
    signer: Arc<Signer>,
    /// Where the key is to be kept, at the first start of the node.
    new_key: Option<PathBuf>,
    seen: Option<WitnessesSeen>,
}

impl Node {
    fn read(options: &StoreOptions) -> Result<Node, Error> {
        let Some(folder) = &options.keys else {
            let signer = options.signer.clone().map_or_else(|| Signer::new().map(Arc::new), Ok)?;
            return Ok(Node { signer, new_key: None, seen: None });
        };
        private::make_folder(folder)?;
        private::check_folder(folder)?;
        let path = folder.join(KEY);
        let kept = Signer::open(&path)?;
        let new_key = kept.is_none().then_some(path);
        let signer = Arc::new(kept.map_or_else(Signer::new, Ok)?);
        let seen = WitnessesSeen::read(&folder.join(WITNESS), &options.witnesses)?;
        Ok(Node { signer, new_key, seen: Some(seen) })
    }

    /// Compares the journal with what the node's witness saw. A node without a key was never here: it has no witness yet.
    async fn witnesses(
        self,
        client: &Client,
        tip: Tip,
        vouched_for: bool,
    ) -> Result<(Witnesses, Vec<OpeningFault>), Error> {
        let Some(seen) = self.seen else { return Ok((Witnesses::None, Vec::new())) };
        let fault = |fault: PgError| Error::Unreachable(words(&fault));
        let keys = client.query("SELECT public FROM keys", &[]).await.map_err(fault)?;
        let keys = keys.iter().map(rows::key).collect::<Rows<Vec<_>>>()?;
        let mut hashes = HashMap::new();
        for number in seen.commits() {
            let found = client.query("SELECT hash FROM commits WHERE number = $1", &[&capped(number)]).await;
            if let Some(row) = found.map_err(fault)?.first() {
                hashes.insert(number, rows::hash(row, 0)?);
            }
        }
        let same = seen.compare(tip, &keys, |number| Ok(hashes.get(&number).copied()))?;
        let mut other = same.err();
        if seen.beside().is_none() && self.new_key.is_none() {
            other = other.or_else(|| Some(WitnessFault::Gone { path: seen.paths[0].0.clone() }));
        }
        let mut faults = seen.slips();
        let witnesses = match other {
            Some(other) if !vouched_for => return Err(other.into()),
            Some(other) => {
                faults.push(OpeningFault::Witness(other));
                Witnesses::FromNextCommit(seen, tip.commit)
            }
            None => Witnesses::Open(WitnessKeeper::open(seen, self.signer.clone(), tip)?),
        };
        // Last, as a key without a witness tells of one that was lost.
        if let Some(path) = self.new_key {
            self.signer.save(&path)?;
        }
        Ok((witnesses, faults))
    }
}

impl PostgresStore {
    /// Connects to a database (`postgres://user@host/name`); makes the tables at the first start.
    ///
    /// The options must name the folder of this node's key and witness, or a signer: then there is no witness. Refuses
    /// a folder that others can look into, and a journal that is not what the node's witness saw. This does not check
    /// the chains: see [`crate::verify_store`].
    pub async fn connect(url: &str, options: StoreOptions) -> Result<PostgresStore, Error> {
        let node = Node::read(&options)?;
        let signer = node.signer.clone();
        let mut config = Config::from_str(url).map_err(|fault| Error::Mismatch(words(&fault)))?;
        config.connect_timeout(options.patience).tcp_user_timeout(options.patience).application_name("queenhigh");
        config.keepalives_idle(Duration::from_secs(5));
        let database = Database(config);
        let mut client = database.connect().await.map_err(|fault| Error::Unreachable(words(&fault)))?;
        schema::prepare(&mut client, &options.ledger, signer.public()).await?;
        let fault = |fault: PgError| Error::Unreachable(words(&fault));
        let state = client.query_one("SELECT number, position, hash FROM state", &[]).await.map_err(fault)?;
        let seen = rows::tip(&state)?;
        let (witnesses, faults) = node.witnesses(&client, seen, options.vouched_for).await?;
        let policy = Policy { ledger: options.ledger.clone(), signer, sign_every: options.sign_every.max(1) };
        let shared = Arc::new(Shared { policy, options, shut: RwLock::default(), stopped: Mutex::default() });
        let (wake, woken) = watch::channel(seen.position);
        let wake = Arc::new(wake);
        let (jobs, waiting) = mpsc::channel(WAITING_MAX);
        let connection = Some(writer::Ready::new(client).await.map_err(fault)?);
        let writer = Writer {
            database: database.clone(),
            shared: shared.clone(),
            wake: wake.clone(),
            connection,
            seen,
            witnesses,
        };
        tokio::spawn(writer.run(waiting));
        let waker = tokio::spawn(wake::run(database.clone(), wake));
        let readers = (0..READERS).map(|_| tokio::sync::Mutex::default()).collect();
        Ok(PostgresStore { database, shared, jobs, readers, next_reader: AtomicUsize::new(0), woken, waker, faults })
    }

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(job(answer)).await.map_err(|_| self.gone())?;
        answered.await.map_err(|_| self.gone())?
    }

    fn gone(&self) -> Error {
        self.shared.stopped().unwrap_or(Error::Closed)
    }

    /// One of the readers' connections, reconnected if it was lost.
    async fn reader(&self) -> Result<Arc<Client>, Error> {
        let next = self.next_reader.fetch_add(1, Ordering::Relaxed) % self.readers.len();
        let mut reader = self.readers[next].lock().await;
        if let Some(client) = reader.as_ref().filter(|client| !client.is_closed()) {
            return Ok(client.clone());
        }
        let connected = self.database.connect().await;
        let client = Arc::new(connected.map_err(|fault| Error::Silent(words(&fault)))?);
        *reader = Some(client.clone());
        Ok(client)
    }

    /// Runs a query that returns rows.
    async fn query<T>(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
        read: impl Fn(&Row) -> Rows<T>,
    ) -> Result<Vec<T>, Error> {
        let client = self.reader().await?;
        let rows = tokio::time::timeout(self.shared.options.patience * 10, client.query(sql, values)).await;
        let late = |_| Error::Silent(format!("nothing came within {:?}", self.shared.options.patience * 10));
        let rows = rows.map_err(late)?.map_err(cannot_read)?;
        rows.iter().map(read).collect()
    }
}

fn cannot_read(fault: PgError) -> Error {
    if may_pass(&fault) { Error::Silent(words(&fault)) } else { Error::Read(words(&fault)) }
}

/// Whether a fault may go away by itself, while the database is restarted or a standby takes over. Nothing that we could
/// wait for mends what else a server reports: a full disk, a broken file, a broken key.
fn may_pass(fault: &PgError) -> bool {
    // The connection; an operator's intervention; a rollback to be tried again; too many connections; a standby that is
    // not promoted yet.
    const PASSING: [&str; 5] = ["08", "57", "40", "53300", "25006"];
    fault.code().is_none_or(|code| PASSING.iter().any(|class| code.code().starts_with(class)))
}

/// The first of the rows, where there is at most one.
fn first<T>(rows: Vec<T>) -> Option<T> {
    rows.into_iter().next()
}

impl Store for PostgresStore {
    fn append(&self, batch: Batch) -> Later<'_, AppendOutcome> {
        Box::pin(async move {
            batch.check()?;
            self.ask(|answer| Job::Append(batch, answer)).await
        })
    }

    fn done(&self, command: CommandId) -> Later<'_, Option<StoredCommand>> {
        Box::pin(async move {
            let sql = "SELECT command, number, digest, answer FROM commits WHERE command = $1";
            Ok(first(self.query(sql, &[&command.0.as_slice()], rows::done).await?).map(|(_, done)| done))
        })
    }

    fn tip(&self) -> Later<'_, Tip> {
        Box::pin(async move {
            let rows = self.query("SELECT number, position, hash FROM state", &[], rows::tip).await?;
            first(rows).ok_or_else(|| Error::Read("the state row is gone".to_owned()))
        })
    }

    fn head(&self, stream: StreamName) -> Later<'_, Head> {
        Box::pin(async move {
            let sql = "SELECT name, id, version, hash FROM streams WHERE name = $1";
            let found = first(self.query(sql, &[&stream.as_str()], rows::stream).await?);
            Ok(found.map(|(_, known)| known.head).unwrap_or_default())
        })
    }

    fn streams(&self) -> Later<'_, Vec<(StreamName, Head)>> {
        Box::pin(async move {
            let sql = "SELECT name, id, version, hash FROM streams ORDER BY id";
            self.query(sql, &[], |row| rows::stream(row).map(|(name, known)| (name, known.head))).await
        })
    }

    fn read(&self, stream: StreamName, from_version: u64, limit: usize) -> Later<'_, Vec<Record>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {RECORD} FROM records r JOIN streams s ON s.id = r.stream
                 WHERE s.name = $1 AND r.version >= $2 ORDER BY r.version LIMIT $3"
            );
            self.query(&sql, &[&stream.as_str(), &capped(from_version), &capped(limit as u64)], rows::record).await
        })
    }

    fn read_all(&self, from_position: u64, limit: usize) -> Later<'_, Vec<Record>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {RECORD} FROM records r JOIN streams s ON s.id = r.stream
                 WHERE r.position >= $1 ORDER BY r.position LIMIT $2"
            );
            self.query(&sql, &[&capped(from_position), &capped(limit as u64)], rows::record).await
        })
    }

    fn commits(&self, from_number: u64, limit: usize) -> Later<'_, Vec<Commit>> {
        Box::pin(async move {
            let client = self.reader().await?;
            rows::commits(&client, from_number, limit).await.map_err(cannot_read)?
        })
    }

    fn signed_heads(&self, from_commit: u64, to_commit: u64) -> Later<'_, Vec<SignedHead>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {HEAD} WHERE h.number BETWEEN $1 AND $2 ORDER BY h.number, s.name NULLS FIRST, k.public"
            );
            self.query(&sql, &[&capped(from_commit), &capped(to_commit)], rows::signed_head).await
        })
    }

    fn last_signed_heads(&self) -> Later<'_, Vec<SignedHead>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {HEAD} WHERE h.number = (SELECT max(number) FROM heads WHERE stream = h.stream)
                 ORDER BY s.name NULLS FIRST, k.public"
            );
            self.query(&sql, &[], rows::signed_head).await
        })
    }

    fn sign_heads(&self) -> Later<'_, usize> {
        Box::pin(self.ask(Job::SignHeads))
    }

    fn adopt_heads(&self, heads: Vec<SignedHead>) -> Later<'_, ()> {
        Box::pin(self.ask(|answer| Job::AdoptHeads(heads, answer)))
    }

    fn keys(&self) -> Later<'_, Vec<PublicKey>> {
        Box::pin(self.query("SELECT public FROM keys ORDER BY id", &[], rows::key))
    }

    fn balance(&self, account: AccountName) -> Later<'_, i64> {
        Box::pin(async move {
            let sql = "SELECT name, id, balance FROM accounts WHERE name = $1";
            let found = first(self.query(sql, &[&account.as_str()], rows::account).await?);
            Ok(found.map_or(0, |(_, known)| known.balance))
        })
    }

    fn balances(&self) -> Later<'_, Vec<(AccountName, i64)>> {
        Box::pin(async move {
            let sql = "SELECT name, id, balance FROM accounts ORDER BY name";
            self.query(sql, &[], |row| rows::account(row).map(|(name, known)| (name, known.balance))).await
        })
    }

    fn put_snapshot(&self, snapshot: Snapshot) -> Later<'_, ()> {
        Box::pin(self.ask(|answer| Job::PutSnapshot(snapshot, answer)))
    }

    fn snapshot(&self, stream: StreamName, mark_max: u64) -> Later<'_, FoundSnapshot> {
        Box::pin(async move {
            let read = |row: &Row| rows::snapshot(&stream, row);
            Ok(first(self.query(rows::SNAPSHOT, &[&stream.as_str(), &capped(mark_max)], read).await?))
        })
    }

    fn bad_snapshots(&self) -> Later<'_, Vec<BadSnapshot>> {
        Box::pin(async move {
            let mut bad = Vec::new();
            for (stream, _) in self.streams().await? {
                let read = |row: &Row| rows::snapshot(&stream, row);
                let found = self.query(rows::SNAPSHOTS, &[&stream.as_str()], read).await?;
                bad.extend(found.into_iter().filter_map(Result::err));
            }
            Ok(bad)
        })
    }

    fn opening_faults(&self, _: Depth) -> Later<'_, Vec<OpeningFault>> {
        Box::pin(async { Ok(self.faults.clone()) })
    }

    fn wake(&self) -> watch::Receiver<u64> {
        self.woken.clone()
    }

    /// PostgreSQL checks its pages as it reads them when the cluster was made with checksums; there is no check to run.
    fn file_faults(&self) -> Later<'_, Vec<String>> {
        Box::pin(async { Ok(Vec::new()) })
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
        Box::pin(export_to_file(self, to))
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.ask(Job::Close).await?;
            self.waker.abort();
            Ok(())
        })
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.waker.abort();
    }
}
