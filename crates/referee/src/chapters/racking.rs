//! Picking up the cards: in order, after their wagers, the dealer's last, and none that somebody still needs.

use rules::Wager;
use table::Holder;

use super::showdown::step_by_step;
use crate::fact::{Chosen, Fact};
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Round, StubIs, Turn};

static AFTER_THE_WAGERS: Rule = rule("cards are racked after their wagers are settled")
    .md(&["11.E"])
    .ma(&["10(c)(1)(iv)", "10(c)(2)(iii)"])
    .tribal(&["(j)(3)(ii)"]);

static AFTER_ALL_PAYMENTS: Rule = rule("cards are racked after all winning wagers are paid")
    .ma(&["10(c)(1)(iv)"])
    .tribal(&["(j)(3)#2", "(j)(3)(ii)"])
    .reading(&[93]);

static FROM_THE_RIGHT: Rule = rule("cards are picked up from the dealer's right")
    .md(&["11.D(3)", "11.E"])
    .ma(&["10(c)(1)", "10(c)(2)", "10(d)"])
    .reading(&[93]);

static IN_ORDER: Rule = rule("cards are picked up in order").tribal(&["(j)(4)"]).reading(&[93]);

static DEALER_LAST: Rule =
    rule("the dealer's cards are racked last").md(&["11.E"]).ma(&["10(c)#2"]).tribal(&["(j)(3)(ii)"]).reading(&[65]);

static STAYS: Rule = rule("a hand that is still needed stays on the table")
    .md2014(&["11.D(7)(d)(ii)"])
    .md14(&["11.E"])
    .ma(&["12(h)a", "13(e)b#1"])
    .sd(&["(16)(b)#5"])
    .reading(&[65, 66]);

static ALL_RACKED: Rule = rule("every card is racked before the round ends")
    .md(&["11.E"])
    .ma(&["10(c)#2", "10(d)"])
    .tribal(&["(j)(3)(ii)", "(j)(4)"]);

pub(super) static RULES: &[&Rule] =
    &[&AFTER_THE_WAGERS, &AFTER_ALL_PAYMENTS, &FROM_THE_RIGHT, &IN_ORDER, &DEALER_LAST, &STAYS, &ALL_RACKED];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    if round.void.is_some() {
        return;
    }
    match fact {
        Fact::Racked { holder: Holder::Position(position), .. } if !p.electronic() => hand(*position, p, w),
        // A hand that was misread may be in the rack before anybody knows that envy is due for it.
        Fact::SheetDrawn { dues, .. } if !round.corrected => {
            let missed = dues
                .iter()
                .filter_map(|due| due.from)
                .find(|from| !given_up(round, *from) && round.is_racked(Holder::Position(p.hand_of(*from))));
            w.need(missed.is_none(), &STAYS, || {
                format!("Envy is due for the cards of position {}, and they are in the rack.", missed.unwrap_or(0))
            });
        }
        Fact::Racked { holder: Holder::Dealer, .. } => {
            let left: Vec<u8> = lying(p).collect();
            w.need(left.is_empty(), &DEALER_LAST, || format!("The dealer's cards were racked before {left:?}."));
        }
        Fact::RoundEnded if !round.dealt.is_empty() => {
            let left = round.due_to.iter().find(|holder| !round.is_racked(**holder));
            w.need(left.is_none(), &ALL_RACKED, || format!("The round ended with the cards of {left:?} on the table."));
            let community = round.cards_of(Holder::Community) == 0 || round.is_racked(Holder::Community);
            w.need(community, &ALL_RACKED, || "The round ended with the community cards on the table.".into());
            w.need(round.stub == StubIs::Racked, &ALL_RACKED, || "The round ended with the stub on the table.".into());
        }
        _ => {}
    }
}

/// Hands on the table that nothing keeps there.
fn lying(p: &Picture) -> impl Iterator<Item = u8> {
    let round = &p.round;
    round.players_dealt().filter(|at| !round.is_racked(Holder::Position(p.hand_of(*at))) && !round.may_stay(p, *at))
}

fn hand(position: u8, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    // A hand that was given up, and one whose player is gone, is collected before the showdown.
    if given_up(round, position) && !round.lives_on(p, position) || round.gone.contains(&position) {
        return;
    }
    let waits = |wager| matches!(wager, Wager::Envy | Wager::FiveCardEnvy | Wager::CoverAll);
    let open = round.dues.iter().find(|due| due.position == position && !waits(due.wager)).map(|due| due.wager);
    let open = open.or(round.stakes_lie(p, position));
    w.need(open.is_none(), &AFTER_THE_WAGERS, || {
        format!(
            "The cards of position {position} were racked before its {} was settled.",
            open.map_or("", |wager| wager.word())
        )
    });
    w.need(!round.must_stay(position), &STAYS, || {
        format!("The cards of position {position} are still needed and were racked.")
    });
    if step_by_step(p) {
        let open = round.dues.iter().any(|due| p.book == Book::Tribal || !super::deal::at_the_end(due.wager));
        w.need(!open, &AFTER_ALL_PAYMENTS, || {
            format!("The cards of position {position} were racked before all were paid.")
        });
    }
    let right: Vec<u8> = lying(p).filter(|at| *at > position).collect();
    w.need(right.is_empty(), &FROM_THE_RIGHT, || {
        format!("The cards of position {position} were racked before {right:?}.")
    });
    let left = lying(p).any(|at| at < position);
    w.need(right.is_empty() || !left, &IN_ORDER, || {
        format!("The cards of position {position} were picked out of the middle.")
    });
}

fn given_up(round: &Round, position: u8) -> bool {
    round.choice(position).is_some_and(|choice| choice != Chosen::Play)
}
