//! The canonical spelling of a JSON text, its keys in their given order.

use std::collections::HashSet;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Deserializer;

use crate::body::{BODY_DEPTH_MAX, BadBody};

/// Rewrites a text in the canonical spelling.
pub(crate) fn respell(text: &str) -> Result<String, BadBody> {
    let mut respelt = Respelt { text: String::with_capacity(text.len()), depth: 0, fault: None };
    let mut from = Deserializer::from_str(text);
    let read = from.deserialize_any(&mut respelt).and_then(|()| from.end());
    match (read, respelt.fault) {
        (Ok(()), _) => Ok(respelt.text),
        (Err(_), Some(fault)) => Err(fault),
        (Err(fault), None) => Err(BadBody::NotJson(fault.to_string())),
    }
}

/// A text being rewritten.
struct Respelt {
    text: String,
    depth: usize,
    /// The first thing found that a body may not hold.
    fault: Option<BadBody>,
}

impl Respelt {
    fn refuse<T, E: Error>(&mut self, fault: BadBody) -> Result<T, E> {
        let told = E::custom(&fault);
        self.fault = Some(fault);
        Err(told)
    }

    fn word<E: Error>(&mut self, word: impl fmt::Display) -> Result<(), E> {
        self.text.push_str(&word.to_string());
        Ok(())
    }

    fn open<E: Error>(&mut self, letter: char) -> Result<(), E> {
        self.depth += 1;
        if self.depth > BODY_DEPTH_MAX {
            return self.refuse(BadBody::TooDeep);
        }
        self.text.push(letter);
        Ok(())
    }

    fn close<E: Error>(&mut self, letter: char) -> Result<(), E> {
        self.depth -= 1;
        self.text.push(letter);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for &mut Respelt {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Respelt {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.word("null")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.word(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.word(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.word(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.refuse(BadBody::Float(value.to_string()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        let text = serde_json::to_string(value).map_err(E::custom)?;
        self.word(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.open::<A::Error>('[')?;
        while items.next_element_seed(&mut *self)?.is_some() {
            self.text.push(',');
        }
        self.text.truncate(self.text.trim_end_matches(',').len());
        self.close(']')
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        self.open::<A::Error>('{')?;
        let mut seen = HashSet::new();
        while let Some(key) = members.next_key::<String>()? {
            (&mut *self).visit_str::<A::Error>(&key)?;
            self.text.push(':');
            members.next_value_seed(&mut *self)?;
            self.text.push(',');
            if !seen.insert(key) {
                return self.refuse(BadBody::NotCanonical);
            }
        }
        self.text.truncate(self.text.trim_end_matches(',').len());
        self.close('}')
    }
}
