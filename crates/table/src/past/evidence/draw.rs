//! Completes hands from the cards that nobody saw: lists every way, or only counts them.

use cards::{Card, CardSet, Three};
use rules::settle::Round;

use super::slots::Slot;
use crate::act::Holder;

/// In how many ways `draw` cards can be drawn from `from`.
fn ways(from: u32, draw: u32) -> u128 {
    (0..u128::from(draw)).fold(1, |ways, i| ways * (u128::from(from) - i) / (i + 1))
}

/// In how many ways these hands can be completed, and how many cards are left then.
pub(super) fn completions<'s>(slots: impl Iterator<Item = &'s Slot>, mut from: u32) -> (Option<u128>, u32) {
    let mut all = Some(1_u128);
    for slot in slots {
        all = all.and_then(|all| all.checked_mul(ways(from, slot.missing())));
        from -= slot.missing();
    }
    (all, from)
}

/// Completes the hands one after another in every way, and passes each round to `look` with the cards that are left.
pub(super) fn fill(slots: &[Slot], unseen: CardSet, round: &mut Round, look: &mut dyn FnMut(&Round, CardSet)) {
    let Some((slot, rest)) = slots.split_first() else {
        look(round, unseen);
        return;
    };
    let pack: Vec<Card> = unseen.iter().collect();
    draw(&pack, slot.missing(), slot.known, &mut |hand| {
        put(round, slot.holder, hand);
        fill(rest, unseen.difference(hand), round, look);
    });
}

/// Calls `each` for every way to add the missing cards to a hand.
fn draw(pack: &[Card], missing: u32, hand: CardSet, each: &mut dyn FnMut(CardSet)) {
    if missing == 0 {
        each(hand);
        return;
    }
    for (i, card) in pack.iter().enumerate() {
        let mut more = hand;
        more.insert(*card);
        draw(&pack[i + 1..], missing - 1, more, each);
    }
}

/// Puts a complete hand into a round.
pub(super) fn put(round: &mut Round, holder: Holder, hand: CardSet) {
    let mut cards = hand.iter();
    let (Some(a), Some(b)) = (cards.next(), cards.next()) else { return };
    let three = cards.next().and_then(|c| Three::new(a, b, c).ok());
    match (holder, three) {
        (Holder::Community, _) => round.community = Some([a, b]),
        (Holder::Dealer, Some(three)) => round.dealer = three,
        (Holder::Position(position), Some(three)) => {
            if let Some(seat) = round.seats.iter_mut().flatten().find(|seat| seat.position == position) {
                seat.cards = three;
            }
        }
        (_, None) => {}
    }
}
