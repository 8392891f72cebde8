//! Acts that need two people at a table: voiding a round or one hand after the deal, and correcting a meter. Only people's orders
//! are checked here: a robot voids a round only where the rulebook says so.

use meters::Entry;
use pit::Turn;
use table::{Act, Actor, State, What};

use crate::wire::{Problem, Reason};

/// The second person of an act, and what their approval covers.
#[derive(Clone, Debug)]
pub struct Second {
    /// The second person.
    pub by: Actor,
    /// The round that the approval is limited to, if any.
    pub round: Option<u64>,
}

/// Whether these turns void a round whose cards are dealt, or take a hand of it from its player. `before` is the table
/// before them.
#[must_use]
pub fn voids(before: &State, turns: &[Turn]) -> bool {
    let void = |what: &What| match what {
        What::Voided { .. } => true,
        What::Irregular { remedy, .. } => remedy.is_of_one_hand(),
        _ => false,
    };
    before.round.drawn > 0 && turns.iter().flat_map(|turn| &turn.events).any(|event| void(&event.what))
}

/// Checks whether a person's turns need a second person, and records that person in them.
///
/// # Errors
/// When a second person is required and there is none, or the approval was for another round or another correction.
pub fn hold(before: &State, turns: &mut [Turn], second: Option<&Second>) -> Result<(), Problem> {
    let Some(second) = second else {
        let proposes = turns.iter().any(|turn| matches!(turn.act, Act::ProposeMeter { .. }));
        return if proposes || voids(before, turns) { Err(wanted()) } else { Ok(()) };
    };
    if second.round.is_some_and(|round| round != before.round.number) {
        let round = second.round.unwrap_or_default();
        return Err(Reason::NothingToApprove { round }.into());
    }
    if !approves_its_own(turns) {
        return Err(Reason::OtherCorrection.into());
    }
    for turn in turns.iter_mut().filter(|turn| turn.by != second.by) {
        turn.second = Some(second.by.clone());
    }
    Ok(())
}

/// Whether the second person signs the correction proposed in these turns, and not an older one.
fn approves_its_own(turns: &[Turn]) -> bool {
    let entries = || {
        turns.iter().flat_map(|turn| &turn.events).filter_map(|event| match &event.what {
            What::Meter { entry, .. } => Some(entry),
            _ => None,
        })
    };
    let proposed = |wanted: u32| entries().any(|entry| matches!(entry, Entry::Proposed(own) if own.id == wanted));
    entries().all(|entry| if let Entry::Approved { id, .. } = entry { proposed(*id) } else { true })
}

fn wanted() -> Problem {
    Reason::SecondPerson.into()
}
