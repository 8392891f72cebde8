//! The people as their entries left them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use journal::Hash;
use table::{Moment, Role};

use super::entry::Entry;

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name.
    pub name: Arc<str>,
    /// The roles.
    pub roles: Vec<Role>,
    /// The tables of the roles; none stands for all.
    pub tables: Vec<Arc<str>>,
    /// Whether this is a guest with play money.
    pub guest: bool,
    /// The password's hash.
    pub password: Option<Arc<str>>,
    /// Failures since the last sign-in.
    pub failures: u32,
    /// Until when nobody signs in.
    pub locked_until: Option<Moment>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whose.
    pub name: Arc<str>,
    /// Since when.
    pub since: Moment,
}

/// A one-time link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// For whom.
    pub name: Arc<str>,
    /// Until when.
    pub until: Moment,
}

/// Everybody.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    /// How many entries it has seen.
    pub version: u64,
    accounts: BTreeMap<Arc<str>, Arc<Account>>,
    sessions: HashMap<Hash, Session>,
    links: HashMap<Hash, Link>,
}

impl Directory {
    /// An account.
    #[must_use]
    pub fn account(&self, name: &str) -> Option<&Arc<Account>> {
        self.accounts.get(name)
    }

    /// Everybody who is no guest.
    pub fn staff(&self) -> impl Iterator<Item = &Arc<Account>> {
        self.accounts.values().filter(|account| !account.guest)
    }

    /// A session that nobody ended.
    #[must_use]
    pub fn session(&self, key: &Hash) -> Option<&Session> {
        self.sessions.get(key)
    }

    /// The sessions of somebody.
    pub fn sessions_of(&self, name: &str) -> impl Iterator<Item = Hash> {
        self.sessions.iter().filter(move |(_, session)| &*session.name == name).map(|(key, _)| *key)
    }

    /// A link that nobody used.
    #[must_use]
    pub fn link(&self, key: &Hash) -> Option<&Link> {
        self.links.get(key)
    }

    /// Makes an entry part of it.
    pub fn apply(&mut self, entry: &Entry, at: Moment) {
        match entry {
            Entry::Account { name, roles, tables, guest, .. } => {
                let account = Account {
                    name: name.clone(),
                    roles: roles.clone(),
                    tables: tables.clone(),
                    guest: *guest,
                    password: None,
                    failures: 0,
                    locked_until: None,
                };
                // Two nodes may give a name away at once: the first keeps it.
                self.accounts.entry(name.clone()).or_insert_with(|| Arc::new(account));
            }
            Entry::Link { link, name, until, .. } => {
                self.links.insert(*link, Link { name: name.clone(), until: *until });
            }
            Entry::LinkUsed { link, .. } => {
                self.links.remove(link);
            }
            Entry::Password { name, hash } => self.change(name, |account| account.password = Some(hash.clone())),
            Entry::SignedIn { name, session, .. } => {
                self.sessions.insert(*session, Session { name: name.clone(), since: at });
                self.change(name, |account| (account.failures, account.locked_until) = (0, None));
            }
            Entry::SignedOut { session, .. } => {
                self.sessions.remove(session);
            }
            Entry::Failed { name, .. } => self.change(name, |account| account.failures += 1),
            Entry::Locked { name, until } => {
                self.change(name, |account| (account.failures, account.locked_until) = (0, Some(*until)));
            }
            Entry::NoRight { .. } => {}
        }
    }

    fn change(&mut self, name: &str, change: impl FnOnce(&mut Account)) {
        if let Some(account) = self.accounts.get_mut(name) {
            change(Arc::make_mut(account));
        }
    }
}
