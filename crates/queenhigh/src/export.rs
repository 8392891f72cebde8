//! `queenhigh export`: writes the whole journal as JSON Lines that prove themselves.

use std::path::{Path, PathBuf};

use clap::Args;
use journal::{Depth, SoundExport};

use crate::archive::{self, ArchiveArgs};
use crate::exit::{Exit, Output};
use crate::plural;

/// Export a journal as JSON Lines, for `queenhigh verify` and `queenhigh replay`
///
/// The file is written completely or not at all. It holds every card of every round: only its owner may read it, and give
/// it only to people who may know them. Of a damaged journal, --sound exports the tables and other streams that are whole
/// and says which are left out.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh export --data queenhigh-data --to export.jsonl
  queenhigh export --data queenhigh-data --sound --to sound.jsonl")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Leave out the streams that are damaged
    #[arg(long)]
    sound: bool,
}

pub(crate) fn run(args: &ExportArgs) -> Output {
    let exported = archive::runtime().and_then(|runtime| {
        let Some(store) = args.archive.store(&runtime)? else {
            return Err(Output::bad_input("error: name --data or --database: a file is already an export\n"));
        };
        let written = runtime.block_on(async {
            let faults = store.opening_faults(Depth::SinceSigned).await?;
            let out = if args.sound {
                let done = journal::export_sound(&*store, &args.to).await?;
                sound(&args.to, &done)
            } else {
                journal::export_to_file(&*store, &args.to).await?;
                Output::done(format!("{} is written.\n", args.to.display()))
            };
            Ok(faults.iter().fold(out, |out, fault| out.with_warning(format!("warning: {fault}\n"))))
        });
        written.map_err(|error: journal::Error| {
            let advice = if args.sound { "" } else { "; --sound leaves out what is damaged" };
            Output::error(format!("{error}{advice}"))
        })
    });
    exported.unwrap_or_else(|answer| answer)
}

/// What an export of sound streams has and lacks.
fn sound(to: &Path, done: &SoundExport) -> Output {
    let (streams, records) = (plural::count(done.streams as u64, "stream"), plural::count(done.records, "record"));
    let mut out = format!("{} is written: {streams}, {records}.\n", to.display());
    for (stream, why) in &done.left_out {
        out.push_str(&format!("{stream} is left out: {why}.\n"));
    }
    if done.unreadable > 0 {
        out.push_str(&format!("{} cannot be read.\n", plural::count(done.unreadable, "commit")));
    }
    let all = done.left_out.is_empty() && done.unreadable == 0;
    Output::done(out).with_exit(if all { Exit::Done } else { Exit::No })
}
