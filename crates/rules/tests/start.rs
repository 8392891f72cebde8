//! The start of a new rulebook says what its model says, under another code and with a placeholder for each clause.

mod common;

use common::{BOOKS, read};
use rules::reference::start;
use rules::{Books, Rulebook};
use toml::{Table, Value};

fn books() -> Books {
    let mut books = Books::shipped();
    books.add(&read("golden/books/freedonia.toml")).unwrap();
    books
}

/// The book as it must come out: the same, with the heading of the new one and its placeholders, and without what only
/// the model's document can say.
fn expected(book: &str, code: &str, begun: &Table) -> Table {
    fn walk(value: &mut Value, code: &str) {
        match value {
            Value::String(text) => {
                if let Some((_, number)) = text
                    .split_once(':')
                    .filter(|(book, number)| !book.is_empty() && !book.contains(' ') && !number.starts_with(' '))
                {
                    *text = format!("{code}:?{number}");
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|item| walk(item, code)),
            Value::Table(table) => {
                // Notes, readings and what must be confirmed are the model's.
                table.remove("note");
                table.remove("confirm");
                let readings = table.remove("readings");
                table.iter_mut().for_each(|(_, item)| walk(item, code));
                if let Some(Value::Array(readings)) = readings
                    && !table.contains_key("clauses")
                    && !table.contains_key("clause")
                {
                    let named = readings.iter().map(|number| Value::String(format!("{code}:?READING-{number}")));
                    table.insert("clauses".to_owned(), Value::Array(named.collect()));
                }
            }
            _ => {}
        }
    }
    let mut table: Table = book.parse().unwrap();
    for key in ["code", "title", "authority", "standing"] {
        table.insert(key.to_owned(), begun[key].clone());
    }
    let mut value = Value::Table(table);
    walk(&mut value, code);
    value.as_table().unwrap().clone()
}

#[test]
fn the_start_of_a_book_is_its_model_with_placeholders() {
    let books = books();
    assert_eq!(books.codes().count(), BOOKS.len() + 1);
    for model in books.iter() {
        let text = start("xy", model).unwrap();
        let begun: Table = text.parse().unwrap_or_else(|fault| panic!("{}: {fault}", model.rules.code));
        assert_eq!(begun, expected(&model.text, "xy", &begun), "{}", model.rules.code);
        let rules = Rulebook::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults}", model.rules.code));
        assert_eq!((rules.code.as_str(), rules.standing.as_str()), ("xy", "draft"));
        let clauses = &rules.deck.decks.cite.clauses;
        assert!(clauses.iter().all(|clause| clause.is_placeholder() && clause.book() == "xy"), "{clauses:?}");
        assert!(!model.rules.deck.decks.cite.clauses.iter().any(rules::ClauseId::is_placeholder));
        // Every key of a section has a comment before it; of a list of sections only the first is explained.
        let (mut before, mut section) = ("", "");
        for line in text.lines() {
            section = if line.starts_with('[') { line } else { section };
            let is_key =
                !section.starts_with("[[") && line.split_once(" = ").is_some_and(|(key, _)| !key.contains([' ', '{']));
            assert!(!is_key || before.starts_with('#'), "{}: {line}", model.rules.code);
            before = line;
        }
        // A start can be begun from a start.
        let mut again = Books::shipped();
        again.add(&text).unwrap();
        let second = start("zz", again.get("xy").unwrap()).unwrap();
        assert_eq!(second.matches("zz:?").count(), text.matches("xy:?").count());
        assert!(!second.contains("??"));
    }
}

#[test]
fn a_code_that_no_book_can_have_is_refused() {
    let books = books();
    for code in ["", "Xy", "x y", "x:y"] {
        assert!(start(code, books.get("sd").unwrap()).is_err(), "{code}");
    }
}
