//! Turns as they are stored: what follows from their place is left out, and what nearly every record says is a number
//! of the lexicon.

use std::sync::LazyLock;

use journal::{BadBody, Body, Lexicon, Upcasters};
use serde::ser::SerializeSeq as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use table::{Act, Actor, Event, Moment};

use crate::turn::{TURNS, Turn, Turns, Under};

/// The format of turns. Format 1 had them in plain JSON, with the id of every robot's command. Since format 2 they are
/// packed, a turn that brings an order of cards has a record to itself, and no record reaches into the next round. Since
/// format 3 they are packed with a lexicon, and the time of a turn is told from that of the record's first.
pub const TURNS_FORMAT: u32 = 3;

/// Since this format an order of cards has a record to itself, so that its round can be proven without it.
pub(crate) const ORDERS_APART: u32 = 2;

/// The lexicon of format 3. Its list is never changed: records are read with it for ever. Another list is another format.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::of(include_str!("lexicon-3.txt")));

/// How records of old formats are read.
#[must_use]
pub fn upcasters() -> Upcasters {
    Upcasters::new().with(TURNS, 1, |turns| value_of(&Body::packed(&turns))).with(TURNS, 2, |turns| {
        let packed = Body::of(&turns).map_err(|wrong| wrong.to_string())?;
        let mut plain = packed.unpacked::<Value>()?;
        let turns = plain.get_mut("turns").and_then(Value::as_array_mut).ok_or("a record of turns has none")?;
        let mut times = turns.iter_mut().filter_map(|turn| turn.get_mut("at"));
        let first = times.next().and_then(|at| at.as_i64()).unwrap_or_default();
        for at in times {
            *at = at.as_i64().ok_or("a time is not a whole number")?.wrapping_sub(first).into();
        }
        value_of(&Body::packed_with(&LEXICON, &plain))
    })
}

fn value_of(body: &Result<Body, BadBody>) -> Result<Value, String> {
    let body = body.as_ref().map_err(ToString::to_string)?;
    serde_json::from_str(body.as_str()).map_err(|wrong| wrong.to_string())
}

/// The turns of a body in the newest format.
///
/// # Errors
/// When they cannot be read.
pub(crate) fn turns_of(body: &Body) -> Result<Turns, String> {
    let mut turns: Turns = body.unpacked_with(&LEXICON)?;
    let mut version = turns.after;
    let mut first = None;
    for turn in &mut turns.turns {
        if turn.id.is_empty() {
            turn.id = crate::turn::robot_turn_id(version);
        }
        version = version.saturating_add(turn.events.len() as u64);
        match first {
            Some(Moment(first)) => turn.at = Moment(turn.at.0.wrapping_add(first)),
            None => first = Some(turn.at),
        }
    }
    Ok(turns)
}

/// The same as plain JSON, whatever it says.
///
/// # Errors
/// When the body is not a packed one.
pub fn plain_turns(body: &Body) -> Result<Value, String> {
    body.unpacked_with(&LEXICON)
}

/// The body of a record with some turns.
pub(crate) fn body_of(
    after: u64,
    round: u64,
    turns: &[Turn],
    under: Option<&Under>,
    salt: &str,
) -> Result<Body, BadBody> {
    Body::packed_with(&LEXICON, &Record { after, round, turns: Lean { after, turns }, under, salt })
}

/// What a record says.
#[derive(Serialize)]
struct Record<'a> {
    after: u64,
    round: u64,
    turns: Lean<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    under: Option<&'a Under>,
    salt: &'a str,
}

/// Turns without what follows from their place.
struct Lean<'a> {
    after: u64,
    turns: &'a [Turn],
}

/// A turn, without the id of a robot's command; its time is in milliseconds after the record's first turn.
#[derive(Serialize)]
struct LeanTurn<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    by: &'a Actor,
    at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<&'a Actor>,
    act: &'a Act,
    events: &'a [Event],
}

impl Serialize for Lean<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.turns.len()))?;
        let mut version = self.after;
        let mut first = 0;
        for (i, Turn { id, by, at, second, act, events }) in self.turns.iter().enumerate() {
            list.serialize_element(&LeanTurn {
                id: (!is_robots(id, version)).then_some(id),
                by,
                at: at.0.wrapping_sub(first),
                second: second.as_ref(),
                act,
                events,
            })?;
            version += events.len() as u64;
            if i == 0 {
                first = at.0;
            }
        }
        list.end()
    }
}

/// Whether an id is that of a robot's next command at a table that has seen this many events.
fn is_robots(id: &str, version: u64) -> bool {
    let digits = id.strip_prefix("robot ").unwrap_or_default();
    let sound = digits == "0" || digits.as_bytes().first().is_some_and(|digit| (b'1'..=b'9').contains(digit));
    sound && digits.parse() == Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::robot_turn_id;

    #[test]
    fn only_the_one_spelling_of_a_robots_id_is_left_out() {
        for version in [0, 1, 9, 10, 12_345, u64::MAX] {
            assert!(is_robots(&robot_turn_id(version), version));
            assert!(!is_robots(&robot_turn_id(version), version ^ 1));
        }
        for id in ["robot 07", "robot +7", "robot  7", "robot 7 ", "robot ", "7", "", "Robot 7"] {
            assert!(!is_robots(id, 7), "{id}");
        }
        assert!(!is_robots("robot ", 0) && !is_robots("robot 00", 0));
    }
}
