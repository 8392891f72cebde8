//! The bare store: SQLite with the same settings, one writer, groups of what is waiting, an answer after the commit. It
//! keeps records, postings and balances as the journal does, and no command ids, hashes, commits or signed heads.

use std::collections::HashMap;
use std::path::Path;

use journal::Batch;
use rusqlite::{Connection, params};
use tokio::sync::{mpsc, oneshot};

const TABLES: &str = "
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -65536;
CREATE TABLE records (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL, kind TEXT NOT NULL,
    format INTEGER NOT NULL, time_ms INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (stream, version)) STRICT;
CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL) STRICT;
CREATE TABLE postings (position INTEGER NOT NULL, line INTEGER NOT NULL, account INTEGER NOT NULL, amount INTEGER NOT NULL,
    PRIMARY KEY (position, line)) STRICT, WITHOUT ROWID;
";

pub struct Bare {
    jobs: Option<mpsc::Sender<(Batch, oneshot::Sender<()>)>>,
    writer: Option<std::thread::JoinHandle<()>>,
    path: std::path::PathBuf,
}

impl Bare {
    pub fn open(path: &Path) -> Bare {
        let connection = Connection::open(path).expect("it opens");
        connection.execute_batch(TABLES).expect("the tables are made");
        connection.set_prepared_statement_cache_capacity(64);
        let (jobs, waiting) = mpsc::channel(8192);
        let writer = std::thread::spawn(move || write(&connection, waiting));
        Bare { jobs: Some(jobs), writer: Some(writer), path: path.to_owned() }
    }

    pub async fn append(&self, batch: Batch) {
        let (answer, answered) = oneshot::channel();
        let jobs = self.jobs.as_ref().expect("it is open");
        jobs.send((batch, answer)).await.expect("the writer takes it");
        answered.await.expect("the writer answers");
    }

    /// How many records there are.
    pub fn count(&self) -> u64 {
        let connection = Connection::open(&self.path).expect("it opens");
        let count: i64 = connection.query_row("SELECT count(*) FROM records", [], |row| row.get(0)).expect("it counts");
        count.cast_unsigned()
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(writer) = self.writer.take() {
            writer.join().expect("the writer ends");
        }
    }
}

/// What the writer remembers: streams with their versions, accounts with their balances.
#[derive(Default)]
struct Known {
    position: i64,
    streams: HashMap<String, (i64, i64)>,
    accounts: HashMap<String, (i64, i64)>,
}

fn write(connection: &Connection, mut waiting: mpsc::Receiver<(Batch, oneshot::Sender<()>)>) {
    let mut known = Known::default();
    while let Some(first) = waiting.blocking_recv() {
        let mut group = vec![first];
        while group.len() < 2048 {
            let Ok(next) = waiting.try_recv() else { break };
            group.push(next);
        }
        connection.execute_batch("BEGIN IMMEDIATE").expect("it begins");
        for (batch, _) in &group {
            known.store(connection, batch).expect("it is stored");
        }
        if group.iter().any(|(batch, _)| !batch.postings.is_empty()) {
            known.put_balances(connection).expect("they are stored");
        }
        connection.execute_batch("COMMIT").expect("it commits");
        for (_, answer) in group {
            let _ = answer.send(());
        }
    }
}

impl Known {
    fn store(&mut self, connection: &Connection, batch: &Batch) -> rusqlite::Result<()> {
        let mut insert = connection.prepare_cached("INSERT INTO records VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
        for write in &batch.writes {
            let id = self.streams.len() as i64 + 1;
            let stream = self.streams.entry(write.stream.as_str().to_owned()).or_insert((id, 0));
            for record in &write.records {
                self.position += 1;
                stream.1 += 1;
                insert.execute(params![
                    self.position,
                    stream.0,
                    stream.1,
                    record.kind.as_str(),
                    record.format,
                    record.time_ms.cast_signed(),
                    record.body.as_str()
                ])?;
            }
        }
        let mut insert = connection.prepare_cached("INSERT INTO postings VALUES (?1, ?2, ?3, ?4)")?;
        for (line, posting) in batch.postings.iter().enumerate() {
            let id = self.accounts.len() as i64 + 1;
            let account = self.accounts.entry(posting.account.as_str().to_owned()).or_insert((id, 0));
            account.1 += posting.amount;
            insert.execute(params![self.position, line as i64, account.0, posting.amount])?;
        }
        Ok(())
    }

    /// Each balance once a group, as the journal does.
    fn put_balances(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut put = connection.prepare_cached("INSERT OR REPLACE INTO accounts VALUES (?1, ?2)")?;
        for (id, balance) in self.accounts.values() {
            put.execute(params![id, balance])?;
        }
        Ok(())
    }
}
