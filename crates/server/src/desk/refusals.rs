//! What was refused, for a while: whoever sends the same again is told the same.

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
    /// What a command was answered, and the digest of what it said.
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
