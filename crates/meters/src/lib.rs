//! Progressive meters and links, as one event-sourced aggregate.
//!
//! A [`Bank`] holds the meters of one progressive: those of a single table, or those of a link that several tables and
//! other game titles feed and win. Every act is asked of the bank, which answers with an [`Entry`] or a [`Refusal`];
//! applying the entry is the only way to change the bank. Amounts are whole millionths of a cent, so nothing is ever
//! lost, and [`Bank::audit`] proves it: base + contributions − paid + adjustments = shown.
//!
//! ```
//! use meters::{Bank, BankTerms, Claim, GameId, GameTerms, RoundId};
//! use rules::{Books, Cents, Level, Share, Wager};
//!
//! let text = include_str!("../../../houses/sd.toml");
//! let house = rules::house::check(text, &Books::shipped()).house.ok_or("not lawful")?;
//! let terms = BankTerms::of(&house, Wager::Progressive).ok_or("no progressive")?;
//! let mut bank = Bank::new(terms);
//!
//! // The table joins, and locks in three wagers of $1. Of each, 15% goes to the meter and 5% to the next seed.
//! let table = GameId::new("table 1")?;
//! bank.apply(&bank.join(&GameTerms::of(&house, Wager::Progressive, &table, "Three Card Poker").ok_or("no progressive")?)?);
//! bank.apply(&bank.contribute(&table, RoundId(1), 3)?);
//! assert_eq!(bank.value(Level::Main.into()).shown(), Cents(100_045));
//!
//! // Position 4 wins the whole meter, which goes back to its seed plus the reserve.
//! let claim = Claim::of(4, Level::Main, Share::WHOLE, bank.due(Level::Main, Share::WHOLE));
//! bank.apply(&bank.award(&table, RoundId(1), &claim)?);
//! bank.apply(&bank.close(&table, RoundId(1))?);
//! assert_eq!(bank.value(Level::Main.into()).shown(), Cents(100_015));
//! bank.audit()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::float_arithmetic)]

mod adjust;
mod audit;
mod award;
mod bank;
mod entry;
mod link;
mod names;
mod pots;
mod refusal;
mod terms;
mod wagers;
mod words;
mod written;

pub use audit::{Imbalance, Sums};
pub use award::{Claim, claims};
pub use bank::{Bank, Game};
pub use entry::{Cause, Entry, Proposal, Reset};
pub use names::{GameId, GameTerms, NAME_BYTES_MAX, NotAName, Person, RoundId};
pub use pots::{Pot, Pots};
pub use refusal::{Refusal, Why};
pub use terms::{BankLaw, BankTerms, LevelTerms};
pub use words::{exact, phrase};

/// The most games on one bank, including those that left and are remembered for their last round.
pub const GAMES_MAX: usize = 24;
/// The most corrections that can wait for a second person.
pub const PROPOSALS_MAX: usize = 4;
/// The longest reason of a correction, in bytes.
pub const REASON_BYTES_MAX: usize = 200;
