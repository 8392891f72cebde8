//! Who works at the table: each person has one part, and nobody of the staff plays here (READING 94). The parts come
//! from what people do, so that no list has to be kept beside the table.

use crate::act::DeckId;
use crate::decide::{ensure, refuse};
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Person, Role};
use crate::why::Why;
use rules::rulebook::vocabulary::OpeningStep;

/// So many people are remembered as having worked here; far more than work at a table between opening and closing.
const CREW_MAX: usize = 32;

/// Whether a role works for the house at the table. Machines have no hands with which to do two things.
const fn works(role: Role) -> bool {
    matches!(role, Role::Dealer | Role::Floorperson | Role::Supervisor)
}

/// Whether two roles are one part: whoever is above a floorperson may do a floorperson's work.
fn one_part(a: Role, b: Role) -> bool {
    (a == Role::Dealer) == (b == Role::Dealer)
}

impl State {
    /// Whether somebody may act in this role here, and the event by which they come on duty.
    pub(crate) fn comes_on_duty(&self, by: &Actor) -> Result<Option<Event>, Refusal> {
        let known = self.crew.iter().find(|known| known.person.is(&by.person)).map(|known| known.role);
        if matches!(by.role, Role::Device | Role::System) {
            // Nobody of the crew is a machine, too.
            return known.map_or(Ok(None), |role| refuse(Why::OtherPart { role }, Law::OnePart));
        }
        if !works(by.role) {
            return Ok(None);
        }
        if known == Some(by.role) {
            // Nobody who is on duty can sit down, so that nothing else is left to ask.
            return Ok(None);
        }
        let plays = self.taken().any(|(_, seat)| seat.person.is(&by.person));
        ensure(!plays, Why::PlaysHere, Law::OnePart)?;
        if let Some(role) = known.filter(|known| !one_part(*known, by.role) && !self.parts_may_change()) {
            return refuse(Why::OtherPart { role }, Law::OnePart);
        }
        Ok(Some(What::OnDuty { person: by.person.clone(), role: by.role }.by(Law::OnePart)))
    }

    /// Whether somebody may take over another part: between rounds, and while no inspection waits to be verified.
    fn parts_may_change(&self) -> bool {
        let waits = |deck: &DeckId| self.opening_step(*deck) == Some(OpeningStep::Verify);
        matches!(self.phase(), Phase::Shut | Phase::Betting) && !self.decks_used().any(|deck| waits(&deck))
    }

    /// Nobody plays where they work.
    pub(crate) fn works_elsewhere(&self, person: &Person) -> Result<(), Refusal> {
        let here = self.crew.iter().any(|known| known.person.is(person));
        ensure(!here, Why::WorksHere, Law::OnePart)
    }

    /// Somebody is on duty now.
    pub(crate) fn put_on_duty(&mut self, person: &Person, role: Role) {
        self.crew.retain(|known| !known.person.is(person));
        if self.crew.len() == CREW_MAX {
            self.crew.remove(0);
        }
        self.crew.push(Actor { role, person: person.clone() });
    }
}
