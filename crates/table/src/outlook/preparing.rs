//! What is being done with the cards between rounds, so that waiting players know what they wait for.

use schemars::JsonSchema;
use serde::Serialize;

use crate::act::{Act, DeckId};

/// Something that is done with a deck while wagers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Preparing {
    /// Which deck.
    pub deck: DeckId,
    /// What.
    pub step: DeckStep,
}

/// A step that gets a deck ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeckStep {
    /// It is brought.
    Receive,
    /// It is inspected.
    Inspect,
    /// The inspection is verified.
    Verify,
    /// It is spread.
    Spread,
    /// The first player may look at it.
    FirstPlayer,
    /// It is washed.
    Wash,
    /// It is stacked.
    Stack,
    /// It is shuffled.
    Shuffle,
    /// The shuffler counts it.
    DeviceCount,
    /// It is cut.
    Cut,
    /// It is put where it will be dealt from.
    Load,
    /// It leaves the table, because its time in use is over.
    Remove,
}

impl Preparing {
    /// What an act prepares; `None` for other acts.
    pub(crate) fn of(act: &Act) -> Option<Preparing> {
        let (deck, step) = match act {
            Act::ReceiveDeck { deck, .. } => (deck, DeckStep::Receive),
            Act::Inspect { deck } => (deck, DeckStep::Inspect),
            Act::Verify { deck } => (deck, DeckStep::Verify),
            Act::Spread { deck } => (deck, DeckStep::Spread),
            Act::FirstPlayer { deck } => (deck, DeckStep::FirstPlayer),
            Act::Wash { deck } => (deck, DeckStep::Wash),
            Act::Stack { deck } => (deck, DeckStep::Stack),
            Act::Shuffle { deck, .. } => (deck, DeckStep::Shuffle),
            Act::DeviceCount { deck, .. } => (deck, DeckStep::DeviceCount),
            Act::Cut { deck, .. } | Act::OfferCut { deck } => (deck, DeckStep::Cut),
            Act::Load { deck } => (deck, DeckStep::Load),
            Act::RemoveDeck { deck, .. } => (deck, DeckStep::Remove),
            _ => return None,
        };
        Some(Preparing { deck: *deck, step })
    }
}
