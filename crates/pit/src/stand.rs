//! A table, read from its stream.

use std::sync::Arc;

use journal::Record;
use rules::House;
use table::{Moment, State};

use crate::fault::{FoundingFault, Misfit, StreamFault};
use crate::houses::Houses;
use crate::names::TableId;
use crate::turn::{FORMAT, FOUNDED, Founding, TURNS, Turn, Turns};

/// A table, read from its stream.
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
    /// A table that was founded but never opened.
    ///
    /// # Errors
    /// When its house is not lawful, or not the approved one.
    pub fn new(id: &TableId, founding: Founding) -> Result<Stand, FoundingFault> {
        let house = Arc::new(founding.house()?);
        Ok(Stand::under(id, founding, house))
    }

    /// The same, with a house that was checked before.
    #[must_use]
    pub fn under(id: &TableId, founding: Founding, house: Arc<House>) -> Stand {
        let state = State::new(house, id.game());
        Stand { id: id.clone(), founding: Arc::new(founding), state, records: 1, last: Moment(0) }
    }

    /// The table of a stream's first record.
    ///
    /// # Errors
    /// When that is not how a table begins.
    pub fn found(id: &TableId, record: &Record) -> Result<Stand, StreamFault> {
        Stand::found_among(id, record, &Houses::default())
    }

    /// The same, with houses that many tables share.
    ///
    /// # Errors
    /// When that is not how a table begins.
    pub fn found_among(id: &TableId, record: &Record, houses: &Houses) -> Result<Stand, StreamFault> {
        let (table, version) = (id, record.version);
        let wrong = |why: Misfit| StreamFault::Wrong { table: table.clone(), version, why };
        if version != 1 || record.what.kind.as_str() != FOUNDED {
            return Err(wrong(Misfit::NoFounding));
        }
        let founding = record.what.read(FORMAT);
        let founding: Founding = founding.map_err(|why| StreamFault::Unread { table: table.clone(), version, why })?;
        let house = houses.of(&founding).map_err(|why| wrong(why.into()))?;
        Ok(Stand::under(id, founding, house))
    }

    /// The turns of the stream's next record. The table is not changed.
    ///
    /// # Errors
    /// When it is not the next, or cannot be read.
    pub fn read(&self, record: &Record) -> Result<Vec<Turn>, StreamFault> {
        let wrong = |why: Misfit| StreamFault::Wrong { table: self.id.clone(), version: record.version, why };
        if record.version != self.records + 1 || record.what.kind.as_str() != TURNS {
            return Err(wrong(Misfit::NotNext { kind: record.what.kind.to_string(), last: self.records }));
        }
        let unread = |why| StreamFault::Unread { table: self.id.clone(), version: record.version, why };
        let turns = Turns::read(&record.what).map_err(unread)?;
        if turns.after != self.state.version {
            return Err(wrong(Misfit::OtherMoment { after: turns.after, seen: self.state.version }));
        }
        if let Some(under) = turns.under.filter(|under| under.house != self.founding.digest) {
            return Err(wrong(Misfit::OtherHouse { found: under.house, approved: self.founding.digest.clone() }));
        }
        Ok(turns.turns)
    }

    /// Makes the stream's next record part of the table, and gives its turns.
    ///
    /// # Errors
    /// When it is not the next, or cannot be read.
    pub fn follow(&mut self, record: &Record) -> Result<Vec<Turn>, StreamFault> {
        let turns = self.read(record)?;
        self.state.apply_all(turns.iter().flat_map(|turn| &turn.events));
        self.records = record.version;
        self.last = turns.last().map_or(self.last, |turn| turn.at);
        Ok(turns)
    }
}
