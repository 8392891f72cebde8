//! The electronic version: the dealer's hand and three shared hands, on which any number of terminals wager, each for
//! itself (READING 90).
//!
//! A terminal is three positions side by side, one for each shared hand, and one person's. So a wager on a shared hand is
//! a wager at a position, and everything that is true of a position is true of it: the limits, the decision, the
//! settlement, the meters. Only what a terminal does otherwise than a place at a table of wood is here:
//!
//! - `terminals.rs`: who sits where;
//! - `hands.rs`: the shared hands, which are dealt whether anybody wagers on them or not, and turned up for everybody
//!   before the decisions, as community cards are;
//! - `accepting.rs`: progressive wagers without chips, taken by the system at the lock-out.

mod accepting;
mod hands;
mod terminals;

use rules::house::SHARED_HANDS;

use crate::state::State;

/// The most terminals of a table. Everybody there can have chips.
pub const TERMINALS_MAX: u8 = rules::house::TERMINALS_MAX;
const _: () = assert!(TERMINALS_MAX as usize <= crate::money::PURSES_MAX);

/// The most positions of an electronic table.
pub const TERMINAL_POSITIONS: usize = rules::settle::SHARED_POSITIONS;

/// The terminal that a position of an electronic table belongs to, from 1.
#[must_use]
pub const fn terminal_of(position: u8) -> u8 {
    position.saturating_sub(1) / SHARED_HANDS + 1
}

/// The shared hand that a position of an electronic table wagers on, from 1.
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
