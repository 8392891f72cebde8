//! The rulebooks that come with the product, and those that a user adds or replaces them with.
//!
//! This is the only place that knows which books there are.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::book_words::{self, BookWords, Origin};
use crate::clauses::Clause;
use crate::rulebook::{BookFaults, CitedLaw, Rulebook, citations, is_code};

/// The text of each shipped rulebook.
pub const SHIPPED: [(&str, &str); 5] = [
    ("md2014", include_str!("../../../rulebooks/md2014.toml")),
    ("md14", include_str!("../../../rulebooks/md14.toml")),
    ("ma", include_str!("../../../rulebooks/ma.toml")),
    ("tribal", include_str!("../../../rulebooks/tribal.toml")),
    ("sd", include_str!("../../../rulebooks/sd.toml")),
];

/// The made-up book: it has every mechanism that the shipped ones lack, so that the reference finds an example of each.
pub(crate) const MADE_UP: &str = include_str!("../../../golden/books/freedonia.toml");

/// The clause list of each shipped rulebook; see [`BookWords`].
pub(crate) const CLAUSE_LISTS: [(&str, &str); 5] = [
    ("md2014", include_str!("../../../rulebooks/clauses/md2014.tsv")),
    ("md14", include_str!("../../../rulebooks/clauses/md14.tsv")),
    ("ma", include_str!("../../../rulebooks/clauses/ma.tsv")),
    ("tribal", include_str!("../../../rulebooks/clauses/tribal.tsv")),
    ("sd", include_str!("../../../rulebooks/clauses/sd.tsv")),
];

/// The files of a rulebook, in full.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookFiles {
    /// Its rules.
    pub rules: Arc<str>,
    /// Its clause list, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clauses: Option<Arc<str>>,
    /// The readings of its own, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readings: Option<Arc<str>>,
}

impl BookFiles {
    /// A rulebook that consists of its rules alone.
    #[must_use]
    pub fn rules_only(text: &str) -> BookFiles {
        BookFiles { rules: text.into(), clauses: None, readings: None }
    }
}

/// One rulebook, with its text, a digest of its content, and its words.
#[derive(Clone, Debug)]
pub struct Book {
    /// The rules it states.
    pub rules: Arc<Rulebook>,
    /// The text they were read from.
    pub text: Arc<str>,
    /// BLAKE3 of the canonical form of its rules, in which comments and layout do not count. The words do not count
    /// either: what is settled depends on the rules alone, and a better sentence for a clause must not shut a table.
    pub digest: String,
    /// What its clauses require, in words, and the readings of its own.
    pub words: Arc<BookWords>,
    /// Whether it comes with the product, so that the proofs in its clause list are those of our tests.
    pub shipped: bool,
}

impl Book {
    /// Everything that its rules cite, in the order of the text.
    #[must_use]
    pub fn citations(&self) -> Vec<CitedLaw> {
        citations(&self.text)
    }
}

/// The rulebooks by code.
#[derive(Clone, Debug, Default)]
pub struct Books {
    books: BTreeMap<String, Book>,
}

impl Books {
    /// The shipped rulebooks.
    #[must_use]
    pub fn shipped() -> Books {
        static SHIPPED_BOOKS: OnceLock<Books> = OnceLock::new();
        SHIPPED_BOOKS
            .get_or_init(|| {
                let mut books = Books::default();
                for ((code, text), (_, list)) in SHIPPED.into_iter().zip(CLAUSE_LISTS) {
                    let files = BookFiles { clauses: Some(list.into()), ..BookFiles::rules_only(text) };
                    if let Err(faults) = books.put(&files, Origin::Shipped) {
                        // A shipped book that cannot be read is a build error; tests read them all.
                        panic!("the shipped rulebook {code} is damaged: {faults}");
                    }
                }
                books
            })
            .clone()
    }

    /// Adds a rulebook of which only the rules are known, replacing one with the same code, whose words it keeps.
    ///
    /// # Errors
    /// Its faults, each with its place.
    pub fn add(&mut self, text: &str) -> Result<Arc<Rulebook>, BookFaults> {
        self.add_files(&BookFiles::rules_only(text))
    }

    /// Adds a rulebook with its words, replacing one with the same code. It keeps the words for which it has no file.
    ///
    /// # Errors
    /// The faults of all its files, each with its place.
    pub fn add_files(&mut self, files: &BookFiles) -> Result<Arc<Rulebook>, BookFaults> {
        self.put(files, Origin::Added)
    }

    fn put(&mut self, files: &BookFiles, origin: Origin) -> Result<Arc<Rulebook>, BookFaults> {
        let text = &*files.rules;
        let code = code_of(text);
        let before = code.as_ref().and_then(|code| self.books.get(code));
        let none = BookWords::default();
        let known = before.map_or(&none, |book| &book.words);
        let words =
            book_words::read(code.as_deref(), origin, files.clauses.as_deref(), files.readings.as_deref(), known);
        let rules = match (Rulebook::parse_beside(text, &words.known), BookFaults::of(words.faults)) {
            (Ok(rules), None) => Arc::new(rules),
            (Ok(_), Some(faults)) | (Err(faults), None) => return Err(faults),
            (Err(faults), Some(more)) => return Err(faults.and(more)),
        };
        let digest = digest(text);
        let same = |book: &Book| book.shipped && book.digest == digest && *book.words == words.words;
        let shipped = origin == Origin::Shipped || before.is_some_and(same);
        let book = Book { rules: rules.clone(), text: text.into(), digest, words: Arc::new(words.words), shipped };
        self.books.insert(rules.code.clone(), book);
        Ok(rules)
    }

    /// A clause by its full id, in the words of its book.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.get(id.split_once(':')?.0)?.words.find(id)
    }

    /// A rulebook by code.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&Book> {
        self.books.get(code)
    }

    /// The codes, in alphabetical order.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.books.keys().map(String::as_str)
    }

    /// All books in the order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = &Book> {
        self.books.values()
    }
}

/// The code that a rulebook's text gives itself.
fn code_of(text: &str) -> Option<String> {
    let (document, _) = toml::de::DeTable::parse_recoverable(text);
    let code = document.get_ref().get("code")?.get_ref().as_str()?;
    is_code(code).then(|| code.to_owned())
}

/// BLAKE3 of a TOML text's content: keys in order, no comments, no layout.
#[must_use]
pub fn digest(text: &str) -> String {
    let canonical = text
        .parse::<toml::Table>()
        .ok()
        .and_then(|table| toml::to_string(&table).ok())
        .unwrap_or_else(|| text.to_owned());
    blake3::hash(canonical.as_bytes()).to_hex().to_string()
}
