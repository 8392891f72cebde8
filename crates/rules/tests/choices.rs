//! What a house may choose in each book: every lawful value is taken, another is refused with the rule's law.
//!
//! `golden/choices/<book>.txt` lists the choices with their clauses, for people to read.

#[path = "golden/house.rs"]
mod house;

use std::fmt::Write as _;

use rules::Books;
use rules::house::{Severity, check};
use toml::{Table, Value};

/// The key of a house, and the rule of the book that governs it.
const CHOICES: [(&str, &str); 63] = [
    ("table.positions", "table.positions"),
    ("table.positions_per_player", "table.positions_per_player"),
    ("table.adjacent", "table.adjacent"),
    ("table.sensors", "table.sensors"),
    ("table.electronic", "table.electronic"),
    ("layout.operator", "layout.operator"),
    ("layout.odds.ante", "layout.odds.ante"),
    ("layout.odds.play", "layout.odds.play"),
    ("layout.odds.ante_bonus", "layout.odds.ante_bonus"),
    ("layout.odds.pair_plus", "layout.odds.pair_plus"),
    ("layout.odds.six_card_bonus", "layout.odds.six_card_bonus"),
    ("layout.odds.progressive", "layout.odds.progressive"),
    ("layout.odds.five_card_progressive", "layout.odds.five_card_progressive"),
    ("layout.odds.cover_all", "layout.odds.cover_all"),
    ("deck.decks", "deck.decks"),
    ("deck.received", "deck.received"),
    ("shuffler.kind", "shuffle.shuffler"),
    ("shuffler.feeds_shoe", "shuffle.feeds_shoe"),
    ("shuffler.reshuffles", "shuffle.reshuffling_device"),
    ("cut.when", "cut.when"),
    ("cut.deepest", "cut.depth"),
    ("idle.after_seconds", "idle.after_seconds"),
    ("idle.reopening", "idle.reopening"),
    ("opening.checklist", "opening.checklist"),
    ("deal.device", "deal.device"),
    ("deal.dealer_stack", "deal.dealer_stack"),
    ("stub.count_every", "stub.count_every"),
    ("ranking.five_card_wheel", "ranking.five_card_wheel"),
    ("wagers.precondition", "wagers.precondition"),
    ("wagers.equal_stakes", "wagers.equal_stakes"),
    ("ante_bonus.paid", "showdown.ante_bonus"),
    ("fold.pair_plus", "fold.pair_plus"),
    ("fold.six_card_bonus", "fold.six_card_bonus"),
    ("fold.progressive", "fold.progressive"),
    ("fold.five_card_progressive", "fold.five_card_progressive"),
    ("fold.envy", "fold.envy"),
    ("fold.cover_all", "fold.cover_all"),
    ("forfeit.allowed", "forfeit.allowed"),
    ("payment.unit", "payment.unit"),
    ("six_card_bonus.needs", "six_card_bonus.needs"),
    ("six_card_bonus.super_royal_paid_from", "six_card_bonus.super_royal_paid_from"),
    ("progressive.reserve", "progressive.reserve"),
    ("progressive.multi_win", "progressive.multi_win"),
    ("progressive.meter_win_from_tray", "progressive.meter_win_from_tray"),
    ("progressive.validated_from", "progressive.validated_from"),
    ("progressive.reversed_on_void", "progressive.reversed_on_void"),
    ("progressive.envy.holder_needs_wager", "progressive.envy.holder_needs_wager"),
    ("five_card_progressive.reserve", "five_card_progressive.reserve"),
    ("five_card_progressive.multi_win", "five_card_progressive.multi_win"),
    ("five_card_progressive.meter_win_from_tray", "five_card_progressive.meter_win_from_tray"),
    ("five_card_progressive.validated_from", "five_card_progressive.validated_from"),
    ("five_card_progressive.reversed_on_void", "five_card_progressive.reversed_on_void"),
    ("cover_all.folded_hands_count", "cover_all.folded_hands_count"),
    ("people.leaver", "people.leaver"),
    ("people.lost_connection", "people.lost_connection"),
    ("people.view_folded", "people.view_folded"),
    ("irregularities.borrowed", "irregularities.borrowed"),
    ("six_card_bonus", "six_card_bonus.offered"),
    ("progressive", "progressive.offered"),
    ("five_card_progressive", "five_card_progressive.offered"),
    ("cover_all", "cover_all.offered"),
    ("tips", "tips.offered"),
    ("match_play", "match_play.offered"),
];

fn rule_at<'b>(book: &'b Table, path: &str) -> Option<&'b Table> {
    let mut table = book;
    for key in path.split('.') {
        table = table.get(key)?.as_table()?;
    }
    Some(table)
}

/// The faults of a house that name a key.
fn faults(house: &Table, key: &str, books: &Books) -> Vec<String> {
    let text = toml::to_string(house).unwrap();
    let report = check(&text, books);
    let about = report.faults.iter().filter(|fault| fault.severity == Severity::Error && fault.key == key);
    about.map(ToString::to_string).collect()
}

