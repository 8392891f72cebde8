//! `kill -9` at random moments, and at each step of an append: what was acknowledged is stored exactly once.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use journal::{FaultPoint, SqliteStore, StepHook};

use crate::common::*;

/// How many threads of a child append at once, so that there are groups.
const THREADS: u64 = 3;

/// The id of the n-th append of a thread of a child.
fn id(generation: u64, thread: u64, count: u64) -> u64 {
    (generation * THREADS + thread) << 32 | count
}

/// The child process: it appends as fast as it can and prints each acknowledgement until it is killed. Run as a plain
/// test, it does nothing.
#[test]
fn child_that_is_killed() {
    let Some(folder) = std::env::var_os("JOURNAL_CHILD_FOLDER") else { return };
    let generation = figure("JOURNAL_CHILD_GENERATION", 0);
    let abort_at = std::env::var("JOURNAL_CHILD_STEP").ok();
    let steps = Arc::new(AtomicU64::new(figure("JOURNAL_CHILD_STEPS", 0)));
    let hook: StepHook = Arc::new(move |step: FaultPoint| {
        if abort_at.as_deref() == Some(&format!("{step:?}")) && steps.fetch_sub(1, Ordering::Relaxed) == 0 {
            std::process::abort();
        }
        Ok(())
    });
    let store = SqliteStore::open(Path::new(&folder), StoreOptions { on_step: Some(hook), ..options() }).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let store = &store;
            scope.spawn(move || {
                for count in 0.. {
                    let id = id(generation, thread, count);
                    let batch = batch(id, &format!("table/{thread}"), ExpectedVersion::Any);
                    receipt(store.append_blocking(moving(batch, "cash", &format!("tray/{thread}"), 1)).unwrap());
                    writeln!(std::io::stdout().lock(), "ack {id}").unwrap();
                }
            });
        }
    });
}

fn spawn(folder: &Path, generation: u64, step: Option<(FaultPoint, u64)>) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "crash::child_that_is_killed", "--nocapture"]);
    command.env("JOURNAL_CHILD_FOLDER", folder).env("JOURNAL_CHILD_GENERATION", generation.to_string());
    if let Some((step, count)) = step {
        command.env("JOURNAL_CHILD_STEP", format!("{step:?}")).env("JOURNAL_CHILD_STEPS", count.to_string());
    }
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Everything that the child printed before it died, without a last incomplete line.
fn acknowledged(child: &mut Child) -> Vec<u64> {
    let lines = BufReader::new(child.stdout.take().unwrap()).split(b'\n');
    let lines = lines.map(|line| String::from_utf8(line.unwrap()).unwrap());
    lines.filter_map(|line| line.strip_prefix("ack ")?.parse().ok()).collect()
}

/// Compares what is stored with what was acknowledged: nothing lost, nothing twice, the ledger exact.
async fn compare(folder: &Path, acknowledged: &[u64]) -> u64 {
    let store = SqliteStore::open(folder, options()).unwrap();
    verified(&store).await;
    let mut stored: BTreeMap<u64, u64> = BTreeMap::new();
    let mut from = 1;
    loop {
        let commits = store.commits(from, 5_000).await.unwrap();
        let Some(last) = commits.last() else { break };
        from = last.number + 1;
        for commit in commits {
            let id = u64::from_be_bytes(commit.command.0[8..].try_into().unwrap());
            // Each thread counts from 0 and waits for its answer: a gap would be a loss, a repeat a double.
            assert_eq!(stored.insert(id >> 32, id & 0xffff_ffff).map_or(0, |last| last + 1), id & 0xffff_ffff);
        }
    }
    let mut said: BTreeMap<u64, u64> = BTreeMap::new();
    for id in acknowledged {
        said.insert(id >> 32, id & 0xffff_ffff);
        assert!(stored.get(&(id >> 32)).is_some_and(|last| *last >= id & 0xffff_ffff), "{id} is lost");
    }
    for (thread, last) in &stored {
        // At most the one append that each thread was waiting for is stored without having been printed.
        assert!(last + 1 - said.get(thread).map_or(0, |said| said + 1) <= 1, "thread {thread}: too much is stored");
    }
    let mut money = 0;
    for thread in 0..THREADS {
        money += store.balance(account(&format!("tray/{thread}"))).await.unwrap();
    }
    let commits = store.tip().await.unwrap().commit;
    assert_eq!(money.cast_unsigned(), commits);
    commits
}

#[tokio::test]
async fn kills_at_random_moments_lose_and_double_nothing() {
    let kills = figure("JOURNAL_KILLS", 200);
    let mut chance = Chance::new(figure("JOURNAL_SEED", 1));
    let folder = folder();
    let mut said = Vec::new();
    for generation in 0..kills {
        let mut child = spawn(folder.path(), generation, None);
        std::thread::sleep(Duration::from_micros(10_000 + chance.below(50_000)));
        child.kill().unwrap();
        said.extend(acknowledged(&mut child));
        child.wait().unwrap();
        if generation % 50 == 49 {
            compare(folder.path(), &said).await;
        }
    }
    let commits = compare(folder.path(), &said).await;
    assert!(said.len() as u64 > kills, "the children were killed before they did anything: {}", said.len());
    println!("{kills} kills, {} acknowledged, {commits} stored", said.len());
}

#[tokio::test]
async fn a_crash_at_each_step_loses_and_doubles_nothing() {
    let folder = folder();
    let mut said = Vec::new();
    let mut generation = 0;
    for step in FaultPoint::ALL {
        for count in 0..figure("JOURNAL_CRASHES", 8) {
            let mut child = spawn(folder.path(), generation, Some((step, count * 3)));
            said.extend(acknowledged(&mut child));
            assert!(!child.wait().unwrap().success(), "the child did not crash");
            compare(folder.path(), &said).await;
            generation += 1;
        }
    }
    assert!(!said.is_empty());
}
