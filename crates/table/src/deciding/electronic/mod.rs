//! The electronic version: the dealer's hand and three shared hands, on which any number of terminals wager
//! independently (READING 90).
//!
//! A terminal is three adjacent positions, one for each shared hand, all belonging to one person. So a wager on a
//! shared hand is a wager at a position, with the same limits, decision, settlement and meters. Only what differs from
//! a place at a physical table is here:
//!
//! - `terminals.rs`: who sits where;
//! - `hands.rs`: the shared hands, which are dealt whether or not anybody wagers on them, and turned up for everybody
//!   before the decisions, like community cards;
//! - `accepting.rs`: progressive wagers without chips, taken by the system at the lock-out.

mod accepting;
mod hands;
mod terminals;

use rules::house::SHARED_HANDS;

use crate::state::State;

/// The most terminals a table can have. Everybody there can have chips.
pub const TERMINALS_MAX: u8 = rules::house::TERMINALS_MAX;
const _: () = assert!(TERMINALS_MAX as usize <= crate::money::PURSES_MAX);

/// The most positions an electronic table can have.
pub const TERMINAL_POSITIONS: usize = rules::settle::SHARED_POSITIONS;

/// The terminal, from 1, that a position of an electronic table belongs to.
#[must_use]
pub const fn terminal_of(position: u8) -> u8 {
    position.saturating_sub(1) / SHARED_HANDS + 1
}

/// The shared hand, from 1, that a position of an electronic table wagers on.
#[must_use]
pub const fn shared_hand_of(position: u8) -> u8 {
    position.saturating_sub(1) % SHARED_HANDS + 1
}

impl State {
    /// Whether this is an electronic table.
    #[must_use]
    pub fn electronic(&self) -> bool {
        self.house.table.electronic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_has_one_position_for_each_shared_hand() {
        for terminal in 1..=TERMINALS_MAX {
            for hand in 1..=SHARED_HANDS {
                let position = (terminal - 1) * SHARED_HANDS + hand;
                assert_eq!((terminal_of(position), shared_hand_of(position)), (terminal, hand));
                assert!(usize::from(position) <= TERMINAL_POSITIONS);
            }
        }
        assert_eq!((terminal_of(0), shared_hand_of(0)), (1, 1), "no position, and no overflow");
    }
}
