//! The tables of the SQLite store.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::Error;
use crate::ledger::LedgerRules;

/// "Qnhi", by which tools recognize the file.
const APPLICATION_ID: i64 = 0x516e_6869;

/// The migrations, each from one version of the tables to the next; the first creates them. The file records how many
/// were run. Released migrations are never changed.
const MIGRATIONS: &[&str] = &[include_str!("migrations/1.sql")];

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// To write.
    Write,
    /// To read beside a connection that writes.
    Read,
    /// To read while nobody writes, and to take away what SQLite leaves beside the file.
    Look,
}

/// Opens the file with the settings that durability depends on.
///
/// The log is moved into the file only where the journal asks for it, never by chance when the last connection closes: a
/// journal that is refused stays as it is.
pub(super) fn connect(path: &Path, to: Use) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
        | match to {
            Use::Write => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            Use::Look => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Use::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
    let fault = |fault: rusqlite::Error| Error::file(path, fault);
    let connection = Connection::open_with_flags(path, flags).map_err(fault)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(fault)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;").map_err(fault)?;
    connection.busy_timeout(std::time::Duration::from_secs(10)).map_err(fault)?;
    if to == Use::Look {
        connection.execute_batch("PRAGMA query_only = ON").map_err(fault)?;
    }
    if to == Use::Write {
        let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(fault)?;
        if mode != "wal" {
            return Err(Error::file(
                path,
                "the file system does not let SQLite keep a write-ahead log; use a local disk",
            ));
        }
        // FULL syncs the log at every commit: what is acknowledged survives a power cut. Foreign keys are off: the
        // writer keeps references valid itself, and `file_faults` checks them with the file.
        connection
            .execute_batch(
                "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
                 PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -65536;",
            )
            .map_err(fault)?;
    }
    Ok(connection)
}

/// Makes the tables of a new file, brings those of an older one up to date, or reports that the file is not ours.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), Error> {
    migrate(connection, path, MIGRATIONS)
}

/// Whether the file has no tables: nothing was ever stored, or it is not there any more.
pub(super) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
}

fn migrate(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), Error> {
    let fault = |fault: rusqlite::Error| Error::file(path, fault);
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fault);
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let read_only = connection.is_readonly("main").map_err(fault)? || number("PRAGMA query_only")? != 0;
    // An empty file becomes a journal; an empty backup is refused.
    if (tables > 0 || read_only) && number("PRAGMA application_id")? != APPLICATION_ID {
        return Err(Error::Mismatch(format!("{} is not a journal; name another folder", path.display())));
    }
    let version = number("PRAGMA user_version")?;
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    if done > steps.len() {
        return Err(Error::Mismatch(format!(
            "{} has tables of version {version} and this program knows version {}; use the program that wrote it",
            path.display(),
            steps.len()
        )));
    }
    // A backup stays as it is; the copy of it is brought up to date when it is opened.
    if done == steps.len() || read_only {
        return Ok(());
    }
    let transaction = connection.transaction().map_err(fault)?;
    for step in &steps[done..] {
        transaction.execute_batch(step).map_err(fault)?;
    }
    let marks = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {};", steps.len());
    transaction.execute_batch(&marks).map_err(fault)?;
    transaction.commit().map_err(fault)
}

/// Checks the rules against those the journal was kept by, and adds the classes that are new.
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

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str =
        "ALTER TABLE keys ADD COLUMN note TEXT; CREATE TABLE runs (n INTEGER); INSERT INTO runs VALUES (1);";

    fn steps() -> Vec<&'static str> {
        MIGRATIONS.iter().copied().chain([NEXT]).collect()
    }

    /// A program with one more migration brings a file up to date once; the program before it then refuses the file.
    #[test]
    fn the_next_migration_can_be_added_and_runs_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.sqlite");
        let mut connection = connect(&path, Use::Write).unwrap();
        prepare(&mut connection, &path).unwrap();
        connection.execute_batch("INSERT INTO keys (public) VALUES (x'01')").unwrap();
        drop(connection);
        for _ in 0..3 {
            let mut connection = connect(&path, Use::Write).unwrap();
            migrate(&mut connection, &path, &steps()).unwrap();
            let runs = connection.query_row("SELECT count(*) FROM runs", [], |row| row.get::<_, i64>(0)).unwrap();
            let keys = "SELECT count(*) FROM keys WHERE note IS NULL";
            assert_eq!((runs, connection.query_row(keys, [], |row| row.get(0))), (1, Ok(1)));
        }
        let fault = prepare(&mut connect(&path, Use::Write).unwrap(), &path).unwrap_err().to_string();
        let (newer, known) = (steps().len(), MIGRATIONS.len());
        assert!(fault.contains(&format!("version {newer} and this program knows version {known}")), "{fault}");
    }

    /// A migration that fails leaves the file as it was.
    #[test]
    fn a_migration_is_done_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.sqlite");
        let mut connection = connect(&path, Use::Write).unwrap();
        prepare(&mut connection, &path).unwrap();
        let bad = [&steps()[..], &["CREATE TABLE more (n INTEGER); SELECT nothing FROM nowhere"]].concat();
        assert!(migrate(&mut connection, &path, &bad).is_err());
        let there = "SELECT count(*) FROM sqlite_schema WHERE name IN ('runs', 'more')";
        assert_eq!(connection.query_row(there, [], |row| row.get::<_, i64>(0)), Ok(0));
        prepare(&mut connection, &path).unwrap();
    }

    #[test]
    fn another_database_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.sqlite");
        let mut connection = connect(&path, Use::Write).unwrap();
        connection.execute_batch("CREATE TABLE mine (n INTEGER)").unwrap();
        let fault = prepare(&mut connection, &path).unwrap_err().to_string();
        assert!(fault.contains("is not a journal"), "{fault}");
        let empty = folder.path().join("empty.sqlite");
        std::fs::write(&empty, "").unwrap();
        let fault = prepare(&mut connect(&empty, Use::Read).unwrap(), &empty).unwrap_err().to_string();
        assert!(fault.contains("is not a journal"), "{fault}");
    }
}
