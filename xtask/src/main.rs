//! The developer's commands, run as `cargo xtask NAME`: everything that checks the repository beyond the compiler.

mod attack;
mod campaign;
mod clauses;
mod crash;
mod figures;
mod findings;
mod fuzz;
mod load;
mod metadata;
mod mutants;
mod mutate;
mod neighbours;
mod pages;
mod policy;
mod proof;
mod prove;
mod referee;
mod repo;
mod rust_source;
mod scripts;
mod shell;
mod soak;
mod strangers;
mod test;
mod tidy;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::repo::Repo;

/// Checks and proves the repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing and pass everything, step by step
    Test(test::Options),
    /// Check the habits of the repository that no compiler checks
    Tidy,
    /// Write the `where` and `proof` columns of the clause lists: the citations in code and data, and what the proofs come to
    Clauses {
        /// Change nothing; fail if a file would change
        #[arg(long)]
        check: bool,
    },
    /// Check licences, banned crates, sources and advisories of all dependencies against deny.toml
    Policy,
    /// Fuzz each target of fuzz/ for a while
    Fuzz {
        /// How long each target runs
        #[arg(long, default_value_t = fuzz::DEFAULT_SECONDS)]
        seconds: u32,
    },
    /// Drive tables with commands of every role, right and wrong, and keep the result in docs/soak.md
    Soak(soak::Options),
    /// Let the referee watch random tables and keep what it says in docs/referee.md
    Referee(referee::Options),
    /// Attack a house and its files, thousands of times, and keep the result in docs/attack.md
    Attack(attack::Options),
    /// Kill the real server at random moments, thousands of times, and keep the result in docs/crash.md
    Crash(crash::Options),
    /// Give random scripts to SQLite and PostgreSQL and keep the result in docs/scripts-on-both-stores.md
    Scripts(scripts::Options),
    /// Let schemathesis from PyPI try the server and keep the result in docs/strangers.md
    Strangers(strangers::Options),
    /// Load the server from outside and keep the figures in docs/load.md
    Load(load::Options),
    /// Change every datum of every rulebook, one at a time, and keep who notices in docs/mutation.md
    Mutate(mutate::Options),
    /// Change the rulebooks at random, several data at once, and keep what came of them in docs/neighbours.md
    Neighbours(neighbours::Options),
    /// Let cargo-mutants change the program line by line and keep what no test notices in docs/mutants.md
    Mutants(mutants::Options),
    /// Prove the settlement and the odds against independent ones, deal by deal
    Prove(prove::Options),
}

/// 0 when the answer is yes, 1 when it is no, 2 when the question could not be asked.
fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<bool> {
    let repo = Repo::find()?;
    match command {
        Command::Test(options) => test::run_all(&repo, &options),
        Command::Tidy => tidy::run(&repo),
        Command::Clauses { check } => clauses::run(&repo, check),
        Command::Policy => Ok(policy::check(&repo)?.passed()),
        Command::Fuzz { seconds } => Ok(fuzz::run(&repo, seconds)?.passed()),
        Command::Soak(options) => soak::run(&repo, &options),
        Command::Referee(options) => referee::run(&repo, &options),
        Command::Attack(options) => attack::run(&repo, &options),
        Command::Crash(options) => crash::run(&repo, &options),
        Command::Scripts(options) => scripts::run(&repo, &options),
        Command::Strangers(options) => strangers::run(&repo, &options),
        Command::Load(options) => load::run(&repo, &options),
        Command::Mutate(options) => mutate::run(&repo, &options),
        Command::Neighbours(options) => neighbours::run(&repo, &options),
        Command::Mutants(options) => mutants::run(&repo, &options),
        Command::Prove(options) => prove::run(options),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
