//! The parts of a par sheet: sections of figures, outcomes, tables and plots. A command about one thing also prints a
//! section, so that the same figure looks the same everywhere.

use odds::Fraction;
use rules::Citation;
use schemars::JsonSchema;
use serde::Serialize;

use super::figures::{grouped, lowest, over};
use super::output::OutcomeOut;
use super::plots::Plot;

/// The par sheet of a house: what everything that it offers returns.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "odds-house")]
pub(crate) struct ParSheet {
    /// The rulebook's code.
    pub(super) rulebook: String,
    /// The operator.
    pub(super) operator: String,
    /// BLAKE3 of the house's content.
    pub(super) digest: String,
    /// BLAKE3 of the rulebook's content.
    pub(super) book_digest: String,
    /// The wagers, and after them what all wagers of a position and of a table come to.
    pub(super) sections: Vec<ParSection>,
}

/// One wager of a par sheet, under one strategy, at one stake, or with one number of players; or one question about
/// all wagers together.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ParSection {
    /// The wager, or `known_cards`, `position`, `risk`, `exposure`, `breakage`.
    pub(super) wager: String,
    /// What it is about, for people.
    pub(super) title: String,
    /// The paytable's id; empty where several tables are at work.
    pub(super) paytable: String,
    /// The clauses behind the section, and so behind each figure that names none of its own.
    pub(super) clauses: Vec<String>,
    /// The numbers of the readings behind it.
    pub(super) readings: Vec<u8>,
    /// The figures.
    pub(super) figures: Vec<Figure>,
    /// The outcomes that they follow from.
    pub(super) outcomes: Vec<OutcomeOut>,
    /// Further tables.
    pub(super) tables: Vec<ParTable>,
    /// Notes for the reader.
    pub(super) notes: Vec<String>,
    /// Drawings for the page.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) plots: Vec<Plot>,
}

impl ParSection {
    /// An empty section with its law.
    pub(super) fn new(wager: &str, title: impl Into<String>, cites: &[&Citation]) -> ParSection {
        let mut section = ParSection { wager: wager.to_owned(), title: title.into(), ..ParSection::default() };
        for cite in cites {
            for clause in cite.clauses.iter().map(ToString::to_string) {
                if !section.clauses.contains(&clause) {
                    section.clauses.push(clause);
                }
            }
            for reading in &cite.readings {
                if !section.readings.contains(reading) {
                    section.readings.push(*reading);
                }
            }
        }
        section
    }
}

/// One figure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Figure {
    /// Its name.
    pub(super) figure: String,
    /// The exact value, a fraction in lowest terms; missing where it is a word or a rounded root.
    pub(super) value: Option<String>,
    /// For people: a percentage, an amount, a decimal or a word.
    pub(super) shown: String,
    /// The count behind it, such as `1,024 of 22,100`, or the fraction where it is not a count of deals.
    pub(super) count: Option<String>,
    /// The clause of its own; missing where the section's clauses are all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clause: Option<String>,
}

/// What unit a figure has.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    /// A share, or a part of the stake.
    Percent,
    /// A number.
    Decimal,
    /// Cents.
    Money,
}

impl Figure {
    /// An exact figure, with the deals that it is counted over.
    pub(super) fn of(name: impl Into<String>, value: &Fraction, unit: Unit, of: u128) -> Figure {
        let shown = match unit {
            Unit::Percent => value.percent(4),
            Unit::Decimal => decimal(value, 4),
            Unit::Money => money(value),
        };
        let count = if matches!(unit, Unit::Percent) { over(value, of) } else { lowest(value) };
        Figure { figure: name.into(), value: Some(value.to_string()), shown, count: Some(count), clause: None }
    }

    /// A figure that is a word or a rounded root.
    pub(super) fn word(name: impl Into<String>, word: impl Into<String>) -> Figure {
        Figure { figure: name.into(), value: None, shown: word.into(), count: None, clause: None }
    }

    /// The same, with its own clause.
    pub(super) fn by(mut self, cite: Option<&Citation>) -> Figure {
        self.clause = cite.and_then(Citation::first).map(ToString::to_string);
        self
    }
}

/// A table of a section: words for people, as the figures and outcomes hold the fractions.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ParTable {
    /// What it shows.
    pub(super) caption: String,
    /// The headings of its columns; the first column has words, the others numbers.
    pub(super) columns: Vec<String>,
    /// The rows.
    pub(super) rows: Vec<Vec<String>>,
}

impl ParTable {
    /// An empty table.
    pub(super) fn new(caption: impl Into<String>, columns: &[&str]) -> ParTable {
        ParTable {
            caption: caption.into(),
            columns: columns.iter().map(|&text| text.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.rows.push(cells.into());
    }
}

/// A decimal with its thousands in groups.
pub(super) fn decimal(value: &Fraction, places: usize) -> String {
    thousands(&value.decimal(places))
}

/// The same for a text.
fn thousands(text: &str) -> String {
    match text.split_once('.') {
        Some((whole, part)) => format!("{}.{part}", grouped(whole)),
        None => grouped(text),
    }
}

/// A deviation in dollars, from a variance in square cents.
pub(super) fn deviation(variance: &Fraction) -> String {
    format!("${}", thousands(&(variance.clone() / Fraction::whole(10_000)).root(2)))
}

/// Cents, as an amount rounded to the cent, or to the hundredth of one where that is all there is.
pub(super) fn money(cents: &Fraction) -> String {
    let dollars = cents.clone() / Fraction::whole(100);
    let small = cents.clone() * cents.clone() < Fraction::whole(100) && !cents.is_zero();
    let text = decimal(&dollars, if small { 4 } else { 2 });
    match text.strip_prefix('-') {
        Some(amount) => format!("-${amount}"),
        None => format!("${text}"),
    }
}
