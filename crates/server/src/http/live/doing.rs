//! What is being done for a visitor. Acts at one table are done one at a time, acts at different tables in parallel.

use std::future::Future;
use std::sync::Arc;

use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use tokio::task::{JoinError, JoinHandle, yield_now};

use super::upgrade::Ended;
use crate::wire::ServerMessage;

/// The most commands in progress for one visitor at the same time.
const AT_ONCE: usize = 32;

type TableAnswer = (Arc<str>, ServerMessage);

/// The acts in progress, each in its own task: an act holds locks of the house, and must go on while the line is busy
/// with a slow client, or after it has closed.
#[derive(Default)]
pub struct Doing {
    /// Boxed, and only while there is something to do: a line that only listens has none.
    tasks: Option<Box<FuturesUnordered<JoinHandle<TableAnswer>>>>,
    tables: Vec<Arc<str>>,
}

impl Doing {
    /// Whether one more thing can be done, at this table if it is about one.
    pub fn is_free(&self, table: Option<&Arc<str>>) -> bool {
        self.tables.len() < AT_ONCE && table.is_none_or(|table| !self.tables.contains(table))
    }

    /// Does something at a table.
    pub fn begin(&mut self, table: Arc<str>, work: impl Future<Output = ServerMessage> + Send + 'static) {
        self.tables.push(table.clone());
        let tasks = self.tasks.get_or_insert_default();
        tasks.push(tokio::spawn(async move { (table, work.await) }));
    }

    /// The next answer; waits for ever if nothing is being done.
    pub async fn next(&mut self) -> Result<ServerMessage, Ended> {
        let next = match &mut self.tasks {
            Some(tasks) => tasks.next().await,
            None => std::future::pending().await,
        };
        self.take(next)
    }

    /// An answer, with all others that are ready. Acts at several tables are usually stored together, and then answered
    /// together.
    pub async fn with_others(&mut self, first: ServerMessage) -> Result<Vec<ServerMessage>, Ended> {
        let mut answers = vec![first];
        if !self.tables.is_empty() {
            yield_now().await;
        }
        while let Some(next) = self.tasks.as_mut().and_then(|tasks| tasks.next().now_or_never()) {
            answers.push(self.take(next)?);
        }
        Ok(answers)
    }

    fn take(&mut self, next: Option<Result<TableAnswer, JoinError>>) -> Result<ServerMessage, Ended> {
        let (table, answer) = next.ok_or(Ended)?.map_err(|_| Ended)?;
        self.tables.retain(|other| *other != table);
        if self.tables.is_empty() {
            self.tasks = None;
        }
        Ok(answer)
    }
}
