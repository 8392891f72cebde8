//! One dimension of the law: the set of lawful values, the value that applies when a house is silent, and the clauses
//! that say so.
//!
//! A fixed rule is a set of one; an operator's option is a set of several. So checking a house works the same way for
//! every dimension: is the value it names in the set?

use std::fmt;

use serde::Deserialize;

use crate::clause::{Citation, ClauseId};

/// A rule over a finite set of lawful values: `{ is = X }` or `{ one_of = [X, Y], default = X }`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "RawRule<T>")]
#[schemars(rename = "Rule_of_{T}")]
#[serde(bound(deserialize = "T: Deserialize<'de> + PartialEq + Clone"))]
pub struct Rule<T> {
    /// Every lawful value.
    pub lawful: Vec<T>,
    /// The value that applies when the house is silent; `None` if it must state one.
    pub default: Option<T>,
    /// Whether the document wants the submission to state it, so that its clause refuses silence.
    pub stated: bool,
    /// The law behind it.
    pub cite: Citation,
    /// Anything else a reader should know.
    pub note: Option<String>,
}

impl<T: PartialEq + Clone> Rule<T> {
    /// Whether a value is lawful.
    pub fn allows(&self, value: &T) -> bool {
        self.lawful.contains(value)
    }

    /// Whether the operator has a choice.
    pub fn is_choice(&self) -> bool {
        self.lawful.len() > 1
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a rule such as { is = …, clauses = [\"…\"] }")]
struct RawRule<T> {
    /// The only lawful value.
    is: Option<T>,
    /// The lawful values, of which a house chooses one.
    one_of: Option<Vec<T>>,
    /// What holds where the house is silent.
    default: Option<T>,
    /// Whether the house must state its value.
    #[serde(default)]
    stated: bool,
    /// The clauses behind it.
    #[serde(default)]
    clauses: Vec<ClauseId>,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
    /// Anything else a reader should know.
    note: Option<String>,
}

/// Why what a book says is no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRule {
    /// Every rule must rest on something that can be named.
    #[error("the rule cites nothing: expected `clauses = [\"…\"]`, or `readings = [n]` where the document is silent")]
    CitesNothing,
    /// What a submission must state has no value that holds without it.
    #[error("`stated` makes the house state a value: expected no `default`, `is` or `exactly` beside it")]
    StatedWithValue,
    /// A fixed value needs no default.
    #[error("`is` fixes the value: expected no `default` beside it")]
    FixedWithDefault,
    /// The default is unlawful.
    #[error("`default` is not among `one_of`")]
    DefaultNotAmong,
    /// Nothing is lawful.
    #[error("expected either `is = …` or a non-empty `one_of = […]`")]
    NoValue,
    /// An exact figure needs no bounds.
    #[error("`exactly` stands alone: expected no `at_least`, `at_most` or `default` beside it")]
    ExactWithBounds,
    /// No figure is lawful.
    #[error("`at_least` is above `at_most`")]
    FloorAboveCeiling,
    /// The default is unlawful.
    #[error("`default` is outside the bound")]
    DefaultOutside,
}

impl<T: PartialEq + Clone> TryFrom<RawRule<T>> for Rule<T> {
    type Error = NoRule;

    fn try_from(raw: RawRule<T>) -> Result<Rule<T>, NoRule> {
        let cite = Citation { clauses: raw.clauses, readings: raw.readings };
        if cite.is_empty() {
            return Err(NoRule::CitesNothing);
        }
        let (lawful, default) = match (raw.is, raw.one_of) {
            (Some(value), None) => {
                if raw.default.is_some() {
                    return Err(NoRule::FixedWithDefault);
                }
                (vec![value.clone()], Some(value))
            }
            (None, Some(values)) if !values.is_empty() => {
                if raw.default.as_ref().is_some_and(|d| !values.contains(d)) {
                    return Err(NoRule::DefaultNotAmong);
                }
                (values, raw.default)
            }
            _ => return Err(NoRule::NoValue),
        };
        if raw.stated && default.is_some() {
            return Err(NoRule::StatedWithValue);
        }
        Ok(Rule { lawful, default, stated: raw.stated, cite, note: raw.note })
    }
}

/// A rule over numbers or amounts: a floor, a ceiling, or one exact figure.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "RawBound<T>")]
#[schemars(rename = "Bound_of_{T}")]
#[serde(bound(deserialize = "T: Deserialize<'de> + Ord + Copy + fmt::Display"))]
pub struct Bound<T> {
    /// The smallest lawful value.
    pub at_least: Option<T>,
    /// The largest lawful value.
    pub at_most: Option<T>,
    /// The value that applies when the house is silent; `None` if there is no limit then, or it must state one.
    pub default: Option<T>,
    /// Whether the document wants the submission to state it, so that its clause refuses silence.
    pub stated: bool,
    /// The law behind it.
    pub cite: Citation,
    /// Anything else a reader should know.
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

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a bound such as { at_least = …, clauses = [\"…\"] }")]
struct RawBound<T> {
    /// The only lawful value.
    exactly: Option<T>,
    /// The smallest lawful value.
    at_least: Option<T>,
    /// The largest lawful value.
    at_most: Option<T>,
    /// What holds where the house is silent.
    default: Option<T>,
    /// Whether the house must state its value.
    #[serde(default)]
    stated: bool,
    /// The clauses behind it.
    #[serde(default)]
    clauses: Vec<ClauseId>,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
    /// Anything else a reader should know.
    note: Option<String>,
}

impl<T: Ord + Copy + fmt::Display> TryFrom<RawBound<T>> for Bound<T> {
    type Error = NoRule;

    fn try_from(raw: RawBound<T>) -> Result<Bound<T>, NoRule> {
        let cite = Citation { clauses: raw.clauses, readings: raw.readings };
        if cite.is_empty() {
            return Err(NoRule::CitesNothing);
        }
        let stated = raw.stated;
        let bound = match raw.exactly {
            Some(_) if raw.at_least.is_some() || raw.at_most.is_some() || raw.default.is_some() => {
                return Err(NoRule::ExactWithBounds);
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
            return Err(NoRule::StatedWithValue);
        }
        if bound.at_least.zip(bound.at_most).is_some_and(|(floor, ceiling)| floor > ceiling) {
            return Err(NoRule::FloorAboveCeiling);
        }
        if bound.default.is_some_and(|default| !bound.allows(default)) {
            return Err(NoRule::DefaultOutside);
        }
        Ok(bound)
    }
}
