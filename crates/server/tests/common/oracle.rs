//! What anybody may know of the cards at each moment, told from the journal alone: plain JSON of an export, and nothing of
//! the engine's own views. And the scan that finds every card in a text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A card as it is written: `Qs`.
pub type Card = String;

/// What is known at a table after one event.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The round.
    pub round: u64,
    /// What lies open, or did in this round.
    pub public: BTreeSet<Card>,
    /// What single people have looked at.
    pub own: BTreeMap<String, BTreeSet<Card>>,
    /// The round is over and its deck is opened: no card is a secret.
    pub opened: bool,
}

impl Known {
    /// Whether somebody may read a card.
    pub fn may(&self, person: Option<&str>, card: &str) -> bool {
        let own = person.and_then(|person| self.own.get(person));
        self.opened || self.public.contains(card) || own.is_some_and(|own| own.contains(card))
    }
}

/// A table from its first event on: what is known after so many.
#[derive(Clone, Debug, Default)]
pub struct Oracle(Vec<Known>);

impl Oracle {
    /// What is known at a version. The first is before anything happened.
    pub fn at(&self, version: u64) -> &Known {
        &self.0[version as usize]
    }

    /// What is known at the end of a round.
    pub fn end_of(&self, round: u64) -> Option<&Known> {
        self.0.iter().find(|known| known.round == round && known.opened)
    }

    pub fn versions(&self) -> usize {
        self.0.len() - 1
    }

    /// The oracle of a table, from the lines of an export.
    pub fn of(export: &str, table: &str) -> Oracle {
        let mut told = Telling { all: vec![Known::default()], ..Telling::default() };
        for line in export.lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let record = &line["record"];
            if record["stream"] == format!("table/{table}") && record["kind"] == "turns" {
                let body = unpacked(&record["body"]);
                for turn in body["turns"].as_array().expect("turns") {
                    for event in turn["events"].as_array().expect("events") {
                        told.tell(event);
                    }
                }
            }
        }
        Oracle(told.all)
    }
}

/// What a record says: packed, as a table writes it, or plain.
fn unpacked(body: &Value) -> Value {
    if body["turns"].is_array() {
        return body.clone();
    }
    journal::Body::parse(&body.to_string()).expect("a body").unpacked().expect("a packed body")
}

/// Going through the events.
#[derive(Default)]
struct Telling {
    all: Vec<Known>,
    /// Who sits where.
    seats: BTreeMap<u64, String>,
    /// The cards of each holder, by its JSON.
    hands: BTreeMap<String, BTreeSet<Card>>,
    gave_up: BTreeSet<u64>,
}

impl Telling {
    fn tell(&mut self, event: &Value) {
        let mut now = self.all.last().cloned().unwrap_or_default();
        if now.opened {
            now = Known { round: now.round + 1, ..Known::default() };
        }
        let position = event["position"].as_u64();
        let holder = |position: u64| format!("{{\"position\":{position}}}");
        match event["event"].as_str().expect("a word") {
            "table_opened" => now.round += 1,
            "seated" => {
                let person = event["person"].as_str().expect("a person");
                self.seats.insert(position.expect("a position"), person.to_owned());
            }
            "risen" => {
                self.seats.remove(&position.expect("a position"));
            }
            "dealt" => {
                let hand = self.hands.entry(event["to"].to_string()).or_default();
                hand.extend(event["card"].as_str().map(str::to_owned));
            }
            "corrected" => {
                self.hands.insert(event["holder"].to_string(), cards_in(&event["cards"].to_string()));
            }
            "looked" => {
                let position = position.expect("a position");
                let hand = self.hands.get(&holder(position)).cloned().unwrap_or_default();
                now.own.entry(self.seats[&position].clone()).or_default().extend(hand);
            }
            "decided" if event["decision"] != "play" => {
                self.gave_up.insert(position.expect("a position"));
            }
            "folded_shown" => {
                for position in &self.gave_up {
                    now.public.extend(self.hands.get(&holder(*position)).cloned().unwrap_or_default());
                }
            }
            "dealer_revealed" | "revealed" | "community_revealed" => {
                now.public.extend(cards_in(&event["cards"].to_string()));
            }
            "irregular" => {
                now.public.extend(event["card"].as_str().map(str::to_owned));
                // A card that shows in error is seen by everybody; which of the hand it is, the event does not say.
                if event["what"].as_str().is_some_and(|what| what.ends_with("card_exposed")) {
                    let holder = match (&event["holder"], event["what"].as_str()) {
                        (Value::Null, Some("dealer_card_exposed")) => "\"dealer\"".to_owned(),
                        (holder, _) => holder.to_string(),
                    };
                    now.public.extend(self.hands.get(&holder).cloned().unwrap_or_default());
                }
            }
            "set_aside" => now.public.extend(event["card"].as_str().map(str::to_owned)),
            "round_ended" => {
                now.opened = true;
                self.hands.clear();
                self.gave_up.clear();
            }
            _ => {}
        }
        self.all.push(now);
    }
}

/// Every card that is written in a text: alone between other signs, or in a row of cards without a gap, as the order of a
/// deck is written.
pub fn cards_in(text: &str) -> BTreeSet<Card> {
    let mut found = BTreeSet::new();
    let mut before = "";
    for word in text.split(|sign: char| !sign.is_ascii_alphanumeric()) {
        // "Pair of Qs" and "three Ts" are queens and tens, and no card.
        let plural = matches!(before, "of" | "three") && word.len() == 2 && word.ends_with('s');
        before = word;
        if plural {
            continue;
        }
        let pairs = || word.as_bytes().chunks(2);
        let is_card =
            |pair: &[u8]| matches!(pair, [b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K' | b'A', b'c' | b'd' | b'h' | b's']);
        if !word.is_empty() && pairs().all(is_card) {
            found.extend(pairs().map(|pair| String::from_utf8_lossy(pair).into_owned()));
        }
    }
    found
}

/// The cards of a text that somebody may not read there.
pub fn leaks(text: &str, person: Option<&str>, known: &Known) -> Vec<Card> {
    cards_in(text).into_iter().filter(|card| !known.may(person, card)).collect()
}

/// What in a message of the wire its reader may not know, if anything.
pub fn leaks_of_message(message: &Value, person: Option<&str>, oracle: &Oracle) -> Vec<String> {
    let mut all = Vec::new();
    if message["type"] != "view" {
        let cards = cards_in(&message.to_string());
        all.extend(cards.into_iter().map(|card| format!("{card} in {message}")));
        return all;
    }
    let version = message["view"]["version"].as_u64().expect("a version");
    for card in leaks(&message["view"].to_string(), person, oracle.at(version)) {
        all.push(format!("{card} in the view at version {version}: {}", message["view"]));
    }
    for news in message["news"].as_array().expect("news") {
        let known = oracle.at(news["version"].as_u64().expect("a version"));
        // News are the same for everybody: nobody's own cards are in them.
        all.extend(leaks(&news.to_string(), None, known).into_iter().map(|card| format!("{card} in the news {news}")));
    }
    all.extend(cards_in(&message["pending"].to_string()).into_iter().map(|card| format!("{card} in what will happen")));
    all
}
