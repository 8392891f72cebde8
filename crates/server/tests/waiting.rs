//! People who wait, go away, come back, or keep others waiting: through real sockets, with the house's own clocks.

use std::time::Duration;

use crate::common::{Client, Open, Socket, house, open};
use serde_json::{Value, json};
use server::HouseText;
use tokio::time::{Instant, sleep};

/// A house whose robots act at once, and whose players get the times given here.
fn quick(people: &str) -> HouseText {
    let robots = "[automation]\npace = \"full\"\ncompany = \"with_people\"\n";
    house("sd", &[("[people]\n", &format!("[people]\n{people}\n"))], robots)
}

/// Two seconds for a decision, three for a connection.
const SOON: &str = "decision_seconds = 2\ngrace_seconds = 3";

/// The version of the table: how much has happened there.
async fn version(client: &Client) -> u64 {
    client.get("/api/v1/tables").await.json()[0]["version"].as_u64().expect("a version")
}

async fn sits(open: &Open, name: &str, position: u8) -> (Client, Socket) {
    let player = Client::guest(open, name).await;
    let mut socket = player.socket().await;
    socket.say(json!({ "type": "watch", "table": "sd" })).await;
    for act in [json!({ "do": "sit", "position": position }), json!({ "do": "buy_in", "amount": 50_000 })] {
        assert_eq!(player.act("sd", "player", act).await.status, 200);
    }
    (player, socket)
}

