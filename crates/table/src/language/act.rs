//! Everything that anybody can do at the table, and the command that asks for it.

use std::sync::Arc;

use meters::Bank;
use rules::rulebook::vocabulary::{Irregularity, Leaver};
use rules::settle::Decision;
use rules::{Cents, Level, Wager};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use crate::card::{Face, Shuffle};
use crate::cents::InCents;
use crate::event::{Event, What};
use crate::who::{Actor, Moment};

/// One of the two decks of a table, 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(!try_from, !into, with = "u8", extend("minimum" = 1, "maximum" = 2))]
pub enum DeckId {
    /// The first deck.
    One,
    /// The second, where a shuffler alternates two.
    Two,
}

impl DeckId {
    /// Both decks.
    pub const ALL: [DeckId; 2] = [DeckId::One, DeckId::Two];

    /// Its index in an array.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A number that no deck has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no deck {0}: a table has deck 1 and perhaps deck 2")]
pub struct NoDeck(u8);

impl TryFrom<u8> for DeckId {
    type Error = NoDeck;
    fn try_from(number: u8) -> Result<DeckId, NoDeck> {
        match number {
            1 => Ok(DeckId::One),
            2 => Ok(DeckId::Two),
            _ => Err(NoDeck(number)),
        }
    }
}

impl From<DeckId> for u8 {
    fn from(deck: DeckId) -> u8 {
        deck as u8 + 1
    }
}

/// What a wager is made with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Instrument {
    /// Value chips or plaques.
    #[default]
    Chips,
    /// A match play coupon.
    Coupon,
    /// Cash with a spoken wager: never accepted.
    SpokenCash,
}

impl Instrument {
    /// Whether these are chips, as they nearly always are.
    #[must_use]
    pub fn is_chips(&self) -> bool {
        *self == Instrument::Chips
    }
}

/// What shuffles the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The dealer's hands.
    Hand,
    /// The shuffler.
    Device,
}

/// A device at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Device {
    /// The shuffler.
    Shuffler,
    /// The automated shoe.
    Shoe,
    /// The controller of the progressive meters.
    Controller,
}

/// The state of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceStatus {
    /// It works.
    #[default]
    InService,
    /// It does not work, and nothing has been done about it.
    OutOfOrder,
    /// Out of use and covered.
    Covered,
    /// Out of use and marked by a sign.
    Signed,
    /// Taken off the table.
    Removed,
}

/// What the floorperson does about one progressive chip that is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// The wager stands: the sensor is corrected.
    Accept,
    /// The chip goes back to the player.
    Return,
}

/// Whose hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A position's.
    Position(u8),
    /// The dealer's.
    Dealer,
    /// The two community cards.
    Community,
}

/// One act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
// The object is closed by what contains the act: a command, an offer.
#[schemars(!deny_unknown_fields)]
pub enum Act {
    /// Opens the table with chips in the tray.
    OpenTable {
        /// The float.
        #[serde(with = "InCents")]
        float: Cents,
    },
    /// Closes the table.
    CloseTable,
    /// Chips are brought to the tray.
    Fill {
        /// How much.
        #[serde(with = "InCents")]
        amount: Cents,
    },
    /// Chips leave the tray for the cage.
    Credit {
        /// How much.
        #[serde(with = "InCents")]
        amount: Cents,
    },

    /// A deck comes to the table.
    ReceiveDeck {
        /// Which.
        deck: DeckId,
        /// Whether it was inspected and shuffled before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        preshuffled: bool,
    },
    /// The dealer inspects the cards.
    Inspect {
        /// Which deck.
        deck: DeckId,
    },
    /// The floorperson verifies the inspection.
    Verify {
        /// Which deck.
        deck: DeckId,
    },
    /// The cards are spread face up.
    Spread {
        /// Which deck.
        deck: DeckId,
    },
    /// The first player has had the chance to look.
    FirstPlayer {
        /// Which deck.
        deck: DeckId,
    },
    /// The cards are turned face down and washed.
    Wash {
        /// Which deck.
        deck: DeckId,
    },
    /// The cards are stacked.
    Stack {
        /// Which deck.
        deck: DeckId,
    },
    /// The cards are shuffled.
    Shuffle {
        /// Which deck.
        deck: DeckId,
        /// What shuffles them.
        method: Method,
    },
    /// The shuffler has counted the deck.
    DeviceCount {
        /// Which deck.
        deck: DeckId,
        /// How many cards it counted.
        cards: u8,
    },
    /// A deck leaves the table.
    RemoveDeck {
        /// Which.
        deck: DeckId,
        /// Why.
        reason: Arc<str>,
    },
    /// The deck is cut.
    Cut {
        /// Which deck.
        deck: DeckId,
        /// How many cards are cut from the top. In JSON this is `cards`, because `at` is the command's time.
        #[serde(rename = "cards")]
        at: u8,
    },
    /// The cut is offered to the next player.
    OfferCut {
        /// Which deck.
        deck: DeckId,
    },
    /// A player does not want to cut.
    DeclineCut {
        /// Which deck.
        deck: DeckId,
    },
    /// The deck is cut again, because the first cut was improper.
    Recut {
        /// Which deck.
        deck: DeckId,
        /// How many cards are cut from the top. In JSON this is `cards`, because `at` is the command's time.
        #[serde(rename = "cards")]
        at: u8,
        /// What was improper.
        reason: Arc<str>,
    },
    /// Another shuffle is ordered.
    OrderShuffle {
        /// Which deck.
        deck: DeckId,
        /// Why.
        reason: Arc<str>,
    },
    /// The deck is put into the shoe, or taken in hand.
    Load {
        /// Which deck.
        deck: DeckId,
    },
    /// Nobody plays: the cards are taken out and spread.
    Idle {
        /// Face up, because a player asked.
        #[serde(default)]
        face_up: bool,
    },
    /// A player comes to the idle table: the cards are turned up.
    TurnUp,

