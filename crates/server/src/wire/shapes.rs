//! How small things are written on the wire, for the schemas that clients read: ids, tokens, names, reasons. Each pattern
//! has its home here, and a test checks it against what reads the thing. Whole numbers get the bounds of their types.

use schemars::Schema;
use serde_json::Value;

/// The id of a command, which its client makes.
pub const ID: &str = "^[0-9a-f]{32}$";

/// The token of a link or a title.
pub const TOKEN: &str = "^[0-9a-fA-F]{64}$";

/// The id of a table.
pub const TABLE: &str = "^[a-z0-9-]{1,40}$";

/// The name of somebody: letters and digits of one script with single marks between them, at most 40 bytes. Robots' names and
/// names that look like another's are refused as well, which no pattern says.
pub const PERSON: &str = r"^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(([ '’._-]|\. )[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$";

/// The name that a guest wants: spaces around it are dropped, and one is made up if it is empty.
pub const GUEST: &str = r"^ *([\p{L}\p{N}][\p{L}\p{M}\p{N}]*(([ '’._-]|\. )[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*)? *$";

/// The name of a table, as people call it.
pub const TABLE_NAME: &str = r"^[^\s\p{C}]([^\p{C}]{0,58}[^\s\p{C}])?$";

/// The name of another title on a link.
pub const TITLE: &str = "^[a-z0-9-]{1,34}$";

/// Words on one line, not only blanks.
pub const ONE_LINE: &str =
    "^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$";

/// The bounds of a whole number, by the name of its type. Small types have theirs already.
const BOUNDS: [(&str, i128, i128); 5] = [
    ("int32", i32::MIN as i128, i32::MAX as i128),
    ("int64", i64::MIN as i128, i64::MAX as i128),
    ("uint32", 0, u32::MAX as i128),
    ("uint64", 0, u64::MAX as i128),
    ("uint", 0, u64::MAX as i128),
];

/// Writes the bounds of its type to a whole number that has none of its own.
pub fn bounded(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str);
    let Some((_, least, most)) = BOUNDS.into_iter().find(|(name, ..)| Some(*name) == format) else { return };
    for (word, bound) in [("minimum", least), ("maximum", most)] {
        if schema.get(word).is_none() {
            let number = i64::try_from(bound).map(Value::from).or_else(|_| u64::try_from(bound).map(Value::from));
            schema.insert(word.to_owned(), number.unwrap_or_default());
        }
    }
}

/// Forbids further fields on items of a list: an act in a list has no fields but its own.
pub fn closed(schema: &mut Schema) {
    if let Some(Value::Object(items)) = schema.get_mut("items") {
        items.insert("unevaluatedProperties".to_owned(), false.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest, the longest, and ones that are just invalid.
    fn agrees(pattern: &str, reads: impl Fn(&str) -> bool, alphabet: &str, lengths: &[usize]) {
        let pattern: Value = serde_json::json!({ "type": "string", "pattern": pattern });
        let validator = jsonschema::validator_for(&pattern).expect("a schema");
        for letter in alphabet.chars() {
            for length in lengths {
                let text: String = std::iter::repeat_n(letter, *length).collect();
                assert_eq!(validator.is_valid(&text.as_str().into()), reads(&text), "{pattern}: {text:?}");
            }
        }
    }

    #[test]
    fn patterns_are_what_is_read() {
        let all = "abyzABYZ0189-._ /~\u{7f}é\u{0}";
        agrees(ID, |text| journal::CommandId::parse(text).is_some(), all, &[0, 1, 31, 32, 33]);
        agrees(TOKEN, |text| crate::people::Token::parse(text).is_some(), all, &[0, 1, 63, 64, 65]);
        agrees(TABLE, |text| pit::TableId::new(text).is_some(), all, &[0, 1, 40, 41]);
        agrees(PERSON, |text| crate::people::names::person(text).is_ok(), all, &[0, 1, 2, 20]);
        agrees(TABLE_NAME, crate::people::names::is_table_name, all, &[0, 1, 2, 60, 61]);
        agrees(TITLE, |text| pit::title_id(text).is_some(), all, &[0, 1, 34, 35]);
        let one_line = |text: &str| !text.trim().is_empty() && !text.chars().any(char::is_control);
        agrees(ONE_LINE, one_line, all, &[0, 1, 40]);
    }
}
