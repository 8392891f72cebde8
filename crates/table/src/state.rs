//! The table as it stands: seats, decks, devices, money, meters and the round under way.

use std::fmt;
use std::sync::Arc;

use cards::{Card, CardSet};
use meters::{Bank, BankTerms, GameId, GameTerms};
use rules::house::CardSource;
use rules::house::SHARED_HANDS;
use rules::rulebook::vocabulary::{CommunityWhen, DealDevice, DealerStack, Fate, Irregularity};
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

/// The place of a progressive among banks and sensors.
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
    /// Whether cards are dealt, or can be.
    pub(crate) const fn has_cards(self) -> bool {
        matches!(self, Phase::Dealing | Phase::Deciding | Phase::Showdown)
    }

    /// The word for it.
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

/// What has become of the stub.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stub {
    /// Still where the cards are dealt from.
    #[default]
    InDevice,
    /// Taken out.
    Taken,
    /// Counted.
    Counted,
    /// In the discard rack.
    Racked,
}

/// One line of the sheet with what was done about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetLine {
    /// What is to be done.
    pub due: Due,
    /// The dealer has verified the hand.
    pub verified: bool,
    /// Validated by the second person.
    pub validated: bool,
    /// Paid outside the tray with this document.
    pub document: Option<Arc<str>>,
}

impl SheetLine {
    /// A line about which nothing was done yet.
    pub(crate) fn of(due: &Due) -> SheetLine {
        SheetLine { due: due.clone(), verified: false, validated: false, document: None }
    }
}

/// The wagers beside the ante that read a player's hand.
pub(crate) const READ_BESIDE_ANTE: [Wager; 4] =
    [Wager::PairPlus, Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive];

/// The round under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Its number at this table, from 1.
    pub number: u64,
    /// "No more bets" was said.
    pub closed: bool,
    /// The deck in play, and after the round the one that was.
    pub deck: Option<DeckId>,
    /// The deck of the round before, once the betting is closed: a deck that is shuffled anew after that is waited for.
    pub last_deck: Option<DeckId>,
    /// The sensors are locked.
    pub locked: bool,
    /// The chips counted at the collection, when they were.
    pub chips: Option<u8>,
    /// The chips are in the tray.
    pub banked: bool,
    /// So many cards have left the deck.
    pub drawn: u8,
    /// Cards found face up, out for the round.
    #[serde(with = "crate::kept::cards")]
    pub aside: Vec<Option<Card>>,
    /// The shared hands of an electronic table.
    pub shared: [Hand; SHARED_HANDS as usize],
    /// The dealer's hand.
    pub dealer: Hand,
    /// Whether the cover card lies on the dealer's stack.
    pub covered: bool,
    /// Whether the dealer's stack has left the shuffler.
    pub delivered: bool,
    /// The community cards.
    pub community: Hand,
    /// The stub.
    pub stub: Stub,
    /// The stub was counted in this round.
    pub counted: bool,
    /// How many players the device showed.
    pub players_shown: Option<u8>,
    /// The players are asked: all of them could look.
    pub asked: bool,
    /// The positions that gave their hands up, in the order in which they did.
    pub given_up: Vec<u8>,
    /// The settlement: first what was given up, then what the cards decide.
    pub sheet: Vec<SheetLine>,
    /// How many of its lines were given up, and stand there before the dealer's hand is turned up.
    pub forfeits: usize,
    /// How many of its lines are settled.
    pub settled: usize,
    /// Whether all of it is drawn: the five-card lines may wait for the community cards.
    pub sheet_whole: bool,
    /// Whether the sheet was begun.
    pub sheet_begun: bool,
    /// Why it is void.
    pub void: Option<Irregularity>,
    /// The keypad has ended the game.
    pub game_ended: bool,
    /// The folded hands were shown on request.
    pub folded_shown: bool,
    /// The discard rack in the order in which cards went into it.
    pub rack: Vec<Racked>,
    /// From what the cards of the round are dealt, once its betting is closed.
    pub device: Option<DealDevice>,
    /// The automated shoe stopped while cards of the round were in it: that it works again mends nothing.
    pub stopped: bool,
    /// The shuffle of a deck that left the table before the round was over: it is opened all the same.
    pub removed: Option<Box<Shuffle>>,
}