    /// Takes a position.
    Sit {
        /// Which.
        position: u8,
    },
    /// Gives a position up.
    Rise {
        /// Which.
        position: u8,
    },
    /// Changes cash for chips.
    BuyIn {
        /// How much.
        #[serde(with = "InCents")]
        amount: Cents,
    },
    /// Takes chips away from the table.
    CashOut {
        /// How much.
        #[serde(with = "InCents")]
        amount: Cents,
    },
    /// Gives the dealers a tip.
    Tip {
        /// How much.
        #[serde(with = "InCents")]
        amount: Cents,
    },
    /// Makes a wager, changes it, or takes it back if the amount is 0.
    Wager {
        /// Where.
        position: u8,
        /// Which.
        wager: Wager,
        /// The new amount of the wager.
        #[serde(with = "InCents")]
        amount: Cents,
        /// What it is made with.
        #[serde(default, skip_serializing_if = "Instrument::is_chips")]
        with: Instrument,
    },
    /// The sensor reports a progressive chip, or that there is none.
    Sense {
        /// Where.
        position: u8,
        /// Which progressive.
        wager: Wager,
        /// Whether a chip was detected.
        detected: bool,
    },
    /// "No more bets."
    NoMoreBets,
    /// The keypad locks the sensors.
    LockOut,
    /// The dealer collects the progressive chips and counts them.
    Collect {
        /// How many chips lie in front of the tray.
        chips: u8,
    },
    /// The floorperson settles a chip that does not agree with its sensor.
    Resolve {
        /// Where.
        position: u8,
        /// Which progressive.
        wager: Wager,
        /// How.
        resolution: Resolution,
    },
    /// The chips go into the tray.
    BankChips,

    /// Deals the next cards, or stacks from an automated shoe, in their order.
    Deal {
        /// How many cards, or stacks.
        cards: u8,
        /// What the shoe read, for physical cards that are read as they leave it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        read: Vec<Face>,
    },
    /// The cover card goes on the dealer's stack.
    CoverStack,
    /// The dealer's stack leaves the shuffler after the decisions.
    DeliverStack,
    /// The two community cards are dealt.
    Community,
    /// The stub leaves the shoe or the hand.
    TakeStub,
    /// The stub is counted, face down.
    CountStub {
        /// How many cards it has.
        cards: u8,
        /// Whether somebody has more or fewer than three.
        #[serde(default)]
        misdealt: bool,
        /// Whether the stub and the misdealt hands together are not 52 cards.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        short: bool,
    },
    /// The stub goes to the discard rack unexposed.
    RackStub,
    /// The device shows how many players there are and what Cover All pays.
    ShowPlayers,

    /// The dealer allows the players to look at their cards.
    AllowLooks,
    /// A player looks at their own cards.
    Look {
        /// Where.
        position: u8,
    },
    /// The dealer begins to ask: everybody has had the chance to look.
    Ask,
    /// Plays, folds, or forfeits the hand entirely.
    Decide {
        /// Where.
        position: u8,
        /// What.
        decision: Decision,
        /// The play wager, which equals the ante.
        #[serde(default, with = "crate::cents::maybe", skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<i64>")]
        amount: Option<Cents>,
        /// Whether a tip on the play, equal to the tip on the ante, goes with it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tip: bool,
    },
    /// A player asks to see the folded hands after the settlement.
    ViewFolded,

