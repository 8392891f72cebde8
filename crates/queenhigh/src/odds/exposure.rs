//! `odds --house FILE --exposure`: what a table holds with one position, two, and so on, how much that varies,
//! the most that one round can cost, and what rounding to whole chips gives away.

use odds::Fraction;
use odds::exposure::{Exposure, SeatTerms, breakage};
use odds::position::{PositionDeals, PositionTerms};
use odds::strategy::Strategy;
use rules::House;
use rules::money::Cents;
use rules::settle::{Meters, Stakes};
use schemars::JsonSchema;
use serde::Serialize;

use super::figures::count;
use super::position::{HouseMeter, StakeOut, meters_out, stakes_out, title as title_of};
use super::sheet::{Figure, ParSection, ParTable, Unit, deviation, money};
use super::stakes;

/// The exposure of tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "odds-exposure")]
pub(crate) struct ExposureOdds {
    /// The rulebook's code.
    rulebook: String,
    /// The operator.
    operator: String,
    /// The strategy at every position.
    strategy: String,
    /// What is wagered at each position; the last stands for all further ones.
    positions: Vec<Vec<StakeOut>>,
    /// Where the meters stand.
    meters: Vec<HouseMeter>,
    /// The tables, by how many positions are taken.
    tables: Vec<TableOut>,
    /// What rounding to whole chips costs the house at the first position, by the smallest chip.
    breakage: Vec<BreakageOut>,
    /// Notes for the reader.
    notes: Vec<String>,
}

/// A table with some positions taken.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TableOut {
    /// How many positions are taken.
    positions: usize,
    /// The mean amount staked in a round, in cents.
    staked: String,
    /// The mean amount that the house keeps, in cents.
    hold: String,
    /// Its share of what is staked.
    hold_share: String,
    /// The variance of what the house keeps, in square cents, as far as it is counted: exact.
    variance: String,
    /// Whether nothing is left out of the variance.
    variance_is_whole: bool,
    /// What is left out of it, where that was sampled: to be added.
    sampled: Option<SampledOut>,
    /// The standard deviation of what the house keeps, in cents, with what was sampled.
    standard_deviation: String,
    /// Its standard error, where a part was sampled.
    standard_deviation_error: Option<String>,
    /// A bound in cents: no round pays more than this, stakes not counted.
    largest_payment: i64,
    /// The wagers over the whole table.
    wagers: Vec<WagerOut>,
}

/// A part of a variance that is not counted but sampled.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SampledOut {
    /// The part, in square cents, a fraction.
    variance: String,
    /// Its standard error, in square cents, a decimal.
    standard_error: String,
    /// The rounds dealt for it.
    rounds: u64,
    /// The seed of the sample: the same seed gives the same figure.
    seed: String,
}

/// A wager over the whole table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct WagerOut {
    /// The wager; `ante` stands for ante, play and ante bonus.
    wager: &'static str,
    /// The mean amount staked, in cents.
    staked: String,
    /// The mean amount kept, in cents.
    hold: String,
    /// What rounding costs the house, in cents.
    breakage: String,
}

/// Rounding by one smallest chip.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct BreakageOut {
    /// The smallest chip, in cents.
    unit: i64,
    /// What it costs the house on each wager in a round, in cents.
    wagers: Vec<(String, String)>,
}

/// What is asked about.
pub(super) struct ExposureQuestion<'a> {
    pub(super) house: &'a House,
    pub(super) positions: &'a [Stakes],
    pub(super) meters: &'a Meters,
    pub(super) strategy: (&'a str, &'a Strategy),
    /// The deals of the first position.
    pub(super) deals: &'a PositionDeals,
    /// Whether the covariances of the positions are counted, which takes a while.
    pub(super) spread: bool,
}

/// The square of the standard error of the deviation: half that of the variance, over the deviation.
fn deviation_error(exposure: &Exposure) -> Option<Fraction> {
    let variance = exposure.variance_in_all();
    let sampled = exposure.sampled.as_ref().filter(|_| !variance.is_zero())?;
    Some(sampled.squared_error.clone() / (variance * Fraction::whole(4)))
}

