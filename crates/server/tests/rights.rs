//! Who may do what, and when: every route, every role, every phase of a round, in `golden/server/rights.txt`. A route that
//! is not asked for here fails the test. UPDATE_GOLDEN=1 rewrites the file: read it, as each line of it is a promise.
//!
//! Nothing that is asked changes the table: an act is sent twice, each time together with another one that is always refused,
//! and an order is done as a whole or not at all. Where the refusals differ, the act alone would have been done.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use common::floor::{Floor, by_people, invited, seat};
use common::{Client, Open, house, new_id, open};
use serde_json::{Value, json};

const FULL: &str = "[automation]\npace = \"full\"\n";

/// The table whose phases are gone through, and another one.
const TABLE: &str = "t";
const OTHER: &str = "other";

const PHASES: [&str; 7] = ["shut", "betting", "closing", "dealing", "deciding", "showdown", "void"];

/// Everybody who asks: the name of a column, and the role in which they act.
struct Asker {
    column: &'static str,
    role: &'static str,
    client: Client,
}

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
        // What cannot be read is refused before anything is tried, and a session that ends would be missing later.
        ("post", "/session" | "/session/confirm" | "/link" | "/approvals" | "/limits" | "/exclusion") => {
            ask(path, json!({ "x": 1 }))
        }
        ("delete", "/session") => ask(path, Value::Null),
        ("post", "/approvals/{id}") => ask("/approvals/none", json!({ "x": 1 })),
        ("post", "/guest") => ask(path, json!({ "name": "no name" })),
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
        ("get", "/links/{slug}") => ask("/links/none.progressive", Value::Null),
        (
            "post",
            "/links/{slug}/titles" | "/links/{slug}/contributions" | "/links/{slug}/claims" | "/links/{slug}/closes",
        ) => ask(&path.replace("{slug}", "none.progressive"), json!({ "x": 1 })),
        ("post", "/staff") => ask(path, json!({ "name": "no name", "roles": [] })),
        ("delete", "/staff/{name}/sessions") => ask("/staff/none/sessions", Value::Null),
        ("post", "/houses/{house}/tables") => ask("/houses/none/tables", json!({ "id": "x", "name": "x" })),
        _ => panic!(
            "{method} {path} is a new way in: say in rights.rs how it is asked for, and read what the file says then"
        ),
    }
}

/// Acts of every part of the table.
fn acts() -> Vec<Value> {
    let texts = [
        r#"{"do":"open_table","float":100000}"#,
        r#"{"do":"close_table"}"#,
        r#"{"do":"fill","amount":100}"#,
        r#"{"do":"credit","amount":100}"#,
        r#"{"do":"order_shuffle","deck":1,"reason":"because"}"#,
        r#"{"do":"sit","position":6}"#,
        r#"{"do":"rise","position":3}"#,
        r#"{"do":"buy_in","amount":100}"#,
        r#"{"do":"cash_out","amount":100}"#,
        r#"{"do":"tip","amount":100}"#,
        r#"{"do":"wager","position":3,"wager":"pair_plus","amount":500}"#,
        r#"{"do":"no_more_bets"}"#,
        r#"{"do":"lock_out"}"#,
        r#"{"do":"deal","cards":1}"#,
        r#"{"do":"look","position":3}"#,
        r#"{"do":"decide","position":3,"decision":"play"}"#,
        r#"{"do":"leave","position":3}"#,
        r#"{"do":"deliver_stack"}"#,
        r#"{"do":"end_round"}"#,
        r#"{"do":"report","what":"wrong_number","holder":{"position":3}}"#,
        r#"{"do":"set_device","device":"shuffler","status":"out_of_order"}"#,
        r#"{"do":"lost","position":3}"#,
        r#"{"do":"rule_leaver","position":3,"verdict":"abandoned"}"#,
        r#"{"do":"ruling","text":"because"}"#,
    ];
    texts.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect()
}

/// The answers to one question: by phase, then by column.
type Answers = BTreeMap<usize, Vec<String>>;

