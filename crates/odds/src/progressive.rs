//! The progressives: the fixed part, what each meter is worth, break-even meters and the long-run return.
//!
//! A meter's share is worth its probability times the meter, so the return is linear in every meter. In the long run a
//! meter pays out what goes into it: the contributions, and a seed for each reset.

use cards::counts::{ThreeCounts, five_card_counts};
use cards::{CardSet, FiveCategory, Three, Wheel};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rules::hand::HandName;
use rules::house::{MeterTerms, ProgressiveTable, ProgressiveTerms};
use rules::money::{Cents, MILLIONTHS, Share};
use rules::paytable::{Line, Pays};
use rules::wager::Level;

use crate::deals::suit_classes;
use crate::five::{COMMUNITY_PAIRS, FIVE_CARD_HANDS, five_card_ways, five_given};
use crate::fraction::Fraction;
use crate::position::colours::suit_class;
use crate::three::{THREE_CARD_HANDS, three_card_ways};
use crate::wager_law::{MeterValues, WagerLaw, returned};

/// What one meter is worth to a wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterWorth {
    /// Which meter it is.
    pub level: Level,
    /// Probability times share, over all its lines. Multiplied by meter over stake, this is the meter's part of the
    /// return.
    pub coefficient: Fraction,
    /// The probability that a wager wins the whole meter, so that it starts again from its seed.
    pub resets: Fraction,
}

/// A line of a progressive, and how often it comes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressiveLine {
    /// The hand.
    pub hand: HandName,
    /// What it pays.
    pub pays: Pays,
    /// Its ways, of [`ProgressiveLaw::of`].
    pub ways: u128,
}

/// A progressive wager before its meters are known.
#[derive(Clone, Debug)]
pub struct ProgressiveLaw {
    /// The stake of each wager.
    pub stake: Cents,
    /// The lines as posted.
    pub lines: Vec<ProgressiveLine>,
    /// All deals.
    pub of: u128,
    /// The meters, in the order of the lines.
    pub meters: Vec<MeterWorth>,
    /// What the fixed lines return of a stake of one.
    pub fixed_return: Fraction,
    table: ProgressiveTable,
    wheel: Wheel,
}

impl ProgressiveLaw {
    /// The wager of a house, if a fold does not forfeit it.
    #[must_use]
    pub fn of_house(terms: &ProgressiveTerms, wheel: Wheel) -> ProgressiveLaw {
        ProgressiveLaw::new(&terms.table, terms.stake, wheel)
    }

    /// The wager on a table at a stake, if a fold does not forfeit it.
    #[must_use]
    pub fn new(table: &ProgressiveTable, stake: Cents, wheel: Wheel) -> ProgressiveLaw {
        let (ways, of) = match table {
            ProgressiveTable::Three(table) => {
                (three_card_ways(table, &ThreeCounts::of_deck(CardSet::FULL)), THREE_CARD_HANDS)
            }
            ProgressiveTable::Five(table) => (five_card_ways(table, &five_card_counts(wheel)), FIVE_CARD_HANDS),
        };
        ProgressiveLaw::with_ways(table, stake, wheel, &ways, of)
    }

    /// The wager if a fold forfeits it, for a player who stays in with the hands that `keeps` names. Over five cards,
    /// `keeps` is asked about one hand of each suit class, so it must not distinguish suits.
    #[must_use]
    pub fn forfeited_by_fold(
        table: &ProgressiveTable,
        stake: Cents,
        wheel: Wheel,
        keeps: impl Fn(Three) -> bool,
    ) -> ProgressiveLaw {
        let lines = lines_of(table);
        let mut ways = vec![0; lines.len()];
        let mut add = |line: Option<&Line>, count: u128| {
            let line = line.and_then(|made| lines.iter().position(|line| line.hand == made.hand));
            if let Some(ways) = line.and_then(|line| ways.get_mut(line)) {
                *ways += count;
            }
        };
        let of = match table {
            ProgressiveTable::Three(table) => {
                Three::all().filter(|hand| keeps(*hand)).for_each(|hand| add(table.line(hand), 1));
                THREE_CARD_HANDS
            }
            ProgressiveTable::Five(table) => {
                for (hand, _) in suit_classes() {
                    // Hands of a class can be decided differently, by their colours.
                    let hands = suit_class(hand).into_iter().filter(|hand| keeps(*hand)).count() as u64;
                    if hands == 0 {
                        continue;
                    }
                    for (category, pairs) in FiveCategory::ALL.into_iter().zip(five_given(hand, wheel)) {
                        add(table.line(category, None), u128::from(hands) * u128::from(pairs));
                    }
                }
                THREE_CARD_HANDS * u128::from(COMMUNITY_PAIRS)
            }
        };
        ProgressiveLaw::with_ways(table, stake, wheel, &ways, of)
    }

