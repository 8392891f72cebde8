//! The tables of the PostgreSQL store.

use tokio_postgres::{Client, Error as PgError, Transaction};

use crate::error::Error;
use crate::key::PublicKey;
use crate::ledger::LedgerRules;

/// The migrations, each from one version of the tables to the next; the first creates them. The table `migrations` has
/// a row for each that was run. Released migrations are never changed.
const MIGRATIONS: &[&str] = &[include_str!("migrations/1.sql")];

/// Held while the tables are made, so that two nodes may start at once.
const START_LOCK: i64 = 0x516e_6869;

/// Makes the tables of an empty database, or brings those of an older program up to date; checks the ledger's rules
/// against the stored ones.
pub(super) async fn prepare(client: &mut Client, rules: &LedgerRules, key: PublicKey) -> Result<(), Error> {
    let fault = |fault: PgError| Error::Read(super::words(&fault));
    let transaction = alone(client).await.map_err(fault)?;
    migrate(&transaction, MIGRATIONS).await?;
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

/// A transaction that keeps other nodes from starting.
async fn alone(client: &mut Client) -> Result<Transaction<'_>, PgError> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&START_LOCK]).await?;
    Ok(transaction)
}

/// Runs the migrations that were not run yet.
async fn migrate(transaction: &Transaction<'_>, steps: &[&str]) -> Result<(), Error> {
    let fault = |fault: PgError| Error::Read(super::words(&fault));
    let list =
        "CREATE TABLE IF NOT EXISTS migrations (version bigint PRIMARY KEY, done timestamptz NOT NULL DEFAULT now())";
    transaction.batch_execute(list).await.map_err(fault)?;
    let version: i64 = transaction
        .query_one("SELECT coalesce(max(version), 0) FROM migrations", &[])
        .await
        .and_then(|row| row.try_get(0))
        .map_err(fault)?;
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    if done > steps.len() {
        return Err(Error::Mismatch(format!(
            "the database has tables of version {version} and this program knows version {}; \
             use the program that wrote it",
            steps.len()
        )));
    }
    for (next, step) in (version + 1..).zip(&steps[done..]) {
        transaction.batch_execute(step).await.map_err(fault)?;
        transaction.execute("INSERT INTO migrations VALUES ($1)", &[&next]).await.map_err(fault)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_postgres::NoTls;

    const NEXT: &str =
        "ALTER TABLE keys ADD COLUMN note text; CREATE TABLE runs (n bigint); INSERT INTO runs VALUES (1);";

    async fn client(url: &str) -> Client {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// Runs all of the steps, or none.
    async fn bring_up(client: &mut Client, steps: &[&str]) -> Result<(), Error> {
        let transaction = alone(client).await.unwrap();
        migrate(&transaction, steps).await?;
        transaction.commit().await.unwrap();
        Ok(())
    }

    async fn count(client: &Client, sql: &str) -> i64 {
        client.query_one(sql, &[]).await.unwrap().get(0)
    }

    /// Two nodes start on an empty database, often enough to collide: the tables, the classes that may be below zero
    /// and the key exist once.
    #[tokio::test(flavor = "multi_thread")]
    async fn two_nodes_prepare_one_database_at_once() {
        let cluster = pgtest::Cluster::start(pgtest::Sync::Off).unwrap();
        let rules = LedgerRules::with_below_zero(["house", "player"]);
        for _ in 0..8 {
            let url = cluster.new_database().unwrap();
            let nodes = [client(&url).await, client(&url).await].map(|mut node| {
                let rules = rules.clone();
                tokio::spawn(async move { prepare(&mut node, &rules, PublicKey([1; 32])).await })
            });
            for node in nodes {
                node.await.unwrap().unwrap();
            }
            let after = client(&url).await;
            assert_eq!(count(&after, "SELECT count(*) FROM ledger_classes").await, 2);
            assert_eq!(count(&after, "SELECT count(*) FROM keys").await, 1);
        }
    }

    /// Nodes with one more migration bring a database up to date once, whichever comes first; a node without it is then
    /// refused.
    #[tokio::test]
    async fn the_next_migration_can_be_added_and_runs_once() {
        let cluster = pgtest::Cluster::start(pgtest::Sync::Off).unwrap();
        let url = cluster.new_database().unwrap();
        let (mut first, mut second) = (client(&url).await, client(&url).await);
        prepare(&mut first, &LedgerRules::default(), PublicKey([1; 32])).await.unwrap();
        let steps: Vec<&str> = MIGRATIONS.iter().copied().chain([NEXT]).collect();
        for _ in 0..2 {
            tokio::try_join!(bring_up(&mut first, &steps), bring_up(&mut second, &steps)).unwrap();
        }
        assert_eq!(count(&first, "SELECT count(*) FROM runs").await, 1);
        assert_eq!(count(&first, "SELECT count(*) FROM keys WHERE note IS NULL").await, 1);
        assert_eq!(count(&first, "SELECT count(*) FROM migrations").await, steps.len() as i64);
        let fault = bring_up(&mut first, MIGRATIONS).await.unwrap_err().to_string();
        let (newer, known) = (steps.len(), MIGRATIONS.len());
        assert!(fault.contains(&format!("version {newer} and this program knows version {known}")), "{fault}");
        // One that fails leaves everything as it was.
        let bad = [&steps[..], &["CREATE TABLE more (n bigint); SELECT nothing FROM nowhere"]].concat();
        assert!(bring_up(&mut first, &bad).await.is_err());
        assert_eq!(count(&first, "SELECT count(*) FROM pg_class WHERE relname = 'more'").await, 0);
        bring_up(&mut first, &steps).await.unwrap();
    }
}
