//! What anybody may know of the cards at each moment, taken from the journal alone: plain JSON of an export, and
//! nothing of the engine's own views. And the scan that finds every card in a text.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

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

/// A shuffled deck that came to a table.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The order, top card first.
    order: Vec<Card>,
    /// What hides it in its commitment.
    nonce: String,
    /// Every few cards one after the other as they lie in it, up or down, wherever it is cut.
    rows: HashSet<String>,
    /// The number of events after which it was opened; `None` while it is not.
    opened: Option<u64>,
}

/// This many cards in a row appear in no text by chance.
const ROW: usize = 6;

impl Deck {
    fn of(shuffle: &Value) -> Deck {
        let order = row_of_cards(&shuffle["order"].to_string());
        let nonce = shuffle["nonce"].as_str().expect("a nonce").to_owned();
        let around: Vec<Card> = order.iter().chain(&order[..ROW]).cloned().collect();
        let back: Vec<Card> = around.iter().rev().cloned().collect();
        let rows = around.windows(ROW).chain(back.windows(ROW)).map(<[Card]>::concat).collect();
        Deck { order, nonce, rows, opened: None }
    }
}

/// A table from its first event on: what is known after each event, and the decks that came to it.
#[derive(Clone, Debug, Default)]
pub struct Oracle(Vec<Known>, Vec<Deck>);

impl Oracle {
    /// What is known at a version. The first is before anything happened.
    pub fn at(&self, version: u64) -> &Known {
        &self.0[version as usize]
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
                for turn in record["body"]["turns"].as_array().expect("turns") {
                    for event in turn["events"].as_array().expect("events") {
                        told.tell(event);
                    }
                }
            }
        }
        Oracle(told.all, told.decks)
    }
}

/// The decks of all tables, to be looked for in texts.
#[derive(Default)]
pub struct Decks {
    all: Vec<(String, Deck)>,
    /// Nonces and rows of cards, with the places of their decks.
    marks: HashMap<String, Vec<usize>>,
}

impl Decks {
    pub fn of(oracles: &BTreeMap<String, Oracle>) -> Decks {
        let mut decks = Decks::default();
        for (table, oracle) in oracles {
            for deck in &oracle.1 {
                for mark in deck.rows.iter().chain([&deck.nonce]) {
                    decks.marks.entry(mark.clone()).or_default().push(decks.all.len());
                }
                decks.all.push((table.clone(), deck.clone()));
            }
        }
        decks
    }

    /// What a text reveals of decks that are not yet opened. Nobody may know the order of such a deck, in any file.
    pub fn unopened(&self, text: &str, versions: &BTreeMap<String, u64>) -> Vec<String> {
        let cards = row_of_cards(text);
        let rows = cards.windows(ROW).map(<[Card]>::concat);
        let nonces = words(text).filter(|word| word.len() == 64).map(str::to_owned);
        let told: BTreeSet<usize> =
            rows.chain(nonces).filter_map(|mark| self.marks.get(&mark)).flatten().copied().collect();
        let secret = told.into_iter().map(|at| &self.all[at]).filter(|(table, deck)| {
            let version = versions.get(table).copied().unwrap_or_default();
            deck.opened.is_none_or(|opened| opened > version)
        });
        secret.map(|(table, deck)| format!("of {table} the deck {}", deck.order.concat())).collect()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }
}

/// The state while going through the events.
#[derive(Default)]
struct Telling {
    all: Vec<Known>,
    /// Who sits where.
    seats: BTreeMap<u64, String>,
    /// The cards of each holder, by its JSON.
    hands: BTreeMap<String, BTreeSet<Card>>,
    gave_up: BTreeSet<u64>,
    decks: Vec<Deck>,
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
                // A card exposed in error is seen by everybody; the event does not say which card of the hand it is.
                if event["what"].as_str().is_some_and(|what| what.ends_with("card_exposed")) {
                    let holder = match (&event["holder"], event["what"].as_str()) {
                        (Value::Null, Some("dealer_card_exposed")) => "\"dealer\"".to_owned(),
                        (holder, _) => holder.to_string(),
                    };
                    now.public.extend(self.hands.get(&holder).cloned().unwrap_or_default());
                }
            }
            "set_aside" => now.public.extend(event["card"].as_str().map(str::to_owned)),
            "shuffled" | "deck_received" if event["shuffle"].is_object() => {
                self.decks.push(Deck::of(&event["shuffle"]));
            }
            "round_ended" => {
                now.opened = true;
                let nonce = event["shuffle"]["nonce"].as_str();
                for deck in self.decks.iter_mut().filter(|deck| Some(deck.nonce.as_str()) == nonce) {
                    deck.opened = Some(self.all.len() as u64);
                }
                self.hands.clear();
                self.gave_up.clear();
            }
            _ => {}
        }
        self.all.push(now);
    }
}

/// Every card that is written in a text.
pub fn cards_in(text: &str) -> BTreeSet<Card> {
    row_of_cards(text).into_iter().collect()
}

/// The cards of a text, one after the other: standing alone, or in a row without gaps, as the order of a deck is
/// written.
pub fn row_of_cards(text: &str) -> Vec<Card> {
    let mut found = Vec::new();
    let mut before = "";
    let is_card =
        |pair: &[u8]| matches!(pair, [b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K' | b'A', b'c' | b'd' | b'h' | b's']);
    for word in words(text) {
        // "Pair of Qs" and "three Ts" mean queens and tens, not a card.
        let plural = matches!(before, "of" | "three") && word.len() == 2 && word.ends_with('s');
        before = word;
        if !plural && word.as_bytes().chunks(2).all(is_card) {
            found.extend(word.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned()));
        }
    }
    found
}

/// The words of a text: letters and digits between other signs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.as_bytes().split(|sign| !sign.is_ascii_alphanumeric());
    parts.filter(|part| !part.is_empty()).filter_map(|part| std::str::from_utf8(part).ok())
}

/// The cards of a text that somebody may not read there.
pub fn leaks(text: &str, person: Option<&str>, known: &Known) -> Vec<Card> {
    cards_in(text).into_iter().filter(|card| !known.may(person, card)).collect()
}

/// What in a message its reader may not know, if anything.
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
