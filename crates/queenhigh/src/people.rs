//! `queenhigh people rekey`: makes a new password key when the old one is lost.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use server::JournalPlace;

use crate::archive;
use crate::exit::Output;

/// Manage the people's accounts of a house while its server is stopped
#[derive(Debug, Args)]
pub(crate) struct PeopleArgs {
    #[command(subcommand)]
    command: PeopleCommand,
}

#[derive(Debug, Subcommand)]
enum PeopleCommand {
    Rekey(RekeyArgs),
}

/// Make a new people.key, when the old one is lost
///
/// This ends every password, link and session, and prints one-time links for the staff. The audit records it with your
/// name and the reason. Stop every node first, and give all of them the new key. Backups that were sealed before open
/// only with the old key.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh people rekey --data /var/lib/queenhigh --by marisol --reason \"the disk with people.key is gone\"")]
struct RekeyArgs {
    /// The folder of the journal and the keys
    #[arg(long, value_name = "DIR", env = "QUEENHIGH_DATA")]
    data: PathBuf,
    /// The PostgreSQL database, where the journal is in one
    #[arg(long, value_name = "URL", env = "QUEENHIGH_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Who does this
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The address at which the house will be reached
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7332")]
    address: String,
}

pub(crate) fn run(args: &PeopleArgs) -> Output {
    let PeopleCommand::Rekey(args) = &args.command;
    if args.database.is_none() && !args.data.join("journal.sqlite").is_file() {
        return Output::bad_input(format!("error: {} holds no journal\n", args.data.display()));
    }
    let place = match &args.database {
        Some(url) => JournalPlace::Database(url.clone(), args.data.clone()),
        None => JournalPlace::Folder(args.data.clone()),
    };
    let runtime = match archive::runtime() {
        Ok(runtime) => runtime,
        Err(answer) => return answer,
    };
    match runtime.block_on(server::rekey(&place, &args.by, &args.reason)) {
        Ok(done) => Output::done(told(args, &done)),
        Err(problem) => Output::bad_input(format!("error: {}\n", problem.refused)),
    }
}

fn told(args: &RekeyArgs, done: &server::Rekeyed) -> String {
    let mut out =
        format!("The new key is {}: keep a copy of it apart, and give it to every node.\n", done.key.display());
    if let Some(before) = &done.before {
        out.push_str(&format!("The old one is {}; backups sealed with it need it.\n", before.display()));
    }
    out.push_str(
        "Every password, link and session has ended. One-time links for the staff, each good once within a day:\n",
    );
    for (name, path) in &done.links {
        out.push_str(&format!("  {name:<13}{}{path}\n", args.address.trim_end_matches('/')));
    }
    out
}
