//! A house as its operator runs it, through the real program: a stop in mid-play, a key that is lost, and a PostgreSQL house that
//! is backed up over HTTP and restored into another database.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::killed::{BINARY, request};
use pgtest::{Cluster, Sync};
use serde_json::{Value, json};

/// Nothing takes longer, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

const PASSWORD: &str = "a supervisor's own secret";

/// A house that is served, with what it says.
pub(crate) struct Served {
    child: Child,
    pub(crate) address: String,
    /// The first line it said.
    pub(crate) first: String,
    said: mpsc::Receiver<String>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The house of these tests: South Dakota at full speed.
fn house(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("sd.toml");
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../houses/sd.toml")).expect("a house");
    std::fs::write(&path, text + "\n[automation]\npace = \"full\"\n").expect("a house's file");
    path
}

fn serve(folder: &Path, more: &[&str]) -> Served {
    let mut command = Command::new(BINARY);
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
    command.arg("--house").arg(house(folder)).args(more);
    listening(command)
}

/// Starts a server and waits until it says where it listens.
pub(crate) fn listening(mut command: Command) -> Served {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the server starts");
    let (told, said) = mpsc::channel();
    let out = child.stdout.take().expect("piped");
    std::thread::spawn(move || {
        BufReader::new(out).lines().map_while(Result::ok).for_each(|line| _ = told.send(line));
    });
    let first = said.recv_timeout(PATIENCE).expect("the server says where it is");
    let address =
        first.split("http://").nth(1).and_then(|rest| rest.split(": ").next()).expect("an address").to_owned();
    Served { child, address, first, said }
}

impl Served {
    /// The tokens of the one-time links that were printed.
    fn links(&self) -> Vec<(String, String)> {
        links(&self.rest())
    }

    /// The lines that it said after the first.
    pub(crate) fn rest(&self) -> Vec<String> {
        std::iter::from_fn(|| self.said.recv_timeout(Duration::from_millis(500)).ok()).collect()
    }

    /// Tells it to stop, and waits: how it ended, and what its log said.
    pub(crate) fn stop(mut self) -> (Option<i32>, String) {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().expect("kill").success());
        let mut log = String::new();
        self.child.stderr.take().expect("piped").read_to_string(&mut log).expect("its log");
        (self.child.wait().expect("it ends").code(), log)
    }

    fn round(&self) -> u64 {
        let shown = request(&self.address, "GET", "/api/v1/tables/sd", &[], &Value::Null).expect("an answer");
        shown.2["view"]["round"].as_u64().expect("a round")
    }
}

fn links(lines: &[String]) -> Vec<(String, String)> {
    let link = |line: &String| {
        let (name, token) = line.trim().split_once("/welcome#")?;
        Some((name.split_whitespace().next()?.to_owned(), token.to_owned()))
    };
    lines.iter().filter_map(link).collect()
}

fn token<'l>(links: &'l [(String, String)], name: &str) -> &'l str {
    &links.iter().find(|(of, _)| of == name).unwrap_or_else(|| panic!("no link for {name}: {links:?}")).1
}

/// Comes in by a link, choosing a password: the headers of the session.
fn enter(address: &str, token: &str, password: &str) -> Vec<(String, String)> {
    let body = json!({ "token": token, "password": password });
    let (status, head, me) = request(address, "POST", "/api/v1/link", &[], &body).expect("an answer");
    assert_eq!(status, 200, "{me}");
    session(&head, &me)
}

fn session(head: &str, me: &Value) -> Vec<(String, String)> {
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    vec![("Cookie".to_owned(), cookie), ("X-Csrf-Token".to_owned(), me["csrf"].as_str().expect("a token").to_owned())]
}

/// Signs in with a password: the status and the code of a refusal.
fn sign_in(address: &str, name: &str, password: &str) -> (u16, Value) {
    let body = json!({ "name": name, "password": password });
    let (status, _, answer) = request(address, "POST", "/api/v1/session", &[], &body).expect("an answer");
    (status, answer)
}

