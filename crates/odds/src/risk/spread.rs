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

/// Segments closer to each other than this are joined.
const GAP: i64 = 8_192;

/// Amounts on a lattice: `first`, `first + 1` … in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Segment {
    first: i64,
    chances: Vec<u64>,
}

impl Segment {
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
    /// By remainder modulo the step: segments in order, with gaps between them.
    layers: BTreeMap<i64, Vec<Segment>>,
}

impl Spread {
    /// An empty distribution on a lattice.
    pub fn empty(step: i64) -> Spread {
        Spread { step, layers: BTreeMap::new() }
    }

    /// A distribution with one certain amount.
    pub fn certain(step: i64, amount: i64) -> Spread {
        let mut spread = Spread::empty(step);
        let segment = Segment { first: amount.div_euclid(step), chances: vec![ONE] };
        spread.layers.insert(amount.rem_euclid(step), vec![segment]);
        spread
    }

    /// A law, for its amounts below a ceiling. The lattice is that of the common amounts; rare ones, such as a meter's,
    /// may lie off it.
    pub fn of(law: &Distribution, ceiling: i64) -> Spread {
        let common = law.iter().filter(|(_, ways)| ways * 4_096 >= law.of());
        let step = common.fold(0, |step, (amount, _)| num_integer::gcd(step, amount)).max(1);
        let mut spread = Spread::empty(step);
        for (amount, ways) in law.iter().take_while(|(amount, _)| *amount < ceiling) {
            let segment = Segment { first: amount.div_euclid(step), chances: vec![share(ways, law.of())] };
            spread.put(amount.rem_euclid(step), segment);
        }
        spread
    }

    /// The step of the lattice.
    pub fn step(&self) -> i64 {
        self.step
    }

    /// The amounts and their chances, in no order across remainders.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        self.layers.iter().flat_map(move |(remainder, segments)| {
            segments.iter().flat_map(move |segment| {
                let amounts = (segment.first..).map(move |place| place * self.step + remainder);
                amounts.zip(segment.chances.iter().copied()).filter(|(_, chance)| *chance > 0)
            })
        })
    }

    /// The sum of all chances.
    pub fn mass(&self) -> u64 {
        self.segments().map(|(_, segment)| segment.mass()).sum()
    }

    /// The segments with their remainders.
    fn segments(&self) -> impl Iterator<Item = (i64, &Segment)> {
        self.layers.iter().flat_map(|(remainder, segments)| segments.iter().map(|segment| (*remainder, segment)))
    }

    /// How many chances are stored.
    fn places(&self) -> usize {
        self.segments().map(|(_, segment)| segment.chances.len()).sum()
    }

    /// Adds chances on a layer.
    fn put(&mut self, remainder: i64, segment: Segment) {
        let segments = self.layers.entry(remainder).or_default();
        segments.push(segment);
        segments.sort_by_key(|segment| segment.first);
        let mut merged: Vec<Segment> = Vec::with_capacity(segments.len());
        for segment in segments.drain(..) {
            match merged.last_mut().filter(|last| segment.first <= last.end() + GAP) {
                Some(last) => {
                    let offset = (segment.first - last.first) as usize;
                    let length = last.chances.len().max(offset + segment.chances.len());
                    last.chances.resize(length, 0);
                    for (chance, more) in last.chances[offset..].iter_mut().zip(segment.chances) {
                        *chance += more;
                    }
                }
                None => merged.push(segment),
            }
        }
        *segments = merged;
    }

    /// Adds another distribution.
    pub fn add(&mut self, other: Spread) {
        for (remainder, segments) in other.layers {
            for segment in segments {
                self.put(remainder, segment);
            }
        }
    }

    /// Splits into the amounts below this one and the rest.
    pub fn split(self, amount: i64) -> (Spread, Spread) {
        let (mut below, mut above) = (Spread::empty(self.step), Spread::empty(self.step));
        for (remainder, segments) in self.layers {
            // The first index of this layer whose amount is not below.
            let place = (amount - remainder).div_euclid(self.step) + i64::from((amount - remainder) % self.step != 0);
            for mut segment in segments {
                let cut = (place - segment.first).clamp(0, segment.chances.len() as i64) as usize;
                let rest = segment.chances.split_off(cut);
                if !rest.is_empty() {
                    let first = segment.first + cut as i64;
                    above.layers.entry(remainder).or_default().push(Segment { first, chances: rest });
                }
                if !segment.chances.is_empty() {
                    below.layers.entry(remainder).or_default().push(segment);
                }
            }
        }
        (below, above)
    }

    /// The sum of two independent amounts. Chances so small that together they make up at most `spare` are dropped.
    pub fn plus(&self, other: &Spread, spare: u64) -> Spread {
        let mut sums: BTreeMap<i64, Vec<(i64, Vec<u128>)>> = BTreeMap::new();
        let pairs = (self.segments().count() * other.segments().count()) as u64;
        // When convolved with itself, two different segments meet twice.
        let same = std::ptr::eq(self, other);
        for (i, (a, x)) in self.segments().enumerate() {
            for (j, (b, y)) in other.segments().enumerate().skip(if same { i } else { 0 }) {
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
            let segments = whole.into_iter().map(|(first, products)| Segment { first, chances: scaled(products) });
            sum.layers.insert(remainder, segments.collect());
        }
        let least = spare / 2 / (sum.places() as u64).max(1);
        sum.trim(least.max(1));
        sum
    }

    /// Drops chances below `least`, and empty stretches.
    fn trim(&mut self, least: u64) {
        for segments in self.layers.values_mut() {
            let mut kept: Vec<Segment> = Vec::with_capacity(segments.len());
            for segment in segments.drain(..) {
                for (place, chance) in (segment.first..).zip(segment.chances).filter(|(_, chance)| *chance >= least) {
                    match kept.last_mut().filter(|last| place <= last.end() + GAP) {
                        Some(last) => {
                            last.chances.resize((place - last.first) as usize, 0);
                            last.chances.push(chance);
                        }
                        None => kept.push(Segment { first: place, chances: vec![chance] }),
                    }
                }
            }
            *segments = kept;
        }
        self.layers.retain(|_, segments| !segments.is_empty());
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
