//! The table as the referee sees it: built from the facts alone, in order.

mod deck;
mod round;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rules::rulebook::vocabulary::{DealDevice, Irregularity, Remedy, Reopening, ShufflerKind};
use rules::{House, Wager};
use table::{Actor, DeckId, Device, DeviceStatus, Holder, Method, Moment, Person, Role};

pub(crate) use deck::{Deck, Ready};
pub(crate) use round::{Round, StubIs, at_the_end, is_base};

use crate::fact::{Correction, Fact};
use crate::law::Book;

/// Who did something, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) by: &'a Actor,
    pub(crate) at: Moment,
    pub(crate) act: Option<&'a table::Act>,
}

/// The state of the devices.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Devices {
    pub(crate) shuffler: DeviceStatus,
    pub(crate) shoe: DeviceStatus,
}

/// The whole picture.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) book: Book,
    pub(crate) house: Arc<House>,
    /// The seconds without a round and without a player after which a table is idle (READING 95).
    pub(crate) idle_seconds: u32,
    pub(crate) open: bool,
    pub(crate) decks: [Option<Deck>; 2],
    pub(crate) devices: Devices,
    pub(crate) seats: BTreeMap<u8, Person>,
    /// The staff of this table, with the parts they have taken.
    pub(crate) staff: BTreeMap<Person, BTreeSet<Role>>,
    /// Since when nobody sits here and no round runs.
    pub(crate) quiet_since: Option<Moment>,
    /// The deck from which the next card comes.
    pub(crate) loaded: Option<DeckId>,
    /// The deck of the last round, and whether both decks were here all the time since.
    pub(crate) last_deck: Option<DeckId>,
    /// Rounds since the last count of a stub, not counting rounds whose cards a device had counted.
    pub(crate) uncounted: u8,
    pub(crate) round: Round,
    /// Who proposed each correction of a progressive's meter.
    pub(crate) proposers: BTreeMap<(Wager, u32), String>,
}

impl Picture {
    pub(crate) fn new(book: Book, house: Arc<House>) -> Picture {
        Picture {
            book,
            house,
            idle_seconds: 300,
            open: false,
            decks: [None, None],
            devices: Devices::default(),
            seats: BTreeMap::new(),
            staff: BTreeMap::new(),
            quiet_since: None,
            loaded: None,
            last_deck: None,
            uncounted: 0,
            round: Round::default(),
            proposers: BTreeMap::new(),
        }
    }

    pub(crate) fn electronic(&self) -> bool {
        self.house.table.electronic
    }

    pub(crate) fn deck(&self, deck: DeckId) -> Option<&Deck> {
        self.decks[deck.index()].as_ref()
    }

    /// Whether there is a shuffler and it can be used.
    pub(crate) fn shuffler_works(&self) -> bool {
        self.house.cards.shuffler != ShufflerKind::None && self.devices.shuffler == DeviceStatus::InService
    }

    /// Where a deck was placed. If the stream does not say, there was only one way: the house's device or, when that
    /// does not work, by hand from a shoe.
    pub(crate) fn placed_in(&self, into: Option<DealDevice>) -> DealDevice {
        let usual = match self.house.cards.device {
            DealDevice::AutomatedShoe if self.devices.shoe != DeviceStatus::InService => DealDevice::ManualShoe,
            usual => usual,
        };
        into.unwrap_or(usual)
    }

    /// The hand on which a position's wagers lie: its own, or one of the three shared ones (READING 90).
    pub(crate) fn hand_of(&self, position: u8) -> u8 {
        if self.electronic() { table::shared_hand_of(position) } else { position }
    }

    /// Whether the idle time has run out by a moment.
    pub(crate) fn idle_by(&self, at: Moment) -> bool {
        self.quiet_since.is_some_and(|since| at.since(since) >= i64::from(self.idle_seconds) * 1000)
    }

    /// Applies a fact to the picture.
    pub(crate) fn see(&mut self, fact: &Fact, turn: Turn<'_>) {
        self.see_people(fact, turn);
        self.see_decks(fact, turn);
        self.see_round(fact, turn);
    }

