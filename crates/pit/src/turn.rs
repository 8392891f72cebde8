//! What a table's stream holds.

use std::sync::Arc;

use journal::{BadBody, BadRecord, Body, Hash, NewRecord};
use rules::{BookFiles, Books, House, house};
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Command, Digest, Event, Moment, Shuffle, State, What, decide};

use crate::fault::{FoundingFault, OtherBook};

/// The kind of a stream's first record.
pub const FOUNDED: &str = "founded";

/// The kind of all other records.
pub const TURNS: &str = "turns";

/// The format of all records.
pub const FORMAT: u32 = 1;

/// How a table was founded, with all of its rules, so that an export needs nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founding {
    /// The table's name, as people call it.
    pub name: Arc<str>,
    /// The house's rules submission, in full.
    pub house: Arc<str>,
    /// The digest that was approved.
    pub digest: String,
    /// The digest of the rulebook under which it was approved.
    pub book_digest: String,
    /// Rulebooks that do not come with the product, in full: their rules, and their words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub books: Vec<BookFiles>,
    /// How many positions robot players fill.
    #[serde(default)]
    pub robots: u8,
    /// The version of the program.
    pub program: Arc<str>,
}

impl Founding {
    /// The founding of a table with a house, if that is lawful.
    ///
    /// # Errors
    /// Why it is not.
    pub fn with(
        name: &str,
        house: &str,
        books: &[BookFiles],
        robots: u8,
        program: &str,
    ) -> Result<Founding, FoundingFault> {
        let mut founding = Founding {
            name: name.into(),
            house: house.into(),
            digest: String::new(),
            book_digest: String::new(),
            books: books.to_vec(),
            robots,
            program: program.into(),
        };
        let house = founding.lawful()?;
        founding.digest = house.digest.clone();
        founding.book_digest = house.book_digest.clone();
        Ok(founding)
    }

    /// The house, if it is lawful and the approved one.
    ///
    /// # Errors
    /// Why the table cannot be opened.
    pub fn house(&self) -> Result<House, FoundingFault> {
        let house = self.lawful()?;
        self.approves(&house)?;
        Ok(house)
    }

    /// Whether a house is the approved one, under the rulebook that was approved with it.
    pub(crate) fn approves(&self, house: &House) -> Result<(), FoundingFault> {
        let table = self.name.to_string();
        if house.digest != self.digest {
            let (found, approved) = (house.digest.clone(), self.digest.clone());
            return Err(FoundingFault::NotApproved { table, found, approved });
        }
        if house.book_digest != self.book_digest {
            let (found, approved) = (house.book_digest.clone(), self.book_digest.clone());
            let (code, program) = (house.book.code.clone(), self.program.to_string());
            return Err(FoundingFault::OtherBook(Box::new(OtherBook { table, code, found, approved, program })));
        }
        Ok(())
    }

    pub(crate) fn lawful(&self) -> Result<House, FoundingFault> {
        let mut books = Books::shipped();
        for files in &self.books {
            books.add_files(files).map_err(FoundingFault::Book)?;
        }
        let report = house::check(&self.house, &books);
        let why = report.errors().next().map(|fault| fault.message.clone()).unwrap_or_default();
        report.house.ok_or_else(|| FoundingFault::Unlawful { table: self.name.to_string(), why })
    }
}

/// A command that was accepted, with its events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The command's id.
    pub id: Arc<str>,
    /// The person or machine that gave the command.
    pub by: Actor,
    /// The moment at which it was decided.
    pub at: Moment,
    /// The second person, where the act took two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Actor>,
    /// The act. An order of cards or a link's meters that came with it are in the events.
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
        Ok(Turn::of(state, command, events))
    }

    /// A command that was decided just now: its events become part of the table.
    #[must_use]
    pub fn of(state: &mut State, command: Command, events: Vec<Event>) -> Turn {
        state.apply_all(&events);
        let Command { id, by, at, act, .. } = command;
        Turn { id, by, at, second: None, act, events }
    }

    /// The command as it was given.
    #[must_use]
    pub fn command(&self) -> Command {
        Command::new(self.id.clone(), self.by.clone(), self.at, self.act.clone()).with_what_came(&self.events)
    }
}

impl Turn {
    /// The turn without any card that must stay secret while its round runs, in its act and its events.
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

fn order_of(event: &Event) -> Option<&Shuffle> {
    match &event.what {
        What::Shuffled { shuffle, .. } | What::DeckReceived { shuffle, .. } => shuffle.as_deref(),
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
    /// The house and program they were decided under; written in every record in which a round ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<Under>,
    /// Random, and hidden from those who may not see the cards: without it the cards could be guessed from the record's
    /// hash.
    pub salt: String,
}

/// How turns are written.
#[derive(Serialize)]
struct Wording<'a> {
    after: u64,
    round: u64,
    turns: &'a [Turn],
    #[serde(skip_serializing_if = "Option::is_none")]
    under: Option<&'a Under>,
    salt: &'a str,
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

/// The id of a robot's next command at a table that has seen this many events.
#[must_use]
pub fn robot_turn_id(version: u64) -> Arc<str> {
    format!("robot {version}").into()
}

impl Turns {
    /// The body of their record.
    ///
    /// # Errors
    /// When they are too many for one record.
    pub fn body(&self) -> Result<Body, BadBody> {
        let Turns { after, round, turns, under, salt } = self;
        Body::of(&Wording { after: *after, round: *round, turns, under: under.as_ref(), salt })
    }

    /// Reads a record's turns.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn read(record: &NewRecord) -> Result<Turns, BadRecord> {
        record.read(FORMAT)
    }

    /// The turns of a body that [`Turns::body`] or [`bodies`] made.
    ///
    /// # Errors
    /// When the body holds no turns.
    pub fn of_body(body: &Body) -> serde_json::Result<Turns> {
        serde_json::from_str(body.as_str())
    }
}

/// The bodies of the records for some turns. An order of cards gets its own record, so that the rest of its round can
/// be shown while the order is secret. A round's last record ends with the round and names the house and program it was
/// decided under. Each body has a salt from `chance`, which must be fresh for every call.
///
/// # Errors
/// When there are too many for one record.
pub fn bodies(after: u64, round: u64, turns: &[Turn], under: &Under, chance: &[u8; 32]) -> Result<Vec<Body>, BadBody> {
    let mut all = Vec::new();
    let (mut after, mut round) = (after, round);
    for part in turns.chunk_by(|one, next| !one.ends_round() && !one.brings_order() && !next.brings_order()) {
        let mut seed = [0; 40];
        seed[..32].copy_from_slice(chance);
        seed[32..].copy_from_slice(&after.to_le_bytes());
        let salt = Hash::of_command(&seed).to_string();
        let under = part.last().is_some_and(Turn::ends_round).then_some(under);
        all.push(Body::of(&Wording { after, round, turns: part, under, salt: &salt[..32] })?);
        for event in part.iter().flat_map(|turn| &turn.events) {
            after += 1;
            round += u64::from(matches!(event.what, What::TableOpened { .. } | What::RoundEnded { .. }));
        }
    }
    Ok(all)
}

impl Turn {
    fn ends_round(&self) -> bool {
        self.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. }))
    }

    fn brings_order(&self) -> bool {
        self.commitment().is_some()
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

    /// Cards that a shoe read, or a floorperson corrected, lie face down: they are in both the command and the event.
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
