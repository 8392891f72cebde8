//! `cargo xtask soak`: runs the state-machine test of the table for a long time, in a release build, and keeps the
//! result.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::campaign::{Campaign, Pace, Total, sources_line};
use crate::repo::Repo;
use crate::shell;

/// How many commands a soak gives by default.
const DEFAULT_COMMANDS: u64 = 100_000_000;

/// The least number of commands in a part: the example says how many runs, and each has at least eight hundred.
const PART_COMMANDS: u64 = 500_000;

/// Where the last result is kept.
const PAGE: &str = "docs/soak.md";

/// What the soak drives, and what drives it.
const SOURCES: [&str; 6] =
    ["crates/cards/src", "crates/rules/src", "crates/meters/src", "crates/table/", "rulebooks/", "houses/"];

/// How long.
#[derive(Args)]
pub(crate) struct Options {
    /// How many commands, at least
    #[arg(long, default_value_t = DEFAULT_COMMANDS)]
    commands: u64,
    #[command(flatten)]
    pace: Pace,
}

/// Gives tables this many commands and records the result. A failed run is not recorded: its seed is on the screen, and
/// the fault must be fixed.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    // The driver: the same as in `cargo nextest run -p table machine`, with other seeds.
    let driver = shell::built(repo, &["build", "--release", "-p", "table", "--example", "soak"])?;
    let part = |part: u64| {
        let mut command = Command::new(&driver);
        command.args(["--part", &part.to_string()]);
        command
    };
    let parts = options.commands.div_ceil(PART_COMMANDS);
    let soak = Campaign { name: "soak", sources: &SOURCES, parts, unit: "commands", part: &part };
    let Some(total) = soak.run(repo, &options.pace)? else { return Ok(false) };
    let text = page(&total);
    repo.write(PAGE, &text)?;
    println!("{text}");
    Ok(total.figures.get("commands") >= options.commands)
}

fn page(total: &Total) -> String {
    format!(
        "# The last soak\n\n\
         `cargo xtask soak` drives tables with commands of every role, right and wrong, and checks after each of them what\n\
         must always hold (`crates/table/tests/machine.rs` says what). It runs in parts, on all cores, and can be stopped and\n\
         continued. Nothing is sampled but one check: every fourth table's events are also written as JSON, read again and\n\
         replayed. This is what the last run counted; nothing failed. {}\n\n{}",
        sources_line(total),
        total.figures.rows()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Figures;

    #[test]
    fn the_page_has_every_figure() {
        let page = page(&Total { figures: Figures::read("commands=1200000 accepted=7"), states: 1 });
        assert!(page.contains("| commands | 1,200,000 |\n| accepted | 7 |\n"), "{page}");
    }
}
