//! The dealer's stack from an automated shoe: covered, delivered at once or late, and never from a shoe that stopped.

use rules::rulebook::vocabulary::DealDevice;
use table::Holder;

use crate::fact::Fact;
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static COVERED: Rule = rule("a cover card on the dealer's stack").ma(&["9(c)#3"]).tribal(&["(i)(3)#3"]).reading(&[17]);

static DELIVERED_AFTER_THE_DECISIONS: Rule =
    rule("a late stack comes after every decision").md14(&["10.B(4)"]).ma(&["9(c)(2)"]).reading(&[71]);

static DELIVERED_AFTER_THE_FORFEITS: Rule =
    rule("a late stack comes after the forfeits").ma(&["9(c)(2)"]).reading(&[93]);

static NO_LATE_STACK: Rule =
    rule("the dealer's stack is delivered with the others").md2014(&["10.B(3)"]).tribal(&["(i)(3)#4"]).reading(&[71]);

static DELIVERED_BEFORE_SHOWN: Rule =
    rule("a late stack is delivered before it is shown").md14(&["11.D(2)"]).ma(&["9(c)(2)", "10(b)#7"]);

static SHOE_STOPPED: Rule =
    rule("a shoe that stopped ends the round").md(&["13.G"]).ma(&["14(f)"]).tribal(&["(l)[end]"]).reading(&[2, 92]);

pub(super) static RULES: &[&Rule] = &[
    &COVERED,
    &DELIVERED_AFTER_THE_DECISIONS,
    &DELIVERED_AFTER_THE_FORFEITS,
    &NO_LATE_STACK,
    &DELIVERED_BEFORE_SHOWN,
    &SHOE_STOPPED,
];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    if round.from != Some(DealDevice::AutomatedShoe) {
        return;
    }
    match fact {
        Fact::Dealt { to } if *to != Holder::Community => stopped(p, w),
        Fact::StackDelivered => {
            stopped(p, w);
            w.blow(&NO_LATE_STACK, || "The dealer's stack was delivered after the deal.".into());
            let open = undecided(p);
            w.need(open.is_empty(), &DELIVERED_AFTER_THE_DECISIONS, || {
                format!("The dealer's stack was delivered before positions {open:?} decided.")
            });
            let left = super::forfeits::uncollected(p);
            w.need(left.is_empty(), &DELIVERED_AFTER_THE_FORFEITS, || {
                format!("The dealer's stack was delivered before the forfeits of positions {left:?} were collected.")
            });
        }
        Fact::Asked | Fact::Decided { .. } => {
            w.need(round.covered, &COVERED, || "The dealer's stack lies without a cover card.".into());
        }
        Fact::DealerRevealed { .. } => {
            let there = !round.late(p) || round.delivered;
            w.need(there, &DELIVERED_BEFORE_SHOWN, || "The dealer's stack was turned up in the device.".into());
        }
        _ => {}
    }
}

fn stopped(p: &Picture, w: &mut Whistle) {
    let binds = p.book != Book::Tribal || p.house.people.borrowed;
    w.need(!(p.round.shoe_stopped && binds), &SHOE_STOPPED, || {
        "The shoe stopped in this round, and more cards came out of it.".into()
    });
}

/// The positions with an ante that have not decided.
pub(super) fn undecided(p: &Picture) -> Vec<u8> {
    let round = &p.round;
    let ante = |at: &u8| round.stake(*at, rules::Wager::Ante) > 0;
    round
        .players()
        .into_iter()
        .filter(|at| ante(at) && round.choice(*at).is_none() && !round.gone.contains(at))
        .collect()
}
