//! The table as a checkpoint keeps it: everything except the house, which the table's founding record has in full.
//!
//! It holds cards that nobody may know yet. None of it may appear in an answer, a feed or a log.

use std::fmt;
use std::sync::Arc;

use meters::{Bank, GameId};
use rules::settle::Stakes;
use rules::{Cents, House};
use serde::{Deserialize, Serialize};

use crate::card::{Digest, Order, Shuffle};
use crate::cents::InCents;
use crate::deck::Deck;
use crate::held::Held;
use crate::money::Money;
use crate::position::Seat;
use crate::state::{Devices, Round, State};
use crate::who::{Actor, Moment, Person};

/// The version of this format. A checkpoint of another version is not read.
pub const KEPT: u32 = 6;

/// A table without its house.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    version: u64,
    open: bool,
    decks: [Deck; 2],
    devices: Devices,
    seats: Vec<Option<Seat>>,
    money: Money,
    banks: [Option<Bank>; 2],
    round: Round,
    idle: Option<bool>,
    quiet: Option<Moment>,
    idle_missed: bool,
    rounds_since_count: u8,
    crew: Vec<Actor>,
    held: Option<Held>,
}

/// A log must not reveal a card to anybody who debugs a table.
impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kept(version {}, hidden)", self.version)
    }
}

impl State {
    /// The table as a checkpoint keeps it.
    #[must_use]
    pub fn kept(&self) -> Kept {
        let State { version, open, decks, devices, seats, money, banks, round, idle, held, .. } = self.clone();
        let State { quiet, idle_missed, rounds_since_count, .. } = *self;
        let crew = self.crew.clone();
        Kept {
            version,
            open,
            decks,
            devices,
            seats,
            money,
            banks,
            round,
            idle,
            quiet,
            idle_missed,
            rounds_since_count,
            crew,
            held,
        }
    }

    /// The table from a checkpoint, under the same house.
    #[must_use]
    pub fn of_kept(house: Arc<House>, game: &GameId, kept: Kept) -> State {
        State {
            house,
            game: game.clone(),
            version: kept.version,
            open: kept.open,
            decks: kept.decks,
            devices: kept.devices,
            seats: kept.seats,
            money: kept.money,
            banks: kept.banks,
            round: kept.round,
            idle: kept.idle,
            quiet: kept.quiet,
            idle_missed: kept.idle_missed,
            rounds_since_count: kept.rounds_since_count,
            crew: kept.crew,
            held: kept.held,
        }
    }
}

/// What everybody has in a proof, enough for any wager: real amounts of chips are private.
const ENOUGH: Cents = Cents(100_000_000_000);

impl State {
    /// The table as everybody may know it before a round that is over by now. Card orders are placeholders, except the
    /// one that the round opened. So are the chips of the tray, of those seated and of the `people` who act in the
    /// round; nobody else has any.
    #[must_use]
    pub fn public_start(&self, opened: Option<&Digest>, people: &[Person]) -> Kept {
        let mut state = self.clone();
        let removed = std::iter::once(&mut state.round.removed);
        for shuffle in state.decks.iter_mut().map(|deck| &mut deck.shuffle).chain(removed) {
            if shuffle.as_ref().is_some_and(|shuffle| Some(&shuffle.commitment) != opened) {
                *shuffle = Shuffle::stand_in().map(Box::new);
            }
        }
        let seated = self.taken().map(|(_, seat)| &seat.person);
        let mut purses: Vec<(Person, Cents)> = Vec::new();
        for person in seated.chain(people) {
            if purses.iter().all(|(owner, _)| owner != person) {
                purses.push((person.clone(), ENOUGH));
            }
        }
        state.money = Money { tray: ENOUGH, purses, ..Money::default() };
        state.money.world = Cents::ZERO - state.balance();
        state.kept()
    }
}

impl Shuffle {
    /// The placeholder for a secret order: all cards in their natural order.
    #[must_use]
    pub fn stand_in() -> Option<Shuffle> {
        Order::new(::cards::Card::ALL).map(|order| Shuffle::commit(order, Digest::default()))
    }
}

/// What is wagered at a position; zero amounts are left out.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Stakes", deny_unknown_fields)]
pub(crate) struct InStakes {
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    ante: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    pair_plus: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    hand_bonus: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    six_card_bonus: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    prime: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    progressive: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    five_card_progressive: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    cover_all: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    tip_ante: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    tip_play: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    tip_pair_plus: Cents,
    #[serde(default, with = "InCents", skip_serializing_if = "nothing")]
    match_play: Cents,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn nothing(amount: &Cents) -> bool {
    amount.is_zero()
}

/// Cards, some of which may be unknown.
pub(crate) mod cards {
    use cards::Card;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::card::Face;

    pub(crate) fn serialize<S: Serializer>(cards: &[Option<Card>], serializer: S) -> Result<S::Ok, S::Error> {
        let faces: Vec<Option<Face>> = cards.iter().map(|card| card.map(Face)).collect();
        faces.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Option<Card>>, D::Error> {
        let faces = Vec::<Option<Face>>::deserialize(deserializer)?;
        Ok(faces.into_iter().map(|face| face.map(|face| face.0)).collect())
    }
}

/// The cards of a hand.
pub(crate) mod three_cards {
    use cards::Card;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::card::Face;

    pub(crate) fn serialize<S: Serializer>(cards: &[Option<Card>; 3], serializer: S) -> Result<S::Ok, S::Error> {
        super::cards::serialize(cards, serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Option<Card>; 3], D::Error> {
        let faces = <[Option<Face>; 3]>::deserialize(deserializer)?;
        Ok(faces.map(|face| face.map(|face| face.0)))
    }
}

/// People's chips, in whole cents.
pub(crate) mod purses {
    use rules::Cents;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::who::Person;

    pub(crate) fn serialize<S: Serializer>(purses: &[(Person, Cents)], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(purses.iter().map(|(person, chips)| (person, chips.0)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(Person, Cents)>, D::Error> {
        let purses = Vec::<(Person, i64)>::deserialize(deserializer)?;
        Ok(purses.into_iter().map(|(person, chips)| (person, Cents(chips))).collect())
    }
}
