//! All bytes that each role gets, scanned for cards that it may not know at that moment: views and news over the WebSocket,
//! bodies of HTTP, the feed of events, figures and logs, against an oracle made from the journal alone.

mod common;

use std::io::Write;
use std::sync::{Arc, Mutex};

use common::floor::{Floor, by_people, seat};
use common::oracle::{Oracle, cards_in, leaks, leaks_of_message};
use common::{Client, Open, house, open};
use journal::{LedgerRules, Options, SqliteStore, export};
use serde_json::{Value, json};

const BOOKS: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];
const FULL: &str = "[automation]\npace = \"full\"\n";

/// Rounds at each table that people run, and at each that robots run.
const ROUNDS_BY_PEOPLE: usize = 2;
const ROUNDS_BY_ROBOTS: usize = 6;

/// The log of this process.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("the log").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What somebody in a role got: whole messages, and bodies with the way they came.
struct Reader {
    role: &'static str,
    client: Client,
    messages: Arc<Mutex<Vec<Value>>>,
    bodies: Vec<(String, String)>,
}

impl Reader {
    /// Follows tables over a socket, which is read to its end.
    async fn following(role: &'static str, client: &Client, tables: &[String]) -> Reader {
        let messages = Arc::new(Mutex::new(Vec::new()));
        let mut socket = client.socket().await;
        socket.say(json!({ "type": "watch_floor" })).await;
        for table in tables {
            socket.say(json!({ "type": "watch", "table": table, "role": role })).await;
        }
        let all = messages.clone();
        tokio::spawn(async move {
            loop {
                let message = socket.next().await;
                if message.is_null() {
                    return;
                }
                all.lock().expect("the messages").push(message);
            }
        });
        Reader { role, client: client.clone(), messages, bodies: Vec::new() }
    }

    fn person(&self) -> Option<&str> {
        (self.role == "player" && !self.client.name.is_empty()).then_some(self.client.name.as_str())
    }

    /// Asks for a table.
    async fn look(&mut self, table: &str) {
        let path = format!("/api/v1/tables/{table}?role={}&since=0", self.role);
        let answer = self.client.get(&path).await;
        self.bodies.push((path, answer.text));
    }

    /// Asks for everything else that HTTP has of a table.
    async fn ask(&mut self, table: &str) {
        let paths = [
            "/api/v1/tables".to_owned(),
            format!("/api/v1/tables/{table}/placard"),
            format!("/api/v1/tables/{table}/procedure"),
            format!("/api/v1/tables/{table}/rounds"),
            "/api/v1/me".to_owned(),
            "/metrics".to_owned(),
        ];
        for path in paths {
            let answer = self.client.get(&path).await;
            self.bodies.push((path, answer.text));
        }
    }
}

/// The last round that a table has begun.
async fn running(client: &Client, table: &str) -> u64 {
    client.get(&format!("/api/v1/tables/{table}")).await.json()["view"]["round"].as_u64().expect("a round")
}

/// A running round is nobody's yet.
async fn running_round_is_shut(reader: &Reader, table: &str) {
    let round = running(&reader.client, table).await;
    for form in ["", "?form=text"] {
        let answer = reader.client.get(&format!("/api/v1/tables/{table}/rounds/{round}{form}")).await;
        assert!(matches!(answer.status, 404 | 422) && cards_in(&answer.text).is_empty(), "{answer:?}");
    }
}

/// Everybody looks at a table, and one of them in turn asks for everything.
async fn ask_all(readers: &mut [Reader], table: &str, turn: usize) {
    for reader in readers.iter_mut() {
        reader.look(table).await;
    }
    let turn = turn % readers.len();
    readers[turn].ask(table).await;
    running_round_is_shut(&readers[turn], table).await;
}

/// Rounds at a table that people run, with something irregular in some of them.
async fn by_hand(floor: &Floor, players: &[&Client], readers: &mut [Reader], table: &str) {
    floor.open_table(table).await;
    for (player, position) in players.iter().zip([2, 5]) {
        seat(player, table, position).await;
    }
    for round in 0..ROUNDS_BY_PEOPLE {
        floor.until(table, "betting", players).await;
        for (player, position) in players.iter().zip([2, 5]) {
            let wager = json!({ "do": "wager", "position": position, "wager": "ante", "amount": 1_000 });
            let answer = player.act(table, "player", wager).await;
            assert_eq!(answer.status, 200, "{table}: {answer:?}");
        }
        let running = floor.view(table).await["round"].clone();
        for step in 0..400 {
            let view = floor.view(table).await;
            if view["round"] != running {
                break;
            }
            if step % 6 == 4 {
                ask_all(readers, table, step).await;
            }
            if round == 1 && view["phase"] == "deciding" {
                // One book voids the round, another plays on with the card seen.
                let report = json!({ "do": "report", "what": "player_card_exposed", "holder": { "position": 5 } });
                floor.floor.act(table, "floorperson", report).await;
            }
            floor.step(table, players).await;
        }
    }
}

