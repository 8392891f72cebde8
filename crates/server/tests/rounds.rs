//! Whole rounds over the wire.

use crate::common::{self, Client, house, open};
use serde_json::{Value, json};

/// Full speed: everything but the player's own acts happens at once.
const FULL: &str = "[automation]\npace = \"full\"\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_round_in_every_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let codes = ["md14", "md2014", "ma", "tribal", "sd"];
    let tables: Vec<_> = codes.iter().map(|code| (*code, house(code, &[], FULL), 0)).collect();
    let open = open(folder.path(), &tables).await;
    let ann = Client::guest(&open, "ann").await;
    for code in codes {
        let mut socket = ann.socket().await;
        socket.say(json!({ "type": "watch", "table": code })).await;
        let first = socket.until("a view", |message| message["type"] == "view").await;
        assert_eq!(first["view"]["phase"], "betting", "{code}");
        for act in [
            json!({ "do": "sit", "position": 3 }),
            json!({ "do": "buy_in", "amount": 10_000 }),
            json!({ "do": "wager", "position": 3, "wager": "ante", "amount": 1000 }),
        ] {
            let answer = socket.order(code, act.clone()).await;
            assert_eq!(answer["type"], "done", "{code} {act}: {answer}");
        }
        let mut seen = ann.get(&format!("/api/v1/tables/{code}")).await.json();
        for _ in 0..3 {
            if seen["view"]["phase"] != "deciding" {
                break;
            }
            let look = socket.order(code, json!({ "do": "look", "position": 3 })).await;
            assert_eq!(look["type"], "done", "{code}: {look}");
            seen = ann.get(&format!("/api/v1/tables/{code}")).await.json();
            let hand = &seen["view"]["seats"][0]["hand"]["cards"];
            assert!(hand.as_array().is_some_and(|cards| cards.iter().all(Value::is_string)), "{code}: {hand}");
            let play = socket.order(code, json!({ "do": "decide", "position": 3, "decision": "play" })).await;
            assert_eq!(play["type"], "done", "{code}: {play}");
            seen = ann.get(&format!("/api/v1/tables/{code}")).await.json();
        }
        assert_eq!((&seen["view"]["phase"], &seen["view"]["round"]), (&json!("betting"), &json!(2)), "{code}");
        let rounds = ann.get(&format!("/api/v1/tables/{code}/rounds")).await.json();
        assert_eq!(rounds[0]["round"], 1, "{code}: {rounds}");
        let story = ann.get(&format!("/api/v1/tables/{code}/rounds/1?form=text")).await;
        assert!(story.status == 200 && story.text.contains("ann"), "{code}: {story:?}");
        // Chips and bankroll together change by exactly the round's result.
        let net = rounds[0]["seats"][0]["net"].as_i64().expect("a net result");
        assert_eq!(seen["view"]["chips"].as_i64(), Some(10_000 + net), "{code}: {rounds}");
        let out = socket.order(code, json!({ "do": "cash_out", "amount": 10_000 + net })).await;
        assert_eq!(out["type"], "done", "{code}: {out}");
    }
    let surveillance = Client::staff(&open, "surveillance").await;
    let accounts = surveillance.get("/api/v1/accounts").await.json();
    let sum: i64 = accounts.as_array().unwrap().iter().map(|line| line["cents"].as_i64().unwrap()).sum();
    assert_eq!(sum, 0);
    // Nothing of a card that lies face down, nor an order that is not opened, is in the feed.
    let events = surveillance.get("/api/v1/events?limit=1000").await;
    assert!(events.text.contains("\"commitment\"") && events.text.contains("round_ended"));
    for event in events.json().as_array().unwrap() {
        assert!(event["time"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok(), "no offset: {event}");
        for turn in event["data"]["turns"].as_array().into_iter().flatten() {
            for fact in turn["events"].as_array().unwrap() {
                match fact["event"].as_str().unwrap() {
                    "dealt" => assert!(fact["card"].is_null(), "{fact}"),
                    "shuffled" => assert!(fact["shuffle"].is_null() && turn["commitment"].is_string(), "{turn}"),
                    "sheet_drawn" => assert_eq!(fact["dues"], json!([]), "{fact}"),
                    _ => {}
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_is_done_once_and_a_refusal_names_the_clause() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    let bob = Client::guest(&open, "bob").await;
    let id = common::new_id();
    let sit = json!({ "do": "sit", "position": 2 });
    let first = ann.act_with(&id, "md14", "player", sit.clone()).await;
    assert_eq!(first.status, 200, "{first:?}");
    let again = ann.act_with(&id, "md14", "player", sit.clone()).await;
    assert_eq!((again.status, &again.text), (200, &first.text), "a repeat gets the first answer");
    let other = ann.act_with(&id, "md14", "player", json!({ "do": "sit", "position": 3 })).await;
    assert_eq!(other.status, 409, "{other:?}");
    let taken = bob.act("md14", "player", sit).await;
    assert_eq!((taken.status, taken.json()["code"].as_str()), (422, Some("refused")), "{taken:?}");
    // A progressive wager needs a base wager beside it, and the book says where.
    ann.act("md14", "player", json!({ "do": "buy_in", "amount": 10_000 })).await;
    let alone = json!({ "do": "wager", "position": 2, "wager": "six_card_bonus", "amount": 500 });
    let alone = ann.act("md14", "player", alone).await;
    assert_eq!(alone.status, 422);
    let clauses = alone.json()["clauses"].clone();
    assert!(clauses[0].as_str().is_some_and(|clause| clause.starts_with("md14:")), "{alone:?}");
    // Nobody buys more than they have.
    let rich = ann.act("md14", "player", json!({ "do": "buy_in", "amount": 100_000_000 })).await;
    assert_eq!(rich.status, 422, "{rich:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rights_are_asked_for_before_anything_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let (nobody, ann) = (Client::nobody(&open), Client::guest(&open, "ann").await);
    let (dealer, floor) = (Client::staff(&open, "dealer").await, Client::staff(&open, "floor").await);
    let fill = json!({ "do": "fill", "amount": 100 });
    for (who, role, status) in [
        (&nobody, "player", 401),
        (&ann, "dealer", 403),
        (&ann, "floorperson", 403),
        (&ann, "system", 403),
        (&ann, "device", 403),
        (&dealer, "floorperson", 403),
        (&dealer, "dealer", 422),
        (&floor, "floorperson", 200),
    ] {
        let answer = who.act("md14", role, fill.clone()).await;
        assert_eq!(answer.status, status, "{} as {role}: {answer:?}", who.name);
    }
    for path in ["/api/v1/staff", "/api/v1/accounts", "/api/v1/events"] {
        assert_eq!((nobody.get(path).await.status, ann.get(path).await.status), (401, 403), "{path}");
    }
    // A page of another site, and a request without the page's token.
    let without = Client { csrf: None, ..floor.clone() };
    assert_eq!(without.act("md14", "floorperson", fill.clone()).await.status, 403);
    let foreign = "POST /api/v1/guest HTTP/1.1\r\nHost: house\r\nOrigin: https://elsewhere\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    assert_eq!(common::raw(open.address, foreign.as_bytes()).await.status, 403);
    // A link works once.
    let (_, path) = open.links.iter().find(|(name, _)| name == "dealer").unwrap();
    let token = path.split_once('#').unwrap().1;
    let again = nobody.send("POST", "/api/v1/link", &json!({ "token": token })).await;
    assert_eq!(again.status, 401, "{again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_session_closes_its_socket() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let (floor, dealer) = (Client::staff(&open, "floor").await, Client::staff(&open, "dealer").await);
    let mut socket = dealer.socket().await;
    let begun = std::time::Instant::now();
    let revoked = floor.send("DELETE", "/api/v1/staff/dealer/sessions", &Value::Null).await;
    assert_eq!(revoked.status, 200, "{revoked:?}");
    assert_eq!(socket.next().await["type"], "signed_out");
    assert!(socket.next().await.is_null(), "the socket is closed");
    assert!(begun.elapsed().as_secs() < 5);
    assert_eq!(dealer.get("/api/v1/me").await.json()["name"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_are_told_and_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("ma", house("ma", &[], FULL), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    let mut socket = ann.socket().await;
    for text in
        ["", "{", "[]", "null", "{\"type\":\"dance\"}", "{\"type\":\"watch\",\"table\":\"../x\"}", "{\"type\":\"do\"}"]
    {
        socket.raw(text).await;
        let answer = socket.next().await;
        assert_eq!(answer["type"], "problem", "{text}: {answer}");
    }
    for (path, status) in [
        ("/api/v1/tables/none", 404),
        ("/api/v1/tables/ma/rounds/1", 422),
        ("/api/v1/tables/ma/rounds/99", 404),
        ("/api/v1/tables/ma/rounds/-1", 400),
        ("/api/v1/nothing", 404),
    ] {
        assert_eq!(ann.get(path).await.status, status, "{path}");
    }
    let big = json!({ "name": "x".repeat(100_000) });
    assert!(matches!(ann.send("POST", "/api/v1/guest", &big).await.status, 400 | 413));
    assert_eq!(ann.get("/health").await.status, 200);
}
