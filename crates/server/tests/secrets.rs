//! All bytes that each role gets, scanned for cards that it may not know at that moment: views, news and hints over the
//! WebSocket, every route of the description, what is foreseen, stories and proofs of past rounds, the feed of events, copies
//! of the journal, figures and logs, against an oracle made from the journal alone. In all books, at tables run by people,
//! by robots, and with physical cards that the shoe reads.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Mutex};

use crate::common::floor::{Floor, PEOPLE, by_people, seat};
use crate::common::oracle::{Decks, Oracle, cards_in, leaks, leaks_of_message};
use crate::common::reader::{Body, Reader, leaks_of_body};
use crate::common::{Client, Open, house, open};
use journal::{LedgerRules, SqliteStore, StoreOptions, export};
use serde_json::{Value, json};
use server::HouseText;

const BOOKS: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];
const FULL: &str = "[automation]\npace = \"full\"\n";

/// Rounds at each table that people run, and at each that robots run.
const ROUNDS_BY_PEOPLE: usize = 2;
const ROUNDS_BY_ROBOTS: usize = 4;

/// How a table is run; its name ends with the letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    /// By people, with the house's own cards.
    People,
    /// By people, with physical cards that are read as they are dealt.
    Read,
    /// By robots at full speed.
    Robots,
}

impl Run {
    fn house(self, book: &str) -> HouseText {
        match self {
            Run::People => by_people(book),
            Run::Read => house(book, &[], &format!("{PEOPLE}[cards]\nsource = \"observed\"\n")),
            Run::Robots => house(book, &[], FULL),
        }
    }
}

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

/// All readers, and whose turn it is to ask for everything.
struct Crowd {
    readers: Vec<Reader>,
    routes: Vec<String>,
    turn: usize,
    /// Who asked for everything in which phase.
    asked: BTreeSet<(usize, String)>,
}

impl Crowd {
    /// Everybody views a table, and one of them asks for everything: the next who has not done so in this phase.
    async fn ask(&mut self, table: &str, phase: &str) {
        let cards = self.readers[0].client.get("/api/v1/tables").await.json();
        let version = |card: &Value| (card["id"].as_str().unwrap_or_default().to_owned(), card["version"].as_u64());
        let versions = cards.as_array().expect("tables").iter().map(version);
        let versions: Arc<BTreeMap<String, u64>> =
            Arc::new(versions.filter_map(|(id, version)| Some((id, version?))).collect());
        for reader in &mut self.readers {
            reader.look(table, &versions).await;
        }
        let count = self.readers.len();
        let mut turns = (0..count).map(|i| (self.turn + i) % count);
        let fresh = turns.find(|reader| !self.asked.contains(&(*reader, phase.to_owned())));
        let reader = fresh.unwrap_or(self.turn % count);
        self.turn = reader + 1;
        self.asked.insert((reader, phase.to_owned()));
        self.readers[reader].ask(&self.routes, table, &versions).await;
    }
}

/// The test's own deck, in a different order for every round.
fn physical(round: usize) -> Vec<String> {
    let mut cards: Vec<String> =
        (0..52).map(|i| format!("{}{}", char_at("23456789TJQKA", i / 4), char_at("cdhs", i % 4))).collect();
    let mut chance = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(round as u64 + 7);
    for i in (1..52).rev() {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        cards.swap(i, (chance % (i as u64 + 1)) as usize);
    }
    cards
}

fn char_at(text: &str, at: usize) -> char {
    char::from(text.as_bytes()[at])
}

/// The next step. Where physical cards are dealt the shoe reads them, and what it could not read is keyed in.
async fn step(floor: &Floor, players: &[&Client], table: &str, round: usize) {
    let view = floor.view(table).await;
    let does = view["next"]["do"].as_str().unwrap_or_default();
    let dealer = async |act: Value| {
        let answer = floor.dealer.act(table, "dealer", act.clone()).await;
        assert_eq!(answer.status, 200, "{table}: {act}: {answer:?}");
    };
    match (table.ends_with("-k"), does) {
        (true, "deal") => {
            let seen = floor.dealer.get(&format!("/api/v1/tables/{table}?role=dealer")).await.json();
            let offers = seen["view"]["legal"].as_array().expect("offers");
            let fields = &offers.iter().find(|offer| offer["do"] == "deal").expect("a deal")["fields"];
            let (cards, each) = (&fields[0]["max"], &fields[1]["each"]);
            let all = cards.as_u64().expect("a number") * each.as_u64().expect("a number");
            dealer(json!({ "do": "deal", "cards": cards, "read": physical(round)[..all as usize] })).await;
        }
        (true, "reveal_community") => {
            dealer(json!({ "do": "reveal_community", "cards": physical(round)[50..] })).await;
        }
        _ => drop(floor.step(table, players).await),
    }
}

