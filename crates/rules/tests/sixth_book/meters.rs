//! What meters are called, and the share that a back-up meter takes.

use rules::{Level, Wager};
use serde_json::json;

use super::{books, draft, open, seat, settled};
use crate::common::draft::Draft;

fn faults(draft: &Draft) -> Vec<String> {
    rules::house::check(&draft.text(), &books()).errors().map(ToString::to_string).collect()
}

/// Checks that a house has one fault, which says all of this.
fn refused(draft: &Draft, said: &[&str]) {
    let faults = faults(draft);
    assert_eq!(faults.len(), 1, "{faults:?}");
    for said in said {
        assert!(faults[0].contains(said), "{faults:?} should say {said}");
    }
}

#[test]
fn a_meter_is_called_as_the_book_says_or_else_as_the_house_likes() {
    let names = |house: &rules::House| {
        let name = |wager, level| house.meter_name(wager, level).to_owned();
        let five = |level| name(Wager::FiveCardProgressive, level);
        [five(Level::Major), five(Level::Minor), name(Wager::Progressive, Level::Main)]
    };
    // The book fixes one name and leaves another; of the three-card progressive's meter it says nothing.
    assert_eq!(names(&open(&draft())), ["Grand", "Mini", "main"]);
    let own = draft().set("five_card_progressive.names", "minor", "\"Duke's Purse\"").set(
        "progressive.names",
        "main",
        "\"Firefly Jackpot\"",
    );
    assert_eq!(names(&open(&own)), ["Grand", "Duke's Purse", "Firefly Jackpot"]);
    // Whoever reads the settlement reads the names.
    let round = json!({
        "dealer": ["2c", "5d", "9h"],
        "meters": { "progressive": { "main": 100_000 } },
        "positions": [seat(1, &["As", "Ks", "Qs"], "play", json!({ "ante": 500, "progressive": 200 }))],
    });
    let settled = settled(&open(&own), &round);
    let lines: Vec<&str> = settled.movements.iter().filter_map(|movement| movement.line.as_deref()).collect();
    assert!(lines.contains(&"suited ace-king-queen 100% of Firefly Jackpot"), "{lines:?}");
}

#[test]
fn a_name_that_is_not_lawful_or_no_name_is_refused() {
    let five = |level: &str, name: &str| draft().set("five_card_progressive.names", level, name);
    refused(&five("major", "\"Jackpot\""), &["\"Jackpot\" is not lawful here", "Grand", "freedonia:25.1"]);
    refused(&five("minor", "\"Grand\""), &["not lawful here", "Mini", "freedonia:25.2"]);
    refused(&five("mega", "\"Giant\""), &["five_card_progressive.names.mega"]);
    // A meter without a name is called by its level, and no other may be called that.
    let two = [
        ("major = { is = \"Grand\", clauses = [\"freedonia:25.1\"] }\n", ""),
        ("minor = { one_of = [\"Mini\", \"Duke's Purse\"]", "minor = { one_of = [\"Mini\", \"Major\"]"),
    ];
    let mut text = super::read("golden/books/freedonia.toml");
    for (from, to) in two {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let mut books = rules::Books::shipped();
    books.add(&text).unwrap();
    let said: Vec<String> =
        rules::house::check(&five("minor", "\"Major\"").text(), &books).errors().map(ToString::to_string).collect();
    assert!(said.len() == 1 && said[0].contains("two meters are called \"Major\""), "{said:?}");
    for (name, said) in [("\"\"", "1 to 24 letters"), ("\"$1,000,000\"", "'$' cannot stand in a meter's name")] {
        refused(&draft().set("progressive.names", "main", name), &["progressive.names.main", said]);
    }
}

#[test]
fn a_back_up_meter_takes_what_the_book_allows() {
    let share = |share: &str| draft().set("progressive", "backup", share);
    for (lawful, takes) in [("\"0%\"", 0), ("\"20%\"", 200_000)] {
        assert_eq!(open(&share(lawful)).progressive.as_ref().unwrap().backup.0, takes);
    }
    refused(&share("\"20.1%\""), &["progressive.backup", "20.1%", "freedonia:11.7"]);
    // What the meters and the back-up take together is a part of the stake.
    let all = draft().set("progressive", "rate", "\"81%\"").set("progressive", "backup", "\"20%\"");
    refused(&all, &["rate 81% and back-up 20% are more than the stake", "freedonia:11.7"]);
    // The five-card progressive has none in this book.
    refused(&draft().set("five_card_progressive", "backup", "\"1%\""), &["no such option"]);
}

#[test]
fn a_round_names_the_back_up_meter_only_where_there_is_one() {
    let round = |wager: &str, pot: &str| {
        let mut meters =
            json!({ "progressive": { "main": 50_000 }, "five_card_progressive": { "major": 1, "minor": 1 } });
        meters[wager][pot] = 700.into();
        json!({
            "dealer": ["2c", "5d", "9h"], "meters": meters,
            "positions": [seat(1, &["As", "7s", "2d"], "play", json!({ "ante": 500, "progressive": 200 }))],
        })
    };
    let house = open(&draft());
    let after = settled(&house, &round("progressive", "backup")).meters_after;
    assert_eq!((after["progressive"]["backup"], after["progressive"]["reserve"]), (700, 0));
    let refused = super::try_settle(&house, &round("five_card_progressive", "backup")).unwrap_err();
    assert_eq!(
        refused[0].to_string(),
        "meters.five_card_progressive.backup: no such meter; this progressive has major, minor, reserve"
    );
    super::try_settle(&house, &round("progressive", "back-up")).unwrap_err();
}