async fn wagers(player: &Client, position: u8) {
    let wager = json!({ "do": "wager", "position": position, "wager": "ante", "amount": 1_000 });
    let answer = player.act("sd", "player", wager).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

fn told(message: &Value, event: &str) -> bool {
    message["news"].as_array().is_some_and(|news| news.iter().any(|one| one["event"] == event))
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_with_the_page_open_folds_once_and_the_table_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", quick(SOON), 0)]).await;
    let (ann, mut socket) = sits(&open, "ann", 4).await;
    wagers(&ann, 4).await;
    // It is announced before: the time is running, and what will happen.
    let asked = socket.until("the turn", |message| message["view"]["turn"] == 4).await;
    assert_eq!((&asked["pending"]["does"], &asked["pending"]["position"]), (&json!("time_up"), &json!(4)), "{asked}");
    let before = version(&ann).await;
    let begun = Instant::now();
    // It is announced after, once, and the round ends.
    let folded = socket.until("the end of the time", |message| told(message, "time_ran_out")).await;
    assert!(begun.elapsed() > Duration::from_millis(1_500), "{:?}", begun.elapsed());
    assert!(told(&folded, "decided") && !told(&folded, "connection_lost"), "{folded}");
    sleep(Duration::from_secs(4)).await;
    let after = version(&ann).await;
    assert!(after - before < 60, "{} events while somebody waited", after - before);
    let past = ann.get("/api/v1/tables/sd/rounds").await.json();
    assert_eq!((&past[0]["round"], &past[0]["seats"][0]["net"]), (&json!(1), &json!(-1_000)), "{past}");
    // The next round is played as if nothing had happened.
    wagers(&ann, 4).await;
    socket.until("the turn", |message| message["view"]["turn"] == 4 && message["view"]["round"] == 2).await;
    assert_eq!(ann.act("sd", "player", json!({ "do": "look", "position": 4 })).await.status, 200);
    assert_eq!(ann.act("sd", "player", json!({ "do": "decide", "position": 4, "decision": "play" })).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_may_wait_for_its_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let waits = quick("decision_seconds = 1\nslow_decision = \"wait\"");
    let open = open(folder.path(), &[("sd", waits, 0)]).await;
    let (ann, mut socket) = sits(&open, "ann", 4).await;
    wagers(&ann, 4).await;
    let asked = socket.until("the turn", |message| message["view"]["turn"] == 4).await;
    assert_eq!(asked["pending"], Value::Null);
    sleep(Duration::from_secs(3)).await;
    assert_eq!(ann.act("sd", "player", json!({ "do": "look", "position": 4 })).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_away_has_the_grace_and_whoever_comes_back_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", quick("decision_seconds = 60\ngrace_seconds = 30"), 0)]).await;
    let (ann, socket) = sits(&open, "ann", 4).await;
    wagers(&ann, 4).await;
    let watching = Client::guest(&open, "bob").await;
    let mut eyes = watching.socket().await;
    eyes.say(json!({ "type": "watch", "table": "sd" })).await;
    drop(socket);
    eyes.until("the loss", |message| told(message, "connection_lost")).await;
    let mut back = ann.socket().await;
    back.say(json!({ "type": "watch", "table": "sd" })).await;
    eyes.until("the return", |message| told(message, "connection_back")).await;
    assert_eq!(ann.act("sd", "player", json!({ "do": "look", "position": 4 })).await.status, 200);
    // Away again during the same decision: there is no second grace period, and the time runs on.
    drop(back);
    sleep(Duration::from_secs(9)).await;
    let news = ann.get("/api/v1/tables/sd?role=player").await.text;
    assert!(!news.contains("\"lost\":true"), "{news}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_stops_every_clock_until_it_is_ruled_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", quick(SOON), 0)]).await;
    let (ann, mut socket) = sits(&open, "ann", 4).await;
    let (ben, _window) = sits(&open, "ben", 5).await;
    let floor = Client::staff_with(&open, "floor", Some("the floor has a long password")).await;
    let dealer = Client::staff_with(&open, "dealer", Some("the dealer has one as well")).await;
    wagers(&ann, 4).await;
    socket.until("the turn", |message| message["view"]["turn"] == 4).await;
    let calls = json!({ "do": "call_floor", "reason": "wrong number of cards" });
    assert_eq!(dealer.act("sd", "dealer", calls).await.status, 200);
    let held = socket.until("the hold", |message| message["view"]["held"].is_object()).await;
    assert_eq!(held["view"]["held"]["by"]["person"], "dealer");
    assert_eq!(held["pending"], Value::Null, "nobody's time runs");
    // The floor sees who called and why; players can do nothing at the game, but change money.
    let waits = floor.get("/api/v1/tables").await.json()[0]["waits"].clone();
    assert_eq!((&waits[0]["what"]["kind"], &waits[0]["act"]["do"]), (&json!("held"), &json!("resume")), "{waits}");
    let fold = json!({ "do": "decide", "position": 4, "decision": "fold" });
    assert_eq!(ann.act("sd", "player", fold.clone()).await.json()["why"]["kind"], "held");
    assert_eq!(ben.act("sd", "player", json!({ "do": "buy_in", "amount": 100 })).await.status, 200);
    let rules = |reason: &str| json!({ "do": "resume", "reason": reason });
    assert_eq!(ann.act("sd", "player", rules("go on")).await.status, 422);
    sleep(Duration::from_secs(4)).await;
    assert_eq!(ann.get("/api/v1/tables/sd/rounds").await.json(), json!([]), "nobody has folded");
    assert_eq!(floor.act("sd", "floorperson", rules("the hand has three cards")).await.status, 200);
    socket.until("the turn again", |message| message["pending"]["does"] == "time_up").await;
    socket.until("the end of the time", |message| told(message, "time_ran_out")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_ready_before_the_port_opens() {
    const CODES: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];
    let folder = tempfile::tempdir().expect("a folder");
    // The demo floor: robots at human pace, with some company, for people alone.
    let demo = "[automation]\npace = \"human\"\ncompany = \"with_people\"\n";
    let tables: Vec<(&str, HouseText, u8)> = CODES.iter().map(|code| (*code, house(code, &[], demo), 2)).collect();
    let open = open(folder.path(), &tables).await;
    let ann = Client::guest(&open, "ann").await;
    for table in CODES {
        let view = ann.get(&format!("/api/v1/tables/{table}?role=player")).await.json()["view"].clone();
        let decks = view["decks"].as_array().expect("decks");
        assert!(decks.iter().any(|deck| deck["stage"] == "loaded"), "{table}: {decks:?}");
        assert_eq!(view["seats"].as_array().map(Vec::len), Some(2), "{table}: the company sits");
        assert_eq!(view["preparing"], Value::Null, "{table}");
        // Nothing is played without a player; the betting time runs from the first wager that can be dealt.
        let mut socket = ann.socket().await;
        socket.say(json!({ "type": "watch", "table": table })).await;
        let idle = socket.until("a view", |message| message["type"] == "view").await;
        assert_eq!(idle["pending"], Value::Null, "{table}");
        for act in [json!({ "do": "sit", "position": 1 }), json!({ "do": "buy_in", "amount": 10_000 })] {
            assert_eq!(ann.act(table, "player", act).await.status, 200, "{table}");
        }
        for wager in ["ante", "pair_plus"] {
            let act = json!({ "do": "wager", "position": 1, "wager": wager, "amount": 2_500 });
            assert_eq!(ann.act(table, "player", act).await.status, 200, "{table}");
        }
        let told = socket.until("the close", |message| message["pending"]["does"] == "no_more_bets").await;
        let left = told["pending"]["at"].as_i64().expect("when") - told["now"].as_i64().expect("now");
        assert!((0..=20_000).contains(&left), "{table}: betting closes in {left} ms");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_cut_off_without_a_word_is_missed_and_has_the_grace() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", quick("decision_seconds = 60\ngrace_seconds = 60"), 0)]).await;
    // A socket that nobody reads answers no ping, like one behind a dead network.
    let (ann, _silent) = sits(&open, "ann", 4).await;
    wagers(&ann, 4).await;
    let watching = Client::guest(&open, "bob").await;
    let mut eyes = watching.socket().await;
    eyes.say(json!({ "type": "watch", "table": "sd" })).await;
    // An onlooker who answers is not missed, and hears of it.
    let missed = eyes.until("the loss", |message| told(message, "connection_lost")).await;
    assert_eq!(missed["pending"]["does"], "rule_leaver", "{missed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn robots_are_never_away_and_people_have_all_their_time_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = || [("sd", quick("decision_seconds = 60\ngrace_seconds = 6"), 1)];
    let first = open(folder.path(), &tables()).await;
    let (ann, socket) = sits(&first, "ann", 4).await;
    wagers(&ann, 4).await;
    let mut eyes = ann.socket().await;
    eyes.say(json!({ "type": "watch", "table": "sd" })).await;
    eyes.until("the turn", |message| message["view"]["turn"] == 4).await;
    drop((socket, eyes));
    sleep(Duration::from_millis(5_800)).await;
    drop(first);
    sleep(Duration::from_secs(7)).await;
    let again = open(folder.path(), &tables()).await;
    let ann = Client { address: Some(again.address), ..ann };
    let view = ann.get("/api/v1/tables/sd?role=player").await.json()["view"].clone();
    assert_eq!(view["turn"], 4, "the grace begins anew: {view}");
    sleep(Duration::from_secs(1)).await;
    let seats = ann.get("/api/v1/tables/sd?role=player").await.json()["view"]["seats"].clone();
    let robot = seats.as_array().expect("seats").iter().find(|seat| seat["position"] != 4).expect("the robot").clone();
    assert_eq!(robot["lost"], false, "{robot}");
    assert_eq!(ann.act("sd", "player", json!({ "do": "look", "position": 4 })).await.status, 200);
}
