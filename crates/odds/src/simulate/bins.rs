//! A histogram in progress: one addition and one product per round.

use rules::money::Cents;

use super::sums::Histogram;

/// A histogram in progress.
pub(super) struct Bins {
    from: i64,
    width: i64,
    span: u64,
    /// 2^64 / width, rounded up: the upper half of a product with it is the quotient by the width. That is exact as
    /// long as no amount times the width reaches 2^64, which none does within the span.
    reciprocal: u64,
    counts: Vec<u32>,
    doubling: [u32; 64],
}

/// The most even bins a histogram can have.
const BINS_MAX: i64 = 4096;

impl Bins {
    /// Bins for a net of at least `least`, with stakes of this unit, in a round that puts `stakes` at risk.
    pub(super) fn new(least: Cents, unit: Cents, stakes: Cents) -> Bins {
        // Up to forty times the stakes bin by bin; wider bins if the unit is too fine for that.
        let reach = 40 * stakes.0.max(1) - least.0;
        let fine = unit.0.max(1);
        let factor = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000, 1_000_000]
            .into_iter()
            .find(|factor| reach / (fine * factor) < BINS_MAX)
            .unwrap_or(10_000_000);
        let width = (fine * factor).max(2);
        let bins = (reach / width + 1).min(BINS_MAX);
        Bins {
            from: least.0.div_euclid(width) * width,
            width,
            span: (width * bins).unsigned_abs(),
            reciprocal: u64::MAX / width.unsigned_abs() + 1,
            counts: vec![0; usize::try_from(bins).unwrap_or(1)],
            doubling: [0; 64],
        }
    }

    pub(super) fn add(&mut self, net: i64) {
        let above = net.wrapping_sub(self.from).unsigned_abs();
        let bin = (u128::from(above) * u128::from(self.reciprocal)) >> 64;
        match self.counts.get_mut(bin as usize) {
            Some(count) if above < self.span => *count = count.wrapping_add(1),
            _ => self.add_far(above),
        }
    }

    #[cold]
    fn add_far(&mut self, above: u64) {
        self.doubling[(above / self.span).max(1).ilog2() as usize] += 1;
    }

    pub(super) fn histogram(&self) -> Histogram {
        let counts = self.counts.iter().chain(&self.doubling).enumerate().filter(|(_, count)| **count > 0);
        Histogram {
            from: self.from,
            width: self.width,
            bins: u32::try_from(self.counts.len()).unwrap_or(u32::MAX),
            counts: counts.filter_map(|(bin, count)| Some((u32::try_from(bin).ok()?, u64::from(*count)))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_net_falls_into_its_bin() {
        for (least, unit, stakes) in [(-1_500, 500, 1_000), (-7_003, 1, 3_003), (-16_700, 100, 8_400)] {
            let mut bins = Bins::new(Cents(least), Cents(unit), Cents(stakes));
            for net in (least..45 * stakes).step_by(37).chain([100 * stakes, 1_000_000_007, 900_000_000_000]) {
                bins.counts.fill(0);
                bins.doubling.fill(0);
                bins.add(net);
                let histogram = bins.histogram();
                let (bin, count) = histogram.counts.iter().next().unwrap();
                let (low, high) = histogram.edges(*bin);
                assert!(*count == 1 && low <= net && net < high, "{net} is not in {low}..{high}");
            }
        }
    }

    #[test]
    fn the_widest_bins_are_exact() {
        let stakes = 10 * super::super::STAKE_MAX.0;
        for unit in [stakes / 10, 500, 1] {
            let mut bins = Bins::new(Cents(-2 * stakes), Cents(unit), Cents(stakes));
            for bin in 0..i64::try_from(bins.counts.len()).unwrap() {
                for net in [bin * bins.width, (bin + 1) * bins.width - 1] {
                    bins.counts.fill(0);
                    bins.add(bins.from + net);
                    assert_eq!(bins.counts[usize::try_from(bin).unwrap()], 1);
                }
            }
        }
    }
}
