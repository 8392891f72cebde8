//! What one person asks for and a second approves: the exact act, and the situation it was asked in.

use std::sync::Arc;

use journal::CommandId;
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Moment};

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
}

impl Matter {
    /// The table it is about.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        match self {
            Matter::Void { table, .. } | Matter::Meter { table, .. } => Some(table),
            Matter::Adjust { .. } => None,
        }
    }
}
