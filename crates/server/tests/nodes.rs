//! Several nodes over one PostgreSQL database: any node serves any table, and nothing is done twice.

use crate::common::{Chance, Client, Open, house, new_id, open_at};
use journal::{LedgerRules, PostgresStore, Signer, StoreOptions, export, verify_export};
use pgtest::Cluster;
use pit::PitCheck;
use serde_json::{Value, json};
use server::JournalPlace;
use std::sync::Arc;

const FULL: &str = "[automation]\npace = \"full\"\n";

async fn node(url: &str, folder: &std::path::Path, number: u8) -> Open {
    let place = JournalPlace::Database(url.to_owned(), folder.join(format!("node-{number}")));
    open_at(place, &[("md14", house("md14", &[], FULL), 0), ("ma", house("ma", &[], FULL), 0)]).await
}

/// The same person at another node.
fn at(client: &Client, node: &Open) -> Client {
    Client { address: Some(node.address), ..client.clone() }
}

/// Waits until a node knows somebody's session.
async fn known(client: &Client) {
    for _ in 0..200 {
        if client.get("/api/v1/me").await.json()["name"].is_string() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the node never heard of {}", client.name);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_through_two_nodes_are_done_once() {
    let cluster = Cluster::start(pgtest::Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    let folder = tempfile::tempdir().expect("a folder");
    let one = node(&url, folder.path(), 1).await;
    let two = node(&url, folder.path(), 2).await;
    let ann = Client::guest(&one, "ann").await;
    known(&at(&ann, &two)).await;
    // The same command to both nodes at once, repeatedly: it takes effect once.
    let mut told = 0;
    assert_eq!(ann.act("md14", "player", json!({ "do": "sit", "position": 3 })).await.status, 200);
    for _ in 0..25 {
        let id = new_id();
        let buy = json!({ "do": "buy_in", "amount": 1_000 });
        let (there, here) = (at(&ann, &two), ann.clone());
        let (first, second) = tokio::join!(
            here.act_with(&id, "md14", "player", buy.clone()),
            there.act_with(&id, "md14", "player", buy.clone())
        );
        assert_eq!((first.status, second.status), (200, 200), "{first:?} {second:?}");
        assert_eq!(first.text, second.text, "both give the first answer");
        told += 1_000;
    }
    let chips = at(&ann, &two).get("/api/v1/tables/md14").await.json()["view"]["chips"].clone();
    assert_eq!(chips, json!(told));
    // A round whose acts go to either node.
    for round in 1..=10 {
        let nodes = [ann.clone(), at(&ann, &two)];
        let wager = json!({ "do": "wager", "position": 3, "wager": "ante", "amount": 500 });
        let acts = [
            wager,
            json!({ "do": "look", "position": 3 }),
            json!({ "do": "decide", "position": 3, "decision": "play" }),
        ];
        for (step, act) in acts.into_iter().enumerate() {
            let answer = nodes[(round + step) % 2].act("md14", "player", act.clone()).await;
            assert_eq!(answer.status, 200, "round {round}, {act}: {answer:?}");
        }
    }
    // Both nodes end up showing the same table.
    let mut views = (Value::Null, json!(1));
    for _ in 0..200 {
        let there = at(&ann, &two);
        let (here, there) = tokio::join!(ann.get("/api/v1/tables/md14"), there.get("/api/v1/tables/md14"));
        views = (here.json()["view"].clone(), there.json()["view"].clone());
        if views.0 == views.1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(views.0["round"], 11);
    assert_eq!(views.0, views.1, "both nodes show the same table");
    // A node goes away in mid-round; the other one goes on.
    let wager = json!({ "do": "wager", "position": 3, "wager": "ante", "amount": 500 });
    assert_eq!(ann.act("md14", "player", wager).await.status, 200);
    drop(one);
    let ann = at(&ann, &two);
    for act in [json!({ "do": "look", "position": 3 }), json!({ "do": "decide", "position": 3, "decision": "fold" })] {
        assert_eq!(ann.act("md14", "player", act).await.status, 200);
    }
    drop(two);
    proves_itself(&url, (11, 101)).await;
}

/// The database goes away and comes back while somebody acts all the time: the tables come back by themselves, and what was
/// said to be unknown in between is told when it is asked again.
#[tokio::test(flavor = "multi_thread")]
async fn tables_come_back_with_their_database_however_often_they_are_asked() {
    let mut cluster = Cluster::start(pgtest::Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    let folder = tempfile::tempdir().expect("a folder");
    let one = node(&url, folder.path(), 1).await;
    let ann = Client::guest(&one, "ann").await;
    let mut bought: Vec<String> = Vec::new();
    let buy = json!({ "do": "buy_in", "amount": 100 });
    for _ in 0..3 {
        let mut unknown = Vec::new();
        for away in [false, true, false] {
            match away {
                true => cluster.stop().expect("it stops"),
                false if unknown.is_empty() => {}
                false => cluster.start_again().expect("it starts"),
            }
            let begun = std::time::Instant::now();
            let mut back = None;
            while begun.elapsed() < std::time::Duration::from_secs(if back.is_none() && !away { 20 } else { 3 }) {
                let id = new_id();
                let answer = ann.act_with(&id, "md14", "player", buy.clone()).await;
                match (answer.status, answer.json()["code"].as_str()) {
                    (200, _) => {
                        assert!(!away, "nothing is done while the database is away: {answer:?}");
                        bought.push(id);
                        back = Some(begun.elapsed());
                        break;
                    }
                    (503, Some("unknown")) => unknown.push(id),
                    (503, Some("stopped")) => {}
                    _ => panic!("{answer:?}"),
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
            if !away {
                let back = back.expect("the table comes back");
                assert!(back < std::time::Duration::from_secs(5), "{back:?} after the database");
            }
        }
        assert!(!unknown.is_empty(), "somebody was told that it is not known");
        // Each has one answer now, and keeps it.
        for id in unknown {
            let [first, again] = [
                ann.act_with(&id, "md14", "player", buy.clone()).await,
                ann.act_with(&id, "md14", "player", buy.clone()).await,
            ];
            assert_eq!((first.status, &first.text), (200, &again.text), "{first:?}");
            bought.push(id);
        }
    }
    let chips = ann.get("/api/v1/tables/md14").await.json()["view"]["chips"].clone();
    assert_eq!(chips, json!(100 * bought.len()), "each purchase was made once");
    drop(one);
    proves_itself(&url, (0, 10)).await;
}

/// Orders that come in any order: each is handed in two or three times, at either node, several at once.
const ORDERS: usize = 60;
const AT_ONCE: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn repeated_reordered_and_concurrent_orders_have_the_effects_of_their_ids() {
    let cluster = Cluster::start(pgtest::Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (node(&url, folder.path(), 1).await, node(&url, folder.path(), 2).await);
    let ann = Client::guest(&one, "ann").await;
    known(&at(&ann, &two)).await;
    assert_eq!(ann.act("md14", "player", json!({ "do": "buy_in", "amount": 30_000 })).await.status, 200);
    let mut chance = Chance(0x5DEE_CE66_D1CE_4E5B);
    // Amounts such that every order can be done whatever came before it.
    let orders: Vec<(String, &str, i64)> = (0..ORDERS)
        .map(|_| (new_id(), ["buy_in", "cash_out", "tip"][chance.below(3)], 1 + chance.below(400) as i64))
        .collect();
    let mut posted: Vec<usize> = (0..ORDERS).flat_map(|order| [order].repeat(2 + chance.below(2))).collect();
    for last in (1..posted.len()).rev() {
        posted.swap(last, chance.below(last + 1));
    }
    let mut answers: Vec<Option<Value>> = vec![None; ORDERS];
    for some in posted.chunks(AT_ONCE) {
        let hand_in = some.iter().map(|order| {
            let (id, does, amount) = orders[*order].clone();
            let client = at(&ann, if chance.below(2) == 0 { &one } else { &two });
            let act = json!({ "do": does, "amount": amount });
            async move { (*order, client.act_with(&id, "md14", "player", act).await) }
        });
        let hand_in: Vec<_> = hand_in.collect();
        for (order, answer) in futures_util::future::join_all(hand_in).await {
            assert_eq!(answer.status, 200, "{:?}: {answer:?}", orders[order]);
            let first = answers[order].get_or_insert_with(|| answer.json());
            assert_eq!(*first, answer.json(), "every repeat gets the first answer");
        }
    }
    let of = |wanted: &str| orders.iter().filter(|order| order.1 == wanted).map(|order| order.2).sum::<i64>();
    let staff = Client::staff(&one, "surveillance").await;
    let view = |answer: Value| answer["view"].clone();
    let mut chips = Value::Null;
    for _ in 0..200 {
        chips = view(at(&ann, &two).get("/api/v1/tables/md14").await.json())["chips"].clone();
        if chips == 30_000 + of("buy_in") - of("cash_out") - of("tip") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(chips, 30_000 + of("buy_in") - of("cash_out") - of("tip"), "each order was done once");
    let till = view(staff.get("/api/v1/tables/md14?role=surveillance").await.json())["till"].clone();
    assert_eq!(till["tip_box"], of("tip"), "{till}");
    // One version for each order: no two share one, and none is missing between them.
    let mut versions: Vec<u64> = answers.iter().flatten().filter_map(|answer| answer["version"].as_u64()).collect();
    versions.sort_unstable();
    assert!(versions.len() == ORDERS && versions.windows(2).all(|pair| pair[0] < pair[1]), "{versions:?}");
}

/// Verifies the journal of a database, down to every decision.
async fn proves_itself(url: &str, (rounds, commands): (u64, u64)) {
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let options =
        StoreOptions { ledger, signer: Some(Arc::new(Signer::from_secret([7; 32]))), ..StoreOptions::default() };
    let store = PostgresStore::connect(url, options).await.expect("the database");
    let mut text = Vec::new();
    export(&store, &mut text).await.expect("an export");
    let mut check = PitCheck::default();
    let report = verify_export(text.as_slice(), &[], &mut check).expect("it is read");
    assert!(report.holds(), "{report}");
    assert!(
        check.rounds >= rounds && check.commands >= commands,
        "{} rounds, {} commands",
        check.rounds,
        check.commands
    );
}
