//! The places of a rulebook file: every table and key that the reader knows, in the order in which books are written.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::examples::{Examples, join};
use super::forms::FORMS;

/// What can stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A set of lawful values.
    Rule(Written),
    /// A range of lawful values.
    Bound(Written),
    /// Only the law behind something that the engine can do in one way.
    Statement,
    /// A plain value.
    Plain(Written),
    /// A table with keys of its own, by the name of its type.
    Table(String),
    /// A list of such tables.
    Tables(String),
}

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Whole,
    /// Any text.
    Text,
    /// One of the words of a vocabulary, by its name.
    Word(String),
    /// A text in a fixed form, by the name of its type.
    Form(&'static str),
    /// A list of such values.
    List(Box<Written>),
}

/// One key of the file.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Where it is in a file, without the numbers of lists.
    pub(super) path: String,
    /// Where the schema describes it.
    pub(super) pointer: String,
    /// What it says.
    pub(super) about: String,
    /// Whether it may be missing.
    pub(super) optional: bool,
    /// Whether it is one of the words of a table that has a key for each word.
    pub(super) word: bool,
    /// What can stand there.
    pub(super) form: Form,
}

/// Every place that a schema describes, each table before its keys.
pub(super) fn all(schema: &Value) -> Vec<Place> {
    let mut found = Vec::new();
    walk(schema, "", "", &mut found);
    found
}

fn walk(schema: &Value, pointer: &str, path: &str, found: &mut Vec<Place>) {
    let Some(table) = schema.pointer(pointer) else { return };
    let word = table.get("x-per-word").is_some();
    let required = table.get("required").and_then(Value::as_array);
    let mut names: Vec<&String> =
        table.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).collect();
    names.sort_by_key(|name| Examples::of_books().rank(&join(path, name)));
    for name in names {
        let pointer = format!("{pointer}/properties/{name}");
        let Some(node) = schema.pointer(&pointer) else { continue };
        let path = join(path, name);
        let (inner, form) = form(schema, &pointer, node);
        let about = node.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
        let optional = required.is_none_or(|required| !required.iter().any(|known| known == name));
        found.push(Place { path: path.clone(), pointer, about, optional, word, form: form.clone() });
        if matches!(form, Form::Table(_) | Form::Tables(_)) {
            walk(schema, &inner, &path, found);
        }
    }
}

/// What can stand at a node, and where that is described.
fn form(schema: &Value, pointer: &str, node: &Value) -> (String, Form) {
    let (at, name, shape) = resolved(schema, pointer, node);
    if let Some(keys) = shape.get("properties").and_then(Value::as_object) {
        let value = |key: &str| keys.get(key).map_or(Written::Text, |node| written(schema, node));
        let form = if keys.contains_key("one_of") {
            Form::Rule(value("is"))
        } else if keys.contains_key("exactly") {
            Form::Bound(value("exactly"))
        } else if keys.keys().eq(["clauses", "note", "readings"]) {
            Form::Statement
        } else {
            Form::Table(name)
        };
        return (at, form);
    }
    if let Some(items) = shape.get("items") {
        let (inner, of) = form(schema, &format!("{at}/items"), items);
        if let Form::Table(name) = of {
            return (inner, Form::Tables(name));
        }
    }
    (at, Form::Plain(written(schema, node)))
}

/// The node that a reference leads to, with its place and name.
fn resolved<'s>(schema: &'s Value, pointer: &str, node: &'s Value) -> (String, String, &'s Value) {
    let to = node.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix('#'));
    match to.and_then(|to| Some((to, schema.pointer(to)?))) {
        Some((to, node)) => (to.to_owned(), to.rsplit('/').next().unwrap_or_default().to_owned(), node),
        None => (pointer.to_owned(), pointer.to_owned(), node),
    }
}

fn written(schema: &Value, node: &Value) -> Written {
    let (_, name, node) = resolved(schema, "", node);
    if let Some(form) = FORMS.iter().find(|form| form.type_name == name) {
        return Written::Form(form.type_name);
    }
    if node.get("oneOf").is_some() {
        return Written::Word(name);
    }
    match (node.get("items"), node.get("type").and_then(Value::as_str)) {
        (Some(items), _) => Written::List(Box::new(written(schema, items))),
        (_, Some("boolean")) => Written::Switch,
        (_, Some("integer")) => Written::Whole,
        _ => Written::Text,
    }
}

/// A vocabulary: what it is about, and each word with what it does.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// What the words say.
    pub(super) about: String,
    /// Each word with what it does.
    pub(super) words: Vec<(String, String)>,
}

/// The vocabularies of a schema by name.
pub(super) fn vocabularies(schema: &Value) -> BTreeMap<String, Words> {
    let text = |node: &Value, key: &str| node.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut found = BTreeMap::new();
    for (name, node) in schema.get("$defs").and_then(Value::as_object).into_iter().flatten() {
        if let Some(words) = node.get("oneOf").and_then(Value::as_array).filter(|_| node.get("properties").is_none()) {
            let words = words.iter().map(|word| (text(word, "const"), text(word, "description"))).collect();
            found.insert(name.clone(), Words { about: text(node, "description"), words });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::examples::Examples;
    use super::super::schema::described;
    use super::super::text::says_what_holds_without_it;
    use super::*;

    /// Whoever adds a key writes in its doc comment what it says and what holds without it, and uses it in a book: the
    /// made-up one has what the shipped ones lack.
    #[test]
    fn every_key_is_explained_and_has_an_example() {
        let places = all(&described());
        let unexplained: Vec<&str> =
            places.iter().filter(|place| place.about.is_empty()).map(|place| place.path.as_str()).collect();
        assert!(unexplained.is_empty(), "no doc comment: {unexplained:?}");
        let silent: Vec<&str> = places
            .iter()
            .filter(|place| place.optional && !place.word && !says_what_holds_without_it(place))
            .map(|place| place.path.as_str())
            .collect();
        assert!(silent.is_empty(), "the doc comment has no sentence that begins \"Without it\": {silent:?}");
        // A key of a type that stands in several places needs an example in one of them.
        let shown = |place: &&Place| Examples::of_books().has(&place.path);
        let somewhere: std::collections::BTreeSet<&str> =
            places.iter().filter(shown).map(|place| place.pointer.as_str()).collect();
        let unused: Vec<&str> = places
            .iter()
            .filter(|place| !place.word && !somewhere.contains(place.pointer.as_str()))
            .map(|place| place.path.as_str())
            .collect();
        assert!(unused.is_empty(), "no book has an example: {unused:?}");
    }

    /// A table that takes any key would be a place that the reference does not know; a map takes a `PerWord`.
    #[test]
    fn every_table_names_its_keys() {
        fn open(node: &Value, at: &str, found: &mut Vec<String>) {
            match node {
                Value::Object(table) => {
                    let is_table = table.get("type").is_some_and(|kind| kind == "object");
                    if is_table && table.get("additionalProperties") != Some(&Value::Bool(false)) {
                        found.push(at.to_owned());
                    }
                    table.iter().for_each(|(key, inner)| open(inner, &format!("{at}/{key}"), found));
                }
                Value::Array(list) => list.iter().for_each(|inner| open(inner, at, found)),
                _ => {}
            }
        }
        let mut found = Vec::new();
        open(&described(), "", &mut found);
        assert!(found.is_empty(), "{found:?}");
    }
}
