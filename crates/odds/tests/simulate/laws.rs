//! Every wager of every example house is within its error of the exact law.

use odds::Fraction;
use odds::simulate::{Comparison, NoLaw, TABLE, compare, run};
use odds::strategy::Strategy;
use rules::rulebook::vocabulary::Fate;
use rules::settle::Stakes;
use rules::{Cents, House};

use super::table::{HOUSES, everything, house, plan, seats};

/// No wager may be further from its law than this many standard errors. The seeds are fixed, so the runs are always the
/// same; with other seeds, one in 147,000 figures would be further away.
const Z_MAX: (i64, i64) = (9, 2);

fn rows(house: &House, positions: u8, stakes: Stakes, strategies: &[Strategy], rounds: u64) -> Vec<Comparison> {
    let plan = plan(house, seats(house, positions, stakes, strategies), rounds, 50_000);
    compare(&plan, &run(&plan, 0..plan.blocks()).unwrap())
}

fn assert_near(name: &str, rows: &[Comparison]) {
    let bound = Fraction::new(Z_MAX.0, Z_MAX.1).power(2);
    for row in rows {
        println!(
            "{name} {}: {} exact {:?} z {:?}",
            row.wager,
            row.mean.decimal(5),
            row.exact.as_ref().map(|e| e.decimal(5)),
            row.z(2)
        );
        let z = row.z_squared().unwrap_or_else(|| panic!("{name} {}: no z", row.wager));
        assert!(z < bound, "{name} {}: {} standard errors", row.wager, row.z(2).unwrap());
    }
}

#[test]
fn every_wager_of_every_house_is_near_its_law() {
    for (code, _) in HOUSES {
        let house = house(code);
        let rows = rows(&house, house.table.positions, everything(&house), &[Strategy::Optimal], 150_000);
        assert_near(code, &rows);
        for wager in rules::Wager::ALL.iter().filter(|wager| house.offers(**wager)) {
            assert!(rows.iter().any(|row| row.wager == wager.word()), "{code}: no row for {wager}");
        }
    }
}

#[test]
fn alone_and_by_other_strategies_too() {
    for (code, strategy) in
        [("md14", Strategy::Q64), ("ma", Strategy::Always), ("sd", Strategy::Mimic), ("tribal", Strategy::Optimal)]
    {
        let house = house(code);
        assert_near(code, &rows(&house, 1, everything(&house), &[strategy], 300_000));
    }
    let house = house("md14");
    let mixed = [Strategy::Optimal, Strategy::Mimic, Strategy::Always, Strategy::Q64];
    assert_near("four strategies", &rows(&house, 4, everything(&house), &mixed, 150_000));
    let odd = Stakes { ante: Cents(1_500), pair_plus: Cents(2_500), ..Stakes::default() };
    assert_near("odd stakes", &rows(&house, 2, odd, &mixed, 150_000));
}

#[test]
fn folds_that_take_more_or_less_are_in_the_law() {
    let house = house("ma").what_if(|choices| {
        choices.fold.six_card_bonus = Fate::Lost;
        choices.fold.envy = Fate::Lost;
        choices.fold.pair_plus = Fate::Lost;
        choices.fold.progressive = Fate::Kept;
        choices.unit = Cents(1_000);
    });
    // A player who folds even straights and flushes gives little envy, and receives none while folding.
    let timid = Strategy::From("9s 9h 9d".parse::<cards::Three>().unwrap().strength());
    let bold = Strategy::Always;
    assert_near("other folds", &rows(&house, 5, everything(&house), &[timid.clone(), bold.clone()], 150_000));
    let house = house.what_if(|choices| {
        for terms in [&mut choices.progressive, &mut choices.five_card_progressive].into_iter().flatten() {
            if let Some(envy) = &mut terms.envy {
                envy.holder_needs_wager = !envy.holder_needs_wager;
            }
        }
    });
    assert_near("other envy", &rows(&house, 5, everything(&house), &[bold, timid], 150_000));
}

#[test]
fn a_law_that_is_not_known_is_not_made_up() {
    let house = house("ma").what_if(|choices| choices.fold.cover_all = Fate::Lost);
    let with = |house: &House| rows(house, 2, everything(house), &[Strategy::Optimal], 1_000);
    let exact = |rows: &[Comparison], wager: &str| rows.iter().find(|row| row.wager == wager).unwrap().exact.clone();
    let lost = with(&house);
    assert_eq!(exact(&lost, "cover_all"), Err(NoLaw::CoverAll));
    assert_eq!(exact(&lost, TABLE), Err(NoLaw::CoverAll));
    assert!(exact(&lost, "pair_plus").is_ok());
    let limited = house.what_if(|choices| choices.limit_per_table = Some(Cents(10_000)));
    let cut = with(&limited);
    for row in &cut {
        let Err(NoLaw::Limited { limits, without }) = &row.exact else { panic!("{row:?}") };
        assert_eq!((limits.as_str(), row.z(2)), ("a limit of $100 for a table", None));
        // The law without the limit is that of the house without it.
        assert_eq!(without.as_ref(), exact(&lost, row.wager).as_ref().ok(), "{}", row.wager);
    }
    // A limit that no round can reach changes nothing.
    let stakes = Stakes { ante: Cents(1_000), pair_plus: Cents(500), ..Stakes::default() };
    let base = |house: &House| rows(house, 2, stakes, &[Strategy::Optimal], 1_000);
    let high = house.what_if(|choices| choices.limit_per_player = Some(Cents(100_000_000)));
    assert_eq!(exact(&base(&high), "pair_plus"), exact(&base(&house), "pair_plus"));
    assert!(exact(&base(&high), TABLE).is_ok());
    let low = house.what_if(|choices| choices.limit_per_player = Some(Cents(10_000)));
    assert!(matches!(exact(&base(&low), "pair_plus"), Err(NoLaw::Limited { .. })));
    // A wager that the limit does not cover keeps its law.
    let only = limited.what_if(|choices| choices.payout.wagers = rules::Wager::PairPlus.into());
    let rows = with(&only);
    assert_eq!(exact(&rows, "ante_play"), exact(&lost, "ante_play"));
    assert!(matches!(exact(&rows, "pair_plus"), Err(NoLaw::Limited { .. })));
    assert!(exact(&rows, TABLE).is_err());
}
