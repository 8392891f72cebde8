//! The body of a record: JSON in its one canonical spelling, so that equal values have equal bytes and equal hashes.

use std::sync::{Arc, OnceLock};
use std::{fmt, hash};

use serde::Serialize;
use serde_json::Value;

use crate::hash::Hash;
use crate::lexicon::Lexicon;
use crate::pack::NO_LEXICON;

/// The longest body, in bytes.
pub const BODY_BYTES_MAX: usize = 1 << 20;

/// The deepest nesting of a body. JSON readers refuse more than 128.
pub const BODY_DEPTH_MAX: usize = 100;

/// A body that was refused, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBody {
    /// The value cannot be written as JSON.
    #[error("the body is not JSON: {0}")]
    NotJson(String),
    /// Money and odds are never floats, and floats have many spellings.
    #[error("the body holds the float {0}: write amounts as integers and fractions as \"n/d\"")]
    Float(String),
    /// Too long.
    #[error("the body has {0} bytes and may have {BODY_BYTES_MAX}: part it into several records")]
    TooLong(usize),
    /// Nested too deeply.
    #[error("the body is nested more than {BODY_DEPTH_MAX} deep: flatten it")]
    TooDeep,
    /// Read as text, but not in the canonical spelling.
    #[error("the body is not in canonical form: no white space, keys sorted and unique, plain escapes")]
    NotCanonical,
}

/// Canonical JSON: no white space, keys sorted by bytes, integers only.
#[derive(Clone)]
pub struct Body {
    text: Arc<str>,
    /// Its hash, once somebody asked for it: best before the one thread that writes has to.
    digest: OnceLock<Hash>,
}

impl PartialEq for Body {
    fn eq(&self, other: &Body) -> bool {
        self.text == other.text
    }
}

impl Eq for Body {}

impl hash::Hash for Body {
    fn hash<H: hash::Hasher>(&self, hasher: &mut H) {
        self.text.hash(hasher);
    }
}

impl From<String> for Body {
    fn from(text: String) -> Body {
        Body { text: text.into(), digest: OnceLock::new() }
    }
}

impl Body {
    /// Any value that can be written as JSON, in canonical form.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Body, BadBody> {
        let value = serde_json::to_value(value).map_err(|fault| BadBody::NotJson(fault.to_string()))?;
        let mut text = String::with_capacity(128);
        write(&value, 0, &mut text)?;
        if text.len() > BODY_BYTES_MAX {
            return Err(BadBody::TooLong(text.len()));
        }
        Ok(text.into())
    }

    /// Text that is canonical already; any other spelling is refused.
    pub fn parse(text: &str) -> Result<Body, BadBody> {
        let value: Value = serde_json::from_str(text).map_err(|fault| BadBody::NotJson(fault.to_string()))?;
        let body = Body::of(&value)?;
        if &*body.text == text { Ok(body) } else { Err(BadBody::NotCanonical) }
    }

    /// Any value that can be written as JSON, written short: every word and every shape once.
    pub fn packed<T: Serialize + ?Sized>(value: &T) -> Result<Body, BadBody> {
        Body::packed_with(&NO_LEXICON, value)
    }

    /// The same with a lexicon: only words and shapes that it does not have are spelled.
    pub fn packed_with<T: Serialize + ?Sized>(lexicon: &'static Lexicon, value: &T) -> Result<Body, BadBody> {
        crate::pack::pack(value, lexicon)
    }

    /// The value that was written short.
    ///
    /// # Errors
    /// When the body is not such a text, or not such a value.
    pub fn unpacked<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        self.unpacked_with(&NO_LEXICON)
    }

    /// The value that was written short with a lexicon.
    ///
    /// # Errors
    /// When the body is not such a text, or not such a value.
    pub fn unpacked_with<T: serde::de::DeserializeOwned>(&self, lexicon: &Lexicon) -> Result<T, String> {
        crate::unpack::unpack(&self.text, lexicon)
    }

    /// Text that is canonical by the way it was made.
    pub(crate) fn written(text: &str) -> Body {
        Body { text: text.into(), digest: OnceLock::new() }
    }

    /// Text out of a store, which the hash will judge.
    pub(crate) fn stored(text: String) -> Body {
        text.into()
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The digest of the text.
    #[must_use]
    pub fn digest(&self) -> Hash {
        *self.digest.get_or_init(|| Hash::of_body(&self.text))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn write(value: &Value, depth: usize, out: &mut String) -> Result<(), BadBody> {
    if depth > BODY_DEPTH_MAX {
        return Err(BadBody::TooDeep);
    }
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) if number.is_f64() => return Err(BadBody::Float(number.to_string())),
        Value::Number(number) => out.push_str(&number.to_string()),
        Value::String(text) => write_text(text, out)?,
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(item, depth + 1, out)?;
            }
            out.push(']');
        }
        Value::Object(map) => {
            // Sorted here, as a feature of another crate may make the map keep the order of insertion.
            let mut members: Vec<_> = map.iter().collect();
            members.sort_unstable_by_key(|(key, _)| key.as_bytes());
            out.push('{');
            for (i, (key, member)) in members.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_text(key, out)?;
                out.push(':');
                write(member, depth + 1, out)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

fn write_text(text: &str, out: &mut String) -> Result<(), BadBody> {
    out.push_str(&serde_json::to_string(text).map_err(|fault| BadBody::NotJson(fault.to_string()))?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_sorted_and_white_space_is_gone() {
        let body = Body::of(&json!({ "b": [1, null, true], "a": { "z": "\u{0}é\"", "y": -1 } })).unwrap();
        assert_eq!(body.as_str(), r#"{"a":{"y":-1,"z":"\u0000é\""},"b":[1,null,true]}"#);
        assert_eq!(Body::parse(body.as_str()).unwrap(), body);
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [r#"{"a": 1}"#, r#"{"b":1,"a":1}"#, r#"{"a":1,"a":1}"#, "[1,2] ", r#""\u0041""#, "01", "-0"] {
            assert!(Body::parse(text).is_err(), "{text}");
        }
        assert!(matches!(Body::parse("[1.5]"), Err(BadBody::Float(_))));
        assert!(matches!(Body::parse("1e3"), Err(BadBody::Float(_))));
    }

    #[test]
    fn length_and_depth_have_limits() {
        assert!(matches!(Body::of(&"x".repeat(BODY_BYTES_MAX)), Err(BadBody::TooLong(_))));
        let nested = |depth| (0..depth).fold(json!(1), |inner, _| json!([inner]));
        assert!(Body::parse(Body::of(&nested(BODY_DEPTH_MAX)).unwrap().as_str()).is_ok());
        assert_eq!(Body::of(&nested(BODY_DEPTH_MAX + 1)), Err(BadBody::TooDeep));
    }
}
