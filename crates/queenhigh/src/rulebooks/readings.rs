//! `queenhigh rules readings`: how unclear or silent passages of the documents are understood.

use clap::Args;
use rules::clauses;
use schemars::JsonSchema;
use serde::Serialize;

use crate::CommandContext;
use crate::exit::{Exit, Output};
use crate::files::AddedBooks;
use crate::table_text::{TextTable, hanging};

/// Show the adopted readings
///
/// Where a document is unclear or silent, a numbered reading says what is assumed. Refusals, payments and
/// faults name the readings they rest on.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules readings 67")]
pub(crate) struct ReadingsArgs {
    /// The number of a reading; all of them if none is given
    #[arg(value_name = "N")]
    number: Option<u8>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// What `rules readings --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "rules-readings")]
pub(crate) struct ReadingList {
    /// The readings by number.
    readings: Vec<ReadingOut>,
}

/// One reading.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ReadingOut {
    /// The number.
    number: u8,
    /// What it is about.
    title: String,
    /// What is assumed.
    adopted: String,
    /// What the operator may choose instead; empty when nothing.
    option: String,
    /// The clauses whose lists name it.
    clauses: Vec<String>,
}

impl ReadingOut {
    pub(super) fn of(reading: &clauses::Reading) -> ReadingOut {
        let named = |code: &'static str| {
            let all = clauses::of_book(code).iter();
            all.filter(|clause| clause.readings.contains(&reading.number)).map(|clause| clause.id.to_owned())
        };
        ReadingOut {
            number: reading.number,
            title: reading.title.clone(),
            adopted: reading.adopted.clone(),
            option: reading.option.clone(),
            clauses: clauses::codes().flat_map(named).collect(),
        }
    }
}

pub(super) fn run(context: &CommandContext, args: &ReadingsArgs) -> Result<Output, Output> {
    let all = clauses::readings();
    let wanted: Vec<&clauses::Reading> =
        all.iter().filter(|reading| args.number.is_none_or(|number| reading.number == number)).collect();
    if wanted.is_empty() {
        let last = all.len();
        let sentence = format!("error: there is no such reading; they are numbered 1 to {last}\n");
        return Err(Output::bad_input(sentence).with_exit(Exit::No));
    }
    if args.json {
        let readings = wanted.into_iter().map(ReadingOut::of).collect();
        return Ok(Output::json(&ReadingList { readings }));
    }
    let look = context.out;
    if let (Some(_), [reading]) = (args.number, wanted.as_slice()) {
        let described = ReadingOut::of(reading);
        let mut out = format!("{}\n", look.bold(&format!("READING {}: {}", reading.number, reading.title)));
        out.push_str(&hanging(look, "  adopted  ", &reading.adopted));
        let option = if reading.option.is_empty() { "none" } else { &reading.option };
        out.push_str(&hanging(look, "  option   ", option));
        if !described.clauses.is_empty() {
            out.push_str(&hanging(look, "  clauses  ", &described.clauses.join(", ")));
        }
        return Ok(Output::done(out));
    }
    let mut table = TextTable::new(0).right("n").capped("reading", 30).wrapping("adopted");
    for reading in wanted {
        table.row([reading.number.to_string().into(), reading.title.as_str().into(), reading.adopted.as_str().into()]);
    }
    Ok(Output::done(table.print(look)))
}
