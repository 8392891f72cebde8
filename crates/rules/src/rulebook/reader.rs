//! Reads a rulebook from TOML and reports everything that is wrong with it, and where.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use super::Rulebook;
use super::choosable::closed_choices;
use super::citations::KnownLaw;
use super::currency::currency_of;
use super::mending::{Mending, PathStep};
use crate::currency::canonize;

/// The files that a rulebook is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BookFile {
    /// The rules.
    Rules,
    /// The clause list.
    Clauses,
    /// The readings of its own.
    Readings,
}

/// One thing that is wrong with a rulebook: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// The file it is in.
    pub file: BookFile,
    /// What is wrong and what was expected.
    pub message: String,
    /// What to write instead, as an example; empty where there is none.
    pub help: String,
    /// The place, as a byte range of the text.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl BookFault {
    /// A fault at a byte range of a file's text.
    pub(crate) fn at(file: BookFile, text: &str, span: Range<usize>, message: String, help: String) -> BookFault {
        let (line, column) = place_of(text, span.start);
        BookFault { file, message, help, span, line, column }
    }
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file {
            BookFile::Rules => {}
            BookFile::Clauses => f.write_str("clause list, ")?,
            BookFile::Readings => f.write_str("readings, ")?,
        }
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        if !self.help.is_empty() {
            write!(f, "; {}", self.help)?;
        }
        Ok(())
    }
}

/// Why a rulebook cannot be read: its faults in the order of the text, at least one. While the text is not TOML, only
/// that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFaults(Vec<BookFault>);

impl BookFaults {
    /// These faults, if there are any, file by file and in the order of each text.
    pub(crate) fn of(mut faults: Vec<BookFault>) -> Option<BookFaults> {
        faults.sort_by_key(|fault| (fault.file, fault.span.start));
        (!faults.is_empty()).then_some(BookFaults(faults))
    }

    /// These faults, and those of another file after them.
    pub(crate) fn and(mut self, others: BookFaults) -> BookFaults {
        self.0.extend(others.0);
        self
    }

    /// The faults.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &BookFault> {
        self.0.iter()
    }
}

impl fmt::Display for BookFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BookFaults {}

