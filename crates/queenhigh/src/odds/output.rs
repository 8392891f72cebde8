//! What `odds --json` prints about a wager. Fractions are strings in lowest terms; texts with a percent sign and
//! other decimals are for people.

use odds::{Fraction, WagerLaw};
use rules::paytable::Pays;
use schemars::JsonSchema;
use serde::Serialize;

use super::figures::Count;

/// The exact odds of a wager by a paytable.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(title = "odds")]
pub(crate) struct WagerOdds {
    /// The rulebook's code.
    pub(super) rulebook: String,
    /// The wager; `ante_play` is the base game.
    pub(super) wager: String,
    /// The paytable's id; for `ante_play` that of the ante bonus.
    pub(super) paytable: String,
    /// The clauses behind the paytable.
    pub(super) clauses: Vec<String>,
    /// The numbers of the readings behind it.
    pub(super) readings: Vec<u8>,
    /// The stake in cents that the figures are for, where they depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stake: Option<i64>,
    /// For Cover All: the players' hands in the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) players: Option<u8>,
    /// For the base game: the strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strategy: Option<String>,
    /// The expected net result for each unit of the wager.
    pub(super) ev: String,
    /// What the house keeps of each unit of the wager.
    pub(super) house_edge: String,
    /// The same, formatted for people.
    pub(super) house_edge_percent: String,
    /// The share of deals that are paid; for the base game, that end with a gain.
    pub(super) hit_frequency: String,
    /// The same, formatted for people.
    pub(super) hit_frequency_percent: String,
    /// The variance of the net result for each unit of the wager.
    pub(super) variance: String,
    /// Its root, as a decimal.
    pub(super) standard_deviation: String,
    /// The skewness, as a decimal.
    pub(super) skewness: String,
    /// The kurtosis, as a decimal; that of the normal law is 3.
    pub(super) kurtosis: String,
    /// For the base game: the loss for each unit put at risk, the play wager included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) element_of_risk: Option<String>,
    /// The same, formatted for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) element_of_risk_percent: Option<String>,
    /// The share of deals that are folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fold: Option<String>,
    /// The share of deals that are played against a dealer who does not qualify.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dealer_not_qualified: Option<String>,
    /// The share of deals that are won against a qualified dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) win: Option<String>,
    /// The share of deals that tie with a qualified dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tie: Option<String>,
    /// The share of deals that are lost to a qualified dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lose: Option<String>,
    /// The weakest class played, where every class from it on is played and none below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) threshold: Option<String>,
    /// What the strategy gives away against the best one, for each unit of the ante.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cost: Option<String>,
    /// For the base game: how often each net result comes, the smallest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) net_distribution: Option<Vec<NetOut>>,
    /// For progressives: what the lines that do not depend on a meter return of each unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fixed_return: Option<String>,
    /// For progressives: the meters, the highest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) meters: Option<Vec<MeterOut>>,
    /// For progressives: the least value in cents of the first meter that makes the wager fair, with the others as
    /// listed and without envy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) break_even_cents: Option<i64>,
    /// For progressives: the expected envy bonus from each other hand, for each unit; missing where the table names none
    /// for the stake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) envy_per_other: Option<String>,
    /// For progressives that a fold forfeits: the expected net result for a player who folds what is below Q-6-4. `ev`
    /// is that of a player who folds nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ev_folding_below_q64: Option<String>,
    /// For the six card bonus: the stake in cents below which a flat amount makes the wager a gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fair_stake: Option<String>,
    /// What is known besides the player's own hand, and what that does to the decisions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) known: Option<KnownOut>,
    /// The outcomes, mutually exclusive and complete; the deals that no line names come last.
    pub(super) outcomes: Vec<OutcomeOut>,
    /// Notes for the reader.
    pub(super) notes: Vec<String>,
}

