//! The proof of one round: a file that shows, on its own, that a round was dealt from the order that the house had
//! committed to before the betting closed, and settled by the rules.
//!
//! JSON Lines, in this order:
//!
//! - `proof`: which round of which table;
//! - `founding`: the first record of the table's stream, with the house in full, under a signed head;
//! - `order`: the record with the order of the cards, where it was stored before the round began;
//! - `start`: the table before the round, as everybody may know it;
//! - `records`: the signed head that the round's records lead to, and the hash before them;
//! - `record`: one line for each, in full or, where it holds an order that is still secret, by its digest;
//! - `veiled`: for each of the latter, its turns without the order;
//! - `end`: the house's signature over all lines before it.
//!
//! What the file proves on its own: the commitment, its opening, every card, every decision of the rules, every
//! payment. What depends on the house's signature: that the records are those of the table's stream, what the meters
//! showed, and everything before the round. Players' chips and the tray are placeholders: how much somebody had is not
//! part of the round.

mod check;
mod fault;
mod make;

use journal::{Excerpt, ExcerptRecord, Hash, PublicKey, Sealed};
use serde::{Deserialize, Serialize};
use table::{Digest, Kept};

use crate::names::TableId;
use crate::turn::Turn;

pub use check::{Proven, verify_proof};
pub use fault::{Flaw, ProofFault};
pub use make::ProofParts;

/// The version of the file's shape.
const PROOF_FORMAT: u32 = 1;

/// How the file begins, which distinguishes it from an export.
pub const PROOF_BEGINS: &str = "{\"proof\":";

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum ProofLine {
    Proof(ProofHeader),
    Founding(Excerpt),
    Order(Excerpt),
    Start(Box<Kept>),
    Records(Excerpt),
    Record(ExcerptRecord),
    Veiled(Veiled),
    End(End),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofHeader {
    format: u32,
    table: TableId,
    round: u64,
    /// The version of the program that wrote the file.
    program: String,
}

/// The turns of a record whose order is still secret.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Veiled {
    version: u64,
    /// How many events the table had seen before.
    after: u64,
    turns: Vec<Turn>,
    /// The commitments to the orders, in their order.
    commitments: Vec<Digest>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    digest: Hash,
    key: PublicKey,
    signature: Sealed,
}
