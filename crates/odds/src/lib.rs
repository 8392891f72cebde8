//! The exact mathematics of every wager, every paytable and every house: always counted, never typed in.

#![deny(clippy::unwrap_used, clippy::expect_used)]

pub mod bad_beat;
pub mod base;
pub mod cover_all;
pub mod deals;
pub mod decision;
pub mod envy;
pub mod exposure;
pub mod five;
pub mod fraction;
pub mod known;
pub mod law;
pub mod position;
pub mod prime;
pub mod progressive;
pub mod risk;
pub mod simulate;
pub mod six;
pub mod strategy;
pub mod terms;
pub mod three;
pub mod wager_law;
mod wide;

pub use deals::Deals;
pub use fraction::Fraction;
pub use law::Distribution;
pub use wager_law::{MeterValues, WagerLaw, WagerOutcome};
