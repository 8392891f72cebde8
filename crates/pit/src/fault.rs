//! What can be wrong with the tables and links in a journal, and where.

use journal::{BadName, BadRecord, ExcerptFault};
use meters::{GameId, Imbalance};
use rules::Wager;
use rules::rulebook::BookFaults;
use table::{Person, Role, Written};

use crate::link::LinkId;
use crate::names::TableId;

/// Why no table can be opened with a house.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoundingFault {
    /// A fault in a rulebook that came with the house.
    #[error("a rulebook of the table cannot be read: {0}")]
    Book(BookFaults),
    /// The house breaks its rulebook.
    #[error("the house of {table} is not lawful: {why}")]
    Unlawful {
        /// The table's name.
        table: String,
        /// The first fault of the house.
        why: String,
    },
    /// The house was changed after it was approved.
    #[error(
        "the house of {table} has the digest {found}, and {approved} was approved: a table opens only with what was approved"
    )]
    NotApproved {
        /// The table's name.
        table: String,
        /// The digest of the house.
        found: String,
        /// The digest that was approved.
        approved: String,
    },
    /// The rulebook was changed after the house was approved.
    #[error(transparent)]
    OtherBook(Box<OtherBook>),
}

/// A rulebook that was changed after a house was approved under it: a program of another version brings another text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "rulebook {code} has the digest {found}, and {table} was founded under {approved}: open it with the program that \
     founded it, {program}, or open a new table"
)]
pub struct OtherBook {
    /// The table's name.
    pub table: String,
    /// The rulebook's code.
    pub code: String,
    /// Its digest.
    pub found: String,
    /// The digest at the founding.
    pub approved: String,
    /// The program that founded the table.
    pub program: String,
}

/// A stream that does not make a table.
#[derive(Debug, thiserror::Error)]
pub enum StreamFault {
    /// A record cannot be read.
    #[error("record {version} of {table} cannot be read: {why}")]
    Unread {
        /// The table.
        table: TableId,
        /// The record.
        version: u64,
        /// What is wrong with it.
        why: BadRecord,
    },
    /// A record does not follow.
    #[error("record {version} of {table} is wrong: {why}")]
    Wrong {
        /// The table.
        table: TableId,
        /// The record.
        version: u64,
        /// What is wrong with it.
        why: Misfit,
    },
}

/// Why a record does not follow the ones before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// The first record is not a founding.
    #[error("a table's stream begins with its founding")]
    NoFounding,
    /// A fault in the founding's house.
    #[error(transparent)]
    Founding(#[from] FoundingFault),
    /// It is of another kind, or not the next.
    #[error("{kind} is not what follows record {last}")]
    NotNext {
        /// What it is.
        kind: String,
        /// The last record of the table.
        last: u64,
    },
    /// It does not continue from the table's last event.
    #[error("it follows event {after}, and the table has {seen}")]
    OtherMoment {
        /// The event that it says it follows.
        after: u64,
        /// The events that the table has seen.
        seen: u64,
    },
    /// A round that was played by other rules.
    #[error("a round ended under the house {found}, and {approved} was approved")]
    OtherHouse {
        /// The house that the record names.
        found: String,
        /// The one that was approved.
        approved: String,
    },
}

/// A checkpoint that is not used, or cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointFault {
    /// A program of another version made it.
    #[error("it has format {found}, and this program knows {known}")]
    Format {
        /// Its format.
        found: u32,
        /// The format that this program reads.
        known: u32,
    },
    /// It is not written as a checkpoint is.
    #[error(transparent)]
    Shape(#[from] serde_json::Error),
    /// The table runs under another house.
    #[error("it belongs to another house")]
    OtherHouse,
    /// The link has other terms.
    #[error("it has other terms")]
    OtherTerms,
    /// The meters are damaged.
    #[error("the meters do not add up: {0}")]
    Meters(Imbalance),
}

