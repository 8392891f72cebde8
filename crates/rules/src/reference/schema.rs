//! The JSON schema of the rulebook file, made from the types that read it.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::forms;
use crate::rulebook::Rulebook;

/// The dialect that editors of TOML understand.
pub(crate) const DIALECT: &str = "http://json-schema.org/draft-07/schema#";

/// The JSON schema of the rulebook file, for editors.
#[must_use]
pub fn rulebook_schema() -> Value {
    let mut schema = described();
    super::examples::into_schema(&mut schema);
    for_editors(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        root.insert("$schema".to_owned(), DIALECT.into());
        root.insert("title".to_owned(), "rulebook".into());
    }
    schema
}

/// The schema with everything that the types alone do not say.
pub(super) fn described() -> Value {
    let mut schema =
        SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<Rulebook>().to_value();
    each(&mut schema, &|node| {
        without_null(node);
        cited(node);
    });
    if let Some(defs) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        forms::describe(defs);
    }
    schema
}

/// Does something to every table of a schema, the innermost first.
fn each(node: &mut Value, change: &impl Fn(&mut Map<String, Value>)) {
    match node {
        Value::Object(table) => {
            table.values_mut().for_each(|inner| each(inner, change));
            change(table);
        }
        Value::Array(list) => list.iter_mut().for_each(|inner| each(inner, change)),
        _ => {}
    }
}

/// TOML has no null: what may be missing is only not required.
fn without_null(node: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = node.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            node.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(any)) = node.get_mut("anyOf") {
        let before = any.len();
        any.retain(|kind| *kind != json!({ "type": "null" }));
        if let ([Value::Object(only)], true) = (any.as_slice(), any.len() < before) {
            let only = only.clone();
            node.remove("anyOf");
            for (key, value) in only {
                node.entry(key).or_insert(value);
            }
        }
    }
    if node.get("default") == Some(&Value::Null) {
        node.remove("default");
    }
}

/// What cites law must cite some; a rule says its value in one of two ways.
fn cited(node: &mut Map<String, Value>) {
    let Some(keys) = node.get("properties").and_then(Value::as_object) else { return };
    let clauses = |value: &Value| value.pointer("/items/$ref").is_some_and(|to| to == "#/$defs/ClauseId");
    let mut law: Vec<String> = keys.iter().filter(|(_, key)| clauses(key)).map(|(name, _)| name.clone()).collect();
    let fixed = node.get("required").and_then(Value::as_array).is_some_and(|names| names.contains(&json!("clauses")));
    let is_rule = keys.contains_key("one_of");
    if keys.contains_key("readings") && keys.contains_key("clauses") && !fixed {
        law.push("readings".to_owned());
        let ways: Vec<Value> = law.iter().map(|key| json!({ "required": [key] })).collect();
        node.insert("anyOf".to_owned(), ways.into());
    }
    if is_rule {
        node.insert("oneOf".to_owned(), json!([{ "required": ["is"] }, { "required": ["one_of"] }]));
    }
}

/// Editors overlook what stands beside a reference.
fn for_editors(schema: &mut Value) {
    each(schema, &|node| {
        if node.len() > 1 && node.get("$ref").is_some_and(Value::is_string) {
            let to = node.remove("$ref");
            node.insert("allOf".to_owned(), json!([{ "$ref": to }]));
        }
        node.remove("x-per-word");
    });
}
