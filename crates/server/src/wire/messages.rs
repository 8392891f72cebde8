//! What goes over the wire: the messages of the WebSocket and the bodies of HTTP. The pages' types are generated from
//! these.

use std::sync::Arc;

use rules::hand::HandName;
use rules::house::Look;
use rules::paytable::Pays;
use rules::{Cents, Level, Odds, Share, Wager};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Due, Moment, Role, View, What};

use crate::people::{PASSWORD_LEAST, PASSWORD_MOST};
use crate::wire::Reason;
use crate::wire::currency::CurrencyCard;
use crate::wire::sayings::{Posted, Waits};
use crate::wire::shapes;

/// The most acts that an order may have after its first: enough for every wager of three positions.
pub const THEN_MAX: usize = 31;

/// What a client says on the WebSocket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Follows a table in a role: a view now, and after everything that happens there.
    Watch {
        /// The table.
        #[schemars(regex(pattern = shapes::TABLE))]
        table: Arc<str>,
        /// In which role the table is looked at.
        #[serde(default = "player")]
        role: Role,
        /// The last version that was seen: the first view tells what has happened since.
        #[serde(default)]
        since: Option<u64>,
        /// How much is told.
        #[serde(default)]
        detail: Detail,
    },
    /// Stops following a table.
    Unwatch {
        /// The table.
        #[schemars(regex(pattern = shapes::TABLE))]
        table: Arc<str>,
    },
    /// Follows the list of all tables.
    WatchFloor,
    /// Does something at a table.
    Do(TableOrder),
    /// Asks what a decision is worth.
    Hint {
        /// The table.
        #[schemars(regex(pattern = shapes::TABLE))]
        table: Arc<str>,
        /// The position, which must be the asker's own.
        position: u8,
    },
}

impl ClientMessage {
    /// The table that it is about.
    #[must_use]
    pub fn table(&self) -> Option<&Arc<str>> {
        match self {
            ClientMessage::Watch { table, .. }
            | ClientMessage::Unwatch { table }
            | ClientMessage::Do(TableOrder { table, .. })
            | ClientMessage::Hint { table, .. } => Some(table),
            ClientMessage::WatchFloor => None,
        }
    }
}

fn player() -> Role {
    Role::Player
}

/// How much of a table is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// The whole view after everything that happens.
    #[default]
    View,
    /// Only the answers to the client's own acts: for programs that play.
    Answers,
}

/// Something to be done at a table. The server adds who and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Order")]
pub struct TableOrder {
    /// An id that the client made, 32 hexadecimal digits: a repeat gets the first answer.
    #[schemars(regex(pattern = shapes::ID))]
    pub id: Arc<str>,
    /// The table.
    #[schemars(regex(pattern = shapes::TABLE))]
    pub table: Arc<str>,
    /// In which role.
    #[serde(default = "player")]
    pub role: Role,
    /// The act.
    #[schemars(extend("unevaluatedProperties" = false))]
    pub act: Act,
    /// Acts that follow it directly, with nobody else's in between: all of them are done, or none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = THEN_MAX), transform = shapes::closed)]
    pub then: Vec<Act>,
    /// A player's wagers for the next round, placed when the house has ended this one, at tables where that takes no time.
    /// All of them are placed, or none. Even if they are not, the acts above are done: the answer reports both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = THEN_MAX), transform = shapes::closed)]
    pub next: Vec<Act>,
}

/// Why the wagers for the next round were not placed: the problem as it was first reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NotNext(#[schemars(with = "Problem")] serde_json::Value);

impl From<&Problem> for NotNext {
    fn from(problem: &Problem) -> NotNext {
        // A problem holds only names, numbers and words, so this cannot fail.
        NotNext(serde_json::to_value(problem).unwrap_or_default())
    }
}

