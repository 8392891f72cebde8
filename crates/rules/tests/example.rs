//! Every rulebook has a lawful example house, which offers all that the book lets a house offer.

mod common;

use common::read;
use rules::house::{check, example};
use rules::reference::start;
use rules::{Books, House};

fn books() -> Books {
    let mut books = Books::shipped();
    books.add(&read("golden/books/freedonia.toml")).unwrap();
    books
}

fn lawful(books: &Books, code: &str) -> House {
    let text = example(books, code).unwrap_or_else(|faults| {
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{code}: {}", said.join("\n"))
    });
    if std::env::var_os("SHOW").is_some() {
        println!("{text}");
    }
    let report = check(&text, books);
    // A book may print a table first that returns more than it takes; whoever posts it is told so.
    let unlike = report.warnings().filter(|fault| !fault.message.ends_with(" percent of the stake"));
    assert_eq!(unlike.count(), 0, "{code}: {:?}\n{text}", report.faults);
    report.house.unwrap()
}

#[test]
fn every_book_has_a_lawful_example() {
    let books = books();
    let mut unlike = Vec::new();
    for book in books.iter() {
        let (code, rules) = (&book.rules.code, &book.rules);
        let house = lawful(&books, code);
        assert!(house.example && house.book.code == *code);
        let lacking = rules::Wager::ALL.iter().filter(|wager| house.offers(**wager) != rules.knows(**wager));
        unlike.extend(lacking.map(|wager| format!("{code}: {wager}")));
        // A book that was only begun has the same.
        let mut more = books.clone();
        more.add(&start("xy", book).unwrap()).unwrap();
        let begun = lawful(&more, "xy");
        assert_eq!(begun.limits.len(), house.limits.len());
        assert_eq!(begun.settlement().passes.len(), house.settlement().passes.len());
    }
    assert_eq!(unlike, Vec::<String>::new());
}

#[test]
fn there_is_no_example_without_a_book() {
    assert_eq!(example(&books(), "nowhere"), Err(Vec::new()));
}
