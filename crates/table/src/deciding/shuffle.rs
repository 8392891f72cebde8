//! The shuffle, the shuffler's count, the cut and the recut, and the loading of the shoe or the hand.

use std::sync::Arc;

use rules::rulebook::Step;
use rules::rulebook::vocabulary::{DealDevice, Irregularity, Remedy, ShufflerKind};

use crate::act::{DeckId, Device, DeviceStatus, Method};
use crate::awaited::Awaited;
use crate::card::Shuffle;
use crate::decide::{Decided, ensure, refuse};
use crate::deck::Stage;
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

impl State {
    /// Checks that a broken device was dealt with as the book wants, so that another method may be used.
    pub(crate) fn other_method(&self, device: Device) -> Result<(), Refusal> {
        let law = Law::Remedy(Irregularity::DeviceOutOfUse);
        let status = match device {
            Device::Shuffler if self.house.cards.shuffler == ShufflerKind::None => return Ok(()),
            Device::Shuffler => self.devices.shuffler,
            Device::Shoe => self.devices.shoe,
            Device::Controller => self.devices.controller,
        };
        let remedy = self.remedy(Irregularity::DeviceOutOfUse);
        let done = match (status, remedy) {
            // Some books want even a working device off the table first (READING 86). A device that must be covered or
            // signed is not removed before it was.
            (DeviceStatus::InService, remedy) => remedy != Some(Remedy::RemoveDevice),
            (DeviceStatus::OutOfOrder, None) | (DeviceStatus::Removed, _) => true,
            (DeviceStatus::Covered | DeviceStatus::Signed, remedy) => remedy != Some(Remedy::RemoveDevice),
            (DeviceStatus::OutOfOrder, Some(_)) => false,
        };
        ensure(done, Why::DeviceFirst { device }, law)
    }

    /// Checks that somebody may shuffle a deck this way, whatever the resulting order.
    pub(crate) fn may_shuffle(&self, by: &Actor, at: Moment, deck: DeckId, method: Method) -> Result<(), Refusal> {
        let law = Law::Step(Step::Shuffle);
        match method {
            Method::Hand => self.role(by, &[Role::Dealer], law)?,
            Method::Device => self.role(by, &[Role::Dealer, Role::Device], law)?,
        }
        self.known_deck(deck, law)?;
        if let Some(step) = self.opening_step(deck) {
            return refuse(Why::OpeningOrder { step: Some(step) }, law);
        }
        ensure(self.to_shuffle(deck), Why::DeckElsewhere { deck }, law)?;
        self.spread_first()?;
        self.in_its_life(deck, at)?;
        match method {
            Method::Device => {
                ensure(self.house.cards.shuffler != ShufflerKind::None, Why::NoShuffler, law)?;
                self.shuffler_in_service()?;
            }
            Method::Hand => {
                self.other_method(Device::Shuffler)?;
                let second = self.two_decks_here() && self.house.book.deck.second_needs_shuffler.is_some();
                ensure(!second, Why::SecondDeck, Law::SecondDeck)?;
                ensure(!self.hand_needs_shuffler(), Why::HandNeedsShuffler, Law::HandNeedsShuffler)?;
            }
        }
        Ok(())
    }

    /// Checks that the shuffler is in service.
    fn shuffler_in_service(&self) -> Result<(), Refusal> {
        let (device, status) = (Device::Shuffler, self.devices.shuffler);
        ensure(self.shuffler_works(), Why::DeviceOut { device, status }, Law::Remedy(Irregularity::DeviceOutOfUse))
    }

    /// Refuses a deck that has outlived its hours: it is neither shuffled nor dealt.
    pub(crate) fn in_its_life(&self, deck: DeckId, at: Moment) -> Result<(), Refusal> {
        let hours = self.life_hours().unwrap_or(0);
        ensure(!self.outlived(deck, at), Why::DeckOutlived { hours }, Law::DeckLife(self.device()))
    }

    pub(crate) fn shuffle(
        &self,
        by: &Actor,
        at: Moment,
        deck: DeckId,
        method: Method,
        shuffle: Option<&Shuffle>,
    ) -> Decided {
        let law = Law::Step(Step::Shuffle);
        self.may_shuffle(by, at, deck, method)?;
        match shuffle {
            Some(_) if self.observed() => return refuse(Why::OrderNotWanted, law),
            None if !self.observed() => return refuse(Why::NoOrder, law),
            Some(shuffle) => ensure(shuffle.holds(), Why::BadCommitment, law)?,
            None => {}
        }
        let mut events = vec![What::Shuffled { deck, method, shuffle: shuffle.cloned().map(Box::new) }.by(law)];
        if self.house.book.procedure.has(Step::SingleStack) {
            events.push(What::SingleStack { deck }.step(Step::SingleStack));
        }
        Ok(events)
    }

    pub(crate) fn device_count(&self, by: &Actor, deck: DeckId, cards: u8) -> Decided {
        let law = Law::Step(Step::DeviceCount);
        self.role(by, &[Role::Device], law)?;
        self.known_deck(deck, law)?;
        ensure(self.deck(deck).stage == Stage::Shuffled, Why::DeckElsewhere { deck }, law)?;
        self.shuffler_in_service()?;
        ensure(self.wants_device_count(deck), Why::AlreadyCounted, law)?;
        let mut events = vec![What::DeviceCounted { deck, cards }.by(law)];
        let wrong = cards != 52;
        if wrong && self.house.book.shuffle.wrong_count_removes_deck.as_ref().is_some_and(|rule| rule.allows(&true)) {
            let reason = format!("the shuffler counted {cards} cards").into();
            events.push(What::DeckRemoved { deck, reason }.step(Step::RemoveDeck));
        } else if wrong {
            let reason = format!("the shuffler counted {cards} cards").into();
            events.push(What::ShuffleOrdered { deck, reason }.by(law));
        }
        Ok(events)
    }

