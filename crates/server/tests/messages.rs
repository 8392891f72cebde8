//! Messages out of order: replayed after a round or a restart, before the welcome, in pieces, in floods, or as bytes
//! that are not a request at all. Repeats get the first answer, nothing is done twice, and the house stays healthy.

use std::time::{Duration, Instant};

use crate::common::floor::by_people;
use crate::common::{self, Client, Open, Socket, house, new_id, open, raw};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

const FULL: &str = "[automation]\npace = \"full\"\n";

/// More pings, and watches of one table, than any client needs.
const FLOOD: usize = 3_000;

/// More tables than one socket follows.
const TABLES: usize = 66;

fn at(client: &Client, open: &Open) -> Client {
    Client { address: Some(open.address), ..client.clone() }
}

async fn well(open: &Open) {
    assert_eq!(Client::nobody(open).get("/health").await.status, 200);
}

/// The acts of one round with their ids.
fn round() -> Vec<(String, Value)> {
    let acts = [
        json!({ "do": "sit", "position": 2 }),
        json!({ "do": "buy_in", "amount": 5_000 }),
        json!({ "do": "wager", "position": 2, "wager": "ante", "amount": 500 }),
        json!({ "do": "look", "position": 2 }),
        json!({ "do": "decide", "position": 2, "decision": "fold" }),
    ];
    acts.into_iter().map(|act| (new_id(), act)).collect()
}

/// Repeats every order of a round, over HTTP and over a socket: each gets its first answer. With another body it is
/// refused.
async fn replayed(ann: &Client, orders: &[(String, Value)], answers: &[Value]) {
    let mut socket = ann.socket().await;
    let before = ann.get("/api/v1/tables/ma").await.json()["view"].clone();
    for ((id, act), first) in orders.iter().zip(answers) {
        let again = ann.act_with(id, "ma", "player", act.clone()).await;
        assert_eq!((again.status, &again.json()), (200, first), "{act}");
        socket.say(json!({ "type": "do", "id": id, "table": "ma", "act": act })).await;
        let again = socket.until("an answer", |said| said["id"] == id.as_str()).await;
        assert_eq!((&again["type"], &again["version"]), (&json!("done"), &first["version"]), "{act}");
        let other = ann.act_with(id, "ma", "player", json!({ "do": "tip", "amount": 100 })).await;
        assert_eq!((other.status, &other.json()["code"]), (409, &json!("id_used")), "{act}");
    }
    let after = ann.get("/api/v1/tables/ma").await.json()["view"].clone();
    assert_eq!((&before["version"], &before["chips"]), (&after["version"], &after["chips"]), "nothing was done twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_replayed_after_their_round_and_after_a_restart_get_their_first_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = || [("ma", house("ma", &[], FULL), 0)];
    let first = open(folder.path(), &tables()).await;
    let ann = Client::guest(&first, "ann").await;
    let orders = round();
    let mut answers = Vec::new();
    for (id, act) in &orders {
        let answer = ann.act_with(id, "ma", "player", act.clone()).await;
        assert_eq!(answer.status, 200, "{act}: {answer:?}");
        answers.push(answer.json());
    }
    // The round is over: as new orders most of these would be refused now.
    let late = ann.act("ma", "player", orders[4].1.clone()).await;
    assert_eq!((late.status, &late.json()["code"]), (422, &json!("refused")), "{late:?}");
    replayed(&ann, &orders, &answers).await;
    drop(first);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let second = open(folder.path(), &tables()).await;
    replayed(&at(&ann, &second), &orders, &answers).await;
    // Somebody else's order with the same id is another order.
    let bob = Client::guest(&second, "bob").await;
    let stolen = bob.act_with(&orders[0].0, "ma", "player", orders[0].1.clone()).await;
    assert_eq!(stolen.json()["code"], "id_used", "{stolen:?}");
}

/// A frame of a text, by hand; clients hide what they send behind a mask, here of zeros.
fn frame(text: &str, masked: bool) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("a short text");
    assert!(length < 126, "a short text");
    let mut bytes = vec![0x81, length | if masked { 0x80 } else { 0 }];
    bytes.extend_from_slice(if masked { &[0; 4] } else { &[] });
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

/// A request for a socket.
const ASKING: &str = "GET /api/v1/live HTTP/1.1\r\nHost: house\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// Asks for a socket by hand and sends something directly after; returns what comes back within a moment, or until the
/// end.
async fn by_hand(open: &Open, more: &[u8]) -> String {
    let mut stream = TcpStream::connect(open.address).await.expect("the port is open");
    stream.write_all(&[ASKING.as_bytes(), more].concat()).await.expect("it is taken");
    let mut bytes = Vec::new();
    let _ = timeout(Duration::from_secs(2), stream.read_to_end(&mut bytes)).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_before_the_welcome_in_pieces_and_without_sense() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("ma", house("ma", &[], FULL), 0)]).await;
    // Sent before the welcome: that still comes first, and then the answer.
    let order = frame("{\"type\":\"watch\",\"table\":\"none\"}", true);
    let said = by_hand(&open, &order).await;
    let (welcome, answer) = (said.find("\"welcome\""), said.find("not_found"));
    assert!(welcome.is_some() && welcome < answer, "{said}");
    // A client that hides nothing, frames of no kind, and one that says it is endless: the socket closes, or waits.
    for odd in [
        frame("{}", false),
        vec![0x8F, 0x80, 0, 0, 0, 0],
        vec![0xF1, 0x80, 0, 0, 0, 0],
        vec![0x81, 0xFF],
        vec![0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
    ] {
        let said = by_hand(&open, &odd).await;
        assert!(!said.contains("not_found") && !said.contains("\"view\""), "{odd:?}: {said}");
    }
    let ann = Client::guest(&open, "ann").await;
    let piece = |text: &str, word, last| Message::Frame(Frame::message(text.to_owned(), OpCode::Data(word), last));
    let mut socket = ann.socket().await;
    // One message in three pieces with a ping between them is one message.
    for part in [
        piece("{\"type\":\"wa", Data::Text, false),
        Message::Ping(vec![1, 2, 3].into()),
        piece("tch\",\"table\"", Data::Continue, false),
        piece(":\"ma\"}", Data::Continue, true),
    ] {
        socket.0.send(part).await.expect("the socket is open");
    }
    assert_eq!(socket.until("a view", |said| said["type"] == "view").await["table"], "ma");
    // Invalid text, a piece without a beginning, and a beginning within another close the socket.
    let no_text = Frame::message(vec![0xC3, 0x28], OpCode::Data(Data::Text), true);
    for parts in [
        vec![Message::Frame(no_text)],
        vec![piece("x", Data::Continue, true)],
        vec![piece("{", Data::Text, false), piece("{", Data::Text, true)],
    ] {
        let mut socket = ann.socket().await;
        for part in parts {
            let _ = socket.0.send(part).await;
        }
        assert!(closed(&mut socket).await, "the socket is closed");
    }
    well(&open).await;
}

