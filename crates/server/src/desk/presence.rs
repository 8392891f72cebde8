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
    /// Somebody who sat here before this program began is awaited.
    pub fn expect(&mut self, person: Person, now: Instant) {
        self.0.entry(person).or_insert(Presence { windows: 0, gone: Some(now) });
    }

    /// Somebody without a window has done something: they are there now.
    pub fn acted(&mut self, person: &Person, now: Instant) {
        if let Some(presence) = self.0.get_mut(person)
            && let Some(gone) = &mut presence.gone
        {
            *gone = now;
        }
    }

    /// Somebody has a window elsewhere.
    pub fn forget(&mut self, person: &Person) {
        if self.0.get(person).is_some_and(|presence| presence.windows == 0) {
            self.0.remove(person);
        }
    }

    /// A player opened a window.
    pub fn came(&mut self, person: Person) {
        let presence = self.0.entry(person).or_default();
        presence.windows += 1;
        presence.gone = None;
    }

    /// A player closed one.
    pub fn went(&mut self, person: Person, now: Instant) {
        let presence = self.0.entry(person).or_default();
        presence.windows = presence.windows.saturating_sub(1);
        if presence.windows == 0 {
            presence.gone = Some(now);
        }
    }

    /// Since when somebody who was here is away: nothing while there is a window, and of those who never had one.
    pub fn away(&self, person: &Person) -> Option<Option<Instant>> {
        self.0.get(person).map(|presence| presence.gone)
    }
}
