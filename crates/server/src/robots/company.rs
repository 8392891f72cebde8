//! The robot players of a table.

use rules::settle::Stakes;
use rules::{Cents, House, Wager};
use table::Person;
use table::robot::RobotPlayer;

/// Robot players from the right, each with the least wagers of the house and some of its side wagers.
pub(super) fn players(house: &House, count: u8) -> Vec<RobotPlayer> {
    let positions = (1..=house.table.positions).rev().take(usize::from(count));
    positions.map(|position| robot_player(house, position)).collect()
}

/// The least wagers of the house. Different robots make different side wagers; the first makes all.
fn robot_player(house: &House, position: u8) -> RobotPlayer {
    let side = [
        Wager::SixCardBonus,
        Wager::Progressive,
        Wager::FiveCardProgressive,
        Wager::CoverAll,
        Wager::Prime,
        Wager::HandBonus,
    ];
    let least = house.least_stakes();
    let mut stakes = Stakes { ante: least.ante, pair_plus: least.pair_plus, ..Stakes::default() };
    for (i, wager) in side.into_iter().enumerate() {
        let likes = position == house.table.positions || (usize::from(position) + i).is_multiple_of(2);
        if let (true, Some(stake)) = (likes, stakes.on_mut(wager)) {
            *stake = least.on(wager);
        }
    }
    // Queen, six, four: the threshold that players' guides recommend.
    let q64 = cards::Strength::floor(&[cards::Rank::Queen, cards::Rank::Six, cards::Rank::Four]);
    RobotPlayer {
        person: Person::from(format!("{}{position}", pit::ROBOT).as_str()),
        position,
        stakes,
        plays_from: q64.unwrap_or(cards::Strength::WEAKEST),
        buy_in: Cents::dollars(1_000),
    }
}
