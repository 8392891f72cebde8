//! What somebody may do now. Each offer is an act that would be accepted, with the one value that is free to choose.

use std::sync::Arc;

use rules::rulebook::vocabulary::{Irregularity, Leaver, Precondition};
use rules::settle::Decision;
use rules::{Cents, Wager};

use crate::act::{Act, Command, DeckId, Device, DeviceStatus, Holder, Instrument, Method, Resolution};
use crate::betting::STAKED;
use crate::card::Face;
use crate::decide::decide;
use crate::money::MOST;
use crate::offer::{Free, Offer};
use crate::state::{PROGRESSIVES, Phase, State};
use crate::who::{Actor, Moment, Role};

/// A text that stands for any.
fn any() -> Arc<str> {
    "…".into()
}

/// What somebody may do now.
#[must_use]
pub fn legal(state: &State, who: &Actor, at: Moment) -> Vec<Offer> {
    let mut desk = Desk { state, who, at, offers: Vec::new() };
    match who.role {
        Role::Player => desk.player(),
        Role::Dealer => desk.dealer(),
        Role::Floorperson | Role::Supervisor => desk.floor(),
        Role::Device => desk.device(),
        Role::System => desk.system(),
        Role::Surveillance => {}
    }
    desk.offers
}

struct Desk<'s> {
    state: &'s State,
    who: &'s Actor,
    at: Moment,
    offers: Vec<Offer>,
}

