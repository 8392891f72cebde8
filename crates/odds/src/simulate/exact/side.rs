//! Pair plus, hand bonus, six card bonus, prime, progressives and Cover All.

use cards::counts::choose;
use cards::{Three, ThreeCategory};
use rules::hand::{Colours, colour};
use rules::house::House;
use rules::money::{Cents, MILLIONTHS};
use rules::paytable::Pays;
use rules::posted::ThreeTable;
use rules::rulebook::vocabulary::{Fate, PaidFrom};
use rules::wager::{Level, Wager};

use super::six_given::{six_card_classes, six_given};
use super::{Moments, NoLaw, from_tray, paid_to};
use crate::cover_all;
use crate::deals::{DEALER_HANDS, Deals};
use crate::fraction::Fraction;
use crate::law::Distribution;
use crate::progressive::ProgressiveLaw;
use crate::simulate::partial::Partial;
use crate::simulate::plan::{SeatPlan, SimulationPlan};
use crate::six::six_card_law;

/// Pair plus, or a tip on it: by its table, unless a fold took it.
pub(super) fn pair_plus(house: &House, seat: &SeatPlan, wager: Wager) -> Option<Distribution> {
    by_three_cards(house, seat, wager, &house.pair_plus)
}

/// The hand bonus, in the same way.
pub(super) fn hand_bonus(house: &House, seat: &SeatPlan) -> Option<Distribution> {
    by_three_cards(house, seat, Wager::HandBonus, &house.hand_bonus.as_ref()?.table)
}

fn by_three_cards(house: &House, seat: &SeatPlan, wager: Wager, table: &ThreeTable) -> Option<Distribution> {
    let stake = Some(seat.stakes.on(wager)).filter(|stake| !stake.is_zero())?;
    let fate = house.fold.fate(wager);
    let mut law = Distribution::new();
    for hand in Three::all() {
        let line = table.line(hand).filter(|_| seat.keeps(hand, fate));
        law.add(line.map_or(-stake.0, |line| paid_to(house, line.pays, stake).0), 1);
    }
    Some(law)
}

/// The six card bonus.
pub(super) fn six_card_bonus(house: &House, seat: &SeatPlan, deals: &Deals) -> Option<Distribution> {
    let stake = Some(seat.stakes.six_card_bonus).filter(|stake| !stake.is_zero())?;
    let terms = house.six_card.as_ref()?;
    // A flat prize paid by hand is paid to the cent.
    let net = |pays: Option<Pays>| match pays {
        Some(Pays::Flat(amount)) if terms.super_royal_paid_from == PaidFrom::HandPay => amount.0,
        Some(Pays::Flat(amount)) => from_tray(house, amount).0,
        Some(pays) => paid_to(house, pays, stake).0,
        None => -stake.0,
    };
    let mut law = Distribution::new();
    if house.fold.six_card_bonus == Fate::Kept || !seat.decides() {
        for outcome in six_card_law(&terms.table, house.wheel, stake).outcomes {
            law.add(net(outcome.pays), outcome.ways);
        }
        return Some(law);
    }
    for (hand, hands) in six_card_classes(&deals.classes) {
        if !seat.decisions.plays(hand) {
            law.add(-stake.0, u128::from(hands) * u128::from(DEALER_HANDS));
            continue;
        }
        for ((category, super_royal), dealers) in six_given(hand, house.wheel) {
            let pays = terms.table.line(category, super_royal).map(|line| line.pays);
            law.add(net(pays), u128::from(hands) * u128::from(dealers));
        }
    }
    Some(law)
}

/// The prime. Whether a fold takes it depends on the player's hand, so hands are gone through one by one.
pub(super) fn prime(house: &House, seat: &SeatPlan) -> Option<Distribution> {
    let stake = Some(seat.stakes.prime).filter(|stake| !stake.is_zero())?;
    let terms = house.prime.as_ref()?;
    // The dealer's hands of a player's colour: three of the 23 such cards that are left.
    let alike = choose(23, 3);
    let mut law = Distribution::new();
    for hand in Three::all() {
        let colours = match colour(hand) {
            Some(_) => [(Colours::SixAlike, alike), (Colours::ThreeAlike, u64::from(DEALER_HANDS) - alike)],
            None => [(Colours::Mixed, u64::from(DEALER_HANDS)), (Colours::Mixed, 0)],
        };
        let keeps = seat.keeps(hand, house.fold.prime);
        for (colours, dealers) in colours.into_iter().filter(|(_, dealers)| *dealers > 0) {
            let line = terms.table.line(colours).filter(|_| keeps);
            law.add(line.map_or(-stake.0, |line| paid_to(house, line.pays, stake).0), u128::from(dealers));
        }
    }
    Some(law)
}

