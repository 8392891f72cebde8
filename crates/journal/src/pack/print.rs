//! The print of a text: its length and both of its ends, in three registers.

/// What a text is told by. For texts of up to 16 bytes it tells all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Print {
    length: usize,
    first: u64,
    last: u64,
}

impl Print {
    /// The print of a text.
    #[inline]
    pub(crate) fn of(text: &str) -> Print {
        let bytes = text.as_bytes();
        let length = bytes.len();
        let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => match (bytes.first_chunk(), bytes.last_chunk(), bytes) {
                (Some(first), Some(last), _) => (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into()),
                (_, _, [a, b]) => (u16::from_le_bytes([*a, *b]).into(), 0),
                (_, _, [a, b, c]) => (u32::from_le_bytes([*a, *b, *c, 0]).into(), 0),
                _ => (bytes.first().copied().unwrap_or_default().into(), 0),
            },
        };
        Print { length, first, last }
    }

    /// Whether texts with this print are equal.
    #[inline]
    pub(crate) fn is_whole(&self) -> bool {
        self.length <= 16
    }

    /// A number to find it by, as well mixed in its upper bits as it can be.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash_from(0)
    }

    /// The same for what follows something else.
    #[inline]
    pub(crate) fn hash_from(&self, from: u32) -> u64 {
        mix(self.first ^ self.last.rotate_left(25) ^ ((self.length as u64) << 17) ^ (u64::from(from) << 29))
    }
}

/// The golden ratio's bits, as in many hashes for small tables.
#[inline]
pub(crate) fn mix(bits: u64) -> u64 {
    bits.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// By how much a hash is shifted to be a place in a table of a power of two, of at least two places.
pub(crate) const fn shift_for(places: usize) -> u32 {
    64 - places.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_told_by_their_prints() {
        let text = "abcdefghijklmnopqrst";
        for length in 0..=text.len() {
            for at in 0..length {
                let mut other = text.as_bytes()[..length].to_vec();
                other[at] ^= 1;
                let (one, other) = (Print::of(&text[..length]), Print::of(std::str::from_utf8(&other).unwrap()));
                assert!(one != other || !one.is_whole(), "{length} {at}");
            }
            assert!((0..length).all(|shorter| Print::of(&text[..length]) != Print::of(&text[..shorter])));
        }
    }
}
