//! What goes wrong: the remedy of the document, until the round has ended (READINGS 84, 85, 92).

use rules::rulebook::vocabulary::{Irregularity, Remedy};

use crate::fact::Fact;
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static CARD_FACE_UP: Rule =
    rule("a card found face up is set aside").md(&["13.A"]).ma(&["14(a)#1"]).tribal(&["(l)(1)#1"]);

static CARDS_FACE_UP: Rule =
    rule("more than one card face up makes the round void").md(&["13.B"]).ma(&["14(a)#2"]).tribal(&["(l)(1)#2"]);

static FACE_UP_IN_A_STACK: Rule = rule("a card face up in a dispensed stack makes the round void")
    .md(&["13.D"])
    .ma(&["14(c)"])
    .tribal(&["(l)(3)"])
    .reading(&[85]);

static DRAWN_IN_ERROR: Rule =
    rule("a card drawn in error is the next card").md(&["13.C"]).ma(&["14(b)"]).tribal(&["(l)(2)"]);

static WRONG_NUMBER: Rule = rule("a wrong number of cards makes the round void")
    .md(&["13.D"])
    .ma(&["14(c)"])
    .tribal(&["(l)(3)"])
    .sd(&["(5)#1"])
    .reading(&[69]);

static DEALER_CARD_EXPOSED: Rule =
    rule("an exposed card of the dealer makes the round void").md(&["13.E"]).ma(&["14(d)"]).tribal(&["(l)(4)"]);

static EXPOSED_IS_NO_MISDEAL: Rule = rule("an exposed card is no misdeal").sd(&["(5)#2", "(5)#3"]).reading(&[84]);

static SHUFFLER_JAM: Rule =
    rule("a jammed shuffler's cards are reshuffled").md(&["13.F"]).ma(&["14(e)"]).tribal(&["(l)[end]"]).reading(&[2]);

static SHOE_JAM: Rule =
    rule("a jammed shoe makes the round void").md(&["13.G"]).ma(&["14(f)"]).tribal(&["(l)[end]"]).reading(&[2]);

static VOID_AT_ONCE: Rule = rule("a round that must be void goes no further")
    .md(&["13.B", "13.D", "13.E"])
    .ma(&["14(a)#2", "14(c)", "14(d)"])
    .tribal(&["(l)(1)#2", "(l)(3)", "(l)(4)"])
    .sd(&["(5)#1"]);

static NOTHING_AFTER_VOID: Rule = rule("nothing is decided or paid in a void round")
    .md(&["13.B", "13.D", "13.E"])
    .ma(&["14(a)#2", "14(c)", "14(d)"])
    .tribal(&["(l)(1)#2", "(l)(3)", "(l)(4)"])
    .sd(&["(5)#1"])
    .reading(&[68]);

static WAGERS_RETURNED: Rule = rule("a void round returns every wager")
    .md(&["13.B", "13.D", "13.E"])
    .ma(&["14(a)#2", "14(c)", "14(d)"])
    .tribal(&["(l)(1)#2", "(l)(3)", "(l)(4)"])
    .sd(&["(5)#1"])
    .reading(&[68]);

static SETTLED_UNDONE: Rule = rule("a void round undoes what was settled")
    .md(&["13.D", "13.E"])
    .ma(&["14(c)", "14(d)"])
    .tribal(&["(l)(3)", "(l)(4)"])
    .sd(&["(5)#1"])
    .reading(&[92]);

static WHOLE_ROUND: Rule = rule("what is void is the whole round")
    .md(&["13.B", "13.D", "13.E"])
    .ma(&["14(a)#2", "14(c)", "14(d)"])
    .tribal(&["(l)(1)#2", "(l)(3)", "(l)(4)"])
    .sd(&["(5)#1"])
    .reading(&[68]);

