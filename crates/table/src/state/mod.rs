//! The state of the table: seats, decks, devices, money, meters and the current round.

pub(crate) mod apply;
pub(crate) mod deck;
pub(crate) mod kept;
pub(crate) mod money;
pub(crate) mod position;

use std::fmt;
use std::sync::Arc;

use cards::{Card, CardSet};
use meters::{Bank, BankTerms, GameId, GameTerms};
use rules::house::CardSource;
use rules::house::SHARED_HANDS;
use rules::rulebook::vocabulary::{CommunityWhen, DealDevice, DealerStack, Irregularity};
use rules::settle::POSITIONS;
use rules::{House, Wager};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::act::{DeckId, DeviceStatus, Holder};
use crate::card::Shuffle;
use crate::deck::Deck;
use crate::event::Due;
use crate::held::Held;
use crate::money::Money;
pub use crate::position::{Hand, Seat, Sensor};
use crate::who::{Actor, Moment};

/// Both progressives, in the order of their banks and sensors.
pub const PROGRESSIVES: [Wager; 2] = [Wager::Progressive, Wager::FiveCardProgressive];

/// The index of a progressive among banks and sensors.
#[must_use]
pub fn slot(wager: Wager) -> Option<usize> {
    PROGRESSIVES.iter().position(|progressive| *progressive == wager)
}

/// The phase of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Not open.
    #[default]
    Shut,
    /// Wagers are made; decks are got ready beside.
    Betting,
    /// "No more bets": sensors are locked, progressive chips collected.
    Closing,
    /// The cards are dealt.
    Dealing,
    /// The players decide.
    Deciding,
    /// The hands are turned up and settled.
    Showdown,
    /// The round is void; the cards are gathered.
    Void,
}

impl Phase {
    /// Whether cards are out, or may be.
    pub(crate) const fn has_cards(self) -> bool {
        matches!(self, Phase::Dealing | Phase::Deciding | Phase::Showdown)
    }

    /// The word for the phase.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Shut => "shut",
            Phase::Betting => "betting",
            Phase::Closing => "closing",
            Phase::Dealing => "dealing",
            Phase::Deciding => "deciding",
            Phase::Showdown => "showdown",
            Phase::Void => "void",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Where the stub is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stub {
    /// Still in whatever the cards are dealt from.
    #[default]
    InDevice,
    /// Taken out.
    Taken,
    /// Counted.
    Counted,
    /// In the discard rack.
    Racked,
}

/// One line of the sheet, and what was done about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetLine {
    /// What is to be taken and paid.
    pub due: Due,
    /// Whether the dealer has verified the hand.
    pub verified: bool,
    /// Whether the second person has validated it.
    pub validated: bool,
    /// The document of a payment outside the tray, once paid.
    pub document: Option<Arc<str>>,
}

impl SheetLine {
    /// A line about which nothing has been done yet.
    pub(crate) fn of(due: &Due) -> SheetLine {
        SheetLine { due: due.clone(), verified: false, validated: false, document: None }
    }
}

/// The current round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Its number at this table, from 1.
    pub number: u64,
    /// Whether "no more bets" was called.
    pub closed: bool,
    /// The deck in play; after the round, the deck that was.
    pub deck: Option<DeckId>,
    /// The previous round's deck, set when the betting closes. The round waits for a deck that is shuffled again after
    /// that.
    pub last_deck: Option<DeckId>,
    /// Whether the sensors are locked.
    pub locked: bool,
    /// The chips counted at the collection; `None` before the count.
    pub chips: Option<u8>,
    /// Whether the progressive chips are in the tray.
    pub banked: bool,
    /// How many cards have left the deck.
    pub drawn: u8,
    /// Cards found face up, out of play for the round.
    #[serde(with = "crate::kept::cards")]
    pub aside: Vec<Option<Card>>,
    /// The shared hands; used only at an electronic table.
    pub shared: [Hand; SHARED_HANDS as usize],
    /// The dealer's three cards.
    pub dealer: Hand,
    /// Whether the cover card lies on the dealer's stack.
    pub covered: bool,
    /// Whether the dealer's stack has left the shuffler.
    pub delivered: bool,
    /// The two community cards.
    pub community: Hand,
    /// Where the stub is.
    pub stub: Stub,
    /// Whether the stub was counted in this round.
    pub counted: bool,
    /// How many players the device showed; `None` before it did.
    pub players_shown: Option<u8>,
    /// Whether the dealer has allowed the players to look at their cards, where they wait for that.
    pub looks_allowed: bool,
    /// Whether the players have been asked to decide, after all could look.
    pub asked: bool,
    /// The positions that gave up their hands, in that order.
    pub given_up: Vec<u8>,
    /// The settlement: first the forfeits, then what the cards decide.
    pub sheet: Vec<SheetLine>,
    /// How many of its lines are forfeits, which are listed before the dealer's hand is turned up.
    pub forfeits: usize,
    /// How many of its lines are settled.
    pub settled: usize,
    /// Whether it is drawn completely: the five-card lines may wait for the community cards.
    pub sheet_whole: bool,
    /// Whether the sheet has been started.
    pub sheet_begun: bool,
    /// What voided the round; `None` while it counts.
    pub void: Option<Irregularity>,
    /// Whether the game was ended on the keypad.
    pub game_ended: bool,
    /// Whether the folded hands were shown on request.
    pub folded_shown: bool,
    /// The discard rack, in the order in which cards went in.
    pub rack: Vec<Racked>,
    /// What the round's cards are dealt from; set when the betting closes.
    pub device: Option<DealDevice>,
    /// Whether the automated shoe stopped with cards of the round in it. It stays set even if the shoe works again.
    pub stopped: bool,
    /// The shuffle of a deck that left before the round was over; it is still opened after the round.
    pub removed: Option<Box<Shuffle>>,
}

