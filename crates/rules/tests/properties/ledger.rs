//! The money: every transfer between accounts, every payment by its line, every meter to the millionth.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::money::{Meter, Share};
use rules::paytable::Pays;
use rules::rulebook::vocabulary::MultiWin;
use rules::settle::{
    Account, Meters, Movement, PaidBy, Round, VoidRound, admit_void, balance, settle, settle_void, totals,
};
use rules::wager::Outcome;
use rules::{Cents, House, Wager};
use serde_json::json;

use crate::common::draft::house;
use crate::common::rounds::{file, settled};
use crate::common::tape::tapes;
use crate::{CASES, admitted, case, config, meter_case, seat_of, staked};

type Accounts = BTreeMap<Account, i64>;

fn shift(accounts: &mut Accounts, from: Account, to: Account, cents: i64) {
    *accounts.entry(from).or_default() -= cents;
    *accounts.entry(to).or_default() += cents;
}

/// Puts every stake of a round where it is when the settlement begins. Coupons are paper and are nowhere.
fn lay_out(accounts: &mut Accounts, position: u8, stakes: &[(Wager, i64)]) {
    for (wager, stake) in stakes {
        let to = match wager {
            Wager::MatchPlay => continue,
            Wager::Progressive | Wager::FiveCardProgressive => Account::Tray,
            wager => Account::Area(position, *wager),
        };
        shift(accounts, Account::Player(position), to, *stake);
    }
}

/// Applies the movements to the accounts: afterwards every betting area is empty, and nothing appeared or vanished.
fn play_out(accounts: &mut Accounts, movements: &[Movement<'_>]) -> Result<(), TestCaseError> {
    for movement in movements {
        for (from, to, amount) in movement.transfers() {
            prop_assert!(amount.0 > 0, "{movement:?}");
            shift(accounts, from, to, amount.0);
        }
    }
    for (account, value) in accounts.iter().filter(|(account, _)| matches!(account, Account::Area(..))) {
        prop_assert_eq!(*value, 0, "{}", account);
    }
    prop_assert_eq!(accounts.values().sum::<i64>(), 0);
    Ok(())
}

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn every_cent_has_a_place_before_and_after(numbers in tapes(900), meters in any::<bool>()) {
        let case = if meters { meter_case(&numbers) } else { case(&numbers) };
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            let mut accounts = Accounts::new();
            for seat in round.seats.iter().flatten() {
                lay_out(&mut accounts, seat.position, &staked(seat));
            }
            play_out(&mut accounts, &movements)?;
            // The totals for each player agree with that player's account.
            for total in totals(&movements) {
                prop_assert_eq!(accounts[&Account::Player(total.position)], total.net.0);
                prop_assert_eq!(total.paid.0 + total.returned.0 - total.staked.0, total.net.0);
            }
        }
    }

    #[test]
    fn every_payment_follows_a_line_to_the_cent(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            settle(&case.house, &round, &mut movements);
            for movement in &movements {
                payment(&case.house, &round, movement)?;
            }
        }
    }

    #[test]
    fn meters_lose_what_they_pay_and_rise_by_their_seeds(numbers in tapes(900)) {
        let case = meter_case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let mut movements = Vec::new();
            let after = settle(&case.house, &round, &mut movements);
            for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
                if case.house.progressive_terms(wager).is_some() {
                    meters(&case.house, wager, &round.meters, &after, &movements)?;
                } else {
                    prop_assert_eq!(after.of(wager), round.meters.of(wager));
                }
            }
        }
    }

    #[test]
    fn a_void_round_gives_everything_back(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let (round, _) = admit_void(&case.house, &file(given), "wrong_number").expect("wrong_number voids in every book");
            let mut movements = Vec::new();
            let after = settle_void(&case.house, &round, &mut movements);
            void(&case.house, &round, &after, &movements)?;
            let paid = admitted(&case.house, given);
            let mut wanted: Vec<(u8, Wager, i64)> = Vec::new();
            for seat in paid.seats.iter().flatten() {
                wanted.extend(staked(seat).into_iter().map(|(wager, stake)| (seat.position, wager, stake)));
            }
            let mut told: Vec<(u8, Wager, i64)> = movements.iter().map(|m| (m.position, m.wager, m.stake.0)).collect();
            wanted.sort_unstable();
            told.sort_unstable();
            prop_assert_eq!(told, wanted);
        }
    }
}