/// Rounds at a table that people run, with something irregular in some of them.
async fn by_hand(floor: &Floor, players: &[&Client], crowd: &mut Crowd, table: &str) {
    floor.open_table(table).await;
    for (player, position) in players.iter().zip([2, 5]) {
        seat(player, table, position).await;
    }
    for round in 0..ROUNDS_BY_PEOPLE {
        while floor.view(table).await["phase"] != "betting" {
            step(floor, players, table, round).await;
        }
        for (player, position) in players.iter().zip([2, 5]) {
            let wager = json!({ "do": "wager", "position": position, "wager": "ante", "amount": 1_000 });
            let answer = player.act(table, "player", wager).await;
            assert_eq!(answer.status, 200, "{table}: {answer:?}");
        }
        let running = floor.view(table).await["round"].clone();
        let mut last = Value::Null;
        for count in 0..400 {
            let view = floor.view(table).await;
            if view["round"] != running {
                break;
            }
            let phase = view["phase"].as_str().unwrap_or_default().to_owned();
            if view["phase"] != last || count % 12 == 11 {
                crowd.ask(table, &phase).await;
            }
            if view["phase"] != last && phase == "deciding" {
                deciding(floor, players[1], crowd, table, round).await;
            }
            last = view["phase"].clone();
            step(floor, players, table, round).await;
        }
    }
}

/// What happens while the players decide: a hint, something that waits for a second person, and in the second round a card
/// that shows in error.
async fn deciding(floor: &Floor, bob: &Client, crowd: &mut Crowd, table: &str, round: usize) {
    assert_eq!(bob.act(table, "player", json!({ "do": "look", "position": 5 })).await.status, 200);
    let mut socket = bob.socket().await;
    socket.say(json!({ "type": "hint", "table": table, "position": 5 })).await;
    let hint = socket.until("a hint", |said| matches!(said["type"].as_str(), Some("hint" | "problem"))).await;
    assert_eq!(hint["type"], "hint", "{hint}");
    crowd.readers[2].messages.lock().expect("the messages").push(hint);
    let request = floor.ask_for_void(table).await;
    crowd.ask(table, "deciding, with a request").await;
    let back = floor.floor.send("POST", &format!("/api/v1/approvals/{request}"), &json!({ "approve": false })).await;
    assert_eq!(back.status, 200, "{back:?}");
    if round == 1 {
        // One book voids the round, another plays on with the card seen.
        let report = json!({ "do": "report", "what": "player_card_exposed", "holder": { "position": 5 } });
        floor.floor.act(table, "floorperson", report).await;
        crowd.ask(table, "deciding, with a card exposed").await;
    }
}

/// Rounds at a table that robots run at full speed, played by one person.
async fn by_robots(ann: &Client, crowd: &mut Crowd, table: &str) {
    seat(ann, table, 1).await;
    for _ in 0..ROUNDS_BY_ROBOTS {
        let wager = json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 1_000 });
        let answer = ann.act(table, "player", wager).await;
        assert_eq!(answer.status, 200, "{table}: {answer:?}");
        crowd.ask(table, "at full speed").await;
        for act in
            [json!({ "do": "look", "position": 1 }), json!({ "do": "decide", "position": 1, "decision": "fold" })]
        {
            let answer = ann.act(table, "player", act).await;
            assert_eq!(answer.status, 200, "{table}: {answer:?}");
        }
    }
}

/// The journal as text, from a copy, because the running house holds the journal itself.
async fn exported(folder: &std::path::Path) -> String {
    let copy = tempfile::tempdir().expect("a folder");
    for file in std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path()) {
        std::fs::copy(&file, copy.path().join(file.file_name().expect("a name"))).expect("a copy");
    }
    let folder = copy.path();
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let options = StoreOptions { ledger, ..StoreOptions::default() };
    let store = SqliteStore::open_to_read(folder, options).expect("the journal");
    let mut text = Vec::new();
    export(&store, &mut text).await.expect("an export");
    String::from_utf8(text).expect("text")
}

