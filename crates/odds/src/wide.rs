//! Products of two 64-bit numbers, which always fit into 128 bits: one instruction, while a checked product of two
//! 128-bit numbers is a call.

/// The product of two numbers.
#[inline]
pub(crate) const fn product(a: i64, b: i64) -> i128 {
    (a as i128).wrapping_mul(b as i128)
}
