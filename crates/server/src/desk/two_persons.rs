//! What takes two people at a table: a void after the deal, and a correction of a meter. Robots void by the book and not
//! through a desk, so whoever orders something here is a person.

use meters::Entry;
use pit::Turn;
use table::{Act, Actor, State, What};

use crate::wire::{Problem, Reason};

/// The second person of an act, and for what the approval is good.
#[derive(Clone, Debug)]
pub struct Second {
    /// The second person.
    pub by: Actor,
    /// The round that it is good for, where it is for one round alone.
    pub round: Option<u64>,
}

/// Whether some turns void a round whose cards are dealt. `before` is the table before them.
#[must_use]
pub fn voids(before: &State, turns: &[Turn]) -> bool {
    let void = |turn: &Turn| turn.events.iter().any(|event| matches!(event.what, What::Voided { .. }));
    before.round.drawn > 0 && turns.iter().any(void)
}

/// Checks whether a person's turns take two people, and records the second one beside the first.
///
/// # Errors
/// When a second person is wanted and there is none, or the approval was for a round that is over.
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

/// Whether the correction that the second person signs is the one that the first proposed here, and not an older one.
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
