//! Bytes as hexadecimal digits, in lower case, one spelling for each value.

/// The two digits of every byte.
const DIGITS: [[u8; 2]; 256] = {
    let mut all = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = [b"0123456789abcdef"[byte / 16], b"0123456789abcdef"[byte % 16]];
        byte += 1;
    }
    all
};

/// The digits.
pub(crate) fn write(bytes: &[u8]) -> String {
    let pairs: Vec<[u8; 2]> = bytes.iter().map(|byte| DIGITS[usize::from(*byte)]).collect();
    // Digits are text.
    String::from_utf8(pairs.into_flattened()).unwrap_or_default()
}

/// Exactly `N` bytes; nothing for upper case, other lengths or other characters.
pub(crate) fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != N * 2 {
        return None;
    }
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// Writes a newtype of bytes as its digits in JSON.
macro_rules! as_text {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&crate::hex::write(&self.0))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                let what = concat!("not the hexadecimal digits, in lower case, of a ", stringify!($name));
                crate::hex::read(&text).map($name).ok_or_else(|| serde::de::Error::custom(what))
            }
        }
    };
}
pub(crate) use as_text;
