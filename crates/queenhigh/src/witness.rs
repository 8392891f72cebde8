//! `queenhigh witness`: what the witness of a journal saw last, and journals that are accepted although it saw more.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use journal::{Commit, RecordCheck, SqliteStore, WITNESS, Witness, WitnessFile};
use pit::{PitCheck, PitFault};
use server::JournalPlace;

use crate::archive;
use crate::exit::Output;

/// Show what the witness of a journal saw last, or accept a journal that is not what it saw
#[derive(Debug, Args)]
pub(crate) struct WitnessArgs {
    #[command(subcommand)]
    command: WitnessCommand,
}

#[derive(Debug, Subcommand)]
enum WitnessCommand {
    Show(ShowArgs),
    Accept(AcceptArgs),
}

/// Print the last commit that was witnessed, signed
///
/// The line can be printed, sent or kept anywhere: `queenhigh verify --head` later checks that the journal still has that
/// commit. The house may run meanwhile.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh witness show --data /var/lib/queenhigh")]
struct ShowArgs {
    /// The folder of the journal, or of a node's keys
    #[arg(long, value_name = "DIR", env = "QUEENHIGH_DATA")]
    data: PathBuf,
}

/// Accept a journal as it is, although its witness saw another one
///
/// For an older copy that was put back knowingly. The audit records it with your name and the reason, and from then on the
/// journal is witnessed as it is. Stop every node first.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh witness accept --data /var/lib/queenhigh --by marisol --reason \"the disk failed; this is Monday's copy\"")]
struct AcceptArgs {
    /// The folder of the journal, or of this node's keys
    #[arg(long, value_name = "DIR", env = "QUEENHIGH_DATA")]
    data: PathBuf,
    /// The PostgreSQL database, where the journal is in one
    #[arg(long, value_name = "URL", env = "QUEENHIGH_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// A witness on another disk that is to accept it too; repeatable, with commas in the environment
    #[arg(long = "witness", value_name = "FILE", env = "QUEENHIGH_WITNESS", value_delimiter = ',')]
    witnesses: Vec<PathBuf>,
    /// Who does this
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub(crate) fn run(args: &WitnessArgs) -> Output {
    match &args.command {
        WitnessCommand::Show(args) => match last(&args.data.join(WITNESS)) {
            Ok(line) => Output::done(format!("{line}\n")),
            Err(answer) => answer,
        },
        WitnessCommand::Accept(args) => accept(args),
    }
}

fn accept(args: &AcceptArgs) -> Output {
    if args.database.is_none() && !SqliteStore::is_in(&args.data) {
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
    match runtime.block_on(server::vouch(&place, &args.witnesses, &args.by, &args.reason)) {
        Ok(Some(done)) => Output::done(format!(
            "The journal is accepted as it is, up to commit {}. What its witness had against it: {}\n",
            done.commit, done.fault
        )),
        Ok(None) => Output::bad_input("error: the journal is what its witness saw: there is nothing to accept\n"),
        Err(problem) => Output::bad_input(format!("error: {}\n", problem.refused)),
    }
}

/// The last line of a witness.
fn last(path: &Path) -> Result<Witness, Output> {
    let file = WitnessFile::read(path).map_err(Output::error)?;
    let missing = || Output::error(format!("{} is not there", path.display()));
    let unsound = || Output::error(format!("no line of {} holds", path.display()));
    file.ok_or_else(missing)?.last().cloned().ok_or_else(unsound)
}

/// What a witness saw, from a line of text, a file with such a line, or a witness itself.
///
/// # Errors
/// That it is none of these.
pub(crate) fn seen(named: &str) -> Result<Witness, Output> {
    if let Some(line) = Witness::parse(named.trim()) {
        return Ok(line);
    }
    let path = Path::new(named);
    let text = std::fs::read_to_string(path).map_err(|error| Output::error(format!("{named}: {error}")))?;
    Witness::parse(text.trim()).map_or_else(|| last(path), Ok)
}

/// The check of the tables, and of what witnesses saw.
pub(crate) struct SeenCheck {
    pub(crate) pit: PitCheck,
    pub(crate) heads: Vec<Witness>,
}

/// What is wrong with the tables, or with what was seen.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SeenFault {
    #[error(transparent)]
    Pit(#[from] PitFault),
    #[error("commit {0} is not the one that its witness saw: this is another journal, or its history was changed")]
    OtherHistory(u64),
    #[error("a witness saw the journal up to commit {to}, and it ends before that")]
    Missing { to: u64 },
}

impl RecordCheck for SeenCheck {
    type Fault = SeenFault;

    fn commit(&mut self, commit: &Commit) -> Result<(), SeenFault> {
        if self.heads.iter().any(|head| head.commit == commit.number && head.hash != commit.hash) {
            return Err(SeenFault::OtherHistory(commit.number));
        }
        self.heads.retain(|head| head.commit > commit.number);
        Ok(self.pit.commit(commit)?)
    }

    fn end(&mut self) -> Result<(), SeenFault> {
        match self.heads.iter().map(|head| head.commit).max() {
            Some(to) if to > 0 => Err(SeenFault::Missing { to }),
            _ => Ok(self.pit.end()?),
        }
    }
}
