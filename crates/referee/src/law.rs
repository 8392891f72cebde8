//! The five documents by name, the rules that the referee checks, and what it says when one is broken.
//!
//! This and the list of shipped books are the only places in the product's libraries where code names jurisdictions.
//! Each rule was written from the documents and not from the rulebooks' data, so that an error in the data cannot hide
//! itself.

use std::fmt;

use rules::ClauseId;

/// One of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Book {
    /// Maryland, the draft of 2014.
    Md2014,
    /// Maryland, the Standard Rules, version 1.4.
    Md14,
    /// Massachusetts.
    Ma,
    /// The tribal standards.
    Tribal,
    /// South Dakota.
    Sd,
}

impl Book {
    /// The document with this code; none for a book that a user added.
    #[must_use]
    pub fn of(code: &str) -> Option<Book> {
        match code {
            "md2014" => Some(Book::Md2014),
            "md14" => Some(Book::Md14),
            "ma" => Some(Book::Ma),
            "tribal" => Some(Book::Tribal),
            "sd" => Some(Book::Sd),
            _ => None,
        }
    }

    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Book::Md2014 => "md2014",
            Book::Md14 => "md14",
            Book::Ma => "ma",
            Book::Tribal => "tribal",
            Book::Sd => "sd",
        }
    }

    /// Whether it is one of the two Maryland texts.
    #[must_use]
    pub const fn is_md(self) -> bool {
        matches!(self, Book::Md2014 | Book::Md14)
    }
}

/// Printed numbers of clauses, without the book's code.
type Numbers = &'static [&'static str];

/// One rule, and where each document states it. It binds only where a document does.
#[derive(Debug)]
pub struct Rule {
    /// Its name, under which violations are counted.
    pub name: &'static str,
    md2014: Numbers,
    md14: Numbers,
    ma: Numbers,
    tribal: Numbers,
    sd: Numbers,
    /// The readings by which unclear words are understood.
    pub readings: &'static [u8],
}

/// A rule that no document has stated yet.
pub(crate) const fn rule(name: &'static str) -> Rule {
    Rule { name, md2014: &[], md14: &[], ma: &[], tribal: &[], sd: &[], readings: &[] }
}

impl Rule {
    /// Where both Maryland texts state it.
    pub(crate) const fn md(mut self, numbers: Numbers) -> Rule {
        self.md2014 = numbers;
        self.md14 = numbers;
        self
    }

    /// Where the draft states it, if not at the place of version 1.4.
    pub(crate) const fn md2014(mut self, numbers: Numbers) -> Rule {
        self.md2014 = numbers;
        self
    }

    /// Where version 1.4 states it, if not at the place of the draft.
    pub(crate) const fn md14(mut self, numbers: Numbers) -> Rule {
        self.md14 = numbers;
        self
    }

    /// Where Massachusetts states it.
    pub(crate) const fn ma(mut self, numbers: Numbers) -> Rule {
        self.ma = numbers;
        self
    }

    /// Where the tribal standards state it.
    pub(crate) const fn tribal(mut self, numbers: Numbers) -> Rule {
        self.tribal = numbers;
        self
    }

    /// Where South Dakota states it.
    pub(crate) const fn sd(mut self, numbers: Numbers) -> Rule {
        self.sd = numbers;
        self
    }

    /// By which readings it is understood.
    pub(crate) const fn reading(mut self, numbers: &'static [u8]) -> Rule {
        self.readings = numbers;
        self
    }

    /// The numbers under which a document states it; none where it does not bind.
    #[must_use]
    pub const fn numbers(&self, book: Book) -> Numbers {
        match book {
            Book::Md2014 => self.md2014,
            Book::Md14 => self.md14,
            Book::Ma => self.ma,
            Book::Tribal => self.tribal,
            Book::Sd => self.sd,
        }
    }
}

/// What the referee objects to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The rule's name.
    pub rule: &'static str,
    /// The clauses that were broken.
    pub clauses: Vec<ClauseId>,
    /// The readings by which they are understood.
    pub readings: &'static [u8],
    /// What happened, in a plain sentence.
    pub says: String,
}

impl Objection {
    /// The clauses in the words of the product's clause lists.
    pub fn words(&self) -> Vec<String> {
        let books = rules::Books::shipped();
        let found = self.clauses.iter().filter_map(|id| books.clause(id.as_str()));
        found.map(|clause| clause.requirement.clone()).collect()
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.says)?;
        for clause in &self.clauses {
            write!(f, " [{clause}]")?;
        }
        for reading in self.readings {
            write!(f, " [READING {reading}]")?;
        }
        for words in self.words() {
            write!(f, "\n    {words}")?;
        }
        Ok(())
    }
}

/// What the referee says about one command: an empty list when everything was in order.
#[derive(Debug)]
pub(crate) struct Whistle {
    book: Book,
    pub(crate) objections: Vec<Objection>,
}

impl Whistle {
    pub(crate) fn new(book: Book) -> Whistle {
        Whistle { book, objections: Vec::new() }
    }

    /// Objects, where the document states the rule.
    pub(crate) fn blow(&mut self, rule: &'static Rule, says: impl FnOnce() -> String) {
        let numbers = rule.numbers(self.book);
        if numbers.is_empty() {
            return;
        }
        let id = |number: &&str| ClauseId::parse(&format!("{}:{number}", self.book.code()));
        let clauses = numbers.iter().filter_map(id).collect();
        self.objections.push(Objection { rule: rule.name, clauses, readings: rule.readings, says: says() });
    }

    /// Objects unless something holds.
    pub(crate) fn need(&mut self, holds: bool, rule: &'static Rule, says: impl FnOnce() -> String) {
        if !holds {
            self.blow(rule, says);
        }
    }
}
