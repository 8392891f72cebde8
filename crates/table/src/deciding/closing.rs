//! "No more bets": the sensors are locked, the progressive chips collected, counted and banked.

use rules::rulebook::Step;
use rules::{Cents, Wager};

use crate::act::{Device, DeviceStatus, Resolution};
use crate::awaited::Awaited;
use crate::decide::{Decided, ensure, refuse};
use crate::deck::Stage;
use crate::event::What;
use crate::law::Law;
use crate::state::{PROGRESSIVES, Phase, Seat, State, slot};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

impl State {
    /// Whether the controller of a progressive's meters can be reached.
    pub(crate) fn controller_reached(&self, wager: Wager) -> bool {
        let bank = slot(wager).and_then(|slot| self.banks[slot].as_ref());
        self.devices.controller == DeviceStatus::InService && bank.is_some_and(meters::Bank::online)
    }

    /// Whether this house offers a progressive at all.
    pub(crate) fn has_progressive(&self) -> bool {
        PROGRESSIVES.into_iter().any(|wager| self.house.offers(wager))
    }

    /// The progressive chips on the layout.
    pub(crate) fn progressive_chips(&self) -> u8 {
        self.progressive_wagers(|_, placed| placed)
    }

    /// The progressive wagers that the system accepted.
    pub(crate) fn accepted(&self) -> u8 {
        self.progressive_wagers(|sensor, _| sensor.locked)
    }

    fn progressive_wagers(&self, counts: impl Fn(&crate::state::Sensor, bool) -> bool) -> u8 {
        let mut count = 0;
        for (_, seat) in self.taken() {
            for (sensor, wager) in seat.sensors.iter().zip(PROGRESSIVES) {
                count += u8::from(counts(sensor, !seat.stakes.on(wager).is_zero()));
            }
        }
        count
    }

    /// Whether nothing remains to be done about the progressive chips.
    pub(crate) fn chips_done(&self) -> bool {
        let collected = || self.electronic() || self.round.banked || self.nothing_to_collect();
        !self.has_progressive() || (self.round.locked && collected())
    }

    /// Whether no chip lies on a sensor and no sensor reports one.
    fn nothing_to_collect(&self) -> bool {
        self.progressive_chips() == 0 && self.accepted() == 0
    }

    pub(crate) fn sense(&self, by: &Actor, position: u8, wager: Wager, detected: bool) -> Decided {
        let law = Law::Step(Step::Sense);
        self.role(by, &[Role::Device], law)?;
        let Some(slot) = slot(wager).filter(|_| self.house.offers(wager)) else {
            return refuse(Why::NotOffered { wager }, law);
        };
        ensure(self.has_sensor(wager), Why::NoSensor, Law::Electronic)?;
        let seat = self.seat_at(position, law)?;
        let sensor = &seat.sensors[slot];
        if self.round.locked {
            // After the lock-out a sensor accepts no chip; its light may still fail or come back.
            ensure(sensor.locked, Why::SensorsLocked, Law::Step(Step::LockOut))?;
            ensure(sensor.lit != detected, Why::AlreadyDone, law)?;
            return Ok(vec![What::Sensed { position, wager, detected }.by(law)]);
        }
        self.during(&[Phase::Betting, Phase::Closing], law)?;
        ensure(sensor.detected != detected, Why::AlreadyDone, law)?;
        ensure(self.controller_reached(wager), Why::ControllerGone, Law::System(wager))?;
        Ok(vec![What::Sensed { position, wager, detected }.by(law)])
    }

    pub(crate) fn no_more_bets(&self, by: &Actor, at: Moment) -> Decided {
        let law = self.law(Step::NoMoreBets);
        self.duty(by, Step::NoMoreBets)?;
        self.during(&[Phase::Betting], law)?;
        ensure(self.loaded().is_some(), Why::NoDeckLoaded, Law::Step(Step::Load))?;
        for deck in self.decks_used().filter(|deck| self.deck(*deck).stage != Stage::Away) {
            // A pair of decks ages and is changed together.
            self.in_its_life(deck, at)?;
        }
        self.spread_first()?;
        ensure(self.surplus().is_none(), Why::SecondDeck, Law::SecondDeck)?;
        if self.has_shoe() && !self.by_stacks() {
            self.other_method(Device::Shoe)?;
        }
        // With two decks, one is in the shuffler while the other is played.
        let ready = |deck| matches!(self.deck(deck).stage, Stage::Loaded | Stage::Shuffled);
        let other = !self.shuffler_works() || self.one_deck_only() || self.decks_used().all(ready);
        ensure(other, Why::Wanted { next: Awaited::OtherDeck }, Law::Step(Step::Alternate))?;
        ensure(self.taken().any(|(at, seat)| self.goes_back(at, seat).is_none()), Why::NothingWagered, Law::Base)?;
        let mut events = Vec::with_capacity(2);
        for (position, seat) in self.taken().filter(|(_, seat)| seat.wagers()) {
            let Some(law) = self.goes_back(position, seat) else { continue };
            for wager in Wager::BEFORE_DEAL {
                let amount = seat.stakes.on(wager);
                if !amount.is_zero() {
                    events.push(What::Returned { position, wager, amount }.by(law));
                }
            }
        }
        if !self.decides_cover_all() {
            let back = self.cover_all_returned().filter(|event| {
                // Positions that get everything back have got it above.
                event
                    .what
                    .position()
                    .and_then(|at| self.seat(at).zip(Some(at)))
                    .is_some_and(|(seat, at)| self.goes_back(at, seat).is_none())
            });
            events.extend(back);
        }
        events.push(What::BetsClosed.by(law));
        Ok(events)
    }

