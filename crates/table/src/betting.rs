//! Buying in, cashing out, tips, and the wagers before the close.

use rules::rulebook::Step;
use rules::rulebook::vocabulary::{Needs, Precondition};
use rules::settle::Stakes;
use rules::{Cents, Wager};

use crate::act::Instrument;
use crate::decide::{Verdict, ensure, refuse};
use crate::event::What;
use crate::law::Law;
use crate::money::MOST;
use crate::opening::amount as sound;
use crate::refusal::{Refusal, Why};
use crate::state::{Phase, State, slot};
use crate::who::{Actor, Role};

/// The wagers that are staked by themselves before the deal.
pub(crate) const STAKED: [Wager; 9] = [
    Wager::Ante,
    Wager::PairPlus,
    Wager::SixCardBonus,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
    Wager::TipAnte,
    Wager::TipPairPlus,
    Wager::MatchPlay,
];

impl State {
    pub(crate) fn buy_in(&self, by: &Actor, amount: Cents) -> Verdict {
        self.role(by, &[Role::Player], Law::Product)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, Law::Product)?;
        sound(amount, Law::Product)?;
        let has = self.tray_free();
        ensure(amount <= has, Why::TrayShort { has }, Law::Product)?;
        ensure(self.money.countable(), Why::BadAmount, Law::Product)?;
        ensure(self.money.has_room_for(&by.person), Why::TooManyPurses, Law::Product)?;
        ensure(self.money.purse(&by.person).0 + amount.0 <= MOST, Why::BadAmount, Law::Product)?;
        Ok(vec![What::BoughtIn { person: by.person.clone(), amount }.by(Law::Step(Step::Instrument))])
    }

    fn has_chips(&self, by: &Actor, amount: Cents) -> Result<(), Refusal> {
        let has = self.money.purse(&by.person);
        ensure(amount <= has, Why::NotEnough { has }, Law::Product)
    }

    pub(crate) fn cash_out(&self, by: &Actor, amount: Cents) -> Verdict {
        self.role(by, &[Role::Player], Law::Product)?;
        sound(amount, Law::Product)?;
        self.has_chips(by, amount)?;
        Ok(vec![What::CashedOut { person: by.person.clone(), amount }.by(Law::Product)])
    }

    pub(crate) fn tip(&self, by: &Actor, amount: Cents) -> Verdict {
        let law = Law::Step(Step::Tip);
        self.role(by, &[Role::Player], law)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, law)?;
        sound(amount, law)?;
        self.has_chips(by, amount)?;
        Ok(vec![What::Tipped { person: by.person.clone(), amount }.by(law)])
    }

    pub(crate) fn wager(&self, by: &Actor, position: u8, wager: Wager, amount: Cents, with: Instrument) -> Verdict {
        let law = Law::Step(Step::Wager);
        let seat = self.own_seat(by, position, Law::Step(Step::Seat))?;
        ensure(with != Instrument::SpokenCash, Why::SpokenCash, Law::Step(Step::SpokenCash))?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, law)?;
        ensure(self.phase() == Phase::Betting, Why::WrongPhase { now: self.phase() }, Law::Step(Step::AfterClose))?;
        ensure(STAKED.contains(&wager), Why::NotStaked { wager }, Law::Base)?;
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
            self.rests_on_base(&stakes, wager)?;
        } else if let Some(other) = STAKED.into_iter().find(|other| self.rests_on_base(&stakes, *other).is_err()) {
            return refuse(Why::OthersRest { wager: other }, Law::Needs(other));
        }
        self.precondition(&stakes)?;
        if !coupon && amount > before {
            self.has_chips(by, amount - before)?;
        }
        Ok(vec![What::Wagered { position, wager, amount }.by(law)])
    }

    /// The smallest and largest amount and the step of a wager here.
    #[must_use]
    pub fn amounts(&self, wager: Wager) -> Option<(Cents, Cents, Cents)> {
        if let Some(terms) = self.house.progressive_terms(wager) {
            return Some((terms.stake, terms.stake, Cents(1)));
        }
        let limit = match wager {
            Wager::TipAnte | Wager::TipPairPlus => self.house.limits.get(&Wager::TipAnte),
            _ => self.house.limits.get(&wager),
        };
        limit.map(|limit| (limit.min, limit.max, limit.step))
    }

    fn within_limits(&self, wager: Wager, amount: Cents) -> Result<(), Refusal> {
        let Some((min, max, step)) = self.amounts(wager) else {
            return Ok(());
        };
        if self.house.progressive_terms(wager).is_some() {
            return ensure(amount == min, Why::StakeIs { stake: min }, Law::Stake(wager));
        }
        ensure(amount >= min, Why::BelowMinimum { min }, Law::Limits)?;
        ensure(amount <= max, Why::AboveMaximum { max }, Law::Limits)?;
        ensure((amount - min).0 % step.0.max(1) == 0, Why::OffStep { min, step }, Law::Limits)
    }

    /// Whether a wager, where it stands, stands beside what it needs.
    fn rests_on_base(&self, stakes: &Stakes, wager: Wager) -> Result<(), Refusal> {
        if stakes.on(wager).is_zero() {
            return Ok(());
        }
        let (ante, pair_plus) = (!stakes.ante.is_zero(), !stakes.pair_plus.is_zero());
        let book = &self.house.book;
        let progressive = || book.progressive_rules(wager).and_then(|law| law.needs.default);
        let (met, law) = match wager {
            Wager::Ante | Wager::PairPlus => (true, Law::Base),
            Wager::TipAnte => (ante, Law::Tips),
            Wager::TipPairPlus => (pair_plus, Law::Tips),
            Wager::MatchPlay => (ante, Law::MatchPlay),
            _ => {
                let needs = match wager {
                    Wager::SixCardBonus => self.house.six_card.as_ref().map(|terms| terms.needs),
                    Wager::CoverAll => book.cover_all.as_ref().and_then(|law| law.needs.default),
                    _ => progressive(),
                };
                let met = match needs.unwrap_or(Needs::AnyBase) {
                    Needs::AnyBase => ante || pair_plus,
                    Needs::Ante => ante,
                    Needs::Nothing => true,
                };
                (met, Law::Needs(wager))
            }
        };
        ensure(met, Why::NeedsBase { wager }, law)
    }

    /// What ties pair plus to the ante, as far as it can be judged while wagers are still made.
    fn precondition(&self, stakes: &Stakes) -> Result<(), Refusal> {
        let (ante, pair_plus) = (stakes.ante.0, stakes.pair_plus.0);
        let both = ante > 0 && pair_plus > 0;
        let (holds, why) = match self.house.precondition {
            Precondition::None => (true, Why::NotAllowed),
            Precondition::AnteAtLeastPairPlus => (ante >= pair_plus, Why::PairPlusOverAnte),
            Precondition::AnteAtLeastHalf => (ante * 2 >= pair_plus, Why::AnteUnderHalf),
            // One of the two is placed first; that the other follows is seen at the close.
            Precondition::BothUpToFiveTimes => {
                (!both || (ante <= 5 * pair_plus && pair_plus <= 5 * ante), Why::OverFiveTimes)
            }
        };
        ensure(holds, why, Law::Precondition)?;
        let equal = !self.house.equal_stakes || !both || ante == pair_plus;
        ensure(equal, Why::NotEqual, Law::EqualStakes)
    }

    /// Whether the wagers of a position can be dealt to: both base wagers where both are compulsory.
    pub(crate) fn complete(&self, stakes: &Stakes) -> bool {
        let (ante, pair_plus) = (!stakes.ante.is_zero(), !stakes.pair_plus.is_zero());
        match self.house.precondition {
            Precondition::BothUpToFiveTimes => ante && pair_plus,
            _ => true,
        }
    }
}
