//! `queenhigh`: the one binary. This file reads the command line and hands it to the subcommand's own file.

mod archive;
mod check;
mod chosen;
mod dispute;
mod example;
mod exit;
mod export;
mod files;
mod generous;
mod house_text;
mod law;
mod layout;
mod look;
mod odds;
mod paytable_text;
mod people;
mod play;
mod plural;
mod replay;
mod report;
mod restore;
mod rounds;
mod rulebooks;
mod schema;
mod serve;
mod settings;
mod settle;
mod shuffles;
mod simulate;
mod table_text;
mod verify;
mod witness;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};
use rules::Books;

use crate::exit::{Exit, Output};
use crate::files::AddedBook;
use crate::look::StreamLook;

/// Other threads free what tables allocate: this allocator is made for that.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The Three Card Poker table as one program
///
/// Rulebooks, houses, wagers, paytables, the settlement and the table itself. Every act names the clause behind it.
/// Without a subcommand it serves the demo floor, as `queenhigh serve` does.
#[derive(Debug, Parser)]
#[command(name = "queenhigh", version, disable_help_subcommand = true, max_term_width = 100)]
#[command(after_help = "Exit status: 0 done, 1 the answer is no, 2 bad usage or bad input.

Example:
  queenhigh check my-house.toml
  queenhigh rules show md14 \"pair plus\"")]
struct Cli {
    #[command(flatten)]
    added: files::AddedBooks,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Check(check::CheckArgs),
    Settle(settle::SettleArgs),
    Dispute(dispute::DisputeArgs),
    Rules(rulebooks::RulesArgs),
    Odds(Box<odds::OddsArgs>),
    Simulate(Box<simulate::SimulateArgs>),
    Layout(layout::LayoutArgs),
    Rounds(rounds::RoundsArgs),
    Play(play::PlayArgs),
    Shuffles(shuffles::ShufflesArgs),
    Export(export::ExportArgs),
    Verify(verify::VerifyArgs),
    Replay(replay::ReplayArgs),
    Restore(restore::RestoreArgs),
    People(people::PeopleArgs),
    Witness(witness::WitnessArgs),
    Schema(schema::SchemaArgs),
}

/// What every subcommand works with.
pub(crate) struct CommandContext {
    /// The rulebooks.
    pub(crate) books: Books,
    /// The rulebooks that the command line adds, in its order.
    pub(crate) added: Vec<AddedBook>,
    /// The look of the standard output.
    pub(crate) out: StreamLook,
    /// The look of the standard error.
    pub(crate) err: StreamLook,
}

fn main() -> ExitCode {
    // A fault of the program itself is also reported in a sentence: a backtrace helps no dealer.
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("error: queenhigh has met a fault of its own and stops; please report this: {panic}");
    }));
    std::panic::catch_unwind(|| match Cli::try_parse() {
        Ok(cli) => run(&cli).write(),
        Err(error) => usage(&error),
    })
    .unwrap_or_else(|_| Exit::BadInput.into())
}

fn run(cli: &Cli) -> Output {
    let err = StreamLook::of(&std::io::stderr());
    let mut added = vec![&cli.added];
    match &cli.command {
        None => {}
        Some(Command::Serve(args)) => added.push(&args.added),
        Some(Command::Check(args)) => added.push(&args.added),
        Some(Command::Settle(args)) => added.push(&args.added),
        Some(Command::Dispute(args)) => added.push(&args.added),
        Some(Command::Rules(args)) => added.extend(args.added()),
        Some(Command::Simulate(args)) => added.extend(args.added()),
        Some(Command::Layout(args)) => added.push(&args.house.added),
        Some(Command::Rounds(args)) => added.push(&args.house.added),
        Some(Command::Play(args)) => added.push(&args.house.added),
        // `--rulebook` may name a code or a file there, so the command reads them itself.
        Some(Command::Odds(_)) => {}
        Some(
            Command::Export(_)
            | Command::Verify(_)
            | Command::Replay(_)
            | Command::Restore(_)
            | Command::People(_)
            | Command::Witness(_)
            | Command::Shuffles(_),
        ) if !cli.added.is_empty() => {
            return Output::bad_input(
                "error: this command needs no --rulebook: a journal holds the rulebooks of its tables, and a shuffle has \
                 none; leave the option out\n",
            );
        }
        Some(
            Command::Export(_)
            | Command::Verify(_)
            | Command::Replay(_)
            | Command::Restore(_)
            | Command::People(_)
            | Command::Witness(_)
            | Command::Shuffles(_),
        ) => {}
        Some(Command::Schema(args)) => added.push(&args.added),
    }
    let mut books = Books::shipped();
    let added = match files::add_books(&mut books, added.into_iter().flat_map(files::AddedBooks::paths), err) {
        Ok(added) => added,
        Err(answer) => return answer,
    };
    let context = CommandContext { books, added, out: StreamLook::of(&std::io::stdout()), err };
    match &cli.command {
        None => serve::run(&context, &serve::ServeArgs::plain()),
        Some(Command::Serve(args)) => serve::run(&context, args),
        Some(Command::Check(args)) => check::run(&context, args),
        Some(Command::Settle(args)) => settle::run(&context, args),
        Some(Command::Dispute(args)) => dispute::run(&context, args),
        Some(Command::Rules(args)) => rulebooks::run(&context, args),
        Some(Command::Odds(args)) => odds::run(&context, args),
        Some(Command::Simulate(args)) => simulate::run(&context, args),
        Some(Command::Layout(args)) => layout::run(&context, args),
        Some(Command::Rounds(args)) => rounds::run(&context, args),
        Some(Command::Play(args)) => play::run(&context, args),
        Some(Command::Shuffles(args)) => shuffles::run(&context, args),
        Some(Command::Export(args)) => export::run(args),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Restore(args)) => restore::run(args),
        Some(Command::People(args)) => people::run(args),
        Some(Command::Witness(args)) => witness::run(args),
        Some(Command::Schema(args)) => schema::run(&context, args),
    }
}

/// Help, the version, or a complaint about the command line.
fn usage(error: &clap::Error) -> ExitCode {
    let asked = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => name.as_str(),
        _ => "",
    };
    if error.kind() == ErrorKind::InvalidSubcommand && example::NOT_YET.contains(&asked) {
        return Output::bad_input(format!("error: `queenhigh {asked}` is planned but not available yet\n")).write();
    }
    // A closed pipe is not an error.
    let _ = error.print();
    if error.use_stderr() { Exit::BadInput.into() } else { Exit::Done.into() }
}
