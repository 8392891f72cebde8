//! From partial physical evidence to every round that fits it, and to whether it decides the dispute.
//!
//! A round here is what the settlement reads: who wagered what, who decided what, and which cards each hand held.
//! Rounds that differ only in the order of cards within a hand or within the stub are the same.

mod draw;
mod finding;
mod glimpse;
mod layouts;
mod needs;
mod slots;
mod worlds;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

pub use finding::{AnswerFound, DisputeVerdict, Finding, HeldHand, World};
pub use glimpse::{Glimpse, KnownAmount, Whose};
use rules::House;
use rules::Wager;
use rules::hand::HandName;
use rules::settle::input::{Amounts, HouseRef};
use rules::settle::{Decision, Refusal};
use serde::Deserialize;

/// At most this many possible rounds are examined; with more, the evidence is too thin.
pub const WORLDS_MAX: u64 = 5_000_000;

/// The same, if each round must be played to its end because the order of the rack is part of the evidence.
pub const PLAYED_MAX: u64 = 100_000;

/// What is known of a round, and what is asked. Amounts are whole cents; cards are two characters such as `As`; `?` is
/// a card that nobody saw.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The house: the path of its TOML file, or the same content as an object.
    pub house: HouseRef,
    /// What is disputed.
    pub question: Question,
    /// The positions that were in the round.
    pub positions: Vec<PositionEvidence>,
    /// The dealer's hand, such as `Qs ? ?`.
    pub dealer: Option<Glimpse>,
    /// The two community cards, if seen.
    pub community: Option<Glimpse>,
    /// Cards that were seen, but not in anybody's hand.
    pub elsewhere: Option<Glimpse>,
    /// The discard rack, if seen.
    pub rack: Option<RackEvidence>,
    /// The tray before and after the settlement, if counted.
    pub tray: Option<TrayEvidence>,
    /// The meters when the settlement began, including the round's contributions: progressive, level, cents.
    #[serde(default, deserialize_with = "glimpse::each_once")]
    pub meters: BTreeMap<String, Amounts>,
}

/// What is known of one position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionEvidence {
    /// 1 at the dealer's far left, the highest number at the far right.
    pub position: u8,
    /// Who sat there. The same name at two positions is one person.
    pub person: Option<String>,
    /// The cards, such as `As ? ?`; absent if nobody saw any.
    pub cards: Option<Glimpse>,
    /// The decision; absent if unknown, or if there was no ante.
    pub decision: Option<Decision>,
    /// Each wager: an amount, a list of possible amounts, or `?` for any that the house allows, or none.
    #[serde(default, deserialize_with = "glimpse::each_once")]
    pub wagers: BTreeMap<Wager, KnownAmount>,
    /// Tips for the dealer: `ante`, `play`, `pair_plus`.
    #[serde(default)]
    pub tips: Amounts,
    /// A match play coupon: `ante`, with its face value.
    #[serde(default)]
    pub match_play: Amounts,
    /// The chips that went from the tray to the player.
    pub paid: Option<i64>,
    /// The chips that went from the betting areas to the tray.
    pub taken: Option<i64>,
}

/// The discard rack after the round: all 52 places.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RackEvidence {
    /// The cards, in the order in which they went in. `?*34` means 34 cards that nobody saw.
    pub cards: Glimpse,
    /// Whose cards went in, in order, such as `["stub", 3, 1, "dealer"]`, if somebody saw it. If absent, every order
    /// that the house's procedure can lead to is tried.
    pub order: Option<Vec<Whose>>,
}

/// The chips in the tray, in cents.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrayEvidence {
    /// Before the first wager was taken or paid.
    pub before: i64,
    /// After the last wager was settled.
    pub after: i64,
}

/// What is disputed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// What was due on a wager.
    Due {
        /// The position that wagered.
        position: u8,
        /// The disputed wager.
        wager: Wager,
    },
    /// Everything that was due to a position.
    Total {
        /// The disputed position.
        position: u8,
    },
    /// Whether a hand held these cards.
    Held {
        /// Whose: a position's number, or `dealer`.
        by: Whose,
        /// The cards it is said to have held.
        cards: Glimpse,
    },
    /// Whether a hand made a certain kind, such as `flush`.
    Made {
        /// Whose: a position's number, or `dealer`.
        by: Whose,
        /// The kind. A suited ace-king-queen is also a straight flush.
        hand: HandName,
    },
}

