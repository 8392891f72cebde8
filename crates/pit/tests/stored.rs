//! Turns come out of the journal as they went in, and are stored in words.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::{Order, Play, chaos, orders, tables, under};
use journal::{BadRecord, Body, Kind, NewRecord};
use pit::{FORMAT, Founding, TURNS, Turns, bodies};
use table::Moment;
use tables::Dice;

fn record(body: Body) -> NewRecord {
    NewRecord { kind: Kind::new(TURNS).unwrap(), format: FORMAT, time_ms: 0, body }
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
        let turns = Turns::read(&record(body.clone())).unwrap();
        assert_eq!(turns.after, order.after + all.iter().map(|turn: &pit::Turn| turn.events.len() as u64).sum::<u64>());
        assert_eq!(turns.body().unwrap(), *body);
        all.extend(turns.turns);
    }
    assert_eq!(all, order.turns);
    bodies
}

#[test]
fn the_orders_of_every_house_come_back() {
    for code in tables::CODES {
        let house = tables::house(code);
        let mut play = Play::new(house.clone(), "Ann", tables::all_wagers(&house));
        let mut all: Vec<Order> = (0..150).map(|_| play.order()).collect();
        all.extend(orders(code, 60));
        assert!(all.iter().any(|order| order.round > 5), "{code} plays");
        all.iter().for_each(|order| drop(comes_back(order)));
    }
}

/// A record is plain JSON with its words in a fixed order, readable without a key.
#[test]
fn a_record_is_in_words() {
    let order = &orders("sd", 12)[11];
    let text = bodies_of(order)[0].as_str().to_owned();
    let id = &order.turns[0].id;
    let begins = format!(
        r#"{{"after":{},"round":{},"turns":[{{"id":"{id}","by":{{"role":"player","person":"guest-517c50"}},"at":17947774731"#,
        order.after, order.round
    );
    assert!(text.starts_with(&begins), "{text}");
    assert!(text.contains(r#""events":[{"event":""#) && text.contains(r#","law":{"step":""#), "{text}");
}

/// A program reads the records it knows, and no others: a node of an older version stops at what a newer one wrote.
#[test]
fn records_of_another_format_are_refused() {
    let body = bodies_of(&orders("sd", 12)[11]).remove(0);
    let newer = NewRecord { format: FORMAT + 1, ..record(body) };
    let kind = newer.kind.clone();
    assert_eq!(Turns::read(&newer), Err(BadRecord::Format { kind, format: FORMAT + 1, known: FORMAT }));
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

/// A round of one position at an example house, as the stores keep it: a fifth of its 5.4 KB of text.
#[test]
fn a_round_takes_less_than_1100_bytes() {
    let orders = orders("sd", 40).split_off(8);
    // Fresh randomness for each order, as on a server: a repeated salt would compress to nothing.
    let bytes = |(number, order): (u8, &Order)| -> usize {
        let bodies = bodies(order.after, order.round, &order.turns, &under(), &[number; 32]).unwrap();
        bodies.iter().map(|body| body.packed().unwrap().len()).sum()
    };
    let bytes: usize = (1..).zip(&orders).map(bytes).sum();
    let rounds = orders.last().unwrap().round - orders[0].round;
    assert_eq!(rounds, 16);
    assert!(bytes < 1_100 * 16, "{bytes} bytes");
}

/// Letters of records are changed, inserted and deleted: the result is read, or refused with a reason.
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
        // Only canonical JSON can be a body.
        let Ok(body) = Body::parse(&String::from_utf8(text).unwrap()) else { continue };
        match Turns::read(&record(body)) {
            Ok(turns) => drop(turns.body().unwrap()),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1_000, "{refused} were refused");
}

/// A rulebook is approved with its house: where the program has another text under the same code, the table stays shut.
#[test]
fn a_founding_under_another_rulebook_opens_no_table() {
    let text = include_str!("../../../houses/sd.toml");
    let founding = Founding::with("Deadwood", text, &[], 0, "0.0.9").unwrap();
    assert!(founding.house().is_ok());
    let edited = Founding { book_digest: "0".repeat(64), ..founding };
    let why = edited.house().unwrap_err().to_string();
    assert!(
        why.starts_with("rulebook sd has the digest ") && why.contains("the program that founded it, 0.0.9"),
        "{why}"
    );
}
