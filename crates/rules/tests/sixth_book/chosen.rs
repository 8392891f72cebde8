//! What all five books choose alike, the sixth chooses differently: the engine follows the book, whatever it says.

use rules::rulebook::vocabulary::Role;
use rules::{Books, House, Rulebook};
use serde_json::json;

use super::{draft, read, seat, settled, try_settle};

/// The sixth book with some of its words changed.
fn book(changes: &[(&str, &str)]) -> String {
    let mut text = read("golden/books/freedonia.toml");
    for (from, to) in changes {
        assert!(text.contains(from), "the book has no {from:?}");
        text = text.replacen(from, to, 1);
    }
    text
}

fn house_under(changes: &[(&str, &str)]) -> House {
    let mut books = Books::shipped();
    books.add(&book(changes)).unwrap_or_else(|fault| panic!("{fault}"));
    let report = rules::house::check(&draft().text(), &books);
    let said: Vec<String> = report.errors().map(ToString::to_string).collect();
    report.house.unwrap_or_else(|| panic!("{}", said.join("\n")))
}

/// Six cards that make a full house, with no other wager.
fn six_cards_alone() -> serde_json::Value {
    json!({ "dealer": ["Kc", "Kd", "Kh"], "positions": [
        { "position": 2, "cards": ["2c", "2d", "7h"], "wagers": { "six_card_bonus": 500 } },
    ] })
}

#[test]
fn a_wager_that_needs_nothing_stands_alone() {
    let any = house_under(&[]);
    let refused = try_settle(&any, &six_cards_alone()).expect_err("a base wager is needed");
    let said: Vec<String> = refused.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|line| line.contains("no base wager")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("freedonia:10.2")), "{said:?}");
    let free = house_under(&[(
        "needs = { is = \"any_base\", clauses = [\"freedonia:10.2\"] }",
        "needs = { is = \"nothing\", clauses = [\"freedonia:10.2\"] }",
    )]);
    let settled = settled(&free, &six_cards_alone());
    assert_eq!(settled.movements.len(), 1);
    assert_eq!((settled.movements[0].wager.as_str(), settled.movements[0].outcome.as_str()), ("six_card_bonus", "won"));
    assert_eq!(settled.balance, 0);
    // A tip alone is nothing under any book.
    let mut tip = six_cards_alone();
    tip["positions"][0] = json!({ "position": 2, "cards": ["2c", "2d", "7h"], "tips": { "ante": 100 } });
    assert!(try_settle(&free, &tip).is_err());
}

#[test]
fn a_coupon_is_kept_or_taken_on_a_push() {
    // The dealer's hand does not qualify: the ante is pushed here.
    let mut only = seat(2, &["Kh", "Ks", "4d"], "play", json!({ "ante": 1000 }));
    only["match_play"] = json!({ "ante": 500 });
    let round = json!({ "dealer": ["Qs", "6h", "3d"], "positions": [only] });
    let outcomes = |house: &House| -> Vec<String> {
        let settled = settled(house, &round);
        assert_eq!(settled.balance, 0);
        let coupon = settled.movements.iter().filter(|movement| movement.wager == "match_play");
        coupon.map(|movement| format!("{} {:?}", movement.outcome, movement.clauses)).collect()
    };
    let kept = house_under(&[]);
    assert_eq!(outcomes(&kept), ["pushed [\"freedonia:14.3\", \"freedonia:7.2\"]"]);
    let lost = house_under(&[(
        "on_push = { is = \"kept\", clauses = [\"freedonia:14.3\"] }",
        "on_push = { is = \"lost\", clauses = [\"freedonia:14.3\"] }",
    )]);
    assert_eq!(outcomes(&lost), ["lost [\"freedonia:14.3\", \"freedonia:7.2\"]"]);
}

#[test]
fn a_void_round_goes_back_in_the_direction_of_the_book() {
    let wagers = || json!({ "ante": 1000 });
    let cards = [["Kh", "Ks", "4d"], ["2c", "3h", "5d"], ["9c", "Tc", "Jc"]];
    let positions = [4, 1, 2].into_iter().zip(&cards).map(|(at, cards)| seat(at, cards, "play", wagers()));
    let round = json!({ "void": "player_card_exposed", "positions": positions.collect::<Vec<_>>() });
    let order = |house: &House| -> Vec<u8> {
        let mut positions: Vec<u8> = settled(house, &round).movements.iter().map(|m| m.position).collect();
        positions.dedup();
        positions
    };
    assert_eq!(order(&house_under(&[])), [1, 2, 4]);
    let from_the_right = ("default = \"left_to_right\"", "default = \"right_to_left\"");
    assert_eq!(order(&house_under(&[from_the_right])), [4, 2, 1]);
}

#[test]
fn a_great_win_is_confirmed_by_whom_the_book_names() {
    let parsed = |changes: &[(&str, &str)]| Rulebook::parse(&book(changes)).expect("a book").validator();
    // It has no step for it, but its progressive has.
    assert_eq!(parsed(&[]), Role::Supervisor);
    let step = "[procedure]\nvalidate = { by = \"surveillance\", clauses = [\"freedonia:11.14\"] }";
    assert_eq!(parsed(&[("[procedure]", step)]), Role::Surveillance);
    for (code, role) in [("md14", Role::Floorperson), ("md2014", Role::Floorperson), ("sd", Role::Supervisor)] {
        assert_eq!(Books::shipped().get(code).expect("a book").rules.validator(), role, "{code}");
    }
}

#[test]
fn a_limit_of_nothing_is_refused() {
    for key in ["limit_per_player", "limit_per_table"] {
        let report = rules::house::check(&draft().set("payment", key, "\"$0\"").text(), &super::books());
        let said: Vec<String> = report.errors().map(ToString::to_string).collect();
        assert!(said.len() == 1 && said[0].contains(key) && said[0].contains("freedonia:"), "{said:?}");
    }
}

#[test]
fn a_name_that_stands_twice_in_an_inline_house_is_refused() {
    let twice = |house: &str| {
        let round = format!("{{\"house\": {house}, \"positions\": []}}");
        rules::settle::input::parse(&round).expect_err("a name stands twice").to_string()
    };
    let said = twice("{\"rulebook\": \"md14\", \"table\": {\"positions\": 7, \"positions\": 6}}");
    assert!(said.contains("\"positions\" stands twice"), "{said}");
    let said = twice("{\"rulebook\": \"md14\", \"rulebook\": \"ma\"}");
    assert!(said.contains("\"rulebook\" stands twice"), "{said}");
    let said = twice("{\"a\": [{\"b\": 1, \"b\": 1}]}");
    assert!(said.contains("\"b\" stands twice"), "{said}");
    // The same name in two sections is not a duplicate.
    let round = "{\"house\": {\"a\": {\"x\": 1}, \"b\": {\"x\": [true, null, -1, 1.5, \"s\"]}}, \"positions\": []}";
    assert!(rules::settle::input::parse(round).is_ok());
}
