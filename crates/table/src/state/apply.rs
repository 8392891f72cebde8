//! Events change the state. No rules are checked here: whatever happened, happened.

use rules::Wager;
use rules::rulebook::vocabulary::OpeningStep;
use rules::settle::{Decision, Stakes};

use crate::act::{Device, DeviceStatus, Resolution};
use crate::deck::{Deck, Stage};
use crate::event::{Event, What};
use crate::held::Held;
use crate::irregular::in_tray;
use crate::money::{Account, PURSES_MAX};
use crate::state::{Hand, Racked, Round, Sensor, SheetLine, State, Stub, slot};

impl State {
    /// Applies events in order.
    pub fn apply_all<'e>(&mut self, events: impl IntoIterator<Item = &'e Event>) {
        for event in events {
            self.apply(&event.what);
        }
    }

    /// Applies one event.
    pub fn apply(&mut self, what: &What) {
        self.version += 1;
        match what {
            What::OnDuty { person, role } => self.put_on_duty(person, *role),
            What::TableOpened { float, at } => {
                self.open = true;
                let alone = self.taken().next().is_none();
                self.quiet = alone.then_some(*at);
                self.round.number += 1;
                self.shift(&Account::Cage, &Account::Tray, *float);
            }
            What::TableClosed => self.close(),
            What::Filled { amount } => self.shift(&Account::Cage, &Account::Tray, *amount),
            What::Credited { amount } => self.shift(&Account::Tray, &Account::Cage, *amount),
            What::BoughtIn { person, amount } => {
                if self.money.purses.len() >= PURSES_MAX {
                    self.put_purses_away();
                }
                self.shift(&Account::World, &Account::Drop, *amount);
                self.shift(&Account::Tray, &Account::Purse(person.clone()), *amount);
            }
            What::CashedOut { person, amount } => {
                self.shift(&Account::Purse(person.clone()), &Account::World, *amount);
                self.money.purses.retain(|(_, chips)| !chips.is_zero());
            }
            What::Tipped { person, amount } => {
                self.shift(&Account::Purse(person.clone()), &Account::TipBox, *amount);
            }
            What::DeckReceived { .. }
            | What::Opened { .. }
            | What::Shuffled { .. }
            | What::SingleStack { .. }
            | What::DeviceCounted { .. }
            | What::DeckRemoved { .. }
            | What::CutMade { .. }
            | What::ShuffleOrdered { .. }
            | What::Loaded { .. }
            | What::IdleSpread { .. }
            | What::IdleMissed
            | What::TurnedUp => self.apply_to_deck(what),
            What::Seated { .. }
            | What::Risen { .. }
            | What::Left { .. }
            | What::ConnectionLost { .. }
            | What::ConnectionBack { .. }
            | What::LeaverRuled { .. }
            | What::Abandoned { .. }
            | What::Wagered { .. }
            | What::Returned { .. }
            | What::Decided { .. }
            | What::Looked { .. } => self.apply_to_seat(what),
            What::Sensed { position, wager, detected } => {
                let locked = self.round.locked;
                self.with_sensor(*position, *wager, |sensor| {
                    if locked {
                        sensor.lit = *detected;
                    } else {
                        sensor.detected = *detected;
                    }
                });
            }
            What::LightFaulted { position, wager, .. } => {
                self.with_sensor(*position, *wager, |sensor| sensor.faulted = true);
            }
            What::Spotted { position, wager, on } => {
                self.with_sensor(*position, *wager, |sensor| sensor.spotted = *on);
            }
            What::BetsClosed => {
                self.round.device = Some(self.device());
                self.round.closed = true;
                self.round.last_deck = self.round.deck;
                self.round.deck = self.loaded();
                if let Some(deck) = self.round.deck {
                    self.decks[deck.index()].stage = Stage::InPlay;
                }
            }
            What::LockedOut => {
                self.round.locked = true;
                for sensor in self.seats.iter_mut().flatten().flat_map(|seat| &mut seat.sensors) {
                    (sensor.locked, sensor.lit) = (sensor.detected, sensor.detected);
                }
            }
            What::ChipsCollected { chips, .. } => self.round.chips = Some(*chips),
            What::Resolved { position, wager, resolution } => {
                let accept = *resolution == Resolution::Accept;
                let chip = self.seat(*position).is_some_and(|seat| !seat.stakes.on(*wager).is_zero());
                if let (false, true, Some(chips)) = (accept, chip, self.round.chips) {
                    self.round.chips = Some(chips.saturating_sub(1));
                }
                self.with_sensor(*position, *wager, |sensor| {
                    (sensor.detected, sensor.locked, sensor.lit) = (accept, accept, accept);
                });
            }
            What::ChipsBanked => {
                let chips: Vec<_> = self.chips_to_bank().collect();
                for (position, wager, amount) in chips {
                    self.shift(&Account::Area(position, wager), &Account::Tray, amount);
                }
                self.round.banked = true;
            }
            What::Dealt { to, card } => {
                self.round.drawn += 1;
                if let Some(hand) = self.hand_mut(*to)
                    && let Some(place) = hand.cards.get_mut(usize::from(hand.count))
                {
                    *place = card.map(|card| card.0);
                    hand.count += 1;
                }
            }
            What::SetAside { card } => {
                self.round.drawn += 1;
                self.round.aside.push(card.map(|card| card.0));
                self.round.rack.push(Racked { holder: None, cards: 1 });
            }
            What::StackCovered => self.round.covered = true,
            What::StackDelivered => self.round.delivered = true,
            What::StubTaken { .. } => self.round.stub = Stub::Taken,
            What::StubCounted { .. } => {
                self.round.stub = Stub::Counted;
                self.round.counted = true;
            }
            What::StubRacked { cards } => {
                self.round.stub = Stub::Racked;
                self.round.rack.push(Racked { holder: None, cards: *cards });
            }
            What::PlayersShown { players } => self.round.players_shown = Some(*players),
            What::Asked => self.round.asked = true,
            What::FoldedShown => self.round.folded_shown = true,
            What::DealerRevealed { cards } => reveal(&mut self.round.dealer, cards),
            What::Revealed { position, cards } => {
                if let Some(hand) = self.players_hand_mut(*position) {
                    reveal(hand, cards);
                }
            }
            What::CommunityRevealed { cards } => reveal(&mut self.round.community, cards),
            What::Corrected { holder, cards, .. } => {
                if let Some(hand) = self.hand_mut(*holder) {
                    let known = hand.cards.iter_mut().filter(|card| card.is_some());
                    for (place, card) in known.zip(cards) {
                        *place = Some(card.0);
                    }
                }
            }
            What::ForfeitsDue { dues } => {
                self.round.sheet.extend(dues.iter().map(SheetLine::of));
                self.round.forfeits = self.round.sheet.len();
            }
            What::SheetDrawn { dues, whole } => {
                self.round.sheet.extend(dues.iter().map(SheetLine::of));
                self.round.sheet_begun = true;
                self.round.sheet_whole = *whole;
            }
            What::SheetTorn => self.tear_sheet(),
            What::Revalued { position, wager, paid, award } => {
                if let Some(line) = self.open_line(*position, *wager, |line| line.validated) {
                    line.due.paid = *paid;
                    line.due.award = Some(*award);
                }
            }
            What::HandVerified { position, wager } => {
                if let Some(line) = self.open_line(*position, *wager, |line| line.verified) {
                    line.verified = true;
                }
            }
            What::Validated { position, wager } => {
                if let Some(line) = self.open_line(*position, *wager, |line| line.validated) {
                    line.validated = true;
                }
            }
            What::LeftUnpaid { position, wager, .. } => {
                self.with_sensor(*position, *wager, |sensor| sensor.unpaid = true);
                for line in self.round.sheet.iter_mut().skip(self.round.settled) {
                    line.due.leave_unpaid_if(*position, *wager);
                }
            }
            What::HandPaid { position, wager, document } => {
                if let Some(line) = self.open_line(*position, *wager, |line| line.document.is_some()) {
                    line.document = Some(document.clone());
                }
            }
            What::Settled { lines, .. } => {
                for _ in 0..*lines {
                    self.shift_line(self.round.settled, false);
                    self.round.settled += 1;
                }
            }
            What::Undone { line, .. } => {
                self.shift_line(usize::from(*line), true);
                self.strike_line(usize::from(*line));
            }
            What::Racked { holder, cards } => {
                if let Some(hand) = self.hand_mut(*holder) {
                    hand.racked = true;
                }
                self.round.rack.push(Racked { holder: Some(*holder), cards: *cards });
            }
            What::GameEnded => {
                self.round.game_ended = true;
                for sensor in self.seats.iter_mut().flatten().flat_map(|seat| &mut seat.sensors) {
                    sensor.lit = false;
                }
            }
            What::RoundEnded { .. } => self.round_ended(),
            What::Irregular { remedy, holder, card, .. } => {
                if let (rules::rulebook::vocabulary::Remedy::PlayOn, Some(holder)) = (remedy, holder)
                    && let Some(hand) = self.hand_mut(*holder)
                    && let Some(place) = hand.next_exposed()
                {
                    hand.exposed[place] = true;
                    hand.cards[place] = hand.cards[place].or(card.map(|card| card.0));
                }
            }
            What::Voided { cause } => {
                self.round.void = Some(*cause);
                self.round.forfeits = 0;
                self.tear_sheet();
            }
            What::DeviceSet { device, status } => match device {
                Device::Shuffler => self.devices.shuffler = *status,
                Device::Shoe => {
                    self.round.stopped |= *status != DeviceStatus::InService && self.in_shoe();
                    self.devices.shoe = *status;
                }
                Device::Controller => self.devices.controller = *status,
            },
            What::Ruled { .. } | What::TimeRanOut { .. } => {}
            What::FloorCalled { by, reason, at } => {
                self.held = Some(Held { since: *at, by: by.clone(), reason: reason.clone() });
            }
            What::Resumed { .. } => self.held = None,
            What::Meter { wager, entry } => {
                if let Some(bank) = slot(*wager).and_then(|slot| self.banks[slot].as_mut()) {
                    bank.apply(entry);
                }
            }
            What::MetersSynced { wager, bank } => {
                if let Some(slot) = slot(*wager) {
                    self.banks[slot] = Some((**bank).clone());
                }
            }
        }
        debug_assert_eq!(self.balance().0, 0, "money appeared or vanished: {what:?}");
    }

    /// Moves the money of a sheet line, or moves it back.
    fn shift_line(&mut self, line: usize, back: bool) {
        let Some(line) = self.round.sheet.get(line) else { return };
        let mut shifts = [None; 4];
        for (place, shift) in shifts.iter_mut().zip(line.due.transfers()) {
            *place = Some(shift);
        }
        for (from, to, amount) in shifts.into_iter().flatten() {
            let (from, to) = (self.account(from), self.account(to));
            if back {
                self.shift(&to, &from, amount);
            } else {
                self.shift(&from, &to, amount);
            }
        }
    }

    fn apply_to_deck(&mut self, what: &What) {
        match what {
            What::DeckReceived { deck, preshuffled, shuffle, at } => {
                // Cards dealt from the hand are shuffled by a machine first (READING 22).
                let stage = match preshuffled {
                    true if self.hand_needs_shuffler() => Stage::Unshuffled,
                    true => Stage::Shuffled,
                    false => Stage::Opening(0),
                };
                let shuffle = shuffle.clone();
                self.decks[deck.index()] =
                    Deck { stage, since: *at, preshuffled: *preshuffled, shuffle, ..Deck::default() };
            }
            What::Opened { deck, step } => {
                let deck = &mut self.decks[deck.index()];
                if let Stage::Opening(done) = &mut deck.stage {
                    *done += 1;
                }
                // Once somebody has looked at the spread cards, the table is no longer idle.
                if deck.reopening && *step == OpeningStep::FirstPlayer {
                    self.idle = None;
                }
            }
            What::Shuffled { deck, method, shuffle } => {
                let deck = &mut self.decks[deck.index()];
                deck.stage = Stage::Shuffled;
                deck.method = Some(*method);
                deck.shuffle.clone_from(shuffle);
                (deck.preshuffled, deck.counted, deck.cut, deck.recuts, deck.reopening) =
                    (false, false, None, 0, false);
            }
            What::DeviceCounted { deck, .. } => self.decks[deck.index()].counted = true,
            What::DeckRemoved { deck, .. } => {
                let undealt = self.undealt_in_play(*deck);
                let gone = std::mem::take(&mut self.decks[deck.index()]);
                if undealt {
                    self.lose_deck();
                    // Its replacement is a different deck: either deck may be dealt.
                    self.round.last_deck = None;
                } else if gone.stage == Stage::InPlay {
                    self.round.removed = gone.shuffle;
                }
                // Its replacement is spread in its own opening.
                self.idle_missed &= self.spreadable();
            }
            What::CutMade { deck, at, again } => {
                let deck = &mut self.decks[deck.index()];
                let before = deck.cut.unwrap_or(0);
                deck.cut = Some((before + at) % 52);
                deck.recuts = deck.recuts.saturating_add(u8::from(again.is_some()));
            }
            What::ShuffleOrdered { deck, .. } => {
                if self.undealt_in_play(*deck) {
                    self.lose_deck();
                }
                let deck = &mut self.decks[deck.index()];
                deck.stage = Stage::Unshuffled;
                (deck.shuffle, deck.cut, deck.method, deck.counted) = (None, None, None, false);
                (deck.from, deck.preshuffled) = (None, false);
            }
            What::Loaded { deck, into } => {
                self.idle = None;
                let late = self.round_lacks_deck();
                let held = &mut self.decks[deck.index()];
                (held.stage, held.from) = (if late { Stage::InPlay } else { Stage::Loaded }, Some(*into));
                if late {
                    (self.round.deck, self.round.device) = (Some(*deck), Some(*into));
                }
            }
            What::IdleSpread { face_up } => {
                self.idle = Some(*face_up);
                self.idle_missed = false;
                let spread: Vec<_> = self.decks_used().filter(|deck| self.spreads_when_idle(*deck)).collect();
                for deck in spread {
                    let deck = &mut self.decks[deck.index()];
                    deck.stage = Stage::Opening(0);
                    deck.reopening = true;
                    (deck.shuffle, deck.cut, deck.method, deck.counted) = (None, None, None, false);
                    (deck.from, deck.preshuffled) = (None, false);
                }
            }
            What::IdleMissed => self.idle_missed = true,
            What::TurnedUp => self.idle = Some(true),
            _ => {}
        }
    }

    fn apply_to_seat(&mut self, what: &What) {
        match what {
            What::Seated { position, person } => {
                let places = self.seats.len().max(usize::from(*position));
                self.seats.resize(places, None);
                if let Some(place) = self.seats.get_mut(usize::from(*position).wrapping_sub(1)) {
                    *place = Some(crate::state::Seat::new(person.clone()));
                }
                self.quiet = None;
            }
            What::Risen { position, at } => {
                if let Some(place) = self.seats.get_mut(usize::from(*position).wrapping_sub(1)) {
                    *place = None;
                }
                if self.taken().next().is_none() {
                    self.quiet = Some(*at);
                }
            }
            What::Left { position } => self.with_seat(*position, |seat| (seat.left, seat.gone) = (true, true)),
            What::ConnectionLost { position, at } => self.with_seat(*position, |seat| seat.lost = Some(*at)),
            What::ConnectionBack { position } => self.with_seat(*position, |seat| seat.lost = None),
            What::LeaverRuled { position, .. } => self.with_seat(*position, |seat| seat.left = false),
            What::Abandoned { position } => {
                for wager in Wager::ALL.iter().filter(|wager| **wager != Wager::MatchPlay) {
                    let amount = match (self.seat(*position), wager) {
                        (Some(seat), Wager::Play) => seat.play,
                        (Some(seat), wager) => seat.areas.on(*wager),
                        (None, _) => continue,
                    };
                    self.shift(&Account::Area(*position, *wager), &Account::Tray, amount);
                }
                self.with_seat(*position, |seat| seat.abandoned = true);
                self.gives_up(*position);
                self.drop_forfeits(*position);
            }
            What::Wagered { position, wager, amount } => {
                let Some(seat) = self.seat(*position) else { return };
                let (purse, before) = (Account::Purse(seat.person.clone()), seat.stakes.on(*wager));
                if *wager != Wager::MatchPlay {
                    let area = Account::Area(*position, *wager);
                    self.shift(&area, &purse, before);
                    self.shift(&purse, &area, *amount);
                }
                self.with_stake(*position, *wager, *amount);
            }
            What::Returned { position, wager, amount } => {
                let Some(seat) = self.seat(*position) else { return };
                let purse = Account::Purse(seat.person.clone());
                if *wager != Wager::MatchPlay {
                    let tray = in_tray(self, seat, *wager);
                    let from = if tray { Account::Tray } else { Account::Area(*position, *wager) };
                    self.shift(&from, &purse, *amount);
                }
                self.with_stake(*position, *wager, rules::Cents::ZERO);
            }
            What::Decided { position, decision, play, tip } => {
                let Some(purse) = self.seat(*position).map(|seat| Account::Purse(seat.person.clone())) else { return };
                self.shift(&purse, &Account::Area(*position, Wager::Play), *play);
                self.shift(&purse, &Account::Area(*position, Wager::TipPlay), *tip);
                self.with_seat(*position, |seat| {
                    seat.decision = Some(*decision);
                    seat.stakes.tip_play = *tip;
                });
                if *decision != Decision::Play {
                    self.gives_up(*position);
                }
            }
            What::Looked { position } => self.with_seat(*position, |seat| seat.looked = true),
            _ => {}
        }
    }

    /// A player who folded and then left loses everything to the tray: drops the lines of that fold that are still
    /// open.
    fn drop_forfeits(&mut self, position: u8) {
        let (settled, forfeits) = (self.round.settled, self.round.forfeits);
        let mut at = 0;
        self.round.sheet.retain(|line| {
            let open = (settled..forfeits).contains(&at);
            at += 1;
            !(open && line.due.position == position)
        });
        self.round.forfeits -= at - self.round.sheet.len();
    }

    /// The round loses its deck before the first card.
    fn lose_deck(&mut self) {
        // A device that stopped holds none of the cards that will be dealt.
        (self.round.deck, self.round.stopped) = (None, false);
    }

    fn gives_up(&mut self, position: u8) {
        if !self.round.given_up.contains(&position) {
            self.round.given_up.push(position);
        }
    }

    fn with_seat(&mut self, position: u8, change: impl FnOnce(&mut crate::state::Seat)) {
        if let Some(seat) = self.seat_mut(position) {
            change(seat);
        }
    }

    fn with_stake(&mut self, position: u8, wager: Wager, amount: rules::Cents) {
        self.with_seat(position, |seat| {
            if let Some(stake) = seat.stakes.on_mut(wager) {
                *stake = amount;
            }
        });
    }

    pub(crate) fn with_sensor(&mut self, position: u8, wager: Wager, change: impl FnOnce(&mut Sensor)) {
        if let (Some(seat), Some(slot)) = (self.seat_mut(position), slot(wager)) {
            change(&mut seat.sensors[slot]);
        }
    }

    /// Removes a settled line from the sheet.
    fn strike_line(&mut self, line: usize) {
        if line < self.round.settled && line < self.round.sheet.len() {
            self.round.sheet.remove(line);
            self.round.settled -= 1;
            self.round.forfeits -= usize::from(line < self.round.forfeits);
        }
    }

    /// Removes the unsettled lines from the sheet, except the forfeits.
    fn tear_sheet(&mut self) {
        let stays = self.round.settled.max(self.round.forfeits);
        self.round.sheet.truncate(stays);
        self.round.sheet_begun = stays > self.round.forfeits;
        self.round.sheet_whole = false;
    }

    /// The wager's first unsettled line for which `done` is false.
    fn open_line(&mut self, position: u8, wager: Wager, done: impl Fn(&SheetLine) -> bool) -> Option<&mut SheetLine> {
        let open = self.round.sheet.get_mut(self.round.settled..)?;
        open.iter_mut().find(|line| line.due.position == position && line.due.wager == wager && !done(line))
    }

    /// Clears everything that belongs to the round; the deck waits for its shuffle.
    fn round_ended(&mut self) {
        for seat in self.seats.iter_mut().flatten() {
            (seat.stakes, seat.areas, seat.decision) = (Stakes::default(), Stakes::default(), None);
            (seat.looked, seat.left, seat.abandoned) = (false, false, false);
            (seat.sensors, seat.hand) = ([Sensor::default(); 2], Hand::default());
        }
        let (number, deck, counted) = (self.round.number + 1, self.round.deck, self.round.counted);
        // A round whose cards the shuffler counted is not one of those after which the stub must be counted.
        let exempt = deck.is_some_and(|deck| self.counted_by_device(deck));
        let since = |rounds: u8| match (counted, exempt) {
            (true, _) => 0,
            (false, true) => rounds,
            (false, false) => rounds.saturating_add(1),
        };
        self.rounds_since_count = since(self.rounds_since_count);
        if let Some(deck) = deck.map(|deck| &mut self.decks[deck.index()])
            && deck.stage == Stage::InPlay
        {
            deck.stage = Stage::Unshuffled;
            deck.rounds_since_count = since(deck.rounds_since_count);
            (deck.shuffle, deck.cut, deck.method, deck.counted) = (None, None, None, false);
            (deck.from, deck.preshuffled) = (None, false);
        }
        // Remembers the deck that was dealt, so that two decks alternate.
        self.round = Round { number, deck, ..Round::default() };
    }

    /// Returns the tray to the cage, empties the drop and tip boxes, and removes the decks.
    fn close(&mut self) {
        let (tray, drop, tips) = (self.money.tray, self.money.drop, self.money.tip_box);
        self.shift(&Account::Tray, &Account::Cage, tray);
        self.shift(&Account::Drop, &Account::Cage, drop);
        self.shift(&Account::TipBox, &Account::World, tips);
        self.decks = [Deck::default(), Deck::default()];
        (self.open, self.idle, self.quiet, self.idle_missed) = (false, None, None, false);
        self.crew.clear();
        self.round.deck = None;
    }
}

fn reveal<const N: usize>(hand: &mut Hand, cards: &[crate::card::Face; N]) {
    for (place, card) in hand.cards.iter_mut().zip(cards) {
        *place = Some(card.0);
    }
    hand.revealed = true;
}
