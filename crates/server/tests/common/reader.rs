//! Reads everything that the house sends to a role, over the WebSocket and by every route, and scans it for leaks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::Client;
use super::oracle::{Decks, Oracle, cards_in, leaks, leaks_of_message};
use super::samples::bare;

/// A response of a route, and the version of every table then.
pub struct Body {
    pub path: String,
    /// The route as the description names it.
    pub route: String,
    pub status: u16,
    pub text: String,
    pub versions: Arc<BTreeMap<String, u64>>,
}

/// A reader, with its messages and its bodies by route.
pub struct Reader {
    pub role: &'static str,
    pub client: Client,
    pub messages: Arc<Mutex<Vec<Value>>>,
    pub bodies: Vec<Body>,
    /// How far the feed has been read.
    fed: u64,
}

/// Routes outside the description: figures and health.
const BESIDE: [&str; 3] = ["/metrics", "/health", "/ready"];

/// How often somebody asks for a copy of the journal.
const COPIES: usize = 5;

impl Reader {
    /// Follows tables over a socket, which is read to its end.
    pub async fn following(role: &'static str, client: &Client, tables: &[String]) -> Reader {
        let messages = Arc::new(Mutex::new(Vec::new()));
        let mut socket = client.socket().await;
        socket.say(json!({ "type": "watch_floor" })).await;
        for table in tables {
            socket.say(json!({ "type": "watch", "table": table, "role": role })).await;
        }
        let all = messages.clone();
        tokio::spawn(async move {
            loop {
                let message = socket.next().await;
                if message.is_null() {
                    return;
                }
                all.lock().expect("the messages").push(message);
            }
        });
        Reader { role, client: client.clone(), messages, bodies: Vec::new(), fed: 0 }
    }

    pub fn person(&self) -> Option<&str> {
        (self.role == "player" && !self.client.name.is_empty()).then_some(self.client.name.as_str())
    }

    async fn get(&mut self, route: &str, path: String, versions: &Arc<BTreeMap<String, u64>>) {
        let answer = self.client.get(&path).await;
        self.took(route, path, answer.status, answer.text, versions);
    }

    fn took(&mut self, route: &str, path: String, status: u16, text: String, at: &Arc<BTreeMap<String, u64>>) {
        self.bodies.push(Body { path, route: route.to_owned(), status, text, versions: at.clone() });
    }

    /// Asks for a table.
    pub async fn look(&mut self, table: &str, versions: &Arc<BTreeMap<String, u64>>) {
        let path = format!("/api/v1/tables/{table}?role={}&since=0", self.role);
        self.get("/tables/{table}", path, versions).await;
    }

    /// Asks for everything that the description offers for reading, for one table, and what can be foreseen there.
    pub async fn ask(&mut self, routes: &[String], table: &str, versions: &Arc<BTreeMap<String, u64>>) {
        let view = self.client.get(&format!("/api/v1/tables/{table}?role={}", self.role)).await.json();
        let round = view["view"]["round"].as_u64().unwrap_or_default();
        let rounds = [round.saturating_sub(1), round];
        for route in routes {
            let at = format!("/api/v1{}", route.replace("{table}", table));
            let paths: Vec<String> = match route.as_str() {
                "/live" | "/tables/{table}" => Vec::new(),
                "/events" => vec![format!("{at}?after={}&limit=1000", self.fed)],
                "/links/{slug}" => vec![
                    at.replace("{slug}", "chesapeake-link.five_card_progressive"),
                    at.replace("{slug}", "bay-state-link.five_card_progressive"),
                ],
                "/tables/{table}/rounds" => vec![at.clone(), format!("{at}?limit=100&lines=true")],
                "/tables/{table}/rounds/{round}" => {
                    let forms = ["", "?form=text", "?form=news"];
                    let of = |round: &u64| at.replace("{round}", &round.to_string());
                    rounds.iter().flat_map(|round| forms.map(|form| format!("{}{form}", of(round)))).collect()
                }
                "/tables/{table}/rounds/{round}/proof" => {
                    rounds.iter().map(|round| at.replace("{round}", &round.to_string())).collect()
                }
                // Copies are long: the first few are enough.
                "/export" | "/backup" if self.bodies.iter().filter(|body| body.route == *route).count() >= COPIES => {
                    Vec::new()
                }
                "/me"
                | "/tables"
                | "/staff"
                | "/houses"
                | "/accounts"
                | "/approvals"
                | "/limits"
                | "/backup"
                | "/export"
                | "/tables/{table}/procedure"
                | "/tables/{table}/placard" => vec![at],
                other => panic!("{other} is a new way to read: say in reader.rs how it is asked for and scanned"),
            };
            for path in paths {
                self.get(route, path, versions).await;
            }
        }
        for path in BESIDE {
            self.get(path, path.to_owned(), versions).await;
        }
        let feed = self.bodies.iter().rev().find(|body| body.route == "/events").expect("the feed");
        let last = serde_json::from_str::<Value>(&feed.text).unwrap_or_default();
        let last = last.as_array().and_then(|events| events.last()).and_then(|event| event["sequence"].as_u64());
        self.fed = last.unwrap_or(self.fed);
        self.foresee(table, &view["view"]["legal"], versions).await;
    }

