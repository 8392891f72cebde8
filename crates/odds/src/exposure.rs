//! The house's exposure: what a table holds on average, how much that varies, and the most
//! that one round can cost.
//!
//! The expected hold is exact for any wagers: expectations add up although the positions share a deck. The variance is
//! exact for all wagers on the hands of player and dealer, including the covariance of every two positions. How envy,
//! Cover All and the five-card progressive of one position vary with another's wagers is not counted: for such a table
//! `variance_is_whole` is false, and the missing part is sampled, with its error (`sampled`). If the house limits what
//! a round pays, nothing is sampled, and the variance is that without the limit.
//!
//! A prime tells colours apart, which the count of two positions does not: a table of several positions with one has
//! only the variance of each position by itself, and `variance_is_whole` is false.
//!
//! Meter wins are counted at the given meters, as if each position alone hit them in the round. Two hits of one meter
//! in one round pay less than that (READING 67), so the stated hold is never too high.

mod sampled;

use rules::House;
use rules::money::Cents;
use rules::paytable::Pays;
use rules::settle::{Meters, Stakes};
use rules::wager::Wager;

use crate::cover_all;
use crate::envy::EnvyLaw;
use crate::fraction::Fraction;
use crate::position::shared::covariances;
use crate::position::{Position, PositionDeals, PositionTerms};
use crate::simulate::Decisions;
use crate::strategy::Strategy;
use sampled::ExactMeans;

pub use sampled::Sampled;

/// One position of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatTerms {
    /// Who sits there; a person may hold several positions.
    pub person: u32,
    /// What is wagered at the position.
    pub stakes: Stakes,
    /// How the player decides.
    pub strategy: Strategy,
}

/// A wager over the whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableWager {
    /// The wager; the ante includes play and ante bonus.
    pub wager: Wager,
    /// The mean amount staked in a round, in cents.
    pub staked: Fraction,
    /// The mean amount that the house keeps of it, in cents.
    pub hold: Fraction,
    /// What rounding to whole chips costs the house on average, in cents.
    pub breakage: Fraction,
}

/// The exposure of a table in one round.
#[derive(Clone, Debug)]
pub struct Exposure {
    /// Each wager made anywhere at the table.
    pub wagers: Vec<TableWager>,
    /// The mean amount staked, in cents.
    pub staked: Fraction,
    /// The mean amount that the house keeps, in cents.
    pub hold: Fraction,
    /// The variance of what the house keeps, in square cents.
    pub variance: Fraction,
    /// Whether the variance is complete.
    pub variance_is_whole: bool,
    /// The missing part of the variance, if it was sampled.
    pub sampled: Option<Sampled>,
    /// A bound: no round pays more than this, not counting stakes. Often no round can reach it, since the positions'
    /// best hands need the same cards.
    pub largest_payment: Cents,
}

impl Exposure {
    /// The share of the stakes that the house keeps.
    #[must_use]
    pub fn hold_share(&self) -> Fraction {
        if self.staked.is_zero() { Fraction::zero() } else { self.hold.clone() / self.staked.clone() }
    }

    /// The variance including the sampled part, in square cents.
    #[must_use]
    pub fn variance_in_all(&self) -> Fraction {
        match &self.sampled {
            Some(sampled) => self.variance.clone() + sampled.variance.clone(),
            None => self.variance.clone(),
        }
    }

    /// Counts the exposure of a table, and samples what cannot be counted.
    #[must_use]
    pub fn new(house: &House, seats: &[SeatTerms], meters: &Meters) -> Exposure {
        let kinds = kinds(house, seats, meters);
        let covariances = if seats.len() > 1 && counts_pairs(&kinds) { covariances_of(&kinds) } else { Vec::new() };
        Exposure::of_kinds(house, seats, &kinds, &covariances, Some(meters))
    }

    /// The exposures of tables with one, two and up to `most` such positions, each with its own player, on deals
    /// counted before. Without `spread`, the covariances of the positions are left out, nothing is sampled, and only
    /// the variance of a table of one is complete.
    #[must_use]
    pub fn by_number(
        house: &House,
        seat: &SeatTerms,
        most: u32,
        meters: &Meters,
        deals: &PositionDeals,
        spread: bool,
    ) -> Vec<Exposure> {
        let terms = PositionTerms::of(house, &seat.stakes, meters);
        let position = Position::with_deals(deals, &terms, &seat.strategy);
        let mut kinds = [AlikePositions { seat: seat.clone(), terms, position, seats: 1 }];
        let covariances = if most > 1 && spread && counts_pairs(&kinds) { covariances_of(&kinds) } else { Vec::new() };
        let table = |number: u32| {
            let seats: Vec<SeatTerms> = (1..=number).map(|person| SeatTerms { person, ..seat.clone() }).collect();
            for kind in &mut kinds {
                kind.seats = number;
            }
            Exposure::of_kinds(house, &seats, &kinds, &covariances, spread.then_some(meters))
        };
        (1..=most).map(table).collect()
    }

