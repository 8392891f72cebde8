//! Risk: what a session does to a bankroll, what a shift does to the house, and how long until a meter is hit.
//!
//! The law of a session is the law of one round convolved with itself, by exact transforms of scaled whole numbers: no
//! floats, and nothing is assumed to be normal. Whatever is rounded away or dropped is added up and bounds the error of
//! every figure: probabilities come as a lower and an upper bound, quantiles as the lowest and the highest amount they
//! can be.

mod spread;
mod transform;

use std::collections::BTreeMap;

use rules::money::Cents;

use crate::fraction::Fraction;
use crate::law::Distribution;
use spread::{ONE, Spread, share};

/// The most that may be dropped in all on the way to a result: one part in 2 to the 24th.
const SPARE: u64 = ONE >> 24;

/// A probability that is known between two bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// It is at least this.
    pub low: Fraction,
    /// It is at most this.
    pub high: Fraction,
}

impl Chance {
    fn between(low: u64, high: u64) -> Chance {
        Chance { low: Fraction::new(low, ONE), high: Fraction::new(high.min(ONE), ONE) }
    }

    /// The lower bound with the given number of decimals, if the upper one reads the same; otherwise `None`.
    #[must_use]
    pub fn decimal(&self, places: usize) -> Option<String> {
        let low = self.low.decimal(places);
        (low == self.high.decimal(places)).then_some(low)
    }

    /// The distance between the bounds.
    #[must_use]
    pub fn error(&self) -> Fraction {
        self.high.clone() - self.low.clone()
    }
}

/// A quantile known between two amounts, usually the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantile {
    /// It is at least this.
    pub low: Cents,
    /// It is at most this; `None` for a level so high that the part not followed decides it.
    pub high: Option<Cents>,
}

/// The law of an amount after many rounds.
#[derive(Clone, Debug)]
pub struct AmountLaw {
    /// The amounts and lower bounds of their chances, the smallest first.
    chances: BTreeMap<i64, u64>,
    /// By how much the chances together fall short of certainty.
    lost: u64,
    /// The chance of amounts that were not followed further, and a lower bound on these amounts.
    beyond: (u64, i64),
}

impl AmountLaw {
    fn new(parts: &[&Spread], beyond: (u64, i64)) -> AmountLaw {
        let mut chances = BTreeMap::new();
        for (amount, chance) in parts.iter().flat_map(|part| part.iter()) {
            *chances.entry(amount).or_default() += chance;
        }
        let mass: u64 = chances.values().sum();
        AmountLaw { chances, lost: ONE - mass - beyond.0, beyond }
    }

    /// The chance of an amount below this.
    #[must_use]
    pub fn below(&self, amount: Cents) -> Chance {
        let low: u64 = self.chances.range(..amount.0).map(|(_, chance)| chance).sum();
        let beyond = if amount.0 > self.beyond.1 { self.beyond.0 } else { 0 };
        Chance::between(low, low + self.lost + beyond)
    }

    /// The smallest amount that is not exceeded with a probability of at least `level`.
    #[must_use]
    pub fn quantile(&self, level: &Fraction) -> Quantile {
        let needed = level.clone() * Fraction::whole(ONE);
        let reached = |lost: u64, beyond: u64| {
            let mut sum = lost;
            let mut waiting = beyond;
            for (amount, chance) in &self.chances {
                if *amount >= self.beyond.1 && waiting > 0 {
                    sum += std::mem::take(&mut waiting);
                    if Fraction::whole(sum) >= needed {
                        return Some(self.beyond.1);
                    }
                }
                sum += chance;
                if Fraction::whole(sum) >= needed {
                    return Some(*amount);
                }
            }
            (waiting > 0 && Fraction::whole(sum + waiting) >= needed).then_some(self.beyond.1)
        };
        let low = reached(self.lost, self.beyond.0);
        let low = low.or(self.chances.last_key_value().map(|(amount, _)| (*amount).min(self.beyond.1)));
        Quantile { low: Cents(low.unwrap_or(0)), high: reached(0, 0).map(Cents) }
    }

    /// The bound on the rounding error of every chance.
    #[must_use]
    pub fn error(&self) -> Fraction {
        Fraction::new(self.lost, ONE)
    }

    /// The amounts with lower bounds of their chances, for plots; the smallest amount first.
    pub fn iter(&self) -> impl Iterator<Item = (Cents, Fraction)> {
        self.chances.iter().map(|(amount, chance)| (Cents(*amount), Fraction::new(*chance, ONE)))
    }
}

/// The laws of 1, 2, … rounds, computed as needed.
struct Folds {
    rounds: u64,
    known: BTreeMap<u64, Spread>,
    /// The chance that one round stays below the ceiling, rounded up.
    stays: u64,
}

