//! Upcasters: records stay as they were stored, and are read in the newest shape of their kind.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::body::Body;
use crate::names::Kind;
use crate::record::NewRecord;

/// Leads a body from one format of its kind to the next.
pub type Upcast = fn(Value) -> Result<Value, String>;

/// A record that could not be read in its newest shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {kind} of format {format} cannot be read: {fault}")]
pub struct BadRecord {
    /// The kind.
    pub kind: Kind,
    /// The format that it was stored with.
    pub format: u32,
    /// What is wrong.
    pub fault: String,
}

/// All upcasters of a program.
#[derive(Clone, Debug, Default)]
pub struct Upcasters {
    steps: BTreeMap<(String, u32), Upcast>,
}

impl Upcasters {
    /// None.
    #[must_use]
    pub fn new() -> Upcasters {
        Upcasters::default()
    }

    /// Adds the step from a format of the kind to the next one.
    #[must_use]
    pub fn with(mut self, kind: &str, from_format: u32, upcast: Upcast) -> Upcasters {
        self.steps.insert((kind.to_owned(), from_format), upcast);
        self
    }

    /// The steps there are: kind and the format each leads from. A test keeps a sample of each.
    pub fn steps(&self) -> impl Iterator<Item = (&str, u32)> {
        self.steps.keys().map(|(kind, format)| (kind.as_str(), *format))
    }

    /// The newest format of the kind that the steps lead to from `format`.
    #[must_use]
    pub fn newest(&self, kind: &str, format: u32) -> u32 {
        let mut newest = format;
        while self.steps.contains_key(&(kind.to_owned(), newest)) {
            newest += 1;
        }
        newest
    }

    /// The record's body in its newest shape: as stored when that is the newest.
    pub fn body<'a>(&self, record: &'a NewRecord) -> Result<Cow<'a, Body>, BadRecord> {
        let step = |format| self.steps.get(&(record.kind.as_str().to_owned(), format));
        if self.steps.is_empty() || step(record.format).is_none() {
            return Ok(Cow::Borrowed(&record.body));
        }
        let bad = |fault: String| BadRecord { kind: record.kind.clone(), format: record.format, fault };
        let mut value: Value = serde_json::from_str(record.body.as_str()).map_err(|fault| bad(fault.to_string()))?;
        let mut format = record.format;
        while let Some(upcast) = step(format) {
            value = upcast(value).map_err(bad)?;
            format += 1;
        }
        Body::of(&value).map(Cow::Owned).map_err(|fault| bad(fault.to_string()))
    }

    /// The record as a value of the program, from its newest shape.
    pub fn read<T: DeserializeOwned>(&self, record: &NewRecord) -> Result<T, BadRecord> {
        let bad = |fault: serde_json::Error| BadRecord {
            kind: record.kind.clone(),
            format: record.format,
            fault: fault.to_string(),
        };
        serde_json::from_str(self.body(record)?.as_str()).map_err(bad)
    }
}
