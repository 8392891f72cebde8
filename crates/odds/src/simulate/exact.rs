//! What the exact law says about a plan: each wager's expected net in a round, and its variance.
//!
//! It is computed from the house's terms by the laws of this crate, not by the settlement, so that the two check each
//! other. Payments are exactly those of the table at these stakes: fractions of a cent down, tray payments up to the
//! smallest chip.

mod base;
mod envy;
mod side;
mod six_given;

use std::collections::BTreeMap;

use rules::house::House;
use rules::money::Cents;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::Fate;
use rules::wager::Wager;

use super::partial::Partial;
use super::plan::{SeatPlan, SimulationPlan};
use crate::deals::{Deals, SuitClass};
use crate::fraction::Fraction;
use crate::law::Distribution;
use crate::position::colours::divided;
use crate::terms::BaseTerms;

/// The word for ante, play and ante bonus together.
pub const ANTE_PLAY: &str = "ante_play";

/// What the exact law says about one wager, at all positions together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moments {
    /// The expected net of a round, in cents.
    pub mean: Fraction,
    /// The sum of the positions' variances, in square cents, without their covariances.
    pub variance: Fraction,
}

impl Moments {
    /// The sum of several laws.
    fn of(laws: impl IntoIterator<Item = Distribution>) -> Moments {
        let mut all = Moments { mean: Fraction::zero(), variance: Fraction::zero() };
        for law in laws.into_iter().filter(|law| law.of() > 0) {
            all.mean += law.mean();
            all.variance += law.variance();
        }
        all
    }
}

/// Why a wager has no exact law here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLaw {
    /// The house limits what a round pays, so that one wager's payment depends on all others.
    Limited {
        /// The limits, in words.
        limits: String,
        /// What the law would be without them, if there is one: of the net in cents, then by the stake in a comparison.
        without: Option<Fraction>,
    },
    /// Cover All whose payment depends on what other players fold.
    CoverAll,
}

impl std::fmt::Display for NoLaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoLaw::Limited { limits, without } => {
                write!(f, "{limits} cuts payments")?;
                match without {
                    Some(law) => write!(f, "; the law without it is {}", law.percent(4)),
                    None => Ok(()),
                }
            }
            NoLaw::CoverAll => f.write_str(
                "Cover All has no counted law here: a fold forfeits it, it pays low hands, or good hands are folded",
            ),
        }
    }
}

impl NoLaw {
    /// The same, with the law without limits measured by a stake.
    pub(super) fn per(self, unit: &Fraction) -> NoLaw {
        match self {
            NoLaw::Limited { limits, without } => {
                NoLaw::Limited { limits, without: without.map(|law| law / unit.clone()) }
            }
            NoLaw::CoverAll => NoLaw::CoverAll,
        }
    }

    /// Why the sum of two rows has no law.
    pub(super) fn and(self, other: Result<&Moments, &NoLaw>) -> NoLaw {
        let add = |one: Option<Fraction>, other: Option<&Fraction>| Some(one? + other?.clone());
        match (self, other) {
            (NoLaw::Limited { limits, without }, Ok(law)) => {
                NoLaw::Limited { limits, without: add(without, Some(&law.mean)) }
            }
            (NoLaw::Limited { limits, without }, Err(NoLaw::Limited { without: more, .. })) => {
                NoLaw::Limited { limits, without: add(without, more.as_ref()) }
            }
            (NoLaw::Limited { limits, .. }, Err(NoLaw::CoverAll)) => NoLaw::Limited { limits, without: None },
            (NoLaw::CoverAll, _) => NoLaw::CoverAll,
        }
    }
}

/// Whether all wagers together can never win as much as a limit allows: no round is cut then. What progressives and
/// envy pay has no bound here, and what tips win is nobody's net.
fn never_cut<'l>(plan: &SimulationPlan<'_>, laws: impl Iterator<Item = &'l Distribution>) -> bool {
    let house = plan.house;
    let unbounded = [
        (Wager::Progressive, [Wager::Progressive, Wager::Envy]),
        (Wager::FiveCardProgressive, [Wager::FiveCardProgressive, Wager::FiveCardEnvy]),
        (Wager::TipAnte, [Wager::TipAnte, Wager::TipAnteBonus]),
        (Wager::TipPlay, [Wager::TipPlay; 2]),
        (Wager::TipPairPlus, [Wager::TipPairPlus; 2]),
    ];
    let covered = |wager: &Wager| house.limit_covers(*wager, false) || house.limit_covers(*wager, true);
    let made = |wager: Wager| plan.seats.iter().any(|seat| !seat.stakes.on(wager).is_zero());
    if unbounded.iter().any(|(staked, wagers)| made(*staked) && wagers.iter().any(covered)) {
        return false;
    }
    // A win is at most the net of its wager's law and all that is staked beside it, the play wagers included.
    let staked =
        |seat: &SeatPlan| Wager::ALL.iter().map(|wager| seat.stakes.on(*wager).0).sum::<i64>() + seat.stakes.ante.0;
    let largest = laws.map(|law| law.iter().map(|(net, _)| net.max(0)).max().unwrap_or(0)).sum::<i64>();
    let most = Cents(largest + plan.seats.iter().map(staked).sum::<i64>());
    [house.limit_per_player, house.limit_per_table].into_iter().flatten().all(|limit| most <= limit)
}

