//! The result of a run beside the exact law: mean, standard error, exact figure, and their distance.
//!
//! All in fractions; roots are taken only for display.

use rules::money::Cents;
use rules::wager::Wager;

use super::exact::{ANTE_PLAY, Moments, NoLaw, expected};
use super::partial::Partial;
use super::plan::SimulationPlan;
use super::sums::NetSums;
use crate::fraction::Fraction;

/// The word for all wagers of all positions together.
pub const TABLE: &str = "table";

/// One wager of a run beside its exact law. Figures are net results for each unit of [`Comparison::stake`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The wager's word; also [`ANTE_PLAY`] and [`TABLE`].
    pub wager: &'static str,
    /// What a round stakes on it, at all positions together. Play and ante bonus are measured by the ante, envy by the
    /// progressive, a tip's bonus by the tip, and the whole table by all stakes except the play.
    pub stake: Cents,
    /// How many rounds were dealt.
    pub rounds: u64,
    /// The mean result of a round.
    pub mean: Fraction,
    /// The standard error of the mean, squared.
    ///
    /// It is the larger of two: the variation of the rounds themselves, and the exact law of the positions. The first
    /// covers how positions vary together; the second covers prizes so rare that the run has not seen them.
    pub error_squared: Fraction,
    /// The exact expectation, if there is one.
    pub exact: Result<Fraction, NoLaw>,
}

impl Comparison {
    /// The standard error with the given number of decimals.
    #[must_use]
    pub fn standard_error(&self, places: usize) -> String {
        self.error_squared.root(places)
    }

    /// The distance of the mean from the exact figure in standard errors, squared. `None` without an exact law, or if
    /// nothing can vary.
    #[must_use]
    pub fn z_squared(&self) -> Option<Fraction> {
        let exact = self.exact.as_ref().ok()?;
        if self.error_squared.is_zero() {
            return None;
        }
        Some((&self.mean - exact).power(2) / self.error_squared.clone())
    }

    /// How many standard errors the mean is above the exact figure, with the given number of decimals.
    #[must_use]
    pub fn z(&self, places: usize) -> Option<String> {
        let z = self.z_squared()?.root(places);
        let is_zero = z.chars().all(|c| matches!(c, '0' | '.'));
        let below = self.exact.as_ref().is_ok_and(|exact| (&self.mean - exact).is_negative());
        Some(if below && !is_zero { format!("-{z}") } else { z })
    }
}

/// Every wager of a run beside its exact law, in table order, then the whole table.
#[must_use]
pub fn compare(plan: &SimulationPlan<'_>, result: &Partial) -> Vec<Comparison> {
    let laws = expected(plan, result);
    let mut rows = Vec::new();
    let mut total = Ok(Moments { mean: Fraction::zero(), variance: Fraction::zero() });
    let row = |wager: &'static str, stake: Cents, sums: &NetSums, law: Result<Moments, NoLaw>| {
        let unit = Fraction::whole(stake.0.max(1));
        let (mean, sample) = of_rounds(sums, result.rounds);
        let exact_variance = law.as_ref().map_or_else(|_| Fraction::zero(), |law| law.variance.clone());
        let variance = sample.max(exact_variance);
        Comparison {
            wager,
            stake,
            rounds: result.rounds,
            mean: mean / unit.clone(),
            error_squared: variance / Fraction::whole(result.rounds.max(1)) / unit.power(2),
            exact: law.map(|law| law.mean / unit.clone()).map_err(|why| why.per(&unit)),
        }
    };
    let none = || Ok(Moments { mean: Fraction::zero(), variance: Fraction::zero() });
    if result.wagers.contains_key(Wager::Ante.word()) {
        let law = laws.get(ANTE_PLAY).cloned().unwrap_or_else(none);
        total = sum(total, &law);
        rows.push(row(ANTE_PLAY, stake_of(plan, Wager::Ante), &result.ante_play, law));
    }
    for wager in Wager::ALL {
        let Some(sums) = result.wagers.get(wager.word()) else { continue };
        let law = laws.get(wager.word()).cloned().unwrap_or_else(none);
        if !matches!(wager, Wager::Ante | Wager::Play | Wager::AnteBonus | Wager::BadBeat) {
            total = sum(total, &law);
        }
        rows.push(row(wager.word(), stake_of(plan, measure(*wager)), &sums.rounds, law));
    }
    let tips = [Wager::TipAnte, Wager::TipPlay, Wager::TipPairPlus];
    // Tips' winnings are the dealers', so with tips the players' result is not the sum of the wagers'.
    if !tips.iter().any(|tip| result.wagers.contains_key(tip.word())) {
        let stake =
            Wager::ALL.iter().filter(|wager| **wager != Wager::MatchPlay).map(|wager| stake_of(plan, *wager)).sum();
        rows.push(row(TABLE, stake, &result.table.rounds, total));
    }
    rows
}

