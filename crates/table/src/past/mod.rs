//! The past of a table: any round given back step by step from its events, and from partial physical evidence every
//! round that could have been.

mod chips;
mod chronicle;
mod drawn;
pub mod evidence;
mod rack;
mod record;
mod staked;
mod story;
mod text;
pub mod words;

pub use chips::Change;
pub use chronicle::{Broken, Chronicle, RoundHead};
pub use drawn::Drawn;
pub use rack::{dealt_by, orders, racked, rebuild};
pub use record::{Record, records};
pub use staked::Staked;
pub use story::{Filter, HandStory, Step, Story};
pub use text::{print, when};
pub use words::sentence;

use serde::Serialize;

use crate::state::State;

/// Every round of some records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The rounds in order.
    pub rounds: Vec<Story>,
}

impl Report {
    /// The report as text to print.
    #[must_use]
    pub fn text(&self) -> String {
        self.rounds.iter().map(print).collect::<Vec<_>>().join("\n")
    }
}

/// Tells every round of some records. The table stood at `start` before the first of them; for the whole life of a
/// table that is [`State::new`].
///
/// # Errors
/// When a record is missing, stands twice, or names another round than the one the table was in.
pub fn report(start: State, records: &[Record]) -> Result<Report, Broken> {
    let chronicle = Chronicle::of(start, records.iter().cloned())?;
    Ok(Report { rounds: chronicle.stories(&Filter::default()) })
}
