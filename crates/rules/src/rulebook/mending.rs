//! Reads on after a fault. Whatever cannot be read is replaced by what a shipped book says in that place, so that one
//! reading also finds the faults behind the first.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use serde_path_to_error::Segment;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::Rulebook;
use crate::books::{MADE_UP, SHIPPED};
use crate::words::distance;

/// One step on the way to a place in the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathStep {
    Key(String),
    Item(usize),
}

/// Something that cannot be read.
pub(super) struct BadPart {
    /// The way to the table that it is in, or to the value that it is.
    pub(super) path: Vec<PathStep>,
    /// The key that the table lacks, if that is the fault.
    pub(super) missing: Option<String>,
    pub(super) message: String,
    /// The place, as a byte range of the text.
    pub(super) span: Range<usize>,
}

/// A book that is mended while it is read.
pub(super) struct Mending<'t> {
    document: Spanned<DeTable<'t>>,
    /// The places that were mended: what the rest of the book says about them proves nothing.
    mended: Vec<Vec<PathStep>>,
}

/// The keys by which a rule names its values.
const VALUES: [&str; 6] = ["is", "one_of", "exactly", "at_least", "at_most", "default"];

/// The place of what was put in: no place of the text.
const NOWHERE: Range<usize> = usize::MAX..usize::MAX;

/// A clause id that can be read.
const SOME_CLAUSE: &str = "some:1";

impl<'t> Mending<'t> {
    pub(super) fn new(document: Spanned<DeTable<'t>>) -> Mending<'t> {
        Mending { document, mended: Vec::new() }
    }

    /// Reads the book as it now is.
    pub(super) fn read(&self) -> Result<Rulebook, BadPart> {
        let reader = toml::Deserializer::from(self.document.clone());
        serde_path_to_error::deserialize(reader).map_err(|error| {
            let step = |segment: &Segment| match segment {
                Segment::Map { key } => Some(PathStep::Key(key.clone())),
                Segment::Seq { index } => Some(PathStep::Item(*index)),
                Segment::Enum { .. } | Segment::Unknown => None,
            };
            let path = error.path().iter().filter_map(step).collect();
            let message = error.inner().message().trim_end().to_owned();
            let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
            let missing = missing.map(str::to_owned);
            BadPart { path, missing, message: plainly(&message), span: error.inner().span().unwrap_or(0..0) }
        })
    }

    /// Whether a place, or something around or inside it, was mended.
    pub(super) fn touched(&self, path: &[PathStep]) -> bool {
        self.mended.iter().any(|mended| mended.iter().zip(path).all(|(a, b)| a == b))
    }

    /// Puts something readable in the place of the damage.
    pub(super) fn mend(&mut self, damage: &BadPart) {
        if self.drop_key(damage) {
            return;
        }
        let path = damage.full_path();
        self.mended.push(path.clone());
        if !self.cite(damage) && !self.replace(&path) {
            self.drop_nearest(&path);
        }
    }

    /// Removes a key that cannot be read itself, wherever its value leads.
    fn drop_key(&mut self, damage: &BadPart) -> bool {
        let Some(table) = find_table(self.document.get_mut(), &damage.path) else { return false };
        let Some(key) = table.keys().find(|key| key.span() == damage.span).cloned() else { return false };
        table.remove(&key);
        let dropped = PathStep::Key(key.into_inner().into_owned());
        self.mended.push(damage.path.iter().cloned().chain([dropped]).collect());
        true
    }

    /// Lets a rule that rests on nothing rest on some clause.
    fn cite(&mut self, damage: &BadPart) -> bool {
        if !damage.message.contains("cites nothing") && !damage.message.contains("expected `clauses") {
            return false;
        }
        let Some(table) = find_table(self.document.get_mut(), &damage.path) else { return false };
        let mut clauses = DeArray::new();
        clauses.push(Spanned::new(NOWHERE, DeValue::String(Cow::Borrowed(SOME_CLAUSE))));
        table.insert(Spanned::new(NOWHERE, Cow::Borrowed("clauses")), Spanned::new(NOWHERE, DeValue::Array(clauses)));
        true
    }

    /// Puts the value of a shipped book there.
    fn replace(&mut self, path: &[PathStep]) -> bool {
        // What did not help once will not help again.
        if self.mended.iter().filter(|mended| *mended == path).count() > 1 {
            return false;
        }
        let Some(value) = sample(path) else { return false };
        let root = self.document.get_mut();
        match path.split_last() {
            Some((PathStep::Key(last), parent)) => find_table(root, parent).is_some_and(|table| {
                let span = table.get(last.as_str()).map_or(NOWHERE, Spanned::span);
                table.insert(Spanned::new(NOWHERE, Cow::Owned(last.clone())), Spanned::new(span, value));
                true
            }),
            _ => find(root, path).is_some_and(|item| {
                *item.get_mut() = value;
                true
            }),
        }
    }

    /// Removes the smallest thing around a place that can be removed.
    fn drop_nearest(&mut self, path: &[PathStep]) {
        let mut path = path;
        while let Some((last, around)) = path.split_last() {
            let root = self.document.get_mut();
            let dropped = match last {
                PathStep::Key(key) => {
                    find_table(root, around).is_some_and(|table| table.remove(key.as_str()).is_some())
                }
                PathStep::Item(index) => find(root, around).is_some_and(|place| match place.get_mut() {
                    DeValue::Array(list) if *index < list.len() => {
                        let mut kept = DeArray::new();
                        let others = list.iter().enumerate().filter(|(at, _)| at != index);
                        others.for_each(|(_, item)| kept.push(item.clone()));
                        *list = kept;
                        true
                    }
                    _ => false,
                }),
            };
            if dropped {
                // Whatever came after an item has another number now, so that its whole list proves nothing.
                let list = matches!(last, PathStep::Item(_));
                self.mended.push(if list { around } else { path }.to_vec());
                return;
            }
            path = around;
        }
    }
}

impl BadPart {
    /// The way to what is wrong, also where it is missing.
    fn full_path(&self) -> Vec<PathStep> {
        self.path.iter().cloned().chain(self.missing.clone().map(PathStep::Key)).collect()
    }

