//! A house that is closed, or dies, and opens again: tables resume where they were, from their checkpoints; past rounds
//! are shown and proven as before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Open, house, open};
use journal::{Hash, Signer};
use pit::verify_proof;
use serde_json::{Value, json};
use server::HouseText;

const FULL: &str = "[automation]\npace = \"full\"\n";

fn tables() -> Vec<(&'static str, HouseText, u8)> {
    ["md2014", "md14", "ma", "tribal", "sd"].map(|code| (code, house(code, &[], FULL), 2)).into()
}

/// The round each table is in.
async fn rounds(client: &Client) -> Vec<(String, u64)> {
    let cards = client.get("/api/v1/tables").await.json();
    let round = |card: &Value| (card["id"].as_str().unwrap().to_owned(), card["round"].as_u64().unwrap());
    cards.as_array().unwrap().iter().map(round).collect()
}

/// Waits until every table has played this many rounds.
async fn played(client: &Client, least: u64) {
    for _ in 0..600 {
        if rounds(client).await.iter().all(|(_, round)| *round > least) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the robots do not play: {:?}", rounds(client).await);
}

async fn close(open: Open) {
    drop(open);
    // The journal's file is free when its last thread is gone.
    tokio::time::sleep(Duration::from_millis(500)).await;
}

fn sql(folder: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(folder.join("journal.sqlite")).unwrap()
}

fn count(folder: &Path, what: &str) -> u64 {
    sql(folder).query_row(&format!("SELECT count(*) FROM {what}"), [], |row| row.get(0)).unwrap()
}

async fn stories(client: &Client, tables: &[(String, u64)]) -> Vec<String> {
    let mut all = Vec::new();
    for (table, round) in tables {
        let story = client.get(&format!("/api/v1/tables/{table}/rounds/{round}")).await;
        assert_eq!(story.status, 200, "{table} {round}: {}", story.text);
        all.push(story.text);
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_stand_where_they_stood_and_past_rounds_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let first = open(folder.path(), &tables()[..2]).await;
    let ann = Client::nobody(&first);
    played(&ann, 70).await;
    let mut asked = Vec::new();
    for (table, now) in rounds(&ann).await {
        asked.extend([1, 2, 17, 65, now / 2, now - 1].map(|round| (table.clone(), round)));
    }
    let told = stories(&ann, &asked).await;
    close(first).await;
    assert!(count(folder.path(), "snapshots WHERE kept") >= 2, "one in 64 rounds stays");
    let last = count(folder.path(), "snapshots WHERE NOT kept");
    assert!(last <= 2, "{last}: the others make room for the next");

    // Each table is read from its checkpoint, from none, and from an unsound one: the result is the same.
    let waits = |cards: &Value| cards.as_array().unwrap().iter().all(|card| card["round"].as_u64() > Some(70));
    for spoil in
        ["SELECT 1", "UPDATE snapshots SET bytes = X'00'", "UPDATE snapshots SET format = 99", "DELETE FROM snapshots"]
    {
        sql(folder.path()).execute_batch(spoil).unwrap();
        let again = open(folder.path(), &[]).await;
        let ann = Client::nobody(&again);
        assert!(waits(&ann.get("/api/v1/tables").await.json()), "{spoil}");
        assert_eq!(stories(&ann, &asked).await, told, "{spoil}: a past round is told differently");
        let list = ann.get("/api/v1/tables/md14/rounds?limit=40").await.json();
        let list: Vec<u64> = list.as_array().unwrap().iter().map(|line| line["round"].as_u64().unwrap()).collect();
        assert_eq!(list.len(), 40, "{spoil}");
        assert!(list.windows(2).all(|pair| pair[0] == pair[1] + 1), "{spoil}: {list:?}");
        close(again).await;
    }
}

/// What a table waits for counts from the last act, even after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn who_waits_has_waited_since_before_the_restart() {
    let folder = tempfile::tempdir().unwrap();
    let person = "[automation]\ndealer = \"person\"\n";
    let first = open(folder.path(), &[("sd", house("sd", &[], person), 0)]).await;
    let floor = Client::staff(&first, "supervisor").await;
    let waits = async |client: &Client| client.get("/api/v1/tables").await.json()[0]["waits"][0]["since"].as_i64();
    // The robot floorperson opens the table; then the dealer is waited for.
    let mut since = None;
    while since.is_none_or(|since| since == 0) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        since = waits(&floor).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let since = waits(&floor).await;
    close(first).await;
    let second = open(folder.path(), &[]).await;
    let floor = Client { address: Some(second.address), ..floor };
    assert_eq!(waits(&floor).await, since);
}

/// The proof of a round, its text and the key that signs here.
async fn proofs() -> (Vec<String>, Signer) {
    let folder = tempfile::tempdir().unwrap();
    let open = open(folder.path(), &tables()).await;
    let ann = Client::nobody(&open);
    played(&ann, 10).await;
    let mut all = Vec::new();
    for (table, now) in rounds(&ann).await {
        for round in [1, 2, 9, now - 1] {
            let proof = ann.get(&format!("/api/v1/tables/{table}/rounds/{round}/proof")).await;
            assert_eq!(proof.status, 200, "{table} {round}: {}", proof.text);
            let proven = verify_proof(&proof.text, &[]).unwrap_or_else(|fault| panic!("{table} {round}: {fault:?}"));
            assert_eq!((proven.table.as_str(), proven.round), (&*table, round));
            assert!(proven.commitment.is_some() && proven.commands > 20, "{proven:?}");
            if round == 9 {
                all.push(proof.text);
            }
        }
        for round in [0, now + 100_000] {
            let refused = ann.get(&format!("/api/v1/tables/{table}/rounds/{round}/proof")).await;
            assert!([404, 422].contains(&refused.status), "{refused:?}");
        }
    }
    let key = Signer::open_or_create(&folder.path().join("journal.key")).unwrap();
    (all, key)
}

/// The places of all leaves of a value.
fn places(value: &Value) -> Vec<String> {
    let under = |at: String, value: &Value| places(value).into_iter().map(move |rest| format!("/{at}{rest}"));
    match value {
        Value::Object(members) => members.iter().flat_map(|(key, value)| under(key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().flat_map(|(i, value)| under(i.to_string(), value)).collect(),
        _ => vec![String::new()],
    }
}

fn changed(value: &Value) -> Value {
    match value {
        Value::Null => json!(true),
        Value::Bool(truth) => json!(!truth),
        Value::Number(number) => json!(number.as_i64().unwrap_or_default().wrapping_add(1)),
        Value::String(text) if text.starts_with('1') => json!(text.replacen('1', "2", 1)),
        Value::String(text) => json!(format!("1{}", text.chars().skip(1).collect::<String>())),
        other => other.clone(),
    }
}

/// The file with another end, signed again with the house's own key.
fn signed(lines: &[String], key: &Signer) -> String {
    let body = lines.concat();
    let digest = Hash::of_file(body.as_bytes());
    let end = json!({ "end": { "digest": digest, "key": key.public(), "signature": key.sign_file(digest) } });
    format!("{body}{end}\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_proof_of_every_round_holds_and_no_change_of_it_does() {
    let (proofs, key) = proofs().await;
    let (mut tried, mut tried_signed) = (0, 0);
    for proof in &proofs {
        assert!(verify_proof(proof, &[key.public()]).is_ok());
        assert!(verify_proof(proof, &[Signer::from_secret([1; 32]).public()]).is_err(), "another house's key");
        let lines: Vec<String> = proof.split_inclusive('\n').map(str::to_owned).collect();
        for (at, line) in lines.iter().enumerate() {
            let value: Value = serde_json::from_str(line).unwrap();
            let kind = value.as_object().unwrap().keys().next().unwrap().clone();
            let leaves = places(&value);
            // Every leaf of short lines, and of a record's thousands of words a few hundred.
            for place in leaves.iter().step_by((leaves.len() / 30).max(1)) {
                let mut other = value.clone();
                let there = other.pointer_mut(place).unwrap();
                *there = changed(there);
                let mut bent = lines.clone();
                bent[at] = format!("{other}\n");
                let fault = verify_proof(&bent.concat(), &[]).expect_err(&format!("{kind}{place}"));
                assert!(!fault.flaw.to_string().is_empty());
                tried += 1;
                // Even the house cannot sign another round than it stored.
                if ["founding", "order", "records", "record"].contains(&kind.as_str()) {
                    let resigned = signed(&bent[..bent.len() - 1], &key);
                    let fault = verify_proof(&resigned, &[]).expect_err(&format!("signed anew: {kind}{place}"));
                    // A wrong start of the records shows at the first record that does not follow.
                    let first = at as u64 + 1;
                    let named = fault.line == first || (kind == "records" && fault.line == first + 1);
                    assert!(named, "{kind}{place}: {fault}");
                    tried_signed += 1;
                }
            }
            // Lines that are missing, doubled or cut.
            let without: String =
                lines.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, line)| line.as_str()).collect();
            assert!(verify_proof(&without, &[]).is_err(), "without {kind}");
            let mut doubled = lines.clone();
            doubled.insert(at, line.clone());
            assert!(verify_proof(&doubled.concat(), &[]).is_err(), "{kind} twice");
            let cut = lines[..at].concat() + &line[..line.len() / 2];
            assert!(verify_proof(&cut, &[]).is_err(), "cut in {kind}");
        }
    }
    assert!(tried > 300 && tried_signed > 150, "{tried} {tried_signed}");
}
