//! `load`: a crowd outside the house. Prints what it measured as the rows of a table.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use load::{LoadPart, LoadPlan, Sizes};

/// Loads a started server from outside and measures it.
#[derive(Parser)]
struct Cli {
    /// What is measured
    #[arg(value_enum)]
    part: LoadPart,
    /// The server's program
    #[arg(long, value_name = "FILE")]
    server: PathBuf,
    /// The house of the tables
    #[arg(long, value_name = "HOUSE.toml")]
    house: PathBuf,
    /// A folder in which the journal of the restart is kept and used again
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    sizes: Sizes,
}

/// 0 when it could be measured, 2 when not. A missed bar is reported and fails nothing.
fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    let house =
        std::fs::read_to_string(&cli.house).with_context(|| format!("{} cannot be read", cli.house.display()))?;
    // Every viewer is a socket here and one in the server, which gets the same limit.
    rlimit::increase_nofile_limit(1 << 20).context("the limit of open files cannot be raised")?;
    let plan = LoadPlan { server: cli.server, house, sizes: cli.sizes, keep: cli.keep };
    print!("{}", load::run(cli.part, &plan)?);
    Ok(())
}
