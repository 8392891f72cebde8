//! What goes over the wire about the printed layout: the areas of a position, the inscriptions, and where odds are shown.

use rules::Wager;
use rules::rulebook::vocabulary::{AreaKind, OddsShown, OperatorSign};
use schemars::JsonSchema;
use serde::Serialize;

use crate::wire::PostedRule;

/// What is printed on the layout of a table. Whoever draws a table draws this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Layout {
    /// The betting positions, each with all the areas.
    pub positions: u8,
    /// The operator's name.
    pub operator: PostedRule,
    /// Whether the operator's name is written out or its logo is drawn.
    pub sign: OperatorSign,
    /// With which hand the dealer plays, in the words that must be printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phrase: Option<PostedRule>,
    /// The areas of a position, one for each wager that is placed.
    pub areas: Vec<LayoutArea>,
    /// Where the odds of each wager on offer are shown.
    pub odds: Vec<LayoutOdds>,
    /// The wagers whose odds the sign at the table shows.
    pub on_sign: Vec<Wager>,
}

/// What every player has for one wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LayoutArea {
    /// The wager.
    pub wager: Wager,
    /// What it is placed on.
    pub kind: AreaKind,
    /// What is written there, where it must be these words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<String>,
    /// The clauses and readings behind it.
    pub clauses: Vec<String>,
}

/// Where the odds of a wager are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LayoutOdds {
    /// The wager.
    pub wager: Wager,
    /// The place where they are posted.
    pub at: OddsShown,
    /// The clauses and readings behind it.
    pub clauses: Vec<String>,
}
