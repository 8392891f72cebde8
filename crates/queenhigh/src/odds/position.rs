//! `odds --house FILE --position STAKES`: all wagers of a position together, their joint law and the decisions.

mod json;

use odds::Fraction;
use odds::position::{ClassPlay, Position, PositionDeals, PositionTerms};
use odds::strategy::Strategy;
use rules::rulebook::vocabulary::Fate;
use rules::settle::{Meters, Stakes};
use rules::{Citation, House, Wager};

use super::figures::Count;
use super::sheet::{Figure, ParSection, ParTable, Unit, deviation, money};
use super::stakes;
use crate::plural;
use json::{CovarianceOut, NetCents, PartOut, TurnedOut};

pub(crate) use json::{HouseMeter, PositionOdds, StakeOut};

/// The stakes above zero.
pub(super) fn stakes_out(stakes: &Stakes) -> Vec<StakeOut> {
    let made = Wager::STAKED.into_iter().filter(|wager| !stakes.on(*wager).is_zero());
    made.map(|wager| StakeOut { wager: wager.word(), cents: stakes.on(wager).0 }).collect()
}

/// The meters of the wagers that are made.
pub(super) fn meters_out(house: &House, stakes: &Stakes, meters: &Meters) -> Vec<HouseMeter> {
    let made = [Wager::Progressive, Wager::FiveCardProgressive].into_iter().filter(|w| !stakes.on(*w).is_zero());
    let terms = made.filter_map(|wager| house.progressive_terms(wager).map(|terms| (wager, terms)));
    terms
        .flat_map(|(wager, terms)| {
            terms.meters.iter().map(move |meter| HouseMeter {
                wager: wager.word(),
                meter: meter.level.word(),
                cents: meters.of(wager).get(meter.level).shown().0,
            })
        })
        .collect()
}

/// Everything about a position.
pub(super) fn odds(
    house: &House,
    terms: &PositionTerms,
    meters: &Meters,
    position: &Position,
    strategy: &str,
) -> PositionOdds {
    let (mean, staked) = (position.mean(), position.staked());
    let parts = &position.parts;
    let pairs = (0..parts.len()).flat_map(|i| (i + 1..parts.len()).map(move |j| (i, j)));
    let played = position.choices.iter().filter(|choice| choice.plays).map(|choice| choice.ways).sum();
    PositionOdds {
        rulebook: house.book.code.clone(),
        operator: house.operator.clone(),
        strategy: strategy.to_owned(),
        stakes: stakes_out(terms.stakes()),
        meters: meters_out(house, terms.stakes(), meters),
        ev: mean.to_string(),
        house_edge: if staked.is_zero() { staked.clone() } else { -mean / staked.clone() }.to_string(),
        staked: staked.to_string(),
        variance: position.variance().to_string(),
        standard_deviation: position.variance().root(4),
        skewness: position.law.skewness(6),
        kurtosis: (position.law.excess_kurtosis() + Fraction::whole(3)).decimal(6),
        hit_frequency: position.law.above_zero().to_string(),
        largest_payment: position.largest_payment.0,
        wagers: parts
            .iter()
            .map(|part| PartOut {
                wager: part.wager.word(),
                ev: part.law.mean().to_string(),
                staked: part.staked.to_string(),
                variance: part.law.variance().to_string(),
                standard_deviation: part.law.variance().root(4),
                breakage: part.breakage.to_string(),
            })
            .collect(),
        covariances: pairs
            .map(|(i, j)| CovarianceOut {
                a: parts[i].wager.word(),
                b: parts[j].wager.word(),
                covariance: position.covariance(i, j).to_string(),
                correlation: position.correlation(i, j, 6),
            })
            .collect(),
        threshold: position.threshold.map(|weakest| weakest.to_string()),
        hands_played: played,
        turned: position
            .turned()
            .map(|choice| TurnedOut {
                hand: choice.hand.to_string(),
                class: choice.hand.strength().to_string(),
                hands: choice.ways,
                plays: choice.plays,
                gain: choice.gain().to_string(),
                base_gain: choice.base_gain().to_string(),
            })
            .collect(),
        net_distribution: position
            .law
            .iter()
            .map(|(cents, ways)| NetCents { cents, ways: Count(ways), of: Count(position.law.of()) })
            .collect(),
        notes: notes(house, terms.stakes()),
    }
}

