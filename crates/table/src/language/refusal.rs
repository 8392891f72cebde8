//! Why a command is refused: a sentence that says what to do instead, and the law behind it.

use std::fmt;

use rules::House;
use schemars::JsonSchema;
use serde::Serialize;

use crate::law::Law;
use crate::why::Why;

/// A refused command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, with its values.
    pub why: Why,
    /// The law behind it.
    pub law: Law,
}

impl Refusal {
    /// The refusal as people and programs read it, with the clauses of the house's book.
    #[must_use]
    pub fn written(&self, house: &House) -> Written {
        let cite = self.law.cite(house);
        Written {
            refused: house.currency.say(&self.why.to_string()).into_owned(),
            clauses: cite.clauses.iter().map(ToString::to_string).collect(),
            readings: cite.readings.clone(),
        }
    }
}

/// A refusal in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Refusal", deny_unknown_fields)]
pub struct Written {
    /// The sentence.
    pub refused: String,
    /// The clauses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The readings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<u8>,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.refused)?;
        let readings = self.readings.iter().map(|reading| format!("READING {reading}"));
        let law: Vec<String> = self.clauses.iter().cloned().chain(readings).collect();
        if law.is_empty() { Ok(()) } else { write!(f, " [{}]", law.join(", ")) }
    }
}
