//! `odds --house FILE --position STAKES --rounds N`: what a session does to a bankroll, what a shift does to the house,
//! and how long a meter waits to be hit.

use odds::Fraction;
use odds::position::Position;
use odds::progressive::ProgressiveLaw;
use odds::risk::{AmountLaw, BankrollSession, Chance, Quantile, Shift, Wait};
use rules::money::{Cents, Share};
use rules::paytable::Pays;
use rules::settle::{Meters, Stakes};
use rules::{House, Level, Wager};
use schemars::JsonSchema;
use serde::Serialize;

use super::position::{HouseMeter, StakeOut, meters_out, stakes_out};
use super::sheet::{Figure, ParSection, ParTable, Unit, deviation};
use super::stakes;
use crate::plural;

/// The levels of the quantiles, in percent.
const LEVELS: [u32; 7] = [1, 5, 25, 50, 75, 95, 99];

/// The risk of a position over many rounds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "odds-risk")]
pub(crate) struct RiskOdds {
    /// The rulebook's code.
    rulebook: String,
    /// The operator.
    operator: String,
    /// The strategy.
    strategy: String,
    /// What is wagered in each round.
    stakes: Vec<StakeOut>,
    /// Where the meters stand, in every round.
    meters: Vec<HouseMeter>,
    /// How many rounds.
    rounds: u64,
    /// What a round needs, in cents: all stakes, and the play wager.
    needs: i64,
    /// What a bankroll comes to; missing where none is stated.
    session: Option<SessionOut>,
    /// What the house holds of this position.
    hold: HoldOut,
    /// The meters that a wager can win whole.
    waits: Vec<WaitOut>,
}

/// A session with a bankroll.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SessionOut {
    /// The bankroll at the start, in cents.
    bankroll: i64,
    /// The chance that the bankroll no longer covers a round, at the latest after the last.
    ruin: ChanceOut,
    /// The bankroll at the end; for a ruined player, what was left.
    bankroll_quantiles: Vec<QuantileOut>,
}

/// What the house holds over all rounds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct HoldOut {
    /// The mean amount staked, in cents.
    staked: String,
    /// The mean amount kept, in cents.
    mean: String,
    /// Its variance, in square cents.
    variance: String,
    /// Its root in cents, as a decimal.
    standard_deviation: String,
    /// The chance that the house keeps less than nothing.
    loses: ChanceOut,
    /// What it keeps.
    quantiles: Vec<QuantileOut>,
}

/// A probability between two bounds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ChanceOut {
    /// It is at least this.
    low: String,
    /// It is at most this.
    high: String,
    /// The same, formatted for people.
    percent: String,
}

/// A quantile.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct QuantileOut {
    /// The level in percent.
    percent: u32,
    /// It is at least this, in cents.
    low: i64,
    /// It is at most this, in cents; missing for amounts beyond those that are followed.
    high: Option<i64>,
}

/// The wait for a meter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct WaitOut {
    /// The progressive.
    wager: &'static str,
    /// The meter.
    meter: &'static str,
    /// The chance that one wager wins it whole.
    chance: String,
    /// The mean number of wagers until one does.
    mean: String,
    /// Its variance.
    variance: String,
    /// The number of wagers within which it is won with a probability of one half.
    median: Option<u64>,
    /// The chance that it is won within the rounds.
    within: ChanceOut,
}

fn chance_out(chance: &Chance) -> ChanceOut {
    let (low, high) = (chance.low.percent(4), chance.high.percent(4));
    let percent = if low == high { low } else { format!("{low} to {high}") };
    ChanceOut { low: chance.low.to_string(), high: chance.high.to_string(), percent }
}

fn quantiles(law: &AmountLaw) -> Vec<QuantileOut> {
    let at = |percent: u32| {
        let Quantile { low, high } = law.quantile(&Fraction::new(percent, 100));
        QuantileOut { percent, low: low.0, high: high.map(|high| high.0) }
    };
    LEVELS.into_iter().map(at).collect()
}

/// What a round needs: every stake, and the play wager.
pub(super) fn needs(position: &Position, stakes: &Stakes) -> Cents {
    let made: i64 = position.parts.iter().map(|part| stakes.on(part.wager).0).sum();
    Cents(made + stakes.ante.0)
}

/// What is asked about.
pub(super) struct RiskQuestion<'a> {
    pub(super) house: &'a House,
    pub(super) stakes: &'a Stakes,
    pub(super) meters: &'a Meters,
    pub(super) position: &'a Position,
    pub(super) strategy: &'a str,
    pub(super) rounds: u64,
    pub(super) bankroll: Option<Cents>,
}

