//! The people, as read from the entries about them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use journal::{CommandId, Hash};
use table::{Moment, Role};

use super::entry::{PeopleEntry, SignInWay};
use super::limits::{Own, Play};
use super::request::Request;

/// A person's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonAccount {
    /// The name.
    pub name: Arc<str>,
    /// The roles.
    pub roles: Vec<Role>,
    /// The tables that the roles are for; empty for all.
    pub tables: Vec<Arc<str>>,
    /// Whether this is a guest with play money.
    pub guest: bool,
    /// The password's hash.
    pub password: Option<Arc<str>>,
    /// Failed sign-ins since the last successful one.
    pub failures: u32,
    /// Until when nobody can sign in to it.
    pub locked_until: Option<Moment>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The name of the account.
    pub name: Arc<str>,
    /// When it began.
    pub since: Moment,
    /// When the password was given last.
    pub confirmed: Option<Moment>,
}

/// What is kept of somebody as a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerRecord {
    /// The limits that they set for themselves.
    pub own: Own,
    /// Until when they excluded themselves.
    pub excluded: Option<Moment>,
    /// How long they have played, and with what money.
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

/// The program and configuration that a node was started with.
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
pub struct OneTimeLink {
    /// The account it is for.
    pub name: Arc<str>,
    /// When it expires.
    pub until: Moment,
}

/// All people of the house.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    /// How many entries it has seen.
    pub version: u64,
    /// The hash of the last one.
    pub hash: Hash,
    /// How many sessions were ended before they expired.
    pub ended: u64,
    accounts: BTreeMap<Arc<str>, Arc<PersonAccount>>,
    sessions: HashMap<Hash, Session>,
    links: HashMap<Hash, OneTimeLink>,
    requests: BTreeMap<CommandId, (Request, Moment)>,
    players: HashMap<Arc<str>, PlayerRecord>,
    titles: HashMap<Hash, Title>,
    /// The check value of the password key, which recognizes it.
    pub key: Option<Hash>,
    /// The program and configuration of the last start.
    pub started: Option<Started>,
}

impl Directory {
    /// An account.
    #[must_use]
    pub fn account(&self, name: &str) -> Option<&Arc<PersonAccount>> {
        self.accounts.get(name)
    }

    /// Everybody who is not a guest.
    pub fn staff(&self) -> impl Iterator<Item = &Arc<PersonAccount>> {
        self.accounts.values().filter(|account| !account.guest)
    }

    /// A session, unless it was ended.
    #[must_use]
    pub fn session(&self, key: &Hash) -> Option<&Session> {
        self.sessions.get(key)
    }

    /// The sessions of somebody.
    pub fn sessions_of(&self, name: &str) -> impl Iterator<Item = Hash> {
        self.sessions.iter().filter(move |(_, session)| &*session.name == name).map(|(key, _)| *key)
    }

    /// A link, unless it was used.
    #[must_use]
    pub fn link(&self, key: &Hash) -> Option<&OneTimeLink> {
        self.links.get(key)
    }

    /// The requests waiting for a second person at a moment, and since when.
    pub fn requests(&self, at: Moment) -> impl Iterator<Item = &(Request, Moment)> {
        self.requests.values().filter(move |(request, _)| request.until > at)
    }

    /// A request, while it is waiting.
    #[must_use]
    pub fn request(&self, id: CommandId, at: Moment) -> Option<&Request> {
        self.requests.get(&id).map(|(request, _)| request).filter(|request| request.until > at)
    }

    /// What is kept of somebody as a player.
    #[must_use]
    pub fn player(&self, name: &str) -> PlayerRecord {
        self.players.get(name).copied().unwrap_or_default()
    }

    /// The title of a token.
    #[must_use]
    pub fn title(&self, token: &Hash) -> Option<&Title> {
        self.titles.get(token)
    }

