//! Strangers who guess: passwords, by the hundred and by name; and names that are not theirs to have.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::common::floor::PASSWORD;
use crate::common::{Answer, Client, Open, config, house, open, open_with};
use futures_util::future::join_all;
use journal::{LedgerRules, SqliteStore, Store, StoreOptions, StreamName};
use serde_json::{Value, json};
use server::{Config, JournalPlace, Proxies};

const FULL: &str = "[automation]\npace = \"full\"\n";

async fn sign_in(client: &Client, name: &str, password: &str) -> Answer {
    client.send("POST", "/api/v1/session", &json!({ "name": name, "password": password })).await
}

fn kind(answer: &Answer) -> String {
    answer.json()["why"]["kind"].as_str().unwrap_or("done").to_owned()
}

/// A house behind a proxy on this machine, so that clients can be anywhere.
async fn behind_a_proxy(folder: &std::path::Path) -> Open {
    let proxies = Proxies::parse(["127.0.0.0/8"]).expect("a network");
    open_with(Config { proxies, ..config(JournalPlace::Folder(folder.to_owned())) }).await
}

fn at(address: SocketAddr, from: &str) -> Client {
    Client { address: Some(address), forwarded: Some(from.to_owned()), ..Client::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_guesses_at_once_are_three() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = behind_a_proxy(folder.path()).await;
    Client::staff_with(&open, "supervisor", Some(PASSWORD)).await;
    for (name, from) in [("supervisor", "203.0.113.1"), ("nobody-of-that-name", "203.0.113.2")] {
        let eve = at(open.address, from);
        let all = join_all((0..300).map(|n| {
            let eve = eve.clone();
            async move { sign_in(&eve, name, &format!("a guess of hers {n}")).await }
        }))
        .await;
        let checked = all.iter().filter(|answer| kind(answer) == "wrong_password").count();
        assert!((1..=4).contains(&checked), "{name}: {checked} were checked");
        let late = all.iter().find(|answer| kind(answer) == "too_many_guesses").expect("a refusal");
        assert_eq!(late.status, 429, "{late:?}");
        // How long to wait is said to people and to programs.
        assert!(late.head.to_lowercase().contains("\r\nretry-after: "), "{}", late.head);
        let seconds = late.json()["why"]["seconds"].as_u64().expect("seconds");
        assert!(late.json()["refused"].as_str().unwrap().contains(&format!("wait {seconds} second")), "{late:?}");
    }
    // Even the right one has to wait, and then it is right.
    let eve = at(open.address, "203.0.113.1");
    sign_in(&eve, "supervisor", "one more guess of hers").await;
    let early = sign_in(&eve, "supervisor", PASSWORD).await;
    assert_eq!(kind(&early), "too_many_guesses");
    let seconds = early.json()["why"]["seconds"].as_u64().expect("seconds");
    tokio::time::sleep(Duration::from_millis(seconds * 1_000 + 100)).await;
    let right = sign_in(&at(open.address, "203.0.113.1"), "supervisor", PASSWORD).await;
    assert_eq!(right.status, 200, "{right:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_tells_whether_a_name_exists() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = behind_a_proxy(folder.path()).await;
    Client::staff_with(&open, "floor", Some(PASSWORD)).await;
    let mut told = Vec::new();
    for (name, from) in [("floor", "203.0.113.1"), ("florence", "203.0.113.2"), ("-", "203.0.113.3")] {
        let eve = at(open.address, from);
        let mut answers = Vec::new();
        for _ in 0..8 {
            let answer = sign_in(&eve, name, "not the password at all").await;
            answers.push((answer.status, answer.text));
        }
        told.push(answers);
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_keep_nobody_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = behind_a_proxy(folder.path()).await;
    Client::staff_with(&open, "floor", Some(PASSWORD)).await;
    let mut home = at(open.address, "198.51.100.1");
    let first = sign_in(&home, "floor", PASSWORD).await;
    home.entered(&first);
    home.browser = first.browser();
    // Strangers guess at the name from everywhere, all the time.
    let address = open.address;
    let guessing: Vec<_> = (0..40u8)
        .map(|n| {
            let eve = at(address, &format!("203.0.{n}.7"));
            tokio::spawn(async move {
                for _ in 0..40 {
                    let answer = sign_in(&eve, "floor", "not the password at all").await;
                    assert_ne!(answer.status, 200);
                }
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let begun = Instant::now();
    // The session that is open stays open, and takes the password; the browser is known, even from the strangers' place.
    for _ in 0..3 {
        assert_eq!(home.confirm(PASSWORD).await.status, 200);
        let known = Client { cookie: None, csrf: None, forwarded: Some("203.0.1.7".to_owned()), ..home.clone() };
        let answer = sign_in(&known, "floor", PASSWORD).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        home.entered(&answer);
    }
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    for task in guessing {
        task.await.expect("nobody came in");
    }
    // In a new place the owner waits some seconds, as a stranger would.
    let elsewhere = sign_in(&at(open.address, "198.51.100.200"), "floor", PASSWORD).await;
    assert!(elsewhere.status == 200 || elsewhere.json()["why"]["seconds"].as_u64().is_some_and(|wait| wait <= 30));
    // Every failure is counted on record, and not each of them written.
    drop(open);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let store =
        SqliteStore::open(folder.path(), StoreOptions { ledger, ..StoreOptions::default() }).expect("the journal");
    let entries = store.read(StreamName::new("people").unwrap(), 1, 10_000).await.expect("the stream");
    let failed = entries.iter().filter(|entry| entry.what.kind.as_str() == "failed").count();
    assert!((1..=30).contains(&failed), "{failed} of 1600");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_taken_from_a_named_proxy_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    // Nobody named this proxy: whatever it writes, all guesses come from one address.
    let mut checked = 0;
    for n in 0..12 {
        let eve = at(open.address, &format!("203.0.113.{n}"));
        checked += usize::from(kind(&sign_in(&eve, "floor", "not the password at all").await) == "wrong_password");
    }
    assert!(checked <= 5, "{checked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_guest_is_a_mark_of_the_house_or_looks_like_somebody() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", house("md14", &[], FULL), 0)]).await;
    let guest = |name: String| {
        let client = Client::nobody(&open);
        async move { client.send("POST", "/api/v1/guest", &json!({ "name": name })).await }
    };
    // A guest by the mark of the onlooker would be everybody who only looks on.
    for name in [
        "-",
        "--",
        "robot-1",
        "R0bot",
        "Supervisor",
        "fIoor",
        "5\u{200d}5",
        "\u{202e}nna",
        "ann\u{0}",
        "<b>ann</b>",
        "title:baccarat",
        "\u{430}nn",
    ] {
        let answer = guest(name.to_owned()).await;
        assert_eq!((answer.status, kind(&answer).as_str()), (422, "bad_person_name"), "{name:?}: {answer:?}");
    }
    let long = guest("x".repeat(60_000)).await;
    assert_eq!((long.status, kind(&long).as_str()), (422, "bad_person_name"));
    assert!(long.text.len() < 1_000, "it is not sent back");
    // Honest names play: with a bankroll, chips and a wager under their own name.
    for (position, name) in (1..).zip(["José", "Łukasz", "李雷", "Ana María", "O'Neil"]) {
        let ann = Client::guest(&open, name).await;
        assert_eq!(ann.name, name);
        for act in [json!({ "do": "sit", "position": position }), json!({ "do": "buy_in", "amount": 5_000 })] {
            let answer = ann.act("md14", "player", act).await;
            assert_eq!(answer.status, 200, "{name}: {answer:?}");
        }
        let shown = ann.get("/api/v1/me").await.json();
        assert_eq!((&shown["name"], &shown["bankroll"]), (&json!(name), &json!(95_000)));
        let again = guest(name.to_owned()).await;
        assert_eq!(kind(&again), "name_taken", "{again:?}");
    }
    for double in ["JOSÉ", "Jose\u{301}", "O’Neil", "lukasz\u{335}"] {
        let answer = guest(double.to_owned()).await;
        assert!(answer.status != 200 || !double.starts_with(['J', 'O']), "{double}: {answer:?}");
    }
    // Staff with honest names sign in by them, however they are typed.
    let wager = Client::guest(&open, "plain").await;
    assert_eq!(wager.get("/api/v1/me").await.json()["guest"], json!(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_a_name_that_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let floor = Client::staff(&open, "floor").await;
    for name in ["", " one", "a\nb", "a\u{202e}b", &"x".repeat(61)] {
        let body = json!({ "id": "new", "name": name });
        let answer = floor.send("POST", "/api/v1/houses/sd/tables", &body).await;
        assert_eq!((answer.status, kind(&answer).as_str()), (422, "bad_name_of_table"), "{name:?}: {answer:?}");
    }
    let body = json!({ "id": "new", "name": "Mesa nº 7" });
    let founded = floor.send("POST", "/api/v1/houses/sd/tables", &body).await;
    assert_eq!((founded.status, &founded.json()["name"]), (200, &json!("Mesa nº 7")), "{founded:?}");
    let _: Value = founded.json();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_does_not_fill_the_house() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = behind_a_proxy(folder.path()).await;
    let eve = at(open.address, "203.0.113.9");
    let mut last = eve.send("POST", "/api/v1/guest", &json!({})).await;
    for _ in 0..250 {
        if last.status != 200 {
            break;
        }
        last = eve.send("POST", "/api/v1/guest", &json!({})).await;
    }
    assert_eq!((last.status, kind(&last).as_str()), (429, "too_many_guests"), "{last:?}");
    assert!(last.head.to_lowercase().contains("\r\nretry-after: "), "{}", last.head);
    let ann = at(open.address, "198.51.100.1").send("POST", "/api/v1/guest", &json!({})).await;
    assert_eq!(ann.status, 200, "{ann:?}");
}
