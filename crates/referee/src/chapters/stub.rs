//! The stub: taken out, counted every five rounds unless the shuffler counted, and racked unseen (READING 25).

use table::Holder;

use crate::fact::Fact;
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, StubIs, Turn};

static COUNTED_EVERY_FIVE: Rule = rule("the stub is counted every five rounds")
    .md(&["08.F", "09.D", "10.C"])
    .ma(&["7(e)#1", "8(e)#1", "9(e)#1"])
    .tribal(&["(g)(5)#1", "(h)(5)#1", "(i)(5)#1"])
    .reading(&[25, 91]);

static RACKED_AFTER_THE_DEAL: Rule = rule("the stub is racked before the players act")
    .md2014(&["08.E(2)", "09.C(4)", "10.B(4)"])
    .md14(&["08.E(3)", "09.C(5)", "10.B(5)"])
    .ma(&["7(d)", "8(d)", "9(d)"])
    .tribal(&["(g)(4)", "(h)(4)", "(i)(4)"])
    .reading(&[71]);

static TAKEN_AFTER_THE_DEAL: Rule = rule("the stub leaves after the last card")
    .md2014(&["08.E(2)", "09.C(4)", "10.B(4)"])
    .md14(&["08.E(3)", "09.C(5)", "10.B(5)"])
    .ma(&["7(d)", "8(d)", "9(d)"])
    .tribal(&["(g)(4)", "(h)(4)", "(i)(4)"])
    .reading(&[71]);

static WRONG_COUNT_VOIDS: Rule = rule("a wrong count makes the round void")
    .md(&["08.H(1)", "08.H(2)"])
    .ma(&["7(e)(2)#3", "7(e)(2)#4"])
    .tribal(&["(g)(5)(ii)#3", "(g)(5)(ii)#4"])
    .reading(&[69]);

pub(super) static RULES: &[&Rule] =
    &[&COUNTED_EVERY_FIVE, &RACKED_AFTER_THE_DEAL, &TAKEN_AFTER_THE_DEAL, &WRONG_COUNT_VOIDS];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    match fact {
        Fact::Dealt { .. } if round.dealt.is_empty() => {
            let deals = p.loaded.and_then(|id| p.deck(id)).map_or(0, |deck| deck.deals);
            let device = p.loaded.and_then(|id| p.deck(id)).and_then(|deck| deck.ready);
            let exempt = device.is_some_and(|r| r.method == Some(table::Method::Device) && r.counted == Some(52));
            w.need(deals < 5 || exempt, &COUNTED_EVERY_FIVE, || {
                format!("The deck is dealt for the {}th time since it was last counted.", deals + 1)
            });
        }
        Fact::StubTaken { .. } if round.void.is_none() => {
            let out = round.all_served() && (!round.late(p) || round.delivered);
            w.need(out, &TAKEN_AFTER_THE_DEAL, || "The stub was taken before the last hand was out.".into());
        }
        Fact::StubRacked { .. } if round.void.is_none() => {
            let every = p.house.cards.count_every.unwrap_or(5).min(5);
            let due = !round.counted_by_device() && p.uncounted + 1 >= every;
            w.need(!due || round.counted.is_some(), &COUNTED_EVERY_FIVE, || {
                format!("The stub went to the rack uncounted in round {} since the last count.", p.uncounted + 1)
            });
            wrong_count(fact, p, w);
        }
        Fact::Asked | Fact::Decided { .. } => {
            wrong_count(fact, p, w);
            // With a late stack the stub waits in the device, and for community cards at the end it waits on the table.
            let waits = round.late(p) || (p.book == Book::Ma && round.five_cards);
            w.need(waits || round.stub == StubIs::Racked, &RACKED_AFTER_THE_DEAL, || {
                format!("The stub is {:?}, and the players are asked already.", round.stub)
            });
        }
        Fact::DealerRevealed { .. } => wrong_count(fact, p, w),
        _ => {}
    }
}

/// Stub, hands, community cards and the card set aside are 52, or the round is void.
fn wrong_count(fact: &Fact, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    let Some((stub, misdealt, aside)) = round.counted else { return };
    let dealt = round.dealt.iter().filter(|to| **to != Holder::Community).count();
    let community = round.cards_of(Holder::Community);
    let all = usize::from(stub) + dealt + usize::from(aside);
    let right = !misdealt && (all == 52 || all + community == 52);
    w.need(right || round.void.is_some(), &WRONG_COUNT_VOIDS, || {
        format!("The stub was counted as {stub} beside {dealt} dealt cards, and the round goes on: {fact:?}.")
    });
}
