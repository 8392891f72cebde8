//! Opening and closing the table, fills and credits of the tray, and the number of players the device shows.

use rules::Cents;
use rules::rulebook::Step;

use crate::awaited::Awaited;
use crate::decide::{Decided, ensure};
use crate::event::What;
use crate::law::Law;
use crate::money::MOST;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

const FLOOR: [Role; 2] = [Role::Floorperson, Role::Supervisor];

impl State {
    /// Whether an amount can be moved: more than nothing, and none of it in coins that the currency does not have.
    pub(crate) fn sound(&self, amount: Cents, law: Law) -> Result<(), Refusal> {
        let whole = amount.0 % self.house.currency.smallest().0 == 0;
        ensure(whole && amount.0 > 0 && amount.0 <= MOST, Why::BadAmount, law)
    }

    pub(crate) fn open_table(&self, by: &Actor, at: Moment, float: Cents) -> Decided {
        let law = Law::Step(Step::OpenTable);
        self.role(by, &FLOOR, law)?;
        ensure(!self.open, Why::TableOpen, law)?;
        self.sound(float, law)?;
        ensure(self.money.countable(), Why::BadAmount, Law::Product)?;
        Ok(vec![What::TableOpened { float, at }.by(law)])
    }

    pub(crate) fn close_table(&self, by: &Actor) -> Decided {
        let law = Law::Step(Step::CloseTable);
        self.role(by, &FLOOR, law)?;
        self.during(&[Phase::Betting], law)?;
        let wagers = self.taken().any(|(_, seat)| seat.wagers());
        ensure(!wagers, Why::WagersLie, law)?;
        Ok(vec![What::TableClosed.by(law)])
    }

    pub(crate) fn fill(&self, by: &Actor, chips: Cents) -> Decided {
        self.role(by, &FLOOR, Law::Product)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, Law::Product)?;
        self.sound(chips, Law::Product)?;
        ensure(self.money.tray.0 + chips.0 <= MOST && self.money.countable(), Why::BadAmount, Law::Product)?;
        Ok(vec![What::Filled { amount: chips }.by(Law::Product)])
    }

    pub(crate) fn credit(&self, by: &Actor, chips: Cents) -> Decided {
        self.role(by, &FLOOR, Law::Product)?;
        ensure(self.open, Why::WrongPhase { now: Phase::Shut }, Law::Product)?;
        self.sound(chips, Law::Product)?;
        let has = self.tray_free();
        ensure(chips <= has, Why::TrayShort { has }, Law::Product)?;
        Ok(vec![What::Credited { amount: chips }.by(Law::Product)])
    }

    /// Whether the device must show the number of players, because somebody wagers on all hands.
    pub(crate) fn wants_players_shown(&self) -> bool {
        self.round.players_shown.is_none()
            && self.house.book.procedure.has(Step::PlayersShown)
            && self.taken().any(|(_, seat)| !seat.stakes.cover_all.is_zero())
    }

    pub(crate) fn show_players(&self, by: &Actor) -> Decided {
        let law = Law::Step(Step::PlayersShown);
        self.duty(by, Step::PlayersShown)?;
        self.during(&[Phase::Dealing, Phase::Showdown], law)?;
        let made = self.taken().any(|(_, seat)| !seat.stakes.cover_all.is_zero());
        ensure(made, Why::NoCoverAll, law)?;
        ensure(self.wants_players_shown(), Why::AlreadyDone, law)?;
        ensure(self.everyone_has_three(), Why::NotDealtYet, law)?;
        if self.late_stack() {
            ensure(self.round.delivered, Why::Wanted { next: Awaited::DealerStack }, law)?;
        }
        let players = u8::try_from(self.in_round().count()).unwrap_or(u8::MAX);
        Ok(vec![What::PlayersShown { players }.by(law)])
    }
}