/// The risk of a position.
pub(super) fn odds(asked: &RiskQuestion<'_>) -> RiskOdds {
    let RiskQuestion { house, stakes, position, rounds, .. } = *asked;
    let hold = Shift::hold(&position.law, rounds);
    let needs = needs(position, stakes);
    let session = asked.bankroll.map(|bankroll| {
        let session = BankrollSession::new(&position.law, bankroll, needs, rounds);
        SessionOut {
            bankroll: bankroll.0,
            ruin: chance_out(&session.ruin),
            bankroll_quantiles: quantiles(&session.bankroll),
        }
    });
    RiskOdds {
        rulebook: house.book.code.clone(),
        operator: house.operator.clone(),
        strategy: asked.strategy.to_owned(),
        stakes: stakes_out(stakes),
        meters: meters_out(house, stakes, asked.meters),
        rounds,
        needs: needs.0,
        session,
        hold: HoldOut {
            staked: (position.staked() * Fraction::whole(rounds)).to_string(),
            mean: hold.mean.to_string(),
            variance: hold.variance.to_string(),
            standard_deviation: hold.variance.root(4),
            loses: chance_out(&hold.law.below(Cents::ZERO)),
            quantiles: quantiles(&hold.law),
        },
        waits: waits(house, stakes, rounds),
    }
}

/// The wait for each meter of the wagers that are made.
fn waits(house: &House, stakes: &Stakes, rounds: u64) -> Vec<WaitOut> {
    let mut waits = Vec::new();
    for wager in [Wager::Progressive, Wager::FiveCardProgressive].into_iter().filter(|w| !stakes.on(*w).is_zero()) {
        let Some(terms) = house.progressive_terms(wager) else { continue };
        let law = ProgressiveLaw::of_house(terms, house.wheel);
        for meter in &terms.meters {
            let Some(wait) = Wait::new(whole_wins(&law, meter.level), law.of) else { continue };
            let median = wait.quantile(&Fraction::new(1, 2)).filter(|(low, high)| low == high);
            waits.push(WaitOut {
                wager: wager.word(),
                meter: meter.level.word(),
                chance: wait.mean().power(-1).to_string(),
                mean: wait.mean().to_string(),
                variance: wait.variance().to_string(),
                median: median.map(|(low, _)| low),
                within: chance_out(&wait.within(rounds)),
            });
        }
    }
    waits
}

/// The deals that win a meter whole.
fn whole_wins(law: &ProgressiveLaw, level: Level) -> u128 {
    let wins = |pays: Pays| matches!(pays, Pays::OfMeter(share, of) if share == Share::WHOLE && of == level);
    law.lines.iter().filter(|line| wins(line.pays)).map(|line| line.ways).sum()
}

/// An amount that can be below nothing.
fn signed(cents: i64) -> String {
    if cents < 0 { format!("-{}", Cents(-cents)) } else { Cents(cents).to_string() }
}

fn between(quantile: &QuantileOut) -> String {
    match quantile.high {
        Some(high) if high == quantile.low => signed(high),
        Some(high) => format!("{} to {}", signed(quantile.low), signed(high)),
        None => format!("{} or more", signed(quantile.low)),
    }
}

/// The same, formatted for people.
pub(super) fn section(asked: &RiskQuestion<'_>, odds: &RiskOdds) -> ParSection {
    let rounds = plural::grouped(odds.rounds, "round");
    let title = format!("Risk over {rounds}, strategy {}: {}", odds.strategy, stakes::in_words(asked.stakes));
    let book = &asked.house.book;
    let mut section = ParSection::new("risk", title, &[&book.fold.ante.cite, &book.payment.unit.cite]);
    let fraction = super::text::fraction;
    let mut figures = vec![
        Figure::of("staked on average", &fraction(&odds.hold.staked), Unit::Money, 1),
        Figure::of("held by the house on average", &fraction(&odds.hold.mean), Unit::Money, 1),
        Figure::word("standard deviation of the hold", deviation(&fraction(&odds.hold.variance))),
        Figure::word("the house loses", odds.hold.loses.percent.clone()),
    ];
    if let Some(session) = &odds.session {
        figures.push(Figure::word("bankroll in the beginning", Cents(session.bankroll).to_string()));
        figures.push(Figure::word("a round needs", Cents(odds.needs).to_string()));
        figures.push(Figure::word("risk of ruin", session.ruin.percent.clone()));
    }
    for wait in &odds.waits {
        let name = format!("{} {}", wait.wager.replace('_', " "), wait.meter);
        figures.push(Figure::of(format!("{name}: wagers until it is won"), &fraction(&wait.mean), Unit::Decimal, 1));
        if let Some(median) = wait.median {
            figures.push(Figure::word(format!("{name}: median wait"), super::figures::count(median.into())));
        }
        figures.push(Figure::word(format!("{name}: won within these rounds"), wait.within.percent.clone()));
    }
    section.figures = figures;
    let mut columns = vec!["quantile", "held by the house"];
    columns.extend(odds.session.as_ref().map(|_| "bankroll in the end"));
    let mut table = ParTable::new("Not exceeded with this probability", &columns);
    for (i, quantile) in odds.hold.quantiles.iter().enumerate() {
        let mut row = vec![format!("{}%", quantile.percent), between(quantile)];
        row.extend(odds.session.as_ref().and_then(|session| session.bankroll_quantiles.get(i)).map(between));
        table.row(row);
    }
    section.tables.push(table);
    section.notes.extend(stakes::with_limits(asked.house, "the figures include what it cuts"));
    section.notes.push(
        "By folding the exact law of one round with itself, in whole numbers. What rounding leaves open is bounded, and a \
         figure with two values lies between them. Meters are taken to stand where they stand now in every round."
            .into(),
    );
    section
}
