//! The SQLite store: the conformance suite, and tests of its own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use journal::{Error, SqliteStore};

use crate::common::*;
use crate::conformance;

/// Journals in separate folders, deleted after the test.
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
    async fn make(&self, options: StoreOptions) -> Arc<dyn Store> {
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
        let batch = moving(batch(id, "table/1", ExpectedVersion::Version(id - 1)), "house", "tray/1", 3);
        receipt(store.append(batch).await.unwrap());
    }
    let (tip, records) = (store.tip().await.unwrap(), store.read_all(1, 99).await.unwrap());
    drop(store);
    let store = SqliteStore::open(&folder, options()).unwrap();
    assert_eq!((store.tip().await.unwrap(), store.read_all(1, 99).await.unwrap()), (tip, records));
    assert_eq!(
        store.append(batch(9, "table/1", ExpectedVersion::Any)).await.unwrap(),
        AppendOutcome::AlreadyDone(answer(9))
    );
    let next = moving(batch(10, "table/1", ExpectedVersion::Version(9)), "house", "tray/1", 3);
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
        SqliteStore::open(&folder, StoreOptions { ledger, ..options() }).map(drop)
    };
    open(&["house"]).unwrap();
    open(&["house", "cash"]).unwrap();
    let fault = open(&["house"]).unwrap_err();
    assert!(matches!(&fault, Error::Mismatch(words) if words.contains("cash")), "{fault}");
}

/// A snapshot that was changed is not used.
#[tokio::test]
async fn a_changed_snapshot_is_set_aside() {
    let folders = Folders::new();
    let folder = folders.next();
    let store = SqliteStore::open(&folder, options()).unwrap();
    play(&store, 1, 9).await;
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
