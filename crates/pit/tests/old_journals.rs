//! Journals that were written before: their records are read as what they meant, and their exports verify.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use journal::{LedgerRules, Options, SqliteStore, Store, import, verify_export};
use pit::{LEDGER_BELOW_ZERO, PitCheck, TURNS, TURNS_FORMAT, TableId, Turns, upcasters};
use serde_json::Value;

/// A table of South Dakota's house with one robot, nearly through its first round, in records of format 1.
const SAMPLE: &str = include_str!("samples/journal-1.jsonl");

#[test]
fn every_format_before_the_newest_has_a_sample() {
    let steps: Vec<(String, u32)> = upcasters().steps().map(|(kind, format)| (kind.to_owned(), format)).collect();
    assert_eq!(steps, [(TURNS.to_owned(), 1)]);
    assert_eq!(upcasters().newest(TURNS, 1), TURNS_FORMAT);
    assert!(SAMPLE.contains("\"kind\":\"turns\",\"format\":1"));
}

#[test]
fn an_export_of_the_first_format_verifies() {
    let mut check = PitCheck::default();
    let report = verify_export(SAMPLE.as_bytes(), &[], &mut check).expect("it is read");
    assert!(report.holds(), "{report}");
    assert_eq!((check.commands, check.tables().count()), (26, 1));
}

#[tokio::test]
async fn a_journal_of_the_first_format_opens_and_its_turns_are_what_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.jsonl");
    std::fs::write(&path, SAMPLE).unwrap();
    let ledger = LedgerRules::with_below_zero(LEDGER_BELOW_ZERO);
    let store = SqliteStore::open(folder.path(), Options { ledger, ..Options::default() }).unwrap();
    import(&store, &path, &[]).await.unwrap();
    let stream = TableId::new("old").unwrap().stream().unwrap();
    let records = store.read(stream, 2, 1000).await.unwrap();
    assert_eq!(records.len(), 26);
    for record in &records {
        let turns = Turns::read(&record.what, &upcasters()).unwrap();
        let plain: Value = serde_json::from_str(record.what.body.as_str()).unwrap();
        assert_eq!(serde_json::to_value(&turns).unwrap(), plain);
        // Written anew they are shorter where there are many, and mean the same.
        let body = turns.body().unwrap();
        let again = journal::NewRecord { format: TURNS_FORMAT, body, ..record.what.clone() };
        assert_eq!(Turns::read(&again, &upcasters()).unwrap(), turns);
    }
}
