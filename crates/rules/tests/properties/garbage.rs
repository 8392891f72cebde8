//! Any text at all, and lawful texts with some bytes changed: the readers either refuse or read them, and never crash.

use cards::{Card, Three};
use proptest::prelude::*;
use rules::rulebook::BookFault;
use rules::settle::input::{HouseRef, parse};
use rules::settle::{Meters, admit, admit_void, settle, settle_void};
use rules::{Books, House, Rulebook};
use serde_json::Value;

use crate::common::draft::house;
use crate::common::tape::{Tape, tapes};
use crate::common::{BOOKS, place, read};
use crate::{case, config, open};

/// A text with some bytes flipped, removed, repeated, or replaced by those from another place.
fn damaged(text: &str, tape: &mut Tape<'_>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=tape.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = (tape.below(usize::from(u16::MAX)) * 31 + tape.below(256)) % bytes.len();
        let length = (1 + tape.below(12)).min(bytes.len() - at);
        match tape.below(6) {
            0 => bytes[at] ^= 1 << tape.below(7),
            1 => bytes[at] = *tape.pick(b"\"'[]{}=,.#$%0919-\n\\ \0e"),
            2 => drop(bytes.drain(at..at + length)),
            3 => {
                let again = bytes[at..at + length].to_vec();
                bytes.splice(at..at, again);
            }
            4 => {
                // A whole line twice.
                let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
                let end = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| at + i + 1);
                let again = bytes[start..end].to_vec();
                bytes.splice(start..start, again);
            }
            _ => {
                let from = tape.below(bytes.len());
                let length = length.min(bytes.len() - from);
                let other = bytes[from..from + length].to_vec();
                bytes.splice(at..at, other);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The findings of a check are consistent, whatever was checked.
fn check(text: &str, books: &Books) -> Result<Option<House>, TestCaseError> {
    let report = rules::house::check(text, books);
    prop_assert_eq!(report.house.is_none(), report.errors().count() > 0, "{}", text);
    prop_assert!(report.faults.is_sorted_by_key(|fault| fault.span.start));
    for fault in &report.faults {
        prop_assert!(fault.span.start <= text.len() && fault.line >= 1 && fault.column >= 1, "{fault}");
        prop_assert!(!fault.key.is_empty() && !fault.to_string().is_empty());
        if text.is_char_boundary(fault.span.start) {
            prop_assert_eq!((fault.line, fault.column), place(text, fault.span.start), "{}", fault);
        }
    }
    Ok(report.house)
}

/// A round's text under a house: refused with places, or settled with a balance of zero.
fn round(text: &str, house: &House) -> Result<(), TestCaseError> {
    let file = match parse(text) {
        Ok(file) => file,
        Err(fault) => {
            prop_assert!(fault.line >= 1 && !fault.message.is_empty(), "{fault}");
            return Ok(());
        }
    };
    if let HouseRef::Inline(inline) = &file.house {
        let _ = HouseRef::inline_toml(inline);
    }
    let mut movements = Vec::new();
    match admit(house, &file) {
        Ok((round, _)) => {
            settle(house, &round, &mut movements);
            prop_assert_eq!(rules::settle::balance(&movements).0, 0);
        }
        Err(refusals) => {
            prop_assert!(!refusals.is_empty() && refusals.iter().all(|refusal| !refusal.place.is_empty()), "{text}");
        }
    }
    for cause in ["wrong_number", file.void.as_deref().unwrap_or("nothing")] {
        movements.clear();
        match admit_void(house, &file, cause) {
            Ok((round, _)) => {
                settle_void(house, &round, &mut movements);
                prop_assert_eq!(rules::settle::balance(&movements).0, 0);
            }
            Err(refusals) => prop_assert!(!refusals.is_empty()),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn any_text_is_a_card_or_is_refused(text in "\\PC{0,8}|[2-9TJQKA1xX][cdhsCDHS ]{1,3}|.{0,40}") {
        match text.parse::<Card>() {
            Ok(card) => prop_assert!(card.to_string().eq_ignore_ascii_case(&text)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        match text.parse::<Three>() {
            Ok(three) => prop_assert_eq!(three.to_string().parse(), Ok(three)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_text_is_refused_by_every_reader(text in "(?s).{0,200}|[\\[\\]{}=\",.#$%a-z0-9\n ]{0,200}") {
        prop_assert!(Rulebook::parse(&text).is_err());
        check(&text, &Books::shipped())?;
        check(&format!("rulebook = \"ma\"\n{text}"), &Books::shipped())?;
        prop_assert!(parse(&text).is_err());
    }

    #[test]
    fn any_bytes_are_refused_by_every_reader(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(Rulebook::parse(&text).is_err());
        check(&text, &Books::shipped())?;
        prop_assert!(parse(&text).is_err());
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_damaged_house_opens_or_says_why(numbers in tapes(900), damage in tapes(60)) {
        let case = case(&numbers);
        let mut damage = Tape::new(&damage);
        for _ in 0..4 {
            if let Some(house) = check(&damaged(&case.text, &mut damage), &Books::shipped())? {
                for given in &case.rounds {
                    let mut given = given.clone();
                    given["house"] = "apart".into();
                    round(&given.to_string(), &house)?;
                }
            }
        }
    }

    #[test]
    fn a_damaged_round_is_settled_or_refused(numbers in tapes(900), damage in tapes(80)) {
        let case = case(&numbers);
        let mut damage = Tape::new(&damage);
        for given in &case.rounds {
            let mut given = given.clone();
            given["house"] = "apart".into();
            for _ in 0..4 {
                round(&damaged(&given.to_string(), &mut damage), &case.house)?;
                round(&damaged(&format!("{given:#}"), &mut damage), &case.house)?;
            }
        }
    }

    #[test]
    fn a_round_with_values_of_any_kind_is_settled_or_refused(numbers in tapes(900), damage in tapes(60)) {
        let case = case(&numbers);
        let mut tape = Tape::new(&damage);
        for given in &case.rounds {
            let mut given = given.clone();
            given["house"] = Value::Object(serde_json::Map::new());
            for _ in 0..3 {
                replace_some(&mut given, &mut tape);
                round(&given.to_string(), &case.house)?;
            }
        }
    }
}

/// Puts some value of any kind somewhere in a JSON value.
fn replace_some(value: &mut Value, tape: &mut Tape<'_>) {
    let deeper = !tape.once_in(4);
    match value {
        Value::Object(map) if deeper && !map.is_empty() => {
            let at = tape.below(map.len());
            if let Some((_, inner)) = map.iter_mut().nth(at) {
                replace_some(inner, tape);
            }
        }
        Value::Array(items) if deeper && !items.is_empty() => {
            let at = tape.below(items.len());
            replace_some(&mut items[at], tape);
        }
        _ => {
            let values = [
                Value::Null,
                true.into(),
                0.into(),
                (-1).into(),
                u64::MAX.into(),
                i64::MAX.into(),
                1.5.into(),
                "As".into(),
                "".into(),
                "position 3".into(),
                Value::Array(Vec::new()),
                serde_json::json!([["As"]]),
                serde_json::json!({ "ante": 500 }),
                7.into(),
                255.into(),
                10_000_000_000_u64.into(),
                1_000_000_000_000_u64.into(),
            ];
            *value = tape.pick(&values).clone();
        }
    }
}

proptest! {
    #![proptest_config(config(120))]

    /// A damaged rulebook is refused with a place, or it is a rulebook, and then works for houses and rounds.
    #[test]
    fn a_damaged_rulebook_is_refused_or_holds(numbers in tapes(900), damage in tapes(60)) {
        let case = case(&numbers);
        let book = read(&format!("rulebooks/{}.toml", case.house.book.code));
        let mut damage = Tape::new(&damage);
        for _ in 0..3 {
            let text = damaged(&book, &mut damage);
            match Rulebook::parse(&text) {
                Err(faults) => {
                    prop_assert!(faults.iter().len() > 0);
                    for fault in faults.iter() {
                        prop_assert!(!fault.message.is_empty() && fault.span.start <= text.len(), "{fault}");
                        let lines = text.lines().count() + 1;
                        prop_assert!((1..=lines).contains(&fault.line) && fault.column >= 1, "{fault}");
                    }
                }
                Ok(_) => {
                    let mut books = Books::shipped();
                    // The list of the shipped book does not know a damaged id.
                    if let Err(faults) = books.add(&text) {
                        let stray = |fault: &BookFault| fault.message.contains("is not in the clause list");
                        prop_assert!(faults.iter().all(stray), "{faults}");
                        continue;
                    }
                    if let Some(house) = check(&case.text, &books)? {
                        for given in &case.rounds {
                            let mut given = given.clone();
                            given["house"] = "apart".into();
                            round(&given.to_string(), &house)?;
                        }
                    }
                }
            }
        }
    }
}

/// The largest figures that files may name are added and multiplied without overflow.
#[test]
fn the_largest_figures_hold() {
    let books = Books::shipped();
    for code in BOOKS {
        let text = read(&format!("golden/houses/{code}.toml"));
        let most = "max = \"$100,000,000\", step = \"$0.01\"";
        let text = text.replace("unit = \"$1\"", "unit = \"$0.01\"");
        let text = text.replace("max = \"$500\", step = \"$5\"", most).replace("max = \"$100\", step = \"$5\"", most);
        let text = text.replace("max = \"$300\", step = \"$5\"", most).replace("max = \"$100\", step = \"$1\"", most);
        let house = open(
            &text
                .replace("min = \"$5\"", "min = \"$100,000,000\"")
                .replace("max = \"$25\"", "max = \"$100,000,000\"")
                .replace("$50\"", "$100,000,000\""),
            &books,
        );
        let most = 10_000_000_000_u64;
        let mut given = serde_json::json!({
            "house": "apart", "dealer": ["Jh", "Th", "9h"],
            "positions": [{ "position": 1, "cards": ["Ah", "Kh", "Qh"], "decision": "play", "wagers": { "ante": most, "pair_plus": most } }],
        });
        if house.six_card.is_some() {
            given["positions"][0]["wagers"]["six_card_bonus"] = most.into();
        }
        let file = parse(&given.to_string()).unwrap();
        let (admitted, _) = admit(&house, &file).unwrap_or_else(|refusals| panic!("{code}: {refusals:?}"));
        let mut movements = Vec::new();
        settle(&house, &admitted, &mut movements);
        assert_eq!(rules::settle::balance(&movements).0, 0, "{code}");
        assert!(movements.iter().all(|movement| movement.paid.0 >= 0), "{code}");
    }
    // Seeds that scale with the stake: too large ones are refused, and no meter starts beyond its range.
    for (stake, opens) in [("$0.01", true), ("$100", true), ("$100,000,000", false)] {
        let text = house("ma").without_section("five_card_progressive.link").without("five_card_progressive", "seed");
        let text = text.set("payment", "unit", "\"$0.01\"");
        let text = text.set("five_card_progressive", "stake", &format!("\"{stake}\"")).text();
        let house = check(&text, &books).unwrap();
        assert_eq!(house.is_some(), opens, "{stake}");
        assert!(house.is_none_or(|house| Meters::seeded(&house).five_card_progressive.get(rules::Level::Major).0 > 0));
    }
}

/// A sixth book may name the largest figures as well.
#[test]
fn the_largest_figures_of_a_rulebook_hold() {
    let book = read("golden/books/freedonia.toml")
        .replace(
            "pays = \"3 to 2\", clause = \"freedonia:17.5(d)\"",
            "pays = \"1,000,000 to 1\", clause = \"freedonia:17.5(d)\"",
        )
        .replace("stake = { is = \"$3\"", "stake = { is = \"$100,000,000\"")
        .replace("at_least = \"$2,000\"", "at_least = \"$100,000,000\", default = \"$100,000,000\"")
        .replace("exactly = \"$200\"", "exactly = \"$100,000,000\"");
    let mut books = Books::default();
    books.add(&format!("{book}seeds_for_stake = \"$0.01\"\n")).unwrap();
    let house = read("golden/books/freedonia-house.toml")
        .replace(
            "six_card_bonus = { min = \"$1\", max = \"$100\"",
            "six_card_bonus = { min = \"$100,000,000\", max = \"$100,000,000\"",
        )
        .replace("seed = { major = \"$2,000\", minor = \"$200\" }\n", "");
    let report = rules::house::check(&house, &books);
    assert_eq!(report.house.is_none(), report.errors().count() > 0);
}
