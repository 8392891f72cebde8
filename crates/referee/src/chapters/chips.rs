//! Closing the betting, and what becomes of the progressive chips before a card is dealt (READINGS 43, 44, 80).

use rules::Wager;
use table::Role;

use crate::fact::Fact;
use crate::law::{Rule, Whistle, rule};
use crate::picture::{Picture, Turn};

static NO_MORE_BETS: Rule = rule("no more bets before the first card")
    .md(&["08.C", "09.B"])
    .ma(&["7(b)#1", "8(b)(3)#1", "9(b)(2)"])
    .tribal(&["(g)(2)#1", "(h)(2)(iii)#1", "(i)(2)(ii)"])
    .sd(&["(4)#3"])
    .reading(&[44]);

static LOCKED_OUT: Rule = rule("the sensors are locked before the first card")
    .md(&["08.C(1)", "09.B(1)", "10.A(2)"])
    .ma(&["13(b)#1"])
    .sd(&["(4)#3", "(4)#4"])
    .reading(&[44]);

static NOTHING_SENSED_AFTER: Rule =
    rule("no chip is recognised after the lock-out").md(&["02.C(2)#2"]).ma(&["13(b)#1"]).sd(&["(4)#4"]);

static COLLECTED: Rule = rule("progressive chips are collected before the deal")
    .md(&["08.C(2)(a)", "09.B(2)(a)", "10.A(3)(a)"])
    .ma(&["13(b)#3"])
    .sd(&["(4)#5", "(6)#2"]);

static COUNTED: Rule = rule("chips equal accepted wagers")
    .md(&["08.C(2)(b)", "09.B(2)(b)", "10.A(3)(b)"])
    .ma(&["13(b)#3"])
    .sd(&["(4)#5"])
    .reading(&[43]);

static BANKED: Rule = rule("progressive chips go to the tray before the deal")
    .md(&["08.C(2)(c)", "09.B(2)(c)", "10.A(3)(c)"])
    .ma(&["13(b)#3"])
    .sd(&["(4)#5"]);

static FLOORPERSON_RESOLVES: Rule = rule("a floorperson settles a chip in doubt")
    .md(&["08.C(2)(b)", "09.B(2)(b)", "10.A(3)(b)"])
    .ma(&["13(b)#3"])
    .sd(&["(4)#5"])
    .reading(&[43]);

static GAME_ENDED: Rule = rule("the keypad ends the game").ma(&["13(d)g"]).sd(&["(16)(a)(vi)#1"]);

pub(super) static RULES: &[&Rule] = &[
    &NO_MORE_BETS,
    &LOCKED_OUT,
    &NOTHING_SENSED_AFTER,
    &COLLECTED,
    &COUNTED,
    &BANKED,
    &FLOORPERSON_RESOLVES,
    &GAME_ENDED,
];

pub(super) fn judge(fact: &Fact, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let round = &p.round;
    let offered = p.house.progressive.is_some() || p.house.five_card_progressive.is_some();
    match fact {
        Fact::LockedOut => {
            w.need(round.closed, &NO_MORE_BETS, || "The sensors were locked before the betting was closed.".into());
        }
        Fact::Sensed { position, wager, detected: true } => {
            // A light that flickers over an accepted wager recognises nothing new.
            let known = round.game_ended || round.accepted.contains(&(*position, *wager));
            w.need(!round.locked || known, &NOTHING_SENSED_AFTER, || {
                format!("The {wager} at position {position} was recognised after the lock-out.")
            });
        }
        Fact::ChipsCollected { .. } => {
            w.need(round.locked, &LOCKED_OUT, || "Chips were collected before the sensors were locked.".into());
        }
        Fact::Resolved { position, .. } => {
            let may = matches!(turn.by.role, Role::Floorperson | Role::Supervisor);
            w.need(may, &FLOORPERSON_RESOLVES, || {
                format!("{} settled the chip at position {position}.", turn.by.person)
            });
        }
        Fact::ChipsBanked => {
            let (chips, accepted) = round.collected.unwrap_or((0, 0));
            let agree = chips == accepted || round.resolved;
            w.need(agree, &COUNTED, || format!("{chips} chips went to the tray, and {accepted} wagers were accepted."));
        }
        Fact::Dealt { .. } if round.dealt.is_empty() => {
            w.need(round.closed, &NO_MORE_BETS, || "A card was dealt before the betting was closed.".into());
            w.need(round.locked || !offered, &LOCKED_OUT, || "A card was dealt before the sensors were locked.".into());
            let wagered = round.anybody_has(Wager::Progressive) || round.anybody_has(Wager::FiveCardProgressive);
            // At an electronic table credits are wagered, and there is nothing to collect (READING 90).
            let collected = round.collected.is_some() || p.electronic();
            w.need(collected || !wagered, &COLLECTED, || "A card was dealt over uncollected progressive chips.".into());
            w.need(round.banked || !wagered, &BANKED, || "A card was dealt before the chips were in the tray.".into());
        }
        Fact::GameEnded => {
            w.need(round.dues.is_empty(), &GAME_ENDED, || "The keypad ended a game that is not settled.".into());
        }
        Fact::RoundEnded => {
            let ended = round.game_ended || !round.locked || !offered || round.void.is_some();
            w.need(ended, &GAME_ENDED, || "The round ended, and the keypad had not ended the game.".into());
        }
        _ => {}
    }
}
