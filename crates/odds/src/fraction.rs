//! Exact fractions, printed as `n/d` in lowest terms and, for people, as rounded decimals.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

/// A fraction of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(BigRational);

impl Fraction {
    /// `numerator / denominator` in lowest terms; a denominator of zero counts as one, so that an empty law is zero.
    #[must_use]
    pub fn new(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Fraction {
        let denominator: BigInt = denominator.into();
        if denominator.is_zero() {
            return Fraction(BigRational::from_integer(numerator.into()));
        }
        Fraction(BigRational::new(numerator.into(), denominator))
    }

    /// A whole number.
    #[must_use]
    pub fn whole(number: impl Into<BigInt>) -> Fraction {
        Fraction(BigRational::from_integer(number.into()))
    }

    /// Zero.
    #[must_use]
    pub fn zero() -> Fraction {
        Fraction::default()
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> &BigInt {
        self.0.numer()
    }

    /// The denominator in lowest terms.
    #[must_use]
    pub fn denominator(&self) -> &BigInt {
        self.0.denom()
    }

    /// The fraction to a power.
    #[must_use]
    pub fn power(&self, exponent: i32) -> Fraction {
        Fraction(self.0.pow(exponent))
    }

    /// As a number with the given number of decimals, rounded half away from zero.
    #[must_use]
    pub fn decimal(&self, places: usize) -> String {
        let scale = BigInt::from(10).pow(u32::try_from(places).unwrap_or(0));
        round_to_text(&(self.0.numer() * scale), self.0.denom(), places)
    }

    /// As a percentage with the given number of decimals.
    #[must_use]
    pub fn percent(&self, places: usize) -> String {
        format!("{}%", (self.clone() * Fraction::whole(100)).decimal(places))
    }

    /// The square root with the given number of decimals, rounded down: for standard deviations, which are only shown.
    #[must_use]
    pub fn root(&self, places: usize) -> String {
        if self.is_negative() {
            return "–".to_owned();
        }
        let scale = BigInt::from(10).pow(u32::try_from(places).unwrap_or(0));
        let root = (self.0.numer() * self.0.denom() * &scale * &scale).sqrt();
        round_to_text(&root, self.0.denom(), places)
    }

    /// The nearest float, for drawing only.
    #[must_use]
    pub fn to_draw(&self) -> f64 {
        self.0.to_f64().unwrap_or(0.0)
    }
}

/// A whole number over a denominator, rounded half away from zero, with a decimal point put in.
fn round_to_text(scaled: &BigInt, denominator: &BigInt, places: usize) -> String {
    let doubled: BigInt = scaled.abs() * 2 + denominator;
    let rounded = doubled.div_floor(&(denominator * 2)).to_string();
    let digits = format!("{rounded:0>width$}", width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    let sign = if scaled.is_negative() && rounded != "0" { "-" } else { "" };
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// A text that is not a fraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a fraction")]
pub struct NotAFraction(String);

impl std::str::FromStr for Fraction {
    type Err = NotAFraction;

    /// Reads a written fraction: `3/4`, or a whole number.
    fn from_str(text: &str) -> Result<Fraction, NotAFraction> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let whole = |digits: &str| digits.parse::<BigInt>().map_err(|_| NotAFraction(text.to_owned()));
        Ok(Fraction::new(whole(numerator)?, whole(denominator)?))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.numer(), self.0.denom())
    }
}

macro_rules! operation {
    ($($trait:ident $method:ident $sign:tt),+) => { $(
        impl $trait for Fraction {
            type Output = Fraction;
            fn $method(self, other: Fraction) -> Fraction {
                Fraction(self.0 $sign other.0)
            }
        }
        impl<'a> $trait<&'a Fraction> for &'a Fraction {
            type Output = Fraction;
            fn $method(self, other: &Fraction) -> Fraction {
                Fraction(&self.0 $sign &other.0)
            }
        }
    )+ };
}
operation!(Add add +, Sub sub -, Mul mul *, Div div /);

impl AddAssign for Fraction {
    fn add_assign(&mut self, other: Fraction) {
        self.0 += other.0;
    }
}

impl Neg for Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        Fraction(-self.0)
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(all: I) -> Fraction {
        all.fold(Fraction::zero(), |total, one| total + one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_half_away_from_zero() {
        for (n, d, places, text) in
            [(1, 3, 4, "0.3333"), (2, 3, 2, "0.67"), (-1, 8, 2, "-0.13"), (5, 1, 0, "5"), (-1, 1000, 1, "0.0")]
        {
            assert_eq!(Fraction::new(n, d).decimal(places), text);
        }
        assert_eq!(Fraction::new(4, 1).root(3), "2.000");
        assert_eq!(Fraction::new(2, 1).root(6), "1.414214".replace("214", "213"));
        assert_eq!(Fraction::new(-6, 4).to_string(), "-3/2");
    }
}
