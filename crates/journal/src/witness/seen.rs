//! What the witnesses of a journal say when it is opened, and whether the journal is what they saw.

use std::path::{Path, PathBuf};

use super::line::{ClosedFile, Witness};
use super::{OpeningFault, WitnessFault, WitnessFile};
use crate::error::Error;
use crate::hash::Hash;
use crate::key::PublicKey;
use crate::record::Tip;

/// The witnesses of a journal as they were found: the one beside it first, then those elsewhere.
#[derive(Debug, Default)]
pub(crate) struct WitnessesSeen {
    pub paths: Vec<(PathBuf, Option<WitnessFile>)>,
}

impl WitnessesSeen {
    /// Reads the witness beside the journal, or beside the keys of a node, and those elsewhere.
    pub fn read(beside: &Path, elsewhere: &[PathBuf]) -> Result<WitnessesSeen, Error> {
        let all = [beside.to_owned()].into_iter().chain(elsewhere.iter().cloned());
        let paths = all.map(|path| Ok((path.clone(), WitnessFile::read(&path)?))).collect::<Result<_, Error>>()?;
        Ok(WitnessesSeen { paths })
    }

    fn files(&self) -> impl Iterator<Item = &WitnessFile> {
        self.paths.iter().filter_map(|(_, file)| file.as_ref())
    }

    /// The turn of the last line that holds, of any of them.
    pub fn last_turn(&self) -> Option<u64> {
        self.files().filter_map(|file| file.last()).map(|line| line.turn).max()
    }

    /// The last commit that each of them saw.
    pub fn commits(&self) -> impl Iterator<Item = u64> {
        self.files().filter_map(|file| file.last()).map(|line| line.commit)
    }

    /// The last commit that any of them saw.
    pub fn commit(&self) -> u64 {
        self.commits().max().unwrap_or_default()
    }

    /// How the journal's file lay on the disk when the journal was closed, if it was.
    pub fn closed(&self) -> Option<ClosedFile> {
        self.paths.first().and_then(|(_, file)| file.as_ref()?.last()?.closed)
    }

    /// The one beside the journal, if it is there.
    pub fn beside(&self) -> Option<&WitnessFile> {
        self.paths.first().and_then(|(_, file)| file.as_ref())
    }

    /// What is wrong with the files and does no harm, because something else vouches for the journal.
    pub fn slips(&self) -> Vec<OpeningFault> {
        let line = |file: &WitnessFile| {
            let path = file.path.clone();
            let unsound = file.unsound().map(move |line| OpeningFault::Line { path: path.clone(), line });
            unsound.collect::<Vec<_>>()
        };
        let mut slips: Vec<OpeningFault> = self.files().flat_map(line).collect();
        if self.beside().is_some_and(|file| file.last().is_some_and(|line| line.commit > 0)) {
            let missing = self.paths.iter().filter(|(_, file)| file.is_none());
            slips.extend(missing.map(|(path, _)| OpeningFault::NoWitness { path: path.clone() }));
        }
        slips
    }

    /// Whether the journal is what they saw: each one's last commit must be in it, with its hash, and the key that
    /// signed must be one of the journal's.
    pub fn compare(
        &self,
        tip: Tip,
        keys: &[PublicKey],
        mut hash_of: impl FnMut(u64) -> Result<Option<Hash>, Error>,
    ) -> Result<Result<(), WitnessFault>, Error> {
        for file in self.files() {
            let path = file.path.clone();
            let Some(Witness { commit, hash, key, .. }) = file.last() else {
                return Ok(Err(WitnessFault::Unsound { path }));
            };
            // Before the first commit there is nothing to lose.
            if *commit == 0 {
                continue;
            }
            if *commit > tip.commit {
                return Ok(Err(WitnessFault::Missing { path, from: tip.commit + 1, to: *commit }));
            }
            if hash_of(*commit)? != Some(*hash) {
                return Ok(Err(WitnessFault::OtherHistory { path, commit: *commit }));
            }
            if !keys.contains(key) {
                return Ok(Err(WitnessFault::Stranger { path, key: *key }));
            }
        }
        Ok(Ok(()))
    }
}