/// What is left out, and what is outside the limits.
fn notes(house: &House, stakes: &Stakes) -> Vec<String> {
    let mut notes = stakes::not_taken(house, stakes);
    notes.extend(stakes::with_limits(house, "the figures include what it cuts"));
    if !stakes.cover_all.is_zero() {
        notes.push("Cover All depends on the other positions: see --exposure. It is left out here.".into());
    }
    notes
}

/// The law behind what a position loses and keeps: the fold, and the tables of the wagers that are made.
fn cites<'h>(house: &'h House, stakes: &Stakes) -> Vec<&'h Citation> {
    let fold = &house.book.fold;
    let mut cites = vec![&fold.ante.cite];
    let rules = [
        (Wager::PairPlus, Some(&fold.pair_plus)),
        (Wager::HandBonus, fold.hand_bonus.as_ref()),
        (Wager::SixCardBonus, fold.six_card_bonus.as_ref()),
        (Wager::Prime, fold.prime.as_ref()),
        (Wager::Progressive, fold.progressive.as_ref()),
        (Wager::FiveCardProgressive, fold.five_card_progressive.as_ref()),
    ];
    cites.extend(rules.into_iter().filter(|(w, _)| !stakes.on(*w).is_zero()).filter_map(|(_, r)| Some(&r?.cite)));
    cites
}

/// How many turned hands are shown to people; the JSON has all.
const TURNED_SHOWN: usize = 8;

/// The same, formatted for people.
pub(super) fn section(house: &House, terms: &PositionTerms, position: &Position, strategy: &str) -> ParSection {
    let stakes = terms.stakes();
    let title = format!("The whole position, strategy {strategy}: {}", stakes::in_words(stakes));
    let mut section = ParSection::new("position", title, &cites(house, stakes));
    let of = position.law.of();
    let (mean, staked) = (position.mean(), position.staked());
    let mut figures = vec![
        Figure::of("expected net", &mean, Unit::Money, of),
        Figure::of("staked on average", &staked, Unit::Money, of),
    ];
    if !staked.is_zero() {
        figures.push(Figure::of("house edge on what is staked", &(-mean / staked), Unit::Percent, of));
    }
    figures.push(Figure::of("gains", &position.law.above_zero(), Unit::Percent, of));
    figures.push(Figure::of("variance, square cents", &position.variance(), Unit::Decimal, of));
    let apart: Fraction = position.parts.iter().map(|part| part.law.variance()).sum();
    figures.push(Figure::of("the same if wagers were independent", &apart, Unit::Decimal, of));
    figures.push(Figure::word("standard deviation", deviation(&position.variance())));
    figures.push(Figure::word("skewness", position.law.skewness(6)));
    let kurtosis = position.law.excess_kurtosis() + Fraction::whole(3);
    figures.push(Figure::word("kurtosis", kurtosis.decimal(6)));
    figures.push(Figure::word("most that one deal pays", position.largest_payment.to_string()));
    if !position.choices.is_empty() {
        let played: u32 = position.choices.iter().filter(|choice| choice.plays).map(|choice| choice.ways).sum();
        figures.push(Figure::of("hands played", &Fraction::new(played, 22_100), Unit::Percent, 22_100));
        let weakest = position.threshold.map_or_else(|| "differs by suit".to_owned(), |weakest| weakest.to_string());
        figures.push(Figure::word("weakest hand played", weakest));
        let turned: u32 = position.turned().map(|choice| choice.ways).sum();
        let turned = Fraction::new(turned, 22_100);
        figures.push(
            Figure::of("hands decided by the other wagers", &turned, Unit::Percent, 22_100).by(forfeits(house, stakes)),
        );
    }
    section.figures = figures;
    section.tables.push(wagers(house, position));
    section.tables.extend(correlations(position));
    section.tables.extend(turned(position));
    section.notes = notes(house, stakes);
    section
}

