//! A table as the rest of the house reaches it.

use std::sync::Arc;

use journal::{CommandId, Record};
use pit::TableId;
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Person};
use tokio::sync::{mpsc, oneshot, watch};

use crate::desk::two_persons::Second;
use crate::shown::frame::Frame;
use crate::wire::{NotNext, Problem, Reason};

/// What an order is answered when it is done, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The table's version after it.
    pub version: u64,
    /// Why what was to follow in the next round was not done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NotNext>,
}

/// What follows in the next round, all of it or nothing; or what was asked for and may not follow, and why.
pub type Next = Result<Vec<Act>, (Vec<Act>, Reason)>;

/// What is handed in at a desk.
#[derive(Debug)]
pub enum Ask {
    /// Somebody wants to do something.
    Do {
        /// The client's id.
        id: CommandId,
        /// The person or machine that gives it.
        by: Actor,
        /// What, one after the other: all of it or nothing.
        acts: Vec<Act>,
        /// What follows in the next round.
        next: Next,
        /// The second person, where it was approved by one.
        second: Option<Second>,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Answer, Problem>>,
    },
    /// Another node stored something for this table.
    Stored(Box<Record>),
    /// A player looks at the table again.
    Came(Person),
    /// A player looks at it no longer.
    Went(Person),
}

/// A table as the rest of the house reaches it.
#[derive(Clone)]
pub struct Handle {
    /// The table.
    pub id: TableId,
    pub(super) asks: mpsc::Sender<Ask>,
    /// The table as it stands, whenever it changes.
    pub frames: watch::Receiver<Arc<Frame>>,
}

impl Handle {
    /// Does something, and something in the next round, and waits until it is durable.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act(&self, id: CommandId, by: Actor, acts: Vec<Act>, next: Next) -> Result<Answer, Problem> {
        self.hand_in(id, by, (acts, next), None).await
    }

    /// Does something with a second person behind it. Gives the table's version after it.
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
        self.hand_in(id, by, (acts, Ok(Vec::new())), second).await.map(|answer| answer.version)
    }

    async fn hand_in(
        &self,
        id: CommandId,
        by: Actor,
        (acts, next): (Vec<Act>, Next),
        second: Option<Second>,
    ) -> Result<Answer, Problem> {
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Do { id, by, acts, next, second, reply };
        let gone = || Problem::from(Reason::TableShut);
        self.asks.send(ask).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Tells the desk of a player who came or went.
    pub async fn tell(&self, ask: Ask) {
        // A table that is shut on this node needs no word of it.
        let _ = self.asks.send(ask).await;
    }

    /// The table as it stands.
    #[must_use]
    pub fn now(&self) -> Arc<Frame> {
        self.frames.borrow().clone()
    }
}
