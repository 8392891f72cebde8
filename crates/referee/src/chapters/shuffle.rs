//! Shuffle and cut, judged by what was used for this shuffle and this deal, not by what was bought (READING 91).

use rules::rulebook::vocabulary::{DealDevice, ShufflerKind};
use table::{DeckId, DeviceStatus, Method, Role};

use crate::fact::Fact;
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Ready, Turn};

static SHUFFLED: Rule = rule("shuffled before play and after each round")
    .md(&["05.A(1)", "05.A(2)"])
    .ma(&["5(a)#1", "5(a)#2"])
    .tribal(&["(e)(1)#1", "(e)(1)#2"])
    .sd(&["(4)#1", "(4)#2"])
    .reading(&[19]);

static SHUFFLED_BY_ORDER: Rule = rule("shuffled when ordered").md(&["05.A(3)"]);

static RESHUFFLED_AFTER_A_JAM: Rule =
    rule("reshuffled after a jam of the shuffler").md(&["13.F"]).ma(&["14(e)"]).tribal(&["(l)[end]"]).reading(&[2]);

static NOT_IN_A_ROUND: Rule =
    rule("no shuffle of cards in play").md(&["05.A(2)"]).ma(&["5(a)#2"]).tribal(&["(e)(1)#2"]).sd(&["(4)#2"]);

static CUT: Rule = rule("cut before the deal")
    .md(&["05.E(2)"])
    .ma(&["5(b)(2)"])
    .tribal(&["(e)(2)(ii)"])
    .sd(&["(4)#6"])
    .reading(&[21, 91]);

static TEN_CARDS: Rule =
    rule("at least ten cards above the cover card").md(&["05.F"]).ma(&["5(c)(1)(ii)"]).tribal(&["(e)(3)(i)(B)"]);

static DEALER_CUTS: Rule =
    rule("the dealer cuts, and offers the cut to nobody").md(&["05.F"]).ma(&["5(c)(1)"]).tribal(&["(e)(3)(i)"]);

static CUT_AFTER_SHUFFLE: Rule =
    rule("the cut follows the shuffle").md(&["05.E"]).ma(&["5(b)"]).tribal(&["(e)(2)"]).sd(&["(4)#6"]);

static RECUT_BEFORE_THE_DEAL: Rule =
    rule("a recut before any card is dealt").md(&["05.G"]).ma(&["5(d)"]).tribal(&["(e)(4)"]);

static LOADED: Rule = rule("the deck is placed after shuffle and cut")
    .md(&["08.B", "09.A(2)", "10.A(1)"])
    .ma(&["7(a)#2", "8(b)(2)", "9(b)(1)"])
    .tribal(&["(g)(1)#2", "(h)(2)(ii)", "(i)(2)(i)"])
    .sd(&["(4)#6"]);

static HAND_NEEDS_THE_SHUFFLER: Rule = rule("the hand deals only what the shuffler shuffled")
    .md(&["09.A(1)"])
    .ma(&["8(b)(1)"])
    .tribal(&["(h)(2)(i)"])
    .reading(&[22, 91]);

static GROUPS_NEED_THE_SHUFFLER: Rule =
    rule("groups of three come from a mechanical shuffler").sd(&["(4)#7"]).reading(&[91]);

static DEVICE_OUT_OF_USE: Rule = rule("a device is put out of use before another method")
    .md(&["13.H"])
    .ma(&["14(g)"])
    .tribal(&["(l)[end]"])
    .reading(&[2, 86]);

static BROKEN_DEVICE: Rule = rule("a device that does not work is not used")
    .md(&["13.H"])
    .ma(&["14(g)"])
    .tribal(&["(l)[end]"])
    .reading(&[2, 86]);

pub(super) static RULES: &[&Rule] = &[
    &SHUFFLED,
    &SHUFFLED_BY_ORDER,
    &RESHUFFLED_AFTER_A_JAM,
    &NOT_IN_A_ROUND,
    &CUT,
    &TEN_CARDS,
    &DEALER_CUTS,
    &CUT_AFTER_SHUFFLE,
    &RECUT_BEFORE_THE_DEAL,
    &LOADED,
    &HAND_NEEDS_THE_SHUFFLER,
    &GROUPS_NEED_THE_SHUFFLER,
    &DEVICE_OUT_OF_USE,
    &BROKEN_DEVICE,
];

pub(super) fn judge(fact: &Fact, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    match fact {
        Fact::Shuffled { deck, method } => shuffled(*deck, *method, p, w),
        Fact::CutOffered { deck, position } | Fact::CutDeclined { deck, position } => {
            w.blow(&DEALER_CUTS, || format!("Position {position} was asked about the cut of {deck:?}."));
        }
        Fact::CutMade { deck, at, again } => {
            let by = turn.by.role;
            w.need(again.is_some() || by == Role::Dealer, &DEALER_CUTS, || format!("A {by} cut {deck:?}."));
            w.need(*at >= 10, &TEN_CARDS, || format!("{deck:?} was cut after {at} cards."));
            let ready = p.deck(*deck).and_then(|deck| deck.ready);
            w.need(ready.is_some(), &CUT_AFTER_SHUFFLE, || format!("{deck:?} was cut without being shuffled."));
            let first = again.is_none() || ready.is_some_and(|ready| ready.cut);
            let in_play = p.round.deck == Some(*deck) && !p.round.dealt.is_empty();
            w.need(first && !in_play, &RECUT_BEFORE_THE_DEAL, || format!("{deck:?} was cut again at the wrong time."));
        }
        Fact::Loaded { deck, into } => {
            let into = p.placed_in(*into);
            match p.deck(*deck).and_then(|deck| deck.ready) {
                Some(ready) => placed(*deck, &Ready { into: Some(into), ..ready }, p, w),
                None => w.blow(&LOADED, || format!("{deck:?} was placed in the {} unshuffled.", into.word())),
            }
        }
        Fact::Dealt { .. } if p.round.dealt.is_empty() => first_card(p, w),
        _ => {}
    }
}

