//! From partial physical evidence to every round that fits it, and whether the dispute is decided.
//!
//! A round here is what the settlement reads: who wagered what, who decided what, and which cards each hand held. The
//! order of the cards within a hand and within the stub makes no other round.

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

pub use finding::{AnswerFound, Finding, HeldHand, Verdict, World};
pub use glimpse::{Glimpse, Known, Whose};
use rules::House;
use rules::Wager;
use rules::hand::HandName;
use rules::settle::input::{Amounts, HouseRef};
use rules::settle::{Decision, Refusal};
use serde::Deserialize;

/// So many possible rounds are looked at; where there are more, the evidence is too thin to be asked.
pub const WORLDS_MAX: u64 = 5_000_000;

/// The same where each of them must be played to its end, because the order of the rack is part of the evidence.
pub const PLAYED_MAX: u64 = 100_000;

/// What is known of a round, and what is asked. Amounts are whole cents; cards are two characters such as `As`, and `?`
/// stands for a card that nobody saw.
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
    /// The community cards.
    pub community: Option<Glimpse>,
    /// Cards that were seen and were in nobody's hand.
    pub elsewhere: Option<Glimpse>,
    /// The discard rack.
    pub rack: Option<RackEvidence>,
    /// The tray around the settlement.
    pub tray: Option<TrayEvidence>,
    /// The meters as they stood when the settlement began, the round's contributions included: progressive, level, cents.
    #[serde(default, deserialize_with = "glimpse::each_once")]
    pub meters: BTreeMap<String, Amounts>,
}

/// What is known of one position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionEvidence {
    /// 1 at the dealer's far left, 7 at the far right.
    pub position: u8,
    /// Who sat there; the same name at two positions is one person.
    pub person: Option<String>,
    /// The cards, such as `As ? ?`; without them nobody saw any.
    pub cards: Option<Glimpse>,
    /// What was decided; absent when it is unknown, or when there was no ante.
    pub decision: Option<Decision>,
    /// Each wager: an amount, a list of amounts of which one is true, or `?` for any that the house allows, none included.
    #[serde(default, deserialize_with = "glimpse::each_once")]
    pub wagers: BTreeMap<Wager, Known>,
    /// Tips for the dealer: `ante`, `play`, `pair_plus`.
    #[serde(default)]
    pub tips: Amounts,
    /// A match play coupon: `ante` and its face value.
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
    /// The cards, the first that went in first. `?*34` stands for 34 cards that nobody saw.
    pub cards: Glimpse,
    /// Whose cards went in one after the other, such as `["stub", 3, 1, "dealer"]`, where somebody saw it. Without it
    /// every order is tried that the procedure of the house can lead to.
    pub order: Option<Vec<Whose>>,
}

/// The chips in the tray.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrayEvidence {
    /// Before the first wager was taken or paid.
    pub before: i64,
    /// After the last.
    pub after: i64,
}

/// What is disputed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// What was due on a wager.
    Due {
        /// Where.
        position: u8,
        /// Which.
        wager: Wager,
    },
    /// What was due to a position in all.
    Total {
        /// Where.
        position: u8,
    },
    /// Whether a hand held these cards.
    Held {
        /// Whose: a position's number, or `dealer`.
        by: Whose,
        /// Which cards.
        cards: Glimpse,
    },
    /// Whether a hand was of a kind, such as `flush`.
    Made {
        /// Whose: a position's number, or `dealer`.
        by: Whose,
        /// Which kind; a suited ace-king-queen is a straight flush too.
        hand: HandName,
    },
}

/// Evidence that cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Something in it is wrong by itself.
    Wrong {
        /// The place, such as `positions[0].cards`.
        place: String,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The house admits no round with such wagers and decisions.
    Refused(Vec<Refusal>),
    /// Too many rounds would have to be looked at.
    TooMany {
        /// So many; nothing when they cannot even be counted.
        worlds: Option<u128>,
        /// The bound.
        bound: u64,
        /// What should be found out first, the most telling first.
        wanted: Vec<String>,
    },
}

impl Fault {
    fn wrong(place: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault::Wrong { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Wrong { place, message } => write!(f, "{place}: {message}"),
            Fault::Refused(refusals) => {
                let said: Vec<String> = refusals.iter().map(ToString::to_string).collect();
                f.write_str(&said.join("\n"))
            }
            Fault::TooMany { worlds, bound, wanted } => {
                match worlds {
                    Some(worlds) => write!(f, "{} rounds would have to be looked at", finding::grouped(*worlds))?,
                    None => f.write_str("too many rounds to count would have to be looked at")?,
                }
                let bound = finding::grouped(u128::from(*bound));
                write!(f, ", and {bound} is the most; find out more about ")?;
                f.write_str(&wanted.join(", "))
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Finds every round that fits the evidence, and what they answer.
///
/// # Errors
/// When the evidence cannot be asked: it is malformed, the house refuses its wagers, or it is too thin.
pub fn examine(house: &Arc<House>, evidence: &Evidence) -> Result<Finding, Fault> {
    if house.table.electronic {
        let message = "an electronic table keeps a record of every wager and card itself: ask its events instead";
        return Err(Fault::wrong("house", message));
    }
    let mut finding = worlds::examine(house, evidence)?;
    if finding.verdict == Verdict::Contradictory {
        finding.would_fit = without_one(house, evidence);
    }
    Ok(finding)
}

/// Of evidence that no round fits: which single piece, if it were wrong, would let some round fit.
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
        let fits = worlds::examine(house, &less).is_ok_and(|finding| finding.verdict != Verdict::Contradictory);
        fits.then_some(name)
    };
    thinner.into_iter().filter_map(fits).collect()
}
