//! Exact convolution of whole numbers, by number-theoretic transforms modulo two primes.
//!
//! No floating point, so no rounding: the result is the exact sum of products, as long as it is below the product of
//! the two primes, which exceeds 2 to the 125th.

/// A prime below 2 to the 63rd with roots of unity of every order up to 2 to the 32nd; numbers are kept in Montgomery
/// form, times 2 to the 64th.
#[derive(Clone, Copy)]
struct PrimeField {
    prime: u64,
    /// A generator: its powers are all nonzero numbers.
    generator: u64,
    /// 1/prime modulo 2 to the 64th.
    inverse: u64,
    /// 2 to the 128th modulo the prime.
    square: u64,
}

const FIRST: PrimeField = PrimeField::new((2_147_483_641 << 32) + 1, 3);
const SECOND: PrimeField = PrimeField::new((2_147_483_625 << 32) + 1, 19);

/// A transform takes length times log(length) steps, each as costly as this many plain products.
const PLAIN_PER_STEP: usize = 8;

impl PrimeField {
    const fn new(prime: u64, generator: u64) -> PrimeField {
        // Newton's iteration doubles the correct bits of 1/prime.
        let mut inverse = 1_u64;
        let mut i = 0;
        while i < 6 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse)));
            i += 1;
        }
        let word = (1_u128 << 64) % prime as u128;
        let square = (word * word % prime as u128) as u64;
        PrimeField { prime, generator, inverse, square }
    }

    /// The product divided by 2 to the 64th: for two numbers in Montgomery form, again in that form.
    #[inline]
    const fn times(self, a: u64, b: u64) -> u64 {
        let product = a as u128 * b as u128;
        let factor = (product as u64).wrapping_mul(self.inverse);
        // The low halves are equal, so the difference of the high halves is exact.
        let taken = ((factor as u128 * self.prime as u128) >> 64) as u64;
        let rest = ((product >> 64) as u64).wrapping_sub(taken);
        self.up(rest)
    }

    /// Brings back a number that went below zero.
    #[inline]
    const fn up(self, rest: u64) -> u64 {
        // Numbers are below 2 to the 63rd, so the top bit shows it.
        rest.wrapping_add(self.prime & ((rest as i64) >> 63) as u64)
    }

    #[inline]
    const fn plus(self, a: u64, b: u64) -> u64 {
        self.up(a.wrapping_add(b).wrapping_sub(self.prime))
    }

    #[inline]
    const fn minus(self, a: u64, b: u64) -> u64 {
        self.up(a.wrapping_sub(b))
    }

    fn power(self, base: u64, mut exponent: u64) -> u64 {
        let (mut result, mut base) = (self.times(1, self.square), base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.times(result, base);
            }
            base = self.times(base, base);
            exponent >>= 1;
        }
        result
    }

    /// The powers of roots of unity, by order from two upwards; the first half of each order.
    fn roots(self, length: usize) -> Vec<Vec<u64>> {
        let generator = self.times(self.generator, self.square);
        let root = self.power(generator, (self.prime - 1) / length as u64);
        let mut power = self.times(1, self.square);
        let mut highest = Vec::with_capacity(length / 2);
        for _ in 0..length / 2 {
            highest.push(power);
            power = self.times(power, root);
        }
        let mut roots = vec![highest];
        // The roots of half the order are every second one.
        while let Some(next) = roots.last().filter(|last| last.len() > 1) {
            roots.push(next.iter().copied().step_by(2).collect());
        }
        roots.reverse();
        roots
    }

    /// The transform; its values come out in a different order, which [`PrimeField::back`] undoes.
    fn forth(self, values: &mut [u64], roots: &[Vec<u64>]) {
        for roots in roots.iter().skip(1).rev() {
            for block in values.chunks_exact_mut(2 * roots.len()) {
                let (low, high) = block.split_at_mut(roots.len());
                for ((a, b), root) in low.iter_mut().zip(high).zip(roots) {
                    let (sum, rest) = (self.plus(*a, *b), self.minus(*a, *b));
                    (*a, *b) = (sum, self.times(rest, *root));
                }
            }
        }
        self.neighbours(values);
    }

    /// The step between neighbours, whose only root is one.
    fn neighbours(self, values: &mut [u64]) {
        for pair in values.chunks_exact_mut(2) {
            if let [a, b] = pair {
                (*a, *b) = (self.plus(*a, *b), self.minus(*a, *b));
            }
        }
    }

    /// The inverse transform, without dividing by the length.
    fn back(self, values: &mut [u64], roots: &[Vec<u64>]) {
        self.neighbours(values);
        for roots in roots.iter().skip(1) {
            for block in values.chunks_exact_mut(2 * roots.len()) {
                let (low, high) = block.split_at_mut(roots.len());
                let (Some((a, low)), Some((b, high))) = (low.split_first_mut(), high.split_first_mut()) else {
                    continue;
                };
                (*a, *b) = (self.plus(*a, *b), self.minus(*a, *b));
                // The inverse of the i-th root is minus the root at the same distance from the other end.
                for ((a, b), root) in low.iter_mut().zip(high).zip(roots.iter().rev()) {
                    let turned = self.times(*b, *root);
                    (*a, *b) = (self.minus(*a, turned), self.plus(*a, turned));
                }
            }
        }
    }

    /// The convolution modulo the prime.
    fn convolve(self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let length = (a.len() + b.len() - 1).next_power_of_two().max(2);
        let roots = self.roots(length);
        let filled = |values: &[u64]| {
            let mut filled: Vec<u64> = values.iter().map(|value| self.times(*value, self.square)).collect();
            filled.resize(length, 0);
            self.forth(&mut filled, &roots);
            filled
        };
        let mut product = filled(a);
        if std::ptr::eq(a, b) {
            for x in &mut product {
                *x = self.times(*x, *x);
            }
        } else {
            for (x, y) in product.iter_mut().zip(filled(b)) {
                *x = self.times(*x, y);
            }
        }
        self.back(&mut product, &roots);
        // Divides by the length and leaves Montgomery form, in one step.
        let length = self.times(length as u64, self.square);
        let scale = self.times(self.power(length, self.prime - 2), 1);
        product.truncate(a.len() + b.len() - 1);
        for value in &mut product {
            *value = self.times(*value, scale);
        }
        product
    }
}

