//! Journals that were written before: their records are read as what they meant, and their exports verify.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use journal::{LedgerRules, NewRecord, Options, Record, SqliteStore, Store, import, verify_export};
use pit::{LEDGER_BELOW_ZERO, PitCheck, TURNS, TURNS_FORMAT, TableId, Turns, upcasters};
use serde_json::Value;

/// A table of South Dakota's house with one robot, nearly through its first round, in records of format 1.
const FIRST: &str = include_str!("samples/journal-1.jsonl");

/// Two rounds of such a table, in records of format 2.
const SECOND: &str = include_str!("samples/journal-2.jsonl");

/// The same two rounds, in records of format 3.
const THIRD: &str = include_str!("samples/journal-3.jsonl");

#[test]
fn every_format_has_a_sample() {
    let steps: Vec<(String, u32)> = upcasters().steps().map(|(kind, format)| (kind.to_owned(), format)).collect();
    assert_eq!(steps, [(TURNS.to_owned(), 1), (TURNS.to_owned(), 2)]);
    assert_eq!(upcasters().newest(TURNS, 1), TURNS_FORMAT);
    for (sample, format) in [FIRST, SECOND, THIRD].iter().zip(1..=TURNS_FORMAT) {
        assert!(sample.contains(&format!("\"kind\":\"turns\",\"format\":{format}")));
    }
}

#[test]
fn exports_of_every_format_verify() {
    for (sample, commands) in [(FIRST, 26), (SECOND, 47), (THIRD, 47)] {
        let mut check = PitCheck::default();
        let report = verify_export(sample.as_bytes(), &[], &mut check).expect("it is read");
        assert!(report.holds(), "{report}");
        assert_eq!((check.commands, check.tables().count()), (commands, 1));
    }
}

/// The records of turns in a sample, out of a store that it was imported into.
async fn records(sample: &str) -> Vec<Record> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.jsonl");
    std::fs::write(&path, sample).unwrap();
    let ledger = LedgerRules::with_below_zero(LEDGER_BELOW_ZERO);
    let store = SqliteStore::open(folder.path(), Options { ledger, ..Options::default() }).unwrap();
    import(&store, &path, &[]).await.unwrap();
    let stream = TableId::new("old").unwrap().stream().unwrap();
    store.read(stream, 2, 1000).await.unwrap()
}

/// Reads a record, and once more after it was written in the newest format.
fn read(record: &Record) -> Turns {
    let turns = Turns::read(&record.what, &upcasters()).unwrap();
    let body = turns.body().unwrap();
    let again = NewRecord { format: TURNS_FORMAT, body, ..record.what.clone() };
    assert_eq!(Turns::read(&again, &upcasters()).unwrap(), turns);
    turns
}

#[tokio::test]
async fn a_journal_of_the_first_format_opens_and_its_turns_are_what_they_were() {
    let records = records(FIRST).await;
    assert_eq!(records.len(), 26);
    for record in &records {
        let plain: Value = serde_json::from_str(record.what.body.as_str()).unwrap();
        assert_eq!(serde_json::to_value(read(record)).unwrap(), plain);
    }
}

#[tokio::test]
async fn a_journal_of_the_second_format_says_what_the_third_says_in_more_words() {
    let (second, third) = (records(SECOND).await, records(THIRD).await);
    assert_eq!((second.len(), third.len()), (13, 13));
    for (old, new) in second.iter().zip(&third) {
        assert_eq!((old.what.format, new.what.format), (2, 3));
        assert_eq!(read(old), read(new));
        assert_eq!(read(new).body().unwrap(), new.what.body);
        assert!(10 * new.what.body.as_str().len() < 6 * old.what.body.as_str().len());
    }
}
