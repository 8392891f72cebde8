//! The same scripts on both stores give the same results, to the last byte.

use std::future::poll_fn;
use std::task::Poll;

use journal::{Error, Later, SqliteStore, export};

use crate::common::*;
use crate::postgres::Databases;

/// A random append of a script: streams, accounts and ids are few, so that conflicts and repeats are common.
fn random_batch(script: u64, chance: &mut Chance) -> Batch {
    let id = script * 100 + chance.below(8);
    let name = |chance: &mut Chance| format!("s{}/{}", script / 4, chance.below(3));
    let expected = |chance: &mut Chance| match chance.below(3) {
        0 => ExpectedVersion::Any,
        _ => ExpectedVersion::Version(chance.below(4)),
    };
    let (first, at) = (name(chance), expected(chance));
    let mut batch = batch(id, &first, at);
    if chance.below(6) == 0 {
        batch.digest = Hash::of_command(b"another body");
    }
    for _ in 0..chance.below(3) {
        batch.writes[0].records.push(record(chance.below(1000)));
    }
    if chance.below(3) == 0 {
        let (second, at) = (name(chance), expected(chance));
        batch = also(batch, &second, at);
    }
    for _ in 0..chance.below(3) {
        let names = ["cash", "bankroll/1", "bankroll/2", "area/1", "house"];
        let (from, to) = (names[chance.index(5)], names[chance.index(5)]);
        batch = moving(batch, from, to, chance.below(50) as i64 - 5);
    }
    if chance.below(40) == 0 {
        batch.writes[0].records.clear();
    }
    batch
}

/// Makes all requests at once, in order, and waits for all: they may be stored in one group or in several.
async fn all<T>(mut asked: Vec<Later<'_, T>>) -> Vec<Result<T, Error>> {
    let mut answers: Vec<Option<Result<T, Error>>> = asked.iter().map(|_| None).collect();
    poll_fn(|context| {
        for (later, answer) in asked.iter_mut().zip(&mut answers) {
            if answer.is_none()
                && let Poll::Ready(given) = later.as_mut().poll(context)
            {
                *answer = Some(given);
            }
        }
        if answers.iter().all(Option::is_some) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    answers.into_iter().flatten().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn random_scripts_give_the_same_result_on_both_stores() {
    let scripts = figure("JOURNAL_SCRIPTS", 3_000);
    let (folder, databases) = (folder(), Databases::start());
    let sqlite = SqliteStore::open(folder.path(), options()).unwrap();
    let postgres = databases.make(options()).await;
    let mut chance = Chance::new(figure("JOURNAL_SEED", 5));
    let mut appended = 0;
    let mut script = 0;
    while script < scripts {
        let together = 1 + chance.below(12).min(scripts - script - 1);
        let batches: Vec<Batch> = (script..script + together)
            .flat_map(|script| {
                let count = 1 + chance.below(8);
                (0..count).map(|_| random_batch(script, &mut chance)).collect::<Vec<_>>()
            })
            .collect();
        let (first, second) = tokio::join!(
            all(batches.iter().map(|batch| sqlite.append(batch.clone())).collect()),
            all(batches.iter().map(|batch| postgres.append(batch.clone())).collect()),
        );
        assert_eq!(first, second, "scripts {script} to {}", script + together);
        appended += first.iter().filter(|outcome| matches!(outcome, Ok(AppendOutcome::Appended(_)))).count() as u64;
        script += together;
    }
    let (first, second) = (everything(&sqlite).await, everything(&*postgres).await);
    assert_eq!(first, second);
    assert_eq!(verified(&sqlite).await, verified(&*postgres).await);
    assert_eq!(sqlite.tip().await.unwrap().commit, appended);
    assert!(appended > scripts / 2, "the scripts are mostly refusals: {appended} appended");
    let (mut one, mut other) = (Vec::new(), Vec::new());
    export(&sqlite, &mut one).await.unwrap();
    export(&*postgres, &mut other).await.unwrap();
    assert!(one == other, "the exports differ");
    println!("\nresult scripts={scripts} appended={appended} exported_bytes={} differences=0", one.len());
}
