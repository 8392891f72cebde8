//! What proves each clause, by the kind of the clause: somebody tries what it forbids and is refused by it, an event
//! names it, or money moves by it and would move differently if its datum changed. All of it comes from running
//! scripts, golden rounds and houses, not from where a clause is mentioned.

pub(crate) mod choice;
pub(crate) mod gather;
pub(crate) mod neighbour;
mod outcome;
pub(crate) mod posting;
pub(crate) mod stage;

// The tests of the rules read golden rounds with the same files.
#[path = "../../../crates/rules/tests/golden/mod.rs"]
mod golden;

pub(crate) use golden::choices;
