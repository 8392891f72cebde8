//! What happens to a bank, in the past tense. Each entry has its exact amounts and can be read on its own.

use rules::{Cents, Level, Meter, Share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{GameId, GameTerms, Person, RoundId};
use crate::pots::{Pot, Pots};
use crate::written::{InCents, InMillionths};

/// Why contributions were taken out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The round is void (READING 68).
    Void,
    /// A floorperson corrected what the sensors had accepted (READING 43).
    Correction,
}

/// A meter put back to its seed after the whole of it was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Reset {
    /// The house's seed.
    #[serde(with = "InCents")]
    pub seed: Cents,
    /// What the reserve gave to it.
    #[serde(with = "InMillionths")]
    pub reserve: Meter,
    /// What the back-up meter gave to it.
    #[serde(with = "InMillionths")]
    pub backup: Meter,
}

/// A correction that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Proposal {
    /// Its number on this bank.
    pub id: u32,
    /// Who proposed it.
    pub by: Person,
    /// What is to be corrected.
    pub pot: Pot,
    /// By how much, up or down.
    #[serde(with = "InMillionths")]
    pub amount: Meter,
    /// Why.
    pub reason: String,
}

/// One entry. Entries are added and never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(deny_unknown_fields)]
pub enum Entry {
    /// A game joined the bank.
    Joined {
        /// The game.
        game: GameTerms,
        /// A game that left long ago and is no longer remembered, to make room.
        forgets: Option<GameId>,
    },
    /// A game left.
    Left {
        /// The game.
        game: GameId,
    },
    /// The controller came into reach or went out of it.
    Reached {
        /// Whether it can be reached.
        online: bool,
    },
    /// Wagers were locked in and raised the meters.
    Contributed {
        /// The game.
        game: GameId,
        /// Its round.
        round: RoundId,
        /// How many wagers.
        wagers: u32,
        /// Their stakes.
        #[serde(with = "InCents")]
        stakes: Cents,
        /// What they added.
        amounts: Pots,
    },
    /// Contributions were taken out again.
    Reversed {
        /// The game.
        game: GameId,
        /// Its round.
        round: RoundId,
        /// Why.
        cause: Cause,
        /// How many wagers.
        wagers: u32,
        /// Their stakes.
        #[serde(with = "InCents")]
        stakes: Cents,
        /// What was taken out.
        amounts: Pots,
        /// What should have been taken out and was no longer there, as another game had won it.
        short: Pots,
    },
    /// A share of a meter was won.
    Awarded {
        /// The game.
        game: GameId,
        /// Its round.
        round: RoundId,
        /// The winner's position.
        position: u16,
        /// The meter.
        level: Level,
        /// The share that the line pays.
        share: Share,
        /// The shares that were won in all, where winners share a meter.
        won: Share,
        /// What left the meter.
        #[serde(with = "InCents")]
        amount: Cents,
        /// The reset, if the meter was reset.
        reset: Option<Reset>,
    },
    /// A share that was won went back to its meter: the round is void, or a hand was misread.
    TakenBack {
        /// The game.
        game: GameId,
        /// Its round.
        round: RoundId,
        /// The position that had won.
        position: u16,
        /// The meter.
        level: Level,
        /// What goes back to it.
        #[serde(with = "InCents")]
        amount: Cents,
        /// The reset that the win had brought about, and that is undone.
        reset: Option<Reset>,
    },
    /// A round ended: nothing more is contributed or won in it.
    Closed {
        /// The game.
        game: GameId,
        /// Its round.
        round: RoundId,
        /// Meters that were won whole in shares of which not all were claimed.
        resets: Vec<(Level, Reset)>,
    },
    /// Somebody proposed a correction.
    Proposed(Proposal),
    /// Somebody else approved it, and the meter was corrected.
    Approved {
        /// The proposal.
        id: u32,
        /// Who approved it.
        by: Person,
        /// What was corrected.
        pot: Pot,
        /// By how much.
        #[serde(with = "InMillionths")]
        amount: Meter,
    },
    /// The correction was declined or withdrawn.
    Declined {
        /// The proposal.
        id: u32,
        /// Who declined it.
        by: Person,
    },
}
