//! Totals per position, and the proof that nothing appeared or vanished.

use super::{Account, Movement};
use crate::money::Cents;
use crate::wager::{Outcome, Wager};

/// What a position staked and received, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionTotals {
    /// The position.
    pub position: u8,
    /// Everything staked, including the play wager and tips, but not coupons.
    pub staked: Cents,
    /// Everything paid to the player.
    pub paid: Cents,
    /// Everything returned of the player's stakes.
    pub returned: Cents,
    /// Paid plus returned, less staked.
    pub net: Cents,
}

/// The totals of each position that has a movement, from position 1.
#[must_use]
pub fn totals(movements: &[Movement<'_>]) -> Vec<PositionTotals> {
    let mut all: Vec<PositionTotals> = Vec::new();
    for movement in movements {
        let entry = match all.iter_mut().position(|t| t.position == movement.position) {
            Some(i) => &mut all[i],
            None => {
                all.push(PositionTotals { position: movement.position, ..PositionTotals::default() });
                let last = all.len() - 1;
                &mut all[last]
            }
        };
        if movement.stake_account().is_some() {
            entry.staked += movement.stake;
        }
        if movement.payee() == Account::Player(movement.position) {
            entry.paid += movement.paid;
            entry.returned += movement.returned;
        }
    }
    for entry in &mut all {
        entry.net = entry.paid + entry.returned - entry.staked;
    }
    all.sort_by_key(|entry| entry.position);
    all
}

/// The players' net and the house's net, counted separately and added up: zero, or there is a fault.
///
/// The players' side is counted from stakes, payments and returns; the house's side from outcomes. They agree only if
/// every stake is either taken or returned, once, and every payment has a payer.
#[must_use]
pub fn balance(movements: &[Movement<'_>]) -> Cents {
    let mut players = Cents::ZERO;
    let mut house = Cents::ZERO;
    for movement in movements {
        let staked = movement.stake_account().is_some();
        if staked {
            players -= movement.stake;
        }
        players += movement.paid + movement.returned;
        house -= movement.paid;
        if !staked {
            continue;
        }
        // A progressive chip is already in the tray, and comes back only if the round is void (READING 63).
        let in_tray = matches!(movement.wager, Wager::Progressive | Wager::FiveCardProgressive);
        match movement.outcome {
            Outcome::Lost | Outcome::Forfeited => house += movement.stake,
            Outcome::Won if in_tray => house += movement.stake,
            Outcome::Won | Outcome::Pushed | Outcome::Returned => {}
        }
    }
    players + house
}
