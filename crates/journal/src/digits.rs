//! Bytes as hexadecimal digits, in lower case, one spelling for each value.

pub(crate) use hex::encode as write;

/// Exactly `N` bytes; nothing for upper case, other lengths or other characters.
pub(crate) fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    // The crate takes digits of either case, and a second spelling of a hash would be a second hash.
    let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
    (lower && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

/// Writes a newtype of bytes as its digits in JSON.
macro_rules! as_text {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&crate::digits::write(&self.0))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                let what = concat!("not the hexadecimal digits, in lower case, of a ", stringify!($name));
                crate::digits::read(&text).map($name).ok_or_else(|| serde::de::Error::custom(what))
            }
        }
    };
}
pub(crate) use as_text;
