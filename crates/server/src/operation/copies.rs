//! Copies of the journal for the house's staff, taken while it runs.
//!
//! A journal holds the order of every deck. An export that anybody can read therefore ends before the oldest deck that
//! is still in play anywhere; a backup is whole, and sealed.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use journal::{Record, Tip, export_up_to, private, tip_at};
use pit::{Stand, TableId};
use table::{Digest, State, What};
use tokio::sync::{Mutex, MutexGuard};

use crate::hall::Hall;
use crate::operation::sealed;
use crate::people::Token;
use crate::wire::{Problem, Reason};

/// The prefix of files being sent.
const OUTGOING: &str = "outgoing-";

/// The number of records read at a time.
const PAGE: u64 = 128;

/// A copy, ready to be sent. Its file is already unlinked and vanishes with this value.
pub struct Copy {
    /// The file, at its beginning.
    pub file: File,
    /// How long it is.
    pub length: u64,
    /// The last commit in it.
    pub commit: u64,
}

/// The house's copies: one at a time, so that they cannot fill the disk.
pub struct Copies {
    folder: PathBuf,
    turn: Mutex<()>,
}

impl Copies {
    /// The folder where copies are written first; leftovers of earlier processes are deleted.
    #[must_use]
    pub fn new(folder: &Path) -> Copies {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(OUTGOING) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Copies { folder: folder.to_owned(), turn: Mutex::default() }
    }

    fn turn(&self) -> Result<MutexGuard<'_, ()>, Problem> {
        let busy = |_| Problem::from(Reason::CopyRuns);
        self.turn.try_lock().map_err(busy)
    }

    fn path(&self) -> Result<PathBuf, Problem> {
        Ok(self.folder.join(format!("{OUTGOING}{}", Token::new()?.key())))
    }
}

fn told(error: std::io::Error) -> Problem {
    Problem::stopped(format!("the copy cannot be written: {error}"))
}

/// Opens a file for reading and unlinks it.
fn ready(path: &Path, commit: u64) -> Result<Copy, Problem> {
    let file = File::open(path).map_err(told)?;
    fs::remove_file(path).map_err(told)?;
    let length = file.metadata().map_err(told)?.len();
    Ok(Copy { file, length, commit })
}

/// The whole journal, sealed.
///
/// # Errors
/// When it cannot be read or written.
pub async fn backup(hall: &Hall, by: &str) -> Result<Copy, Problem> {
    let _turn = hall.copies.turn()?;
    let key = hall.people.key().await?.clone();
    let commit = hall.store.tip().await?.commit;
    hall.people.copied(by, "backup", commit).await?;
    let (plain, out) = (hall.copies.path()?, hall.copies.path()?);
    let salt = Token::new()?.key().0;
    let written = hall.store.backup(&plain).await.map_err(Problem::from);
    let sealed = tokio::task::spawn_blocking(move || {
        let sealing = written.and_then(|()| {
            let from = File::open(&plain).map_err(told)?;
            let to = BufWriter::new(private::create_new(&out).map_err(told)?);
            sealed::seal(&key, &salt, from, to).map_err(told)
        });
        let _ = fs::remove_file(&plain);
        if sealing.is_err() {
            let _ = fs::remove_file(&out);
        }
        sealing.and_then(|()| ready(&out, commit))
    });
    sealed.await.map_err(|error| Problem::stopped(error.to_string()))?
}

/// The journal as JSON Lines, up to the last commit before the oldest deck still in play.
///
/// # Errors
/// When it cannot be read or written.
pub async fn export(hall: &Hall, by: &str) -> Result<Copy, Problem> {
    let _turn = hall.copies.turn()?;
    let tip = open_tip(hall).await?;
    hall.people.copied(by, "export", tip.commit).await?;
    let path = hall.copies.path()?;
    let mut to = BufWriter::new(private::create_new(&path).map_err(told)?);
    let written = export_up_to(&*hall.store, &mut to, tip).await.map_err(Problem::from);
    let written = written.and_then(|()| to.into_inner().map(drop).map_err(|error| told(error.into_error())));
    if let Err(problem) = written {
        let _ = fs::remove_file(&path);
        return Err(problem);
    }
    ready(&path, tip.commit)
}

