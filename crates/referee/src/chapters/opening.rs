//! Opening a table: inspected, verified, spread, looked at, washed, stacked, shuffled, each deck for itself.

use rules::rulebook::vocabulary::OpeningStep;

use crate::fact::Fact;
use crate::law::{Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static VERIFY_AFTER_INSPECTION: Rule =
    rule("verified after the inspection").md(&["04.A#2"]).ma(&["4(b)#1"]).tribal(&["(d)(1)#2"]);

static SPREAD_AFTER_VERIFICATION: Rule =
    rule("spread after the verification").md(&["04.B"]).ma(&["4(b)#1"]).tribal(&["(d)(2)#1"]);

static LOOK_AFTER_SPREAD: Rule =
    rule("the first player looks at spread cards").md(&["04.C"]).ma(&["4(c)#1"]).tribal(&["(d)(3)#1"]);

static WASH_AFTER_LOOK: Rule =
    rule("washed after the first player's look").md(&["04.C", "04.C(2)"]).ma(&["4(c)#1"]).tribal(&["(d)(3)#1"]);

static STACK_AFTER_WASH: Rule =
    rule("stacked after the washing").md(&["04.C(3)"]).ma(&["4(c)#1"]).tribal(&["(d)(3)#1"]);

static SHUFFLE_AFTER_STACK: Rule =
    rule("shuffled after the stacking").md(&["04.D"]).ma(&["4(c)#2"]).tribal(&["(d)(3)#2"]);

pub(super) static RULES: &[&Rule] = &[
    &VERIFY_AFTER_INSPECTION,
    &SPREAD_AFTER_VERIFICATION,
    &LOOK_AFTER_SPREAD,
    &WASH_AFTER_LOOK,
    &STACK_AFTER_WASH,
    &SHUFFLE_AFTER_STACK,
];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    match fact {
        Fact::Opened { deck: id, step } => {
            let Some(deck) = p.deck(*id) else { return };
            let (needs, rule) = match step {
                OpeningStep::Inspect | OpeningStep::Shuffle => return,
                OpeningStep::Verify => (OpeningStep::Inspect, &VERIFY_AFTER_INSPECTION),
                OpeningStep::Spread => (OpeningStep::Verify, &SPREAD_AFTER_VERIFICATION),
                OpeningStep::FirstPlayer => (OpeningStep::Spread, &LOOK_AFTER_SPREAD),
                OpeningStep::Wash => (OpeningStep::FirstPlayer, &WASH_AFTER_LOOK),
                OpeningStep::Stack => (OpeningStep::Wash, &STACK_AFTER_WASH),
            };
            // An idle table's spread stands for the spread of the opening (READING 24).
            let spread = needs == OpeningStep::Spread && (deck.was_idle || deck.idle_missed);
            w.need(deck.did(needs) || spread, rule, || {
                format!("{id:?}: {} came before {}.", step.word(), needs.word())
            });
            let looked = *step != OpeningStep::FirstPlayer || !p.seats.is_empty();
            w.need(looked, &WASH_AFTER_LOOK, || format!("{id:?} was shown to the first player, and nobody is there."));
        }
        Fact::Shuffled { deck: id, .. } => {
            let Some(deck) = p.deck(*id) else { return };
            // What came preinspected and preshuffled skips the opening; what an idle table missed is said by its own rule.
            let opened = deck.did(OpeningStep::Stack) || deck.preshuffled || deck.idle_missed;
            w.need(opened, &SHUFFLE_AFTER_STACK, || {
                format!("{id:?} was shuffled before its cards were inspected, shown, washed and stacked.")
            });
        }
        _ => {}
    }
}