/// Whether a limit may cut the wager of a row.
fn may_cut(house: &House, row: &str) -> bool {
    let covers = |wager: &Wager| house.limit_covers(*wager, house.payout.meters);
    if row == ANTE_PLAY {
        return [Wager::Ante, Wager::Play, Wager::AnteBonus, Wager::BadBeat].iter().any(covers);
    }
    Wager::ALL.iter().find(|wager| wager.word() == row).is_some_and(covers)
}

/// What the exact law says about every wager of a plan, by the wager's word. Progressives are priced at the meters of
/// each round, which the result has recorded.
#[must_use]
pub fn expected(plan: &SimulationPlan<'_>, result: &Partial) -> BTreeMap<&'static str, Result<Moments, NoLaw>> {
    let house = plan.house;
    let terms = BaseTerms::of(house);
    let mut deals = Deals::new(terms.floor);
    if plan.seats.iter().any(|seat| !seat.stakes.prime.is_zero()) {
        // Hands of a suit class can be decided differently, by their colours.
        let apart = |class: &SuitClass| {
            let class = *class;
            divided(class.hand, class.ways).into_iter().map(move |(hand, ways)| SuitClass { hand, ways, ..class })
        };
        deals.classes = deals.classes.iter().flat_map(apart).collect();
    }
    let mut laws: BTreeMap<&'static str, Vec<Distribution>> = BTreeMap::new();
    for seat in &plan.seats {
        let side = [
            (Wager::PairPlus, side::pair_plus(house, seat, Wager::PairPlus)),
            (Wager::TipPairPlus, side::pair_plus(house, seat, Wager::TipPairPlus)),
            (Wager::HandBonus, side::hand_bonus(house, seat)),
            (Wager::SixCardBonus, side::six_card_bonus(house, seat, &deals)),
            (Wager::Prime, side::prime(house, seat)),
        ];
        let side = side.into_iter().filter_map(|(wager, law)| Some((wager.word(), law?)));
        for (wager, law) in base::laws(house, seat, &deals, &terms).into_iter().chain(side) {
            laws.entry(wager).or_default().push(law);
        }
    }
    let cover_all = side::cover_all(plan);
    // What Cover All can pay at most is known only by its law.
    let unknown = matches!(cover_all, Some(Err(_))) && may_cut(house, Wager::CoverAll.word());
    let never_cut = !unknown && never_cut(plan, laws.values().flatten().chain(cover_all.iter().flatten()));
    let mut all: BTreeMap<&'static str, Result<Moments, NoLaw>> =
        laws.into_iter().map(|(wager, laws)| (wager, Ok(Moments::of(laws)))).collect();
    for (staked, envy) in [(Wager::Progressive, Wager::Envy), (Wager::FiveCardProgressive, Wager::FiveCardEnvy)] {
        if let Some(expected) = side::progressive(plan, staked, result) {
            all.insert(staked.word(), Ok(expected));
        }
        if let Some(expected) = envy::envy(plan, staked, envy, &deals) {
            all.insert(envy.word(), Ok(expected));
        }
    }
    if let Some(law) = cover_all {
        all.insert(Wager::CoverAll.word(), law.map(|law| Moments::of([law])));
    }
    // What no limit covers, or reaches, keeps its law.
    for (_, law) in all.iter_mut().filter(|(row, _)| !never_cut && may_cut(house, row)) {
        let without = law.as_ref().ok().map(|law| law.mean.clone());
        *law = Err(NoLaw::Limited { limits: house.limits_in_short(), without });
    }
    all
}

/// What the tray pays by odds: whole cents, rounded up to the smallest chip.
fn from_tray(house: &House, paid: Cents) -> Cents {
    paid.round_up_to(house.unit)
}

/// What a line pays on top of a stake that is returned.
fn paid_to(house: &House, pays: Pays, stake: Cents) -> Cents {
    match pays {
        Pays::To(odds) => from_tray(house, odds.on(stake)),
        Pays::For(_) | Pays::OfMeter(..) | Pays::Flat(_) => Cents::ZERO,
    }
}

impl SeatPlan {
    /// Whether there is a decision to make.
    fn decides(&self) -> bool {
        !self.stakes.ante.is_zero()
    }

    /// Whether a wager with this fate stays alive with a hand: the hand is played, or a fold keeps the wager.
    fn keeps(&self, hand: cards::Three, fate: Fate) -> bool {
        !self.decides() || fate == Fate::Kept || self.decisions.plays(hand)
    }
}
