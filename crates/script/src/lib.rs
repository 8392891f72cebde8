//! Scripted tables, without a server and without a clock: a script is text, one act per line, and the same script
//! always gives the same table. The command line prints a run; the proofs of the clauses are taken from the same runs.

pub mod acts;
pub mod amounts;
pub mod clock;
pub mod events;
mod expect;
#[cfg(test)]
mod guide;
pub mod json;
pub mod json_place;
mod link;
mod run;
mod script;
mod shapes;
pub mod words;

use std::sync::Arc;

use meters::GameId;
use rules::{Citation, Currency, House};
use shuffler::Seed;
use table::{Actor, State};

pub use run::{Run, RunItem, ScriptTally};
pub use script::seer;
use script::{PlacedLine, ScriptLine};
use words::{ScriptFault, Word};

/// A script that was read.
#[derive(Clone, Debug)]
pub struct Script {
    entries: Vec<PlacedLine>,
    /// The number of lines that set the table up.
    heading: usize,
}

impl Script {
    /// Reads a script, whose amounts are in the currency of its house.
    ///
    /// # Errors
    /// Every line that cannot be read, with its place.
    pub fn read(text: &str, currency: &Currency) -> Result<Script, Vec<ScriptFault>> {
        let entries = script::read(text, currency)?;
        let heading = entries.iter().take_while(|entry| is_heading(&entry.line)).count();
        Ok(Script { entries, heading })
    }

    /// The house that a script names: a file, or the code of an example. Nothing else of the script need be sound.
    #[must_use]
    pub fn names(text: &str) -> Option<Word> {
        script::named_house(text)
    }

    /// Runs the script at a table of a house.
    ///
    /// # Errors
    /// The first line that is not allowed where it is.
    pub fn run(&self, house: Arc<House>, seed: Seed, views: Vec<Actor>) -> Result<Run, ScriptFault> {
        let (head, rest) = self.entries.split_at(self.heading);
        let game = head.iter().rev().find_map(|entry| match &entry.line {
            ScriptLine::Table(word) => Some(word),
            _ => None,
        });
        let game = match game {
            Some(word) => GameId::new(&word.text).map_err(|wrong| word.fault(wrong.to_string()))?,
            None => GameId::new("table 1").map_err(|wrong| ScriptFault { span: 0..0, message: wrong.to_string() })?,
        };
        let mut run = Run::new(State::new(house, &game), seed, views);
        let rest_of_head = head.iter().filter(|entry| !matches!(entry.line, ScriptLine::House | ScriptLine::Table(_)));
        for entry in rest_of_head.chain(rest) {
            run.line(entry)?;
        }
        Ok(run)
    }
}

/// Lines that set the table up, before anything is done at it.
fn is_heading(line: &ScriptLine) -> bool {
    matches!(
        line,
        ScriptLine::House
            | ScriptLine::Table(_)
            | ScriptLine::Time(_)
            | ScriptLine::Seed(_)
            | ScriptLine::Deck { .. }
            | ScriptLine::Views(_)
    )
}

/// A citation in a line: the clauses, then the readings.
#[must_use]
pub fn law(cite: &Citation) -> String {
    short(&cite.clauses.iter().map(ToString::to_string).collect::<Vec<_>>(), &cite.readings)
}

/// The same from ids and numbers.
#[must_use]
pub fn short(clauses: &[String], readings: &[u8]) -> String {
    let numbers: Vec<String> = readings.iter().map(ToString::to_string).collect();
    let readings = (!numbers.is_empty()).then(|| format!("READING {}", numbers.join(", ")));
    clauses.iter().cloned().chain(readings).collect::<Vec<_>>().join(", ")
}

/// A text of a file or of a person, without characters that would move the cursor or change the terminal.
#[must_use]
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}
