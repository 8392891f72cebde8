//! The indexes that find a record by its stream, and a commit by its command, are written later than the records.
//!
//! Records and commits are written at the ends of their tables, one after the other. Index entries are scattered: filed
//! one by one, each would cost a page of the log. So the writer remembers what is not filed yet and files many
//! neighbours at a time, in the same transactions as everything else. What is unfiled lies above two marks in the
//! tables, and is read from there at the next start.

use std::collections::{HashMap, VecDeque};

use rusqlite::{Connection, params};

use super::rows::Rows;
use crate::names::{CommandId, StreamName};
use crate::record::Commit;
use crate::store::Lateness;

/// How many transactions pass between filings of streams: streams filed together share the index's pages.
const EVERY: u32 = 8;

/// Late streams are filed only up to this number at once, so that no transaction waits for all of them.
const AT_ONCE: usize = 64;

/// The unfiled records of a stream: all from some version on.
#[derive(Clone, Debug)]
pub(super) struct UnfiledRun {
    stream: u64,
    first: u64,
    positions: Vec<u64>,
}

impl UnfiledRun {
    /// The versions from one on, with their positions.
    pub fn from(&self, version: u64, limit: usize) -> impl Iterator<Item = (u64, u64)> {
        let skip = usize::try_from(version.saturating_sub(self.first)).unwrap_or(usize::MAX);
        (self.first..).zip(self.positions.iter().copied()).skip(skip).take(limit)
    }

    /// The position of a version.
    pub fn position(&self, version: u64) -> Option<u64> {
        let place = usize::try_from(version.checked_sub(self.first)?).ok()?;
        self.positions.get(place).copied()
    }

    /// The last version and its position.
    pub fn last(&self) -> Option<(u64, u64)> {
        self.positions.last().map(|position| (self.first + self.positions.len() as u64 - 1, *position))
    }
}

/// Commands that are being filed, by their ids.
#[derive(Debug, Default)]
struct Sheaf {
    commands: Vec<(CommandId, u64)>,
    /// How many of them are filed.
    filed: usize,
    /// The first commit after the sheaf.
    end: u64,
}

/// What is stored but not filed.
#[derive(Debug, Default)]
pub(super) struct Unfiled {
    runs: HashMap<StreamName, UnfiledRun>,
    /// The unfiled records in order of position, and some that were filed out of turn.
    order: VecDeque<(u64, StreamName)>,
    commands: HashMap<CommandId, u64>,
    sheaf: Sheaf,
    /// Streams with enough unfiled records for a page; below it, the transactions since such streams were last filed.
    ripe: Vec<StreamName>,
    waited: u32,
    late: Lateness,
}

/// What is filed in one transaction.
#[derive(Debug, Default)]
pub(super) struct Filing {
    streams: Vec<StreamName>,
    /// How many commands of the sheaf will be filed after it.
    commands: usize,
}

impl Unfiled {
    /// What an earlier process left unfiled.
    pub fn load(connection: &Connection, late: Lateness) -> Rows<Unfiled> {
        let marks = "SELECT records, commits, sheaf, id FROM filed";
        let read = |row: &rusqlite::Row<'_>| {
            Ok((
                row.get::<_, u64>(0)?,
                row.get::<_, u64>(1)?,
                row.get::<_, u64>(2)?,
                row.get::<_, Option<[u8; 16]>>(3)?,
            ))
        };
        let (records, commits, end, id) = connection.query_row(marks, [], read)?;
        let mut unfiled = Unfiled { sheaf: Sheaf { end: commits, ..Sheaf::default() }, late, ..Unfiled::default() };
        let mut last = connection.prepare("SELECT coalesce(max(version), 0) FROM places WHERE stream = ?1")?;
        let mut filed: HashMap<u64, u64> = HashMap::new();
        let mut statement = connection.prepare(
            "SELECT r.position, r.stream, r.version, s.name FROM records r CROSS JOIN streams s ON s.id = r.stream
             WHERE r.position >= ?1 ORDER BY r.position",
        )?;
        let mut rows = statement.query([records])?;
        while let Some(row) = rows.next()? {
            let (position, stream, version): (u64, u64, u64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let upto = match filed.get(&stream) {
                Some(upto) => *upto,
                None => *filed.entry(stream).or_insert(last.query_row([stream], |row| row.get(0))?),
            };
            if version > upto {
                unfiled.add_record(&super::rows::stream_name(row, 3)?, stream, version, position);
            }
        }
        let mut statement = connection.prepare("SELECT number, command FROM commits WHERE number >= ?1")?;
        let mut rows = statement.query([commits])?;
        while let Some(row) = rows.next()? {
            let (number, command) = (row.get(0)?, row.get(1)?);
            let filed = number < end && id.is_some_and(|id| command <= id);
            if !filed {
                unfiled.commands.insert(CommandId(command), number);
            }
        }
        Ok(unfiled)
    }

    fn add_record(&mut self, name: &StreamName, stream: u64, version: u64, position: u64) {
        let empty = || UnfiledRun { stream, first: version, positions: Vec::new() };
        let run = self.runs.entry(name.clone()).or_insert_with(empty);
        run.positions.push(position);
        if run.positions.len() == self.late.run {
            self.ripe.push(name.clone());
        }
        self.order.push_back((position, name.clone()));
    }