async fn closed(socket: &mut Socket) -> bool {
    loop {
        match timeout(common::PATIENCE, socket.0.next()).await.expect("an end in time") {
            Some(Ok(Message::Close(_)) | Err(_)) | None => return true,
            Some(Ok(Message::Text(text))) if text.contains("malformed") => return false,
            Some(Ok(_)) => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_of_pings_and_watches_keep_nobody_else_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..TABLES).map(|number| format!("t-{number}")).collect();
    let tables: Vec<_> = names.iter().map(|name| (name.as_str(), by_people("sd"), 0)).collect();
    let open = open(folder.path(), &tables).await;
    let (ann, bob) = (Client::guest(&open, "ann").await, Client::guest(&open, "bob").await);
    let (sink, mut stream) = ann.socket().await.0.split();
    let flood = tokio::spawn(async move {
        let mut sink = sink;
        for number in 0..FLOOD {
            let watch = json!({ "type": "watch", "table": "t-0", "since": 0 }).to_string();
            let message =
                if number % 2 == 0 { Message::Ping(vec![7; 100].into()) } else { Message::Text(watch.into()) };
            sink.send(message).await.expect("the socket is open");
        }
        // More tables than a socket follows.
        for number in 0..TABLES {
            let watch = json!({ "type": "watch", "table": format!("t-{number}") }).to_string();
            sink.send(Message::Text(watch.into())).await.expect("the socket is open");
        }
        sink
    });
    let read = tokio::spawn(async move {
        let (mut pongs, mut views) = (0, 0);
        loop {
            match timeout(common::PATIENCE, stream.next()).await.expect("an answer in time") {
                Some(Ok(Message::Pong(_))) => pongs += 1,
                Some(Ok(Message::Text(text))) if text.contains("\"too_many\"") => return (pongs, views),
                Some(Ok(Message::Text(_))) => views += 1,
                Some(Ok(_)) => {}
                end => panic!("the socket ended: {end:?}"),
            }
        }
    });
    // Meanwhile somebody else is served.
    let mut slowest = Duration::ZERO;
    let mut socket = bob.socket().await;
    for number in 0..20 {
        let asked = Instant::now();
        socket.say(json!({ "type": "watch", "table": format!("t-{}", number + 1) })).await;
        socket.until("a view", |said| said["type"] == "view").await;
        slowest = slowest.max(asked.elapsed());
    }
    let _sink = flood.await.expect("the flood");
    let (pongs, views) = read.await.expect("the reader");
    assert!(pongs > 0 && views > 0 && views <= FLOOD + TABLES, "{pongs} pongs, {views} views");
    assert!(slowest < Duration::from_secs(5), "others waited {slowest:?}");
    well(&open).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_request_are_refused_and_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("ma", house("ma", &[], FULL), 0)]).await;
    let post = |more: &str, body: &str| {
        format!("POST /api/v1/guest HTTP/1.1\r\nHost: house\r\nConnection: close\r\n{more}\r\n{body}")
    };
    let json_of = "Content-Type: application/json\r\n";
    let big = format!("{{\"name\":\"{}\"}}", "x".repeat(70_000));
    let (deep, length) = ("[".repeat(30_000), |text: &str| format!("Content-Length: {}\r\n", text.len()));
    let cases = [
        ("no request", "\u{0}\u{1}\u{2}hello\r\n\r\n".to_owned(), &[400][..]),
        ("a line without an end", "G".repeat(20_000) + "\r\n\r\n", &[400, 414]),
        (
            "a header without an end",
            format!("GET /health HTTP/1.1\r\nHost: house\r\nX: {}\r\n\r\n", "y".repeat(600_000)),
            &[400, 431],
        ),
        (
            "too many headers",
            format!("GET /health HTTP/1.1\r\nHost: house\r\n{}\r\n", "X: 1\r\n".repeat(2_000)),
            &[400, 431],
        ),
        ("two lengths", post(&format!("{json_of}Content-Length: 2\r\nContent-Length: 3\r\n"), "{}"), &[400]),
        ("a length that is none", post(&format!("{json_of}Content-Length: minus\r\n"), "{}"), &[400]),
        (
            "chunks that are none",
            post(&format!("{json_of}Transfer-Encoding: chunked\r\n"), "zz\r\n{}\r\n0\r\n\r\n"),
            &[400],
        ),
        ("too much", post(&format!("{json_of}{}", length(&big)), &big), &[400, 413]),
        ("too deep", post(&format!("{json_of}{}", length(&deep)), &deep), &[400]),
        ("another kind of body", post("Content-Type: text/plain\r\nContent-Length: 2\r\n", "{}"), &[400]),
        ("no text", post(&format!("{json_of}Content-Length: 4\r\n"), "{\"\u{fffd}"), &[400]),
        (
            "an address out of the house",
            "GET /api/v1/tables/..%2f..%2fetc%00 HTTP/1.1\r\nHost: house\r\nConnection: close\r\n\r\n".to_owned(),
            &[404],
        ),
        (
            "a method that is none",
            "BREW /api/v1/me HTTP/1.1\r\nHost: house\r\nConnection: close\r\n\r\n".to_owned(),
            &[405],
        ),
    ];
    for (what, request, known) in cases {
        // A client that is cut off while still sending may not hear why.
        let status = tokio::spawn({
            let address = open.address;
            async move { raw(address, request.as_bytes()).await.status }
        });
        let status = status.await.unwrap_or(0);
        assert!(known.contains(&status) || status == 0, "{what}: {status}");
        well(&open).await;
    }
    // A body that never comes costs nobody else anything.
    let mut waiting = TcpStream::connect(open.address).await.expect("the port is open");
    waiting.write_all(post(&format!("{json_of}Content-Length: 100\r\n"), "{").as_bytes()).await.expect("it is taken");
    well(&open).await;
    drop(waiting);
    well(&open).await;
}

