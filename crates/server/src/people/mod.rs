//! People: who they are, what they may do, and how they prove it. Every change is an entry in the stream `people`,
//! which is also the audit of sign-ins and rights.

mod approvals;
mod audit;
mod crowds;
mod directory;
mod entry;
mod floods;
mod guesses;
mod invitations;
mod key;
pub mod limits;
mod machines;
pub mod names;
mod password;
mod players;
pub mod protection;
mod rekey;
pub mod request;
mod secret;
mod sign_in;
mod staff;
mod titles;
mod visitor;
mod vouch;

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use journal::{
    AccountName, AppendOutcome, Batch, Body, CommandId, ExpectedVersion, Hash, Posting, Store, StreamName, Write,
};
use rules::Cents;
use table::{Moment, Role};
use tokio::sync::{RwLock, watch};

pub use self::crowds::Crowds;
pub use self::directory::{Directory, PersonAccount};
use self::entry::FloodOf;
pub use self::entry::{PeopleEntry, SignInWay};
use self::floods::Floods;
use self::guesses::Guesses;
pub(crate) use self::key::FILE as KEY_FILE;
pub use self::key::{KeyPlace, PeopleKey};
pub use self::password::{LEAST as PASSWORD_LEAST, MOST as PASSWORD_MOST};
pub use self::players::EXCLUSION_DAYS_MAX;
pub use self::rekey::{Rekeyed, rekey};
pub use self::request::Tie;
pub use self::secret::{Code, Token};
pub use self::sign_in::CameFrom;
pub use self::visitor::Visitor;
pub use self::vouch::{Vouched, vouch};
use crate::clock::now;
use crate::recorded::{chained, record};
use crate::wire::reason::{Reason, Sum};
use crate::wire::{Me, Problem, ProblemCode};

/// The stream.
pub const STREAM: &str = "people";

/// The play money that a guest begins with.
pub const GUEST_MONEY: Cents = Cents(100_000);

/// A session ends after this long without a request.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// The longest that a session lasts.
const LONGEST: Duration = Duration::from_secs(12 * 3600);

/// How long a one-time link is valid.
const LINK: Duration = Duration::from_secs(24 * 3600);

/// How many times to decide something about people again when another node was faster.
const TRIES: u32 = 50;

/// The people of the house.
pub struct People {
    store: Arc<dyn Store>,
    directory: RwLock<Directory>,
    /// When each session was last used, on this node.
    used: std::sync::Mutex<HashMap<Hash, Moment>>,
    /// How much of the house each network has.
    pub crowds: Crowds,
    guesses: std::sync::Mutex<Guesses>,
    floods: std::sync::Mutex<Floods>,
    /// The number of sessions ended early, updated at each: sockets then check whether their own is still valid.
    ended: watch::Sender<u64>,
    /// The password key; without it nobody can sign in with a password at this node.
    key: Option<PeopleKey>,
    /// Names are given out and links used one at a time, so that no two people get the same.
    gate: tokio::sync::Mutex<()>,
}

impl People {
    /// Reads the people from the stream.
    ///
    /// # Errors
    /// When it cannot be read, or this node has a wrong key.
    pub async fn open(store: Arc<dyn Store>, key: &KeyPlace) -> Result<People, Problem> {
        let found = key.find()?;
        let mut people = People::read(store).await?;
        people.key = found;
        people.hold_key(key).await?;
        Ok(people)
    }

    /// Reads the people from the stream, without this node's key.
    async fn read(store: Arc<dyn Store>) -> Result<People, Problem> {
        let people = People {
            store,
            directory: RwLock::default(),
            used: std::sync::Mutex::default(),
            crowds: Crowds::default(),
            guesses: std::sync::Mutex::default(),
            floods: std::sync::Mutex::default(),
            ended: watch::channel(0).0,
            key: None,
            gate: tokio::sync::Mutex::default(),
        };
        people.catch_up().await?;
        Ok(people)
    }