/// The wager by whose stake another is measured.
fn measure(wager: Wager) -> Wager {
    match wager {
        Wager::Play | Wager::AnteBonus | Wager::BadBeat => Wager::Ante,
        Wager::Envy => Wager::Progressive,
        Wager::FiveCardEnvy => Wager::FiveCardProgressive,
        Wager::TipAnteBonus => Wager::TipAnte,
        wager => wager,
    }
}

fn stake_of(plan: &SimulationPlan<'_>, wager: Wager) -> Cents {
    plan.seats.iter().map(|seat| seat.stakes.on(wager)).sum()
}

fn sum(one: Result<Moments, NoLaw>, other: &Result<Moments, NoLaw>) -> Result<Moments, NoLaw> {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            let (mean, variance) = (one.mean + other.mean.clone(), one.variance + other.variance.clone());
            Ok(Moments { mean, variance })
        }
        (Err(why), other) => Err(why.and(other.as_ref())),
        (Ok(one), Err(why)) => Err(why.clone().and(Ok(&one))),
    }
}

/// The mean of a round, and the variance of the rounds.
fn of_rounds(sums: &NetSums, rounds: u64) -> (Fraction, Fraction) {
    let mean = Fraction::new(sums.net, rounds.max(1));
    if rounds < 2 {
        return (mean, Fraction::zero());
    }
    let squares = Fraction::whole(sums.squares) - mean.power(2) * Fraction::whole(rounds);
    (mean, squares / Fraction::whole(rounds - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_has_a_sign_and_no_root_of_nothing() {
        let row = |mean, error, exact| Comparison {
            wager: TABLE,
            stake: Cents(100),
            rounds: 4,
            mean: Fraction::new(mean, 100),
            error_squared: Fraction::new(error, 10_000),
            exact,
        };
        let exact = Ok(Fraction::new(-3, 100));
        assert_eq!(row(-7, 4, exact.clone()).z(2).as_deref(), Some("-2.00"));
        assert_eq!(row(1, 4, exact.clone()).z(2).as_deref(), Some("2.00"));
        assert_eq!(row(-3, 4, exact.clone()).z(2).as_deref(), Some("0.00"));
        assert_eq!(row(1, 0, exact).z(2), None);
        assert_eq!(row(1, 4, Err(NoLaw::CoverAll)).z(2), None);
        assert_eq!(row(1, 4, Err(NoLaw::CoverAll)).standard_error(3), "0.020");
    }

    #[test]
    fn the_variance_is_that_of_the_rounds() {
        // 1, 2, 3, 6: mean 3, squares of the distances 4 + 1 + 0 + 9 over three.
        let sums = NetSums { net: 12, squares: 50 };
        assert_eq!(of_rounds(&sums, 4), (Fraction::whole(3), Fraction::new(14, 3)));
        assert_eq!(of_rounds(&NetSums { net: 5, squares: 25 }, 1), (Fraction::whole(5), Fraction::zero()));
    }
}
