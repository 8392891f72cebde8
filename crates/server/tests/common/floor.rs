//! A floor run by people: every step of the procedure is an act of somebody with the role, over HTTP, so that a test
//! can stop a table anywhere.

use serde_json::{Value, json};
use server::HouseText;

use super::samples::bare;
use super::{Answer, Client, Open, house, new_id};

/// All parts performed by people.
pub const PEOPLE: &str =
    "[automation]\ndealer = \"person\"\nfloorperson = \"person\"\nsupervisor = \"person\"\ndevice = \"person\"\n";

/// The password of those who have one.
pub const PASSWORD: &str = "a long word for the staff";

/// An example house whose parts are all performed by people.
pub fn by_people(code: &str) -> HouseText {
    house(code, &[], PEOPLE)
}

/// Those who run the floor.
pub struct Floor {
    pub dealer: Client,
    pub floor: Client,
    pub supervisor: Client,
    pub surveillance: Client,
    pub device: Client,
}

impl Floor {
    /// Signs everybody in. Those who ask for and approve what needs two people have passwords, which they have just given;
    /// the device is let in by them.
    pub async fn of(open: &Open) -> Floor {
        let supervisor = Client::staff_with(open, "supervisor", Some(PASSWORD)).await;
        let floor = Client::staff_with(open, "floor", Some(PASSWORD)).await;
        for client in [&supervisor, &floor] {
            assert_eq!(client.confirm(PASSWORD).await.status, 200);
        }
        let mut all = Floor {
            dealer: Client::staff(open, "dealer").await,
            surveillance: Client::staff(open, "surveillance").await,
            device: Client::nobody(open),
            floor,
            supervisor,
        };
        all.device = all.machine(open, "shuffler", &[]).await;
        all
    }

    /// Somebody whom the supervisor invited and the floorperson approved.
    pub async fn invited(&self, open: &Open, name: &str, roles: &[&str], tables: &[&str]) -> Client {
        self.invited_with(open, name, roles, tables, None).await
    }

    /// The same, choosing a password.
    pub async fn invited_with(
        &self,
        open: &Open,
        name: &str,
        roles: &[&str],
        tables: &[&str],
        password: Option<&str>,
    ) -> Client {
        let what = json!({ "kind": "invite", "name": name, "roles": roles, "tables": tables });
        let (link, code) = self.let_in(what).await;
        let mut client = Client::nobody(open);
        let token = link.split_once('#').expect("a token").1;
        let body = json!({ "token": token, "code": code, "password": password });
        let entered = client.send("POST", "/api/v1/link", &body).await;
        client.entered(&entered);
        client
    }

    /// A machine of tables, with its token.
    pub async fn machine(&self, open: &Open, name: &str, tables: &[&str]) -> Client {
        let (token, code) = self.let_in(json!({ "kind": "machine", "name": name, "tables": tables })).await;
        Client { bearer: Some(format!("{token}.{code}")), name: name.to_owned(), ..Client::nobody(open) }
    }

    /// What the supervisor asks for and the floorperson approves: the part that each of them gets.
    async fn let_in(&self, what: Value) -> (String, String) {
        let asked = ask(&self.supervisor, what).await;
        assert_eq!(asked.status, 200, "{asked:?}");
        let asked = asked.json();
        let approved = approve(&self.floor, asked["id"].as_str().expect("an id")).await;
        assert_eq!(approved.status, 200, "{approved:?}");
        let word = |text: &Value| text.as_str().expect("a part of it").to_owned();
        (word(&asked["link"]), word(&approved.json()["code"]))
    }

    /// Two persons void a round after the deal.
    pub async fn void(&self, table: &str) {
        let request = self.ask_for_void(table).await;
        let approve = json!({ "approve": true });
        let answer = self.supervisor.send("POST", &format!("/api/v1/approvals/{request}"), &approve).await;
        assert_eq!(answer.status, 200, "{table}: {answer:?}");
    }

