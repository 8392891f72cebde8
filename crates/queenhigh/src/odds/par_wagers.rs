//! The sections of a par sheet that are about one wager.

use odds::progressive::ProgressiveLaw;
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use odds::{Deals, Fraction};
use rules::house::{ProgressiveTable, ProgressiveTerms};
use rules::money::Cents;
use rules::rulebook::vocabulary::Fate;
use rules::{House, Level, Wager};

use super::choice::MeterValue;
use super::output::WagerOdds;
use super::price::{self, Named, ProgressiveCase};
use super::sheet::{Figure, ParSection, Unit};
use super::stakes;

/// Every wager that the house offers.
pub(super) fn sections(house: &House) -> Vec<ParSection> {
    let code = house.book.code.as_str();
    let mut sections = base(house);
    let table = &house.ante_bonus;
    let name = Named::new(code, Wager::AnteBonus.word(), &table.id, table.cite.clone());
    sections.push(section(house, Wager::AnteBonus.title(), price::ante_bonus(&name, table, house.bonus_when)));
    if let Some(table) = &house.bad_beat {
        let name = Named::new(code, Wager::BadBeat.word(), &table.id, table.cite.clone());
        let deals = Deals::new(house.showdown.dealer_qualifies.0);
        sections.push(section(house, Wager::BadBeat.title(), price::bad_beat(&name, table, &deals)));
    }
    let table = &house.pair_plus;
    let name = Named::new(code, Wager::PairPlus.word(), &table.id, table.cite.clone());
    sections.push(section(house, Wager::PairPlus.title(), price::by_three_cards(&name, table)));
    if let Some(terms) = &house.hand_bonus {
        let name = Named::new(code, Wager::HandBonus.word(), &terms.table.id, terms.table.cite.clone());
        sections.push(section(house, Wager::HandBonus.title(), price::by_three_cards(&name, &terms.table)));
    }
    if let Some(terms) = &house.six_card {
        let stake = house.limits.get(&Wager::SixCardBonus).map_or(terms.smallest, |limit| limit.min);
        let name = Named::new(code, Wager::SixCardBonus.word(), &terms.table.id, terms.table.cite.clone());
        let title = format!("{} at {stake}", Wager::SixCardBonus.title());
        sections.push(section(house, title, price::six_card(&name, &terms.table, house.wheel, stake)));
    }
    if let Some(terms) = &house.prime {
        let name = Named::new(code, Wager::Prime.word(), &terms.table.id, terms.table.cite.clone());
        sections.push(section(house, Wager::Prime.title(), price::prime(&name, &terms.table)));
    }
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        if let Some(terms) = house.progressive_terms(wager) {
            sections.push(progressive(house, wager, terms));
        }
    }
    if let Some(terms) = &house.cover_all {
        for (players, column) in (1_u8..).zip(&terms.tables) {
            let name = Named::new(code, Wager::CoverAll.word(), &column.id, column.cite.clone());
            let plural = if players == 1 { "player" } else { "players" };
            let title = format!("{}, {players} {plural}", Wager::CoverAll.title());
            sections.extend(price::cover_all(&name, column, players).map(|odds| section(house, title, odds)));
        }
    }
    for section in &mut sections {
        section.notes.extend(stakes::with_limits(house, "the figures of a wager by itself are without it"));
    }
    sections
}

/// A section with the figures of a wager, its lines as the house prints them.
fn section(house: &House, title: impl Into<String>, mut odds: WagerOdds) -> ParSection {
    if let Some(wager) = Wager::ALL.iter().find(|wager| wager.word() == odds.wager) {
        for outcome in &mut odds.outcomes {
            outcome.pays = outcome.line.map(|pays| house.prints(*wager, pays)).or(outcome.pays.take());
        }
    }
    let figures = odds.figures();
    ParSection {
        wager: odds.wager,
        title: title.into(),
        paytable: odds.paytable,
        clauses: odds.clauses,
        readings: odds.readings,
        figures,
        outcomes: odds.outcomes,
        notes: odds.notes,
        ..ParSection::default()
    }
}