fn table_out(positions: usize, exposure: &Exposure) -> TableOut {
    TableOut {
        positions,
        staked: exposure.staked.to_string(),
        hold: exposure.hold.to_string(),
        hold_share: exposure.hold_share().to_string(),
        variance: exposure.variance.to_string(),
        variance_is_whole: exposure.variance_is_whole,
        sampled: exposure.sampled.as_ref().map(|sampled| SampledOut {
            variance: sampled.variance.to_string(),
            standard_error: sampled.error(2),
            rounds: sampled.rounds,
            seed: sampled.seed.to_string(),
        }),
        standard_deviation: exposure.variance_in_all().root(2),
        standard_deviation_error: deviation_error(exposure).map(|squared| squared.root(2)),
        largest_payment: exposure.largest_payment.0,
        wagers: exposure
            .wagers
            .iter()
            .map(|wager| WagerOut {
                wager: wager.wager.word(),
                staked: wager.staked.to_string(),
                hold: wager.hold.to_string(),
                breakage: wager.breakage.to_string(),
            })
            .collect(),
    }
}

/// The exposures: of the positions as they are where several are named, else of one to all places of the table.
pub(super) fn exposures(asked: &ExposureQuestion<'_>) -> Vec<(usize, Exposure)> {
    let seat =
        |(person, stakes): (u32, &Stakes)| SeatTerms { person, stakes: *stakes, strategy: asked.strategy.1.clone() };
    let seats: Vec<SeatTerms> = (1..).zip(asked.positions).map(seat).collect();
    match &seats[..] {
        [] => Vec::new(),
        [one] => {
            let most = u32::from(asked.house.table.positions);
            (1..).zip(Exposure::by_number(asked.house, one, most, asked.meters, asked.deals, asked.spread)).collect()
        }
        several => vec![(several.len(), Exposure::new(asked.house, several, asked.meters))],
    }
}

/// The smallest chips that breakage is stated for, the house's own among them.
fn units(house: &House) -> Vec<Cents> {
    let mut units = vec![Cents(1), Cents(25), Cents(50), Cents(100), Cents(500), house.unit];
    units.retain(|unit| unit.0 % house.currency.smallest().0 == 0);
    units.sort_unstable();
    units.dedup();
    units
}

/// How a deviation that is partly sampled came about.
fn sampled_note(exposures: &[(usize, Exposure)]) -> Option<String> {
    let largest =
        exposures.iter().filter_map(|(_, exposure)| exposure.sampled.as_ref()).max_by_key(|sampled| sampled.rounds)?;
    Some(format!(
        "A deviation with ± is counted but for how envy, Cover All and the five-card progressive of one position move with \
         another's wagers: that part is sampled, over up to {} rounds from the seed {}, and what follows the ± is the \
         standard error.",
        count(largest.rounds.into()),
        largest.seed
    ))
}

/// What a limit does to the figures of a table.
const CUT: &str = "the figures include what it cuts at each position by itself, and not what it cuts only because several \
                   positions win, or of envy and Cover All";

const LIMITED: &str = "The house limits what a round pays: the deviation is that without the limit, and leaves out how envy, \
                       Cover All and the five-card progressive of one position move with another's wagers; `queenhigh \
                       simulate` states the whole with its error.";

const COLOURS: &str = "The deviation of several positions is that of each by itself: with a prime at the table, how positions \
                       move together is not counted; `queenhigh simulate` states the whole with its error.";

/// Why a deviation is incomplete, and what replaces the rest.
fn spread_notes(asked: &ExposureQuestion<'_>, exposures: &[(usize, Exposure)]) -> Vec<String> {
    let open = |exposure: &Exposure| !exposure.variance_is_whole && exposure.sampled.is_none();
    let incomplete = asked.spread && exposures.iter().any(|(_, exposure)| open(exposure));
    let prime = asked.positions.iter().any(|stakes| !stakes.prime.is_zero());
    let why = if prime { COLOURS } else { LIMITED };
    sampled_note(exposures).into_iter().chain(incomplete.then(|| why.to_owned())).collect()
}

/// All about the exposure.
pub(super) fn odds(asked: &ExposureQuestion<'_>) -> ExposureOdds {
    let exposures = exposures(asked);
    let first = asked.positions.first().copied().unwrap_or_default();
    let mut notes: Vec<String> = asked.positions.iter().flat_map(|s| stakes::not_taken(asked.house, s)).collect();
    notes.dedup();
    notes.extend(stakes::with_limits(asked.house, CUT));
    notes.extend(spread_notes(asked, &exposures));
    ExposureOdds {
        rulebook: asked.house.book.code.clone(),
        operator: asked.house.operator.clone(),
        strategy: asked.strategy.0.to_owned(),
        positions: asked.positions.iter().map(stakes_out).collect(),
        meters: meters_out(asked.house, &first, asked.meters),
        tables: exposures.iter().map(|(positions, exposure)| table_out(*positions, exposure)).collect(),
        breakage: broken(asked, &first)
            .into_iter()
            .map(|(unit, wagers)| BreakageOut {
                unit: unit.0,
                wagers: wagers.iter().map(|(wager, cents)| (wager.word().to_owned(), cents.to_string())).collect(),
            })
            .collect(),
        notes,
    }
}

