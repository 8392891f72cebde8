//! What a table's stream holds.

use std::sync::Arc;

use rules::{Books, House, house};
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Command, Digest, Event, Moment, Shuffle, State, What, decide};

/// The kind of a stream's first record.
pub const FOUNDED: &str = "founded";

/// The kind of all other records.
pub const TURNS: &str = "turns";

/// The format of both.
pub const FORMAT: u32 = 1;

/// How a table came to be: everything that its rules are made of, so that an export needs nothing beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founding {
    /// The table's name, as people call it.
    pub name: Arc<str>,
    /// The house's rules submission, in full.
    pub house: Arc<str>,
    /// The digest that was approved.
    pub digest: String,
    /// Rulebooks that do not come with the product, in full.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub books: Vec<Arc<str>>,
    /// How many positions robot players fill.
    #[serde(default)]
    pub robots: u8,
    /// The version of the program.
    pub program: Arc<str>,
}

impl Founding {
    /// A table with a house, if that is lawful.
    ///
    /// # Errors
    /// Why it is not.
    pub fn with(name: &str, house: &str, books: &[Arc<str>], robots: u8, program: &str) -> Result<Founding, String> {
        let mut founding = Founding {
            name: name.into(),
            house: house.into(),
            digest: String::new(),
            books: books.to_vec(),
            robots,
            program: program.into(),
        };
        founding.digest = founding.lawful()?.digest;
        Ok(founding)
    }

    /// The house, if it is lawful and the approved one.
    ///
    /// # Errors
    /// Why the table cannot be opened.
    pub fn house(&self) -> Result<House, String> {
        let house = self.lawful()?;
        if house.digest != self.digest {
            return Err(format!(
                "the house of {} has the digest {}, and {} was approved: a table opens with what was approved alone",
                self.name, house.digest, self.digest
            ));
        }
        Ok(house)
    }

    fn lawful(&self) -> Result<House, String> {
        let mut books = Books::shipped();
        for text in &self.books {
            books.add(text).map_err(|fault| format!("a rulebook of the table cannot be read: {fault}"))?;
        }
        let report = house::check(&self.house, &books);
        let first = report.errors().next().map(|fault| fault.message.clone());
        let told = || format!("the house of {} is not lawful: {}", self.name, first.unwrap_or_default());
        report.house.ok_or_else(told)
    }
}

/// A command that was accepted, with its events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The command's id.
    pub id: Arc<str>,
    /// Who.
    pub by: Actor,
    /// When.
    pub at: Moment,
    /// The second person, where the act took two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Actor>,
    /// What. The order of a shuffle is in the event alone.
    pub act: Act,
    /// What happened.
    pub events: Vec<Event>,
}

impl Turn {
    /// Decides a command and makes its events part of the table.
    ///
    /// # Errors
    /// The table's refusal; nothing has changed then.
    pub fn take(state: &mut State, command: Command) -> Result<Turn, table::Refusal> {
        let events = decide(state, &command)?;
        state.apply_all(&events);
        let Command { id, by, at, act } = command;
        Ok(Turn { id, by, at, second: None, act: without_order(act), events })
    }

    /// The command as it was given.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut act = self.act.clone();
        if let Act::Shuffle { shuffle, .. } | Act::ReceiveDeck { shuffle, .. } = &mut act {
            *shuffle = self.events.iter().find_map(order_of);
        }
        Command { id: self.id.clone(), by: self.by.clone(), at: self.at, act }
    }
}

impl Turn {
    /// The turn without a card that nobody may know while its round runs: neither in what happened nor in what was
    /// asked for.
    #[must_use]
    pub fn veiled(&self) -> Turn {
        let mut turn = self.clone();
        match &mut turn.act {
            Act::Deal { read, .. } => read.clear(),
            Act::Correct { cards, .. } => cards.clear(),
            _ => {}
        }
        for event in &mut turn.events {
            event.what = event.what.veiled();
        }
        turn
    }

    /// The commitment to an order that this turn brought.
    #[must_use]
    pub fn commitment(&self) -> Option<Digest> {
        self.events.iter().find_map(order_of).map(|shuffle| shuffle.commitment)
    }
}

fn without_order(mut act: Act) -> Act {
    if let Act::Shuffle { shuffle, .. } | Act::ReceiveDeck { shuffle, .. } = &mut act {
        *shuffle = None;
    }
    act
}

fn order_of(event: &Event) -> Option<Box<Shuffle>> {
    match &event.what {
        What::Shuffled { shuffle, .. } | What::DeckReceived { shuffle, .. } => shuffle.clone(),
        _ => None,
    }
}

/// The turns of one append: a person's, and what the robots did at once after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// How many events the table had seen before.
    pub after: u64,
    /// The round it was in.
    pub round: u64,
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// Under what they were decided; written with every record in which a round ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<Under>,
}

/// The house and the program behind a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Under {
    /// The digest of the approved house.
    pub house: String,
    /// BLAKE3 of the program's file.
    pub program: Arc<str>,
}

impl Turns {
    /// The turns with the digests behind them, where a round ends in them.
    #[must_use]
    pub fn under(mut self, house: &House, program: &Arc<str>) -> Turns {
        let ends = |turn: &Turn| turn.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. }));
        if self.turns.iter().any(ends) {
            self.under = Some(Under { house: house.digest.clone(), program: program.clone() });
        }
        self
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use serde_json::json;

    fn turn(act: serde_json::Value, event: serde_json::Value) -> Turn {
        let by = json!({ "role": "dealer", "person": "Dee" });
        serde_json::from_value(json!({ "id": "a", "by": by, "at": 1, "act": act, "events": [event] })).unwrap()
    }

    /// Cards that a shoe read, or a floorperson corrected, lie face down: they are in the command as well as in the event.
    #[test]
    fn a_veiled_turn_holds_no_hidden_card() {
        let dealt = turn(
            json!({ "do": "deal", "cards": 1, "read": ["Qh"] }),
            json!({ "event": "dealt", "to": { "position": 1 }, "card": "Qh", "law": "product" }),
        );
        let corrected = turn(
            json!({ "do": "correct", "holder": "dealer", "cards": ["Qh", "2c", "3d"], "reason": "misread" }),
            json!({ "event": "corrected", "holder": "dealer", "cards": ["Qh", "2c", "3d"], "reason": "misread", "law": "product" }),
        );
        for turn in [dealt, corrected] {
            assert!(serde_json::to_string(&turn).unwrap().contains("Qh"));
            let veiled = serde_json::to_string(&turn.veiled()).unwrap();
            assert!(!veiled.contains("Qh") && !veiled.contains("2c"), "{veiled}");
        }
    }
}
