//! Ranking, base wagers, folds, the showdown, the order of settlement and irregularities, as a rulebook
//! states them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::payout::PayoutRules;
use super::qualification::Qualification;
use super::vocabulary::{
    BonusWhen, Direction, Fate, Irregularity, Leaver, LooksFrom, Precondition, Ranking, Remedy, Take, Verdict,
};
use crate::clause::{Citation, ClauseId};
use crate::money::Cents;
use crate::reference::PerWord;
use crate::rule::{Bound, Rule};
use crate::wager::Wager;

/// Something that the book states and the engine can do in only one way: just the law behind it varies.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "RawStated")]
pub struct Stated {
    /// The law behind it.
    pub cite: Citation,
    /// Anything else a reader should know.
    pub note: Option<String>,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawStated {
    /// The clauses behind it.
    #[serde(default)]
    clauses: Vec<ClauseId>,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
    /// Anything else a reader should know.
    note: Option<String>,
}

/// A statement that rests on nothing.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected `clauses = [\"…\"]` or `readings = [n]`")]
struct StatementCitesNothing;

impl TryFrom<RawStated> for Stated {
    type Error = StatementCitesNothing;
    fn try_from(raw: RawStated) -> Result<Stated, StatementCitesNothing> {
        let cite = Citation { clauses: raw.clauses, readings: raw.readings };
        if cite.is_empty() {
            return Err(StatementCitesNothing);
        }
        Ok(Stated { cite, note: raw.note })
    }
}

/// How hands rank.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RankingRules {
    /// Three-card hands.
    pub three_card: Rule<Ranking>,
    /// Five-card hands, where a wager uses them. Without it, there is no six card bonus.
    pub five_card: Option<Rule<Ranking>>,
    /// Whether ace to five is a straight among five cards. Without it, it is.
    pub five_card_wheel: Option<Rule<bool>>,
    /// What a mini royal is, if the book names it.
    pub mini_royal: Option<Stated>,
    /// What a super royal is and when it counts.
    pub super_royal: Option<Stated>,
}

/// The base wagers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerRules {
    /// Ante, pair plus or both.
    pub base: Stated,
    /// The play wager equals the ante.
    pub play: Stated,
    /// The amounts: the posted minimum and maximum.
    pub amounts: Stated,
    /// What ties pair plus to the ante.
    pub precondition: Rule<Precondition>,
    /// The law of each precondition. Without it, a precondition rests on the law of `precondition`.
    #[schemars(with = "Option<PerWord<Precondition, Stated>>")]
    pub preconditions: Option<BTreeMap<Precondition, Stated>>,
    /// Whether a precondition replaces the ordinary ante bonus. Without it, the ordinary ante bonus stays lawful.
    pub precondition_replaces_bonus: Option<Rule<bool>>,
    /// Whether ante and pair plus must be equal when both are made. Without it, they need not be.
    pub equal_stakes: Option<Rule<bool>>,
    /// Who may wager, with what, and until when.
    pub made_by: Option<Stated>,
    /// After the close, only the play wager may be made.
    pub after_close: Option<Stated>,
}

/// What a fold does at its position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoldRules {
    /// What becomes of the ante.
    pub ante: Rule<Fate>,
    /// What becomes of pair plus.
    pub pair_plus: Rule<Fate>,
    /// What becomes of the hand bonus. Without it, the book must not have the wager.
    pub hand_bonus: Option<Rule<Fate>>,
    /// What becomes of the six card bonus. Without it, the book must not have the wager.
    pub six_card_bonus: Option<Rule<Fate>>,
    /// What becomes of the prime. Without it, the book must not have the wager.
    pub prime: Option<Rule<Fate>>,
    /// What becomes of the three-card progressive. Without it, the book must not have the wager.
    pub progressive: Option<Rule<Fate>>,
    /// What becomes of the five-card progressive. Without it, the book must not have the wager.
    pub five_card_progressive: Option<Rule<Fate>>,
    /// What becomes of the right to an envy bonus. Without it, the book must not have the wager.
    pub envy: Option<Rule<Fate>>,
    /// What becomes of Cover All. Without it, the book must not have the wager.
    pub cover_all: Option<Rule<Fate>>,
    /// The direction in which forfeits are collected.
    pub collected: Rule<Direction>,
    /// Whether they are collected in the order in which the players gave up, whatever the direction. Without it,
    /// `collected` holds.
    pub as_folded: Option<Rule<bool>>,
    /// How the dealer collects and counts folded cards before turning up the dealer's hand.
    pub cards: Option<Stated>,
}

