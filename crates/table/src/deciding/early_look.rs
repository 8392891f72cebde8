//! From when players may look at their cards, and what becomes of a hand whose player looked before that. The program
//! shows nobody their cards too early; at a table with physical cards somebody may lift them, and the crew reports it.

use rules::rulebook::vocabulary::{Irregularity, LooksFrom, Remedy, Role};
use rules::settle::Decision;
use rules::{Cents, Wager};

use crate::act::Holder;
use crate::awaited::Awaited;
use crate::decide::{Decided, ensure, refuse};
use crate::event::{Event, What};
use crate::irregular::wagers_made;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{PROGRESSIVES, Phase, Seat, State};
use crate::who::Actor;
use crate::why::Why;

impl State {
    /// Whether players wait until the dealer allows them to look. Shared hands lie open for everybody.
    #[must_use]
    pub fn looks_wait(&self) -> bool {
        self.house.people.looks_from == LooksFrom::Allowed && !self.round.looks_allowed && !self.electronic()
    }

    /// The law by which players look, or wait with it.
    pub(crate) fn looks_law(&self, otherwise: Law) -> Law {
        if self.house.people.looks_from == LooksFrom::AnyTime { otherwise } else { Law::LooksFrom }
    }

    /// Refuses what comes before the dealer has allowed the players to look.
    pub(crate) fn looks_allowed(&self) -> Result<(), Refusal> {
        ensure(!self.looks_wait(), Why::Wanted { next: Awaited::LooksAllowed }, Law::LooksFrom)
    }

    pub(crate) fn allow_looks(&self, by: &Actor) -> Decided {
        let law = Law::LooksFrom;
        self.role(by, &[Role::Dealer], law)?;
        ensure(self.house.people.looks_from == LooksFrom::Allowed && !self.electronic(), Why::NotAllowed, law)?;
        self.during(&[Phase::Deciding, Phase::Showdown], law)?;
        ensure(self.looks_wait(), Why::AlreadyDone, law)?;
        Ok(vec![What::LooksAllowed.by(law)])
    }

    /// Checks that a player can have looked too early, and that it can still be remedied. A decided hand stays as it was
    /// decided.
    pub(crate) fn may_have_looked(&self, phase: Phase, holder: Option<Holder>) -> Result<(), Refusal> {
        let law = Law::Remedy(Irregularity::LookedTooEarly);
        ensure(self.house.people.looks_from != LooksFrom::AnyTime, Why::MayLook, self.looks_law(law))?;
        ensure(self.observed() && !self.electronic(), Why::ShownInTime, law)?;
        ensure(phase.has_cards(), Why::WrongPhase { now: phase }, law)?;
        let Some(Holder::Position(position)) = holder else {
            return refuse(Why::WrongCards, law);
        };
        let seat = self.seat_at(position, law)?;
        ensure(seat.dealt_in() && seat.hand.count > 0, Why::NotDealtYet, law)?;
        ensure(!self.round.dealer.revealed, Why::TooLateToRule, law)?;
        ensure(seat.decision.is_none() && !seat.abandoned, Why::Decided, law)
    }

    /// What becomes of the hand of a player who looked too early; the round goes on for the others.
    pub(crate) fn hand_remedied(&self, remedy: Remedy, holder: Option<Holder>) -> Vec<Event> {
        let law = Law::Remedy(Irregularity::LookedTooEarly);
        let Some(Holder::Position(position)) = holder else { return Vec::new() };
        let Some(seat) = self.seat(position) else { return Vec::new() };
        if remedy == Remedy::ForfeitHand {
            let (decision, play, tip) = (Decision::Forfeit, Cents::ZERO, Cents::ZERO);
            return vec![What::Decided { position, decision, play, tip }.by(law)];
        }
        let mut events = vec![What::HandVoided { position }.by(law)];
        events.extend(wagers_made(seat).map(|(wager, amount)| What::Returned { position, wager, amount }.by(law)));
        events.extend(self.hand_reversals(seat));
        // The cards are out of play at once, whatever they are.
        let (holder, cards) = (Holder::Position(position), seat.hand.count);
        events.push(What::Racked { holder, cards }.by(law));
        events
    }

    /// What a void hand's progressive wagers brought to the meters leaves them again, where a void round's would.
    fn hand_reversals(&self, seat: &Seat) -> Vec<Event> {
        let reversed = |wager: Wager| self.house.progressive_terms(wager).is_some_and(|terms| terms.reversed_on_void);
        let accepted = PROGRESSIVES.into_iter().zip(&seat.sensors).filter(|(_, sensor)| sensor.locked);
        let counted = accepted.map(|(wager, _)| wager).filter(|wager| reversed(*wager));
        counted.filter_map(|wager| Some(self.recount(wager, -1).ok()?.what.by(Law::Reversal(wager)))).collect()
    }
}