/// Rounds at a table that robots run at full speed, played by one person.
async fn by_robots(ann: &Client, readers: &mut [Reader], table: &str) {
    seat(ann, table, 1).await;
    for round in 0..ROUNDS_BY_ROBOTS {
        let wager = json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 1_000 });
        let answer = ann.act(table, "player", wager).await;
        assert_eq!(answer.status, 200, "{table}: {answer:?}");
        ask_all(readers, table, round).await;
        for act in
            [json!({ "do": "look", "position": 1 }), json!({ "do": "decide", "position": 1, "decision": "fold" })]
        {
            let answer = ann.act(table, "player", act).await;
            assert_eq!(answer.status, 200, "{table}: {answer:?}");
        }
    }
}

/// The journal as text, from a copy: the tables that stand still hold the journal itself.
async fn exported(folder: &std::path::Path) -> String {
    let copy = tempfile::tempdir().expect("a folder");
    for file in std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path()) {
        std::fs::copy(&file, copy.path().join(file.file_name().expect("a name"))).expect("a copy");
    }
    let folder = copy.path();
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let store = SqliteStore::open(folder, Options { ledger, ..Options::default() }).expect("the journal");
    let mut text = Vec::new();
    export(&store, &mut text).await.expect("an export");
    String::from_utf8(text).expect("text")
}

/// Everything that somebody got over HTTP.
fn scan_bodies(reader: &Reader, oracle: &dyn Fn(&str) -> Oracle) -> usize {
    for (path, text) in &reader.bodies {
        let table = path.strip_prefix("/api/v1/tables/").unwrap_or_default();
        let found: Vec<String> = if table.contains("?role=") {
            let message: Value = serde_json::from_str(text).expect("JSON");
            if message["type"] != "view" {
                continue;
            }
            leaks_of_message(&message, reader.person(), &oracle(table.split('?').next().unwrap_or_default()))
        } else if let Some(table) = table.strip_suffix("/rounds") {
            let rounds: Value = serde_json::from_str(text).expect("JSON");
            let oracle = oracle(table);
            let over = |line: &Value| {
                line["round"].as_u64().is_some_and(|round| oracle.end_of(round).is_some())
                    || cards_in(&line.to_string()).is_empty()
            };
            rounds.as_array().expect("rounds").iter().filter(|line| !over(line)).map(ToString::to_string).collect()
        } else {
            cards_in(text).into_iter().collect()
        };
        assert!(found.is_empty(), "{} got {found:?} by {path}", reader.role);
    }
    reader.bodies.len()
}

