//! The password key: a pepper that is not in the journal. The journal has a check value for it, so that no node ever
//! works with a wrong key.

use std::io::Write;
use std::path::{Path, PathBuf};

use journal::{Hash, private};

use super::{People, PeopleEntry, secret};
use crate::wire::{Problem, ProblemCode, Reason};

/// The file's name in the folder of a node.
pub(crate) const FILE: &str = "people.key";

/// Where a node finds the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlace {
    /// The file that the operator named; it must exist.
    pub named: Option<PathBuf>,
    /// The node's folder, where the first node creates the key.
    pub folder: PathBuf,
}

impl KeyPlace {
    /// The key, if there is one.
    pub(super) fn find(&self) -> Result<Option<PeopleKey>, Problem> {
        match &self.named {
            Some(file) => PeopleKey::read(file).map(Some),
            None if self.folder.join(FILE).exists() => PeopleKey::read(&self.folder.join(FILE)).map(Some),
            None => Ok(None),
        }
    }
}

/// The key.
#[derive(Clone, PartialEq, Eq)]
pub struct PeopleKey([u8; 32]);

/// Hides the key in debug output.
impl std::fmt::Debug for PeopleKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PeopleKey(hidden)")
    }
}

impl PeopleKey {
    /// Reads the key from a file, which must exist.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(path: &Path) -> Result<PeopleKey, Problem> {
        let bytes =
            std::fs::read(path).map_err(|error| Problem::stopped(format!("the key {}: {error}", path.display())))?;
        let read = <[u8; 32]>::try_from(bytes.as_slice());
        read.map(PeopleKey).map_err(|_| Problem::stopped(format!("{} is not a key of 32 bytes", path.display())))
    }

    /// A new key in a file that nobody else may read.
    ///
    /// # Errors
    /// When there is no entropy, or the file cannot be written.
    pub(super) fn make(path: &Path) -> Result<PeopleKey, Problem> {
        let wrong = |error: std::io::Error| Problem::stopped(format!("{}: {error}", path.display()));
        let key = PeopleKey(secret::random()?);
        let mut file = private::create_new(path).map_err(wrong)?;
        file.write_all(&key.0).and_then(|()| file.sync_all()).map_err(wrong)?;
        Ok(key)
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Its check value, which the journal keeps.
    pub(super) fn check(&self) -> Hash {
        Hash(blake3::derive_key("queenhigh people key check 1", &self.0))
    }

    /// A key for another purpose, derived from it.
    #[must_use]
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        blake3::derive_key(purpose, &self.0)
    }
}

impl People {
    /// The key, if this node has it.
    ///
    /// # Errors
    /// When it does not, with what to do.
    pub async fn key(&self) -> Result<&PeopleKey, Problem> {
        let key = self.key.as_ref().ok_or(Reason::NoPeopleKey)?;
        // The key may have been replaced while this node was running.
        if self.directory.read().await.key.is_some_and(|known| known != key.check()) {
            return Err(Reason::OldPeopleKey.into());
        }
        Ok(key)
    }

    /// Checks a node's key against the journal's check value. The first node's key becomes the house's; it is created
    /// if the journal has never seen one.
    ///
    /// # Errors
    /// When it is a wrong key.
    pub(super) async fn hold_key(&mut self, place: &KeyPlace) -> Result<(), Problem> {
        let made = place.folder.join(FILE);
        loop {
            let known = self.directory.read().await.key;
            match (known, self.key.take()) {
                (Some(known), Some(key)) if known != key.check() => {
                    return Err(Problem::stopped(
                        "this is not the key that the people's passwords were made with: give every node the people.key \
                         of the first one, with --people-key FILE; if it is lost, stop every node and run `queenhigh people \
                         rekey`",
                    ));
                }
                (Some(_), None) => {
                    tracing::warn!(
                        "this node has no people.key: nobody signs in with a password here; give it the key with \
                         --people-key FILE, or if it is lost, stop every node and run `queenhigh people rekey`"
                    );
                    return Ok(());
                }
                (Some(_), key) => {
                    self.key = key;
                    return Ok(());
                }
                (None, found) => {
                    let makes = found.is_none();
                    let key = match found {
                        Some(key) => key,
                        None => PeopleKey::make(&made)?,
                    };
                    let written = self.write_next(vec![PeopleEntry::Key { check: key.check() }], Vec::new()).await;
                    // If another node writes at the same time, its key counts, and one created here is useless.
                    match written {
                        Err(problem) if problem.code == ProblemCode::Busy && makes => {
                            let gone = |error| Problem::stopped(format!("{}: {error}", made.display()));
                            std::fs::remove_file(&made).map_err(gone)?;
                        }
                        Err(problem) if problem.code != ProblemCode::Busy => return Err(problem),
                        _ => self.key = Some(key),
                    }
                }
            }
        }
    }
}
