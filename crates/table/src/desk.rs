//! The desk takes in commands: each is decided once, and a repeat gets the first answer. A client that does not know
//! whether its command arrived can therefore safely send it again.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::act::{Act, Command};
use crate::decide::{decide, refuse};
use crate::event::Event;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::State;
use crate::who::Actor;
use crate::why::Why;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The events, already applied to the table, or the refusal.
    pub verdict: Result<Arc<[Event]>, Refusal>,
    /// Whether this id was answered before: nothing has happened now.
    pub repeated: bool,
}

impl Answer {
    /// The events that are new with this answer.
    #[must_use]
    pub fn news(&self) -> &[Event] {
        match &self.verdict {
            Ok(events) if !self.repeated => events,
            _ => &[],
        }
    }
}

/// An answered command, without its time and whatever came with it: a repeat is sent later, and nobody chooses an order
/// of cards.
#[derive(Clone, Debug)]
struct Answered {
    by: Actor,
    act: Act,
    verdict: Result<Arc<[Event]>, Refusal>,
}

/// A table, and the answers to its latest commands.
#[derive(Clone, Debug)]
pub struct Desk {
    state: State,
    answered: HashMap<Arc<str>, Answered>,
    /// The remembered ids, oldest first.
    order: VecDeque<Arc<str>>,
    remembers: usize,
}

impl Desk {
    /// How many commands a desk remembers by default: far more than a client can have in flight.
    pub const REMEMBERS: usize = 4096;

    /// A desk for a table.
    #[must_use]
    pub fn new(state: State) -> Desk {
        Desk::remembering(state, Desk::REMEMBERS)
    }

    /// A desk that remembers this many commands, at least one.
    #[must_use]
    pub fn remembering(state: State, commands: usize) -> Desk {
        Desk { state, answered: HashMap::new(), order: VecDeque::new(), remembers: commands.max(1) }
    }

    /// The table in its current state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Decides a command and applies its events to the table. An id that was answered before gets the same answer
    /// again. If the command behind it differs, it is refused, and the first answer stays.
    pub fn submit(&mut self, command: &Command) -> Answer {
        if let Some(answered) = self.answered.get(&command.id) {
            let same = answered.by == command.by && answered.act == command.act;
            let verdict = if same { answered.verdict.clone() } else { refuse(Why::IdUsed, Law::Product) };
            return Answer { verdict, repeated: same };
        }
        let verdict: Result<Arc<[Event]>, Refusal> = decide(&self.state, command).map(Into::into);
        if let Ok(events) = &verdict {
            self.state.apply_all(events.iter());
        }
        self.remember(command, verdict.clone());
        Answer { verdict, repeated: false }
    }

    fn remember(&mut self, command: &Command, verdict: Result<Arc<[Event]>, Refusal>) {
        if self.order.len() >= self.remembers
            && let Some(oldest) = self.order.pop_front()
        {
            self.answered.remove(&oldest);
        }
        let answered = Answered { by: command.by.clone(), act: command.act.clone(), verdict };
        self.order.push_back(command.id.clone());
        self.answered.insert(command.id.clone(), answered);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use super::*;
    use crate::who::{Moment, Role};
    use rules::{Books, Cents};

    fn desk(remembers: usize) -> Desk {
        let text = include_str!("../../../houses/md14.toml");
        let house = rules::house::check(text, &Books::shipped()).house.unwrap();
        let game = meters::GameId::new("table 1").unwrap();
        Desk::remembering(State::new(Arc::new(house), &game), remembers)
    }

    fn command(id: &str, at: i64, act: Act) -> Command {
        Command::new(id, Actor::new(Role::Floorperson, "Flo"), Moment(at), act)
    }

    #[test]
    fn a_repeat_gets_the_first_answer_and_changes_nothing() {
        let mut desk = desk(8);
        let open = Act::OpenTable { float: Cents::dollars(100) };
        let first = desk.submit(&command("a", 1, open.clone()));
        assert!(!first.repeated && first.news().len() == 2, "somebody comes on duty and opens the table");
        let before = desk.state().clone();
        // Sent later, but otherwise the same.
        let again = desk.submit(&command("a", 2, open.clone()));
        assert!(again.repeated && again.news().is_empty());
        assert_eq!(again.verdict, first.verdict);
        assert!(*desk.state() == before);
        // With another id it is another command.
        let other = desk.submit(&command("b", 3, open));
        assert_eq!(other.verdict.unwrap_err().why, Why::TableOpen);
    }

    #[test]
    fn a_refusal_is_repeated_even_when_it_would_be_accepted_by_now() {
        let mut desk = desk(8);
        let fill = Act::Fill { amount: Cents(100) };
        let shut = desk.submit(&command("a", 1, fill.clone()));
        assert!(shut.verdict.is_err() && !shut.repeated);
        assert!(desk.submit(&command("b", 1, Act::OpenTable { float: Cents(100) })).verdict.is_ok());
        let again = desk.submit(&command("a", 2, fill.clone()));
        assert_eq!((again.repeated, &again.verdict), (true, &shut.verdict));
        assert!(desk.submit(&command("c", 2, fill)).verdict.is_ok());
    }

    #[test]
    fn an_id_with_another_command_behind_it_is_refused() {
        let mut desk = desk(8);
        let open = Act::OpenTable { float: Cents(100) };
        assert!(desk.submit(&command("a", 1, open.clone())).verdict.is_ok());
        let other = desk.submit(&command("a", 1, Act::CloseTable));
        assert_eq!((other.verdict.unwrap_err().why, other.repeated), (Why::IdUsed, false));
        let somebody = Command { by: Actor::new(Role::Floorperson, "Joe"), ..command("a", 1, open.clone()) };
        assert_eq!(desk.submit(&somebody).verdict.unwrap_err().why, Why::IdUsed);
        assert!(desk.submit(&command("a", 9, open)).repeated);
    }

    #[test]
    fn only_the_latest_commands_are_remembered() {
        let mut desk = desk(2);
        for (id, act) in [("a", Act::OpenTable { float: Cents(1) }), ("b", Act::CloseTable), ("c", Act::CloseTable)] {
            desk.submit(&command(id, 1, act));
        }
        assert_eq!((desk.answered.len(), desk.order.len()), (2, 2));
        // The id was forgotten: it is decided again, and the table is shut by now.
        assert!(desk.submit(&command("a", 1, Act::OpenTable { float: Cents(1) })).news().len() == 2);
    }
}