/// The base game under the optimum and the named strategies, each event with its clause.
fn base(house: &House) -> Vec<ParSection> {
    let terms = BaseTerms::of(house);
    let deals = Deals::new(terms.floor);
    let name = Named::new(&house.book.code, "ante_play", &house.ante_bonus.id, house.ante_bonus.cite.clone());
    let sections: Vec<ParSection> = Strategy::NAMED
        .iter()
        .map(|(word, strategy)| {
            let mut section = section(
                house,
                format!("Ante and Play, strategy {word}"),
                price::ante_play(&name, &deals, &terms, (word, strategy)),
            );
            cite_events(&mut section, house);
            if *strategy != Strategy::Optimal {
                // The rows equal those of the optimum except for the folds: once is enough.
                section.outcomes.clear();
            }
            section
        })
        .collect();
    sections
}

/// The clause of each event of the base game.
fn cite_events(section: &mut ParSection, house: &House) {
    let (law, fold) = (&house.book.showdown, &house.book.fold);
    for (figure, cite) in [
        ("folded", &fold.ante.cite),
        ("dealer does not qualify", &law.dealer_qualifies.cite),
        ("won", &law.higher.cite),
        ("tied", &law.equal.cite),
        ("lost", &law.lower.cite),
    ] {
        for figure in section.figures.iter_mut().filter(|known| known.figure == figure) {
            *figure = figure.clone().by(Some(cite));
        }
    }
}

pub(super) fn seeds(terms: &ProgressiveTerms) -> Vec<(Level, Cents)> {
    terms.meters.iter().map(|meter| (meter.level, meter.seed)).collect()
}

/// A progressive of the house: at its seeds, in the long run, and with envy.
fn progressive(house: &House, wager: Wager, terms: &ProgressiveTerms) -> ParSection {
    let (id, cite) = match &terms.table {
        ProgressiveTable::Three(table) => (&table.id, &table.cite),
        ProgressiveTable::Five(table) => (&table.id, &table.cite),
    };
    let name = Named::new(&house.book.code, wager.word(), id, cite.clone());
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
    let mut section = section(house, format!("{} at {}, meters at their seeds", wager.title(), terms.stake), odds);
    let law = ProgressiveLaw::of_house(terms, house.wheel);
    let (of, values) = (law.of, seeds(terms));
    let mut add = |name: String, value: &Fraction, unit: Unit| section.figures.push(Figure::of(name, value, unit, of));
    for worth in &law.meters {
        let level = worth.level;
        let name = terms.called(level);
        add(format!("{name}: coefficient"), &worth.coefficient, Unit::Percent);
        if let Some(fair) = law.break_even(level, &values, &Fraction::zero()) {
            add(format!("{name}: fair from"), &fair, Unit::Money);
        }
        if !worth.resets.is_zero() {
            add(format!("{name}: wagers from one whole win to the next"), &worth.resets.power(-1), Unit::Decimal);
        }
    }
    let run = price::long_run(&case, &terms.meters, terms.backup);
    for meter in &run.meters {
        add(format!("{}: returns in the long run", terms.called(meter.level)), &meter.returned, Unit::Percent);
        if let Some(mean) = &meter.mean {
            add(format!("{}: mean in the long run", terms.called(meter.level)), mean, Unit::Money);
        }
    }
    add("returns in the long run, envy apart".into(), &run.total, Unit::Percent);
    if let Some(envy) = case.envy() {
        // As many as the book lets sit there.
        let most = house.book.table.positions.at_most.unwrap_or(0).saturating_sub(1);
        for others in 1..=most.min(odds::envy::OTHERS_MAX) {
            let hands = if others == 1 { "hand" } else { "hands" };
            add(format!("envy returns with {others} other {hands}"), &envy.from_others(others), Unit::Percent);
        }
    }
    section
}
