//! `odds --house`: the par sheet of a house, wager by wager.

use std::path::Path;

use odds::base::{BaseGame, DEALS};
use odds::progressive::ProgressiveLaw;
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use odds::{Deals, Fraction};
use rules::house::{self, ProgressiveTable, ProgressiveTerms};
use rules::money::Cents;
use rules::rulebook::vocabulary::Fate;
use rules::{Books, House, Level, Wager};
use schemars::JsonSchema;
use serde::Serialize;

use super::choice::MeterValue;
use super::figures::{grouped, over};
use super::output::{OutcomeOut, WagerOdds};
use super::price::{self, Named, ProgressiveCase};
use super::text::fraction;
use super::{OddsArgs, par_csv, par_html, par_text};
use crate::Desk;
use crate::check;
use crate::exit::Answer;
use crate::files;

/// The par sheet of a house: what everything that it offers returns.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "odds-house")]
pub(crate) struct ParSheet {
    /// The rulebook's code.
    pub(super) rulebook: String,
    /// The operator.
    pub(super) operator: String,
    /// BLAKE3 of the house's content.
    pub(super) digest: String,
    /// BLAKE3 of the rulebook's content.
    pub(super) book_digest: String,
    /// The wagers.
    pub(super) sections: Vec<ParSection>,
}

/// One wager of a par sheet, under one strategy, at one stake, or with one number of players.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ParSection {
    /// The wager.
    pub(super) wager: String,
    /// What it is about, for people.
    pub(super) title: String,
    /// The paytable's id.
    pub(super) paytable: String,
    /// The clauses behind the paytable, and so behind each figure.
    pub(super) clauses: Vec<String>,
    /// The numbers of the readings behind it.
    pub(super) readings: Vec<u8>,
    /// The figures.
    pub(super) figures: Vec<Figure>,
    /// The outcomes that they follow from.
    pub(super) outcomes: Vec<OutcomeOut>,
    /// What a reader should know besides.
    pub(super) notes: Vec<String>,
}

/// One figure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Figure {
    /// Its name.
    pub(super) figure: String,
    /// The exact value, a fraction in lowest terms; missing where it is a word.
    pub(super) value: Option<String>,
    /// For people: a percentage, an amount, a decimal or a word.
    pub(super) shown: String,
    /// The count behind it, such as `1,024 of 22,100`.
    pub(super) count: Option<String>,
}

/// What unit a figure has.
#[derive(Clone, Copy)]
enum Unit {
    Percent,
    Decimal,
    Money,
}

impl Figure {
    fn of(name: impl Into<String>, value: &Fraction, unit: Unit, of: u128) -> Figure {
        let shown = match unit {
            Unit::Percent => value.percent(4),
            Unit::Decimal => decimal(value, 4),
            Unit::Money => format!("${}", decimal(&(value.clone() / Fraction::whole(100)), 2)),
        };
        let count = matches!(unit, Unit::Percent).then(|| over(value, of));
        Figure { figure: name.into(), value: Some(value.to_string()), shown, count }
    }

    fn word(name: &str, word: impl Into<String>) -> Figure {
        Figure { figure: name.to_owned(), value: None, shown: word.into(), count: None }
    }
}

/// A decimal with its thousands in groups.
fn decimal(value: &Fraction, places: usize) -> String {
    let text = value.decimal(places);
    match text.split_once('.') {
        Some((whole, part)) => format!("{}.{part}", grouped(whole)),
        None => grouped(&text),
    }
}

pub(super) fn run(desk: &Desk, books: &mut Books, args: &OddsArgs, path: &Path) -> Result<Answer, Answer> {
    if !args.rulebooks.is_empty() {
        super::choice::book(books, &args.rulebooks, desk.err)?;
    }
    let source = files::read(path).map_err(Answer::bad_input)?;
    let report = house::check(&source.text, books);
    let Some(house) = &report.house else {
        let faults = check::faults(desk.err, &source, &report);
        let name = &source.name;
        return Err(Answer::bad_input(format!("{faults}error: the house {name} is not lawful; nothing is priced\n")));
    };
    let sheet = par_sheet(house);
    if let Some(path) = &args.html {
        std::fs::write(path, par_html::page(&sheet))
            .map_err(|error| Answer::bad_input(format!("error: {} cannot be written: {error}\n", path.display())))?;
    }
    Ok(match (args.json, args.csv, &args.html) {
        (true, ..) => Answer::json(&sheet),
        (_, true, _) => Answer::done(par_csv::print(&sheet)),
        (_, _, Some(path)) => Answer::done(format!("{} is written\n", path.display())),
        _ => Answer::done(par_text::print(desk.out, &sheet)),
    })
}

