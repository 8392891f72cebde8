//! Events change the state. No rules are checked here: whatever happened, happened.

mod cards;
mod decks;
mod doors;
mod seats;
mod sensors;
mod sheet;

use crate::act::{Device, DeviceStatus};
use crate::event::{Event, What};
use crate::held::Held;
use crate::money::{Account, PURSES_MAX};
use crate::state::{Sensor, State, Stub, slot};
use crate::who::Person;

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
            What::TableOpened { float, at } => self.open_doors(*float, *at),
            What::TableClosed => self.close_doors(),
            What::Filled { amount } => self.shift(&Account::Cage, &Account::Tray, *amount),
            What::Credited { amount } => self.shift(&Account::Tray, &Account::Cage, *amount),
            What::DeviceSet { device, status } => self.set_status(*device, *status),
            What::FloorCalled { by, reason, at } => {
                self.held = Some(Held { since: *at, by: by.clone(), reason: reason.clone() });
            }
            What::Resumed { .. } => self.held = None,
            What::Ruled { .. } | What::TimeRanOut { .. } => {}

            What::DeckReceived { deck, preshuffled, shuffle, at } => {
                self.lay_down(*deck, *preshuffled, shuffle.clone(), *at);
            }
            What::Opened { deck, step } => self.open_further(*deck, *step),
            What::Shuffled { deck, method, shuffle } => self.decks[deck.index()].shuffled(*method, shuffle.clone()),
            What::SingleStack { .. } => {}
            What::DeviceCounted { deck, .. } => self.decks[deck.index()].counted = true,
            What::DeckRemoved { deck, .. } => self.take_away(*deck),
            What::CutMade { deck, at, again } => self.decks[deck.index()].cut_at(*at, again.is_some()),
            What::CutOffered { deck, position, at } => self.offer_cut_to(*deck, *position, *at),
            What::CutDeclined { deck, .. } => {
                if let Some(offer) = self.decks[deck.index()].offers.last_mut() {
                    offer.declined = true;
                }
            }
            What::ShuffleOrdered { deck, .. } => self.unshuffle(*deck),
            What::Loaded { deck, into } => self.put_into(*deck, *into),
            What::IdleSpread { face_up } => self.spread_idle(*face_up),
            What::IdleMissed => self.idle_missed = true,
            What::TurnedUp => self.idle = Some(true),

            What::Seated { position, person } => self.seat_person(*position, person),
            What::Risen { position, at } => self.empty_seat(*position, *at),
            What::Left { position } => self.with_seat(*position, |seat| (seat.left, seat.gone) = (true, true)),
            What::ConnectionLost { position, at } => self.with_seat(*position, |seat| seat.lost = Some(*at)),
            What::ConnectionBack { position } => self.with_seat(*position, |seat| seat.lost = None),
            What::LeaverRuled { position, .. } => self.with_seat(*position, |seat| seat.left = false),
            What::Abandoned { position } => self.abandon(*position),

            What::BoughtIn { person, amount } => self.sell_chips(person, *amount),
            What::CashedOut { person, amount } => {
                self.shift(&Account::Purse(person.clone()), &Account::World, *amount);
                self.money.purses.retain(|(_, chips)| !chips.is_zero());
            }
            What::Tipped { person, amount } => {
                self.shift(&Account::Purse(person.clone()), &Account::TipBox, *amount);
            }
            What::Wagered { position, wager, amount } => self.stake(*position, *wager, *amount),
            What::Returned { position, wager, amount } => self.give_back(*position, *wager, *amount),

            What::Sensed { position, wager, detected } => self.sense_chip(*position, *wager, *detected),
            What::LightFaulted { position, wager, .. } => {
                self.with_sensor(*position, *wager, |sensor| sensor.faulted = true);
            }
            What::Spotted { position, wager, on } => {
                self.with_sensor(*position, *wager, |sensor| sensor.spotted = *on);
            }
            What::BetsClosed => self.close_bets(),
            What::LockedOut => self.lock_sensors(),
            What::ChipsCollected { chips, .. } => self.round.chips = Some(*chips),
            What::Resolved { position, wager, resolution } => self.settle_dispute(*position, *wager, *resolution),
            What::ChipsBanked => self.take_in_chips(),

            What::Dealt { to, card } => self.take_card(*to, card.map(|card| card.0)),
            What::SetAside { card } => self.put_aside(card.map(|card| card.0)),
            What::StackCovered => self.round.covered = true,
            What::StackDelivered => self.round.delivered = true,
            What::StubTaken { .. } => self.round.stub = Stub::Taken,
            What::StubCounted { .. } => (self.round.stub, self.round.counted) = (Stub::Counted, true),
            What::StubRacked { cards } => self.rack_rest(*cards),
            What::Irregular { remedy, holder, card, .. } => self.expose(*remedy, *holder, card.map(|card| card.0)),
            What::HandVoided { position } => self.with_seat(*position, |seat| {
                (seat.void, seat.sensors) = (true, [Sensor::default(); 2]);
            }),
            What::Voided { cause } => self.void_round(*cause),

            What::PlayersShown { players } => self.round.players_shown = Some(*players),
            What::LooksAllowed => self.round.looks_allowed = true,
            What::Looked { position } => self.with_seat(*position, |seat| seat.looked = true),
            What::Asked => self.round.asked = true,
            What::Decided { position, decision, play, tip } => self.take_decision(*position, *decision, *play, *tip),
            What::FoldedShown => self.round.folded_shown = true,
            What::DealerRevealed { cards } => self.round.dealer.turn_up(cards),
            What::Revealed { position, cards } => self.turn_up_hand(*position, cards),
            What::CommunityRevealed { cards } => self.round.community.turn_up(cards),
            What::Corrected { holder, cards, .. } => self.correct_hand(*holder, cards),

            What::ForfeitsDue { dues } => self.list_forfeits(dues),
            What::SheetDrawn { dues, whole } => self.draw_lines(dues, *whole),
            What::SheetTorn => self.tear_sheet(),
            What::HandVerified { position, wager } => self.verify_line(*position, *wager),
            What::Validated { position, wager } => self.validate_line(*position, *wager),
            What::Revalued { position, wager, paid, award } => self.revalue_line(*position, *wager, *paid, *award),
            What::LeftUnpaid { position, wager, .. } => self.leave_lines_unpaid(*position, *wager),
            What::HandPaid { position, wager, document } => self.document_line(*position, *wager, document),
            What::Settled { lines, .. } => self.settle_lines(*lines),
            What::Undone { line, .. } => self.undo_line(usize::from(*line)),
            What::Racked { holder, cards } => self.rack_hand(*holder, *cards),
            What::GameEnded => self.end_game_on_keypad(),
            What::RoundEnded { .. } => self.clear_round(),

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

    fn set_status(&mut self, device: Device, status: DeviceStatus) {
        match device {
            Device::Shuffler => self.devices.shuffler = status,
            Device::Shoe => {
                self.round.stopped |= status != DeviceStatus::InService && self.in_shoe();
                self.devices.shoe = status;
            }
            Device::Controller => self.devices.controller = status,
        }
    }

    /// Somebody buys chips: the money goes into the drop box, the chips come out of the tray.
    fn sell_chips(&mut self, person: &Person, amount: rules::Cents) {
        if self.money.purses.len() >= PURSES_MAX {
            self.put_purses_away();
        }
        self.shift(&Account::World, &Account::Drop, amount);
        self.shift(&Account::Tray, &Account::Purse(person.clone()), amount);
    }
}
