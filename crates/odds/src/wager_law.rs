//! The law of one wager: every line with its ways, and the figures that follow from them.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use rules::hand::HandName;
use rules::money::{Cents, MILLIONTHS};
use rules::paytable::Pays;
use rules::wager::Level;

use crate::fraction::Fraction;
use crate::law::Distribution;

/// The values of meters in cents; a meter that is not listed is at zero.
pub type MeterValues<'a> = &'a [(Level, Cents)];

/// One outcome of a wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerOutcome {
    /// The hand of the line; `None` for all hands that no line names.
    pub hand: Option<HandName>,
    /// The deals that give it …
    pub ways: u128,
    /// … of all deals.
    pub of: u128,
    /// What the line pays; `None` when nothing is paid.
    pub pays: Option<Pays>,
    /// The net result for a stake of one.
    pub net: Fraction,
}

impl WagerOutcome {
    /// The word for the hand; `nothing` if no line names it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.hand.map_or("nothing", HandName::word)
    }

    /// Its probability.
    #[must_use]
    pub fn probability(&self) -> Fraction {
        Fraction::new(self.ways, self.of)
    }

    /// The mean number of wagers from one such outcome to the next; `None` if it never comes.
    #[must_use]
    pub fn wagers_between(&self) -> Option<Fraction> {
        (self.ways > 0).then(|| Fraction::new(self.of, self.ways))
    }
}

/// The law of a wager, in mutually exclusive outcomes: the lines as posted, the loss last.
///
/// Payments are exact for a stake of one. A table that pays in whole chips may pay a fraction of a chip more or less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerLaw {
    /// The outcomes, the loss last.
    pub outcomes: Vec<WagerOutcome>,
    /// All deals.
    pub of: u128,
}

impl WagerLaw {
    /// The law of lines with their ways out of `of`; every other deal ends with `otherwise`.
    pub(crate) fn new(
        lines: impl IntoIterator<Item = (HandName, Pays, u128)>,
        of: u128,
        price: impl Fn(Pays) -> Fraction,
        otherwise: Fraction,
    ) -> WagerLaw {
        let mut outcomes: Vec<WagerOutcome> = lines
            .into_iter()
            .map(|(hand, pays, ways)| WagerOutcome { hand: Some(hand), ways, of, pays: Some(pays), net: price(pays) })
            .collect();
        let paid: u128 = outcomes.iter().map(|outcome| outcome.ways).sum();
        outcomes.push(WagerOutcome { hand: None, ways: of - paid, of, pays: None, net: otherwise });
        WagerLaw { outcomes, of }
    }

    /// The expected net result for a stake of one.
    #[must_use]
    pub fn ev(&self) -> Fraction {
        let (nets, parts) = self.in_parts();
        Fraction::new(self.weighed(&nets), parts * self.of)
    }

    /// The house's edge: what it keeps of a stake of one.
    #[must_use]
    pub fn house_edge(&self) -> Fraction {
        -self.ev()
    }

    /// The share of deals that make a line.
    #[must_use]
    pub fn hit_frequency(&self) -> Fraction {
        Fraction::new(self.outcomes.iter().filter(|o| o.pays.is_some()).map(|o| o.ways).sum::<u128>(), self.of)
    }

    /// The variance of the net result for a stake of one.
    #[must_use]
    pub fn variance(&self) -> Fraction {
        self.central(2)
    }

    /// The skewness with the given number of decimals: its square is exact, and only the root is rounded.
    #[must_use]
    pub fn skewness(&self, places: usize) -> String {
        let variance = self.variance();
        if variance.is_zero() {
            return "–".to_owned();
        }
        let third = self.central(3);
        let sign = if third.is_negative() { "-" } else { "" };
        format!("{sign}{}", (third.power(2) / variance.power(3)).root(places))
    }

    /// The kurtosis in excess of the normal distribution's; zero if the result never varies.
    #[must_use]
    pub fn excess_kurtosis(&self) -> Fraction {
        let variance = self.variance();
        if variance.is_zero() {
            return Fraction::zero();
        }
        self.central(4) / variance.power(2) - Fraction::whole(3)
    }

    /// The number of parts that a stake must have for every net result to be a whole number of them. `None` beyond 64
    /// bits, which no posted table comes near.
    #[must_use]
    pub fn parts(&self) -> Option<i64> {
        self.in_parts().1.to_i64()
    }

    /// The net result as a distribution in parts of the stake. `None` beyond 64 bits, like [`WagerLaw::parts`].
    #[must_use]
    pub fn law(&self) -> Option<Distribution> {
        let (nets, parts) = self.in_parts();
        parts.to_i64()?;
        let mut law = Distribution::new();
        for (outcome, net) in self.outcomes.iter().zip(nets) {
            law.add(net.to_i64()?, outcome.ways);
        }
        Some(law)
    }

    /// The net results as whole parts of a stake, and how many parts it has.
    fn in_parts(&self) -> (Vec<BigInt>, BigInt) {
        let parts = self.outcomes.iter().fold(BigInt::one(), |parts, o| parts.lcm(o.net.denominator()));
        let whole = |net: &Fraction| net.numerator() * (&parts / net.denominator());
        (self.outcomes.iter().map(|outcome| whole(&outcome.net)).collect(), parts)
    }

    /// The sum of a value over all deals.
    fn weighed(&self, values: &[BigInt]) -> BigInt {
        self.outcomes.iter().zip(values).map(|(outcome, value)| value * outcome.ways).sum()
    }

    /// A central moment, in whole numbers throughout, so that only the result is reduced to lowest terms.
    fn central(&self, power: u32) -> Fraction {
        let (mut values, parts) = self.in_parts();
        let sum = self.weighed(&values);
        for value in &mut values {
            *value = (&*value * self.of - &sum).pow(power);
        }
        Fraction::new(self.weighed(&values), (parts * self.of).pow(power) * self.of)
    }
}

/// What a line returns in all for a stake of one, including the stake if it comes back. A meter's share is taken from
/// the given meters, and a flat amount is divided by the stake.
pub(crate) fn returned(pays: Pays, stake: Cents, meters: MeterValues<'_>) -> Fraction {
    match pays {
        Pays::To(odds) => Fraction::whole(1) + Fraction::new(odds.won, odds.staked),
        Pays::For(odds) => Fraction::new(odds.won, odds.staked),
        Pays::OfMeter(share, level) => {
            let meter = meters.iter().find(|(l, _)| *l == level).map_or(0, |(_, cents)| cents.0);
            Fraction::new(BigInt::from(meter) * share.0, BigInt::from(MILLIONTHS) * stake.0)
        }
        Pays::Flat(amount) => Fraction::whole(1) + Fraction::new(amount.0, stake.0),
    }
}
