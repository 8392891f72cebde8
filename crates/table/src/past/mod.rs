//! The past of a table: any round replayed step by step from its events; and from partial physical evidence, every
//! round that could have happened.

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
pub use record::{EventRecord, records};
pub use staked::Staked;
pub use story::{Filter, HandStory, Story, StoryStep};
pub use text::{print, when};
pub use words::sentence;

use serde::Serialize;

use crate::state::State;

/// Every round in a list of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PastRounds {
    /// The rounds in order.
    pub rounds: Vec<Story>,
}

impl PastRounds {
    /// The report as printable text.
    #[must_use]
    pub fn text(&self) -> String {
        self.rounds.iter().map(print).collect::<Vec<_>>().join("\n")
    }
}

/// Tells every round in these records. `start` is the table before the first of them; for a table's whole history that
/// is [`State::new`].
///
/// # Errors
/// When a record is missing, appears twice, or names a different round from the table's.
pub fn report(start: State, records: &[EventRecord]) -> Result<PastRounds, Broken> {
    let chronicle = Chronicle::of(start, records.iter().cloned())?;
    Ok(PastRounds { rounds: chronicle.stories(&Filter::default()) })
}