/// Where in the book a contradiction is: a key, or one of several tables.
#[derive(Clone, Debug)]
pub(super) enum Pointer {
    /// A key of the top table or of a section.
    Key(Vec<&'static str>),
    /// A section, or another one if the book lacks it.
    Section(&'static str, &'static str),
    /// The paytable with this number, from 0.
    Paytable(usize),
    /// A key of that paytable, and of a list the item with a number.
    InPaytable(usize, &'static str, Option<usize>),
    /// The alternative settlement order with this number, from 0.
    Alternative(usize),
    /// A key of the pass with the second number in that alternative.
    Pass(usize, usize, &'static str),
}

impl Pointer {
    pub(super) fn keys(path: &[&'static str]) -> Pointer {
        Pointer::Key(path.to_vec())
    }

    /// The keys that lead there, and the number in a list.
    fn path(&self) -> (&[&'static str], Option<usize>) {
        match self {
            Pointer::Key(path) => (path, None),
            Pointer::Section(name, _) => (std::slice::from_ref(name), None),
            Pointer::Paytable(index) | Pointer::InPaytable(index, ..) => (&["paytable"], Some(*index)),
            Pointer::Alternative(index) | Pointer::Pass(index, ..) => (&["settlement", "alternative"], Some(*index)),
        }
    }

    /// What it points at within the item of that list.
    const fn within(&self) -> Option<(&'static str, Option<usize>)> {
        match self {
            Pointer::InPaytable(_, key, item) => Some((key, *item)),
            Pointer::Pass(_, pass, _) => Some(("pass", Some(*pass))),
            Pointer::Key(_) | Pointer::Section(..) | Pointer::Paytable(_) | Pointer::Alternative(_) => None,
        }
    }

    /// The way to it, as far as the item of the list: whatever is mended within an item, the rest of it may contradict.
    fn steps(&self) -> Vec<PathStep> {
        let (path, index) = self.path();
        path.iter().map(|key| PathStep::Key((*key).to_owned())).chain(index.map(PathStep::Item)).collect()
    }

    /// The place of the key or id, or else the nearest thing around it.
    fn find(&self, text: &str, root: &DeTable<'_>) -> Range<usize> {
        if let Pointer::Section(name, other) = self
            && !root.contains_key(*name)
        {
            return Pointer::Key(vec![other]).find(text, root);
        }
        let (path, index) = self.path();
        let mut place = 0..0;
        let mut table = Some(root);
        for name in path {
            let Some((key, value)) = table.and_then(|table| table.get_key_value(*name)) else { return place };
            // A section starts at its header, anything else at its key.
            let headed = value.get_ref().is_table() && text.as_bytes().get(value.span().start) == Some(&b'[');
            place = if headed { value.span() } else { key.span().start..value.span().end };
            table = value.get_ref().as_table();
            let item = index.and_then(|index| value.get_ref().as_array()?.get(index));
            if let Some(item) = item {
                place = item.span();
                let keyed = |name: &str| item.get_ref().as_table().and_then(|table| table.get_key_value(name));
                let id = keyed("id");
                place = id.map_or(place, |(key, value)| key.span().start..value.span().end);
                if let Some((within, at)) = self.within()
                    && let Some((key, value)) = keyed(within)
                {
                    let listed = at.and_then(|at| value.get_ref().as_array()?.get(at));
                    place = listed.map_or(key.span().start..value.span().end, Spanned::span);
                    // A table under a header of its own is far from what is wrong with it.
                    if let (Pointer::Pass(_, _, last), Some(pass)) = (self, listed)
                        && let Some((key, value)) = pass.get_ref().as_table().and_then(|pass| pass.get_key_value(*last))
                    {
                        place = key.span().start..value.span().end;
                    }
                }
            }
        }
        place
    }
}

/// The line and column of a byte, both from 1.
pub(crate) fn place_of(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
    (line, column)
}

/// How many faults are looked for: whoever makes more has chosen another kind of file.
const FAULTS_MAX: usize = 200;

impl Rulebook {
    /// Reads a rulebook without a clause list and without readings of its own.
    ///
    /// # Errors
    /// Its faults, each with its place and what was expected.
    pub fn parse(text: &str) -> Result<Rulebook, BookFaults> {
        Rulebook::parse_beside(text, &KnownLaw::default())
    }

    /// Reads a rulebook whose citations lead to this law.
    pub(crate) fn parse_beside(text: &str, known: &KnownLaw) -> Result<Rulebook, BookFaults> {
        let (document, syntax) = DeTable::parse_recoverable(text);
        let mut faults = Vec::new();
        let mut fault = |message: String, help: String, span: Range<usize>| {
            faults.push(BookFault::at(BookFile::Rules, text, span, message, help));
        };
        if !syntax.is_empty() {
            for error in syntax {
                let span = error.span().unwrap_or(0..0);
                let message = unquoted(text, &span).unwrap_or_else(|| error.message().trim_end().to_owned());
                fault(message, String::new(), span);
            }
            return Err(BookFaults(faults));
        }
        if let Some((named, _)) = document.get_ref().get_key_value("rulebook")
            && !document.get_ref().contains_key("code")
        {
            let help = "give it with --house, and here the rulebook that it stands under";
            fault("this is a house and not a rulebook".to_owned(), help.to_owned(), named.span());
            return Err(BookFaults(faults));
        }
        let currency = currency_of(document.get_ref());
        let mut written = document.clone();
        let foreign = canonize(written.get_mut(), &currency);
        let mut mending = Mending::new(written);
        let mut left = FAULTS_MAX;
        let book = loop {
            match mending.read() {
                Ok(book) => break Some(book),
                Err(_) if left == 0 => break None,
                Err(damage) => {
                    mending.mend(&damage);
                    let help = damage.help();
                    // What was put in has no place of its own.
                    let span = if damage.span.end <= text.len() { damage.span } else { 0..0 };
                    fault(damage.message, help, span);
                    left -= 1;
                }
            }
        };
        for (pointer, message) in book.iter().flat_map(Rulebook::contradictions) {
            // What was mended contradicts nothing that the text says.
            if !mending.touched(&pointer.steps()) {
                fault(message, String::new(), pointer.find(text, document.get_ref()));
            }
        }
        for closed in closed_choices(document.get_ref()) {
            if !mending.touched(&closed.path) {
                fault(closed.message, String::new(), closed.span);
            }
        }
        for (span, message, help) in known.misled(text, document.get_ref()) {
            fault(message, help, span);
        }
        for fault in &mut faults {
            fault.message = currency.say(&fault.message).into_owned();
            fault.help = currency.say(&fault.help).into_owned();
        }
        // These name amounts as the book has them.
        let foreign = foreign.into_iter();
        faults.extend(foreign.map(|amount| {
            BookFault::at(
                BookFile::Rules,
                text,
                amount.span,
                format!("{}: {}", amount.key, amount.message),
                String::new(),
            )
        }));
        match book {
            Some(book) if faults.is_empty() => Ok(book),
            _ => {
                faults.sort_by_key(|fault| fault.span.start);
                Err(BookFaults(faults))
            }
        }
    }
}

/// What to say of a text without quotation marks, which TOML takes for a broken number.
fn unquoted(text: &str, span: &Range<usize>) -> Option<String> {
    let start = text.get(..span.start)?.rfind('\n').map_or(0, |at| at + 1);
    let (key, value) = text.get(start..)?.lines().next()?.split_once('=')?;
    let value = value.split('#').next()?.trim();
    let word = value.chars().all(|c| c.is_ascii_alphanumeric() || "-_ ".contains(c))
        && value.starts_with(|c: char| c.is_ascii_alphabetic());
    (word && !matches!(value, "true" | "false" | "nan" | "inf"))
        .then(|| format!("a text stands in quotation marks: expected {} = \"{value}\"", key.trim()))
}
