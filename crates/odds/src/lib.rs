//! The exact mathematics of every wager, every paytable and every house: counted, never typed in.

#![deny(clippy::unwrap_used, clippy::expect_used)]

pub mod base;
pub mod counts;
pub mod cover_all;
pub mod deals;
pub mod envy;
pub mod five;
pub mod fraction;
pub mod law;
pub mod progressive;
pub mod six;
pub mod strategy;
pub mod terms;
pub mod three;
pub mod wager_law;

pub use deals::Deals;
pub use fraction::Fraction;
pub use law::Law;
pub use wager_law::{MeterValues, Outcome, WagerLaw};
