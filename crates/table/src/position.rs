//! A betting position: who sits there, what is wagered, the sensors and the hand.

use cards::{Card, Three};
use rules::settle::{Decision, Stakes};
use rules::{Cents, Wager};
use serde::{Deserialize, Serialize};

use crate::who::{Moment, Person};

/// One sensor of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sensor {
    /// It detects a chip.
    pub detected: bool,
    /// It is locked in for the round.
    pub locked: bool,
    /// Its light is lit.
    pub lit: bool,
    /// Selected on the keypad as a winner.
    pub spotted: bool,
    /// A floorperson recorded that its light failed.
    pub faulted: bool,
    /// What wins here under a dark light is left unpaid: a floorperson said so (READING 43).
    pub unpaid: bool,
}

/// A hand of three, or of two for the community cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// What is known of the cards, in the order of the deal.
    #[serde(with = "crate::kept::three_cards")]
    pub cards: [Option<Card>; 3],
    /// How many there are.
    pub count: u8,
    /// Which of them were exposed before their time.
    pub exposed: [bool; 3],
    /// Turned up.
    pub revealed: bool,
    /// In the discard rack.
    pub racked: bool,
}

impl Hand {
    /// The three cards, when all are known.
    #[must_use]
    pub fn three(&self) -> Option<Three> {
        let [Some(a), Some(b), Some(c)] = self.cards else { return None };
        Three::new(a, b, c).ok()
    }

    /// The two community cards, when both are known.
    #[must_use]
    pub fn two(&self) -> Option<[Card; 2]> {
        Some([self.cards[0]?, self.cards[1]?])
    }

    /// The known cards.
    pub fn known(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().take(usize::from(self.count)).flatten().copied()
    }

    /// Whether everybody has seen all cards of it that are known: it was turned up, or they were exposed.
    #[must_use]
    pub fn seen(&self) -> bool {
        self.revealed || self.cards.iter().zip(self.exposed).all(|(card, exposed)| card.is_none() || exposed)
    }

    /// The card that is exposed next by mistake: the one dealt last that still lies face down.
    #[must_use]
    pub fn next_exposed(&self) -> Option<usize> {
        (0..usize::from(self.count)).rev().find(|place| !self.exposed[*place])
    }

    /// How many of its cards still lie on the table.
    #[must_use]
    pub fn on_table(&self) -> u8 {
        if self.racked { 0 } else { self.count }
    }
}

/// A position with somebody at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// Who.
    pub person: Person,
    /// What was wagered.
    #[serde(with = "crate::kept::InStakes")]
    pub stakes: Stakes,
    /// The chips that lie on the betting areas now.
    #[serde(with = "crate::kept::InStakes")]
    pub areas: Stakes,
    /// The play wager that lies there now.
    #[serde(with = "crate::cents::InCents")]
    pub play: Cents,
    /// The sensors, three-card first.
    pub sensors: [Sensor; 2],
    /// The cards.
    pub hand: Hand,
    /// What was decided.
    pub decision: Option<Decision>,
    /// Whether the player looked at the cards.
    pub looked: bool,
    /// When the connection was lost.
    pub lost: Option<Moment>,
    /// Whether the player has left in mid-round and waits for a ruling.
    pub left: bool,
    /// The player has left in this round, whatever was ruled.
    pub gone: bool,
    /// Whether all wagers were given up by leaving.
    pub abandoned: bool,
}

impl Seat {
    pub(crate) fn new(person: Person) -> Seat {
        Seat {
            person,
            stakes: Stakes::default(),
            areas: Stakes::default(),
            play: Cents::ZERO,
            sensors: [Sensor::default(); 2],
            hand: Hand::default(),
            decision: None,
            looked: false,
            lost: None,
            left: false,
            gone: false,
            abandoned: false,
        }
    }

    /// Whether anything is wagered.
    #[must_use]
    pub fn wagers(&self) -> bool {
        Wager::ALL.iter().any(|wager| !self.stakes.on(*wager).is_zero())
    }

    /// Whether the hand takes part in the round. Whatever needs a base wager stands beside one.
    #[must_use]
    pub fn dealt_in(&self) -> bool {
        !self.stakes.ante.is_zero() || !self.stakes.pair_plus.is_zero() || self.wagers()
    }

    /// Whether a decision is still wanted.
    #[must_use]
    pub fn undecided(&self) -> bool {
        !self.stakes.ante.is_zero() && self.decision.is_none() && !self.abandoned
    }

    /// Whether the hand was given up.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.abandoned || matches!(self.decision, Some(Decision::Fold | Decision::Forfeit))
    }
}
