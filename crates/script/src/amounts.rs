//! Amounts as people write them: `$5`, `$1,000.50`, or whole cents; in another currency `5 kr` or `5kr`. Every flag and every JSON input reads them here.

use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use rules::money::CENTS_MAX;
use rules::{Cents, Currency};
use serde_json::{Value, json};

use crate::json_place;

/// How an amount is written, for help and complaints.
pub const WRITE: &str = "in dollars such as $5 or $1,000.50, or in whole cents such as 500";

/// The same in a currency.
#[must_use]
pub fn how(currency: &Currency) -> Cow<'static, str> {
    if *currency == Currency::dollar() {
        return WRITE.into();
    }
    format!("such as {} or {}", currency.write(Cents::dollars(5)), currency.write(Cents::dollars(1_000))).into()
}

/// The amount of a flag: dollars with a dollar sign, or whole cents.
pub fn amount(text: &str) -> Option<Cents> {
    let cents = match text.starts_with('$') {
        true => text.parse().ok(),
        // A plus sign would parse as a number but is not allowed.
        false => Some(text).filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?.parse().ok().map(Cents),
    };
    cents.filter(|cents| cents.0 <= CENTS_MAX)
}

/// A flag that is not an amount above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write an amount {WRITE}, more than nothing and at most {most}", most = Cents(CENTS_MAX))]
pub struct NotAnAmount;

/// The same, for an amount that must be above zero.
pub fn some_amount(text: &str) -> Result<Cents, NotAnAmount> {
    amount(text).filter(|cents| !cents.is_zero()).ok_or(NotAnAmount)
}

/// The amount of a flag that stands beside the house whose currency it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked(String);

impl FromStr for Asked {
    type Err = NotAnAmount;

    /// Takes what is an amount in some currency.
    fn from_str(text: &str) -> Result<Asked, NotAnAmount> {
        let foreign =
            text.chars().any(|c| c.is_ascii_digit()) && text.chars().any(|c| c != '$' && !"0123456789.,+-".contains(c));
        if foreign { Ok(Asked(text.to_owned())) } else { some_amount(text).map(|_| Asked(text.to_owned())) }
    }
}

impl Asked {
    /// The amount in a currency.
    ///
    /// # Errors
    /// How it is to be written.
    pub fn amount(&self, currency: &Currency) -> Result<Cents, String> {
        let wrong = |_| format!("\"{}\" is not an amount: write one {}", self.0, how(currency));
        some_amount(&currency.hear(&self.0)).map_err(wrong)
    }
}

/// The entries of a list such as `ante=$1,500,pair_plus=$5`: a comma before a digit belongs to an amount, as every
/// entry begins with a name.
pub fn entries(list: &str) -> Vec<&str> {
    let mut entries = Vec::new();
    let mut start = 0;
    for (comma, _) in list.match_indices(',') {
        if !list[comma + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            entries.push(&list[start..comma]);
            start = comma + 1;
        }
    }
    entries.push(&list[start..]);
    entries
}

/// Where a JSON input has amounts. `*` stands for any name, `[]` for any item of a list.
pub type Places = &'static [&'static str];

/// The amounts of a round to settle.
pub const ROUND: Places = &["meters.*.*", "positions[].wagers.*", "positions[].tips.*", "positions[].match_play.*"];

/// The amounts of evidence.
pub const EVIDENCE: Places = &[
    "meters.*.*",
    "positions[].wagers.*",
    "positions[].wagers.*[]",
    "positions[].tips.*",
    "positions[].match_play.*",
    "positions[].paid",
    "positions[].taken",
    "tray.before",
    "tray.after",
];

/// The amounts of a command; a test checks them against the shapes of the acts.
pub const COMMAND: Places = &["float", "amount", "takes", "pays"];

/// A text that is not an amount, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAmount {
    /// The bytes of it in the text.
    pub span: Range<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

/// A JSON text with its amounts in cents. An amount in cents is never longer than the quoted dollars, and is padded
/// with spaces, so every place in the text stays where it was.
///
/// # Errors
/// The first text with a dollar sign, in the place of an amount, that is not one.
pub fn in_cents(text: &str, places: Places, currency: &Currency) -> Result<String, NoAmount> {
    let mut out = text.to_owned();
    let mut wrong = None;
    json_place::each_text(text, |path, span| {
        let Some(Value::String(said)) = text.get(span.clone()).and_then(|said| serde_json::from_str(said).ok()) else {
            return;
        };
        let (sign, dollars) = said.strip_prefix('-').map_or((1, said.as_str()), |dollars| (-1, dollars));
        let is_amount = match *currency == Currency::dollar() {
            true => dollars.starts_with('$'),
            false => dollars.contains(|c: char| c.is_ascii_digit()),
        };
        if wrong.is_some() || !is_amount || !places.iter().any(|place| is_at(path, place)) {
            return;
        }
        let read = if *currency == Currency::dollar() { dollars.parse::<Cents>() } else { currency.read(dollars) };
        match read {
            Ok(cents) => {
                let written = format!("{:<width$}", sign * cents.0, width = span.len());
                out.replace_range(span, &written);
            }
            Err(malformed) => wrong = Some(NoAmount { span, message: malformed.to_string() }),
        }
    });
    match wrong {
        Some(wrong) => Err(wrong),
        None => Ok(out),
    }
}

/// The steps of a place: a name, `*`, or `[]`.
fn steps(place: &str) -> impl Iterator<Item = &str> {
    place.split('.').flat_map(|part| {
        match part.strip_suffix("[]") {
            Some(name) => [Some(name), Some("[]")],
            None => [Some(part), None],
        }
        .into_iter()
        .flatten()
    })
}

