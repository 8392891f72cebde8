//! What a house may choose in each book: every lawful value is accepted, any other is refused with the rule's law.
//!
//! `golden/choices/<book>.txt` lists the choices with their clauses, for people to read.

#[path = "golden/choices.rs"]
mod choosing;
#[path = "golden/house.rs"]
mod house;

use std::fmt::Write as _;

use choosing::{CHOICES, PAIRS, law_of, rule_at, saying, with};
use rules::Books;
use rules::house::{Severity, check};
use toml::{Table, Value};

/// The faults of a house that name a key.
fn faults(house: &Table, key: &str, books: &Books) -> Vec<String> {
    let text = toml::to_string(house).unwrap();
    let report = check(&text, books);
    let about = report.faults.iter().filter(|fault| fault.severity == Severity::Error && fault.key == key);
    about.map(ToString::to_string).collect()
}

/// A value that no book accepts for this key: another kind of thing for words, far outside for figures.
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
                // A reserve of the whole stake would keep the meter from moving (READING 73).
                lawful.retain(|value| value.as_str() != Some("100%"));
            }
            let offers = path.ends_with(".offered");
            let with = |value: &Value| with(code, key, path, value).unwrap();
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
                // A value of the wrong kind is refused before the law is checked; any other refusal names the law.
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

#[test]
fn what_other_keys_make_unlawful_is_refused_by_its_rule() {
    let books = Books::shipped();
    let mut checked = 0;
    for code in ["md2014", "md14", "ma", "tribal", "sd"] {
        let book: Table = books.get(code).unwrap().text.parse().unwrap();
        for (key, path, keeps, breaks) in PAIRS {
            let Some(law) = law_of(&book, key, path) else { continue };
            let found = faults(&saying(code, keeps).unwrap(), key, &books);
            assert!(found.is_empty(), "{code}: {key}: {found:?}");
            let found = faults(&saying(code, breaks).unwrap(), key, &books);
            assert_eq!(found.len(), 1, "{code}: {key} was not refused once: {found:?}");
            // A value of the wrong kind is refused before the law is checked.
            assert!(found[0].contains("expected") || found[0].contains(law[0]), "{code}: {}", found[0]);
            checked += 1;
        }
    }
    assert!(checked > 15, "only {checked} pairs were checked");
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