    fn of_kinds(
        house: &House,
        seats: &[SeatTerms],
        kinds: &[AlikePositions],
        covariances: &[Vec<Fraction>],
        sampled_at: Option<&Meters>,
    ) -> Exposure {
        let mut table = TableSums::default();
        let mut variance = Fraction::zero();
        for (i, kind) in kinds.iter().enumerate() {
            let seats = Fraction::whole(kind.seats);
            for part in &kind.position.parts {
                let times = |amount: &Fraction| amount * &seats;
                table.add(part.wager, times(&part.staked), -times(&part.law.mean()), times(&part.breakage));
            }
            variance += kind.position.variance() * seats.clone();
            table.largest += kind.position.largest_payment.0 * i64::from(kind.seats);
            table.largest_award += kind.position.largest_award.0 * i64::from(kind.seats);
            for (j, other) in kinds.iter().enumerate() {
                let pairs = i64::from(kind.seats) * i64::from(if i == j { other.seats - 1 } else { other.seats });
                if let Some(covariance) = covariances.get(i).and_then(|row| row.get(j)) {
                    variance += covariance.clone() * Fraction::whole(pairs);
                }
            }
        }
        let five_seats = seats.iter().filter(|seat| !seat.stakes.five_card_progressive.is_zero()).count();
        // A limit over several positions cuts what none of them alone would have cut: the hold is then a little more.
        let limited = house.limit_per_player.is_some() || house.limit_per_table.is_some();
        let mut whole = seats.len() == 1 || five_seats == 0 && !limited && !covariances.is_empty();
        for (staked, wager) in [(Wager::Progressive, Wager::Envy), (Wager::FiveCardProgressive, Wager::FiveCardEnvy)] {
            whole &= !table.envy(house, seats, staked, wager);
        }
        whole &= !table.cover_all(house, seats);
        let mut exposure = table.exposure(house, variance, whole);
        if let Some(meters) = sampled_at.filter(|_| !whole && !limited && counts_pairs(kinds)) {
            exposure.sampled = sample(house, seats, kinds, &exposure.wagers, meters);
        }
        exposure
    }
}

/// Samples the part of the variance that is not counted.
fn sample(
    house: &House,
    seats: &[SeatTerms],
    kinds: &[AlikePositions],
    wagers: &[TableWager],
    meters: &Meters,
) -> Option<Sampled> {
    let rest = wagers.iter().filter(|wager| matches!(wager.wager, Wager::Envy | Wager::FiveCardEnvy | Wager::CoverAll));
    let mut means = ExactMeans { by_seat: Vec::new(), rest: rest.map(|wager| -wager.hold.clone()).sum() };
    let (mut decisions, mut known) = (Vec::new(), Vec::new());
    for seat in seats {
        let i = kinds.iter().position(|kind| kind.is_of(seat))?;
        let position = &kinds[i].position;
        let mean = |five: bool| {
            let parts = position.parts.iter().filter(|part| (part.wager == Wager::FiveCardProgressive) == five);
            parts.map(|part| part.law.mean()).sum()
        };
        means.by_seat.push((mean(false), mean(true)));
        known.resize_with(kinds.len(), || None);
        let shared = known[i].get_or_insert_with(|| {
            (!position.choices.is_empty()).then(|| Decisions::of_choices(&position.choices).shared())
        });
        decisions.push(shared.clone());
    }
    sampled::sampled(house, seats, decisions, &means, meters)
}

/// Whether two positions can be counted together. Colours are not alike under renaming suits, on which that count
/// rests: with a prime at the table, how positions vary together is neither counted nor sampled.
fn counts_pairs(kinds: &[AlikePositions]) -> bool {
    kinds.iter().all(|kind| kind.seat.stakes.prime.is_zero())
}

fn covariances_of(kinds: &[AlikePositions]) -> Vec<Vec<Fraction>> {
    let pairs: Vec<(&PositionTerms, &Position)> = kinds.iter().map(|kind| (&kind.terms, &kind.position)).collect();
    covariances(&pairs)
}

/// Positions that are alike.
struct AlikePositions {
    seat: SeatTerms,
    terms: PositionTerms,
    position: Position,
    seats: u32,
}

impl AlikePositions {
    /// Whether a seat is of this kind.
    fn is_of(&self, seat: &SeatTerms) -> bool {
        self.seat.stakes == seat.stakes && self.seat.strategy == seat.strategy
    }
}

fn kinds(house: &House, seats: &[SeatTerms], meters: &Meters) -> Vec<AlikePositions> {
    let mut kinds: Vec<AlikePositions> = Vec::new();
    let mut deals: Vec<PositionDeals> = Vec::new();
    for seat in seats {
        if let Some(kind) = kinds.iter_mut().find(|kind| kind.is_of(seat)) {
            kind.seats += 1;
            continue;
        }
        let terms = PositionTerms::of(house, &seat.stakes, meters);
        let place = deals.iter().position(|known| known.long_hands == terms.long_hands()).unwrap_or_else(|| {
            deals.push(terms.deals());
            deals.len() - 1
        });
        let position = Position::with_deals(&deals[place], &terms, &seat.strategy);
        kinds.push(AlikePositions { seat: seat.clone(), terms, position, seats: 1 });
    }
    kinds
}

