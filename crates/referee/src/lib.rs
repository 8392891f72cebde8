//! The referee: a second judge of procedure at a Three Card Poker table.
//!
//! The table's engine refuses what its rulebook forbids. Whether the rulebook and the engine understand the documents
//! correctly is another question, which their authors cannot answer. The referee was written from the documents and the
//! adopted readings alone, by somebody who had not read the engine. It knows each document by name, keeps its own
//! picture of the table from the events, and objects to whatever a document forbids and to every duty that was skipped.
//! It changes nothing and asks the engine nothing.
//!
//! The rules are in `chapters/`, one file for each chapter of the documents.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::float_arithmetic)]

mod chapters;
mod fact;
mod law;
mod picture;

use std::sync::Arc;

use rules::House;
use table::{Act, Actor, Command, Event, Moment};

pub use fact::{Chosen, Correction, Due, Fact};
pub use law::{Book, Objection, Rule};

use law::Whistle;
use picture::{Picture, Turn};

/// Watches one table.
#[derive(Clone, Debug)]
pub struct Referee {
    picture: Option<Picture>,
}

impl Referee {
    /// A referee at a table that is not open yet. It knows only the five documents, not books that a user added.
    #[must_use]
    pub fn new(house: Arc<House>) -> Referee {
        let idle = house.cards.idle_seconds;
        let referee = Referee { picture: Book::of(&house.book.code).map(|book| Picture::new(book, house)) };
        match idle {
            Some(seconds) => referee.idle_after(seconds),
            None => referee,
        }
    }

    /// The house's idle time; five minutes unless said otherwise (READING 95).
    #[must_use]
    pub fn idle_after(mut self, seconds: u32) -> Referee {
        if let Some(picture) = &mut self.picture {
            picture.idle_seconds = seconds;
        }
        self
    }

    /// Watches the events of a command.
    pub fn watch(&mut self, command: &Command, events: &[Event]) -> Vec<Objection> {
        let facts: Vec<Fact> = events.iter().map(Fact::of).collect();
        self.hear(&command.by, command.at, Some(&command.act), &facts)
    }

    /// Watches facts that somebody brought about.
    pub fn hear(&mut self, by: &Actor, at: Moment, act: Option<&Act>, facts: &[Fact]) -> Vec<Objection> {
        let Some(picture) = &mut self.picture else { return Vec::new() };
        let turn = Turn { by, at, act };
        let mut whistle = Whistle::new(picture.book);
        for fact in facts {
            chapters::judge(fact, turn, picture, &mut whistle);
            picture.see(fact, turn);
        }
        whistle.objections
    }

    /// Every rule that the referee knows.
    pub fn rules() -> impl Iterator<Item = &'static Rule> {
        chapters::rules()
    }
}
