//! Damage in the database file: found at the start, named, and only what it touches stays shut.

use std::path::Path;

use journal::{Damage, Depth, Error, SqliteStore, Verified, verify_store};
use rusqlite::Connection;

use crate::common::*;

/// Changes the file behind the journal's back, triggers and all.
fn damage(folder: &Path, sql: &str) {
    let connection = Connection::open(folder.join("journal.sqlite")).unwrap();
    let triggers: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    for trigger in triggers {
        connection.execute_batch(&format!("DROP TRIGGER {trigger}")).unwrap();
    }
    connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap();
}

async fn played() -> tempfile::TempDir {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    play(&store, 1, 30).await;
    store.close().await.unwrap();
    folder
}

async fn check(store: &SqliteStore, depth: Depth) -> Verified {
    verify_store(store, depth, &mut |_, _| ()).await.unwrap()
}

#[tokio::test]
async fn a_damaged_record_is_named_and_only_its_stream_is_shut() {
    // table/1 holds the commands 1, 4, 7, ...; its third record is version 3.
    for sql in [
        "UPDATE records SET body = (SELECT body FROM records WHERE version = 4 AND stream = 1) WHERE version = 3 AND stream = 1",
        "UPDATE records SET body = CAST('{\"cents\":1,\"seat\":1}' AS BLOB) WHERE version = 3 AND stream = 1",
        "UPDATE records SET kind = 'WagerTaken' WHERE version = 3 AND stream = 1",
        "UPDATE records SET time_ms = time_ms + 1 WHERE version = 3 AND stream = 1",
        "UPDATE records SET format = 2 WHERE version = 3 AND stream = 1",
        "UPDATE records SET hash = zeroblob(32) WHERE version = 3 AND stream = 1",
        "UPDATE records SET hash = x'00' WHERE version = 3 AND stream = 1",
        "UPDATE records SET body = x'' WHERE version = 3 AND stream = 1",
    ] {
        let folder = played().await;
        damage(folder.path(), sql);
        let store = SqliteStore::open(folder.path(), options()).unwrap();
        let found = check(&store, Depth::Full).await;
        let records: Vec<_> = found
            .damages
            .iter()
            .filter_map(|damage| match damage {
                Damage::Record { stream, version, .. } => Some((stream.as_str(), *version)),
                _ => None,
            })
            .collect();
        assert_eq!(records, [("table/1", 3)], "{sql}: {:?}", found.damages);
        let fault = store.append(batch(99, "table/1", ExpectedVersion::Any)).await.unwrap_err();
        assert!(matches!(&fault, Error::StreamShut { .. }), "{fault}");
        receipt(store.append(batch(99, "table/2", ExpectedVersion::Any)).await.unwrap());
    }
}

/// Adds a cent from nowhere.
const RICHER: &str =
    "UPDATE balances SET balance = balance + 1 WHERE account = (SELECT id FROM accounts WHERE name = 'bankroll/2')";

#[tokio::test]
async fn every_other_damage_is_found_too() {
    for (sql, words) in [
        ("DELETE FROM records WHERE version = 3 AND stream = 1", "table/1 version 4"),
        ("DELETE FROM commits WHERE number = 9", "commits 9 to 9 are missing"),
        ("UPDATE commits SET answer = '{}' WHERE number = 9", "commit 9"),
        ("UPDATE commits SET digest = zeroblob(32) WHERE number = 9", "commit 9"),
        ("UPDATE commits SET command = zeroblob(16) WHERE number = 9", "commit 9"),
        ("UPDATE commits SET postings = replace(postings, ':-', ':') WHERE number = 10", "commit 10"),
        ("UPDATE commits SET postings = '' WHERE number = 10", "commit 10"),
        ("UPDATE commits SET postings = '1 2' WHERE number = 10", "commit 10"),
        ("UPDATE commits SET postings = '99:1' WHERE number = 10", "commit 10"),
        (RICHER, "bankroll/2"),
        ("DELETE FROM balances WHERE account = (SELECT id FROM accounts WHERE name = 'bankroll/2')", "bankroll/2"),
        ("DELETE FROM places WHERE stream = 1 AND version = 1", "index of streams lacks"),
        ("UPDATE places SET position = position + 1 WHERE stream = 1 AND version = 1", "index of streams has them"),
        ("DELETE FROM commands WHERE number = 2", "index of commands lacks"),
        ("UPDATE commands SET number = number + 1 WHERE number = 2", "index of commands has them"),
        ("UPDATE heads SET signature = zeroblob(64) WHERE number = 30 AND stream = 0", "signature"),
        (
            "DELETE FROM commits WHERE number > 25; DELETE FROM records WHERE position > 31",
            "commits 26 to 30 are missing",
        ),
        ("DELETE FROM records WHERE position = 37", "commit 30"),
        (
            "UPDATE records SET position = 1000 WHERE position = 5; UPDATE records SET position = 5 WHERE position = 6;
             UPDATE records SET position = 6 WHERE position = 1000",
            "commit",
        ),
    ] {
        let folder = played().await;
        damage(folder.path(), sql);
        let store = match SqliteStore::open(folder.path(), options()) {
            Ok(store) => store,
            Err(fault) => {
                assert!(fault.to_string().contains(words), "{sql}: {fault}");
                continue;
            }
        };
        let found = check(&store, Depth::Full).await;
        let said: Vec<String> = found.damages.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|damage| damage.contains(words)), "{sql}: {said:?}");
    }
}

#[tokio::test]
async fn a_quick_check_looks_at_what_came_after_the_last_signed_head() {
    let folder = played().await;
    let store = SqliteStore::open(folder.path(), StoreOptions { sign_every: 1000, ..options() }).unwrap();
    play(&store, 31, 5).await;
    let found = check(&store, Depth::SinceSigned).await;
    assert_eq!((found.commits, found.damages.len()), (5, 0));
    drop(store);
    damage(folder.path(), "UPDATE records SET body = x'00' WHERE position = (SELECT max(position) FROM records)");
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    let found = check(&store, Depth::SinceSigned).await;
    assert!(matches!(&found.damages[..], [Damage::Record { .. }]), "{:?}", found.damages);
    drop(store);
    damage(folder.path(), RICHER);
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    assert_eq!(check(&store, Depth::SinceSigned).await.damages.len(), 2);
}

#[tokio::test]
async fn the_database_refuses_changes_by_itself() {
    let folder = played().await;
    let connection = Connection::open(folder.path().join("journal.sqlite")).unwrap();
    for (table, column) in [
        ("commits", "hash"),
        ("records", "hash"),
        ("heads", "hash"),
        ("keys", "public"),
        ("places", "position"),
        ("commands", "number"),
    ] {
        let fault = connection.execute(&format!("UPDATE {table} SET {column} = {column}"), []).unwrap_err();
        assert!(fault.to_string().contains("append-only"), "{fault}");
        assert!(connection.execute(&format!("DELETE FROM {table}"), []).is_err());
    }
}
