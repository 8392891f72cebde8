//! What a document wants approved before it is used, and under which clause (READING 96).

use serde::Deserialize;

use crate::clause::{Citation, ClauseId};
use crate::words::vocabulary;

vocabulary! {
    /// What is approved.
    pub enum ApprovalKind ("something to be approved") {
        /// The rules of play as a whole.
        Rules = "rules",
        /// The printed layout.
        Layout = "layout",
        /// Where drop box and tip box hang.
        TipBox = "tip_box",
        /// Another place for the tip box, where equipment is in the way of the usual one.
        TipBoxElsewhere = "tip_box_elsewhere",
        /// The cover card.
        CoverCard = "cover_card",
        /// Where a manual dealing shoe stands.
        Shoe = "shoe",
        /// An automated dealing shoe, its place and the procedures for its use.
        AutomatedShoe = "automated_shoe",
        /// A device that reshuffles and counts the cards by itself.
        Reshuffler = "reshuffler",
        /// What is done with the cards when a device fails.
        DeviceFailure = "device_failure",
    }
}

impl ApprovalKind {
    /// What is approved, in words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            ApprovalKind::Rules => "the rules of play",
            ApprovalKind::Layout => "the layout",
            ApprovalKind::TipBox => "the place of drop box and tip box",
            ApprovalKind::TipBoxElsewhere => "another place of the tip box",
            ApprovalKind::CoverCard => "the cover card",
            ApprovalKind::Shoe => "the place of the dealing shoe",
            ApprovalKind::AutomatedShoe => "the automated dealing shoe, its place and its use",
            ApprovalKind::Reshuffler => "the reshuffling device",
            ApprovalKind::DeviceFailure => "the procedures when a device fails",
        }
    }
}

vocabulary! {
    /// At which tables an approval is needed.
    pub enum NeededAt ("where an approval is needed") {
        /// At every table.
        Every = "every_table",
        /// Where cards are dealt from a manual shoe.
        ManualShoe = "manual_shoe",
        /// Where they are dealt from an automated shoe.
        AutomatedShoe = "automated_shoe",
        /// Where a shuffler or an automated shoe is in use.
        Device = "device",
        /// Where a device reshuffles and counts by itself.
        Reshuffler = "reshuffler",
        /// At no table: a house that has it may name it.
        None = "none",
    }
}

/// One approval as a rulebook states it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "RawApproval")]
pub struct ApprovalRule {
    /// Where it is needed.
    pub needed: NeededAt,
    /// The approval that this one replaces, if a house names it. Without it, it replaces none.
    pub instead_of: Option<ApprovalKind>,
    /// The law behind it.
    pub cite: Citation,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawApproval {
    /// At which tables it is needed.
    needed: NeededAt,
    /// The approval that this one replaces, if a house names it. Without it, it replaces none.
    instead_of: Option<ApprovalKind>,
    /// The clauses that ask for it, at least one.
    #[serde(default)]
    clauses: Vec<ClauseId>,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
}

/// An approval without a clause.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("an approval rests on a clause: expected `clauses = [\"…\"]`")]
struct NoClause;

impl TryFrom<RawApproval> for ApprovalRule {
    type Error = NoClause;

    fn try_from(raw: RawApproval) -> Result<ApprovalRule, NoClause> {
        let cite = Citation { clauses: raw.clauses, readings: raw.readings };
        if cite.clauses.is_empty() {
            return Err(NoClause);
        }
        Ok(ApprovalRule { needed: raw.needed, instead_of: raw.instead_of, cite })
    }
}
