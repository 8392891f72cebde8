//! A disk that fails under the whole server: a fault, or the end of the process, at each durable step, a full database,
//! a file that may not grow. The table stops and says why, the house goes on showing it, nothing acknowledged is lost,
//! and a restart with free space goes on from the journal.
//!
//! The server runs in a child process: this test program, told by its environment to serve.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::common::{Client, house, new_id, open};
use journal::FaultPoint;
use serde_json::{Value, json};
use server::trouble::{self, Trouble};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const FULL: &str = "[automation]\npace = \"full\"\n";

/// Which fault, after how many steps, and where the journal is.
const TROUBLE: &str = "SERVER_TROUBLE";
const AFTER: &str = "SERVER_TROUBLE_AFTER";
const FOLDER: &str = "SERVER_TROUBLE_FOLDER";

/// As a child: serves two tables, with trouble.
#[tokio::test(flavor = "multi_thread")]
async fn child_with_trouble() {
    let (Ok(kind), Ok(folder)) = (std::env::var(TROUBLE), std::env::var(FOLDER)) else { return };
    let after = std::env::var(AFTER).ok().and_then(|text| text.parse().ok()).unwrap_or(i64::MAX);
    let left = Arc::new(AtomicI64::new(after));
    let step = FaultPoint::ALL.into_iter().find(|step| kind.ends_with(&format!("{step:?}")));
    let ends = kind.starts_with("end");
    let on_step = step.map(|bad| -> journal::StepHook {
        Arc::new(move |step| {
            if step != bad || left.fetch_sub(1, Ordering::Relaxed) > 0 {
                return Ok(());
            }
            if ends { std::process::abort() } else { Err(journal::StepFault("the disk is on strike".to_owned())) }
        })
    });
    let bytes_max = (kind == "full").then_some(after.unsigned_abs());
    trouble::make(Trouble { on_step, bytes_max, restless: false });
    let open = open(Path::new(&folder), &[("a", house("md14", &[], FULL), 0), ("b", house("sd", &[], FULL), 0)]).await;
    println!("\naddress {}", open.address);
    std::future::pending::<()>().await;
}

/// A child that serves, ended with this value.
struct Served {
    child: Child,
    nobody: Client,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a child. None if it ended before it listened, as a server may whose disk is full from the beginning.
fn serve(folder: &Path, kind: &str, after: i64, blocks: Option<u32>) -> Option<Served> {
    // Without the trap the signal would end the child; with it, the write fails as on a full disk.
    let limit = blocks.map_or(String::new(), |blocks| format!("trap '' XFSZ; ulimit -f {blocks}; "));
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limit}exec \"$0\" --exact faults::child_with_trouble --nocapture"));
    command.arg(std::env::current_exe().expect("this program"));
    command.env(TROUBLE, kind).env(AFTER, after.to_string()).env(FOLDER, folder);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a child");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let address = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("address ")?.parse().ok());
    match address {
        Some(address) => Some(Served { child, nobody: Client { address: Some(address), ..Client::default() } }),
        None => {
            let _ = child.wait();
            None
        }
    }
}

