//! The money of a table in the house's ledger.
//!
//! The table keeps its own double-entry books; what changes there is posted to the ledger. A player's cash comes from
//! the player's bankroll, which cannot go below zero.

use std::collections::BTreeMap;

use journal::{AccountName, BadName, Posting};
use rules::Wager;
use table::{Person, State, What};

use crate::names::{TableId, person_in_account};
use crate::turn::Turn;

/// The classes of accounts that may go below zero: those that represent the outside world, and what the house owes or
/// paid from elsewhere.
pub const LEDGER_BELOW_ZERO: [&str; 5] = ["world", "cage", "hand_pay", "meters", "house"];

/// The house's accounts at a table, in the order of their balances.
const HOUSE: [&str; 7] = ["world", "cage", "tray", "drop", "tips", "hand_pay", "meters"];

/// The balances of one table. Account names are built only for what moved: most balances do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableAccounts {
    house: [i64; HOUSE.len()],
    chips: Vec<(Person, i64)>,
    areas: Vec<((u8, Wager), i64)>,
}

/// Wagers made in chips: all but coupons, which are paper.
fn in_chips() -> impl Iterator<Item = Wager> {
    Wager::ALL.iter().copied().filter(|wager| *wager != Wager::MatchPlay)
}

impl TableAccounts {
    /// The balances of a table as it stands.
    #[must_use]
    pub fn of(state: &State) -> TableAccounts {
        let money = &state.money;
        let house =
            [money.world, money.cage, money.tray, money.drop, money.tip_box, money.hand_pay, money.meters].map(|c| c.0);
        let chips = money.purses.iter().map(|(person, chips)| (person.clone(), chips.0)).collect();
        let mut areas = Vec::with_capacity(24);
        for (position, seat) in state.taken() {
            for wager in in_chips() {
                let lies = if wager == Wager::Play { seat.play } else { seat.areas.on(wager) };
                if !lies.is_zero() {
                    areas.push(((position, wager), lies.0));
                }
            }
        }
        TableAccounts { house, chips, areas }
    }
}

/// What moved between two lists of balances.
fn moved<K: PartialEq + Clone>(before: &[(K, i64)], after: &[(K, i64)]) -> Vec<(K, i64)> {
    let mut all = after.to_vec();
    for (key, amount) in before {
        match all.iter_mut().find(|(other, _)| other == key) {
            Some((_, sum)) => *sum -= amount,
            None => all.push((key.clone(), -amount)),
        }
    }
    all.retain(|(_, amount)| *amount != 0);
    all
}

/// The bankroll of a person: what they have with the house away from any table.
///
/// # Errors
/// When the name cannot be part of an account's name.
pub fn bankroll(person: &str) -> Result<AccountName, BadName> {
    AccountName::new(&format!("bankroll/{}", person_in_account(person)))
}

/// What moved between two moments of a table, in the turns that lie between them.
///
/// # Errors
/// When a person's name cannot be part of an account's name.
pub fn postings(
    before: &TableAccounts,
    after: &TableAccounts,
    turns: &[Turn],
    table: &TableId,
) -> Result<Vec<Posting>, BadName> {
    let mut house: [i64; HOUSE.len()] = std::array::from_fn(|i| after.house[i] - before.house[i]);
    // A player's cash comes from the bankroll; robots play with the house's money.
    let mut cash: BTreeMap<String, i64> = BTreeMap::new();
    for event in turns.iter().flat_map(|turn| &turn.events) {
        let (person, amount) = match &event.what {
            What::BoughtIn { person, amount } => (person, -amount.0),
            What::CashedOut { person, amount } => (person, amount.0),
            _ => continue,
        };
        let robot = person.name().starts_with(crate::names::ROBOT);
        let from =
            if robot { "house/robots".to_owned() } else { format!("bankroll/{}", person_in_account(person.name())) };
        *cash.entry(from).or_default() += amount;
        house[0] -= amount;
    }
    let mut named: Vec<(String, i64)> = cash.into_iter().collect();
    named.extend(HOUSE.iter().zip(house).filter(|(_, m)| *m != 0).map(|(class, m)| (format!("{class}/{table}"), m)));
    let chips = moved(&before.chips, &after.chips).into_iter();
    named.extend(chips.map(|(person, amount)| (format!("chips/{table}/{}", person_in_account(person.name())), amount)));
    let areas = moved(&before.areas, &after.areas).into_iter();
    named
        .extend(areas.map(|((position, wager), amount)| (format!("area/{table}/{position}/{}", wager.word()), amount)));
    named.retain(|(_, amount)| *amount != 0);
    named.sort_unstable();
    named.into_iter().map(|(account, amount)| Ok(Posting { account: AccountName::new(&account)?, amount })).collect()
}
