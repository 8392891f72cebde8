//! What the books write at each place: examples that really parse, and the order in which a book is written.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use serde_json::{Value, json};
use toml::de::{DeTable, DeValue};

use super::places::{self, Place};
use crate::books::{MADE_UP, SHIPPED};

/// The longest example that is shown.
const LENGTH_MAX: usize = 160;

/// What the books write.
pub(super) struct Examples {
    /// The shortest that a book writes at a place, as `key = value`.
    written: BTreeMap<String, &'static str>,
    /// The keys of each table, in the order in which books write them.
    order: BTreeMap<String, Vec<String>>,
}

impl Examples {
    /// Those of the shipped books and the made-up one, which has what they lack.
    pub(super) fn of_books() -> &'static Examples {
        static EXAMPLES: OnceLock<Examples> = OnceLock::new();
        EXAMPLES.get_or_init(|| {
            let mut examples = Examples { written: BTreeMap::new(), order: BTreeMap::new() };
            for text in std::iter::once(MADE_UP).chain(SHIPPED.iter().map(|(_, text)| *text)) {
                let book = DeTable::parse_recoverable(text).0;
                examples.read(text, "", book.get_ref());
            }
            examples
        })
    }

    fn read(&mut self, text: &'static str, path: &str, table: &DeTable<'static>) {
        let mut keys: Vec<(Range<usize>, &str, &DeValue<'static>, Range<usize>)> = table
            .iter()
            .map(|(key, value)| (key.span(), key.get_ref().as_ref(), value.get_ref(), value.span()))
            .collect();
        keys.sort_by_key(|(place, ..)| place.start);
        let order = self.order.entry(path.to_owned()).or_default();
        let mut after = 0;
        for (_, key, ..) in &keys {
            // A key that another book has too stands where it stands there.
            match order.iter().position(|known| known == key) {
                Some(at) => after = at + 1,
                None => {
                    order.insert(after, (*key).to_owned());
                    after += 1;
                }
            }
        }
        for (place, key, value, end) in keys {
            let inner = join(path, key);
            let headed = text.get(..place.start).is_some_and(|before| before.ends_with(['[', '.']));
            if let Some(written) = text.get(place.start..end.end).filter(|_| !headed)
                && !written.contains('\n')
                && written.len() <= LENGTH_MAX
                && self.written.get(&inner).is_none_or(|known| written.len() < known.len())
            {
                self.written.insert(inner.clone(), written);
            }
            self.read_value(text, &inner, value);
        }
    }

    fn read_value(&mut self, text: &'static str, path: &str, value: &DeValue<'static>) {
        match value {
            DeValue::Table(table) => self.read(text, path, table),
            DeValue::Array(list) => list.iter().for_each(|item| self.read_value(text, path, item.get_ref())),
            _ => {}
        }
    }

    /// How a book writes a key.
    pub(super) fn at(&self, path: &str) -> Option<&'static str> {
        self.written.get(path).copied()
    }

    /// Whether a book has this place at all.
    #[cfg(test)]
    pub(super) fn has(&self, path: &str) -> bool {
        let (table, key) = path.rsplit_once('.').unwrap_or(("", path));
        self.order.get(table).is_some_and(|keys| keys.iter().any(|known| known == key))
    }

    /// Where books write a key among those of its table.
    pub(super) fn rank(&self, path: &str) -> usize {
        let (table, key) = path.rsplit_once('.').unwrap_or(("", path));
        let keys = self.order.get(table);
        keys.and_then(|keys| keys.iter().position(|known| known == key)).unwrap_or(usize::MAX)
    }
}

/// The path of a key within a table.
pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Writes each key's path and example into the schema.
pub(super) fn into_schema(schema: &mut Value) {
    let examples = Examples::of_books();
    for Place { pointer, path, .. } in places::all(schema) {
        let Some(node) = schema.pointer_mut(&pointer).and_then(Value::as_object_mut) else { continue };
        node.entry("title").or_insert_with(|| path.as_str().into());
        let value = examples.at(&path).and_then(|written| written.parse::<toml::Table>().ok());
        let value =
            value.and_then(|table| table.into_iter().next()).and_then(|(_, value)| serde_json::to_value(value).ok());
        if let Some(value) = value {
            node.entry("examples").or_insert_with(|| json!([value]));
        }
    }
}
