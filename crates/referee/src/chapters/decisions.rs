//! The decisions: asked for after everybody had the chance to look, from the dealer's left, of everybody with an ante.

use rules::Wager;
use table::Role;

use crate::fact::{Chosen, Fact};
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static ASKED_AFTER_ALL_LOOKED: Rule = rule("nobody decides before all could look").md(&["11.B#1"]).reading(&[93]);

static IN_TURN: Rule = rule("decisions go clockwise from the dealer's left")
    .md(&["11.B#1"])
    .ma(&["10(b)#2"])
    .tribal(&["(j)(2)#2"])
    .sd(&["(8)#6"])
    .reading(&[57]);

static WITH_AN_ANTE: Rule =
    rule("only an ante is played on").md(&["11.B#1"]).ma(&["10(b)#1"]).tribal(&["(j)(2)#1"]).sd(&["(9)#1"]);

static ONCE: Rule =
    rule("a decision is made once").md(&["11.B#2"]).ma(&["10(b)#1"]).tribal(&["(j)(2)#1"]).sd(&["(8)#1"]);

static BEFORE_THE_DEALER_SHOWS: Rule = rule("nobody decides on a dealer's hand that lies open")
    .md(&["11.D"])
    .ma(&["10(b)#6", "10(b)#7"])
    .tribal(&["(j)(2)#4", "(j)(2)#5"])
    .sd(&["(10)#1"]);

static NO_UNSEEN_FORFEIT: Rule =
    rule("no hand is given up unseen but in Massachusetts").md(&["11.B#2"]).tribal(&["(j)(2)#1"]).sd(&["(8)#1"]);

static FOLDED_SHOWN_LATE: Rule =
    rule("folded hands are shown after the dealer's is settled").sd(&["(8)#8"]).reading(&[56]);

static FOLDED_NOT_SHOWN: Rule =
    rule("folded hands are not shown").md(&["11.A(2)"]).ma(&["10(b)#4"]).tribal(&["(j)(1)#3"]).reading(&[56]);

pub(super) static RULES: &[&Rule] = &[
    &ASKED_AFTER_ALL_LOOKED,
    &IN_TURN,
    &WITH_AN_ANTE,
    &ONCE,
    &BEFORE_THE_DEALER_SHOWS,
    &NO_UNSEEN_FORFEIT,
    &FOLDED_SHOWN_LATE,
    &FOLDED_NOT_SHOWN,
];

pub(super) fn judge(fact: &Fact, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    match fact {
        Fact::Decided { position, decision, .. } => decided(*position, *decision, turn, p, w),
        Fact::FoldedShown => {
            w.blow(&FOLDED_NOT_SHOWN, || "Folded hands were shown.".into());
            let done = round.dealer_up && round.dues.is_empty();
            w.need(done, &FOLDED_SHOWN_LATE, || "Folded hands were shown before the settlement.".into());
        }
        _ => {}
    }
}

fn decided(position: u8, choice: Chosen, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    w.need(!round.dealer_up, &BEFORE_THE_DEALER_SHOWS, || format!("Position {position} decided too late."));
    w.need(round.choice(position).is_none(), &ONCE, || format!("Position {position} decided twice."));
    let ante = round.stake(position, Wager::Ante) > 0;
    w.need(ante || choice != Chosen::Play, &WITH_AN_ANTE, || format!("Position {position} plays without an ante."));
    if choice == Chosen::Forfeit {
        // It is open to everybody until their own decision (READING 55).
        return w.blow(&NO_UNSEEN_FORFEIT, || format!("Position {position} gave up the hand unseen."));
    }
    // A leaver's hand folds when the floorperson says so, and a slow one when its time is over.
    let asked = round.asked || turn.by.role != Role::Player || p.electronic();
    w.need(asked, &ASKED_AFTER_ALL_LOOKED, || format!("Position {position} decided before the dealer asked."));
    let first = super::stacks::undecided(p).first().copied();
    let in_turn = turn.by.role != Role::Player || p.electronic() || first.is_none_or(|first| first >= position);
    w.need(in_turn, &IN_TURN, || format!("Position {position} decided, and it was the turn of {first:?}."));
    if p.book == Book::Sd || ante {
        return;
    }
    w.need(choice == Chosen::Play, &WITH_AN_ANTE, || format!("Position {position} has no ante to fold."));
}
