//! The reasons for refusing a command, each with its values and its sentence.

use std::fmt;

use rules::rulebook::vocabulary::OpeningStep;
use rules::{Cents, Wager};
use schemars::JsonSchema;
use serde::Serialize;

use crate::act::{DeckId, Device, DeviceStatus};
use crate::awaited::Awaited;
use crate::card::Face;
use crate::cents::InCents;
use crate::state::Phase;
use crate::who::Role;

/// The reasons. In JSON each is its kind with its values: from them a page makes the sentence in other languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(rename = "TableRefusal")]
#[allow(missing_docs, reason = "each says itself what it means")]
pub enum Why {
    WrongRole {
        needs: Role,
    },
    NotFor {
        role: Role,
    },
    WrongPhase {
        now: Phase,
    },
    TableOpen,
    Wanted {
        next: Awaited,
    },
    NoSuchDeck {
        deck: DeckId,
    },
    DeckIsHere {
        deck: DeckId,
    },
    DeckElsewhere {
        deck: DeckId,
    },
    OpeningOrder {
        step: Option<OpeningStep>,
    },
    MayNotComePreshuffled,
    NoShuffler,
    NoSuchDevice {
        device: Device,
    },
    HandNeedsShuffler,
    SecondDeck,
    DeviceStopped {
        device: Device,
    },
    ShufflerEmpty,
    AllDealt,
    CoverFirst {
        device: Device,
    },
    PlaysHere,
    WorksHere,
    OtherPart {
        role: Role,
    },
    NotInBook,
    RackNext {
        position: u8,
    },
    TooLateToRule,
    StubFits {
        cards: u8,
    },
    KeptInRound {
        #[serde(with = "InCents")]
        free: Cents,
    },
    NotFromMachine,
    NoCoverAll,
    CardLeftOut {
        card: Face,
    },
    NoPlaceWanted,
    NoCardWanted,
    DeviceOut {
        device: Device,
        status: DeviceStatus,
    },
    DeviceFirst {
        device: Device,
    },
    NoOrder,
    OrderNotWanted,
    NotShuffledYet,
    BadCommitment,
    AlreadyCounted,
    NoCutWanted,
    CutDepth {
        least: u8,
        most: u8,
    },
    NotCut,
    /// The cut is with somebody else, or with nobody.
    CutTurn {
        turn: Option<u8>,
    },
    /// Every player was offered the cut.
    AllAsked,
    FirstCardDealt,
    OtherDeckTurn,
    DeckOutlived {
        hours: u32,
    },
    NotIdle,
    StillBusy,
    ReasonMissing {
        bytes: usize,
    },
    BadName {
        bytes: usize,
    },
    TooManyPurses {
        most: usize,
    },
    SettlementBegun,
    FoldHasNoAmount,
    MeterFull {
        #[serde(with = "InCents")]
        most: Cents,
    },
    NotThisLink,
    NotLinked {
        wager: Wager,
    },
    NoSuchPosition {
        position: u8,
        positions: u8,
    },
    PositionTaken,
    NotYourSeat {
        position: u8,
    },
    NobodyThere {
        position: u8,
    },
    TooManyPositions {
        most: u8,
    },
    NotAdjacent,
    OtherTerminal {
        terminal: u8,
    },
    TerminalTaken {
        terminal: u8,
    },
    LiesOpen,
    NoSensor,
    WagersStand,
    RoundRuns,
    WagersLie,
    BadAmount,
    NotEnough {
        #[serde(with = "InCents")]
        has: Cents,
    },
    TrayShort {
        #[serde(with = "InCents")]
        has: Cents,
    },
    NotOffered {
        wager: Wager,
    },
    NotStaked {
        wager: Wager,
    },
    SpokenCash,
    WrongInstrument,
    BelowMinimum {
        #[serde(with = "InCents")]
        min: Cents,
    },
    AboveMaximum {
        #[serde(with = "InCents")]
        max: Cents,
    },
    OffStep {
        #[serde(with = "InCents")]
        min: Cents,
        #[serde(with = "InCents")]
        step: Cents,
    },
    StakeIs {
        #[serde(with = "InCents")]
        stake: Cents,
    },
    NeedsBase {
        wager: Wager,
    },
    OthersRest {
        wager: Wager,
    },
    PairPlusOverAnte,
    AnteUnderHalf,
    OverFiveTimes,
    /// Ante and pair plus exclude each other.
    EitherOr,
    NotEqual,
    ControllerGone,
    SensorsLocked,
    NoChip,
    NothingWagered,
    NoDeckLoaded,
    ChipsDisagree {
        chips: u8,
        accepted: u8,
    },
    NothingInDoubt,
    TooManyCards {
        left: u8,
    },
    ReadMismatch,
    NotRead,
    CardTwice {
        card: Face,
    },
    OneIsOut,
    NotDealtYet,
    CountDue,
    WrongCards,
    NotYourTurn {
        turn: Option<u8>,
    },
    Decided,
    NoAnte,
    LookFirst,
    /// No moment is too early for a look.
    MayLook,
    /// The program shows the cards, and shows none too early.
    ShownInTime,
    PlayNeeds {
        #[serde(with = "InCents")]
        needs: Cents,
        #[serde(with = "InCents")]
        has: Cents,
    },
    PlayIsAnte {
        #[serde(with = "InCents")]
        ante: Cents,
    },
    NoForfeit,
    NothingToFold,
    NobodyFolded,
    Awaited,
    NotAllowed,
    HandNotNeeded,
    RevealFirst {
        position: u8,
    },
    AlreadyDone,
    CardsWanted,
    CardsNotWanted,
    NotPhysical,
    NothingToSettle,
    SettleNext {
        position: u8,
    },
    WrongSums {
        #[serde(with = "InCents")]
        takes: Cents,
        #[serde(with = "InCents")]
        pays: Cents,
    },
    NotAWin,
    SpotFirst,
    LightDark,
    LightLit,
    ValidateFirst {
        by: Role,
    },
    DocumentFirst,
    NotHandPay,
    StillLive,
    Unsettled,
    CardsOut {
        cards: u8,
    },
    CountIs {
        cards: u8,
    },
    EndGameFirst,
    NoGame,
    /// The keypad has ended the game of the progressive, and takes no more winners.
    GameIsOver,
    /// No card was seen that could be corrected.
    NothingSeen,
    NotHere,
    GraceRuns,
    TimeRuns,
    NotHurried,
    Held,
    NotHeld,
    NotLeft,
    Void,
    Meter {
        why: meters::Why,
    },
    IdUsed,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::WrongRole { needs } => write!(f, "this is for the {needs} to do"),
            Why::NotFor { role } => write!(f, "a {role} cannot do this"),
            Why::WrongPhase { now } => write!(f, "not now: the table is in the phase \"{}\"", now.word()),
            Why::TableOpen => f.write_str("the table is open already"),
            Why::Wanted { next } => write!(f, "not yet: {next} comes first"),
            Why::NoSuchDeck { deck } => write!(f, "this house has no deck {}", u8::from(*deck)),
            Why::DeckIsHere { deck } => write!(f, "deck {} is at the table already", u8::from(*deck)),
            Why::DeckElsewhere { deck } => write!(f, "deck {} is not where this could be done", u8::from(*deck)),
            Why::OpeningOrder { step: Some(step) } => write!(f, "the opening goes in order: {step} is next"),
            Why::OpeningOrder { step: None } => f.write_str("the opening of this deck is done: shuffle it"),
            Why::MayNotComePreshuffled => f.write_str("this house receives plain decks: open it step by step"),
            Why::HandNeedsShuffler => {
                f.write_str("cards dealt from the hand come out of a shuffler: put it back into service")
            }
            Why::NoShuffler => f.write_str("there is no shuffler: shuffle by hand"),
            Why::NoSuchDevice { device } => write!(f, "this house has no {}", name(*device)),
            Why::SecondDeck => {
                f.write_str("a second deck is only for a table that uses a shuffler: one deck leaves the table first")
            }
            Why::DeviceStopped { device } => {
                write!(f, "the {} stopped in this round: report the jam, even if it works again", name(*device))
            }
            Why::ShufflerEmpty => f.write_str("there are no cards in the shuffler"),
            Why::AllDealt => f.write_str("the last card of the round is out"),
            Why::CoverFirst { device } => {
                write!(f, "cover the {}, or put a sign on it: taking it away does not replace that", name(*device))
            }
            Why::PlaysHere => f.write_str("whoever plays at a table does not work there"),
            Why::WorksHere => f.write_str("whoever works at a table does not play there"),
            Why::OtherPart { role } => {
                write!(f, "one person, one part: you are the {role} here until the round is over")
            }
            Why::NotInBook => f.write_str("the book has no such step: it is not done here"),
            Why::RackNext { position } => write!(f, "the cards of position {position} go to the rack first"),
            Why::TooLateToRule => f.write_str("the dealer's hand is turned up: the hand stays as it was decided"),
            Why::StubFits { cards } => {
                write!(f, "with {cards} cards the stub tells of no misdeal: report a wrong number at the hand")
            }
            Why::KeptInRound { free } => {
                write!(f, "what a round has paid stays until it is over: {free} may go now")
            }
            Why::CardLeftOut { card } => write!(f, "{} is known to be in this hand, and is not among them", card.0),
            Why::NoPlaceWanted => f.write_str("this is not about one hand: leave the place out"),
            Why::NoCardWanted => f.write_str("these cards leave the round whatever they are: leave the card out"),
            Why::NoCoverAll => f.write_str("nobody has a cover all in this round"),
            Why::NotFromMachine => {
                f.write_str("cover all needs a machine that shuffles and deals; these cards came otherwise")
            }
            Why::DeviceOut { device, status } => write!(f, "the {} is {}", name(*device), status_word(*status)),
            Why::DeviceFirst { device } => {
                write!(f, "the {} must be dealt with before another method is used", name(*device))
            }
            Why::NoOrder => f.write_str("a shuffle needs its order and commitment"),
            Why::OrderNotWanted => f.write_str("physical cards have no order that anybody knows: leave it out"),
            Why::NotShuffledYet => {
                f.write_str("a deck that did not come preshuffled has no order yet: leave it out, the shuffle tells it")
            }
            Why::BadCommitment => f.write_str("the commitment is not to this order"),
            Why::AlreadyCounted => f.write_str("this shuffle was counted already"),
            Why::NoCutWanted => f.write_str("these cards are not cut"),
            Why::CutDepth { least, most } => write!(f, "cut from {least} to {most} cards from the top"),
            Why::NotCut => f.write_str("there was no cut to make again"),
            Why::CutTurn { turn: Some(turn) } => write!(f, "the cut is offered to position {turn}"),
            Why::CutTurn { turn: None } => f.write_str("the cut is offered to nobody now"),
            Why::AllAsked => f.write_str("every player was offered the cut"),
            Why::FirstCardDealt => f.write_str("the first card is dealt: it is too late"),
            Why::OtherDeckTurn => f.write_str("two decks alternate: it is the other one's turn"),
            Why::DeckOutlived { hours } => write!(f, "the deck was in use for {hours} hours: change it first"),
            Why::NotIdle => f.write_str("the table is not idle"),
            Why::StillBusy => f.write_str("somebody has wagered: the table is not idle"),
            Why::ReasonMissing { bytes } => write!(f, "say why, in one line of at most {bytes} bytes"),
            Why::BadName { bytes } => write!(f, "a person's name is one line of 1 to {bytes} bytes"),
            Why::TooManyPurses { most } => write!(f, "no more than {most} people can have chips here"),
            Why::SettlementBegun => f.write_str("the settlement has begun: it is too late"),
            Why::FoldHasNoAmount => f.write_str("only a play wager has an amount"),
            Why::MeterFull { most } => write!(f, "no meter is corrected above {most}"),
            Why::NotThisLink => f.write_str("these are not the meters of this table: they do not match its own wagers"),
            Why::NotLinked { wager } => write!(f, "{} is on no link in this house", wager.title()),
            Why::NoSuchPosition { position, positions } => {
                write!(f, "there is no position {position}: the table has {positions}")
            }
            Why::PositionTaken => f.write_str("somebody sits there"),
            Why::NotYourSeat { position } => write!(f, "position {position} is not yours"),
            Why::NobodyThere { position } => write!(f, "nobody is at position {position}"),
            Why::TooManyPositions { most: 1 } => f.write_str("one position for each player"),
            Why::TooManyPositions { most } => write!(f, "at most {most} positions for each player"),
            Why::NotAdjacent => f.write_str("further positions must be next to your own"),
            Why::OtherTerminal { terminal } => write!(f, "you are at terminal {terminal}: leave it first"),
            Why::TerminalTaken { terminal } => write!(f, "somebody is at terminal {terminal}"),
            Why::LiesOpen => f.write_str("the shared hands lie open for everybody"),
            Why::NoSensor => f.write_str("a terminal has no sensor: its wagers are accepted at the lock-out"),
            Why::WagersStand => f.write_str("take your wagers back first"),
            Why::RoundRuns => f.write_str("stay seated until the round is complete"),
            Why::WagersLie => f.write_str("wagers lie on the layout: they are settled or taken back first"),
            Why::BadAmount => f.write_str("this is no amount that could be moved"),
            Why::NotEnough { has } => write!(f, "you have only {has} in chips"),
            Why::TrayShort { has } => write!(f, "the tray has only {has}: ask for a fill"),
            Why::NotOffered { wager } => write!(f, "{} is not offered here", wager.title()),
            Why::NotStaked { wager } => write!(f, "{} is not wagered by itself", wager.title()),
            Why::SpokenCash => f.write_str("a spoken wager with cash is not accepted: put chips on the layout"),
            Why::WrongInstrument => f.write_str("a coupon is for match play, and match play is a coupon"),
            Why::BelowMinimum { min } => write!(f, "the minimum is {min}"),
            Why::AboveMaximum { max } => write!(f, "the maximum is {max}"),
            Why::OffStep { min, step } => write!(f, "amounts go from {min} in steps of {step}"),
            Why::StakeIs { stake } => write!(f, "the stake is {stake}"),
            Why::NeedsBase { wager } => write!(f, "{} needs a base wager at the same position", wager.title()),
            Why::OthersRest { wager } => write!(f, "{} rests on it: take that back first", wager.title()),
            Why::PairPlusOverAnte => f.write_str("pair plus needs an ante of at least the same amount"),
            Why::AnteUnderHalf => f.write_str("pair plus needs an ante of at least half of it"),
            Why::OverFiveTimes => f.write_str("ante and pair plus may each be at most five times the other"),
            Why::EitherOr => f.write_str("an ante or a pair plus: this house takes one of them at a position"),
            Why::NotEqual => f.write_str("ante and pair plus must be equal here"),
            Why::ControllerGone => {
                f.write_str("the progressive controller is out of reach: no progressive wager is accepted")
            }
            Why::SensorsLocked => f.write_str("the sensors are locked"),
            Why::NoChip => f.write_str("there is no such chip on the sensor"),
            Why::NothingWagered => f.write_str("nobody has made a base wager"),
            Why::NoDeckLoaded => f.write_str("no deck is ready to be dealt"),
            Why::ChipsDisagree { chips, accepted } => write!(
                f,
                "{chips} chips were collected and {accepted} wagers accepted: the floorperson resolves it before the deal"
            ),
            Why::NothingInDoubt => f.write_str("nothing is in doubt there"),
            Why::TooManyCards { left } => write!(f, "only {left} are to be dealt"),
            Why::ReadMismatch => f.write_str("the shoe read another number of cards than were dealt"),
            Why::NotRead => f.write_str("cards of a shuffled deck are known: leave out what was read"),
            Why::CardTwice { card } => write!(f, "{card} is on the table already, or was given twice"),
            Why::OneIsOut => f.write_str("one of these cards is on the table already"),
            Why::NotDealtYet => f.write_str("the cards are not dealt yet"),
            Why::CountDue => f.write_str("the stub must be counted in this round"),
            Why::WrongCards => f.write_str("that is not the number of cards that could be there"),
            Why::NotYourTurn { turn: Some(turn) } => write!(f, "position {turn} decides first"),
            Why::NotYourTurn { turn: None } => f.write_str("nobody is to decide now"),
            Why::Decided => f.write_str("this hand has decided"),
            Why::NoAnte => f.write_str("only an ante is played or folded"),
            Why::LookFirst => f.write_str("look at the cards first: you may only play a hand that you have seen"),
            Why::MayLook => f.write_str("players may look as soon as their cards lie there"),
            Why::ShownInTime => f.write_str("nobody sees these cards too early: the program shows them"),
            Why::PlayNeeds { needs, has } => {
                write!(f, "playing takes {needs} and you have {has} in chips: buy chips, or fold")
            }
            Why::PlayIsAnte { ante } => write!(f, "the play wager equals the ante, {ante}"),
            Why::NoForfeit => f.write_str("a hand cannot be forfeited entirely here: fold it"),
            Why::NothingToFold => {
                f.write_str("without an ante there is nothing to fold, and no hand is forfeited here")
            }
            Why::NobodyFolded => f.write_str("nobody has folded in this round"),
            Why::Awaited => f.write_str("the floorperson rules on this hand first"),
            Why::NotAllowed => f.write_str("this house does not allow it"),
            Why::HandNotNeeded => f.write_str("no wager depends on this hand: it stays face down"),
            Why::RevealFirst { position } => write!(f, "turn up the hand of position {position} first"),
            Why::AlreadyDone => f.write_str("this is done already"),
            Why::CardsWanted => f.write_str("key in the cards"),
            Why::CardsNotWanted => f.write_str("the cards are known: leave them out"),
            Why::NotPhysical => f.write_str("only keyed cards can be corrected"),
            Why::NothingToSettle => f.write_str("nothing is left to settle"),
            Why::SettleNext { position } => write!(f, "position {position} is settled next"),
            Why::WrongSums { takes, pays } => write!(f, "wrong: take {takes} and pay {pays}"),
            Why::NotAWin => f.write_str("there is no such win at this position now"),
            Why::SpotFirst => f.write_str("select the spot on the keypad first"),
            Why::LightDark => {
                f.write_str("the light is dark: a floorperson records a fault of the system, or leaves the win unpaid")
            }
            Why::LightLit => f.write_str("the light is lit, or its fault is on record"),
            Why::ValidateFirst { by } => write!(f, "a {by} must validate the win first"),
            Why::DocumentFirst => f.write_str("the win must first be paid outside the tray, with a document"),
            Why::NotHandPay => f.write_str("this win is paid from the tray"),
            Why::StillLive => f.write_str("a wager on this hand is not settled: the cards stay"),
            Why::Unsettled => f.write_str("a wager is not settled"),
            Why::CardsOut { cards } => write!(f, "{cards} cards still lie on the table"),
            Why::CountIs { cards } => write!(f, "count again: {cards} cards belong to this hand"),
            Why::EndGameFirst => f.write_str("end the game on the keypad first"),
            Why::NoGame => f.write_str("the keypad has no game to end"),
            Why::NothingSeen => f.write_str("nobody has seen a card there yet that could be corrected"),
            Why::GameIsOver => f.write_str("the keypad has ended the game: the progressive takes no more winners"),
            Why::NotHere => f.write_str("the book has no remedy for this: the floorperson rules on it"),
            Why::GraceRuns => f.write_str("the grace time is not over"),
            Why::TimeRuns => f.write_str("the time for this decision is not over"),
            Why::NotHurried => f.write_str("this house waits for its players: no hand folds because time has passed"),
            Why::Held => f.write_str("the game is held: the floorperson rules first"),
            Why::NotHeld => f.write_str("the game is not held"),
            Why::NotLeft => f.write_str("nobody has left there"),
            Why::Void => f.write_str("the round is void"),
            Why::Meter { why } => write!(f, "{why}"),
            Why::IdUsed => f.write_str("this id was used for another command: make a new one"),
        }
    }
}

const fn name(device: Device) -> &'static str {
    match device {
        Device::Shuffler => "shuffler",
        Device::Shoe => "automated shoe",
        Device::Controller => "progressive controller",
    }
}

const fn status_word(status: DeviceStatus) -> &'static str {
    match status {
        DeviceStatus::InService => "in service",
        DeviceStatus::OutOfOrder => "out of order",
        DeviceStatus::Covered => "covered",
        DeviceStatus::Signed => "signed as out of order",
        DeviceStatus::Removed => "removed",
    }
}
