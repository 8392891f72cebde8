//! What the documents say: a clause in our own words, how and where it is honoured, the dimensions in which rulebooks are
//! compared, and the adopted readings.
//!
//! A rulebook's clauses and its own readings are in its [words](crate::BookWords).

use std::sync::OnceLock;

use serde::Deserialize;

use crate::words::vocabulary;

vocabulary! {
    /// How software honours a clause.
    pub enum How ("how a clause is honoured") {
        /// What the clause forbids is refused.
        Enforce = "enforce",
        /// What happened is written down.
        Record = "record",
        /// An amount, a ranking or an order is worked out.
        Compute = "compute",
        /// The house chooses, within what the clause allows.
        Configure = "configure",
        /// It is shown to people.
        Display = "display",
        /// It binds people and things outside the program.
        Physical = "physical",
    }
}

vocabulary! {
    /// What a clause is about.
    pub enum ClauseKind ("a kind of clause") {
        /// Cards, decks and who may touch them.
        Cards = "cards",
        /// Shufflers, shoes, sensors, terminals.
        Device = "device",
        /// Envy bonuses.
        Envy = "envy",
        /// What goes wrong, and the remedies.
        Irregularity = "irregularity",
        /// The printed layout and signs.
        Layout = "layout",
        /// Limits, chips and how amounts are paid.
        Money = "money",
        /// Something that a house may choose to offer.
        Option = "option",
        /// A paytable or a line of one.
        Paytable = "paytable",
        /// Who may do what, and what people must know.
        People = "people",
        /// A step of the table.
        Procedure = "procedure",
        /// Progressive wagers and their meters.
        Progressive = "progressive",
        /// How hands rank.
        Ranking = "ranking",
        /// What wins, loses or is returned, and in which order.
        Settlement = "settlement",
        /// What may be wagered, and when.
        Wager = "wager",
    }
}

/// One requirement of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The id, including the book's code.
    pub id: String,
    /// What it is about.
    pub kind: ClauseKind,
    /// How software honours it.
    pub how: How,
    /// The files that honour it; known of shipped books.
    pub homes: Vec<String>,
    /// What proves it: the kind of proof, a colon, and where to find it; known of shipped books.
    pub proofs: Vec<String>,
    /// The readings that settle what it leaves open.
    pub readings: Vec<u8>,
    /// The requirement in our own words.
    pub requirement: String,
}

/// Whether a `proof` cell has every proof that a clause honoured in this way needs.
#[must_use]
pub fn proves(how: How, cell: &str) -> bool {
    let has = |kind: &str| parts(cell).any(|proof| proof.split_once(':').is_some_and(|(found, _)| found == kind));
    match how {
        // Breaking it is refused, and keeping it is not.
        How::Enforce => has("break") && has("keep"),
        How::Record => has("record"),
        // The result changes with the datum; or, where none of it is data, hands are ranked by it or a round was
        // written for it.
        How::Compute => has("compute") || has("ranked") || has("settled"),
        How::Configure => has("configure"),
        How::Display => has("display"),
        How::Physical => has("remind"),
    }
}

impl Clause {
    /// Whether it has every proof it needs.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        proves(self.how, &self.proofs.join(","))
    }

    /// The printed number: the id without the book's code.
    #[must_use]
    pub fn number(&self) -> &str {
        self.id.split_once(':').map_or(&self.id, |(_, number)| number)
    }
}

/// One line in which rulebooks are compared.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// The path in a rulebook's file.
    pub path: String,
    /// What it is about.
    pub title: String,
    /// The group it is listed in.
    pub section: String,
    /// The file that implements it.
    pub home: Option<String>,
}

/// How this product reads an unclear or silent passage: `READING n`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The number `n` by which it is cited.
    pub number: u8,
    /// What it is about.
    pub title: String,
    /// What is taken to be the rule.
    pub adopted: String,
    /// What the operator may choose instead; empty if nothing.
    pub option: String,
}

/// The parts of a cell that lists several things, with commas between them.
pub(crate) fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// Whether a printed number equals another or is beneath it: `3(a)#1` and `3(a)(ii)` are beneath `3(a)`, but `30` is
/// not beneath `3`.
#[must_use]
pub fn is_at_or_beneath(number: &str, wanted: &str) -> bool {
    number.strip_prefix(wanted).is_some_and(|rest| {
        // A number that ends in a bracket is complete; one that ends in a letter or digit may be the start of another.
        !wanted.is_empty() && (!wanted.ends_with(char::is_alphanumeric) || !rest.starts_with(char::is_alphanumeric))
    })
}

/// A text in lower case, with spaces for hyphens and underscores, so that `pair_plus` finds "Pair Plus".
#[must_use]
pub fn plain(text: &str) -> String {
    text.to_lowercase().replace(['_', '-'], " ")
}

/// The dimensions, in the order in which people compare documents.
#[must_use]
pub fn dimensions() -> &'static [Dimension] {
    #[derive(Deserialize)]
    struct DimensionsFile {
        dimension: Vec<Dimension>,
    }
    static DIMENSIONS: OnceLock<Vec<Dimension>> = OnceLock::new();
    DIMENSIONS.get_or_init(|| {
        match toml::from_str::<DimensionsFile>(include_str!("../../../rulebooks/dimensions.toml")) {
            Ok(file) => file.dimension,
            // As with the books: a build error, which tests find.
            Err(fault) => panic!("the shipped list of dimensions is damaged: {fault}"),
        }
    })
}

/// The readings of the product, by number. A book's own readings are numbered from [`OWN_READINGS`].
#[must_use]
pub fn readings() -> &'static [Reading] {
    #[derive(Deserialize)]
    struct ReadingsFile {
        reading: Vec<Reading>,
    }
    static READINGS: OnceLock<Vec<Reading>> = OnceLock::new();
    READINGS.get_or_init(|| match toml::from_str::<ReadingsFile>(include_str!("../../../rulebooks/readings.toml")) {
        Ok(file) => file.reading,
        Err(fault) => panic!("the shipped list of readings is damaged: {fault}"),
    })
}

/// The first number of a book's own readings: those before it are kept for the product.
pub const OWN_READINGS: u8 = 101;

/// A reading of the product by its number.
#[must_use]
pub fn reading(number: u8) -> Option<&'static Reading> {
    readings().iter().find(|reading| reading.number == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_not_taken_for_the_start_of_another() {
        for (number, wanted) in [("3", "3"), ("3(a)", "3"), ("3(a)#1", "3(a)"), ("3(a)(ii)", "3(a)"), ("3.B", "3")] {
            assert!(is_at_or_beneath(number, wanted), "{number} {wanted}");
        }
        for (number, wanted) in [("30", "3"), ("3(a)", "3(b)"), ("3", "3(a)"), ("3", "")] {
            assert!(!is_at_or_beneath(number, wanted), "{number} {wanted}");
        }
    }

    #[test]
    fn readings_and_dimensions_are_each_named_once() {
        for (i, reading) in readings().iter().enumerate() {
            assert_eq!(usize::from(reading.number), i + 1);
        }
        assert!(readings().iter().all(|reading| reading.number < OWN_READINGS));
        assert!(reading(0).is_none());
        let mut paths: Vec<&str> = dimensions().iter().map(|dimension| dimension.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), dimensions().len());
    }
}
