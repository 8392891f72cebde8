//! The whole position: the joint law of all wagers that a player makes together.
//!
//! Ante, play and ante bonus, pair plus, both progressives, the six card bonus and the prime depend on the same cards, so their
//! results vary together; and one decision touches all of them, since a fold gives up more than the ante. This module
//! counts all deals once ([`PositionDeals`]), settles one round of each kind with the production settlement, decides
//! hand by hand, and adds up: the law of the net result in cents, each wager's own law, and how any two of them vary
//! together.
//!
//! Wagers that depend on other positions (Cover All, envy), tips, and coupons unless asked for are left out.

mod by_rank;
pub(crate) mod colours;
pub mod count;
mod payouts;
pub(crate) mod renamings;
pub(crate) mod shapes;
pub mod shared;
mod special;
pub(crate) mod sums;

use cards::{Strength, Three, Wheel};
use rules::House;
use rules::money::Cents;
use rules::settle::{Meters, Stakes};
use rules::wager::Wager;

use crate::fraction::Fraction;
use crate::law::Distribution;
use crate::strategy::Strategy;
use crate::terms::BaseTerms;
use crate::wide::product;
use colours::COLOUR_OUTCOMES;
use count::{DealCell, FIVE_OUTCOMES, LongHands, MEETINGS, SIX_OUTCOMES};
use payouts::{PayoutTable, THREE_OUTCOMES, three_outcome};

pub use count::PositionDeals;
pub use payouts::PARTS;

/// What a player wagers at a position of a house, at given meters.
#[derive(Clone, Debug)]
pub struct PositionTerms {
    house: House,
    stakes: Stakes,
    meters: Meters,
}

impl PositionTerms {
    /// The terms of a position. Stakes on wagers that the house lacks, and on Cover All, tips and coupons, are left out.
    #[must_use]
    pub fn of(house: &House, stakes: &Stakes, meters: &Meters) -> PositionTerms {
        let mut own = Stakes::default();
        for wager in PARTS.into_iter().filter(|wager| house.offers(*wager)) {
            if let Some(stake) = own.on_mut(wager) {
                *stake = stakes.on(wager);
            }
        }
        PositionTerms { house: house.clone(), stakes: own, meters: *meters }
    }

    /// The same position at a house that pays in chips of another unit.
    #[must_use]
    pub fn with_unit(&self, unit: Cents) -> PositionTerms {
        PositionTerms { house: self.house.what_if(|choices| choices.unit = unit), ..self.clone() }
    }

    /// The same position with a coupon of this face value beside the ante; its worth is then counted with the ante's.
    #[must_use]
    pub fn with_coupon(mut self, face: Cents) -> PositionTerms {
        self.stakes.match_play = face;
        self
    }

    /// What is wagered.
    #[must_use]
    pub fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// The wagers that are made; the ante includes play and ante bonus.
    #[must_use]
    pub fn made(&self) -> Vec<Wager> {
        PARTS.into_iter().filter(|wager| !self.stakes.on(*wager).is_zero()).collect()
    }

    /// The longer hands that these wagers depend on.
    #[must_use]
    pub fn long_hands(&self) -> LongHands {
        LongHands {
            six: !self.stakes.six_card_bonus.is_zero(),
            five: !self.stakes.five_card_progressive.is_zero(),
            colours: !self.stakes.prime.is_zero(),
        }
    }

    /// All deals for these wagers. They also serve other stakes, meters and paytables that depend on the same hands.
    #[must_use]
    pub fn deals(&self) -> PositionDeals {
        PositionDeals::new(self.floor(), self.wheel(), self.long_hands())
    }

    /// Whether any payment is rounded.
    pub(crate) fn rounds(&self, deals: &PositionDeals) -> bool {
        PayoutTable::new(&self.house, &self.stakes, &self.meters, deals).rounds()
    }

    pub(crate) fn floor(&self) -> Strength {
        BaseTerms::of(&self.house).floor
    }

    pub(crate) fn wheel(&self) -> Wheel {
        self.house.wheel
    }
}

/// One wager of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerPart {
    /// The wager; the ante includes play and ante bonus.
    pub wager: Wager,
    /// The net result in cents.
    pub law: Distribution,
    /// The mean amount staked, in cents.
    pub staked: Fraction,
    /// What rounding to whole chips gives the player on average, in cents, ignoring any limit on payments.
    pub breakage: Fraction,
}

/// The decision for a class of hands, and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPlay {
    /// One hand of the class.
    pub hand: Three,
    /// How many of the 22,100 hands are in it.
    pub ways: u32,
    /// Whether it is played.
    pub plays: bool,
    /// What playing rather than folding gains over all wagers, in cents, summed over the deals of one hand.
    gain: i128,
    /// The same for ante, play and ante bonus alone.
    base_gain: i128,
    /// The deals of one hand.
    of: u64,
}

impl ClassPlay {
    /// What playing rather than folding gains over all wagers, in cents.
    #[must_use]
    pub fn gain(&self) -> Fraction {
        Fraction::new(self.gain, self.of)
    }