    fn cut_depth(&self, at: u8) -> Result<(), Refusal> {
        let (least, most) = (self.house.cards.cut_shallowest, self.house.cards.cut_deepest);
        let why = Why::CutDepth { least, most };
        let book = self.house.book.cut.depth.allows(at);
        ensure(book, why.clone(), Law::Cut)?;
        // No document sets a smallest remainder: it is the house's own rule (READING 21).
        ensure(at <= most, why, Law::House)
    }

    pub(crate) fn cut(&self, by: &Actor, deck: DeckId, at: u8) -> Decided {
        let law = self.may_cut(by, deck)?;
        self.ready_to_cut(deck, law)?;
        self.cut_depth(at)?;
        Ok(vec![What::CutMade { deck, at, again: None }.by(law)])
    }

    pub(crate) fn recut(&self, by: &Actor, deck: DeckId, at: u8, reason: &Arc<str>) -> Decided {
        let law = Law::Recut;
        self.known_deck(deck, law)?;
        let Some(rule) = &self.house.book.cut.recut_by else {
            return refuse(Why::NotInBook, law);
        };
        let needs = rule.default.unwrap_or(Role::Floorperson);
        ensure(by.serves(needs), Why::WrongRole { needs }, law)?;
        ensure(self.undealt_deck(deck), Why::FirstCardDealt, law)?;
        ensure(self.deck(deck).cut.is_some(), Why::NotCut, law)?;
        crate::words::reason(reason, law)?;
        self.cut_depth(at)?;
        Ok(vec![What::CutMade { deck, at, again: Some(reason.clone()) }.by(law)])
    }

    pub(crate) fn order_shuffle(&self, by: &Actor, deck: DeckId, reason: &Arc<str>) -> Decided {
        let law = Law::Step(Step::OrderShuffle);
        let ordered_by = self.house.book.shuffle.ordered_by.as_ref().and_then(|rule| rule.default);
        let needs = ordered_by.unwrap_or(Role::Floorperson);
        ensure(by.serves(needs), Why::WrongRole { needs }, law)?;
        self.known_deck(deck, law)?;
        crate::words::reason(reason, law)?;
        // Possible until the first card is dealt, even after the betting is closed (READING 19).
        ensure(self.undealt_deck(deck), Why::DeckElsewhere { deck }, law)?;
        Ok(self.void_if_never_dealt(vec![What::ShuffleOrdered { deck, reason: reason.clone() }.by(law)]))
    }

    pub(crate) fn load(&self, by: &Actor, at: Moment, deck: DeckId) -> Decided {
        let into = self.loads_into(deck);
        let law = self.law_with(Step::Load, into);
        let law = if by.role == Role::Device {
            ensure(self.feeds(deck), Why::WrongRole { needs: Role::Dealer }, law)?;
            Law::FeedsShoe
        } else {
            self.duty(by, Step::Load)?;
            law
        };
        self.known_deck(deck, law)?;
        if !self.round_lacks_deck() {
            self.during(&[Phase::Betting], law)?;
        }
        ensure(self.deck(deck).stage == Stage::Shuffled, Why::DeckElsewhere { deck }, law)?;
        self.in_its_life(deck, at)?;
        ensure(!self.wants_device_count(deck), Why::Wanted { next: Awaited::ShufflerCount }, law)?;
        ensure(!self.wants_cut(deck), Why::Wanted { next: Awaited::Cut }, Law::Step(Step::Cut))?;
        ensure(self.loaded().is_none(), Why::DeckElsewhere { deck }, law)?;
        ensure(self.has_turn(deck), Why::OtherDeckTurn, Law::Step(Step::Alternate))?;
        if self.has_shoe() && into != DealDevice::AutomatedShoe {
            // While the shoe is out of use, the cards are dealt one by one.
            self.other_method(Device::Shoe)?;
        }
        ensure(!self.hand_refuses(deck, into), Why::HandNeedsShuffler, Law::HandNeedsShuffler)?;
        Ok(vec![What::Loaded { deck, into }.by(law)])
    }

    /// Whether a deck is shuffled and none of its cards dealt since.
    fn undealt_deck(&self, deck: DeckId) -> bool {
        matches!(self.deck(deck).stage, Stage::Shuffled | Stage::Loaded) || self.undealt_in_play(deck)
    }

    /// Whether a deck belongs to the current round, before its first card.
    #[must_use]
    pub fn undealt_in_play(&self, deck: DeckId) -> bool {
        self.deck(deck).stage == Stage::InPlay && self.round.drawn == 0 && self.round.void.is_none()
    }

    /// Whether it is a deck's turn: two decks alternate.
    pub(crate) fn has_turn(&self, deck: DeckId) -> bool {
        let last = if self.round.closed { self.round.last_deck } else { self.round.deck };
        self.house.cards.decks == 1 || last != Some(deck) || self.alone(deck)
    }

    /// Whether the closed round lost its deck before the first card, so that another is prepared.
    pub(crate) fn round_lacks_deck(&self) -> bool {
        self.round.closed && self.round.void.is_none() && self.round.drawn == 0 && self.round.deck.is_none()
    }

    /// Whether a deck is dealt again because it is the only one: no shuffler is in use, and the other has left the
    /// table.
    pub(crate) fn alone(&self, deck: DeckId) -> bool {
        self.one_deck_only()
            && DeckId::ALL.iter().filter(|other| **other != deck).all(|other| self.deck(*other).stage == Stage::Away)
    }
}
