//! The deal: to whom each card goes, from the manual shoe and the hand one at a time; and the two community cards.

use rules::Wager;
use rules::rulebook::vocabulary::DealDevice;
use table::Holder;

use crate::fact::Fact;
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Round, StubIs, Turn};

static ONE_AT_A_TIME: Rule = rule("one card at a time, clockwise, the dealer last")
    .md(&["08.E#1", "08.E(1)", "09.C(2)"])
    .ma(&["7(c)#1", "8(c)#1"])
    .tribal(&["(g)(3)#1", "(h)(3)#1"])
    .sd(&["(4)#7", "(4)#8"]);

static IN_STACKS: Rule = rule("stacks of three, clockwise, the dealer last")
    .md(&["10.B(1)", "10.B(2)", "10.B(3)"])
    .ma(&["9(c)#1", "9(c)#2"])
    .tribal(&["(i)(3)#1", "(i)(3)#2"])
    .sd(&["(4)#7", "(4)#8"]);

static THREE_EACH: Rule =
    rule("three cards each, or the round is void").md(&["13.D"]).ma(&["14(c)"]).tribal(&["(l)(3)"]).sd(&["(5)#1"]);

static COMMUNITY_ONLY_WHERE_KNOWN: Rule = rule("no community cards without a five-card wager")
    .md2014(&["08.E(1)"])
    .md14(&["08.E(2)", "09.C(4)", "10.B(6)#1"])
    .ma(&["13(g)[2]"])
    .tribal(&["(g)(3)#1"])
    .sd(&["(4)#7"])
    .reading(&[70]);

static COMMUNITY_WHEN: Rule = rule("when the community cards are dealt")
    .md14(&["08.E(2)", "09.C(4)", "10.B(6)#1"])
    .ma(&["13(g)[2]"])
    .reading(&[70, 71]);

static COMMUNITY_DEALT: Rule = rule("community cards for a five-card wager")
    .md14(&["08.E(2)", "09.C(4)", "10.B(6)#1"])
    .ma(&["13(g)[2]"])
    .reading(&[70]);

pub(super) static RULES: &[&Rule] =
    &[&ONE_AT_A_TIME, &IN_STACKS, &THREE_EACH, &COMMUNITY_ONLY_WHERE_KNOWN, &COMMUNITY_WHEN, &COMMUNITY_DEALT];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    match fact {
        Fact::Dealt { to: Holder::Community } => community(p, w),
        Fact::Dealt { to } if !round.dealt.is_empty() => {
            let stacks = round.from == Some(DealDevice::AutomatedShoe);
            let rule = if stacks { &IN_STACKS } else { &ONE_AT_A_TIME };
            let next = next(round, stacks);
            w.need(next == Some(*to), rule, || format!("The card went to {to:?}, and {next:?} was next."));
        }
        Fact::Dealt { to } => {
            // The first card goes to the first hand, whatever deals it.
            let players = round.players();
            let first = if p.electronic() { Some(1) } else { players.first().copied() };
            w.need(Some(*to) == first.map(Holder::Position), &ONE_AT_A_TIME, || {
                format!("The first card went to {to:?}, and the first player with a wager is at {first:?}.")
            });
        }
        Fact::Decided { .. } | Fact::Asked | Fact::DealerRevealed { .. } => {
            w.need(round.all_served(), &THREE_EACH, || {
                format!("Not everybody has three cards, and the round goes on: {fact:?}.")
            });
        }
        Fact::StubRacked { .. } if p.book == Book::Md14 && round.void.is_none() => {
            let has = round.cards_of(Holder::Community) == 2 || !round.anybody_has(Wager::FiveCardProgressive);
            w.need(has, &COMMUNITY_DEALT, || "The stub went to the rack without the two community cards.".into());
        }
        _ => {}
    }
}

/// To whom the next card goes.
fn next(round: &Round, stacks: bool) -> Option<Holder> {
    let cards = round.dealt.iter().filter(|to| **to != Holder::Community).count();
    let hands = round.due_to.len();
    if cards >= 3 * hands {
        return None;
    }
    round.due_to.get(if stacks { cards / 3 } else { cards % hands }).copied()
}

fn community(p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    w.need(round.five_cards && round.cards_of(Holder::Community) < 2, &COMMUNITY_ONLY_WHERE_KNOWN, || {
        "A community card was dealt, and no five-card wager asks for it.".into()
    });
    w.need(round.all_served(), &COMMUNITY_WHEN, || "A community card was dealt before the hands.".into());
    match p.book {
        Book::Md14 => {
            // From an automated shoe they come out of the removed stub.
            let taken = round.from != Some(DealDevice::AutomatedShoe) || round.stub == StubIs::Taken;
            w.need(taken && round.stub != StubIs::Racked, &COMMUNITY_WHEN, || {
                format!("A community card was dealt while the stub was {:?}.", round.stub)
            });
        }
        Book::Ma => {
            let open = round.sheet && !round.dues.iter().any(|due| !at_the_end(due.wager));
            w.need(open, &COMMUNITY_WHEN, || "A community card was dealt before all other wagers were settled.".into());
        }
        _ => {}
    }
}

/// What Massachusetts settles at the end of the round.
pub(super) const fn at_the_end(wager: Wager) -> bool {
    matches!(wager, Wager::FiveCardProgressive | Wager::Envy | Wager::FiveCardEnvy | Wager::CoverAll)
}
