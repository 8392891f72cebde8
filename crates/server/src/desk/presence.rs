//! Who is at the table by window.

use std::collections::HashMap;

use table::Person;
use tokio::time::Instant;

/// The players who have, or had, a window on the table.
#[derive(Debug, Default)]
pub struct People(HashMap<Person, Presence>);

#[derive(Clone, Copy, Debug, Default)]
struct Presence {
    windows: u32,
    gone: Option<Instant>,
}

impl People {
    /// A player opened a window.
    pub fn came(&mut self, person: Person) {
        let presence = self.0.entry(person).or_default();
        presence.windows += 1;
        presence.gone = None;
    }

    /// A player closed one.
    pub fn went(&mut self, person: Person) {
        let presence = self.0.entry(person).or_default();
        presence.windows = presence.windows.saturating_sub(1);
        if presence.windows == 0 {
            presence.gone = Some(Instant::now());
        }
    }

    /// Since when somebody who was here is away: nothing while there is a window, and of those who never had one.
    pub fn away(&self, person: &Person) -> Option<Option<Instant>> {
        self.0.get(person).map(|presence| presence.gone)
    }
}