fn queenhigh(args: &[&str]) -> Output {
    Command::new(BINARY).args(args).output().expect("it runs")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

/// Whether every record of the journal proves itself.
fn verifies(args: &[&str]) {
    let verified = queenhigh(&[&["verify", "--json"], args].concat());
    let found: Value = serde_json::from_slice(&verified.stdout).expect("JSON");
    assert_eq!((verified.status.code(), &found["holds"]), (Some(0), &json!(true)), "{found}");
}

/// The lines of an export that are records.
fn records(export: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(export).expect("an export");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| !line["record"].is_null()).collect()
}

fn played(served: &Served, rounds: u64) {
    let begun = Instant::now();
    while served.round() < rounds {
        assert!(begun.elapsed() < PATIENCE, "robots at full speed play no rounds");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_stop_in_mid_play_is_quiet_and_leaves_a_journal_that_verifies() {
    let cluster = Cluster::start(Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    for database in [None, Some(url.as_str())] {
        let folder = tempfile::tempdir().expect("a folder");
        let more: Vec<&str> =
            ["--robots", "7"].into_iter().chain(database.into_iter().flat_map(|url| ["--database", url])).collect();
        // Again and again, as the moment matters.
        for times in 1..=3 {
            let served = serve(folder.path(), &more);
            played(&served, served.round() + 2);
            let (code, log) = served.stop();
            assert_eq!((code, log.as_str()), (Some(0), ""), "stop {times}");
        }
        let data = folder.path().join("data");
        match database {
            Some(url) => verifies(&["--database", url]),
            None => verifies(&["--data", text(&data)]),
        }
    }
}

#[test]
fn a_lost_key_is_replaced_and_the_staff_come_in_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, key) = (folder.path().join("data"), folder.path().join("data/people.key"));
    let rekey = ["people", "rekey", "--data", text(&data), "--by", "marisol", "--reason", "the disk is gone"];
    let nothing = queenhigh(&rekey);
    assert_eq!(nothing.status.code(), Some(2), "{nothing:?}");
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("holds no journal"), "{nothing:?}");
    let served = serve(folder.path(), &[]);
    let first = served.links();
    let headers = enter(&served.address, token(&first, "supervisor"), PASSWORD);
    assert_eq!(sign_in(&served.address, "supervisor", PASSWORD).0, 200);
    // Not while it runs.
    let busy = queenhigh(&rekey);
    assert_eq!((busy.status.code(), key.exists()), (Some(2), true), "{busy:?}");
    served.stop();
    // The key is lost: the start says what to do, and nobody comes in with a password.
    std::fs::rename(&key, folder.path().join("lost")).expect("a key");
    let served = serve(folder.path(), &[]);
    assert_eq!(sign_in(&served.address, "supervisor", PASSWORD).0, 503);
    let (_, log) = served.stop();
    assert!(log.contains("queenhigh people rekey"), "{log}");
    // Nor with one that was never the house's.
    std::fs::write(&key, [7; 32]).expect("a wrong key");
    let mut wrong = Command::new(BINARY);
    let wrong = wrong.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).output().expect("it runs");
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("queenhigh people rekey"), "{wrong:?}");
    std::fs::remove_file(&key).expect("it goes");

    let unnamed = queenhigh(&["people", "rekey", "--data", text(&data), "--by", " ", "--reason", "x"]);
    assert_eq!((unnamed.status.code(), key.exists()), (Some(2), false), "{unnamed:?}");
    let done = queenhigh(&rekey);
    assert!(done.status.success() && key.exists(), "{done:?}");
    let said: Vec<String> = String::from_utf8_lossy(&done.stdout).lines().map(str::to_owned).collect();
    let again = links(&said);
    let names = |links: &[(String, String)]| {
        links.iter().map(|(name, _)| name.clone()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(names(&again), names(&first), "{said:?}");

    let served = serve(folder.path(), &[]);
    assert!(served.links().is_empty(), "the staff are known");
    let me = request(&served.address, "GET", "/api/v1/me", &headers, &Value::Null).expect("an answer");
    assert_eq!(me.2["name"], Value::Null, "the session from before has ended: {}", me.2);
    assert_eq!(sign_in(&served.address, "supervisor", PASSWORD).0, 401, "and so has the password");
    let unused = request(&served.address, "POST", "/api/v1/link", &[], &json!({ "token": token(&first, "dealer") }));
    assert_eq!(unused.expect("an answer").0, 401, "and a link from before");
    enter(&served.address, token(&again, "supervisor"), "another secret of hers");
    assert_eq!(sign_in(&served.address, "supervisor", "another secret of hers").0, 200);
    let (code, log) = served.stop();
    assert_eq!((code, log.as_str()), (Some(0), ""));

    // A key that is there is kept: backups from before need it. And it is on record.
    let rotated = queenhigh(&rekey);
    assert!(rotated.status.success() && data.join("people.key.before").exists(), "{rotated:?}");
    let refused = queenhigh(&rekey);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("put it away first"), "{refused:?}");
    let export = folder.path().join("export.jsonl");
    assert!(queenhigh(&["export", "--data", text(&data), "--to", text(&export)]).status.success());
    let audit: Vec<Value> = records(&export).into_iter().filter(|line| line["record"]["kind"] == "rekeyed").collect();
    assert_eq!(audit.len(), 2);
    let body = &audit[0]["record"]["body"];
    assert_eq!((&body["by"], &body["reason"]), (&json!("marisol"), &json!("the disk is gone")), "{body}");
    verifies(&["--data", text(&data)]);
}