    fn see_people(&mut self, fact: &Fact, turn: Turn<'_>) {
        let staff = matches!(turn.by.role, Role::Dealer | Role::Floorperson | Role::Supervisor);
        if staff && !is_robot(turn.by) {
            self.staff.entry(turn.by.person.clone()).or_default().insert(turn.by.role);
        }
        if turn.by.role == Role::Dealer && self.round.closed {
            self.round.dealers.insert(turn.by.person.clone());
        }
        match fact {
            Fact::TableOpened => {
                self.open = true;
                self.quiet_since = self.seats.is_empty().then_some(turn.at);
            }
            Fact::TableClosed => {
                self.open = false;
                self.quiet_since = None;
                self.staff.clear();
                // The cards go with the table: the next opening brings others.
                (self.decks, self.loaded, self.last_deck) = ([None, None], None, None);
                self.uncounted = 0;
            }
            Fact::Meter { wager, entry: Correction::Proposed { id, by } } => {
                self.proposers.insert((*wager, *id), by.clone());
            }
            Fact::OnDuty { person, role } => {
                let actor = Actor { role: *role, person: person.clone() };
                if !is_robot(&actor) {
                    self.staff.entry(person.clone()).or_default().insert(*role);
                }
            }
            Fact::Seated { position, person } => {
                if self.idle_by(turn.at) {
                    self.miss_idle();
                }
                self.quiet_since = None;
                self.seats.insert(*position, person.clone());
            }
            Fact::IdleMissed => self.miss_idle(),
            Fact::Risen { position } => {
                self.seats.remove(position);
                self.hush(turn.at);
            }
            Fact::DeviceSet { device: Device::Shuffler, status } => self.devices.shuffler = *status,
            Fact::DeviceSet { device: Device::Shoe, status } => {
                self.devices.shoe = *status;
                let stops = *status != DeviceStatus::InService && self.round.cards_to_come(self);
                self.round.shoe_stopped |= stops;
            }
            _ => {}
        }
    }

    /// The table is quiet from when nobody sits there and no round is running.
    fn hush(&mut self, at: Moment) {
        if self.open && !self.round.closed && self.seats.is_empty() && self.quiet_since.is_none() {
            self.quiet_since = Some(at);
        }
    }

    /// The idle time passed without the cards being spread: they must still be shown and mixed (READING 95).
    fn miss_idle(&mut self) {
        let binds = self.book != Book::Sd && !self.house.cards.reshuffles;
        for deck in self.decks.iter_mut().flatten().filter(|deck| binds && !deck.lies_spread()) {
            deck.miss_idle();
        }
    }

    fn see_decks(&mut self, fact: &Fact, turn: Turn<'_>) {
        match fact {
            Fact::DeckReceived { deck, preshuffled } => {
                // Only Maryland and Massachusetts know decks that come shuffled.
                let known = self.book.is_md() || self.book == Book::Ma;
                self.decks[deck.index()] = Some(Deck::received(turn.at, *preshuffled && known));
                self.last_deck = None;
            }
            Fact::DeckRemoved { deck } => {
                self.decks[deck.index()] = None;
                self.last_deck = None;
                if self.loaded == Some(*deck) {
                    self.loaded = None;
                }
            }
            Fact::IdleSpread { face_up } => {
                let full = self.house.cards.reopening == Some(Reopening::Full);
                for deck in self.decks.iter_mut().flatten() {
                    deck.spread_idle(*face_up, full);
                }
                self.loaded = None;
            }
            Fact::TurnedUp => self.decks.iter_mut().flatten().for_each(|deck| deck.face_down = false),
            Fact::Loaded { deck, into } => {
                self.loaded = Some(*deck);
                if let Some(ready) = self.decks[deck.index()].as_mut().and_then(|deck| deck.ready.as_mut()) {
                    (ready.placed, ready.into) = (true, *into);
                }
            }
            Fact::Irregular { what: Irregularity::ShufflerJam, remedy: Remedy::Reshuffle, .. } => {
                for deck in self.decks.iter_mut().flatten() {
                    deck.jammed |= deck.ready.as_ref().is_some_and(|r| r.method == Some(Method::Device) && !r.placed);
                }
            }
            Fact::Opened { deck, .. }
            | Fact::Shuffled { deck, .. }
            | Fact::DeviceCounted { deck, .. }
            | Fact::CutMade { deck, .. }
            | Fact::ShuffleOrdered { deck } => {
                if let Some(deck) = self.decks[deck.index()].as_mut() {
                    deck.see(fact, turn);
                }
            }
            _ => {}
        }
    }

