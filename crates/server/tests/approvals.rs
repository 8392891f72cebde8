//! Two persons for one act: requested, answered, tied to the situation it was requested in, and recorded as the act of
//! both.

use crate::common::{Answer, Client, Open, house, new_id, open};
use journal::{LedgerRules, SqliteStore, StoreOptions, export, verify_export};
use pit::PitCheck;
use serde_json::{Value, json};

const FULL: &str = "[automation]\npace = \"full\"\n";
const FLOOR: &str = "the floor has a long password";
const SUPERVISOR: &str = "so has the supervisor";

async fn ask(client: &Client, what: Value) -> Answer {
    let body = json!({ "id": new_id(), "reason": "the shoe spat out two cards", "what": what });
    client.send("POST", "/api/v1/approvals", &body).await
}

async fn answer(client: &Client, id: &str, approve: bool) -> Answer {
    client.send("POST", &format!("/api/v1/approvals/{id}"), &json!({ "approve": approve })).await
}

fn id(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["id"].as_str().unwrap().to_owned()
}

fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, answer.json()["code"].as_str()), (status, Some(code)), "{answer:?}");
}

/// A player in mid-round: the cards are dealt and the decision is due.
async fn dealt(ann: &Client) {
    let wager = json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 1000 });
    assert_eq!(ann.act("md14", "player", wager).await.status, 200);
}

async fn seated(open: &Open) -> Client {
    let ann = Client::guest(open, "ann").await;
    for act in [json!({ "do": "sit", "position": 1 }), json!({ "do": "buy_in", "amount": 50_000 })] {
        assert_eq!(ann.act("md14", "player", act).await.status, 200);
    }
    ann
}

fn misdeal() -> Value {
    json!({ "do": "report", "what": "wrong_number", "holder": "dealer" })
}

fn void() -> Value {
    json!({ "kind": "act", "table": "md14", "role": "floorperson", "act": misdeal() })
}

