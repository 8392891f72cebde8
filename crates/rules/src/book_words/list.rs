//! Reads a clause list: a line for each clause, with tabs between the cells, under a line that names the columns.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::clause::ClauseId;
use crate::clauses::{Clause, ClauseKind, How, parts};
use crate::rulebook::{BookFault, BookFile, KnownLaw};
use crate::words::distance;

/// Where a list comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// With the product: where each clause is honoured and what proves it was written by a test run.
    Shipped,
    /// From a user: no test run knows it.
    Added,
}

/// The columns that a list may have, and whether it must.
const COLUMNS: [(&str, bool); 7] = [
    ("id", true),
    ("kind", true),
    ("how", true),
    ("where", false),
    ("proof", false),
    ("readings", false),
    ("requirement", true),
];

const HEADER: &str = "for example id<tab>kind<tab>how<tab>readings<tab>requirement";

/// A cell with its place in the text.
type Cell<'t> = (&'t str, Range<usize>);

/// Reads a list, and the id of each line, also where the line is wrong otherwise.
pub(super) fn read(
    text: &str,
    code: Option<&str>,
    origin: Origin,
    known: &KnownLaw,
    ids: &mut BTreeSet<String>,
    faults: &mut Vec<BookFault>,
) -> Vec<Clause> {
    let mut reader = ListReader { text, code, origin, known, first: BTreeMap::new(), told: BTreeSet::new(), faults };
    let lines: Vec<(usize, Vec<Cell<'_>>)> = lines(text).collect();
    let Some(((_, header), rows)) = lines.split_first() else {
        reader.fault(0..0, "the clause list is empty: expected a line that names its columns", HEADER);
        return Vec::new();
    };
    let Some(columns) = reader.columns(header) else { return Vec::new() };
    if rows.is_empty() {
        let line = reader.line();
        reader.fault(0..header.last().map_or(0, |cell| cell.1.end), "the clause list names no clause", &line);
    }
    let clauses = rows.iter().filter_map(|(line, cells)| reader.clause(*line, &columns, cells)).collect();
    ids.extend(reader.first.into_keys());
    clauses
}

/// The lines that hold anything, each with its number and its cells.
fn lines(text: &str) -> impl Iterator<Item = (usize, Vec<Cell<'_>>)> {
    let mut start = 0;
    text.split_inclusive('\n').enumerate().filter_map(move |(i, whole)| {
        // Spreadsheets write a mark of their own before the first letter, and both characters at the end of a line.
        let mark = if i == 0 && whole.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let line = whole.get(mark..).unwrap_or_default().trim_end_matches(['\n', '\r']);
        let mut at = start + mark;
        start += whole.len();
        let cells = line.split('\t').map(|cell| {
            let span = at..at + cell.len();
            at = span.end + 1;
            (cell, span)
        });
        (!line.trim().is_empty()).then(|| (i + 1, cells.collect()))
    })
}

/// A cell without the quotation marks that a spreadsheet puts around it where the text has some of its own, which it
/// then doubles.
fn without_quotes(cell: &str) -> &str {
    let inner = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| inner.replace("\"\"", "").find('"').is_none()).map_or(cell, str::trim)
}

/// The place of a line.
fn whole(cells: &[Cell<'_>]) -> Range<usize> {
    cells.first().map_or(0, |cell| cell.1.start)..cells.last().map_or(0, |cell| cell.1.end)
}

struct ListReader<'r> {
    text: &'r str,
    code: Option<&'r str>,
    origin: Origin,
    known: &'r KnownLaw,
    /// The line of each id.
    first: BTreeMap<String, usize>,
    /// The columns that were already refused.
    told: BTreeSet<&'static str>,
    faults: &'r mut Vec<BookFault>,
}

