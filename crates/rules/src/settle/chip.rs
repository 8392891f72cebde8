//! The smallest chip of a tray, and whether an amount can be paid with it.

use crate::money::Cents;

/// The smallest chip, laid out so that amounts are held against it by a product: most of what a tray pays is whole chips,
/// and a division to find that out takes longer than all the rest of a payment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chip {
    pub(super) unit: Cents,
    /// The inverse, modulo 2^64, of the chip's odd part; how often two divides the chip; the largest quotient.
    inverse: u64,
    twos: u32,
    most: u64,
}

impl Chip {
    #[inline(always)]
    pub(super) fn of(unit: Cents) -> Chip {
        let value = unit.0.unsigned_abs().max(1);
        let twos = value.trailing_zeros();
        let odd = value >> twos;
        // Five bits are right at first, and each step doubles them (Newton's method).
        let mut inverse = odd.wrapping_mul(3) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        Chip { unit, inverse, twos, most: u64::MAX / value }
    }

    /// Whether an amount, which is never negative, is whole chips. The product with the inverse is the quotient if there is
    /// one, and else more than any quotient (Granlund and Montgomery).
    #[inline(always)]
    pub(super) fn measures(self, amount: Cents) -> bool {
        amount.0.cast_unsigned().wrapping_mul(self.inverse).rotate_right(self.twos) <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_finds_what_a_division_finds() {
        for unit in (0..=1_000).chain([2_500, 10_000, 12_800, 99_999, 1 << 40]) {
            let chip = Chip::of(Cents(unit));
            let near = [1, 7, 1_000_003, i64::MAX / 3, i64::MAX].map(|amount| amount / unit.max(1) * unit.max(1));
            let amounts =
                (0..3_000).chain(near.into_iter().flat_map(|whole| (whole - 2).max(0)..=whole.saturating_add(2)));
            for amount in amounts {
                assert_eq!(chip.measures(Cents(amount)), amount % unit.max(1) == 0, "{amount} in chips of {unit}");
            }
        }
    }
}
