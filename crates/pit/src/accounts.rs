//! The money of a table in the house's ledger.
//!
//! The table keeps its own double entry; what changed there between two moments is what is posted. A player's cash
//! comes from the player's bankroll, which cannot go below zero.

use std::collections::BTreeMap;

use journal::{AccountName, BadName, Posting};
use rules::Wager;
use table::{Person, State, What};

use crate::names::TableId;
use crate::turn::Turn;

/// The classes of accounts that may go below zero: what stands for the world outside, and what the house owes or paid
/// from elsewhere.
pub const LEDGER_BELOW_ZERO: [&str; 5] = ["world", "cage", "hand_pay", "meters", "house"];

/// The balances of one table, by account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Books(BTreeMap<String, i64>);

/// Wagers that are chips; a coupon is paper.
fn in_chips() -> impl Iterator<Item = Wager> {
    Wager::ALL.iter().copied().filter(|wager| *wager != Wager::MatchPlay)
}

impl Books {
    /// The balances of a table as it stands.
    #[must_use]
    pub fn of(state: &State, table: &TableId) -> Books {
        let money = &state.money;
        let mut all = BTreeMap::new();
        let house = [
            ("world", money.world),
            ("cage", money.cage),
            ("tray", money.tray),
            ("drop", money.drop),
            ("tips", money.tip_box),
            ("hand_pay", money.hand_pay),
            ("meters", money.meters),
        ];
        for (class, amount) in house {
            all.insert(format!("{class}/{table}"), amount.0);
        }
        for (person, chips) in &money.purses {
            all.insert(format!("chips/{table}/{person}"), chips.0);
        }
        for (position, seat) in state.taken() {
            for wager in in_chips() {
                let lies = if wager == Wager::Play { seat.play } else { seat.areas.on(wager) };
                if !lies.is_zero() {
                    all.insert(format!("area/{table}/{position}/{}", wager.word()), lies.0);
                }
            }
        }
        Books(all)
    }
}

/// The bankroll of a person: what they have with the house away from any table.
///
/// # Errors
/// When the name cannot stand in an account.
pub fn bankroll(person: &str) -> Result<AccountName, BadName> {
    AccountName::new(&format!("bankroll/{person}"))
}

/// What moved between two moments of a table, in the turns that lie between them.
///
/// # Errors
/// When a person's name cannot stand in an account.
pub fn postings(before: &Books, after: &Books, turns: &[Turn], table: &TableId) -> Result<Vec<Posting>, BadName> {
    let mut moved: BTreeMap<String, i64> = BTreeMap::new();
    for (account, amount) in &after.0 {
        *moved.entry(account.clone()).or_default() += amount;
    }
    for (account, amount) in &before.0 {
        *moved.entry(account.clone()).or_default() -= amount;
    }
    // What a player brings comes from the bankroll and not from anywhere; robots play with the house's money.
    let mut cash = |person: &Person, amount: i64| {
        let robot = person.name().starts_with(crate::names::ROBOT);
        let from = if robot { "house/robots".to_owned() } else { format!("bankroll/{person}") };
        *moved.entry(from).or_default() += amount;
        *moved.entry(format!("world/{table}")).or_default() -= amount;
    };
    for event in turns.iter().flat_map(|turn| &turn.events) {
        match &event.what {
            What::BoughtIn { person, amount } => cash(person, -amount.0),
            What::CashedOut { person, amount } => cash(person, amount.0),
            _ => {}
        }
    }
    let moved = moved.into_iter().filter(|(_, amount)| *amount != 0);
    moved.map(|(account, amount)| Ok(Posting { account: AccountName::new(&account)?, amount })).collect()
}
