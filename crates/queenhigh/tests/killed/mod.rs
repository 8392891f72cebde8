//! A server that is killed, and players who write down what was acknowledged.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

pub const BINARY: &str = env!("CARGO_BIN_EXE_queenhigh");

/// The tables, each with its own player.
pub const TABLES: [(&str, &str, &str); 2] = [("kill", "md14", "ann"), ("kill-2", "sd", "bob")];

/// A server that is killed when it goes out of sight.
pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server's process, with its output piped: over the journal of the folder, or over a database that several share.
pub fn spawn(folder: &Path, database: Option<&str>) -> Child {
    let mut command = Command::new(BINARY);
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
    if let Some(url) = database {
        command.args(["--database", url]);
    }
    for (table, book, _) in TABLES {
        let house = folder.join(format!("{table}.toml"));
        if !house.exists() {
            let path = format!("{}/../../houses/{book}.toml", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).expect("the example house") + "\n[automation]\npace = \"full\"\n";
            std::fs::write(&house, text).expect("a house's file");
        }
        command.arg("--house").arg(&house);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the server starts")
}

/// Starts it and waits until it listens.
pub fn start(folder: &Path, database: Option<&str>) -> Server {
    let mut child = spawn(folder, database);
    let (told, lines) = mpsc::channel();
    let out = child.stdout.take().expect("piped");
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            let _ = told.send(line);
        }
    });
    let first = lines.recv_timeout(Duration::from_secs(60)).expect("the server says where it is");
    let address = first.split("http://").nth(1).and_then(|rest| rest.split(": ").next());
    Server { child, address: address.unwrap_or_else(|| panic!("no address in {first:?}")).to_owned() }
}

/// One request; nothing when the server died over it.
pub fn request(
    address: &str,
    method: &str,
    path: &str,
    cookie: &[(String, String)],
    body: &Value,
) -> Option<(u16, String, Value)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\n");
    for (name, value) in cookie {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
    stream.write_all(head.as_bytes()).ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, head.to_owned(), serde_json::from_str(body).ok()?))
}

/// A player who writes down what was acknowledged.
pub struct Player {
    table: &'static str,
    headers: Vec<(String, String)>,
    pub acknowledged: HashMap<String, (Value, Value)>,
    /// What was sent last and not answered.
    open: Option<(String, Value)>,
    /// The last view, if there was one: the version and the commitments of the decks.
    seen: Option<(u64, Value)>,
    next: u64,
}

impl Player {
    fn act(&mut self, address: &str, act: Value) -> Option<bool> {
        self.next += 1;
        let id = format!("{:04x}{:028x}", self.table.len(), self.next);
        self.send(address, id, act)
    }

    /// Whether it was done; nothing when the server died.
    fn send(&mut self, address: &str, id: String, act: Value) -> Option<bool> {
        self.open = Some((id.clone(), act.clone()));
        let order = json!({ "id": id, "table": self.table, "role": "player", "act": act });
        let path = format!("/api/v1/tables/{}/acts", self.table);
        let (status, _, answer) = request(address, "POST", &path, &self.headers, &order)?;
        self.open = None;
        if status == 200 {
            if let Some((_, first)) = self.acknowledged.get(&id) {
                assert_eq!(*first, answer, "a repeat gets the first answer");
            }
            self.acknowledged.insert(id, (act, answer));
        }
        Some(status == 200)
    }

    pub fn view(&mut self, address: &str) -> Option<Value> {
        let (_, _, answer) =
            request(address, "GET", &format!("/api/v1/tables/{}", self.table), &self.headers, &Value::Null)?;
        let view = answer["view"].clone();
        let version = view["version"].as_u64()?;
        let decks: Value = view["decks"].as_array()?.iter().map(|deck| deck["commitment"].clone()).collect();
        if let Some((seen, before)) = &self.seen {
            assert!(version >= *seen, "version {version} after {seen}");
            assert!(version > *seen || decks == *before, "other decks at version {version}: {before}, {decks}");
        }
        self.seen = Some((version, decks));
        Some(view)
    }

