//! The SQLite store: the conformance suite, and what is its own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use journal::{Error, SqliteStore};

use crate::common::*;
use crate::conformance;

/// Journals in folders of their own under one that goes with the test.
struct Folders {
    root: tempfile::TempDir,
    made: AtomicUsize,
}

impl Folders {
    fn new() -> Folders {
        Folders { root: tempfile::tempdir().unwrap(), made: AtomicUsize::new(0) }
    }

    fn next(&self) -> PathBuf {
        self.root.path().join(self.made.fetch_add(1, Ordering::Relaxed).to_string())
    }
}

impl Maker for Folders {
    async fn make(&self, options: Options) -> Arc<dyn Store> {
        Arc::new(SqliteStore::open(&self.next(), options).unwrap())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_conforms() {
    conformance::run(&Folders::new()).await;
}

#[tokio::test]
async fn what_was_stored_is_there_after_opening_again() {
    let folder = Folders::new().next();
    let store = SqliteStore::open(&folder, options()).unwrap();
    for id in 1..=9 {
        let batch = moving(batch(id, "table/1", Expected::Version(id - 1)), "house", "tray/1", 3);
        receipt(store.append(batch).await.unwrap());
    }
    let (tip, records) = (store.tip().await.unwrap(), store.read_all(1, 99).await.unwrap());
    drop(store);
    let store = SqliteStore::open(&folder, options()).unwrap();
    assert_eq!((store.tip().await.unwrap(), store.read_all(1, 99).await.unwrap()), (tip, records));
    assert_eq!(store.append(batch(9, "table/1", Expected::Any)).await.unwrap(), Outcome::AlreadyDone(answer(9)));
    let next = moving(batch(10, "table/1", Expected::Version(9)), "house", "tray/1", 3);
    assert_eq!(receipt(store.append(next).await.unwrap()).position_first, 10);
    assert_eq!(store.balance(account("tray/1")).await.unwrap(), 30);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_is_open_once() {
    let folders = Folders::new();
    let folder = folders.next();
    let _store = SqliteStore::open(&folder, options()).unwrap();
    assert!(matches!(SqliteStore::open(&folder, options()), Err(Error::InUse(_))));
}

#[test]
fn classes_may_be_added_to_the_ledger_and_not_taken_away() {
    let folders = Folders::new();
    let folder = folders.next();
    let open = |classes: &[&str]| {
        let ledger = LedgerRules::with_below_zero(classes.iter().copied());
        SqliteStore::open(&folder, Options { ledger, ..options() }).map(drop)
    };
    open(&["house"]).unwrap();
    open(&["house", "cash"]).unwrap();
    let fault = open(&["house"]).unwrap_err();
    assert!(matches!(&fault, Error::Mismatch(words) if words.contains("cash")), "{fault}");
}

/// The first tables had one snapshot for each stream, and no signature on it: they are brought up to date.
#[tokio::test]
async fn tables_of_old_versions_are_brought_up_to_date() {
    let folders = Folders::new();
    let folder = folders.next();
    let store = SqliteStore::open(&folder, options()).unwrap();
    play(&store, 1, 9).await;
    let before = everything(&store).await;
    drop(store);
    // Records and commits had indexes of their own, postings a table, and balances stood with the accounts.
    let second = "DROP TABLE places; DROP TABLE commands; DROP TABLE filed;
        CREATE UNIQUE INDEX IF NOT EXISTS streams_of_records ON records (stream, version);
        CREATE UNIQUE INDEX IF NOT EXISTS commands_of_commits ON commits (command);
        CREATE TABLE postings (number INTEGER NOT NULL REFERENCES commits (number), line INTEGER NOT NULL,
            account INTEGER NOT NULL REFERENCES accounts (id), amount INTEGER NOT NULL, PRIMARY KEY (number, line))
            STRICT, WITHOUT ROWID;
        INSERT INTO postings SELECT c.number, j.key, substr(j.value, 1, instr(j.value, ':') - 1) + 0,
            substr(j.value, instr(j.value, ':') + 1) + 0
            FROM commits c, json_each('[\"' || replace(c.postings, ' ', '\",\"') || '\"]') j WHERE c.postings <> '';
        ALTER TABLE commits DROP COLUMN postings;
        ALTER TABLE accounts ADD COLUMN balance INTEGER NOT NULL DEFAULT 0;
        UPDATE accounts SET balance = (SELECT balance FROM balances WHERE account = id);
        DROP TABLE balances;
        PRAGMA user_version = 2;";
    let first = "DROP TABLE snapshots;
        CREATE TABLE snapshots (stream INTEGER PRIMARY KEY REFERENCES streams (id), version INTEGER NOT NULL,
            hash BLOB NOT NULL, format INTEGER NOT NULL, bytes BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
        PRAGMA user_version = 1;";
    for old in ["", first] {
        let connection = rusqlite::Connection::open(folder.join("journal.sqlite")).unwrap();
        connection.execute_batch(second).unwrap();
        connection.execute_batch(old).unwrap();
        drop(connection);
        let store = SqliteStore::open(&folder, options()).unwrap();
        assert_eq!(everything(&store).await, before);
        assert_eq!(store.file_faults().await.unwrap(), Vec::<String>::new());
    }
    let store = SqliteStore::open(&folder, options()).unwrap();
    play(&store, 10, 9).await;
    assert_eq!(store.file_faults().await.unwrap(), Vec::<String>::new());
    let last = store.read(stream("table/1"), 1, 99).await.unwrap().pop().unwrap();
    let bytes = b"all of it".to_vec();
    let snapshot = journal::Snapshot {
        stream: stream("table/1"),
        version: last.version,
        hash: last.hash,
        mark: 1,
        format: 1,
        kept: false,
        bytes,
    };
    store.put_snapshot(snapshot.clone()).await.unwrap();
    assert_eq!(store.snapshot(stream("table/1"), 1).await.unwrap(), Some(Ok(snapshot)));
    // Whatever is changed in it, it is not used.
    for change in [
        "bytes = X'00'",
        "mark = 0",
        "format = 2",
        "signature = X'00'",
        "hash = zeroblob(32)",
        "version = version - 1",
        "signature = zeroblob(64)",
    ] {
        let connection = rusqlite::Connection::open(folder.join("journal.sqlite")).unwrap();
        let keep = "CREATE TEMP TABLE kept AS SELECT * FROM snapshots";
        connection.execute_batch(&format!("{keep}; UPDATE snapshots SET {change}")).unwrap();
        let found = store.snapshot(stream("table/1"), 1).await.unwrap();
        assert!(matches!(found, Some(Err(_))), "{change}: {found:?}");
        connection.execute_batch("DELETE FROM snapshots; INSERT INTO snapshots SELECT * FROM kept").unwrap();
    }
    assert!(matches!(store.snapshot(stream("table/1"), 1).await.unwrap(), Some(Ok(_))));
}
