//! The reference of house files: every section and key with its values in each rulebook, the default, the law and an
//! example. It is part of docs/houses.md; a test compares them.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::keys::{HouseKey, KeyKind, KeyLaw, KeyTable, keys};
use crate::books::Books;
use crate::wager::Wager;

/// The reference as Markdown, for the given books.
#[must_use]
pub fn reference(books: &Books) -> String {
    let parsed: Vec<(&str, Table)> =
        books.codes().filter_map(|code| Some((code, books.get(code)?.text.parse().ok()?))).collect();
    let mut out = String::new();
    for table in keys() {
        section(&mut out, table, &parsed);
    }
    out
}

fn section(out: &mut String, table: &KeyTable, books: &[(&str, Table)]) {
    let named = |path: &&str| match (path.is_empty(), table.repeated) {
        (true, _) => "The top of the file".to_owned(),
        (_, true) => format!("`[[{path}]]`"),
        _ => format!("`[{path}]`"),
    };
    let _ = writeln!(out, "### {}\n\n{}\n", table.paths.iter().map(named).collect::<Vec<_>>().join(", "), table.about);
    for key in table.keys.iter().filter(|key| !key.about.is_empty()) {
        entry(out, table, key, books);
    }
    out.push('\n');
}

fn entry(out: &mut String, table: &KeyTable, key: &HouseKey, books: &[(&str, Table)]) {
    let _ = write!(out, "- `{}`: {} {}.", key.name, key.about, first_upper(&key.kind.title()));
    if !key.default.is_empty() {
        let _ = write!(out, " Default: {}.", key.default);
    }
    if !key.example.is_empty() {
        let _ = write!(out, " `{}`", key.example);
    }
    out.push('\n');
    for path in &table.paths {
        // Keys shared by both progressives are listed separately only where the books treat the two differently.
        let place =
            if table.paths.len() > 1 && key.law != KeyLaw::House { format!("`{path}` ") } else { String::new() };
        for (code, book) in books {
            if let Some(lawful) = lawful(book, path, key) {
                let _ = writeln!(out, "  - {place}{code}: {lawful}");
            }
        }
    }
}

fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What a book allows for a key, with its law; `None` if it has no rule for it.
pub(super) fn lawful(book: &Table, section: &str, key: &HouseKey) -> Option<String> {
    match key.law {
        KeyLaw::House => None,
        KeyLaw::Rule(_) => {
            let says = rule(at(book, &key.law.path(section)?)?, &key.kind)?;
            Some(says + &by_paytable(book, section, &key.kind))
        }
        KeyLaw::Paytables(wager) => {
            let wager: Wager = if wager.is_empty() { section } else { wager }.parse().ok()?;
            paytables(book, wager)
        }
        KeyLaw::Orders => orders(book),
    }
}

fn at<'b>(book: &'b Table, path: &str) -> Option<&'b Table> {
    path.split('.').try_fold(book, |table, key| table.get(key)?.as_table())
}

fn list(rule: &Table, key: &str) -> Vec<String> {
    let values = rule.get(key).and_then(Value::as_array).into_iter().flatten();
    values.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect()
}

fn law(rule: &Table) -> String {
    let readings = list(rule, "readings").into_iter().map(|number| format!("READING {number}"));
    // As code, since a clause may look like a Markdown link.
    let clauses = list(rule, "clauses").into_iter().map(|clause| format!("`{clause}`"));
    let cited: Vec<String> = clauses.chain(readings).collect();
    format!(" ({})", cited.join(", "))
}

