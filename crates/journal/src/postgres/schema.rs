//! The tables of the PostgreSQL store.

use tokio_postgres::{Client, Error as PgError};

use crate::error::Error;
use crate::key::PublicKey;
use crate::ledger::LedgerRules;

/// The version of the tables.
const SCHEMA: i64 = 2;

/// Taken while the tables are made, so that two nodes may start at once.
const START_LOCK: i64 = 0x516e_6869;

/// `state` has one row. Whoever appends locks it first, so positions are given in the order in which they become
/// visible: a reader never sees one before all that come before it. The unique keys are the second line of defence.
const TABLES: &str = "
CREATE TABLE state (
    id bigint PRIMARY KEY CHECK (id = 1),
    tables_version bigint NOT NULL,
    number bigint NOT NULL,
    position bigint NOT NULL,
    hash bytea NOT NULL,
    streams bigint NOT NULL,
    accounts bigint NOT NULL
);
CREATE TABLE ledger_classes (class text PRIMARY KEY);
CREATE TABLE keys (id bigserial PRIMARY KEY, public bytea NOT NULL UNIQUE);
CREATE TABLE streams (id bigint PRIMARY KEY, name text COLLATE \"C\" NOT NULL UNIQUE, version bigint NOT NULL, hash bytea NOT NULL);
CREATE TABLE accounts (id bigint PRIMARY KEY, name text COLLATE \"C\" NOT NULL UNIQUE, balance bigint NOT NULL);
CREATE TABLE commits (
    number bigint PRIMARY KEY,
    command bytea NOT NULL UNIQUE,
    digest bytea NOT NULL,
    answer text NOT NULL,
    position bigint NOT NULL,
    records bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE records (
    position bigint PRIMARY KEY,
    stream bigint NOT NULL REFERENCES streams (id),
    version bigint NOT NULL,
    kind text NOT NULL,
    format bigint NOT NULL,
    time_ms bigint NOT NULL,
    body text NOT NULL,
    hash bytea NOT NULL,
    UNIQUE (stream, version)
);
CREATE TABLE postings (
    number bigint NOT NULL REFERENCES commits (number),
    line bigint NOT NULL,
    account bigint NOT NULL REFERENCES accounts (id),
    amount bigint NOT NULL,
    PRIMARY KEY (number, line)
);
CREATE TABLE heads (
    number bigint NOT NULL,
    stream bigint NOT NULL,
    key bigint NOT NULL REFERENCES keys (id),
    version bigint NOT NULL,
    hash bytea NOT NULL,
    signature bytea NOT NULL,
    PRIMARY KEY (stream, number, key)
);
CREATE INDEX heads_by_number ON heads (number);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END$$;
";

/// Projections of streams, which may go and be made anew. Version 1 of the tables had one for each stream, unsigned.
const SNAPSHOTS: &str = "
CREATE TABLE snapshots (
    stream bigint NOT NULL REFERENCES streams (id),
    version bigint NOT NULL,
    hash bytea NOT NULL,
    mark bigint NOT NULL,
    format bigint NOT NULL,
    kept boolean NOT NULL,
    bytes bytea NOT NULL,
    key bigint NOT NULL REFERENCES keys (id),
    signature bytea NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE INDEX snapshots_by_mark ON snapshots (stream, mark);
";

const APPEND_ONLY: [&str; 5] = ["commits", "records", "postings", "heads", "keys"];

/// Makes the tables of an empty database, or checks that they are ours; checks the ledger's rules against those kept.
pub(super) async fn prepare(client: &mut Client, rules: &LedgerRules, key: PublicKey) -> Result<(), Error> {
    let fault = |fault: PgError| Error::Read(super::words(&fault));
    let transaction = client.transaction().await.map_err(fault)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&START_LOCK]).await.map_err(fault)?;
    let made: bool = transaction
        .query_one("SELECT to_regclass('state') IS NOT NULL", &[])
        .await
        .and_then(|row| row.try_get(0))
        .map_err(fault)?;
    if !made {
        transaction.batch_execute(TABLES).await.map_err(fault)?;
        transaction.batch_execute(SNAPSHOTS).await.map_err(fault)?;
        for table in APPEND_ONLY {
            let trigger = format!(
                "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
                 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
            );
            transaction.batch_execute(&trigger).await.map_err(fault)?;
        }
        let first = "INSERT INTO state VALUES (1, $1, 0, 0, $2, 0, 0)";
        transaction.execute(first, &[&SCHEMA, &[0_u8; 32].as_slice()]).await.map_err(fault)?;
    }
    let version: i64 = transaction
        .query_one("SELECT tables_version FROM state", &[])
        .await
        .and_then(|row| row.try_get(0))
        .map_err(fault)?;
    if version == 1 {
        transaction.batch_execute("DROP TABLE snapshots").await.map_err(fault)?;
        transaction.batch_execute(SNAPSHOTS).await.map_err(fault)?;
        transaction.execute("UPDATE state SET tables_version = $1", &[&SCHEMA]).await.map_err(fault)?;
    } else if version != SCHEMA {
        return Err(Error::Mismatch(format!(
            "the database has tables of version {version} and this program knows version {SCHEMA}; \
             use the program that wrote it"
        )));
    }
    let rows = transaction.query("SELECT class FROM ledger_classes", &[]).await.map_err(fault)?;
    let kept: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>().map_err(fault)?;
    let kept = LedgerRules::with_below_zero(kept.iter().map(String::as_str));
    if let Some(narrower) = rules.narrower_than(&kept) {
        return Err(narrower);
    }
    for class in rules.beyond(&kept) {
        transaction.execute("INSERT INTO ledger_classes VALUES ($1)", &[&class]).await.map_err(fault)?;
    }
    let add_key = "INSERT INTO keys (public) VALUES ($1) ON CONFLICT DO NOTHING";
    transaction.execute(add_key, &[&key.0.as_slice()]).await.map_err(fault)?;
    transaction.commit().await.map_err(fault)
}
