//! Turns come out of the journal as they went in, whatever happened, and say only what must be said.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::{Order, Play, chaos, orders, tables, under};
use journal::{Body, Hash, Kind, NewRecord};
use pit::{TURNS, TURNS_FORMAT, Turns, bodies, upcasters};
use serde_json::Value;
use table::Moment;
use tables::Dice;

const LEXICON: &str = include_str!("../src/lexicon-3.txt");

fn record(body: Body) -> NewRecord {
    NewRecord { kind: Kind::new(TURNS).unwrap(), format: TURNS_FORMAT, time_ms: 0, body }
}

fn bodies_of(order: &Order) -> Vec<Body> {
    bodies(order.after, order.round, &order.turns, &under(), &[7; 32]).unwrap()
}

/// Reads an order's records, and gives their bodies.
fn comes_back(order: &Order) -> Vec<Body> {
    let bodies = bodies_of(order);
    let mut all = Vec::new();
    for body in &bodies {
        assert_eq!(Body::parse(body.as_str()).unwrap(), *body, "it is canonical JSON");
        let turns = Turns::read(&record(body.clone()), &upcasters()).unwrap();
        assert_eq!(turns.after, order.after + all.iter().map(|turn: &pit::Turn| turn.events.len() as u64).sum::<u64>());
        assert_eq!(turns.body().unwrap(), *body);
        all.extend(turns.turns);
    }
    assert_eq!(all, order.turns);
    bodies
}

/// Records are read with it for ever.
#[test]
fn the_lexicon_is_what_it_was() {
    assert_eq!(TURNS_FORMAT, 3, "a new format has its own list and its own digest, and this one stays");
    let digest = "b84f0bd13da574ed7b1d0e177e80f6bec13bbf1dce32196535330aafdc9fa21f";
    let entries: Vec<&str> = LEXICON.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(Hash::of_file(entries.join("\n").as_bytes()).to_string(), digest);
    let different: std::collections::BTreeSet<&&str> = entries.iter().collect();
    assert_eq!((entries.len(), different.len()), (646, 646));
}

#[test]
fn the_orders_of_every_house_come_back_and_spell_only_names_clauses_and_chance() {
    for code in tables::CODES {
        let house = tables::house(code);
        let mut play = Play::new(house.clone(), "Ann", tables::all_wagers(&house));
        let mut all: Vec<Order> = (0..150).map(|_| play.order()).collect();
        all.extend(orders(code, 60));
        assert!(all.iter().any(|order| order.round > 5), "{code} plays");
        for body in all.iter().flat_map(comes_back) {
            let text: Value = serde_json::from_str(body.as_str()).unwrap();
            assert_eq!(text.get("shapes"), None, "{code} {body}");
            for word in text["words"].as_array().unwrap() {
                let word = word.as_str().unwrap();
                let name = ["Ann", "guest-517c50", "one"].contains(&word);
                let chance = word.len() >= 32;
                assert!(name || chance || word.starts_with(&format!("{code}:")), "{code} spells {word}");
            }
        }
    }
}

#[test]
fn whatever_anybody_does_comes_back() {
    for (seed, house) in (1..).zip(tables::many_houses()) {
        chaos(&house, seed, 400).iter().for_each(|order| drop(comes_back(order)));
    }
}

#[test]
fn times_and_second_persons_come_back() {
    let mut order = orders("sd", 12).pop().unwrap();
    assert!(order.turns.len() > 2);
    order.turns[0].second = Some(order.turns[1].by.clone());
    for times in [[5, 3, 9], [i64::MIN, i64::MAX, 0], [i64::MAX, -1, i64::MIN], [0, 0, 0]] {
        for (turn, time) in order.turns.iter_mut().zip(times) {
            turn.at = Moment(time);
        }
        comes_back(&order);
    }
}

/// Half of what it was before there was a lexicon, in round figures: an example house's round with one position.
#[test]
fn a_round_takes_less_than_1800_bytes() {
    let orders = orders("sd", 40).split_off(8);
    let bytes: usize = orders.iter().flat_map(bodies_of).map(|body| body.as_str().len()).sum();
    let rounds = orders.last().unwrap().round - orders[0].round;
    assert_eq!(rounds, 16);
    assert!(bytes < 1_800 * 16, "{bytes} bytes");
}

/// Letters of records are changed, put in and taken out: what comes of it is refused with a reason or read.
#[test]
fn spoilt_records_are_refused_or_read() {
    let texts: Vec<Body> = orders("md14", 20).iter().flat_map(bodies_of).collect();
    let mut dice = Dice(3);
    let mut refused = 0;
    for _ in 0..20_000 {
        let mut text = texts[dice.below(texts.len() as u64) as usize].as_str().as_bytes().to_vec();
        for _ in 0..=dice.below(2) {
            let at = dice.below(text.len() as u64) as usize;
            let letter = b"\"'[]{}+-.!:09AZaz~,\\ "[dice.below(21) as usize];
            match dice.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, letter),
                _ => text[at] = letter,
            }
        }
        // Only what is canonical JSON is ever a body.
        let Ok(body) = Body::parse(&String::from_utf8(text).unwrap()) else { continue };
        match Turns::read(&record(body), &upcasters()) {
            Ok(turns) => drop(turns.body().unwrap()),
            Err(bad) => {
                assert!(!bad.fault.is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > 5_000, "{refused} were refused");
}
