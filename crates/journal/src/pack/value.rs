//! How the parts of a value are written, as serde hands them over.

use std::fmt::{Display, Write as _};

use serde::ser::{self, Error as _, Serialize};

use super::key::Key;
use super::knots::BEGINNING;
use super::{Packer, Unpackable};

/// Members, or items, on their way.
pub(super) struct Many<'a> {
    packer: &'a mut Packer,
    /// Where an object's shape will stand.
    at: usize,
    /// The knot after an object's last key; none for a list.
    knot: Option<u32>,
    /// How many objects and lists end with it: two inside a variant.
    ends: u8,
}

impl<'a> Many<'a> {
    #[inline]
    fn list(packer: &'a mut Packer) -> Result<Many<'a>, Unpackable> {
        packer.open()?;
        packer.out.push(b'[');
        Ok(Many { packer, at: 0, knot: None, ends: 1 })
    }

    #[inline]
    fn object(packer: &'a mut Packer) -> Result<Many<'a>, Unpackable> {
        packer.open()?;
        let at = packer.out.len();
        packer.two(*b"{{");
        Ok(Many { packer, at, knot: Some(BEGINNING), ends: 1 })
    }

    pub(super) fn key(&mut self, key: &str) {
        self.knot = self.knot.map(|knot| self.packer.knots.follow(knot, key));
    }

    /// The same for a key of the program's own text.
    #[inline]
    fn field(&mut self, key: &'static str) {
        self.knot = self.knot.map(|knot| self.packer.knots.follow_known(knot, key));
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unpackable> {
        value.serialize(&mut *self.packer)
    }

    #[inline]
    fn done(self) -> Result<(), Unpackable> {
        self.packer.depth -= usize::from(self.ends);
        match self.knot {
            None => self.packer.out.push(b']'),
            Some(knot) => self.packer.shape(self.at, knot)?,
        }
        Ok(())
    }
}

impl Packer {
    /// Begins the object of one member that a variant with something in it is.
    fn variant(&mut self, name: &'static str) -> Result<(), Unpackable> {
        self.open()?;
        let knot = self.knots.follow_known(BEGINNING, name);
        match self.knots.number(knot) {
            Some(digits) => self.two(digits),
            None => {
                self.two(*b"{{");
                self.own_shape(self.out.len() - 2, knot)?;
            }
        }
        Ok(())
    }
}

macro_rules! lists {
    ($($of:ident $method:ident),*) => {$(
        impl ser::$of for Many<'_> {
            type Ok = ();
            type Error = Unpackable;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unpackable> {
                self.value(value)
            }
            fn end(self) -> Result<(), Unpackable> {
                self.done()
            }
        }
    )*};
}
lists!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($of:ident),*) => {$(
        impl ser::$of for Many<'_> {
            type Ok = ();
            type Error = Unpackable;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Unpackable> {
                self.field(key);
                self.value(value)
            }
            fn end(self) -> Result<(), Unpackable> {
                self.done()
            }
        }
    )*};
}
structs!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Many<'_> {
    type Ok = ();
    type Error = Unpackable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unpackable> {
        key.serialize(Key(self))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unpackable> {
        self.value(value)
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), Unpackable> {
        self.serialize_key(key)?;
        self.value(value)
    }

    fn end(self) -> Result<(), Unpackable> {
        self.done()
    }
}

macro_rules! numbers {
    ($($method:ident $of:ty),*) => {$(
        fn $method(self, number: $of) -> Result<(), Unpackable> {
            self.figure(b'+', number.into());
            Ok(())
        }
    )*};
}

macro_rules! signed {
    ($($method:ident $of:ty),*) => {$(
        fn $method(self, number: $of) -> Result<(), Unpackable> {
            self.serialize_i64(number.into())
        }
    )*};
}

impl<'a> ser::Serializer for &'a mut Packer {
    type Ok = ();
    type Error = Unpackable;
    type SerializeSeq = Many<'a>;
    type SerializeTuple = Many<'a>;
    type SerializeTupleStruct = Many<'a>;
    type SerializeTupleVariant = Many<'a>;
    type SerializeMap = Many<'a>;
    type SerializeStruct = Many<'a>;
    type SerializeStructVariant = Many<'a>;

    numbers!(serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);
    signed!(serialize_i8 i8, serialize_i16 i16, serialize_i32 i32);

    fn serialize_i64(self, number: i64) -> Result<(), Unpackable> {
        self.figure(if number < 0 { b'-' } else { b'+' }, number.unsigned_abs());
        Ok(())
    }

    fn serialize_bool(self, truth: bool) -> Result<(), Unpackable> {
        self.out.push(if truth { b'!' } else { b':' });
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result<(), Unpackable> {
        self.serialize_f64(number.into())
    }

    fn serialize_f64(self, number: f64) -> Result<(), Unpackable> {
        Err(Unpackable::custom(format!("it holds the float {number}: write amounts as integers")))
    }

    fn serialize_char(self, letter: char) -> Result<(), Unpackable> {
        self.text(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Unpackable> {
        self.text(text)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Unpackable> {
        let mut told = std::mem::take(&mut self.told);
        told.clear();
        let written = write!(told, "{value}").map_err(Unpackable::custom).and_then(|()| self.text(&told));
        self.told = told;
        written
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Unpackable> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Unpackable> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unpackable> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unpackable> {
        self.out.push(b'.');
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unpackable> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Unpackable> {
        self.text(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unpackable> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unpackable> {
        self.variant(variant)?;
        value.serialize(&mut *self)?;
        self.depth -= 1;
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Many<'a>, Unpackable> {
        Many::list(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Many<'a>, Unpackable> {
        Many::list(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Many<'a>, Unpackable> {
        Many::list(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Many<'a>, Unpackable> {
        self.variant(variant)?;
        Ok(Many { ends: 2, ..Many::list(self)? })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Many<'a>, Unpackable> {
        Many::object(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Many<'a>, Unpackable> {
        Many::object(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Many<'a>, Unpackable> {
        self.variant(variant)?;
        Ok(Many { ends: 2, ..Many::object(self)? })
    }
}
