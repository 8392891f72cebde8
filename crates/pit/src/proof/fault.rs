//! What can be wrong with the proof of a round, and in which line.

use journal::{BadRecord, ExcerptFault, PublicKey, StreamName};
use meters::Imbalance;
use table::{Person, Role};

use super::PROOF_FORMAT;
use crate::fault::{StreamFault, TurnFault};

/// The first thing that is wrong with the proof of a round.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {flaw}")]
pub struct ProofFault {
    /// The line, from 1; 0 where one is missing at the end.
    pub line: u64,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What is wrong with the proof of a round.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// A line does not end with a line feed.
    #[error("the line is cut off")]
    CutOff,
    /// A line is not one of a proof.
    #[error("not a line of a proof: {0}")]
    NotALine(serde_json::Error),
    /// The file is too short.
    #[error("the file ends where {0} should be")]
    Ends(&'static str),
    /// A line of another sort is in its place.
    #[error("{0} should be here")]
    Misplaced(&'static str),
    /// The file is too long.
    #[error("something comes after the end")]
    BehindEnd,
    /// The proof has another format.
    #[error("the proof has format {0}, and this program knows {PROOF_FORMAT}")]
    Format(u32),
    /// An excerpt of another stream.
    #[error("it belongs to {found}, not to {table}")]
    OtherStream {
        /// The stream of the excerpt.
        found: StreamName,
        /// The table's.
        table: StreamName,
    },
    /// An excerpt that fails its checks.
    #[error(transparent)]
    Excerpt(#[from] ExcerptFault),
    /// There is not exactly one record, or it is hidden.
    #[error("it should be one record in full")]
    NotOne,
    /// The founding cannot be read, or is not lawful.
    #[error(transparent)]
    Founding(Box<StreamFault>),
    /// There is no founding.
    #[error("the founding is missing")]
    NoFounding,
    /// A record cannot be read.
    #[error(transparent)]
    Unread(#[from] BadRecord),
    /// The record that should bring the order does not.
    #[error("the record holds no order of cards")]
    NoOrder,
    /// The table before the round is in another round.
    #[error("the table is in round {found} and not in {round}")]
    OtherRound {
        /// The round that the table is in.
        found: u64,
        /// The round to be proven.
        round: u64,
    },
    /// The money of the table before the round does not add up.
    #[error("the table's money does not add up to zero")]
    Money,
    /// The table before the round has damaged meters.
    #[error("the meters do not add up: {0}")]
    Meters(Imbalance),
    /// The order was not stored before the round.
    #[error("the order's record does not come before the round's")]
    OrderLate,
    /// Records of another round.
    #[error("records come after the end of the round")]
    RecordsBehindEnd,
    /// A hidden record without its turns.
    #[error("record {0} is hidden, and its turns are missing")]
    NoTurns(u64),
    /// Turns without a hidden record.
    #[error("these turns belong to no hidden record")]
    StrayTurns,
    /// A record of another kind.
    #[error("record {0} holds no turns")]
    NotTurns(u64),
    /// A record of another moment.
    #[error("record {0} does not follow what comes before it")]
    Apart(u64),
    /// Turns of another record than the hidden one.
    #[error("the turns do not fit record {0}")]
    OtherTurns(u64),
    /// A record is hidden that could be shown.
    #[error("a record may be hidden only because it holds an order of cards")]
    HiddenForNothing,
    /// A wrong command.
    #[error("record {version}, event {event}, {role} by {person}: {why}")]
    Turn {
        /// The record.
        version: u64,
        /// The first event of the command.
        event: u64,
        /// In which role it was given.
        role: Role,
        /// By whom.
        person: Person,
        /// What is wrong with it.
        why: Box<TurnFault>,
    },
    /// The round is not over.
    #[error("the round does not end")]
    NotOver,
    /// The opened order does not match its commitment.
    #[error("the commitment is not to the order that was opened")]
    Commitment,
    /// The commitment was never stored.
    #[error("the record with the order of the cards is not shown")]
    OrderHidden,
    /// The house committed itself too late.
    #[error("the order was stored after the betting had closed")]
    OrderAfterClose,
    /// Two keys.
    #[error("a head is signed by {head}, and the file by {file}")]
    TwoKeys {
        /// The key of the head.
        head: PublicKey,
        /// The key of the file.
        file: PublicKey,
    },
    /// The end's signature covers other lines.
    #[error("the lines before the end are not those that were signed")]
    OtherLines,
    /// The signature is not right.
    #[error("the signature of the file does not hold")]
    Signature,
    /// The key is not one that is trusted.
    #[error("the key {0} is not among the trusted ones")]
    Untrusted(PublicKey),
    /// It contains no round.
    #[error("the round is missing")]
    NoRound,
}

impl Flaw {
    /// Adds the line.
    pub(super) fn at(self, line: u64) -> ProofFault {
        ProofFault { line, flaw: self }
    }
}