/// The feed of events: each turn tells what is known after it, and no more.
fn scan_feed(events: &Value, oracle: &dyn Fn(&str) -> Oracle) -> usize {
    let mut turns = 0;
    for event in events.as_array().expect("events") {
        let table = event["source"].as_str().expect("a source").rsplit('/').next().unwrap_or_default();
        let Some(mut version) = event["data"]["after"].as_u64() else { continue };
        let oracle = oracle(table);
        for turn in event["data"]["turns"].as_array().expect("turns") {
            version += turn["events"].as_array().map_or(0, Vec::len) as u64;
            let found = leaks(&turn.to_string(), None, oracle.at(version));
            assert!(found.is_empty(), "the feed tells {found:?} of {table} at {version}: {turn}");
            turns += 1;
        }
    }
    turns
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_a_card_that_is_not_theirs_to_know() {
    let log = Log::default();
    let lines = log.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_writer(move || lines.clone());
    subscriber.with_ansi(false).init();
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<(String, bool)> =
        BOOKS.iter().flat_map(|book| [(format!("{book}-p"), true), (format!("{book}-r"), false)]).collect();
    let tables: Vec<_> = names
        .iter()
        .map(|(name, people)| {
            let book = name.split('-').next().unwrap_or_default();
            (name.as_str(), if *people { by_people(book) } else { house(book, &[], FULL) }, 0)
        })
        .collect();
    let open: Open = open(folder.path(), &tables).await;
    let floor = Floor::of(&open).await;
    let (ann, bob) = (Client::guest(&open, "ann").await, Client::guest(&open, "bob").await);
    let ids: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
    let mut readers = Vec::new();
    for (role, client) in [
        ("player", &Client::nobody(&open)),
        ("player", &ann),
        ("player", &bob),
        ("player", &Client::guest(&open, "eve").await),
        ("dealer", &floor.dealer),
        ("floorperson", &floor.floor),
        ("supervisor", &floor.supervisor),
        ("surveillance", &floor.surveillance),
        ("device", &floor.device),
    ] {
        readers.push(Reader::following(role, client, &ids).await);
    }
    for (name, people) in &names {
        if *people {
            by_hand(&floor, &[&ann, &bob], &mut readers, name).await;
        } else {
            by_robots(&ann, &mut readers, name).await;
        }
    }
    let mut feed = Vec::new();
    let mut after = 0;
    loop {
        let page = floor.surveillance.get(&format!("/api/v1/events?after={after}&limit=1000")).await.json();
        let Some(last) = page.as_array().expect("events").last() else { break };
        after = last["sequence"].as_u64().expect("a position");
        feed.push(page);
    }
    drop(open);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let export = exported(folder.path()).await;
    let oracles: Vec<(String, Oracle)> = ids.iter().map(|id| (id.clone(), Oracle::of(&export, id))).collect();
    let oracle = |table: &str| {
        let found = oracles.iter().find(|(id, _)| id == table);
        found.unwrap_or_else(|| panic!("no oracle of {table}")).1.clone()
    };
    let (mut messages, mut bodies) = (0, 0);
    for reader in &readers {
        for message in reader.messages.lock().expect("the messages").iter() {
            let about = message["table"].as_str().map(&oracle).unwrap_or_default();
            let found = leaks_of_message(message, reader.person(), &about);
            assert!(found.is_empty(), "{} {}: {found:?}", reader.role, reader.client.name);
            messages += 1;
        }
        bodies += scan_bodies(reader, &oracle);
    }
    let turns: usize = feed.iter().map(|page| scan_feed(page, &oracle)).sum();
    let log = String::from_utf8_lossy(&log.0.lock().expect("the log")).into_owned();
    assert!(cards_in(&log).is_empty(), "the log tells {:?}", cards_in(&log));
    println!("{messages} messages, {bodies} bodies, {turns} turns of the feed, {} bytes of log", log.len());
    assert!(messages > 2_000 && bodies > 700 && turns > 500 && log.len() > 10_000, "something was read");
}

/// The scan finds a leak when there is one: a hidden card in a view, in the news, in the feed, and the order of a deck.
#[test]
fn a_leaked_card_is_found() {
    let event = |event: Value| event;
    let events = json!([
        event(json!({ "event": "table_opened", "float": 1 })),
        event(json!({ "event": "seated", "position": 2, "person": "ann" })),
        event(json!({ "event": "dealt", "to": { "position": 2 }, "card": "Qs" })),
        event(json!({ "event": "dealt", "to": "dealer", "card": "7d" })),
        event(json!({ "event": "looked", "position": 2 })),
        event(json!({ "event": "dealer_revealed", "cards": ["7d", "2c", "3h"] })),
        event(json!({ "event": "round_ended", "shuffle": null })),
        event(json!({ "event": "buy_in" })),
    ]);
    let body = json!({ "after": 0, "round": 1, "turns": [{ "events": events }] });
    let line = json!({ "record": { "stream": "table/t", "kind": "turns", "body": body } }).to_string();
    let oracle = Oracle::of(&line, "t");
    assert_eq!(oracle.versions(), 8);
    let view = |version: u64, card: &str| {
        json!({ "type": "view", "table": "t", "view": { "version": version, "seats": [{ "cards": [card, null] }] },
                "news": [], "pending": null })
    };
    // Before she looks, the card is nobody's; then it is hers alone.
    assert_eq!(leaks_of_message(&view(4, "Qs"), Some("ann"), &oracle).len(), 1);
    assert_eq!(leaks_of_message(&view(5, "Qs"), Some("ann"), &oracle).len(), 0);
    assert_eq!(leaks_of_message(&view(5, "Qs"), Some("bob"), &oracle).len(), 1);
    assert_eq!(leaks_of_message(&view(5, "Qs"), None, &oracle).len(), 1);
    // The dealer's card is everybody's once it is turned up, and nothing is left of it in the next round.
    assert_eq!(leaks_of_message(&view(5, "7d"), None, &oracle).len(), 1);
    assert_eq!(leaks_of_message(&view(6, "7d"), None, &oracle).len(), 0);
    assert_eq!(leaks_of_message(&view(8, "7d"), None, &oracle).len(), 1);
    let news = json!({ "type": "view", "table": "t", "view": { "version": 7 }, "pending": null,
                       "news": [{ "version": 3, "text": "The first card, Qs, goes to position 2." }] });
    assert_eq!(leaks_of_message(&news, Some("ann"), &oracle).len(), 1, "news are everybody's");
    assert_eq!(leaks_of_message(&json!({ "type": "problem", "refused": "you have Qs" }), None, &oracle).len(), 1);
    // An order that is not opened, written without gaps.
    assert_eq!(leaks("{\"order\":\"QsTd2c\"}", None, oracle.at(2)), ["2c", "Qs", "Td"]);
    assert!(leaks("a hash 2c3d9f00aaQs and the word Ask", None, oracle.at(2)).is_empty());
    assert!(leaks("a pair of Qs with 9, three Ts", None, oracle.at(2)).is_empty());
}