fn is_at(path: &[Option<String>], place: &str) -> bool {
    let fits = |(step, wanted): (&Option<String>, &str)| match step {
        Some(name) => wanted == "*" || wanted == name,
        None => wanted == "[]",
    };
    steps(place).count() == path.len() && path.iter().zip(steps(place)).all(fits)
}

/// Says in a schema that an amount may be written in a currency, at the same places.
pub fn describe(schema: &mut Value, places: Places) {
    for place in places {
        let steps: Vec<&str> = steps(place).collect();
        let mut found = Vec::new();
        follow(schema, &[], &steps, &mut found);
        for pointer in found {
            if let Some(amount) = schema.pointer_mut(&pointer) {
                or_amount(amount);
            }
        }
    }
}

/// The pointers that the steps lead to in a schema, through references and alternatives.
fn follow(root: &Value, at: &[String], rest: &[&str], found: &mut Vec<String>) {
    let pointer: String = at.iter().map(|part| format!("/{part}")).collect();
    let Some(here) = root.pointer(&pointer) else { return };
    if let Some(target) = here["$ref"].as_str() {
        let target: Vec<String> = target.trim_start_matches("#/").split('/').map(str::to_owned).collect();
        return follow(root, &target, rest, found);
    }
    let deeper = |parts: &[&str]| [at, &parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>()].concat();
    for key in ["anyOf", "oneOf", "allOf"] {
        for (i, _) in here[key].as_array().into_iter().flatten().enumerate() {
            follow(root, &deeper(&[key, &i.to_string()]), rest, found);
        }
    }
    match rest.split_first() {
        None if is_number(here) => found.push(pointer),
        None => {}
        Some((&"*", rest)) => follow(root, &deeper(&["additionalProperties"]), rest, found),
        Some((&"[]", rest)) => follow(root, &deeper(&["items"]), rest, found),
        Some((name, rest)) => follow(root, &deeper(&["properties", name]), rest, found),
    }
}

fn is_number(schema: &Value) -> bool {
    let kind = &schema["type"];
    kind == "integer" || kind.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "integer"))
}

/// Turns the schema of a number into that of a number or of an amount, keeping its description in front.
fn or_amount(schema: &mut Value) {
    let mut number = schema.take();
    let description = number.as_object_mut().and_then(|number| number.remove("description"));
    let minus = if number.get("minimum").is_none() { "-?" } else { "" };
    // The sign of a currency stands before or after the number, with a space or without.
    let (sign, digits) = (r"[^0-9\s.,+-]{1,4}", r"[0-9][0-9,]*(\.[0-9]{2})?");
    let amount = json!({
        "type": "string",
        "pattern": format!("^{minus}({sign} ?{digits}|{digits} ?{sign})$"),
        "description": "The same in the currency of the house, such as $1,000.50 or 20 kr.",
    });
    *schema = json!({ "anyOf": [number, amount] });
    if let (Some(description), Some(schema)) = (description, schema.as_object_mut()) {
        schema.insert("description".to_owned(), description);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn flags_take_dollars_and_cents() {
        for (text, cents) in [("$5", 500), ("$1,000.50", 100_050), ("500", 500), ("0", 0), ("$0", 0)] {
            assert_eq!(amount(text), Some(Cents(cents)), "{text}");
        }
        for text in ["", "$", "5.00", "-5", "+5", "-$5", "$5.5", "$1,00", "1,000", "five", "99999999999999999999"] {
            assert_eq!(amount(text), None, "{text}");
        }
        assert!(some_amount("$0").is_err() && some_amount("0").is_err() && some_amount("1").is_ok());
    }

    #[test]
    fn a_list_is_not_cut_within_an_amount() {
        assert_eq!(entries("ante=$1,500,pair_plus=$5"), ["ante=$1,500", "pair_plus=$5"]);
        assert_eq!(entries("ante, pair_plus=500"), ["ante", " pair_plus=500"]);
        assert_eq!(entries(""), [""]);
    }

    #[test]
    fn amounts_of_a_json_text_become_cents_and_nothing_moves() {
        let text = r#"{"positions": [{"person": "$5", "wagers": {"ante": "$1,000.50", "play": 7}, "cards": ["$5"]}]}"#;
        let cents = in_cents(text, ROUND, &Currency::dollar()).unwrap();
        assert_eq!(cents, text.replace("\"$1,000.50\"", "100050     "));
        let text = r#"{"tray": {"before": "$2", "after": 3}, "positions": [{"wagers": {"ante": ["$5", 6, "?"]}}]}"#;
        let cents = in_cents(text, EVIDENCE, &Currency::dollar()).unwrap();
        assert_eq!(cents, text.replace("\"$2\"", "200 ").replace("\"$5\"", "500 "));
        assert_eq!(in_cents(r#"{"amount":"-$5"}"#, COMMAND, &Currency::dollar()).unwrap(), r#"{"amount":-500 }"#);
        assert_eq!(
            in_cents(r#"{"x":{"amount":"$5"}}"#, COMMAND, &Currency::dollar()).unwrap(),
            r#"{"x":{"amount":"$5"}}"#
        );
    }

    #[test]
    fn what_is_no_amount_is_told_with_its_place() {
        let text = r#"{"amount": "$5.5"}"#;
        let wrong = in_cents(text, COMMAND, &Currency::dollar()).unwrap_err();
        assert_eq!(&text[wrong.span], "\"$5.5\"");
        assert!(wrong.message.contains("$10"), "{}", wrong.message);
    }
}
