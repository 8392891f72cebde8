//! Numbers with what they count: `1 line`, `3 lines`.

use std::fmt::Display;

/// A number with a word whose plural takes an s.
pub(crate) fn count<N: Display + PartialEq + From<u8>>(number: N, one: &str) -> String {
    let many = if number == N::from(1) { "" } else { "s" };
    format!("{number} {one}{many}")
}

/// The same for a large number, its digits in groups.
pub(crate) fn grouped(number: u64, one: &str) -> String {
    let many = if number == 1 { "" } else { "s" };
    format!("{} {one}{many}", indicatif::HumanCount(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_u64, 1, 2].map(|n| count(n, "line")), ["0 lines", "1 line", "2 lines"]);
        assert_eq!([1, 1000].map(|n| grouped(n, "round")), ["1 round", "1,000 rounds"]);
    }
}
