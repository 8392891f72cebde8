//! Disk faults: the store stops and says why, and after a restart everything acknowledged is there.

use std::process::{Command, Stdio};

use journal::{Error, FaultPoint, SqliteStore, StepHook};

use crate::common::*;

/// Appends until the store refuses; returns how many were acknowledged, and checks that it stays stopped.
fn append_until_stopped(store: &SqliteStore) -> (u64, String) {
    let mut acknowledged = 0;
    let why = loop {
        let mut batch = moving(batch(acknowledged + 1, "table/1", ExpectedVersion::Any), "cash", "tray/1", 1);
        batch.writes[0].records[0].body = Body::of(&"x".repeat(2_000)).unwrap();
        match store.append_blocking(batch) {
            Ok(outcome) => acknowledged = receipt(outcome).commit,
            Err(Error::Stopped(why)) => break why,
            Err(other) => panic!("{other}"),
        }
        assert!(acknowledged < 100_000, "the disk never filled");
    };
    for id in 0..3 {
        let again = store.append_blocking(batch(1_000_000 + id, "table/2", ExpectedVersion::Any));
        assert_eq!(again, Err(Error::Stopped(why.clone())));
    }
    (acknowledged, why)
}

async fn check_after_restart(folder: &std::path::Path, acknowledged: u64) {
    let store = SqliteStore::open(folder, options()).unwrap();
    let stored = store.tip().await.unwrap().commit;
    assert!(stored == acknowledged || stored == acknowledged + 1, "{acknowledged} acknowledged, {stored} stored");
    assert_eq!(store.balance(account("tray/1")).await.unwrap().cast_unsigned(), stored);
    assert_eq!(store.head(stream("table/2")).await.unwrap().version, 0);
    verified(&store).await;
    receipt(store.append(batch(2_000_000, "table/1", ExpectedVersion::Version(stored))).await.unwrap());
}

#[tokio::test]
async fn a_full_database_stops_the_journal() {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), StoreOptions { bytes_max: Some(400_000), ..options() }).unwrap();
    let (acknowledged, why) = tokio::task::spawn_blocking(move || append_until_stopped(&store)).await.unwrap();
    assert!(acknowledged > 50 && why.contains("full"), "{acknowledged}: {why}");
    check_after_restart(folder.path(), acknowledged).await;
}

/// The child process: appends under a file size limit until the writes fail.
#[test]
fn child_that_may_not_write() {
    let Some(folder) = std::env::var_os("JOURNAL_LIMITED_FOLDER") else { return };
    let store = SqliteStore::open(std::path::Path::new(&folder), options()).unwrap();
    let (acknowledged, why) = append_until_stopped(&store);
    println!("\nlimited {acknowledged} {why}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn writes_that_fail_stop_the_journal() {
    for blocks in [300, 500, 1_000, 2_000] {
        let folder = folder();
        // Without the trap the signal would end the child; with it, the write fails as on a full disk.
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" --exact faults::child_that_may_not_write --nocapture"
        );
        let mut child = Command::new("sh");
        child.arg("-c").arg(script).arg(std::env::current_exe().unwrap()).env("JOURNAL_LIMITED_FOLDER", folder.path());
        let output = child.stderr(Stdio::inherit()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let said = text.lines().find_map(|line| line.strip_prefix("limited ")).unwrap_or_else(|| panic!("{text}"));
        let (acknowledged, why) = said.split_once(' ').unwrap();
        assert!(why.contains("full") || why.contains("I/O") || why.contains("large"), "{why}");
        check_after_restart(folder.path(), acknowledged.parse().unwrap()).await;
    }
}

#[tokio::test]
async fn a_fault_at_any_step_stops_the_journal() {
    for failing in FaultPoint::ALL {
        let folder = folder();
        let fail = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let hook: StepHook = {
            let fail = fail.clone();
            Arc::new(move |step| {
                let fails = step == failing && fail.load(std::sync::atomic::Ordering::Relaxed);
                if fails { Err(journal::StepFault("injected".to_owned())) } else { Ok(()) }
            })
        };
        let store = SqliteStore::open(folder.path(), StoreOptions { on_step: Some(hook), ..options() }).unwrap();
        play(&store, 1, 5).await;
        fail.store(true, std::sync::atomic::Ordering::Relaxed);
        let stopped = Error::Stopped("injected".to_owned());
        assert_eq!(store.append(batch(6, "table/1", ExpectedVersion::Any)).await, Err(stopped.clone()));
        fail.store(false, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(
            store.append(batch(7, "table/1", ExpectedVersion::Any)).await,
            Err(stopped.clone()),
            "it stays stopped"
        );
        assert_eq!(store.sign_heads().await, Err(stopped.clone()));
        assert_eq!(store.close().await, Err(stopped));
        assert!(store.read_all(1, 99).await.unwrap().len() >= 5, "what is stored can still be read");
        drop(store);
        let store = SqliteStore::open(folder.path(), options()).unwrap();
        let again = store.append(batch(6, "table/1", ExpectedVersion::Any)).await.unwrap();
        assert_eq!(
            again == AppendOutcome::AlreadyDone(answer(6)),
            failing == FaultPoint::Committed,
            "{failing:?}: {again:?}"
        );
        verified(&store).await;
    }
}