    /// The same for ante, play and ante bonus alone.
    #[must_use]
    pub fn base_gain(&self) -> Fraction {
        Fraction::new(self.base_gain, self.of)
    }

    /// Whether the other wagers change the decision.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        (self.gain > 0) != (self.base_gain > 0)
    }
}

/// The position under a strategy.
#[derive(Clone, Debug)]
pub struct Position {
    /// The net result of all wagers, in cents.
    pub law: Distribution,
    /// Each wager that is made.
    pub parts: Vec<WagerPart>,
    /// The decisions, the weakest class first; empty without an ante.
    pub choices: Vec<ClassPlay>,
    /// The weakest hand played, if the strategy is a threshold.
    pub threshold: Option<Strength>,
    /// The most that one deal pays, not counting stakes.
    pub largest_payment: Cents,
    /// The most that one deal pays out of meters.
    pub largest_award: Cents,
    /// Expected products of the parts' results, in square cents.
    products: Vec<Vec<Fraction>>,
}

/// The index of an outcome in a table of all.
fn slot(three: usize, folds: bool, meeting: usize, six: usize, five: usize, colours: usize) -> usize {
    let meeting = ((three * 2) + usize::from(folds)) * MEETINGS.len() + meeting;
    ((meeting * SIX_OUTCOMES + six) * FIVE_OUTCOMES + five) * COLOUR_OUTCOMES + colours
}

const SLOTS: usize = THREE_OUTCOMES * 2 * MEETINGS.len() * SIX_OUTCOMES * FIVE_OUTCOMES * COLOUR_OUTCOMES;

impl Position {
    /// Counts all deals and prices a strategy.
    #[must_use]
    pub fn new(terms: &PositionTerms, strategy: &Strategy) -> Position {
        Position::with_deals(&terms.deals(), terms, strategy)
    }

    /// Prices a strategy on deals counted before. They must distinguish at least what the wagers need.
    #[must_use]
    pub fn with_deals(deals: &PositionDeals, terms: &PositionTerms, strategy: &Strategy) -> Position {
        let table = PayoutTable::new(&terms.house, &terms.stakes, &terms.meters, deals);
        let choices = choices(deals, terms, &table, strategy);
        let mut ways = vec![0_u128; SLOTS];
        for (i, class) in deals.classes.iter().enumerate() {
            let three = three_outcome(class.hand);
            let folds = choices.get(i).is_some_and(|choice| !choice.plays);
            for cell in &class.cells {
                let [meeting, six, five, colours] = [cell.meeting, cell.six, cell.five, cell.colours].map(usize::from);
                ways[slot(three, folds, meeting, six, five, colours)] += u128::from(cell.ways) * u128::from(class.ways);
            }
        }
        let mut sums = DealSums::new(terms.made());
        for three in 0..THREE_OUTCOMES {
            for folds in [false, true] {
                for meeting in 0..MEETINGS.len() {
                    for six in 0..SIX_OUTCOMES {
                        for five in 0..FIVE_OUTCOMES {
                            for colours in 0..COLOUR_OUTCOMES {
                                let ways = ways[slot(three, folds, meeting, six, five, colours)];
                                if ways > 0 {
                                    let parts = table.parts(three, folds, meeting, six, five, colours);
                                    sums.add(&table, parts, folds, ways);
                                }
                            }
                        }
                    }
                }
            }
        }
        sums.finish(terms, choices)
    }

    /// The expected net result, in cents.
    #[must_use]
    pub fn mean(&self) -> Fraction {
        self.law.mean()
    }

    /// The variance of the net result, in square cents.
    #[must_use]
    pub fn variance(&self) -> Fraction {
        self.law.variance()
    }

    /// The mean amount staked, in cents, including the play wager when it is made.
    #[must_use]
    pub fn staked(&self) -> Fraction {
        self.parts.iter().map(|part| part.staked.clone()).sum()
    }

    /// The covariance of two parts, by their indices in [`Position::parts`], in square cents.
    #[must_use]
    pub fn covariance(&self, i: usize, j: usize) -> Fraction {
        match (self.products.get(i).and_then(|row| row.get(j)), self.parts.get(i), self.parts.get(j)) {
            (Some(product), Some(a), Some(b)) => product.clone() - a.law.mean() * b.law.mean(),
            _ => Fraction::zero(),
        }
    }

    /// The correlation of two parts, with the given number of decimals: its square is exact, and only the root is
    /// rounded. `None` if one of them never varies.
    #[must_use]
    pub fn correlation(&self, i: usize, j: usize, places: usize) -> Option<String> {
        let covariance = self.covariance(i, j);
        let variances = self.covariance(i, i) * self.covariance(j, j);
        if variances.is_zero() {
            return None;
        }
        let root = (covariance.power(2) / variances).root(places);
        let sign = if covariance.is_negative() && root.contains(|c| ('1'..='9').contains(&c)) { "-" } else { "" };
        Some(format!("{sign}{root}"))
    }

