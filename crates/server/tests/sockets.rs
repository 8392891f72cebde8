//! Whatever clients send over a WebSocket, too much, too early, too late or repeatedly: the answer is a message that
//! the schema of the wire knows, or the socket closes; nothing breaks, and nothing is done twice.

use std::time::Duration;

use crate::common::{self, Chance, Client, house, new_id, open};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const FULL: &str = "[automation]\npace = \"full\"\n";

/// Messages sent by the property test.
const MESSAGES: usize = 1_500;

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A bare socket of somebody.
async fn bare(client: &Client) -> Stream {
    let address = client.address.expect("an address");
    let mut request = format!("ws://{address}/api/v1/live").into_client_request().expect("a request");
    if let Some(cookie) = &client.cookie {
        request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
    }
    let (mut stream, _) = tokio_tungstenite::connect_async(request).await.expect("a socket");
    assert_eq!(text(&mut stream).await.expect("an open socket")["type"], "welcome");
    stream
}

/// The next text; nothing when the socket was closed.
async fn text(stream: &mut Stream) -> Option<Value> {
    loop {
        match timeout(common::PATIENCE, stream.next()).await.expect("an answer in time") {
            Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).expect("JSON")),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            Some(Ok(_)) => {}
        }
    }
}

/// Messages as clients send them.
fn sound() -> Vec<Value> {
    let order = |act: Value| json!({ "type": "do", "id": new_id(), "table": "ma", "act": act });
    vec![
        json!({ "type": "watch", "table": "ma" }),
        json!({ "type": "watch", "table": "ma", "role": "dealer", "since": 0 }),
        json!({ "type": "watch", "table": "ma", "detail": "answers" }),
        json!({ "type": "unwatch", "table": "ma" }),
        json!({ "type": "watch_floor" }),
        json!({ "type": "hint", "table": "ma", "position": 3 }),
        order(json!({ "do": "sit", "position": 3 })),
        order(json!({ "do": "buy_in", "amount": 1_000 })),
        order(json!({ "do": "wager", "position": 3, "wager": "ante", "amount": 500 })),
        order(json!({ "do": "look", "position": 3 })),
        order(json!({ "do": "decide", "position": 3, "decision": "fold" })),
        order(json!({ "do": "fill", "amount": 5 })),
    ]
}

/// A message with something wrong in it.
fn spoilt(chance: &mut Chance) -> String {
    let all = sound();
    let mut value = all[chance.below(all.len())].clone();
    let odd = [
        Value::Null,
        json!(-1),
        json!(u64::MAX),
        json!(1.5),
        json!(""),
        json!("\u{0}\u{7f}\u{202e}"),
        json!([[[[]]]]),
        json!({ "do": "sit" }),
        json!("x".repeat(2_000)),
    ];
    if let Some(fields) = value.as_object_mut() {
        let keys: Vec<String> = fields.keys().cloned().collect();
        let key = keys[chance.below(keys.len())].clone();
        match chance.below(4) {
            0 => drop(fields.remove(&key)),
            1 => drop(fields.insert(key, odd[chance.below(odd.len())].clone())),
            2 => drop(fields.insert("surprise".to_owned(), odd[chance.below(odd.len())].clone())),
            _ => {}
        }
    }
    let mut bytes = value.to_string().into_bytes();
    match chance.below(5) {
        0 => bytes.truncate(chance.below(bytes.len())),
        1 => {
            let at = chance.below(bytes.len());
            bytes[at] = chance.below(128) as u8;
        }
        2 => bytes.extend_from_slice(&bytes.clone()),
        _ => {}
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn any_message_gets_an_answer_that_the_wire_knows() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("ma", house("ma", &[], FULL), 0)]).await;
    let known = ["welcome", "floor", "card", "view", "done", "refused", "hint", "problem", "signed_out"];
    let mut chance = Chance(0x1234_5678_9ABC_DEF1);
    for client in [Client::nobody(&open), Client::guest(&open, "ann").await, Client::staff(&open, "dealer").await] {
        let mut stream = bare(&client).await;
        for number in 0..MESSAGES {
            stream.send(Message::Text(spoilt(&mut chance).into())).await.expect("the socket is open");
            if number % 50 == 49 {
                // A message that is always answered: everything before it was taken, and the socket lives.
                stream.send(Message::Text("{".into())).await.expect("the socket is open");
                let mut problems = 0;
                while problems == 0 {
                    let answer = text(&mut stream).await.expect("the socket lives");
                    let kind = answer["type"].as_str().unwrap_or_default();
                    assert!(known.contains(&kind), "{answer}");
                    if matches!(kind, "problem" | "refused") {
                        assert!(answer["refused"].as_str().is_some_and(|why| why.len() > 5), "{answer}");
                        problems += usize::from(answer["refused"].as_str().is_some_and(|why| why.contains("EOF")));
                    }
                }
            }
        }
    }
    assert_eq!(Client::nobody(&open).get("/health").await.status, 200);
    assert_eq!(Client::nobody(&open).get("/api/v1/tables/ma").await.status, 200, "the table stands");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_long_closes_the_socket_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("ma", house("ma", &[], FULL), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    let mut other = bare(&ann).await;
    let long = json!({ "type": "watch", "table": "x".repeat(20_000) }).to_string();
    let mut stream = bare(&ann).await;
    let _ = stream.send(Message::Text(long.into())).await;
    assert!(text(&mut stream).await.is_none(), "a message of 20 KB is not read");
    // One in many pieces is as long.
    let mut stream = bare(&ann).await;
    for piece in 0..40 {
        let word = if piece == 0 { Data::Text } else { Data::Continue };
        let frame = Frame::message("y".repeat(1_000).into_bytes(), OpCode::Data(word), piece == 39);
        if stream.send(Message::Frame(frame)).await.is_err() {
            break;
        }
    }
    assert!(text(&mut stream).await.is_none(), "forty pieces of a kilobyte are not put together");
    // Binary messages are refused with a reason.
    let mut stream = bare(&ann).await;
    stream.send(Message::Binary(vec![0, 159, 146, 150].into())).await.expect("the socket is open");
    assert_eq!(text(&mut stream).await.expect("an answer")["code"], "malformed");
    other.send(Message::Text(json!({ "type": "watch", "table": "ma" }).to_string().into())).await.expect("it is open");
    assert_eq!(text(&mut other).await.expect("a view")["type"], "view", "the other socket lives");
}

