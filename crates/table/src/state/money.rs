//! The money at the table, in double entry: every shift takes from one account and gives to another.

use rules::settle::{Account as Settled, Stakes};
use rules::{Cents, Wager};
use serde::{Deserialize, Serialize};

use crate::state::{Seat, SheetLine, State};
use crate::who::Person;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Account {
    /// Outside the house: players' cash, and chips carried away.
    World,
    /// The cage.
    Cage,
    /// The tray.
    Tray,
    /// Cash in the drop box, where players' cash goes.
    Drop,
    /// The tip box.
    TipBox,
    /// Payments outside the tray.
    HandPay,
    /// What meters paid through the tray.
    Meters,
    /// A player's chips.
    Purse(Person),
    /// A betting area.
    Area(u8, Wager),
}

/// The balances, in cents. Betting areas are not here: they are the seats' stakes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Money {
    /// Outside the house.
    #[serde(with = "crate::cents::InCents")]
    pub world: Cents,
    /// The cage.
    #[serde(with = "crate::cents::InCents")]
    pub cage: Cents,
    /// The tray.
    #[serde(with = "crate::cents::InCents")]
    pub tray: Cents,
    /// The drop box.
    #[serde(with = "crate::cents::InCents")]
    pub drop: Cents,
    /// The tip box.
    #[serde(with = "crate::cents::InCents")]
    pub tip_box: Cents,
    /// Payments outside the tray; below zero.
    #[serde(with = "crate::cents::InCents")]
    pub hand_pay: Cents,
    /// What the meters paid through the tray; below zero.
    #[serde(with = "crate::cents::InCents")]
    pub meters: Cents,
    /// Each player's chips, by person.
    #[serde(with = "crate::kept::purses")]
    pub purses: Vec<(Person, Cents)>,
}

/// The chips among a position's stakes; a coupon is paper.
fn chips(stakes: &Stakes) -> Cents {
    Wager::ALL.iter().filter(|wager| **wager != Wager::MatchPlay).map(|wager| stakes.on(*wager)).sum()
}

/// The largest amount at a table, in cents, so that no sum overflows.
pub const MOST: i64 = 1_000_000_000_000;

/// How far an account of the house may run before the table stops taking money: far from where sums would overflow.
const FARTHEST: i64 = 1_000_000 * MOST;

/// How many people may have chips at one table, so that its state stays small.
pub const PURSES_MAX: usize = 64;

impl Money {
    /// A player's chips.
    #[must_use]
    pub fn purse(&self, person: &Person) -> Cents {
        self.purses.iter().find(|(owner, _)| owner.is(person)).map_or(Cents::ZERO, |(_, chips)| *chips)
    }

    fn purse_mut(&mut self, person: &Person) -> &mut Cents {
        let place = match self.purses.iter().position(|(owner, _)| owner.is(person)) {
            Some(place) => place,
            None => {
                self.purses.push((person.clone(), Cents::ZERO));
                self.purses.len() - 1
            }
        };
        &mut self.purses[place].1
    }
}

impl Money {
    /// Whether the house's accounts are far enough from overflow to take more money.
    pub(crate) fn countable(&self) -> bool {
        [self.world, self.cage, self.drop, self.tip_box, self.hand_pay, self.meters]
            .iter()
            .all(|account| account.0.abs() < FARTHEST)
    }
}

impl State {
    /// Whether a purse is needed: it has chips, or its owner sits here and may win some.
    fn in_use(&self, owner: &Person, chips: Cents) -> bool {
        !chips.is_zero() || self.taken().any(|(_, seat)| seat.person.is(owner))
    }

    /// Whether somebody has a purse, or there is room for one more.
    pub(crate) fn has_room_for(&self, person: &Person) -> bool {
        let others = self.money.purses.iter().filter(|(owner, chips)| !owner.is(person) && self.in_use(owner, *chips));
        others.count() < PURSES_MAX
    }

