//! `kill -9` at random moments against a recorder of what was acknowledged: nothing is lost, nothing is done twice, the
//! deck is the same after the restart, and the journal proves itself. More with `SERVE_KILLS` in the environment.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const BINARY: &str = env!("CARGO_BIN_EXE_queenhigh");

/// A server that is killed when it goes out of sight.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(folder: &Path) -> Server {
    let house = folder.join("kill.toml");
    if !house.exists() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../houses/md14.toml"));
        let text = text.expect("the example house") + "\n[automation]\npace = \"full\"\n";
        std::fs::write(&house, text).expect("a house's file");
    }
    let mut child = Command::new(BINARY)
        .args(["serve", "--listen", "127.0.0.1:0", "--house"])
        .arg(&house)
        .arg("--data")
        .arg(folder.join("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
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
fn request(
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
struct Ann {
    headers: Vec<(String, String)>,
    acknowledged: HashMap<String, (Value, Value)>,
    /// What was sent last and not answered.
    open: Option<(String, Value)>,
    /// The last view: the version and the commitments of the decks.
    seen: (u64, Value),
    next: u64,
}

impl Ann {
    fn act(&mut self, address: &str, act: Value) -> Option<bool> {
        self.next += 1;
        let id = format!("{:032x}", self.next);
        self.send(address, id, act)
    }

    /// Whether it was done; nothing when the server died.
    fn send(&mut self, address: &str, id: String, act: Value) -> Option<bool> {
        self.open = Some((id.clone(), act.clone()));
        let order = json!({ "id": id, "table": "kill", "role": "player", "act": act });
        let (status, _, answer) = request(address, "POST", "/api/v1/tables/kill/acts", &self.headers, &order)?;
        self.open = None;
        if status == 200 {
            if let Some((_, first)) = self.acknowledged.get(&id) {
                assert_eq!(*first, answer, "a repeat gets the first answer");
            }
            self.acknowledged.insert(id, (act, answer));
        }
        Some(status == 200)
    }

    fn view(&mut self, address: &str) -> Option<Value> {
        let (_, _, answer) = request(address, "GET", "/api/v1/tables/kill", &self.headers, &Value::Null)?;
        let view = answer["view"].clone();
        let version = view["version"].as_u64()?;
        let decks = view["decks"].as_array()?.iter().map(|deck| deck["commitment"].clone()).collect();
        if version == self.seen.0 {
            assert_eq!(self.seen.1, Value::Array(decks), "the same deck at the same version");
        } else {
            assert!(version > self.seen.0, "version {version} after {}", self.seen.0);
            self.seen = (version, Value::Array(decks));
        }
        Some(view)
    }

    /// One step of play.
    fn step(&mut self, address: &str) -> Option<()> {
        let view = self.view(address)?;
        let own = view["seats"].as_array()?.iter().find(|seat| seat["own"] == true).cloned();
        let act = match (own, view["phase"].as_str()?) {
            (None, _) => json!({ "do": "sit", "position": 4 }),
            (Some(_), "betting") if view["chips"].as_i64()? < 2_000 => json!({ "do": "buy_in", "amount": 2_000 }),
            (Some(_), "betting") => json!({ "do": "wager", "position": 4, "wager": "ante", "amount": 500 }),
            (Some(seat), "deciding") if seat["hand"]["cards"][0].is_null() => json!({ "do": "look", "position": 4 }),
            (Some(_), "deciding") => json!({ "do": "decide", "position": 4, "decision": "play" }),
            (Some(_), phase) => panic!("robots at full speed stand still in {phase}"),
        };
        self.act(address, act).map(|_| ())
    }
}

#[test]
fn kill_minus_nine_loses_nothing_and_doubles_nothing() {
    let kills: u64 = std::env::var("SERVE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    let folder = tempfile::tempdir().expect("a folder");
    let server = start(folder.path());
    let guest = request(&server.address, "POST", "/api/v1/guest", &[], &json!({ "name": "ann" }));
    let (status, head, me) = guest.expect("an answer");
    assert_eq!(status, 200, "{me}");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    let csrf = me["csrf"].as_str().expect("a token").to_owned();
    let headers = vec![("Cookie".to_owned(), cookie), ("X-Csrf-Token".to_owned(), csrf)];
    let mut ann = Ann { headers, acknowledged: HashMap::new(), open: None, seen: (0, Value::Null), next: 0 };
    drop(server);
    let mut chance = 0x9E37_79B9_7F4A_7C15_u64;
    for kill in 0..kills {
        let mut server = start(folder.path());
        // What was under way when the server died is sent again: it is done now, or was done then.
        if let Some((id, act)) = ann.open.take() {
            ann.send(&server.address, id, act);
        }
        // Something that was acknowledged before is still there.
        let some = ann.acknowledged.iter().next().map(|(id, (act, _))| (id.clone(), act.clone()));
        if let Some((id, act)) = some {
            assert_eq!(
                ann.send(&server.address, id, act),
                Some(true),
                "an acknowledged act is known after kill {kill}"
            );
        }
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        let wait = Duration::from_micros(chance % 60_000);
        let pid = server.child.id();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(wait);
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
        });
        let begun = Instant::now();
        while ann.step(&server.address).is_some() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the server was to be killed");
        }
        killer.join().expect("the killer");
        let _ = server.child.wait();
    }
    // One more start, so that what was under way is settled, and a proper stop.
    {
        let mut server = start(folder.path());
        if let Some((id, act)) = ann.open.take() {
            ann.send(&server.address, id, act);
        }
        let _ = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status();
        assert!(server.child.wait().expect("it ends").success());
    }
    let export = folder.path().join("export.jsonl");
    let mut exporting = Command::new(BINARY);
    exporting.arg("export").arg("--data").arg(folder.path().join("data")).arg("--to").arg(&export);
    let exported = exporting.output().expect("export runs");
    assert!(exported.status.success(), "{exported:?}");
    let verified = Command::new(BINARY).args(["verify", "--json"]).arg(&export).output().expect("verify runs");
    let found: Value = serde_json::from_slice(&verified.stdout).expect("JSON");
    assert_eq!((verified.status.code(), &found["holds"]), (Some(0), &json!(true)), "{found}");
    // Every acknowledged id stands in the journal once, and no other of ann's.
    let text = std::fs::read_to_string(&export).expect("the export");
    let mut times: HashMap<String, u32> = HashMap::new();
    for line in text.lines() {
        count_ids(&serde_json::from_str(line).expect("JSON"), &mut times);
    }
    for id in ann.acknowledged.keys() {
        assert_eq!(times.get(id), Some(&1), "id {id}");
    }
    assert_eq!(times.len(), ann.acknowledged.len(), "what is on record was acknowledged");
    println!(
        "{kills} kills, {} acts acknowledged, {} rounds: 0 lost, 0 doubled",
        ann.acknowledged.len(),
        found["rounds"]
    );
    assert!(ann.acknowledged.len() as u64 >= kills, "something was done between the kills");
}

/// Counts the ids of turns by ann, wherever they stand.
fn count_ids(value: &Value, times: &mut HashMap<String, u32>) {
    match value {
        Value::Object(fields) => {
            if let (Some(id), Some(by)) = (fields.get("id").and_then(Value::as_str), fields.get("by"))
                && by["person"] == "ann"
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
