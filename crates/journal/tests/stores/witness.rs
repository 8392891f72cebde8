//! The witness: what is missing at the end of a journal is noticed, whatever way it was lost.

use std::path::Path;

use journal::{
    Damage, Depth, Error, OpeningFault, Snapshot, SqliteStore, Verified, WITNESS, Witness, WitnessFault, WitnessFile,
    verify_store,
};

use crate::common::*;
use crate::postgres::Databases;

/// With a key file of its own, as a house has it.
pub fn own_key() -> StoreOptions {
    StoreOptions { signer: None, ..options() }
}

/// A journal in a folder, still open.
pub async fn playing(folder: &Path, count: u64) -> SqliteStore {
    let store = SqliteStore::open(folder, own_key()).unwrap();
    play(&store, 1, count).await;
    store
}

/// What `kill -9` leaves of a running journal: its files as they are, in another folder.
pub fn killed(running: &Path) -> tempfile::TempDir {
    let after = folder();
    for file in std::fs::read_dir(running).unwrap().map(|file| file.unwrap()) {
        std::fs::copy(file.path(), after.path().join(file.file_name())).unwrap();
    }
    after
}

pub fn fault_of(folder: &Path, options: StoreOptions) -> WitnessFault {
    match SqliteStore::open(folder, options).map(drop) {
        Err(Error::Witness(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

fn missing(folder: &Path) -> (u64, u64) {
    match fault_of(folder, own_key()) {
        WitnessFault::Missing { from, to, .. } => (from, to),
        other => panic!("{other}"),
    }
}

pub async fn found(store: &SqliteStore, depth: Depth) -> Verified {
    verify_store(store, depth, &mut |_, _| ()).await.unwrap()
}

/// Everything that is wrong with a journal, as whoever only reads it is told.
pub async fn told(folder: &Path) -> Vec<String> {
    match SqliteStore::open_to_read(folder, own_key()) {
        Ok(store) => match verify_store(&store, Depth::Full, &mut |_, _| ()).await {
            Ok(found) => found.damages.iter().map(ToString::to_string).collect(),
            Err(fault) => vec![fault.to_string()],
        },
        Err(fault) => vec![fault.to_string()],
    }
}

fn last(path: &Path) -> Witness {
    WitnessFile::read(path).unwrap().unwrap().last().unwrap().clone()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "journal.lock")
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn after_a_clean_stop_one_file_holds_everything() {
    for closes in [true, false] {
        let folder = folder();
        let store = playing(folder.path(), 30).await;
        let before = store.commits(1, 99).await.unwrap();
        if closes {
            store.close().await.unwrap();
        }
        drop(store);
        assert_eq!(names(folder.path()), ["journal.key", "journal.sqlite", WITNESS]);
        let alone = rusqlite::Connection::open(folder.path().join("journal.sqlite")).unwrap();
        let count: u64 = alone.query_row("SELECT count(*) FROM commits", [], |row| row.get(0)).unwrap();
        assert_eq!(count, 30);
        drop(alone);
        let line = last(&folder.path().join(WITNESS));
        assert_eq!((line.commit, line.hash, line.closed.is_some()), (30, before[29].hash, true));
        let store = SqliteStore::open(folder.path(), own_key()).unwrap();
        assert_eq!(last(&folder.path().join(WITNESS)).closed, None, "an open journal changes");
        assert_eq!(store.commits(1, 99).await.unwrap(), before);
        assert_eq!(found(&store, Depth::Full).await.damages, []);
        // A close signs the last commit; without one the heads are as they fell due.
        assert_eq!(store.last_signed_heads().await.unwrap()[0].commit, if closes { 30 } else { 28 });
    }
}

#[tokio::test]
async fn every_acknowledged_commit_is_witnessed() {
    let folder = folder();
    let store = playing(folder.path(), 0).await;
    for id in 1..=20 {
        play(&store, id, 1).await;
        let line = last(&folder.path().join(WITNESS));
        assert_eq!((line.commit, line.hash), (id, store.tip().await.unwrap().hash));
        let after = killed(folder.path());
        let again = SqliteStore::open(after.path(), own_key()).unwrap();
        assert_eq!(found(&again, Depth::Full).await.damages, []);
    }
}

#[tokio::test]
async fn a_log_that_is_gone_is_noticed() {
    let running = folder();
    let _store = playing(running.path(), 30).await;
    let after = killed(running.path());
    std::fs::remove_file(after.path().join("journal.sqlite-wal")).unwrap();
    assert_eq!(missing(after.path()), (1, 30));
    // Whoever only reads it is told, and the files stay as they are.
    let before = std::fs::read(after.path().join("journal.sqlite")).unwrap();
    let said = told(after.path()).await;
    assert!(said.iter().any(|fault| fault.contains("commits 1 to 30 are missing")), "{said:?}");
    assert_eq!(std::fs::read(after.path().join("journal.sqlite")).unwrap(), before);
    assert_eq!(missing(after.path()), (1, 30));
}

#[tokio::test]
async fn a_journal_that_was_copied_without_its_log_is_no_new_house() {
    let running = folder();
    let _store = playing(running.path(), 30).await;
    let copied = folder();
    let to = |name: &str| copied.path().join(name);
    std::fs::copy(running.path().join("journal.sqlite"), to("journal.sqlite")).unwrap();
    std::fs::set_permissions(to("journal.sqlite"), std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    assert!(matches!(fault_of(copied.path(), own_key()), WitnessFault::Gone { .. }));
    // Nor is one whose file is gone, or empty, beside its key or its witness.
    for beside in ["journal.key", WITNESS] {
        for empty in [false, true] {
            let rest = folder();
            std::fs::copy(running.path().join(beside), rest.path().join(beside)).unwrap();
            if empty {
                journal::private::create(&rest.path().join("journal.sqlite")).unwrap();
            }
            assert!(matches!(fault_of(rest.path(), own_key()), WitnessFault::NoJournal { .. }), "{beside}");
        }
    }
    let rest = folder();
    let relic = rest.path().join("people.key");
    std::fs::write(&relic, "a key").unwrap();
    let fault = fault_of(rest.path(), StoreOptions { relics: vec![relic.clone()], ..own_key() });
    assert_eq!(fault, WitnessFault::NoJournal { beside: relic });
    assert!(!rest.path().join("journal.sqlite").exists(), "nothing is made");
}

/// A first start that was killed anywhere is a first start again.
#[tokio::test]
async fn a_first_start_that_was_cut_short_is_made_again() {
    let done = folder();
    drop(SqliteStore::open(done.path(), own_key()).unwrap());
    let new = folder();
    std::fs::copy(done.path().join(WITNESS), new.path().join(WITNESS)).unwrap();
    journal::private::create(&new.path().join("journal.sqlite")).unwrap();
    let store = SqliteStore::open(new.path(), own_key()).unwrap();
    play(&store, 1, 3).await;
    drop(store);
    let store = SqliteStore::open(new.path(), own_key()).unwrap();
    assert_eq!(store.tip().await.unwrap().commit, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkpoint_that_was_changed_is_named_by_a_check_of_either_store() {
    let (folder, databases) = (folder(), Databases::start());
    let sqlite: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path(), options()).unwrap());
    let url = databases.url();
    let postgres: Arc<dyn Store> = Arc::new(journal::PostgresStore::connect(&url, options()).await.unwrap());
    for store in [&sqlite, &postgres] {
        play(&**store, 1, 9).await;
        for (name, kept) in [("table/1", true), ("table/2", false)] {
            let last = store.read(stream(name), 1, 99).await.unwrap().pop().unwrap();
            let (version, hash) = (last.version, last.hash);
            let bytes = b"all of it".to_vec();
            let snapshot = Snapshot { stream: stream(name), version, hash, mark: 1, format: 1, kept, bytes };
            store.put_snapshot(snapshot).await.unwrap();
        }
        assert_eq!(verified(&**store).await.damages, []);
    }
    let file = rusqlite::Connection::open(folder.path().join("journal.sqlite")).unwrap();
    let (database, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let changes = [
        ("bytes = X'616c6c206f66206976'", "bytes = 'all of iv'"),
        ("mark = 3", "mark = 3"),
        ("format = 3", "format = 3"),
        ("kept = NOT kept", "kept = NOT kept"),
        ("signature = zeroblob(64)", "signature = decode(repeat('00', 64), 'hex')"),
        ("hash = zeroblob(32)", "hash = decode(repeat('00', 32), 'hex')"),
        ("version = version - 1", "version = version - 1"),
    ];
    for (of_file, of_database) in changes {
        for name in ["table/1", "table/2"] {
            let at = format!("stream = (SELECT id FROM streams WHERE name = '{name}')");
            file.execute_batch("CREATE TEMP TABLE was AS SELECT * FROM snapshots").unwrap();
            file.execute_batch(&format!("UPDATE snapshots SET {of_file} WHERE {at}")).unwrap();
            database.batch_execute("CREATE TABLE was AS SELECT * FROM snapshots").await.unwrap();
            database.batch_execute(&format!("UPDATE snapshots SET {of_database} WHERE {at}")).await.unwrap();
            for store in [&sqlite, &postgres] {
                let damages = verify_store(&**store, Depth::Full, &mut |_, _| ()).await.unwrap().damages;
                let only = matches!(&damages[..], [Damage::Snapshot(bad)] if bad.stream == stream(name));
                assert!(only, "{of_database} of {name}: {damages:?}");
            }
            let back = "DELETE FROM snapshots; INSERT INTO snapshots SELECT * FROM was; DROP TABLE was";
            file.execute_batch(back).unwrap();
            database.batch_execute(back).await.unwrap();
        }
    }
}

#[tokio::test]
async fn an_older_journal_is_refused_until_somebody_vouches_for_it() {
    let folder = folder();
    let store = playing(folder.path(), 10).await;
    store.close().await.unwrap();
    drop(store);
    let older = std::fs::read(folder.path().join("journal.sqlite")).unwrap();
    let store = SqliteStore::open(folder.path(), own_key()).unwrap();
    play(&store, 11, 15).await;
    drop(store);
    std::fs::write(folder.path().join("journal.sqlite"), older).unwrap();
    assert_eq!(missing(folder.path()), (11, 25));
    // Nothing is accepted before it is on record.
    let vouched = || StoreOptions { vouched_for: true, ..own_key() };
    for _ in 0..2 {
        let store = SqliteStore::open(folder.path(), vouched()).unwrap();
        let faults = store.opening_faults(Depth::SinceSigned).await.unwrap();
        assert!(matches!(&faults[..], [OpeningFault::Witness(WitnessFault::Missing { .. })]), "{faults:?}");
        store.close().await.unwrap();
        drop(store);
        assert_eq!(missing(folder.path()), (11, 25));
    }
    let store = SqliteStore::open(folder.path(), vouched()).unwrap();
    play(&store, 1_000, 1).await;
    drop(store);
    let store = SqliteStore::open(folder.path(), own_key()).unwrap();
    assert_eq!(found(&store, Depth::Full).await.damages, []);
    assert_eq!(store.tip().await.unwrap().commit, 11);
}

#[tokio::test]
async fn another_journal_is_not_taken_for_the_one_that_was_seen() {
    let (one, other) = (folder(), folder());
    drop(playing(one.path(), 10).await);
    let store = SqliteStore::open(other.path(), own_key()).unwrap();
    play(&store, 100, 12).await;
    drop(store);
    let put = |name: &str| std::fs::copy(other.path().join(name), one.path().join(name)).unwrap();
    put("journal.sqlite");
    assert!(matches!(fault_of(one.path(), own_key()), WitnessFault::OtherHistory { commit: 10, .. }));
    // A line that somebody else signed, over the right hash, is no witness either.
    let line = last(&other.path().join(WITNESS));
    assert_eq!(line.commit, 12);
    let third = folder();
    let thief = StoreOptions { signer: Some(Arc::new(Signer::from_secret([66; 32]))), ..options() };
    let store = SqliteStore::open(third.path(), thief).unwrap();
    play(&store, 100, 12).await;
    drop(store);
    put("journal.key");
    std::fs::copy(third.path().join(WITNESS), one.path().join(WITNESS)).unwrap();
    assert!(matches!(fault_of(one.path(), own_key()), WitnessFault::Stranger { .. }));
}

#[tokio::test]
async fn a_witness_on_another_disk_sees_what_was_put_back_with_its_own_witness() {
    let (folder, elsewhere) = (folder(), folder());
    let far = elsewhere.path().join("far.witness");
    let options = || StoreOptions { witnesses: vec![far.clone()], ..own_key() };
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    play(&store, 1, 10).await;
    drop(store);
    let before = killed(folder.path());
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    play(&store, 11, 5).await;
    assert_eq!(last(&far).commit, 15);
    drop(store);
    // The whole folder as it was: only the other disk knows.
    drop(SqliteStore::open(killed(before.path()).path(), own_key()).unwrap());
    let fault = fault_of(before.path(), options());
    assert!(matches!(&fault, WitnessFault::Missing { path, from: 11, to: 15 } if *path == far), "{fault}");
    // One that is gone is named, and made anew.
    std::fs::remove_file(&far).unwrap();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    let faults = store.opening_faults(Depth::SinceSigned).await.unwrap();
    assert_eq!(faults, [OpeningFault::NoWitness { path: far.clone() }]);
    assert_eq!(last(&far).commit, 15);
    // Without one that was asked for the journal stays shut.
    drop(store);
    let nowhere = StoreOptions { witnesses: vec![elsewhere.path().join("no/far.witness")], ..own_key() };
    let fault = SqliteStore::open(folder.path(), nowhere).map(drop).unwrap_err();
    assert!(matches!(&fault, Error::File { .. }), "{fault}");
}

#[tokio::test]
async fn a_restored_backup_has_a_witness() {
    let (folder, new) = (folder(), folder());
    let store = playing(folder.path(), 10).await;
    let backup = folder.path().join("backup.sqlite");
    store.backup(&backup).await.unwrap();
    let restored = new.path().join("restored");
    SqliteStore::restore(&backup, &restored).unwrap();
    assert_eq!(names(&restored), ["journal.key", "journal.sqlite", WITNESS]);
    assert_eq!(last(&restored.join(WITNESS)).commit, 10);
    assert_eq!(told(&restored).await, [""; 0]);
    // Not over the witness of another journal.
    std::fs::remove_file(restored.join("journal.sqlite")).unwrap();
    let fault = SqliteStore::restore(&backup, &restored).unwrap_err();
    assert!(fault.to_string().contains("another folder"), "{fault}");
}

#[cfg(unix)]
#[tokio::test]
async fn every_file_is_for_its_owner_alone_and_an_open_folder_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let root = tempfile::tempdir().unwrap();
    let (data, far) = (root.path().join("a/data"), root.path().join("far.witness"));
    let options = || StoreOptions { witnesses: vec![far.clone()], ..own_key() };
    let store = SqliteStore::open(&data, options()).unwrap();
    play(&store, 1, 5).await;
    store.backup(&data.join("copy.sqlite")).await.unwrap();
    journal::export_to_file(&store, &data.join("export.jsonl")).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let all = || std::fs::read_dir(&data).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>();
    assert_eq!(all().len(), 8, "{:?}", all());
    for file in all().iter().chain([&far]) {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    assert_eq!((mode(&data), mode(&root.path().join("a"))), (0o700, 0o700));
    drop(store);
    for (path, exposed) in [(&data, 0o755), (&data, 0o750), (&data.join("journal.sqlite"), 0o644)] {
        let before = mode(path);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(exposed)).unwrap();
        let fault = SqliteStore::open(&data, options()).map(drop).unwrap_err().to_string();
        assert!(fault.contains(&format!("chmod -R go= {}", data.display())), "{fault}");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(before)).unwrap();
    }
    drop(SqliteStore::open(&data, options()).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_of_a_database_keeps_a_witness_beside_its_key() {
    let (databases, keys) = (Databases::start(), folder());
    let (url, other) = (databases.url(), databases.url());
    let node = keys.path().join("node");
    let options = || StoreOptions { keys: Some(node.clone()), signer: None, ..options() };
    let open = async |url: &str, options: StoreOptions| journal::PostgresStore::connect(url, options).await;
    let store = open(&url, options()).await.unwrap();
    play(&store, 1, 10).await;
    assert_eq!(last(&node.join(WITNESS)).commit, 10);
    store.close().await.unwrap();
    let store = open(&url, options()).await.unwrap();
    assert_eq!(verified(&store).await.damages, []);
    store.close().await.unwrap();
    // A database that was put back, or another one.
    let missing = open(&other, options()).await.map(drop).unwrap_err();
    assert!(matches!(missing, Error::Witness(WitnessFault::Missing { from: 1, to: 10, .. })), "{missing}");
    let strange = open(&other, super::common::options()).await.unwrap();
    play(&strange, 100, 12).await;
    let history = open(&other, options()).await.map(drop).unwrap_err();
    assert!(matches!(history, Error::Witness(WitnessFault::OtherHistory { commit: 10, .. })), "{history}");
    // Accepted with the next commit.
    let vouched = open(&other, StoreOptions { vouched_for: true, ..options() }).await.unwrap();
    vouched.sign_heads().await.unwrap();
    assert_eq!(last(&node.join(WITNESS)).commit, 10);
    play(&vouched, 200, 1).await;
    assert_eq!(last(&node.join(WITNESS)).commit, 13);
    vouched.close().await.unwrap();
    // A node that lost its witness is not new; one without a key is.
    std::fs::remove_file(node.join(WITNESS)).unwrap();
    let gone = open(&other, options()).await.map(drop).unwrap_err();
    assert!(matches!(gone, Error::Witness(WitnessFault::Gone { .. })), "{gone}");
    std::fs::remove_file(node.join("journal.key")).unwrap();
    open(&other, options()).await.unwrap().close().await.unwrap();
    assert_eq!(last(&node.join(WITNESS)).commit, 13);
}
