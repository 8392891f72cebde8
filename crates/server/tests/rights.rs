//! Who gets in where, and when: every route, every role, every phase of a round, in `golden/server/rights.txt`. A route that
//! is not asked for here fails the test. UPDATE_GOLDEN=1 rewrites the file: read it, as each line of it is a promise. What
//! each role may do at a table is in `acts.rs`.
//!
//! Asking changes nothing: those who are let in ask for something that does not exist.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common::floor::{Floor, by_people, seat};
use crate::common::{Answer, Client, Open, house, new_id, open};
use serde_json::{Value, json};

const FULL: &str = "[automation]\npace = \"full\"\n";

/// The table that goes through its phases, and another one.
const TABLE: &str = "t";
const OTHER: &str = "other";

/// A link of the first one.
const LINK: &str = "chesapeake-link.five_card_progressive";

const PHASES: [&str; 7] = ["shut", "betting", "closing", "dealing", "deciding", "showdown", "void"];

/// Everybody who asks: the name of a column, and their credentials.
type Asker = (&'static str, Client);

/// The requests of a route, each with its place in the file. The addresses name what is there; bodies are such that nothing
/// changes when they are let in.
fn requests(method: &str, path: &str) -> Vec<(String, Value)> {
    let ask = |address: &str, body: Value| vec![(address.to_owned(), body)];
    let roles = ["player", "dealer", "floorperson", "supervisor", "surveillance", "device", "system"];
    match (method, path) {
        (
            "get",
            "/me" | "/tables" | "/staff" | "/houses" | "/accounts" | "/events" | "/approvals" | "/limits" | "/backup"
            | "/export",
        ) => ask(path, Value::Null),
        ("get", "/live") => ask(path, Value::Null),
        // Anybody may try these, and failures make others wait, so the bodies are unreadable and refused first.
        ("post", "/session" | "/session/confirm" | "/link") => ask(path, json!({ "x": 1 })),
        ("post", "/limits") => ask(path, json!({ "x": 1 })),
        ("post", "/exclusion") => ask(path, json!({ "days": 0 })),
        ("delete", "/session") => ask(path, Value::Null),
        ("post", "/approvals") => {
            let body = |what| json!({ "id": "", "reason": "because", "what": what });
            let adjust = json!({ "kind": "adjust", "person": "nobody at all", "cents": 1 });
            let act = |role| json!({ "kind": "act", "table": TABLE, "role": role, "act": { "do": "close_table" } });
            let acts = roles.iter().map(|role| (path.to_owned(), body(act(role))));
            let staff = [
                json!({ "kind": "invite", "name": "none", "roles": [] }),
                json!({ "kind": "reset", "name": "none" }),
                json!({ "kind": "rights", "name": "none", "roles": [] }),
                json!({ "kind": "enable", "name": "none" }),
                json!({ "kind": "machine", "name": "-" }),
            ];
            let staff = staff.map(|what| (path.to_owned(), body(what)));
            ask(path, body(adjust)).into_iter().chain(acts).chain(staff).collect()
        }
        ("post", "/approvals/{id}") => ask(&format!("/approvals/{}", "0".repeat(32)), json!({ "approve": true })),
        ("post", "/guest") => ask(path, json!({ "name": "-" })),
        ("get", "/tables/{table}") => {
            roles.iter().map(|role| (format!("/tables/{TABLE}?role={role}"), Value::Null)).collect()
        }
        ("post", "/tables/{table}/acts") => roles
            .iter()
            .map(|role| {
                // A position that no table has.
                let act = json!({ "do": "sit", "position": 250 });
                (format!("/tables/{TABLE}/acts"), json!({ "id": "", "table": TABLE, "role": role, "act": act }))
            })
            .collect(),
        ("post", "/tables/{table}/foresee") => roles
            .iter()
            .map(|role| (format!("/tables/{TABLE}/foresee"), json!({ "role": role, "act": { "do": "close_table" } })))
            .collect(),
        ("get", "/tables/{table}/procedure") => ask(&format!("/tables/{TABLE}/procedure"), Value::Null),
        ("get", "/tables/{table}/placard") => ask(&format!("/tables/{TABLE}/placard"), Value::Null),
        ("get", "/tables/{table}/rounds") => ask(&format!("/tables/{TABLE}/rounds"), Value::Null),
        ("get", "/tables/{table}/rounds/{round}") => {
            ["1", "2", "9"].iter().map(|round| (format!("/tables/{TABLE}/rounds/{round}"), Value::Null)).collect()
        }
        ("get", "/tables/{table}/rounds/{round}/proof") => {
            ["1", "2", "9"].iter().map(|round| (format!("/tables/{TABLE}/rounds/{round}/proof"), Value::Null)).collect()
        }
        ("get", "/links/{slug}") => ask(&path.replace("{slug}", LINK), Value::Null),
        (
            "post",
            "/links/{slug}/titles" | "/links/{slug}/contributions" | "/links/{slug}/claims" | "/links/{slug}/closes",
        ) => [LINK, "none.progressive"].map(|link| (path.replace("{slug}", link), json!({ "x": 1 }))).to_vec(),
        ("post", "/staff/{name}/rights") => ask("/staff/none/rights", json!({ "roles": [] })),
        ("delete", "/staff/{name}") => ask("/staff/none", Value::Null),
        ("delete", "/staff/{name}/sessions") => ask("/staff/none/sessions", Value::Null),
        ("post", "/houses/{house}/tables") => ask("/houses/none/tables", json!({ "id": "x", "name": "x" })),
        _ => panic!(
            "{method} {path} is a new way in: say in rights.rs how it is asked for, and read what the file says then"
        ),
    }
}

/// The answers to one question: by phase, then by column.
type Answers = BTreeMap<usize, Vec<String>>;

struct Matrix {
    askers: Vec<Asker>,
    description: Value,
    /// The questions in their order, with the answers.
    routes: Vec<(String, Answers)>,
    watches: Vec<(String, Answers)>,
}

/// Puts an answer in its place.
fn note(all: &mut Vec<(String, Answers)>, question: String, phase: usize, answer: String) {
    let at = all.iter().position(|(known, _)| *known == question).unwrap_or_else(|| {
        all.push((question, Answers::new()));
        all.len() - 1
    });
    all[at].1.entry(phase).or_default().push(answer);
}

impl Matrix {
    /// Asks everything of everybody in a phase.
    async fn ask(&mut self, phase: usize) {
        let paths = self.description["paths"].as_object().expect("paths").clone();
        for (path, methods) in &paths {
            let path = path.strip_prefix("/api/v1").expect("an address of the API");
            for method in methods.as_object().expect("methods").keys() {
                for (address, mut body) in requests(method, path) {
                    let mut question = format!("{} {address}", method.to_uppercase());
                    if let Some(role) = body["role"].as_str().or(body["what"]["role"].as_str()) {
                        question.push_str(&format!(" as {role}"));
                    }
                    if let Some(kind) = body["what"]["kind"].as_str().filter(|kind| *kind != "act") {
                        question.push_str(&format!(" to {kind}"));
                    }
                    for (_, client) in &self.askers {
                        if body.get("id").is_some() {
                            body["id"] = new_id().into();
                        }
                        // Signing out here is tried without the page's token, and so fails.
                        let client = match (method.as_str(), path) {
                            ("delete", "/session") => Client { csrf: None, ..client.clone() },
                            _ => client.clone(),
                        };
                        let answer = client.send(&method.to_uppercase(), &format!("/api/v1{address}"), &body).await;
                        note(&mut self.routes, question.clone(), phase, told(&answer));
                    }
                }
            }
        }
        self.ask_watches(phase).await;
    }

    /// Who gets which views over a socket.
    async fn ask_watches(&mut self, phase: usize) {
        for (_, client) in &self.askers {
            let mut socket = client.socket().await;
            for role in ["player", "dealer", "floorperson", "supervisor", "surveillance", "device", "system"] {
                socket.say(json!({ "type": "watch", "table": TABLE, "role": role })).await;
                let answer =
                    socket.until("an answer", |said| said["type"] == "view" || said["type"] == "problem").await;
                let word = answer["code"].as_str().unwrap_or("view").to_owned();
                note(&mut self.watches, format!("watch as {role}"), phase, word);
                socket.say(json!({ "type": "unwatch", "table": TABLE })).await;
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "Who gets in where, and when. Columns are people, rows are phases of a round; equal rows are one.\n\
             200 is an answer; a word is the code of a refusal. `sign_in` (401) wants somebody who is signed in, `no_right` (403) one\n\
             with the right, `confirm` (403) the password once more. With `not_found` (404), `malformed` (400) or `refused` (422) they\n\
             were let in, and what they asked for is not there, cannot be read, or is not to be had now.\n\
             `-else` works at another table; `title` is another title on the link; the supervisor has just given the password again.\n",
        );
        for (title, part) in [("Routes", &self.routes), ("Views over the WebSocket", &self.watches)] {
            let _ = writeln!(text, "\n# {title}");
            for (question, answers) in part {
                let _ = writeln!(text, "\n{question}");
                let columns: Vec<&str> = self.askers.iter().map(|(column, _)| *column).collect();
                let _ = writeln!(text, "{}", row("", &columns));
                // Phases with the same answers share a row.
                let mut rows: Vec<(Vec<&str>, &Vec<String>)> = Vec::new();
                for (phase, answer) in answers {
                    match rows.iter_mut().find(|(_, known)| *known == answer) {
                        Some((phases, _)) => phases.push(PHASES[*phase]),
                        None => rows.push((vec![PHASES[*phase]], answer)),
                    }
                }
                for (phases, answer) in rows {
                    let name = if phases.len() == PHASES.len() { "always".to_owned() } else { phases.join(" ") };
                    let cells: Vec<&str> = answer.iter().map(String::as_str).collect();
                    let _ = writeln!(text, "{}", row(&name, &cells));
                }
            }
        }
        text
    }
}

fn row(name: &str, cells: &[&str]) -> String {
    let cells: String = cells.iter().map(|cell| format!("{cell:>12}")).collect();
    format!("  {name:<52}{cells}").trim_end().to_owned()
}

/// The result of an answer: done, or the code of the refusal.
fn told(answer: &Answer) -> String {
    match answer.status {
        200 => "200".to_owned(),
        _ => answer.json()["code"].as_str().expect("a code").to_owned(),
    }
}

async fn askers(open: &Open, floor: &Floor, ann: Client) -> Vec<Asker> {
    let supervisor = &floor.supervisor;
    let elsewhere = async |name, role| floor.invited(open, name, &[role], &[OTHER]).await;
    let card = supervisor.get(&format!("/api/v1/links/{LINK}")).await.json();
    let title = json!({ "name": "baccarat", "title": "Baccarat", "paytable": card["paytable"], "stake": card["stake"],
                        "decks": card["decks"] });
    let title = supervisor.send("POST", &format!("/api/v1/links/{LINK}/titles"), &title).await.json();
    let bearer = title["token"].as_str().map(str::to_owned);
    assert!(bearer.is_some(), "{title}");
    vec![
        ("nobody", Client::nobody(open)),
        ("player", ann),
        ("onlooker", Client::guest(open, "eve").await),
        ("dealer", floor.dealer.clone()),
        ("dealer-else", elsewhere("dora", "dealer").await),
        ("floor", floor.floor.clone()),
        ("floor-else", elsewhere("fred", "floorperson").await),
        ("supervisor", supervisor.clone()),
        ("surveillan", floor.surveillance.clone()),
        ("device", floor.device.clone()),
        ("device-else", floor.machine(open, "shoe", &[OTHER]).await),
        ("title", Client { bearer, ..Client::nobody(open) }),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_at_every_route_in_every_phase() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[(TABLE, by_people("md14"), 0), (OTHER, house("sd", &[], FULL), 0)]).await;
    let floor = Floor::of(&open).await;
    let ann = Client::guest(&open, "ann").await;
    // Without a window on the table she would count as lost after a while.
    let mut window = ann.socket().await;
    window.say(json!({ "type": "watch", "table": TABLE, "detail": "answers" })).await;
    let description = ann.get("/api/openapi.json").await.json();
    let askers = askers(&open, &floor, ann.clone()).await;
    let mut matrix = Matrix { askers, description, routes: Vec::new(), watches: Vec::new() };
    let wager = json!({ "do": "wager", "position": 3, "wager": "ante", "amount": 500 });
    for (at, phase) in PHASES.into_iter().enumerate() {
        match phase {
            "shut" => {}
            "betting" => {
                floor.open_table(TABLE).await;
                seat(&ann, TABLE, 3).await;
                assert_eq!(ann.act(TABLE, "player", wager.clone()).await.status, 200);
                // The deck is ready: the next step is the close.
                while floor.view(TABLE).await["next"]["do"] != "no_more_bets" {
                    floor.step(TABLE, &[&ann]).await;
                }
            }
            "deciding" => {
                floor.until(TABLE, phase, &[&ann]).await;
                assert_eq!(ann.act(TABLE, "player", json!({ "do": "look", "position": 3 })).await.status, 200);
            }
            "void" => {
                floor.until(TABLE, "betting", &[&ann]).await;
                assert_eq!(ann.act(TABLE, "player", wager.clone()).await.status, 200);
                // After the deal it would need two people.
                floor.until(TABLE, "dealing", &[&ann]).await;
                let report = json!({ "do": "report", "what": "cards_face_up" });
                let report = floor.floor.act(TABLE, "floorperson", report).await;
                assert_eq!(report.status, 200, "{report:?}");
            }
            phase => floor.until(TABLE, phase, &[&ann]).await,
        }
        assert_eq!(floor.view(TABLE).await["phase"], phase);
        let version = floor.view(TABLE).await["version"].clone();
        matrix.ask(at).await;
        assert_eq!(floor.view(TABLE).await["version"], version, "nothing that was asked in {phase} changed the table");
    }
    let text = matrix.text();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/server/rights.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &text).expect("the file is written");
    }
    let golden = std::fs::read_to_string(path).expect("golden/server/rights.txt");
    for (here, there) in text.lines().zip(golden.lines()) {
        assert_eq!(here, there, "UPDATE_GOLDEN=1 rewrites the file");
    }
    assert_eq!(text.len(), golden.len(), "UPDATE_GOLDEN=1 rewrites the file");
}
