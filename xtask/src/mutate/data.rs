//! The data of a rulebook, each with its law and with what it could be instead.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::proof::choices::CHOICES;
use crate::proof::neighbour::{Key, at_mut, figure, vocabulary};

/// Keys that name, explain or cite, and decide nothing.
const WORDS: [&str; 10] =
    ["clauses", "clause", "readings", "note", "code", "title", "authority", "printed", "manual_shoe", "automated_shoe"];

/// One datum of a rulebook.
#[derive(Clone, Debug)]
pub(crate) struct Datum {
    /// Its path, as in `fold.pair_plus.is`; tables and alternatives by their ids.
    pub(crate) place: String,
    /// The rule it belongs to, as the choices of houses call it.
    pub(crate) rule: String,
    /// Its value.
    pub(crate) value: String,
    /// The clauses and readings behind it: those of the nearest rule around it.
    pub(crate) law: Vec<String>,
    /// What it could be instead.
    pub(crate) changes: Vec<Change>,
}

/// One change to a datum.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// In words.
    pub(crate) to: String,
    path: Vec<Key>,
    /// The new value; `None` removes the old one.
    value: Option<Value>,
}

impl Datum {
    /// Whether it can only be removed: the rule is in the program, and the book has only the law.
    pub(crate) fn is_bare(&self) -> bool {
        self.changes.iter().all(|change| change.value.is_none())
    }
}

impl Change {
    /// The book with the change made.
    pub(crate) fn make(&self, book: &Table) -> Option<Table> {
        let mut book = book.clone();
        match &self.value {
            Some(value) => *at_mut(&mut book, &self.path)? = value.clone(),
            None => match self.path.split_last()? {
                (Key::Name(name), []) => drop(book.remove(name)?),
                (Key::Name(name), around) => drop(at_mut(&mut book, around)?.as_table_mut()?.remove(name)?),
                (Key::Index(index), around) => {
                    let list = at_mut(&mut book, around)?.as_array_mut()?;
                    if *index >= list.len() {
                        return None;
                    }
                    list.remove(*index);
                }
            },
        }
        Some(book)
    }
}

/// All data of a book.
pub(crate) fn data(book: &Table) -> Vec<Datum> {
    let mut walk = Walk { book, found: Vec::new(), words: BTreeMap::new() };
    walk.table(book, &mut Vec::new(), &mut Vec::new(), &own_law(book));
    walk.found
}

struct Walk<'b> {
    book: &'b Table,
    found: Vec<Datum>,
    /// The words of each place, looked up once.
    words: BTreeMap<String, Vec<String>>,
}

/// The law that a table names itself.
fn own_law(table: &Table) -> Vec<String> {
    let mut law = Vec::new();
    for key in ["clauses", "clause", "manual_shoe", "hand", "automated_shoe"] {
        match table.get(key) {
            Some(Value::String(id)) if id.contains(':') => law.push(id.clone()),
            Some(Value::Array(ids)) => law.extend(ids.iter().filter_map(Value::as_str).map(str::to_owned)),
            _ => {}
        }
    }
    let readings = table.get("readings").and_then(Value::as_array).into_iter().flatten();
    law.extend(readings.filter_map(Value::as_integer).map(|number| format!("READING {number}")));
    law
}

