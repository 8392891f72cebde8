//! What the documents say: every clause in our own words, how and where it is honoured, the dimensions in which
//! rulebooks are compared, and the adopted readings.
//!
//! The lists come with the product. A rulebook that a user adds has none: its clauses are ids without words.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::books::CLAUSE_LISTS;
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

/// One requirement of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The id, including the book's code.
    pub id: &'static str,
    /// What it is about: `paytable`, `procedure`, `ranking` and so on.
    pub kind: &'static str,
    /// How software honours it.
    pub how: How,
    /// The files that honour it.
    pub homes: Vec<&'static str>,
    /// What proves it: the kind of proof, a colon, and where to find it.
    pub proofs: Vec<&'static str>,
    /// The readings that settle what it leaves open.
    pub readings: Vec<u8>,
    /// The requirement in our own words.
    pub requirement: &'static str,
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
    pub fn number(&self) -> &'static str {
        self.id.split_once(':').map_or(self.id, |(_, number)| number)
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

/// The clause list of one rulebook.
#[derive(Debug, Default)]
struct List {
    clauses: Vec<Clause>,
    by_id: BTreeMap<&'static str, usize>,
}

impl List {
    /// Reads a list. `xtask tidy` checks its format, so malformed lines are simply skipped here.
    fn read(text: &'static str) -> List {
        let mut list = List::default();
        for line in text.lines().skip(1) {
            let mut cells = line.split('\t');
            let mut cell = || cells.next().unwrap_or_default();
            let (id, kind, how, homes, proofs, readings, requirement) =
                (cell(), cell(), cell(), cell(), cell(), cell(), cell());
            let Ok(how) = how.parse() else { continue };
            list.by_id.insert(id, list.clauses.len());
            list.clauses.push(Clause {
                id,
                kind,
                how,
                homes: parts(homes).collect(),
                proofs: parts(proofs).collect(),
                readings: parts(readings).filter_map(|number| number.parse().ok()).collect(),
                requirement,
            });
        }
        list
    }
}

fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(',').map(str::trim).filter(|part| !part.is_empty())
}

fn lists() -> &'static BTreeMap<&'static str, List> {
    static LISTS: OnceLock<BTreeMap<&'static str, List>> = OnceLock::new();
    LISTS.get_or_init(|| CLAUSE_LISTS.into_iter().map(|(code, text)| (code, List::read(text))).collect())
}

/// The clauses of a rulebook, in the document's order; none for a book that does not come with the product.
#[must_use]
pub fn of_book(code: &str) -> &'static [Clause] {
    lists().get(code).map_or(&[], |list| &list.clauses)
}

/// The codes of the books that have a list.
pub fn codes() -> impl Iterator<Item = &'static str> {
    lists().keys().copied()
}

/// A clause by its full id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Clause> {
    let list = lists().get(id.split_once(':')?.0)?;
    list.by_id.get(id).and_then(|at| list.clauses.get(*at))
}

/// The clauses at a printed number and beneath it, in the document's order.
#[must_use]
pub fn at_or_beneath(code: &str, number: &str) -> Vec<&'static Clause> {
    of_book(code).iter().filter(|clause| is_at_or_beneath(clause.number(), number)).collect()
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

/// The clauses of a book whose id, kind or requirement contains a word.
#[must_use]
pub fn with_word(code: &str, word: &str) -> Vec<&'static Clause> {
    let word = plain(word);
    let holds = |clause: &&Clause| {
        [clause.number(), clause.kind, clause.requirement].iter().any(|text| plain(text).contains(&word))
    };
    of_book(code).iter().filter(holds).collect()
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

/// The adopted readings, by number.
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

/// A reading by its number.
#[must_use]
pub fn reading(number: u8) -> Option<&'static Reading> {
    readings().iter().find(|reading| reading.number == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Books;

    #[test]
    fn every_line_of_every_list_is_read() {
        for (code, text) in CLAUSE_LISTS {
            assert_eq!(of_book(code).len(), text.lines().count() - 1, "{code}");
            assert!(of_book(code).iter().all(|clause| !clause.requirement.is_empty()), "{code}");
        }
        assert_eq!(codes().count(), CLAUSE_LISTS.len());
    }

    #[test]
    fn clauses_are_found_by_id_by_number_and_by_word() {
        for code in codes() {
            for clause in of_book(code) {
                assert_eq!(find(clause.id), Some(clause));
                assert!(at_or_beneath(code, clause.number()).contains(&clause), "{}", clause.id);
            }
            assert!(!with_word(code, "PAIR_PLUS").is_empty(), "{code}");
        }
        assert_eq!(find("no such id"), None);
        assert!(at_or_beneath("none", "1").is_empty());
        assert!(of_book("none").is_empty());
    }

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
        assert!(reading(0).is_none());
        let mut paths: Vec<&str> = dimensions().iter().map(|dimension| dimension.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), dimensions().len());
    }

    #[test]
    fn what_the_books_cite_has_words() {
        for book in Books::shipped().iter() {
            for table in &book.rules.paytables {
                for line in &table.lines {
                    assert!(line.cite.clauses.iter().all(|id| find(id.as_str()).is_some()), "{}", line.cite);
                    assert!(line.cite.readings.iter().all(|number| reading(*number).is_some()), "{}", line.cite);
                }
            }
        }
    }
}