    /// One step of play.
    pub fn step(&mut self, address: &str) -> Option<()> {
        let view = self.view(address)?;
        let own = view["seats"].as_array()?.iter().find(|seat| seat["own"] == true).cloned();
        let act = match (own, view["phase"].as_str()?) {
            (None, _) => json!({ "do": "sit", "position": 4 }),
            (Some(_), "betting") if view["chips"].as_i64()? < 2_000 => json!({ "do": "buy_in", "amount": 4_000 }),
            (Some(_), "betting") => json!({ "do": "wager", "position": 4, "wager": "ante", "amount": 1_000 }),
            (Some(seat), "deciding") if seat["hand"]["cards"][0].is_null() => json!({ "do": "look", "position": 4 }),
            (Some(_), "deciding") => json!({ "do": "decide", "position": 4, "decision": "play" }),
            (Some(_), phase) => panic!("robots at full speed stand still in {phase}"),
        };
        self.act(address, act).map(|_| ())
    }

    /// Waits until a node has caught up with what this player saw elsewhere.
    pub fn caught_up(&self, address: &str) {
        let seen = self.seen.as_ref().map(|(version, _)| *version);
        for _ in 0..500 {
            let answer = request(address, "GET", &format!("/api/v1/tables/{}", self.table), &[], &Value::Null);
            if answer.is_some_and(|(_, _, shown)| shown["view"]["version"].as_u64() >= seen) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the node at {address} never came to version {seen:?}");
    }

    /// After a start: what was under way is sent again, as it is done now or was done then; and something that was
    /// acknowledged before is still there.
    pub fn recover(&mut self, address: &str, chance: u64) {
        if let Some((id, act)) = self.open.take()
            && self.send(address, id, act).is_none()
        {
            return;
        }
        let some = (self.acknowledged.len() as u64).checked_sub(1).map(|last| chance % (last + 1));
        let some = some.and_then(|at| self.acknowledged.iter().nth(at as usize));
        if let Some((id, (act, _))) = some.map(|(id, kept)| (id.clone(), kept.clone())) {
            assert_ne!(self.send(address, id, act), Some(false), "an acknowledged act is known after a kill");
        }
    }
}

/// A player comes in.
pub fn enter(address: &str, table: &'static str, name: &str) -> Player {
    let guest = request(address, "POST", "/api/v1/guest", &[], &json!({ "name": name }));
    let (status, head, me) = guest.expect("an answer");
    assert_eq!(status, 200, "{me}");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    let csrf = me["csrf"].as_str().expect("a token").to_owned();
    let headers = vec![("Cookie".to_owned(), cookie), ("X-Csrf-Token".to_owned(), csrf)];
    Player { table, headers, acknowledged: HashMap::new(), open: None, seen: None, next: 0 }
}

/// A figure from the environment.
pub fn figure(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Exports the journal and verifies it: chains, decks, settlements, ledger and meters. Gives how often each id of a
/// player's command stands in it, and how many rounds there are.
pub fn on_record(folder: &Path, database: Option<&str>) -> (HashMap<String, u32>, u64) {
    let export = folder.join("export.jsonl");
    let mut exporting = Command::new(BINARY);
    exporting.arg("export").arg("--to").arg(&export);
    match database {
        Some(url) => exporting.args(["--database", url]),
        None => exporting.arg("--data").arg(folder.join("data")),
    };
    let exported = exporting.output().expect("export runs");
    assert!(exported.status.success(), "{exported:?}");
    let verified = Command::new(BINARY).args(["verify", "--json"]).arg(&export).output().expect("verify runs");
    let found: Value = serde_json::from_slice(&verified.stdout).expect("JSON");
    assert_eq!((verified.status.code(), &found["holds"]), (Some(0), &json!(true)), "{found}");
    let text = std::fs::read_to_string(&export).expect("the export");
    let mut times = HashMap::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        if line["record"]["kind"] == pit::TURNS {
            count_ids(&line["record"]["body"], &mut times);
        }
    }
    (times, found["rounds"].as_u64().expect("a number of rounds"))
}

/// Counts the ids of turns by the players, wherever they stand.
fn count_ids(value: &Value, times: &mut HashMap<String, u32>) {
    match value {
        Value::Object(fields) => {
            if let (Some(id), Some(by)) = (fields.get("id").and_then(Value::as_str), fields.get("by"))
                && TABLES.iter().any(|(_, _, name)| by["person"] == *name)
                && fields.contains_key("events")
            {
                *times.entry(id.to_owned()).or_insert(0) += 1;
            }
            fields.values().for_each(|field| count_ids(field, times));
        }
        Value::Array(values) => values.iter().for_each(|value| count_ids(value, times)),
        _ => {}
    }
}
