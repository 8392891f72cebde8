//! Following a stream, or all of them, as records are stored.

use std::collections::VecDeque;

use tokio::sync::watch;

use crate::error::Error;
use crate::names::StreamName;
use crate::record::Record;
use crate::store::Store;

/// How many records are fetched at a time.
const PAGE: usize = 200;

/// What to follow.
#[derive(Clone, Debug)]
enum Whom {
    One(StreamName),
    All,
}

/// Gives every record once and in order: by version of the stream, or by position of all. A wake-up only means looking
/// again, so a lost one skips no record.
pub struct Tail<'a> {
    store: &'a dyn Store,
    whom: Whom,
    next: u64,
    wake: watch::Receiver<u64>,
    fetched: VecDeque<Record>,
}

impl<'a> Tail<'a> {
    /// Follows a stream from a version on.
    #[must_use]
    pub fn of_stream(store: &'a dyn Store, stream: StreamName, from_version: u64) -> Tail<'a> {
        Tail::new(store, Whom::One(stream), from_version)
    }

    /// Follows all streams from a position on.
    #[must_use]
    pub fn of_all(store: &'a dyn Store, from_position: u64) -> Tail<'a> {
        Tail::new(store, Whom::All, from_position)
    }

    fn new(store: &'a dyn Store, whom: Whom, next: u64) -> Tail<'a> {
        Tail { store, whom, next: next.max(1), wake: store.wake(), fetched: VecDeque::new() }
    }

    /// The next record, as soon as there is one. Safe to drop and ask again.
    pub async fn next(&mut self) -> Result<Record, Error> {
        loop {
            if let Some(record) = self.fetched.pop_front() {
                return Ok(record);
            }
            // Marked as seen before reading, so that what is stored while we read wakes us again.
            self.wake.mark_unchanged();
            let records = match &self.whom {
                Whom::One(stream) => self.store.read(stream.clone(), self.next, PAGE).await?,
                Whom::All => self.store.read_all(self.next, PAGE).await?,
            };
            if records.is_empty() {
                self.wake.changed().await.map_err(|_| Error::Closed)?;
            }
            self.next += records.len() as u64;
            self.fetched = records.into();
        }
    }
}