    fn with_ways(table: &ProgressiveTable, stake: Cents, wheel: Wheel, ways: &[u128], of: u128) -> ProgressiveLaw {
        let mut meters: Vec<MeterWorth> = Vec::new();
        let mut fixed_return = Fraction::zero();
        let mut lines = Vec::new();
        for (line, ways) in lines_of(table).iter().zip(ways.iter().copied()) {
            let probability = Fraction::new(ways, of);
            match line.pays {
                Pays::OfMeter(share, level) => {
                    let worth = &probability * &Fraction::new(share.0, MILLIONTHS);
                    let resets = if share == Share::WHOLE { probability } else { Fraction::zero() };
                    match meters.iter_mut().find(|meter| meter.level == level) {
                        Some(meter) => {
                            meter.coefficient += worth;
                            meter.resets += resets;
                        }
                        None => meters.push(MeterWorth { level, coefficient: worth, resets }),
                    }
                }
                pays => fixed_return += probability * returned(pays, stake, &[]),
            }
            lines.push(ProgressiveLine { hand: line.hand, pays: line.pays, ways });
        }
        ProgressiveLaw { stake, lines, of, meters, fixed_return, table: table.clone(), wheel }
    }

    /// What the wager returns of a stake of one, at these meters.
    #[must_use]
    pub fn return_at(&self, meters: MeterValues<'_>) -> Fraction {
        let parts = self.meters.iter().map(|worth| {
            let meter = meters.iter().find(|(level, _)| *level == worth.level).map_or(0, |(_, cents)| cents.0);
            &worth.coefficient * &Fraction::new(meter, self.stake.0)
        });
        self.fixed_return.clone() + parts.sum()
    }

    /// The expected net result for a stake of one, at these meters.
    #[must_use]
    pub fn ev_at(&self, meters: MeterValues<'_>) -> Fraction {
        self.return_at(meters) - Fraction::whole(1)
    }

    /// The law of the wager at these meters: hit frequency, variance and all.
    #[must_use]
    pub fn law_at(&self, meters: MeterValues<'_>) -> WagerLaw {
        let lines = self.lines.iter().map(|line| (line.hand, line.pays, line.ways));
        let price = |pays| returned(pays, self.stake, meters) - Fraction::whole(1);
        WagerLaw::new(lines, self.of, price, Fraction::whole(-1))
    }

    /// The value in cents at which a meter makes the wager fair, the others being at `meters`. `besides` is what the
    /// wager returns of a stake of one in other ways, such as envy. Zero if it is fair without the meter; `None` if the
    /// wager has no such meter, or never wins from it.
    #[must_use]
    pub fn break_even(&self, level: Level, meters: MeterValues<'_>, besides: &Fraction) -> Option<Fraction> {
        let worth = self.meters.iter().find(|worth| worth.level == level && !worth.coefficient.is_zero())?;
        let others: Vec<(Level, Cents)> = meters.iter().filter(|(l, _)| *l != level).copied().collect();
        let missing = Fraction::whole(1) - self.return_at(&others) - besides.clone();
        let meter = missing * Fraction::whole(self.stake.0) / worth.coefficient.clone();
        Some(meter.max(Fraction::zero()))
    }

    /// The same in whole cents: the smallest meter that makes the wager fair or better.
    #[must_use]
    pub fn break_even_cents(&self, level: Level, meters: MeterValues<'_>, besides: &Fraction) -> Option<Cents> {
        let exact = self.break_even(level, meters, besides)?;
        exact.numerator().div_ceil(exact.denominator()).to_i64().map(Cents)
    }