    /// Remembers what was committed.
    pub fn add(&mut self, commit: &Commit, streams: &[u64]) {
        for (record, stream) in commit.records.iter().zip(streams) {
            self.add_record(&record.stream, *stream, record.version, record.position);
        }
        self.commands.insert(commit.command, commit.number);
    }

    /// The records of a stream that are not filed.
    pub fn run(&self, stream: &StreamName) -> Option<&UnfiledRun> {
        self.runs.get(stream)
    }

    /// All of them, by stream.
    pub fn runs(&self) -> HashMap<StreamName, UnfiledRun> {
        self.runs.clone()
    }

    /// The last record of every stream that has unfiled ones.
    pub fn lasts(&self) -> HashMap<StreamName, (u64, u64)> {
        self.runs.iter().filter_map(|(name, run)| Some((name.clone(), run.last()?))).collect()
    }

    /// The commit of a command, if that is not filed.
    pub fn commit_of(&self, command: CommandId) -> Option<u64> {
        let sheaf = &self.sheaf.commands;
        let in_sheaf = || sheaf.binary_search_by_key(&command, |(id, _)| *id).ok().map(|place| sheaf[place].1);
        self.commands.get(&command).copied().or_else(in_sheaf)
    }

    /// Whether a record is still to be filed.
    fn waits(&self, position: u64, stream: &StreamName) -> bool {
        self.runs.get(stream).and_then(|run| run.positions.first()).is_some_and(|first| *first <= position)
    }

    /// What to file now: long runs every few transactions, records that have waited too long every time, and twice as
    /// many commands as there are new `commits`. The transaction's first record is at `begin`.
    pub fn due(&mut self, begin: u64, commits: usize) -> Filing {
        self.waited += 1;
        let mut streams = Vec::new();
        if self.waited >= EVERY {
            self.waited = 0;
            streams = std::mem::take(&mut self.ripe);
        }
        for (position, name) in &self.order {
            if position + self.late.records > begin || streams.len() >= AT_ONCE {
                break;
            }
            if self.waits(*position, name) && !streams.contains(name) {
                streams.push(name.clone());
            }
        }
        streams.retain(|name| self.runs.contains_key(name));
        streams.sort_unstable_by_key(|name| self.runs.get(name).map(|run| run.stream));
        streams.dedup();
        if self.sheaf.filed == self.sheaf.commands.len() && self.commands.len() >= self.late.commands {
            let mut commands: Vec<(CommandId, u64)> = self.commands.drain().collect();
            commands.sort_unstable();
            let end = commands.iter().map(|(_, number)| number + 1).max().unwrap_or_default();
            self.sheaf = Sheaf { commands, filed: 0, end };
        }
        let commands = (self.sheaf.filed + 2 * commits).min(self.sheaf.commands.len());
        Filing { streams, commands }
    }

    /// Files it, in the transaction that is open and whose first record is at `begin`.
    pub fn file(&self, connection: &Connection, filing: &Filing, begin: u64) -> Rows<()> {
        let commands = &self.sheaf.commands[self.sheaf.filed..filing.commands];
        if filing.streams.is_empty() && commands.is_empty() {
            return Ok(());
        }
        // An entry that already exists can only have been written from outside. It is left: it leads to the wrong
        // record, and the check of its stream finds that.
        let mut put = connection
            .prepare_cached("INSERT OR IGNORE INTO places (stream, version, position) VALUES (?1, ?2, ?3)")?;
        for run in filing.streams.iter().filter_map(|name| self.runs.get(name)) {
            for (version, position) in run.from(run.first, usize::MAX) {
                put.execute(params![run.stream, version, position])?;
            }
        }
        let mut put = connection.prepare_cached("INSERT OR IGNORE INTO commands (command, number) VALUES (?1, ?2)")?;
        for (command, number) in commands {
            put.execute(params![command.0, number])?;
        }
        let oldest = self.order.iter().find(|(at, name)| self.waits(*at, name) && !filing.streams.contains(name));
        let sheaf = &self.sheaf;
        let oldest = oldest.map_or(begin, |(position, _)| *position);
        let under_way = filing.commands < sheaf.commands.len();
        let id = filing.commands.checked_sub(1).filter(|_| under_way).map(|last| sheaf.commands[last].0.0);
        let mut put = connection.prepare_cached(
            "UPDATE filed SET records = ?1, commits = CASE WHEN ?2 THEN commits ELSE max(commits, ?3) END,
             sheaf = ?3, id = ?4",
        )?;
        put.execute(params![oldest, under_way, sheaf.end, id])?;
        Ok(())
    }

    /// Forgets what was filed, once that is committed.
    pub fn filed(&mut self, filing: Filing) {
        for stream in &filing.streams {
            self.runs.remove(stream);
        }
        while self.order.front().is_some_and(|(position, name)| !self.waits(*position, name)) {
            self.order.pop_front();
        }
        self.sheaf.filed = filing.commands;
        if self.sheaf.filed == self.sheaf.commands.len() && !self.sheaf.commands.is_empty() {
            self.sheaf = Sheaf { end: self.sheaf.end, ..Sheaf::default() };
        }
    }
}
