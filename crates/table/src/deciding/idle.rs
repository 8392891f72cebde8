//! The idle table: its cards are taken out and spread until somebody comes, and then inspected (READING 24, 95).

use rules::rulebook::Step;
use rules::rulebook::vocabulary::OpeningStep;

use crate::act::DeckId;
use crate::awaited::Awaited;
use crate::decide::{Decided, ensure};
use crate::deck::Stage;
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Moment};
use crate::why::Why;

impl State {
    /// Whether the book wants idle tables to spread their cards, and no device makes that unnecessary.
    fn spreads(&self) -> bool {
        let reshuffled = self.house.cards.reshuffles && self.shuffler_works();
        self.house.book.procedure.has(Step::Idle) && !reshuffled
    }

    pub(crate) fn go_idle(&self, by: &Actor, face_up: bool) -> Decided {
        let law = Law::Step(Step::Idle);
        self.duty(by, Step::Idle)?;
        ensure(self.spreads(), Why::NotInBook, law)?;
        self.during(&[Phase::Betting], law)?;
        ensure(self.idle.is_none(), Why::AlreadyDone, law)?;
        let wagers = self.taken().any(|(_, seat)| seat.wagers());
        ensure(!wagers || self.idle_missed, Why::StillBusy, law)?;
        ensure(self.spreadable(), Why::NoDeckLoaded, law)?;
        Ok(vec![What::IdleSpread { face_up }.by(law)])
    }

    pub(crate) fn spreadable(&self) -> bool {
        self.decks_used().any(|deck| self.spreads_when_idle(deck))
    }

    /// Whether an idle table spreads this deck: it is in the shoe, the hand or the rack.
    pub(crate) fn spreads_when_idle(&self, deck: DeckId) -> bool {
        match self.deck(deck).stage {
            Stage::Loaded | Stage::Unshuffled | Stage::Shuffled => true,
            // Until the first player's look, the cards of an opening lie spread or are about to.
            Stage::Opening(_) => {
                matches!(
                    self.opening_step(deck),
                    None | Some(OpeningStep::Wash | OpeningStep::Stack | OpeningStep::Shuffle)
                )
            }
            Stage::Away | Stage::InPlay => false,
        }
    }

    /// When the cards must be spread, unless somebody comes first.
    #[must_use]
    pub fn idle_from(&self) -> Option<Moment> {
        let seconds = self.house.cards.idle_seconds.filter(|_| self.open && self.spreads())?;
        let quiet = self.quiet.filter(|_| self.idle.is_none() && self.spreadable())?;
        Some(quiet.plus_seconds(seconds))
    }

    /// Whether the idle time passed without a spread. The spread must then come before anything else is done with the
    /// cards.
    pub(crate) fn owes_spread(&self) -> bool {
        self.idle_missed && self.spreads()
    }

    /// Refuses while the spread is owed.
    pub(crate) fn spread_first(&self) -> Result<(), Refusal> {
        ensure(!self.owes_spread(), Why::Wanted { next: Awaited::IdleSpread }, Law::Step(Step::Idle))
    }

    /// Whether the cards must be spread now.
    pub(crate) fn idle_due(&self, at: Moment) -> bool {
        self.owes_spread() || self.idle_from().is_some_and(|from| at >= from)
    }

    pub(crate) fn turn_up(&self, by: &Actor) -> Decided {
        let law = Law::Step(Step::Reopen);
        self.duty(by, Step::Reopen)?;
        ensure(self.idle == Some(false), Why::NotIdle, law)?;
        ensure(self.taken().next().is_some(), Why::Wanted { next: Awaited::FirstPlayer }, law)?;
        Ok(vec![What::TurnedUp.by(law)])
    }
}