impl Desk<'_> {
    fn accepts(&self, act: &Act) -> bool {
        let command = Command { id: "".into(), by: self.who.clone(), at: self.at, act: act.clone() };
        decide(self.state, &command).is_ok()
    }

    /// Offers an act when it would be accepted as it is.
    fn exact(&mut self, act: Act) {
        self.probe(act, Free::Nothing);
    }

    /// Offers an act with something to choose, when this example of it would be accepted.
    fn probe(&mut self, act: Act, free: Free) {
        if self.accepts(&act) {
            self.offers.push(Offer { act, free });
        }
    }

    fn amount(&mut self, max: Cents, act: impl Fn(Cents) -> Act) {
        if max.0 > 0 {
            self.probe(act(Cents(1)), Free::Amount { min: 1, max: max.0.min(MOST), step: 1, except: 0 });
        }
    }

    fn player(&mut self) {
        let state = self.state;
        let purse = state.money.purse(&self.who.person);
        for position in 1..=state.house.table.positions {
            match state.seat(position) {
                None => self.exact(Act::Sit { position }),
                Some(seat) if seat.person == self.who.person => self.own(position),
                Some(_) => {}
            }
        }
        self.amount(Cents(state.money.tray.0.min(MOST - purse.0)), |amount| Act::BuyIn { amount });
        self.amount(purse, |amount| Act::CashOut { amount });
        self.amount(purse, |amount| Act::Tip { amount });
        self.exact(Act::ViewFolded);
    }

    fn own(&mut self, position: u8) {
        let state = self.state;
        self.exact(Act::Rise { position });
        match state.phase() {
            Phase::Betting => STAKED.into_iter().for_each(|wager| self.wager(position, wager)),
            Phase::Deciding => {
                self.exact(Act::Look { position });
                let ante = state.seat(position).map(|seat| seat.stakes.ante);
                for decision in [Decision::Play, Decision::Fold, Decision::ForfeitUnseen] {
                    self.exact(Act::Decide { position, decision, amount: None, tip: false });
                    let named = ante.filter(|_| decision == Decision::Play);
                    if named.is_some() {
                        self.exact(Act::Decide { position, decision, amount: named, tip: false });
                        self.exact(Act::Decide { position, decision, amount: None, tip: true });
                        self.exact(Act::Decide { position, decision, amount: named, tip: true });
                    } else {
                        // A fold may name any amount; none is meant.
                    }
                }
                self.exact(Act::Leave { position });
            }
            Phase::Showdown => {
                self.exact(Act::Look { position });
                self.exact(Act::Leave { position });
            }
            Phase::Closing | Phase::Dealing => self.exact(Act::Leave { position }),
            Phase::Shut | Phase::Void => {}
        }
    }

    /// A wager: to be made or changed within its limits, or taken back.
    fn wager(&mut self, position: u8, wager: Wager) {
        let state = self.state;
        let (Some(seat), Some((min, max, step))) = (state.seat(position), state.amounts(wager)) else {
            return;
        };
        let before = seat.stakes.on(wager);
        let coupon = wager == Wager::MatchPlay;
        let with = if coupon { Instrument::Coupon } else { Instrument::Chips };
        if !before.is_zero() {
            self.exact(Act::Wager { position, wager, amount: Cents::ZERO, with });
        }
        let rich = if coupon { MOST } else { state.money.purse(&self.who.person).0 + before.0 };
        let (least, most) = tied(state, seat.stakes.ante.0, seat.stakes.pair_plus.0, wager);
        let step = step.0.max(1);
        let up = |amount: i64| if amount <= min.0 { min.0 } else { min.0 + (amount - min.0 + step - 1) / step * step };
        let low = up(least.max(min.0));
        let high = most.min(max.0).min(rich);
        if high < low {
            return;
        }
        let high = low + (high - low) / step * step;
        let except = before.0;
        // The example must not be what stands there already.
        let amount = if low == except { low + step } else { low };
        if amount <= high {
            let act = Act::Wager { position, wager, amount: Cents(amount), with };
            self.probe(act, Free::Amount { min: low, max: high, step, except });
        }
    }

    fn dealer(&mut self) {
        let state = self.state;
        match state.phase() {
            Phase::Shut => {}
            Phase::Betting => {
                self.exact(Act::NoMoreBets);
                for face_up in [false, true] {
                    self.exact(Act::Idle { face_up });
                }
                self.exact(Act::TurnUp);
            }
            Phase::Closing => {
                self.exact(Act::LockOut);
                self.probe(Act::Collect { chips: 0 }, Free::Number { min: 0, max: 14 });
                self.exact(Act::BankChips);
            }
            Phase::Dealing => self.deal(),
            Phase::Deciding | Phase::Showdown => self.showdown(),
            Phase::Void => {}
        }
        self.exact(Act::EndGame);
        self.exact(Act::EndRound);
        self.decks();
        self.irregular();
    }

    fn deal(&mut self) {
        let state = self.state;
        let left = state.left_to_deal();
        if left > 0 {
            self.probe(Act::Deal { cards: 1, read: Vec::new() }, Free::Number { min: 1, max: left });
        }
        for act in [Act::CoverStack, Act::ShowPlayers, Act::Community, Act::TakeStub, Act::RackStub] {
            self.exact(act);
        }
        self.count_stub();
    }

    fn count_stub(&mut self) {
        for misdealt in [false, true] {
            self.probe(Act::CountStub { cards: self.state.undealt(), misdealt }, Free::Number { min: 0, max: 60 });
        }
    }

    fn showdown(&mut self) {
        let state = self.state;
        for holder in state.holders_on_table() {
            self.exact(Act::Rack { holder, counted: None });
            self.exact(Act::Rack { holder, counted: state.hand(holder).map(|hand| hand.count) });
        }
        if state.phase() != Phase::Showdown {
            return;
        }
        for act in [Act::DeliverStack, Act::ShowPlayers, Act::Community, Act::TakeStub, Act::RackStub] {
            self.exact(act);
        }
        self.count_stub();
        let keyed = self.unknown_cards();
        self.turn_up(Act::RevealDealer { cards: None }, || Act::RevealDealer { cards: keyed.first_chunk().copied() });
        if let Some(position) = state.next_reveal() {
            self.turn_up(Act::Reveal { position, cards: None }, || Act::Reveal {
                position,
                cards: keyed.first_chunk().copied(),
            });
        }
        self.turn_up(Act::RevealCommunity { cards: None }, || Act::RevealCommunity {
            cards: keyed.first_chunk().copied(),
        });
        for (position, _) in state.taken() {
            for wager in PROGRESSIVES {
                self.exact(Act::Spot { position, wager });
            }
        }
        if let Some(position) = state.next_lines().first().map(|line| line.due.position) {
            let (takes, pays) = state.next_sums();
            self.exact(Act::Settle { position, takes, pays });
        }
    }

    /// Some cards that are not on the table, as examples of what may be keyed in.
    fn unknown_cards(&self) -> Vec<Face> {
        if !self.state.observed() {
            return Vec::new();
        }
        let known = self.state.known_cards();
        cards::Card::ALL.into_iter().filter(|card| !known.contains(*card)).take(3).map(Face).collect()
    }

    fn turn_up(&mut self, known: Act, keyed: impl FnOnce() -> Act) {
        if self.accepts(&known) {
            self.offers.push(Offer { act: known, free: Free::Nothing });
        } else if self.state.observed() {
            self.probe(keyed(), Free::Cards);
        }
    }

    /// The decks: every step that one of them waits for.
    fn decks(&mut self) {
        let state = self.state;
        for deck in state.decks_used() {
            for preshuffled in [false, true] {
                if state.may_receive(self.who, deck, preshuffled).is_ok() {
                    let free = if preshuffled && !state.observed() { Free::Order } else { Free::Nothing };
                    self.offers.push(Offer { act: Act::ReceiveDeck { deck, preshuffled, shuffle: None }, free });
                }
            }
            if state.opening_step(deck).is_some() {
                for act in [
                    Act::Inspect { deck },
                    Act::Verify { deck },
                    Act::Spread { deck },
                    Act::FirstPlayer { deck },
                    Act::Wash { deck },
                    Act::Stack { deck },
                ] {
                    self.exact(act);
                }
            }
            self.shuffles(deck);
            let (min, max) = (state.house.cards.cut_shallowest, state.house.cards.cut_deepest);
            self.probe(Act::Cut { deck, at: min }, Free::Number { min, max });
            self.exact(Act::Load { deck });
            self.probe(Act::RemoveDeck { deck, reason: any() }, Free::Text);
        }
    }

    /// The ways in which a deck may be shuffled. Whoever does it brings the order.
    fn shuffles(&mut self, deck: DeckId) {
        let free = if self.state.observed() { Free::Nothing } else { Free::Order };
        for method in [Method::Hand, Method::Device] {
            if self.state.may_shuffle(self.who, deck, method).is_ok() {
                self.offers.push(Offer { act: Act::Shuffle { deck, method, shuffle: None }, free });
            }
        }
    }

    fn irregular(&mut self) {
        let state = self.state;
        if matches!(state.phase(), Phase::Shut | Phase::Void) {
            self.statuses();
            return;
        }
        for what in Irregularity::ALL {
            match what {
                Irregularity::PlayerCardExposed => {
                    for (position, _) in state.taken() {
                        self.report(*what, Some(Holder::Position(position)));
                    }
                }
                Irregularity::DealerCardExposed => self.report(*what, Some(Holder::Dealer)),
                _ => self.report(*what, None),
            }
        }
        self.statuses();
    }

    fn report(&mut self, what: Irregularity, holder: Option<Holder>) {
        self.exact(Act::Report { what, holder, card: None });
    }

    fn statuses(&mut self) {
        for device in [Device::Shuffler, Device::Shoe, Device::Controller] {
            for status in [
                DeviceStatus::InService,
                DeviceStatus::OutOfOrder,
                DeviceStatus::Covered,
                DeviceStatus::Signed,
                DeviceStatus::Removed,
            ] {
                self.exact(Act::SetDevice { device, status });
            }
        }
    }

    fn floor(&mut self) {
        let state = self.state;
        self.amount(Cents(MOST), |float| Act::OpenTable { float });
        self.exact(Act::CloseTable);
        self.amount(Cents(MOST - state.money.tray.0.min(MOST)), |amount| Act::Fill { amount });
        self.amount(state.money.tray, |amount| Act::Credit { amount });
        self.decks();
        let (min, max) = (state.house.cards.cut_shallowest, state.house.cards.cut_deepest);
        for deck in state.decks_used() {
            self.probe(Act::OrderShuffle { deck, reason: any() }, Free::Text);
            for at in min..=max {
                self.probe(Act::Recut { deck, at, reason: any() }, Free::Text);
            }
        }
        for (position, _) in state.taken() {
            for wager in PROGRESSIVES {
                for resolution in [Resolution::Accept, Resolution::Return] {
                    self.exact(Act::Resolve { position, wager, resolution });
                }
                self.probe(Act::LightFault { position, wager, reason: any() }, Free::Text);
            }
            for verdict in [Leaver::Abandoned, Leaver::FoldUndecided] {
                self.exact(Act::RuleLeaver { position, verdict });
            }
        }
        let open: Vec<(u8, Wager)> =
            state.open_lines().iter().map(|line| (line.due.position, line.due.wager)).collect();
        for (position, wager) in open {
            self.exact(Act::Validate { position, wager });
            self.probe(Act::HandPay { position, wager, document: any() }, Free::Text);
        }
        self.probe(Act::Ruling { text: any() }, Free::Text);
        self.irregular();
    }

    fn device(&mut self) {
        let state = self.state;
        for deck in state.decks_used() {
            self.shuffles(deck);
            self.probe(Act::DeviceCount { deck, cards: 52 }, Free::Number { min: 0, max: u8::MAX });
        }
        for (position, _) in state.taken() {
            for wager in PROGRESSIVES {
                for detected in [false, true] {
                    self.exact(Act::Sense { position, wager, detected });
                }
            }
        }
        if state.phase() == Phase::Dealing && state.left_to_deal() > 0 {
            let max = state.left_to_deal();
            self.probe(Act::Deal { cards: 1, read: Vec::new() }, Free::Number { min: 1, max });
        }
        self.exact(Act::DeliverStack);
        self.irregular();
    }

    fn system(&mut self) {
        for (position, _) in self.state.taken() {
            self.exact(Act::Lost { position });
            self.exact(Act::Back { position });
            for verdict in [Leaver::Abandoned, Leaver::FoldUndecided] {
                self.exact(Act::RuleLeaver { position, verdict });
            }
        }
        self.statuses();
    }
}

/// How far an amount is tied to the other base wager: the least and the most.
fn tied(state: &State, ante: i64, pair_plus: i64, wager: Wager) -> (i64, i64) {
    let (other, is_ante) = match wager {
        Wager::Ante => (pair_plus, true),
        Wager::PairPlus => (ante, false),
        _ => return (0, MOST),
    };
    let (mut least, mut most) = (0, MOST);
    match state.house.precondition {
        Precondition::None => {}
        Precondition::AnteAtLeastPairPlus if is_ante => least = other,
        Precondition::AnteAtLeastPairPlus => most = other,
        Precondition::AnteAtLeastHalf if is_ante => least = (other + 1) / 2,
        Precondition::AnteAtLeastHalf => most = other * 2,
        Precondition::BothUpToFiveTimes if other > 0 => (least, most) = ((other + 4) / 5, other * 5),
        Precondition::BothUpToFiveTimes => {}
    }
    if state.house.equal_stakes && other > 0 {
        (least, most) = (least.max(other), most.min(other));
    }
    (least, most)
}