fn broken(asked: &ExposureQuestion<'_>, stakes: &Stakes) -> Vec<(Cents, Vec<(rules::Wager, Fraction)>)> {
    let terms = PositionTerms::of(asked.house, stakes, asked.meters);
    breakage(asked.deals, &terms, asked.strategy.1, &units(asked.house))
}

/// The exposure for people.
pub(super) fn section(asked: &ExposureQuestion<'_>) -> ParSection {
    let first = asked.positions.first().copied().unwrap_or_default();
    let what = match asked.positions {
        [_] => format!("each with {}", stakes::in_words(&first)),
        several => format!("{} of them as stated", several.len()),
    };
    let title = format!("Exposure of a table by positions, {what}, strategy {}", asked.strategy.0);
    let book = &asked.house.book;
    let mut section = ParSection::new("exposure", title, &[&book.fold.ante.cite, &book.payment.unit.cite]);
    let exposures = exposures(asked);
    let columns = ["positions", "staked", "held", "of what is staked", "standard deviation", "most that is paid"];
    let mut table = ParTable::new("One round", &columns);
    for (positions, exposure) in &exposures {
        let spread = match deviation_error(exposure) {
            Some(error) => format!("{} ± {}", deviation(&exposure.variance_in_all()), deviation(&error)),
            None => deviation(&exposure.variance),
        };
        table.row([
            positions.to_string(),
            money(&exposure.staked),
            money(&exposure.hold),
            exposure.hold_share().percent(4),
            match asked.spread || exposure.variance_is_whole {
                true => spread,
                false => "–".to_owned(),
            },
            exposure.largest_payment.to_string(),
        ]);
    }
    section.tables.push(table);
    if let Some((positions, exposure)) = exposures.last() {
        let mut table = ParTable::new(
            format!("The wagers at a table of {positions} {}", if *positions == 1 { "position" } else { "positions" }),
            &["wager", "staked", "held", "breakage"],
        );
        for wager in &exposure.wagers {
            let name = title_of(asked.house, wager.wager).to_owned();
            table.row([name, money(&wager.staked), money(&wager.hold), money(&wager.breakage)]);
        }
        section.tables.push(table);
        let positions = Fraction::whole(*positions);
        section.figures.push(Figure::of("held per position", &(exposure.hold.clone() / positions), Unit::Money, 1));
        section.figures.push(Figure::of("held of what is staked", &exposure.hold_share(), Unit::Percent, 1));
    }
    section.tables.push(breakage_table(&broken(asked, &first)));
    section.notes.extend(spread_notes(asked, &exposures));
    if !asked.spread {
        section.notes.push(
            "The deviation of a table needs the covariances of its positions: `queenhigh odds --house FILE --exposure` \
             counts them."
                .into(),
        );
    }
    section
        .notes
        .push("The most that is paid is a bound: the best hands of all positions may need the same cards.".into());
    section.notes.extend(asked.positions.iter().flat_map(|stakes| stakes::not_taken(asked.house, stakes)));
    section.notes.dedup();
    section.notes.extend(stakes::with_limits(asked.house, CUT));
    section
}

/// Breakage by the smallest chip.
fn breakage_table(broken: &[(Cents, Vec<(rules::Wager, Fraction)>)]) -> ParTable {
    let mut columns = vec!["smallest chip".to_owned()];
    if let Some((_, wagers)) = broken.first() {
        columns.extend(wagers.iter().map(|(wager, _)| wager.word().to_owned()));
    }
    let mut table =
        ParTable { caption: "Breakage: what rounding up costs the house in a round".into(), columns, rows: Vec::new() };
    for (unit, wagers) in broken {
        let mut row = vec![unit.to_string()];
        row.extend(wagers.iter().map(|(_, cents)| money(cents)));
        table.row(row);
    }
    table
}