async fn proves_itself(folder: &std::path::Path) {
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let store = SqliteStore::open(folder, StoreOptions { ledger, ..StoreOptions::default() }).expect("the journal");
    let mut text = Vec::new();
    export(&store, &mut text).await.expect("an export");
    let report = verify_export(text.as_slice(), &[], &mut PitCheck::default()).expect("it is read");
    assert!(report.holds(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_after_the_deal_takes_two_who_gave_their_passwords() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let ann = seated(&open).await;
    let floor = Client::staff_with(&open, "floor", Some(FLOOR)).await;
    let supervisor = Client::staff_with(&open, "supervisor", Some(SUPERVISOR)).await;
    // Before the deal there is nothing to void, and nothing that needs two people.
    refused(&ask(&floor, void()).await, 422, "refused");
    dealt(&ann).await;
    refused(&floor.act("md14", "floorperson", misdeal()).await, 403, "approval");
    refused(&ask(&floor, void()).await, 403, "confirm");
    refused(&floor.confirm("not the password").await, 401, "sign_in");
    assert_eq!(floor.confirm(FLOOR).await.status, 200);
    let request = id(&ask(&floor, void()).await);
    // It waits for another member of the staff: not the asker, and not a player.
    let queue = supervisor.get("/api/v1/approvals").await.json();
    assert_eq!((queue[0]["id"].as_str(), &queue[0]["may"]), (Some(&*request), &json!(true)), "{queue}");
    assert_eq!(floor.get("/api/v1/approvals").await.json()[0]["may"], json!(false));
    assert_eq!(ann.get("/api/v1/approvals").await.status, 403);
    assert_eq!(Client::nobody(&open).get("/api/v1/approvals").await.status, 401);
    refused(&answer(&floor, &request, true).await, 403, "no_right");
    refused(&answer(&ann, &request, true).await, 403, "no_right");
    refused(&answer(&supervisor, &request, true).await, 403, "confirm");
    assert_eq!(supervisor.confirm(SUPERVISOR).await.status, 200);
    let done = answer(&supervisor, &request, true).await;
    assert_eq!((done.status, &done.json()["done"]), (200, &json!(true)), "{done:?}");
    refused(&answer(&supervisor, &request, true).await, 404, "not_found");
    let past = ann.get("/api/v1/tables/md14/rounds").await.json();
    assert_eq!((&past[0]["round"], &past[0]["void"]), (&json!(1), &json!(true)), "{past}");
    // The table's own stream has it as the act of both, and the round with the digests behind it.
    let events = supervisor.get("/api/v1/events?limit=1000").await.json();
    let text = events.to_string();
    assert!(text.contains(r#""second":{"person":"supervisor","role":"floorperson"}"#), "{text}");
    let under = events.as_array().unwrap().iter().find_map(|event| event["data"].get("under")).expect("digests");
    assert_eq!(under["program"].as_str().map(str::len), Some(64));
    assert_eq!(under["house"], ann.get("/api/v1/tables").await.json()[0]["house"]);
    // Declined or withdrawn: nothing happens.
    dealt(&ann).await;
    for who in [&supervisor, &floor] {
        let request = id(&ask(&floor, void()).await);
        let declined = answer(who, &request, false).await;
        assert_eq!((declined.status, &declined.json()["done"]), (200, &json!(false)), "{declined:?}");
    }
    // Asking holds the game: nobody decides, and nobody's time runs. The floor lets it go on without an answer.
    let request = id(&ask(&floor, void()).await);
    let fold = json!({ "do": "decide", "position": 1, "decision": "fold" });
    assert_eq!(ann.act("md14", "player", fold).await.json()["why"]["kind"], "held");
    let resume = json!({ "do": "resume", "reason": "three cards each" });
    assert_eq!(floor.act("md14", "floorperson", resume).await.status, 200);
    // An approval for a game that went on, or a round that is over, comes too late.
    let late = answer(&supervisor, &request, true).await;
    refused(&late, 422, "refused");
    assert!(late.json()["refused"].as_str().unwrap().contains("the game has gone on"), "{late:?}");
    for act in [json!({ "do": "look", "position": 1 }), json!({ "do": "decide", "position": 1, "decision": "fold" })] {
        assert_eq!(ann.act("md14", "player", act).await.status, 200);
    }
    let late = answer(&supervisor, &request, true).await;
    refused(&late, 422, "refused");
    assert!(late.json()["refused"].as_str().unwrap().contains("round 2 is over"), "{late:?}");
    assert_eq!(supervisor.get("/api/v1/approvals").await.json(), json!([]));
    drop(open);
    proves_itself(folder.path()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn meters_and_bankrolls_change_by_two_persons_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let ann = seated(&open).await;
    let floor = Client::staff_with(&open, "floor", Some(FLOOR)).await;
    let supervisor = Client::staff_with(&open, "supervisor", Some(SUPERVISOR)).await;
    assert_eq!(floor.confirm(FLOOR).await.status, 200);
    assert_eq!(supervisor.confirm(SUPERVISOR).await.status, 200);
    let propose = json!({ "do": "propose_meter", "wager": "five_card_progressive", "level": "mega", "amount": 1_234,
        "reason": "a wager was not counted" });
    refused(&floor.act("md14", "floorperson", propose.clone()).await, 403, "approval");
    let shows = || async {
        let card = ann.get("/api/v1/tables").await.json()[0].clone();
        let meters = card["meters"].as_array().unwrap().clone();
        meters.iter().find(|meter| meter["level"] == "mega").unwrap()["shows"].as_i64().unwrap()
    };
    let before = shows().await;
    let what = json!({ "kind": "act", "table": "md14", "role": "floorperson", "act": propose });
    let request = id(&ask(&floor, what).await);
    assert_eq!(answer(&supervisor, &request, true).await.status, 200);
    assert_eq!(shows().await, before + 1_234);
    // Bankrolls need a supervisor; a floorperson cannot be the second person.
    let adjust = |person: &str, cents: i64| json!({ "kind": "adjust", "person": person, "cents": cents });
    refused(&ask(&ann, adjust("ann", 5_000)).await, 403, "no_right");
    refused(&ask(&floor, adjust("nobody", 5_000)).await, 404, "not_found");
    refused(&ask(&floor, adjust("ann", 0)).await, 400, "malformed");
    let by_supervisor = id(&ask(&supervisor, adjust("ann", 100)).await);
    refused(&answer(&floor, &by_supervisor, true).await, 403, "no_right");
    let bankroll = ann.get("/api/v1/me").await.json()["bankroll"].as_i64().unwrap();
    let request = id(&ask(&floor, adjust("ann", 5_000)).await);
    // Of two answers at once the first counts, and the money moves once.
    let (one, other) = tokio::join!(answer(&supervisor, &request, true), answer(&supervisor, &request, true));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404], "{one:?} {other:?}");
    assert_eq!(ann.get("/api/v1/me").await.json()["bankroll"], json!(bankroll + 5_000));
    let too_much = id(&ask(&floor, adjust("ann", -100_000_000)).await);
    refused(&answer(&supervisor, &too_much, true).await, 422, "no_funds");
    let ledger = supervisor.get("/api/v1/accounts").await.json();
    let lines = ledger.as_array().unwrap();
    let adjusted = lines.iter().find(|line| line["account"] == "house/adjustments").expect("a line of its own");
    assert_eq!(adjusted["cents"], json!(-5_000));
    assert_eq!(lines.iter().map(|line| line["cents"].as_i64().unwrap()).sum::<i64>(), 0);
    drop(open);
    proves_itself(folder.path()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_ends_a_hold_that_another_waits_upon() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let ann = seated(&open).await;
    let dealer = Client::staff_with(&open, "dealer", Some("the dealer has one too")).await;
    let floor = Client::staff_with(&open, "floor", Some(FLOOR)).await;
    let supervisor = Client::staff_with(&open, "supervisor", Some(SUPERVISOR)).await;
    for (client, password) in [(&dealer, "the dealer has one too"), (&floor, FLOOR), (&supervisor, SUPERVISOR)] {
        assert_eq!(client.confirm(password).await.status, 200);
    }
    let by_dealer = || json!({ "kind": "act", "table": "md14", "role": "dealer", "act": misdeal() });
    let held = || async { ann.get("/api/v1/tables/md14?role=player").await.json()["view"]["held"].is_object() };
    let calls = json!({ "do": "call_floor", "reason": "four cards" });
    let resumes = json!({ "do": "resume", "reason": "it was nothing" });
    // Two people ask; one withdraws or is declined: the other's request still holds the game, and is carried out.
    for declined in [false, true] {
        dealt(&ann).await;
        let first = id(&ask(&dealer, by_dealer()).await);
        let second = id(&ask(&floor, void()).await);
        let who = if declined { &supervisor } else { &dealer };
        assert_eq!(answer(who, &first, false).await.status, 200);
        assert!(held().await, "the other one waits");
        let done = answer(&supervisor, &second, true).await;
        assert_eq!(done.status, 200, "{done:?}");
    }
    // A dealer who called the floor cannot end a hold that a floorperson caused.
    dealt(&ann).await;
    assert_eq!(dealer.act("md14", "dealer", calls.clone()).await.status, 200);
    let request = id(&ask(&floor, void()).await);
    refused(&dealer.act("md14", "dealer", resumes.clone()).await, 422, "refused");
    assert!(held().await);
    assert_eq!(answer(&floor, &request, false).await.status, 200);
    assert!(!held().await, "taken back by whoever asked");
    assert_eq!(dealer.act("md14", "dealer", calls.clone()).await.status, 200);
    assert_eq!(floor.act("md14", "floorperson", calls).await.status, 200);
    refused(&dealer.act("md14", "dealer", resumes.clone()).await, 422, "refused");
    assert_eq!(floor.act("md14", "floorperson", resumes).await.status, 200);
}
