//! The players look, are asked, and decide in turn: play for an amount equal to the ante, fold, or forfeit the hand
//! entirely.

use rules::house::Slow;
use rules::rulebook::Step;
use rules::settle::Decision;
use rules::{Cents, Wager};

use crate::awaited::Awaited;
use crate::decide::{Decided, ensure};
use crate::event::What;
use crate::law::Law;
use crate::state::{Phase, Seat, State};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

impl State {
    /// The position that decides next, clockwise from the dealer's far left. `None` at terminals, which decide
    /// independently.
    #[must_use]
    pub fn turn(&self) -> Option<u8> {
        (!self.electronic() && self.phase() == Phase::Deciding && !self.looks_wait() && !self.waits_for_looks())
            .then(|| self.taken().find(|(_, seat)| seat.undecided()).map(|(position, _)| position))
            .flatten()
    }

    /// Whether players must look at their cards before they play: only where the book has a step for looking.
    fn looks_first(&self) -> bool {
        !self.house.book.procedure.cite(Step::Look, self.house.cards.device).clauses.is_empty()
    }

    /// Whether nobody may be asked yet, because everybody first gets the chance to look. Shared hands lie face up.
    #[must_use]
    pub fn waits_for_looks(&self) -> bool {
        !self.round.asked && !self.electronic() && self.house.book.people.all_look.is_some()
    }

    /// Whether everybody with cards has looked at them.
    #[must_use]
    pub fn all_have_looked(&self) -> bool {
        self.in_round().all(|(_, seat)| seat.looked || seat.abandoned)
    }

    pub(crate) fn ask(&self, by: &Actor) -> Decided {
        let law = Law::AllLook;
        self.duty(by, Step::Ask)?;
        self.during(&[Phase::Deciding], law)?;
        ensure(self.waits_for_looks(), Why::AlreadyDone, law)?;
        self.looks_allowed()?;
        Ok(vec![What::Asked.by(law)])
    }

    pub(crate) fn look(&self, by: &Actor, position: u8) -> Decided {
        let law = self.looks_law(Law::Step(Step::Look));
        let seat = self.own_seat(by, position, Law::Step(Step::Touch))?;
        ensure(!self.electronic(), Why::LiesOpen, Law::Electronic)?;
        self.during(&[Phase::Deciding, Phase::Showdown], law)?;
        self.looks_allowed()?;
        ensure(seat.hand.count > 0 && !seat.hand.racked, Why::NotDealtYet, law)?;
        ensure(!seat.gave_up(), Why::Decided, law)?;
        ensure(!seat.looked, Why::AlreadyDone, law)?;
        Ok(vec![What::Looked { position }.by(law)])
    }

    pub(crate) fn decide_hand(
        &self,
        by: &Actor,
        position: u8,
        decision: Decision,
        amount: Option<Cents>,
        tip: bool,
    ) -> Decided {
        let law = Law::Step(Step::Ask);
        let seat = self.own_seat(by, position, law)?;
        ensure(amount.is_none() || decision == Decision::Play, Why::FoldHasNoAmount, law)?;
        ensure(!tip || decision == Decision::Play, Why::NotStaked { wager: Wager::TipPlay }, Law::Tips)?;
        if decision == Decision::Forfeit && seat.stakes.ante.is_zero() {
            return self.forfeit_pair_plus(position, seat);
        }
        self.during(&[Phase::Deciding], law)?;
        ensure(!seat.stakes.ante.is_zero(), Why::NoAnte, law)?;
        ensure(seat.decision.is_none(), Why::Decided, law)?;
        self.looks_allowed()?;
        ensure(!self.waits_for_looks(), Why::Wanted { next: Awaited::AllLook }, Law::AllLook)?;
        let turn = self.turn();
        let own_turn = turn == Some(position) || (self.electronic() && seat.undecided());
        ensure(own_turn, Why::NotYourTurn { turn }, law)?;
        ensure(!seat.left, Why::Awaited, Law::Leaver)?;
        let ante = seat.stakes.ante;
        // A tip play equals the tip ante of a hand that plays (READING 46).
        let tipped = if tip { seat.stakes.tip_ante } else { Cents::ZERO };
        ensure(!tip || !tipped.is_zero(), Why::NotStaked { wager: Wager::TipPlay }, Law::Tips)?;
        let (play, law) = match decision {
            Decision::Play => {
                // Shared hands lie face up, so everybody has seen them.
                ensure(seat.looked || self.electronic() || !self.looks_first(), Why::LookFirst, Law::Step(Step::Look))?;
                ensure(amount.is_none_or(|amount| amount == ante), Why::PlayIsAnte { ante }, Law::PlayEqualsAnte)?;
                let has = self.money.purse(&by.person);
                let needs = ante + tipped;
                ensure(needs <= has, Why::PlayNeeds { needs, has }, Law::PlayEqualsAnte)?;
                (ante, Law::PlayEqualsAnte)
            }
            Decision::Fold => (Cents::ZERO, Law::Fold),
            Decision::Forfeit => {
                ensure(self.house.forfeit.is_some() && !self.electronic(), Why::NoForfeit, Law::Fold)?;
                (Cents::ZERO, Law::Forfeit)
            }
        };
        Ok(self.with_forfeits(vec![What::Decided { position, decision, play, tip: tipped }.by(law)]))
    }

