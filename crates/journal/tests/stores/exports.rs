//! Export, import, backup and restore.

use std::path::Path;

use journal::{
    Commit, Error, ExportFault, ExportReport, LineFault, NoMoreChecks, RecordCheck, SqliteStore, export_to_file,
    import, verify_export,
};

use crate::common::*;
use crate::postgres::Databases;

fn check<C: RecordCheck>(path: &Path, checks: &mut C) -> ExportReport<C::Fault> {
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
    let again = batch(7, "table/1", ExpectedVersion::Any);
    assert_eq!(third.append(again).await.unwrap(), AppendOutcome::AlreadyDone(answer(7)));
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
    let store = SqliteStore::open(folder.path(), StoreOptions { signer, ..options() }).unwrap();
    play(&store, 1, 3).await;
    let path = folder.path().join("1.jsonl");
    export_to_file(&store, &path).await.unwrap();
    let report = check(&path, &mut NoMoreChecks);
    let (line, fault) = report.fault.clone().unwrap();
    assert_eq!((line, fault), (1, ExportFault::Line(LineFault::Untrusted(store.signer().public()))));
    let file = std::io::BufReader::new(std::fs::File::open(&path).unwrap());
    let open = verify_export(file, &[], &mut NoMoreChecks).unwrap();
    assert!(open.holds() && !open.keys_trusted && open.to_string().contains("compare it"), "{open}");
}

/// Refuses one record, as a table would that computes another settlement.
struct Refuses(u64);

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum Refused {
    #[error("the settlement is another")]
    Settlement,
    #[error("a round is unfinished")]
    Unfinished,
}

impl RecordCheck for Refuses {
    type Fault = Refused;

    fn commit(&mut self, commit: &Commit) -> Result<(), Refused> {
        if commit.number == self.0 { Err(Refused::Settlement) } else { Ok(()) }
    }

    fn end(&mut self) -> Result<(), Refused> {
        Err(Refused::Unfinished)
    }
}

#[tokio::test]
async fn what_the_table_finds_is_named_with_its_line() {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    play(&store, 1, 5).await;
    let path = folder.path().join("1.jsonl");
    export_to_file(&store, &path).await.unwrap();
    let found = check(&path, &mut Refuses(3));
    assert_eq!(found.fault, Some((7, ExportFault::Said(Refused::Settlement))));
    assert!(found.to_string().starts_with("line 7: the settlement is another\n"), "{found}");
    let (_, fault) = check(&path, &mut Refuses(0)).fault.unwrap();
    assert_eq!(fault, ExportFault::Said(Refused::Unfinished));
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

/// An export is plain JSON with one line for each record. Each body is as it was written, and is hashed as it is there,
/// so that anybody can repeat that with the text alone.
#[tokio::test]
async fn records_stand_in_an_export_in_words() {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    let mut batch = batch(1, "table/1", ExpectedVersion::Any);
    batch.writes[0].records[0].body = Body::parse(r#"{"who":"Ann","does":[{"b":1,"a":"é"}]}"#).unwrap();
    receipt(store.append(batch).await.unwrap());
    let mut text = Vec::new();
    journal::export(&store, &mut text).await.unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"record\":")).collect();
    let [line] = lines[..] else { panic!("{text}") };
    let begins = r#"{"record":{"position":1,"stream":"table/1","version":1,"kind":"WagerPlaced","format":1,"time_ms":"#;
    let body = r#","body":{"who":"Ann","does":[{"b":1,"a":"é"}]},"hash":""#;
    assert!(line.starts_with(begins) && line.contains(body), "{line}");
}