/// A client that watches a busy table but never reads is dropped in the end; nothing is kept for it, and nobody else
/// waits.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 5)]).await;
    let ear = TcpSocket::new_v4().expect("a socket");
    // Little room, so that it is soon full.
    ear.set_recv_buffer_size(2048).expect("a small buffer");
    let mut deaf = ear.connect(open.address).await.expect("the port is open");
    let watch = frame("{\"type\":\"watch\",\"table\":\"sd\"}", true);
    deaf.write_all(&[ASKING.as_bytes(), &watch].concat()).await.expect("it is taken");
    let sockets = async || {
        let metrics = Client::nobody(&open).get("/metrics").await.text;
        let count = metrics.lines().find_map(|line| line.strip_prefix("queenhigh_sockets "));
        count.and_then(|count| count.trim().parse::<u32>().ok()).expect("a count of sockets")
    };
    let begun = Instant::now();
    while sockets().await == 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "no socket was opened");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A client that does read gets its messages meanwhile.
    let mut ann = Client::nobody(&open).socket().await;
    ann.say(json!({ "type": "watch", "table": "sd" })).await;
    let mut views = 0;
    while sockets().await == 2 {
        assert!(begun.elapsed() < Duration::from_secs(120), "the deaf client was never left");
        ann.until("a view", |said| said["type"] == "view").await;
        views += 1;
    }
    assert!(views > 3, "{views} views for the one who listens");
    well(&open).await;
    // What was on its way comes, and then the end.
    let mut rest = Vec::new();
    let ended = timeout(Duration::from_secs(20), deaf.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the line still stands after {} bytes", rest.len());
}

