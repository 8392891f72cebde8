//! How a house looks: its colours and its sign. No rule depends on them; the pages draw them, and keep text on a colour
//! legible.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use super::reader::{HouseReader, Section};
use crate::clause::Citation;
use crate::money::{Malformed, as_text};
use crate::words::vocabulary;

/// The longest monogram, in letters.
const LETTERS_MAX: usize = 3;

/// A colour, red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Colour {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Colour, Malformed> {
        let wrong =
            || Malformed(format!("\"{text}\" is not a colour: expected six hexadecimal digits such as #0f5d45"));
        let digits =
            text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii()).ok_or_else(wrong)?;
        let mut parts = [0; 3];
        for (part, pair) in parts.iter_mut().zip(digits.as_bytes().chunks(2)) {
            let digit = |at: usize| pair.get(at).and_then(|digit| char::from(*digit).to_digit(16)).ok_or_else(wrong);
            *part = u8::try_from(digit(0)? * 16 + digit(1)?).map_err(|_| wrong())?;
        }
        Ok(Colour(parts))
    }
}

as_text!(Colour, "a colour such as \"#0f5d45\"");

vocabulary! {
    /// The figure of a house's sign.
    pub enum Emblem ("an emblem") {
        /// A crown.
        Crown = "crown",
        /// A spade.
        Spade = "spade",
        /// A star.
        Star = "star",
        /// An anchor.
        Anchor = "anchor",
        /// Mountains.
        Mountain = "mountain",
        /// Waves.
        Wave = "wave",
        /// A leaf.
        Leaf = "leaf",
    }
}

/// How a house looks. What it leaves out is the product's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Look {
    /// The felt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub felt: Option<Colour>,
    /// What is written and drawn in the house's colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub accent: Option<Colour>,
    /// The backs of the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub back: Option<Colour>,
    /// The figure of the sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emblem: Option<Emblem>,
    /// The letters of the sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monogram: Option<String>,
}

pub(super) fn read_look(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>) -> Look {
    let mut section = reader.section(root, "look");
    let mut colour = |key: &'static str| reader.read::<Colour>(&mut section, key).map(|located| located.value);
    let (felt, accent, back) = (colour("felt"), colour("accent"), colour("back"));
    let emblem = reader.read::<Emblem>(&mut section, "emblem").map(|located| located.value);
    let letters = reader.read::<String>(&mut section, "monogram");
    if let Some(located) = &letters {
        let count = located.value.chars().count();
        if count == 0 || count > LETTERS_MAX || !located.value.chars().all(char::is_alphanumeric) {
            let message = format!("\"{}\" is not a monogram", located.value);
            let help = format!("write one to {LETTERS_MAX} letters or figures, such as \"CH\"");
            reader.error(section.key("monogram"), located.span.clone(), message, help, &Citation::default());
        }
    }
    reader.finish(&section);
    Look { felt, accent, back, emblem, monogram: letters.map(|located| located.value) }
}