    /// The hands whose decision the other wagers change.
    pub fn turned(&self) -> impl Iterator<Item = &ClassPlay> {
        self.choices.iter().filter(|choice| choice.is_turned())
    }
}

/// The decision for each class; nothing is decided without an ante.
fn choices(deals: &PositionDeals, terms: &PositionTerms, table: &PayoutTable, strategy: &Strategy) -> Vec<ClassPlay> {
    if terms.stakes.ante.is_zero() {
        return Vec::new();
    }
    // The gain of each outcome, computed once.
    let mut gains = vec![None; SLOTS];
    let mut gain_of = |three: usize, cell: &DealCell| -> (i64, i64) {
        let [meeting, six, five, colours] = [cell.meeting, cell.six, cell.five, cell.colours].map(usize::from);
        *gains[slot(three, false, meeting, six, five, colours)].get_or_insert_with(|| {
            let [played, folded] =
                [false, true].map(|folds| table.nets(table.parts(three, folds, meeting, six, five, colours)).0);
            (played.iter().sum::<i64>() - folded.iter().sum::<i64>(), played[0] - folded[0])
        })
    };
    let weakest = strategy.weakest(deals.floor);
    let mut choices = Vec::with_capacity(deals.classes.len());
    for class in &deals.classes {
        let three = three_outcome(class.hand);
        let (mut gain, mut base_gain) = (0_i128, 0_i128);
        for cell in &class.cells {
            let (all, base) = gain_of(three, cell);
            gain += product(all, cell.ways.cast_signed());
            base_gain += product(base, cell.ways.cast_signed());
        }
        let plays = weakest.map_or(gain > 0, |weakest| class.hand.strength() >= weakest);
        let of = deals.deals_of_a_hand;
        choices.push(ClassPlay { hand: class.hand, ways: class.ways, plays, gain, base_gain, of });
    }
    choices
}

/// The weakest strength such that every class of it and above is played, if the strategy is such a threshold.
fn threshold(choices: &[ClassPlay]) -> Option<Strength> {
    let weakest = choices.iter().find(|choice| choice.plays)?.hand.strength();
    choices.iter().all(|choice| choice.plays == (choice.hand.strength() >= weakest)).then_some(weakest)
}

/// Sums over all deals.
struct DealSums {
    /// The indices in [`PARTS`] of the wagers made.
    made: Vec<usize>,
    law: Distribution,
    laws: Vec<Distribution>,
    breakage: Vec<Fraction>,
    played: u128,
    /// Sums of products of two results: below 10^11 cents each, and below 10^12 deals, far within 128 bits.
    products: Vec<Vec<i128>>,
    largest: i64,
    largest_award: i64,
}

impl DealSums {
    fn new(made: Vec<Wager>) -> DealSums {
        let made: Vec<usize> = (0..PARTS.len()).filter(|i| made.contains(&PARTS[*i])).collect();
        let n = made.len();
        let products = vec![vec![0; n]; n];
        let (laws, breakage) = (vec![Distribution::new(); n], vec![Fraction::zero(); n]);
        DealSums { made, law: Distribution::new(), laws, breakage, played: 0, products, largest: 0, largest_award: 0 }
    }

    fn add(&mut self, table: &PayoutTable, parts: [&[payouts::Payout]; PARTS.len()], folds: bool, ways: u128) {
        let (nets, paid) = table.nets(parts);
        self.law.add(nets.iter().sum(), ways);
        self.largest = self.largest.max(paid.by_table + paid.by_meters);
        self.largest_award = self.largest_award.max(paid.by_meters);
        self.played += if folds { 0 } else { ways };
        for (place, &i) in self.made.iter().enumerate() {
            self.laws[place].add(nets[i], ways);
            for breakage in parts[i].iter().filter_map(|payout| payout.breakage.as_ref()) {
                self.breakage[place] += breakage.clone() * Fraction::whole(ways);
            }
            for (other, &j) in self.made.iter().enumerate() {
                self.products[place][other] += i128::from(nets[i]) * i128::from(nets[j]) * ways.cast_signed();
            }
        }
    }

    fn finish(self, terms: &PositionTerms, choices: Vec<ClassPlay>) -> Position {
        let of = self.law.of();
        let share = |sum: Fraction| sum / Fraction::whole(of);
        let staked = |wager: Wager| {
            let stake = Fraction::whole(terms.stakes.on(wager).0);
            let played = if wager == Wager::Ante { Fraction::new(self.played, of) } else { Fraction::zero() };
            stake.clone() + stake * played
        };
        let parts = self.made.iter().zip(self.laws).zip(self.breakage).map(|((&i, law), breakage)| WagerPart {
            wager: PARTS[i],
            law,
            staked: staked(PARTS[i]),
            breakage: share(breakage),
        });
        Position {
            parts: parts.collect(),
            law: self.law,
            threshold: threshold(&choices),
            choices,
            largest_payment: Cents(self.largest),
            largest_award: Cents(self.largest_award),
            products: self
                .products
                .into_iter()
                .map(|row| row.into_iter().map(|sum| Fraction::new(sum, of)).collect())
                .collect(),
        }
    }
}
