//! The witnesses of an open journal: written after every commit, and synced by a thread of their own.

use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::file::{make, put};
use super::line::{ClosedFile, Witness};
use super::seen::WitnessesSeen;
use crate::error::Error;
use crate::key::Signer;
use crate::record::Tip;

/// How often what was written is synced. A crash of the process loses nothing of it; a power cut at most this much.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The witnesses of a journal, once it is known whether it is what they saw.
pub(crate) enum Witnesses {
    /// There are none.
    None,
    /// They stay as they were found until a commit after this one, which says who vouches for the journal.
    FromNextCommit(WitnessesSeen, u64),
    /// They are written.
    Open(WitnessKeeper),
}

impl Witnesses {
    /// Writes that the journal has a commit, unless that was written before.
    pub fn write(&mut self, signer: &Arc<Signer>, tip: Tip) -> Result<(), Error> {
        match self {
            Witnesses::Open(keeper) if tip.commit > keeper.commit => keeper.put(tip, None),
            Witnesses::FromNextCommit(seen, after) if tip.commit > *after => {
                let seen = std::mem::take(seen);
                *self = Witnesses::Open(WitnessKeeper::open(seen, signer.clone(), tip)?);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Syncs what was written.
    pub fn sync(&self) -> Result<(), Error> {
        match self {
            Witnesses::Open(keeper) => keeper.sync(),
            _ => Ok(()),
        }
    }

    /// Writes that the journal was closed, into both lines, and syncs them.
    pub fn close(self, tip: Tip, closed: Option<ClosedFile>) -> Result<(), Error> {
        let Witnesses::Open(mut keeper) = self else { return Ok(()) };
        keeper.put(tip, closed)?;
        keeper.put(tip, closed)?;
        keeper.sync()
    }
}

/// Writes the witnesses of a journal. When it is dropped, what was written is synced.
pub(crate) struct WitnessKeeper {
    signer: Arc<Signer>,
    files: Vec<(PathBuf, File)>,
    /// The turn of the next line.
    turn: u64,
    /// The commit of the last one.
    commit: u64,
    synced: Arc<Synced>,
    /// Ends the thread when it is dropped.
    end: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What the writer shares with the thread that syncs.
#[derive(Default)]
struct Synced {
    /// Whether something was written since the last sync.
    due: AtomicBool,
    /// Why a sync failed.
    fault: Mutex<Option<Error>>,
}

impl WitnessKeeper {
    /// Opens the witnesses that were found, and makes those that are missing. From now on they say that the journal is
    /// open at its tip.
    pub fn open(seen: WitnessesSeen, signer: Arc<Signer>, tip: Tip) -> Result<WitnessKeeper, Error> {
        let turn = seen.last_turn().map_or(0, |last| last + 1);
        let lines = [turn, turn + 1].map(|turn| Witness::sign(&signer, turn, tip, None));
        let mut files = Vec::with_capacity(seen.paths.len());
        for (path, found) in seen.paths {
            let opened = match found {
                Some(_) => File::options().write(true).open(&path).and_then(|file| {
                    put(&file, &lines[0])?;
                    file.sync_all().map(|()| file)
                }),
                None => make(&path, &lines),
            };
            let file = opened.map_err(|fault| Error::file(&path, fault))?;
            files.push((path, file));
        }
        let synced = Arc::new(Synced::default());
        let (end, ended) = mpsc::channel();
        let no_thread = |fault| Error::Read(format!("the witness cannot be kept: {fault}"));
        let to_sync = files.iter().map(|(path, file)| Ok((path.clone(), file.try_clone()?)));
        let to_sync = to_sync.collect::<std::io::Result<Vec<_>>>().map_err(no_thread)?;
        let shared = synced.clone();
        let thread = thread::Builder::new().name("journal-witness".to_owned());
        let thread = thread.spawn(move || sync_now_and_then(&to_sync, &shared, &ended)).map_err(no_thread)?;
        // Where a file was made, both lines are in it; where it was there, the next turn takes the other line.
        let (turn, commit) = (turn + 1, tip.commit);
        Ok(WitnessKeeper { signer, files, turn, commit, synced, end: Some(end), thread: Some(thread) })
    }

    fn put(&mut self, tip: Tip, closed: Option<ClosedFile>) -> Result<(), Error> {
        if let Some(fault) = self.synced.fault() {
            return Err(fault);
        }
        let line = Witness::sign(&self.signer, self.turn, tip, closed);
        for (path, file) in &self.files {
            put(file, &line).map_err(|fault| Error::file(path, fault))?;
        }
        self.turn += 1;
        self.commit = tip.commit;
        self.synced.due.store(true, Ordering::Release);
        Ok(())
    }

    fn sync(&self) -> Result<(), Error> {
        for (path, file) in &self.files {
            file.sync_all().map_err(|fault| Error::file(path, fault))?;
        }
        Ok(())
    }
}

impl Synced {
    fn fault(&self) -> Option<Error> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn sync_now_and_then(files: &[(PathBuf, File)], synced: &Synced, ended: &mpsc::Receiver<()>) {
    loop {
        let wait = ended.recv_timeout(SYNC_EVERY);
        if synced.due.swap(false, Ordering::Acquire) {
            for (path, file) in files {
                if let Err(fault) = file.sync_data() {
                    let mut first = synced.fault.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert(Error::file(path, fault));
                }
            }
        }
        if wait != Err(mpsc::RecvTimeoutError::Timeout) {
            return;
        }
    }
}

impl Drop for WitnessKeeper {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever is told of a fault here answers nobody: the journal stops.
    #[test]
    fn a_witness_that_cannot_be_written_is_a_fault() {
        let folder = tempfile::tempdir().unwrap();
        let (near, far) = (folder.path().join("near"), folder.path().join("far"));
        let seen = WitnessesSeen::read(&near, std::slice::from_ref(&far)).unwrap();
        let signer = Arc::new(Signer::from_secret([7; 32]));
        let mut keeper = WitnessKeeper::open(seen, signer.clone(), Tip::default()).unwrap();
        // A file that may only be read stands for a disk that takes nothing more.
        keeper.files[1].1 = File::open(&far).unwrap();
        let mut witnesses = Witnesses::Open(keeper);
        let fault = witnesses.write(&signer, Tip { commit: 1, ..Tip::default() }).unwrap_err();
        assert!(matches!(&fault, Error::File { path, .. } if path.ends_with("far")), "{fault}");
    }
}
