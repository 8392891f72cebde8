//! A table whose timers never rest stops and says so, instead of filling the disk.

use std::process::Command;
use std::time::Duration;

use crate::common::{Client, PATIENCE, house, open};
use serde_json::{Value, json};
use server::trouble::{self, Trouble};
use tokio::time::{sleep, timeout};

/// The variable that marks the child process.
const ALONE: &str = "SERVER_RESTLESS";

/// The fault affects all tables of a process, so this program runs again for the one test below.
#[test]
fn a_table_that_gets_nowhere_stops_and_says_so() {
    let mut child = Command::new(std::env::current_exe().expect("this program"));
    child.args(["--exact", "restless::child_that_gets_nowhere", "--nocapture"]).env(ALONE, "yes");
    assert!(child.status().expect("a child").success());
}

/// The child process: a table whose timers never rest.
#[tokio::test(flavor = "multi_thread")]
async fn child_that_gets_nowhere() {
    if std::env::var_os(ALONE).is_none() {
        return;
    }
    trouble::make(Trouble { restless: true, ..Trouble::default() });
    let folder = tempfile::tempdir().expect("a folder");
    let human = "[automation]\npace = \"human\"\n";
    let open = open(folder.path(), &[("sd", house("sd", &[], human), 0), ("ma", house("ma", &[], human), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    let sat = ann.act("sd", "player", json!({ "do": "sit", "position": 4 })).await;
    assert_eq!(sat.status, 200, "{sat:?}");
    let card = || async {
        let all = ann.get("/api/v1/tables").await.json();
        all.as_array().expect("tables").iter().find(|card| card["id"] == "sd").expect("the table").clone()
    };
    let stopped = async {
        loop {
            let card = card().await;
            if card["stopped"].is_string() {
                return card;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    let card: Value = timeout(PATIENCE, stopped).await.expect("the table stops");
    assert!(card["stopped"].as_str().expect("why").contains("by itself in one round and got nowhere"), "{card}");
    let version = card["version"].as_u64().expect("a version");
    assert!((1_900..2_300).contains(&version), "{version} events");
    // Nothing more is written, and acts are refused with the reason; other tables go on.
    sleep(Duration::from_secs(1)).await;
    let rise = ann.act("sd", "player", json!({ "do": "rise", "position": 4 })).await;
    assert_eq!(rise.status, 503, "{rise:?}");
    assert!(rise.text.contains("got nowhere"), "{rise:?}");
    assert_eq!(self::version(&ann).await, version);
    assert_eq!(ann.act("ma", "player", json!({ "do": "buy_in", "amount": 100 })).await.status, 200);
}

async fn version(client: &Client) -> u64 {
    let all = client.get("/api/v1/tables").await.json();
    let card = all.as_array().expect("tables").iter().find(|card| card["id"] == "sd").expect("the table").clone();
    card["version"].as_u64().expect("a version")
}
