//! The keys of maps: texts as they are, numbers as their digits.

use std::fmt::Display;

use serde::ser::{Error as _, Impossible, Serialize, Serializer};

use super::Unpackable;
use super::value::Many;

/// Takes a key and goes on with it.
pub(super) struct Key<'a, 'b>(pub(super) &'a mut Many<'b>);

fn no_key<T>() -> Result<T, Unpackable> {
    Err(Unpackable::custom("a key is a text"))
}

macro_rules! digits {
    ($($method:ident $of:ty),*) => {$(
        fn $method(self, number: $of) -> Result<(), Unpackable> {
            self.0.key(itoa::Buffer::new().format(number));
            Ok(())
        }
    )*};
}

macro_rules! refused {
    ($($method:ident($($arg:ty),*) $ok:ty),*) => {$(
        fn $method(self, $(_: $arg),*) -> Result<$ok, Unpackable> {
            no_key()
        }
    )*};
}

impl Serializer for Key<'_, '_> {
    type Ok = ();
    type Error = Unpackable;
    type SerializeSeq = Impossible<(), Unpackable>;
    type SerializeTuple = Impossible<(), Unpackable>;
    type SerializeTupleStruct = Impossible<(), Unpackable>;
    type SerializeTupleVariant = Impossible<(), Unpackable>;
    type SerializeMap = Impossible<(), Unpackable>;
    type SerializeStruct = Impossible<(), Unpackable>;
    type SerializeStructVariant = Impossible<(), Unpackable>;

    digits!(
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64
    );

    fn serialize_str(self, key: &str) -> Result<(), Unpackable> {
        self.0.key(key);
        Ok(())
    }

    fn serialize_char(self, key: char) -> Result<(), Unpackable> {
        self.0.key(key.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Unpackable> {
        self.0.key(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, key: &T) -> Result<(), Unpackable> {
        key.serialize(self)
    }

    fn collect_str<T: Display + ?Sized>(self, key: &T) -> Result<(), Unpackable> {
        self.0.key(&key.to_string());
        Ok(())
    }

    refused!(
        serialize_bool(bool) (),
        serialize_f32(f32) (),
        serialize_f64(f64) (),
        serialize_bytes(&[u8]) (),
        serialize_none() (),
        serialize_unit() (),
        serialize_unit_struct(&'static str) (),
        serialize_seq(Option<usize>) Self::SerializeSeq,
        serialize_tuple(usize) Self::SerializeTuple,
        serialize_tuple_struct(&'static str, usize) Self::SerializeTupleStruct,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) Self::SerializeTupleVariant,
        serialize_map(Option<usize>) Self::SerializeMap,
        serialize_struct(&'static str, usize) Self::SerializeStruct,
        serialize_struct_variant(&'static str, u32, &'static str, usize) Self::SerializeStructVariant
    );

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), Unpackable> {
        no_key()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unpackable> {
        no_key()
    }
}
