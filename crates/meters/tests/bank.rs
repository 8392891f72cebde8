//! The meters: what each act does and refuses, what always holds, and that the settlement agrees.

// Reuses the made-up houses and rounds of the rules' tests.
#[path = "../../rules/tests/common/mod.rs"]
mod common;

#[path = "bank/adjust.rs"]
mod adjust;
#[path = "bank/awards.rs"]
mod awards;
#[path = "bank/link.rs"]
mod link;
#[path = "bank/properties.rs"]
mod properties;
#[path = "bank/settlement.rs"]
mod settlement;
#[path = "bank/wagers.rs"]
mod wagers;
#[path = "bank/written.rs"]
mod written;

use common::read;
use meters::{Bank, BankTerms, Entry, GameId, GameTerms, Person, Refusal};
use proptest::prelude::ProptestConfig;
use rules::{Books, House, Wager};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The shipped books, and a made-up one that has a back-up meter.
fn books() -> Books {
    let mut books = Books::shipped();
    books.add(&read("golden/books/freedonia.toml")).unwrap();
    books
}

fn open(text: &str) -> House {
    let report = rules::house::check(text, &books());
    let said: Vec<String> = report.errors().map(ToString::to_string).collect();
    report.house.unwrap_or_else(|| panic!("{}\n{text}", said.join("\n")))
}

/// An example house.
fn house(file: &str) -> House {
    open(&read(file))
}

fn id(name: &str) -> GameId {
    GameId::new(name).unwrap()
}

fn person(name: &str) -> Person {
    Person::new(name).unwrap()
}

/// A table of the house.
fn table(house: &House, wager: Wager, name: &str) -> GameTerms {
    GameTerms::of(house, wager, &id(name), "Three Card Poker").unwrap()
}

/// A bank with one table on it.
fn bank(house: &House, wager: Wager, name: &str) -> Bank {
    let mut bank = Bank::new(BankTerms::of(house, wager).unwrap());
    act(&mut bank, |bank| bank.join(&table(house, wager, name)));
    bank
}

/// Does something that must not be refused, and checks that the books still balance.
fn act(bank: &mut Bank, ask: impl Fn(&Bank) -> Result<Entry, Refusal>) -> Entry {
    let entry = ask(bank).unwrap_or_else(|refusal| panic!("{refusal}"));
    bank.apply(&entry);
    bank.audit().unwrap_or_else(|imbalance| panic!("{imbalance}"));
    entry
}

/// The words of a refusal, including its law.
fn said(answer: Result<Entry, Refusal>) -> String {
    match answer {
        Ok(entry) => panic!("not refused: {entry:?}"),
        Err(refusal) => refusal.to_string(),
    }
}
