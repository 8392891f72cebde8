//! Meters that several tables share: they have their own stream, which puts every table's entries in one order.
//!
//! Contributions commute, and are added at any version of the stream. Everything that depends on what a meter shows is
//! added at exactly the version it was decided at, so that a meter has one winner.

use std::fmt;

use journal::{Record, StreamName};
use meters::{Bank, BankTerms, Entry, GameId, GameTerms};
use rules::{House, Wager};
use serde::{Deserialize, Serialize};
use table::State;

use crate::fault::{JoinFault, LinkFault};
use crate::names::TableId;
use crate::title::{TITLE, TitleEntries};
use crate::turn::FORMAT;

/// The kind of a link's first record.
pub const LINKED: &str = "linked";

/// The kind of all other records.
pub const ENTRIES: &str = "entries";

/// A link: its name and the progressive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub struct LinkId(StreamName);

/// What the name of every link's stream begins with.
const STREAM: &str = "meter/";

impl LinkId {
    /// The link of a house's progressive, if it is linked.
    #[must_use]
    pub fn of(house: &House, wager: Wager) -> Option<LinkId> {
        let (name, _) = house.progressive_terms(wager)?.link.as_ref()?;
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let name: String = name.chars().map(plain).take(80).collect();
        StreamName::new(&format!("{STREAM}{name}/{}", wager.word())).ok().map(LinkId)
    }

    /// The link's stream.
    #[must_use]
    pub fn stream(&self) -> StreamName {
        self.0.clone()
    }

    fn as_str(&self) -> &str {
        &self.0.as_str()[STREAM.len()..]
    }

    /// The link as it is written in an address, with a dot for the slash.
    #[must_use]
    pub fn slug(&self) -> String {
        self.as_str().replace('/', ".")
    }

    /// The link of a stream, if it is a link's.
    #[must_use]
    pub fn of_stream(stream: &StreamName) -> Option<LinkId> {
        stream.as_str().starts_with(STREAM).then(|| LinkId(stream.clone()))
    }
}

impl fmt::Display for LinkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<LinkId> for String {
    fn from(id: LinkId) -> String {
        id.as_str().to_owned()
    }
}

/// How a link came to be: the terms on which all its tables agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkFounding {
    /// The progressive.
    pub wager: Wager,
    /// Its terms.
    pub terms: BankTerms,
}

/// What a table entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entries {
    /// The table.
    pub table: TableId,
    /// The entries, in order.
    pub entries: Vec<Entry>,
}

/// Whose entries a record of a link holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Party {
    /// A table's.
    Table(TableId),
    /// Another title's.
    Title(GameId),
}

/// A link, read from its stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its id.
    pub id: LinkId,
    /// The progressive.
    pub wager: Wager,
    /// The meters.
    pub bank: Bank,
    /// How many records the stream has.
    pub records: u64,
}

impl Link {
    /// A new link, which nobody has joined.
    #[must_use]
    pub fn new(id: &LinkId, founding: LinkFounding) -> Link {
        Link { id: id.clone(), wager: founding.wager, bank: Bank::new(founding.terms), records: 1 }
    }

    /// The link of a stream's first record.
    ///
    /// # Errors
    /// When that is not how a link begins.
    pub fn found(id: &LinkId, record: &Record) -> Result<Link, LinkFault> {
        if record.version != 1 || record.what.kind.as_str() != LINKED {
            return Err(LinkFault::NoTerms(id.clone()));
        }
        Ok(Link::new(id, record.what.read(FORMAT)?))
    }

    /// What the stream's next record enters, and whose it is. The link is not changed.
    ///
    /// # Errors
    /// When it is not the next, or cannot be read.
    pub fn read(&self, record: &Record) -> Result<(Party, Vec<Entry>), LinkFault> {
        match record.what.kind.as_str() {
            _ if record.version != self.records + 1 => {}
            ENTRIES => {
                let Entries { table, entries } = record.what.read(FORMAT)?;
                return Ok((Party::Table(table), entries));
            }
            TITLE => {
                let TitleEntries { title, entries } = record.what.read(FORMAT)?;
                return Ok((Party::Title(title), entries));
            }
            _ => {}
        }
        Err(LinkFault::NotNext { link: self.id.clone(), version: record.version, last: self.records })
    }

    /// Makes the stream's next record part of the link, and returns what was entered, and by whom.
    ///
    /// # Errors
    /// When it is not the next, or the books no longer add up.
    pub fn follow(&mut self, record: &Record) -> Result<(Party, Vec<Entry>), LinkFault> {
        let (party, entries) = self.read(record)?;
        self.enter(&entries, record.version)?;
        Ok((party, entries))
    }

    /// Makes the entries of the stream's next record, of this version, part of the link.
    ///
    /// # Errors
    /// When the books no longer add up.
    pub fn enter(&mut self, entries: &[Entry], version: u64) -> Result<(), LinkFault> {
        entries.iter().for_each(|entry| self.bank.apply(entry));
        self.bank.audit().map_err(|why| LinkFault::Meters { link: self.id.clone(), why })?;
        self.records = version;
        Ok(())
    }

    /// The entry with which a table joins.
    ///
    /// # Errors
    /// When its terms are not those of the link, with the reason.
    pub fn join(&self, state: &State) -> Result<Option<Entry>, JoinFault> {
        if self.bank.game(&state.game).is_some() {
            return Ok(None);
        }
        let house = &state.house;
        let terms =
            GameTerms::of(house, self.wager, &state.game, &house.operator).ok_or(JoinFault::NotOffered(self.wager))?;
        let same = BankTerms::of(house, self.wager).as_ref() == Some(self.bank.terms());
        if !same {
            return Err(JoinFault::OtherTerms { wager: self.wager, link: self.id.clone() });
        }
        self.bank.join(&terms).map(Some).map_err(|refusal| JoinFault::Refused(refusal.why))
    }
}

/// Whether an entry depends on what the meters show: if so, it must be added at exactly the version it was decided at.
#[must_use]
pub fn depends(entry: &Entry) -> bool {
    match entry {
        Entry::Contributed { .. } => false,
        Entry::Closed { resets, .. } => !resets.is_empty(),
        _ => true,
    }
}
