//! The rulebooks that come with the product, and those that a user adds or replaces them with.
//!
//! This is the only place that knows which books there are.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::rulebook::{BookFaults, Rulebook};

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

/// The clause list of each shipped rulebook; see [`crate::clauses`].
pub(crate) const CLAUSE_LISTS: [(&str, &str); 5] = [
    ("md2014", include_str!("../../../rulebooks/clauses/md2014.tsv")),
    ("md14", include_str!("../../../rulebooks/clauses/md14.tsv")),
    ("ma", include_str!("../../../rulebooks/clauses/ma.tsv")),
    ("tribal", include_str!("../../../rulebooks/clauses/tribal.tsv")),
    ("sd", include_str!("../../../rulebooks/clauses/sd.tsv")),
];

/// One rulebook, with its text and a digest of its content.
#[derive(Clone, Debug)]
pub struct Book {
    /// The rules it states.
    pub rules: Arc<Rulebook>,
    /// The text they were read from.
    pub text: Arc<str>,
    /// BLAKE3 of the canonical form, in which comments and layout do not count.
    pub digest: String,
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
                for (code, text) in SHIPPED {
                    if let Err(faults) = books.add(text) {
                        // A shipped book that cannot be read is a build error; tests read them all.
                        panic!("the shipped rulebook {code} is damaged: {faults}");
                    }
                }
                books
            })
            .clone()
    }

    /// Adds a rulebook, replacing one with the same code.
    ///
    /// # Errors
    /// Its faults, each with its place.
    pub fn add(&mut self, text: &str) -> Result<Arc<Rulebook>, BookFaults> {
        let rules = Arc::new(Rulebook::parse(text)?);
        let book = Book { rules: rules.clone(), text: text.into(), digest: digest(text) };
        self.books.insert(rules.code.clone(), book);
        Ok(rules)
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
