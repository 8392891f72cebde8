//! One dimension of the law: the set of lawful values, the value that holds when a house is silent,
//! and the clauses that say so.
//!
//! A fixed rule is a set of one. An operator's option is a set of several. So checking a house is the
//! same act for every dimension: is the value it names in the set?

use std::fmt;

use serde::Deserialize;

use crate::clause::{Citation, ClauseId};

/// A rule over a finite set of lawful values: `{ is = X }` or `{ one_of = [X, Y], default = X }`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "RawRule<T>")]
#[serde(bound(deserialize = "T: Deserialize<'de> + PartialEq + Clone"))]
pub struct Rule<T> {
    /// Every lawful value.
    pub lawful: Vec<T>,
    /// What holds when the house is silent; `None` when it must speak.
    pub default: Option<T>,
    /// Whether the document asks the submission to state it, so that silence is refused by its clause.
    pub stated: bool,
    /// The law behind it.
    pub cite: Citation,
    /// What a reader should know besides.
    pub note: Option<String>,
}

impl<T: PartialEq + Clone> Rule<T> {
    /// Whether a value is lawful.
    pub fn allows(&self, value: &T) -> bool {
        self.lawful.contains(value)
    }

    /// Whether the operator has a choice at all.
    pub fn is_choice(&self) -> bool {
        self.lawful.len() > 1
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule<T> {
    is: Option<T>,
    one_of: Option<Vec<T>>,
    default: Option<T>,
    #[serde(default)]
    stated: bool,
    #[serde(default)]
    clauses: Vec<ClauseId>,
    #[serde(default)]
    readings: Vec<u8>,
    note: Option<String>,
}

/// Every rule must rest on something that can be named.
const CITES_NOTHING: &str =
    "the rule cites nothing: expected `clauses = [\"…\"]`, or `readings = [n]` where the document is silent";

/// What a submission must state has no value that holds without it.
const STATED_AND_SILENT: &str = "`stated` asks the house to speak: expected no `default`, `is` or `exactly` beside it";

impl<T: PartialEq + Clone> TryFrom<RawRule<T>> for Rule<T> {
    type Error = String;

    fn try_from(raw: RawRule<T>) -> Result<Rule<T>, String> {
        let cite = Citation { clauses: raw.clauses, readings: raw.readings };
        if cite.is_empty() {
            return Err(CITES_NOTHING.into());
        }
        let (lawful, default) = match (raw.is, raw.one_of) {
            (Some(value), None) => {
                if raw.default.is_some() {
                    return Err("`is` fixes the value: expected no `default` beside it".into());
                }
                (vec![value.clone()], Some(value))
            }
            (None, Some(values)) if !values.is_empty() => {
                if raw.default.as_ref().is_some_and(|d| !values.contains(d)) {
                    return Err("`default` is not among `one_of`".into());
                }
                (values, raw.default)
            }
            _ => return Err("expected either `is = …` or a non-empty `one_of = […]`".into()),
        };
        if raw.stated && default.is_some() {
            return Err(STATED_AND_SILENT.into());
        }
        Ok(Rule { lawful, default, stated: raw.stated, cite, note: raw.note })
    }
}

/// A rule over numbers or amounts: a floor, a ceiling, or one exact figure.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "RawBound<T>")]
#[serde(bound(deserialize = "T: Deserialize<'de> + Ord + Copy + fmt::Display"))]
pub struct Bound<T> {
    /// The smallest lawful value.
    pub at_least: Option<T>,
    /// The largest lawful value.
    pub at_most: Option<T>,
    /// What holds when the house is silent; `None` when there is then no limit, or it must speak.
    pub default: Option<T>,
    /// Whether the document asks the submission to state it, so that silence is refused by its clause.
    pub stated: bool,
    /// The law behind it.
    pub cite: Citation,
    /// What a reader should know besides.
    pub note: Option<String>,
}

impl<T: Ord + Copy + fmt::Display> Bound<T> {
    /// Whether a value is lawful.
    pub fn allows(&self, value: T) -> bool {
        self.at_least.is_none_or(|floor| value >= floor) && self.at_most.is_none_or(|ceiling| value <= ceiling)
    }

    /// The lawful values in words.
    pub fn describe(&self) -> String {
        match (self.at_least, self.at_most) {
            (Some(a), Some(b)) if a == b => format!("exactly {a}"),
            (Some(a), Some(b)) => format!("from {a} to {b}"),
            (Some(a), None) => format!("at least {a}"),
            (None, Some(b)) => format!("at most {b}"),
            (None, None) => "any".into(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBound<T> {
    exactly: Option<T>,
    at_least: Option<T>,
    at_most: Option<T>,
    default: Option<T>,
    #[serde(default)]
    stated: bool,
    #[serde(default)]
    clauses: Vec<ClauseId>,
    #[serde(default)]
    readings: Vec<u8>,
    note: Option<String>,
}

impl<T: Ord + Copy + fmt::Display> TryFrom<RawBound<T>> for Bound<T> {
    type Error = String;

    fn try_from(raw: RawBound<T>) -> Result<Bound<T>, String> {
        let cite = Citation { clauses: raw.clauses, readings: raw.readings };
        if cite.is_empty() {
            return Err(CITES_NOTHING.into());
        }
        let stated = raw.stated;
        let bound = match raw.exactly {
            Some(_) if raw.at_least.is_some() || raw.at_most.is_some() || raw.default.is_some() => {
                return Err("`exactly` stands alone: expected no `at_least`, `at_most` or `default` beside it".into());
            }
            Some(value) => Bound {
                at_least: Some(value),
                at_most: Some(value),
                default: Some(value),
                stated,
                cite,
                note: raw.note,
            },
            None => Bound {
                at_least: raw.at_least,
                at_most: raw.at_most,
                default: raw.default,
                stated,
                cite,
                note: raw.note,
            },
        };
        if stated && bound.default.is_some() {
            return Err(STATED_AND_SILENT.into());
        }
        if bound.at_least.zip(bound.at_most).is_some_and(|(floor, ceiling)| floor > ceiling) {
            return Err("`at_least` is above `at_most`".into());
        }
        if bound.default.is_some_and(|default| !bound.allows(default)) {
            return Err("`default` is outside the bound".into());
        }
        Ok(bound)
    }
}
