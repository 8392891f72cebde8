//! Other titles on a link: they contribute and claim over HTTP as tables do, and a meter has exactly one winner.

use std::sync::Arc;

use crate::common::{Answer, Client, Open, house, new_id, open, open_at, raw};
use journal::{LedgerRules, PostgresStore, Signer, SqliteStore, Store, StoreOptions, export, verify_export};
use pit::PitCheck;
use serde_json::{Value, json};
use server::JournalPlace;

const FULL: &str = "[automation]\npace = \"full\"\n";
const PASSWORD: &str = "a supervisor's own secret";
const LINK: &str = "/api/v1/links/chesapeake-link.five_card_progressive";

/// A title with its token.
#[derive(Clone)]
struct Title {
    address: std::net::SocketAddr,
    token: String,
}

impl Title {
    async fn send(&self, what: &str, body: Value) -> Answer {
        let (body, token) = (body.to_string(), &self.token);
        let length = body.len();
        let request = format!(
            "POST {LINK}/{what} HTTP/1.1\r\nHost: house\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        raw(self.address, request.as_bytes()).await
    }
}

async fn supervisor(open: &Open) -> Client {
    let supervisor = Client::staff_with(open, "supervisor", Some(PASSWORD)).await;
    assert_eq!(supervisor.confirm(PASSWORD).await.status, 200);
    supervisor
}

/// The terms of the link, as any title reads them.
async fn terms(open: &Open) -> Value {
    let card = Client::nobody(open).get(LINK).await;
    assert_eq!(card.status, 200, "{card:?}");
    card.json()
}

fn mega(card: &Value) -> i64 {
    let shows = card["shows"].as_array().unwrap();
    shows.iter().find(|meter| meter[0] == "mega").unwrap()[1].as_i64().unwrap()
}

async fn join(supervisor: &Client, card: &Value, changed: Value) -> Answer {
    let mut body = json!({ "name": "baccarat", "title": "Baccarat", "paytable": card["paytable"], "stake": card["stake"],
        "decks": card["decks"] });
    for (key, value) in changed.as_object().unwrap() {
        body[key] = value.clone();
    }
    supervisor.send("POST", &format!("{LINK}/titles"), &body).await
}

async fn proves_itself(store: &dyn Store) -> PitCheck {
    let mut text = Vec::new();
    export(store, &mut text).await.expect("an export");
    let mut check = PitCheck::default();
    let report = verify_export(text.as_slice(), &[], &mut check).expect("it is read");
    assert!(report.holds(), "{report}");
    check
}

fn options() -> StoreOptions {
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    StoreOptions { ledger, signer: Some(Arc::new(Signer::from_secret([7; 32]))), ..StoreOptions::default() }
}

/// 64 claims of the whole meter at once, each sent through one of the titles: one winner, and the money is exact.
async fn one_winner(titles: &[Title], card: &Value, seed: i64) {
    let stake = card["stake"].as_i64().unwrap();
    let contributed = json!({ "id": new_id(), "round": 7, "wagers": 64 });
    let first = titles[0].send("contributions", contributed.clone()).await;
    assert_eq!(first.status, 200, "{first:?}");
    let again = titles.last().unwrap().send("contributions", contributed).await;
    assert_eq!((again.status, &again.text), (200, &first.text), "a repeat gets the first answer");
    let shown = mega(&first.json());
    assert!(shown > mega(card), "{shown} after {stake} each");
    let claims = (0..64_u16).map(|position| {
        let title = titles[usize::from(position) % titles.len()].clone();
        let claim = json!({ "id": new_id(), "round": 7, "position": position, "level": "mega", "share": "100%",
            "amount": shown });
        async move { (title.send("claims", claim.clone()).await, claim) }
    });
    let answers = futures_util::future::join_all(claims).await;
    let won: Vec<_> = answers.iter().filter(|(answer, _)| answer.status == 200).collect();
    assert_eq!(won.len(), 1, "{answers:?}");
    assert_eq!(won[0].0.json()["amount"], json!(shown));
    for (lost, _) in answers.iter().filter(|(answer, _)| answer.status != 200) {
        assert_eq!((lost.status, lost.json()["code"].as_str()), (422, Some("refused")), "{lost:?}");
        assert!(!lost.json()["clauses"].as_array().unwrap().is_empty(), "{lost:?}");
    }
    assert!(mega(&won[0].0.json()) >= seed, "it begins again at its seed");
    // Repeating the winner's claim changes nothing.
    let repeated = titles.last().unwrap().send("claims", won[0].1.clone()).await;
    assert_eq!((repeated.status, &repeated.text), (200, &won[0].0.text));
    let closed = titles[0].send("closes", json!({ "id": new_id(), "round": 7 })).await;
    assert_eq!(closed.status, 200, "{closed:?}");
}

/// What the ledger says was paid out of the meters to the title.
async fn paid(supervisor: &Client) -> (i64, i64) {
    let ledger = supervisor.get("/api/v1/accounts").await.json();
    let on = |name: &str| {
        let lines = ledger.as_array().unwrap();
        lines.iter().find(|line| line["account"] == name).map_or(0, |line| line["cents"].as_i64().unwrap())
    };
    (on("meters/title:baccarat"), on("world/title:baccarat"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_joins_on_the_links_terms_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let (card, supervisor) = (terms(&open).await, supervisor(&open).await);
    for (changed, says) in [
        (json!({ "paytable": "another" }), "paytable"),
        (json!({ "stake": 500 }), "stake"),
        (json!({ "decks": 8 }), "deck"),
    ] {
        let answer = join(&supervisor, &card, changed).await;
        assert_eq!(answer.status, 422, "{answer:?}");
        assert!(answer.json()["refused"].as_str().unwrap().contains(says), "{answer:?}");
    }
    assert_eq!(join(&supervisor, &card, json!({ "name": "Not A Name" })).await.status, 400);
    let floor = Client::staff(&open, "floor").await;
    assert_eq!(join(&floor, &card, json!({})).await.status, 403);
    let joined = join(&supervisor, &card, json!({})).await;
    assert_eq!(joined.status, 200, "{joined:?}");
    let old = Title { address: open.address, token: joined.json()["token"].as_str().unwrap().to_owned() };
    // If it joins again it gets a new token, and the old one stops working.
    let again = join(&supervisor, &card, json!({})).await;
    let title = Title { address: open.address, token: again.json()["token"].as_str().unwrap().to_owned() };
    let wagers = || json!({ "id": new_id(), "round": 1, "wagers": 2 });
    assert_eq!(old.send("contributions", wagers()).await.status, 401);
    let contributed = title.send("contributions", wagers()).await;
    assert_eq!(contributed.status, 200, "{contributed:?}");
    assert_eq!(title.send("contributions", wagers()).await.status, 422, "each round contributes once");
    let ahead = json!({ "id": new_id(), "round": 2, "wagers": 1 });
    assert_eq!(title.send("contributions", ahead).await.status, 422, "the last round is open");
    // A void round leaves no trace on the meters.
    let void = title.send("closes", json!({ "id": new_id(), "round": 1, "void": true })).await;
    assert_eq!(void.status, 200, "{void:?}");
    assert_eq!(mega(&void.json()), mega(&card));
    assert_eq!(mega(&terms(&open).await), mega(&card));
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_claims_at_once_have_one_winner() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let (card, supervisor) = (terms(&open).await, supervisor(&open).await);
    let token = join(&supervisor, &card, json!({})).await.json()["token"].as_str().unwrap().to_owned();
    one_winner(&[Title { address: open.address, token }], &card, 1).await;
    let (meters, world) = paid(&supervisor).await;
    assert!(meters < 0 && meters == -world, "{meters} {world}");
    drop(open);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let store = SqliteStore::open(folder.path(), StoreOptions { signer: None, ..options() }).expect("the journal");
    proves_itself(&store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn and_so_they_have_through_two_nodes() {
    let cluster = pgtest::Cluster::start(pgtest::Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    let folder = tempfile::tempdir().expect("a folder");
    let mut nodes = Vec::new();
    for node in ["one", "two"] {
        let place = JournalPlace::Database(url.clone(), folder.path().join(node));
        nodes.push(open_at(place, &[("md14", house("md14", &[], FULL), 0)]).await);
    }
    let (card, supervisor) = (terms(&nodes[0]).await, supervisor(&nodes[0]).await);
    let token = join(&supervisor, &card, json!({})).await.json()["token"].as_str().unwrap().to_owned();
    let titles: Vec<Title> = nodes.iter().map(|node| Title { address: node.address, token: token.clone() }).collect();
    // The other node learns of the token on its own.
    for _ in 0..200 {
        let probe = titles[1].send("closes", json!({ "id": new_id(), "round": 1 })).await;
        if probe.status != 401 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    one_winner(&titles, &card, 1).await;
    let (meters, world) = paid(&supervisor).await;
    assert!(meters < 0 && meters == -world, "{meters} {world}");
    drop(nodes);
    let store = PostgresStore::connect(&url, options()).await.expect("the database");
    proves_itself(&store).await;
}
