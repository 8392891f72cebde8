//! Names: streams, accounts, kinds of records, and the ids of commands.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::digits;

/// The longest name, in bytes.
pub const NAME_BYTES_MAX: usize = 200;

/// A name that was refused, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} {name:?} is not a name: write 1 to {NAME_BYTES_MAX} bytes of letters, digits and . _ : @ + -, \
     in parts separated by single slashes"
)]
pub struct BadName {
    what: &'static str,
    name: String,
}

fn check(what: &'static str, name: &str) -> Result<(), BadName> {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"._:@+-".contains(&byte);
    let part = |part: &str| !part.is_empty() && part.bytes().all(letter);
    if name.len() <= NAME_BYTES_MAX && name.split('/').all(part) {
        return Ok(());
    }
    Err(BadName { what, name: name.chars().take(NAME_BYTES_MAX + 1).collect() })
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The name, if it is one.
            pub fn new(name: &str) -> Result<$name, BadName> {
                check($what, name)?;
                Ok($name(name.into()))
            }

            /// As text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $name::new(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }
    };
}

name!(
    /// A stream: `table/1`, `meter/mini-royal`, `account/alice`, `staff`.
    StreamName,
    "the stream"
);
name!(
    /// An account of the ledger: `bankroll/alice`, `tray/1`, `house`. The part before the first slash is its class.
    AccountName,
    "the account"
);
name!(
    /// What a record is: `WagerPlaced`. The journal compares kinds but gives them no meaning.
    Kind,
    "the kind"
);

impl AccountName {
    /// The class: the name up to the first slash.
    #[must_use]
    pub fn class(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }
}

/// The id that a client makes for a command: 128 bits, used once. Ids that begin with the time (like UUID version 7)
/// lie close together in the index and are stored faster than purely random ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(pub [u8; 16]);

impl CommandId {
    /// Reads 32 hexadecimal digits in lower case.
    #[must_use]
    pub fn parse(text: &str) -> Option<CommandId> {
        digits::read(text).map(CommandId)
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&digits::write(self.0))
    }
}

impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CommandId({self})")
    }
}

digits::as_text!(CommandId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_parts_of_plain_letters() {
        for name in ["staff", "table/1", "account/a@b.c", "meter/x:y/z-1+2_3"] {
            assert_eq!(StreamName::new(name).unwrap().as_str(), name);
        }
        let long = "x".repeat(NAME_BYTES_MAX + 1);
        for name in ["", "/", "a/", "/a", "a//b", "a b", "é", "a\0", "a\n", &long] {
            let fault = StreamName::new(name).unwrap_err().to_string();
            assert!(fault.contains("the stream"), "{fault}");
        }
    }

    #[test]
    fn the_class_of_an_account_is_its_first_part() {
        assert_eq!(AccountName::new("tray/1/a").unwrap().class(), "tray");
        assert_eq!(AccountName::new("house").unwrap().class(), "house");
    }

    #[test]
    fn command_ids_are_32_digits_in_lower_case() {
        let id = CommandId([0xab; 16]);
        assert_eq!(CommandId::parse(&id.to_string()), Some(id));
        assert_eq!(CommandId::parse(&"AB".repeat(16)), None);
        assert_eq!(CommandId::parse("ab"), None);
    }
}
