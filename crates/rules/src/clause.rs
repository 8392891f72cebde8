//! Clause ids and citations: the law behind every rule, payment and refusal.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The id of one clause, such as `book:11.C(2)#1`: the rulebook's code, a colon, the printed number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct ClauseId(Arc<str>);

impl ClauseId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The code of the clause's rulebook.
    #[must_use]
    pub fn book(&self) -> &str {
        self.0.split_once(':').map_or("", |(book, _)| book)
    }

    /// Reads an id; `None` if it has no book or no number, or spaces at its ends.
    #[must_use]
    pub fn parse(text: &str) -> Option<ClauseId> {
        let (book, number) = text.split_once(':')?;
        let sound = !book.is_empty()
            && book.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            && !number.is_empty()
            && number.trim() == number
            && !number.chars().any(char::is_control);
        sound.then(|| ClauseId(text.into()))
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for ClauseId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ClauseId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        ClauseId::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "\"{text}\" is not a clause id: expected the book's code, a colon and the clause's number, such as \"book:12.A\""
            ))
        })
    }
}

/// What a rule rests on: the clauses that state it, and the adopted readings (`READING n`) that settle what they leave
/// open.
#[derive(Clone, Debug, Default, PartialEq, Eq, schemars::JsonSchema)]
pub struct Citation {
    /// The clauses, the most important first.
    pub clauses: Vec<ClauseId>,
    /// The numbered readings used.
    pub readings: Vec<u8>,
}

impl Citation {
    /// The clause to name when only one can be named.
    #[must_use]
    pub fn first(&self) -> Option<&ClauseId> {
        self.clauses.first()
    }

    /// This citation and another combined, each clause and each reading once.
    #[must_use]
    pub fn and(mut self, other: &Citation) -> Citation {
        for clause in &other.clauses {
            if !self.clauses.contains(clause) {
                self.clauses.push(clause.clone());
            }
        }
        for reading in &other.readings {
            if !self.readings.contains(reading) {
                self.readings.push(*reading);
            }
        }
        self
    }

    /// Whether anything is cited at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty() && self.readings.is_empty()
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sep = "";
        for clause in &self.clauses {
            write!(f, "{sep}{clause}")?;
            sep = ", ";
        }
        for reading in &self.readings {
            write!(f, "{sep}READING {reading}")?;
            sep = ", ";
        }
        Ok(())
    }
}