    fn see_round(&mut self, fact: &Fact, turn: Turn<'_>) {
        match fact {
            // If the stream did not say what deals this round, it is known by now.
            Fact::BetsClosed => {
                let into = self.placed_in(None);
                let loaded = self.loaded.and_then(|id| self.decks[id.index()].as_mut());
                if let Some(ready) = loaded.and_then(|deck| deck.ready.as_mut()).filter(|ready| ready.placed) {
                    ready.into = ready.into.or(Some(into));
                }
                self.round.shuffler_worked = self.shuffler_works();
                self.round.see(fact, turn);
            }
            // The first card of a round uses up the shuffle.
            Fact::Dealt { .. } if self.round.dealt.is_empty() => {
                let Some(deck) = self.loaded else { return self.round.see(fact, turn) };
                let ready = self.decks[deck.index()].as_mut().and_then(|deck| deck.ready.take());
                let from = self.placed_in(ready.and_then(|ready| ready.into));
                self.round.begin(deck, ready, from);
                self.round.due_to = self.served();
                self.round.five_cards = self.round.anybody_has(Wager::FiveCardProgressive);
                self.round.see(fact, turn);
            }
            Fact::Racked { .. } | Fact::StubRacked { .. } | Fact::SetAside => {
                if let Some(deck) = self.round.deck.and_then(|deck| self.decks[deck.index()].as_mut()) {
                    deck.in_rack = true;
                }
                self.round.see(fact, turn);
            }
            Fact::Irregular { what: Irregularity::CardFaceUp, remedy: Remedy::SetAside, .. } => {
                self.round.short_stack |= self.round.cards_to_come(self);
                self.round.see(fact, turn);
            }
            Fact::Voided { cause: Irregularity::StubWrong | Irregularity::StubWrongBoth } => {
                if let Some(deck) = self.round.deck.and_then(|deck| self.decks[deck.index()].as_mut()) {
                    deck.must_go = true;
                }
                self.round.see(fact, turn);
            }
            Fact::RoundEnded => {
                self.end_round();
                self.hush(turn.at);
            }
            _ => self.round.see(fact, turn),
        }
    }

    /// Whom the cards of a round go to, in order: everybody with a base wager, then the dealer.
    fn served(&self) -> Vec<Holder> {
        let players: Vec<Holder> = if self.electronic() {
            (1..=rules::house::SHARED_HANDS).map(Holder::Position).collect()
        } else {
            self.round.players().into_iter().map(Holder::Position).collect()
        };
        players.into_iter().chain([Holder::Dealer]).collect()
    }

    fn end_round(&mut self) {
        let mut round = std::mem::take(&mut self.round);
        if round.game_ended {
            // The keypad has made the sensors ready for the next game.
            self.round.sensors = std::mem::take(&mut round.sensors);
        }
        if round.void.is_some() {
            self.last_deck = None;
        }
        if round.counted.is_some() {
            self.uncounted = 0;
        }
        let Some(id) = round.deck else { return };
        let Some(deck) = self.decks[id.index()].as_mut() else { return };
        self.last_deck = (round.void.is_none()).then_some(id);
        if round.counted.is_some() || round.counted_by_device() {
            deck.deals = 0;
        } else if round.void.is_none() {
            deck.deals = deck.deals.saturating_add(1);
            self.uncounted = self.uncounted.saturating_add(1);
        }
    }
}

/// Whether the program itself acts. It has several roles and is nobody's second person.
pub(crate) fn is_robot(actor: &Actor) -> bool {
    actor.person == table::robot::robot(actor.role).person
}

/// Whether one person did both acts. The program's roles count as different persons.
pub(crate) fn same_person(one: &Actor, other: &Actor) -> bool {
    one.person == other.person && (one.role == other.role || !is_robot(one))
}
