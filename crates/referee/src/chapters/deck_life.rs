//! How long a deck may be used (READING 18): asked at each shuffle and at each deal, by the clock (READING 95).

use rules::rulebook::vocabulary::DealDevice;
use table::DeckId;

use crate::fact::Fact;
use crate::law::{Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static FOUR_HOURS: Rule = rule("four hours from the hand").md(&["03.C(1)"]).tribal(&["(d)(5)#2"]).reading(&[18, 95]);

static EIGHT_HOURS: Rule = rule("eight hours from a shoe").md(&["03.C(2)"]).tribal(&["(d)(5)#1"]).reading(&[18, 95]);

pub(super) static RULES: &[&Rule] = &[&FOUR_HOURS, &EIGHT_HOURS];

const HOUR: i64 = 3_600_000;

pub(super) fn judge(fact: &Fact, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    match fact {
        // A deck that goes through its opening again would be dealt afterwards: it is as old then.
        Fact::Shuffled { deck, .. } => aged(*deck, p.house.cards.device, turn, p, w),
        // The deal begins with the first card that leaves the device, also with one that lies face up and is set aside.
        Fact::Dealt { .. } | Fact::SetAside if p.round.dealt.is_empty() && p.round.aside == 0 => {
            let Some(id) = p.loaded else { return };
            let into = p.deck(id).and_then(|deck| deck.ready.as_ref()).and_then(|ready| ready.into);
            aged(id, p.placed_in(into), turn, p, w);
        }
        _ => {}
    }
}

fn aged(id: DeckId, device: DealDevice, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let Some(deck) = p.deck(id) else { return };
    let (hours, rule) = if device == DealDevice::Hand { (4, &FOUR_HOURS) } else { (8, &EIGHT_HOURS) };
    let age = turn.at.since(deck.received_at);
    w.need(age <= hours * HOUR, rule, || format!("{id:?} is {} minutes old.", age / 60_000));
}