fn rule(rule: &Table, kind: &KeyKind) -> Option<String> {
    let get = |key: &str| rule.get(key).map(|value| format!("`{value}`"));
    let says = match (get("is"), rule.get("one_of").and_then(Value::as_array), get("exactly"), get("needed")) {
        (Some(value), ..) => format!("{value}, fixed"),
        (_, Some(values), ..) => values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" or "),
        (_, _, Some(value), _) => format!("exactly {value}"),
        (_, _, _, Some(needed)) => match needed.trim_matches(['`', '"']) {
            "every_table" => "needed at every table".to_owned(),
            "none" => "where the house has one".to_owned(),
            device => format!("needed with {}", device.replace('_', " ")),
        },
        _ => match (get("at_least"), get("at_most")) {
            (Some(least), Some(most)) => format!("from {least} to {most}"),
            (Some(least), None) => format!("at least {least}"),
            (None, Some(most)) => format!("at most {most}"),
            (None, None) => "as the house says".to_owned(),
        },
    };
    let silent = match get("default") {
        Some(value) => format!("; default {value}"),
        None if rule.get("stated").is_some() => "; the submission must state it".to_owned(),
        None if rule.contains_key("one_of") && !matches!(kind, KeyKind::Money) => "; the house must choose".to_owned(),
        None => String::new(),
    };
    Some(format!("{says}{silent}{}", law(rule)))
}

/// What individual paytables say about their meters in place of the rule.
fn by_paytable(book: &Table, section: &str, kind: &KeyKind) -> String {
    let mut out = String::new();
    let tables = book.get("paytable").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table);
    for table in tables.filter(|table| table.get("wager").and_then(Value::as_str) == Some(section)) {
        let id = table.get("id").and_then(Value::as_str).unwrap_or_default();
        match kind {
            KeyKind::PercentByMeter => {
                if let Some(says) = table.get("rate").and_then(Value::as_table).and_then(|own| rule(own, kind)) {
                    let _ = write!(out, "; table `\"{id}\"` {says}");
                }
            }
            KeyKind::MoneyByMeter => {
                let seeds = table.get("seeds").and_then(Value::as_array).into_iter().flatten();
                for seed in seeds.filter_map(Value::as_table) {
                    let meter = seed.get("meter").and_then(Value::as_str).unwrap_or_default();
                    let amount = seed.get("amount").and_then(Value::as_table);
                    if let Some(says) = amount.and_then(|own| rule(own, kind)) {
                        let _ = write!(out, "; table `\"{id}\"` {meter} {says}");
                    }
                }
            }
            _ => {}
        }
    }
    out
}

fn paytables(book: &Table, wager: Wager) -> Option<String> {
    let tables = book.get("paytable")?.as_array()?.iter().filter_map(Value::as_table);
    let of_wager = tables.filter(|table| table.get("wager").and_then(Value::as_str) == Some(wager.word()));
    let mut named = Vec::new();
    let mut floor = None;
    for table in of_wager {
        let id = table.get("id").and_then(Value::as_str).unwrap_or_default();
        match table.get("standing").and_then(Value::as_str) {
            None | Some("in_force") => named.push(format!("`\"{id}\"`{}", law(table))),
            Some("floor") => floor = Some(format!("own `lines`, none below the floor{}", law(table))),
            Some(_) => {}
        }
    }
    let said: Vec<String> = named.into_iter().chain(floor).collect();
    (!said.is_empty()).then(|| said.join(" or "))
}

fn orders(book: &Table) -> Option<String> {
    let settlement = book.get("settlement")?.as_table()?;
    let default = settlement.get("default").and_then(Value::as_str);
    let silence = match (default, settlement.get("order").and_then(Value::as_table)) {
        (Some(default), _) => format!("default `\"{default}\"`"),
        (None, Some(order)) => format!("the house names it{}", law(order)),
        (None, None) => String::new(),
    };
    let orders = settlement.get("alternative")?.as_array()?.iter().filter_map(Value::as_table);
    let named = orders.map(|order| {
        let id = order.get("id").and_then(Value::as_str).unwrap_or_default();
        format!("`\"{id}\"`{}", law(order))
    });
    Some(format!("{}; {silence}", named.collect::<Vec<_>>().join(" or ")))
}
