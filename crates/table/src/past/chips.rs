//! Everything at the table that holds value, compared before and after a step.

use rules::{Cents, Level, Wager};
use serde::Serialize;

use crate::money::Account;
use crate::state::{PROGRESSIVES, State};

/// What an account or meter held before and after a step, in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The account, such as `tray`, `chips of Ann`, `position 3 ante` or `meter progressive major`.
    pub account: String,
    /// Before.
    pub before: i64,
    /// After.
    pub after: i64,
}

/// A place where value stands, for the comparison of before and after.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Place {
    Account(Account),
    Meter(Wager, Level),
}

impl Place {
    fn name(&self) -> String {
        match self {
            Place::Account(Account::World) => "outside".into(),
            Place::Account(Account::Cage) => "cage".into(),
            Place::Account(Account::Tray) => "tray".into(),
            Place::Account(Account::Drop) => "drop box".into(),
            Place::Account(Account::TipBox) => "tip box".into(),
            Place::Account(Account::HandPay) => "hand pays".into(),
            Place::Account(Account::Meters) => "paid by meters".into(),
            Place::Account(Account::Purse(person)) => format!("chips of {person}"),
            Place::Account(Account::Area(position, wager)) => format!("position {position} {wager}"),
            Place::Meter(wager, level) => format!("meter {wager} {level}"),
        }
    }
}

/// Everything at the table that holds value. Meters are shown in whole cents.
pub(super) fn balances(state: &State) -> Vec<(Place, Cents)> {
    let m = &state.money;
    let fixed = [
        (Account::World, m.world),
        (Account::Cage, m.cage),
        (Account::Tray, m.tray),
        (Account::Drop, m.drop),
        (Account::TipBox, m.tip_box),
        (Account::HandPay, m.hand_pay),
        (Account::Meters, m.meters),
    ];
    let purses = m.purses.iter().map(|(person, chips)| (Account::Purse(person.clone()), *chips));
    let areas = state.taken().flat_map(|(position, seat)| {
        Wager::ALL.iter().map(move |wager| {
            let lies = if *wager == Wager::Play { seat.play } else { seat.areas.on(*wager) };
            (Account::Area(position, *wager), lies)
        })
    });
    let accounts =
        fixed.into_iter().chain(purses).chain(areas).map(|(account, value)| (Place::Account(account), value));
    let meters = PROGRESSIVES.into_iter().zip(&state.banks).flat_map(|(wager, bank)| {
        let levels = bank.iter().flat_map(meters::Bank::levels);
        levels.map(move |(level, value)| (Place::Meter(wager, level), value.shown()))
    });
    accounts.chain(meters).filter(|(_, value)| !value.is_zero()).collect()
}

/// What changed. A place that is not listed held nothing.
pub(super) fn changes(before: &[(Place, Cents)], after: &[(Place, Cents)]) -> Vec<Change> {
    let value = |all: &[(Place, Cents)], place: &Place| {
        all.iter().find(|(other, _)| other == place).map_or(Cents::ZERO, |(_, value)| *value)
    };
    let gone = before.iter().filter(|(place, _)| !after.iter().any(|(other, _)| other == place));
    let places = after.iter().chain(gone).map(|(place, _)| place);
    let changed = places.filter_map(|place| {
        let (before, after) = (value(before, place), value(after, place));
        (before != after).then(|| Change { account: place.name(), before: before.0, after: after.0 })
    });
    changed.collect()
}