impl ListReader<'_> {
    fn fault(&mut self, span: Range<usize>, message: impl Into<String>, help: &str) {
        self.faults.push(BookFault::at(BookFile::Clauses, self.text, span, message.into(), help.to_owned()));
    }

    /// A line of this list as an example.
    fn line(&self) -> String {
        let code = self.code.unwrap_or("my-state");
        format!("for example {code}:1.1<tab>wager<tab>enforce<tab>101<tab>The ante is placed before the deal.")
    }

    /// The columns in the order of the list.
    fn columns(&mut self, header: &[Cell<'_>]) -> Option<Vec<&'static str>> {
        let mut columns = Vec::new();
        let mut sound = true;
        for (name, span) in header {
            match COLUMNS.iter().find(|(known, _)| known == name) {
                Some((known, _)) if columns.contains(known) => {
                    self.fault(span.clone(), format!("the column \"{known}\" is named twice"), HEADER);
                    sound = false;
                }
                Some((known, _)) => columns.push(*known),
                None => {
                    let all = COLUMNS.map(|(known, _)| known).join(", ");
                    let message = format!("\"{name}\" is not a column of a clause list: expected {all}");
                    self.fault(span.clone(), message, HEADER);
                    sound = false;
                }
            }
        }
        for (name, needed) in COLUMNS {
            if needed && sound && !columns.contains(&name) {
                self.fault(
                    whole(header),
                    format!("the list has no column \"{name}\": expected it in the first line"),
                    HEADER,
                );
                sound = false;
            }
        }
        sound.then_some(columns)
    }

    fn clause(&mut self, line: usize, columns: &[&'static str], cells: &[Cell<'_>]) -> Option<Clause> {
        let whole = whole(cells);
        let cell = |name: &str| -> Cell<'_> {
            let at = columns.iter().position(|column| *column == name);
            let found = at.and_then(|at| cells.get(at));
            found.map_or(("", whole.clone()), |(text, span)| (without_quotes(text.trim()), span.clone()))
        };
        if cells.len() != columns.len() {
            let count = if cells.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", cells.len()) };
            let message = format!("{count} in this line: expected {}, with tabs between them", columns.len());
            let help = format!("the columns are {}", columns.join(", "));
            self.fault(whole.clone(), message, &help);
            // The line is there, whatever it says: what cites its id is no fault.
            if ClauseId::parse(cell("id").0).is_some() {
                self.id(line, cell("id"));
            }
            return None;
        }
        let id = self.id(line, cell("id"));
        let kind = self.word(cell("kind"), ClauseKind::ALL, ClauseKind::word, "a kind of clause");
        let how = self.word(cell("how"), How::ALL, How::word, "how a clause is honoured");
        let [homes, proofs] = ["where", "proof"].map(|name| self.written_by_tests(name, cell(name)));
        let readings = self.readings(cell("readings"));
        let (requirement, span) = cell("requirement");
        if requirement.is_empty() {
            let message = "the requirement is empty: expected what the clause says, in one or two plain sentences";
            self.fault(span, message, "for example The ante is placed before the deal.");
        }
        Some(Clause {
            id: id?,
            kind: kind?,
            how: how?,
            homes,
            proofs,
            readings,
            requirement: requirement.replace("\"\"", "\""),
        })
    }

    /// An id of this book that no line before has.
    fn id(&mut self, line: usize, (text, span): Cell<'_>) -> Option<String> {
        let code = self.code.unwrap_or("my-state");
        let Some(id) = ClauseId::parse(text) else {
            let message =
                format!("\"{text}\" is not a clause id: expected the book's code, a colon and the printed number");
            self.fault(span, message, &format!("for example {code}:1.1"));
            return None;
        };
        if self.code.is_some_and(|code| code != id.book()) {
            let number = text.split_once(':').map_or("", |(_, number)| number);
            let message = format!("{id} is a clause of another book: expected one of {code}");
            self.fault(span, message, &format!("for example {code}:{number}"));
            return None;
        }
        if let Some(first) = self.first.get(text) {
            let message = format!("{id} stands in line {first} already: expected each clause once");
            self.fault(span, message, &format!("for example {id}#2 for a second requirement of the same clause"));
            return None;
        }
        self.first.insert(text.to_owned(), line);
        Some(text.to_owned())
    }

    /// A word of a vocabulary.
    fn word<T: Copy>(
        &mut self,
        (text, span): Cell<'_>,
        all: &[T],
        word: fn(T) -> &'static str,
        what: &str,
    ) -> Option<T> {
        let found = all.iter().copied().find(|value| word(*value) == text);
        if found.is_none() {
            let words: Vec<&str> = all.iter().map(|value| word(*value)).collect();
            let message = format!("\"{text}\" is not {what}: expected one of {}", words.join(", "));
            let nearest = words.iter().min_by_key(|word| distance(word, text)).copied().unwrap_or_default();
            self.fault(span, message, &format!("for example {nearest}"));
        }
        found
    }

    /// What only a test run can know. It is refused of others, once for each column, because nothing would check it.
    fn written_by_tests(&mut self, name: &'static str, (text, span): Cell<'_>) -> Vec<String> {
        if self.origin == Origin::Added && !text.is_empty() {
            if self.told.insert(name) {
                let message =
                    format!("the column `{name}` is written by the tests of shipped books: expected it empty");
                self.fault(span, message, "leave the column out: the keys that cite a clause are found in the book");
            }
            return Vec::new();
        }
        parts(text).map(str::to_owned).collect()
    }

    fn readings(&mut self, (text, span): Cell<'_>) -> Vec<u8> {
        let mut numbers = Vec::new();
        for part in parts(text) {
            match part.parse::<u8>() {
                Ok(number) if self.known.has_reading(number) => numbers.push(number),
                Ok(number) => {
                    let (message, _) = self.known.no_reading(number);
                    self.fault(span.clone(), message, "for example 3, or 3,101 for two of them");
                }
                Err(_) => {
                    let message = format!("\"{part}\" is not the number of a reading");
                    self.fault(span.clone(), message, "for example 3, or 3,101 for two of them");
                }
            }
        }
        numbers
    }
}
