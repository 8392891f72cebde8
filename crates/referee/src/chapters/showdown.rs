//! The showdown: the dealer first, then the players from the dealer's right, in the steps of the document.

use rules::{Outcome, Wager};
use table::Holder;

use crate::fact::{Due, Fact};
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Turn, at_the_end};

static ALL_HAVE_DECIDED: Rule = rule("the dealer shows after the last decision")
    .md(&["11.D", "11.D(2)"])
    .ma(&["10(b)#6", "10(b)#7"])
    .tribal(&["(j)(2)#4", "(j)(2)#5"])
    .sd(&["(10)#1"]);

static DEALER_FIRST: Rule = rule("the dealer's hand is turned up first")
    .md(&["11.D(2)", "11.D(3)(a)"])
    .ma(&["10(b)#7", "10(c)#1"])
    .tribal(&["(j)(2)#5", "(j)(2)#7"])
    .sd(&["(10)#1"]);

static FROM_THE_RIGHT: Rule = rule("hands are turned up from the dealer's right")
    .md(&["11.D(3)"])
    .ma(&["10(c)(1)", "10(c)(2)"])
    .tribal(&["(j)(2)#7"])
    .sd(&["(10)#1"])
    .reading(&[62]);

static ONE_PLAYER_AFTER_ANOTHER: Rule = rule("a player is finished before the next is begun")
    .md(&["11.D(3)", "11.E"])
    .ma(&["10(c)(2)", "10(c)(2)(iii)"])
    .reading(&[65, 93]);

static SHOWN_BEFORE_SETTLED: Rule = rule("a hand is turned up before its wagers are settled")
    .md(&["11.D(3)(a)"])
    .ma(&["10(c)(1)(i)", "10(c)(2)(i)"])
    .tribal(&["(j)(2)#7"]);

static ALL_SHOWN_FIRST: Rule = rule("every hand is turned up before anything is settled")
    .ma(&["10(c)(1)", "10(c)(1)(i)"])
    .tribal(&["(j)(2)#7", "(j)(3)#1"])
    .reading(&[93]);

static LOSERS_FIRST: Rule = rule("losing wagers are collected before winning ones are paid")
    .ma(&["10(c)(1)(ii)"])
    .tribal(&["(j)(3)#1"])
    .reading(&[93]);

static OWN_TURN: Rule =
    rule("wagers are settled in their player's turn").md(&["11.D(3)"]).ma(&["10(c)(2)"]).reading(&[93]);

static PAID_FROM_THE_RIGHT: Rule =
    rule("paid from the dealer's right").ma(&["10(c)(1)"]).tribal(&["(j)(3)(i)"]).reading(&[62]);

static ORDER_OF_WAGERS: Rule = rule("the order of a player's wagers")
    .md2014(&["11.D(4)#1", "11.D(5)", "11.D(8)"])
    .md14(&["11.D(4)#1", "11.D(5)", "11.D(8)", "11.D(9)"])
    .sd(&["(6)#1"])
    .reading(&[62]);

static PROGRESSIVE_AT_THE_END: Rule =
    rule("progressive wins are paid at the completion of the round").sd(&["(6)#4"]).reading(&[62]);

static COVER_ALL_LAST: Rule = rule("Cover All after all other wagers").ma(&["12(j)"]).reading(&[62]);

static ENVY_AT_THE_END: Rule =
    rule("envy is paid at the end of the round").ma(&["13(e)c#1"]).sd(&["(16)(b)#7"]).reading(&[64]);

static COMMUNITY_SHOWN: Rule =
    rule("community cards are shown before the five-card wager is settled").md14(&["11.D(9)(b)"]).ma(&["13(g)[2]"]);

