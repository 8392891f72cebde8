//! What happens to people's accounts and sessions, in the past tense.

use std::sync::Arc;

use journal::{CommandId, Hash};
use serde::{Deserialize, Serialize};
use table::{Moment, Role};

use super::limits::Limits;
use super::request::{Request, Tie};

/// How somebody signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignInWay {
    /// As a guest with play money.
    Guest,
    /// By a one-time link.
    Link,
    /// With a password.
    Password,
}

/// What there was too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FloodOf {
    /// Wrong passwords.
    Failures,
    /// Refusals of rights.
    Refusals,
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "each says what happened to whom")]
pub enum PeopleEntry {
    Account {
        name: Arc<str>,
        roles: Vec<Role>,
        tables: Vec<Arc<str>>,
        guest: bool,
        by: Arc<str>,
        /// Who approved the invitation; nobody for guests and at the first start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<Arc<str>>,
    },
    /// A one-time link; where a second person approved it, it opens only together with the code that they have.
    Link {
        link: Hash,
        name: Arc<str>,
        until: Moment,
        by: Arc<str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<Arc<str>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<Hash>,
    },
    LinkUsed {
        link: Hash,
        name: Arc<str>,
    },
    /// Somebody had the link and not the code.
    WrongCode {
        link: Hash,
        name: Arc<str>,
        address: String,
    },
    /// A machine of the tables was let in: it shows both parts of its token with everything that it sends.
    Machine {
        name: Arc<str>,
        tables: Vec<Arc<str>>,
        key: Hash,
        by: Arc<str>,
        second: Arc<str>,
    },
    /// Somebody has other roles or tables. More of them takes a second person.
    Rights {
        name: Arc<str>,
        roles: Vec<Role>,
        tables: Vec<Arc<str>>,
        by: Arc<str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<Arc<str>>,
    },
    /// An account was shut: nobody comes in by it until two people open it again.
    Disabled {
        name: Arc<str>,
        by: Arc<str>,
    },
    Enabled {
        name: Arc<str>,
        by: Arc<str>,
        second: Arc<str>,
    },
    /// A password was set: its Argon2id hash, with a pepper that is not in the journal.
    Password {
        name: Arc<str>,
        hash: Arc<str>,
    },
    SignedIn {
        name: Arc<str>,
        session: Hash,
        how: SignInWay,
        address: String,
        /// The browser, by the cookie that it keeps; not of guests.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        browser: Option<Hash>,
    },
    SignedOut {
        session: Hash,
        why: Arc<str>,
    },
    Failed {
        name: Arc<str>,
        address: String,
    },
    /// More failures or refusals than are written one by one, in about a minute.
    Flood {
        what: FloodOf,
        count: u64,
        since: Moment,
    },
    NoRight {
        name: Arc<str>,
        what: Arc<str>,
    },
    /// The password was given again in a session, for something that requires it.
    Confirmed {
        name: Arc<str>,
        session: Hash,
        address: String,
        browser: Hash,
    },
    /// Somebody asked for something that needs a second person.
    Asked(Request),
    /// The second person's answer.
    Answered {
        request: CommandId,
        by: Arc<str>,
        approved: bool,
        /// Who had brought the two persons into the house.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ties: Vec<Tie>,
    },
    /// The result of an approval: done, or refused for a reason.
    Carried {
        request: CommandId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refused: Option<Arc<str>>,
    },
    /// Two people adjusted a bankroll; the posting is in the same commit.
    Adjusted {
        request: CommandId,
        name: Arc<str>,
        cents: i64,
        reason: Arc<str>,
        by: Arc<str>,
        second: Arc<str>,
    },
    /// A player set limits; those looser than before wait until `loosens`.
    Limits {
        name: Arc<str>,
        limits: Limits,
        loosens: Moment,
    },
    /// A player excluded themselves.
    Excluded {
        name: Arc<str>,
        until: Moment,
    },
    /// A player wagered at a table that protects its players; the amount in hand is the one before the wager.
    Played {
        name: Arc<str>,
        cents: i64,
    },
    /// Another title joined a link, with its own token.
    Title {
        link: Arc<str>,
        title: Arc<str>,
        token: Hash,
        by: Arc<str>,
    },
    /// The check value by which a node recognizes the password key.
    Key {
        check: Hash,
    },
    /// The password key was replaced: earlier passwords, links and sessions are void.
    Rekeyed {
        check: Hash,
        by: Arc<str>,
        reason: Arc<str>,
    },
    /// Somebody vouched for a journal that is not what its witness saw: its last commit, and the last that was seen.
    Vouched {
        commit: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
        by: Arc<str>,
        reason: Arc<str>,
    },
    /// A node was started with another program or configuration than last time.
    Started {
        program: Arc<str>,
        digest: Arc<str>,
        configuration: Vec<Arc<str>>,
    },
    /// Somebody took a copy of the journal.
    Copied {
        by: Arc<str>,
        what: Arc<str>,
        commit: u64,
    },
    /// A table was founded with a house.
    Founded {
        table: Arc<str>,
        house: Arc<str>,
        by: Arc<str>,
    },
}

impl PeopleEntry {
    /// The kind of its record.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            PeopleEntry::Account { .. } => "account",
            PeopleEntry::Link { .. } => "link",
            PeopleEntry::LinkUsed { .. } => "link_used",
            PeopleEntry::WrongCode { .. } => "wrong_code",
            PeopleEntry::Machine { .. } => "machine",
            PeopleEntry::Rights { .. } => "rights",
            PeopleEntry::Disabled { .. } => "disabled",
            PeopleEntry::Enabled { .. } => "enabled",
            PeopleEntry::Password { .. } => "password",
            PeopleEntry::SignedIn { .. } => "signed_in",
            PeopleEntry::SignedOut { .. } => "signed_out",
            PeopleEntry::Failed { .. } => "failed",
            PeopleEntry::Flood { .. } => "flood",
            PeopleEntry::NoRight { .. } => "no_right",
            PeopleEntry::Confirmed { .. } => "confirmed",
            PeopleEntry::Asked(_) => "asked",
            PeopleEntry::Answered { .. } => "answered",
            PeopleEntry::Carried { .. } => "carried",
            PeopleEntry::Adjusted { .. } => "adjusted",
            PeopleEntry::Limits { .. } => "limits",
            PeopleEntry::Excluded { .. } => "excluded",
            PeopleEntry::Played { .. } => "played",
            PeopleEntry::Title { .. } => "title",
            PeopleEntry::Key { .. } => "key",
            PeopleEntry::Rekeyed { .. } => "rekeyed",
            PeopleEntry::Vouched { .. } => "vouched",
            PeopleEntry::Started { .. } => "started",
            PeopleEntry::Copied { .. } => "copied",
            PeopleEntry::Founded { .. } => "founded",
        }
    }
}
