//! Reads what [`crate::pack`] wrote, straight into the values of the program.

use std::borrow::Cow;
use std::fmt;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::pack::DIGITS;

type Fault = de::value::Error;

/// A packed text, parsed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Packed<'a> {
    #[serde(borrow)]
    shapes: Vec<Vec<Text<'a>>>,
    value: Node,
    #[serde(borrow)]
    words: Vec<Word<'a>>,
}

/// A text that is borrowed where it can be.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A word of the list.
enum Word<'a> {
    Text(Cow<'a, str>),
    Number(u64),
}

/// A value as it stands in the text.
enum Node {
    Null,
    Bool(bool),
    Small(i64),
    Word(usize),
    /// Items with their shape; none is a list.
    Many(Vec<Node>, Option<usize>),
}

struct WordVisitor;

impl<'de> Visitor<'de> for WordVisitor {
    type Value = Word<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Word<'de>, E> {
        Ok(Word::Number(number))
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Word<'de>, E> {
        Ok(Word::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Word<'de>, E> {
        Ok(Word::Text(Cow::Owned(text.to_owned())))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Word<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word<'a>, D::Error> {
        deserializer.deserialize_any(WordVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a packed value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Node, E> {
        Ok(Node::Bool(truth))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Small(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Node, E> {
        i64::try_from(number).map(Node::Small).map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> Result<Node, E> {
        let wrong = || E::custom("not the place of a word");
        let mut place = 0_usize;
        for digit in digits.bytes().rev() {
            let value = DIGITS.iter().position(|known| *known == digit).ok_or_else(wrong)?;
            place = place.checked_mul(64).and_then(|place| place.checked_add(value)).ok_or_else(wrong)?;
        }
        if digits.is_empty() { Err(wrong()) } else { Ok(Node::Word(place)) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element()? {
            all.push(item);
        }
        match all.pop() {
            Some(Node::Small(-1)) => Ok(Node::Many(all, None)),
            Some(Node::Small(shape)) => Ok(Node::Many(all, Some(usize::try_from(shape).map_err(A::Error::custom)?))),
            _ => Err(A::Error::custom("a list without its shape")),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

/// Reads a packed text as a value.
pub(crate) fn unpack<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let packed: Packed<'_> = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
    T::deserialize(Value { node: &packed.value, packed: &packed }).map_err(|fault| fault.to_string())
}

/// A value beside the words and shapes it is written with.
#[derive(Clone, Copy)]
struct Value<'a> {
    node: &'a Node,
    packed: &'a Packed<'a>,
}

impl<'a> Value<'a> {
    fn keys(&self, shape: usize, items: &[Node]) -> Result<&'a [Text<'a>], Fault> {
        let keys = self.packed.shapes.get(shape).filter(|keys| keys.len() == items.len());
        keys.map(Vec::as_slice).ok_or_else(|| Fault::custom("an object does not have its shape"))
    }

    fn word(&self, place: usize) -> Result<&'a Word<'a>, Fault> {
        self.packed.words.get(place).ok_or_else(|| Fault::custom("a word is missing"))
    }
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Null => visitor.visit_unit(),
            Node::Bool(truth) => visitor.visit_bool(*truth),
            Node::Small(number) => match u64::try_from(*number) {
                Ok(number) => visitor.visit_u64(number),
                Err(_) => visitor.visit_i64(*number),
            },
            Node::Word(place) => match self.word(*place)? {
                Word::Text(text) => visitor.visit_borrowed_str(text),
                Word::Number(number) => visitor.visit_u64(*number),
            },
            Node::Many(items, None) => visitor.visit_seq(Items { items: items.iter(), keys: &[], of: self }),
            Node::Many(items, Some(shape)) => {
                let keys = self.keys(*shape, items)?;
                visitor.visit_map(Items { items: items.iter(), keys, of: self })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.node {
            Node::Word(place) => match self.word(*place)? {
                Word::Text(text) => visitor.visit_enum(Variant { name: text, value: None }),
                Word::Number(_) => Err(Fault::custom("a number is no variant")),
            },
            Node::Many(items, Some(shape)) => match (self.keys(*shape, items)?, items.as_slice()) {
                ([Text(name)], [node]) => {
                    visitor.visit_enum(Variant { name, value: Some(Value { node, packed: self.packed }) })
                }
                _ => Err(Fault::custom("a variant has one member")),
            },
            _ => Err(Fault::custom("not a variant")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier
    }
}

/// The items of a list, or the members of an object.
struct Items<'a> {
    items: std::slice::Iter<'a, Node>,
    keys: &'a [Text<'a>],
    of: Value<'a>,
}

impl<'a> SeqAccess<'a> for Items<'a> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        match self.items.next() {
            Some(node) => seed.deserialize(Value { node, packed: self.of.packed }).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

impl<'a> MapAccess<'a> for Items<'a> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        match self.keys.split_first() {
            Some((key, rest)) => {
                self.keys = rest;
                seed.deserialize(de::value::BorrowedStrDeserializer::new(&key.0)).map(Some)
            }
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let node = self.items.next().ok_or_else(|| Fault::custom("a member is missing"))?;
        seed.deserialize(Value { node, packed: self.of.packed })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// A variant of an enumeration, with what it holds.
struct Variant<'a> {
    name: &'a str,
    value: Option<Value<'a>>,
}

impl<'a> EnumAccess<'a> for Variant<'a> {
    type Error = Fault;
    type Variant = Variant<'a>;

    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Variant<'a>), Fault> {
        let name: de::value::StrDeserializer<'_, Fault> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'a> VariantAccess<'a> for Variant<'a> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.value {
            None => Ok(()),
            Some(value) => <()>::deserialize(value),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Fault> {
        seed.deserialize(self.value.ok_or_else(|| Fault::custom("a variant is empty"))?)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.value.ok_or_else(|| Fault::custom("a variant is empty"))?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        self.value.ok_or_else(|| Fault::custom("a variant is empty"))?.deserialize_any(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;
    use serde_json::json;

    use super::*;
    use crate::body::Body;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "do", rename_all = "snake_case")]
    enum Act {
        Rise,
        Sit { position: u8, who: Option<String> },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Law {
        Product,
        Stake(u64),
        Pair(i8, i64),
        Long { number: i64 },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Line {
        #[serde(flatten)]
        act: Act,
        law: Law,
        tags: BTreeMap<String, Vec<u32>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }

    fn lines() -> Vec<Line> {
        let line = |act, law, note: Option<&str>| Line {
            act,
            law,
            tags: [("a".to_owned(), vec![1, 100_000, 4_000_000_000]), ("\"é\u{1}".to_owned(), Vec::new())].into(),
            note: note.map(str::to_owned),
        };
        vec![
            line(Act::Rise, Law::Product, None),
            line(Act::Sit { position: 7, who: None }, Law::Stake(u64::MAX), Some("a \"note\"\n")),
            line(Act::Sit { position: 7, who: Some("Ann".to_owned()) }, Law::Pair(-1, i64::MIN), Some("")),
            line(Act::Rise, Law::Long { number: -5 }, Some("Ann")),
        ]
    }

    #[test]
    fn what_is_packed_is_read_back_and_is_canonical() {
        let body = Body::packed(&lines()).unwrap();
        assert_eq!(Body::parse(body.as_str()).unwrap(), body);
        assert_eq!(body.unpacked::<Vec<Line>>().unwrap(), lines());
        assert_eq!(body.unpacked::<serde_json::Value>().unwrap(), serde_json::to_value(lines()).unwrap());
    }

    #[test]
    fn anything_that_json_can_say_comes_back() {
        let many: Vec<_> = (0..5_000).map(|i| json!({ "n": i * 1_000, "s": format!("w{i}") })).collect();
        for value in [json!(null), json!(true), json!([]), json!({}), json!([[], {}, [{}]]), json!(-7), json!(many)] {
            assert_eq!(Body::packed(&value).unwrap().unpacked::<serde_json::Value>().unwrap(), value);
        }
    }

    #[test]
    fn floats_and_depths_are_refused() {
        assert!(Body::packed(&1.5).is_err());
        let nested = (0..60).fold(json!(1), |inner, _| json!([inner]));
        assert!(Body::packed(&nested).is_err());
    }

    #[test]
    fn texts_that_are_not_packed_are_refused() {
        for text in [
            "{}",
            "[]",
            r#"{"shapes":[],"value":[0],"words":[]}"#,
            r#"{"shapes":[["a"]],"value":[0],"words":[]}"#,
            r#"{"shapes":[],"value":[],"words":[]}"#,
            r#"{"shapes":[],"value":"0","words":[]}"#,
            r#"{"shapes":[],"value":"","words":["a"]}"#,
            r#"{"shapes":[],"value":"!","words":["a"]}"#,
            r#"{"shapes":[],"value":"zzzzzzzzzzzzzzzz","words":["a"]}"#,
            r#"{"shapes":[],"value":[1,-2],"words":[]}"#,
        ] {
            assert!(unpack::<serde_json::Value>(text).is_err(), "{text}");
        }
    }
}