/// Everything that a house offers.
pub(super) fn par_sheet(house: &House) -> ParSheet {
    let code = house.book.code.as_str();
    let mut sections = base(house);
    let name = Named {
        rulebook: code,
        wager: Wager::AnteBonus.word(),
        paytable: &house.ante_bonus.id,
        cite: house.ante_bonus.cite.clone(),
    };
    let bonus = price::ante_bonus(&name, &house.ante_bonus, house.bonus_when);
    sections.push(section(Wager::AnteBonus.title(), bonus));
    let name = Named {
        rulebook: code,
        wager: Wager::PairPlus.word(),
        paytable: &house.pair_plus.id,
        cite: house.pair_plus.cite.clone(),
    };
    sections.push(section(Wager::PairPlus.title(), price::pair_plus(&name, &house.pair_plus)));
    if let Some(terms) = &house.six_card {
        let stake = house.limits.get(&Wager::SixCardBonus).map_or(terms.smallest, |limit| limit.min);
        let name = Named {
            rulebook: code,
            wager: Wager::SixCardBonus.word(),
            paytable: &terms.table.id,
            cite: terms.table.cite.clone(),
        };
        let title = format!("{} at {stake}", Wager::SixCardBonus.title());
        sections.push(section(title, price::six_card(&name, &terms.table, house.wheel, stake)));
    }
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        if let Some(terms) = house.progressive_terms(wager) {
            sections.push(progressive(house, wager, terms));
        }
    }
    if let Some(terms) = &house.cover_all {
        for (players, column) in (1_u8..).zip(&terms.tables) {
            let name = Named {
                rulebook: code,
                wager: Wager::CoverAll.word(),
                paytable: &column.id,
                cite: column.cite.clone(),
            };
            let plural = if players == 1 { "player" } else { "players" };
            let title = format!("{}, {players} {plural}", Wager::CoverAll.title());
            sections.extend(price::cover_all(&name, column, players).map(|odds| section(title, odds)));
        }
    }
    ParSheet {
        rulebook: code.to_owned(),
        operator: house.operator.clone(),
        digest: house.digest.clone(),
        book_digest: house.book_digest.clone(),
        sections,
    }
}

/// A section with the figures that every wager has.
fn section(title: impl Into<String>, odds: WagerOdds) -> ParSection {
    let of = odds.outcomes.first().map_or(1, |outcome| outcome.of.0);
    let percent = |name: &str, text: &str| Figure::of(name, &fraction(text), Unit::Percent, of);
    let mut figures = vec![percent("house edge", &odds.house_edge), percent("expected net", &odds.ev)];
    for (name, text) in [
        ("element of risk", &odds.element_of_risk),
        ("lost to the optimum", &odds.cost),
        ("folded", &odds.fold),
        ("dealer does not qualify", &odds.dealer_not_qualified),
        ("won", &odds.win),
        ("tied", &odds.tie),
        ("lost", &odds.lose),
    ] {
        figures.extend(text.as_ref().map(|text| percent(name, text)));
    }
    figures.push(percent(if odds.strategy.is_some() { "gains" } else { "hit frequency" }, &odds.hit_frequency));
    figures.push(Figure::of("variance", &fraction(&odds.variance), Unit::Decimal, of));
    figures.push(Figure::word("standard deviation", odds.standard_deviation));
    figures.push(Figure::word("skewness", odds.skewness));
    figures.push(Figure::word("kurtosis", odds.kurtosis));
    figures.extend(odds.threshold.map(|weakest| Figure::word("weakest hand played", weakest)));
    figures.extend(odds.fair_stake.map(|stake| Figure::of("fair at a stake of", &fraction(&stake), Unit::Money, of)));
    ParSection {
        wager: odds.wager,
        title: title.into(),
        paytable: odds.paytable,
        clauses: odds.clauses,
        readings: odds.readings,
        figures,
        outcomes: odds.outcomes,
        notes: odds.notes,
    }
}

/// The base game under the optimum and the named strategies, and the optimum with the progressives beside it.
fn base(house: &House) -> Vec<ParSection> {
    let terms = BaseTerms::of(house);
    let deals = Deals::new(terms.floor);
    let name = Named {
        rulebook: &house.book.code,
        wager: "ante_play",
        paytable: &house.ante_bonus.id,
        cite: house.ante_bonus.cite.clone(),
    };
    let mut sections: Vec<ParSection> = Strategy::NAMED
        .iter()
        .map(|(word, strategy)| {
            let mut section = section(
                format!("Ante and Play, strategy {word}"),
                price::ante_play(&name, &deals, &terms, (word, strategy)),
            );
            if *strategy != Strategy::Optimal {
                // The rows are those of the optimum but for the folds: once is enough.
                section.outcomes.clear();
            }
            section
        })
        .collect();
    sections.extend(beside_progressives(house, &name, &deals, &terms));
    sections
}