impl Walk<'_> {
    /// Everything in a table, whose law is known.
    fn table(&mut self, table: &Table, path: &mut Vec<Key>, names: &mut Vec<String>, law: &[String]) {
        for (key, value) in table {
            let is_law = key == "hand" && value.is_array();
            if WORDS.contains(&key.as_str()) || is_law || key == "id" || (path.is_empty() && key == "standing") {
                continue;
            }
            path.push(Key::Name(key.clone()));
            names.push(key.clone());
            self.value(value, path, names, law);
            path.pop();
            names.pop();
        }
    }

    fn value(&mut self, value: &Value, path: &mut Vec<Key>, names: &mut Vec<String>, law: &[String]) {
        match value {
            Value::Table(inner) => {
                let own = own_law(inner);
                if own.is_empty() {
                    return self.table(inner, path, names, law);
                }
                let change = Change { to: "nothing".into(), path: path.clone(), value: None };
                self.note(names, "there", &own, vec![change]);
                self.table(inner, path, names, &own);
            }
            Value::Array(items) if items.iter().any(Value::is_table) => self.tables(items, path, names, law),
            Value::Array(items) => self.list(items, path, names, law),
            single => {
                let changes = self.instead(single, path, names);
                self.note(names, &shown(single), law, changes);
            }
        }
    }

    /// Tables in a row: lines of a paytable, passes of a settlement. Each may be removed, and neighbours may be
    /// swapped.
    fn tables(&mut self, items: &[Value], path: &mut Vec<Key>, names: &mut Vec<String>, law: &[String]) {
        let last = names.pop().unwrap_or_default();
        for (index, item) in items.iter().enumerate() {
            let Value::Table(inner) = item else { continue };
            let called = |key: &str| inner.get(key).and_then(Value::as_str);
            let name = match (called("wager"), called("id"), called("hand")) {
                (Some(wager), Some(id), _) => format!("{last}[{wager} {id}]"),
                (_, Some(id), _) => format!("{last}[{id}]"),
                (_, _, Some(hand)) => format!("{last}[{hand}]"),
                _ => format!("{last}[{}]", index + 1),
            };
            path.push(Key::Index(index));
            names.push(name);
            let mut own = own_law(inner);
            if own.is_empty() || last == "lines" {
                // The clause of its table also stands behind a line.
                own.extend_from_slice(law);
            }
            let mut changes = vec![Change { to: "nothing".into(), path: path.clone(), value: None }];
            if index > 0 && last == "pass" {
                let mut swapped = items.to_vec();
                swapped.swap(index - 1, index);
                let around = path[..path.len() - 1].to_vec();
                changes.push(Change { to: "before the one above".into(), path: around, value: Some(swapped.into()) });
            }
            if last == "unpaid" {
                changes.extend(self.paid_after_all(inner, path));
            }
            self.note(names, "there", &own, changes);
            self.table(inner, path, names, &own);
            path.pop();
            names.pop();
        }
        names.push(last);
    }

    /// A hand that a table does not pay gets a line like the lowest, in its place among the others.
    fn paid_after_all(&self, unpaid: &Table, path: &[Key]) -> Option<Change> {
        let mut around = path[..path.len() - 2].to_vec();
        around.push(Key::Name("lines".to_owned()));
        let mut book = self.book.clone();
        let Some(Value::Array(lines)) = at_mut(&mut book, &around) else { return None };
        let mut line = lines.last()?.as_table()?.clone();
        for name in ["hand", "clause"] {
            line.insert(name.to_owned(), unpaid.get(name)?.clone());
        }
        let lowest = line.get("pays").map(shown).unwrap_or_default();
        let highest = line.get("hand").is_some_and(|hand| shown(hand).starts_with("akq"));
        lines.insert(if highest { 0 } else { lines.len() }, line.into());
        Some(Change { to: lowest, path: around, value: Some(lines.clone().into()) })
    }

    /// A list of words: each may be removed, one may be added, and in an order neighbours may be swapped.
    fn list(&mut self, items: &[Value], path: &[Key], names: &[String], law: &[String]) {
        let mut changes = Vec::new();
        let all = |value: Vec<Value>, to: String| Change { to, path: path.to_vec(), value: Some(value.into()) };
        let choice = names.last().is_some_and(|name| name == "one_of");
        for (index, item) in items.iter().enumerate() {
            let mut fewer = items.to_vec();
            fewer.remove(index);
            if !fewer.is_empty() {
                changes.push(all(fewer, format!("without {}", shown(item))));
            }
            if index > 0 && !choice {
                let mut swapped = items.to_vec();
                swapped.swap(index - 1, index);
                changes.push(all(swapped, format!("{} before {}", shown(item), shown(&items[index - 1]))));
            }
        }
        let mut first = path.to_vec();
        first.push(Key::Index(0));
        let more = items.last().and_then(|last| figure(last, true)).or_else(|| {
            let words = self.words(&first, names);
            words.into_iter().map(Value::String).find(|word| !items.contains(word))
        });
        if let Some(more) = more.filter(|more| !items.contains(more)) {
            let mut grown = items.to_vec();
            grown.push(more.clone());
            changes.push(all(grown, format!("with {}", shown(&more))));
        }
        let value = items.iter().map(shown).collect::<Vec<_>>().join(", ");
        self.note(names, &value, law, changes);
    }

    /// What a single value could be instead.
    fn instead(&mut self, value: &Value, path: &[Key], names: &[String]) -> Vec<Change> {
        let set = |value: Value| Change { to: shown(&value), path: path.to_vec(), value: Some(value) };
        let mut changes: Vec<Change> = match value {
            Value::Boolean(so) => vec![set(Value::Boolean(!so))],
            Value::String(text) if figure(value, true).is_none() => {
                let words = self.words(path, names);
                let here = words.iter().position(|word| word == text);
                let next = match here {
                    Some(here) => words.get((here + 1) % words.len()).cloned(),
                    None if is_rank(text) => Some(if text == "K" { "Q" } else { "K" }.to_owned()),
                    None => Some(format!("{text} changed")),
                };
                next.filter(|next| next != text).map(|next| set(Value::String(next))).into_iter().collect()
            }
            _ => [false, true].into_iter().filter_map(|up| figure(value, up)).map(set).collect(),
        };
        // A fixed rule that a house may name is also widened: what was unlawful becomes lawful.
        if let (Some(Change { value: Some(other), .. }), "is") =
            (changes.first(), names.last().map_or("", String::as_str))
            && CHOICES.iter().any(|(_, rule)| *rule == names[..names.len() - 1].join("."))
        {
            let mut rule = self.book.clone();
            let around = &path[..path.len() - 1];
            if let Some(Value::Table(rule)) = at_mut(&mut rule, around) {
                rule.remove("is");
                rule.insert("one_of".into(), vec![value.clone(), other.clone()].into());
                rule.insert("default".into(), value.clone());
                let to = format!("{} or {}", shown(value), shown(other));
                changes.push(Change { to, path: around.to_vec(), value: Some(rule.clone().into()) });
            }
        }
        changes
    }

    fn words(&mut self, path: &[Key], names: &[String]) -> Vec<String> {
        let place = names.iter().map(|name| name.split('[').next().unwrap_or_default()).collect::<Vec<_>>().join(".");
        let book = self.book;
        self.words.entry(place).or_insert_with(|| vocabulary(book, path)).clone()
    }

    fn note(&mut self, names: &[String], value: &str, law: &[String], changes: Vec<Change>) {
        let place = names.join(".");
        let rule = match names.split_last() {
            Some((last, around))
                if ["is", "one_of", "default", "at_least", "at_most", "exactly"].contains(&last.as_str()) =>
            {
                around.join(".")
            }
            _ => place.clone(),
        };
        self.found.push(Datum { place, rule, value: value.to_owned(), law: law.to_vec(), changes });
    }
}

