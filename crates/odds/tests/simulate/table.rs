//! Houses and seats for the tests.

use odds::simulate::{Decisions, Options, SeatPlan, SimulationPlan};
use odds::strategy::Strategy;
use rules::settle::{Meters, Stakes};
use rules::{Books, Cents, House};

/// The example houses.
pub const HOUSES: [(&str, &str); 5] = [
    ("md14", include_str!("../../../../houses/md14.toml")),
    ("md2014", include_str!("../../../../houses/md2014.toml")),
    ("ma", include_str!("../../../../houses/ma.toml")),
    ("tribal", include_str!("../../../../houses/tribal.toml")),
    ("sd", include_str!("../../../../houses/sd.toml")),
];

/// An example house.
pub fn house(code: &str) -> House {
    let (_, text) = HOUSES.iter().find(|(known, _)| *known == code).unwrap();
    rules::house::check(text, &Books::shipped()).house.unwrap()
}

/// Every wager that the house offers, including tips and coupons.
pub fn everything(house: &House) -> Stakes {
    let mut stakes = house.least_stakes();
    if house.tips {
        (stakes.tip_ante, stakes.tip_play, stakes.tip_pair_plus) = (Cents(200), Cents(200), Cents(300));
    }
    if house.match_play {
        stakes.match_play = stakes.ante;
    }
    stakes
}

/// Seats from the first position, each with its own strategy in turn.
pub fn seats(house: &House, positions: u8, stakes: Stakes, strategies: &[Strategy]) -> Vec<SeatPlan> {
    let meters = Meters::seeded(house);
    let decisions: Vec<_> =
        strategies.iter().map(|strategy| Decisions::beside(house, &stakes, &meters, strategy).shared()).collect();
    let seat = |position: u8| SeatPlan {
        position,
        person: u32::from(position),
        stakes,
        decisions: decisions[usize::from(position - 1) % decisions.len()].clone(),
    };
    (1..=positions).map(seat).collect()
}

/// A run of this many rounds in short blocks.
pub fn plan(house: &House, seats: Vec<SeatPlan>, rounds: u64, block: u64) -> SimulationPlan<'_> {
    let mut options = Options::new("5eed".parse().unwrap(), rounds);
    options.block = Some(block);
    SimulationPlan::new(house, seats, &options).unwrap()
}