/// What the server says on the WebSocket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: who the server takes the client for, and its clock.
    Welcome {
        /// The person or visitor.
        me: Me,
        /// The server's time.
        now: Moment,
        /// The server's build.
        build: Arc<str>,
    },
    /// All tables.
    Floor {
        /// The tables, by name.
        tables: Vec<TableCard>,
    },
    /// One table of the floor has changed.
    Card {
        /// The table.
        card: Box<TableCard>,
    },
    /// A table after something happened there.
    View {
        /// The table.
        table: Arc<str>,
        /// The server's time.
        now: Moment,
        /// What is seen.
        view: Box<View>,
        /// What has happened since the previous view.
        news: Vec<News>,
        /// What will happen by itself, and when.
        #[serde(skip_serializing_if = "Option::is_none")]
        pending: Option<Pending>,
    },
    /// An act was done. It is durable.
    Done {
        /// The act's id.
        id: Arc<str>,
        /// The table's version after it.
        version: u64,
        /// Why the wagers for the next round were not placed.
        #[serde(skip_serializing_if = "Option::is_none")]
        next: Option<NotNext>,
    },
    /// An act was refused.
    Refused {
        /// The act's id.
        id: Arc<str>,
        /// Why, with the law behind it.
        #[serde(flatten)]
        why: Problem,
    },
    /// What a decision is worth.
    Hint {
        /// The table.
        table: Arc<str>,
        /// The hint.
        hint: Hint,
    },
    /// A message was not understood, or asks for something that is not there.
    Problem(Problem),
    /// A player has played for a while: shown in a polite dialog.
    Reminder {
        /// How long and with what result.
        figures: crate::wire::people::PlayFigures,
    },
    /// The session is over; the socket closes.
    SignedOut {
        /// The reason.
        why: Problem,
    },
}

/// What kind of problem it is: a word for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The rules of the table, or the house, refuse it.
    Refused,
    /// The account does not hold enough.
    NoFunds,
    /// A limit: the player's own or the house's.
    Limit,
    /// The id was used for another command.
    IdUsed,
    /// The person may not do this.
    NoRight,
    /// It needs a second person.
    Approval,
    /// It needs the password again.
    Confirm,
    /// Nobody is signed in.
    SignIn,
    /// There is no such thing.
    NotFound,
    /// The message cannot be read.
    Malformed,
    /// The address does not accept this HTTP method.
    Method,
    /// Too many at once, or too often.
    TooMany,
    /// Somebody else was faster: try the same again.
    Busy,
    /// The table, or the house, has stopped.
    Stopped,
    /// Neither done nor refused, as far as the house knows: the same id brings the answer later.
    Unknown,
}

/// Why something is not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// What kind of problem it is, for programs.
    pub code: ProblemCode,
    /// The sentence.
    pub refused: String,
    /// The same as a kind with its values: from it a page makes the sentence in other languages.
    pub why: Box<Because>,
    /// The clauses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The readings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<u8>,
}

/// Why something is not done, as a kind with its values. No kind is both a table's and the house's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Because {
    /// The rules of the table, or its meters, refuse it.
    Table(table::Why),
    /// The house does not do it.
    House(Reason),
}

/// A person as the server knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// The name; none for somebody who only looks on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Arc<str>>,
    /// Whether this is a guest with play money.
    pub guest: bool,
    /// The roles.
    pub roles: Vec<Role>,
    /// The tables that the roles are for; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Arc<str>>,
    /// What is in the bankroll, in cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bankroll: Option<i64>,
    /// The currency of all amounts. Without it, US dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCard>,
    /// What every request that changes something must carry in the header `X-Csrf-Token`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub csrf: Option<Arc<str>>,
}

/// A table as the lobby and the floor show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TableCard {
    /// The table's id, as in addresses.
    pub id: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// The rulebook's code.
    pub rulebook: String,
    /// The jurisdiction in words.
    pub jurisdiction: String,
    /// Whether the house is an example that nobody has approved: pages say so (READING 96).
    pub example: bool,
    /// The operator.
    pub operator: String,
    /// The currency of its amounts. Without it, US dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCard>,
    /// The house's digest.
    pub house: String,
    /// The version of the table.
    pub version: u64,
    /// The phase.
    pub phase: Arc<str>,
    /// The round.
    pub round: u64,
    /// How many positions there are.
    pub positions: u8,
    /// Who sits where.
    pub seated: Vec<SeatCard>,
    /// The wagers on offer with their limits.
    pub wagers: Vec<WagerCard>,
    /// The meters.
    pub meters: Vec<MeterCard>,
    /// The house's colours and sign.
    pub look: Look,
    /// Whether a person deals.
    pub dealer_is_person: bool,
    /// What waits for somebody of the staff, or warns them. For the staff only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waits: Vec<Waiting>,
    /// The table's figures, for the staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<Figures>,
    /// Why the table has stopped, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A taken position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatCard {
    /// The position.
    pub position: u8,
    /// The player who sits there.
    pub person: Arc<str>,
}