/// What was read in all.
#[derive(Debug, Default)]
struct Count {
    messages: usize,
    bodies: usize,
    /// Routes with how often they were answered with something.
    routes: BTreeMap<String, usize>,
}

/// Everything that everybody got.
fn scan(readers: &[Reader], oracles: &BTreeMap<String, Oracle>) -> Count {
    let mut count = Count::default();
    let decks = Decks::of(oracles);
    assert!(decks.count() > 30, "{} decks that could be told of", decks.count());
    let nothing = Oracle::default();
    for reader in readers {
        for message in reader.messages.lock().expect("the messages").iter() {
            let about = message["table"].as_str().map_or(&nothing, |table| &oracles[table]);
            let found = leaks_of_message(message, reader.person(), about);
            assert!(found.is_empty(), "{} {}: {found:?}", reader.role, reader.client.name);
            count.messages += 1;
        }
        for body in &reader.bodies {
            let found = leaks_of_body(body, reader.person(), oracles, &decks);
            assert!(
                found.is_empty(),
                "{} {} got {found:?} by {}: {}",
                reader.role,
                reader.client.name,
                body.path,
                body.text
            );
            count.bodies += 1;
            *count.routes.entry(body.route.clone()).or_default() += usize::from(body.status == 200);
        }
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_a_card_that_is_not_theirs_to_know() {
    let started = std::time::Instant::now();
    let log = Log::default();
    let lines = log.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_writer(move || lines.clone());
    subscriber.with_ansi(false).init();
    let folder = tempfile::tempdir().expect("a folder");
    let runs = [("p", Run::People), ("k", Run::Read), ("r", Run::Robots)];
    let names: Vec<(String, &str, Run)> =
        BOOKS.iter().flat_map(|book| runs.map(|(letter, run)| (format!("{book}-{letter}"), *book, run))).collect();
    let tables: Vec<_> = names.iter().map(|(name, book, run)| (name.as_str(), run.house(book), 0)).collect();
    let open: Open = open(folder.path(), &tables).await;
    let floor = Floor::of(&open).await;
    let (ann, bob) = (Client::guest(&open, "ann").await, Client::guest(&open, "bob").await);
    let ids: Vec<String> = names.iter().map(|(name, ..)| name.clone()).collect();
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
    let description = ann.get("/api/openapi.json").await.json();
    let paths = description["paths"].as_object().expect("paths").iter().filter(|(_, path)| path.get("get").is_some());
    let routes: Vec<String> = paths.map(|(path, _)| path.replace("/api/v1", "")).collect();
    let mut crowd = Crowd { readers, routes, turn: 0, asked: BTreeSet::new() };
    for (name, _, run) in &names {
        match run {
            Run::People | Run::Read => by_hand(&floor, &[&ann, &bob], &mut crowd, name).await,
            Run::Robots => by_robots(&ann, &mut crowd, name).await,
        }
    }
    let gathered = started.elapsed();
    drop(open);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let export = exported(folder.path()).await;
    let oracles: BTreeMap<String, Oracle> = ids.iter().map(|id| (id.clone(), Oracle::of(&export, id))).collect();
    let count = scan(&crowd.readers, &oracles);
    let log = String::from_utf8_lossy(&log.0.lock().expect("the log")).into_owned();
    assert!(cards_in(&log).is_empty(), "the log tells {:?}", cards_in(&log));
    println!("{count:?}, {} bytes of log, in {gathered:?} and {:?}", log.len(), started.elapsed());
    assert!(count.messages > 2_000 && count.bodies > 3_000 && log.len() > 10_000, "something was read");
    for route in crowd.routes.iter().filter(|route| *route != "/live") {
        assert!(count.routes[route] > 0, "{route} was never answered");
    }
    for phase in ["betting", "dealing", "deciding", "showdown"] {
        let asked = crowd.asked.iter().filter(|(_, asked)| asked == phase).count();
        assert_eq!(asked, crowd.readers.len(), "everybody asked for everything while {phase}");
    }
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
    // Before she looks, nobody may know the card; then only she may.
    assert_eq!(leaks_of_message(&view(4, "Qs"), Some("ann"), &oracle).len(), 1);
    assert_eq!(leaks_of_message(&view(5, "Qs"), Some("ann"), &oracle).len(), 0);
    assert_eq!(leaks_of_message(&view(5, "Qs"), Some("bob"), &oracle).len(), 1);
    assert_eq!(leaks_of_message(&view(5, "Qs"), None, &oracle).len(), 1);
    // The dealer's card is public once it is turned up, and no longer known in the next round.
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

/// The same for bodies: a deck that is not opened in a story, in a proof, in a copy; a card in what is foreseen, in a
/// refusal, in a list; a round that is not over.
#[test]
fn a_leak_is_found_in_any_body() {
    let (order, nonce) = (physical(1), "ab".repeat(32));
    let shuffle = json!({ "order": order.concat(), "nonce": nonce, "commitment": "cd".repeat(32) });
    let events = json!([
        { "event": "table_opened", "float": 1 },
        { "event": "shuffled", "deck": 1, "method": "device", "shuffle": shuffle },
        { "event": "dealt", "to": "dealer", "card": order[0] },
        { "event": "round_ended", "shuffle": shuffle },
        { "event": "bought_in" },
    ]);
    let turns = json!({ "after": 0, "round": 1, "turns": [{ "events": events }] });
    let line = json!({ "record": { "stream": "table/t", "kind": "turns", "body": turns } }).to_string();
    let oracles = BTreeMap::from([("t".to_owned(), Oracle::of(&line, "t"))]);
    let decks = Decks::of(&oracles);
    let leak = |route: &str, path: &str, status: u16, text: &str, version: u64| {
        let versions = Arc::new(BTreeMap::from([("t".to_owned(), version)]));
        let (route, path, text) = (route.to_owned(), path.to_owned(), text.to_owned());
        !leaks_of_body(&Body { path, route, status, text, versions }, None, &oracles, &decks).is_empty()
    };
    let tells = |text: &str, version| leak("/export", "/api/v1/export", 200, text, version);
    // Six cards in the order of the deck, forwards, backwards or across the cut, count as a leak; five may be chance.
    assert!(tells(&format!("first {}", order[3..9].join(", then ")), 3));
    assert!(tells(&format!("{} {}", order[49..].concat(), order[..3].concat()), 3));
    assert!(tells(&order[3..9].iter().rev().cloned().collect::<Vec<_>>().join(" "), 3));
    assert!(!tells(&order[3..8].join(" "), 3));
    assert!(tells(&format!("{{\"nonce\":\"{nonce}\"}}"), 3));
    // Once opened at the end of its round, it is public.
    assert!(!tells(&format!("{} {nonce}", order.concat()), 4));
    let proof = json!({ "record": { "kind": "turns", "body": turns } }).to_string();
    let proves = |version| {
        let (route, path) = ("/tables/{table}/rounds/{round}/proof", "/api/v1/tables/t/rounds/1/proof");
        leak(route, path, 200, &proof, version)
    };
    assert!(proves(3) && !proves(5), "an order in a record");
    let story = |version| leak("/tables/{table}/rounds/{round}", "/api/v1/tables/t/rounds/1", 200, "{}", version);
    assert!(story(3) && !story(5), "a round that is not over is not told");
    let list = json!([{ "round": 1, "dealer": [] }]).to_string();
    assert!(leak("/tables/{table}/rounds", "/api/v1/tables/t/rounds", 200, &list, 3));
    let card = json!({ "news": [{ "text": format!("{} is exposed", order[0]) }] }).to_string();
    assert!(leak("/tables/{table}/foresee", "/api/v1/tables/t/foresee", 200, &card, 3));
    assert!(leak("/approvals", "/api/v1/approvals", 200, &card, 3));
    assert!(leak("/metrics", "/metrics", 200, &card, 3));
    assert!(leak("/tables/{table}", "/api/v1/tables/t", 422, &card, 3), "a refusal tells no card");
    let turn = json!([{ "source": "/tables/t", "data": { "after": 0, "turns": [{ "events": [{}, {}, events[2]] }] } }]);
    assert!(leak("/events", "/api/v1/events", 200, &turn.to_string(), 3));
    let people = json!([{ "source": "/people", "data": { "said": order[0] } }]);
    assert!(leak("/events", "/api/v1/events", 200, &people.to_string(), 3));
    assert!(leak("/backup", "/api/v1/backup", 200, "SQLite table/t", 3), "a copy that is not sealed");
}
