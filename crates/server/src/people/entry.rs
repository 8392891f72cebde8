//! What happens to people's accounts and sessions, in the past tense.

use std::sync::Arc;

use journal::{CommandId, Hash};
use serde::{Deserialize, Serialize};
use table::{Moment, Role};

use super::limits::Limits;
use super::request::Request;

/// How somebody came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
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
pub enum Entry {
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
    /// Argon2id with a pepper that is not in the journal.
    Password {
        name: Arc<str>,
        hash: Arc<str>,
    },
    SignedIn {
        name: Arc<str>,
        session: Hash,
        how: How,
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
    /// The password once more in a session, before something that takes it.
    Confirmed {
        name: Arc<str>,
        session: Hash,
        address: String,
    },
    /// Somebody asks for what takes a second person.
    Asked(Request),
    /// The second person's answer.
    Answered {
        request: CommandId,
        by: Arc<str>,
        approved: bool,
    },
    /// What came of an approval: done, or refused for a reason.
    Carried {
        request: CommandId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refused: Option<Arc<str>>,
    },
    /// A bankroll was adjusted by two persons; the posting is in the same commit.
    Adjusted {
        request: CommandId,
        name: Arc<str>,
        cents: i64,
        reason: Arc<str>,
        by: Arc<str>,
        second: Arc<str>,
    },
    /// A player's own limits; what is looser than before waits until `loosens`.
    Limits {
        name: Arc<str>,
        limits: Limits,
        loosens: Moment,
    },
    /// A player shut themselves out.
    Excluded {
        name: Arc<str>,
        until: Moment,
    },
    /// A player wagered at a table that protects its players; the amount in hand is the one before the wager.
    Played {
        name: Arc<str>,
        cents: i64,
    },
    /// Another title came onto a link, with a token of its own.
    Title {
        link: Arc<str>,
        title: Arc<str>,
        token: Hash,
        by: Arc<str>,
    },
    /// What tells whether a node has the key of the passwords.
    Key {
        check: Hash,
    },
    /// The key of the passwords was lost or given up: a new one counts, and no password, link or session from before.
    Rekeyed {
        check: Hash,
        by: Arc<str>,
        reason: Arc<str>,
    },
    /// A node was started with another program or another configuration than the last time.
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

impl Entry {
    /// The kind of its record.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Entry::Account { .. } => "account",
            Entry::Link { .. } => "link",
            Entry::LinkUsed { .. } => "link_used",
            Entry::Password { .. } => "password",
            Entry::SignedIn { .. } => "signed_in",
            Entry::SignedOut { .. } => "signed_out",
            Entry::Failed { .. } => "failed",
            Entry::Locked { .. } => "locked",
            Entry::NoRight { .. } => "no_right",
            Entry::Confirmed { .. } => "confirmed",
            Entry::Asked(_) => "asked",
            Entry::Answered { .. } => "answered",
            Entry::Carried { .. } => "carried",
            Entry::Adjusted { .. } => "adjusted",
            Entry::Limits { .. } => "limits",
            Entry::Excluded { .. } => "excluded",
            Entry::Played { .. } => "played",
            Entry::Title { .. } => "title",
            Entry::Key { .. } => "key",
            Entry::Rekeyed { .. } => "rekeyed",
            Entry::Started { .. } => "started",
            Entry::Copied { .. } => "copied",
            Entry::Founded { .. } => "founded",
        }
    }
}
