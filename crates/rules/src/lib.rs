//! Rulebooks, houses, wagers, paytables, settlement and refusals.
//!
//! The five rulebooks are data; this crate has the mechanisms they choose from. Nothing here reads a clock, a file or
//! entropy: text comes in, values come out.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::float_arithmetic)]

mod book_words;
pub mod books;
pub mod clause;
pub mod clauses;
pub mod currency;
pub mod felt;
pub mod hand;
pub mod house;
pub mod money;
pub mod paytable;
pub mod posted;
pub mod reference;
pub mod returns;
pub mod rule;
pub mod rulebook;
pub mod settle;
mod told;
pub mod wager;
mod words;

pub use book_words::BookWords;
pub use books::{BookFiles, Books};
pub use clause::{Citation, ClauseId};
pub use currency::Currency;
pub use house::House;
pub use money::{Cents, Meter, Odds, Share};
pub use rule::Rule;
pub use rulebook::Rulebook;
pub use wager::{Level, Outcome, Wager};
