//! The journal beside the bare store: the same rows in the same groups, without ids, hashes, signatures and chains.
//!
//! `cargo bench -p benches --bench journal`; with `-- --postgres` the PostgreSQL store too.

mod bare;
mod work;

use std::sync::Arc;
use std::time::{Duration, Instant};

use journal::{AppendOutcome, Lateness, LedgerRules, PostgresStore, Signer, SqliteStore, Store, StoreOptions};
use tokio::runtime::Runtime;

use self::bare::Bare;
use self::work::Work;

/// The target: at least this part of the bare store's rate.
const TARGET: f64 = 0.60;

/// Each figure is the best of this many runs, taken in turn.
const RUNS: usize = 7;

/// The index is filed a hundred times sooner than by default: in a run of 20,000 commands most are filed, about eleven on a page,
/// as in a journal that holds two and a half million.
fn options() -> StoreOptions {
    StoreOptions {
        ledger: LedgerRules::with_below_zero(["cash"]),
        signer: Some(Arc::new(Signer::from_secret([1; 32]))),
        filing: Lateness { records: 1 << 11, commands: 1 << 11, ..Lateness::default() },
        ..StoreOptions::default()
    }
}

/// Keeps `waiting` appends in flight until all are acknowledged.
fn drive<F: Future<Output = ()> + Send>(
    runtime: &Runtime,
    waiting: u64,
    count: u64,
    append: impl Fn(u64) -> F + Send + Sync + 'static,
) -> Duration {
    let append = Arc::new(append);
    let begin = Instant::now();
    runtime.block_on(async {
        let tasks: Vec<_> = (0..waiting)
            .map(|first| {
                let append = append.clone();
                tokio::spawn(async move {
                    let mut next = first;
                    while next < count {
                        append(next).await;
                        next += waiting;
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("no append panics");
        }
    });
    begin.elapsed()
}

fn bare_run(runtime: &Runtime, work: Work, waiting: u64, count: u64) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(Bare::open(&folder.path().join("bare.sqlite")));
    let time = drive(runtime, waiting, count, {
        let store = store.clone();
        move |id| {
            let (store, batch) = (store.clone(), work.batch(id));
            async move { store.append(batch).await }
        }
    });
    assert_eq!(store.count(), count * work.records, "all is stored");
    time
}

fn journal_run(runtime: &Runtime, store: Arc<dyn Store>, work: Work, waiting: u64, count: u64) -> Duration {
    let time = drive(runtime, waiting, count, {
        let store = store.clone();
        move |id| {
            let (store, batch) = (store.clone(), work.batch(id));
            async move {
                let outcome = store.append(batch).await.expect("it is stored");
                assert!(matches!(outcome, AppendOutcome::Appended(_)), "{outcome:?}");
            }
        }
    });
    let tip = runtime.block_on(store.tip()).expect("it can be read");
    assert_eq!((tip.commit, tip.position), (count, count * work.records), "all is stored");
    time
}

fn sqlite_run(runtime: &Runtime, work: Work, waiting: u64, count: u64) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(SqliteStore::open(&folder.path().join("journal"), options()).expect("it opens"));
    journal_run(runtime, store, work, waiting, count)
}

fn main() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    println!("| SQLite, WAL, synchronous FULL | waiting | bare, appends/s | journal, appends/s | part | target |");
    println!("|---|---:|---:|---:|---:|---|");
    for work in Work::ALL {
        for waiting in [1, 32, 128, 512] {
            let count = if waiting == 1 { 2_000 } else { 20_000 / work.records };
            let (mut bare, mut ours) = (Duration::MAX, Duration::MAX);
            for _ in 0..RUNS {
                bare = bare.min(bare_run(&runtime, work, waiting, count));
                ours = ours.min(sqlite_run(&runtime, work, waiting, count));
            }
            let rate = |time: Duration| count as f64 / time.as_secs_f64();
            let part = rate(ours) / rate(bare);
            let verdict = if part >= TARGET { "PASS: at least 0.60" } else { "under target: at least 0.60" };
            println!("| {} | {waiting} | {:.0} | {:.0} | {part:.2} | {verdict} |", work.name, rate(bare), rate(ours));
        }
    }
    if std::env::args().any(|argument| argument == "--postgres") {
        postgres(&runtime);
    }
}

fn postgres(runtime: &Runtime) {
    let cluster = pgtest::Cluster::start(pgtest::Sync::On).expect("PostgreSQL starts");
    println!("\n| PostgreSQL, one node | waiting | appends/s |");
    println!("|---|---:|---:|");
    for work in Work::ALL {
        for waiting in [1, 32, 128, 512] {
            let count = if waiting == 1 { 500 } else { 10_000 / work.records };
            let mut best = Duration::MAX;
            for _ in 0..3 {
                let url = cluster.new_database().expect("a database");
                let store = runtime.block_on(PostgresStore::connect(&url, options())).expect("it connects");
                best = best.min(journal_run(runtime, Arc::new(store), work, waiting, count));
            }
            println!("| {} | {waiting} | {:.0} |", work.name, count as f64 / best.as_secs_f64());
        }
    }
}
