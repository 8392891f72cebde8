//! A distribution over amounts in scaled whole numbers, with a proven bound on its error.
//!
//! Certainty is 2 to the 62nd. Everything is rounded down, so every stated probability is at most the true one, and
//! their sum falls short of the true sum by exactly as much as it falls short of certainty. That shortfall is known,
//! and bounds the error of every event.

use std::collections::BTreeMap;

use super::transform::convolve;
use crate::law::Distribution;

/// Certainty, as a scaled whole number.
pub(super) const ONE: u64 = 1 << 62;

/// Runs closer to each other than this are joined.
const GAP: i64 = 8_192;

/// Amounts on a lattice: `first`, `first + 1` … in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    first: i64,
    chances: Vec<u64>,
}

impl Run {
    fn end(&self) -> i64 {
        self.first + self.chances.len() as i64
    }

    fn mass(&self) -> u64 {
        self.chances.iter().sum()
    }
}

/// A distribution, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// The step of the lattice, in cents.
    step: i64,
    /// By remainder modulo the step: runs in order, with gaps between them.
    layers: BTreeMap<i64, Vec<Run>>,
}

impl Spread {
    /// An empty distribution on a lattice.
    pub fn empty(step: i64) -> Spread {
        Spread { step, layers: BTreeMap::new() }
    }

    /// A distribution with one certain amount.
    pub fn certain(step: i64, amount: i64) -> Spread {
        let mut spread = Spread::empty(step);
        let run = Run { first: amount.div_euclid(step), chances: vec![ONE] };
        spread.layers.insert(amount.rem_euclid(step), vec![run]);
        spread
    }

    /// A law, for its amounts below a ceiling. The lattice is that of the common amounts; rare ones, such as a meter's,
    /// may lie off it.
    pub fn of(law: &Distribution, ceiling: i64) -> Spread {
        let common = law.iter().filter(|(_, ways)| ways * 4_096 >= law.of());
        let step = common.fold(0, |step, (amount, _)| num_integer::gcd(step, amount)).max(1);
        let mut spread = Spread::empty(step);
        for (amount, ways) in law.iter().take_while(|(amount, _)| *amount < ceiling) {
            let run = Run { first: amount.div_euclid(step), chances: vec![share(ways, law.of())] };
            spread.put(amount.rem_euclid(step), run);
        }
        spread
    }

    /// The step of the lattice.
    pub fn step(&self) -> i64 {
        self.step
    }

