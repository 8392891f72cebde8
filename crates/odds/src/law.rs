//! The law of a result: how many of all equally likely deals give each net amount.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use crate::fraction::Fraction;

/// A finite distribution over whole amounts, in ways out of a total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    ways: BTreeMap<i64, u128>,
    of: u128,
}

impl Distribution {
    /// A law with nothing in it.
    #[must_use]
    pub fn new() -> Distribution {
        Distribution::default()
    }

    /// Adds deals that give an amount.
    pub fn add(&mut self, amount: i64, ways: u128) {
        if ways > 0 {
            *self.ways.entry(amount).or_default() += ways;
            self.of += ways;
        }
    }

    /// All deals.
    #[must_use]
    pub fn of(&self) -> u128 {
        self.of
    }

    /// The amounts and their ways, the smallest amount first.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u128)> {
        self.ways.iter().map(|(amount, ways)| (*amount, *ways))
    }

    /// The ways of an amount.
    #[must_use]
    pub fn ways(&self, amount: i64) -> u128 {
        self.ways.get(&amount).copied().unwrap_or(0)
    }

    /// The expected value of the amount raised to a power.
    #[must_use]
    pub fn moment(&self, power: u32) -> Fraction {
        let sum: BigInt = self.ways.iter().map(|(amount, ways)| BigInt::from(*amount).pow(power) * *ways).sum();
        Fraction::new(sum, self.of)
    }

    /// The expected amount.
    #[must_use]
    pub fn mean(&self) -> Fraction {
        self.moment(1)
    }

    /// The variance.
    #[must_use]
    pub fn variance(&self) -> Fraction {
        self.moment(2) - self.mean().power(2)
    }

    /// The third central moment.
    #[must_use]
    pub fn third_central(&self) -> Fraction {
        let (m, m2, m3) = (self.mean(), self.moment(2), self.moment(3));
        m3 - Fraction::whole(3) * m2 * m.clone() + Fraction::whole(2) * m.power(3)
    }

    /// The fourth central moment.
    #[must_use]
    pub fn fourth_central(&self) -> Fraction {
        let (m, m2, m3, m4) = (self.mean(), self.moment(2), self.moment(3), self.moment(4));
        m4 - Fraction::whole(4) * m3 * m.clone() + Fraction::whole(6) * m2 * m.power(2)
            - Fraction::whole(3) * m.power(4)
    }

    /// The skewness with the given number of decimals: its square is exact, and only the root is rounded.
    #[must_use]
    pub fn skewness(&self, places: usize) -> String {
        let variance = self.variance();
        if variance.is_zero() {
            return "–".to_owned();
        }
        let third = self.third_central();
        let squared = third.power(2) / variance.power(3);
        let sign = if third.is_negative() { "-" } else { "" };
        format!("{sign}{}", squared.root(places))
    }

    /// The kurtosis in excess of the normal distribution's.
    #[must_use]
    pub fn excess_kurtosis(&self) -> Fraction {
        let variance = self.variance();
        if variance.is_zero() {
            return Fraction::zero();
        }
        self.fourth_central() / variance.power(2) - Fraction::whole(3)
    }

    /// The share of deals that give more than zero.
    #[must_use]
    pub fn above_zero(&self) -> Fraction {
        Fraction::new(self.ways.iter().filter(|(amount, _)| **amount > 0).map(|(_, ways)| *ways).sum::<u128>(), self.of)
    }
}
