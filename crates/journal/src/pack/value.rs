//! How the parts of a value are written, as serde hands them over.

use serde::ser::{self, Error as _, Serialize};

use super::key::Key;
use super::{Packer, Unpackable};

/// Members, or items, on their way.
pub(super) struct Many<'a> {
    packer: &'a mut Packer,
    /// The knot after the last key; none for a list.
    knot: Option<u32>,
    empty: bool,
    /// Whether an object with one member, the variant, is around it.
    around: Option<u32>,
}

impl<'a> Many<'a> {
    fn new(packer: &'a mut Packer, object: bool) -> Result<Many<'a>, Unpackable> {
        packer.open()?;
        Ok(Many { packer, knot: object.then_some(0), empty: true, around: None })
    }

    fn variant(packer: &'a mut Packer, name: &str, object: bool) -> Result<Many<'a>, Unpackable> {
        packer.open()?;
        let knot = packer.knot(0, name)?;
        let around = Some(packer.shape(knot));
        Ok(Many { around, ..Many::new(packer, object)? })
    }

    pub(super) fn key(&mut self, key: &str) -> Result<(), Unpackable> {
        self.knot = Some(self.packer.knot(self.knot.unwrap_or_default(), key)?);
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unpackable> {
        if !self.empty {
            self.packer.out.push(',');
        }
        self.empty = false;
        value.serialize(&mut *self.packer)
    }

    fn done(self) -> Result<(), Unpackable> {
        let shape = self.knot.map(|knot| self.packer.shape(knot));
        self.packer.close(shape, self.empty);
        if self.around.is_some() {
            self.packer.close(self.around, false);
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
                self.key(key)?;
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
            self.number(number.into());
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
        match u64::try_from(number) {
            Ok(number) => self.number(number),
            Err(_) => self.out.push_str(itoa::Buffer::new().format(number)),
        }
        Ok(())
    }

    fn serialize_bool(self, truth: bool) -> Result<(), Unpackable> {
        self.out.push_str(if truth { "true" } else { "false" });
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
        self.out.push_str("null");
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
        let mut one = Many::new(self, true)?;
        one.key(variant)?;
        one.value(value)?;
        one.done()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Many<'a>, Unpackable> {
        Many::new(self, false)
    }

    fn serialize_tuple(self, _: usize) -> Result<Many<'a>, Unpackable> {
        Many::new(self, false)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Many<'a>, Unpackable> {
        Many::new(self, false)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Many<'a>, Unpackable> {
        Many::variant(self, variant, false)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Many<'a>, Unpackable> {
        Many::new(self, true)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Many<'a>, Unpackable> {
        Many::new(self, true)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Many<'a>, Unpackable> {
        Many::variant(self, variant, true)
    }
}
