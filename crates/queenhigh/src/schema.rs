//! `queenhigh schema`: the JSON schema of everything the program reads and prints as JSON.

use clap::Args;
use rules::settle::input::RoundFile;
use rules::settle::output::SettledRound;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use server::wire::layout::Layout;
use table::past::EventRecord;
use table::{Command, Event, Offer, View, Written};

use crate::CommandContext;
use crate::check::CheckOutput;
use crate::exit::Output;
use crate::files::AddedBooks;
use crate::odds::{ExposureOdds, HandsOdds, KnownOdds, ParSheet, PositionOdds, RiskOdds, WagerOdds};
use crate::rulebooks::{BookContents, BookList, Coverage, Difference, PaytableList, ReadingList};
use crate::shuffles::ShufflesTested;
use crate::simulate::Simulated;
use crate::table_text::{TextTable, clean};
use script::amounts;

/// Print the JSON schema of what a command reads or prints
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh schema
  queenhigh schema settle-input")]
pub(crate) struct SchemaArgs {
    /// The schema's name; without it, all names are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    pub(crate) added: AddedBooks,
}

/// Its name, what it describes, and how to make it.
type NamedSchema = (&'static str, &'static str, fn() -> Schema);

const SCHEMAS: [NamedSchema; 28] = [
    ("rulebook", "a rulebook file, for editors of TOML", rulebook),
    ("house", "a house file, for editors of TOML", house),
    ("settle-input", "what `settle` reads", round),
    ("settle-output", "what `settle --json` prints", printed::<SettledRound>),
    ("check", "what `check --json` prints", printed::<CheckOutput>),
    ("odds", "what `odds --wager --json` prints", printed::<WagerOdds>),
    ("odds-hands", "what `odds --hands --json` prints", printed::<HandsOdds>),
    ("odds-house", "what `odds --house --json` prints", printed::<ParSheet>),
    ("odds-known", "what `odds --known-dealer-card each --json` prints", printed::<KnownOdds>),
    ("odds-position", "what `odds --house --position --json` prints", printed::<PositionOdds>),
    ("odds-risk", "what `odds --house --position --rounds --json` prints", printed::<RiskOdds>),
    ("odds-exposure", "what `odds --house --position --exposure --json` prints", printed::<ExposureOdds>),
    ("simulate", "what `simulate --json` prints", printed::<Simulated>),
    ("layout", "what `layout --json` prints", printed::<Layout>),
    ("rules-list", "what `rules list --json` prints", printed::<BookList>),
    ("rules-show", "what `rules show --json` prints", printed::<BookContents>),
    ("rules-diff", "what `rules diff --json` prints", printed::<Difference>),
    ("rules-paytables", "what `rules paytables --json` prints", printed::<PaytableList>),
    ("rules-readings", "what `rules readings --json` prints", printed::<ReadingList>),
    ("rules-coverage", "what `rules coverage --json` prints", printed::<Coverage>),
    ("command", "what somebody wants to do at a table, as `rounds` reads it", command),
    ("event", "what happened at a table", printed::<Event>),
    ("record", "an event with who brought it about, when and by which law, as it is kept", printed::<EventRecord>),
    ("view", "the table as one person sees it", printed::<View>),
    ("offer", "an act that would be accepted, with what is free to choose in it", printed::<Offer>),
    ("shuffles", "what `shuffles --json` prints", printed::<ShufflesTested>),
    ("wire", "all messages between pages and server", wire),
    ("refusal", "why a command was refused, and by which law", printed::<Written>),
];

/// In input, a field with a default may be left out.
fn read<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}

/// A schema with its amounts in currencies too, as they are read.
fn with_amounts<T: JsonSchema>(places: amounts::Places) -> Schema {
    let mut schema = read::<T>().to_value();
    amounts::describe(&mut schema, places);
    Schema::try_from(schema).unwrap_or_default()
}

fn round() -> Schema {
    with_amounts::<RoundFile>(amounts::ROUND)
}

fn command() -> Schema {
    with_amounts::<Command>(amounts::COMMAND)
}

fn rulebook() -> Schema {
    Schema::try_from(rules::reference::rulebook_schema()).unwrap_or_default()
}

fn house() -> Schema {
    Schema::try_from(rules::house::schema()).unwrap_or_default()
}

/// The server's crate makes the schema of the wire.
fn wire() -> Schema {
    Schema::try_from(server::wire::schema::schema()).unwrap_or_default()
}

/// In output, a field that may be skipped may be missing.
fn printed<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

pub(crate) fn run(context: &CommandContext, args: &SchemaArgs) -> Output {
    let Some(name) = &args.name else {
        let mut table = TextTable::new(0).left("name").wrapping("describes");
        for (name, about, _) in SCHEMAS {
            table.row([name.into(), about.into()]);
        }
        return Output::done(table.print(context.out));
    };
    named(name)
}

/// The schema with a name.
pub(crate) fn named(name: &str) -> Output {
    match SCHEMAS.iter().find(|(known, ..)| *known == name) {
        Some((known, _, schema)) => {
            let mut schema = schema();
            // What editors show as its title is a title already.
            if !matches!(*known, "rulebook" | "house") {
                schema.insert("title".to_owned(), (*known).into());
            }
            Output::json(&schema)
        }
        None => {
            let known: Vec<&str> = SCHEMAS.iter().map(|(known, ..)| *known).collect();
            let known = known.join(", ");
            Output::bad_input(format!("error: there is no schema \"{}\"; there are {known}\n", clean(name)))
        }
    }
}
