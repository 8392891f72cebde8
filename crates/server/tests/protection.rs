//! Players are protected on the server: limits and self-exclusion hold whatever a client sends, across restarts.

use crate::common::floor::Floor;
use crate::common::{Answer, Client, Open, house, open};
use serde_json::{Value, json};

const PROTECTED: &str = "[automation]\npace = \"full\"\n[protection]\nloss_day = \"$60\"\nself_exclusion = true\n\
                         reminder_minutes = 60\n";
const PASSWORD: &str = "patience is a virtue";

async fn ante(client: &Client, cents: i64) -> Answer {
    let wager = json!({ "do": "wager", "position": 1, "wager": "ante", "amount": cents });
    client.act("sd", "player", wager).await
}

async fn fold(client: &Client) {
    for act in [json!({ "do": "look", "position": 1 }), json!({ "do": "decide", "position": 1, "decision": "fold" })] {
        let answer = client.act("sd", "player", act).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

fn limited(answer: &Answer, says: &str) {
    assert_eq!((answer.status, answer.json()["code"].as_str()), (422, Some("limit")), "{answer:?}");
    assert!(answer.json()["refused"].as_str().unwrap().contains(says), "{answer:?}");
}

/// The same person after the house was closed and opened again.
async fn reopened(folder: &std::path::Path, old: Open) -> Open {
    drop(old);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    open(folder, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_wager_goes_beyond_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut open = open(folder.path(), &[("sd", house("sd", &[], PROTECTED), 0)]).await;
    let mut ann = Client::guest(&open, "ann").await;
    for act in [json!({ "do": "sit", "position": 1 }), json!({ "do": "buy_in", "amount": 50_000 })] {
        assert_eq!(ann.act("sd", "player", act).await.status, 200);
    }
    // An ante brings a play wager after it: both count.
    limited(&ante(&ann, 3_500).await, "today above your limit of $60");
    assert_eq!(ante(&ann, 3_000).await.status, 200);
    fold(&ann).await;
    limited(&ante(&ann, 2_000).await, "today above your limit of $60");
    let figures = ann.get("/api/v1/limits").await.json();
    assert_eq!(figures["figures"]["day_result"], json!(-3_000), "{figures}");
    assert_eq!((&figures["offered"], &figures["house"]["loss_day"]), (&json!(true), &json!(6_000)));
    // It survives a restart.
    open = reopened(folder.path(), open).await;
    ann.address = Some(open.address);
    limited(&ante(&ann, 2_000).await, "today above your limit of $60");
    assert_eq!(ante(&ann, 1_500).await.status, 200);
    fold(&ann).await;
    // A stricter limit of their own applies at once; a looser one waits a day.
    let set = |loss: Value| {
        let ann = ann.clone();
        async move { ann.send("POST", "/api/v1/limits", &json!({ "loss_day": loss })).await }
    };
    assert_eq!(set(json!(-1)).await.status, 400);
    let set_to = set(json!(4_600)).await;
    assert_eq!((set_to.status, &set_to.json()["own"]["loss_day"]), (200, &json!(4_600)), "{set_to:?}");
    limited(&ante(&ann, 500).await, "limit of $46");
    let looser = set(json!(100_000)).await.json();
    assert_eq!(
        (&looser["own"]["loss_day"], &looser["later"]["loss_day"]),
        (&json!(4_600), &json!(100_000)),
        "{looser}"
    );
    limited(&ante(&ann, 500).await, "limit of $46");
    // The house's own limit counts whatever a player sets.
    assert_eq!(set(Value::Null).await.json()["own"]["loss_day"], json!(4_600));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unprotected_house_limits_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], "[automation]\npace = \"full\"\n"), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    let now = ann.get("/api/v1/limits").await.json();
    assert_eq!((&now["offered"], &now["self_exclusion"]), (&json!(false), &json!(false)));
    assert_eq!(ann.send("POST", "/api/v1/limits", &json!({ "loss_day": 100 })).await.status, 422);
    assert_eq!(ann.send("POST", "/api/v1/exclusion", &json!({ "days": 1 })).await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_shut_out_stays_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut open = open(folder.path(), &[("sd", house("sd", &[], PROTECTED), 0)]).await;
    let floor = Floor::of(&open).await;
    let pat = floor.invited_with(&open, "pat", &["player"], &[], Some(PASSWORD)).await;
    assert_eq!(pat.act("sd", "player", json!({ "do": "sit", "position": 2 })).await.status, 200);
    let mut socket = pat.socket().await;
    assert_eq!(pat.send("POST", "/api/v1/exclusion", &json!({ "days": 0 })).await.status, 400);
    let excluded = pat.send("POST", "/api/v1/exclusion", &json!({ "days": 30 })).await;
    assert_eq!(excluded.status, 200, "{excluded:?}");
    assert_eq!(socket.next().await["type"], "signed_out");
    assert!(socket.next().await.is_null(), "the socket is closed");
    assert_eq!(pat.act("sd", "player", json!({ "do": "sit", "position": 3 })).await.status, 401);
    for round in 0..2 {
        let mut again = Client::nobody(&open);
        let answer = again.send("POST", "/api/v1/session", &json!({ "name": "pat", "password": PASSWORD })).await;
        assert_eq!(answer.status, 403, "start {round}: {answer:?}");
        assert!(answer.json()["refused"].as_str().unwrap().contains("excluded yourself until"), "{answer:?}");
        again.address = None;
        open = reopened(folder.path(), open).await;
    }
}
