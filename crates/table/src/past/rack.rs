//! The discard rack: the order in which a round's cards go into it, and the hands rebuilt from that order.
//!
//! The table itself determines the order: a round with these cards is played to its end by the same steps that a
//! console offers. So the book's order is implemented only once.

use std::sync::Arc;

use cards::{Card, Three};
use meters::GameId;
use rules::settle::{Decision, Round};
use rules::{Cents, House, Wager};

use crate::act::{Act, Command, DeckId, Holder};
use crate::card::Face;
use crate::decide::decide;
use crate::event::What;
use crate::law::Law;
use crate::money::MOST;
use crate::state::{Racked, State, slot};
use crate::who::{Actor, Moment};

/// The most steps a round can take.
const STEPS_MAX: usize = 2_000;

/// The order in which a round's cards go into the discard rack; the stub's holder is `None`. Returns `None` if no table
/// could have played the round.
#[must_use]
pub fn racked(house: &Arc<House>, round: &Round) -> Option<Vec<Racked>> {
    let mut state = State::new(house.clone(), &GameId::new("reconstruction").ok()?);
    state.apply(&What::TableOpened { float: Cents(MOST / 4), at: Moment::default() });
    state.apply(&What::Loaded { deck: DeckId::One, into: house.cards.device });
    for seat in round.seats.iter().flatten() {
        let (position, stakes) = (seat.position, &seat.stakes);
        let person = format!("person {}", seat.person.0).as_str().into();
        state.apply(&What::Seated { position, person });
        for wager in Wager::BEFORE_DEAL.into_iter().filter(|wager| !stakes.on(*wager).is_zero()) {
            state.apply(&What::Wagered { position, wager, amount: stakes.on(wager) });
            if slot(wager).is_some() {
                state.apply(&What::Sensed { position, wager, detected: true });
            }
        }
    }
    state.apply(&What::BetsClosed);
    for _ in 0..STEPS_MAX {
        if state.round.rack.iter().map(|racked| racked.cards).sum::<u8>() == 52 {
            return Some(state.round.rack);
        }
        step(&mut state, round)?;
    }
    None
}

/// One step of the round: its own cards and decisions, otherwise whatever the table wants next.
fn step(state: &mut State, round: &Round) -> Option<()> {
    if let Some(position) = state.turn() {
        let seat = round.seats.iter().flatten().find(|seat| seat.position == position)?;
        let decision = seat.decision?;
        let played = decision == Decision::Play;
        let (play, tip) = if played { (seat.stakes.ante, seat.stakes.tip_play) } else { (Cents::ZERO, Cents::ZERO) };
        let events = state.with_forfeits(vec![What::Decided { position, decision, play, tip }.by(Law::Product)]);
        state.apply_all(&events);
        return Some(());
    }
    let todo = state.next(Moment::default())?;
    match todo.act {
        Act::Deal { .. } => {
            let hands = round.seats.iter().flatten().map(|seat| (Holder::Position(seat.position), seat.cards));
            for (to, hand) in hands.chain([(Holder::Dealer, round.dealer)]) {
                deal(state, to, &hand.cards());
            }
        }
        Act::Community => deal(state, Holder::Community, &round.community?),
        act => {
            let by = Actor::new(todo.by, todo.by.word());
            let command = Command::new("reconstruction", by, Moment::default(), act);
            state.apply_all(&decide(state, &command).ok()?);
        }
    }
    Some(())
}

fn deal(state: &mut State, to: Holder, cards: &[Card]) {
    for card in cards {
        state.apply(&What::Dealt { to, card: Some(Face(*card)) });
    }
}

/// The rack orders that a round with these wagers and decisions can have: every order of the hands, the stub where the
/// procedure puts it, then the dealer's and the community cards. The round's cards do not matter here; [`racked`] finds
/// whether they lead to an order.
#[must_use]
pub fn orders(house: &Arc<House>, round: &Round) -> Vec<Vec<Racked>> {
    let Some(order) = racked(house, round) else { return Vec::new() };
    let is_hand = |racked: &Racked| matches!(racked.holder, Some(Holder::Position(_)));
    let hands: Vec<Racked> = order.iter().filter(|racked| is_hand(racked)).cloned().collect();
    permutations(hands)
        .into_iter()
        .map(|hands| {
            let mut next = hands.into_iter();
            let placed = |racked: &Racked| if is_hand(racked) { next.next() } else { Some(racked.clone()) };
            order.iter().filter_map(placed).collect()
        })
        .collect()
}

fn permutations(items: Vec<Racked>) -> Vec<Vec<Racked>> {
    if items.len() <= 1 {
        return vec![items];
    }
    let mut all = Vec::new();
    for first in 0..items.len() {
        let mut rest = items.clone();
        let head = rest.remove(first);
        for mut tail in permutations(rest) {
            tail.insert(0, head.clone());
            all.push(tail);
        }
    }
    all
}

/// The round in `facts`, with the cards that lie in the rack in this order. `None` if a hand has the wrong number of
/// cards.
#[must_use]
pub fn dealt_by(facts: &Round, order: &[Racked], rack: &[Card]) -> Option<Round> {
    let mut round = facts.clone();
    let mut rest = rack;
    for racked in order {
        let (cards, above) = rest.split_at_checked(usize::from(racked.cards))?;
        rest = above;
        match racked.holder {
            None => {}
            Some(Holder::Position(position)) => {
                round.seats.iter_mut().flatten().find(|seat| seat.position == position)?.cards = three(cards)?;
            }
            Some(Holder::Dealer) => round.dealer = three(cards)?,
            Some(Holder::Community) => round.community = Some([*cards.first()?, *cards.get(1)?]),
        }
    }
    rest.is_empty().then_some(round)
}

fn three(cards: &[Card]) -> Option<Three> {
    let [a, b, c] = cards else { return None };
    Three::new(*a, *b, *c).ok()
}

/// Every round with these wagers and decisions whose cards lie in the rack in this order. The cards in `facts` are
/// ignored. If there is only one such round, the rack alone decides all hands.
#[must_use]
pub fn rebuild(house: &Arc<House>, facts: &Round, rack: &[Card]) -> Vec<Round> {
    let orders = orders(house, facts);
    let rounds = orders.iter().filter_map(|order| Some((order, dealt_by(facts, order, rack)?)));
    rounds.filter(|(order, round)| racked(house, round).as_ref() == Some(order)).map(|(_, round)| round).collect()
}
