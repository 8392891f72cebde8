//! Risk compared with step-by-step convolution in exact fractions, with gamblers' formulas, and with chance.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use odds::position::{Position, PositionTerms};
use odds::risk::{BankrollSession, Quantile, Shift, Wait, bankroll_for};
use odds::strategy::Strategy;
use odds::{Distribution, Fraction};
use rules::settle::{Meters, Stakes};
use rules::{Books, Cents};

fn law(amounts: &[(i64, u128)]) -> Distribution {
    let mut law = Distribution::new();
    for (amount, ways) in amounts {
        law.add(*amount, *ways);
    }
    law
}

/// Ante and pair plus of five dollars each.
fn position() -> Distribution {
    let text = include_str!("../../../houses/sd.toml");
    let house = rules::house::check(text, &Books::shipped()).house.unwrap();
    let stakes = Stakes { ante: Cents(500), pair_plus: Cents(500), ..Stakes::default() };
    Position::new(&PositionTerms::of(&house, &stakes, &Meters::default()), &Strategy::Q64).law
}

/// The same by brute force: big whole numbers, one round after another.
fn folded(
    law: &Distribution,
    start: i64,
    needs: Option<i64>,
    rounds: u32,
) -> (BTreeMap<i64, BigUint>, BTreeMap<i64, BigUint>) {
    let mut standing = BTreeMap::from([(start, BigUint::from(1_u32))]);
    let mut ruined: BTreeMap<i64, BigUint> = BTreeMap::new();
    for _ in 0..rounds {
        for ways in ruined.values_mut() {
            *ways *= law.of();
        }
        let mut next: BTreeMap<i64, BigUint> = BTreeMap::new();
        for (amount, ways) in &standing {
            for (net, more) in law.iter() {
                let after = amount + net;
                let place = if needs.is_some_and(|needs| after < needs) { &mut ruined } else { &mut next };
                *place.entry(after).or_default() += ways * more;
            }
        }
        standing = next;
    }
    (standing, ruined)
}

fn within(chance: &odds::risk::Chance, true_value: &Fraction) {
    assert!(chance.low <= *true_value && *true_value <= chance.high, "{chance:?} {true_value}");
    assert!(chance.error() < Fraction::new(1, 1_000_000_000), "{}", chance.error().decimal(15));
}

#[test]
fn a_shift_agrees_with_folding_round_by_round() {
    let law = position();
    let rounds = 40;
    let shift = Shift::new(&law, rounds);
    let (sums, _) = folded(&law, 0, None, rounds as u32);
    let of: BigUint = sums.values().sum();
    let mut below = BigUint::default();
    for (amount, ways) in &sums {
        let chance = Fraction::new(below.clone(), of.clone());
        within(&shift.law.below(Cents(*amount)), &chance);
        below += ways;
    }
    assert_eq!(shift.mean, law.mean() * Fraction::whole(rounds));
    for percent in [1, 5, 25, 50, 75, 95, 99] {
        let level = Fraction::new(percent, 100);
        let quantile = shift.law.quantile(&level);
        let mut sum = BigUint::default();
        let exact = sums.iter().find(|(_, ways)| {
            sum += *ways;
            Fraction::new(sum.clone(), of.clone()) >= level
        });
        let exact = Cents(*exact.unwrap().0);
        assert_eq!(quantile, Quantile { low: exact, high: Some(exact) });
    }
}

#[test]
fn ruin_agrees_with_folding_round_by_round() {
    let law = position();
    for (bankroll, rounds) in [(3_000, 60), (10_000, 37), (1_500, 25), (1_400, 3)] {
        let session = BankrollSession::new(&law, Cents(bankroll), Cents(1_500), rounds);
        let start = if bankroll < 1_500 { None } else { Some(1_500) };
        let (standing, ruined) = folded(&law, bankroll, start, rounds as u32);
        if bankroll < 1_500 {
            within(&session.ruin, &Fraction::whole(1));
            continue;
        }
        let sum = |part: &BTreeMap<i64, BigUint>| part.values().sum::<BigUint>();
        let of = sum(&standing) + sum(&ruined);
        within(&session.ruin, &Fraction::new(sum(&ruined), of.clone()));
        let broke: BigUint = standing.range(..4_000).chain(ruined.range(..4_000)).map(|(_, ways)| ways).sum();
        within(&session.bankroll.below(Cents(4_000)), &Fraction::new(broke, of));
    }
}

#[test]
fn a_fair_coin_is_ruined_as_the_formula_says() {
    let coin = law(&[(-1, 1), (1, 1)]);
    // By reflection: ruin from b within n tosses is P(S <= -b) + P(S < -b), S the sum of n signs.
    let (bankroll, rounds) = (10_i64, 100_i64);
    let session = BankrollSession::new(&coin, Cents(bankroll), Cents(1), rounds as u64);
    let mut ways = BigUint::from(1_u32);
    let mut sum = BigUint::default();
    for wins in 0..=rounds {
        let total = 2 * wins - rounds;
        let times = u32::from(total <= -bankroll) + u32::from(total < -bankroll);
        sum += &ways * times;
        ways = ways * (rounds - wins) as u64 / (wins + 1) as u64;
    }
    within(&session.ruin, &Fraction::new(sum, BigUint::from(1_u32) << rounds));
    // A toss needs an amount of only 1, so ruin means ending at zero.
    let end = session.bankroll.below(Cents(1));
    within(&end, &session.ruin.low);
}

