//! JSON schemas of objects that contain an act or an event: a command is its act plus who, when and why.

use schemars::Schema;
use serde_json::{Map, Value, json};

/// Moves properties marked as flat into an intersection, so that both types keep their names: `Act & {…}`.
pub(crate) fn flatten(schema: &mut Schema) {
    let Some(Value::Object(mut properties)) = schema.remove("properties") else { return };
    let flat: Vec<String> =
        properties.iter().filter(|(_, about)| about.get("flat").is_some()).map(|(name, _)| name.clone()).collect();
    let mut parts: Vec<Value> = Vec::new();
    for name in &flat {
        let inner = properties.remove(name).and_then(|about| about.get("$ref").cloned());
        parts.extend(inner.map(|inner| json!({ "$ref": inner })));
    }
    let required = match schema.remove("required") {
        Some(Value::Array(names)) => names.into_iter().filter(|name| !flat.iter().any(|flat| name == flat)).collect(),
        _ => Vec::new(),
    };
    let mut own = Map::new();
    own.insert("type".to_owned(), "object".into());
    own.insert("properties".to_owned(), properties.into());
    own.insert("required".to_owned(), required.into());
    parts.push(own.into());
    schema.insert("allOf".to_owned(), parts.into());
    schema.insert("unevaluatedProperties".to_owned(), false.into());
}
