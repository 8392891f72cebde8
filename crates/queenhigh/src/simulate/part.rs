//! A run, or a part of one, as a file: all that is needed to deal the rest of it and to put it together.

use std::collections::BTreeMap;

use odds::simulate::Partial;
use serde::{Deserialize, Serialize};

/// The word that such a file begins with, and the version of its shape.
const FORMAT: &str = "queenhigh-simulation-1";

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunRequest {
    /// The house's file.
    pub(super) house: String,
    pub(super) seed: String,
    pub(super) rounds: u64,
    /// The rounds of a block, where they were asked for.
    pub(super) block: Option<u64>,
    /// Where meters begin that do not begin at their seeds, in cents.
    pub(super) meters: BTreeMap<String, i64>,
    pub(super) positions: Vec<SeatRequest>,
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatRequest {
    pub(super) position: u8,
    pub(super) strategy: String,
    /// What is wagered, in cents.
    pub(super) wagers: BTreeMap<String, i64>,
}

/// A request and what was dealt of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunPart {
    pub(super) request: RunRequest,
    pub(super) result: Partial,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartFile<R, P> {
    format: String,
    request: R,
    result: P,
}

/// Why a file is not a part of a simulation.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoPart {
    #[error("the file is not a part of a simulation as `simulate --out` writes it: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("the file's format is not {FORMAT}: another version wrote it")]
    OtherFormat,
}

impl RunPart {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(text: &str) -> Result<RunPart, NoPart> {
        let file: PartFile<RunRequest, Partial> = serde_json::from_str(text)?;
        if file.format != FORMAT {
            return Err(NoPart::OtherFormat);
        }
        Ok(RunPart { request: file.request, result: file.result })
    }

    /// The file.
    pub(super) fn text(&self) -> String {
        let file = PartFile { format: FORMAT.to_owned(), request: &self.request, result: &self.result };
        // Nothing in it can fail to be written: names are texts, and numbers whole.
        serde_json::to_string(&file).unwrap_or_default() + "\n"
    }
}