    /// The amounts and their chances, in no order across remainders.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        self.layers.iter().flat_map(move |(remainder, runs)| {
            runs.iter().flat_map(move |run| {
                let amounts = (run.first..).map(move |place| place * self.step + remainder);
                amounts.zip(run.chances.iter().copied()).filter(|(_, chance)| *chance > 0)
            })
        })
    }

    /// The sum of all chances.
    pub fn mass(&self) -> u64 {
        self.runs().map(|(_, run)| run.mass()).sum()
    }

    /// The runs with their remainders.
    fn runs(&self) -> impl Iterator<Item = (i64, &Run)> {
        self.layers.iter().flat_map(|(remainder, runs)| runs.iter().map(|run| (*remainder, run)))
    }

    /// How many chances are stored.
    fn places(&self) -> usize {
        self.runs().map(|(_, run)| run.chances.len()).sum()
    }

    /// Adds chances on a layer.
    fn put(&mut self, remainder: i64, run: Run) {
        let runs = self.layers.entry(remainder).or_default();
        runs.push(run);
        runs.sort_by_key(|run| run.first);
        let mut merged: Vec<Run> = Vec::with_capacity(runs.len());
        for run in runs.drain(..) {
            match merged.last_mut().filter(|last| run.first <= last.end() + GAP) {
                Some(last) => {
                    let offset = (run.first - last.first) as usize;
                    let length = last.chances.len().max(offset + run.chances.len());
                    last.chances.resize(length, 0);
                    for (chance, more) in last.chances[offset..].iter_mut().zip(run.chances) {
                        *chance += more;
                    }
                }
                None => merged.push(run),
            }
        }
        *runs = merged;
    }

    /// Adds another distribution.
    pub fn add(&mut self, other: Spread) {
        for (remainder, runs) in other.layers {
            for run in runs {
                self.put(remainder, run);
            }
        }
    }

    /// Splits into the amounts below this one and the rest.
    pub fn split(self, amount: i64) -> (Spread, Spread) {
        let (mut below, mut above) = (Spread::empty(self.step), Spread::empty(self.step));
        for (remainder, runs) in self.layers {
            // The first index of this layer whose amount is not below.
            let place = (amount - remainder).div_euclid(self.step) + i64::from((amount - remainder) % self.step != 0);
            for mut run in runs {
                let cut = (place - run.first).clamp(0, run.chances.len() as i64) as usize;
                let rest = run.chances.split_off(cut);
                if !rest.is_empty() {
                    let first = run.first + cut as i64;
                    above.layers.entry(remainder).or_default().push(Run { first, chances: rest });
                }
                if !run.chances.is_empty() {
                    below.layers.entry(remainder).or_default().push(run);
                }
            }
        }
        (below, above)
    }

    /// The sum of two independent amounts. Chances so small that together they make up at most `spare` are dropped.
    pub fn plus(&self, other: &Spread, spare: u64) -> Spread {
        let mut sums: BTreeMap<i64, Vec<(i64, Vec<u128>)>> = BTreeMap::new();
        let pairs = (self.runs().count() * other.runs().count()) as u64;
        // When convolved with itself, two different runs meet twice.
        let same = std::ptr::eq(self, other);
        for (i, (a, x)) in self.runs().enumerate() {
            for (j, (b, y)) in other.runs().enumerate().skip(if same { i } else { 0 }) {
                // Two rare things at once may be too rare to matter.
                let product = (u128::from(x.mass()) * u128::from(y.mass())) >> 62;
                if product < u128::from(spare / 2 / pairs) {
                    continue;
                }
                let (carry, remainder) = ((a + b).div_euclid(self.step), (a + b).rem_euclid(self.step));
                let mut products = convolve(&x.chances, &y.chances);
                if same && i < j {
                    products.iter_mut().for_each(|product| *product *= 2);
                }
                sums.entry(remainder).or_default().push((x.first + y.first + carry, products));
            }
        }
        let mut sum = Spread::empty(self.step);
        for (remainder, mut pieces) in sums {
            pieces.sort_by_key(|(first, _)| *first);
            let mut whole: Vec<(i64, Vec<u128>)> = Vec::new();
            for (first, piece) in pieces {
                match whole.last_mut().filter(|(start, last)| first <= start + last.len() as i64 + GAP) {
                    Some((start, last)) => {
                        let offset = (first - *start) as usize;
                        last.resize(last.len().max(offset + piece.len()), 0);
                        for (total, more) in last[offset..].iter_mut().zip(piece) {
                            *total += more;
                        }
                    }
                    None => whole.push((first, piece)),
                }
            }
            // Products of two chances are scaled twice; one scale is removed for each amount, rounding down.
            let scaled = |products: Vec<u128>| products.into_iter().map(|product| (product >> 62) as u64).collect();
            let runs = whole.into_iter().map(|(first, products)| Run { first, chances: scaled(products) });
            sum.layers.insert(remainder, runs.collect());
        }
        let least = spare / 2 / (sum.places() as u64).max(1);
        sum.trim(least.max(1));
        sum
    }

    /// Drops chances below `least`, and empty stretches.
    fn trim(&mut self, least: u64) {
        for runs in self.layers.values_mut() {
            let mut kept: Vec<Run> = Vec::with_capacity(runs.len());
            for run in runs.drain(..) {
                for (place, chance) in (run.first..).zip(run.chances).filter(|(_, chance)| *chance >= least) {
                    match kept.last_mut().filter(|last| place <= last.end() + GAP) {
                        Some(last) => {
                            last.chances.resize((place - last.first) as usize, 0);
                            last.chances.push(chance);
                        }
                        None => kept.push(Run { first: place, chances: vec![chance] }),
                    }
                }
            }
            *runs = kept;
        }
        self.layers.retain(|_, runs| !runs.is_empty());
    }
}

/// A share of certainty, rounded down.
pub(super) fn share(ways: u128, of: u128) -> u64 {
    // Long division bit by bit, so that no product overflows 128 bits.
    let (mut rest, mut share) = (ways % of.max(1), if ways >= of { 1_u64 } else { 0 });
    for _ in 0..62 {
        rest <<= 1;
        share = share << 1 | u64::from(rest >= of);
        if rest >= of {
            rest -= of;
        }
    }
    share
}