/// Cards in the discard rack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Racked {
    /// Whose they were; `None` for the stub.
    pub holder: Option<Holder>,
    /// How many.
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

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The rules it runs under.
    pub house: Arc<House>,
    /// The table's name, under which the meters know it.
    pub game: GameId,
    /// How many events it has seen.
    pub version: u64,
    /// Whether it is open.
    pub open: bool,
    /// The decks.
    pub decks: [Deck; 2],
    /// The devices.
    pub devices: Devices,
    /// The positions. A table of wood has all of them from the beginning; terminals are added as people come.
    pub seats: Vec<Option<Seat>>,
    /// The money.
    pub money: Money,
    /// The meters.
    pub banks: [Option<Bank>; 2],
    /// The round.
    pub round: Round,
    /// The cards lie spread because nobody plays; whether face up.
    pub idle: Option<bool>,
    /// Nobody sits at the open table since this moment.
    pub quiet: Option<Moment>,
    /// The table was idle and its cards were not spread before somebody came.
    pub idle_missed: bool,
    /// Rounds since a stub was counted at this table.
    pub rounds_since_count: u8,
    /// Who works here since the table was opened, each in one part.
    pub crew: Vec<Actor>,
    /// The game is held for a ruling.
    pub held: Option<Held>,
}

/// The meters of a progressive with this table on them.
fn bank(house: &House, wager: Wager, game: &GameId) -> Option<Bank> {
    let mut bank = Bank::new(BankTerms::of(house, wager)?);
    let entry = bank.join(&GameTerms::of(house, wager, game, &house.operator)?).ok()?;
    bank.apply(&entry);
    Some(bank)
}

impl State {
    /// A table that has not been opened.
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

    /// The phase: it follows from what has been done.
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

    /// Whether physical cards are used, which the engine knows only when they are keyed or read.
    #[must_use]
    pub fn observed(&self) -> bool {
        self.house.cards.source == CardSource::Observed
    }

    /// Whether a five-card wager stands.
    #[must_use]
    pub fn five_card_wager(&self) -> bool {
        self.taken().any(|(_, seat)| !seat.stakes.five_card_progressive.is_zero())
    }

    /// Whether the community cards come only after all other wagers are settled.
    #[must_use]
    pub fn community_at_end(&self) -> bool {
        self.house.book.deal.community.as_ref().is_some_and(|rule| rule.allows(&CommunityWhen::AtEnd))
    }

    /// Whether stacks of three are dispensed.
    #[must_use]
    pub fn by_stacks(&self) -> bool {
        self.device() == DealDevice::AutomatedShoe
    }

    /// Whether the house deals from an automated shoe, when it works.
    #[must_use]
    pub fn has_shoe(&self) -> bool {
        self.house.cards.device == DealDevice::AutomatedShoe
    }

    /// Whether the dealer's stack waits in the shuffler until every player has acted.
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

    /// Every card of the round that is known.
    #[must_use]
    pub fn known_cards(&self) -> CardSet {
        let mut known = CardSet::EMPTY;
        let hands = self.hands().map(|(_, hand)| hand).chain([&self.round.dealer, &self.round.community]);
        for card in hands.flat_map(Hand::known).chain(self.round.aside.iter().flatten().copied()) {
            known.insert(card);
        }
        known
    }

    /// The cards that are still undealt.
    #[must_use]
    pub fn undealt(&self) -> u8 {
        52 - self.round.drawn
    }

    /// Whether a wager on a hand is still alive, so that the cards must be read.
    #[must_use]
    pub fn hand_lives(&self, seat: &Seat) -> bool {
        // Cover All reads every dealt hand where folded hands count (READING 83).
        self.own_wager_lives(seat) || self.cover_all_reads_folds()
    }

    /// Whether a wager of its own player is alive on a hand.
    pub(crate) fn own_wager_lives(&self, seat: &Seat) -> bool {
        if !seat.gave_up() {
            return true;
        }
        let terms = self.house.fold_terms(seat.decision);
        let kept = |wager| !seat.stakes.on(wager).is_zero() && terms.fate(wager) == Fate::Kept;
        !seat.abandoned && READ_BESIDE_ANTE.into_iter().any(kept)
    }

    fn cover_all_reads_folds(&self) -> bool {
        self.house.cover_all.as_ref().is_some_and(|terms| terms.folded_hands_count)
            && self.taken().any(|(_, seat)| !seat.stakes.cover_all.is_zero() && !seat.abandoned)
    }
}
