//! Replaces a password key that was lost or is no longer trusted. Everything that depended on the old one is void: the
//! staff sign in again by one-time links.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use journal::Store;

use super::key::FILE;
use super::{LINK, People, PeopleEntry, PeopleKey, Token, after};
use crate::operation::serve::{JournalPlace, Opens, open_store};
use crate::wire::{Problem, Reason};

/// The name of the old key's file: backups sealed with it need it.
const BEFORE: &str = "people.key.before";

/// The new key until the journal knows it.
const NEW: &str = "people.key.new";

/// A house with a new key.
#[derive(Debug)]
pub struct Rekeyed {
    /// The file of the new key.
    pub key: PathBuf,
    /// Where the old key is kept, if there was one.
    pub before: Option<PathBuf>,
    /// One-time links for the staff: for whom, and the path.
    pub links: Vec<(String, String)>,
}

/// Gives a house a new key while no node of it runs. Every password, link and session ends, in one record of the audit.
///
/// # Errors
/// Why it was not done: then everything is as it was, and it may be tried again.
pub async fn rekey(place: &JournalPlace, by: &str, reason: &str) -> Result<Rekeyed, Problem> {
    if by.trim().is_empty() || reason.trim().is_empty() {
        return Err(Reason::SayWhoAndWhy.into());
    }
    let (store, folder) = open_store(place, &Opens::default()).await?;
    let done = exchange(store.clone(), &folder, by, reason).await;
    store.close().await?;
    done
}

async fn exchange(store: Arc<dyn Store>, folder: &Path, by: &str, reason: &str) -> Result<Rekeyed, Problem> {
    let wrong = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| Problem::stopped(format!("{path}: {error}"))
    };
    let people = People::read(store).await?;
    if people.directory.read().await.key.is_none() {
        return Err(Reason::NoKeyYet.into());
    }
    let (current, before, new) = (folder.join(FILE), folder.join(BEFORE), folder.join(NEW));
    if current.exists() && before.exists() {
        return Err(Reason::KeyKept { file: before.display().to_string() }.into());
    }
    // Left over from a failed attempt.
    match std::fs::remove_file(&new) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(wrong(&new)(error)),
        _ => {}
    }
    let key = PeopleKey::make(&new)?;
    let links = people.renew(&key, by, reason).await?;
    // Now the journal knows it. Whatever fails from here on, another new key can be made.
    let kept = current.exists();
    if kept {
        std::fs::rename(&current, &before).map_err(wrong(&current))?;
    }
    std::fs::rename(&new, &current).map_err(wrong(&new))?;
    std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(wrong(folder))?;
    Ok(Rekeyed { key: current, before: kept.then_some(before), links })
}

impl People {
    /// Records a new key, with a one-time link for each of the staff: all or nothing.
    async fn renew(&self, key: &PeopleKey, by: &str, reason: &str) -> Result<Vec<(String, String)>, Problem> {
        let mut entries = vec![PeopleEntry::Rekeyed { check: key.check(), by: by.into(), reason: reason.into() }];
        let mut links = Vec::new();
        for account in self.staff().await.into_iter().filter(|account| !account.machine && !account.disabled) {
            let token = Token::new()?;
            let (link, name) = (token.key(), account.name.clone());
            let until = after(LINK);
            entries.push(PeopleEntry::Link { link, name, until, by: by.into(), second: None, code: None });
            links.push((account.name.to_string(), format!("/welcome#{}", token.text())));
        }
        self.write_next(entries, Vec::new()).await?;
        Ok(links)
    }
}