/// The base game where a fold forfeits progressives too, at their seeds and the smallest ante.
fn beside_progressives(house: &House, name: &Named<'_>, deals: &Deals, terms: &BaseTerms) -> Option<ParSection> {
    let lost =
        [(Wager::Progressive, house.fold.progressive), (Wager::FiveCardProgressive, house.fold.five_card_progressive)];
    let laws: Vec<(ProgressiveLaw, Vec<(Level, Cents)>)> = lost
        .into_iter()
        .filter(|(_, fate)| *fate == Fate::Lost)
        .filter_map(|(wager, _)| house.progressive_terms(wager))
        .map(|terms| (ProgressiveLaw::of_house(terms, house.wheel), seeds(terms)))
        .collect();
    let ante = house.limits.get(&Wager::Ante).map(|limit| limit.min).filter(|ante| ante.0 > 0)?;
    if laws.is_empty() {
        return None;
    }
    let given: Vec<_> =
        laws.iter().map(|(law, seeds)| (law.given(seeds), Fraction::new(law.stake.0, ante.0))).collect();
    let parts = Fraction::whole(terms.parts());
    let others = |class: &odds::deals::SuitClass| -> Fraction {
        given.iter().map(|(given, antes)| given.with(class.hand) * antes.clone() * parts.clone()).sum()
    };
    let game = BaseGame::with_others(deals, terms, &Strategy::Optimal, Some(&others));
    let played = Fraction::new(DEALS - game.folded, DEALS);
    let weakest = game.threshold.map_or_else(|| "differs by suit".to_owned(), |weakest| weakest.to_string());
    let figures = vec![
        Figure::word("weakest hand played", weakest),
        Figure::of("played", &played, Unit::Percent, DEALS),
        Figure::of("house edge on the ante", &game.house_edge(), Unit::Percent, DEALS),
    ];
    Some(ParSection {
        wager: name.wager.to_owned(),
        title: format!("Ante and Play beside the progressives, an ante of {ante}"),
        paytable: name.paytable.to_owned(),
        clauses: name.cite.clauses.iter().map(ToString::to_string).collect(),
        readings: name.cite.readings.clone(),
        figures,
        outcomes: Vec::new(),
        notes: vec![
            "A fold forfeits the progressives, so a hand is played for them too: here with every one of them made and each \
             meter at its seed."
                .into(),
        ],
    })
}

fn seeds(terms: &ProgressiveTerms) -> Vec<(Level, Cents)> {
    terms.meters.iter().map(|meter| (meter.level, meter.seed)).collect()
}

/// A progressive of the house: at its seeds, in the long run, and with envy.
fn progressive(house: &House, wager: Wager, terms: &ProgressiveTerms) -> ParSection {
    let (id, cite) = match &terms.table {
        ProgressiveTable::Three(table) => (&table.id, &table.cite),
        ProgressiveTable::Five(table) => (&table.id, &table.cite),
    };
    let name = Named { rulebook: &house.book.code, wager: wager.word(), paytable: id, cite: cite.clone() };
    let meters: Vec<MeterValue> =
        terms.meters.iter().map(|meter| MeterValue { level: meter.level, cents: meter.seed, from: "house" }).collect();
    let fate = if wager == Wager::Progressive { house.fold.progressive } else { house.fold.five_card_progressive };
    let case = ProgressiveCase {
        table: &terms.table,
        stake: terms.stake,
        wheel: house.wheel,
        meters: &meters,
        envy: terms.envy.as_ref().map_or(&[], |envy| envy.lines.as_slice()),
        lost_by_fold: fate == Fate::Lost,
    };
    let odds = price::progressive(&name, &case);
    let folding = odds.ev_folding_below_q64.clone();
    let mut section = section(format!("{} at {}, meters at their seeds", wager.title(), terms.stake), odds);
    let law = ProgressiveLaw::of_house(terms, house.wheel);
    let (of, values) = (law.of, seeds(terms));
    let mut add = |name: String, value: &Fraction, unit: Unit| section.figures.push(Figure::of(name, value, unit, of));
    if let Some(folding) = folding {
        add("expected net, folding below Q-6-4".into(), &fraction(&folding), Unit::Percent);
    }
    add("fixed lines return".into(), &law.fixed_return, Unit::Percent);
    for worth in &law.meters {
        let level = worth.level;
        add(format!("{level}: coefficient"), &worth.coefficient, Unit::Percent);
        if let Some(fair) = law.break_even(level, &values, &Fraction::zero()) {
            add(format!("{level}: fair from"), &fair, Unit::Money);
        }
        if !worth.resets.is_zero() {
            add(format!("{level}: wagers from one whole win to the next"), &worth.resets.power(-1), Unit::Decimal);
        }
    }
    let run = price::long_run(&case, &terms.meters, terms.backup);
    for meter in &run.meters {
        add(format!("{}: returns in the long run", meter.level), &meter.returned, Unit::Percent);
        if let Some(mean) = &meter.mean {
            add(format!("{}: mean in the long run", meter.level), mean, Unit::Money);
        }
    }
    add("returns in the long run, envy apart".into(), &run.total, Unit::Percent);
    if let Some(envy) = case.envy() {
        for others in 1..=odds::envy::OTHERS_MAX {
            add(format!("envy returns with {others} other hands"), &envy.from_others(others), Unit::Percent);
        }
    }
    section
}