impl Folds {
    /// The laws for a session of this many rounds. Rounds that win the ceiling or more are left out.
    fn new(law: &Distribution, rounds: u64, ceiling: i64) -> Folds {
        let far: u128 = law.iter().filter(|(amount, _)| *amount >= ceiling).map(|(_, ways)| ways).sum();
        let stays = if far == 0 { ONE } else { share(law.of() - far, law.of()) + 1 };
        Folds { rounds: rounds.max(1), known: BTreeMap::from([(1, Spread::of(law, ceiling))]), stays }
    }

    /// What may be dropped from the law of this many rounds: it counts each time that law is used.
    fn spare(&self, rounds: u64) -> u64 {
        let levels = u64::from(self.rounds.ilog2()) + 1;
        (SPARE / self.rounds / levels / 2).saturating_mul(rounds)
    }

    /// The law of this many rounds together.
    fn of(&mut self, rounds: u64) -> &Spread {
        if !self.known.contains_key(&rounds) {
            let (spare, low) = (self.spare(rounds), self.of(rounds / 2).clone());
            let folded = if rounds.is_multiple_of(2) {
                low.plus(&low, spare)
            } else {
                low.plus(self.of(rounds - rounds / 2), spare)
            };
            self.known.insert(rounds, folded);
        }
        &self.known[&rounds]
    }

    /// The chance that one of this many rounds wins the ceiling or more, rounded down.
    fn far(&self, rounds: u64) -> u64 {
        ONE - power(self.stays, rounds, times_up)
    }
}

/// A product of scaled chances, rounded down.
fn times_down(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 62) as u64
}

/// The same, rounded up.
fn times_up(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)).div_ceil(u128::from(ONE)) as u64).min(ONE)
}

fn power(chance: u64, mut exponent: u64, times: fn(u64, u64) -> u64) -> u64 {
    let (mut result, mut power) = (ONE, chance);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    result
}

/// Many rounds of one law for somebody who never runs out: the house, or a player with a large enough bankroll.
#[derive(Clone, Debug)]
pub struct Shift {
    /// How many rounds.
    pub rounds: u64,
    /// The expected amount, in cents.
    pub mean: Fraction,
    /// The variance, in square cents.
    pub variance: Fraction,
    /// The law of the amount.
    pub law: AmountLaw,
}

impl Shift {
    /// The player's net result of this many rounds. Mean and variance are exact.
    #[must_use]
    pub fn new(law: &Distribution, rounds: u64) -> Shift {
        let mut folds = Folds::new(law, rounds, i64::MAX);
        let nothing = Spread::certain(1, 0);
        let spread = if rounds == 0 { &nothing } else { folds.of(rounds) };
        let times = Fraction::whole(rounds);
        Shift {
            rounds,
            mean: law.mean() * times.clone(),
            variance: law.variance() * times,
            law: AmountLaw::new(&[spread], (0, i64::MAX)),
        }
    }

    /// What the house holds over this many rounds of one position: the player's result with its sign reversed.
    #[must_use]
    pub fn hold(law: &Distribution, rounds: u64) -> Shift {
        let mut turned = Distribution::new();
        for (amount, ways) in law.iter() {
            turned.add(-amount, ways);
        }
        Shift::new(&turned, rounds)
    }
}

/// A session with a bankroll: it ends after all rounds, or when the bankroll no longer covers a round.
#[derive(Clone, Debug)]
pub struct BankrollSession {
    /// The chance that the bankroll falls below what a round needs, during the session or after its last round.
    pub ruin: Chance,
    /// The bankroll at the end; for a ruined player, what was left at the ruin.
    pub bankroll: AmountLaw,
}

impl BankrollSession {
    /// Plays `rounds` rounds of a law from a bankroll. Each needs `needs`, including the play wager; a round must not
    /// lose more than that.
    ///
    /// A bankroll is followed up to twice the most that the session can lose above its start: a player who wins more is
    /// never ruined and ends at least halfway there, but exactly where is left open.
    #[must_use]
    pub fn new(law: &Distribution, bankroll: Cents, needs: Cents, rounds: u64) -> BankrollSession {
        let worst = law.iter().map(|(amount, _)| amount).min().unwrap_or(0).min(0);
        let most = worst.saturating_neg().saturating_mul(i64::try_from(rounds).unwrap_or(i64::MAX));
        let halfway = bankroll.0.saturating_add(most);
        let top = halfway.saturating_add(most).saturating_add(1);
        let mut folds = Folds::new(law, rounds, top.saturating_sub(needs.0));
        let start = Spread::certain(folds.of(1).step(), bankroll.0);
        let mut walk = Walk { worst, needs: needs.0, top, ruined: Spread::empty(start.step()), beyond: 0 };
        let (below, above) = start.split(needs.0);
        walk.ruined.add(below);
        let standing = if rounds == 0 { above } else { walk.advance(above, rounds, &mut folds) };
        let ruined = walk.ruined.mass();
        let lost = ONE - standing.mass() - ruined - walk.beyond;
        BankrollSession {
            ruin: Chance::between(ruined, ruined + lost),
            bankroll: AmountLaw::new(&[&standing, &walk.ruined], (walk.beyond, halfway)),
        }
    }
}