/// Cards in the discard rack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Racked {
    /// Whose cards they were; `None` for the stub.
    pub holder: Option<Holder>,
    /// How many cards.
    pub cards: u8,
}

/// The devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Devices {
    /// The shuffler.
    pub shuffler: DeviceStatus,
    /// The automated shoe.
    pub shoe: DeviceStatus,
    /// The controller of the meters.
    pub controller: DeviceStatus,
}

/// The whole state of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The rules the table runs under.
    pub house: Arc<House>,
    /// The table's name, by which the meters know it.
    pub game: GameId,
    /// How many events have been applied.
    pub version: u64,
    /// Whether the table is open.
    pub open: bool,
    /// Both decks; a house may use only the first.
    pub decks: [Deck; 2],
    /// The status of each device.
    pub devices: Devices,
    /// The positions. A physical table has all of them from the start; terminals are added as people come.
    pub seats: Vec<Option<Seat>>,
    /// The balances of all accounts.
    pub money: Money,
    /// The meters of each progressive, where the house offers it.
    pub banks: [Option<Bank>; 2],
    /// The current round.
    pub round: Round,
    /// Set while the cards lie spread because nobody plays; true if face up.
    pub idle: Option<bool>,
    /// Since when nobody has sat at the open table.
    pub quiet: Option<Moment>,
    /// Whether the idle table's cards were not spread before somebody came.
    pub idle_missed: bool,
    /// Rounds at this table since a stub was counted.
    pub rounds_since_count: u8,
    /// Who has worked here since the table opened, each in one part.
    pub crew: Vec<Actor>,
    /// Set while the game is held for a ruling.
    pub held: Option<Held>,
}

/// A progressive's meters, with this table joined to them.
fn bank(house: &House, wager: Wager, game: &GameId) -> Option<Bank> {
    let mut bank = Bank::new(BankTerms::of(house, wager)?);
    let entry = bank.join(&GameTerms::of(house, wager, game, &house.operator)?).ok()?;
    bank.apply(&entry);
    Some(bank)
}

impl State {
    /// A table that has never been opened.
    #[must_use]
    pub fn new(house: Arc<House>, game: &GameId) -> State {
        State {
            banks: PROGRESSIVES.map(|wager| bank(&house, wager, game)),
            game: game.clone(),
            version: 0,
            open: false,
            decks: [Deck::default(), Deck::default()],
            devices: Devices::default(),
            seats: vec![None; POSITIONS],
            money: Money::default(),
            round: Round::default(),
            idle: None,
            quiet: None,
            idle_missed: false,
            rounds_since_count: 0,
            crew: Vec::new(),
            held: None,
            house,
        }
    }