/// A wager on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WagerCard {
    /// The wager.
    pub wager: Wager,
    /// The least, in cents.
    pub min: i64,
    /// The most.
    pub max: i64,
    /// The step.
    pub step: i64,
    /// The paytable in force, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
}

/// A meter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MeterCard {
    /// The progressive.
    pub wager: Wager,
    /// The level.
    pub level: Level,
    /// What it is called, where it has a name of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it shows, in cents.
    pub shows: i64,
    /// The link, where it is linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// Something that waits for the staff, or warns them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Waiting {
    /// For whom.
    pub role: Role,
    /// What, with its values.
    pub what: Waits,
    /// In words.
    pub text: String,
    /// Since when.
    pub since: Moment,
    /// The act that answers it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
}

/// The figures of a table, for the floor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Figures {
    /// Rounds in the last hour.
    pub rounds_an_hour: u32,
    /// The table's win since it was opened, in cents.
    pub win: i64,
    /// What was dropped: cash taken in for chips.
    pub drop: i64,
    /// In the tray.
    pub tray: i64,
    /// Until when the deck in play may be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck_until: Option<Moment>,
    /// Rounds since the stub was counted.
    pub rounds_since_count: u8,
}

/// Something that happened, in words that everybody may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct News {
    /// The event's number at the table.
    pub version: u64,
    /// The round it belongs to.
    pub round: u64,
    /// The moment at which it happened.
    pub at: Moment,
    /// Who brought it about.
    pub by: Actor,
    /// The kind of the event, such as `dealt`.
    pub event: Arc<str>,
    /// The event with its values, without what is not public: from it a page makes the sentence in other languages.
    pub what: Box<What>,
    /// The position it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<u8>,
    /// The sentence.
    pub text: String,
    /// The clauses behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The readings behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<u8>,
}

/// What will happen by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pending {
    /// The moment at which it will happen.
    pub at: Moment,
    /// By whom.
    pub by: Role,
    /// The kind of the act, such as `no_more_bets`.
    pub does: Arc<str>,
    /// The position it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<u8>,
    /// In words.
    pub text: String,
}

/// What a decision is worth, exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hint {
    /// The position.
    pub position: u8,
    /// The better one: `play` or `fold`.
    pub better: Arc<str>,
    /// The mean net result of playing, in millionths of a cent, rounded.
    pub play: i64,
    /// The mean net result of folding.
    pub fold: i64,
    /// The same as fractions of cents.
    pub play_exact: String,
    /// The same as fractions of cents.
    pub fold_exact: String,
    /// The wagers of the position that are not counted.
    pub left_out: Vec<Wager>,
    /// What is counted, and what is not.
    pub text: String,
}

/// What is posted at a table: its rules and paytables. `GET /api/v1/tables/{table}/placard`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Placard {
    /// The table.
    pub table: Arc<str>,
    /// The operator.
    pub operator: String,
    /// The rulebook's code.
    pub rulebook: String,
    /// The jurisdiction in words.
    pub jurisdiction: String,
    /// Whether the house is an example that nobody has approved: pages say so (READING 96).
    pub example: bool,
    /// The house's digest.
    pub house: String,
    /// What is printed on the layout.
    pub layout: crate::wire::layout::Layout,
    /// The wagers with their limits.
    pub wagers: Vec<WagerCard>,
    /// The paytables in force.
    pub paytables: Vec<PostedTable>,
    /// The rules in short sentences, each with its clauses.
    pub rules: Vec<PostedRule>,
}

/// A posted paytable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PostedTable {
    /// Of which wager.
    pub wager: Wager,
    /// Its name, such as `A`.
    pub name: String,
    /// The lines, the highest hand first.
    pub lines: Vec<PostedLine>,
}

/// A line of a posted paytable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PostedLine {
    /// The hand in words.
    pub hand: String,
    /// The hand's name, such as `straight-flush`.
    pub name: HandName,
    /// The number of players that the line is for, where that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// What it pays; one for each number of players where that matters, and none where it pays nothing.
    pub pays: Vec<Option<Payment>>,
    /// The clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// What a line of a paytable pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Payment {
    /// Odds such as 3 to 2: the stake comes back on top.
    To {
        /// What is won …
        won: u32,
        /// … for each of these staked.
        staked: u32,
    },
    /// Odds such as 500 for 1: the stake was collected before.
    For {
        /// What is won …
        won: u32,
        /// … for each of these staked.
        staked: u32,
    },
    /// A share of a meter.
    OfMeter {
        /// The share, in parts per million.
        share: u32,
        /// The meter.
        level: Level,
        /// What it is called, where it has a name of its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A flat amount.
    Flat {
        /// In cents.
        amount: i64,
    },
}

