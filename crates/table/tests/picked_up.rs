//! The cards are picked up in order, so that every hand can be rebuilt from the discard rack
//! (`ma:10(d)`, `ma:10(c)(1)(iv)`, `tribal:(j)(4)`, `tribal:(j)(3)(ii)`): where a book pays everybody before it
//! collects the cards, no hand goes to the rack early because of what it holds.

use crate::common::{Pit, house, house_with};
use table::{Holder, Racked, State};

/// The holders in the rack, in order, without the stub.
fn order(state: &State) -> Vec<Holder> {
    state.round.rack.iter().filter_map(|Racked { holder, .. }| *holder).collect()
}

#[test]
fn a_swept_table_is_racked_from_the_right_whatever_the_hands_are() {
    let houses = [house("tribal"), house_with("ma", &[("order = \"2\"", "order = \"1\"")])];
    for (seed, house) in houses.into_iter().enumerate() {
        let code = house.book.code.clone();
        let mut pit = Pit::new(house, 60 + seed as u64).with_players(7);
        let (mut rounds, mut gave_up) = (0, 0);
        while rounds < 30 {
            assert!(pit.step(), "{code}: the table stands still");
            let racked: u8 = pit.state.round.rack.iter().map(|racked| racked.cards).sum();
            if racked != 52 {
                continue;
            }
            let state = &pit.state;
            let folded = |holder: &Holder| match holder {
                Holder::Position(position) => state.seat(*position).is_some_and(table::Seat::gave_up),
                _ => false,
            };
            // Forfeits are collected earlier; the rest from the dealer's right, and the dealer's cards last.
            let swept: Vec<Holder> = order(state).into_iter().filter(|holder| !folded(holder)).collect();
            let mut expected: Vec<Holder> = state
                .in_round()
                .filter(|(_, seat)| !seat.gave_up())
                .map(|(position, _)| Holder::Position(position))
                .rev()
                .collect();
            expected.push(Holder::Dealer);
            if state.round.community.count > 0 {
                expected.push(Holder::Community);
            }
            assert_eq!(swept, expected, "{code}, round {}", state.round.number);
            gave_up += state.in_round().filter(|(_, seat)| seat.gave_up()).count();
            rounds += 1;
            pit.until("the next round", |state| state.round.rack.is_empty());
        }
        assert!(gave_up > 10, "{code}: nobody folded");
    }
}