/// Sums over the table.
#[derive(Default)]
struct TableSums {
    wagers: Vec<TableWager>,
    largest: i64,
    largest_award: i64,
}

impl TableSums {
    fn add(&mut self, wager: Wager, staked: Fraction, hold: Fraction, breakage: Fraction) {
        match self.wagers.iter_mut().find(|known| known.wager == wager) {
            Some(known) => {
                known.staked += staked;
                known.hold += hold;
                known.breakage += breakage;
            }
            None => self.wagers.push(TableWager { wager, staked, hold, breakage }),
        }
    }

    /// Adds the envy bonuses between the seats; whether there can be any.
    fn envy(&mut self, house: &House, seats: &[SeatTerms], staked: Wager, wager: Wager) -> bool {
        let Some(terms) = house.progressive_terms(staked) else { return false };
        let (Some(rules), Some(law)) = (&terms.envy, EnvyLaw::of_house(terms, house.wheel)) else { return false };
        let mut pairs = 0_i64;
        for (i, holder) in seats.iter().enumerate() {
            if rules.holder_needs_wager && holder.stakes.on(staked).is_zero() {
                continue;
            }
            for (j, other) in seats.iter().enumerate().filter(|(_, other)| !other.stakes.on(staked).is_zero()) {
                pairs += i64::from(other.person != holder.person && i != j);
            }
        }
        if pairs > 0 {
            let most = law.hands.iter().map(|hand| hand.pays.0).max().unwrap_or(0);
            self.largest += pairs * most;
            let cost = law.cents_per_other() * Fraction::whole(pairs);
            self.add(wager, Fraction::zero(), -cost, Fraction::zero());
        }
        pairs > 0
    }

    /// Adds the Cover All wagers; whether there are any.
    fn cover_all(&mut self, house: &House, seats: &[SeatTerms]) -> bool {
        let Some(terms) = &house.cover_all else { return false };
        let mut any = false;
        for seat in seats.iter().filter(|seat| !seat.stakes.cover_all.is_zero()) {
            any = true;
            let stake = seat.stakes.cover_all;
            let Some(law) = cover_all::cover_all(terms, seats.len()) else { continue };
            let mut hold = Fraction::zero();
            let mut breakage = Fraction::zero();
            for outcome in &law.outcomes {
                let odds = match outcome.pays {
                    Some(Pays::To(odds)) => odds,
                    _ => {
                        hold += outcome.probability() * Fraction::whole(stake.0);
                        continue;
                    }
                };
                let paid = odds.on(stake).round_up_to(house.unit).0;
                let due = Fraction::new(stake.0 * i64::from(odds.won), odds.staked);
                hold += outcome.probability() * Fraction::whole(-paid);
                breakage += outcome.probability() * (Fraction::whole(paid) - due);
            }
            let most = law.outcomes.iter().filter_map(|outcome| match outcome.pays {
                Some(Pays::To(odds)) => Some(odds.on(stake).round_up_to(house.unit).0),
                _ => None,
            });
            self.largest += most.max().unwrap_or(0);
            self.add(Wager::CoverAll, Fraction::whole(stake.0), hold, breakage);
        }
        any
    }

    fn exposure(self, house: &House, variance: Fraction, variance_is_whole: bool) -> Exposure {
        // What a limit covers is bounded by it; the rest is not.
        let beside = if house.payout.meters { 0 } else { self.largest_award };
        let with_ante = [Wager::Play, Wager::AnteBonus, Wager::BadBeat, Wager::MatchPlay];
        let covered = |wager: &Wager| house.payout.wagers.contains(*wager) || !house.offers(*wager);
        let all_covered = self
            .wagers
            .iter()
            .all(|made| covered(&made.wager) && (made.wager != Wager::Ante || with_ante.iter().all(covered)));
        let limit = house.limit_per_table.filter(|_| all_covered);
        let largest = self.largest.min(limit.map_or(i64::MAX, |limit| limit.0.saturating_add(beside)));
        Exposure {
            staked: self.wagers.iter().map(|wager| wager.staked.clone()).sum(),
            hold: self.wagers.iter().map(|wager| wager.hold.clone()).sum(),
            wagers: self.wagers,
            variance,
            variance_is_whole,
            sampled: None,
            largest_payment: Cents(largest),
        }
    }
}

/// What rounding to whole chips costs the house at one position, for each wager and each unit, in cents, on deals
/// counted before.
#[must_use]
pub fn breakage(
    deals: &PositionDeals,
    terms: &PositionTerms,
    strategy: &Strategy,
    units: &[Cents],
) -> Vec<(Cents, Vec<(Wager, Fraction)>)> {
    let at = |unit: &Cents| {
        let terms = terms.with_unit(*unit);
        if !terms.rounds(deals) {
            return (*unit, terms.made().into_iter().map(|wager| (wager, Fraction::zero())).collect());
        }
        let position = Position::with_deals(deals, &terms, strategy);
        (*unit, position.parts.into_iter().map(|part| (part.wager, part.breakage)).collect())
    };
    units.iter().map(at).collect()
}