/// One payment: by the line it names, or even money if there is none.
fn payment(house: &House, round: &Round, movement: &Movement<'_>) -> Result<(), TestCaseError> {
    prop_assert!(movement.paid >= Cents::ZERO && movement.returned >= Cents::ZERO, "{movement:?}");
    prop_assert!(movement.returned <= movement.stake, "{movement:?}");
    prop_assert_eq!(movement.paid.is_zero(), movement.outcome != Outcome::Won, "{:?}", movement);
    prop_assert!(movement.limited.is_empty());
    let ante = seat_of(round, movement).stakes;
    let basis = match movement.wager {
        Wager::AnteBonus => ante.ante,
        Wager::TipAnteBonus => ante.tip_ante,
        _ => movement.stake,
    };
    let exact = match movement.by {
        _ if movement.outcome != Outcome::Won => {
            prop_assert_eq!(movement.by, PaidBy::Nothing);
            Cents::ZERO
        }
        PaidBy::Nothing => {
            let even = [Wager::Ante, Wager::Play, Wager::TipAnte, Wager::TipPlay, Wager::MatchPlay];
            prop_assert!(even.contains(&movement.wager), "paid by nothing: {movement:?}");
            movement.stake
        }
        PaidBy::Envy(line) => line.pays,
        PaidBy::Line(line) => match line.pays {
            Pays::To(odds) | Pays::For(odds) => Cents(basis.0 * i64::from(odds.won) / i64::from(odds.staked)),
            Pays::Flat(amount) => amount,
            Pays::OfMeter(_, level) => {
                let terms = house.progressive_terms(movement.wager).expect("a meter has its terms");
                let (won, award) = movement.award.expect("a share of a meter leaves the meter");
                prop_assert_eq!(won, level);
                // READING 66: outside the tray, except small wins in a house that says so.
                if award <= terms.meter_win_from_tray {
                    let unit = house.unit.0;
                    let paid = (award.0 + unit - 1) / unit * unit;
                    prop_assert_eq!((movement.payer, movement.paid.0), (Account::Tray, paid));
                } else {
                    prop_assert_eq!((movement.payer, movement.paid), (Account::Meter(movement.wager, level), award));
                }
                return Ok(());
            }
        },
    };
    prop_assert!(!matches!(movement.payer, Account::Meter(..)), "{movement:?}");
    let unit = if movement.payer == Account::Tray { house.unit.0 } else { 1 };
    prop_assert_eq!(movement.paid.0, (exact.0 + unit - 1) / unit * unit, "{:?}", movement);
    // The stake comes back with a win, except for the tray's own chips and paper.
    let returns = movement.stake_account().is_some_and(|account| account != Account::Tray);
    if returns {
        let kept = matches!(movement.outcome, Outcome::Won | Outcome::Pushed);
        prop_assert_eq!(movement.returned, if kept { movement.stake } else { Cents::ZERO }, "{:?}", movement);
    } else {
        prop_assert_eq!(movement.returned, Cents::ZERO, "{:?}", movement);
    }
    Ok(())
}

/// The meters of one progressive after a round.
fn meters(
    house: &House,
    wager: Wager,
    before: &Meters,
    after: &Meters,
    movements: &[Movement<'_>],
) -> Result<(), TestCaseError> {
    let terms = house.progressive_terms(wager).expect("the progressive is offered");
    let mut reserve = exact(before.of(wager).reserve);
    for (place, meter) in terms.meters.iter().enumerate() {
        let mut value = exact(before.of(wager).get(meter.level));
        // What leaves the meter, by its own account: the tray may hand over a small award, but does not fund it.
        let shifts = |m: &Movement<'_>| -> i64 {
            let from = m.transfers().filter(|(from, ..)| *from == Account::Meter(wager, meter.level));
            from.map(|(_, _, amount)| amount.0).sum()
        };
        let of_meter = |m: &Movement<'_>| match m.by {
            PaidBy::Line(line) => match line.pays {
                Pays::OfMeter(share, level) if level == meter.level => Some(share),
                _ => None,
            },
            _ => None,
        };
        let own = movements.iter().filter(|m| m.wager == wager);
        let awards: Vec<(Share, Cents)> =
            own.filter_map(|m| of_meter(m).map(|share| (share, Cents(shifts(m))))).collect();
        let all: u32 = awards.iter().map(|(share, _)| share.0).sum();
        for (share, paid) in &awards {
            let award = match terms.multi_win {
                // In turn: the share of what the meter shows then.
                MultiWin::TurnOrder => value * i128::from(share.0) / 1_000_000,
                // Together: a share of what it showed at first, and never more than there is.
                MultiWin::EqualShares => {
                    exact(before.of(wager).get(meter.level)) * i128::from(share.0) / i128::from(all.max(1_000_000))
                }
            };
            prop_assert_eq!(i128::from(paid.0), award / 1_000_000, "{} {:?}", meter.level, awards);
            value -= i128::from(paid.0) * 1_000_000;
            if terms.multi_win == MultiWin::TurnOrder && *share == Share::WHOLE {
                value = reset(value, meter.seed, place, &mut reserve);
            }
        }
        if terms.multi_win == MultiWin::EqualShares && awards.iter().any(|(share, _)| *share == Share::WHOLE) {
            value = reset(value, meter.seed, place, &mut reserve);
        }
        prop_assert_eq!(exact(after.of(wager).get(meter.level)), value, "{} {:?}", meter.level, awards);
        prop_assert!(value >= 0);
    }
    prop_assert_eq!(exact(after.of(wager).reserve), reserve);
    Ok(())
}

