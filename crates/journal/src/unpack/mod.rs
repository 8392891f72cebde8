//! Reads what [`crate::pack`] wrote, straight into the values of the program.

mod listed;
mod reader;
#[cfg(test)]
mod tests;

use serde::de::DeserializeOwned;

use crate::lexicon::Lexicon;
use crate::pack::BEGINS;

/// Reads a packed text as a value. What was packed before there were lexicons is told by its beginning.
pub(crate) fn unpack<T: DeserializeOwned>(text: &str, lexicon: &Lexicon) -> Result<T, String> {
    if text.starts_with(BEGINS) { reader::read(text, lexicon) } else { listed::read(text) }
}
