//! Words that people give with an act: reasons, documents, rulings, names.

use std::sync::Arc;

use crate::decide::ensure;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::why::Why;

/// The longest reason, document or ruling, in bytes: as long as the meters take.
pub const WORDS_BYTES_MAX: usize = meters::REASON_BYTES_MAX;

/// Whether something was said, in no more than so many bytes and on one line.
pub(crate) fn said(text: &str, most: usize) -> bool {
    !text.trim().is_empty() && text.len() <= most && !text.chars().any(char::is_control)
}

/// A reason, a document's number or a ruling that can stand in the record.
pub(crate) fn is_reason(text: &str) -> bool {
    said(text, WORDS_BYTES_MAX)
}

/// Refuses an act whose reason is missing or no reason.
pub(crate) fn reason(text: &Arc<str>, law: Law) -> Result<(), Refusal> {
    ensure(is_reason(text), Why::ReasonMissing { bytes: WORDS_BYTES_MAX }, law)
}
