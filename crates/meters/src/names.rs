//! Who is who on a bank of meters: games, rounds and the people who correct a meter.

use std::fmt;
use std::sync::Arc;

use rules::Cents;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::written::InCents;

/// The longest name, in bytes: names are part of the state, which must stay small.
pub const NAME_BYTES_MAX: usize = 40;

/// Whether a name can be written on one line and found again.
pub(crate) fn is_name(text: &str) -> bool {
    let length = 1..=NAME_BYTES_MAX;
    length.contains(&text.len()) && text.trim() == text && !text.chars().any(char::is_control)
}

/// A text that cannot be a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAName(pub String);

impl fmt::Display for NotAName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a name: write 1 to {NAME_BYTES_MAX} bytes on one line, no space at either end", self.0)
    }
}

impl std::error::Error for NotAName {}

macro_rules! name {
    ($(#[$meta:meta])* $name:ident as $written:literal) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(rename = $written)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Reads a name.
            ///
            /// # Errors
            /// When it is empty, too long, of several lines or has a space at either end.
            pub fn new(text: &str) -> Result<$name, NotAName> {
                if is_name(text) { Ok($name(text.into())) } else { Err(NotAName(text.to_owned())) }
            }

            /// The name as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAName;
            fn try_from(text: String) -> Result<$name, NotAName> {
                $name::new(&text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0.as_ref().to_owned()
            }
        }
    };
}

name! {
    /// A game on a bank: a table of this house, or another title on the link.
    GameId as "GameId"
}

name! {
    /// Somebody who proposes, approves or declines the correction of a meter.
    Person as "Signatory"
}

/// A round of a game. Each game numbers its own, ever upwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RoundId(pub u64);

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a game says of itself when it joins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct GameTerms {
    /// Its id on this bank.
    pub id: GameId,
    /// Its title, such as `Three Card Poker` or another.
    pub title: String,
    /// The id of the paytable it pays by.
    pub paytable: String,
    /// The stake of one progressive wager.
    #[serde(with = "InCents")]
    pub stake: Cents,
    /// How many decks it is dealt with.
    pub decks: u8,
}