/// Why evidence cannot be examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvidenceFault {
    /// Part of it is malformed or contradicts itself.
    Wrong {
        /// The place, such as `positions[0].cards`.
        place: String,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The house admits no round with such wagers and decisions.
    Refused(Vec<Refusal>),
    /// Too many rounds would have to be examined.
    TooMany {
        /// How many; `None` if they cannot even be counted.
        worlds: Option<u128>,
        /// The largest number allowed.
        bound: u64,
        /// What to find out first, the most helpful first.
        wanted: Vec<String>,
    },
}

impl EvidenceFault {
    fn wrong(place: impl Into<String>, message: impl Into<String>) -> EvidenceFault {
        EvidenceFault::Wrong { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for EvidenceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvidenceFault::Wrong { place, message } => write!(f, "{place}: {message}"),
            EvidenceFault::Refused(refusals) => {
                let said: Vec<String> = refusals.iter().map(ToString::to_string).collect();
                f.write_str(&said.join("\n"))
            }
            EvidenceFault::TooMany { worlds, bound, wanted } => {
                match worlds {
                    Some(worlds) => write!(f, "{} rounds would have to be examined", finding::grouped(*worlds))?,
                    None => f.write_str("too many rounds to count would have to be examined")?,
                }
                let bound = finding::grouped(u128::from(*bound));
                write!(f, ", and the limit is {bound}; find out more about ")?;
                f.write_str(&wanted.join(", "))
            }
        }
    }
}

impl std::error::Error for EvidenceFault {}

/// Finds every round that fits the evidence, and how each answers the question.
///
/// # Errors
/// When the evidence is malformed, its wagers are refused by the house, or it is too thin.
pub fn examine(house: &Arc<House>, evidence: &Evidence) -> Result<Finding, EvidenceFault> {
    if house.table.electronic {
        let message = "an electronic table keeps a record of every wager and card itself: ask its events instead";
        return Err(EvidenceFault::wrong("house", message));
    }
    let mut finding = worlds::examine(house, evidence)?;
    if finding.verdict == DisputeVerdict::Contradictory {
        finding.would_fit = without_one(house, evidence);
    }
    Ok(finding)
}

/// When no round fits: the single pieces of evidence without which some round would.
fn without_one(house: &Arc<House>, evidence: &Evidence) -> Vec<String> {
    let mut thinner: Vec<(String, Evidence)> = Vec::new();
    let mut leave_out = |name: String, change: &dyn Fn(&mut Evidence)| {
        let mut less = evidence.clone();
        change(&mut less);
        thinner.push((name, less));
    };
    for (i, position) in evidence.positions.iter().enumerate() {
        let at = position.position;
        if position.paid.is_some() {
            leave_out(format!("what was paid at position {at}"), &|less| less.positions[i].paid = None);
        }
        if position.taken.is_some() {
            leave_out(format!("what was taken at position {at}"), &|less| less.positions[i].taken = None);
        }
        if position.cards.is_some() {
            leave_out(format!("the cards of position {at}"), &|less| less.positions[i].cards = None);
        }
        if position.decision.is_some() {
            leave_out(format!("the decision of position {at}"), &|less| less.positions[i].decision = None);
        }
    }
    if evidence.tray.is_some() {
        leave_out("the count of the tray".into(), &|less| less.tray = None);
    }
    if evidence.dealer.is_some() {
        leave_out("the dealer's cards".into(), &|less| less.dealer = None);
    }
    if evidence.community.is_some() {
        leave_out("the community cards".into(), &|less| less.community = None);
    }
    if evidence.rack.is_some() {
        leave_out("the discard rack".into(), &|less| less.rack = None);
    }
    if evidence.elsewhere.is_some() {
        leave_out("the cards seen elsewhere".into(), &|less| less.elsewhere = None);
    }
    let fits = |(name, less): (String, Evidence)| {
        let fits = worlds::examine(house, &less).is_ok_and(|finding| finding.verdict != DisputeVerdict::Contradictory);
        fits.then_some(name)
    };
    thinner.into_iter().filter_map(fits).collect()
}
