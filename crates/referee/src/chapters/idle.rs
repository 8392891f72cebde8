//! The idle table: its cards are spread, and nothing is dealt before somebody had the chance to look (READINGS 24, 95).

use rules::rulebook::vocabulary::OpeningStep;
use table::DeckId;

use crate::fact::Fact;
use crate::law::{Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static SPREAD_WHEN_IDLE: Rule = rule("an idle table's cards are spread")
    .md(&["05.H", "05.H(3)"])
    .ma(&["5(e)#1", "5(e)#3"])
    .tribal(&["(e)(5)#1", "(e)(5)#3"])
    .reading(&[95]);

static TURNED_UP: Rule = rule("cards spread face down are turned up for the player")
    .md(&["05.H(3)"])
    .ma(&["5(e)#2"])
    .tribal(&["(e)(5)#2"])
    .reading(&[24]);

static REOPENED: Rule =
    rule("an idle table is opened again").md(&["05.H(3)"]).ma(&["5(e)#3"]).tribal(&["(e)(5)#3"]).reading(&[24]);

static NO_ROUND_WHEN_SPREAD: Rule =
    rule("cards are not spread out of a round").md(&["05.H"]).ma(&["5(e)#1"]).tribal(&["(e)(5)#1"]);

pub(super) static RULES: &[&Rule] = &[&SPREAD_WHEN_IDLE, &TURNED_UP, &REOPENED, &NO_ROUND_WHEN_SPREAD];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    match fact {
        Fact::IdleSpread { .. } => {
            w.need(!p.round.closed, &NO_ROUND_WHEN_SPREAD, || "The cards of a round that runs were spread.".into());
        }
        Fact::Opened { deck, step: OpeningStep::FirstPlayer } => {
            let hidden = p.deck(*deck).is_some_and(|deck| deck.face_down);
            w.need(!hidden, &TURNED_UP, || format!("{deck:?} was shown to the first player face down."));
        }
        Fact::Shuffled { deck, .. } => missed(*deck, "shuffled", p, w),
        Fact::Dealt { .. } if p.round.dealt.is_empty() => {
            let Some(id) = p.loaded else { return };
            missed(id, "dealt", p, w);
            let spread = p.deck(id).is_some_and(|deck| deck.was_idle);
            w.need(!spread, &REOPENED, || format!("{id:?} was spread on the idle table and is dealt as it lay."));
        }
        _ => {}
    }
}

fn missed(id: DeckId, what: &str, p: &Picture, w: &mut Whistle) {
    let missed = p.deck(id).is_some_and(|deck| deck.idle_missed);
    w.need(!missed, &SPREAD_WHEN_IDLE, || {
        format!("The table had been idle, nothing was spread or shown to the first player, and {id:?} is {what}.")
    });
}
