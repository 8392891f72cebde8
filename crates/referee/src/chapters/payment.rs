//! Payment: what comes before a progressive win is paid, and from where; and that nothing is left over.

use rules::{Outcome, Wager};
use table::Payer;

use crate::fact::{Due, Fact};
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static HAND_VERIFIED: Rule = rule("the dealer verifies the hand before the validation")
    .md2014(&["11.D(7)(a)"])
    .md14(&["11.D(7)(a)", "11.D(9)(d)(i)"]);

static LIGHT_VERIFIED: Rule = rule("the light is lit, or its fault is recorded")
    .md2014(&["11.D(7)(b)"])
    .md14(&["11.D(7)(b)", "11.D(9)(d)(ii)"])
    .sd(&["(6)#3"])
    .reading(&[43]);

static SPOTTED: Rule = rule("the dealer keys in the winner").ma(&["13(d)d"]).sd(&["(16)(a)(iii)#1"]);

static VALIDATED: Rule = rule("a progressive win is validated before it is paid")
    .md2014(&["11.D(7)(c)"])
    .md14(&["11.D(7)(c)", "11.D(9)(e)"])
    .ma(&["13(d)f"])
    .sd(&["(16)(a)(iii)#2"])
    .reading(&[81]);

static NOT_FROM_THE_TRAY: Rule = rule("a share of the meter is not paid from the tray")
    .md2014(&["11.D(7)(d)(i)"])
    .ma(&["13(d)a"])
    .sd(&["(16)(a)(i)"])
    .reading(&[66]);

static PAPERWORK_FIRST: Rule = rule("a payment outside the tray has its document")
    .md2014(&["11.D(7)(d)(ii)"])
    .md14(&["11.D(7)(d)"])
    .ma(&["13(d)a"])
    .sd(&["(16)(a)(i)"])
    .reading(&[66]);

static RIGHT_POSITION: Rule = rule("a settlement takes its own position's lines")
    .md(&["11.D(3)"])
    .ma(&["10(c)#1"])
    .tribal(&["(j)(3)(i)"])
    .sd(&["(6)#1"]);

static ALL_SETTLED: Rule = rule("every wager is settled before the round ends")
    .md(&["11.D(3)"])
    .ma(&["1#round"])
    .tribal(&["(a)(1)(v)"])
    .sd(&["(6)#1"]);

static PLAYERS_SHOWN: Rule =
    rule("the shuffler shows the number of players for Cover All").ma(&["12(e)#2"]).reading(&[83]);

static ENVY_NOT_FROM_ONESELF: Rule =
    rule("no envy from one's own hand").md(&["11.D(7)(e)(iii)"]).ma(&["13(e)a#4"]).sd(&["(16)(b)#4"]).reading(&[59]);

pub(super) static RULES: &[&Rule] = &[
    &HAND_VERIFIED,
    &LIGHT_VERIFIED,
    &SPOTTED,
    &VALIDATED,
    &NOT_FROM_THE_TRAY,
    &PAPERWORK_FIRST,
    &RIGHT_POSITION,
    &ALL_SETTLED,
    &PLAYERS_SHOWN,
    &ENVY_NOT_FROM_ONESELF,
];

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    match fact {
        Fact::Validated { position, wager } => {
            let progressive = matches!(wager, Wager::Progressive | Wager::FiveCardProgressive);
            let verified = !progressive || round.verified.contains(&(*position, *wager));
            w.need(verified, &HAND_VERIFIED, || {
                format!("The {wager} of position {position} was validated before the dealer verified the hand.")
            });
            let spotted = !progressive || round.spotted.contains(&(*position, *wager));
            w.need(spotted, &SPOTTED, || {
                format!("The {wager} of position {position} was validated before the dealer had keyed it in.")
            });
        }
        Fact::LeftUnpaid { position, wager } => {
            let place = (*position, *wager);
            let counts = round.sensors.get(&place).copied().unwrap_or(false) || round.excused_lights.contains(&place);
            w.need(!counts, &LIGHT_VERIFIED, || {
                format!("The {wager} of position {position} was left unpaid, and its light is lit or excused.")
            });
        }
        Fact::Settled { position, lines } => {
            let lines: Vec<Due> = round.dues.iter().take(usize::from(*lines)).copied().collect();
            w.need(lines.iter().all(|due| due.position == *position), &RIGHT_POSITION, || {
                format!("The settlement of position {position} took other positions' lines.")
            });
            lines.into_iter().for_each(|due| paid(due, p, w));
        }
        Fact::RoundEnded if round.void.is_none() => {
            let open: Vec<String> = round.dues.iter().map(|due| format!("{} of {}", due.wager, due.position)).collect();
            w.need(open.is_empty(), &ALL_SETTLED, || format!("The round ended with open lines: {}.", open.join(", ")));
            let lies = round.stakes.iter().find(|(_, amount)| **amount > 0).filter(|_| !round.dealt.is_empty());
            w.need(lies.is_none(), &ALL_SETTLED, || format!("The round ended with this still on the table: {lies:?}."));
        }
        _ => {}
    }
}

/// Whether a win must be validated: every one, but in South Dakota one below the house's threshold (READING 81).
fn needs_validation(due: Due, p: &Picture) -> bool {
    let Some(terms) = p.house.progressive_terms(due.wager) else { return false };
    due.outcome == Outcome::Won && (p.book != Book::Sd || due.paid >= terms.validated_from.0)
}

fn paid(due: Due, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    let place = (due.position, due.wager);
    let what = || format!("the {} of position {}", due.wager, due.position);
    let win = due.outcome == Outcome::Won;
    if win && p.house.progressive_terms(due.wager).is_some() {
        let lit = round.sensors.get(&place).copied().unwrap_or(false) || round.excused_lights.contains(&place);
        w.need(lit, &LIGHT_VERIFIED, || format!("{} was paid under a dark light.", what()));
        w.need(round.spotted.contains(&place), &SPOTTED, || format!("{} was paid and not keyed in.", what()));
        let validated = !needs_validation(due, p) || round.validated.contains_key(&place);
        w.need(validated, &VALIDATED, || format!("{} was paid without validation.", what()));
        let tray = due.award.is_some() && due.payer == Payer::Tray;
        w.need(!tray, &NOT_FROM_THE_TRAY, || format!("{} is a share of the meter and was paid from the tray.", what()));
    }
    let papers = !(win && due.payer == Payer::HandPay) || round.hand_paid.contains(&place);
    w.need(papers, &PAPERWORK_FIRST, || format!("{} was settled before its document was made out.", what()));
    if due.wager == Wager::CoverAll {
        let hands = round.due_to.len().saturating_sub(1);
        let right = round.players_shown.is_some_and(|players| usize::from(players) == hands);
        w.need(right, &PLAYERS_SHOWN, || {
            format!("{} was settled, and the shuffler showed {:?}.", what(), round.players_shown)
        });
    }
    if let (Wager::Envy | Wager::FiveCardEnvy, Some(from)) = (due.wager, due.from) {
        let own = p.seats.get(&from).is_some_and(|person| p.seats.get(&due.position) == Some(person));
        w.need(!own, &ENVY_NOT_FROM_ONESELF, || format!("{} came from the same person's hand at {from}.", what()));
    }
}
