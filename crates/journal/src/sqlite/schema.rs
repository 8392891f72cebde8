//! The tables of the SQLite store.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::error::Error;
use crate::ledger::LedgerRules;

/// "Qnhi", so that tools tell the file from others.
const APPLICATION_ID: i32 = 0x516e_6869;

/// The version of the tables.
const SCHEMA: i32 = 3;

/// Records, commits and signed heads are append-only: the triggers refuse everything else, whoever asks.
const TABLES: &str = "
CREATE TABLE ledger_classes (class TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE keys (id INTEGER PRIMARY KEY, public BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
-- Postings are pairs account:amount with spaces between them.
CREATE TABLE commits (
    number INTEGER PRIMARY KEY,
    command BLOB NOT NULL,
    digest BLOB NOT NULL,
    answer TEXT NOT NULL,
    position INTEGER NOT NULL,
    records INTEGER NOT NULL,
    postings TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (id),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    format INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
-- Stream 0 is the journal itself.
CREATE TABLE heads (
    number INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    key INTEGER NOT NULL REFERENCES keys (id),
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    signature BLOB NOT NULL,
    PRIMARY KEY (stream, number, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX heads_by_number ON heads (number);
";

/// Where records are by stream and version, and commits by command, up to what is not filed yet (`filing.rs`): all
/// records before one, all commits before one, and of those before `sheaf` the ones up to an id.
///
/// Balances have a table to themselves, as they are the one thing that changes: many lie on a page.
const PLACES: &str = "
CREATE TABLE balances (
    account INTEGER PRIMARY KEY REFERENCES accounts (id),
    balance INTEGER NOT NULL
) STRICT;
CREATE TABLE places (
    stream INTEGER NOT NULL REFERENCES streams (id),
    version INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE commands (
    command BLOB PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE filed (
    records INTEGER NOT NULL,
    commits INTEGER NOT NULL,
    sheaf INTEGER NOT NULL,
    id BLOB
) STRICT;
";

/// Up to version 2 postings had a table of their own, and balances stood with the accounts.
const FROM_SECOND: &str = "
DROP TRIGGER commits_no_UPDATE;
ALTER TABLE commits ADD COLUMN postings TEXT NOT NULL DEFAULT '';
UPDATE commits SET postings = coalesce(
    (SELECT group_concat(p.account || ':' || p.amount, ' ' ORDER BY p.line) FROM postings p WHERE p.number = commits.number), '');
DROP TABLE postings;
INSERT INTO balances (account, balance) SELECT id, balance FROM accounts;
ALTER TABLE accounts DROP COLUMN balance;
";

/// The places of everything that is stored. Up to version 2 the tables of records and commits had indexes of their own;
/// they keep them.
const FILE_ALL: &str = "
INSERT INTO places (stream, version, position) SELECT stream, version, position FROM records ORDER BY stream, version;
INSERT INTO commands (command, number) SELECT command, number FROM commits ORDER BY command;
INSERT INTO filed (records, commits, sheaf)
    SELECT (SELECT coalesce(max(position), 0) + 1 FROM records), number, number
    FROM (SELECT coalesce(max(number), 0) + 1 AS number FROM commits);
";

/// Projections of streams, which may go and be made anew. Version 1 of the tables had one for each stream, unsigned.
const SNAPSHOTS: &str = "
CREATE TABLE snapshots (
    stream INTEGER NOT NULL REFERENCES streams (id),
    version INTEGER NOT NULL,
    hash BLOB NOT NULL,
    mark INTEGER NOT NULL,
    format INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    key INTEGER NOT NULL REFERENCES keys (id),
    signature BLOB NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT;
CREATE INDEX snapshots_by_mark ON snapshots (stream, mark);
";

const APPEND_ONLY: [&str; 4] = ["commits", "records", "heads", "keys"];

/// The same of the index.
const FILED_ONLY: [&str; 2] = ["places", "commands"];

/// Opens the file with the settings that durability rests on.
pub(super) fn connect(path: &Path, writer: bool) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
        | if writer {
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
        } else {
            OpenFlags::SQLITE_OPEN_READ_ONLY
        };
    let fault = |fault: rusqlite::Error| Error::file(path, fault);
    let connection = Connection::open_with_flags(path, flags).map_err(fault)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;").map_err(fault)?;
    connection.busy_timeout(std::time::Duration::from_secs(10)).map_err(fault)?;
    if writer {
        let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(fault)?;
        if mode != "wal" {
            return Err(Error::file(
                path,
                "the file system does not let SQLite keep a write-ahead log; use a local disk",
            ));
        }
        // FULL syncs the log at every commit: what is acknowledged survives a power cut. That every row refers to one
        // that is there is the writer's own doing, and checked with the file (`file_faults`), not at every row again.
        connection
            .execute_batch(
                "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
                 PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -65536;",
            )
            .map_err(fault)?;
    }
    Ok(connection)
}

/// Makes the tables of a new file, or checks that they are ours.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), Error> {
    let fault = |fault: rusqlite::Error| Error::file(path, fault);
    let number = |connection: &Connection, name: &str| -> rusqlite::Result<i32> {
        connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
    };
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(fault)?;
    if tables == 0 {
        let transaction = connection.transaction().map_err(fault)?;
        transaction.execute_batch(TABLES).map_err(fault)?;
        transaction.execute_batch(SNAPSHOTS).map_err(fault)?;
        transaction.execute_batch(PLACES).map_err(fault)?;
        transaction.execute_batch(FILE_ALL).map_err(fault)?;
        for table in APPEND_ONLY.iter().chain(&FILED_ONLY) {
            append_only(&transaction, table, &["UPDATE", "DELETE"]).map_err(fault)?;
        }
        let marks = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA};");
        transaction.execute_batch(&marks).map_err(fault)?;
        return transaction.commit().map_err(fault);
    }
    let (id, schema) = (number(connection, "application_id"), number(connection, "user_version"));
    match (id.map_err(fault)?, schema.map_err(fault)?) {
        (APPLICATION_ID, SCHEMA) => Ok(()),
        // A backup stays as it is; the copy of it is brought up to date when it is opened.
        (APPLICATION_ID, 1 | 2) if connection.is_readonly("main").map_err(fault)? => Ok(()),
        (APPLICATION_ID, old @ (1 | 2)) => {
            let transaction = connection.transaction().map_err(fault)?;
            if old == 1 {
                transaction.execute_batch("DROP TABLE snapshots;").map_err(fault)?;
                transaction.execute_batch(SNAPSHOTS).map_err(fault)?;
            }
            transaction.execute_batch(PLACES).map_err(fault)?;
            transaction.execute_batch(FROM_SECOND).map_err(fault)?;
            transaction.execute_batch(FILE_ALL).map_err(fault)?;
            append_only(&transaction, "commits", &["UPDATE"]).map_err(fault)?;
            for table in FILED_ONLY {
                append_only(&transaction, table, &["UPDATE", "DELETE"]).map_err(fault)?;
            }
            transaction.execute_batch(&format!("PRAGMA user_version = {SCHEMA};")).map_err(fault)?;
            transaction.commit().map_err(fault)
        }
        (APPLICATION_ID, newer) => Err(Error::Mismatch(format!(
            "{} has tables of version {newer} and this program knows version {SCHEMA}; use the program that wrote it",
            path.display()
        ))),
        _ => Err(Error::Mismatch(format!("{} is not a journal; name another folder", path.display()))),
    }
}

fn append_only(connection: &Connection, table: &str, acts: &[&str]) -> rusqlite::Result<()> {
    for act in acts {
        connection.execute_batch(&format!(
            "CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table} BEGIN
             SELECT RAISE(ABORT, '{table} is append-only'); END;"
        ))?;
    }
    Ok(())
}

/// Holds the rules against those the journal was kept by, and adds the classes that are new.
pub(super) fn keep_ledger_rules(
    connection: &mut Connection,
    rules: &LedgerRules,
) -> rusqlite::Result<Result<(), Error>> {
    let transaction = connection.transaction()?;
    let kept: Vec<String> = transaction
        .prepare("SELECT class FROM ledger_classes")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let kept = LedgerRules::with_below_zero(kept.iter().map(String::as_str));
    if let Some(fault) = rules.narrower_than(&kept) {
        return Ok(Err(fault));
    }
    for class in rules.beyond(&kept) {
        transaction.execute("INSERT INTO ledger_classes (class) VALUES (?1)", [class])?;
    }
    transaction.commit().map(Ok)
}
