//! The people as their entries left them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use journal::{CommandId, Hash};
use table::{Moment, Role};

use super::entry::{Entry, How};
use super::limits::{Own, Play};
use super::request::Request;

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
    /// The name of the account.
    pub name: Arc<str>,
    /// Since when.
    pub since: Moment,
    /// When the password was given last.
    pub confirmed: Option<Moment>,
}

/// What is kept of somebody as a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Their own limits.
    pub own: Own,
    /// Until when they shut themselves out.
    pub excluded: Option<Moment>,
    /// How long and with what they play.
    pub play: Play,
}

/// Another title on a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// The link.
    pub link: Arc<str>,
    /// The title.
    pub title: Arc<str>,
}

/// A program and its configuration, as a node was started with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// The version.
    pub program: Arc<str>,
    /// The digest of its file.
    pub digest: Arc<str>,
    /// The configuration.
    pub configuration: Vec<Arc<str>>,
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
    /// How often sessions were ended before their time.
    pub ended: u64,
    accounts: BTreeMap<Arc<str>, Arc<Account>>,
    sessions: HashMap<Hash, Session>,
    links: HashMap<Hash, Link>,
    requests: BTreeMap<CommandId, (Request, Moment)>,
    players: HashMap<Arc<str>, Player>,
    titles: HashMap<Hash, Title>,
    /// What tells the key of the passwords from others.
    pub key: Option<Hash>,
    /// With what a node was started last.
    pub started: Option<Started>,
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

    /// What waits for a second person at a moment, and since when.
    pub fn requests(&self, at: Moment) -> impl Iterator<Item = &(Request, Moment)> {
        self.requests.values().filter(move |(request, _)| request.until > at)
    }

    /// A request, while it waits.
    #[must_use]
    pub fn request(&self, id: CommandId, at: Moment) -> Option<&Request> {
        self.requests.get(&id).map(|(request, _)| request).filter(|request| request.until > at)
    }

    /// What is kept of somebody as a player.
    #[must_use]
    pub fn player(&self, name: &str) -> Player {
        self.players.get(name).copied().unwrap_or_default()
    }

    /// The title of a token.
    #[must_use]
    pub fn title(&self, token: &Hash) -> Option<&Title> {
        self.titles.get(token)
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
            Entry::SignedIn { name, session, how, .. } => {
                let confirmed = (*how == How::Password).then_some(at);
                self.sessions.insert(*session, Session { name: name.clone(), since: at, confirmed });
                self.change(name, |account| (account.failures, account.locked_until) = (0, None));
            }
            Entry::SignedOut { session, .. } => {
                self.sessions.remove(session);
                self.ended += 1;
            }
            Entry::Failed { name, .. } => self.change(name, |account| account.failures += 1),
            Entry::Locked { name, until } => {
                self.change(name, |account| (account.failures, account.locked_until) = (0, Some(*until)));
            }
            Entry::Confirmed { session, name, .. } => {
                if let Some(session) = self.sessions.get_mut(session) {
                    session.confirmed = Some(at);
                }
                self.change(name, |account| (account.failures, account.locked_until) = (0, None));
            }
            Entry::Asked(request) => {
                self.requests.retain(|_, (request, _)| request.until > at);
                self.requests.insert(request.id, (request.clone(), at));
            }
            Entry::Answered { request, .. } => {
                self.requests.remove(request);
            }
            Entry::Adjusted { request, name, cents, .. } => {
                self.requests.remove(request);
                self.players.entry(name.clone()).or_default().play.adjust(*cents);
            }
            Entry::Limits { name, limits, loosens } => {
                self.players.entry(name.clone()).or_default().own.set(*limits, at, *loosens);
            }
            Entry::Excluded { name, until } => {
                let player = self.players.entry(name.clone()).or_default();
                // It is never taken back: the longest counts.
                player.excluded = player.excluded.max(Some(*until));
                self.sessions.retain(|_, session| session.name != *name);
                self.ended += 1;
            }
            Entry::Played { name, cents } => {
                self.players.entry(name.clone()).or_default().play.mark(at, *cents);
            }
            Entry::Title { link, title, token, .. } => {
                // A title that comes again gets a new token, and the old one is worth nothing.
                let (link, title) = (link.clone(), title.clone());
                self.titles.retain(|_, known| (&known.link, &known.title) != (&link, &title));
                self.titles.insert(*token, Title { link, title });
            }
            Entry::Key { check } => self.key = Some(*check),
            Entry::Rekeyed { check, .. } => {
                self.key = Some(*check);
                self.sessions.clear();
                self.ended += 1;
                self.links.clear();
                self.requests.clear();
                for account in self.accounts.values_mut().filter(|account| account.password.is_some()) {
                    Arc::make_mut(account).password = None;
                }
            }
            Entry::Started { program, digest, configuration } => {
                let (program, digest) = (program.clone(), digest.clone());
                self.started = Some(Started { program, digest, configuration: configuration.clone() });
            }
            Entry::NoRight { .. } | Entry::Carried { .. } | Entry::Copied { .. } | Entry::Founded { .. } => {}
        }
    }

    fn change(&mut self, name: &str, change: impl FnOnce(&mut Account)) {
        if let Some(account) = self.accounts.get_mut(name) {
            change(Arc::make_mut(account));
        }
    }
}
