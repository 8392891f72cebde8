//! Which players have a window open on the table.

use std::collections::HashMap;

use table::Person;
use tokio::time::Instant;

/// The players who have, or had, a window on the table.
#[derive(Debug, Default)]
pub struct PlayersPresent(HashMap<Person, Presence>);

#[derive(Clone, Copy, Debug, Default)]
struct Presence {
    windows: u32,
    gone: Option<Instant>,
}

impl PlayersPresent {
    /// Expects a player who sat here before this program started.
    pub fn expect(&mut self, person: Person, now: Instant) {
        self.0.entry(person).or_insert(Presence { windows: 0, gone: Some(now) });
    }

    /// Notes that a player without a window acted: they are present now.
    pub fn acted(&mut self, person: &Person, now: Instant) {
        if let Some(presence) = self.0.get_mut(person)
            && let Some(gone) = &mut presence.gone
        {
            *gone = now;
        }
    }

    /// Forgets a player who has a window elsewhere.
    pub fn forget(&mut self, person: &Person) {
        if self.0.get(person).is_some_and(|presence| presence.windows == 0) {
            self.0.remove(person);
        }
    }

    /// Notes that a player opened a window.
    pub fn came(&mut self, person: Person) {
        let presence = self.0.entry(person).or_default();
        presence.windows += 1;
        presence.gone = None;
    }

    /// Notes that a player closed one.
    pub fn went(&mut self, person: Person, now: Instant) {
        let presence = self.0.entry(person).or_default();
        presence.windows = presence.windows.saturating_sub(1);
        if presence.windows == 0 {
            presence.gone = Some(now);
        }
    }

    /// Since when a player has been away: `Some(None)` while a window is open, `None` for a player who is not expected
    /// here.
    pub fn away(&self, person: &Person) -> Option<Option<Instant>> {
        self.0.get(person).map(|presence| presence.gone)
    }
}
