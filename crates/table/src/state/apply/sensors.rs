//! The sensors of the progressives, their lights, and the chips on them.

use rules::Wager;

use crate::act::Resolution;
use crate::money::Account;
use crate::state::{Sensor, State, slot};

impl State {
    pub(super) fn sense_chip(&mut self, position: u8, wager: Wager, detected: bool) {
        let locked = self.round.locked;
        self.with_sensor(position, wager, |sensor| {
            // After the lock a chip changes the light alone, not what was wagered.
            if locked {
                sensor.lit = detected;
            } else {
                sensor.detected = detected;
            }
        });
    }

    pub(super) fn lock_sensors(&mut self) {
        self.round.locked = true;
        for sensor in self.seats.iter_mut().flatten().flat_map(|seat| &mut seat.sensors) {
            (sensor.locked, sensor.lit) = (sensor.detected, sensor.detected);
        }
    }

    /// A chip and a light that did not agree are ruled on.
    pub(super) fn settle_dispute(&mut self, position: u8, wager: Wager, resolution: Resolution) {
        let accept = resolution == Resolution::Accept;
        let chip = self.seat(position).is_some_and(|seat| !seat.stakes.on(wager).is_zero());
        if let (false, true, Some(chips)) = (accept, chip, self.round.chips) {
            self.round.chips = Some(chips.saturating_sub(1));
        }
        self.with_sensor(position, wager, |sensor| {
            (sensor.detected, sensor.locked, sensor.lit) = (accept, accept, accept);
        });
    }

    /// The collected chips go into the tray.
    pub(super) fn take_in_chips(&mut self) {
        let chips: Vec<_> = self.chips_to_bank().collect();
        for (position, wager, amount) in chips {
            self.shift(&Account::Area(position, wager), &Account::Tray, amount);
        }
        self.round.banked = true;
    }

    pub(super) fn end_game_on_keypad(&mut self) {
        self.round.game_ended = true;
        for sensor in self.seats.iter_mut().flatten().flat_map(|seat| &mut seat.sensors) {
            sensor.lit = false;
        }
    }

    pub(crate) fn with_sensor(&mut self, position: u8, wager: Wager, change: impl FnOnce(&mut Sensor)) {
        if let (Some(seat), Some(slot)) = (self.seat_mut(position), slot(wager)) {
            change(&mut seat.sensors[slot]);
        }
    }
}
