//! The discard rack: the table's own order, and the hands rebuilt from it.

use std::sync::Arc;

use crate::common::{CODES, Pit, house};
use cards::Card;
use rules::House;
use rules::settle::{PersonId, Round, Seat, Stakes};
use table::past::{dealt_by, orders, racked, rebuild};
use table::{Racked, State};

/// The round as the settlement reads it, from a table whose cards are all in the rack.
fn round_of(state: &State) -> Round {
    let mut round = Round::empty(state.round.dealer.three().expect("the dealer's hand"));
    round.community = state.round.community.two();
    for (position, seat) in state.in_round() {
        let cards = seat.hand.three().expect("a hand");
        let (decision, stakes) = (seat.decision, seat.stakes);
        round.seat(Seat { position, person: PersonId(u32::from(position)), cards, decision, stakes });
    }
    round
}

/// The rack's cards in order; the stub holds whatever was not dealt.
fn rack_of(state: &State) -> Vec<Card> {
    let dealt = state.known_cards();
    let stub: Vec<Card> = Card::ALL.into_iter().filter(|card| !dealt.contains(*card)).collect();
    let cards = |racked: &Racked| match racked.holder {
        None => stub.clone(),
        Some(holder) => state.hand(holder).expect("a hand").known().collect(),
    };
    state.round.rack.iter().flat_map(cards).collect()
}

/// Every finished round of a table, at the moment when its last card was racked.
fn finished(house: Arc<House>, players: u8, seed: u64, rounds: u64, stakes: impl Fn(u8, &mut Stakes)) -> Vec<State> {
    let mut pit = Pit::new(house, seed).with_players(players);
    for player in &mut pit.players {
        stakes(player.position, &mut player.stakes);
    }
    let mut states: Vec<State> = Vec::new();
    while pit.state.round.number <= rounds {
        assert!(pit.step());
        let in_rack: u8 = pit.state.round.rack.iter().map(|racked| racked.cards).sum();
        let new = states.last().is_none_or(|last| last.round.number != pit.state.round.number);
        if in_rack == 52 && new {
            states.push(pit.state.clone());
        }
    }
    states
}

fn all(_: u8, _: &mut Stakes) {}

/// Different wagers at different positions.
fn mixed(position: u8, stakes: &mut Stakes) {
    *stakes = Stakes { ante: stakes.ante, ..if position.is_multiple_of(2) { *stakes } else { Stakes::default() } };
}

#[test]
fn a_round_played_again_is_racked_in_the_same_order() {
    for code in CODES {
        for (players, seed) in [(1, 1), (3, 2), (7, 3)] {
            for stakes in [all, mixed] {
                for state in finished(house(code), players, seed, 12, stakes) {
                    let round = round_of(&state);
                    let order = racked(&state.house, &round);
                    assert_eq!(order.as_ref(), Some(&state.round.rack), "{code} {players}: {round:?}");
                }
            }
        }
    }
}

#[test]
fn the_rack_in_its_order_gives_every_hand_back() {
    let mut rounds = 0;
    for code in CODES {
        for (players, seed) in [(1, 4), (2, 5), (5, 6), (7, 7)] {
            for stakes in [all, mixed] {
                for state in finished(house(code), players, seed, 10, stakes) {
                    let round = round_of(&state);
                    // Change the cards in the facts: only wagers and decisions may be read from them.
                    let mut facts = round.clone();
                    facts.seats.iter_mut().flatten().for_each(|seat| seat.cards = round.dealer);
                    let again = dealt_by(&facts, &state.round.rack, &rack_of(&state)).expect("52 cards");
                    assert_eq!(again, round, "{code}");
                    rounds += 1;
                }
            }
        }
    }
    assert_eq!(rounds, 5 * 4 * 2 * 10);
}

#[test]
fn the_rack_alone_always_finds_the_true_hands() {
    let mut decided = Vec::new();
    for code in CODES {
        let (mut one, mut many) = (0, 0);
        for (players, seed) in [(1, 8), (2, 9), (3, 10), (4, 11)] {
            for stakes in [all, mixed] {
                for state in finished(house(code), players, seed, 12, stakes) {
                    let round = round_of(&state);
                    let found = rebuild(&state.house, &round, &rack_of(&state));
                    assert!(found.contains(&round), "{code}: {round:?}");
                    // Every other round found would have been racked in exactly the same way.
                    assert!(found.iter().all(|other| {
                        let order = racked(&state.house, other).expect("a round");
                        dealt_by(other, &order, &rack_of(&state)).as_ref() == Some(other)
                    }));
                    if found.len() == 1 { one += 1 } else { many += 1 }
                }
            }
        }
        decided.push((code, one, many));
    }
    for (code, one, many) in &decided {
        println!("{code}: {one} racks decide all hands, {many} do not");
        assert!(*one > 0, "{code}: no rack decided anything");
    }
}

#[test]
fn every_order_is_tried() {
    let states = finished(house("sd"), 4, 12, 2, all);
    let state = states.first().expect("a round");
    let round = round_of(state);
    assert_eq!(orders(&state.house, &round).len(), 24);
}
