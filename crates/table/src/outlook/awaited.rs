//! What must come first when a command comes too early.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// Something that is waited for, named as a dealer names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    /// The dealer's stack.
    DealerStack,
    /// The first player's arrival.
    FirstPlayer,
    /// Turning the cards up.
    TurnUp,
    /// The stub.
    Stub,
    /// The folded hands' collection.
    FoldedHands,
    /// The collection of what was given up.
    Forfeits,
    /// Everybody's look at the cards.
    AllLook,
    /// Spreading the cards of the idle table.
    IdleSpread,
    /// The hand's verification.
    HandVerified,
    /// The dealer's hand.
    DealerHand,
    /// The community cards.
    Community,
    /// The other wagers' settlement.
    OtherWagers,
    /// The stub's removal.
    StubRemoval,
    /// Clearing the wrong spot.
    WrongSpot,
    /// The stub's count.
    StubCount,
    /// The device's status.
    DeviceStatus,
    /// The shuffle of the other deck.
    OtherDeck,
    /// The lock-out.
    LockOut,
    /// The collection.
    Collection,
    /// The cover card.
    CoverCard,
    /// The shuffler's count.
    ShufflerCount,
    /// The cut.
    Cut,
    /// The offer of the cut to the next player.
    CutOffer,
    /// The dealer's leave to look at the cards.
    LooksAllowed,
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Awaited::DealerStack => "the dealer's stack",
            Awaited::FirstPlayer => "the first player's arrival",
            Awaited::TurnUp => "turning the cards up",
            Awaited::Stub => "the stub",
            Awaited::FoldedHands => "the folded hands' collection",
            Awaited::Forfeits => "the collection of the wagers that were given up",
            Awaited::AllLook => "everybody's look at the cards",
            Awaited::IdleSpread => "spreading the cards of the idle table",
            Awaited::HandVerified => "the dealer's verification of the hand",
            Awaited::DealerHand => "the dealer's hand",
            Awaited::Community => "seeing to the community cards",
            Awaited::OtherWagers => "the other wagers' settlement",
            Awaited::StubRemoval => "the stub's removal",
            Awaited::WrongSpot => "clearing the wrong spot",
            Awaited::StubCount => "the stub's count",
            Awaited::DeviceStatus => "the device's status",
            Awaited::OtherDeck => "the shuffle of the other deck",
            Awaited::LockOut => "the lock-out",
            Awaited::Collection => "the collection",
            Awaited::CoverCard => "the cover card",
            Awaited::ShufflerCount => "the shuffler's count",
            Awaited::Cut => "the cut",
            Awaited::CutOffer => "the offer of the cut to the next player",
            Awaited::LooksAllowed => "the dealer's leave to look",
        })
    }
}
