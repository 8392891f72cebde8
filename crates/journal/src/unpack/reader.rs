//! Walks through a packed text from its first letter to its last: nothing of it is copied or built before.

use std::borrow::Cow;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::lexicon::{Entry, Lexicon};
use crate::pack::{DEPTH_MAX, DIGITS};

type Fault = de::value::Error;

/// A packed text, parsed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Packed<'a> {
    packed: &'a str,
    #[serde(borrow, default)]
    shapes: Vec<Vec<Text<'a>>>,
    #[serde(borrow)]
    words: Vec<Text<'a>>,
}

/// A text that is borrowed where it can be.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads a packed text as a value.
pub(super) fn read<T: DeserializeOwned>(text: &str, lexicon: &Lexicon) -> Result<T, String> {
    let packed: Packed<'_> = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
    let mut reader = Reader { rest: packed.packed.as_bytes(), depth: 0, packed: &packed, lexicon };
    let value = T::deserialize(&mut reader);
    let value = value.map_err(|fault| format!("{fault}, {} letters before the end", reader.rest.len()))?;
    if reader.rest.is_empty() { Ok(value) } else { Err(format!("{} letters are left over", reader.rest.len())) }
}

/// The value of every digit, 64 for all other letters.
const VALUES: [u8; 256] = {
    let mut values = [64; 256];
    let mut i = 0;
    while i < 64 {
        values[DIGITS[i] as usize] = i as u8;
        i += 1;
    }
    values
};

/// The value of a digit.
pub(super) fn digit(letter: u8) -> Option<usize> {
    let value = VALUES[usize::from(letter)];
    (value < 64).then_some(usize::from(value))
}

/// The keys of an object.
#[derive(Clone, Copy)]
enum Keys<'a> {
    Known(&'a [&'static str]),
    Own(&'a [Text<'a>]),
}

impl<'a> Keys<'a> {
    /// The next key.
    fn next(&mut self) -> Option<&'a str> {
        match self {
            Keys::Known(keys) => keys.split_off_first().copied(),
            Keys::Own(keys) => keys.split_off_first().map(|key| &*key.0),
        }
    }
}

/// How a value begins; all but objects and lists are whole with it.
enum Begins<'a> {
    Null,
    Bool(bool),
    Natural(u64),
    Negative(i64),
    Word(&'a str),
    List,
    Object(Keys<'a>),
}

/// A packed text with what is left of it to read.
struct Reader<'a> {
    rest: &'a [u8],
    depth: usize,
    packed: &'a Packed<'a>,
    lexicon: &'a Lexicon,
}

impl<'a> Reader<'a> {
    fn letter(&mut self) -> Result<u8, Fault> {
        self.rest.split_off_first().copied().ok_or_else(|| Fault::custom("the text ends within a value"))
    }

    /// A figure: nothing but its one shortest spelling.
    fn figure(&mut self) -> Result<u64, Fault> {
        let mut figure = 0_u64;
        for place in 0.. {
            let digit = digit(self.letter()?).ok_or_else(|| Fault::custom("a figure has a letter that is no digit"))?;
            let part = (digit % 32) as u64;
            if place > 0 && digit == 0 || place > 12 || place == 12 && part > 15 {
                return Err(Fault::custom("a figure is longer than it may be"));
            }
            figure |= part << (5 * place);
            if digit < 32 {
                break;
            }
        }
        Ok(figure)
    }

    /// The next of a list of the record's own.
    fn own<T>(&mut self, list: &'a [T], what: &str) -> Result<&'a T, Fault> {
        let figure = self.figure()?;
        let found = usize::try_from(figure).ok().and_then(|figure| list.get(figure));
        found.ok_or_else(|| Fault::custom(format_args!("there is no {what} {figure}")))
    }

    /// An entry of the lexicon.
    fn entry(&mut self, first: u8) -> Result<Begins<'a>, Fault> {
        let unknown = || Fault::custom(format_args!("no value begins with the letter {:?}", char::from(first)));
        let upper = digit(first).ok_or_else(unknown)?;
        let lower = digit(self.letter()?).ok_or_else(|| Fault::custom("the number of an entry has two digits"))?;
        let number = 64 * upper + lower;
        match self.lexicon.entry(number) {
            Some(Entry::Word(word)) => Ok(Begins::Word(word)),
            Some(Entry::Shape(keys)) => Ok(Begins::Object(Keys::Known(keys))),
            None => Err(Fault::custom(format_args!("the lexicon has no entry {number}"))),
        }
    }

