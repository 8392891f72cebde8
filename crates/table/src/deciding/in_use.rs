//! What is in use, which is not always what was bought: what shuffled a deck, what it is dealt from, and what is lawful
//! only with a device (READING 91).

use rules::rulebook::Step;
use rules::rulebook::vocabulary::DealDevice;
use rules::{Rule, Wager};

use crate::act::{DeckId, DeviceStatus, Method};
use crate::deck::Stage;
use crate::event::{Event, What};
use crate::law::Law;
use crate::state::{State, Stub};

/// Whether a book demands something.
fn demands(rule: Option<&Rule<bool>>) -> bool {
    rule.is_some_and(|rule| rule.allows(&true))
}

impl State {
    /// What the cards of this round are dealt from; before the close, what the next ones will be dealt from.
    #[must_use]
    pub fn device(&self) -> DealDevice {
        let loaded = || self.loaded().and_then(|deck| self.deck(deck).from);
        self.round.device.or_else(loaded).unwrap_or_else(|| self.loads_into(self.round.deck.unwrap_or(DeckId::One)))
    }

    /// What a deck would be dealt from if it were loaded now: the house's own device, unless it is out of use or may
    /// not take cards that were shuffled this way.
    pub(crate) fn loads_into(&self, deck: DeckId) -> DealDevice {
        let law = &self.house.book.deal;
        let by_machine = self.deck(deck).method == Some(Method::Device);
        match self.house.cards.device {
            DealDevice::AutomatedShoe if self.shoe_takes(deck) => DealDevice::AutomatedShoe,
            DealDevice::AutomatedShoe => {
                let by_hand = by_machine || !demands(law.hand_needs_shuffler.as_ref());
                let shoe = law.device.allows(&DealDevice::ManualShoe);
                if (by_hand && law.device.allows(&DealDevice::Hand)) || !shoe {
                    DealDevice::Hand
                } else {
                    DealDevice::ManualShoe
                }
            }
            own => own,
        }
    }

    /// Whether the automated shoe works and may dispense a deck.
    fn shoe_takes(&self, deck: DeckId) -> bool {
        let works = self.devices.shoe == DeviceStatus::InService;
        let deck = self.deck(deck);
        let done = matches!(deck.stage, Stage::Shuffled | Stage::Loaded | Stage::InPlay);
        let shuffled = match deck.method.filter(|_| done) {
            Some(method) => method == Method::Device,
            // Nobody has shuffled yet: a working shuffler will.
            None => self.shuffler_works(),
        };
        works && (shuffled || !demands(self.house.book.deal.stacks_need_shuffler.as_ref()))
    }

    /// The law of a step, for the current dealing device.
    pub(crate) fn law(&self, step: Step) -> Law {
        self.law_with(step, self.device())
    }

    pub(crate) fn law_with(&self, step: Step, device: DealDevice) -> Law {
        if device == self.house.cards.device { Law::Step(step) } else { Law::StepWith(step, device) }
    }

    /// Whether this house deals from the hand, and only machine-shuffled cards may be.
    pub(crate) fn hand_needs_shuffler(&self) -> bool {
        self.house.cards.device == DealDevice::Hand && demands(self.house.book.deal.hand_needs_shuffler.as_ref())
    }

    /// Whether a deck may not go into the hand, because no machine shuffled it.
    pub(crate) fn hand_refuses(&self, deck: DeckId, into: DealDevice) -> bool {
        let by_machine = self.deck(deck).method == Some(Method::Device);
        into == DealDevice::Hand && !by_machine && demands(self.house.book.deal.hand_needs_shuffler.as_ref())
    }

    /// Whether the shuffler itself puts a deck into the shoe: it works, has shuffled it, and feeds a shoe.
    pub(crate) fn feeds(&self, deck: DeckId) -> bool {
        let by_machine = self.deck(deck).method == Some(Method::Device);
        self.house.cards.feeds_shoe && self.shuffler_works() && by_machine && self.loads_into(deck) != DealDevice::Hand
    }

    /// Whether two decks may not be at the table together: no shuffler is in use, or not for the cards that are dealt.
    pub(crate) fn one_deck_only(&self) -> bool {
        let by_hand = |deck: DeckId| {
            let deck = self.deck(deck);
            matches!(deck.stage, Stage::Loaded | Stage::InPlay) && deck.method == Some(Method::Hand)
        };
        let unused = !self.shuffler_works() || self.decks_used().any(by_hand);
        unused && demands(self.house.book.deck.second_needs_shuffler.as_ref())
    }

    /// Whether two decks are at the table.
    pub(crate) fn two_decks_here(&self) -> bool {
        self.decks_used().filter(|deck| self.deck(*deck).stage != Stage::Away).count() > 1
    }

    /// The deck that must leave because no shuffler is in use: not the one being dealt, nor the one dealt last.
    pub(crate) fn surplus(&self) -> Option<DeckId> {
        if !self.one_deck_only() || !self.two_decks_here() {
            return None;
        }
        let stays = |stage: Stage| self.decks_used().find(|deck| self.deck(*deck).stage == stage);
        let kept = stays(Stage::InPlay).or(stays(Stage::Loaded)).or(self.round.deck).unwrap_or(DeckId::One);
        self.decks_used().find(|deck| *deck != kept)
    }

    /// Whether cards of the round are still in the automated shoe.
    pub(crate) fn in_shoe(&self) -> bool {
        if !self.by_stacks() || !self.round.closed || self.round.deck.is_none() {
            return false;
        }
        let waits = self.late_stack() && !self.round.delivered;
        let stub = self.round.stub == Stub::InDevice && (self.wants_community() || self.held_for_community());
        self.left_to_deal() > 0 || waits || stub
    }

    /// Whether cards of the round are still to come: to hands, as community cards, or as a waiting stack.
    pub(crate) fn cards_to_come(&self) -> bool {
        let waits = self.late_stack() && !self.round.delivered;
        let dealt = self.round.closed && self.round.deck.is_some();
        dealt && (self.left_to_deal() > 0 || waits || self.wants_community() || self.held_for_community())
    }

    /// Whether the next card comes from a dispensed stack.
    pub(crate) fn next_is_stack(&self) -> bool {
        self.by_stacks() && (self.left_to_deal() > 0 || (self.late_stack() && !self.round.delivered))
    }

    /// Whether Cover All can be decided: it needs the shuffler that shuffled these cards, to dispense the hands and
    /// count the players.
    pub(crate) fn decides_cover_all(&self) -> bool {
        let deck = self.round.deck.filter(|_| self.round.closed).or_else(|| self.loaded());
        let by_machine = deck.is_none_or(|deck| self.deck(deck).method == Some(Method::Device));
        self.shuffler_works() && self.by_stacks() && by_machine
    }

    /// Returns the Cover All wagers, which can no longer be decided.
    pub(crate) fn cover_all_returned(&self) -> impl Iterator<Item = Event> + '_ {
        let wager = Wager::CoverAll;
        let made = self.taken().map(move |(position, seat)| (position, seat.areas.on(wager)));
        let made = made.filter(|(_, amount)| !amount.is_zero());
        made.map(move |(position, amount)| What::Returned { position, wager, amount }.by(Law::Shuffler(wager)))
    }
}
