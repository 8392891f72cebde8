//! A lawful house for any rulebook, to start from: it offers all that the book lets a house offer, at the least amounts,
//! and makes every choice that the book leaves open.
//!
//! It begins with what each rule allows, and asks the check: where that finds a fault, another lawful value is tried, so
//! that a mechanism which nobody thought of here is got right as well.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::choices::{Choice, choices};
use super::keys::{KeyLaw, keys};
use super::{Fault, check};
use crate::books::Books;
use crate::currency::{Currency, canonize_values};

/// How many faults another one may hide.
const HIDDEN_MAX: usize = 4;

/// How often a fault is mended, at most.
const MENDED_MAX: usize = 60;

/// A lawful example house of a rulebook, with each choice explained.
///
/// # Errors
/// What is wrong with the best that was found; empty if there is no such book.
pub fn example(books: &Books, code: &str) -> Result<String, Vec<Fault>> {
    let known = books.get(code).ok_or_else(Vec::new)?;
    let currency = known.rules.own_currency();
    let mut book = known.text.parse::<Table>().map_err(|_| Vec::new())?;
    canonize_values(&mut book, &currency);
    let choices = choices(&book);
    let mut draft = Draft { table: begin(&book, code), books, currency };
    draft.choose_openly(&choices);
    let mut seen = BTreeSet::new();
    for _ in 0..MENDED_MAX {
        let faults = draft.faults();
        if faults.is_empty() {
            break;
        }
        seen.insert(draft.table.to_string());
        let near = |choice: &&Choice| {
            faults.iter().any(|fault| fault.key.starts_with(&choice.path) || choice.path.starts_with(&fault.key))
        };
        let (first, others): (Vec<&Choice>, Vec<&Choice>) = choices.iter().partition(near);
        // A fault often hides others: then as many are left or more, but not the same.
        let better = (draft.best(&first, &faults, &seen, None))
            .or_else(|| draft.best(&first, &faults, &seen, Some(0)))
            .or_else(|| draft.best(&others, &faults, &seen, None))
            .or_else(|| draft.best(&first, &faults, &seen, Some(HIDDEN_MAX)));
        match better {
            Some(table) => draft.table = table,
            None if draft.give_up(&book, &faults) => {}
            None => break,
        }
    }
    let text = draft.currency.say(&super::example_text::written(&draft.table, &book)).into_owned();
    let faults: Vec<Fault> = check(&text, books).errors().cloned().collect();
    if faults.is_empty() { Ok(text) } else { Err(faults) }
}

/// The heading, the limits of the base wagers, and every section by which a house offers something.
fn begin(book: &Table, code: &str) -> Table {
    let mut house = Table::new();
    house.insert("rulebook".to_owned(), code.into());
    house.insert("operator".to_owned(), "Example House".into());
    house.insert("example".to_owned(), true.into());
    let governed: Vec<String> = keys()
        .iter()
        .flat_map(|table| table.paths.iter().flat_map(|path| table.keys.iter().filter_map(|key| key.law.path(path))))
        .collect();
    let mut limited = vec!["ante", "pair_plus"];
    for table in keys() {
        for path in table.paths.iter().filter(|path| !path.is_empty()) {
            let offered = at(book, &format!("{path}.offered")).and_then(Value::as_table);
            if !offered.is_some_and(|rule| allows(rule, &Value::Boolean(true))) {
                continue;
            }
            let key = format!("{path}.offered");
            let with = if governed.contains(&key) { Some((key.as_str(), Value::Boolean(true))) } else { None };
            match with {
                Some((key, value)) => set(&mut house, key, value),
                None => set(&mut house, path, Value::Table(Table::new())),
            }
            limited.push(path);
        }
    }
    for table in keys().iter().filter(|table| table.paths == ["limits"]) {
        for key in table.keys.iter().filter(|key| limited.contains(&key.name)) {
            let example = key.example.parse::<Table>().ok().and_then(|mut example| example.remove(key.name));
            if let Some(example) = example {
                set(&mut house, &format!("limits.{}", key.name), example);
            }
        }
    }
    house
}

/// A house in the making.
struct Draft<'b> {
    table: Table,
    books: &'b Books,
    currency: Currency,
}

