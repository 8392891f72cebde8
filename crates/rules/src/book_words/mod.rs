//! The words of a rulebook: what each of its clauses requires, in plain sentences, and the readings of its own. A book is
//! settled by its rules alone; its words are what refusals, placards and pages say.

mod list;
mod own_readings;

use std::collections::{BTreeMap, BTreeSet};

use crate::clauses::{self, Clause, Reading, is_at_or_beneath, plain};
use crate::rulebook::{BookFault, KnownLaw};
pub(crate) use list::Origin;

/// The words of a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookWords {
    clauses: Vec<Clause>,
    by_id: BTreeMap<String, usize>,
    readings: Vec<Reading>,
}

impl BookWords {
    /// The clauses of the list, in the document's order; none for a book without a list.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Whether the book has a clause list. Without one its clauses are ids without words.
    #[must_use]
    pub fn has_list(&self) -> bool {
        !self.clauses.is_empty()
    }

    /// A clause by its full id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Clause> {
        self.by_id.get(id).and_then(|at| self.clauses.get(*at))
    }

    /// The clauses at a printed number and beneath it, in the document's order.
    #[must_use]
    pub fn at_or_beneath(&self, number: &str) -> Vec<&Clause> {
        self.clauses.iter().filter(|clause| is_at_or_beneath(clause.number(), number)).collect()
    }

    /// The clauses whose number, kind or requirement contains a word.
    #[must_use]
    pub fn with_word(&self, word: &str) -> Vec<&Clause> {
        let word = plain(word);
        let holds = |clause: &&Clause| {
            [clause.number(), clause.kind.word(), &clause.requirement].iter().any(|text| plain(text).contains(&word))
        };
        self.clauses.iter().filter(holds).collect()
    }

    /// The readings of the book's own, by number.
    #[must_use]
    pub fn own_readings(&self) -> &[Reading] {
        &self.readings
    }

    /// A reading by its number: one of the product's, or one of the book's own.
    #[must_use]
    pub fn reading(&self, number: u8) -> Option<&Reading> {
        clauses::reading(number).or_else(|| self.readings.iter().find(|reading| reading.number == number))
    }

    /// BLAKE3 of everything that they say.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut whole = blake3::Hasher::new();
        let mut line = |cells: &[&str]| {
            for cell in cells {
                whole.update(cell.as_bytes());
                whole.update(b"\t");
            }
            whole.update(b"\n");
        };
        for clause in &self.clauses {
            let readings: Vec<String> = clause.readings.iter().map(ToString::to_string).collect();
            let (kind, how) = (clause.kind.word(), clause.how.word());
            line(&[&clause.id, kind, how, &readings.join(","), &clause.requirement]);
        }
        for reading in &self.readings {
            line(&[&reading.number.to_string(), &reading.title, &reading.adopted, &reading.option]);
        }
        whole.finalize().to_hex().to_string()
    }

    fn of(clauses: Vec<Clause>, mut readings: Vec<Reading>) -> BookWords {
        readings.sort_by_key(|reading| reading.number);
        let by_id = clauses.iter().enumerate().map(|(at, clause)| (clause.id.clone(), at)).collect();
        BookWords { clauses, by_id, readings }
    }
}

/// Words that were read, and what is wrong with them.
pub(crate) struct WordsRead {
    pub(crate) words: BookWords,
    /// What the book's citations may lead to. Lines with a fault count too, so that no fault brings forth others.
    pub(crate) known: KnownLaw,
    pub(crate) faults: Vec<BookFault>,
}

/// Reads the words of a book. What has no text of its own stays as it was `before`.
pub(crate) fn read(
    code: Option<&str>,
    origin: Origin,
    clauses: Option<&str>,
    readings: Option<&str>,
    before: &BookWords,
) -> WordsRead {
    let mut faults = Vec::new();
    let mut known = KnownLaw::default();
    let own = match readings {
        Some(text) => own_readings::read(text, &mut known.readings, &mut faults),
        None => before.readings.clone(),
    };
    known.readings.extend(own.iter().map(|reading| reading.number));
    let listed = match clauses {
        Some(text) => {
            let mut ids = BTreeSet::new();
            let listed = list::read(text, code, origin, &known, &mut ids, &mut faults);
            known.clauses = (!ids.is_empty()).then_some(ids);
            listed
        }
        None => {
            known.clauses = before.has_list().then(|| before.by_id.keys().cloned().collect());
            before.clauses.clone()
        }
    };
    WordsRead { words: BookWords::of(listed, own), known, faults }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Books;
    use crate::books::CLAUSE_LISTS;
    use crate::rulebook::{LawCited, citations};

    #[test]
    fn every_line_of_every_shipped_list_is_read() {
        let books = Books::shipped();
        for (code, text) in CLAUSE_LISTS {
            let words = &books.get(code).unwrap().words;
            assert_eq!(words.clauses().len(), text.lines().count() - 1, "{code}");
            assert!(words.has_list() && words.own_readings().is_empty(), "{code}");
        }
    }

    #[test]
    fn clauses_are_found_by_id_by_number_and_by_word() {
        for book in Books::shipped().iter() {
            for clause in book.words.clauses() {
                assert_eq!(book.words.find(&clause.id), Some(clause));
                assert!(book.words.at_or_beneath(clause.number()).contains(&clause), "{}", clause.id);
            }
            assert!(!book.words.with_word("PAIR_PLUS").is_empty(), "{}", book.rules.code);
            assert_eq!(book.words.find("no such id"), None);
        }
        assert!(BookWords::default().at_or_beneath("1").is_empty());
        assert!(BookWords::default().reading(1).is_some() && BookWords::default().reading(200).is_none());
    }

    #[test]
    fn whatever_looks_like_a_clause_in_a_book_is_a_citation() {
        let made_up = include_str!("../../../../golden/books/freedonia.toml");
        for text in crate::books::SHIPPED.into_iter().map(|(_, text)| text).chain([made_up]) {
            let code = text.lines().find_map(|line| line.strip_prefix("code = \"")?.split('"').next()).unwrap();
            let cited = citations(text);
            let ids = cited.iter().filter(|cited| matches!(&cited.law, LawCited::Clause(_))).count();
            assert_eq!(ids, text.matches(&format!("\"{code}:")).count(), "{code}: a key with clauses is not looked at");
        }
    }
}