    /// Foresees everything that is offered.
    async fn foresee(&mut self, table: &str, offers: &Value, versions: &Arc<BTreeMap<String, u64>>) {
        let mut seen = BTreeSet::new();
        for offer in offers.as_array().into_iter().flatten() {
            let act = bare(offer);
            // One of each kind of report, and one of each other kind.
            if !seen.insert(format!("{} {}", act["do"], act["what"])) {
                continue;
            }
            let path = format!("/api/v1/tables/{table}/foresee");
            let answer = self.client.send("POST", &path, &json!({ "role": self.role, "act": act })).await;
            self.took("/tables/{table}/foresee", format!("{path} {act}"), answer.status, answer.text, versions);
        }
    }
}

/// What in a body its reader may not know.
pub fn leaks_of_body(
    body: &Body,
    person: Option<&str>,
    oracles: &BTreeMap<String, Oracle>,
    decks: &Decks,
) -> Vec<String> {
    let Body { path, route, status, text, versions } = body;
    // Whatever it is, it must not reveal an unopened deck.
    let mut found = decks.unopened(text, versions);
    let table = path.strip_prefix("/api/v1/tables/").unwrap_or_default().split(['/', '?']).next().unwrap_or_default();
    let json = || serde_json::from_str::<Value>(text).expect("JSON");
    let now = |table: &str| oracles[table].at(versions[table]);
    match route.as_str() {
        _ if *status != 200 => found.extend(cards_in(text)),
        "/tables/{table}" => found.extend(leaks_of_message(&json(), person, &oracles[table])),
        "/tables/{table}/foresee" => found.extend(leaks(text, None, now(table))),
        "/tables/{table}/rounds" => {
            let over = |line: &Value| line["round"].as_u64().is_some_and(|round| round < now(table).round);
            found.extend(json().as_array().expect("rounds").iter().filter(|line| !over(line)).map(Value::to_string));
        }
        "/tables/{table}/rounds/{round}" if path.ends_with("form=news") => {
            for news in json().as_array().expect("news") {
                let known = oracles[table].at(news["version"].as_u64().expect("a version"));
                found.extend(leaks(&news.to_string(), None, known));
            }
        }
        "/tables/{table}/rounds/{round}" | "/tables/{table}/rounds/{round}/proof" => {
            let round = path.split('/').nth(6).and_then(|part| part.split('?').next()?.parse::<u64>().ok());
            if round.is_none_or(|round| round >= now(table).round) {
                found.push(format!("a round that is not over: {round:?}"));
            }
        }
        "/events" => found.extend(leaks_of_feed(&json(), oracles)),
        "/export" => {}
        // Sealed: not even a name can be read in it.
        "/backup" => found.extend(oracles.keys().filter(|table| text.contains(table.as_str())).cloned()),
        _ => found.extend(cards_in(text)),
    }
    found
}

/// The feed of events: each turn reveals only what is known after it.
pub fn leaks_of_feed(events: &Value, oracles: &BTreeMap<String, Oracle>) -> Vec<String> {
    let mut found = Vec::new();
    for event in events.as_array().expect("events") {
        let table = event["source"].as_str().expect("a source").rsplit('/').next().unwrap_or_default();
        let Some(mut version) = event["data"]["after"].as_u64() else {
            found.extend(cards_in(&event.to_string()));
            continue;
        };
        for turn in event["data"]["turns"].as_array().expect("turns") {
            version += turn["events"].as_array().map_or(0, Vec::len) as u64;
            found.extend(leaks(&turn.to_string(), None, oracles[table].at(version)));
        }
    }
    found
}