/// A progressive, each round at its own meters.
///
/// A share of a meter is worth its probability times the meter at that time, so the sum of the shown meters is all that
/// is needed. If two won from one meter in one round, the second found less, and cents and chips were rounded: what was
/// paid is known, and so is what the awards were worth, so the difference is corrected.
pub(super) fn progressive(plan: &SimulationPlan<'_>, wager: Wager, result: &Partial) -> Option<Moments> {
    let house = plan.house;
    let terms = house.progressive_terms(wager)?;
    let fate = house.fold.fate(wager);
    let rounds = Fraction::whole(result.rounds.max(1));
    let sums = |level: Level| result.meters.get(&format!("{wager}.{level}"));
    let shown: Vec<(Level, Fraction)> = (terms.meters.iter())
        .filter_map(|meter| {
            let shown = Fraction::new(sums(meter.level)?.shown, MILLIONTHS) / rounds.clone();
            Some((meter.level, shown))
        })
        .collect();
    let mut all = Moments { mean: Fraction::zero(), variance: Fraction::zero() };
    let mut made = false;
    for seat in plan.seats.iter().filter(|seat| !seat.stakes.on(wager).is_zero()) {
        made = true;
        let stake = seat.stakes.on(wager);
        let law = if fate == Fate::Kept || !seat.decides() {
            ProgressiveLaw::new(&terms.table, stake, house.wheel)
        } else {
            let keeps = |hand| seat.decisions.plays(hand);
            ProgressiveLaw::forfeited_by_fold(&terms.table, stake, house.wheel, keeps)
        };
        let (mut paid, mut squares) = (Fraction::zero(), Fraction::zero());
        for line in &law.lines {
            let amount = match line.pays {
                Pays::For(odds) => Fraction::whole(from_tray(house, odds.on(stake)).0),
                Pays::OfMeter(share, level) => {
                    let meter = shown.iter().find(|(shown, _)| *shown == level).map(|(_, meter)| meter.clone());
                    meter.unwrap_or_default() * Fraction::new(share.0, MILLIONTHS)
                }
                Pays::To(_) | Pays::Flat(_) => continue,
            };
            let probability = Fraction::new(line.ways, law.of);
            squares += probability.clone() * amount.power(2);
            paid += probability * amount;
        }
        all.variance += squares - paid.power(2);
        all.mean += paid - Fraction::whole(stake.0);
    }
    for sums in terms.meters.iter().filter_map(|meter| sums(meter.level)) {
        let worth = Fraction::new(sums.worth, i128::from(MILLIONTHS).pow(2));
        all.mean += (Fraction::whole(sums.paid) - worth) / rounds.clone();
    }
    made.then_some(all)
}

/// Cover All: one hand decides for the whole table.
pub(super) fn cover_all(plan: &SimulationPlan<'_>) -> Option<Result<Distribution, NoLaw>> {
    let house = plan.house;
    let terms = house.cover_all.as_ref()?;
    let made = || plan.seats.iter().filter(|seat| !seat.stakes.cover_all.is_zero());
    made().next()?;
    // A hand below a straight is never the one paid, so it makes no difference whether it was folded.
    let folds_none = |seat: &SeatPlan| {
        let high = |hand: &Three| hand.category() >= ThreeCategory::Straight;
        !seat.decides() || Three::all().filter(high).all(|hand| seat.decisions.plays(hand))
    };
    let stands = house.fold.cover_all == Fate::Kept || made().all(|seat| !seat.decides());
    let counted = terms.folded_hands_count || plan.seats.iter().all(folds_none);
    let Some(counts) = cover_all::cover_all(terms, plan.seats.len()).filter(|_| stands && counted) else {
        return Some(Err(NoLaw::CoverAll));
    };
    let mut law = Distribution::new();
    for outcome in &counts.outcomes {
        let net = |stake: Cents| outcome.pays.map_or(-stake.0, |pays| paid_to(house, pays, stake).0);
        law.add(made().map(|seat| net(seat.stakes.cover_all)).sum(), outcome.ways);
    }
    Some(Ok(law))
}