/// A hand forfeited entirely and not exposed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForfeitRules {
    /// Whether a player may ask for it.
    pub allowed: Rule<bool>,
    /// What becomes of pair plus.
    pub pair_plus: Rule<Fate>,
    /// What becomes of the hand bonus. Without it, it is lost.
    pub hand_bonus: Option<Rule<Fate>>,
    /// What becomes of the six card bonus. Without it, it is lost.
    pub six_card_bonus: Option<Rule<Fate>>,
    /// What becomes of the prime. Without it, it is lost.
    pub prime: Option<Rule<Fate>>,
    /// What becomes of the three-card progressive. Without it, it is lost.
    pub progressive: Option<Rule<Fate>>,
    /// What becomes of the five-card progressive. Without it, it is lost.
    pub five_card_progressive: Option<Rule<Fate>>,
    /// What becomes of the right to an envy bonus. Without it, it is lost.
    pub envy: Option<Rule<Fate>>,
    /// What becomes of Cover All. Without it, it is lost.
    pub cover_all: Option<Rule<Fate>>,
}

/// The comparison with the dealer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowdownRules {
    /// The lowest hand with which the dealer plays.
    pub dealer_qualifies: Rule<Qualification>,
    /// The ante when the dealer does not play. Without it, the dealer must always play.
    pub unqualified_ante: Option<Rule<Verdict>>,
    /// The play wager when the dealer does not play. Without it, the dealer must always play.
    pub unqualified_play: Option<Rule<Verdict>>,
    /// Ante and play when the player's hand is higher.
    pub higher: Rule<Verdict>,
    /// Ante and play when it is lower.
    pub lower: Rule<Verdict>,
    /// Ante and play when it is equal.
    pub equal: Rule<Verdict>,
    /// When the ante bonus is paid.
    pub ante_bonus: Rule<BonusWhen>,
    /// Pair plus is paid by its table whatever the dealer holds.
    pub pair_plus_wins: Stated,
    /// Pair plus loses with a hand below its table.
    pub pair_plus_loses: Stated,
}

/// The order of settlement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettlementRules {
    /// The direction across the table.
    pub across: Rule<Direction>,
    /// The alternative that applies when the house is silent; absent if it must name one. Without it, the house must
    /// name one.
    pub default: Option<String>,
    /// The alternatives a house may name, if the book wants one named. Without it, `default` holds unless the house
    /// names another alternative.
    pub order: Option<Rule<String>>,
    /// The lawful orders.
    #[serde(rename = "alternative")]
    pub alternatives: Vec<Alternative>,
}

/// One lawful order of settlement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(from = "RawAlternative")]
pub struct Alternative {
    /// Its name.
    pub id: String,
    /// The law behind it.
    pub cite: Citation,
    /// How hands are turned up, if the alternatives differ in that.
    pub reveals: Option<Stated>,
    /// How hands go to the discard rack, if the alternatives differ in that.
    pub racks: Option<Stated>,
    /// The law that a hand is finished and racked before the next begins; absent if all hands stay to the end.
    pub finishes: Option<Stated>,
    /// The passes over the table, in order.
    pub passes: Vec<Pass>,
}

/// An alternative as a book writes it.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawAlternative {
    /// Its name.
    id: String,
    /// The clauses behind it.
    clauses: Vec<ClauseId>,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
    /// How hands are turned up, if the alternatives differ in that.
    reveals: Option<Stated>,
    /// How hands go to the discard rack, if the alternatives differ in that.
    racks: Option<Stated>,
    /// The law that a hand is finished and racked before the next begins. Without it, all hands stay to the end.
    finishes: Option<Stated>,
    /// The passes over the table, in order.
    #[serde(rename = "pass")]
    passes: Vec<Pass>,
}

