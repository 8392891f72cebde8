//! People come, sit, leave, lose their connection, and are ruled on.

use std::sync::Arc;

use rules::Cents;
use rules::rulebook::Step;
use rules::rulebook::vocabulary::Leaver;
use rules::settle::Decision;

use crate::decide::{Decided, ensure};
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, Seat, State};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

impl State {
    fn position(&self, position: u8) -> Result<(), Refusal> {
        let positions = self.positions();
        // An approval of more terminals replaces the limit (READING 90).
        let approved = self.house.table.terminals_approval.is_some();
        let law = if approved { Law::Electronic } else { Law::Positions };
        ensure((1..=positions).contains(&position), Why::NoSuchPosition { position, positions }, law)
    }

    pub(crate) fn sit(&self, by: &Actor, at: Moment, position: u8) -> Decided {
        let law = Law::Step(Step::Seat);
        self.role(by, &[Role::Player], law)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, law)?;
        self.position(position)?;
        ensure(self.seat(position).is_none(), Why::PositionTaken, law)?;
        self.works_elsewhere(&by.person)?;
        self.own_terminal(by, position)?;
        let own: Vec<u8> = self.taken().filter(|(_, seat)| seat.person == by.person).map(|(own, _)| own).collect();
        if !own.is_empty() {
            let most = self.house.table.positions_per_player;
            ensure(own.len() < usize::from(most), Why::TooManyPositions { most }, Law::PositionsPerPlayer)?;
            let adjacent = own.iter().any(|own| own.abs_diff(position) == 1);
            ensure(adjacent || !self.house.table.adjacent, Why::NotAdjacent, Law::Adjacent)?;
        }
        let mut events = vec![What::Seated { position, person: by.person.clone() }.by(law)];
        if self.idle_due(at) && !self.idle_missed {
            events.push(What::IdleMissed.step(Step::Idle));
        }
        Ok(events)
    }

    /// Whether a seat is in the round that runs.
    pub(crate) fn in_running_round(&self, seat: &Seat) -> bool {
        // A lit sensor counts too: whether it has a chip is not cleared up before the deal.
        let lit = seat.sensors.iter().any(|sensor| sensor.locked);
        self.round.closed && (seat.dealt_in() || seat.hand.count > 0 || lit)
    }

    pub(crate) fn rise(&self, by: &Actor, at: Moment, position: u8) -> Decided {
        let law = Law::Step(Step::StaySeated);
        let seat = self.own_seat(by, position, law)?;
        ensure(!self.in_running_round(seat), Why::RoundRuns, law)?;
        ensure(!seat.wagers(), Why::WagersStand, Law::Step(Step::Seat))?;
        let left: Vec<u8> = self
            .taken()
            .filter(|(own, seat)| *own != position && seat.person == by.person)
            .map(|(own, _)| own)
            .collect();
        let together = left.windows(2).all(|pair| pair[1] - pair[0] == 1);
        ensure(together || !self.house.table.adjacent, Why::NotAdjacent, Law::Adjacent)?;
        Ok(vec![What::Risen { position, at }.step(Step::Seat)])
    }

    pub(crate) fn leave(&self, by: &Actor, position: u8) -> Decided {
        let law = Law::Step(Step::Leave);
        let seat = self.own_seat(by, position, law)?;
        ensure(self.in_running_round(seat) && self.phase() != Phase::Void, Why::NotYourTurn { turn: None }, law)?;
        ensure(!seat.left && !seat.abandoned, Why::AlreadyDone, law)?;
        Ok(vec![What::Left { position }.by(Law::Leaver)])
    }

    pub(crate) fn lost(&self, by: &Actor, at: Moment, position: u8) -> Decided {
        let law = Law::LostConnection;
        self.role(by, &[Role::System], law)?;
        let seat = self.seat_at(position, law)?;
        ensure(seat.lost.is_none(), Why::AlreadyDone, law)?;
        Ok(vec![What::ConnectionLost { position, at }.by(law)])
    }

    pub(crate) fn back(&self, by: &Actor, position: u8) -> Decided {
        let law = Law::LostConnection;
        self.role(by, &[Role::System], law)?;
        let seat = self.seat_at(position, law)?;
        ensure(seat.lost.is_some(), Why::AlreadyDone, law)?;
        Ok(vec![What::ConnectionBack { position }.by(law)])
    }

    pub(crate) fn rule_leaver(&self, by: &Actor, at: Moment, position: u8, verdict: Leaver) -> Decided {
        let seat = self.seat_at(position, Law::Leaver)?;
        let law = if seat.left { Law::Leaver } else { Law::LostConnection };
        self.role(by, &[Role::Floorperson, Role::Supervisor, Role::System], law)?;
        if by.role == Role::System {
            // The system does only what the house decided beforehand, and only after a lost connection.
            let over = seat.lost.is_some_and(|lost| at >= lost.plus_seconds(self.house.people.grace_seconds));
            ensure(over, Why::GraceRuns, law)?;
            ensure(verdict == self.house.people.lost_connection, Why::NotAllowed, law)?;
        }
        ensure(seat.left || seat.lost.is_some(), Why::NotLeft, law)?;
        ensure(self.in_running_round(seat) && !seat.abandoned, Why::NotLeft, law)?;
        self.during(&[Phase::Deciding, Phase::Showdown], law)?;
        ensure(!self.round.dealer.revealed, Why::TooLateToRule, law)?;
        let mut events = vec![What::LeaverRuled { position, verdict }.by(law)];
        match verdict {
            Leaver::Abandoned => events.push(What::Abandoned { position }.by(law)),
            Leaver::FoldUndecided if seat.undecided() => {
                let (decision, play, tip) = (Decision::Fold, Cents::ZERO, Cents::ZERO);
                events.push(What::Decided { position, decision, play, tip }.by(law));
            }
            // A decided hand plays on.
            Leaver::FoldUndecided => ensure(seat.left, Why::Decided, law)?,
        }
        Ok(self.with_forfeits(events))
    }

    pub(crate) fn ruling(&self, by: &Actor, text: &Arc<str>) -> Decided {
        let law = Law::Step(Step::Ruling);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, law)?;
        crate::words::reason(text, law)?;
        Ok(vec![What::Ruled { text: text.clone() }.by(law)])
    }
}
