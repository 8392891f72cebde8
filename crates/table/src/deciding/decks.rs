//! Decks arrive at the table and are opened: inspected, verified, spread, looked at, washed, stacked.

use std::sync::Arc;

use rules::rulebook::Step;
use rules::rulebook::vocabulary::OpeningStep;

use crate::act::{Act, DeckId};
use crate::awaited::Awaited;
use crate::card::Shuffle;
use crate::decide::{Decided, ensure, refuse};
use crate::deck::Stage;
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

/// The step of the procedure that matches a step of the opening.
pub(crate) const fn step_of(step: OpeningStep) -> Step {
    match step {
        OpeningStep::Inspect => Step::Inspect,
        OpeningStep::Verify => Step::Verify,
        OpeningStep::Spread => Step::Spread,
        OpeningStep::FirstPlayer => Step::FirstPlayer,
        OpeningStep::Wash => Step::Wash,
        OpeningStep::Stack => Step::Stack,
        OpeningStep::Shuffle => Step::Shuffle,
    }
}

impl State {
    /// Whether a deck may arrive now, whatever its order.
    pub(crate) fn may_receive(&self, by: &Actor, deck: DeckId, preshuffled: bool) -> Result<(), Refusal> {
        let law = Law::Step(Step::ReceiveDeck);
        self.duty(by, Step::ReceiveDeck)?;
        self.known_deck(deck, law)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, law)?;
        ensure(self.deck(deck).stage == Stage::Away, Why::DeckIsHere { deck }, law)?;
        let alone = self.decks_used().all(|other| other == deck || self.deck(other).stage == Stage::Away);
        ensure(alone || !self.one_deck_only(), Why::SecondDeck, Law::SecondDeck)?;
        ensure(!preshuffled || self.may_come_preshuffled(), Why::MayNotComePreshuffled, law)
    }

    pub(crate) fn receive_deck(
        &self,
        by: &Actor,
        at: Moment,
        deck: DeckId,
        preshuffled: bool,
        shuffle: Option<&Shuffle>,
    ) -> Decided {
        let law = Law::Step(Step::ReceiveDeck);
        self.may_receive(by, deck, preshuffled)?;
        match shuffle {
            // A machine will shuffle this deck first, so a given order is useless but harmless.
            Some(_) if self.observed() => return refuse(Why::OrderNotWanted, law),
            Some(_) if !preshuffled => return refuse(Why::NotShuffledYet, law),
            None if self.wants_order(preshuffled) => return refuse(Why::NoOrder, law),
            Some(shuffle) => ensure(shuffle.holds(), Why::BadCommitment, law)?,
            None => {}
        }
        let shuffle = shuffle.cloned().map(Box::new);
        Ok(vec![What::DeckReceived { deck, preshuffled, shuffle, at }.by(law)])
    }

    /// Whether a deck must come with its order, because it is dealt as it came. Cards dealt from the hand are shuffled
    /// by a machine first (READING 22).
    #[must_use]
    pub fn wants_order(&self, preshuffled: bool) -> bool {
        preshuffled && !self.observed() && !self.hand_needs_shuffler()
    }

    /// The deck whose order must come with an act; `None` for physical cards.
    #[must_use]
    pub fn order_for(&self, act: &Act) -> Option<DeckId> {
        match act {
            Act::Shuffle { deck, .. } | Act::ReceiveDeck { deck, preshuffled: true } if !self.observed() => Some(*deck),
            _ => None,
        }
    }

    pub(crate) fn open_deck(&self, by: &Actor, deck: DeckId, step: Step) -> Decided {
        let law = Law::Step(step);
        self.duty(by, step)?;
        self.known_deck(deck, law)?;
        let Stage::Opening(_) = self.deck(deck).stage else {
            return refuse(Why::DeckElsewhere { deck }, law);
        };
        let wanted = self.opening_step(deck);
        let Some(opening) = wanted.filter(|wanted| step_of(*wanted) == step) else {
            return refuse(Why::OpeningOrder { step: wanted }, law);
        };
        if matches!(opening, OpeningStep::Wash | OpeningStep::Stack) {
            self.spread_first()?;
        }
        if opening == OpeningStep::FirstPlayer {
            // The spread waits for the first player to arrive; cards lying face down must be turned up first.
            ensure(self.taken().next().is_some(), Why::Wanted { next: Awaited::FirstPlayer }, law)?;
            ensure(self.idle != Some(false), Why::Wanted { next: Awaited::TurnUp }, law)?;
        }
        Ok(vec![What::Opened { deck, step: opening }.by(law)])
    }

    pub(crate) fn remove_deck(&self, by: &Actor, at: Moment, deck: DeckId, reason: &Arc<str>) -> Decided {
        let law = if self.outlived(deck, at) {
            Law::DeckLife(self.device())
        } else if self.surplus() == Some(deck) {
            Law::SecondDeck
        } else {
            Law::Step(Step::RemoveDeck)
        };
        self.role(by, &[Role::Dealer, Role::Floorperson, Role::Supervisor], law)?;
        self.known_deck(deck, law)?;
        crate::words::reason(reason, law)?;
        let stage = self.deck(deck).stage;
        // Before the first card, even the round's deck may be changed if it has outlived its hours.
        let undealt = stage == Stage::InPlay && self.round.drawn == 0 && self.outlived(deck, at);
        ensure(undealt || !matches!(stage, Stage::Away | Stage::InPlay), Why::DeckElsewhere { deck }, law)?;
        Ok(self.void_if_never_dealt(vec![What::DeckRemoved { deck, reason: reason.clone() }.by(law)]))
    }
}