    fn begins(&mut self) -> Result<Begins<'a>, Fault> {
        match self.letter()? {
            b'.' => Ok(Begins::Null),
            b'!' => Ok(Begins::Bool(true)),
            b':' => Ok(Begins::Bool(false)),
            b'+' => Ok(Begins::Natural(self.figure()?)),
            b'-' => {
                let figure = self.figure()?;
                let number = 0_i64.checked_sub_unsigned(figure).filter(|number| *number < 0);
                number.map(Begins::Negative).ok_or_else(|| Fault::custom("a number below zero is none"))
            }
            b'\'' => self.own(&self.packed.words, "word").map(|word| Begins::Word(&word.0)),
            b'{' => self.own(&self.packed.shapes, "shape").map(|keys| Begins::Object(Keys::Own(keys))),
            b'[' => Ok(Begins::List),
            first => self.entry(first),
        }
    }

    /// Reads an object or a list, within bounds.
    fn within<T>(&mut self, read: impl FnOnce(&mut Reader<'a>) -> Result<T, Fault>) -> Result<T, Fault> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(Fault::custom("it is nested too deeply"));
        }
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Fault> {
        let value = visitor.visit_seq(Items(self))?;
        if self.letter()? == b']' { Ok(value) } else { Err(Fault::custom("a list has more items than it may have")) }
    }

    fn object<V: Visitor<'a>>(&mut self, keys: Keys<'a>, visitor: V) -> Result<V::Value, Fault> {
        let mut members = Members { keys, reader: self };
        let value = visitor.visit_map(&mut members)?;
        match members.keys.next() {
            None => Ok(value),
            Some(_) => Err(Fault::custom("an object has more members than it may have")),
        }
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.begins()? {
            Begins::Null => visitor.visit_unit(),
            Begins::Bool(truth) => visitor.visit_bool(truth),
            Begins::Natural(number) => visitor.visit_u64(number),
            Begins::Negative(number) => visitor.visit_i64(number),
            Begins::Word(word) => visitor.visit_borrowed_str(word),
            Begins::List => self.within(|reader| reader.list(visitor)),
            Begins::Object(keys) => self.within(|reader| reader.object(keys, visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.rest {
            [b'.', rest @ ..] => {
                self.rest = rest;
                visitor.visit_none()
            }
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
        match self.begins()? {
            Begins::Word(name) => visitor.visit_enum(Variant { name, value: None }),
            Begins::Object(mut keys) => match (keys.next(), keys.next()) {
                (Some(name), None) => self.within(|reader| visitor.visit_enum(Variant { name, value: Some(reader) })),
                _ => Err(Fault::custom("a variant has one member")),
            },
            _ => Err(Fault::custom("not a variant")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The items of a list.
struct Items<'r, 'a>(&'r mut Reader<'a>);

impl<'a> SeqAccess<'a> for Items<'_, 'a> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        match self.0.rest.first() {
            Some(b']') => Ok(None),
            _ => seed.deserialize(&mut *self.0).map(Some),
        }
    }
}

/// The members of an object.
struct Members<'r, 'a> {
    keys: Keys<'a>,
    reader: &'r mut Reader<'a>,
}

impl<'a> MapAccess<'a> for &mut Members<'_, 'a> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        match self.keys.next() {
            Some(key) => seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        seed.deserialize(&mut *self.reader)
    }
}

/// A variant of an enumeration, with what it holds.
struct Variant<'r, 'a> {
    name: &'a str,
    value: Option<&'r mut Reader<'a>>,
}

impl<'r, 'a> Variant<'r, 'a> {
    fn held(self) -> Result<&'r mut Reader<'a>, Fault> {
        self.value.ok_or_else(|| Fault::custom("a variant is empty"))
    }
}

impl<'a> EnumAccess<'a> for Variant<'_, 'a> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let name: BorrowedStrDeserializer<'_, Fault> = BorrowedStrDeserializer::new(self.name);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'a> VariantAccess<'a> for Variant<'_, 'a> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.value {
            None => Ok(()),
            Some(reader) => <()>::deserialize(reader),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Fault> {
        seed.deserialize(self.held()?)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.held()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        self.held()?.deserialize_any(visitor)
    }
}
