//! Export, import, backup and restore.

use std::path::Path;

use journal::{Commit, Error, NoMoreChecks, RecordCheck, Report, SqliteStore, export_to_file, import, verify_export};

use crate::common::*;
use crate::postgres::Databases;

fn check(path: &Path, checks: &mut dyn RecordCheck) -> Report {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    verify_export(file, &[options().signer.unwrap().public()], checks).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_goes_round_through_both_stores_and_stays_the_same() {
    let (folder, databases) = (folder(), Databases::start());
    let path = |name: &str| folder.path().join(name);
    let first = SqliteStore::open(&path("first"), options()).unwrap();
    play(&first, 1, 60).await;
    export_to_file(&first, &path("1.jsonl")).await.unwrap();
    let report = check(&path("1.jsonl"), &mut NoMoreChecks);
    assert!(report.holds(), "{report}");
    assert_eq!((report.commits, report.records, report.streams, report.signed_commit), (60, 75, 4, 60));

    let second = databases.make(options()).await;
    import(&*second, &path("1.jsonl"), &[]).await.unwrap();
    export_to_file(&*second, &path("2.jsonl")).await.unwrap();
    let third = SqliteStore::open(&path("third"), options()).unwrap();
    import(&third, &path("2.jsonl"), &[]).await.unwrap();
    export_to_file(&third, &path("3.jsonl")).await.unwrap();
    let text = std::fs::read(path("1.jsonl")).unwrap();
    assert!(text == std::fs::read(path("2.jsonl")).unwrap() && text == std::fs::read(path("3.jsonl")).unwrap());
    assert_eq!(everything(&*second).await, everything(&third).await);

    // Life goes on after an import, and ids are remembered.
    let again = batch(7, "table/1", Expected::Any);
    assert_eq!(third.append(again).await.unwrap(), Outcome::AlreadyDone(answer(7)));
    play(&third, 61, 9).await;
    verified(&third).await;
    let fault = import(&third, &path("1.jsonl"), &[]).await.unwrap_err();
    assert!(matches!(fault, Error::Mismatch(_)), "{fault}");
}

#[tokio::test]
async fn an_empty_journal_has_an_export_too() {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    let path = folder.path().join("empty.jsonl");
    export_to_file(&store, &path).await.unwrap();
    assert!(check(&path, &mut NoMoreChecks).holds());
}

#[tokio::test]
async fn a_key_that_is_not_trusted_is_named() {
    let folder = folder();
    let signer = Some(Arc::new(Signer::from_secret([1; 32])));
    let store = SqliteStore::open(folder.path(), Options { signer, ..options() }).unwrap();
    play(&store, 1, 3).await;
    let path = folder.path().join("1.jsonl");
    export_to_file(&store, &path).await.unwrap();
    let report = check(&path, &mut NoMoreChecks);
    let (line, fault) = report.fault.clone().unwrap();
    assert_eq!(line, 1);
    assert!(fault.contains(&store.signer().public().to_string()), "{fault}");
    let file = std::io::BufReader::new(std::fs::File::open(&path).unwrap());
    let open = verify_export(file, &[], &mut NoMoreChecks).unwrap();
    assert!(open.holds() && !open.keys_trusted && open.to_string().contains("compare it"), "{open}");
}

/// Refuses one record, as a table would that computes another settlement.
struct Refuses(u64);

impl RecordCheck for Refuses {
    fn commit(&mut self, commit: &Commit) -> Result<(), String> {
        if commit.number == self.0 { Err("the settlement is another".to_owned()) } else { Ok(()) }
    }

    fn end(&mut self) -> Result<(), String> {
        Err("a round is unfinished".to_owned())
    }
}

#[tokio::test]
async fn what_the_table_finds_is_named_with_its_line() {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    play(&store, 1, 5).await;
    let path = folder.path().join("1.jsonl");
    export_to_file(&store, &path).await.unwrap();
    let (line, fault) = check(&path, &mut Refuses(3)).fault.unwrap();
    assert_eq!((line, fault.as_str()), (7, "the settlement is another"));
    let (_, fault) = check(&path, &mut Refuses(0)).fault.unwrap();
    assert_eq!(fault, "a round is unfinished");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_taken_while_appends_go_on_and_restores() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let store = Arc::new(SqliteStore::open(&path("running"), options()).unwrap());
    play(&*store, 1, 50).await;
    let playing = tokio::spawn({
        let store = store.clone();
        async move { play(&*store, 51, 300).await }
    });
    store.backup(&path("backup.sqlite")).await.unwrap();
    playing.await.unwrap();
    SqliteStore::restore(&path("backup.sqlite"), &path("restored")).unwrap();
    let restored = SqliteStore::open(&path("restored"), options()).unwrap();
    let tip = restored.tip().await.unwrap();
    assert!(tip.commit >= 50);
    verified(&restored).await;
    let commits = store.commits(1, tip.commit as usize).await.unwrap();
    assert_eq!(restored.commits(1, usize::MAX).await.unwrap(), commits);
    let fault = SqliteStore::restore(&path("backup.sqlite"), &path("running")).unwrap_err();
    assert!(matches!(fault, Error::InUse(_)), "{fault}");
    drop(restored);
    let fault = SqliteStore::restore(&path("backup.sqlite"), &path("restored")).unwrap_err();
    assert!(fault.to_string().contains("already"), "{fault}");
}

/// The first export ever written must be readable for ever.
#[tokio::test]
async fn the_kept_sample_of_the_first_format_verifies_and_imports() {
    let folder = folder();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/export-1.jsonl");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let store = SqliteStore::open(&folder.path().join("made"), options()).unwrap();
        play(&store, 1, 6).await;
        export_to_file(&store, &sample).await.unwrap();
    }
    assert!(check(&sample, &mut NoMoreChecks).holds());
    let store = SqliteStore::open(&folder.path().join("read"), options()).unwrap();
    assert_eq!(import(&store, &sample, &[]).await.unwrap().commit, 6);
    verified(&store).await;
}
