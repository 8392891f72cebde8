//! What is known of each hand: from the hand itself, and from where its cards lie in the discard rack.

use std::sync::Arc;

use cards::{Card, CardSet};
use rules::House;
use rules::settle::Round;

use super::{Evidence, EvidenceFault, Glimpse, RackEvidence, Whose};
use crate::act::Holder;
use crate::past::{rack, words};
use crate::state::Racked;

/// A hand, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) holder: Holder,
    pub(super) known: CardSet,
    pub(super) size: u32,
}

impl Slot {
    pub(super) fn missing(&self) -> u32 {
        self.size - self.known.len()
    }
}

/// One way to read the evidence: the hands, and the cards that nobody saw.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    pub(super) slots: Vec<Slot>,
    pub(super) unseen: CardSet,
    /// The rack order that playing the round must lead to.
    pub(super) order: Option<Vec<Racked>>,
}

/// Checks how the cards are written: no hand too large, no card twice in one place, 52 in the rack.
pub(super) fn validate(house: &House, evidence: &Evidence) -> Result<(), EvidenceFault> {
    let hand = |place: String, glimpse: Option<&Glimpse>, most: usize| {
        let Some(glimpse) = glimpse else { return Ok(()) };
        if glimpse.0.len() > most {
            let message = format!("{} cards: there are at most {most}", glimpse.0.len());
            return Err(EvidenceFault::wrong(place, message));
        }
        let mut seen = CardSet::EMPTY;
        match glimpse.seen().find(|card| !seen.insert(*card)) {
            Some(card) => {
                Err(EvidenceFault::wrong(place, format!("{card} stands twice: a round is dealt from one deck")))
            }
            None => Ok(()),
        }
    };
    for (i, position) in evidence.positions.iter().enumerate() {
        hand(format!("positions[{i}].cards"), position.cards.as_ref(), 3)?;
    }
    hand("dealer".into(), evidence.dealer.as_ref(), 3)?;
    hand("community".into(), evidence.community.as_ref(), 2)?;
    hand("elsewhere".into(), evidence.elsewhere.as_ref(), 52)?;
    if house.five_card_progressive.is_none() && evidence.community.is_some() {
        return Err(EvidenceFault::wrong("community", "no five-card progressive is offered here: remove it"));
    }
    let Some(rack) = &evidence.rack else { return Ok(()) };
    hand("rack.cards".into(), Some(&rack.cards), 52)?;
    let places = rack.cards.0.len();
    if places != 52 {
        let message = format!("{places} places: give all 52, with ? for a card that nobody saw");
        return Err(EvidenceFault::wrong("rack.cards", message));
    }
    order_is_whole(evidence, rack)
}

/// Checks that an order names the stub, the dealer and every position once.
fn order_is_whole(evidence: &Evidence, rack: &RackEvidence) -> Result<(), EvidenceFault> {
    let Some(order) = &rack.order else { return Ok(()) };
    let positions = evidence.positions.iter().map(|position| Whose(Some(Holder::Position(position.position))));
    for whose in positions.chain([Whose(None), Whose(Some(Holder::Dealer))]) {
        if order.iter().filter(|other| **other == whose).count() != 1 {
            let name = whose.0.map_or_else(|| "the stub".to_owned(), words::holder);
            return Err(EvidenceFault::wrong("rack.order", format!("{name} must appear in it once")));
        }
    }
    let community = order.iter().filter(|whose| **whose == Whose(Some(Holder::Community))).count();
    if order.len() - community != evidence.positions.len() + 2 || community > 1 {
        return Err(EvidenceFault::wrong("rack.order", "it names a hand that was not in the round"));
    }
    Ok(())
}

/// Every way to read the evidence with these wagers and decisions; none if it contradicts itself.
pub(super) fn deals(house: &Arc<House>, evidence: &Evidence, layout: &Round) -> Vec<Deal> {
    if layout.community.is_none() && evidence.community.is_some() {
        return Vec::new();
    }
    let mut slots: Vec<Slot> = Vec::new();
    let mut slot = |holder: Holder, glimpse: Option<&Glimpse>, size: u32| {
        slots.push(Slot { holder, known: glimpse.iter().flat_map(|glimpse| glimpse.seen()).collect(), size });
    };
    for position in &evidence.positions {
        slot(Holder::Position(position.position), position.cards.as_ref(), 3);
    }
    slot(Holder::Dealer, evidence.dealer.as_ref(), 3);
    if layout.community.is_some() {
        slot(Holder::Community, evidence.community.as_ref(), 2);
    }
    let elsewhere: CardSet = evidence.elsewhere.iter().flat_map(Glimpse::seen).collect();
    let Some(evidence) = &evidence.rack else {
        return deal(slots, elsewhere, None).into_iter().collect();
    };
    let (orders, seen) = match &evidence.order {
        Some(order) => (given(order, &slots).into_iter().collect(), true),
        None => (rack::orders(house, layout), false),
    };
    let read = |order: Vec<Racked>| {
        let mut slots = slots.clone();
        let mut stub = elsewhere;
        let mut rest = evidence.cards.0.as_slice();
        for racked in &order {
            let (cards, above) = rest.split_at_checked(usize::from(racked.cards))?;
            rest = above;
            match racked.holder {
                None => stub.extend(cards.iter().flatten().copied()),
                Some(holder) => lies_there(slots.iter_mut().find(|slot| slot.holder == holder)?, cards)?,
            }
        }
        deal(slots, stub, (!seen).then_some(order))
    };
    orders.into_iter().filter_map(read).collect()
}

/// The order that somebody saw, with each holder's number of cards.
fn given(order: &[Whose], slots: &[Slot]) -> Option<Vec<Racked>> {
    let dealt: u32 = slots.iter().map(|slot| slot.size).sum();
    let racked = |whose: &Whose| {
        let cards = match whose.0 {
            None => 52 - dealt,
            Some(holder) => slots.iter().find(|slot| slot.holder == holder)?.size,
        };
        Some(Racked { holder: whose.0, cards: u8::try_from(cards).ok()? })
    };
    (order.len() == slots.len() + 1).then(|| order.iter().map(racked).collect())?
}

/// Adds what the rack shows of a hand; `None` if the two disagree.
fn lies_there(slot: &mut Slot, cards: &[Option<Card>]) -> Option<()> {
    let here: CardSet = cards.iter().flatten().copied().collect();
    let known = slot.known.union(here);
    // The rack places that nobody saw must hold the cards seen only in the hand.
    let hidden = slot.size - here.len();
    if known.difference(here).len() > hidden {
        return None;
    }
    slot.known = known;
    Some(())
}

/// The reading; `None` if a card would be in two places.
fn deal(slots: Vec<Slot>, elsewhere: CardSet, order: Option<Vec<Racked>>) -> Option<Deal> {
    let mut unseen = CardSet::FULL.difference(elsewhere);
    for slot in &slots {
        for card in slot.known.iter() {
            if !unseen.remove(card) {
                return None;
            }
        }
    }
    let missing: u32 = slots.iter().map(Slot::missing).sum();
    (missing <= unseen.len()).then_some(Deal { slots, unseen, order })
}
