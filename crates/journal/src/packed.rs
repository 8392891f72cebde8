//! Bodies as the stores keep them: compressed by zstd, one by one, with a dictionary of what tables often say.
//!
//! Hashes cover the plain text, so nothing depends on the compressor: another version may write other bytes.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, LazyLock};

use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::zstd_safe::get_frame_content_size;

use crate::body::{BODY_BYTES_MAX, BadBody, Body};

/// Never changes: every stored body was written with it. `cargo run -p pit --example dictionary` made it.
const DICTIONARY: &[u8] = include_bytes!("packed.dictionary");

/// Of the levels tried, 1 is the best value: see docs/decisions/0007.
const LEVEL: i32 = 1;

static ENCODER: LazyLock<EncoderDictionary<'static>> = LazyLock::new(|| EncoderDictionary::copy(DICTIONARY, LEVEL));
static DECODER: LazyLock<DecoderDictionary<'static>> = LazyLock::new(|| DecoderDictionary::copy(DICTIONARY));

thread_local! {
    /// One for each thread, as making one costs more than using it.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// A body, compressed.
#[derive(Clone, PartialEq, Eq)]
pub struct Packed(Arc<[u8]>);

impl Packed {
    /// Compresses a text.
    pub(crate) fn of(text: &str) -> Result<Packed, BadBody> {
        let bytes = COMPRESSOR.with_borrow_mut(|slot| {
            let compressor = match slot.take() {
                Some(compressor) => compressor,
                None => Compressor::with_prepared_dictionary(&ENCODER)?,
            };
            slot.insert(compressor).compress(text.as_bytes())
        });
        Ok(Packed(bytes.map_err(|fault| BadBody::NotPacked(fault.to_string()))?.into()))
    }

    /// How many bytes it takes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no body is empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The body, if the bytes can be decompressed.
    #[must_use]
    pub fn body(&self) -> Option<Body> {
        unpack(&self.0)
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed({} bytes)", self.len())
    }
}

/// Decompresses a body, if the bytes are one.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Body> {
    let size = usize::try_from(get_frame_content_size(bytes).ok()??).ok().filter(|size| *size <= BODY_BYTES_MAX)?;
    let text = DECOMPRESSOR.with_borrow_mut(|slot| {
        let decompressor = match slot.take() {
            Some(decompressor) => decompressor,
            None => Decompressor::with_prepared_dictionary(&DECODER)?,
        };
        slot.insert(decompressor).decompress(bytes, size)
    });
    String::from_utf8(text.ok()?).ok().map(Body::unchecked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Stored bodies will always need it.
    #[test]
    fn the_dictionary_is_what_it_was() {
        let digest = crate::Hash::of_file(DICTIONARY).to_string();
        assert_eq!(digest, "694ad14954bb77ae64ce45ad4b810b8d38f00b9a631517ee00caf32b2d0b44ad");
    }

    #[test]
    fn bodies_come_back_whatever_they_say() {
        for value in [json!(null), json!("é\u{0}\""), json!({ "event": "dealt" }), json!(vec!["x"; 200_000])] {
            let body = Body::of(&value).unwrap();
            assert_eq!(Packed::of(body.as_str()).unwrap().body(), Some(body));
        }
    }

    /// Bytes damaged on the disk become another body or none, and take no more memory than a body may.
    #[test]
    fn spoilt_bytes_are_no_body_or_another() {
        let body = Body::of(&json!({ "event": "dealt", "card": "Qh", "law": { "step": "deal" } })).unwrap();
        let bytes = Packed::of(body.as_str()).unwrap().bytes().to_vec();
        for bit in 0..bytes.len() * 8 {
            let mut spoilt = bytes.clone();
            spoilt[bit / 8] ^= 1 << (bit % 8);
            if let Some(other) = unpack(&spoilt) {
                assert!(other.as_str().len() <= BODY_BYTES_MAX);
            }
        }
        let too_long = Packed::of(&"1".repeat(BODY_BYTES_MAX + 1)).unwrap();
        assert_eq!(too_long.body(), None);
        assert_eq!(unpack(b""), None);
        assert_eq!(unpack(b"{\"event\":\"dealt\"}"), None);
        assert_eq!(unpack(&bytes[..bytes.len() - 1]), None);
    }
}
