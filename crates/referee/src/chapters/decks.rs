//! How many decks there are, and how two of them take turns.

use rules::rulebook::vocabulary::OpeningStep;
use table::{DeckId, Method};

use crate::fact::Fact;
use crate::law::{Rule, Whistle, rule};
use crate::picture::{Deck, Picture, Turn};

static SINGLE_DECK: Rule = rule("one deck and no more").sd(&["(1)#2"]);

static SECOND_DECK_NEEDS_THE_SHUFFLER: Rule = rule("two decks only with the shuffler in use")
    .md(&["03.A(1)", "03.B"])
    .ma(&["2(a)#1", "2(b)"])
    .tribal(&["(b)(1)#1", "(b)(2)"])
    .reading(&[91]);

static OTHER_DECK_SHUFFLED: Rule = rule("one deck is shuffled while the other is played")
    .md2014(&["03.B(3)[1]"])
    .md14(&["03.B(3)"])
    .ma(&["2(b)(3)"])
    .tribal(&["(b)(2)(iii)"]);

static DECKS_ALTERNATE: Rule =
    rule("two decks alternate").md2014(&["03.B(3)[2]"]).md14(&["03.B(4)"]).ma(&["2(b)(4)"]).tribal(&["(b)(2)(iv)"]);

static ONE_DECK_IN_THE_RACK: Rule = rule("one deck in the discard rack")
    .md2014(&["03.B(4)"])
    .md14(&["03.B(5)"])
    .ma(&["2(b)(5)"])
    .tribal(&["(b)(2)(v)"]);

static WRONG_DECK_GOES: Rule = rule("a deck that was counted wrong leaves the table")
    .md(&["05.D", "08.H(2)"])
    .ma(&["7(f)#2", "7(e)(2)#4"])
    .tribal(&["(g)(6)#2", "(g)(5)(ii)#4"]);

pub(super) static RULES: &[&Rule] = &[
    &SINGLE_DECK,
    &SECOND_DECK_NEEDS_THE_SHUFFLER,
    &OTHER_DECK_SHUFFLED,
    &DECKS_ALTERNATE,
    &ONE_DECK_IN_THE_RACK,
    &WRONG_DECK_GOES,
];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    match fact {
        Fact::DeckReceived { deck: DeckId::Two, .. } => w.blow(&SINGLE_DECK, || "A second deck was brought.".into()),
        Fact::Dealt { .. } if p.round.dealt.is_empty() => first_card(p, w),
        Fact::RoundEnded if p.round.void.is_none() && p.shuffler_works() => {
            let Some(deck) = p.round.deck else { return };
            // A deck that still goes through its opening has no cards to shuffle yet.
            let waits = |deck: &Deck| deck.ready.is_none() && deck.did(OpeningStep::Shuffle);
            let unshuffled = p.deck(other(deck)).is_some_and(waits);
            w.need(!unshuffled, &OTHER_DECK_SHUFFLED, || {
                format!("The other deck lay unshuffled for a whole round of {deck:?}.")
            });
        }
        Fact::Racked { .. } | Fact::StubRacked { .. } | Fact::SetAside => {
            let Some(deck) = p.round.deck else { return };
            let other = p.deck(other(deck)).is_some_and(|other| other.in_rack);
            w.need(!other, &ONE_DECK_IN_THE_RACK, || {
                format!("Cards of {deck:?} went to the discard rack, where the other deck's still lie.")
            });
        }
        Fact::Shuffled { deck, .. } | Fact::CutMade { deck, .. } | Fact::Loaded { deck, .. } => {
            let wrong = p.deck(*deck).is_some_and(|deck| deck.must_go);
            w.need(!wrong, &WRONG_DECK_GOES, || format!("{deck:?} was counted wrong and is still used: {fact:?}."));
        }
        _ => {}
    }
}

fn first_card(p: &Picture, w: &mut Whistle) {
    let Some(id) = p.loaded else { return };
    let Some(deck) = p.deck(id) else { return };
    w.need(!deck.must_go, &WRONG_DECK_GOES, || format!("{id:?} was counted wrong and is dealt."));
    if p.deck(other(id)).is_none() {
        return;
    }
    let by_device = match deck.ready.as_ref().and_then(|ready| ready.method) {
        Some(method) => method == Method::Device,
        // A deck that came shuffled has met no device yet.
        None => p.round.shuffler_worked,
    };
    w.need(by_device, &SECOND_DECK_NEEDS_THE_SHUFFLER, || {
        format!("{id:?} was not shuffled by the shuffler, and the other deck is still at the table.")
    });
    w.need(p.last_deck != Some(id), &DECKS_ALTERNATE, || format!("{id:?} is dealt twice in a row."));
}

fn other(deck: DeckId) -> DeckId {
    match deck {
        DeckId::One => DeckId::Two,
        DeckId::Two => DeckId::One,
    }
}
