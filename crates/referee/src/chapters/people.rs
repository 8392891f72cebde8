//! People: who may do what, and that one person has one part (READING 94).

use rules::rulebook::vocabulary::OpeningStep;
use table::{Act, Actor, Role};

use crate::fact::{Correction, Fact};
use crate::law::{Book, Rule, Whistle, rule};
use crate::picture::{Picture, Turn, is_robot, same_person};

static SECOND_PERSON_VERIFIES: Rule = rule("a second person verifies the inspection")
    .md(&["04.A#2"])
    .ma(&["4(b)#1"])
    .tribal(&["(d)(1)#2"])
    .reading(&[94]);

static FLOORPERSON_VERIFIES: Rule =
    rule("a floorperson verifies the inspection").md(&["04.A#2"]).ma(&["4(b)#1"]).tribal(&["(d)(1)#2"]);

static DEALER_INSPECTS: Rule =
    rule("the dealer inspects the cards").md(&["04.A#1"]).ma(&["4(b)#1"]).tribal(&["(d)(1)#1"]);

static WHO_VALIDATES: Rule = rule("who validates a progressive win")
    .md2014(&["11.D(7)(c)"])
    .md14(&["11.D(7)(c)", "11.D(9)(e)"])
    .ma(&["13(d)f"])
    .sd(&["(16)(a)(iii)#2"])
    .reading(&[81]);

static SECOND_PERSON_VALIDATES: Rule = rule("a second person validates a progressive win")
    .md2014(&["11.D(7)(c)"])
    .md14(&["11.D(7)(c)", "11.D(9)(e)"])
    .ma(&["13(d)f"])
    .sd(&["(16)(a)(iii)#2"])
    .reading(&[81, 94]);

static STAFF_DOES_NOT_PLAY: Rule = rule("the staff of a table does not play there")
    .md(&["04.A#2"])
    .ma(&["4(b)#1"])
    .tribal(&["(d)(1)#2"])
    .sd(&["(16)(a)(iii)#2"])
    .reading(&[94]);

static WHO_RECUTS: Rule = rule("who orders a recut").md(&["05.G"]).ma(&["5(d)"]).tribal(&["(e)(4)"]).reading(&[23]);

static WHO_ORDERS_A_SHUFFLE: Rule = rule("who orders a shuffle").md(&["05.A(3)"]);

static DEALER_DEALS: Rule = rule("the dealer runs the round")
    .md(&["11.D", "08.C"])
    .ma(&["10(b)#6", "10(c)#1"])
    .tribal(&["(j)(2)#4", "(j)(3)(i)"])
    .sd(&["(4)#3", "(10)#1"]);

static OWN_WAGERS: Rule = rule("a player's wagers and hand are the player's own")
    .md(&["11.A(1)"])
    .ma(&["10(a)#2"])
    .tribal(&["(j)(1)#2"])
    .sd(&["(2)#1"]);

static TWO_FOR_A_METER: Rule =
    rule("two persons correct a meter").md(&["12.E(4)"]).ma(&["13(d)a"]).sd(&["(16)(a)(i)"]).reading(&[92, 94]);

pub(super) static RULES: &[&Rule] = &[
    &SECOND_PERSON_VERIFIES,
    &FLOORPERSON_VERIFIES,
    &DEALER_INSPECTS,
    &WHO_VALIDATES,
    &SECOND_PERSON_VALIDATES,
    &STAFF_DOES_NOT_PLAY,
    &WHO_RECUTS,
    &WHO_ORDERS_A_SHUFFLE,
    &DEALER_DEALS,
    &OWN_WAGERS,
    &TWO_FOR_A_METER,
];