pub(super) static RULES: &[&Rule] = &[
    &CARD_FACE_UP,
    &CARDS_FACE_UP,
    &FACE_UP_IN_A_STACK,
    &DRAWN_IN_ERROR,
    &WRONG_NUMBER,
    &DEALER_CARD_EXPOSED,
    &EXPOSED_IS_NO_MISDEAL,
    &SHUFFLER_JAM,
    &SHOE_JAM,
    &VOID_AT_ONCE,
    &NOTHING_AFTER_VOID,
    &WAGERS_RETURNED,
    &SETTLED_UNDONE,
    &WHOLE_ROUND,
];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    match fact {
        Fact::Irregular { what, remedy, .. } => remedied(*what, *remedy, p, w),
        Fact::HandVoided { position } => w.blow(&WHOLE_ROUND, || {
            format!("The hand of position {position} became void, and the round goes on without it.")
        }),
        Fact::RoundEnded if round.void.is_some() => {
            let left = round.stakes.iter().find(|(_, amount)| **amount > 0);
            w.need(left.is_none(), &WAGERS_RETURNED, || {
                format!("The void round ended, and this was not returned: {left:?}.")
            });
            // What a leaver had staked is in the tray since the ruling, and goes back from there.
            let kept = round.settled.iter().find(|due| !round.gone.contains(&due.position));
            w.need(kept.is_none(), &SETTLED_UNDONE, || {
                format!("The void round ended, and this settlement stands: {kept:?}.")
            });
        }
        Fact::Dealt { .. }
        | Fact::Decided { .. }
        | Fact::Asked
        | Fact::DealerRevealed { .. }
        | Fact::Revealed { .. }
        | Fact::Settled { .. }
        | Fact::Validated { .. } => {
            w.need(!round.short_stack, &FACE_UP_IN_A_STACK, || {
                format!("A card was set aside out of a dispensed stack, and the round goes on: {fact:?}.")
            });
            w.need(round.void.is_none(), &NOTHING_AFTER_VOID, || format!("The round is void, and yet: {fact:?}."));
            w.need(round.void_due.is_none(), &VOID_AT_ONCE, || {
                format!("The round must be void ({:?}), and it goes on: {fact:?}.", round.void_due)
            });
        }
        _ => {}
    }
}

fn remedied(what: Irregularity, remedy: Remedy, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    let said = || format!("The remedy of {} was {}.", what.word(), remedy.word());
    let borrowed = p.book != Book::Tribal || p.house.people.borrowed;
    match what {
        Irregularity::CardFaceUp => {
            w.need(round.face_up_found == 0 || remedy.voids(), &CARDS_FACE_UP, || {
                "A second card was found face up.".into()
            });
            let fits = remedy == Remedy::SetAside || remedy.voids();
            w.need(fits, &CARD_FACE_UP, said);
        }
        Irregularity::CardsFaceUp => w.need(remedy.voids(), &CARDS_FACE_UP, said),
        Irregularity::DrawnInError => w.need(remedy == Remedy::NextCard, &DRAWN_IN_ERROR, said),
        Irregularity::WrongNumber => w.need(remedy.voids(), &WRONG_NUMBER, said),
        Irregularity::DealerCardExposed => {
            w.need(remedy.voids() || round.dealer_up, &DEALER_CARD_EXPOSED, said);
            w.need(!remedy.voids(), &EXPOSED_IS_NO_MISDEAL, said);
        }
        Irregularity::PlayerCardExposed => w.need(!remedy.voids(), &EXPOSED_IS_NO_MISDEAL, said),
        Irregularity::ShufflerJam => w.need(remedy == Remedy::Reshuffle || !borrowed, &SHUFFLER_JAM, said),
        Irregularity::ShoeJam => w.need(remedy.voids() || !borrowed || !runs(p), &SHOE_JAM, said),
        // No document names it: a hand that is lost by it is lost without law.
        Irregularity::LookedTooEarly
        | Irregularity::DeviceOutOfUse
        | Irregularity::StubWrongMisdealt
        | Irregularity::StubWrong
        | Irregularity::StubWrongBoth => {}
    }
}

/// Whether a round is on the table.
fn runs(p: &Picture) -> bool {
    p.round.closed
}