    /// The dealer's cards are turned up.
    RevealDealer {
        /// What they are, for physical cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<[Face; 3]>,
    },
    /// A player's cards are turned up.
    Reveal {
        /// Whose.
        position: u8,
        /// What they are, for physical cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<[Face; 3]>,
    },
    /// The community cards are turned up.
    RevealCommunity {
        /// What they are, for physical cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<[Face; 2]>,
    },
    /// The floorperson corrects a card that was keyed wrongly.
    Correct {
        /// Whose hand.
        holder: Holder,
        /// The cards as they lie there.
        cards: Vec<Face>,
        /// Why.
        reason: Arc<str>,
    },
    /// The dealer marks a progressive winner on the keypad; doing it again removes the mark.
    Spot {
        /// Where.
        position: u8,
        /// Which progressive.
        wager: Wager,
    },
    /// The dealer verifies that a progressive winner's hand wins.
    VerifyHand {
        /// Where.
        position: u8,
        /// Which progressive.
        wager: Wager,
    },
    /// The second person confirms a win before it is paid.
    Validate {
        /// Where.
        position: u8,
        /// Which wager.
        wager: Wager,
    },
    /// The floorperson records that a light stayed dark by a fault of the system.
    LightFault {
        /// Where.
        position: u8,
        /// Which progressive.
        wager: Wager,
        /// What was seen.
        reason: Arc<str>,
    },
    /// The floorperson finds that a dark light was no fault of the system: the win under it is not paid.
    LeaveUnpaid {
        /// Where.
        position: u8,
        /// Which progressive.
        wager: Wager,
        /// What was seen.
        reason: Arc<str>,
    },
    /// A win is paid outside the tray, with a document.
    HandPay {
        /// Where.
        position: u8,
        /// Which wager.
        wager: Wager,
        /// The document's number.
        document: Arc<str>,
    },
    /// Takes and pays at the next position.
    Settle {
        /// Where.
        position: u8,
        /// What is taken.
        #[serde(with = "InCents")]
        takes: Cents,
        /// What is paid from the tray.
        #[serde(with = "InCents")]
        pays: Cents,
    },
    /// A hand goes to the discard rack.
    Rack {
        /// Whose.
        holder: Holder,
        /// How many cards, if they must be counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<u8>,
    },
    /// The keypad ends the game and the sensors go dark.
    EndGame,
    /// The round is over.
    EndRound,

    /// Something went wrong.
    Report {
        /// What.
        what: Irregularity,
        /// At which hand, if it concerns one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holder: Option<Holder>,
        /// Which card, if it was seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Face>,
    },
    /// A device changes its status.
    SetDevice {
        /// Which.
        device: Device,
        /// To what.
        status: DeviceStatus,
    },
    /// A player leaves mid-round.
    Leave {
        /// Where.
        position: u8,
    },
    /// The connection to a player is lost.
    Lost {
        /// Where.
        position: u8,
    },
    /// The connection is back.
    Back {
        /// Where.
        position: u8,
    },
    /// The floorperson decides what becomes of a leaver's wagers; the system does so when the grace time is over.
    RuleLeaver {
        /// Where.
        position: u8,
        /// What.
        verdict: Leaver,
    },
    /// The time for a decision or a cut is over: the house's rule for slow decisions applies, and a cut is declined.
    TimeUp {
        /// Where.
        position: u8,
        /// Since when the time has run, not counting while it was stopped.
        since: Moment,
    },
    /// "Floor!" The game is held until a ruling: nobody's time runs, and no step is next.
    CallFloor {
        /// Why the floor is called.
        reason: Arc<str>,
    },
    /// The game goes on where it was held.
    Resume {
        /// What was ruled.
        reason: Arc<str>,
    },
    /// A ruling of the floorperson that changes no money.
    Ruling {
        /// In the floorperson's words.
        text: Arc<str>,
    },

    /// What the link's meters show now.
    SyncMeters {
        /// Which progressive.
        wager: Wager,
    },
    /// Proposes to correct a meter.
    ProposeMeter {
        /// Which progressive.
        wager: Wager,
        /// Which meter.
        level: Level,
        /// By how much, in cents.
        amount: i64,
        /// Why.
        reason: Arc<str>,
    },
    /// Another person approves the correction of a meter.
    ApproveMeter {
        /// Which progressive.
        wager: Wager,
    },
    /// Another person declines the correction of a meter.
    DeclineMeter {
        /// Which progressive.
        wager: Wager,
    },
}

/// A command: who wants what, when, under an id that the client made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(transform = crate::shape::flatten)]
pub struct Command {
    /// The client's id: a repeat gets the first answer.
    pub id: Arc<str>,
    /// Who.
    pub by: Actor,
    /// When.
    pub at: Moment,
    /// What.
    #[serde(flatten)]
    #[schemars(!flatten, extend("flat" = true))]
    pub act: Act,
    /// The order of the deck, from the shuffler and nobody else; none if physical cards are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<Box<Shuffle>>,
    /// The meters of the link, as their own stream has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<Box<Bank>>,
}

impl Command {
    /// A command with nothing but the act.
    #[must_use]
    pub fn new(id: impl Into<Arc<str>>, by: Actor, at: Moment, act: Act) -> Command {
        Command { id: id.into(), by, at, act, shuffle: None, bank: None }
    }

    /// The same, with the shuffle or bank that came with it, taken from its events.
    #[must_use]
    pub fn with_what_came(mut self, events: &[Event]) -> Command {
        for event in events {
            match &event.what {
                What::Shuffled { shuffle, .. } | What::DeckReceived { shuffle, .. } => self.shuffle.clone_from(shuffle),
                What::MetersSynced { bank, .. } => self.bank = Some(bank.clone()),
                _ => {}
            }
        }
        self
    }
}
