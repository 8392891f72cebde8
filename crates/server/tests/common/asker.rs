//! Tries acts without doing them, and classifies the result: possible, refused for lack of a right, or for the moment.

use serde_json::{Value, json};
use table::{Phase, Role, Why};

use super::oracle::cards_in;
use super::samples::{bare, word};
use super::{Client, Socket, new_id};

/// The phases of a table.
pub const PHASES: [Phase; 7] =
    [Phase::Shut, Phase::Betting, Phase::Closing, Phase::Dealing, Phase::Deciding, Phase::Showdown, Phase::Void];

/// The table of shuffled cards, by the book md14. Nobody plays the progressive there, as it would depend on chance.
pub const SHUFFLED: &str = "shuffled";

/// The result of an act, from furthest to nearest to being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// Nobody is signed in.
    SignIn,
    /// The person does not have the role at this table.
    NoRight,
    /// The role does not have the act.
    Role,
    /// The position is somebody else's.
    Seat,
    /// Not in this phase.
    Phase,
    /// Allowed in this phase, but not in the table's present state.
    State,
    /// The password must be given again.
    Again,
    /// It needs a second person.
    Two,
    /// It would have been done.
    May,
}

impl Cell {
    /// Of two answers to one kind of act, the one that allows it; if neither does, the one about the right.
    pub fn and(self, other: Cell) -> Cell {
        let near = self.max(other);
        if near >= Cell::Again { near } else { self.min(other) }
    }

    pub const fn text(self) -> &'static str {
        match self {
            Cell::SignIn => "401",
            Cell::NoRight => "403",
            Cell::Role => "role",
            Cell::Seat => "seat",
            Cell::Phase => "phase",
            Cell::State => "state",
            Cell::Again => "again",
            Cell::Two => "two",
            Cell::May => "MAY",
        }
    }
}

/// What a refusal is for.
pub fn told(answer: &Value) -> Cell {
    let sentence = answer["refused"].as_str().unwrap_or_default();
    let says = |why: Why| why.to_string() == sentence;
    match answer["code"].as_str().unwrap_or_default() {
        "sign_in" => Cell::SignIn,
        "no_right" => Cell::NoRight,
        "approval" => Cell::Two,
        "confirm" => Cell::Again,
        "refused" if Role::ALL.iter().any(|role| says(Why::WrongRole { needs: *role })) => Cell::Role,
        "refused" if Role::ALL.iter().any(|role| says(Why::NotFor { role: *role })) => Cell::Role,
        "refused" if (1..=7).any(|position| says(Why::NotYourSeat { position })) => Cell::Seat,
        "refused" if PHASES.iter().any(|now| says(Why::WrongPhase { now: *now })) => Cell::Phase,
        "refused" => Cell::State,
        other => panic!("{other}: {answer}"),
    }
}

/// Somebody who asks at one table.
pub struct Asker {
    pub column: &'static str,
    pub role: Role,
    pub client: Client,
    pub socket: Socket,
    /// Whether their rights depend on the table at all.
    pub served: bool,
}

/// Two acts that a role is never allowed, whatever the state of the table, and the refusal of the first, which differs
/// from that of the second.
pub fn never(role: Role) -> ([Value; 2], String) {
    let dealers = json!({ "do": "no_more_bets" });
    let players = json!({ "do": "buy_in", "amount": 1 });
    let floors = json!({ "do": "fill", "amount": 1 });
    let above = json!({ "do": "hand_pay", "position": 1, "wager": "progressive", "document": "1" });
    match role {
        Role::Player => ([dealers, floors], Why::WrongRole { needs: Role::Dealer }.to_string()),
        Role::Dealer => ([players, above], Why::NotFor { role }.to_string()),
        _ => ([players, dealers], Why::NotFor { role }.to_string()),
    }
}

impl Asker {
    /// Sends an order of some acts; it must not be done.
    pub async fn order(&mut self, table: &str, all: &[&Value]) -> Value {
        let id = new_id();
        let (act, then) = all.split_first().expect("an act");
        let order =
            json!({ "type": "do", "id": id, "table": table, "role": self.role.to_string(), "act": act, "then": then });
        self.socket.say(order).await;
        let answer =
            self.socket.until("an answer", |said| said["id"] == id.as_str() || said["type"] == "problem").await;
        assert_eq!(answer["type"], "refused", "{} {all:?}: {answer}", self.column);
        // Where no card is keyed in, no refusal names one.
        assert!(table != SHUFFLED || cards_in(&answer.to_string()).is_empty(), "{answer}");
        answer
    }

    /// What would become of an act.
    pub async fn ask(&mut self, table: &str, act: &Value) -> Cell {
        let ([first, second], refusal) = never(self.role);
        let one = self.order(table, &[act, &first]).await;
        if one["refused"] != refusal.as_str() {
            return told(&one);
        }
        let other = self.order(table, &[act, &second]).await;
        if other["refused"] == one["refused"] {
            return told(&one);
        }
        // What needs two people is refused without a second person, and nothing of it is done.
        if word(act) == "propose_meter" || self.voids(table, act).await {
            return told(&self.order(table, &[act]).await);
        }
        Cell::May
    }

    /// Whether a report would void a round whose cards are dealt.
    async fn voids(&self, table: &str, act: &Value) -> bool {
        if word(act) != "report" {
            return false;
        }
        let body = json!({ "role": self.role.to_string(), "act": act });
        let news = self.client.send("POST", &format!("/api/v1/tables/{table}/foresee"), &body).await;
        assert_eq!(news.status, 200, "{act}: {news:?}");
        let void = news.json()["news"].as_array().expect("news").iter().any(|news| news["event"] == "voided");
        let seen = self.client.get(&format!("/api/v1/tables/{table}")).await.json();
        let mut hands = seen["view"]["seats"].as_array().expect("seats").iter().map(|seat| &seat["hand"]["cards"]);
        void && hands.any(|cards| cards.as_array().is_some_and(|cards| !cards.is_empty()))
    }

    /// What the table offers them.
    pub async fn offers(&self, table: &str) -> Vec<Value> {
        let answer = self.client.get(&format!("/api/v1/tables/{table}?role={}", self.role)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["view"]["legal"].as_array().expect("offers").iter().map(chosen).collect()
    }
}

/// An offer with something chosen in it.
pub fn chosen(offer: &Value) -> Value {
    let mut act = bare(offer);
    for field in offer["fields"].as_array().into_iter().flatten() {
        match (field["kind"].as_str().unwrap_or_default(), word(offer)) {
            ("card", _) => act["card"] = "2s".into(),
            ("cards", "correct") => {
                let count = field["count"].as_u64().expect("a number") as usize;
                act["cards"] = ["3s", "5s", "8c"][..count].into();
            }
            ("cards", _) => act = keyed(act),
            _ => {}
        }
    }
    act
}

/// A hand that is turned up, with the cards that lie there: position 3 has a mini royal.
pub fn keyed(mut act: Value) -> Value {
    act["cards"] = match (word(&act), act["position"].as_u64()) {
        ("reveal_dealer", _) => json!(["2c", "5d", "9h"]),
        ("reveal_community", _) => json!(["4d", "Tc"]),
        ("reveal", Some(3)) => json!(["As", "Ks", "Qs"]),
        _ => json!(["2h", "3h", "4h"]),
    };
    act
}
