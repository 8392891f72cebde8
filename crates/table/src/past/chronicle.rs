//! The chronicle of a table: its records in order, from which any round can be told.

use std::fmt;

use serde::Serialize;

use super::record::{EventRecord, round_of};
use super::story::{Filter, Story, Teller};
use crate::event::What;
use crate::state::State;
use crate::who::{Moment, Person};

/// Why records are not one continuous history of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A record is missing, or appears twice.
    Gap {
        /// The number that should come next.
        wanted: u64,
        /// The number that came.
        found: u64,
    },
    /// A record names a different round from the table's.
    Round {
        /// The record's number.
        version: u64,
        /// The round the table was in.
        wanted: u64,
        /// The round that the record names.
        found: u64,
    },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Gap { wanted, found } => {
                write!(f, "record {wanted} is wanted next and {found} came: give the records in order, each once")
            }
            Broken::Round { version, wanted, found } => {
                write!(f, "record {version} says round {found}, but the table was in round {wanted}")
            }
        }
    }
}

impl std::error::Error for Broken {}

/// A one-line summary of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundHead {
    /// Its number at the table.
    pub round: u64,
    /// The number of its first record.
    pub from: u64,
    /// The number of its last record so far.
    pub to: u64,
    /// When its first record happened.
    pub began: Moment,
    /// When its last record so far happened.
    pub last: Moment,
    /// Whether it is over.
    pub over: bool,
    /// Whether it was void.
    pub void: bool,
    /// Who wagered, by position.
    pub players: Vec<(u8, Person)>,
}

/// The records of a table, in order.
#[derive(Clone, Debug)]
pub struct Chronicle {
    start: State,
    now: State,
    records: Vec<EventRecord>,
}

impl Chronicle {
    /// A chronicle that starts with this state of the table.
    #[must_use]
    pub fn new(start: State) -> Chronicle {
        Chronicle { now: start.clone(), start, records: Vec::new() }
    }

    /// A chronicle of these records.
    ///
    /// # Errors
    /// When the records do not follow one another.
    pub fn of(start: State, records: impl IntoIterator<Item = EventRecord>) -> Result<Chronicle, Broken> {
        let mut chronicle = Chronicle::new(start);
        for record in records {
            chronicle.add(record)?;
        }
        Ok(chronicle)
    }

    /// Adds the next record.
    ///
    /// # Errors
    /// When it is not the next record.
    pub fn add(&mut self, record: EventRecord) -> Result<(), Broken> {
        let wanted = self.now.version + 1;
        if record.version != wanted {
            return Err(Broken::Gap { wanted, found: record.version });
        }
        let round = round_of(self.now.round.number, &record.event.what);
        if record.round != round {
            return Err(Broken::Round { version: record.version, wanted: round, found: record.round });
        }
        self.now.apply(&record.event.what);
        self.records.push(record);
        Ok(())
    }

    /// The table after the last record.
    #[must_use]
    pub fn now(&self) -> &State {
        &self.now
    }

    /// The records, in order.
    #[must_use]
    pub fn records(&self) -> &[EventRecord] {
        &self.records
    }

    /// The records of each round.
    fn by_round(&self) -> impl Iterator<Item = &[EventRecord]> {
        self.records.chunk_by(|a, b| a.round == b.round)
    }

    /// A one-line summary of every round.
    #[must_use]
    pub fn rounds(&self) -> Vec<RoundHead> {
        let mut state = self.start.clone();
        let mut heads = Vec::new();
        for records in self.by_round() {
            let [first, ..] = records else { continue };
            let last = records.last().unwrap_or(first);
            let mut head = RoundHead {
                round: first.round,
                from: first.version,
                to: last.version,
                began: first.at,
                last: last.at,
                over: false,
                void: false,
                players: Vec::new(),
            };
            for record in records {
                match &record.event.what {
                    What::RoundEnded { .. } => head.over = true,
                    What::Voided { .. } => head.void = true,
                    What::BetsClosed => {
                        let players = state.in_round().map(|(position, seat)| (position, seat.person.clone()));
                        head.players = players.collect();
                    }
                    _ => {}
                }
                state.apply(&record.event.what);
            }
            heads.push(head);
        }
        heads
    }

    /// A round step by step.
    #[must_use]
    pub fn round(&self, number: u64) -> Option<Story> {
        self.filtered(number, &Filter::default())
    }

    /// The steps of a round that concern a person or a position.
    #[must_use]
    pub fn filtered(&self, number: u64, filter: &Filter) -> Option<Story> {
        let mut state = self.start.clone();
        for records in self.by_round() {
            if records.first().is_some_and(|record| record.round == number) {
                return Some(Teller::new(state).tell(records, filter));
            }
            state.apply_all(records.iter().map(|record| &record.event));
        }
        None
    }

    /// Every round step by step.
    #[must_use]
    pub fn stories(&self, filter: &Filter) -> Vec<Story> {
        let mut state = self.start.clone();
        let mut stories = Vec::new();
        for records in self.by_round() {
            stories.push(Teller::new(state.clone()).tell(records, filter));
            state.apply_all(records.iter().map(|record| &record.event));
        }
        stories
    }
}