    /// Applies an entry.
    pub fn apply(&mut self, entry: &PeopleEntry, at: Moment) {
        match entry {
            PeopleEntry::Account { name, roles, tables, guest, .. } => self.add_account(name, roles, tables, *guest),
            PeopleEntry::Link { link, name, until, .. } => {
                self.links.insert(*link, OneTimeLink { name: name.clone(), until: *until });
            }
            PeopleEntry::LinkUsed { link, .. } => {
                self.links.remove(link);
            }
            PeopleEntry::Password { name, hash } => self.change(name, |account| account.password = Some(hash.clone())),
            PeopleEntry::SignedIn { name, session, how, .. } => {
                let confirmed = (*how == SignInWay::Password).then_some(at);
                self.sessions.insert(*session, Session { name: name.clone(), since: at, confirmed });
                self.change(name, |account| (account.failures, account.locked_until) = (0, None));
            }
            PeopleEntry::SignedOut { session, .. } => {
                self.sessions.remove(session);
                self.ended += 1;
            }
            PeopleEntry::Failed { name, .. } => self.change(name, |account| account.failures += 1),
            PeopleEntry::Locked { name, until } => {
                self.change(name, |account| (account.failures, account.locked_until) = (0, Some(*until)));
            }
            PeopleEntry::Confirmed { session, name, .. } => {
                if let Some(session) = self.sessions.get_mut(session) {
                    session.confirmed = Some(at);
                }
                self.change(name, |account| (account.failures, account.locked_until) = (0, None));
            }
            PeopleEntry::Asked(request) => {
                self.requests.retain(|_, (request, _)| request.until > at);
                self.requests.insert(request.id, (request.clone(), at));
            }
            PeopleEntry::Answered { request, .. } => {
                self.requests.remove(request);
            }
            PeopleEntry::Adjusted { request, name, cents, .. } => {
                self.requests.remove(request);
                self.players.entry(name.clone()).or_default().play.adjust(*cents);
            }
            PeopleEntry::Limits { name, limits, loosens } => {
                self.players.entry(name.clone()).or_default().own.set(*limits, at, *loosens);
            }
            PeopleEntry::Excluded { name, until } => self.exclude(name, *until),
            PeopleEntry::Played { name, cents } => {
                self.players.entry(name.clone()).or_default().play.mark(at, *cents);
            }
            PeopleEntry::Title { link, title, token, .. } => {
                self.add_title(*token, Title { link: link.clone(), title: title.clone() });
            }
            PeopleEntry::Key { check } => self.key = Some(*check),
            PeopleEntry::Rekeyed { check, .. } => self.rekey(*check),
            PeopleEntry::Started { program, digest, configuration } => {
                let (program, digest) = (program.clone(), digest.clone());
                self.started = Some(Started { program, digest, configuration: configuration.clone() });
            }
            PeopleEntry::NoRight { .. }
            | PeopleEntry::Vouched { .. }
            | PeopleEntry::Carried { .. }
            | PeopleEntry::Copied { .. }
            | PeopleEntry::Founded { .. } => {}
        }
    }

    /// Adds an account, unless the name is taken: two nodes may give out a name at once, and the first keeps it.
    fn add_account(&mut self, name: &Arc<str>, roles: &[Role], tables: &[Arc<str>], guest: bool) {
        self.accounts.entry(name.clone()).or_insert_with(|| {
            Arc::new(PersonAccount {
                name: name.clone(),
                roles: roles.to_vec(),
                tables: tables.to_vec(),
                guest,
                password: None,
                failures: 0,
                locked_until: None,
            })
        });
    }

    /// Shuts a player out. An exclusion is never withdrawn: the longest counts.
    fn exclude(&mut self, name: &Arc<str>, until: Moment) {
        let player = self.players.entry(name.clone()).or_default();
        player.excluded = player.excluded.max(Some(until));
        self.sessions.retain(|_, session| session.name != *name);
        self.ended += 1;
    }

    /// Adds a title. One that joins again gets a new token, and its old one no longer works.
    fn add_title(&mut self, token: Hash, title: Title) {
        self.titles.retain(|_, known| *known != title);
        self.titles.insert(token, title);
    }

    /// Replaces the password key, which voids all passwords, sessions, links and requests.
    fn rekey(&mut self, check: Hash) {
        self.key = Some(check);
        self.sessions.clear();
        self.ended += 1;
        self.links.clear();
        self.requests.clear();
        for account in self.accounts.values_mut().filter(|account| account.password.is_some()) {
            Arc::make_mut(account).password = None;
        }
    }

    fn change(&mut self, name: &str, change: impl FnOnce(&mut PersonAccount)) {
        if let Some(account) = self.accounts.get_mut(name) {
            change(Arc::make_mut(account));
        }
    }
}
