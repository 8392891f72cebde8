//! What every store must do. Each case gets a fresh journal.

use journal::{BadBatch, Error, SignedHead, Snapshot};

use crate::common::*;

/// Runs all cases against the maker's stores.
pub async fn run(maker: &impl Maker) {
    versions_and_positions_have_no_gap(&*maker.make(options()).await).await;
    several_streams_append_at_once_or_not_at_all(&*maker.make(options()).await).await;
    a_repeated_command_gets_its_first_answer(&*maker.make(options()).await).await;
    expected_versions_are_held(&*maker.make(options()).await).await;
    batches_that_make_no_sense_are_refused(&*maker.make(options()).await).await;
    the_ledger_balances_and_stays_above_zero(&*maker.make(options()).await).await;
    refusals_come_in_their_order(&*maker.make(options()).await).await;
    reading_starts_anywhere_and_ends_at_the_limit(&*maker.make(options()).await).await;
    heads_are_signed_when_due_and_on_demand(&*maker.make(options()).await).await;
    snapshots_hold_only_for_their_history(&*maker.make(options()).await).await;
    readers_are_woken(&*maker.make(options()).await).await;
    shut_streams_and_accounts_refuse_and_others_go_on(&*maker.make(options()).await).await;
    concurrent_appends_each_have_their_place(maker.make(options()).await).await;
    the_same_command_at_once_is_stored_once(maker.make(options()).await).await;
    large_and_odd_bodies_come_back_as_they_were(&*maker.make(StoreOptions { sign_every: 1, ..options() }).await).await;
    a_closed_journal_refuses(&*maker.make(options()).await).await;
}

async fn append(store: &dyn Store, batch: Batch) -> AppendOutcome {
    store.append(batch).await.unwrap()
}

async fn versions_and_positions_have_no_gap(store: &dyn Store) {
    assert_eq!(store.tip().await.unwrap().position, 0);
    for id in 1..=10_u64 {
        let name = if id % 3 == 0 { "table/2" } else { "table/1" };
        let made = receipt(append(store, batch(id, name, ExpectedVersion::Any)).await);
        assert_eq!((made.commit, made.position_first), (id, id));
    }
    for (name, count) in [("table/1", 7), ("table/2", 3)] {
        let records = store.read(stream(name), 1, 100).await.unwrap();
        assert_eq!(records.iter().map(|record| record.version).collect::<Vec<_>>(), (1..=count).collect::<Vec<_>>());
        let head = store.head(stream(name)).await.unwrap();
        assert_eq!((head.version, head.hash), (count, records.last().unwrap().hash));
    }
    let all = store.read_all(1, 100).await.unwrap();
    assert_eq!(all.iter().map(|record| record.position).collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
    assert_eq!(all[4].what, record(5));
    let tip = store.tip().await.unwrap();
    assert_eq!((tip.commit, tip.position), (10, 10));
    let names: Vec<_> = store.streams().await.unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, [stream("table/1"), stream("table/2")]);
}

async fn several_streams_append_at_once_or_not_at_all(store: &dyn Store) {
    let both = also(batch(1, "table/1", ExpectedVersion::Version(0)), "meter/m", ExpectedVersion::Version(0));
    let made = receipt(append(store, both.clone()).await);
    assert_eq!((made.position_first, made.versions), (1, vec![1, 1]));
    let late = also(batch(2, "table/1", ExpectedVersion::Version(1)), "meter/m", ExpectedVersion::Version(0));
    assert_eq!(append(store, late).await, AppendOutcome::Conflict { stream: stream("meter/m"), actual: 1 });
    assert_eq!(store.head(stream("table/1")).await.unwrap().version, 1);
    assert_eq!(store.done(command(2)).await.unwrap(), None);
    let commits = store.commits(1, 10).await.unwrap();
    assert_eq!(commits.len(), 1);
    assert_eq!((commits[0].command, commits[0].records.len()), (both.command, 2));
}

async fn a_repeated_command_gets_its_first_answer(store: &dyn Store) {
    let first = batch(1, "table/1", ExpectedVersion::Version(0));
    receipt(append(store, first.clone()).await);
    receipt(append(store, batch(2, "table/1", ExpectedVersion::Version(1))).await);
    for _ in 0..3 {
        // Neither the repeat's own answer nor the stream's present version counts.
        let again = Batch { answer: answer(99), ..first.clone() };
        assert_eq!(append(store, again).await, AppendOutcome::AlreadyDone(answer(1)));
    }
    let other = Batch { digest: Hash::of_command(b"other"), ..first };
    assert_eq!(append(store, other).await, AppendOutcome::SameIdOtherBody);
    let done = store.done(command(1)).await.unwrap().unwrap();
    assert_eq!((done.commit, done.answer, done.digest), (1, answer(1), Hash::of_command(&1_u64.to_be_bytes())));
    assert_eq!(store.tip().await.unwrap().commit, 2);
}

