//! How entries write money and citations: amounts as integers, so that nothing is rounded.

use rules::{Cents, Citation, ClauseId, Meter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whole cents. An entry may hold more than a file may name, so the dollars of house files do not serve here.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Cents")]
#[schemars(inline)]
pub(crate) struct InCents(i64);

/// Millionths of a cent.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Meter")]
#[schemars(inline)]
pub(crate) struct InMillionths(i64);

/// Clauses and readings.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Citation")]
#[schemars(rename = "Citation", deny_unknown_fields)]
pub(crate) struct Cited {
    /// The clauses.
    clauses: Vec<ClauseId>,
    /// The readings.
    readings: Vec<u8>,
}
