//! What a bank refuses, and under which law. A refusal changes nothing.

use std::fmt;

use rules::rulebook::vocabulary::LinkMatch;
use rules::{Cents, Citation, Level, Meter, Share};
use schemars::JsonSchema;
use serde::Serialize;

use crate::names::{GameId, Person, RoundId};
use crate::pots::Pot;
use crate::written::{InCents, InMillionths};

/// A refused act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong, and what to do.
    pub why: Why,
    /// The law behind it.
    pub cite: Citation,
}

impl Refusal {
    pub(crate) fn new(why: Why, cite: &Citation) -> Refusal {
        Refusal { why, cite: cite.clone() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why, self.cite)
    }
}

impl std::error::Error for Refusal {}

/// The reasons. In JSON each is its kind with its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(rename = "MeterRefusal")]
pub enum Why {
    /// The game is not on this bank.
    NotOnBank {
        /// The game.
        game: GameId,
    },
    /// The game is on it already.
    OnBankAlready {
        /// The game.
        game: GameId,
    },
    /// The house runs no link.
    StandsAlone {
        /// The game.
        game: GameId,
    },
    /// No room for another game.
    Full {
        /// So many share one.
        most: usize,
    },
    /// A title or paytable that cannot be written.
    BadTitle {
        /// The text.
        text: String,
        /// The most bytes.
        bytes: usize,
    },
    /// A linked game differs in what linked games share.
    Differs {
        /// In what.
        what: LinkMatch,
        /// What the game has.
        theirs: String,
        /// What the bank has.
        ours: String,
    },
    /// A stake of nothing or less.
    BadStake {
        /// The stake.
        #[serde(with = "InCents")]
        stake: Cents,
    },
    /// The game has an open round.
    StillOpen {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundId,
    },
    /// The controller cannot be reached.
    OutOfReach,
    /// The controller's state is what it was.
    ReachUnchanged {
        /// Whether it can be reached.
        online: bool,
    },
    /// No wagers.
    NoWagers,
    /// The round has contributed, or is over.
    Repeated {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundId,
    },
    /// The round is not open.
    NotOpen {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundId,
    },
    /// Nothing is to be corrected or reversed.
    Unchanged {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundId,
    },
    /// The meters of this house keep the contributions of a void round.
    KeptOnVoid,
    /// Something was won in the round.
    AwardStands {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundId,
    },
    /// The bank has no such meter.
    NoSuchMeter {
        /// The place.
        pot: Pot,
    },
    /// The position was awarded in this round.
    AwardedAlready {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundId,
        /// The position.
        position: u16,
    },
    /// More winners than wagers.
    NoWagerLeft {
        /// The game.
        game: GameId,
        /// The round.
        round: RoundId,
    },
    /// A share of nothing, over the whole, or over all that is won.
    BadShare {
        /// The share.
        share: Share,
    },
    /// The amount is not what the meter owes.
    NotDue {
        /// The meter.
        level: Level,
        /// What was claimed.
        #[serde(with = "InCents")]
        claimed: Cents,
        /// What is due.
        #[serde(with = "InCents")]
        due: Cents,
    },
    /// The meter does not hold the amount.
    NotHeld {
        /// The place.
        pot: Pot,
        /// What is to leave it, in millionths of a cent.
        #[serde(with = "InMillionths")]
        wanted: Meter,
        /// What it holds.
        #[serde(with = "InMillionths")]
        held: Meter,
    },
    /// The winners of a shared meter do not agree on how much was won in all.
    NotShared {
        /// The meter.
        level: Level,
    },
    /// A figure is larger than a meter can count.
    TooLarge,
    /// A correction of nothing.
    NothingToCorrect,
    /// No reason, or too long a one.
    BadReason {
        /// The most bytes.
        bytes: usize,
    },
    /// Too many corrections wait.
    TooManyProposals {
        /// So many wait.
        most: usize,
    },
    /// No such correction waits.
    NoSuchProposal {
        /// Its number.
        proposal: u32,
    },
    /// The proposer approves.
    SamePerson {
        /// Who.
        person: Person,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NotOnBank { game } => write!(f, "{game} is not on this progressive; let it join first"),
            Why::OnBankAlready { game } => write!(f, "{game} is on this progressive already"),
            Why::StandsAlone { game } => {
                write!(f, "{game} cannot join: this house runs no link, and another table has the meters")
            }
            Why::Full { most } => write!(f, "no more than {most} games share one progressive; let one leave first"),
            Why::BadTitle { text, bytes } => write!(f, "{text:?} cannot be a title: write 1 to {bytes} bytes"),
            Why::Differs { what: LinkMatch::Decks, theirs, ours } => {
                write!(f, "the game's number of decks is {theirs}, the link's {ours}; linked games must be equal in it")
            }
            Why::Differs { what, theirs, ours } => {
                write!(f, "the game's {what} is {theirs}, the link's {ours}; linked games must be equal in it")
            }
            Why::BadStake { stake } => write!(f, "a stake of {stake} is no wager"),
            Why::StillOpen { game, round } => write!(f, "round {round} of {game} is open; close it first"),
            Why::OutOfReach => {
                f.write_str("the progressive controller is out of reach; no progressive wager is accepted")
            }
            Why::ReachUnchanged { online: true } => f.write_str("the controller is within reach already"),
            Why::ReachUnchanged { online: false } => f.write_str("the controller is out of reach already"),
            Why::NoWagers => f.write_str("no wagers were locked in; contribute only where there are some"),
            Why::Repeated { game, round } => {
                write!(f, "round {round} of {game} has contributed already, or a later one has; correct it instead")
            }
            Why::NotOpen { game, round } => {
                write!(f, "round {round} of {game} is not open: it has no wager on this progressive")
            }
            Why::Unchanged { game, round } => write!(f, "round {round} of {game} counts so many wagers already"),
            Why::KeptOnVoid => f.write_str("this house leaves the contributions of a void round in; close the round"),
            Why::AwardStands { game, round } => {
                write!(f, "a meter was won in round {round} of {game}; only a correction by two persons can change it")
            }
            Why::NoSuchMeter { pot } => write!(f, "this progressive has no {pot} meter"),
            Why::AwardedAlready { game, round, position } => {
                write!(f, "position {position} was awarded in round {round} of {game} already")
            }
            Why::NoWagerLeft { game, round } => write!(f, "round {round} of {game} has no wager left that could win"),
            Why::BadShare { share } => {
                write!(f, "{share} is no share of what was won; expected more than 0% and at most 100%")
            }
            Why::NotDue { level, claimed, due } => {
                write!(
                    f,
                    "{claimed} is claimed of the {level} meter and {due} is due; settle with the meter as it stands"
                )
            }
            Why::NotHeld { pot, wanted, held } => {
                write!(f, "{} is to leave the {pot} meter, which holds {}", wanted.shown(), held.shown())
            }
            Why::NotShared { level } => {
                write!(f, "the winners of the {level} meter disagree on the shares won in all; settle the round anew")
            }
            Why::TooLarge => f.write_str("the figure is larger than a meter can count"),
            Why::NothingToCorrect => f.write_str("a correction of nothing; write by how much the meter is to change"),
            Why::BadReason { bytes } => write!(f, "a correction needs a reason, in at most {bytes} bytes"),
            Why::TooManyProposals { most } => {
                write!(f, "{most} corrections wait; approve or decline one of them first")
            }
            Why::NoSuchProposal { proposal } => write!(f, "no correction {proposal} waits"),
            Why::SamePerson { person } => write!(f, "{person} proposed the correction; another person must approve it"),
        }
    }
}
