//! `queenhigh people rekey`: makes a new password key when the old one is lost.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use server::Place;

use crate::archive;
use crate::exit::Answer;

/// Look after the people's accounts of a house that does not run
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
/// Every password, link and session ends, and one-time links for the staff are printed. It stands in the audit with your name and
/// the reason. Stop every node first, and give all of them the new key. Backups that were sealed before open with the old key
/// alone.
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
    /// Where the house will be reached
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7332")]
    address: String,
}

pub(crate) fn run(args: &PeopleArgs) -> Answer {
    let PeopleCommand::Rekey(args) = &args.command;
    if args.database.is_none() && !args.data.join("journal.sqlite").is_file() {
        return Answer::bad_input(format!("error: {} holds no journal\n", args.data.display()));
    }
    let place = match &args.database {
        Some(url) => Place::Database(url.clone(), args.data.clone()),
        None => Place::Folder(args.data.clone()),
    };
    let runtime = match archive::runtime() {
        Ok(runtime) => runtime,
        Err(answer) => return answer,
    };
    match runtime.block_on(server::rekey(&place, &args.by, &args.reason)) {
        Ok(done) => Answer::done(told(args, &done)),
        Err(problem) => Answer::bad_input(format!("error: {}\n", problem.refused)),
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