    /// Signals whenever a session is ended early.
    #[must_use]
    pub fn endings(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    /// Whether nobody has an account yet.
    pub async fn is_empty(&self) -> bool {
        self.directory.read().await.staff().next().is_none()
    }

    /// Everybody who is not a guest.
    pub async fn staff(&self) -> Vec<Arc<PersonAccount>> {
        self.directory.read().await.staff().cloned().collect()
    }

    /// Reads what other nodes stored.
    ///
    /// # Errors
    /// When the journal does not answer, or an entry cannot be read.
    pub async fn catch_up(&self) -> Result<(), Problem> {
        let mut directory = self.directory.write().await;
        loop {
            let from = directory.version + 1;
            let records = self.store.read(stream()?, from, 512).await?;
            if records.is_empty() {
                break;
            }
            for record in &records {
                chained(record, directory.hash)?;
                let entry: PeopleEntry = record.what.read(pit::FORMAT).map_err(|why| {
                    Problem::stopped(format!("entry {} of the people cannot be read: {why}", record.version))
                })?;
                directory.apply(&entry, time_of(record.what.time_ms));
                (directory.version, directory.hash) = (record.version, record.hash);
            }
        }
        let ended = directory.ended;
        drop(directory);
        self.ended.send_if_modified(|last| std::mem::replace(last, ended) != ended);
        Ok(())
    }

    /// Writes entries that depend on nothing.
    async fn write(&self, entries: Vec<PeopleEntry>, postings: Vec<Posting>) -> Result<(), Problem> {
        self.write_at(ExpectedVersion::Any, entries, postings).await
    }

    /// Writes entries that depend on the people as this node knows them.
    async fn write_next(&self, entries: Vec<PeopleEntry>, postings: Vec<Posting>) -> Result<(), Problem> {
        let version = self.directory.read().await.version;
        self.write_at(ExpectedVersion::Version(version), entries, postings).await
    }

    async fn write_at(
        &self,
        expected: ExpectedVersion,
        entries: Vec<PeopleEntry>,
        postings: Vec<Posting>,
    ) -> Result<(), Problem> {
        let records = entries.iter().map(|entry| record(entry.kind(), entry)).collect::<Result<_, _>>()?;
        let write = Write { stream: stream()?, expected, records };
        let command = CommandId(secret::random()?);
        let answer = Body::of(&()).map_err(|wrong| Problem::malformed(wrong.to_string()))?;
        let digest = Hash::of_command(&command.0);
        match self.store.append(Batch { command, digest, answer, writes: vec![write], postings }).await? {
            AppendOutcome::Appended(_) => self.catch_up().await,
            AppendOutcome::Conflict { .. } => {
                self.catch_up().await?;
                Err(Reason::Outrun.into())
            }
            AppendOutcome::BelowZero { account, balance } => {
                Err(Reason::NoFunds { has: Sum(balance), account: account.to_string() }.into())
            }
            other => Err(Problem::stopped(format!("the people's stream was not written: {other:?}"))),
        }
    }

    /// A name for a guest who gives none. Short names are soon taken, so each try is longer.
    async fn guest_name(&self) -> Result<String, Problem> {
        let chance = Token::new()?.key().to_string();
        let directory = self.directory.read().await;
        let names = (6..=32).map(|digits| format!("guest-{}", &chance[..digits]));
        names.into_iter().find(|name| directory.account(name).is_none()).ok_or_else(|| Reason::TableBusy.into())
    }

    /// Lets a guest in with play money.
    ///
    /// # Errors
    /// When the name is taken or not allowed.
    pub async fn guest(&self, name: Option<&str>, from: &CameFrom) -> Result<(Token, Arc<PersonAccount>), Problem> {
        self.crowds.guest(from.address)?;
        let _turn = self.gate.lock().await;
        again(|| self.try_guest(name, from)).await
    }

    async fn try_guest(&self, name: Option<&str>, from: &CameFrom) -> Result<(Token, Arc<PersonAccount>), Problem> {
        let name = match name.filter(|name| !name.trim_matches(' ').is_empty()) {
            Some(name) => name.to_owned(),
            None => self.guest_name().await?,
        };
        let name = names::guest(&name).map_err(Reason::from)?;
        self.untaken(&name).await?;
        let token = Token::new()?;
        let account = PeopleEntry::Account {
            name: name.as_str().into(),
            roles: vec![Role::Player],
            tables: vec![],
            guest: true,
            by: "-".into(),
            second: None,
        };
        let signed = signed_in(&name, &token, SignInWay::Guest, from);
        let bankroll = pit::bankroll(&name).map_err(|wrong| Problem::malformed(wrong.to_string()))?;
        let house = AccountName::new("house/play_money").map_err(|wrong| Problem::malformed(wrong.to_string()))?;
        let money = vec![
            Posting { account: house, amount: -GUEST_MONEY.0 },
            Posting { account: bankroll, amount: GUEST_MONEY.0 },
        ];
        self.write_next(vec![account, signed], money).await?;
        self.session_of(token).await
    }

    async fn session_of(&self, token: Token) -> Result<(Token, Arc<PersonAccount>), Problem> {
        let directory = self.directory.read().await;
        let session = directory.session(&token.key());
        let account = session.and_then(|session| directory.account(&session.name));
        match account {
            Some(account) => Ok((token, account.clone())),
            None => Err(Problem::stopped("the session was not stored")),
        }
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn sign_out(&self, session: Hash, why: &str) -> Result<(), Problem> {
        self.write(vec![PeopleEntry::SignedOut { session, why: why.into() }], Vec::new()).await
    }

    /// Ends every session of somebody: sockets close within a moment.
    ///
    /// # Errors
    /// When nobody has the name.
    pub async fn revoke(&self, name: &str, by: &str) -> Result<(), Problem> {
        let sessions: Vec<Hash> = self.directory.read().await.sessions_of(name).collect();
        if self.directory.read().await.account(name).is_none() {
            return Err(Reason::Nobody { name: name.to_owned() }.into());
        }
        let ends = |session| PeopleEntry::SignedOut { session, why: format!("revoked by {by}").into() };
        let entries: Vec<PeopleEntry> = sessions.into_iter().map(ends).collect();
        if entries.is_empty() { Ok(()) } else { self.write(entries, Vec::new()).await }
    }

    /// Puts a refusal of rights on record. Visitors who are not signed in are not recorded.
    pub async fn refused(&self, guest: &Visitor, what: &str) {
        let Some(account) = &guest.account else { return };
        if !self.written(FloodOf::Refusals) {
            return;
        }
        let entry = PeopleEntry::NoRight { name: account.name.clone(), what: what.into() };
        if let Err(problem) = self.write(vec![entry], Vec::new()).await {
            tracing::warn!(why = problem.refused, "a refusal of rights is not on record");
        }
    }

    /// The visitor who has a token.
    pub async fn who(&self, token: Option<&Token>) -> Visitor {
        let Some(token) = token else { return Visitor::nobody() };
        let key = token.key();
        self.standing(key, true).await.unwrap_or_else(Visitor::nobody)
    }

    /// The visitor of a session, while it is valid. Only acting counts as using it, not this check.
    pub async fn standing(&self, key: Hash, used_now: bool) -> Option<Visitor> {
        let directory = self.directory.read().await;
        let session = directory.session(&key)?;
        let account = directory.account(&session.name).filter(|account| !account.disabled)?.clone();
        let at = now();
        let mut used = self.used.lock().ok()?;
        let last = used.entry(key).or_insert(at);
        let idle = at.since(*last) > millis(IDLE);
        if idle || at.since(session.since) > millis(LONGEST) {
            return None;
        }
        if used_now {
            *last = at;
        }
        Some(Visitor { account: Some(account), session: Some(key), machine: None })
    }

    /// A person as sent over the wire.
    ///
    /// # Errors
    /// When the journal does not answer.
    pub async fn me(&self, guest: &Visitor, token: Option<&Token>) -> Result<Me, Problem> {
        let Some(account) = &guest.account else {
            return Ok(Me {
                name: None,
                guest: false,
                roles: vec![],
                tables: vec![],
                bankroll: None,
                currency: None,
                csrf: None,
            });
        };
        let bankroll = if account.roles.contains(&Role::Player) {
            let name = pit::bankroll(&account.name).map_err(|wrong| Problem::malformed(wrong.to_string()))?;
            Some(self.store.balance(name).await?)
        } else {
            None
        };
        Ok(Me {
            name: Some(account.name.clone()),
            guest: account.guest,
            roles: account.roles.clone(),
            tables: account.tables.clone(),
            bankroll,
            currency: None,
            csrf: token.map(|token| token.csrf().into()),
        })
    }

    fn guesses(&self) -> MutexGuard<'_, Guesses> {
        self.guesses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn signed_in(name: &str, token: &Token, how: SignInWay, from: &CameFrom) -> PeopleEntry {
    // A guest's browser is nothing that anybody goes by.
    let browser = (how != SignInWay::Guest).then_some(from.browser);
    PeopleEntry::SignedIn { name: name.into(), session: token.key(), how, address: from.address.to_string(), browser }
}

fn stream() -> Result<StreamName, Problem> {
    StreamName::new(STREAM).map_err(|wrong| Problem::malformed(wrong.to_string()))
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn after(time: Duration) -> Moment {
    Moment(now().0.saturating_add(millis(time)))
}

fn time_of(time_ms: u64) -> Moment {
    Moment(i64::try_from(time_ms).unwrap_or(i64::MAX))
}

/// Makes an attempt that depends on what others have written, and makes it again when somebody wrote in between. Nobody who
/// comes in has to try again because a colleague signed in at the same moment.
///
/// # Errors
/// Those of the attempt; or that too much is written at once.
async fn again<T, F>(attempt: impl Fn() -> F) -> Result<T, Problem>
where
    F: Future<Output = Result<T, Problem>>,
{
    for _ in 0..TRIES {
        match attempt().await {
            Err(problem) if problem.code == ProblemCode::Busy => {}
            done => return done,
        }
    }
    Err(Reason::Crowded.into())
}