pub(super) fn judge(fact: &Fact, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let by = turn.by;
    let who = || format!("{} ({})", by.person, by.role.word());
    match fact {
        Fact::Opened { deck, step: OpeningStep::Inspect } => {
            w.need(by.role == Role::Dealer, &DEALER_INSPECTS, || {
                format!("{} inspected {deck:?}, not the dealer.", who())
            });
        }
        Fact::Opened { deck, step: OpeningStep::Verify } => {
            w.need(above(by), &FLOORPERSON_VERIFIES, || format!("{} verified the inspection of {deck:?}.", who()));
            let inspector = p.deck(*deck).and_then(|deck| deck.inspected_by.as_ref());
            let same = inspector.is_some_and(|inspector| same_person(inspector, by));
            w.need(!same, &SECOND_PERSON_VERIFIES, || {
                format!("{} inspected {deck:?} and verified it, too.", by.person)
            });
        }
        Fact::Validated { position, wager } if !p.round.validated_before.contains_key(&(*position, *wager)) => {
            let may = if p.book.is_md() { above(by) } else { by.role == Role::Supervisor };
            w.need(may, &WHO_VALIDATES, || format!("{} validated {wager} at position {position}.", who()));
            w.need(!p.round.dealers.contains(&by.person) || is_robot(by), &SECOND_PERSON_VALIDATES, || {
                format!("{} deals this round and validated {wager} at position {position}.", by.person)
            });
        }
        Fact::Settled { position, .. } => {
            let own = p.round.validated.iter().find(|((at, _), by)| at == position && same_person(by, turn.by));
            w.need(own.is_none(), &SECOND_PERSON_VALIDATES, || {
                format!("{} pays at position {position} what the same person validated.", by.person)
            });
            dealer_only(fact, turn, p, w);
        }
        Fact::Seated { position, person } => {
            w.need(!p.staff.contains_key(person), &STAFF_DOES_NOT_PLAY, || {
                format!("{person} works at this table and sat down at position {position}.")
            });
        }
        Fact::CutMade { again: Some(_), .. } => {
            let may = if p.book.is_md() { above(by) } else { by.role == Role::Supervisor };
            w.need(may, &WHO_RECUTS, || format!("{} had the cards cut again.", who()));
        }
        // After a jam, and when the shoe that holds the cards goes out of use, the shuffle is ordered by the rules.
        Fact::ShuffleOrdered { .. } if !matches!(turn.act, Some(Act::Report { .. } | Act::SetDevice { .. })) => {
            w.need(above(by), &WHO_ORDERS_A_SHUFFLE, || format!("{} ordered a shuffle.", who()));
        }
        Fact::Wagered { position, .. } => own(fact, *position, turn, p, w),
        Fact::Decided { position, .. } if by.role == Role::Player => own(fact, *position, turn, p, w),
        Fact::BetsClosed
        | Fact::StubTaken { .. }
        | Fact::StubCounted { .. }
        | Fact::StubRacked { .. }
        | Fact::Asked
        | Fact::DealerRevealed { .. }
        | Fact::Revealed { .. }
        | Fact::Racked { .. } => dealer_only(fact, turn, p, w),
        _ => {}
    }
    let staff = matches!(by.role, Role::Dealer | Role::Floorperson | Role::Supervisor) && !is_robot(by);
    if staff && p.seats.values().any(|person| *person == by.person) {
        w.blow(&STAFF_DOES_NOT_PLAY, || format!("{} plays at this table and acted for the house.", who()));
    }
    if let Fact::Meter { wager, entry: Correction::Approved { id, by } } = fact {
        let proposer = p.proposers.get(&(*wager, *id));
        w.need(proposer != Some(by), &TWO_FOR_A_METER, || {
            format!("{by} approved a correction that the same person proposed.")
        });
    }
}

/// A floorperson or somebody above.
fn above(actor: &Actor) -> bool {
    matches!(actor.role, Role::Floorperson | Role::Supervisor)
}

fn own(fact: &Fact, position: u8, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let holder = p.seats.get(&position);
    w.need(holder == Some(&turn.by.person), &OWN_WAGERS, || {
        format!("{} did this at position {position}, which is not theirs: {fact:?}.", turn.by.person)
    });
}

/// What only the dealer does; at an electronic table the system may, too (READING 90).
fn dealer_only(fact: &Fact, turn: Turn<'_>, p: &Picture, w: &mut Whistle) {
    let may = turn.by.role == Role::Dealer
        || (p.electronic() && p.book == Book::Md14 && matches!(turn.by.role, Role::System | Role::Device));
    w.need(may, &DEALER_DEALS, || {
        format!("{} ({}) did the dealer's part: {fact:?}.", turn.by.person, turn.by.role.word())
    });
}
