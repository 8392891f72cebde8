//! What happens to people's accounts and sessions, in the past tense.

use std::sync::Arc;

use journal::{CommandId, Hash};
use serde::{Deserialize, Serialize};
use table::{Moment, Role};

use super::limits::Limits;
use super::request::Request;

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
    },
    Link {
        link: Hash,
        name: Arc<str>,
        until: Moment,
        by: Arc<str>,
    },
    LinkUsed {
        link: Hash,
        name: Arc<str>,
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
    },
    SignedOut {
        session: Hash,
        why: Arc<str>,
    },
    Failed {
        name: Arc<str>,
        address: String,
    },
    Locked {
        name: Arc<str>,
        until: Moment,
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
    },
    /// Somebody asked for something that needs a second person.
    Asked(Request),
    /// The second person's answer.
    Answered {
        request: CommandId,
        by: Arc<str>,
        approved: bool,
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
            PeopleEntry::Password { .. } => "password",
            PeopleEntry::SignedIn { .. } => "signed_in",
            PeopleEntry::SignedOut { .. } => "signed_out",
            PeopleEntry::Failed { .. } => "failed",
            PeopleEntry::Locked { .. } => "locked",
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