#[test]
fn rare_amounts_off_the_lattice_are_kept_exactly() {
    // A meter of odd cents, as a jackpot is.
    let jackpot = law(&[(-500, 700), (500, 290), (123_457, 9), (9_876_543, 1)]);
    let shift = Shift::new(&jackpot, 30);
    let (sums, _) = folded(&jackpot, 0, None, 30);
    let of: BigUint = sums.values().sum();
    let mut below = BigUint::default();
    for (i, (amount, ways)) in sums.iter().enumerate() {
        if i % 50 == 0 {
            within(&shift.law.below(Cents(*amount)), &Fraction::new(below.clone(), of.clone()));
        }
        below += ways;
    }
}

#[test]
fn a_jackpot_out_of_sight_is_not_lost() {
    let jackpot = law(&[(-500, 700), (500, 290), (123_457, 9), (9_876_543, 1)]);
    let (bankroll, needs, rounds) = (3_000, 500, 30);
    let session = BankrollSession::new(&jackpot, Cents(bankroll), Cents(needs), rounds);
    let (standing, ruined) = folded(&jackpot, bankroll, Some(needs), rounds as u32);
    let sum = |part: &BTreeMap<i64, BigUint>| part.values().sum::<BigUint>();
    let of = sum(&standing) + sum(&ruined);
    within(&session.ruin, &Fraction::new(sum(&ruined), of.clone()));
    // Every chance is known up to what the session can lose above the start; beyond that it is only bounded.
    for amount in [2_000, 3_000, 10_000, 17_999] {
        let below: BigUint = standing.range(..amount).chain(ruined.range(..amount)).map(|(_, ways)| ways).sum();
        within(&session.bankroll.below(Cents(amount)), &Fraction::new(below, of.clone()));
    }
    let far = session.bankroll.below(Cents(100_000));
    let below: BigUint = standing.range(..100_000).chain(ruined.range(..100_000)).map(|(_, ways)| ways).sum();
    let below = Fraction::new(below, of);
    assert!(far.low <= below && below <= far.high);
    let top = session.bankroll.quantile(&Fraction::new(999, 1_000));
    assert_eq!(top, Quantile { low: Cents(18_000), high: None });
}

#[test]
fn long_sessions_stay_within_their_bound() {
    let law = position();
    let shift = Shift::hold(&law, 20_000);
    println!("error {}", shift.law.error().decimal(15));
    assert!(shift.law.error() < Fraction::new(1, 100_000_000));
    let [low, median, high] = [1, 50, 99].map(|percent| shift.law.quantile(&Fraction::new(percent, 100)));
    println!("hold {} sd {}: {low:?} {median:?} {high:?}", shift.mean.decimal(0), shift.variance.root(0));
    assert!(low.high < Some(median.low) && median.high < Some(high.low));
    // The median of this many rounds lies near the mean, within a tenth of the deviation.
    let off = (Fraction::whole(median.low.0) - shift.mean.clone()).power(2);
    assert!(off * Fraction::whole(100) < shift.variance);
    let session = BankrollSession::new(&law, Cents(100_000), Cents(1_500), 1_000);
    println!("ruin within 1,000 rounds from $1,000: {:?}", session.ruin.decimal(6));
    assert!(session.ruin.error() < Fraction::new(1, 100_000_000));
}

#[test]
fn the_bankroll_for_a_risk_is_the_smallest() {
    let law = position();
    let risk = Fraction::new(1, 20);
    let bankroll = bankroll_for(&law, Cents(1_500), 100, &risk, Cents(500)).unwrap();
    println!("bankroll for 100 rounds at 5 %: {bankroll}");
    let ruin = |cents: i64| BankrollSession::new(&law, Cents(cents), Cents(1_500), 100).ruin;
    assert!(ruin(bankroll.0).high <= risk && ruin(bankroll.0 - 500).low > risk);
}

#[test]
fn a_meter_waits_as_geometric_laws_do() {
    let wait = Wait::new(4, 22_100).unwrap();
    assert_eq!(wait.mean(), Fraction::whole(5_525));
    assert_eq!(wait.variance(), Fraction::whole(5_525 * 5_524));
    for rounds in [0_u32, 1, 2, 50] {
        let away = Fraction::new(5_524, 5_525).power(rounds as i32);
        let chance = wait.within(u64::from(rounds));
        let exact = Fraction::whole(1) - away;
        assert!(chance.low <= exact && exact <= chance.high);
        assert!(chance.error() < Fraction::new(1, 1_000_000_000_000_i64));
    }
    let (low, high) = wait.quantile(&Fraction::new(1, 2)).unwrap();
    println!("median wait {low} to {high}");
    assert_eq!((low, high), (3_830, 3_830));
    let one = Wait::new(1, 1).unwrap();
    assert_eq!(one.quantile(&Fraction::new(99, 100)), Some((1, 1)));
    assert_eq!(Wait::new(0, 22_100), None);
}
