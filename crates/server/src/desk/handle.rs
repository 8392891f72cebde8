//! How the rest of the house reaches a table.

use std::sync::Arc;

use journal::{CommandId, Record};
use pit::TableId;
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Person};
use tokio::sync::{mpsc, oneshot, watch};

use crate::desk::two_persons::Second;
use crate::shown::frame::Frame;
use crate::wire::{NotNext, Problem, Reason};

/// The answer to an order that was done, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// The table's version after it.
    pub version: u64,
    /// Why the acts for the next round were not done, if they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NotNext>,
}

/// What somebody asks for the next round: all of it is done, or nothing.
#[derive(Debug, Default)]
pub struct ForNextRound {
    /// The acts.
    pub acts: Vec<Act>,
    /// Why none of them may be done, if that is known beforehand.
    pub barred: Option<Reason>,
}

/// What a desk can be asked.
#[derive(Debug)]
pub enum Ask {
    /// Somebody wants to do something.
    Do {
        /// The client's id.
        id: CommandId,
        /// The person or machine that gives it.
        by: Actor,
        /// The acts, in order: all or none are done.
        acts: Vec<Act>,
        /// The acts for the next round.
        next: ForNextRound,
        /// The second person, if one approved it.
        second: Option<Second>,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Accepted, Problem>>,
    },
    /// Another node stored something for this table.
    Stored(Box<Record>),
    /// A player looks at the table again.
    Came(Person),
    /// A player no longer looks at it.
    Went(Person),
}

/// How the rest of the house reaches a table.
#[derive(Clone)]
pub struct Handle {
    /// The table.
    pub id: TableId,
    pub(super) asks: mpsc::Sender<Ask>,
    /// The current table, updated at every change.
    pub frames: watch::Receiver<Arc<Frame>>,
}

impl Handle {
    /// Does something, and something in the next round, and waits until it is durable.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act(&self, id: CommandId, by: Actor, acts: Vec<Act>, next: ForNextRound) -> Result<Accepted, Problem> {
        self.hand_in(id, by, (acts, next), None).await
    }

    /// Does something that a second person approved. Returns the table's version after it.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act_of_two(
        &self,
        id: CommandId,
        by: Actor,
        acts: Vec<Act>,
        second: Option<Second>,
    ) -> Result<u64, Problem> {
        self.hand_in(id, by, (acts, ForNextRound::default()), second).await.map(|answer| answer.version)
    }

    async fn hand_in(
        &self,
        id: CommandId,
        by: Actor,
        (acts, next): (Vec<Act>, ForNextRound),
        second: Option<Second>,
    ) -> Result<Accepted, Problem> {
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Do { id, by, acts, next, second, reply };
        let gone = || Problem::from(Reason::TableShut);
        self.asks.send(ask).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Tells the desk that a player came or went.
    pub async fn tell(&self, ask: Ask) {
        // A table that is shut on this node need not know.
        let _ = self.asks.send(ask).await;
    }

    /// The current table.
    #[must_use]
    pub fn now(&self) -> Arc<Frame> {
        self.frames.borrow().clone()
    }
}