struct Matrix {
    askers: Vec<Asker>,
    description: Value,
    /// The questions in their order, with the answers.
    routes: Vec<(String, Answers)>,
    acts: Vec<(String, Answers)>,
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
                    if let Some(role) = body["role"].as_str() {
                        question.push_str(&format!(" as {role}"));
                    }
                    for Asker { client, .. } in &self.askers {
                        if body.get("id").is_some() {
                            body["id"] = new_id().into();
                        }
                        // Whoever signs out here does it without the page's token, and stays.
                        let client = match (method.as_str(), path) {
                            ("delete", "/session") => Client { csrf: None, ..client.clone() },
                            _ => client.clone(),
                        };
                        let answer = client.send(&method.to_uppercase(), &format!("/api/v1{address}"), &body).await;
                        note(&mut self.routes, question.clone(), phase, answer.status.to_string());
                    }
                }
            }
        }
        self.ask_acts(phase).await;
        self.ask_watches(phase).await;
    }

    async fn ask_acts(&mut self, phase: usize) {
        for act in acts() {
            for Asker { role, client, .. } in &self.askers {
                let [first, second] = never(role);
                let (one, other) = (send(client, role, &act, &first).await, send(client, role, &act, &second).await);
                assert_eq!(one.0, other.0, "{role} {act}: {one:?} {other:?}");
                // Where the act itself is refused, both orders are refused with its sentence.
                let answer = if one.0 == 422 && one.1 != other.1 { "may".to_owned() } else { one.0.to_string() };
                note(&mut self.acts, act.to_string(), phase, answer);
            }
        }
    }

    /// Who gets which views over a socket.
    async fn ask_watches(&mut self, phase: usize) {
        for Asker { client, .. } in &self.askers {
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
            "Who may do what, and when. Columns are people, rows are phases of a round; equal rows are one.\n\
             A number is the status of HTTP. `may` is an act that would have been done; 422 is one that the rules refuse.\n",
        );
        for (title, part) in [
            ("Routes", &self.routes),
            ("Acts, each by everybody in their own role", &self.acts),
            ("Views over the WebSocket", &self.watches),
        ] {
            let _ = writeln!(text, "\n# {title}");
            for (question, answers) in part {
                let _ = writeln!(text, "\n{question}");
                let columns: Vec<&str> = self.askers.iter().map(|asker| asker.column).collect();
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

/// Two acts that nobody in a role is ever allowed, for different reasons.
fn never(role: &str) -> [Value; 2] {
    let (no_position, nothing) = (json!({ "do": "sit", "position": 250 }), json!({ "do": "fill", "amount": 0 }));
    match role {
        "dealer" | "device" => [json!({ "do": "deal", "cards": 0 }), nothing],
        _ => [no_position, nothing],
    }
}

/// The status and the sentence of an order of two acts.
async fn send(client: &Client, role: &str, act: &Value, then: &Value) -> (u16, String) {
    let order = json!({ "id": new_id(), "table": TABLE, "role": role, "act": act, "then": [then] });
    let answer = client.send("POST", &format!("/api/v1/tables/{TABLE}/acts"), &order).await;
    (answer.status, answer.json()["refused"].as_str().unwrap_or_default().to_owned())
}

async fn askers(open: &Open, floor: &Floor, ann: Client) -> Vec<Asker> {
    let asker = |column, role, client| Asker { column, role, client };
    let supervisor = &floor.supervisor;
    let elsewhere = async |name, role| invited(open, supervisor, name, &[role], &[OTHER]).await;
    vec![
        asker("nobody", "player", Client::nobody(open)),
        asker("player", "player", ann),
        asker("onlooker", "player", Client::guest(open, "eve").await),
        asker("dealer", "dealer", floor.dealer.clone()),
        asker("dealer-else", "dealer", elsewhere("dora", "dealer").await),
        asker("floor", "floorperson", floor.floor.clone()),
        asker("floor-else", "floorperson", elsewhere("fred", "floorperson").await),
        asker("supervisor", "supervisor", supervisor.clone()),
        asker("surveillan", "surveillance", floor.surveillance.clone()),
        asker("device", "device", floor.device.clone()),
        asker("device-else", "device", elsewhere("shoe", "device").await),
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
    let (routes, acts, watches) = (Vec::new(), Vec::new(), Vec::new());
    let mut matrix = Matrix { askers, description, routes, acts, watches };
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
                // After the deal it would take two persons.
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
