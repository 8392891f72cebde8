//! A deck at the table, and how far it is prepared.

use rules::rulebook::vocabulary::{CutWhen, DealDevice, DecksReceived, OpeningStep, Reopening, ShufflerKind};
use serde::{Deserialize, Serialize};

use crate::act::{DeckId, DeviceStatus, Method};
use crate::card::Shuffle;
use crate::cut_offer::Cutter;
use crate::state::State;
use crate::who::{Moment, Person};

/// How far a deck is prepared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Not at the table.
    #[default]
    Away,
    /// Being opened; the number of steps done.
    Opening(u8),
    /// Stacked or used, and not yet shuffled.
    Unshuffled,
    /// Shuffled, in a single stack.
    Shuffled,
    /// In the shoe or the hand.
    Loaded,
    /// In play in the current round.
    InPlay,
}

/// The cut of a deck, as it was offered to one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offered {
    /// Where.
    pub position: u8,
    /// To whom.
    pub person: Person,
    /// When.
    pub at: Moment,
    /// Whether the player declined.
    pub declined: bool,
}

/// One deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// How far it is prepared.
    pub stage: Stage,
    /// When it was opened at the table; its life runs from here.
    pub since: Moment,
    /// How it was last shuffled.
    pub method: Option<Method>,
    /// Whether it came preshuffled and has not been shuffled here.
    pub preshuffled: bool,
    /// Whether the shuffler has counted it since the shuffle.
    pub counted: bool,
    /// How many cards were cut since the shuffle; `None` before the cut.
    pub cut: Option<u8>,
    /// How many improper cuts were made again.
    pub recuts: u8,
    /// To whom the cut was offered since the shuffle, in that order.
    pub offers: Vec<Offered>,
    /// The shuffle, unless the cards are physical. Its order is the one before the cut.
    pub shuffle: Option<Box<Shuffle>>,
    /// Whether this is a re-opening after the table was idle.
    pub reopening: bool,
    /// Rounds dealt since this deck's stub was counted.
    pub rounds_since_count: u8,
    /// What it is dealt from, once it is loaded.
    pub from: Option<DealDevice>,
}

impl State {
    /// The deck with this id.
    #[must_use]
    pub fn deck(&self, deck: DeckId) -> &Deck {
        &self.decks[deck.index()]
    }

    /// The decks that this house uses.
    pub fn decks_used(&self) -> impl Iterator<Item = DeckId> {
        DeckId::ALL.into_iter().take(usize::from(self.house.cards.decks))
    }

    /// The steps of a deck's opening, before it is shuffled.
    #[must_use]
    pub fn opening_steps(&self, deck: DeckId) -> &[OpeningStep] {
        let steps: &[OpeningStep] = match &self.house.book.opening.steps {
            Some(rule) => rule.default.as_deref().unwrap_or(&[]),
            // A book without steps borrows the common ones as reminders, if the house wants them.
            None if self.house.cards.checklist == Some(rules::rulebook::vocabulary::Checklist::Standard) => &[
                OpeningStep::Inspect,
                OpeningStep::Verify,
                OpeningStep::Spread,
                OpeningStep::FirstPlayer,
                OpeningStep::Wash,
                OpeningStep::Stack,
            ],
            None => &[],
        };
        let steps = match steps.split_last() {
            Some((OpeningStep::Shuffle, before)) => before,
            _ => steps,
        };
        if self.deck(deck).reopening && self.house.cards.reopening != Some(Reopening::Full) {
            // First turned up and looked at; then turned down, washed, stacked (READING 24).
            let from = steps.iter().position(|step| *step == OpeningStep::FirstPlayer).unwrap_or(0);
            &steps[from..]
        } else {
            steps
        }
    }

    /// The opening step that a deck waits for.
    #[must_use]
    pub fn opening_step(&self, deck: DeckId) -> Option<OpeningStep> {
        match self.deck(deck).stage {
            Stage::Opening(done) => self.opening_steps(deck).get(usize::from(done)).copied(),
            _ => None,
        }
    }

