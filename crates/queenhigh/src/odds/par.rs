//! `odds --house`: the par sheet of a house, and all wagers of one of its positions together.

use std::path::Path;

use odds::strategy::Strategy;
use rules::money::Cents;
use rules::settle::Stakes;
use rules::{Books, House};

use super::sheet::{ParSection, ParSheet};
use super::{OddsArgs, exposure, known, par_csv, par_html, par_plots, par_text, par_wagers, position, risk, stakes};
use crate::CommandContext;
use crate::chosen;
use crate::exit::Output;

/// The session of a par sheet.
const ROUNDS: u64 = 400;

pub(super) fn run(context: &CommandContext, books: &mut Books, args: &OddsArgs, name: &str) -> Result<Output, Output> {
    if !args.rulebooks.is_empty() {
        super::choice::book(context, books, &args.rulebooks)?;
    }
    let source = chosen::named_or_first(Some(name))?;
    let house = &chosen::lawful(context.err, books, &source, "nothing is priced")?;
    let answer = if args.positions.is_empty() && !args.exposure {
        whole(context, house, args)
    } else {
        of_positions(context, house, args)
    };
    let said = |answer: Output| answer.in_money(&house.currency);
    answer.map(said).map_err(said)
}

/// The par sheet.
fn whole(context: &CommandContext, house: &House, args: &OddsArgs) -> Result<Output, Output> {
    let currency = &house.currency;
    let drawn = args.html.is_some() || args.plots.is_some();
    let sheet = par_sheet(house, drawn);
    let mut written = Vec::new();
    if let Some(path) = &args.html {
        write(path, &currency.say(&par_html::page(&sheet)))?;
        written.push(format!("{} is written\n", path.display()));
    }
    if let Some(folder) = &args.plots {
        for plot in sheet.sections.iter().flat_map(|section| &section.plots) {
            let path = folder.join(format!("{}.svg", plot.name));
            write(&path, &currency.say(&plot.svg))?;
            written.push(format!("{} is written\n", path.display()));
        }
    }
    Ok(match (args.json, args.csv) {
        (true, _) => Output::json(&sheet),
        (_, true) => Output::done(par_csv::print(&sheet)),
        _ if drawn => Output::done(written.concat()),
        _ => Output::done(par_text::print(context.out.in_money(currency), &sheet)),
    })
}

fn write(path: &Path, text: &str) -> Result<(), Output> {
    std::fs::write(path, text)
        .map_err(|error| Output::bad_input(format!("error: {} cannot be written: {error}\n", path.display())))
}

/// The joint law of a position, its risk, or the exposure of a table.
fn of_positions(context: &CommandContext, house: &House, args: &OddsArgs) -> Result<Output, Output> {
    let name = args.strategy.as_deref().unwrap_or("optimal");
    let strategy = Strategy::parse(name).map_err(|error| Output::bad_input(format!("error: {error}\n")))?;
    let mut positions: Vec<Stakes> =
        args.positions.iter().map(|text| stakes::stakes(house, text)).collect::<Result<_, _>>()?;
    if positions.is_empty() {
        positions.push(house.least_stakes());
    }
    let places = usize::from(house.table.positions);
    if positions.len() > places {
        let sentence = format!("error: {} positions are named; the table has {places}\n", positions.len());
        return Err(Output::bad_input(sentence));
    }
    let meters = stakes::meters(house, &args.meters)?;
    let told = |section: ParSection| tell(context, house, args, section);
    let stakes = positions.first().copied().unwrap_or_default();
    let counted = position::Counted::new(house, &stakes, &meters, &strategy);
    if args.exposure || positions.len() > 1 {
        let asked = exposure::ExposureQuestion {
            house,
            positions: &positions,
            meters: &meters,
            strategy: (name, &strategy),
            deals: &counted.deals,
            spread: true,
        };
        return if args.json { Ok(Output::json(&exposure::odds(&asked))) } else { told(exposure::section(&asked)) };
    }
    let position::Counted { terms, position: counted, .. } = counted;
    if counted.parts.is_empty() {
        let sentence =
            "error: this position has no wager of its own; Cover All by itself is priced by --wager cover_all\n";
        return Err(Output::bad_input(sentence));
    }
    if let Some(rounds) = args.rounds {
        let bankroll = super::choice::asked(args.bankroll.as_ref(), &house.currency)?;
        let stakes = terms.stakes();
        let asked =
            risk::RiskQuestion { house, stakes, meters: &meters, position: &counted, strategy: name, rounds, bankroll };
        let odds = risk::odds(&asked);
        return if args.json { Ok(Output::json(&odds)) } else { told(risk::section(&asked, &odds)) };
    }
    if args.json {
        return Ok(Output::json(&position::odds(house, &terms, &meters, &counted, name)));
    }
    told(position::section(house, &terms, &counted, name))
}

/// One section for people: as text, or as a par sheet that has it alone.
fn tell(context: &CommandContext, house: &House, args: &OddsArgs, section: ParSection) -> Result<Output, Output> {
    if args.html.is_none() && !args.csv {
        return Ok(Output::done(par_text::print_section(context.out.in_money(&house.currency), &section)));
    }
    let sheet = sheet_of(house, vec![section]);
    let mut written = String::new();
    if let Some(path) = &args.html {
        write(path, &house.currency.say(&par_html::page(&sheet)))?;
        written = format!("{} is written\n", path.display());
    }
    Ok(Output::done(if args.csv { par_csv::print(&sheet) } else { written }))
}

fn sheet_of(house: &House, sections: Vec<ParSection>) -> ParSheet {
    ParSheet {
        rulebook: house.book.code.clone(),
        operator: house.operator.clone(),
        digest: house.digest.clone(),
        book_digest: house.book_digest.clone(),
        sections,
    }
}

/// Everything that a house offers.
pub(super) fn par_sheet(house: &House, drawn: bool) -> ParSheet {
    let mut sections = par_wagers::sections(house);
    let base = odds::terms::BaseTerms::of(house);
    let known = known::all_sights(&house.book.code, &house.ante_bonus.id, &base, false);
    sections.push(known::section(&known, &house.book.showdown.dealer_qualifies.cite));
    sections.extend(together(house));
    let mut sheet = sheet_of(house, sections);
    if drawn {
        par_plots::draw(house, &mut sheet);
    }
    sheet
}

/// What all wagers of a position and of a table come to, each at the least that the house takes.
fn together(house: &House) -> Vec<ParSection> {
    let meters = rules::settle::Meters::seeded(house);
    let all = house.least_stakes();
    let (name, strategy) = ("optimal", Strategy::Optimal);
    let counted = position::Counted::new(house, &all, &meters, &strategy);
    let mut sections = vec![position::section(house, &counted.terms, &counted.position, name)];
    // A session without jackpot wagers: their effect on a bankroll depends on the meters.
    let plain = Stakes { ante: all.ante, pair_plus: all.pair_plus, ..Stakes::default() };
    let played = position::Counted::new(house, &plain, &meters, &strategy).position;
    let bankroll = Some(Cents(risk::needs(&played, &plain).0 * 20));
    let asked = risk::RiskQuestion {
        house,
        stakes: &plain,
        meters: &meters,
        position: &played,
        strategy: name,
        rounds: ROUNDS,
        bankroll,
    };
    sections.push(risk::section(&asked, &risk::odds(&asked)));
    let asked = exposure::ExposureQuestion {
        house,
        positions: &[all],
        meters: &meters,
        strategy: (name, &strategy),
        deals: &counted.deals,
        spread: false,
    };
    sections.push(exposure::section(&asked));
    sections
}
