//! A house as a file, with each choice explained.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::example::at;
use super::keys::{HouseKey, KeyTable, keys};
use super::reference::lawful;
use crate::reference::comment;

/// The file of a house under a book.
pub(super) fn written(house: &Table, book: &Table) -> String {
    let code = house.get("rulebook").and_then(Value::as_str).unwrap_or_default();
    let mut out = format!(
        "# An example house under the rulebook {code}, which offers what the book lets a house offer: change what you want.\n\
         # `queenhigh check THIS.toml` says whether it is lawful; docs/houses.md explains every key.\n"
    );
    for table in keys() {
        for path in &table.paths {
            if path.starts_with("limits.") || path.ends_with(".seed") || path.ends_with(".rate") {
                continue;
            }
            let own = if path.is_empty() { Some(house) } else { at(house, path).and_then(Value::as_table) };
            match own {
                Some(own) => write_section(&mut out, path, table, own, book),
                None => {
                    for own in at(house, path)
                        .and_then(Value::as_array)
                        .into_iter()
                        .flatten()
                        .filter(|_| path == &"confirmation")
                    {
                        let _ = write!(
                            out,
                            "\n[[{path}]]\n{}",
                            own.as_table().map(ToString::to_string).unwrap_or_default()
                        );
                    }
                }
            }
        }
    }
    out
}

fn write_section(out: &mut String, path: &str, table: &KeyTable, own: &Table, book: &Table) {
    let is_section = |key: &HouseKey| {
        let inner = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        let limit = path == "limits";
        let by_meter = ["seed", "rate"].contains(&key.name);
        !limit && !by_meter && keys().iter().any(|table| table.paths.contains(&inner.as_str()) && !table.repeated)
    };
    if !path.is_empty() {
        let _ = writeln!(out, "\n# {}\n[{path}]", table.about);
    }
    for key in table.keys.iter().filter(|key| !is_section(key) && key.name != "confirmation") {
        let Some(value) = own.get(key.name) else { continue };
        let says =
            lawful(book, path, key).map(|says| format!(" Lawful: {}.", says.replace('`', ""))).unwrap_or_default();
        comment(out, &format!("{}{says}", key.about));
        let _ = writeln!(out, "{} = {value}", key.name);
    }
}