    /// The law under which a position's wagers go back at the close; `None` when they stand. Asked only of positions
    /// with wagers.
    fn goes_back(&self, position: u8, seat: &Seat) -> Option<Law> {
        if !seat.dealt_in() || !self.house.is_complete(&seat.stakes) {
            return Some(Law::Precondition);
        }
        (!self.stands_together(position, seat)).then_some(Law::Adjacent)
    }

    /// Whether a position adjoins the same person's other wagered positions: positions must be adjacent among those
    /// that are wagered on, not only among the seats (READING 45).
    fn stands_together(&self, position: u8, seat: &Seat) -> bool {
        if !self.house.table.adjacent || self.electronic() {
            return true;
        }
        let own = |at: u8| {
            self.seat(at).is_some_and(|other| {
                other.person == seat.person && other.dealt_in() && self.house.is_complete(&other.stakes)
            })
        };
        (1..position).rev().skip_while(|at| own(*at)).all(|at| !own(at))
    }

    pub(crate) fn lock_out(&self, by: &Actor) -> Decided {
        let law = self.law(Step::LockOut);
        self.duty(by, Step::LockOut)?;
        self.during(&[Phase::Closing], law)?;
        ensure(self.has_progressive() && !self.round.locked, Why::AlreadyDone, law)?;
        if self.electronic() {
            return self.accept_wagers();
        }
        let (mut dark, mut events) = (Vec::new(), vec![What::LockedOut.by(law)]);
        for (slot, wager) in PROGRESSIVES.into_iter().enumerate() {
            let detected = || self.taken().filter(|(_, seat)| seat.sensors[slot].detected);
            let wagers = u32::try_from(detected().count()).unwrap_or(u32::MAX);
            if wagers > 0 && self.controller_reached(wager) {
                events.push(self.contribute(wager, wagers)?);
            } else {
                // The system has been out of reach since: it accepts none of these chips, and they go back.
                let gone = |(position, _)| What::Sensed { position, wager, detected: false }.by(Law::System(wager));
                dark.extend(detected().map(gone));
            }
        }
        dark.append(&mut events);
        Ok(dark)
    }

    pub(crate) fn collect(&self, by: &Actor, chips: u8) -> Decided {
        let law = self.law(Step::Collect);
        self.duty(by, Step::Collect)?;
        self.during(&[Phase::Closing], law)?;
        ensure(self.round.locked, Why::Wanted { next: Awaited::LockOut }, Law::Step(Step::LockOut))?;
        // If the count does not agree, the chips may be counted again.
        ensure(!self.chips_agree(), Why::AlreadyDone, law)?;
        ensure(chips <= 2 * 7, Why::BadAmount, law)?;
        let accepted = self.accepted();
        Ok(vec![What::ChipsCollected { chips, accepted }.by(law)])
    }

    /// Whether a position's chip and its sensor disagree.
    pub(crate) fn in_doubt(&self, position: u8, wager: Wager) -> bool {
        let Some((seat, slot)) = self.seat(position).zip(slot(wager)) else {
            return false;
        };
        seat.sensors[slot].locked == seat.stakes.on(wager).is_zero()
    }

    /// Whether chips and accepted wagers agree, at every position and in number.
    pub(crate) fn chips_agree(&self) -> bool {
        let doubt = self.taken().any(|(position, _)| PROGRESSIVES.iter().any(|wager| self.in_doubt(position, *wager)));
        !doubt && self.round.chips == Some(self.accepted())
    }

    pub(crate) fn resolve(&self, by: &Actor, position: u8, wager: Wager, resolution: Resolution) -> Decided {
        let law = self.law(Step::CountChips);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        self.during(&[Phase::Closing], law)?;
        ensure(self.round.chips.is_some(), Why::Wanted { next: Awaited::Collection }, law)?;
        let Some(slot) = slot(wager) else {
            return refuse(Why::NotOffered { wager }, law);
        };
        let seat = self.seat_at(position, law)?;
        ensure(self.in_doubt(position, wager), Why::NothingInDoubt, law)?;
        let (chip, locked) = (!seat.stakes.on(wager).is_zero(), seat.sensors[slot].locked);
        let mut events = vec![What::Resolved { position, wager, resolution }.by(law)];
        match resolution {
            Resolution::Accept => {
                // Only a chip can be accepted; the other resolution switches off a lit sensor that has none.
                ensure(chip, Why::NoChip, law)?;
                events.push(self.recount(wager, 1)?);
            }
            Resolution::Return => {
                if locked {
                    events.push(self.recount(wager, -1)?);
                }
                if chip {
                    events.push(What::Returned { position, wager, amount: seat.stakes.on(wager) }.by(law));
                }
            }
        }
        Ok(events)
    }

    pub(crate) fn bank_chips(&self, by: &Actor) -> Decided {
        let law = self.law(Step::BankChips);
        self.duty(by, Step::BankChips)?;
        self.during(&[Phase::Closing], law)?;
        let Some(chips) = self.round.chips else {
            return refuse(Why::Wanted { next: Awaited::Collection }, law);
        };
        let accepted = self.accepted();
        ensure(self.chips_agree(), Why::ChipsDisagree { chips, accepted }, self.law(Step::CountChips))?;
        Ok(vec![What::ChipsBanked.by(law)])
    }

    /// The progressive chips that will go into the tray.
    pub(crate) fn chips_to_bank(&self) -> impl Iterator<Item = (u8, Wager, Cents)> + '_ {
        self.taken().flat_map(|(position, seat)| {
            PROGRESSIVES.into_iter().map(move |wager| (position, wager, seat.stakes.on(wager)))
        })
    }
}
