//! How a house protects its players: everything is the house's own choice, and all of it optional.

use rules::Cents;
use rules::house::Protection;

use crate::common::BOOKS;
use crate::common::draft::house;

#[test]
fn a_silent_house_limits_nobody() {
    for book in BOOKS {
        assert_eq!(house(book).opens().protection, None, "{book}");
    }
}

#[test]
fn each_protection_stands_by_itself() {
    let with = |key: &str, value: &str| house("ma").set("protection", key, value).opens().protection;
    let none = Protection::default();
    assert_eq!(with("reminder_minutes", "60"), Some(Protection { reminder_minutes: Some(60), ..none }));
    assert_eq!(with("minutes_day", "240"), Some(Protection { minutes_day: Some(240), ..none }));
    assert_eq!(with("minutes_sitting", "120"), Some(Protection { minutes_sitting: Some(120), ..none }));
    assert_eq!(with("loss_day", "\"$500\""), Some(Protection { loss_day: Some(Cents(50_000)), ..none }));
    assert_eq!(with("loss_sitting", "\"$0\""), Some(Protection { loss_sitting: Some(Cents(0)), ..none }));
    assert_eq!(with("self_exclusion", "true"), Some(Protection { self_exclusion: true, ..none }));
    assert_eq!(with("self_exclusion", "false"), Some(none), "limits of the players' own are there all the same");
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (key, value, help) in [
        ("reminder_minutes", "0", "lawful: "),
        ("minutes_day", "1441", "lawful: "),
        ("minutes_sitting", "\"long\"", ""),
        ("loss_day", "500", ""),
        ("self_exclusion", "1", ""),
    ] {
        house("sd").set("protection", key, value).refused(&format!("protection.{key}"), "", help);
    }
    let known = "known here: reminder_minutes, minutes_day, minutes_sitting, loss_day, loss_sitting, self_exclusion";
    house("sd").set("protection", "casino", "1").refused("protection.casino", "", known);
}