/// A bankroll in progress, with those that have ended.
struct Walk {
    /// The most that one round can lose, as a negative amount.
    worst: i64,
    needs: i64,
    /// From here on a bankroll is not followed further.
    top: i64,
    ruined: Spread,
    beyond: u64,
}

impl Walk {
    /// Plays on with these bankrolls. Those that cannot be ruined within these rounds take them all at once; the others
    /// take half of them, then the other half.
    fn advance(&mut self, standing: Spread, rounds: u64, folds: &mut Folds) -> Spread {
        if standing.mass() == 0 {
            return standing;
        }
        let safe_from = self.needs.saturating_sub(self.worst.saturating_mul(i64::try_from(rounds).unwrap_or(i64::MAX)));
        let (close, safe) = standing.split(safe_from);
        let mut after = self.fold(&safe, rounds, folds);
        if rounds == 1 {
            let (ruined, standing) = self.fold(&close, 1, folds).split(self.needs);
            self.ruined.add(ruined);
            after.add(standing);
        } else {
            let half = self.advance(close, rounds / 2, folds);
            after.add(self.advance(half, rounds - rounds / 2, folds));
        }
        after
    }

    /// Plays this many rounds, and drops what is above the top.
    fn fold(&mut self, standing: &Spread, rounds: u64, folds: &mut Folds) -> Spread {
        self.beyond += times_down(standing.mass(), folds.far(rounds));
        let spare = folds.spare(rounds);
        let (after, beyond) = standing.plus(folds.of(rounds), spare).split(self.top);
        self.beyond += beyond.mass();
        after
    }
}

/// The smallest bankroll whose risk of ruin is at most `risk`, in steps of `step`, by bisection. `None` if even a
/// bankroll that covers losing every round is not enough, which never happens.
#[must_use]
pub fn bankroll_for(law: &Distribution, needs: Cents, rounds: u64, risk: &Fraction, step: Cents) -> Option<Cents> {
    let step = step.0.max(1);
    let worst = law.iter().map(|(amount, _)| amount).min().unwrap_or(0).min(0);
    let most = needs.0.checked_sub(worst.checked_mul(i64::try_from(rounds).ok()?)?)?;
    let enough = |steps: i64| BankrollSession::new(law, Cents(steps * step), needs, rounds).ruin.high <= *risk;
    let (mut low, mut high) = (needs.0.div_euclid(step) - 1, most.div_euclid(step) + 1);
    if !enough(high) {
        return None;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle) { high = middle } else { low = middle }
    }
    Some(Cents(high * step))
}

/// The wait for something that has the same chance in every round, such as hitting a meter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    chance: Fraction,
    /// The chance that it does not come in one round, scaled; rounded down and up.
    away: (u64, u64),
}

impl Wait {
    /// Something with `ways` of `of` equally likely deals; `None` if it never comes.
    #[must_use]
    pub fn new(ways: u128, of: u128) -> Option<Wait> {
        if ways == 0 || ways > of {
            return None;
        }
        let low = share(of - ways, of);
        Some(Wait { chance: Fraction::new(ways, of), away: (low, (low + 1).min(ONE)) })
    }

    /// The mean number of rounds until it comes, including that round.
    #[must_use]
    pub fn mean(&self) -> Fraction {
        Fraction::whole(1) / self.chance.clone()
    }

    /// The variance of that number.
    #[must_use]
    pub fn variance(&self) -> Fraction {
        (Fraction::whole(1) - self.chance.clone()) / self.chance.power(2)
    }

    /// The chance that it comes within this many rounds.
    #[must_use]
    pub fn within(&self, rounds: u64) -> Chance {
        let (low, high) = self.away_for(rounds);
        Chance::between(ONE - high, ONE - low)
    }

    /// The fewest rounds within which it comes with a probability of at least `level`, as lower and upper bounds: they
    /// differ only where rounding could decide. `None` for a level that needs more than 2 to the 62nd rounds.
    #[must_use]
    pub fn quantile(&self, level: &Fraction) -> Option<(u64, u64)> {
        let first = |reaches: &dyn Fn(u64) -> bool| {
            let (mut low, mut high) = (0_u64, 1_u64);
            while !reaches(high) {
                low = high;
                high = high.checked_mul(2).filter(|high| *high <= ONE)?;
            }
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if reaches(middle) { high = middle } else { low = middle }
            }
            Some(high)
        };
        let earliest = first(&|rounds| self.within(rounds).high >= *level)?;
        Some((earliest, first(&|rounds| self.within(rounds).low >= *level)?))
    }

    /// The chance that it does not come for this many rounds, scaled; rounded down and up.
    fn away_for(&self, rounds: u64) -> (u64, u64) {
        (power(self.away.0, rounds, times_down), power(self.away.1, rounds, times_up))
    }
}
