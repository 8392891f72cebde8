//! A separate house for each test, reached as clients reach it: over HTTP and WebSocket.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, HouseText, JournalPlace, TableConfig, TableId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub mod asker;
pub mod floor;
pub mod oracle;
pub mod reader;
pub mod samples;

/// Nothing here takes longer unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An example house, changed.
pub fn house(code: &str, changes: &[(&str, &str)], more: &str) -> HouseText {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("the example house");
    for (from, to) in changes {
        assert!(text.contains(from), "{code}: no {from:?} to change");
        text = text.replace(from, to);
    }
    HouseText { name: code.into(), text: format!("{text}\n{more}").into(), books: Vec::new() }
}

/// A house that is open.
pub struct Open {
    pub address: SocketAddr,
    pub links: Vec<(String, String)>,
    pub shut: Vec<(String, String)>,
    task: tokio::task::JoinHandle<Result<(), server::Problem>>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Opens tables in a folder: id, house, robots.
pub async fn open(folder: &Path, tables: &[(&str, HouseText, u8)]) -> Open {
    open_at(JournalPlace::Folder(folder.to_owned()), tables).await
}

/// The same at another place.
pub async fn open_at(place: JournalPlace, tables: &[(&str, HouseText, u8)]) -> Open {
    let tables = tables
        .iter()
        .map(|(id, house, robots)| TableConfig {
            id: TableId::new(id).unwrap(),
            name: Arc::from(*id),
            house: house.clone(),
            robots: *robots,
        })
        .collect();
    open_with(Config { tables, ..config(place) }).await
}

/// A configuration without tables.
pub fn config(place: JournalPlace) -> Config {
    let listen = "127.0.0.1:0".parse().unwrap();
    Config {
        listen,
        place,
        witnesses: Vec::new(),
        tables: Vec::new(),
        verify_all: true,
        tls: None,
        people_key: None,
        proxies: server::Proxies::default(),
        insist: false,
    }
}

/// Opens what a configuration says.
pub async fn open_with(config: Config) -> Open {
    try_open(config).await.expect("the house opens")
}

/// The same, or why it does not open.
pub async fn try_open(config: Config) -> Result<Open, server::Problem> {
    let (told, opened) = oneshot::channel();
    // A data folder is for its owner alone; one for tests that is there already was made for everybody.
    if let JournalPlace::Folder(folder) | JournalPlace::Database(_, folder) = &config.place
        && folder.exists()
    {
        let owner = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        std::fs::set_permissions(folder, owner).expect("a folder of ours");
    }
    let task = tokio::spawn(async move {
        let mut progress = |_: u64, _: u64| {};
        server::run(config, &mut progress, |opened| {
            let _ = told.send((opened.address, opened.links.clone(), opened.shut.clone()));
        })
        .await
    });
    match timeout(PATIENCE, opened).await.expect("the house opens in time") {
        Ok((address, links, shut)) => Ok(Open { address, links, shut, task }),
        Err(_) => Err(task.await.expect("a task").expect_err("a house that opens says so")),
    }
}

/// An answer of HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The session's cookie.
    pub fn cookie(&self) -> Option<String> {
        self.cookie_of("__Host-queenhigh=")
    }

    /// The cookie that the browser keeps.
    pub fn browser(&self) -> Option<String> {
        self.cookie_of("__Host-queenhigh-browser=")
    }

    fn cookie_of(&self, name: &str) -> Option<String> {
        let lines = self.head.lines().filter(|line| line.to_lowercase().starts_with("set-cookie:"));
        let mut cookies = lines.filter_map(|line| Some(line.split_once(':')?.1.split(';').next()?.trim()));
        cookies.find(|cookie| cookie.starts_with(name)).map(str::to_owned)
    }
}

/// Sends any bytes as a request and reads the answer to its end.
pub async fn raw(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("the port is open");
    stream.write_all(request).await.unwrap();
    let mut bytes = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("an answer in time");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let text = if chunked { unchunked(body) } else { body.to_owned() };
    Answer { status, head: head.to_owned(), text }
}

fn unchunked(mut body: &str) -> String {
    let mut all = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        all.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    all
}

/// Somebody with a session, or without one.
#[derive(Clone, Debug, Default)]
pub struct Client {
    pub address: Option<SocketAddr>,
    pub cookie: Option<String>,
    pub csrf: Option<String>,
    pub name: String,
    /// The token of another title on a link, or of a machine.
    pub bearer: Option<String>,
    /// The cookie that the browser keeps; without it, every sign-in is in a new browser.
    pub browser: Option<String>,
    /// The address that a proxy says the client has.
    pub forwarded: Option<String>,
}

