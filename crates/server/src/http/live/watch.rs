//! What a line follows: tables, and the list of them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use table::{Actor, Role};
use tokio::time::{Interval, interval};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::desk::{Ask, Handle};
use crate::hall::Hall;
use crate::shown::card;
use crate::shown::frame::{Frame, encode, onlooker};
use crate::wire::{ServerMessage, TableCard};

/// How often changes of the list are sent, in one batch.
const FLOOR_EVERY: Duration = Duration::from_millis(400);

/// A table that is followed.
pub struct Watch {
    who: Actor,
    seen: u64,
    first: bool,
    window: Option<OpenWindow>,
}

impl Watch {
    /// Begins to follow a table. A new watcher gets what happened in this round so far.
    pub async fn new(handle: &Handle, who: Actor, since: Option<u64>) -> Watch {
        let seen = since.unwrap_or_else(|| handle.now().round_began());
        let window = OpenWindow::new(handle, &who).await;
        Watch { who, seen, first: true, window }
    }

    /// Whether this is a player's window on the table.
    pub fn plays(&self) -> bool {
        self.window.is_some()
    }

    /// The message about a change. A slow watcher gets only the latest.
    pub fn tell(&mut self, frame: &Frame) -> Utf8Bytes {
        let version = frame.stand.state.version;
        let next = frame.before_last().unwrap_or(version);
        let text = if self.who == onlooker() && !self.first && next == self.seen {
            frame.for_onlookers()
        } else {
            encode(&frame.message(&self.who, self.seen))
        };
        (self.seen, self.first) = (version, false);
        text
    }
}

/// A player's window on a table, as long as it lives.
struct OpenWindow {
    handle: Handle,
    who: Actor,
}

impl OpenWindow {
    async fn new(handle: &Handle, who: &Actor) -> Option<OpenWindow> {
        if who.role != Role::Player || *who == onlooker() {
            return None;
        }
        handle.tell(Ask::Came(who.person.clone())).await;
        Some(OpenWindow { handle: handle.clone(), who: who.clone() })
    }
}

impl Drop for OpenWindow {
    fn drop(&mut self) {
        let (handle, person) = (self.handle.clone(), self.who.person.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { handle.tell(Ask::Went(person)).await });
        }
    }
}

/// The list of tables, as last sent.
pub struct Floor {
    staff: bool,
    founded: tokio::sync::watch::Receiver<usize>,
    shown: HashMap<Arc<str>, TableCard>,
    every: Interval,
}

impl Floor {
    /// Begins to follow the list.
    pub fn new(hall: &Hall, staff: bool) -> Floor {
        Floor { staff, founded: hall.founded(), shown: HashMap::new(), every: interval(FLOOR_EVERY) }
    }

    /// Waits until it is time to look again.
    pub async fn tick(&mut self) {
        self.every.tick().await;
    }

    /// The list, or each table that changed.
    pub fn tell(&mut self, hall: &Hall) -> Vec<ServerMessage> {
        let all_anew = self.shown.is_empty() || self.founded.has_changed().unwrap_or(false);
        self.founded.mark_unchanged();
        let cards = card::all(hall.tables().iter().map(Handle::now), self.staff);
        if all_anew {
            self.shown = cards.iter().map(|card| (card.id.clone(), card.clone())).collect();
            return vec![ServerMessage::Floor { tables: cards }];
        }
        let mut messages = Vec::new();
        for card in cards {
            if self.shown.get(&card.id) != Some(&card) {
                self.shown.insert(card.id.clone(), card.clone());
                messages.push(ServerMessage::Card { card: Box::new(card) });
            }
        }
        messages
    }
}
