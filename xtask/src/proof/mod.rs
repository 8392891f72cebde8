//! What proves each clause, by the kind of the clause: somebody tries what it forbids and is refused by it, an event
//! names it, money moves by it and would move otherwise if its datum were another. All of it is read from what comes
//! of scripts, golden rounds and houses when they are run, not from who mentions a clause.

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