    /// Whether a deck must be shuffled now.
    #[must_use]
    pub fn to_shuffle(&self, deck: DeckId) -> bool {
        match self.deck(deck).stage {
            Stage::Opening(_) => self.opening_step(deck).is_none(),
            Stage::Unshuffled => true,
            _ => false,
        }
    }

    /// Whether the shuffler can be used.
    #[must_use]
    pub fn shuffler_works(&self) -> bool {
        self.house.cards.shuffler != ShufflerKind::None && self.devices.shuffler == DeviceStatus::InService
    }

    /// Whether a shuffled deck must still be counted by its shuffler.
    #[must_use]
    pub fn wants_device_count(&self, deck: DeckId) -> bool {
        let deck = self.deck(deck);
        // A shuffler that left after shuffling counts nothing (READING 91).
        self.house.cards.counts && self.shuffler_works() && deck.method == Some(Method::Device) && !deck.counted
    }

    /// Whether a shuffled deck must be cut.
    #[must_use]
    pub fn wants_cut(&self, deck: DeckId) -> bool {
        self.unmade_cut(deck) && self.cutter(deck) != Cutter::Nobody
    }

    /// Whether a shuffled deck is of those that are cut, and was not.
    pub(crate) fn unmade_cut(&self, deck: DeckId) -> bool {
        let deck = self.deck(deck);
        // An approved device that reshuffles makes a cut unnecessary for what it shuffled itself (READING 91).
        let reshuffled = self.house.cards.reshuffles && deck.method == Some(Method::Device);
        if deck.cut.is_some() || reshuffled {
            return false;
        }
        match self.house.cards.cut_when {
            CutWhen::Always => true,
            CutWhen::Manual => deck.method == Some(Method::Hand),
            CutWhen::ManualOrPreshuffled => deck.preshuffled || deck.method == Some(Method::Hand),
        }
    }

    /// Whether a deck may come preshuffled.
    #[must_use]
    pub fn may_come_preshuffled(&self) -> bool {
        self.house.cards.received == DecksReceived::Preshuffled
    }

    /// The deck that is loaded, and so dealt next.
    #[must_use]
    pub fn loaded(&self) -> Option<DeckId> {
        self.decks_used().find(|deck| self.deck(*deck).stage == Stage::Loaded)
    }

    /// Whether a deck has outlived its hours. A deck that is not at the table has not.
    #[must_use]
    pub fn outlived(&self, deck: DeckId, at: Moment) -> bool {
        let held = self.deck(deck);
        let hours = self.life_hours().map(i64::from);
        held.stage != Stage::Away && hours.is_some_and(|hours| at.since(held.since) >= hours * 3_600_000)
    }

    /// How many hours a deck may be used: the house's limit, but no more than the book allows for the current dealing
    /// device.
    pub(crate) fn life_hours(&self) -> Option<u32> {
        let law = &self.house.book.deck;
        let bound = match self.device() {
            DealDevice::Hand => &law.life_hours_hand,
            DealDevice::ManualShoe | DealDevice::AutomatedShoe => &law.life_hours_shoe,
        };
        let own = self.house.cards.life_hours;
        own.into_iter().chain(bound.at_most).min()
    }

    /// Whether the stub must be counted in this round: the table or the deck may go no longer without a count.
    #[must_use]
    pub fn count_due(&self) -> bool {
        let (Some(every), Some(deck)) = (self.house.cards.count_every, self.round.deck) else {
            return false;
        };
        let rounds = self.rounds_since_count.max(self.deck(deck).rounds_since_count);
        !self.counted_by_device(deck) && rounds.saturating_add(1) >= every
    }

    /// Whether the shuffler shuffled and counted this deck, so that its stub need not be counted (READING 91).
    pub(crate) fn counted_by_device(&self, deck: DeckId) -> bool {
        let deck = self.deck(deck);
        self.house.cards.count_exempts && deck.method == Some(Method::Device) && deck.counted
    }
}
