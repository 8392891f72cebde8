//! How long a house with a full journal takes to open, and a past round to be recalled. Not part of the test run:
//!
//! `FULL_TABLES=100 FULL_ROUNDS=20000 cargo test --release -p server --test full_journal -- --ignored --nocapture`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{Client, config, house};
use server::{Config, NewTable, Place, TableId};
use tokio::sync::oneshot;

fn figure(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("the figure is a number"))
}

/// Opens the house as it is opened every day: what came after the last signed head is verified.
async fn open(folder: &Path, tables: u64) -> (Client, tokio::task::JoinHandle<()>, Duration) {
    let text = house("md14", &[], "[automation]\npace = \"full\"\n");
    let table = |i: u64| {
        let id = format!("t{i}");
        NewTable { id: TableId::new(&id).unwrap(), name: id.into(), house: text.clone(), robots: 7 }
    };
    let tables = (1..=tables).map(table).collect();
    let config = Config { tables, verify_all: false, ..config(Place::Folder(folder.to_owned())) };
    let (told, opened) = oneshot::channel();
    let started = Instant::now();
    let task = tokio::spawn(async move {
        let mut progress = |_: u64, _: u64| {};
        let opened = |opened: &server::Opened| {
            let _ = told.send(opened.address);
        };
        server::run(config, &mut progress, opened).await.unwrap();
    });
    let address = opened.await.expect("the house opens");
    (Client { address: Some(address), ..Client::default() }, task, started.elapsed())
}

async fn rounds(client: &Client) -> Vec<(String, u64)> {
    let cards = client.get("/api/v1/tables").await.json();
    let round = |card: &serde_json::Value| (card["id"].as_str().unwrap().to_owned(), card["round"].as_u64().unwrap());
    cards.as_array().unwrap().iter().map(round).collect()
}

/// The most memory that the process ever had, in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1024
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: run it for the figures"]
async fn a_full_journal_opens_and_is_recalled_in_time() {
    let (tables, wanted) = (figure("FULL_TABLES", 100), figure("FULL_ROUNDS", 20_000));
    let folder = tempfile::tempdir().unwrap();
    let (client, task, _) = open(folder.path(), tables).await;
    let filling = Instant::now();
    let played = loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let played: u64 = rounds(&client).await.iter().map(|(_, round)| round - 1).sum();
        if played >= wanted {
            break played;
        }
    };
    let a_second = played as f64 / filling.elapsed().as_secs_f64();
    task.abort();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let bytes = std::fs::metadata(folder.path().join("journal.sqlite")).unwrap().len();
    println!("{tables} tables, {played} rounds, {a_second:.0} a second, {} bytes a round", bytes / played);
    // The process was cut off, not closed: every table has a tail behind its checkpoint.
    let (client, task, took) = open(folder.path(), 0).await;
    println!("opened in {} ms", took.as_millis());
    let mut times = Vec::new();
    for (i, (table, now)) in rounds(&client).await.iter().cycle().take(200).enumerate() {
        let round = 1 + (i as u64 * 7919) % (now - 1);
        let started = Instant::now();
        let story = client.get(&format!("/api/v1/tables/{table}/rounds/{round}")).await;
        times.push(started.elapsed());
        assert_eq!(story.status, 200, "{table} {round}: {}", story.text);
    }
    times.sort();
    println!(
        "recalled: median {} ms, p99 {} ms, robots playing beside it",
        times[100].as_millis(),
        times[197].as_millis()
    );
    println!("{} MiB at most", memory());
    task.abort();
}