/// Fetches bytes.
fn fetch(address: &str, path: &str, headers: &[(String, String)]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let mut head = format!("GET {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\n");
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    stream.write_all(format!("{head}\r\n").as_bytes()).expect("it is asked");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer");
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
    assert!(bytes.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&bytes[..end]));
    bytes.split_off(end + 4)
}

#[test]
fn a_postgresql_house_is_backed_up_over_http_and_restored_into_another_database() {
    let cluster = Cluster::start(Sync::Off).expect("a PostgreSQL cluster");
    let (first, second) = (cluster.new_database().expect("a database"), cluster.new_database().expect("a database"));
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), &["--robots", "1", "--database", &first]);
    let headers = enter(&served.address, token(&served.links(), "supervisor"), PASSWORD);
    played(&served, 3);
    let confirm = json!({ "password": PASSWORD });
    let confirmed = request(&served.address, "POST", "/api/v1/session/confirm", &headers, &confirm);
    assert_eq!(confirmed.expect("an answer").0, 200);
    // While the robots play on.
    let sealed = fetch(&served.address, "/api/v1/backup", &headers);
    assert!(!sealed.windows(6).any(|window| window == b"table/"), "nothing can be read in it");
    let (code, log) = served.stop();
    assert_eq!((code, log.as_str()), (Some(0), ""));
    let backup = folder.path().join("backup.sealed");
    std::fs::write(&backup, sealed).expect("a backup");

    let (key, new) = (folder.path().join("data/people.key"), folder.path().join("new"));
    let data = new.join("data");
    let restore = ["restore", text(&backup), "--people-key", text(&key), "--data", text(&data)];
    let nowhere = queenhigh(&restore);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("name an empty one with --database"), "{nowhere:?}");
    let restored = queenhigh(&[&restore[..], &["--database", &second]].concat());
    assert!(restored.status.success(), "{restored:?}");
    // Not over what is there.
    let twice = queenhigh(&[&restore[..], &["--database", &second]].concat());
    assert_eq!(twice.status.code(), Some(2), "{twice:?}");

    // Every record up to the backup is the same, hash by hash.
    verifies(&["--database", &second]);
    let (of_first, of_second) = (folder.path().join("first.jsonl"), folder.path().join("second.jsonl"));
    for (url, to) in [(&first, &of_first), (&second, &of_second)] {
        assert!(queenhigh(&["export", "--database", url, "--to", text(to)]).status.success());
    }
    let (before, after) = (records(&of_first), records(&of_second));
    assert!(after.len() > 20 && after.len() <= before.len(), "{} of {}", after.len(), before.len());
    assert!(before.iter().zip(&after).all(|(one, other)| one == other));

    // It is served, plays on from where it stood, and knows the password.
    let stood = after.iter().rev().find(|line| line["record"]["stream"] == "table/sd" || line["stream"] == "table/sd");
    assert!(stood.is_some(), "{:?}", after.last());
    let served = serve(&new, &["--robots", "1", "--database", &second]);
    played(&served, served.round() + 2);
    assert_eq!(sign_in(&served.address, "supervisor", PASSWORD).0, 200);
    assert_eq!(served.stop().0, Some(0));
    verifies(&["--database", &second]);
}
