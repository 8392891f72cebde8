//! Remembers refusals for a while, so that a repeated command gets the same answer.

use std::collections::{HashMap, VecDeque};

use journal::{CommandId, Hash};

use crate::wire::Problem;

/// The most that are remembered.
const KEPT: usize = 256;

/// The latest refusals, by the command's id.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    all: HashMap<CommandId, (Hash, Problem)>,
    order: VecDeque<CommandId>,
}

impl Refusals {
    /// The refusal of a command, and the command's digest.
    pub(super) fn of(&self, id: CommandId) -> Option<&(Hash, Problem)> {
        self.all.get(&id)
    }

    /// Remembers one, and forgets the oldest when there are too many.
    pub(super) fn add(&mut self, id: CommandId, digest: Hash, problem: Problem) {
        if self.order.len() >= KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.all.remove(&oldest);
        }
        self.order.push_back(id);
        self.all.insert(id, (digest, problem));
    }
}