pub(super) static RULES: &[&Rule] = &[
    &ALL_HAVE_DECIDED,
    &DEALER_FIRST,
    &FROM_THE_RIGHT,
    &ONE_PLAYER_AFTER_ANOTHER,
    &SHOWN_BEFORE_SETTLED,
    &ALL_SHOWN_FIRST,
    &LOSERS_FIRST,
    &OWN_TURN,
    &PAID_FROM_THE_RIGHT,
    &ORDER_OF_WAGERS,
    &PROGRESSIVE_AT_THE_END,
    &COVER_ALL_LAST,
    &ENVY_AT_THE_END,
    &COMMUNITY_SHOWN,
];

/// Whether the document finishes one player before the next: Maryland, and the second alternative of Massachusetts.
pub(super) fn player_by_player(p: &Picture) -> bool {
    p.book.is_md() || (p.book == Book::Ma && p.house.settlement().id == "2")
}

/// Whether the document does each step for the whole table: the first alternative of Massachusetts, and the tribal rules.
pub(super) fn step_by_step(p: &Picture) -> bool {
    p.book == Book::Tribal || (p.book == Book::Ma && !player_by_player(p))
}

pub(super) fn judge(fact: &Fact, _: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    match fact {
        Fact::DealerRevealed { .. } => {
            let open = super::stacks::undecided(p);
            w.need(open.is_empty(), &ALL_HAVE_DECIDED, || {
                format!("The dealer's hand was turned up before positions {open:?} decided.")
            });
        }
        // At an electronic table the shared hands lie open for the decisions (READING 90).
        Fact::Revealed { position, .. } if !p.electronic() => revealed(*position, p, w),
        Fact::Settled { lines, .. } if !p.electronic() => {
            let mut settled = round.settled.clone();
            let mut left: Vec<Due> = round.dues.iter().copied().collect();
            for _ in 0..(*lines).min(u8::try_from(left.len()).unwrap_or(u8::MAX)) {
                let due = left.remove(0);
                if due.outcome != Outcome::Forfeited {
                    line(due, &settled, &left, p, w);
                }
                settled.push(due);
            }
        }
        _ => {}
    }
}

fn revealed(position: u8, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    w.need(round.dealer_up, &DEALER_FIRST, || format!("Position {position} was turned up before the dealer's hand."));
    // A folded hand that is read for Cover All alone is no remaining player's.
    if !round.must_show(p, position) {
        return;
    }
    let skipped: Vec<u8> = round
        .players_dealt()
        .filter(|at| {
            *at > position
                && round.must_show(p, *at)
                && !round.up.contains(at)
                && !round.is_racked(Holder::Position(*at))
        })
        .collect();
    w.need(skipped.is_empty(), &FROM_THE_RIGHT, || format!("Position {position} was turned up before {skipped:?}."));
    let passed = round.up.iter().any(|at| *at < position && round.must_show(p, *at));
    w.need(!passed, &FROM_THE_RIGHT, || format!("Position {position} was turned up after {:?}.", round.up));
    if player_by_player(p) {
        for at in round.up.iter().copied().filter(|at| !round.may_stay(p, *at)) {
            let open = round.dues.iter().find(|due| due.position == at && own_turn(p, due)).map(|due| due.wager);
            let open = open.or(round.stakes_lie(p, at));
            let unracked = !round.is_racked(Holder::Position(at)) && !round.gone.contains(&at);
            w.need(open.is_none() && !unracked, &ONE_PLAYER_AFTER_ANOTHER, || {
                let what = open.map_or("its cards are on the table".into(), |wager| format!("its {wager} is open"));
                format!("Position {position} was turned up before {at} was finished: {what}.")
            });
        }
    }
}

/// Whether a line belongs to its own player's turn, and not to the end of the round or to another's turn.
fn own_turn(p: &Picture, due: &Due) -> bool {
    match due.wager {
        Wager::Envy | Wager::FiveCardEnvy => false,
        wager => !at_the_end(p, wager),
    }
}