/// One request; none if the server ended during it.
async fn send(client: &Client, path: &str, body: &Value) -> Option<(u16, Value)> {
    let body = body.to_string();
    let head =
        format!("POST {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\nContent-Type: application/json\r\n");
    let cookie = client.cookie.as_ref().map_or(String::new(), |cookie| format!("Cookie: {cookie}\r\n"));
    let csrf = client.csrf.as_ref().map_or(String::new(), |csrf| format!("X-Csrf-Token: {csrf}\r\n"));
    let request = format!("{head}{cookie}{csrf}Content-Length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(client.address?).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await.ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, serde_json::from_str(body).ok()?))
}

/// Plays at table a until nothing is stored any more; returns what was acknowledged, and what was in progress.
async fn play(ann: &Client, done: &mut HashMap<String, Value>) -> (Option<(String, Value)>, Option<Value>) {
    let acts = [
        json!({ "do": "buy_in", "amount": 2_000 }),
        json!({ "do": "wager", "position": 4, "wager": "ante", "amount": 500 }),
        json!({ "do": "look", "position": 4 }),
        json!({ "do": "decide", "position": 4, "decision": "fold" }),
    ];
    let sit = json!({ "do": "sit", "position": 4 });
    for act in std::iter::once(&sit).chain(acts.iter().cycle()).take(4_000) {
        let id = new_id();
        let order = json!({ "id": id, "table": "a", "role": "player", "act": act });
        match send(ann, "/api/v1/tables/a/acts", &order).await {
            Some((200, answer)) => {
                done.insert(id, json!({ "act": act, "answer": answer }));
            }
            // The rules refuse a player who already sits or has no money left; that is not a fault.
            Some((422, _)) => {}
            Some((503, problem)) => return (Some((id, act.clone())), Some(problem)),
            Some((status, problem)) => panic!("{act}: {status} {problem}"),
            None => return (Some((id, act.clone())), None),
        }
    }
    (None, None)
}

/// What must hold after a start without trouble.
async fn whole(folder: &Path, ann: &Client, done: &HashMap<String, Value>, open_act: Option<(String, Value)>) {
    let served = serve(folder, "none", 0, None).expect("a server without trouble opens");
    let ann = Client { address: served.nobody.address, ..ann.clone() };
    for (id, kept) in done {
        let again = ann.act_with(id, "a", "player", kept["act"].clone()).await;
        assert_eq!((again.status, again.json()), (200, kept["answer"].clone()), "acknowledged and lost: {kept}");
    }
    if let Some((id, act)) = open_act {
        // It is done now, or was done then, or the rules refuse it; and repeats give the same answer.
        let first = ann.act_with(&id, "a", "player", act.clone()).await;
        assert!(matches!(first.status, 200 | 422), "{first:?}");
        let again = ann.act_with(&id, "a", "player", act).await;
        assert_eq!((first.status, first.text), (again.status, again.text));
    }
    assert_eq!(ann.get("/ready").await.text.trim(), "ready");
    let buy = ann.act("b", "player", json!({ "do": "buy_in", "amount": 100 })).await;
    assert!(matches!(buy.status, 200 | 422), "the other table goes on: {buy:?}");
}

/// A house with a guest, in a folder.
async fn founded(folder: &Path) -> Client {
    let served = serve(folder, "none", 0, None).expect("a server");
    let answer = served.nobody.send("POST", "/api/v1/guest", &json!({ "name": "ann" })).await;
    let mut ann = served.nobody.clone();
    ann.entered(&answer);
    ann
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_or_an_end_at_every_durable_step() {
    for step in FaultPoint::ALL {
        for (kind, after) in [("fail", 3), ("fail", 17), ("end", 5), ("end", 23)] {
            let folder = tempfile::tempdir().expect("a folder");
            let ann = founded(folder.path()).await;
            let Some(served) = serve(folder.path(), &format!("{kind}{step:?}"), after, None) else {
                panic!("{kind} at {step:?} after {after}: the server did not open");
            };
            let ann = Client { address: served.nobody.address, ..ann };
            let mut done = HashMap::new();
            let (open_act, problem) = play(&ann, &mut done).await;
            assert!(open_act.is_some(), "{kind} at {step:?}: nothing went wrong");
            if kind == "fail" {
                stands_still(&ann, &problem.expect("the table says why"), "on strike").await;
            }
            drop(served);
            whole(folder.path(), &ann, &done, open_act).await;
        }
    }
}

/// A table that stopped keeps saying why; everything can still be viewed.
async fn stands_still(ann: &Client, problem: &Value, why: &str) {
    let told = problem["refused"].as_str().expect("a sentence").to_owned();
    // What was under way may be stored or not, as a fault after the commit shows; what comes later is not.
    let open = problem["code"] == "unknown" || problem["code"] == "stopped";
    assert!(told.contains(why) && open, "{problem}");
    let again = ann.act("a", "player", json!({ "do": "buy_in", "amount": 100 })).await;
    assert_eq!((again.status, &again.json()["code"]), (503, &json!("stopped")), "{again:?}");
    for table in ["a", "b"] {
        let shown = ann.get(&format!("/api/v1/tables/{table}")).await;
        assert_eq!(shown.status, 200, "{shown:?}");
    }
    let metrics = ann.get("/metrics").await.text;
    assert!(metrics.contains("queenhigh_table_stopped{table=\"a\"} 1"), "{metrics}");
    // The process is healthy, but takes no acts.
    assert_eq!(ann.get("/health").await.status, 200);
    let ready = ann.get("/ready").await;
    assert!(ready.status == 503 && ready.text.contains("the journal has stopped"), "{ready:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_the_table_and_room_lets_it_go_on() {
    // SQLite's own limit gives the fault of a full database; the limit of the system gives a write that fails.
    for (kind, after, blocks) in [("full", 250_000, None), ("full", 330_000, None), ("none", 0, Some(2_000))] {
        let folder = tempfile::tempdir().expect("a folder");
        let ann = founded(folder.path()).await;
        let served = serve(folder.path(), kind, after, blocks).expect("there is some room at first");
        let ann = Client { address: served.nobody.address, ..ann };
        let mut done = HashMap::new();
        let (open_act, problem) = play(&ann, &mut done).await;
        let problem = problem.unwrap_or_else(|| panic!("{kind} {blocks:?}: the disk never filled"));
        stands_still(&ann, &problem, if kind == "full" { "full" } else { "the journal has stopped" }).await;
        assert!(done.len() > 5, "something was acknowledged before");
        drop(served);
        whole(folder.path(), &ann, &done, open_act).await;
    }
}
