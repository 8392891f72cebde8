//! The neighbours of a value of a rulebook: the values nearest to it. The neighbours of a word are the other words of
//! its list, which the reader of rulebooks names when it meets an unknown word.

use rules::rulebook::Rulebook;
use toml::{Table, Value};

/// A step on the way to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Name(String),
    Index(usize),
}

/// The value at a place.
pub(crate) fn at_mut<'t>(book: &'t mut Table, path: &[Key]) -> Option<&'t mut Value> {
    let (Key::Name(first), rest) = path.split_first()? else { return None };
    rest.iter().try_fold(book.get_mut(first)?, |value, key| match key {
        Key::Name(name) => value.get_mut(name.as_str()),
        Key::Index(index) => value.get_mut(*index),
    })
}

/// A word that no list has.
const NO_WORD: &str = "?";

/// The words allowed at a place, as the reader lists them; none where any text is allowed.
pub(crate) fn vocabulary(book: &Table, path: &[Key]) -> Vec<String> {
    let mut book = book.clone();
    let Some(place) = at_mut(&mut book, path) else { return Vec::new() };
    *place = Value::String(NO_WORD.to_owned());
    let text = toml::to_string(&book).unwrap_or_default();
    let Err(faults) = Rulebook::parse(&text) else { return Vec::new() };
    let complaints = faults.iter().filter_map(|fault| fault.message.split(['\n', ';']).next());
    let of_word = format!("\"{NO_WORD}\"");
    let mut listed = complaints.filter_map(|complaint| complaint.split_once("expected one of "));
    let Some((_, words)) = listed.find(|(said, _)| said.contains(&of_word)) else { return Vec::new() };
    words.split(", ").map(|word| word.trim().trim_matches('`').to_owned()).collect()
}

/// The lawful values of a rule, and the unlawful ones that are nearest to them.
pub(crate) fn values(book: &Table, steps: &[&str], rule: &Table) -> (Vec<Value>, Vec<Value>) {
    let mut lawful: Vec<Value> = rule.get("one_of").and_then(Value::as_array).cloned().unwrap_or_default();
    lawful.extend(rule.get("is").cloned());
    for bound in ["at_least", "at_most", "exactly", "default"] {
        lawful.extend(rule.get(bound).cloned());
    }
    lawful.dedup();
    let mut path: Vec<Key> = steps.iter().map(|step| Key::Name((*step).to_owned())).collect();
    let mut unlawful = Vec::new();
    for (name, up) in [("at_least", false), ("at_most", true)] {
        unlawful.extend(rule.get(name).and_then(|bound| figure(bound, up)));
    }
    for up in [false, true] {
        unlawful.extend(rule.get("exactly").and_then(|bound| figure(bound, up)));
    }
    let first = if rule.contains_key("is") { vec!["is"] } else { vec!["one_of", "0"] };
    match lawful.first() {
        Some(Value::Boolean(_)) => unlawful.extend([true, false].map(Value::Boolean)),
        Some(Value::String(_)) if rule.contains_key("is") || rule.contains_key("one_of") => {
            for step in first {
                path.push(step.parse().map_or_else(|_| Key::Name(step.to_owned()), Key::Index));
            }
            unlawful.extend(vocabulary(book, &path).into_iter().map(Value::String));
        }
        Some(Value::Integer(_)) if !rule.contains_key("at_least") && !rule.contains_key("at_most") => {
            let near = lawful.iter().flat_map(|value| [figure(value, false), figure(value, true)]);
            unlawful.extend(near.flatten().collect::<Vec<_>>());
        }
        _ => {}
    }
    unlawful.retain(|value| !lawful.contains(value));
    (lawful, unlawful)
}

/// The next figure above or below: a number, an amount, a percentage or odds.
pub(crate) fn figure(value: &Value, up: bool) -> Option<Value> {
    let step = |n: i64| if up { n.checked_add(1) } else { n.checked_sub(1).filter(|n| *n >= 0) };
    match value {
        Value::Integer(n) => step(*n).map(Value::Integer),
        Value::String(text) => figure_text(text, &step).map(Value::String),
        _ => None,
    }
}

fn figure_text(text: &str, step: &dyn Fn(i64) -> Option<i64>) -> Option<String> {
    // The first figure of the text, with commas and a point: `$1,000`, `0.0001%`, `40 to 1`, `100% of main`.
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(rest.len());
    let known = text[..start].chars().all(|c| c == '$') && (start > 0 || rest[end..].starts_with(['%', ' ']));
    if !known {
        return None;
    }
    let plain = rest[..end].replace(',', "");
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let digits = step(format!("{whole}{part}").parse().ok()?)?;
    let padded = format!("{digits:0>width$}", width = part.len() + 1);
    let (whole, part) = padded.split_at(padded.len() - part.len());
    let point = if part.is_empty() { "" } else { "." };
    Some(format!("{}{}{point}{part}{}", &text[..start], thousands(whole), &rest[end..]))
}

/// Digits in threes, as books write them.
fn thousands(digits: &str) -> String {
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_a_neighbour_on_either_side() {
        let next =
            |text: &str, up| figure(&Value::String(text.into()), up).map(|value| value.as_str().unwrap().to_owned());
        for (text, down, up) in [
            ("$1,000", Some("$999"), Some("$1,001")),
            ("$0.01", Some("$0.00"), Some("$0.02")),
            ("0.0001%", Some("0.0000%"), Some("0.0002%")),
            ("40 to 1", Some("39 to 1"), Some("41 to 1")),
            ("100% of main", Some("99% of main"), Some("101% of main")),
            ("$0", None, Some("$1")),
            ("straight", None, None),
            ("TCP-6B1", None, None),
        ] {
            assert_eq!(next(text, false).as_deref(), down, "{text}");
            assert_eq!(next(text, true).as_deref(), up, "{text}");
        }
        assert_eq!(figure(&Value::Integer(7), true), Some(Value::Integer(8)));
        assert_eq!(figure(&Value::Integer(0), false), None);
    }

    #[test]
    fn the_reader_lists_the_words_of_a_place() {
        let books = rules::Books::shipped();
        let book: Table = books.get("sd").unwrap().text.parse().unwrap();
        let path = ["cut", "when", "is"].map(|name| Key::Name(name.to_owned()));
        let path: Vec<Key> = path.into_iter().collect();
        assert!(vocabulary(&book, &path).contains(&"manual".to_owned()));
        let title = [Key::Name("title".to_owned())];
        assert!(vocabulary(&book, &title).is_empty());
    }
}
