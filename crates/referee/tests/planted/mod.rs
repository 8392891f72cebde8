//! Planted breaks: lawful rounds of a model dealer with one thing done wrong, whose clause the referee must name.

mod before_the_deal;
mod deal_and_decisions;
mod model;
mod showdown;
mod the_cards;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::driver::common::{CODES, house, house_with};
use model::{Story, dealer, due, floor, hand, player};
use referee::{Book, Chosen, Correction, Due, Fact, Objection, Referee};
use rules::rulebook::vocabulary::{DealDevice, Irregularity, OpeningStep, Remedy};
use rules::{Cents, House, Outcome, Wager};
use table::{Act, Actor, DeckId, Device, DeviceStatus, Holder, Instrument, Method, Moment, Payer, Resolution, Role};

/// The example houses, and some that deal otherwise.
fn houses() -> Vec<Arc<House>> {
    let mut houses: Vec<Arc<House>> = CODES.iter().map(|code| house(code)).collect();
    houses.push(ma_step_by_step());
    houses.push(shoe_at_once());
    houses
}

fn ma_step_by_step() -> Arc<House> {
    house_with("ma", &[("order = \"2\"", "order = \"1\"")])
}

fn shoe_at_once() -> Arc<House> {
    house_with("md14", &[("dealer_stack = \"in_shuffler\"", "dealer_stack = \"delivered\"")])
}

thread_local! {
    /// The rules that planted breaks have tested.
    static BROKEN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// The story is lawful as it is, and breaks this clause when altered.
fn breaks(story: &Story, clause: &str, alter: impl FnOnce(&mut Story)) {
    let before: Vec<String> = story.judged().iter().map(ToString::to_string).collect();
    assert!(before.is_empty(), "{clause}: the lawful story is objected to: {before:#?}");
    let mut altered = story.clone();
    alter(&mut altered);
    let said = altered.judged();
    let cites = |objection: &&Objection| objection.clauses.iter().any(|id| id.as_str() == clause);
    let cited: Vec<&str> = said.iter().filter(cites).map(|objection| objection.rule).collect();
    BROKEN.with_borrow_mut(|broken| broken.extend(&cited));
    let said: Vec<String> = said.iter().map(ToString::to_string).collect();
    assert!(!cited.is_empty(), "{clause} is not named: {said:#?}");
}

fn rounds(code: &str, rounds: u8) -> Story {
    Story::of(house(code), rounds)
}

#[test]
fn a_model_dealer_is_never_objected_to() {
    for house in houses() {
        let code = house.book.code.clone();
        for story in [Story::of(house.clone(), 11), Story::by_hand(house, 11)] {
            let said: Vec<String> = story.judged().iter().map(ToString::to_string).collect();
            assert!(said.is_empty(), "{code}: {said:#?}");
        }
    }
}

#[test]
fn every_cited_clause_exists() {
    let books = [Book::Md2014, Book::Md14, Book::Ma, Book::Tribal, Book::Sd];
    let mut names = Vec::new();
    for rule in Referee::rules() {
        names.push(rule.name);
        assert!(books.iter().any(|book| !rule.numbers(*book).is_empty()), "{}: no document states it", rule.name);
        for book in books {
            for number in rule.numbers(book) {
                let id = format!("{}:{number}", book.code());
                assert!(rules::Books::shipped().clause(&id).is_some(), "{}: there is no {id}", rule.name);
            }
        }
        assert!(rule.readings.iter().all(|number| (1..=97).contains(number)), "{}", rule.name);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two rules have one name");
}

/// A rule that no planted break tests could be wrong without anybody knowing.
#[test]
fn every_rule_has_a_planted_break() {
    let chapters = [
        the_cards::people,
        the_cards::two_persons_correct_a_meter,
        the_cards::decks,
        the_cards::deck_life,
        the_cards::opening,
        the_cards::an_idle_table,
        the_cards::shuffle_and_cut,
        before_the_deal::wagers,
        before_the_deal::progressive_chips,
        deal_and_decisions::the_deal,
        deal_and_decisions::stacks,
        deal_and_decisions::the_stub,
        deal_and_decisions::decisions,
        deal_and_decisions::forfeits,
        showdown::the_showdown,
        showdown::payment,
        showdown::racking,
        showdown::irregularities,
    ];
    chapters.into_iter().for_each(|chapter| chapter());
    let missing: Vec<&str> = BROKEN
        .with_borrow(|broken| Referee::rules().map(|rule| rule.name).filter(|name| !broken.contains(name)).collect());
    assert!(missing.is_empty(), "no planted break meets {missing:#?}");
}
