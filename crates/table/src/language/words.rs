//! Words that people add to an act: reasons, documents, rulings, names.

use std::sync::Arc;

use crate::decide::ensure;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::why::Why;

/// The longest reason, document or ruling, in bytes: the limit of the meters.
pub const WORDS_BYTES_MAX: usize = meters::REASON_BYTES_MAX;

/// Whether a text is not blank, fits into `most` bytes and has no line breaks or other control characters.
pub(crate) fn said(text: &str, most: usize) -> bool {
    !text.trim().is_empty() && text.len() <= most && !text.chars().any(char::is_control)
}

/// Whether a reason, a document's number or a ruling can be recorded.
pub(crate) fn is_reason(text: &str) -> bool {
    said(text, WORDS_BYTES_MAX)
}

/// Refuses an act whose reason is missing or unfit.
pub(crate) fn reason(text: &Arc<str>, law: Law) -> Result<(), Refusal> {
    ensure(is_reason(text), Why::ReasonMissing { bytes: WORDS_BYTES_MAX }, law)
}
