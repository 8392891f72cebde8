//! What goes over the wire about people: passwords given again, what needs a second person, and players' limits.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Moment, Role};

use crate::people::{EXCLUSION_DAYS_MAX, Tie};
use crate::wire::shapes;

pub use crate::people::limits::{Limits, PlayFigures};

/// The password again. `POST /api/v1/session/confirm`; valid for five minutes of this session.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmIn {
    /// The password.
    pub password: String,
}

/// Asks for something that needs a second person. `POST /api/v1/approvals`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalIn {
    /// An id that the client made, 32 hexadecimal digits: a repeat is the same request.
    #[schemars(regex(pattern = shapes::ID))]
    pub id: Arc<str>,
    /// Why, in a sentence.
    #[schemars(length(min = 1, max = meters::REASON_BYTES_MAX), regex(pattern = shapes::ONE_LINE))]
    pub reason: Arc<str>,
    /// For what.
    pub what: Wanted,
}

/// The most that one adjustment moves, in cents: ten million dollars.
pub const ADJUST_MOST: i64 = 1_000_000_000;

/// What needs two people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Wanted {
    /// An act at a table: one that voids a round after the deal, or corrects a meter.
    Act {
        /// The table.
        #[schemars(regex(pattern = shapes::TABLE))]
        table: Arc<str>,
        /// In which role.
        role: Role,
        /// The act itself.
        #[schemars(extend("unevaluatedProperties" = false))]
        act: Box<Act>,
    },
    /// An adjustment of a bankroll.
    Adjust {
        /// The person whose bankroll it is.
        #[schemars(regex(pattern = shapes::PERSON))]
        person: Arc<str>,
        /// By how many cents, up or down.
        #[schemars(range(min = -ADJUST_MOST, max = ADJUST_MOST), extend("not" = { "const": 0 }))]
        cents: i64,
    },
    /// An account for somebody new: the answer has a link, and the approval a code; the new person needs both.
    Invite {
        /// The name.
        #[schemars(regex(pattern = shapes::PERSON))]
        name: Arc<str>,
        /// The roles.
        #[schemars(length(min = 1))]
        roles: Vec<Role>,
        /// The tables that the roles are for; all of them if left out.
        #[serde(default)]
        #[schemars(inner(regex(pattern = shapes::TABLE)))]
        tables: Vec<Arc<str>>,
    },
    /// A new way in, with a new password, for somebody who has an account: a link and a code as well.
    Reset {
        /// The name.
        #[schemars(regex(pattern = shapes::PERSON))]
        name: Arc<str>,
    },
    /// More roles or tables for somebody. To take some away, nobody else is needed.
    Rights {
        /// The name.
        #[schemars(regex(pattern = shapes::PERSON))]
        name: Arc<str>,
        /// All roles that they then have.
        #[schemars(length(min = 1))]
        roles: Vec<Role>,
        /// The tables that the roles are for; all of them if left out.
        #[serde(default)]
        #[schemars(inner(regex(pattern = shapes::TABLE)))]
        tables: Vec<Arc<str>>,
    },
    /// An account that was shut is opened again.
    Enable {
        /// The name.
        #[schemars(regex(pattern = shapes::PERSON))]
        name: Arc<str>,
    },
    /// A machine that shuffles, deals or senses at tables where people run it. The answer has the first part of its
    /// token, and the approval the second; it sends both, with a full stop between them, as
    /// `Authorization: Bearer …`.
    Machine {
        /// The name.
        #[schemars(regex(pattern = shapes::PERSON))]
        name: Arc<str>,
        /// The tables; all of them if left out.
        #[serde(default)]
        #[schemars(inner(regex(pattern = shapes::TABLE)))]
        tables: Vec<Arc<str>>,
    },
}

/// A request that waits for a second person. `GET /api/v1/approvals`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Approval {
    /// Its id.
    pub id: Arc<str>,
    /// Who asks.
    pub by: Actor,
    /// For what.
    pub what: Wanted,
    /// The reason that was given.
    pub reason: Arc<str>,
    /// Since when.
    pub asked: Moment,
    /// Until when it can be answered.
    pub until: Moment,
    /// Whether the reader may answer it.
    pub may: bool,
    /// Who brought the asker into the house, and the reader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<Tie>,
    /// For whoever asked, when they ask: the path of the link, or the first part of a machine's token. It opens nothing
    /// before the approval, and nothing without the code that the second person gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<Arc<str>>,
}

/// The second person's answer. `POST /api/v1/approvals/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerIn {
    /// Whether it is approved.
    pub approve: bool,
}

/// The result of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Answered")]
pub struct ApprovalResult {
    /// Whether the act was done.
    pub done: bool,
    /// The table's version after it, if it was at a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The code without which the asker's link opens nothing: for the new person, from the second person's own mouth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Arc<str>>,
}

/// Fewer roles or tables for somebody, at once. `POST /api/v1/staff/{name}/rights`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RightsIn {
    /// The roles that are left.
    pub roles: Vec<Role>,
    /// The tables that they are for; all of them if left out.
    #[serde(default)]
    #[schemars(inner(regex(pattern = shapes::TABLE)))]
    pub tables: Vec<Arc<str>>,
}

/// A player's limits and figures. `GET /api/v1/limits`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LimitsNow {
    /// Whether the house protects its players at all: without it there is nothing to set.
    pub offered: bool,
    /// Whether players may exclude themselves here.
    pub self_exclusion: bool,
    /// The strictest limits of the house's tables.
    pub house: Limits,
    /// The player's own, as they apply now.
    pub own: Limits,
    /// Looser ones that do not apply yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<Limits>,
    /// From when those apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later_from: Option<Moment>,
    /// How long and with what result the player has played.
    pub figures: PlayFigures,
}

/// Excludes the asker. `POST /api/v1/exclusion`; it cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExclusionIn {
    /// The number of days it lasts.
    #[schemars(range(min = 1, max = EXCLUSION_DAYS_MAX))]
    pub days: u32,
}

/// A self-exclusion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Excluded {
    /// Until when.
    pub until: Moment,
}