/// No client can send an order of cards or the meters of a link: they come from the house's shuffler and the link.
#[tokio::test(flavor = "multi_thread")]
async fn no_client_brings_an_order_or_a_bank() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("md14", by_people("md14"), 0)]).await;
    let (floor, dealer) = (Client::staff(&open, "floor").await, Client::staff(&open, "dealer").await);
    let opened = floor.act("md14", "floorperson", json!({ "do": "open_table", "float": 100_000 })).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    let order = table::Order::new(cards::Card::ALL).expect("a deck");
    let shuffle = json!(table::Shuffle::commit(order, table::Digest::default()));
    let lawful = rules::house::check(&by_people("md14").text, &rules::Books::shipped()).house.expect("a house");
    let terms = meters::BankTerms::of(&lawful, rules::Wager::Progressive).expect("its progressive");
    let bank = json!(meters::Bank::new(terms));
    let mut socket = dealer.socket().await;
    let before = dealer.get("/api/v1/tables/md14?role=dealer").await.json()["view"]["version"].clone();
    for (act, brings) in [
        (json!({ "do": "receive_deck", "deck": 1, "preshuffled": true }), ("shuffle", &shuffle)),
        (json!({ "do": "shuffle", "deck": 1, "method": "hand" }), ("shuffle", &shuffle)),
        (json!({ "do": "sync_meters", "wager": "progressive" }), ("bank", &bank)),
    ] {
        let mut with = act.clone();
        with[brings.0] = brings.1.clone();
        let mut beside = json!({ "id": new_id(), "table": "md14", "role": "dealer", "act": act });
        beside[brings.0] = brings.1.clone();
        let order = |act: &Value, then: &Value| json!({ "id": new_id(), "table": "md14", "role": "dealer", "act": act, "then": [then], "next": [] });
        let spread = json!({ "do": "spread", "deck": 1 });
        for body in [beside, order(&with, &spread), order(&spread, &with)] {
            let answer = dealer.send("POST", "/api/v1/tables/md14/acts", &body).await;
            assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{body}: {answer:?}");
            let mut said = body.clone();
            said["type"] = "do".into();
            socket.say(said).await;
            let answer = socket.until("an answer", |said| said["type"] == "problem").await;
            assert_eq!(answer["code"], "malformed", "{body}: {answer}");
        }
        let foresee = json!({ "role": "dealer", "act": with });
        let answer = dealer.send("POST", "/api/v1/tables/md14/foresee", &foresee).await;
        assert_eq!(answer.json()["code"], "malformed", "{foresee}: {answer:?}");
        // The same without it is understood, and refused by the table on its merits.
        let alone = dealer.act("md14", "dealer", act.clone()).await;
        assert_eq!((alone.status, &alone.json()["code"]), (422, &json!("refused")), "{act}: {alone:?}");
    }
    let after = dealer.get("/api/v1/tables/md14?role=dealer").await.json()["view"]["version"].clone();
    assert_eq!(before, after, "nothing was done");
}
