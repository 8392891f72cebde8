//! The house at human pace, with all its figures: when robots get quicker or slower, `BETTING_SECONDS` brings the tables
//! back to a live table's pace.

use crate::Sizes;
use crate::house::Pace;

/// Rounds an hour of a live table with seven players.
pub const ROUNDS_AN_HOUR: f64 = 60.0;

/// Robot players at each table.
pub const ROBOTS: u8 = 7;

/// How long betting is open, from the first wager on: seven robots place all their wagers in this time. From there to its end a
/// round takes 44 s at `md14` and 47 s at `sd`, the dealer's time and the players', which no house sets.
pub const BETTING_SECONDS: u32 = 17;

/// How far from its pace a table may be, as a share of it.
const TOLERANCE: f64 = 0.1;

/// Rounds for each table if no window is given: the window ends with the round in which this is reached.
const ROUNDS: f64 = 2.5;

impl Sizes {
    /// The pace of the house's robots.
    pub(crate) fn human(&self) -> Pace {
        Pace::Human { betting_seconds: self.betting_seconds }
    }

    /// How long a round takes at the pace that is wanted, in seconds.
    pub(crate) fn round_seconds(&self) -> f64 {
        3_600.0 / self.rounds_an_hour
    }

    /// The fewest and the most rounds an hour that are still the pace that is wanted.
    pub(crate) fn paced(&self) -> (f64, f64) {
        (self.rounds_an_hour * (1.0 - TOLERANCE), self.rounds_an_hour * (1.0 + TOLERANCE))
    }

    /// The least time in which human pace is measured, in seconds.
    pub(crate) fn human_seconds(&self) -> f64 {
        self.seconds.map_or(ROUNDS * self.round_seconds(), |seconds| seconds as f64)
    }
}
