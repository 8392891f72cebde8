//! Cards and the ranking of three-, five- and six-card hands.
//!
//! The crate is pure: it depends on nothing, reads nothing and rounds nothing. Every ranking is a look-up in a table
//! that the compiler computes, so the first hand costs the same as the millionth.
//!
//! ```
//! use cards::{Strength, Three, ThreeCategory};
//!
//! let dealer: Three = "Qs 3d 2c".parse()?;
//! let player: Three = "9h 9d Kc".parse()?;
//! assert!(player.strength() > dealer.strength());
//! assert_eq!(player.category(), ThreeCategory::Pair);
//! assert_eq!(player.strength().to_string(), "pair of 9s with K");
//! assert_eq!(dealer.strength().to_string(), "Q-3-2");
//! # Ok::<(), cards::ParseThreeError>(())
//! ```

#![deny(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::float_arithmetic)]

mod card;
mod category;
pub mod counts;
mod five;
mod pile;
mod pile_table;
mod rank;
mod set;
mod six;
mod strength;
mod suit;
mod three;
mod three_table;

pub use card::{Card, ParseCardError};
pub use category::{FiveCategory, ThreeCategory};
pub use five::{FiveStrength, Wheel, five, five_with};
pub use pile::Pile;
pub use rank::Rank;
pub use set::{CardSet, CardSetIter};
pub use six::{best_five_of_six, best_five_of_six_with, super_royal};
pub use strength::Strength;
pub use suit::Suit;
pub use three::{DuplicateCard, ParseThreeError, Three};
