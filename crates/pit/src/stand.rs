//! A table as its stream left it.

use std::sync::Arc;

use journal::{BadRecord, Record, Upcasters};
use meters::GameId;
use rules::House;
use table::{Moment, State};

use crate::houses::Houses;
use crate::names::TableId;
use crate::turn::{FOUNDED, Founding, TURNS, Turn, Turns};

/// A stream that does not make a table.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A record cannot be read.
    #[error("record {version} of {table} cannot be read: {why}")]
    Unread {
        /// The table.
        table: TableId,
        /// The record.
        version: u64,
        /// What is wrong with it.
        why: BadRecord,
    },
    /// A record does not follow.
    #[error("record {version} of {table} is wrong: {why}")]
    Wrong {
        /// The table.
        table: TableId,
        /// The record.
        version: u64,
        /// What is wrong with it.
        why: String,
    },
}

/// A table as its stream left it.
#[derive(Clone, Debug)]
pub struct Stand {
    /// The table.
    pub id: TableId,
    /// How it came to be.
    pub founding: Arc<Founding>,
    /// The table.
    pub state: State,
    /// How many records the stream has.
    pub records: u64,
    /// The time of the last turn.
    pub last: Moment,
}

impl Stand {
    /// A table that was founded and never opened.
    ///
    /// # Errors
    /// When its house is not lawful, or not the approved one.
    pub fn new(id: &TableId, founding: Founding) -> Result<Stand, String> {
        let house = Arc::new(founding.house()?);
        Stand::under(id, founding, house)
    }

    /// The same with its house, which was checked before.
    ///
    /// # Errors
    /// Never for an id that is one.
    pub fn under(id: &TableId, founding: Founding, house: Arc<House>) -> Result<Stand, String> {
        let state = State::new(house, &game(id)?);
        Ok(Stand { id: id.clone(), founding: Arc::new(founding), state, records: 1, last: Moment(0) })
    }

    /// The table of a stream's first record.
    ///
    /// # Errors
    /// When that is not how a table begins.
    pub fn found(id: &TableId, record: &Record, upcasters: &Upcasters) -> Result<Stand, Fault> {
        Stand::found_among(id, record, upcasters, &Houses::default())
    }

    /// The same with houses that many tables share.
    ///
    /// # Errors
    /// When that is not how a table begins.
    pub fn found_among(id: &TableId, record: &Record, upcasters: &Upcasters, houses: &Houses) -> Result<Stand, Fault> {
        let wrong = |why: String| Fault::Wrong { table: id.clone(), version: record.version, why };
        if record.version != 1 || record.what.kind.as_str() != FOUNDED {
            return Err(wrong("a table's stream begins with its founding".to_owned()));
        }
        let founding = upcasters.read(&record.what);
        let founding: Founding =
            founding.map_err(|why| Fault::Unread { table: id.clone(), version: record.version, why })?;
        let house = houses.of(&founding).map_err(wrong)?;
        Stand::under(id, founding, house).map_err(wrong)
    }

    /// The turns of the stream's next record. The table is as it was.
    ///
    /// # Errors
    /// When it is not the next, or cannot be read.
    pub fn read(&self, record: &Record, upcasters: &Upcasters) -> Result<Vec<Turn>, Fault> {
        let wrong = |why: String| Fault::Wrong { table: self.id.clone(), version: record.version, why };
        if record.version != self.records + 1 || record.what.kind.as_str() != TURNS {
            let why = format!("{} is not what follows record {}", record.what.kind, self.records);
            return Err(wrong(why));
        }
        let unread = |why| Fault::Unread { table: self.id.clone(), version: record.version, why };
        let turns = Turns::read(&record.what, upcasters).map_err(unread)?;
        if turns.after != self.state.version {
            return Err(wrong(format!("it follows event {}, and the table has {}", turns.after, self.state.version)));
        }
        if let Some(under) = turns.under.filter(|under| under.house != self.founding.digest) {
            let (found, approved) = (under.house, &self.founding.digest);
            return Err(wrong(format!("a round ended under the house {found}, and {approved} was approved")));
        }
        Ok(turns.turns)
    }

    /// Makes the stream's next record part of the table, and gives its turns.
    ///
    /// # Errors
    /// When it is not the next, or cannot be read.
    pub fn follow(&mut self, record: &Record, upcasters: &Upcasters) -> Result<Vec<Turn>, Fault> {
        let turns = self.read(record, upcasters)?;
        self.state.apply_all(turns.iter().flat_map(|turn| &turn.events));
        self.records = record.version;
        self.last = turns.last().map_or(self.last, |turn| turn.at);
        Ok(turns)
    }
}

/// The name under which the meters know a table.
pub(crate) fn game(id: &TableId) -> Result<GameId, String> {
    GameId::new(id.as_str()).map_err(|wrong| wrong.to_string())
}