impl From<Pays> for Payment {
    fn from(pays: Pays) -> Payment {
        match pays {
            Pays::To(Odds { won, staked }) => Payment::To { won, staked },
            Pays::For(Odds { won, staked }) => Payment::For { won, staked },
            Pays::OfMeter(Share(share), level) => Payment::OfMeter { share, level, name: None },
            Pays::Flat(Cents(amount)) => Payment::Flat { amount },
        }
    }
}

impl std::fmt::Display for Payment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Payment::To { won, staked } => Pays::To(Odds { won: *won, staked: *staked }).fmt(f),
            Payment::For { won, staked } => Pays::For(Odds { won: *won, staked: *staked }).fmt(f),
            Payment::OfMeter { share, name: Some(name), .. } => write!(f, "{} of {name}", Share(*share)),
            Payment::OfMeter { share, level, name: None } => Pays::OfMeter(Share(*share), *level).fmt(f),
            Payment::Flat { amount } => Pays::Flat(Cents(*amount)).fmt(f),
        }
    }
}

/// A rule in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PostedRule {
    /// The sentence.
    pub text: String,
    /// The same with its values; none where the sentence is a regulation's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<Posted>,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// A past round in one line. `GET /api/v1/tables/{table}/rounds?before=N&limit=20&lines=true`, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PastRound {
    /// The round.
    pub round: u64,
    /// When it ended.
    pub ended: Moment,
    /// The dealer's cards, where they were turned up.
    pub dealer: Vec<table::Face>,
    /// Whether it was void.
    pub void: bool,
    /// What became of each position.
    pub seats: Vec<PastSeat>,
    /// The lines of the settlement, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<PastLine>,
}

/// A line of a past settlement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PastLine {
    /// What was due.
    #[serde(flatten)]
    pub due: Due,
    /// The player's net result, in cents.
    pub net: i64,
}

/// A position of a past round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PastSeat {
    /// The position.
    pub position: u8,
    /// The player who sat there.
    pub person: Arc<str>,
    /// The cards, where they were turned up.
    pub cards: Vec<table::Face>,
    /// What the person won or lost in total, in cents.
    pub net: i64,
}

/// What an act would do. `POST /api/v1/tables/{table}/foresee`; nothing is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Foresee {
    /// In which role.
    pub role: Role,
    /// What: a report, a ruling, a device, or another act that turns no card up.
    #[schemars(extend("unevaluatedProperties" = false))]
    pub act: Act,
}

/// What would happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Foreseen {
    /// The events in words.
    pub news: Vec<News>,
}

/// A step of the table's procedure. `GET /api/v1/tables/{table}/procedure`, in the order of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProcedureStep {
    /// The step.
    pub step: Arc<str>,
    /// By whom.
    pub by: Role,
    /// The clauses.
    pub clauses: Vec<String>,
    /// The readings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<u8>,
    /// What a human dealer is reminded of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<PostedRule>,
}

/// Signs somebody in. `POST /api/v1/session`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    #[schemars(regex(pattern = shapes::PERSON))]
    pub name: Arc<str>,
    /// The password.
    pub password: String,
}

/// Lets a guest in with play money. `POST /api/v1/guest`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestIn {
    /// The name they want to be called by; one is made up otherwise.
    #[serde(default)]
    #[schemars(regex(pattern = shapes::GUEST))]
    pub name: Option<Arc<str>>,
}

/// Uses a one-time link: the person chooses a password, if the account has none yet. `POST /api/v1/link`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkIn {
    /// The token of the link.
    #[schemars(regex(pattern = shapes::TOKEN))]
    pub token: Arc<str>,
    /// The code from the second person, if two people made the link.
    #[serde(default)]
    pub code: Option<Arc<str>>,
    /// A password for later sign-ins, if the person wants one.
    #[serde(default)]
    #[schemars(length(min = PASSWORD_LEAST, max = PASSWORD_MOST))]
    pub password: Option<String>,
}
