//! `queenhigh rules new`: the commented start of a new rulebook.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::book;
use crate::CommandContext;
use crate::exit::Output;
use crate::files::AddedBooks;
use crate::table_text::clean;

/// Begin a new rulebook from one that is like it
///
/// The new one says what the other says, under its own code and with a placeholder for each clause, and explains every
/// key. `rules show` lists the placeholders that are left.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules new xy --like md14 -o xy.toml
  queenhigh --rulebook xy.toml rules show xy")]
pub(crate) struct NewArgs {
    /// The code of the new rulebook: lower-case letters, digits and hyphens
    #[arg(value_name = "CODE")]
    code: String,
    /// The rulebook to begin from
    #[arg(long, value_name = "BOOK")]
    like: String,
    /// Write it to a file that is not there yet
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

pub(super) fn run(context: &CommandContext, args: &NewArgs) -> Result<Output, Output> {
    let model = book(context, &args.like)?;
    if context.books.get(&args.code).is_some() {
        let code = clean(&args.code);
        return Err(Output::error(format!("there is a rulebook \"{code}\": choose another code")));
    }
    let text = rules::reference::start(&args.code, model).map_err(|bad| Output::error(clean(&bad.to_string())))?;
    let Some(path) = &args.output else { return Ok(Output::done(text)) };
    let name = clean(&path.display().to_string());
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|why| {
        let there = why.kind() == std::io::ErrorKind::AlreadyExists;
        let why = if there { "it is there, and is not written over".to_owned() } else { why.to_string() };
        Output::error(format!("{name} cannot be written: {why}"))
    })?;
    file.write_all(text.as_bytes()).map_err(|why| Output::error(format!("{name} cannot be written: {why}")))?;
    Ok(Output::done(format!("{name}: begun from {}; now write your own clauses\n", model.rules.code)))
}
