//! What happens to people's accounts and sessions, in the past tense.

use std::sync::Arc;

use journal::Hash;
use serde::{Deserialize, Serialize};
use table::{Moment, Role};

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
        }
    }
}
