//! The result as JSON.

use std::collections::BTreeMap;

use odds::Fraction;
use odds::simulate::{Comparison, SimulationPlan};
use rules::money::MILLIONTHS;
use schemars::JsonSchema;
use serde::Serialize;

use super::part::RunPart;

/// A simulation beside the exact law.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "simulate")]
pub(crate) struct Simulated {
    /// The rulebook's code.
    pub(super) rulebook: String,
    /// The operator.
    pub(super) operator: String,
    /// BLAKE3 of the house's content.
    pub(super) digest: String,
    /// BLAKE3 of the rulebook's content.
    pub(super) book_digest: String,
    /// The seed of the cards, in hexadecimal digits.
    pub(super) seed: String,
    /// The rounds that were dealt.
    pub(super) rounds: u64,
    /// The rounds of the whole run.
    pub(super) of_rounds: u64,
    /// The rounds of a block; each starts with fresh meters.
    pub(super) block: u64,
    /// Whether all of the run is here.
    pub(super) whole: bool,
    /// The positions.
    pub(super) positions: Vec<PositionOut>,
    /// The wagers, then all together.
    pub(super) wagers: Vec<SimulatedWager>,
    /// The meters.
    pub(super) meters: Vec<SimulatedMeter>,
    /// Notes for the reader.
    pub(super) notes: Vec<String>,
}

/// One position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PositionOut {
    /// The position, from 1.
    pub(super) position: u8,
    /// Which hands are played.
    pub(super) strategy: String,
    /// How many of the 22,100 hands these are.
    pub(super) plays: u32,
    /// What is wagered each round, in cents.
    pub(super) wagers: BTreeMap<String, i64>,
    /// The mean net of a round in cents, as a fraction.
    pub(super) mean_cents: String,
    /// The standard deviation of the net of a round in cents.
    pub(super) standard_deviation_cents: String,
    /// The mean in dollars, for people.
    pub(super) mean_dollars: String,
    /// The standard deviation in dollars, for people.
    pub(super) standard_deviation_dollars: String,
}

/// One wager, or all of them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "WagerOut")]
pub(crate) struct SimulatedWager {
    /// The wager; `ante_play` for ante, play and ante bonus together, `table` for all wagers of all positions.
    pub(super) wager: &'static str,
    /// The cents of a round that the figures are parts of, all positions together: the wager's stakes, or those of the
    /// wager that it follows from.
    pub(super) stake: i64,
    /// How many rounds.
    pub(super) rounds: u64,
    /// The mean net for each unit of stake, as a fraction.
    pub(super) mean: String,
    /// The same, formatted for people.
    pub(super) mean_percent: String,
    /// The standard error of the mean.
    pub(super) standard_error: String,
    /// The exact expectation as a fraction; missing where no law is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exact: Option<String>,
    /// The same, formatted for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exact_percent: Option<String>,
    /// Why there is no exact figure, and what it would be without a limit on payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) no_exact: Option<String>,
    /// How many standard errors the mean lies above the exact figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) z: Option<String>,
    /// All that was staked, in cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) staked: Option<i64>,
    /// All that was paid on top of stakes, in cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) paid: Option<i64>,
    /// All that was returned of stakes, in cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) returned: Option<i64>,
    /// How often each outcome occurred, all positions together.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) outcomes: BTreeMap<String, u64>,
}

/// One meter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "MeterOut")]
pub(crate) struct SimulatedMeter {
    /// The progressive and the level, such as `progressive.major`.
    pub(super) meter: String,
    /// What it showed on average at a settlement, in cents, as a fraction.
    pub(super) mean_cents: String,
    /// The same to the cent.
    pub(super) mean_shown: i64,
    /// The highest that it showed, in cents.
    pub(super) highest: i64,
    /// How often a share of it was won.
    pub(super) awards: u64,
    /// How often it was won whole and reset.
    pub(super) resets: u64,
    /// What was paid out of it, in cents.
    pub(super) paid: i64,
}