/// After a whole meter is won it holds its seed; the first of several also gets what was set aside for it.
fn reset(value: i128, seed: Cents, place: usize, reserve: &mut i128) -> i128 {
    let set_aside = if place == 0 { std::mem::take(reserve) } else { 0 };
    value + i128::from(seed.0) * 1_000_000 + set_aside
}

/// A meter in millionths of a cent, with room for any product.
fn exact(meter: Meter) -> i128 {
    i128::from(meter.0)
}

fn void(house: &House, round: &VoidRound, after: &Meters, movements: &[Movement<'_>]) -> Result<(), TestCaseError> {
    prop_assert_eq!(balance(movements).0, 0);
    let mut accounts = Accounts::new();
    for movement in movements {
        prop_assert_eq!(movement.outcome, Outcome::Returned);
        prop_assert!(movement.paid.is_zero(), "{movement:?}");
        let paper = movement.wager == Wager::MatchPlay;
        prop_assert_eq!(movement.returned, if paper { Cents::ZERO } else { movement.stake });
        prop_assert!(movement.clause().is_some_and(|clause| clause.book() == house.book.code));
        lay_out(&mut accounts, movement.position, &[(movement.wager, movement.stake.0)]);
    }
    play_out(&mut accounts, movements)?;
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let Some(terms) = house.progressive_terms(wager) else { continue };
        let staked: i64 = movements.iter().filter(|m| m.wager == wager).map(|m| m.stake.0).sum();
        let reversed = |before: Meter, rate: Share| {
            let share = if terms.reversed_on_void { i128::from(staked) * i128::from(rate.0) } else { 0 };
            exact(before) - share
        };
        for meter in &terms.meters {
            let before = round.meters.of(wager).get(meter.level);
            prop_assert_eq!(exact(after.of(wager).get(meter.level)), reversed(before, terms.grows(meter)));
            prop_assert!(after.of(wager).get(meter.level).0 >= 0);
        }
        prop_assert_eq!(exact(after.of(wager).reserve), reversed(round.meters.of(wager).reserve, terms.reserve));
    }
    Ok(())
}

/// READING 66: a house may pay its small meter wins from the tray. The meter still funds them.
#[test]
fn a_small_meter_win_from_the_tray_leaves_its_meter() {
    let house = house("md14").opens();
    let round = |main: i64| {
        json!({
            "dealer": ["2c", "5d", "9h"], "meters": { "progressive": { "main": main } },
            "positions": [{ "position": 1, "cards": ["As", "Ks", "Qs"], "decision": "play", "wagers": { "ante": 500, "progressive": 100 } }],
        })
    };
    let shifts = |main: i64| {
        let settled = settled(&house, &round(main));
        assert_eq!(settled.meters_after["progressive"]["main"], 100_000, "the seed");
        let won = settled.movements.iter().find(|movement| movement.wager == "progressive").unwrap();
        won.transfers.iter().map(|t| format!("{} to {} {}", t.from, t.to, t.amount)).collect::<Vec<_>>()
    };
    assert_eq!(shifts(50_000), ["tray to player:1 50000", "meter:progressive:main to tray 50000"]);
    assert_eq!(shifts(49_999), ["tray to player:1 50000", "meter:progressive:main to tray 49999"]);
    assert_eq!(shifts(50_001), ["meter:progressive:main to player:1 50001"]);
}