    /// A player without an ante is not asked, but may still forfeit the hand so that it is not exposed (READING 55).
    fn forfeit_pair_plus(&self, position: u8, seat: &Seat) -> Decided {
        let law = Law::Forfeit;
        ensure(self.house.forfeit.is_some() && !self.electronic(), Why::NothingToFold, Law::Fold)?;
        self.during(&[Phase::Deciding, Phase::Showdown], law)?;
        ensure(seat.dealt_in(), Why::NoAnte, law)?;
        ensure(seat.decision.is_none() && !seat.abandoned, Why::Decided, law)?;
        ensure(!self.round.dealer.revealed, Why::TooLateToRule, law)?;
        ensure(!seat.left, Why::Awaited, Law::Leaver)?;
        let (decision, play, tip) = (Decision::Forfeit, Cents::ZERO, Cents::ZERO);
        Ok(self.with_forfeits(vec![What::Decided { position, decision, play, tip }.by(law)]))
    }

    /// A player asked at this moment or earlier has run out of time now.
    pub(crate) fn asked_by(&self, now: Moment) -> Moment {
        Moment(now.0.saturating_sub(i64::from(self.house.people.decision_seconds) * 1000))
    }

    /// A player who is present but has not decided in time folds. A player who is away gets the grace period instead.
    pub(crate) fn time_up(&self, by: &Actor, at: Moment, position: u8, since: Moment) -> Decided {
        let law = Law::Step(Step::Ask);
        self.role(by, &[Role::System], law)?;
        let seat = self.seat_at(position, law)?;
        let decides = self.deciding().any(|open| open == position);
        if let Some(deck) = self.cut_offered_at(position).filter(|_| !decides) {
            return self.cut_unanswered(at, deck, position, since);
        }
        self.during(&[Phase::Deciding], law)?;
        ensure(decides, Why::NotYourTurn { turn: self.turn() }, law)?;
        ensure(!seat.left, Why::Awaited, Law::Leaver)?;
        ensure(seat.lost.is_none(), Why::GraceRuns, Law::LostConnection)?;
        ensure(self.house.people.slow_decision == Slow::Fold, Why::NotHurried, law)?;
        ensure(since <= self.asked_by(at), Why::TimeRuns, law)?;
        let (decision, play, tip) = (Decision::Fold, Cents::ZERO, Cents::ZERO);
        Ok(self.with_forfeits(vec![
            What::TimeRanOut { position, since }.by(law),
            What::Decided { position, decision, play, tip }.by(Law::Fold),
        ]))
    }

    pub(crate) fn view_folded(&self, by: &Actor) -> Decided {
        let law = Law::ViewFolded;
        self.role(by, &[Role::Player], law)?;
        ensure(self.house.people.view_folded, Why::NotAllowed, law)?;
        ensure(!self.electronic(), Why::LiesOpen, Law::Electronic)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(self.taken().any(|(_, seat)| seat.person == by.person), Why::NotFor { role: by.role }, law)?;
        ensure(self.round.sheet_whole, Why::Wanted { next: Awaited::DealerHand }, law)?;
        ensure(self.open_lines().is_empty(), Why::Unsettled, law)?;
        ensure(!self.round.folded_shown, Why::AlreadyDone, law)?;
        ensure(self.in_round().any(|(_, seat)| seat.gave_up()), Why::NobodyFolded, law)?;
        Ok(vec![What::FoldedShown.by(law)])
    }
}
