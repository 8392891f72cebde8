//! Decides what somebody asks for and applies it to the table in memory. Nothing is stored yet.

use journal::CommandId;
use pit::{Stand, Turn};
use table::{Act, Actor, Command, Moment, Refusal};

use super::{Accepted, ForNextRound, TURNS_MAX, TableTask};
use crate::desk::two_persons::{self, Second};
use crate::links::Taking;
use crate::robots::order_for;
use crate::wire::{NotNext, Problem};

impl TableTask {
    /// Takes somebody's acts, and what robots at full speed do after them.
    pub(super) fn decide(
        &mut self,
        taking: &mut Taking,
        turns: &mut Vec<Turn>,
        (id, by, second): (CommandId, &Actor, Option<&Second>),
        acts: &[Act],
        next: &ForNextRound,
    ) -> Result<Result<Accepted, Refusal>, Problem> {
        let at = self.time();
        let ids = (0..).map(|i| if i == 0 { id.to_string() } else { format!("{id}+{i}") });
        let mut commands = ids.zip(acts).map(|(id, act)| (id, at, act));
        if let Err(refusal) = take_all(&mut self.stand, taking, turns, (by, second), &mut commands)? {
            return Ok(Err(refusal));
        }
        two_persons::hold(&self.frame.borrow().stand.state, turns, second)?;
        let mut answer = Accepted { version: self.stand.state.version, next: None };
        self.robots.at_once(&mut self.stand, taking, turns, at, TURNS_MAX)?;
        let refused = match &next.barred {
            Some(why) => Some(why.clone().into()),
            None if next.acts.is_empty() => None,
            None => self.follow_up(taking, turns, (id, by, at), &next.acts)?,
        };
        answer.next = refused.as_ref().map(NotNext::from);
        Ok(Ok(answer))
    }

    /// Takes somebody's acts for the next round, and what robots do after them. What came before has revealed cards by
    /// now, so it stays even if these are refused.
    fn follow_up(
        &mut self,
        taking: &mut Taking,
        turns: &mut Vec<Turn>,
        (id, by, at): (CommandId, &Actor, Moment),
        next: &[Act],
    ) -> Result<Option<Problem>, Problem> {
        let commands = (0..).zip(next).map(|(i, act)| (format!("{id}/{i}"), at, act));
        // Several acts are tried on a copy first, so that none is taken if one is refused.
        let mut tried = (next.len() > 1).then(|| self.stand.state.clone());
        for (id, at, act) in commands.clone() {
            let Some(state) = &mut tried else { break };
            let command = Command::new(id, by.clone(), at, act.clone());
            if let Err(refusal) = Turn::take(state, command) {
                return Ok(Some(Problem::refused(&refusal, &self.stand.state.house)));
            }
        }
        if let Err(refusal) = take_all(&mut self.stand, taking, turns, (by, None), commands)? {
            return Ok(Some(Problem::refused(&refusal, &self.stand.state.house)));
        }
        self.robots.at_once(&mut self.stand, taking, turns, at, TURNS_MAX)?;
        Ok(None)
    }
}

/// Takes somebody's acts one after the other, each with its id and time. Stops at the first refusal.
fn take_all<'a>(
    stand: &mut Stand,
    taking: &mut Taking,
    turns: &mut Vec<Turn>,
    (by, second): (&Actor, Option<&Second>),
    commands: impl Iterator<Item = (String, Moment, &'a Act)>,
) -> Result<Result<(), Refusal>, Problem> {
    for (id, at, act) in commands {
        let shuffle = order_for(&stand.state, act)?;
        // The second of two persons signs the correction of a meter and the ruling that a held game goes on.
        let signs = matches!(act, Act::ApproveMeter { .. } | Act::Resume { .. });
        let by = second.map(|second| &second.by).filter(|_| signs).unwrap_or(by);
        let command = Command { shuffle, ..Command::new(id, by.clone(), at, act.clone()) };
        if let Err(refusal) = taking.take(&mut stand.state, command, turns) {
            return Ok(Err(refusal));
        }
    }
    Ok(Ok(()))
}