/// A value that no book takes for this key: another kind of thing for words, far outside for figures.
fn unlawful(rule: &Table) -> Option<Value> {
    let sample = rule.get("is").or_else(|| rule.get("one_of")?.as_array()?.first());
    let Some(sample) = sample else {
        let bound = rule.get("at_most").or_else(|| rule.get("exactly"))?;
        return Some(match bound {
            Value::Integer(most) => Value::Integer(most + 1),
            Value::String(text) if text.ends_with('%') => Value::String("101%".into()),
            _ => Value::String("$99,999".into()),
        });
    };
    Some(match sample {
        Value::Boolean(_) => {
            let values = rule.get("one_of").and_then(Value::as_array);
            if values.is_some_and(|values| values.len() > 1) {
                Value::Integer(7)
            } else {
                Value::Boolean(!sample.as_bool()?)
            }
        }
        Value::Integer(_) => Value::Integer(9),
        _ => Value::String("nonsense".into()),
    })
}

#[test]
fn every_choice_of_every_book_is_checked() {
    let mut checked = 0;
    for code in ["md2014", "md14", "ma", "tribal", "sd"] {
        let books = Books::shipped();
        let book: Table = books.get(code).unwrap().text.parse().unwrap();
        let mut listing = format!("# What a house may choose under {code}, and what is refused.\n");
        for (key, path) in CHOICES {
            let Some(rule) = rule_at(&book, path) else { continue };
            let mut lawful: Vec<Value> = rule.get("one_of").and_then(Value::as_array).cloned().unwrap_or_default();
            lawful.extend(rule.get("is").cloned());
            for bound in ["at_least", "at_most", "exactly", "default"] {
                lawful.extend(rule.get(bound).cloned());
            }
            if key.ends_with(".reserve") {
                // A reserve of the whole stake would leave the meter still (READING 73).
                lawful.retain(|value| value.as_str() != Some("100%"));
            }
            let offers = path.ends_with(".offered");
            let device = key == "deal.dealer_stack";
            let with = |value: &Value| {
                let mut house = house::house(code).unwrap();
                if key == "table.sensors" {
                    // One sensor is lawful for one progressive.
                    house.remove("five_card_progressive");
                }
                if key.ends_with(".reserve") && value.as_str() != Some("101%") {
                    // The reserve is a part of the rate: the whole stake can be reserved where it is the rate.
                    let progressive = key.trim_end_matches(".reserve");
                    let section = house[progressive].as_table_mut().unwrap();
                    let whole = Value::String("100%".into());
                    let rate = match section.get("rate") {
                        Some(Value::Table(rates)) if rates.contains_key("mega") => {
                            Value::Table(Table::from_iter([("mega".to_owned(), whole)]))
                        }
                        Some(Value::Table(_)) => Value::Table(Table::from_iter([("major".to_owned(), whole)])),
                        _ => whole,
                    };
                    section.insert("rate".into(), rate);
                }
                if device {
                    house::set(&mut house, "deal.device", Value::String("automated_shoe".into())).unwrap();
                }
                if key == "payment.unit" {
                    // The chip measures every amount that can be wagered (READING 72).
                    house.remove("progressive");
                    house.remove("five_card_progressive");
                    for limit in house["limits"].as_table_mut().unwrap().iter_mut().map(|(_, limit)| limit) {
                        *limit = "limit = { min = \"$5\", max = \"$500\", step = \"$5\" }".parse::<Table>().unwrap()["limit"].clone();
                    }
                }
                if key == "deal.device" && *value == Value::String("automated_shoe".into()) {
                    // Stacks come from a device that shuffles, where the book says so.
                    house::set(&mut house, "shuffler.kind", Value::String("automated".into())).unwrap();
                }
                if key == "layout.operator" {
                    // A logo needs one to be drawn.
                    house::set(&mut house, "look.monogram", Value::String("Q".into())).unwrap();
                }
                match (offers, value) {
                    (true, Value::Boolean(false)) => {
                        house.remove(key);
                    }
                    (true, _) => {}
                    _ => house::set(&mut house, key, value.clone()).unwrap(),
                }
                house
            };
            for value in &lawful {
                let found = faults(&with(value), key, &books);
                assert!(found.is_empty(), "{code}: {key} = {value}: {found:?}");
                checked += 1;
            }
            let clauses: Vec<&str> =
                rule.get("clauses").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
            let readings = rule.get("readings").and_then(Value::as_array).into_iter().flatten();
            let law: Vec<String> =
                clauses.iter().map(|c| (*c).to_owned()).chain(readings.map(|r| format!("READING {r}"))).collect();
            lawful.dedup();
            let values: Vec<String> = lawful.iter().map(Value::to_string).collect();
            writeln!(listing, "\n{key}\n  lawful   {}\n  law      {}", values.join(", "), law.join(", ")).unwrap();
            if rule.get("stated").is_some() {
                writeln!(listing, "  stated   the submission must say it").unwrap();
            }
            if let (false, Some(bad)) = (offers, unlawful(rule)) {
                let found = faults(&with(&bad), key, &books);
                assert_eq!(found.len(), 1, "{code}: {key} = {bad} was not refused once: {found:?}");
                // A value of the wrong kind is refused before the law is asked; any other names the law.
                if !found[0].contains("expected") {
                    assert!(clauses.first().is_none_or(|clause| found[0].contains(clause)), "{code}: {}", found[0]);
                }
                writeln!(listing, "  refused  {bad}").unwrap();
                checked += 1;
            }
        }
        compare(&format!("golden/choices/{code}.txt"), &listing);
    }
    assert!(checked > 400, "only {checked} choices were checked");
}

/// Compares a golden file, or rewrites it when asked to.
fn compare(path: &str, text: &str) {
    let file = house::root().join(path);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
    }
    let kept = house::read(path).unwrap_or_default();
    assert_eq!(kept, text, "{path} differs: run with UPDATE_GOLDEN=1 and read the difference");
}
