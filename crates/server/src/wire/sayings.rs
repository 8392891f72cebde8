//! What the house says of its own accord: the rules on the placard, and what waits for the staff. Each saying is a kind
//! with its values, from which a page makes the sentence in other languages, and has its English sentence here.

use std::fmt;

use rules::Wager;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::{LimitOn, LimitSharing};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Act, Device, Moment, Role};

use crate::wire::Waiting;

/// A rule of the house, as players ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Posted {
    /// The lowest hand with which the dealer plays.
    DealerPlays {
        /// In words.
        lowest: String,
        /// The card's letter, where one card makes the hand.
        #[serde(skip_serializing_if = "Option::is_none")]
        high: Option<char>,
    },
    /// The dealer plays with every hand.
    DealerAlwaysPlays,
    /// What a winning wager pays.
    WinPays {
        /// The wager.
        wager: Wager,
        /// The odds.
        pays: Pays,
    },
    /// How many positions one player may have.
    Positions {
        /// The number.
        most: u8,
        /// Whether they must be side by side.
        adjacent: bool,
    },
    /// What a fold does to the wagers beside the ante.
    Fold {
        /// Those that are lost.
        loses: Vec<Wager>,
        /// Those that stay.
        keeps: Vec<Wager>,
    },
    /// The most that is paid in a round.
    MostPaid {
        /// To one player, or at the whole table.
        on: LimitOn,
        /// The limit, in cents.
        most: i64,
        /// The wagers whose wins count.
        wagers: Vec<Wager>,
        /// Whether what meters pay counts as well.
        meters: bool,
        /// How a cut is shared.
        sharing: LimitSharing,
        /// The limit in words.
        text: String,
    },
    /// What the document wants players to know.
    Told {
        /// By which clause.
        clause: String,
        /// In our words.
        text: String,
    },
}

fn titles(wagers: &[Wager]) -> String {
    wagers.iter().map(|wager| wager.title()).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Posted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Posted::DealerPlays { lowest, .. } => write!(f, "The dealer plays with {lowest} or better."),
            Posted::DealerAlwaysPlays => f.write_str("The dealer always plays."),
            Posted::WinPays { wager, pays } => write!(f, "A winning {} pays {pays}.", wager.title()),
            Posted::Positions { most, adjacent } => {
                let side = if *adjacent { ", side by side" } else { "" };
                match most {
                    1 => f.write_str("One player may play one position."),
                    most => write!(f, "One player may play up to {most} positions{side}."),
                }
            }
            Posted::Fold { loses, keeps } => {
                let lost = if loses.is_empty() { String::new() } else { format!(", {}", titles(loses)) };
                let kept = if keeps.is_empty() { String::new() } else { format!(" and keeps {}", titles(keeps)) };
                write!(f, "A fold loses Ante{lost}{kept}.")
            }
            Posted::MostPaid { text, .. } => {
                let mut letters = text.chars();
                let first = letters.next().map(|first| first.to_ascii_uppercase());
                write!(f, "{}{}.", first.map_or(String::new(), |first| first.to_string()), letters.as_str())
            }
            Posted::Told { text, .. } => f.write_str(text),
        }
    }
}

/// What waits for somebody of the staff, or warns them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Waits {
    /// An act is to be done.
    Act {
        /// Its kind, such as `no_more_bets`.
        does: String,
    },
    /// A device is out of service.
    DeviceOut {
        /// The device.
        device: Device,
    },
    /// The deck must soon be replaced.
    DeckLife {
        /// The number of minutes, rounded up.
        minutes: u8,
    },
    /// The stub is to be counted in this round.
    StubCount,
    /// A player has left, and it is not ruled on yet.
    Left {
        /// The player.
        person: String,
        /// The position.
        position: u8,
    },
    /// The game is held until it is ruled on.
    Held {
        /// Who called the floor.
        person: String,
        /// Why the floor was called.
        reason: String,
    },
    /// A correction of a meter waits for its second person.
    Correction {
        /// Who proposed it.
        person: String,
        /// The progressive.
        wager: Wager,
        /// The reason that was given.
        reason: String,
    },
}

impl fmt::Display for Waits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Waits::Act { does } => f.write_str(&does.replace('_', " ")),
            Waits::DeviceOut { device } => {
                let device = match device {
                    Device::Shuffler => "shuffler",
                    Device::Shoe => "shoe",
                    Device::Controller => "controller of the meters",
                };
                write!(f, "the {device} is out of service")
            }
            Waits::DeckLife { minutes: 1 } => f.write_str("the deck's life is over in 1 minute or less"),
            Waits::DeckLife { minutes } => write!(f, "the deck's life is over in {minutes} minutes or less"),
            Waits::StubCount => f.write_str("the stub is to be counted in this round"),
            Waits::Left { person, position } => {
                write!(f, "{person} at position {position} has left and waits for a ruling")
            }
            Waits::Held { person, reason } => write!(f, "{person} called the floor, the game is held: {reason}"),
            Waits::Correction { person, wager, reason } => {
                write!(f, "{person} proposed to correct a meter of the {}: {reason}", wager.title())
            }
        }
    }
}

impl Waiting {
    /// Something that no single act answers.
    #[must_use]
    pub fn of(role: Role, what: Waits, since: Moment) -> Waiting {
        Waiting { role, text: what.to_string(), what, since, act: None }
    }

    /// An act that is to be done.
    #[must_use]
    pub fn act(role: Role, act: Act, since: Moment) -> Waiting {
        let written = serde_json::to_value(&act).unwrap_or_default();
        let what = Waits::Act { does: written["do"].as_str().unwrap_or_default().to_owned() };
        Waiting { act: Some(act), ..Waiting::of(role, what, since) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_is_no_plural() {
        let positions = |most| Posted::Positions { most, adjacent: true }.to_string();
        assert_eq!(positions(1), "One player may play one position.");
        assert_eq!(positions(2), "One player may play up to 2 positions, side by side.");
        let life = |minutes| Waits::DeckLife { minutes }.to_string();
        assert_eq!(life(1), "the deck's life is over in 1 minute or less");
        assert_eq!(life(5), "the deck's life is over in 5 minutes or less");
    }
}
