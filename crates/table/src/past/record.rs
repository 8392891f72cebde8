//! One event in its envelope: what a journal keeps, as one JSON object per line.

use std::sync::Arc;

use rules::ClauseId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::act::Command;
use crate::event::{Event, What};
use crate::state::State;
use crate::who::{Actor, Moment};

/// An event with who brought it about, when, by which command and by which law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Record")]
pub struct EventRecord {
    /// The event's number at the table, from 1.
    pub version: u64,
    /// The round it belongs to, from 1.
    pub round: u64,
    /// The command's id.
    pub command: Arc<str>,
    /// Who.
    pub by: Actor,
    /// When.
    pub at: Moment,
    /// What happened.
    pub event: Event,
    /// The clauses behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ClauseId>,
    /// The readings behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<u8>,
}

/// The round that an event belongs to, at a table in round `now`. Opening the table begins the next round.
pub(crate) fn round_of(now: u64, what: &What) -> u64 {
    if matches!(what, What::TableOpened { .. }) { now + 1 } else { now }
}

/// The records of an accepted command. `before` is the table before its events.
#[must_use]
pub fn records(before: &State, command: &Command, events: &[Event]) -> Vec<EventRecord> {
    let mut round = before.round.number;
    let mut records = Vec::with_capacity(events.len());
    for (version, event) in (before.version + 1..).zip(events) {
        round = round_of(round, &event.what);
        let cite = event.law.cite(&before.house);
        records.push(EventRecord {
            version,
            round,
            command: command.id.clone(),
            by: command.by.clone(),
            at: command.at,
            event: event.clone(),
            clauses: cite.clauses.clone(),
            readings: cite.readings.clone(),
        });
        round += u64::from(matches!(event.what, What::RoundEnded { .. }));
    }
    records
}
