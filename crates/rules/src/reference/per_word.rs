//! The schema of a table that has one key for each word of a vocabulary.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

/// A table with a key for each word of `K`, and a `V` behind each: only a schema, for maps that are read otherwise.
pub(crate) struct PerWord<K, V>(PhantomData<(K, V)>);

impl<K: JsonSchema, V: JsonSchema> JsonSchema for PerWord<K, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}_for_each_{}", V::schema_name(), K::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let words = K::json_schema(generator);
        let value = generator.subschema_for::<V>().to_value();
        let mut keys = Map::new();
        for word in words.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = word.get("const").and_then(Value::as_str) else { continue };
            let mut own = value.clone();
            if let (Some(own), Some(about)) = (own.as_object_mut(), word.get("description")) {
                own.insert("description".to_owned(), about.clone());
            }
            keys.insert(name.to_owned(), own);
        }
        json_schema!({ "type": "object", "properties": keys, "additionalProperties": false, "x-per-word": true })
    }
}
