//! Reads a rulebook from TOML and says where it is wrong.

use std::fmt;
use std::ops::Range;

use super::Rulebook;
use super::vocabulary::Take;
use crate::paytable::{Paytable, Standing};
use crate::wager::Wager;

/// A rulebook that cannot be read: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// What is wrong and what was expected.
    pub message: String,
    /// The place, in bytes of the text.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for BookFault {}

/// The line and column, both from 1, of a byte of a text.
pub(crate) fn place_of(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
    (line, column)
}

impl Rulebook {
    /// Reads a rulebook.
    ///
    /// # Errors
    /// The first thing that is malformed, with its place and what was expected.
    pub fn parse(text: &str) -> Result<Rulebook, BookFault> {
        let fault = |message: String, span: Range<usize>| {
            let (line, column) = place_of(text, span.start);
            BookFault {
                message,
                span,
                line,
                column,
            }
        };
        let book: Rulebook =
            toml::from_str(text).map_err(|error| fault(error.message().to_owned(), error.span().unwrap_or(0..0)))?;
        match book.inconsistency() {
            None => Ok(book),
            Some((needle, message)) => {
                let start = text.find(&needle).unwrap_or(0);
                Err(fault(
                    message,
                    start..start + if text.contains(&needle) { needle.len() } else { 0 },
                ))
            }
        }
    }

    /// A contradiction inside the book: a text to point at, and what is wrong.
    fn inconsistency(&self) -> Option<(String, String)> {
        let code_is_sound = !self.code.is_empty()
            && self
                .code
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !code_is_sound {
            return Some((
                "code".into(),
                format!(
                    "code \"{}\": expected lower-case letters, digits and hyphens",
                    self.code
                ),
            ));
        }
        for (i, table) in self.paytables.iter().enumerate() {
            let pointer = format!("id = \"{}\"", table.id);
            if let Some(message) = table.fault() {
                return Some((pointer, message));
            }
            if self
                .paytables
                .iter()
                .take(i)
                .any(|other| other.wager == table.wager && other.id == table.id)
            {
                return Some((
                    pointer,
                    format!("{} has two paytables called {}", table.wager, table.id),
                ));
            }
            if !self.knows(table.wager) {
                return Some((
                    pointer,
                    format!("a paytable for {}, which the book does not have", table.wager),
                ));
            }
        }
        for wager in [Wager::Ante, Wager::Play, Wager::AnteBonus, Wager::PairPlus]
            .into_iter()
            .chain([
                Wager::SixCardBonus,
                Wager::Progressive,
                Wager::FiveCardProgressive,
                Wager::CoverAll,
            ])
        {
            let usable = |table: &Paytable| table.is_offered() || table.standing == Standing::Floor;
            if self.knows(wager) && !self.paytables_of(wager).any(usable) {
                return Some((
                    "[[paytable]]".into(),
                    format!("{wager} has no paytable in force: expected at least one"),
                ));
            }
        }
        self.order_inconsistency()
    }

    /// Each wager that the book knows must be settled exactly once in each alternative.
    fn order_inconsistency(&self) -> Option<(String, String)> {
        let settlement = &self.settlement;
        if !settlement
            .alternatives
            .iter()
            .any(|alternative| alternative.id == settlement.default)
        {
            let message = format!("default = \"{}\" is not among the alternatives", settlement.default);
            return Some(("[settlement]".into(), message));
        }
        for alternative in &settlement.alternatives {
            let pointer = format!("id = \"{}\"", alternative.id);
            for &wager in Wager::ALL {
                // Tips and coupons follow the wager they ride on.
                let rides = matches!(
                    wager,
                    Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay
                );
                let count = |take: Take| {
                    alternative
                        .passes
                        .iter()
                        .filter(|p| p.take == take)
                        .flat_map(|p| &p.wagers)
                        .filter(|w| **w == wager)
                        .count()
                };
                let (all, losing, rest) = (count(Take::All), count(Take::Losing), count(Take::Rest));
                let expected = self.knows(wager) && !rides;
                let once = matches!((all, losing, rest), (1, 0, 0) | (0, 1, 1));
                if expected && !once {
                    let message = format!(
                        "{wager} is not settled exactly once: expected it in one pass with take = \"all\", or in one \"losing\" and one \"rest\""
                    );
                    return Some((pointer, message));
                }
                if !expected && all + losing + rest > 0 {
                    let why = if rides {
                        "follows the wager it rides on"
                    } else {
                        "is not a wager of this book"
                    };
                    return Some((pointer, format!("{wager} {why}: expected no pass to name it")));
                }
            }
        }
        None
    }
}