impl Draft<'_> {
    fn faults(&self) -> Vec<Fault> {
        faults(&self.table, self.books, &self.currency)
    }

    /// Writes down every choice that a house has, as long as that makes nothing worse.
    fn choose_openly(&mut self, choices: &[Choice]) {
        for choice in choices.iter().filter(|choice| choice.is_open) {
            if !self.is_there(&choice.path) {
                continue;
            }
            let before = self.faults().len();
            for value in &choice.values {
                let mut table = self.table.clone();
                set(&mut table, &choice.path, value.clone());
                if faults(&table, self.books, &self.currency).len() <= before {
                    self.table = table;
                    break;
                }
            }
        }
    }

    /// Whether the section of a key is one that this house has: those by which something is offered must be there.
    fn is_there(&self, path: &str) -> bool {
        let Some((section, _)) = path.rsplit_once('.') else { return true };
        let offers = |table: &&super::KeyTable| {
            table.paths.contains(&section)
                && table.keys.iter().any(|key| matches!(key.law, KeyLaw::Paytables(_)) || key.name == "offered")
        };
        let base = ["ante", "play", "ante_bonus", "pair_plus"].contains(&section);
        base || !keys().iter().any(|table| offers(&table)) || at(&self.table, section).is_some()
    }

    /// The single change that leaves the fewest faults: fewer than there are; or the first one gone, and at most so many
    /// more that it hid.
    fn best(
        &self,
        choices: &[&Choice],
        now: &[Fault],
        seen: &BTreeSet<String>,
        hidden: Option<usize>,
    ) -> Option<Table> {
        let is_first =
            |fault: &Fault| now.first().is_some_and(|first| first.key == fault.key && first.message == fault.message);
        // A choice is only left out where no other value helps.
        for leave_out in [false, true] {
            let mut best: Option<(usize, Table)> = None;
            for choice in choices.iter().filter(|choice| self.is_there(&choice.path)) {
                let values: Vec<Option<&Value>> =
                    if leave_out { vec![None] } else { choice.values.iter().map(Some).collect() };
                for value in values {
                    let mut table = self.table.clone();
                    match value {
                        Some(value) => set(&mut table, &choice.path, value.clone()),
                        None if at(&table, &choice.path).is_some() => unset(&mut table, &choice.path),
                        None => continue,
                    }
                    if seen.contains(&table.to_string()) {
                        continue;
                    }
                    let left = faults(&table, self.books, &self.currency);
                    let good = match hidden {
                        None => left.len() < now.len(),
                        Some(more) => left.len() <= now.len() + more && !left.iter().any(is_first),
                    };
                    if good && best.as_ref().is_none_or(|(fewest, _)| left.len() < *fewest) {
                        best = Some((left.len(), table));
                    }
                }
            }
            if let Some((_, table)) = best {
                return Some(table);
            }
        }
        None
    }

    /// Leaves out the section of a fault, if a house can do without it.
    fn give_up(&mut self, book: &Table, faults: &[Fault]) -> bool {
        for fault in faults {
            let mut path = fault.key.as_str();
            loop {
                let optional = at(book, &format!("{path}.offered")).is_some() || at(book, path).is_none();
                if optional && !path.starts_with("limits") && at(&self.table, path).is_some() {
                    unset(&mut self.table, path);
                    unset(&mut self.table, &format!("limits.{path}"));
                    return true;
                }
                match path.rsplit_once('.') {
                    Some((around, _)) => path = around,
                    None => break,
                }
            }
        }
        false
    }
}

fn faults(table: &Table, books: &Books, currency: &Currency) -> Vec<Fault> {
    let text = toml::to_string(table);
    text.map_or_else(|_| Vec::new(), |text| check(&currency.say(&text), books).errors().cloned().collect())
}

/// What a table of a file has at a path.
pub(super) fn at<'t>(table: &'t Table, path: &str) -> Option<&'t Value> {
    let mut keys = path.split('.');
    let first = table.get(keys.next()?)?;
    keys.try_fold(first, |value, key| value.as_table()?.get(key))
}

/// Whether a rule allows a value.
pub(super) fn allows(rule: &Table, value: &Value) -> bool {
    rule.get("is") == Some(value)
        || rule.get("one_of").and_then(Value::as_array).is_some_and(|values| values.contains(value))
}

fn set(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            table.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
            if !inner.is_table() {
                *inner = Value::Table(Table::new());
            }
            if let Value::Table(inner) = inner {
                set(inner, rest, value);
            }
        }
    }
}

fn unset(table: &mut Table, path: &str) {
    match path.split_once('.') {
        None => {
            table.remove(path);
        }
        Some((first, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(first) {
                unset(inner, rest);
            }
        }
    }
}