async fn expected_versions_are_held(store: &dyn Store) {
    let conflict = |actual| AppendOutcome::Conflict { stream: stream("table/1"), actual };
    assert_eq!(append(store, batch(1, "table/1", ExpectedVersion::Version(1))).await, conflict(0));
    receipt(append(store, batch(1, "table/1", ExpectedVersion::Version(0))).await);
    assert_eq!(append(store, batch(2, "table/1", ExpectedVersion::Version(0))).await, conflict(1));
    assert_eq!(append(store, batch(2, "table/1", ExpectedVersion::Version(2))).await, conflict(1));
    // The id of a refused command may be used again.
    receipt(append(store, batch(2, "table/1", ExpectedVersion::Version(1))).await);
    receipt(append(store, batch(3, "table/1", ExpectedVersion::Any)).await);
}

async fn batches_that_make_no_sense_are_refused(store: &dyn Store) {
    let good = batch(1, "table/1", ExpectedVersion::Any);
    let mut no_writes = good.clone();
    no_writes.writes.clear();
    let mut no_records = good.clone();
    no_records.writes[0].records.clear();
    let twice = also(good.clone(), "table/1", ExpectedVersion::Any);
    let mut no_format = good.clone();
    no_format.writes[0].records[0].format = 0;
    let mut odd_time = good.clone();
    odd_time.writes[0].records[0].time_ms = u64::MAX;
    let mut unbalanced = moving(good.clone(), "house", "tray/1", 5);
    unbalanced.postings.push(Posting { account: account("tray/1"), amount: 1 });
    let name = || stream("table/1");
    for (batch, fault) in [
        (no_writes, BadBatch::Empty),
        (no_records, BadBatch::EmptyWrite(name())),
        (twice, BadBatch::StreamTwice(name())),
        (no_format, BadBatch::NoFormat(name())),
        (odd_time, BadBatch::BadTime(name(), u64::MAX)),
        (unbalanced, BadBatch::Unbalanced(1)),
    ] {
        assert_eq!(store.append(batch).await, Err(Error::BadBatch(fault)));
    }
    assert_eq!(store.tip().await.unwrap().commit, 0);
}

async fn the_ledger_balances_and_stays_above_zero(store: &dyn Store) {
    let at = |id| batch(id, "table/1", ExpectedVersion::Any);
    receipt(append(store, moving(at(1), "cash", "bankroll/ann", 500)).await);
    receipt(append(store, moving(at(2), "bankroll/ann", "area/1", 500)).await);
    let refused = AppendOutcome::BelowZero { account: account("bankroll/ann"), balance: 0 };
    assert_eq!(append(store, moving(at(3), "bankroll/ann", "area/1", 1)).await, refused);
    // Into an account and out again in one append: only the final balance counts.
    let through = moving(moving(at(3), "bankroll/bob", "area/1", 7), "cash", "bankroll/bob", 7);
    receipt(append(store, through).await);
    let too_large = moving(at(4), "house", "area/1", i64::MAX);
    assert_eq!(append(store, too_large).await, AppendOutcome::TooLarge { account: account("area/1") });
    let balances = store.balances().await.unwrap();
    let expected = [("area/1", 507), ("bankroll/ann", 0), ("bankroll/bob", 0), ("cash", -507)];
    assert_eq!(balances, expected.map(|(name, balance)| (account(name), balance)));
    assert_eq!(store.balance(account("cash")).await.unwrap(), -507);
    assert_eq!(store.balance(account("nobody")).await.unwrap(), 0);
    let commits = store.commits(1, 10).await.unwrap();
    assert_eq!(commits.iter().map(|commit| commit.postings.len()).collect::<Vec<_>>(), [2, 2, 4]);
    // A refused posting leaves no account behind.
    let refused = moving(at(5), "bankroll/new", "area/2", 1);
    assert!(matches!(append(store, refused).await, AppendOutcome::BelowZero { .. }));
    assert_eq!(store.balances().await.unwrap().len(), 4);
}

async fn refusals_come_in_their_order(store: &dyn Store) {
    receipt(append(store, batch(1, "table/1", ExpectedVersion::Version(0))).await);
    let everything_wrong = moving(batch(1, "table/1", ExpectedVersion::Version(9)), "bankroll/x", "house", 1);
    assert_eq!(append(store, everything_wrong.clone()).await, AppendOutcome::AlreadyDone(answer(1)));
    let other_body = Batch { digest: Hash::of_command(b""), ..everything_wrong.clone() };
    assert_eq!(append(store, other_body).await, AppendOutcome::SameIdOtherBody);
    let other_id = Batch { command: command(2), ..everything_wrong };
    assert_eq!(append(store, other_id).await, AppendOutcome::Conflict { stream: stream("table/1"), actual: 1 });
}

