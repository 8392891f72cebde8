//! `queenhigh settle`: takes a round and prints what becomes of every wager, to the cent, with its clause.

mod text;

use std::path::PathBuf;

use clap::Args;
use rules::settle::input::{self, HouseRef, RoundFile};
use rules::settle::output::{self, SettledRound};
use rules::settle::{self, Meters, Refusal};
use rules::{Currency, House};

use crate::CommandContext;
use crate::chosen;
use crate::exit::Output;
use crate::files::{self, AddedBooks, Source};
use crate::law;
use crate::look::StreamLook;
use crate::plural;
use crate::report::{SourceFinding, Weight};
use script::{amounts, json_place};

/// Settle a round: who is paid what, in which order, by which clause
///
/// The round is a JSON file (`queenhigh schema settle-input` describes it): the house, the cards, the wagers,
/// the decisions and the meters. Amounts are dollars such as "$5", or whole cents such as 500. What the rules do
/// not allow is refused, all of it at once, and nothing is settled.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh settle round.json --explain
  queenhigh settle - --json < round.json")]
pub(crate) struct SettleArgs {
    /// The round; - is the standard input
    #[arg(value_name = "ROUND.json")]
    round: PathBuf,
    /// Print JSON (see `queenhigh schema settle-output`)
    #[arg(long, conflicts_with = "explain")]
    json: bool,
    /// Below the table, print what each cited clause requires
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    pub(crate) added: AddedBooks,
}

/// A settled round, and what its table shows in addition.
struct Settled {
    house: House,
    file: RoundFile,
    round: SettledRound,
    before: Meters,
}

pub(crate) fn run(context: &CommandContext, args: &SettleArgs) -> Output {
    let settled = files::read(&args.round).map_err(Output::error).and_then(|source| settle_source(context, &source));
    match settled {
        Err(answer) => answer,
        Ok(settled) if args.json => Output::json(&settled.round).in_money(&settled.house.currency),
        Ok(settled) => {
            let look = context.out.in_money(&settled.house.currency);
            Output::done(text::print(look, &settled, args.explain)).in_money(&settled.house.currency)
        }
    }
}

fn settle_source(context: &CommandContext, source: &Source) -> Result<Settled, Output> {
    let unreadable = |message: &str, span| {
        let title = format!("the round cannot be read: {message}");
        let help = "`queenhigh schema settle-input` describes the file";
        let drawn = finding(source, title, span).draw(context.err);
        Output::bad_input(drawn + &law::help(context.err, help))
    };
    let currency = currency_of(context, source);
    let text = amounts::in_cents(&source.text, amounts::ROUND, &currency)
        .map_err(|none| unreadable(&none.message, none.span))?;
    let file = input::parse(&text)
        .map_err(|fault| unreadable(&fault.message, byte_at(&source.text, fault.line, fault.column)))?;
    let house = load_house(context, source, &file.house)?;
    let refused = |refusals: Vec<Refusal>| Output::bad_input(refusals_text(context.err, source, &house, &refusals));
    let mut movements = Vec::new();
    let (before, after, people) = match &file.void {
        Some(cause) => {
            let (round, people) = settle::admit_void(&house, &file, cause).map_err(refused)?;
            (round.meters, settle::settle_void(&house, &round, &mut movements), people)
        }
        None if house.table.electronic => {
            let (round, people) = settle::admit_shared(&house, &file).map_err(refused)?;
            (round.meters, settle::settle(&house, &round, &mut movements), people)
        }
        None => {
            let (round, people) = settle::admit(&house, &file).map_err(refused)?;
            (round.meters, settle::settle(&house, &round, &mut movements), people)
        }
    };
    let mut round = output::describe(&house, &people, &movements, &after);
    round.void = file.void.clone();
    Ok(Settled { house, file, round, before })
}

pub(crate) fn finding(source: &Source, title: String, span: std::ops::Range<usize>) -> SourceFinding<'_> {
    SourceFinding { file: &source.name, text: &source.text, weight: Weight::Error, title, span }
}

/// The byte at a line and a column, as the JSON reader counts them.
pub(crate) fn byte_at(text: &str, line: usize, column: usize) -> std::ops::Range<usize> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (start + column.saturating_sub(1)).min(text.len());
    at..(at + 1).min(text.len())
}

/// The house of a round: a file, the code of an example, or the object in the round itself. Only a lawful one is
/// returned.
pub(crate) fn load_house(context: &CommandContext, round: &Source, house: &HouseRef) -> Result<House, Output> {
    let wrong = |message: String, help: &str| {
        let span = json_place::find(&round.text, "house");
        let drawn = finding(round, format!("house: {message}"), span).draw(context.err);
        Output::bad_input(drawn + &law::help(context.err, help))
    };
    let source = match house {
        HouseRef::Path(name) => chosen::beside(&round.folder, name).map_err(|why| {
            let help = "write the code of an example; or a file's path, from the round's folder or from the current one; \
                        or the house itself as an object";
            wrong(why.to_string(), help)
        })?,
        HouseRef::Inline(object) => {
            let text = HouseRef::inline_toml(object).map_err(|why| wrong(why.to_string(), ""))?;
            Source { name: format!("{} (house)", round.name), text, folder: round.folder.clone() }
        }
    };
    chosen::lawful(context.err, &context.books, &source, &format!("nothing in {} is settled", round.name))
}

/// The currency of the house that a round or evidence names, before its amounts are read. Whatever is wrong with the
/// house is told when it is loaded.
pub(crate) fn currency_of(context: &CommandContext, round: &Source) -> Currency {
    let value: Option<serde_json::Value> = serde_json::from_str(&round.text).ok();
    let named = value.and_then(|value| serde_json::from_value::<HouseRef>(value.get("house")?.clone()).ok());
    let house = named.and_then(|named| load_house(context, round, &named).ok());
    house.map(|house| house.currency.clone()).unwrap_or_default()
}

pub(crate) fn refusals_text(look: StreamLook, source: &Source, house: &House, refusals: &[Refusal]) -> String {
    let mut out = String::new();
    for refusal in refusals {
        let title = format!("{}: {}", refusal.place, refusal.message);
        let span = json_place::find(&source.text, &refusal.place);
        out.push_str(&finding(source, title, span).draw(look));
        out.push_str(&law::beneath(look, &refusal.help, &refusal.cite, &house.words));
        out.push('\n');
    }
    let count = plural::count(refusals.len(), "refusal");
    out + &format!("{}: {count}; nothing is settled\n", source.name)
}
