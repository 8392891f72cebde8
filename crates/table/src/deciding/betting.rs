//! Buying in, cashing out, tips, and the wagers before the close.

use rules::house::AmountChoices;
use rules::rulebook::Step;
use rules::rulebook::vocabulary::Precondition;
use rules::settle::Stakes;
use rules::{Cents, Wager};

use crate::act::{Device, DeviceStatus, Instrument};
use crate::decide::{Decided, ensure, refuse};
use crate::event::What;
use crate::law::Law;
use crate::money::{MOST, PURSES_MAX};
use crate::refusal::Refusal;
use crate::state::{Phase, State, slot};
use crate::who::{Actor, Person, Role};
use crate::why::Why;

impl State {
    pub(crate) fn buy_in(&self, by: &Actor, amount: Cents) -> Decided {
        self.role(by, &[Role::Player], Law::Product)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, Law::Product)?;
        self.sound(amount, Law::Product)?;
        let has = self.tray_free();
        ensure(amount <= has, Why::TrayShort { has }, Law::Product)?;
        ensure(self.money.countable(), Why::BadAmount, Law::Product)?;
        ensure(self.has_room_for(&by.person), Why::TooManyPurses { most: PURSES_MAX }, Law::Product)?;
        ensure(self.money.purse(&by.person).0 + amount.0 <= MOST, Why::BadAmount, Law::Product)?;
        Ok(vec![What::BoughtIn { person: by.person.clone(), amount }.by(Law::Step(Step::Instrument))])
    }

    fn has_chips(&self, by: &Actor, amount: Cents) -> Result<(), Refusal> {
        let has = self.money.purse(&by.person);
        ensure(amount <= has, Why::NotEnough { has }, Law::Product)
    }

    /// Winnings stay at the table until the round is over: a void round takes them back (READING 92).
    fn leaves_what_was_paid(&self, by: &Actor, amount: Cents) -> Result<(), Refusal> {
        let free = self.free_chips(&by.person);
        ensure(amount <= free, Why::KeptInRound { free }, Law::Step(Step::StaySeated))
    }

    /// The chips that a person may take away now.
    pub(crate) fn free_chips(&self, person: &Person) -> Cents {
        Cents((self.money.purse(person) - self.paid_in_round(person)).0.max(0))
    }

    pub(crate) fn cash_out(&self, by: &Actor, amount: Cents) -> Decided {
        self.role(by, &[Role::Player], Law::Product)?;
        self.sound(amount, Law::Product)?;
        self.has_chips(by, amount)?;
        self.leaves_what_was_paid(by, amount)?;
        Ok(vec![What::CashedOut { person: by.person.clone(), amount }.by(Law::Product)])
    }

    pub(crate) fn tip(&self, by: &Actor, amount: Cents) -> Decided {
        let law = Law::Step(Step::Tip);
        self.role(by, &[Role::Player], law)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, law)?;
        self.sound(amount, law)?;
        self.has_chips(by, amount)?;
        self.leaves_what_was_paid(by, amount)?;
        Ok(vec![What::Tipped { person: by.person.clone(), amount }.by(law)])
    }

    pub(crate) fn wager(&self, by: &Actor, position: u8, wager: Wager, amount: Cents, with: Instrument) -> Decided {
        let law = Law::Step(Step::Wager);
        let seat = self.own_seat(by, position, Law::Step(Step::Seat))?;
        ensure(with != Instrument::SpokenCash, Why::SpokenCash, Law::Step(Step::SpokenCash))?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, law)?;
        ensure(self.phase() == Phase::Betting, Why::WrongPhase { now: self.phase() }, Law::Step(Step::AfterClose))?;
        ensure(Wager::BEFORE_DEAL.contains(&wager), Why::NotStaked { wager }, Law::Base)?;
        ensure(self.house.offers(wager), Why::NotOffered { wager }, Law::Base)?;
        let coupon = with == Instrument::Coupon;
        ensure(coupon == (wager == Wager::MatchPlay), Why::WrongInstrument, Law::Step(Step::Instrument))?;
        let before = seat.stakes.on(wager);
        ensure(amount != before, Why::AlreadyDone, law)?;
        ensure((0..=MOST).contains(&amount.0), Why::BadAmount, Law::Limits)?;
        let mut stakes = seat.stakes;
        if let Some(stake) = stakes.on_mut(wager) {
            *stake = amount;
        }
        if !amount.is_zero() {
            self.within_limits(wager, amount)?;
            if slot(wager).is_some() {
                ensure(self.controller_reached(wager), Why::ControllerGone, Law::System(wager))?;
            }
            if wager == Wager::CoverAll {
                // The shuffler dispenses the hands and counts the players; Cover All pays by their number.
                let (device, status) = (Device::Shuffler, self.devices.shuffler);
                ensure(status == DeviceStatus::InService, Why::DeviceOut { device, status }, Law::Shuffler(wager))?;
                let why = match (Device::Shoe, self.devices.shoe) {
                    (_, DeviceStatus::InService) => Why::NotFromMachine,
                    (device, status) => Why::DeviceOut { device, status },
                };
                ensure(self.decides_cover_all(), why, Law::Shuffler(wager))?;
            }
            self.rests_on_base(&stakes, wager)?;
        } else if let Some(other) =
            Wager::BEFORE_DEAL.into_iter().find(|other| self.rests_on_base(&stakes, *other).is_err())
        {
            return refuse(Why::OthersRest { wager: other }, Law::Needs(other));
        }
        self.precondition(&stakes)?;
        if !coupon && amount > before {
            self.has_chips(by, amount - before)?;
        }
        Ok(vec![What::Wagered { position, wager, amount }.by(law)])
    }

    fn within_limits(&self, wager: Wager, amount: Cents) -> Result<(), Refusal> {
        let Some(AmountChoices { min, max, step }) = self.house.amounts(wager) else {
            return Ok(());
        };
        if slot(wager).is_some() {
            return ensure(amount == min, Why::StakeIs { stake: min }, Law::Stake(wager));
        }
        ensure(amount >= min, Why::BelowMinimum { min }, Law::Limits)?;
        ensure(amount <= max, Why::AboveMaximum { max }, Law::Limits)?;
        ensure((amount - min).0 % step.0 == 0, Why::OffStep { min, step }, Law::Limits)
    }

    /// Whether a wager, if made, is beside the wagers it needs.
    fn rests_on_base(&self, stakes: &Stakes, wager: Wager) -> Result<(), Refusal> {
        let law = match wager {
            Wager::TipAnte | Wager::TipPairPlus => Law::Tips,
            wager => Law::Needs(wager),
        };
        ensure(self.house.is_supported(stakes, wager), Why::NeedsBase { wager }, law)
    }

    /// What ties pair plus to the ante, as far as it can be checked while wagers are still being made. Whether a
    /// compulsory wager follows the other is checked at the close.
    fn precondition(&self, stakes: &Stakes) -> Result<(), Refusal> {
        ensure(self.house.stakes_equal(stakes), Why::NotEqual, Law::EqualStakes)?;
        let why = match self.house.precondition {
            Precondition::None => return Ok(()),
            Precondition::AnteAtLeastPairPlus => Why::PairPlusOverAnte,
            Precondition::AnteAtLeastHalf => Why::AnteUnderHalf,
            Precondition::BothUpToFiveTimes => Why::OverFiveTimes,
            Precondition::EitherOr => Why::EitherOr,
        };
        ensure(self.house.amounts_agree(stakes), why, Law::Precondition)
    }
}
