//! Who works at the table. Each person has one part, and no staff member plays here (READING 94). The parts follow from
//! what people do, so no list has to be kept beside the table.

use crate::act::DeckId;
use crate::decide::{ensure, refuse};
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Person, Role};
use crate::why::Why;
use rules::rulebook::vocabulary::OpeningStep;

/// How many people are remembered as having worked here: far more than work at a table between opening and closing.
const CREW_MAX: usize = 32;

/// Whether a role works for the house at the table. Machines are exempt: they cannot do two jobs.
const fn works(role: Role) -> bool {
    matches!(role, Role::Dealer | Role::Floorperson | Role::Supervisor)
}

/// Whether two roles count as one part: anybody above a floorperson may do a floorperson's work.
fn one_part(a: Role, b: Role) -> bool {
    (a == Role::Dealer) == (b == Role::Dealer)
}

impl State {
    /// Whether a person may act in this role here, with the event that puts them on duty if they are not yet.
    pub(crate) fn comes_on_duty(&self, by: &Actor) -> Result<Option<Event>, Refusal> {
        let known = self.crew.iter().find(|known| known.person.is(&by.person)).map(|known| known.role);
        if matches!(by.role, Role::Device | Role::System) {
            // Nobody in the crew is also a machine.
            return known.map_or(Ok(None), |role| refuse(Why::OtherPart { role }, Law::OnePart));
        }
        if !works(by.role) {
            return Ok(None);
        }
        if known == Some(by.role) {
            // Nobody on duty can sit down, so nothing else needs checking.
            return Ok(None);
        }
        let plays = self.taken().any(|(_, seat)| seat.person.is(&by.person));
        ensure(!plays, Why::PlaysHere, Law::OnePart)?;
        if let Some(role) = known.filter(|known| !one_part(*known, by.role) && !self.parts_may_change()) {
            return refuse(Why::OtherPart { role }, Law::OnePart);
        }
        Ok(Some(What::OnDuty { person: by.person.clone(), role: by.role }.by(Law::OnePart)))
    }

    /// Whether somebody may take over another part: only between rounds, and while no inspection waits to be verified.
    fn parts_may_change(&self) -> bool {
        let waits = |deck: &DeckId| self.opening_step(*deck) == Some(OpeningStep::Verify);
        matches!(self.phase(), Phase::Shut | Phase::Betting) && !self.decks_used().any(|deck| waits(&deck))
    }

    /// Nobody plays where they work.
    pub(crate) fn works_elsewhere(&self, person: &Person) -> Result<(), Refusal> {
        let here = self.crew.iter().any(|known| known.person.is(person));
        ensure(!here, Why::WorksHere, Law::OnePart)
    }

    /// Puts somebody on duty.
    pub(crate) fn put_on_duty(&mut self, person: &Person, role: Role) {
        self.crew.retain(|known| !known.person.is(person));
        if self.crew.len() == CREW_MAX {
            self.crew.remove(0);
        }
        self.crew.push(Actor { role, person: person.clone() });
    }
}