/// The tribal copy breaks off before the device rules; a house may borrow them (READING 2).
fn has_device_rules(p: &Picture) -> bool {
    p.book != Book::Tribal || p.house.people.borrowed
}

/// Whether another method may be used while a device is in this state: Maryland wants a broken one covered or marked,
/// Massachusetts wants any device gone (READING 86).
fn out_of_use(p: &Picture, status: DeviceStatus) -> bool {
    match p.book {
        Book::Ma | Book::Tribal => status == DeviceStatus::Removed,
        _ => status != DeviceStatus::OutOfOrder,
    }
}

fn shuffled(id: DeckId, method: Method, p: &Picture, w: &mut Whistle) {
    let in_play = p.round.deck == Some(id) && !p.round.dealt.is_empty() && p.round.void.is_none();
    w.need(!in_play, &NOT_IN_A_ROUND, || format!("{id:?} was shuffled while its round runs."));
    if !has_device_rules(p) {
        return;
    }
    match method {
        Method::Hand if p.house.cards.shuffler != ShufflerKind::None => {
            w.need(out_of_use(p, p.devices.shuffler), &DEVICE_OUT_OF_USE, || {
                format!("{id:?} was shuffled by hand while the shuffler is at the table ({:?}).", p.devices.shuffler)
            });
        }
        Method::Hand => {}
        Method::Device => {
            w.need(p.shuffler_works(), &BROKEN_DEVICE, || {
                format!("{id:?} was shuffled by a shuffler that is not in service ({:?}).", p.devices.shuffler)
            });
        }
    }
}

/// Whether this deck must be cut, by what shuffled it.
fn needs_cut(p: &Picture, ready: &Ready) -> bool {
    match ready.method {
        // An approved device that reshuffles and counts ends the cut rules, when it was used.
        Some(Method::Device) => p.book == Book::Sd,
        Some(Method::Hand) => true,
        None => p.book.is_md() || p.book == Book::Ma,
    }
}

/// The deck is placed where it will be dealt from.
fn placed(id: DeckId, ready: &Ready, p: &Picture, w: &mut Whistle) {
    let into = p.placed_in(ready.into);
    w.need(!needs_cut(p, ready) || ready.cut, &CUT, || format!("{id:?} went to the {} without a cut.", into.word()));
    let device = ready.method == Some(Method::Device);
    match into {
        DealDevice::Hand => w.need(device, &HAND_NEEDS_THE_SHUFFLER, || {
            format!("The dealer took {id:?} in hand, and no shuffler had shuffled it.")
        }),
        DealDevice::AutomatedShoe => {
            w.need(device, &GROUPS_NEED_THE_SHUFFLER, || {
                format!("{id:?} is dispensed in threes and was shuffled by hand.")
            });
            let works = p.devices.shoe == DeviceStatus::InService || !has_device_rules(p);
            w.need(works, &BROKEN_DEVICE, || {
                format!("{id:?} went into a shoe that is not in service ({:?}).", p.devices.shoe)
            });
        }
        DealDevice::ManualShoe => {}
    }
    if p.house.cards.device == DealDevice::AutomatedShoe && into != DealDevice::AutomatedShoe && has_device_rules(p) {
        w.need(out_of_use(p, p.devices.shoe), &DEVICE_OUT_OF_USE, || {
            format!("{id:?} is dealt from the {} while the shoe is at the table ({:?}).", into.word(), p.devices.shoe)
        });
    }
}

fn first_card(p: &Picture, w: &mut Whistle) {
    let Some(id) = p.loaded else {
        return w.blow(&LOADED, || "A card was dealt, and no deck had been placed.".into());
    };
    let Some(deck) = p.deck(id) else { return };
    w.need(!deck.ordered, &SHUFFLED_BY_ORDER, || format!("{id:?} is dealt although a shuffle was ordered."));
    let jam = deck.jammed && has_device_rules(p);
    w.need(!jam, &RESHUFFLED_AFTER_A_JAM, || format!("{id:?} is dealt as the jammed shuffler left it."));
    match deck.ready {
        None => w.blow(&SHUFFLED, || format!("{id:?} is dealt and was not shuffled since it was last used.")),
        Some(ready) => {
            w.need(!needs_cut(p, &ready) || ready.cut, &CUT, || format!("{id:?} is dealt without a cut."));
            w.need(ready.placed, &LOADED, || format!("{id:?} is dealt and was not placed after its shuffle."));
        }
    }
}