    /// An example of what is missing, the key that was perhaps meant, or how a book writes what is there; and where the
    /// reference explains it.
    pub(super) fn help(&self) -> String {
        if self.missing.is_some() {
            let written = example(&self.full_path());
            return written.map_or_else(String::new, |written| match written.contains('=') {
                true => format!("for example {written}"),
                false => format!("it begins with {written}; `queenhigh rules reference` has its keys"),
            });
        }
        let explained = match self.path.first() {
            Some(PathStep::Key(section)) => format!("see [{section}] in `queenhigh rules reference`"),
            _ => "see `queenhigh rules reference`".to_owned(),
        };
        let hint = match self.message.strip_prefix("unknown field `") {
            Some(rest) => nearest(rest).map(|known| format!("did you mean `{known}`?")),
            None => self.written_elsewhere().map(|written| format!("for example {written}")),
        };
        hint.map_or(explained.clone(), |hint| format!("{hint}; {explained}"))
    }

    /// How a book writes the key that a value belongs to.
    fn written_elsewhere(&self) -> Option<String> {
        let mut path = self.path.as_slice();
        loop {
            if let Some(written) = example(path).filter(|written| written.contains('=')) {
                return Some(written);
            }
            path = path.split_last()?.1;
        }
    }
}

/// A message in the words of the reference, where it names a type of the program.
fn plainly(message: &str) -> String {
    const TYPES: [(&str, &str); 4] = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u32", "expected a whole number"),
        ("expected i64", "expected a whole number"),
        ("expected a sequence", "expected a list, such as [\"…\"]"),
    ];
    let known = TYPES.iter().find_map(|(name, words)| Some(format!("{}{words}", message.strip_suffix(name)?)));
    known.unwrap_or_else(|| message.to_owned())
}

/// Of the keys that a message expects, the one that an unknown key resembles: the message from that key on.
fn nearest(rest: &str) -> Option<&str> {
    let (unknown, expected) = rest.split_once('`')?;
    let known = expected.split('`').skip(1).step_by(2);
    let (distance, nearest) = known.map(|known| (distance(known, unknown), known)).min()?;
    (distance <= 2).then_some(nearest)
}

/// The value at a path, which must not be empty.
fn find<'d, 't>(root: &'d mut DeTable<'t>, path: &[PathStep]) -> Option<&'d mut Spanned<DeValue<'t>>> {
    let (PathStep::Key(first), rest) = path.split_first()? else { return None };
    rest.iter().try_fold(root.get_mut(first.as_str())?, |value, at| match (value.get_mut(), at) {
        (DeValue::Table(table), PathStep::Key(key)) => table.get_mut(key.as_str()),
        (DeValue::Array(list), PathStep::Item(index)) => list.get_mut(*index),
        _ => None,
    })
}

