//! `queenhigh export`: writes the whole journal as JSON Lines that prove themselves.

use std::path::PathBuf;

use clap::Args;

use crate::archive::{self, ArchiveArgs};
use crate::exit::Output;

/// Export a journal as JSON Lines, for `queenhigh verify` and `queenhigh replay`
///
/// The file is written completely or not at all. It holds every card of every round: give it only to people who may
/// know them.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh export --data queenhigh-data --to export.jsonl")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

pub(crate) fn run(args: &ExportArgs) -> Output {
    let exported = archive::runtime().and_then(|runtime| {
        let Some(store) = args.archive.store(&runtime)? else {
            return Err(Output::bad_input("error: name --data or --database: a file is already an export\n"));
        };
        let written = runtime.block_on(journal::export_to_file(&*store, &args.to));
        written.map_err(|error| Output::bad_input(format!("error: {error}\n")))
    });
    match exported {
        Ok(()) => Output::done(format!("{} is written.\n", args.to.display())),
        Err(answer) => answer,
    }
}