/// The last commit that reveals nothing of a deck in play.
async fn open_tip(hall: &Hall) -> Result<Tip, Problem> {
    // The tip is read first: whatever a table does after that is not in the export.
    let tip = hall.store.tip().await?;
    let mut hidden = tip.position + 1;
    for (stream, _) in hall.store.streams().await? {
        let Some(id) = TableId::of_stream(&stream) else { continue };
        if hall.shut.contains_key(&id) {
            return Err(Problem::stopped(format!(
                "table {id} is shut, and nobody knows what its deck holds: export at the machine itself"
            )));
        }
        let stand = match hall.table(id.as_str()) {
            Ok(handle) => handle.now().stand.clone(),
            Err(_) => return Err(Problem::stopped(format!("table {id} is being founded: try again"))),
        };
        if let Some(first) = hall.store.read(stream, stand.records + 1, 1).await?.first() {
            hidden = hidden.min(first.position);
        }
        if let Some(position) = first_hidden(hall, &stand).await? {
            hidden = hidden.min(position);
        }
    }
    let commit = commit_before(hall, tip.commit, hidden).await?;
    Ok(if commit == tip.commit { tip } else { tip_at(&*hall.store, commit).await? })
}

/// The orders of cards that are not opened yet.
fn unopened(state: &State) -> Vec<Digest> {
    let decks = state.decks_used().filter_map(|deck| state.deck(deck).shuffle.as_ref());
    decks.chain(&state.round.removed).map(|shuffle| shuffle.commitment).collect()
}

/// The position of a table's first record that holds a card of an unfinished round.
async fn first_hidden(hall: &Hall, stand: &Stand) -> Result<Option<u64>, Problem> {
    let mut wanted = unopened(&stand.state);
    // Physical cards read by a shoe are in the deal itself.
    let mut dealt = stand.state.observed() && stand.state.round.drawn > 0;
    let mut first = None;
    let mut version = stand.records;
    while version > 1 && (dealt || !wanted.is_empty()) {
        let from = version.saturating_sub(PAGE).max(1) + 1;
        let limit = usize::try_from(version + 1 - from).unwrap_or(1);
        let stream = stand.id.stream();
        let records = hall.store.read(stream, from, limit).await?;
        for record in records.iter().rev() {
            if holds(record, &mut wanted, &mut dealt)? {
                first = Some(record.position);
            }
            if !dealt && wanted.is_empty() {
                break;
            }
        }
        version = from - 1;
    }
    Ok(first)
}

/// Whether a record holds something wanted; what is found is no longer wanted.
fn holds(record: &Record, wanted: &mut Vec<Digest>, dealt: &mut bool) -> Result<bool, Problem> {
    let turns = crate::shown::history::turns_of(record)?;
    let mut found = false;
    for event in turns.turns.iter().rev().flat_map(|turn| turn.events.iter().rev()) {
        match &event.what {
            What::Shuffled { shuffle: Some(shuffle), .. } | What::DeckReceived { shuffle: Some(shuffle), .. } => {
                let place = wanted.iter().position(|wanted| *wanted == shuffle.commitment);
                found |= place.map(|place| wanted.swap_remove(place)).is_some();
            }
            What::RoundEnded { .. } => *dealt = false,
            _ => found |= *dealt,
        }
    }
    Ok(found)
}

/// The last commit whose records all come before a position.
async fn commit_before(hall: &Hall, last: u64, position: u64) -> Result<u64, Problem> {
    // Commits up to `low` do, commits from `high` on do not.
    let (mut low, mut high) = (0, last + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let commits = hall.store.commits(middle, 1).await?;
        let ends = commits.first().and_then(|commit| commit.records.last()).map_or(u64::MAX, |record| record.position);
        if ends < position { low = middle } else { high = middle }
    }
    Ok(low)
}
