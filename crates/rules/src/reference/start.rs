//! The commented start of a new rulebook: a book that is there, under another code, with a placeholder for each clause.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::examples::{Examples, join};
use super::places::{self, Form, Place};
use super::schema::described;
use super::text::{about, choices};
use crate::books::Book;
use crate::clause::ClauseId;

/// The keys whose values are clauses.
const CLAUSES: [&str; 5] = ["clauses", "clause", "manual_shoe", "hand", "automated_shoe"];

/// The longest line of the file, where it can be broken.
const WIDTH: usize = 110;

impl ClauseId {
    /// Whether it only stands where a clause is to be written, as [`start`] writes it.
    #[must_use]
    pub fn is_placeholder(&self) -> bool {
        self.as_str().split_once(':').is_some_and(|(_, number)| number.starts_with('?'))
    }
}

/// A commented start of the rulebook `code`, which says what another one says and cites nothing yet.
///
/// # Errors
/// Whether the code can be no rulebook's.
pub fn start(code: &str, model: &Book) -> Result<String, BadCode> {
    let sound = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if code.is_empty() || !code.chars().all(sound) {
        return Err(BadCode(code.to_owned()));
    }
    // A book that was read is TOML.
    let mut book: Table = model.text.parse().unwrap_or_default();
    unclaim(&mut book, code);
    book.insert("code".to_owned(), code.into());
    book.insert("title".to_owned(), "The title of the document".into());
    book.insert("authority".to_owned(), "Who issued it".into());
    book.insert("standing".to_owned(), "draft".into());
    let schema = described();
    let start = Start { places: places::all(&schema), words: places::vocabularies(&schema) };
    let mut out = format!(
        "# A rulebook begun from {}. Write your document's values and clauses, from the top to the bottom:\n\
         # \"{code}:?…\" is a placeholder, which names the clause of {} that says this there, or the reading by which it is\n\
         # taken so (`queenhigh rules readings`). Cite a reading of your own where your document leaves something unclear.\n\
         # `queenhigh --rulebook THIS.toml rules show {code}` reads it and lists what is still to be written.\n\
         # docs/rulebooks.md, or `queenhigh rules reference`, explains every key and word.\n",
        model.rules.code, model.rules.code
    );
    start.table(&mut out, "", &book, true);
    Ok(out)
}

/// A code that no rulebook can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no code of a rulebook: expected lower-case letters, digits and hyphens, such as \"xy\"")]
pub struct BadCode(String);

/// Replaces every clause by a placeholder, and takes out what only the model's document can say: its notes, its readings,
/// and what must be confirmed because of them. A rule that rests on a reading alone gets a placeholder that names it.
fn unclaim(table: &mut Table, code: &str) {
    table.remove("note");
    table.remove("confirm");
    if let Some(Value::Array(readings)) = table.remove("readings")
        && !["clauses", "clause"].iter().any(|key| table.contains_key(*key))
    {
        let ids =
            readings.iter().filter_map(Value::as_integer).map(|number| format!("{code}:?READING-{number}").into());
        table.insert("clauses".to_owned(), Value::Array(ids.collect()));
    }
    for (key, value) in table.iter_mut() {
        match value {
            Value::String(id) if key == "clause" => *id = placeholder(id, code),
            Value::Array(ids) if CLAUSES.contains(&key.as_str()) => {
                for id in ids {
                    if let Value::String(id) = id {
                        *id = placeholder(id, code);
                    }
                }
            }
            Value::Table(inner) => unclaim(inner, code),
            Value::Array(list) => {
                list.iter_mut().filter_map(Value::as_table_mut).for_each(|inner| unclaim(inner, code))
            }
            _ => {}
        }
    }
}

fn placeholder(id: &str, code: &str) -> String {
    let number = id.split_once(':').map_or(id, |(_, number)| number);
    format!("{code}:?{}", number.trim_start_matches('?'))
}

struct Start {
    places: Vec<Place>,
    words: std::collections::BTreeMap<String, places::Words>,
}