async fn reading_starts_anywhere_and_ends_at_the_limit(store: &dyn Store) {
    for id in 1..=20 {
        receipt(append(store, batch(id, "table/1", ExpectedVersion::Any)).await);
    }
    let versions = |records: Vec<journal::Record>| records.into_iter().map(|record| record.version).collect::<Vec<_>>();
    assert_eq!(versions(store.read(stream("table/1"), 5, 3).await.unwrap()), [5, 6, 7]);
    assert_eq!(versions(store.read(stream("table/1"), 0, 2).await.unwrap()), [1, 2]);
    assert_eq!(versions(store.read(stream("table/1"), 19, 99).await.unwrap()), [19, 20]);
    assert_eq!(store.read(stream("table/1"), 21, 9).await.unwrap(), []);
    assert_eq!(store.read(stream("table/1"), u64::MAX, usize::MAX).await.unwrap(), []);
    assert_eq!(store.read(stream("nowhere"), 1, 9).await.unwrap(), []);
    assert_eq!(versions(store.read_all(18, 2).await.unwrap()), [18, 19]);
    assert_eq!(store.read_all(u64::MAX, 1).await.unwrap(), []);
    let numbers: Vec<_> = store.commits(18, 2).await.unwrap().iter().map(|commit| commit.number).collect();
    assert_eq!(numbers, [18, 19]);
    assert_eq!(store.commits(u64::MAX, 1).await.unwrap(), []);
    assert_eq!(store.head(stream("nowhere")).await.unwrap(), journal::Head::default());
}

async fn heads_are_signed_when_due_and_on_demand(store: &dyn Store) {
    for id in 1..=10 {
        let name = if id <= 6 { "table/1" } else { "table/2" };
        receipt(append(store, batch(id, name, ExpectedVersion::Any)).await);
    }
    let shape = |heads: &[SignedHead]| -> Vec<(u64, Option<String>, u64)> {
        assert!(heads.iter().all(SignedHead::holds));
        heads.iter().map(|head| (head.commit, head.stream.as_ref().map(|s| s.to_string()), head.version)).collect()
    };
    let (one, two) = (Some("table/1".to_owned()), Some("table/2".to_owned()));
    let due = [(4, None, 4), (4, one.clone(), 4), (8, None, 8), (10, two.clone(), 4)];
    assert_eq!(shape(&store.signed_heads(0, u64::MAX).await.unwrap()), due);
    assert_eq!(shape(&store.signed_heads(5, 9).await.unwrap()), [(8, None, 8)]);
    assert_eq!(store.sign_heads().await.unwrap(), 2, "the journal and table/1; table/2 is signed where it stands");
    assert_eq!(store.sign_heads().await.unwrap(), 0);
    let last = shape(&store.last_signed_heads().await.unwrap());
    assert_eq!(last, [(10, None, 10), (10, one, 6), (10, two, 4)]);
    assert_eq!(store.keys().await.unwrap(), [store.signer().public()]);
}

async fn snapshots_hold_only_for_their_history(store: &dyn Store) {
    for id in 1..=3 {
        receipt(append(store, batch(id, "table/1", ExpectedVersion::Any)).await);
    }
    let found = |mark| async move { store.snapshot(stream("table/1"), mark).await.unwrap() };
    assert_eq!(found(u64::MAX).await, None);
    let hash = store.read(stream("table/1"), 2, 1).await.unwrap()[0].hash;
    let bytes = vec![0, 255, 1];
    let snapshot = Snapshot { stream: stream("table/1"), version: 2, hash, mark: 5, format: 7, kept: false, bytes };
    store.put_snapshot(snapshot.clone()).await.unwrap();
    assert_eq!(found(5).await, Some(Ok(snapshot.clone())));
    assert_eq!(found(4).await, None);
    let newer = Snapshot { bytes: vec![1; 100_000], kept: true, ..snapshot.clone() };
    store.put_snapshot(newer.clone()).await.unwrap();
    assert_eq!(found(u64::MAX).await, Some(Ok(newer.clone())));
    // One marked to be kept stays beside a later one.
    let hash = store.read(stream("table/1"), 3, 1).await.unwrap()[0].hash;
    let third = Snapshot { version: 3, hash, mark: 9, ..snapshot.clone() };
    store.put_snapshot(third.clone()).await.unwrap();
    assert_eq!((found(9).await, found(8).await), (Some(Ok(third)), Some(Ok(newer.clone()))));
    // The hash is that of version 2: another history.
    store.put_snapshot(Snapshot { version: 3, mark: 9, ..snapshot.clone() }).await.unwrap();
    let fault = found(9).await.unwrap().unwrap_err().to_string();
    assert!(fault.contains("table/1 at version 3") && fault.contains("history"), "{fault}");
    assert_eq!(found(8).await, Some(Ok(newer)));
    store.put_snapshot(Snapshot { stream: stream("nowhere"), ..snapshot }).await.unwrap();
    assert_eq!(store.snapshot(stream("nowhere"), u64::MAX).await.unwrap(), None);
}

