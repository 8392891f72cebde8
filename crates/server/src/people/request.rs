//! What one person asks for and a second approves: the exact act, and the situation it was asked in.

use std::sync::Arc;

use journal::{CommandId, Hash};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Moment, Role};

/// How long a request waits for its answer.
pub const WAITS_MINUTES: u64 = 10;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The asker's id for it, under which the act is stored once done.
    pub id: CommandId,
    /// Who asks, in which role.
    pub by: Actor,
    /// What is asked for.
    pub matter: Matter,
    /// The reason that was given.
    pub reason: Arc<str>,
    /// Until when it can be answered.
    pub until: Moment,
    /// The browser in which it was asked; none for a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<Hash>,
}

/// Who brought somebody into the house: shown to those who answer a request, because two people who came in together may
/// be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tie {
    /// The person.
    pub person: Arc<str>,
    /// Who asked for their account.
    pub invited_by: Arc<str>,
    /// Who approved it; nobody at the first start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<Arc<str>>,
}

/// What needs two people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "matter", rename_all = "snake_case", deny_unknown_fields)]
pub enum Matter {
    /// A void after the deal: valid only for its round.
    Void {
        /// The table.
        table: Arc<str>,
        /// The round.
        round: u64,
        /// The act that voids it.
        act: Box<Act>,
    },
    /// A correction of a meter: valid as long as the meter has not fallen.
    Meter {
        /// The table.
        table: Arc<str>,
        /// The proposal.
        act: Box<Act>,
        /// What the meter showed when it was asked for.
        shows: i64,
    },
    /// An adjustment of a bankroll.
    Adjust {
        /// The person whose bankroll it is.
        person: Arc<str>,
        /// The amount in cents, up or down.
        cents: i64,
    },
    /// An account for somebody new.
    Invite {
        /// The name.
        name: Arc<str>,
        /// The roles.
        roles: Vec<Role>,
        /// The tables that they are for; empty for all.
        tables: Vec<Arc<str>>,
        /// The link that the asker has.
        link: Hash,
    },
    /// A new way in for somebody who has an account, with a new password.
    Reset {
        /// The name.
        name: Arc<str>,
        /// The link that the asker has.
        link: Hash,
    },
    /// Other roles or tables for somebody.
    Rights {
        /// The name.
        name: Arc<str>,
        /// The roles.
        roles: Vec<Role>,
        /// The tables that they are for; empty for all.
        tables: Vec<Arc<str>>,
    },
    /// An account that was shut is opened again.
    Enable {
        /// The name.
        name: Arc<str>,
    },
    /// A machine that deals, shuffles or senses at tables where people run it.
    Machine {
        /// The name.
        name: Arc<str>,
        /// The tables; empty for all.
        tables: Vec<Arc<str>>,
        /// The first part of its token, which the asker has.
        link: Hash,
    },
}

impl Matter {
    /// The table it is about.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        match self {
            Matter::Void { table, .. } | Matter::Meter { table, .. } => Some(table),
            Matter::Adjust { .. }
            | Matter::Invite { .. }
            | Matter::Reset { .. }
            | Matter::Rights { .. }
            | Matter::Enable { .. }
            | Matter::Machine { .. } => None,
        }
    }

    /// Whether it gives somebody a right.
    #[must_use]
    pub fn gives_rights(&self) -> bool {
        !matches!(self, Matter::Void { .. } | Matter::Meter { .. } | Matter::Adjust { .. })
    }
}
