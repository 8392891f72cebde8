//! What is given up: wagers and cards are collected before the dealer's hand is turned up (READINGS 53, 93).

use rules::{Outcome, Wager};
use table::Holder;

use crate::fact::{Chosen, Fact};
use crate::law::{Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static COLLECTED_BEFORE_THE_DEALER_SHOWS: Rule = rule("forfeited wagers are collected before the dealer shows")
    .md(&["11.D(1)", "11.D(2)"])
    .ma(&["10(b)#6", "10(b)#7"])
    .tribal(&["(j)(2)#4", "(j)(2)#5"])
    .sd(&["(8)#5", "(10)#1"])
    .reading(&[93]);

static RACKED_BEFORE_THE_DEALER_SHOWS: Rule = rule("forfeited cards are racked before the dealer shows")
    .md(&["11.D(1)", "11.D(2)"])
    .ma(&["10(b)#6", "10(b)#7"])
    .tribal(&["(j)(2)#4", "(j)(2)#5"])
    .sd(&["(8)#5", "(10)#1"])
    .reading(&[93]);

static LIVE_HAND_STAYS: Rule = rule("a folded hand stays while a wager on it lives")
    .md(&["11.C(3)", "11.D(1)"])
    .ma(&["10(b)#3", "6(g)(2)"])
    .sd(&["(8)#2"])
    .reading(&[53]);

static IN_FOLD_ORDER: Rule = rule("forfeits are collected in the order of the folds").sd(&["(8)#6"]);

static CARDS_COUNTED: Rule = rule("the cards of a given-up hand are counted").ma(&["10(b)#5"]).sd(&["(8)#7"]);

static AFTER_THE_LAST_DECISION: Rule = rule("forfeits are collected after the last decision")
    .md(&["11.D"])
    .ma(&["10(b)#6"])
    .tribal(&["(j)(2)#4"])
    .sd(&["(8)#5"]);

static UNSEEN_STAYS_UNSEEN: Rule = rule("a hand given up unseen is not shown").ma(&["10(b)#4"]);

pub(super) static RULES: &[&Rule] = &[
    &COLLECTED_BEFORE_THE_DEALER_SHOWS,
    &RACKED_BEFORE_THE_DEALER_SHOWS,
    &LIVE_HAND_STAYS,
    &IN_FOLD_ORDER,
    &CARDS_COUNTED,
    &AFTER_THE_LAST_DECISION,
    &UNSEEN_STAYS_UNSEEN,
];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    match fact {
        Fact::DealerRevealed { .. } => {
            let chips = standing(p);
            w.need(chips.is_empty(), &COLLECTED_BEFORE_THE_DEALER_SHOWS, || {
                format!("The dealer's hand was turned up over the forfeited wagers of positions {chips:?}.")
            });
            let cards = lying(p);
            w.need(cards.is_empty(), &RACKED_BEFORE_THE_DEALER_SHOWS, || {
                format!("The dealer's hand was turned up while the given-up cards of positions {cards:?} lay there.")
            });
        }
        Fact::ForfeitsDue { .. } => {
            let open = super::stacks::undecided(p);
            w.need(open.is_empty(), &AFTER_THE_LAST_DECISION, || {
                format!("Forfeits were collected before positions {open:?} decided.")
            });
        }
        Fact::Settled { position, lines } => {
            let mut lines = round.dues.iter().take(usize::from(*lines));
            if lines.any(|due| due.outcome == Outcome::Forfeited) && !p.electronic() {
                let left = standing(p);
                let first = round.choices.iter().find(|(at, _)| left.contains(at)).map(|(at, _)| *at);
                w.need(first == Some(*position), &IN_FOLD_ORDER, || {
                    format!("The forfeits of position {position} were taken, and {first:?} folded first.")
                });
            }
        }
        Fact::Racked { holder: Holder::Position(position), cards } => {
            let given_up = gave_up(p, *position);
            if given_up && !round.dealer_up && round.void.is_none() {
                w.need(!round.lives_on(p, *position) || p.electronic(), &LIVE_HAND_STAYS, || {
                    format!("The cards of position {position} were racked, and a wager on them lives.")
                });
            }
            w.need(!given_up || *cards == 3, &CARDS_COUNTED, || {
                format!("{cards} cards came from position {position}.")
            });
        }
        Fact::Revealed { position, .. } => {
            // While Cover All stands, every dealt hand is read for it (READING 83).
            let read = round.anybody_has(Wager::CoverAll);
            let unseen = round.choice(*position) == Some(Chosen::Forfeit);
            w.need(!unseen || read, &UNSEEN_STAYS_UNSEEN, || format!("The hand of position {position} was shown."));
        }
        _ => {}
    }
}

fn gave_up(p: &Picture, position: u8) -> bool {
    p.round.choice(position).is_some_and(|choice| choice != Chosen::Play)
}

/// Positions whose given-up antes still lie on the layout.
fn standing(p: &Picture) -> Vec<u8> {
    let round = &p.round;
    let unseen = |at: u8| round.choice(at) == Some(Chosen::Forfeit);
    let lies = |at: u8| round.stake(at, Wager::Ante) > 0 || (unseen(at) && round.stake(at, Wager::PairPlus) > 0);
    round.choices.iter().map(|(at, _)| *at).filter(|at| gave_up(p, *at) && lies(*at)).collect()
}

/// Positions whose given-up cards still lie there although no wager on them lives.
fn lying(p: &Picture) -> Vec<u8> {
    let round = &p.round;
    if p.electronic() {
        // A shared hand is nobody's to give up (READING 90).
        return Vec::new();
    }
    let lies = |at: &u8| !round.is_racked(Holder::Position(*at)) && !round.lives_on(p, *at);
    round.choices.iter().map(|(at, _)| *at).filter(|at| gave_up(p, *at) && lies(at)).collect()
}

/// Positions with anything of a given-up hand left.
pub(super) fn uncollected(p: &Picture) -> Vec<u8> {
    let mut all = standing(p);
    all.extend(lying(p));
    all.sort_unstable();
    all.dedup();
    all
}
