//! The schemas for editors accept every file that the readers accept, and refuse the mistakes that people make.

mod common;

use common::{BOOKS, read, root};
use serde_json::Value;

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::validator_for(schema).unwrap_or_else(|fault| panic!("{fault}"))
}

fn as_json(text: &str) -> Value {
    serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap()
}

fn faults(schema: &jsonschema::Validator, text: &str) -> Vec<String> {
    schema.iter_errors(&as_json(text)).map(|fault| format!("{}: {fault}", fault.instance_path())).collect()
}

#[test]
fn every_book_fits_the_schema_of_rulebooks() {
    let schema = validator(&rules::reference::rulebook_schema());
    for code in BOOKS {
        assert_eq!(faults(&schema, &read(&format!("rulebooks/{code}.toml"))), Vec::<String>::new(), "{code}");
    }
    assert_eq!(faults(&schema, &read("golden/books/freedonia.toml")), Vec::<String>::new());
}

/// One change of the made-up book for each mistake: the reader and the schema both refuse it.
#[test]
fn both_the_reader_and_the_schema_refuse_a_mistaken_book() {
    let schema = validator(&rules::reference::rulebook_schema());
    let book = read("golden/books/freedonia.toml");
    for (old, new) in [
        ("[idle]\n", "[idle]\nreopning = { is = \"full\", clauses = [\"freedonia:1\"] }\n"),
        ("[idle]\n", "[idel]\n"),
        ("decks = { is = 1,", "decks = { is = \"1\","),
        ("decks = { is = 1,", "decks = {"),
        ("decks = { is = 1, clauses = [\"freedonia:2.1\"] }", "decks = 1"),
        ("decks = { is = 1, clauses = [\"freedonia:2.1\"] }", "decks = { is = 1 }"),
        ("when = { is = \"always\"", "when = { is = \"sometimes\""),
        ("stake = { is = \"$3\"", "stake = { is = \"3 dollars\""),
        ("rate = { at_least = \"20%\"", "rate = { at_least = 20"),
        ("clauses = [\"freedonia:2.1\"]", "clauses = [\"2.1\"]"),
        ("clauses = [\"freedonia:2.1\"]", "clauses = \"freedonia:2.1\""),
        ("{ hand = \"akq-suited\", pays = \"100 to 1\"", "{ hand = \"akq-suited\", pays = \"100:1\""),
        ("{ hand = \"akq-suited\", pays = \"100 to 1\"", "{ hand = \"royal\", pays = \"100 to 1\""),
        ("inspect = { by = \"floorperson\"", "inspect = { by = \"boss\""),
        ("inspect = { by = \"floorperson\"", "inspekt = { by = \"floorperson\""),
        ("title = \"Freedonia Table Games Act, Schedule 3, Three Card Poker\"\n", ""),
    ] {
        assert_eq!(book.matches(old).count(), 1, "{old}");
        let mistaken = book.replacen(old, new, 1);
        assert!(rules::Rulebook::parse(&mistaken).is_err(), "the reader takes {new}");
        assert!(!faults(&schema, &mistaken).is_empty(), "the schema takes {new}");
    }
}

#[test]
fn every_house_fits_the_schema_of_houses() {
    let schema = validator(&rules::house::schema());
    let mut books = rules::Books::shipped();
    books.add(&read("golden/books/freedonia.toml")).unwrap();
    let mut seen = 0;
    for folder in ["houses", "golden/houses", "golden/table/houses", "golden/books"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            if rules::house::check(&text, &books).house.is_some() {
                assert_eq!(faults(&schema, &text), Vec::<String>::new(), "{}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > BOOKS.len() * 2, "{seen}");
}

#[test]
fn the_schema_refuses_a_mistaken_house() {
    let schema = validator(&rules::house::schema());
    let house = read("houses/md14.toml");
    for (old, new) in [
        ("[limits]\n", "[limit]\n"),
        ("positions = 7\n", "positions = \"7\"\n"),
        ("operator = \"Chesapeake Hall\"\n", ""),
        ("ante = { min = \"$5\"", "ante = { min = \"5\""),
        ("ante = { min = \"$5\"", "ante = { minimum = \"$5\""),
        ("precondition = \"none\"", "precondition = \"nothing\""),
        ("reserve = \"2%\"", "reserve = 2"),
        ("seed = { major = \"$2,000\"", "seed = { mayor = \"$2,000\""),
    ] {
        assert_eq!(house.matches(old).count(), 1, "{old}");
        assert!(!faults(&schema, &house.replacen(old, new, 1)).is_empty(), "the schema takes {new}");
    }
}
