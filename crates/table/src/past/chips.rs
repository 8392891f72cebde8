//! Everything at the table that holds value, compared before and after a step.

use meters::Pot;
use rules::{Cents, Wager};
use serde::Serialize;

use crate::money::Account;
use crate::state::{PROGRESSIVES, State};

/// What an account or meter held before and after a step, in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The account, such as `tray`, `chips of Ann`, `position 3 ante` or `meter progressive major`.
    pub account: String,
    /// Cents before the step.
    pub before: i64,
    /// Cents after the step.
    pub after: i64,
}

/// A place that holds value, for comparing before and after.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum ChipPlace {
    Account(Account),
    Meter(Wager, Pot),
}

impl ChipPlace {
    fn name(&self) -> String {
        match self {
            ChipPlace::Account(Account::World) => "outside".into(),
            ChipPlace::Account(Account::Cage) => "cage".into(),
            ChipPlace::Account(Account::Tray) => "tray".into(),
            ChipPlace::Account(Account::Drop) => "drop box".into(),
            ChipPlace::Account(Account::TipBox) => "tip box".into(),
            ChipPlace::Account(Account::HandPay) => "hand pays".into(),
            ChipPlace::Account(Account::Meters) => "paid by meters".into(),
            ChipPlace::Account(Account::Purse(person)) => format!("chips of {person}"),
            ChipPlace::Account(Account::Area(position, wager)) => format!("position {position} {wager}"),
            ChipPlace::Meter(wager, pot) => format!("meter {wager} {pot}"),
        }
    }
}

/// Everything at the table that holds value, with meters in whole cents.
pub(super) fn balances(state: &State) -> Vec<(ChipPlace, Cents)> {
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
        fixed.into_iter().chain(purses).chain(areas).map(|(account, value)| (ChipPlace::Account(account), value));
    let meters = PROGRESSIVES.into_iter().zip(&state.banks).flat_map(|(wager, bank)| {
        let pots = bank.iter().flat_map(meters::Bank::pots);
        pots.map(move |(pot, value)| (ChipPlace::Meter(wager, pot), value.shown()))
    });
    accounts.chain(meters).filter(|(_, value)| !value.is_zero()).collect()
}

/// The places whose value changed. A place that is not listed held nothing.
pub(super) fn changes(before: &[(ChipPlace, Cents)], after: &[(ChipPlace, Cents)]) -> Vec<Change> {
    let value = |all: &[(ChipPlace, Cents)], place: &ChipPlace| {
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