impl Start {
    /// The keys of a table, and then the tables within it.
    fn table(&self, out: &mut String, path: &str, table: &Table, explained: bool) {
        let mut keys: Vec<(&String, &Value)> = table.iter().collect();
        keys.sort_by_key(|(key, _)| Examples::of_books().rank(&join(path, key)));
        let (sections, plain): (Vec<_>, Vec<_>) =
            keys.into_iter().partition(|(key, value)| self.is_section(path, key, value));
        for (key, value) in plain {
            if explained {
                self.comment(out, &join(path, key));
            }
            let _ = writeln!(out, "{key} = {}", written(value));
        }
        if explained {
            self.absent(out, path, table);
        }
        for (key, value) in sections {
            let inner = join(path, key);
            let header = |out: &mut String, open: &str, close: &str, explained: bool| {
                out.push('\n');
                if explained {
                    self.comment(out, &inner);
                }
                let _ = writeln!(out, "{open}{inner}{close}");
            };
            match value {
                Value::Table(table) => {
                    header(out, "[", "]", explained);
                    self.table(out, &inner, table, explained);
                }
                Value::Array(list) => {
                    // The first of several is explained, and the others are like it.
                    for (i, table) in list.iter().filter_map(Value::as_table).enumerate() {
                        let explained = explained && i == 0;
                        header(out, "[[", "]]", explained);
                        self.table(out, &inner, table, explained);
                    }
                }
                _ => {}
            }
        }
    }

    fn place(&self, path: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.path == path)
    }

    /// Whether a value gets a header of its own: a table that is not one rule, or a list of tables with lists in them.
    fn is_section(&self, path: &str, key: &str, value: &Value) -> bool {
        let Some(place) = self.place(&join(path, key)) else { return false };
        match (&place.form, value) {
            (Form::Table(_), Value::Table(_)) => !place.word,
            (Form::Tables(_), Value::Array(list)) => {
                let lists = |table: &Table| {
                    table.values().any(|inner| inner.as_array().is_some_and(|list| list.iter().any(Value::is_table)))
                };
                list.iter().filter_map(Value::as_table).any(lists)
            }
            _ => false,
        }
    }

    /// What a key says and what can stand there.
    fn comment(&self, out: &mut String, path: &str) {
        let Some(place) = self.place(path) else { return };
        let said = if place.word { place.about.clone() } else { about(place) };
        let choices = choices(place, &self.words);
        comment(out, &format!("{said} {choices}"));
    }

    /// The keys that the model leaves out.
    fn absent(&self, out: &mut String, path: &str, table: &Table) {
        let within = |place: &&Place| place.path.rsplit_once('.').map_or("", |(around, _)| around) == path;
        let missing: Vec<&str> = self
            .places
            .iter()
            .filter(within)
            .filter_map(|place| place.path.rsplit('.').next())
            .filter(|key| !table.contains_key(*key))
            .collect();
        if !missing.is_empty() {
            comment(out, &format!("Not here, but possible: {}.", missing.join(", ")));
        }
    }
}

/// Writes a comment in lines that a screen can hold.
pub(crate) fn comment(out: &mut String, text: &str) {
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{line}");
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}

/// A value as a file writes it; a list of tables with one in each line.
fn written(value: &Value) -> String {
    match value {
        Value::Table(table) => {
            let mut keys: Vec<&String> = table.keys().collect();
            keys.sort_by_key(|key| FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len()));
            let law = |key: &&&String| {
                CLAUSES.contains(&key.as_str()) || ["readings", "note", "physical"].contains(&key.as_str())
            };
            let (last, first): (Vec<&String>, Vec<&String>) = keys.into_iter().partition(|key| law(&key));
            let entries =
                first.into_iter().chain(last).filter_map(|key| Some(format!("{key} = {}", written(table.get(key)?))));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) if list.iter().any(Value::is_table) => {
            let lines: String = list.iter().map(|item| format!("  {},\n", written(item))).collect();
            format!("[\n{lines}]")
        }
        Value::Array(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

/// The order of the keys within a rule or a line.
const FIRST: [&str; 16] = [
    "is", "one_of", "exactly", "at_least", "at_most", "default", "stated", "meter", "needed", "by", "take", "hand",
    "players", "stake", "pays", "wagers",
];