    /// The phase, derived from what has been done.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if !self.open {
            Phase::Shut
        } else if self.round.void.is_some() {
            Phase::Void
        } else if !self.round.closed {
            Phase::Betting
        } else if self.round.drawn == 0 && !self.chips_done() {
            Phase::Closing
        } else if !self.deal_done() {
            Phase::Dealing
        } else if self.taken().any(|(_, seat)| seat.undecided()) {
            Phase::Deciding
        } else {
            Phase::Showdown
        }
    }

    /// A seat by position, from 1.
    #[must_use]
    pub fn seat(&self, position: u8) -> Option<&Seat> {
        self.seats.get(usize::from(position).checked_sub(1)?)?.as_ref()
    }

    pub(crate) fn seat_mut(&mut self, position: u8) -> Option<&mut Seat> {
        self.seats.get_mut(usize::from(position).checked_sub(1)?)?.as_mut()
    }

    /// The taken positions, clockwise.
    pub fn taken(&self) -> impl DoubleEndedIterator<Item = (u8, &Seat)> {
        self.seats.iter().enumerate().filter_map(|(at, seat)| Some((at as u8 + 1, seat.as_ref()?)))
    }

    /// The positions in the round, clockwise.
    pub fn in_round(&self) -> impl DoubleEndedIterator<Item = (u8, &Seat)> {
        self.taken().filter(|(_, seat)| seat.dealt_in())
    }

    /// Whether physical cards are used: the engine knows a card only once it is keyed in or read.
    #[must_use]
    pub fn observed(&self) -> bool {
        self.house.cards.source == CardSource::Observed
    }

    /// Whether anybody made a five-card wager.
    #[must_use]
    pub fn five_card_wager(&self) -> bool {
        self.taken().any(|(_, seat)| !seat.stakes.five_card_progressive.is_zero())
    }

    /// Whether the community cards come only after all other wagers are settled.
    #[must_use]
    pub fn community_at_end(&self) -> bool {
        self.house.book.deal.community.as_ref().is_some_and(|rule| rule.allows(&CommunityWhen::AtEnd))
    }

    /// Whether the device dispenses stacks of three.
    #[must_use]
    pub fn by_stacks(&self) -> bool {
        self.device() == DealDevice::AutomatedShoe
    }

    /// Whether the house deals from an automated shoe while it works.
    #[must_use]
    pub fn has_shoe(&self) -> bool {
        self.house.cards.device == DealDevice::AutomatedShoe
    }

    /// Whether the dealer's stack stays in the shuffler until every player has acted.
    #[must_use]
    pub fn late_stack(&self) -> bool {
        self.by_stacks() && self.house.cards.dealer_stack == Some(DealerStack::InShuffler)
    }

    /// A hand by its holder.
    #[must_use]
    pub fn hand(&self, holder: Holder) -> Option<&Hand> {
        match holder {
            Holder::Position(position) => self.players_hand(position),
            Holder::Dealer => Some(&self.round.dealer),
            Holder::Community => Some(&self.round.community),
        }
    }

    pub(crate) fn hand_mut(&mut self, holder: Holder) -> Option<&mut Hand> {
        match holder {
            Holder::Position(position) => self.players_hand_mut(position),
            Holder::Dealer => Some(&mut self.round.dealer),
            Holder::Community => Some(&mut self.round.community),
        }
    }

    /// Every known card of the round.
    #[must_use]
    pub fn known_cards(&self) -> CardSet {
        let mut known = CardSet::EMPTY;
        let hands = self.hands().map(|(_, hand)| hand).chain([&self.round.dealer, &self.round.community]);
        for card in hands.flat_map(Hand::known).chain(self.round.aside.iter().flatten().copied()) {
            known.insert(card);
        }
        known
    }

    /// How many cards are still undealt.
    #[must_use]
    pub fn undealt(&self) -> u8 {
        52 - self.round.drawn
    }

    /// Whether any wager on a hand is alive, so that its cards must be read.
    #[must_use]
    pub fn hand_lives(&self, seat: &Seat) -> bool {
        // Cover All reads every dealt hand where folded hands count (READING 83).
        self.own_wager_lives(seat) || self.cover_all_reads_folds()
    }

    /// Whether a wager of the hand's own player is alive.
    pub(crate) fn own_wager_lives(&self, seat: &Seat) -> bool {
        if !seat.gave_up() {
            return true;
        }
        let terms = self.house.fold_terms(seat.decision);
        !seat.abandoned && terms.reads_folded(|wager| !seat.stakes.on(wager).is_zero())
    }

    fn cover_all_reads_folds(&self) -> bool {
        self.house.cover_all.as_ref().is_some_and(|terms| terms.folded_hands_count)
            && self.taken().any(|(_, seat)| !seat.stakes.cover_all.is_zero() && !seat.abandoned)
    }
}
