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
/// before them; one order may deal the cards and void them.
#[must_use]
pub fn voids(before: &State, turns: &[Turn]) -> bool {
    let mut dealt = before.round.drawn > 0;
    turns.iter().flat_map(|turn| &turn.events).any(|event| match &event.what {
        What::Dealt { .. } => {
            dealt = true;
            false
        }
        What::Voided { .. } => dealt,
        What::Irregular { remedy, .. } => dealt && remedy.is_of_one_hand(),
        _ => false,
    })
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

    use std::sync::Arc;

    use rules::rulebook::vocabulary::Irregularity;
    use rules::{Books, Cents, Wager};
    use table::{Command, Holder, Moment, Phase, Role};

    use super::*;

    /// A table with physical cards under the made-up book, with a player in the round.
    struct Round(State);

    const LOOKS_VOID: &str = include_str!("../../../../golden/table/freedonia/looks-void.toml");
    const LOOKS_FORFEIT: &str = include_str!("../../../../golden/table/freedonia/looks-forfeit.toml");

    impl Round {
        fn with_a_wager(house: &str) -> Round {
            let mut books = Books::shipped();
            books
                .add(include_str!("../../../../golden/books/freedonia.toml"))
                .unwrap_or_else(|faults| panic!("{faults}"));
            let house = Arc::new(rules::house::check(house, &books).house.unwrap());
            let mut round = Round(State::new(house, &meters::GameId::new("table 1").unwrap()));
            round.act(Role::Floorperson, "Flo", Act::OpenTable { float: Cents::dollars(1_000) });
            round.act(Role::Player, "Ann", Act::Sit { position: 1 });
            round.act(Role::Player, "Ann", Act::BuyIn { amount: Cents::dollars(100) });
            let (wager, amount) = (Wager::Ante, Cents::dollars(5));
            round.act(Role::Player, "Ann", Act::Wager { position: 1, wager, amount, with: table::Instrument::Chips });
            round
        }

        /// Everything up to the decisions.
        fn deal(&mut self) -> Vec<Turn> {
            let mut turns = Vec::new();
            while self.0.phase() != Phase::Deciding {
                let todo = self.0.next(Moment(0)).unwrap();
                turns.push(self.act(todo.by, if todo.by == Role::Dealer { "Dan" } else { "Flo" }, todo.act));
            }
            turns
        }

        /// A report that Ann has looked too early.
        fn report(&mut self) -> Turn {
            let (what, holder) = (Irregularity::LookedTooEarly, Some(Holder::Position(1)));
            self.act(Role::Floorperson, "Flo", Act::Report { what, holder, card: None })
        }

        fn act(&mut self, role: Role, person: &str, act: Act) -> Turn {
            let command = Command::new("x", Actor::new(role, person), Moment(0), act);
            Turn::take(&mut self.0, command).unwrap_or_else(|refusal| panic!("{refusal:?}"))
        }
    }

    #[test]
    fn no_single_person_takes_a_hand_from_its_player() {
        for house in [LOOKS_VOID, LOOKS_FORFEIT] {
            let mut round = Round::with_a_wager(house);
            round.deal();
            let before = round.0.clone();
            let turn = round.report();
            assert!(voids(&before, std::slice::from_ref(&turn)));
            assert!(hold(&before, &mut [turn.clone()], None).is_err());
            let second = Second { by: Actor::new(Role::Supervisor, "Sue"), round: Some(before.round.number) };
            let mut turns = [turn];
            assert!(hold(&before, &mut turns, Some(&second)).is_ok());
            assert_eq!(turns[0].second, Some(second.by));
        }
    }

    #[test]
    fn no_single_person_deals_and_takes_a_hand_in_one_order() {
        for house in [LOOKS_VOID, LOOKS_FORFEIT] {
            let mut round = Round::with_a_wager(house);
            let before = round.0.clone();
            let mut turns = round.deal();
            assert!(hold(&before, &mut turns, None).is_ok());
            turns.push(round.report());
            assert!(hold(&before, &mut turns, None).is_err());
        }
    }
}