/// The table at a path; the whole book for the empty path.
fn find_table<'d, 't>(root: &'d mut DeTable<'t>, path: &[PathStep]) -> Option<&'d mut DeTable<'t>> {
    if path.is_empty() {
        return Some(root);
    }
    match find(root, path)?.get_mut() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

/// The shipped books, read once.
fn shipped() -> &'static [(&'static str, Spanned<DeTable<'static>>)] {
    static BOOKS: OnceLock<Vec<(&str, Spanned<DeTable<'static>>)>> = OnceLock::new();
    BOOKS.get_or_init(|| SHIPPED.iter().map(|(_, text)| (*text, DeTable::parse_recoverable(text).0)).collect())
}

/// The made-up book, which has an example of what the shipped ones lack.
fn made_up() -> &'static [(&'static str, Spanned<DeTable<'static>>)] {
    static BOOK: OnceLock<Vec<(&str, Spanned<DeTable<'static>>)>> = OnceLock::new();
    BOOK.get_or_init(|| vec![(MADE_UP, DeTable::parse_recoverable(MADE_UP).0)])
}

/// A value that can be read at a path: that of a shipped book, or one that its rule there allows.
fn sample(path: &[PathStep]) -> Option<DeValue<'static>> {
    let there = |path: &[PathStep]| shipped().iter().find_map(|(_, book)| look_up(book.get_ref(), path).cloned());
    if let Some(value) = there(path) {
        return Some(value.into_inner());
    }
    let list = |key: &str| matches!(key, "clauses" | "manual_shoe" | "hand" | "automated_shoe" | "clause");
    let names: Vec<&str> =
        path.iter().filter_map(|at| if let PathStep::Key(key) = at { Some(key.as_str()) } else { None }).collect();
    let last = *names.last()?;
    if list(last) && matches!(path.last(), Some(PathStep::Item(_))) {
        return Some(DeValue::String(Cow::Borrowed(SOME_CLAUSE)));
    }
    if !VALUES.contains(&last) {
        return None;
    }
    // The rule names its values by another key than this book does.
    let mut rule = path.to_vec();
    while rule.last().is_some_and(|at| *at != PathStep::Key(last.to_owned())) {
        rule.pop();
    }
    rule.pop();
    let value = VALUES.iter().find_map(|key| {
        let mut path = rule.clone();
        path.push(PathStep::Key((*key).to_owned()));
        let value = there(&path)?.into_inner();
        match value {
            DeValue::Array(list) if *key == "one_of" => list.first().cloned().map(Spanned::into_inner),
            value => Some(value),
        }
    })?;
    Some(if last == "one_of" && matches!(path.last(), Some(PathStep::Key(_))) {
        let mut list = DeArray::new();
        list.push(Spanned::new(NOWHERE, value));
        DeValue::Array(list)
    } else {
        value
    })
}

fn look_up<'d, 't>(root: &'d DeTable<'t>, path: &[PathStep]) -> Option<&'d Spanned<DeValue<'t>>> {
    let (PathStep::Key(first), rest) = path.split_first()? else { return None };
    rest.iter().try_fold(root.get(first.as_str())?, |value, at| match (value.get_ref(), at) {
        (DeValue::Table(table), PathStep::Key(key)) => table.get(key.as_str()),
        // One item is as good as another.
        (DeValue::Array(list), PathStep::Item(_)) => list.first(),
        _ => None,
    })
}

/// What a shipped book writes at a path, as an example.
fn example(path: &[PathStep]) -> Option<String> {
    let (PathStep::Key(last), parent) = path.split_last()? else { return None };
    shipped().iter().chain(made_up()).find_map(|(text, book)| {
        let root = book.get_ref();
        let table = if parent.is_empty() { root } else { look_up(root, parent)?.get_ref().as_table()? };
        let (key, value) = table.get_key_value(last.as_str())?;
        // A section is named alone: its header, or that of its first table.
        let headed = text.get(..key.span().start).is_some_and(|before| before.ends_with('['));
        if headed {
            let list = value.get_ref().is_array();
            return Some(if list { format!("[[{last}]]") } else { format!("[{last}]") });
        }
        let written = text.get(key.span().start..value.span().end)?;
        (!written.contains('\n')).then(|| written.to_owned())
    })
}
