//! An event as the referee reads it: from its written form, by its own list of words. Anything else the table writes is
//! ignored, so that the two share nothing but the written words.

use rules::rulebook::vocabulary::{DealDevice, Irregularity, Leaver, OpeningStep, Remedy};
use rules::{Outcome, Wager};
use serde::Deserialize;
use table::{DeckId, Device, DeviceStatus, Face, Holder, Method, Payer, Person, Resolution, Role};

/// What a player with an ante chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// The play wager.
    Play,
    /// The ante is given up.
    Fold,
    /// The whole hand is given up, unseen.
    #[serde(alias = "forfeit_unseen")]
    Forfeit,
}

/// One line of what is to be taken or paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Due {
    /// The position that is paid or pays.
    pub position: u8,
    /// The wager.
    pub wager: Wager,
    /// For envy: from whose hand.
    #[serde(default)]
    pub from: Option<u8>,
    /// What becomes of it.
    pub outcome: Outcome,
    /// From where it is paid.
    pub payer: Payer,
    /// What is paid, in cents.
    pub paid: i64,
    /// Whether a meter pays a share, and what.
    #[serde(default)]
    pub award: Option<(rules::Level, i64)>,
}

/// A correction of a meter, by its number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Somebody proposed it.
    Proposed {
        /// Its number.
        id: u32,
        /// The person who did it.
        by: String,
    },
    /// Somebody approved it.
    Approved {
        /// Its number.
        id: u32,
        /// The person who did it.
        by: String,
    },
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is named as the table's event of the same word")]
pub enum Fact {
    TableOpened,
    TableClosed,
    OnDuty {
        person: Person,
        role: Role,
    },
    DeckReceived {
        deck: DeckId,
        preshuffled: bool,
    },
    Opened {
        deck: DeckId,
        step: OpeningStep,
    },
    Shuffled {
        deck: DeckId,
        method: Method,
    },
    DeviceCounted {
        deck: DeckId,
        cards: u8,
    },
    DeckRemoved {
        deck: DeckId,
    },
    CutMade {
        deck: DeckId,
        at: u8,
        #[serde(default)]
        again: Option<String>,
    },
    CutOffered {
        deck: DeckId,
        position: u8,
    },
    CutDeclined {
        deck: DeckId,
        position: u8,
    },
    ShuffleOrdered {
        deck: DeckId,
    },
    Loaded {
        deck: DeckId,
        #[serde(default)]
        into: Option<DealDevice>,
    },
    IdleSpread {
        face_up: bool,
    },
    TurnedUp,
    IdleMissed,
    Seated {
        position: u8,
        person: Person,
    },
    Risen {
        position: u8,
    },
    Wagered {
        position: u8,
        wager: Wager,
        amount: i64,
    },
    Sensed {
        position: u8,
        wager: Wager,
        detected: bool,
    },
    BetsClosed,
    LockedOut,
    ChipsCollected {
        chips: u8,
        accepted: u8,
    },
    Resolved {
        position: u8,
        wager: Wager,
        resolution: Resolution,
    },
    ChipsBanked,
    Dealt {
        to: Holder,
    },
    StackCovered,
    StackDelivered,
    StubTaken {
        cards: u8,
    },
    StubCounted {
        cards: u8,
        misdealt: bool,
    },
    StubRacked {
        cards: u8,
    },
    PlayersShown {
        players: u8,
    },
    LooksAllowed,
    Looked {
        position: u8,
    },
    Asked,
    Decided {
        position: u8,
        decision: Chosen,
        play: i64,
    },
    FoldedShown,
    ForfeitsDue {
        dues: Vec<Due>,
    },
    DealerRevealed {
        cards: [Face; 3],
    },
    Revealed {
        position: u8,
        cards: [Face; 3],
    },
    CommunityRevealed,
    SheetDrawn {
        dues: Vec<Due>,
        whole: bool,
    },
    SheetTorn,
    Spotted {
        position: u8,
        wager: Wager,
        on: bool,
    },
    HandVerified {
        position: u8,
        wager: Wager,
    },
    Validated {
        position: u8,
        wager: Wager,
    },
    LightFaulted {
        position: u8,
        wager: Wager,
    },
    LeftUnpaid {
        position: u8,
        wager: Wager,
    },
    HandPaid {
        position: u8,
        wager: Wager,
    },
    Settled {
        position: u8,
        lines: u8,
    },
    Undone {
        position: u8,
        wager: Wager,
    },
    Racked {
        holder: Holder,
        cards: u8,
    },
    GameEnded,
    RoundEnded,
    Irregular {
        what: Irregularity,
        remedy: Remedy,
        #[serde(default)]
        holder: Option<Holder>,
    },
    SetAside,
    Voided {
        cause: Irregularity,
    },
    HandVoided {
        position: u8,
    },
    Returned {
        position: u8,
        wager: Wager,
        amount: i64,
    },
    DeviceSet {
        device: Device,
        status: DeviceStatus,
    },
    Left {
        position: u8,
    },
    LeaverRuled {
        position: u8,
        verdict: Leaver,
    },
    Abandoned {
        position: u8,
    },
    TimeRanOut {
        position: u8,
    },
    /// A correction of a hand that was keyed wrongly.
    Corrected {
        holder: Holder,
        cards: Vec<Face>,
    },
    /// An entry on a progressive's meters that people make.
    Meter {
        wager: Wager,
        entry: Correction,
    },
    /// What no rule of procedure depends on.
    #[serde(other)]
    Other,
}

impl Fact {
    /// Reads an event; what cannot be read is [`Fact::Other`].
    #[must_use]
    pub fn of(event: &table::Event) -> Fact {
        serde_json::to_value(event).map_or(Fact::Other, |value| Fact::read(&value))
    }

    /// Reads an event in its written form.
    #[must_use]
    pub fn read(value: &serde_json::Value) -> Fact {
        Fact::deserialize(value).unwrap_or(Fact::Other)
    }
}