/// A sum as the JSON number that it fits into; a run would take longer than anybody lives to leave that.
fn number(sum: i128) -> i64 {
    i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX })
}

impl Simulated {
    pub(super) fn new(plan: &SimulationPlan<'_>, part: &RunPart, rows: &[Comparison]) -> Simulated {
        let (house, result) = (plan.house(), &part.result);
        let rounds = Fraction::whole(result.rounds.max(1));
        let positions = plan.seats().iter().zip(&part.request.positions).filter_map(|(seat, request)| {
            let sums = &result.positions.get(&seat.position)?.rounds;
            let mean = Fraction::whole(sums.net) / rounds.clone();
            let variance = Fraction::whole(sums.squares) / rounds.clone() - mean.power(2);
            Some(PositionOut {
                position: seat.position,
                strategy: request.strategy.clone(),
                plays: seat.decisions.played(),
                wagers: request.wagers.clone(),
                mean_cents: mean.to_string(),
                standard_deviation_cents: variance.root(4),
                mean_dollars: (mean / Fraction::whole(100)).decimal(4),
                standard_deviation_dollars: (variance / Fraction::whole(10_000)).root(2),
            })
        });
        let wagers = rows.iter().map(|row| {
            let sums = result.wagers.get(row.wager);
            let exact = row.exact.as_ref().ok();
            SimulatedWager {
                wager: row.wager,
                stake: row.stake.0,
                rounds: row.rounds,
                mean: row.mean.to_string(),
                mean_percent: row.mean.percent(4),
                standard_error: row.standard_error(10),
                exact: exact.map(ToString::to_string),
                exact_percent: exact.map(|exact| exact.percent(4)),
                no_exact: row.exact.as_ref().err().map(|why| format!("{why}.")),
                z: row.z(4),
                staked: sums.map(|sums| number(sums.staked)),
                paid: sums.map(|sums| number(sums.paid)),
                returned: sums.map(|sums| number(sums.returned)),
                outcomes: sums.map(|sums| sums.outcomes.clone()).unwrap_or_default(),
            }
        });
        let meters = result.meters.iter().map(|(meter, sums)| {
            let mean = Fraction::new(sums.shown, MILLIONTHS) / rounds.clone();
            SimulatedMeter {
                meter: meter.clone(),
                mean_shown: number(sums.shown / i128::from(result.rounds.max(1)) / i128::from(MILLIONTHS)),
                mean_cents: mean.to_string(),
                highest: sums.highest / MILLIONTHS,
                awards: sums.awards,
                resets: sums.resets,
                paid: number(sums.paid),
            }
        });
        Simulated {
            rulebook: house.book.code.clone(),
            operator: house.operator.clone(),
            digest: house.digest.clone(),
            book_digest: house.book_digest.clone(),
            seed: part.request.seed.clone(),
            rounds: result.rounds,
            of_rounds: plan.rounds(),
            block: plan.block(),
            whole: result.is_whole(plan.blocks()),
            positions: positions.collect(),
            wagers: wagers.collect(),
            meters: meters.collect(),
            notes: notes(rows),
        }
    }
}

fn notes(rows: &[Comparison]) -> Vec<String> {
    let mut notes = vec![
        "Means are net, in parts of the wager's stake: play and ante bonus of the ante, envy of the progressive, the table \
         of all stakes but the play."
            .to_owned(),
    ];
    let has = |word: &str| rows.iter().any(|row| row.wager == word);
    if has("progressive") || has("five_card_progressive") {
        notes.push("A progressive's exact figure is for the meters that its rounds found.".to_owned());
    }
    let mut unknown: Vec<String> = rows
        .iter()
        .filter_map(|row| Some((row.wager, row.exact.as_ref().err()?)))
        .map(|(wager, why)| format!("No exact figure for {wager}: {why}."))
        .collect();
    unknown.dedup();
    notes.extend(unknown);
    notes
}
