//! The body of a record: JSON in one spelling, so that a text has one meaning and one hash.

use std::io;
use std::sync::{Arc, OnceLock};
use std::{fmt, hash};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use serde_json::value::RawValue;

use crate::hash::Hash;
use crate::packed::Packed;
use crate::respell::respell;

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
    #[error("the body has {0} bytes and may have {BODY_BYTES_MAX}: split it into several records")]
    TooLong(usize),
    /// Nested too deeply.
    #[error("the body is nested more than {BODY_DEPTH_MAX} deep: flatten it")]
    TooDeep,
    /// Read as text, but not in the canonical spelling.
    #[error("the body is not in canonical form: no white space, no key twice, plain escapes")]
    NotCanonical,
    /// The compressor failed.
    #[error("the body cannot be compressed: {0}")]
    NotPacked(String),
}

/// Canonical JSON: no white space, no key twice, integers only. Keys keep the order in which they were written, which
/// is the order that reads best.
#[derive(Clone)]
pub struct Body(Arc<Inner>);

/// A text with its hash and its compressed form, each computed on first use: best done before the single writing thread
/// needs it.
struct Inner {
    text: String,
    digest: OnceLock<Hash>,
    packed: OnceLock<Packed>,
}

impl PartialEq for Body {
    fn eq(&self, other: &Body) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Body {}

impl hash::Hash for Body {
    fn hash<H: hash::Hasher>(&self, hasher: &mut H) {
        self.as_str().hash(hasher);
    }
}

impl Body {
    /// Any value that can be written as JSON, in canonical form.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Body, BadBody> {
        let mut bytes = Vec::with_capacity(1024);
        let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Canonical::default());
        value.serialize(&mut serializer).map_err(fault_of)?;
        if bytes.len() > BODY_BYTES_MAX {
            return Err(BadBody::TooLong(bytes.len()));
        }
        String::from_utf8(bytes).map(Body::unchecked).map_err(|fault| BadBody::NotJson(fault.to_string()))
    }

    /// Text that is canonical already; any other spelling is refused.
    pub fn parse(text: &str) -> Result<Body, BadBody> {
        if text.len() > BODY_BYTES_MAX {
            return Err(BadBody::TooLong(text.len()));
        }
        if respell(text)? == text { Ok(Body::unchecked(text.to_owned())) } else { Err(BadBody::NotCanonical) }
    }

    /// Text that is canonical by construction, or whose hash will be checked.
    pub(crate) fn unchecked(text: String) -> Body {
        Body(Arc::new(Inner { text, digest: OnceLock::new(), packed: OnceLock::new() }))
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// The digest of the text.
    #[must_use]
    pub fn digest(&self) -> Hash {
        *self.0.digest.get_or_init(|| Hash::of_body(self.as_str()))
    }

    /// The body as a store keeps it.
    ///
    /// # Errors
    /// When the compressor fails.
    pub fn packed(&self) -> Result<&Packed, BadBody> {
        match self.0.packed.get() {
            Some(packed) => Ok(packed),
            None => Packed::of(self.as_str()).map(|packed| self.0.packed.get_or_init(|| packed)),
        }
    }

    /// The text, ready to be embedded in a line.
    pub(crate) fn raw(&self) -> Result<Box<RawValue>, BadBody> {
        RawValue::from_string(self.as_str().to_owned()).map_err(|fault| BadBody::NotJson(fault.to_string()))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Writes JSON without white space, and refuses what a body may not hold.
#[derive(Default)]
struct Canonical {
    depth: usize,
}

impl Canonical {
    fn open(&mut self) -> io::Result<()> {
        self.depth += 1;
        if self.depth > BODY_DEPTH_MAX { Err(io::Error::other(BadBody::TooDeep)) } else { Ok(()) }
    }
}

impl Formatter for Canonical {
    fn write_f32<W: io::Write + ?Sized>(&mut self, _: &mut W, value: f32) -> io::Result<()> {
        Err(io::Error::other(BadBody::Float(value.to_string())))
    }

    fn write_f64<W: io::Write + ?Sized>(&mut self, _: &mut W, value: f64) -> io::Result<()> {
        Err(io::Error::other(BadBody::Float(value.to_string())))
    }

    fn begin_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open()?;
        CompactFormatter.begin_array(writer)
    }

    fn end_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        CompactFormatter.end_array(writer)
    }

    fn begin_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open()?;
        CompactFormatter.begin_object(writer)
    }

    fn end_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        CompactFormatter.end_object(writer)
    }
}

/// The error of the JSON writer, or the one of ours that it carries.
fn fault_of(fault: serde_json::Error) -> BadBody {
    let told = fault.to_string();
    io::Error::from(fault).downcast().unwrap_or(BadBody::NotJson(told))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_keep_their_order_and_white_space_is_gone() {
        #[derive(Serialize)]
        struct HashedPart {
            who: (u8, Option<u8>, bool),
            amount: i64,
            name: &'static str,
        }
        let body = Body::of(&HashedPart { who: (1, None, true), amount: -1, name: "\u{0}é\"" }).unwrap();
        assert_eq!(body.as_str(), r#"{"who":[1,null,true],"amount":-1,"name":"\u0000é\""}"#);
        assert_eq!(Body::parse(body.as_str()).unwrap(), body);
        assert_eq!(Body::of(&vec![1.5]), Err(BadBody::Float("1.5".to_owned())));
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [r#"{"a": 1}"#, r#"{"a":1,"a":1}"#, "[1,2] ", "[1,2]]", "", r#""\u0041""#, "01", "-0"] {
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
        let text = "[".repeat(BODY_DEPTH_MAX + 1) + &"]".repeat(BODY_DEPTH_MAX + 1);
        assert_eq!(Body::parse(&text), Err(BadBody::TooDeep));
    }
}
