//! The idle table: the cards are taken out and spread until somebody comes.

use rules::rulebook::Step;

use crate::awaited::Awaited;
use crate::decide::{Verdict, ensure};
use crate::deck::Stage;
use crate::event::What;
use crate::law::Law;
use crate::state::{Phase, State};
use crate::who::Actor;
use crate::why::Why;

impl State {
    pub(crate) fn go_idle(&self, by: &Actor, face_up: bool) -> Verdict {
        let law = Law::Step(Step::Idle);
        self.duty(by, Step::Idle)?;
        ensure(self.house.book.procedure.has(Step::Idle) && !self.house.cards.reshuffles, Why::NotHere, law)?;
        self.during(&[Phase::Betting], law)?;
        ensure(self.idle.is_none(), Why::AlreadyDone, law)?;
        ensure(!self.taken().any(|(_, seat)| seat.wagers()), Why::StillBusy, law)?;
        let at_hand = self.decks_used().any(|deck| self.spreads_when_idle(deck));
        ensure(at_hand, Why::NoDeckLoaded, law)?;
        Ok(vec![What::IdleSpread { face_up }.by(law)])
    }

    /// Whether a deck is in the shoe, the hand or the rack, from which an idle table takes it.
    pub(crate) fn spreads_when_idle(&self, deck: crate::act::DeckId) -> bool {
        matches!(self.deck(deck).stage, Stage::Loaded | Stage::Unshuffled | Stage::Shuffled)
    }

    pub(crate) fn turn_up(&self, by: &Actor) -> Verdict {
        let law = Law::Step(Step::Reopen);
        self.duty(by, Step::Reopen)?;
        ensure(self.idle == Some(false), Why::NotIdle, law)?;
        ensure(self.taken().next().is_some(), Why::Wanted { next: Awaited::FirstPlayer }, law)?;
        Ok(vec![What::TurnedUp.by(law)])
    }
}