/// Known cards.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct KnownOut {
    /// What was seen of the dealer's hand, as it was asked.
    pub(super) dealer_card: Option<String>,
    /// The cards seen at other positions, as they were asked.
    pub(super) cards: Option<String>,
    /// How often a card of the dealer's shows what was seen.
    pub(super) chance: String,
    /// What the expected net result gains over knowing nothing and playing best.
    pub(super) gain: String,
    /// The weakest class of which any hand is played.
    pub(super) weakest_played: Option<String>,
    /// The strongest class of which any hand is folded.
    pub(super) strongest_folded: Option<String>,
    /// The classes that some suits play and others fold.
    pub(super) mixed: Vec<MixedOut>,
}

/// A class that is decided by its suits.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MixedOut {
    /// The class.
    pub(super) class: String,
    /// How many hands of it are played.
    pub(super) played: u32,
    /// How many are folded.
    pub(super) folded: u32,
}

/// One outcome.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OutcomeOut {
    /// The hand of the line; `nothing` where no line names it.
    pub(super) hand: String,
    /// For the base game: `win`, `tie`, `lose`, `dealer_not_qualified` or `fold`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<&'static str>,
    /// The deals that give it.
    pub(super) ways: Count,
    /// All deals.
    pub(super) of: Count,
    /// What the line pays, such as `40 to 1`; for the base game, what the ante bonus pays.
    pub(super) pays: Option<String>,
    /// The net result for each unit of the wager.
    pub(super) net: String,
    /// The probability.
    pub(super) probability: String,
    /// The same, formatted for people.
    pub(super) probability_percent: String,
    /// The clause of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clause: Option<String>,
    /// The net result, for printing.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) exact: Fraction,
    /// What the line pays, for houses that print it in their own way.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) line: Option<Pays>,
}

impl OutcomeOut {
    /// Its probability.
    pub(super) fn chance(&self) -> Fraction {
        Fraction::new(self.ways.0, self.of.0)
    }
}

/// One net result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NetOut {
    /// The net result in antes.
    pub(super) net: String,
    /// The deals that give it.
    pub(super) ways: Count,
    /// All deals.
    pub(super) of: Count,
}

/// One meter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MeterOut {
    /// The meter.
    pub(super) meter: &'static str,
    /// Probability times share over all its lines: times meter over stake, this is its part of the return.
    pub(super) coefficient: String,
    /// The value in cents that `ev` is stated at.
    pub(super) cents: i64,
    /// Where that value comes from: `given`, the book's `seed` (or the least it allows), or
    /// `nothing`, when the book names no seed.
    pub(super) from: &'static str,
    /// The least value in cents that makes the wager fair, with the other meters as listed and without envy.
    pub(super) break_even_cents: Option<i64>,
}

/// The figures that every law has, with its outcomes.
pub(super) fn with_law(mut odds: WagerOdds, law: &WagerLaw, clauses: &[Option<String>]) -> WagerOdds {
    let (ev, hit, variance) = (law.ev(), law.hit_frequency(), law.variance());
    odds.ev = ev.to_string();
    odds.house_edge = law.house_edge().to_string();
    odds.house_edge_percent = law.house_edge().percent(4);
    odds.hit_frequency = hit.to_string();
    odds.hit_frequency_percent = hit.percent(4);
    odds.variance = variance.to_string();
    odds.standard_deviation = variance.root(6);
    odds.skewness = law.skewness(6);
    odds.kurtosis = (law.excess_kurtosis() + Fraction::whole(3)).decimal(6);
    odds.outcomes = law
        .outcomes
        .iter()
        .enumerate()
        .map(|(i, outcome)| OutcomeOut {
            hand: outcome.name().to_owned(),
            event: None,
            ways: Count(outcome.ways),
            of: Count(outcome.of),
            pays: outcome.pays.map(|pays| pays.to_string()),
            net: outcome.net.to_string(),
            probability: outcome.probability().to_string(),
            probability_percent: outcome.probability().percent(6),
            clause: clauses.get(i).cloned().flatten(),
            exact: outcome.net.clone(),
            line: outcome.pays,
        })
        .collect();
    odds
}
