//! "Floor!": the game is held for a ruling. Until then nobody's time runs, no step is next, and nothing is dealt,
//! decided, taken or paid; people may still come and go, change money, and report what went wrong.

use std::sync::Arc;

use rules::rulebook::Step;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::decide::{Decided, ensure};
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

/// A game that is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Since when.
    pub since: Moment,
    /// Who called the floor.
    pub by: Actor,
    /// What is the matter.
    pub reason: Arc<str>,
}

const LAW: Law = Law::Step(Step::Ruling);

impl State {
    /// Checks that an act may be done while the game is held, if it is held.
    pub(crate) fn passes_hold(&self, act: &Act) -> Result<(), Refusal> {
        let passes = match act {
            // The matter itself: what went wrong, what is corrected, what is ruled.
            Act::Report { .. }
            | Act::Correct { .. }
            | Act::SetDevice { .. }
            | Act::OrderShuffle { .. }
            | Act::Recut { .. }
            | Act::RemoveDeck { .. }
            | Act::Ruling { .. }
            | Act::CallFloor { .. }
            | Act::Resume { .. } => true,
            // Things that may happen whether the game is held or not.
            Act::Sit { .. }
            | Act::Rise { .. }
            | Act::Leave { .. }
            | Act::Lost { .. }
            | Act::Back { .. }
            | Act::Sense { .. }
            | Act::BuyIn { .. }
            | Act::CashOut { .. }
            | Act::Tip { .. }
            | Act::Fill { .. }
            | Act::Credit { .. }
            | Act::SyncMeters { .. }
            | Act::ProposeMeter { .. }
            | Act::ApproveMeter { .. }
            | Act::DeclineMeter { .. } => true,
            _ => false,
        };
        ensure(self.held.is_none() || passes, Why::Held, LAW)
    }

    pub(crate) fn call_floor(&self, by: &Actor, at: Moment, reason: &Arc<str>) -> Decided {
        self.role(by, &[Role::Dealer, Role::Floorperson, Role::Supervisor], LAW)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, LAW)?;
        // A floorperson may take over a dealer's call; then the dealer alone cannot resume the game.
        let taken_over = |held: &Held| by.serves(Role::Floorperson) && !held.by.serves(Role::Floorperson);
        ensure(self.held.as_ref().is_none_or(taken_over), Why::AlreadyDone, LAW)?;
        crate::words::reason(reason, LAW)?;
        Ok(vec![What::FloorCalled { by: by.clone(), reason: reason.clone(), at }.by(LAW)])
    }

    pub(crate) fn resume(&self, by: &Actor, reason: &Arc<str>) -> Decided {
        self.role(by, &[Role::Dealer, Role::Floorperson, Role::Supervisor], LAW)?;
        ensure(self.held.is_some(), Why::NotHeld, LAW)?;
        ensure(self.may_resume(by), Why::WrongRole { needs: Role::Floorperson }, LAW)?;
        crate::words::reason(reason, LAW)?;
        Ok(vec![What::Resumed { reason: reason.clone() }.by(LAW)])
    }

    /// A floorperson rules. Whoever called may also resume, having found nothing wrong.
    fn may_resume(&self, by: &Actor) -> bool {
        by.serves(Role::Floorperson) || self.held.as_ref().is_some_and(|held| held.by == *by)
    }

    /// The event that ends the hold along with the book's remedy, if the game is held and this person may end it.
    pub(crate) fn resumed_by_remedy(&self, by: &Actor, law: Law) -> Option<Event> {
        let ends = self.held.is_some() && self.may_resume(by);
        ends.then(|| What::Resumed { reason: "the book's remedy was applied".into() }.by(law))
    }
}
