//! The chapters of the documents, one file each. A chapter looks at a fact and at the picture before it, and objects.

mod chips;
mod deal;
mod decisions;
mod deck_life;
mod decks;
mod forfeits;
mod idle;
mod irregular;
mod opening;
mod payment;
mod people;
mod racking;
mod showdown;
mod shuffle;
mod stacks;
mod stub;
mod wagers;

use crate::fact::Fact;
use crate::law::{Rule, Whistle};
use crate::picture::{Picture, Turn};

/// Runs every chapter.
pub(crate) fn judge(fact: &Fact, turn: Turn<'_>, before: &Picture, whistle: &mut Whistle) {
    let chapters = [
        people::judge,
        decks::judge,
        deck_life::judge,
        opening::judge,
        idle::judge,
        shuffle::judge,
        wagers::judge,
        chips::judge,
        deal::judge,
        stacks::judge,
        stub::judge,
        decisions::judge,
        forfeits::judge,
        showdown::judge,
        payment::judge,
        racking::judge,
        irregular::judge,
    ];
    for chapter in chapters {
        chapter(fact, turn, before, whistle);
    }
}

/// Every rule of every chapter.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    [
        people::RULES,
        decks::RULES,
        deck_life::RULES,
        opening::RULES,
        idle::RULES,
        shuffle::RULES,
        wagers::RULES,
        chips::RULES,
        deal::RULES,
        stacks::RULES,
        stub::RULES,
        decisions::RULES,
        forfeits::RULES,
        showdown::RULES,
        payment::RULES,
        racking::RULES,
        irregular::RULES,
    ]
    .into_iter()
    .flatten()
    .copied()
}
