//! How money and citations of the rules are written in entries: amounts as integers, so that nothing is rounded.

use rules::{Cents, Citation, ClauseId, Meter};
use serde::{Deserialize, Serialize};

/// Whole cents. An entry may hold more than a file may name, so the dollars of house files do not serve here.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Cents")]
pub(crate) struct InCents(i64);

/// Millionths of a cent.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Meter")]
pub(crate) struct InMillionths(i64);

/// Clauses and readings.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Citation")]
pub(crate) struct Law {
    clauses: Vec<ClauseId>,
    readings: Vec<u8>,
}