impl From<RawAlternative> for Alternative {
    fn from(raw: RawAlternative) -> Alternative {
        let RawAlternative { id, clauses, readings, reveals, racks, finishes, passes } = raw;
        Alternative { id, cite: Citation { clauses, readings }, reveals, racks, finishes, passes }
    }
}

impl Alternative {
    /// The order for a house whose winners share the meters of a progressive. Their shares are known only once all
    /// hands are: where each player is finished before the next, the progressive gets its own pass, so that no other
    /// wager waits for it (READING 67).
    #[must_use]
    pub(crate) fn sharing(&self, wager: Wager) -> Alternative {
        let mut order = self.clone();
        let among = |pass: &Pass| pass.wagers.len() > 1 && pass.wagers.contains(&wager);
        if let Some(at) = order.passes.iter().position(among).filter(|_| self.finishes.is_some()) {
            let own = Pass { wagers: vec![wager], ..order.passes[at].clone() };
            order.passes[at].wagers.retain(|other| *other != wager);
            order.passes.insert(at + 1, own);
        }
        order
    }
}

/// One pass over the table: at each position, these wagers in this order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(from = "RawPass")]
pub struct Pass {
    /// Which outcomes it takes.
    pub take: Take,
    /// The wagers in order.
    pub wagers: Vec<Wager>,
    /// Its direction across the table. Without it, the pass goes as the whole settlement does.
    pub direction: Option<Direction>,
    /// The law behind it.
    pub cite: Citation,
}

/// A pass as a book writes it.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawPass {
    /// Which outcomes it takes.
    take: Take,
    /// The wagers in order.
    wagers: Vec<Wager>,
    /// Its direction across the table. Without it, the pass goes as the whole settlement does.
    direction: Option<Direction>,
    /// The clauses behind it.
    clauses: Vec<ClauseId>,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
}

impl From<RawPass> for Pass {
    fn from(RawPass { take, wagers, direction, clauses, readings }: RawPass) -> Pass {
        Pass { take, wagers, direction, cite: Citation { clauses, readings } }
    }
}

/// How amounts are paid.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentRules {
    /// The smallest chip: tray payments go up to the next multiple.
    pub unit: Bound<Cents>,
    /// Whether a house may limit what one player is paid in a round: with `is = true`, it must name a limit; with
    /// `is = false`, it may not. Without it, it may not.
    pub limit_per_player: Option<Rule<bool>>,
    /// Whether a house may limit what a table pays in a round. Without it, it may not.
    pub limit_per_table: Option<Rule<bool>>,
    /// The details of those limits. Without it, a limit may be any amount, covers every wager but no meter, and cuts in the order
    /// of settlement.
    #[serde(default)]
    pub limits: PayoutRules,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IrregularityRules {
    /// The remedy for each irregularity.
    #[schemars(with = "PerWord<Irregularity, Rule<Remedy>>")]
    pub remedies: BTreeMap<Irregularity, Rule<Remedy>>,
    /// A void round returns every wager.
    pub void_returns: Stated,
    /// Whether rules borrowed from a sister document are in use. Without it, none are.
    pub borrowed: Option<Rule<bool>>,
    /// The irregularities whose remedies are borrowed. Without it, none are.
    #[serde(default)]
    pub borrowed_remedies: Vec<Irregularity>,
}

/// People.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeopleRules {
    /// What happens to a player who leaves on purpose.
    pub leaver: Rule<Leaver>,
    /// What happens to a player whose connection is lost.
    pub lost_connection: Rule<Leaver>,
    /// Whether a player may ask to see folded hands after the settlement. Without it, no player may.
    pub view_folded: Option<Rule<bool>>,
    /// Only the owner and the dealer touch a hand.
    pub hands: Option<Stated>,
    /// A person has one part at a table, and no staff member plays there.
    pub one_part: Option<Stated>,
    /// Nobody decides before all have had the chance to look. Without it, players decide in turn as soon as the cards
    /// are dealt.
    pub all_look: Option<Stated>,
    /// From when players may look at their cards. Without it, as soon as their own cards lie there.
    pub looks_from: Option<Rule<LooksFrom>>,
}