/// The rule by which a fold forfeits a progressive that is made.
fn forfeits<'h>(house: &'h House, stakes: &Stakes) -> Option<&'h Citation> {
    let fold = &house.book.fold;
    let five = fold.five_card_progressive.as_ref().filter(|_| house.fold.five_card_progressive == Fate::Lost);
    let three = fold.progressive.as_ref().filter(|_| house.fold.progressive == Fate::Lost);
    let five = five.filter(|_| !stakes.five_card_progressive.is_zero());
    five.or(three.filter(|_| !stakes.progressive.is_zero())).map(|rule| &rule.cite)
}

fn wagers(house: &House, position: &Position) -> ParTable {
    let columns = ["wager", "staked", "expected net", "standard deviation", "breakage"];
    let mut table = ParTable::new("Each wager by itself", &columns);
    for part in &position.parts {
        table.row([
            title(house, part.wager).to_owned(),
            money(&part.staked),
            money(&part.law.mean()),
            deviation(&part.law.variance()),
            money(&part.breakage),
        ]);
    }
    table
}

/// The name of a part of the position. What is paid on ante and play is a part of theirs.
pub(super) fn title(house: &House, wager: Wager) -> &'static str {
    match wager {
        Wager::Ante if house.bad_beat.is_some() => "Ante, Play, Ante Bonus and Bad Beat Bonus",
        Wager::Ante => "Ante, Play and Ante Bonus",
        other => other.title(),
    }
}

fn correlations(position: &Position) -> Option<ParTable> {
    let parts = &position.parts;
    if parts.len() < 2 {
        return None;
    }
    let short = |wager: Wager| if wager == Wager::Ante { "ante_play" } else { wager.word() };
    let mut columns = vec!["correlation"];
    columns.extend(parts.iter().skip(1).map(|part| short(part.wager)));
    let mut table = ParTable::new("How the wagers vary together", &columns);
    for (i, part) in parts.iter().enumerate().take(parts.len() - 1) {
        let mut row = vec![short(part.wager).to_owned()];
        row.extend((1..parts.len()).map(|j| match j > i {
            true => position.correlation(i, j, 4).unwrap_or_else(|| "–".to_owned()),
            false => String::new(),
        }));
        table.row(row);
    }
    Some(table)
}

/// Some of the turned hands: those that matter most.
fn turned(position: &Position) -> Option<ParTable> {
    let mut turned: Vec<&ClassPlay> = position.turned().collect();
    if turned.is_empty() {
        return None;
    }
    let all: u32 = turned.iter().map(|choice| choice.ways).sum();
    let classes = turned.len();
    turned.sort_by_key(|choice| std::cmp::Reverse(choice.gain()));
    let caption = format!(
        "{} in {} {} decided otherwise than for the ante alone; {}",
        plural::grouped(all.into(), "hand"),
        match classes {
            1 => "one suit class".to_owned(),
            classes => format!("{classes} suit classes"),
        },
        if all == 1 { "is" } else { "are" },
        match classes.min(TURNED_SHOWN) {
            1 => "this is it".to_owned(),
            shown => format!("the {shown} that matter most"),
        }
    );
    let mut table =
        ParTable::new(caption, &["hand", "hands", "decision", "gain over all wagers", "for the ante alone"]);
    for choice in turned.into_iter().take(TURNED_SHOWN) {
        table.row([
            choice.hand.to_string(),
            choice.ways.to_string(),
            if choice.plays { "play" } else { "fold" }.to_owned(),
            money(&choice.gain()),
            money(&choice.base_gain()),
        ]);
    }
    Some(table)
}

/// A position of the house under a strategy.
pub(super) struct Counted {
    pub(super) terms: PositionTerms,
    pub(super) deals: PositionDeals,
    pub(super) position: Position,
}

impl Counted {
    /// Counts it.
    pub(super) fn new(house: &House, stakes: &Stakes, meters: &Meters, strategy: &Strategy) -> Counted {
        let terms = PositionTerms::of(house, stakes, meters);
        let deals = terms.deals();
        let position = Position::with_deals(&deals, &terms, strategy);
        Counted { terms, deals, position }
    }
}