    /// Removes the purses that nobody needs: those of people who lost all their chips and left.
    pub(crate) fn put_purses_away(&mut self) {
        let mut purses = std::mem::take(&mut self.money.purses);
        purses.retain(|(owner, chips)| self.in_use(owner, *chips));
        self.money.purses = purses;
    }

    /// What the tray can give away: it must keep the wagers of a running round, which may have to go back.
    #[must_use]
    pub fn tray_free(&self) -> Cents {
        if !self.round.closed || self.round.void.is_some() {
            return self.money.tray;
        }
        let held: Cents = self
            .taken()
            .flat_map(|(_, seat)| {
                crate::irregular::wagers_made(seat).filter(|(wager, _)| crate::irregular::in_tray(self, seat, *wager))
            })
            .map(|(_, amount)| amount)
            .sum::<Cents>()
            + self.taken_in_round();
        Cents((self.money.tray - held).0.max(0))
    }

    /// The chips that a player needs to play every undecided hand: each play wager equals its ante.
    #[must_use]
    pub fn to_play(&self, person: &Person) -> Cents {
        let own = self.taken().filter(|(_, seat)| seat.person.is(person) && seat.undecided());
        own.map(|(_, seat)| seat.stakes.ante).sum()
    }

    /// The coupon lying at a position. It is removed when its line is settled, or with everything else a leaver had.
    pub(crate) fn coupon(&self, position: u8, seat: &Seat) -> Cents {
        let done = |line: &SheetLine| line.due.position == position && line.due.wager == Wager::MatchPlay;
        let settled = self.round.sheet.iter().take(self.round.settled).any(done);
        if settled || seat.abandoned { Cents::ZERO } else { seat.stakes.match_play }
    }

    /// Whether the account exists: only betting areas come and go.
    fn has_account(&mut self, account: &Account) -> bool {
        !matches!(account, Account::Area(..)) || self.balance_mut(account).is_some()
    }

    fn balance_mut(&mut self, account: &Account) -> Option<&mut Cents> {
        Some(match account {
            Account::World => &mut self.money.world,
            Account::Cage => &mut self.money.cage,
            Account::Tray => &mut self.money.tray,
            Account::Drop => &mut self.money.drop,
            Account::TipBox => &mut self.money.tip_box,
            Account::HandPay => &mut self.money.hand_pay,
            Account::Meters => &mut self.money.meters,
            Account::Purse(person) => self.money.purse_mut(person),
            Account::Area(position, Wager::Play) => &mut self.seat_mut(*position)?.play,
            Account::Area(position, wager) => self.seat_mut(*position)?.areas.on_mut(*wager)?,
        })
    }

    /// Shifts an amount, unless one of the accounts does not exist.
    pub(crate) fn shift(&mut self, from: &Account, to: &Account, amount: Cents) {
        if !self.has_account(from) || !self.has_account(to) {
            return;
        }
        if let Some(balance) = self.balance_mut(from) {
            *balance -= amount;
        }
        if let Some(balance) = self.balance_mut(to) {
            *balance += amount;
        }
    }

    /// The table's account for an account of the settlement.
    pub(crate) fn account(&self, settled: Settled) -> Account {
        match settled {
            Settled::Player(position) => match self.seat(position) {
                Some(seat) => Account::Purse(seat.person.clone()),
                None => Account::World,
            },
            Settled::Area(position, wager) => Account::Area(position, wager),
            Settled::Tray => Account::Tray,
            Settled::HandPay => Account::HandPay,
            Settled::Meter(..) => Account::Meters,
            Settled::TipBox => Account::TipBox,
        }
    }

    /// The sum of all accounts: always zero. Coupons are paper and do not count.
    #[must_use]
    pub fn balance(&self) -> Cents {
        let m = &self.money;
        let fixed = m.world + m.cage + m.tray + m.drop + m.tip_box + m.hand_pay + m.meters;
        let purses: Cents = m.purses.iter().map(|(_, chips)| *chips).sum();
        let areas: Cents = self.taken().map(|(_, seat)| seat.play + chips(&seat.areas)).sum();
        fixed + purses + areas
    }
}
