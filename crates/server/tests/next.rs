//! A decision with the wagers of the next round in one order: the decision stands, even if the wagers are refused.

use std::time::Duration;

use crate::common::floor::{Floor, by_people, seat};
use crate::common::{Client, Open, Socket, house, new_id, open};
use serde_json::{Value, json};

const FULL: &str = "[automation]\npace = \"full\"\n";

fn wager(amount: i64) -> Value {
    json!({ "do": "wager", "position": 1, "wager": "ante", "amount": amount })
}

/// A player at the table with this much money, whose cards are dealt.
async fn dealt(open: &Open, name: &str, chips: i64) -> (Client, Socket) {
    let client = Client::guest(open, name).await;
    let mut socket = client.socket().await;
    for act in [json!({ "do": "sit", "position": 1 }), json!({ "do": "buy_in", "amount": chips }), wager(500)] {
        let done = socket.order("sd", act.clone()).await;
        assert_eq!(done["type"], "done", "{act}: {done}");
    }
    (client, socket)
}

fn deciding(id: &str, decision: &str, next: Value) -> Value {
    let (look, decide) =
        (json!({ "do": "look", "position": 1 }), json!({ "do": "decide", "position": 1, "decision": decision }));
    json!({ "type": "do", "id": id, "table": "sd", "act": look, "then": [decide], "next": next })
}

async fn said(socket: &mut Socket, message: Value) -> Value {
    let id = message["id"].clone();
    socket.say(message).await;
    socket.until("an answer", |said| said["id"] == id).await
}

async fn view(client: &Client) -> Value {
    client.get("/api/v1/tables/sd").await.json()["view"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_round_is_dealt_with_the_decision() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let (ann, mut socket) = dealt(&open, "ann", 50_000).await;
    let mut round = view(&ann).await["round"].as_u64().expect("a round");
    for decision in ["play", "fold", "play"] {
        let before = view(&ann).await;
        let done = said(&mut socket, deciding(&new_id(), decision, json!([wager(500)]))).await;
        assert_eq!((&done["type"], &done["next"]), (&json!("done"), &Value::Null), "{done}");
        let after = view(&ann).await;
        assert_eq!(after["round"], round + 1, "{after}");
        assert_eq!(after["phase"], "deciding", "{after}");
        assert_ne!(before["version"], after["version"]);
        round += 1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_decided_stands_when_the_next_wager_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let (ann, mut socket) = dealt(&first, "ann", 50_000).await;
    let round = view(&ann).await["round"].as_u64().expect("a round");
    // If a refused wager could undo a lost round, nobody would ever lose one.
    let order = deciding(&new_id(), "fold", json!([wager(500), wager(900_000)]));
    let done = said(&mut socket, order.clone()).await;
    assert_eq!(done["type"], "done", "{done}");
    assert_eq!((&done["next"]["code"], done["next"]["refused"].is_string()), (&json!("refused"), true), "{done}");
    let after = view(&ann).await;
    assert_eq!(
        (&after["round"], &after["phase"], &after["chips"]),
        (&json!(round + 1), &json!("betting"), &json!(49_500))
    );
    // None of the two was placed; a repeat gets the same answer, even after a restart, and does nothing.
    assert_eq!(said(&mut socket, order.clone()).await, done);
    let mut other = order.clone();
    other["next"] = json!([wager(500)]);
    assert_eq!(said(&mut socket, other).await["code"], "id_used");
    drop((socket, first));
    tokio::time::sleep(Duration::from_millis(500)).await;
    let second = open(folder.path(), &[]).await;
    let ann = Client { address: Some(second.address), ..ann };
    assert_eq!(said(&mut ann.socket().await, order).await, done);
    assert_eq!(view(&ann).await["version"], after["version"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_wagers_of_players_are_said_for_the_next_round() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let (ann, mut socket) = dealt(&open, "ann", 50_000).await;
    let before = view(&ann).await;
    for next in [json!({ "do": "rise", "position": 1 }), json!({ "do": "look", "position": 1 })] {
        let refused = said(&mut socket, deciding(&new_id(), "play", json!([wager(500), next]))).await;
        assert_eq!((&refused["type"], &refused["why"]["kind"]), (&json!("refused"), &json!("next_is_wagers")));
    }
    let many = json!(vec![wager(500); 100]);
    let refused = said(&mut socket, deciding(&new_id(), "play", many)).await;
    assert_eq!(refused["why"]["kind"], "too_many_acts", "{refused}");
    assert_eq!(view(&ann).await["version"], before["version"], "nothing was done");
}

/// At a table where the house acts at human pace, the next round has not begun yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_takes_its_time_refuses_the_next_wager_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", by_people("sd"), 0)]).await;
    let floor = Floor::of(&open).await;
    floor.open_table("sd").await;
    let ann = Client::guest(&open, "ann").await;
    seat(&ann, "sd", 1).await;
    let mut socket = ann.socket().await;
    assert_eq!(socket.order("sd", wager(500)).await["type"], "done");
    floor.until("sd", "deciding", &[]).await;
    let done = said(&mut socket, deciding(&new_id(), "play", json!([wager(500)]))).await;
    assert_eq!((&done["type"], &done["next"]["code"]), (&json!("done"), &json!("refused")), "{done}");
    assert!(!done["next"]["clauses"].as_array().expect("clauses").is_empty(), "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_against_the_next_wager() {
    let folder = tempfile::tempdir().expect("a folder");
    let protected = format!("{FULL}[protection]\nloss_day = \"$30\"\n");
    let open = open(folder.path(), &[("sd", house("sd", &[], &protected), 0)]).await;
    let (ann, mut socket) = dealt(&open, "ann", 50_000).await;
    // What is left of the limit is known when the round is over: until then no wager is placed for the next one.
    let order = deciding(&new_id(), "fold", json!([wager(500)]));
    let done = said(&mut socket, order.clone()).await;
    assert_eq!((&done["type"], &done["next"]["why"]["kind"]), (&json!("done"), &json!("next_limited")), "{done}");
    assert_eq!((&view(&ann).await["phase"], &view(&ann).await["chips"]), (&json!("betting"), &json!(49_500)));
    assert_eq!(said(&mut socket, order).await, done);
    // $5 are lost, and an ante of $15 brings a play wager of $15 after it.
    assert_eq!(socket.order("sd", wager(1_500)).await["code"], "limit");
    assert_eq!(socket.order("sd", wager(1_000)).await["type"], "done");
}
