//! Copies of a running house: an export that proves itself and reveals no card in play, and a sealed backup that can be
//! restored elsewhere.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{Client, config, house, open, open_with};
use journal::{Head, LedgerRules, SqliteStore, Store, StoreOptions, StreamName, verify_export};
use pit::PitCheck;
use serde_json::json;
use server::JournalPlace;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const FULL: &str = "[automation]\npace = \"full\"\n";
const PASSWORD: &str = "a supervisor's own secret";

/// Fetches bytes, with their head.
async fn fetch(client: &Client, path: &str) -> (String, Vec<u8>) {
    let mut stream = tokio::net::TcpStream::connect(client.address.unwrap()).await.unwrap();
    let cookie = client.cookie.clone().unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
    (String::from_utf8_lossy(&bytes[..end]).into_owned(), bytes[end + 4..].to_vec())
}

async fn heads(folder: &std::path::Path) -> Vec<(StreamName, Head)> {
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let store = SqliteStore::open(folder, StoreOptions { ledger, ..StoreOptions::default() }).expect("the journal");
    store.streams().await.expect("its streams")
}

/// Looks at a folder again and again: the modes of all files that were ever seen in it, the widest of each.
struct Watched {
    over: Arc<AtomicBool>,
    looking: std::thread::JoinHandle<BTreeMap<String, u32>>,
}

impl Watched {
    fn begin(folder: &std::path::Path) -> Watched {
        let over = Arc::new(AtomicBool::new(false));
        let (ends, folder) = (over.clone(), folder.to_owned());
        let looking = std::thread::spawn(move || {
            let mut seen = BTreeMap::new();
            while !ends.load(Ordering::Relaxed) {
                for file in std::fs::read_dir(&folder).expect("the folder").flatten() {
                    // It may be gone by now.
                    let Ok(about) = file.metadata() else { continue };
                    let mode = seen.entry(file.file_name().to_string_lossy().into_owned()).or_insert(0);
                    *mode |= about.permissions().mode() & 0o777;
                }
            }
            seen
        });
        Watched { over, looking }
    }

    fn end(self) -> BTreeMap<String, u32> {
        self.over.store(true, Ordering::Relaxed);
        self.looking.join().expect("it looks")
    }
}

/// Plays until there were this many rounds.
async fn play(ann: &Client, rounds: u32) {
    for _ in 0..rounds {
        for act in [
            json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 1000 }),
            json!({ "do": "look", "position": 1 }),
            json!({ "do": "decide", "position": 1, "decision": "fold" }),
        ] {
            let answer = ann.act("sd", "player", act).await;
            assert_eq!(answer.status, 200, "{answer:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_proves_itself_and_tells_nothing_of_a_deck_in_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    for act in [json!({ "do": "sit", "position": 1 }), json!({ "do": "buy_in", "amount": 90_000 })] {
        assert_eq!(ann.act("sd", "player", act).await.status, 200);
    }
    play(&ann, 5).await;
    let supervisor = Client::staff_with(&open, "supervisor", Some(PASSWORD)).await;
    for path in ["/api/v1/export", "/api/v1/backup"] {
        assert_eq!(ann.get(path).await.status, 403);
        let unconfirmed = supervisor.get(path).await;
        assert_eq!((unconfirmed.status, unconfirmed.json()["code"].as_str()), (403, Some("confirm")));
    }
    assert_eq!(supervisor.confirm(PASSWORD).await.status, 200);
    // In mid-round: the cards are dealt, and the decision is awaited.
    let wager = json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 1000 });
    assert_eq!(ann.act("sd", "player", wager).await.status, 200);
    let view = ann.get("/api/v1/tables/sd").await.json()["view"].clone();
    let decks = view["decks"].as_array().expect("decks");
    let commitments: Vec<&str> = decks.iter().filter_map(|deck| deck["commitment"].as_str()).collect();
    assert!(!commitments.is_empty(), "{view}");
    let (head, text) = fetch(&supervisor, "/api/v1/export").await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut check = PitCheck::default();
    let report = verify_export(text.as_slice(), &[], &mut check).expect("it is read");
    assert!(report.holds(), "{report}");
    let hold = |text: &[u8]| commitments.iter().filter(|one| String::from_utf8_lossy(text).contains(**one)).count();
    assert_eq!(hold(&text), 0, "no deck in play");
    let before = check.rounds;
    assert!(before >= 3, "{before} rounds");
    // After the round its cards are public, and the next export includes it.
    for act in [json!({ "do": "look", "position": 1 }), json!({ "do": "decide", "position": 1, "decision": "fold" })] {
        assert_eq!(ann.act("sd", "player", act).await.status, 200);
    }
    play(&ann, 2).await;
    let (_, later) = fetch(&supervisor, "/api/v1/export").await;
    let mut check = PitCheck::default();
    assert!(verify_export(later.as_slice(), &[], &mut check).expect("it is read").holds());
    assert_eq!((hold(&later), check.rounds > before), (commitments.len(), true), "{} rounds", check.rounds);
    let left = std::fs::read_dir(folder.path()).unwrap().flatten();
    assert!(!left.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("outgoing-")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_backup_stands_up_again_with_the_same_heads() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = folder.path().join("first");
    let open = open(&first, &[("sd", house("sd", &[], FULL), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    for act in [json!({ "do": "sit", "position": 1 }), json!({ "do": "buy_in", "amount": 50_000 })] {
        assert_eq!(ann.act("sd", "player", act).await.status, 200);
    }
    play(&ann, 3).await;
    let supervisor = Client::staff_with(&open, "supervisor", Some(PASSWORD)).await;
    assert_eq!(supervisor.confirm(PASSWORD).await.status, 200);
    // Whoever looks into the folder meanwhile sees files of their owner alone.
    let watched = Watched::begin(&first);
    let (head, sealed) = fetch(&supervisor, "/api/v1/backup").await;
    let seen = watched.end();
    assert!(seen.keys().any(|name| name.starts_with("outgoing-")), "the copy was not seen in the making: {seen:?}");
    assert!(seen.values().all(|mode| *mode == 0o600), "{seen:?}");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let readable = |bytes: &[u8]| bytes.windows(6).any(|window| window == b"SQLite" || window == b"table/");
    assert!(!readable(&sealed), "nothing can be read in it");
    drop(open);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    // The backup contains the record of itself.
    let plain = folder.path().join("plain.sqlite");
    let key = first.join("people.key");
    server::unseal(&key, sealed.as_slice(), std::fs::File::create(&plain).unwrap()).expect("it opens");
    let second = folder.path().join("second");
    SqliteStore::restore(&plain, &second).expect("a restore");
    assert_eq!(heads(&second).await, heads(&first).await);
    // It opens, and the game goes on where it was, for the same session.
    std::fs::copy(&key, second.join("people.key")).unwrap();
    let again = open_with(config(JournalPlace::Folder(second))).await;
    let ann = Client { address: Some(again.address), ..ann };
    assert_eq!(ann.get("/api/v1/tables/sd").await.json()["view"]["round"], json!(4));
    play(&ann, 1).await;
    let sign_in = json!({ "name": "supervisor", "password": PASSWORD });
    assert_eq!(Client::nobody(&again).send("POST", "/api/v1/session", &sign_in).await.status, 200);
}