/// The sums of products `a[i] * b[j]` by `i + j`. The numbers of each side must add up to at most 2 to the 62nd.
pub(super) fn convolve(a: &[u64], b: &[u64]) -> Vec<u128> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    // The plain way skips the zeros on one side.
    let filled = |values: &[u64]| values.iter().filter(|value| **value > 0).count();
    let (x, y) = (filled(a) * b.len(), filled(b) * a.len());
    let length = (a.len() + b.len() - 1).next_power_of_two();
    if x.min(y) <= PLAIN_PER_STEP * length * length.ilog2() as usize {
        return if x < y { plain(a, b) } else { plain(b, a) };
    }
    by_transform(a, b)
}

fn by_transform(a: &[u64], b: &[u64]) -> Vec<u128> {
    let (first, second) = (FIRST.convolve(a, b), SECOND.convolve(a, b));
    // x = r + p·((s − r)/p mod q) is the one number below p·q with remainders r and s.
    let p = FIRST.prime % SECOND.prime;
    let inverse = SECOND.power(SECOND.times(p, SECOND.square), SECOND.prime - 2);
    let both = |(r, s): (u64, u64)| {
        let rest = SECOND.minus(s, r % SECOND.prime);
        u128::from(r) + u128::from(FIRST.prime) * u128::from(SECOND.times(rest, inverse))
    };
    first.into_iter().zip(second).map(both).collect()
}

/// Sums of products one by one; fast if the first side is mostly zero.
fn plain(a: &[u64], b: &[u64]) -> Vec<u128> {
    let mut sums = vec![0_u128; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| **x > 0) {
        for (sum, y) in sums[i..].iter_mut().zip(b) {
            *sum += u128::from(*x) * u128::from(*y);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_agree_with_plain_sums() {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 12
        };
        for (m, n) in [(300, 300), (1_000, 37), (129, 1_000), (1, 1), (2, 1)] {
            // Up to 2 to the 52nd each, so that a thousand of them stay below 2 to the 62nd.
            let a: Vec<u64> = (0..m).map(|_| next()).collect();
            let b: Vec<u64> = (0..n).map(|_| next()).collect();
            assert_eq!(by_transform(&a, &b), plain(&a, &b));
            assert_eq!(by_transform(&a, &a), plain(&a, &a));
            assert_eq!(convolve(&a, &b), plain(&b, &a));
        }
        // The largest sums there can be.
        let mut most = vec![0_u64; 400];
        most[399] = 1 << 62;
        let sums = by_transform(&most, &most);
        assert_eq!((sums[798], sums.iter().sum::<u128>()), (1 << 124, 1 << 124));
    }
}
