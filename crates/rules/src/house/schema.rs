//! The JSON schema of the house file, for editors, made from the list of keys.

use serde_json::{Map, Value, json};

use super::keys::{HouseKey, KeyKind, KeyLaw, KeyTable, keys};
use crate::hand::HandName;
use crate::reference::{DIALECT, pattern_of};

/// The JSON schema of the house file, for editors.
#[must_use]
pub fn schema() -> Value {
    let mut schema = table("");
    if let Some(root) = schema.as_object_mut() {
        root.insert("$schema".to_owned(), DIALECT.into());
        root.insert("title".to_owned(), "house".into());
    }
    schema
}

/// The table at a path, with all beneath it.
fn table(path: &str) -> Value {
    let Some(known) = keys().iter().find(|table| table.paths.contains(&path)) else {
        return json!({ "type": "object" });
    };
    let mut properties = Map::new();
    for key in &known.keys {
        properties.insert(key.name.to_owned(), property(path, key));
    }
    let required: Vec<&str> =
        known.keys.iter().filter(|key| is_required(path, known, key)).map(|key| key.name).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if let (Some(schema), false) = (schema.as_object_mut(), required.is_empty()) {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}

/// Whether a table is incomplete without a key, under every rulebook.
fn is_required(path: &str, table: &KeyTable, key: &HouseKey) -> bool {
    let by_meter = path.ends_with(".seed") || path.ends_with(".rate");
    let listed = matches!(key.kind, KeyKind::Table | KeyKind::Tables);
    let alone = table.repeated || path.is_empty() || path.starts_with("limits.");
    key.law == KeyLaw::House && key.default.is_empty() && alone && !by_meter && !listed
}

fn property(path: &str, key: &HouseKey) -> Value {
    let inner = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
    let mut schema = match &key.kind {
        KeyKind::Switch => json!({ "type": "boolean" }),
        KeyKind::Whole => json!({ "type": "integer", "minimum": 0 }),
        KeyKind::Money => text("Cents"),
        KeyKind::Percent => text("Share"),
        KeyKind::Odds => text("Pays"),
        KeyKind::Text => json!({ "type": "string" }),
        KeyKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        KeyKind::Word(words) => json!({ "enum": words }),
        KeyKind::Hand => json!({ "enum": HandName::ALL.iter().map(|hand| hand.word()).collect::<Vec<_>>() }),
        KeyKind::Colour => json!({ "type": "string", "pattern": "^#[0-9A-Fa-f]{6}$" }),
        KeyKind::MoneyByMeter => json!({ "anyOf": [text("Cents"), table(&inner)] }),
        KeyKind::PercentByMeter => json!({ "anyOf": [text("Share"), table(&inner)] }),
        KeyKind::Table => table(&inner),
        KeyKind::Tables => json!({ "type": "array", "items": table(&inner) }),
    };
    let Some(described) = schema.as_object_mut() else { return schema };
    described.insert("title".to_owned(), inner.into());
    let about = if key.about.is_empty() {
        keys().iter().find(|table| table.paths.contains(&key.name)).map_or("", |table| table.about)
    } else {
        key.about
    };
    let default = if key.default.is_empty() { String::new() } else { format!(" Default: {}.", key.default) };
    described.insert("description".to_owned(), format!("{about}{default}").into());
    let example = key.example.parse::<toml::Table>().ok();
    let example =
        example.and_then(|table| table.into_iter().next()).and_then(|(_, value)| serde_json::to_value(value).ok());
    if let Some(example) = example {
        described.insert("examples".to_owned(), json!([example]));
    }
    schema
}

/// A text in the form that a type reads.
fn text(type_name: &str) -> Value {
    json!({ "type": "string", "pattern": pattern_of(type_name) })
}
