//! A table as it is stored in the journal.
//!
//! A table's stream begins with its [`Founding`]: the house under which it runs, in full. After that every record holds
//! [`Turn`]s: a command that was accepted and its events. [`Stand`] is the resulting table. [`postings`] are what a
//! turn moves in the ledger, and [`PitCheck`] decides every command again, so that an export proves itself.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod accounts;
mod check;
mod checkpoint;
mod fault;
mod houses;
mod link;
mod names;
mod proof;
mod stand;
mod title;
mod turn;

pub use accounts::{LEDGER_BELOW_ZERO, TableAccounts, bankroll, postings};
pub use check::PitCheck;
pub use checkpoint::{CHECKPOINT, LINK_CHECKPOINT};
pub use fault::{
    CheckpointFault, FoundingFault, JoinFault, LinkFault, Misfit, NoProof, OtherBook, PitFault, StreamFault,
    TitleFault, TurnFault,
};
pub use houses::Houses;
pub use link::{ENTRIES, Entries, LINKED, Link, LinkFounding, LinkId, Party, depends};
pub use names::{NotATable, ROBOT, TableId, robot_command_id};
pub use proof::{Flaw, PROOF_BEGINS, ProofFault, ProofParts, Proven, verify_proof};
pub use stand::Stand;
pub use title::{TITLE, TitleEntries, title_id, title_postings};
pub use turn::{FORMAT, FOUNDED, Founding, TURNS, Turn, Turns, Under, bodies, robot_turn_id};
