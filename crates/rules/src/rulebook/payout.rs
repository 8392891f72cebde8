//! What a book says of limits on what a round pays: whether a house has one, the lawful amounts, what it covers, and
//! how a cut is shared.

use serde::Deserialize;

use super::Rulebook;
use super::consistency::Contradiction;
use super::play::PaymentRules;
use super::reader::Pointer;
use super::vocabulary::{LimitOn, LimitSharing};
use crate::clause::Citation;
use crate::money::Cents;
use crate::rule::{Bound, Rule};
use crate::wager::Wager;

/// The details of limits on what a round pays. What a book leaves out: any amount, every wager, only the table's money,
/// in the order of settlement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PayoutRules {
    /// The lawful amounts of a limit for each player. Without it, any amount.
    pub per_player: Option<Bound<Cents>>,
    /// The lawful amounts of a limit for the table. Without it, any amount.
    pub per_table: Option<Bound<Cents>>,
    /// The wagers and bonuses that a limit covers. Without it, every one of them.
    pub wagers: Option<Rule<Vec<Wager>>>,
    /// Whether a limit also cuts what a meter pays. What it cuts stays in the meter, which starts again at its seed on top
    /// of that. Without it, it cuts the table's money only.
    pub meters: Option<Rule<bool>>,
    /// How a cut is shared among the wins of a round. Without it, in the order of settlement.
    pub sharing: Option<Rule<LimitSharing>>,
}

impl PaymentRules {
    /// Whether a house may or must limit this, and the lawful amounts.
    #[must_use]
    pub fn limit(&self, on: LimitOn) -> (Option<&Rule<bool>>, Option<&Bound<Cents>>) {
        match on {
            LimitOn::Player => (self.limit_per_player.as_ref(), self.limits.per_player.as_ref()),
            LimitOn::Table => (self.limit_per_table.as_ref(), self.limits.per_table.as_ref()),
        }
    }

    /// The law of a limit: that there is one, and its amount.
    #[must_use]
    pub fn limit_cite(&self, on: LimitOn) -> Option<&Citation> {
        self.limit(on).0.map(|rule| &rule.cite)
    }
}

impl Rulebook {
    /// What a book says of limits that no house could follow.
    pub(super) fn check_payout(&self, found: &mut Vec<Contradiction>) {
        let limits = &self.payment.limits;
        let mut wrong = |path: &[&'static str], message: &str| found.push((Pointer::keys(path), message.to_owned()));
        let mut any = false;
        for on in LimitOn::ALL {
            let (whether, amount) = self.payment.limit(*on);
            let allowed = whether.is_some_and(|rule| rule.allows(&true));
            any |= allowed;
            if whether.is_some_and(|rule| rule.is_choice() && rule.default != Some(false)) {
                wrong(
                    &["payment", on.key()],
                    "a house that names no amount has no limit: expected `default = false`, or `is = true`",
                );
            }
            if amount.is_some() && !allowed {
                wrong(
                    &["payment", "limits", on.section()],
                    "no house may have this limit: expected the limit to be allowed, or no amount",
                );
            }
            if amount.is_some_and(|amount| amount.at_most.is_some_and(|most| most <= Cents::ZERO)) {
                wrong(&["payment", "limits", on.section()], "a limit of zero would pay nobody: expected more");
            }
        }
        if !any && (limits.wagers.is_some() || limits.meters.is_some() || limits.sharing.is_some()) {
            wrong(&["payment", "limits"], "no house may have a limit: expected one to be allowed, or no details of it");
        }
        let Some(wagers) = &limits.wagers else { return };
        let path = &["payment", "limits", "wagers"];
        let Some(covered) = wagers.lawful.first() else { return };
        if covered.is_empty() {
            wrong(path, "a limit that covers no wager cuts nothing: expected at least one");
        }
        for wager in covered {
            if !self.knows(*wager) {
                wrong(path, &format!("{wager} is not a wager of this book: expected none that it lacks"));
            }
        }
    }
}