    /// What the wager returns to a player who has seen the three cards, at these meters.
    #[must_use]
    pub fn given(&self, meters: MeterValues<'_>) -> ReturnGiven<'_> {
        let values: Vec<Fraction> = self.lines.iter().map(|line| returned(line.pays, self.stake, meters)).collect();
        let denominator = values.iter().fold(BigInt::one(), |all, value| all.lcm(value.denominator()));
        let whole = |value: &Fraction| value.numerator() * (&denominator / value.denominator());
        ReturnGiven { law: self, by_line: values.iter().map(whole).collect(), denominator }
    }

    /// The long run, for a house's meters and the share of each stake set aside for the first one's next seed.
    ///
    /// Exact for any number of wagers in a round if each whole win is paid in turn. If a meter won twice in one round
    /// is divided, it resets once instead of twice, and a little less is returned. On a link, every game is assumed to
    /// hit as often as this one. A fraction of a cent stays in the meter, so nothing is lost.
    #[must_use]
    pub fn long_run(&self, meters: &[MeterTerms], set_aside: Share) -> LongRun {
        let stake = Fraction::whole(self.stake.0);
        let share = |share: Share| Fraction::new(share.0, MILLIONTHS);
        let meters: Vec<MeterLongRun> = meters
            .iter()
            .enumerate()
            .filter_map(|(i, terms)| {
                let worth = self.meters.iter().find(|worth| worth.level == terms.level)?;
                // What is set aside is paid with the first meter, once that resets.
                let aside = if i == 0 && !worth.resets.is_zero() { share(set_aside) } else { Fraction::zero() };
                let seeds = worth.resets.clone() * Fraction::whole(terms.seed.0) / stake.clone();
                let returned = if worth.coefficient.is_zero() {
                    Fraction::zero()
                } else {
                    share(terms.rate) + aside + seeds.clone()
                };
                // The meter pays out its coefficient times its mean, and as much comes in.
                let mean = (!worth.coefficient.is_zero())
                    .then(|| returned.clone() * stake.clone() / worth.coefficient.clone());
                Some(MeterLongRun { level: terms.level, seeds, returned, mean })
            })
            .collect();
        let from_meters: Fraction = meters.iter().map(|meter| meter.returned.clone()).sum();
        LongRun { fixed: self.fixed_return.clone(), total: self.fixed_return.clone() + from_meters, meters }
    }

    /// The long run of a house's progressive.
    #[must_use]
    pub fn long_run_of(&self, terms: &ProgressiveTerms) -> LongRun {
        self.long_run(&terms.meters, terms.backup)
    }
}

/// What a progressive wager returns once the player's three cards are known.
#[derive(Clone, Debug)]
pub struct ReturnGiven<'a> {
    law: &'a ProgressiveLaw,
    by_line: Vec<BigInt>,
    denominator: BigInt,
}

impl ReturnGiven<'_> {
    /// The expected return on a stake of one, for a hand that is not folded.
    #[must_use]
    pub fn with(&self, hand: Three) -> Fraction {
        let value = |line: Option<&Line>| {
            let made = line.map(|line| line.hand);
            self.law.lines.iter().position(|line| Some(line.hand) == made).and_then(|line| self.by_line.get(line))
        };
        match &self.law.table {
            ProgressiveTable::Three(table) => {
                Fraction::new(value(table.line(hand)).cloned().unwrap_or_default(), self.denominator.clone())
            }
            ProgressiveTable::Five(table) => {
                let mut sum = BigInt::zero();
                for (category, pairs) in FiveCategory::ALL.into_iter().zip(five_given(hand, self.law.wheel)) {
                    if let Some(value) = value(table.line(category, None)).filter(|_| pairs > 0) {
                        sum += value * pairs;
                    }
                }
                Fraction::new(sum, &self.denominator * COMMUNITY_PAIRS)
            }
        }
    }
}

/// A progressive over many wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongRun {
    /// What the fixed lines return of a stake of one.
    pub fixed: Fraction,
    /// The meters, the highest first.
    pub meters: Vec<MeterLongRun>,
    /// What the wager returns in all, without envy.
    pub total: Fraction,
}

/// A meter over many wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterLongRun {
    /// The meter.
    pub level: Level,
    /// The part of the return that comes from seeds; the rest comes from the wagers' own contributions.
    pub seeds: Fraction,
    /// What the meter returns of a stake of one.
    pub returned: Fraction,
    /// The mean meter in cents at a wager, and so also at an award; `None` for a meter that is never won from.
    pub mean: Option<Fraction>,
}

fn lines_of(table: &ProgressiveTable) -> &[Line] {
    match table {
        ProgressiveTable::Three(table) => &table.lines,
        ProgressiveTable::Five(table) => &table.lines,
    }
}