/// The place of a wager in the order of a player's settlement.
fn place(book: Book, wager: Wager) -> u8 {
    if book == Book::Sd {
        return match wager {
            Wager::Play | Wager::TipPlay => 0,
            Wager::AnteBonus | Wager::TipAnteBonus => 1,
            Wager::Ante | Wager::TipAnte | Wager::MatchPlay => 2,
            Wager::PairPlus | Wager::TipPairPlus => 3,
            Wager::SixCardBonus => 4,
            _ => 5,
        };
    }
    match wager {
        Wager::PairPlus | Wager::TipPairPlus => 1,
        Wager::Progressive => 2,
        Wager::Envy => 3,
        Wager::SixCardBonus => 4,
        Wager::FiveCardProgressive => 5,
        Wager::FiveCardEnvy => 6,
        Wager::CoverAll => 7,
        _ => 0,
    }
}

/// One line that is settled now: `settled` came before it and `left` comes after.
fn line(due: Due, settled: &[Due], left: &[Due], p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    let at = due.position;
    let envy = matches!(due.wager, Wager::Envy | Wager::FiveCardEnvy);
    let what = || format!("the {} of position {at}", due.wager);
    let shown = envy || due.wager == Wager::CoverAll || round.up.contains(&at);
    w.need(shown && round.dealer_up, &SHOWN_BEFORE_SETTLED, || format!("{} was settled on a hand not shown.", what()));
    if matches!(due.wager, Wager::FiveCardProgressive | Wager::FiveCardEnvy) {
        w.need(round.community_up, &COMMUNITY_SHOWN, || format!("{} was settled on hidden community cards.", what()));
    }
    let main = |due: &Due| !super::deal::at_the_end(due.wager);
    if step_by_step(p) {
        let hidden = round
            .players_dealt()
            .find(|at| round.must_show(p, *at) && !round.up.contains(at) && !round.is_racked(Holder::Position(*at)));
        w.need(hidden.is_none(), &ALL_SHOWN_FIRST, || format!("{} was settled before {hidden:?} was shown.", what()));
        let losing = left.iter().find(|due| due.outcome == Outcome::Lost && main(due));
        w.need(due.outcome == Outcome::Lost || losing.is_none(), &LOSERS_FIRST, || {
            format!("{} was paid too early.", what())
        });
        let same = |other: &&Due| (other.outcome == Outcome::Lost) == (due.outcome == Outcome::Lost) && main(other);
        let after = left.iter().filter(same).any(|other| other.position > at);
        w.need(!after || !main(&due), &PAID_FROM_THE_RIGHT, || format!("{} came before those to the right.", what()));
    }
    // What a misread hand had decided is settled again: the turn is over, and what it had not decided stays settled.
    let in_turn = !round.corrected;
    if in_turn && player_by_player(p) && own_turn(p, &due) {
        w.need(round.up.last() == Some(&at), &OWN_TURN, || {
            format!("{} was settled in the turn of {:?}.", what(), round.up.last())
        });
    }
    if in_turn && p.book.is_md() && envy {
        w.need(round.up.last() == due.from.as_ref(), &OWN_TURN, || {
            format!("{} was paid in the turn of {:?}, not of {:?}.", what(), round.up.last(), due.from)
        });
    }
    let own = |other: &&Due| other.position == at && own_turn(p, other);
    let later = settled
        .iter()
        .filter(own)
        .filter(|o| o.outcome != Outcome::Forfeited)
        .find(|o| place(p.book, o.wager) > place(p.book, due.wager));
    w.need(!in_turn || !own_turn(p, &due) || later.is_none(), &ORDER_OF_WAGERS, || {
        format!("{} was settled after the {}.", what(), later.map_or("", |due| due.wager.word()))
    });
    let base_open = left.iter().any(|due| main(due) && due.wager != Wager::Progressive);
    if due.outcome == Outcome::Won && due.wager == Wager::Progressive {
        w.need(!base_open, &PROGRESSIVE_AT_THE_END, || format!("{} was paid before the other wagers.", what()));
    }
    let any_open = left.iter().any(main);
    w.need(!envy || !any_open, &ENVY_AT_THE_END, || format!("{} was paid before the other wagers.", what()));
    w.need(due.wager != Wager::CoverAll || !any_open, &COVER_ALL_LAST, || format!("{} came too early.", what()));
}