#[tokio::test(flavor = "multi_thread")]
async fn early_late_and_repeated_orders() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("ma", house("ma", &[], FULL), 0)]).await;
    let order = |id: &str, act: Value| json!({ "type": "do", "id": id, "table": "ma", "act": act }).to_string();
    // Too early: before anybody is signed in, before the table is watched, before there is a seat.
    let mut nobody = bare(&Client::nobody(&open)).await;
    nobody.send(Message::Text(order(&new_id(), json!({ "do": "sit", "position": 1 })).into())).await.expect("open");
    assert_eq!(text(&mut nobody).await.expect("an answer")["code"], "sign_in");
    let ann = Client::guest(&open, "ann").await;
    let mut socket = ann.socket().await;
    for act in [json!({ "do": "look", "position": 2 }), json!({ "do": "decide", "position": 2, "decision": "play" })] {
        let early = socket.order("ma", act).await;
        assert_eq!((&early["type"], &early["code"]), (&json!("refused"), &json!("refused")), "{early}");
    }
    let sit = new_id();
    let mut versions = Vec::new();
    // Again and again, over two sockets at once: one effect, one answer.
    let mut second = ann.socket().await;
    for _ in 0..5 {
        for line in [&mut socket, &mut second] {
            line.raw(&order(&sit, json!({ "do": "sit", "position": 2 }))).await;
            versions.push(line.until("an answer", |said| said["id"] == sit.as_str()).await);
        }
    }
    assert!(versions.iter().all(|answer| *answer == versions[0] && answer["type"] == "done"), "{versions:?}");
    // The same id with another act.
    socket.raw(&order(&sit, json!({ "do": "sit", "position": 3 }))).await;
    let other = socket.until("an answer", |said| said["id"] == sit.as_str()).await;
    assert_eq!(other["code"], "id_used", "{other}");
    for act in [
        json!({ "do": "buy_in", "amount": 5_000 }),
        json!({ "do": "wager", "position": 2, "wager": "ante", "amount": 500 }),
    ] {
        assert_eq!(socket.order("ma", act).await["type"], "done");
    }
    // Too late: the wagers are closed, and then the hand is played.
    let late = socket.order("ma", json!({ "do": "wager", "position": 2, "wager": "ante", "amount": 1_000 })).await;
    assert!(
        late["code"] == "refused" && late["clauses"][0].as_str().is_some_and(|clause| clause.starts_with("ma:")),
        "{late}"
    );
    let fold = json!({ "do": "decide", "position": 2, "decision": "fold" });
    assert_eq!(socket.order("ma", json!({ "do": "look", "position": 2 })).await["type"], "done");
    assert_eq!(socket.order("ma", fold.clone()).await["type"], "done");
    assert_eq!(socket.order("ma", fold).await["type"], "refused", "one hand is folded once");
    // After the session's end nothing is done, and the sockets close.
    let out = ann.send("DELETE", "/api/v1/session", &Value::Null).await;
    assert_eq!(out.status, 200, "{out:?}");
    let ended = tokio::time::Instant::now();
    assert_eq!(socket.until("the end", |said| said["type"] == "signed_out").await["type"], "signed_out");
    assert!(socket.next().await.is_null(), "the socket is closed");
    assert!(ended.elapsed() < Duration::from_secs(2), "within a second or two");
    let gone = ann.act("ma", "player", json!({ "do": "buy_in", "amount": 100 })).await;
    assert_eq!(gone.status, 401, "{gone:?}");
}