fn is_rank(text: &str) -> bool {
    matches!(text, "A" | "K" | "Q" | "J" | "T")
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_datum_of_every_book_can_be_changed_but_where_there_is_one_word_only() {
        let mut fixed = std::collections::BTreeSet::new();
        for book in rules::Books::shipped().iter() {
            let table: Table = book.text.parse().unwrap();
            let all = data(&table);
            assert!(all.len() > 200, "{}: {}", book.rules.code, all.len());
            for datum in &all {
                for change in &datum.changes {
                    assert_ne!(change.make(&table), Some(table.clone()), "{}", datum.place);
                    assert!(change.make(&table).is_some(), "{}", datum.place);
                }
                if datum.changes.is_empty() {
                    fixed.insert(datum.place.clone());
                }
            }
        }
        assert_eq!(fixed.into_iter().collect::<Vec<_>>(), ["ranking.five_card.is", "ranking.three_card.is"]);
    }

    #[test]
    fn a_rule_is_changed_in_each_of_its_parts() {
        let book: Table = rules::Books::shipped().get("sd").unwrap().text.parse().unwrap();
        let all = data(&book);
        let to = |place: &str| -> Vec<String> {
            let found = all.iter().filter(|datum| datum.place == place);
            found.flat_map(|datum| datum.changes.iter().map(|change| change.to.clone())).collect()
        };
        assert_eq!(to("table.positions.at_most"), ["6", "8"]);
        assert_eq!(to("fold.as_folded.is"), ["false"]);
        assert_eq!(to("fold.pair_plus"), ["nothing"]);
        assert_eq!(to("payment.unit.at_most"), ["$4", "$6"]);
        assert_eq!(to("paytable[pair_plus 1].lines[pair].pays"), ["0 to 1", "2 to 1"]);
        assert!(to("procedure.cut.by").len() == 1);
        assert!(to("fold.pair_plus.one_of").contains(&"without kept".to_owned()));
    }
}