/// A stream that does not make a link.
#[derive(Debug, thiserror::Error)]
pub enum LinkFault {
    /// The first record has no terms.
    #[error("the stream of {0} does not begin with its terms")]
    NoTerms(LinkId),
    /// A record cannot be read.
    #[error(transparent)]
    Unread(#[from] BadRecord),
    /// A record does not follow.
    #[error("record {version} of {link} does not follow record {last}")]
    NotNext {
        /// The link.
        link: LinkId,
        /// The record.
        version: u64,
        /// The last record of the link.
        last: u64,
    },
    /// The meters are damaged.
    #[error("the meters of {link} do not add up: {why}")]
    Meters {
        /// The link.
        link: LinkId,
        /// What does not add up.
        why: Imbalance,
    },
}

/// Why a table cannot join a link.
#[derive(Debug, thiserror::Error)]
pub enum JoinFault {
    /// Its house has no such progressive.
    #[error("the house does not offer the {}", .0.title())]
    NotOffered(Wager),
    /// Its house has the progressive on other terms.
    #[error("the terms of the {} are not those of the link {link}", .wager.title())]
    OtherTerms {
        /// The progressive.
        wager: Wager,
        /// The link.
        link: LinkId,
    },
    /// The meters refuse it.
    #[error("{0}")]
    Refused(meters::Why),
}

/// What is wrong with a command on record.
#[derive(Debug, thiserror::Error)]
pub enum TurnFault {
    /// The rules do not let it happen.
    #[error("the rules refuse it: {0}")]
    Refused(Written),
    /// By the rules, other events follow from it.
    #[error("the rules give other events than those on record")]
    OtherEvents,
    /// The opened order is not the one that was committed to.
    #[error("the commitment is not to the cards that were dealt")]
    Commitment,
    /// Money appeared or vanished.
    #[error("the table's money does not add up to zero")]
    Money,
    /// The meters are damaged.
    #[error("the meters do not add up: {0}")]
    Meters(Imbalance),
    /// Something happened in a round that is over.
    #[error("something comes after the end of the round")]
    BehindEnd,
}

/// What is wrong with the tables of a journal, and where.
#[derive(Debug, thiserror::Error)]
pub enum PitFault {
    /// A table's stream.
    #[error(transparent)]
    Stream(#[from] StreamFault),
    /// A command at a table.
    #[error("table {table}, event {event}, {id} by {role} {person}: {why}")]
    Turn {
        /// The table.
        table: TableId,
        /// The first event of the command.
        event: u64,
        /// The command.
        id: String,
        /// In which role it was given.
        role: Role,
        /// By whom.
        person: Person,
        /// What is wrong with it.
        why: Box<TurnFault>,
    },
    /// A hand folded for time before its time was up.
    #[error("table {table}, {id}: the time of position {position} ran before it was asked")]
    TooSoon {
        /// The table.
        table: TableId,
        /// The command.
        id: String,
        /// The position.
        position: u8,
    },
    /// A table has meters on a link that is not there.
    #[error("table {table}: the link {link} has no stream")]
    NoLink {
        /// The table.
        table: TableId,
        /// The link.
        link: LinkId,
    },
    /// A table played with wrong meters.
    #[error("table {table}: the table was told other meters than those of the link {link}")]
    OtherMeters {
        /// The table.
        table: TableId,
        /// The link.
        link: LinkId,
    },
    /// A table was told meters, and has them to itself.
    #[error("table {table}: it was told what the {} shows, which is on no link", .wager.title())]
    ToldAlone {
        /// The table.
        table: TableId,
        /// The progressive.
        wager: Wager,
    },
    /// A link runs on other terms than the house of its table.
    #[error("table {table}: the link {link} has other terms than the table's house")]
    OtherTerms {
        /// The table.
        table: TableId,
        /// The link.
        link: LinkId,
    },
    /// Somebody acted as the house itself.
    #[error("table {table}, {id}: {person} acted as the house itself")]
    NotTheHouse {
        /// The table.
        table: TableId,
        /// The command.
        id: String,
        /// Who.
        person: Person,
    },
    /// One person alone corrected a meter.
    #[error("table {table}, {id}: {person} proposed to correct a meter, and no other person stands for it")]
    OnePerson {
        /// The table.
        table: TableId,
        /// The command.
        id: String,
        /// Who.
        person: Person,
    },
    /// A link's stream.
    #[error(transparent)]
    Link(#[from] LinkFault),
    /// A title's entry that the meters refuse.
    #[error("the link {link}, record {version}, {title}: the meters refuse it: {why}")]
    Title {
        /// The link.
        link: LinkId,
        /// The record.
        version: u64,
        /// The title.
        title: GameId,
        /// Why.
        why: Box<TitleFault>,
    },
    /// A title's entry that differs from what the meters give.
    #[error("the link {link}, record {version}, {title}: the meters give another entry than the one on record")]
    OtherEntry {
        /// The link.
        link: LinkId,
        /// The record.
        version: u64,
        /// The title.
        title: GameId,
    },
    /// Entries on a link that its table did not make.
    #[error("the link {link} has entries of table {table} that the table did not make")]
    Forged {
        /// The link.
        link: LinkId,
        /// The table.
        table: TableId,
    },
    /// Entries of a table that are missing on its link.
    #[error("table {table} made entries that the link {link} does not have")]
    Withheld {
        /// The link.
        link: LinkId,
        /// The table.
        table: TableId,
    },
    /// A name that cannot be part of an account's name.
    #[error(transparent)]
    Account(#[from] BadName),
    /// The ledger has another amount than the table moved.
    #[error("commit {commit} posts {posted} cents to {account}, and the table moved {moved}")]
    Posting {
        /// The commit.
        commit: u64,
        /// The account.
        account: String,
        /// What the ledger has.
        posted: i64,
        /// What the table moved.
        moved: i64,
    },
}

/// Why another title's entry is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TitleFault {
    /// The meters refuse it.
    #[error("{0}")]
    Refused(meters::Why),
    /// This title could not have made such an entry.
    #[error("no title makes such an entry")]
    NotATitles,
}

/// Why there is no proof of a round.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// Nothing is on record.
    #[error("the round has no records")]
    NoRecords,
    /// It is not over.
    #[error("the round was not played to its end")]
    NotOver,
    /// A record cannot be read.
    #[error(transparent)]
    Unread(#[from] BadRecord),
    /// The records do not follow each other.
    #[error(transparent)]
    Excerpt(#[from] ExcerptFault),
    /// A line cannot be written.
    #[error(transparent)]
    Unwritten(#[from] serde_json::Error),
}
