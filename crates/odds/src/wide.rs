//! Products of two 64-bit numbers, which always fit 128 bits: one instruction, where a checked product of 128 bits by 128
//! bits is a call.

/// The product of two numbers.
#[inline]
pub(crate) const fn product(a: i64, b: i64) -> i128 {
    (a as i128).wrapping_mul(b as i128)
}