async fn readers_are_woken(store: &dyn Store) {
    let mut wake = store.wake();
    for id in 1..=5 {
        let made = receipt(append(store, batch(id, "table/1", ExpectedVersion::Any)).await);
        wake.wait_for(|position| *position >= made.position_first).await.unwrap();
        assert_eq!(store.read_all(id, 10).await.unwrap().len(), 1);
    }
}

async fn shut_streams_and_accounts_refuse_and_others_go_on(store: &dyn Store) {
    receipt(append(store, batch(1, "table/1", ExpectedVersion::Any)).await);
    store.shut_stream(stream("table/1"), "version 1 is damaged".to_owned());
    store.shut_account(account("tray/1"), "its balance is damaged".to_owned());
    let both = also(batch(2, "table/2", ExpectedVersion::Any), "table/1", ExpectedVersion::Any);
    let fault = store.append(both).await.unwrap_err();
    assert_eq!(fault, Error::StreamShut { stream: stream("table/1"), why: "version 1 is damaged".to_owned() });
    let posting = moving(batch(2, "table/2", ExpectedVersion::Any), "house", "tray/1", 1);
    assert!(matches!(store.append(posting).await.unwrap_err(), Error::AccountShut { .. }));
    assert_eq!(store.read(stream("table/1"), 1, 9).await.unwrap().len(), 1, "it can still be read");
    receipt(append(store, batch(2, "table/2", ExpectedVersion::Version(0))).await);
}

async fn concurrent_appends_each_have_their_place(store: Arc<dyn Store>) {
    let tasks: Vec<_> = (1..=100)
        .map(|id| {
            let store = store.clone();
            let batch = moving(batch(id, &format!("table/{}", id % 3), ExpectedVersion::Any), "cash", "tray/1", 1);
            tokio::spawn(async move { receipt(store.append(batch).await.unwrap()).commit })
        })
        .collect();
    let mut commits = Vec::new();
    for task in tasks {
        commits.push(task.await.unwrap());
    }
    commits.sort_unstable();
    assert_eq!(commits, (1..=100).collect::<Vec<_>>());
    assert_eq!(store.balance(account("tray/1")).await.unwrap(), 100);
    let all = store.read_all(1, 1000).await.unwrap();
    assert_eq!(all.iter().map(|record| record.position).collect::<Vec<_>>(), (1..=100).collect::<Vec<_>>());
}

async fn the_same_command_at_once_is_stored_once(store: Arc<dyn Store>) {
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.append(batch(1, "table/1", ExpectedVersion::Version(0))).await.unwrap() })
        })
        .collect();
    let mut appended = 0;
    for task in tasks {
        match task.await.unwrap() {
            AppendOutcome::Appended(_) => appended += 1,
            other => assert_eq!(other, AppendOutcome::AlreadyDone(answer(1))),
        }
    }
    assert_eq!((appended, store.tip().await.unwrap().position), (1, 1));
}

async fn large_and_odd_bodies_come_back_as_they_were(store: &dyn Store) {
    let bodies = [
        json!(null),
        json!(""),
        json!("\u{0}\u{7f}\u{2028}♛\u{10ffff}\\\"/"),
        json!({ "": [], "a": {}, "ä": [[[]]] }),
        json!([i64::MIN, i64::MAX, u64::MAX]),
        json!("x".repeat(1_000_000)),
    ];
    let mut large = batch(1, "table/1", ExpectedVersion::Version(0));
    large.answer = Body::of(&bodies[2]).unwrap();
    large.writes[0].records = bodies
        .iter()
        .map(|body| NewRecord {
            format: u32::MAX,
            time_ms: i64::MAX as u64,
            body: Body::of(body).unwrap(),
            ..record(1)
        })
        .collect();
    assert_eq!(receipt(append(store, large.clone()).await).versions, [6]);
    let back: Vec<_> = store.read(stream("table/1"), 1, 99).await.unwrap().into_iter().map(|r| r.what).collect();
    assert_eq!(back, large.writes[0].records);
    assert_eq!(append(store, large.clone()).await, AppendOutcome::AlreadyDone(large.answer));
}

async fn a_closed_journal_refuses(store: &dyn Store) {
    receipt(append(store, batch(1, "table/1", ExpectedVersion::Any)).await);
    let mut wake = store.wake();
    wake.mark_unchanged();
    store.close().await.unwrap();
    assert_eq!(store.append(batch(2, "table/1", ExpectedVersion::Any)).await, Err(Error::Closed));
    assert_eq!(store.close().await, Err(Error::Closed));
}
