//! A betting position: who sits there, what is wagered, the sensors and the hand.

use cards::{Card, Three};
use rules::settle::{Decision, Stakes};
use rules::{Cents, Wager};
use serde::{Deserialize, Serialize};

use crate::who::{Moment, Person};

/// One sensor of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sensor {
    /// Whether it detects a chip.
    pub detected: bool,
    /// Whether a wager on it is locked in for the round.
    pub locked: bool,
    /// Whether its light is on.
    pub lit: bool,
    /// Whether the keypad selected it as a winner.
    pub spotted: bool,
    /// Whether a floorperson recorded that its light failed.
    pub faulted: bool,
    /// Whether a floorperson ruled that a win here stays unpaid, because its light was dark (READING 43).
    pub unpaid: bool,
}

/// A hand of three cards, or the two community cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// The known cards, in the order of the deal.
    #[serde(with = "crate::kept::three_cards")]
    pub cards: [Option<Card>; 3],
    /// How many cards were dealt to it.
    pub count: u8,
    /// Which cards were exposed too early.
    pub exposed: [bool; 3],
    /// Whether it was turned up.
    pub revealed: bool,
    /// Whether it is in the discard rack.
    pub racked: bool,
}

impl Hand {
    /// The three cards, if all are known.
    #[must_use]
    pub fn three(&self) -> Option<Three> {
        let [Some(a), Some(b), Some(c)] = self.cards else { return None };
        Three::new(a, b, c).ok()
    }

    /// The two community cards, if both are known.
    #[must_use]
    pub fn two(&self) -> Option<[Card; 2]> {
        Some([self.cards[0]?, self.cards[1]?])
    }

    /// The known cards.
    pub fn known(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards.iter().take(usize::from(self.count)).flatten().copied()
    }

    /// Whether everybody has seen all its known cards: the hand was turned up, or they were exposed.
    #[must_use]
    pub fn seen(&self) -> bool {
        self.revealed || self.cards.iter().zip(self.exposed).all(|(card, exposed)| card.is_none() || exposed)
    }

    /// The index of the next card exposed by mistake: the last dealt of those still face down.
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

/// A taken position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// Who sits there.
    pub person: Person,
    /// What was wagered this round.
    #[serde(with = "crate::kept::InStakes")]
    pub stakes: Stakes,
    /// The chips now on the betting areas.
    #[serde(with = "crate::kept::InStakes")]
    pub areas: Stakes,
    /// The play wager now on the layout.
    #[serde(with = "crate::cents::InCents")]
    pub play: Cents,
    /// The sensors, that of the three-card progressive first.
    pub sensors: [Sensor; 2],
    /// The hand dealt to the position.
    pub hand: Hand,
    /// The player's decision this round.
    pub decision: Option<Decision>,
    /// Whether the player has looked at the cards.
    pub looked: bool,
    /// When the connection was lost; `None` while it holds.
    pub lost: Option<Moment>,
    /// Whether the player left in mid-round and is awaiting a ruling.
    pub left: bool,
    /// Whether the player left in this round, whatever the ruling.
    pub gone: bool,
    /// Whether the player gave up all wagers by leaving.
    pub abandoned: bool,
    /// Whether the hand is void in this round.
    pub void: bool,
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
            void: false,
        }
    }

    /// Whether anything is wagered here.
    #[must_use]
    pub fn wagers(&self) -> bool {
        Wager::ALL.iter().any(|wager| !self.stakes.on(*wager).is_zero())
    }

    /// Whether the position is in the round: anything is wagered there. A wager that needs a base wager never stands
    /// alone.
    #[must_use]
    pub fn dealt_in(&self) -> bool {
        !self.stakes.ante.is_zero() || !self.stakes.pair_plus.is_zero() || self.wagers()
    }

    /// Whether the player still has to decide.
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
