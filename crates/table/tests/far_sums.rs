//! An account so large that sums would overflow takes no more money. People cannot get there; a faulty journal could.

use crate::common::{Pit, house};
use rules::Cents;
use table::{Act, Role, decide};

#[test]
fn a_table_whose_accounts_have_run_too_far_takes_no_more_money() {
    let farthest = Cents(1_000_000_000_000_000_000);
    let accounts = [
        |money: &mut table::Money, cents: Cents| money.world = cents,
        |money: &mut table::Money, cents: Cents| money.cage = cents,
        |money: &mut table::Money, cents: Cents| money.drop = cents,
        |money: &mut table::Money, cents: Cents| money.tip_box = cents,
        |money: &mut table::Money, cents: Cents| money.hand_pay = cents,
        |money: &mut table::Money, cents: Cents| money.meters = cents,
    ];
    for set in accounts {
        for sign in [1, -1] {
            let mut pit = Pit::new(house("md14"), 1);
            set(&mut pit.state.money, Cents(sign * (farthest.0 - 1)));
            let command = pit.asks(Role::Player, "Ann", Act::BuyIn { amount: Cents(500) });
            assert!(decide(&pit.state, &command).is_ok());
            set(&mut pit.state.money, Cents(sign * farthest.0));
            for (role, act) in [
                (Role::Player, Act::BuyIn { amount: Cents(500) }),
                (Role::Floorperson, Act::Fill { amount: Cents(500) }),
            ] {
                let told = pit.refused(role, "Ann", act);
                assert!(told.contains("amount"), "{told}");
            }
            pit.state.open = false;
            let told = pit.refused(Role::Floorperson, "Flo", Act::OpenTable { float: Cents(500) });
            assert!(told.contains("amount"), "{told}");
        }
    }
}
