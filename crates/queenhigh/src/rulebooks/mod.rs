//! `queenhigh rules`: what the rulebooks say, clause by clause and dimension by dimension.

mod compare;
mod coverage;
mod diff;
mod dimension;
mod list;
mod new;
mod paytables;
mod readings;
mod reference;
mod show;

use clap::{Args, Subcommand};
use rules::books::Book;

pub(crate) use coverage::Coverage;
pub(crate) use diff::Difference;
pub(crate) use list::BookList;
pub(crate) use paytables::PaytableList;
pub(crate) use readings::ReadingList;
pub(crate) use show::BookContents;

use crate::CommandContext;
use crate::exit::Output;
use crate::files::AddedBooks;
use crate::table_text::clean;

/// What the rulebooks say: list, show, compare
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules show md14 \"11.D(7)\"
  queenhigh rules diff md2014 md14")]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    added: AddedBooks,
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Debug, Subcommand)]
enum RulesCommand {
    List(list::ListArgs),
    Show(show::ShowArgs),
    Diff(diff::DiffArgs),
    Paytables(paytables::PaytablesArgs),
    Readings(readings::ReadingsArgs),
    Coverage(coverage::CoverageArgs),
    New(new::NewArgs),
    Reference(reference::ReferenceArgs),
    Schema(reference::SchemaArgs),
}

impl RulesArgs {
    /// The rulebooks to add, of this level and of the one beneath.
    pub(crate) fn added(&self) -> [&AddedBooks; 2] {
        let beneath = match &self.command {
            RulesCommand::List(args) => &args.added,
            RulesCommand::Show(args) => &args.added,
            RulesCommand::Diff(args) => &args.added,
            RulesCommand::Paytables(args) => &args.added,
            RulesCommand::Readings(args) => &args.added,
            RulesCommand::Coverage(args) => &args.added,
            RulesCommand::New(args) => &args.added,
            RulesCommand::Reference(args) => &args.added,
            RulesCommand::Schema(args) => &args.added,
        };
        [&self.added, beneath]
    }
}

pub(crate) fn run(context: &CommandContext, args: &RulesArgs) -> Output {
    let answer = match &args.command {
        RulesCommand::List(args) => Ok(list::run(context, args)),
        RulesCommand::Show(args) => show::run(context, args),
        RulesCommand::Diff(args) => diff::run(context, args),
        RulesCommand::Paytables(args) => paytables::run(context, args),
        RulesCommand::Readings(args) => readings::run(context, args),
        RulesCommand::Coverage(args) => coverage::run(context, args),
        RulesCommand::New(args) => new::run(context, args),
        RulesCommand::Reference(_) => Ok(reference::run()),
        RulesCommand::Schema(_) => Ok(reference::schema()),
    };
    answer.unwrap_or_else(|refused| refused)
}

/// A rulebook by its code.
///
/// # Errors
/// A sentence that names the rulebooks there are.
fn book<'d>(context: &'d CommandContext, code: &str) -> Result<&'d Book, Output> {
    context.books.get(code).ok_or_else(|| {
        let known: Vec<&str> = context.books.codes().collect();
        let known = known.join(", ");
        Output::bad_input(format!("error: there is no rulebook \"{}\"; there are {known}\n", clean(code)))
    })
}

/// A number with its noun.
fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