impl Client {
    pub fn nobody(open: &Open) -> Client {
        Client { address: Some(open.address), ..Client::default() }
    }

    pub async fn guest(open: &Open, name: &str) -> Client {
        let mut client = Client::nobody(open);
        let answer = client.send("POST", "/api/v1/guest", &json!({ "name": name })).await;
        client.entered(&answer);
        client
    }

    /// Somebody of the staff, by the one-time link.
    pub async fn staff(open: &Open, who: &str) -> Client {
        Client::staff_with(open, who, None).await
    }

    /// The same, choosing a password.
    pub async fn staff_with(open: &Open, who: &str, password: Option<&str>) -> Client {
        let mut client = Client::nobody(open);
        let (_, path) = open.links.iter().find(|(name, _)| name == who).expect("a link");
        let token = path.split_once('#').unwrap().1;
        let answer = client.send("POST", "/api/v1/link", &json!({ "token": token, "password": password })).await;
        client.entered(&answer);
        client
    }

    /// Gives the password again.
    pub async fn confirm(&self, password: &str) -> Answer {
        self.send("POST", "/api/v1/session/confirm", &json!({ "password": password })).await
    }

    pub fn entered(&mut self, answer: &Answer) {
        assert_eq!(answer.status, 200, "{answer:?}");
        let me = answer.json();
        self.cookie = answer.cookie();
        self.csrf = me["csrf"].as_str().map(str::to_owned);
        self.name = me["name"].as_str().unwrap_or_default().to_owned();
    }

    pub async fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\n");
        let cookies: Vec<&str> = [&self.cookie, &self.browser].into_iter().flatten().map(String::as_str).collect();
        if !cookies.is_empty() {
            head.push_str(&format!("Cookie: {}\r\n", cookies.join("; ")));
        }
        if let Some(from) = &self.forwarded {
            head.push_str(&format!("X-Forwarded-For: {from}\r\n"));
        }
        if let Some(csrf) = &self.csrf {
            head.push_str(&format!("X-Csrf-Token: {csrf}\r\n"));
        }
        if let Some(bearer) = &self.bearer {
            head.push_str(&format!("Authorization: Bearer {bearer}\r\n"));
        }
        let length = body.len();
        head.push_str(&format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"));
        raw(self.address.unwrap(), head.as_bytes()).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &Value::Null).await
    }

    /// An act over HTTP with a new id.
    pub async fn act(&self, table: &str, role: &str, act: Value) -> Answer {
        self.act_with(&new_id(), table, role, act).await
    }

    pub async fn act_with(&self, id: &str, table: &str, role: &str, act: Value) -> Answer {
        let order = json!({ "id": id, "table": table, "role": role, "act": act });
        self.send("POST", &format!("/api/v1/tables/{table}/acts"), &order).await
    }

    pub async fn socket(&self) -> Socket {
        let mut request = format!("ws://{}/api/v1/live", self.address.unwrap()).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if let Some(bearer) = &self.bearer {
            request.headers_mut().insert("authorization", format!("Bearer {bearer}").parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await.expect("a socket");
        let mut socket = Socket(stream);
        assert_eq!(socket.next().await["type"], "welcome");
        socket
    }
}

/// A small generator.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A WebSocket.
pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub async fn say(&mut self, message: Value) {
        self.0.send(Message::Text(message.to_string().into())).await.expect("the socket is open");
    }

    pub async fn raw(&mut self, text: &str) {
        self.0.send(Message::Text(text.into())).await.expect("the socket is open");
    }

    /// The next message; null when the socket is closed.
    pub async fn next(&mut self) -> Value {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).expect("JSON"),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Value::Null,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message that satisfies a condition.
    pub async fn until(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..2000 {
            let message = self.next().await;
            assert!(!message.is_null(), "the socket was closed before {what}");
            if holds(&message) {
                return message;
            }
        }
        panic!("never came: {what}");
    }

    pub async fn order(&mut self, table: &str, act: Value) -> Value {
        let id = new_id();
        self.say(json!({ "type": "do", "id": id, "table": table, "act": act })).await;
        self.until("an answer", |message| message["id"] == id.as_str()).await
    }
}

/// An id as clients make them.
pub fn new_id() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
    format!("{:016x}{:016x}", nanos as u64, NEXT.fetch_add(1, Ordering::Relaxed))
}
