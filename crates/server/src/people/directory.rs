//! The people, as read from the entries about them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use journal::{CommandId, Hash};
use table::{Moment, Role};

use super::entry::{PeopleEntry, SignInWay};
use super::limits::{Own, Play};
use super::names;
use super::request::{Request, Tie};

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
    /// Whether this is a machine of the tables, which has a token and no session.
    pub machine: bool,
    /// Whether it was shut.
    pub disabled: bool,
    /// Who asked for it.
    pub invited_by: Arc<str>,
    /// Who approved that.
    pub approved_by: Option<Arc<str>>,
    /// The password's hash.
    pub password: Option<Arc<str>>,
}

impl PersonAccount {
    /// Whether it is for somebody who may come in and serves the whole house in one of these roles.
    #[must_use]
    pub fn serves(&self, roles: &[Role]) -> bool {
        !self.disabled && !self.machine && self.tables.is_empty() && roles.iter().any(|role| self.roles.contains(role))
    }

    /// Who brought its owner into the house.
    #[must_use]
    pub fn tie(&self) -> Tie {
        let (invited_by, approved_by) = (self.invited_by.clone(), self.approved_by.clone());
        Tie { person: self.name.clone(), invited_by, approved_by }
    }
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
    /// The browser; none of a guest's.
    pub browser: Option<Hash>,
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
    /// What the second person's code is recognized by, if two people made the link.
    pub code: Option<Hash>,
    /// How often a wrong code was given.
    pub wrong: u32,
}

/// How often a wrong code may be given before the link is void.
const CODE_TRIES: u32 = 5;

/// How many browsers are remembered of each person.
const BROWSERS_MAX: usize = 32;

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
    /// What the names look like, and whose they are.
    looks: HashMap<String, Arc<str>>,
    /// The tokens of machines, and whose they are.
    machines: HashMap<Hash, Arc<str>>,
    /// The browsers in which each of the staff has signed in, and when last.
    browsers: HashMap<Arc<str>, Vec<(Hash, Moment)>>,
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

    /// Whose name looks like this one.
    #[must_use]
    pub fn looks_like(&self, name: &str) -> Option<&Arc<str>> {
        self.looks.get(&names::look(name))
    }

    /// The machine of a token, unless it was shut.
    #[must_use]
    pub fn machine(&self, key: &Hash) -> Option<&Arc<PersonAccount>> {
        self.machines.get(key).and_then(|name| self.account(name)).filter(|account| !account.disabled)
    }

    /// Whether somebody has signed in in this browser before.
    #[must_use]
    pub fn knows_browser(&self, name: &str, browser: &Hash) -> bool {
        self.browsers.get(name).is_some_and(|known| known.iter().any(|(own, _)| own == browser))
    }

    /// Whether two people have signed in in the same browser since a moment.
    #[must_use]
    pub fn share_browser(&self, one: &str, other: &str, since: Moment) -> bool {
        let of = |name: &str| {
            let known = self.browsers.get(name).map(Vec::as_slice).unwrap_or_default();
            known.iter().filter(move |(_, at)| *at >= since).map(|(browser, _)| *browser)
        };
        of(one).any(|browser| of(other).any(|own| own == browser))
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
            PeopleEntry::Account { name, roles, tables, guest, by, second } => self.add_account(PersonAccount {
                guest: *guest,
                approved_by: second.clone(),
                ..new_account(name, roles, tables, by)
            }),
            PeopleEntry::Machine { name, tables, key, by, second } => {
                self.machines.retain(|_, known| known != name);
                self.machines.insert(*key, name.clone());
                self.add_account(PersonAccount {
                    machine: true,
                    approved_by: Some(second.clone()),
                    ..new_account(name, &[Role::Device], tables, by)
                });
                // A machine that was known has the tables of its last token.
                self.change(name, |account| account.tables = tables.clone());
            }
            PeopleEntry::Link { link, name, until, code, .. } => {
                self.links.insert(*link, OneTimeLink { name: name.clone(), until: *until, code: *code, wrong: 0 });
            }
            PeopleEntry::WrongCode { link, .. } => {
                if let Some(known) = self.links.get_mut(link) {
                    known.wrong += 1;
                }
                self.links.retain(|_, known| known.wrong < CODE_TRIES);
            }
            PeopleEntry::Rights { name, roles, tables, .. } => {
                self.change(name, |account| (account.roles, account.tables) = (roles.clone(), tables.clone()));
                self.shut_out(name);
            }
            PeopleEntry::Disabled { name, .. } => {
                self.change(name, |account| account.disabled = true);
                self.links.retain(|_, link| link.name != *name);
                self.shut_out(name);
            }
            PeopleEntry::Enabled { name, .. } => self.change(name, |account| account.disabled = false),
            PeopleEntry::LinkUsed { link, .. } => {
                self.links.remove(link);
            }
            PeopleEntry::Password { name, hash } => self.change(name, |account| account.password = Some(hash.clone())),
            PeopleEntry::SignedIn { name, session, how, browser, .. } => {
                let confirmed = (*how == SignInWay::Password).then_some(at);
                self.sessions.insert(*session, Session { name: name.clone(), since: at, confirmed, browser: *browser });
                browser.iter().for_each(|browser| self.remember(name, *browser, at));
            }
            PeopleEntry::SignedOut { session, .. } => {
                self.sessions.remove(session);
                self.ended += 1;
            }
            PeopleEntry::Confirmed { session, name, browser, .. } => {
                if let Some(session) = self.sessions.get_mut(session) {
                    session.confirmed = Some(at);
                }
                self.remember(name, *browser, at);
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
            PeopleEntry::Failed { .. }
            | PeopleEntry::Flood { .. }
            | PeopleEntry::NoRight { .. }
            | PeopleEntry::Vouched { .. }
            | PeopleEntry::Carried { .. }
            | PeopleEntry::Copied { .. }
            | PeopleEntry::Founded { .. } => {}
        }
    }

    /// Adds an account, unless the name is taken: two nodes may give out a name at once, and the first keeps it.
    fn add_account(&mut self, account: PersonAccount) {
        let name = account.name.clone();
        self.looks.entry(names::look(&name)).or_insert_with(|| name.clone());
        self.accounts.entry(name).or_insert_with(|| Arc::new(account));
    }

    /// Remembers in which browser somebody of the staff came in; of many, the one that was used least lately is forgotten.
    fn remember(&mut self, name: &Arc<str>, browser: Hash, at: Moment) {
        let known = self.browsers.entry(name.clone()).or_default();
        known.retain(|(own, _)| *own != browser);
        if known.len() >= BROWSERS_MAX {
            known.remove(0);
        }
        known.push((browser, at));
    }

    /// Shuts a player out. An exclusion is never withdrawn: the longest counts.
    fn exclude(&mut self, name: &Arc<str>, until: Moment) {
        let player = self.players.entry(name.clone()).or_default();
        player.excluded = player.excluded.max(Some(until));
        self.shut_out(name);
    }

    /// Ends every session of somebody.
    fn shut_out(&mut self, name: &Arc<str>) {
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
        self.machines.clear();
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

/// An account of somebody new.
fn new_account(name: &Arc<str>, roles: &[Role], tables: &[Arc<str>], by: &Arc<str>) -> PersonAccount {
    PersonAccount {
        name: name.clone(),
        roles: roles.to_vec(),
        tables: tables.to_vec(),
        guest: false,
        machine: false,
        disabled: false,
        invited_by: by.clone(),
        approved_by: None,
        password: None,
    }
}
