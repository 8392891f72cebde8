//! The key of the passwords: a pepper that is not in the journal. The journal has what tells it from other keys, so that
//! no node ever works with a wrong one.

use std::io::Write;
use std::path::{Path, PathBuf};

use journal::Hash;

use super::{Entry, People, secret};
use crate::wire::{Problem, Reason};

/// The file's name in the folder of a node.
pub(super) const FILE: &str = "people.key";

/// Where a node finds the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlace {
    /// The file that was named; it must be there.
    pub named: Option<PathBuf>,
    /// The folder of the node, where the first node makes it.
    pub folder: PathBuf,
}

impl KeyPlace {
    /// The key, where there is one.
    pub(super) fn find(&self) -> Result<Option<Key>, Problem> {
        match &self.named {
            Some(file) => Key::read(file).map(Some),
            None if self.folder.join(FILE).exists() => Key::read(&self.folder.join(FILE)).map(Some),
            None => Ok(None),
        }
    }
}

/// The key.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

/// A key is not written by accident.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(hidden)")
    }
}

impl Key {
    /// The key of a file, which must be there.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(path: &Path) -> Result<Key, Problem> {
        let bytes =
            std::fs::read(path).map_err(|error| Problem::stopped(format!("the key {}: {error}", path.display())))?;
        let read = <[u8; 32]>::try_from(bytes.as_slice());
        read.map(Key).map_err(|_| Problem::stopped(format!("{} is not a key of 32 bytes", path.display())))
    }

    /// A new key in a file that nobody else may read.
    ///
    /// # Errors
    /// When there is no entropy, or the file cannot be written.
    pub(super) fn make(path: &Path) -> Result<Key, Problem> {
        use std::os::unix::fs::OpenOptionsExt;
        let wrong = |error: std::io::Error| Problem::stopped(format!("{}: {error}", path.display()));
        let key = Key(secret::random()?);
        let mut file =
            std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(wrong)?;
        file.write_all(&key.0).and_then(|()| file.sync_all()).map_err(wrong)?;
        Ok(key)
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What the journal keeps of it.
    pub(super) fn check(&self) -> Hash {
        Hash(blake3::derive_key("queenhigh people key check 1", &self.0))
    }

    /// A key for another purpose that follows from it.
    #[must_use]
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        blake3::derive_key(purpose, &self.0)
    }
}

impl People {
    /// The key, where this node has it.
    ///
    /// # Errors
    /// That it has not, and what to do.
    pub async fn key(&self) -> Result<&Key, Problem> {
        let key = self.key.as_ref().ok_or(Reason::NoPeopleKey)?;
        // Another may have been made while this node was running.
        if self.directory.read().await.key.is_some_and(|known| known != key.check()) {
            return Err(Reason::OldPeopleKey.into());
        }
        Ok(key)
    }

    /// Holds a node's key against what the journal knows; the first node's key becomes the house's, and is made
    /// where the journal has never seen any.
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
                        None => Key::make(&made)?,
                    };
                    let written = self.write_next(vec![Entry::Key { check: key.check() }], Vec::new()).await;
                    // Another node may write at the same time: its key counts, and one made here is worth nothing.
                    match written {
                        Err(problem) if &*problem.code == "busy" && makes => {
                            let gone = |error| Problem::stopped(format!("{}: {error}", made.display()));
                            std::fs::remove_file(&made).map_err(gone)?;
                        }
                        Err(problem) if &*problem.code != "busy" => return Err(problem),
                        _ => self.key = Some(key),
                    }
                }
            }
        }
    }
}
