//! Progressive wagers at terminals: there are no chips to sense, collect and count. The lock-out accepts the wagers and
//! takes them in, or gives them back if the controller is out of reach.

use rules::rulebook::Step;

use crate::decide::Decided;
use crate::event::What;
use crate::law::Law;
use crate::state::{PROGRESSIVES, State, slot};

impl State {
    /// The events of a lock-out at an electronic table.
    pub(crate) fn accept_wagers(&self) -> Decided {
        let law = Law::Step(Step::LockOut);
        let (mut events, mut contributions) = (Vec::new(), Vec::new());
        for wager in PROGRESSIVES {
            let made = || self.taken().filter(move |(_, seat)| !seat.stakes.on(wager).is_zero());
            let wagers = u32::try_from(made().count()).unwrap_or(u32::MAX);
            if wagers == 0 {
                continue;
            }
            if self.controller_reached(wager) {
                events.extend(made().map(|(position, _)| What::Sensed { position, wager, detected: true }.by(law)));
                contributions.push(self.contribute(wager, wagers)?);
            } else {
                let back = |(position, seat): (u8, &crate::state::Seat)| {
                    What::Returned { position, wager, amount: seat.stakes.on(wager) }.by(Law::System(wager))
                };
                events.extend(made().map(back));
            }
        }
        events.push(What::LockedOut.by(law));
        let accepted = !contributions.is_empty();
        events.append(&mut contributions);
        if accepted {
            events.push(What::ChipsBanked.by(law));
        }
        Ok(events)
    }

    /// Whether a wager has a sensor: only progressives do, and not at terminals.
    pub(crate) fn has_sensor(&self, wager: rules::Wager) -> bool {
        slot(wager).is_some() && !self.electronic()
    }
}