    /// The floorperson asks for it. Returns the id of the request.
    pub async fn ask_for_void(&self, table: &str) -> String {
        let act = json!({ "do": "report", "what": "wrong_number", "holder": "dealer" });
        let what = json!({ "kind": "act", "table": table, "role": "floorperson", "act": act });
        let body = json!({ "id": new_id(), "reason": "one card too many", "what": what });
        let answer = self.floor.send("POST", "/api/v1/approvals", &body).await;
        assert_eq!(answer.status, 200, "{table}: {answer:?}");
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    fn performer(&self, role: &str) -> &Client {
        match role {
            "dealer" => &self.dealer,
            "floorperson" => &self.floor,
            "supervisor" => &self.supervisor,
            "device" => &self.device,
            other => panic!("nobody performs {other}"),
        }
    }

    /// A table as the staff sees it.
    pub async fn view(&self, table: &str) -> Value {
        let answer = self.surveillance.get(&format!("/api/v1/tables/{table}?role=surveillance")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["view"].clone()
    }

    /// Opens a table.
    pub async fn open_table(&self, table: &str) {
        let answer = self.floor.act(table, "floorperson", json!({ "do": "open_table", "float": 10_000_000 })).await;
        assert_eq!(answer.status, 200, "{table}: {answer:?}");
    }

    /// Does the next step of the procedure, or a player's decision when it waits for that. Returns what was done.
    pub async fn step(&self, table: &str, players: &[&Client]) -> String {
        let view = self.view(table).await;
        if let (Some(next), Some(role)) = (view["next"].as_object(), view["next"]["by"].as_str()) {
            let act = bare(&view["next"]);
            let does = act["do"].as_str().unwrap_or_default().to_owned();
            let answer = self.performer(role).act(table, role, act).await;
            assert_eq!(answer.status, 200, "{table}: {next:?}: {answer:?}");
            return does;
        }
        let turn = view["turn"].as_u64().unwrap_or_else(|| panic!("{table} waits for nobody in {}", view["phase"]));
        let seats = view["seats"].as_array().expect("seats");
        let seat = seats.iter().find(|seat| seat["position"] == turn).expect("a seat");
        let player = players.iter().find(|player| seat["person"] == player.name.as_str()).expect("a player");
        let decision = if turn % 3 == 2 { "fold" } else { "play" };
        for act in [
            json!({ "do": "look", "position": turn }),
            json!({ "do": "decide", "position": turn, "decision": decision }),
        ] {
            let answer = player.act(table, "player", act.clone()).await;
            // A player who has already looked is refused.
            assert!(answer.status == 200 || act["do"] == "look", "{table}: {act}: {answer:?}");
        }
        decision.to_owned()
    }

    /// Steps until a table is in a phase.
    pub async fn until(&self, table: &str, phase: &str, players: &[&Client]) {
        for _ in 0..400 {
            if self.view(table).await["phase"] == phase {
                return;
            }
            self.step(table, players).await;
        }
        panic!("{table} never came to {phase}");
    }
}

/// Somebody sits down and buys in.
pub async fn seat(player: &Client, table: &str, position: u8) {
    for act in [json!({ "do": "sit", "position": position }), json!({ "do": "buy_in", "amount": 6_500 })] {
        let answer = player.act(table, "player", act.clone()).await;
        assert_eq!(answer.status, 200, "{table}: {act}: {answer:?}");
    }
}

/// Asks for something that needs a second person.
pub async fn ask(asker: &Client, what: Value) -> Answer {
    let body = json!({ "id": new_id(), "reason": "it is needed tonight", "what": what });
    asker.send("POST", "/api/v1/approvals", &body).await
}

/// Approves it.
pub async fn approve(second: &Client, id: &str) -> Answer {
    second.send("POST", &format!("/api/v1/approvals/{id}"), &json!({ "approve": true })).await
}
