//! `cargo xtask scripts`: runs random scripts of commands on SQLite and PostgreSQL side by side, and keeps the result.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::campaign::{Campaign, Pace, Total, sources_line};
use crate::repo::Repo;
use crate::shell;

/// The number of scripts by default.
const DEFAULT_SCRIPTS: u64 = 100_000;

/// The number of scripts that run over one pair of journals.
const PART_SCRIPTS: u64 = 5_000;

/// Where the last result is kept.
const PAGE: &str = "docs/scripts-on-both-stores.md";

const SOURCES: [&str; 1] = ["crates/journal/"];

/// How many scripts are run.
#[derive(Args)]
pub(crate) struct Options {
    /// How many scripts
    #[arg(long, default_value_t = DEFAULT_SCRIPTS)]
    scripts: u64,
    #[command(flatten)]
    pace: Pace,
}

/// Runs this many scripts on both stores and records the result.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let test = shell::built(repo, &["test", "--release", "-p", "journal", "--test", "stores", "--no-run"])?;
    let part = |part: u64| {
        let mut command = Command::new(&test);
        command.args(["--exact", "both::random_scripts_give_the_same_result_on_both_stores", "--nocapture"]);
        command.env("JOURNAL_SCRIPTS", PART_SCRIPTS.to_string()).env("JOURNAL_SEED", (1_000 + part).to_string());
        command
    };
    let parts = options.scripts.div_ceil(PART_SCRIPTS);
    let scripts = Campaign { name: "scripts", sources: &SOURCES, parts, unit: "scripts", part: &part };
    let Some(total) = scripts.run(repo, &options.pace)? else { return Ok(false) };
    let text = page(&total);
    repo.write(PAGE, &text)?;
    println!("{text}");
    Ok(total.figures.get("scripts") >= options.scripts)
}

fn page(total: &Total) -> String {
    format!(
        "# Random scripts on both stores\n\n\
         `cargo xtask scripts` gives the same random scripts of appends to a journal in SQLite and to one in PostgreSQL: few\n\
         streams, accounts and ids, so that conflicts, repeats, ids with another body and accounts below zero are common, many\n\
         of them asked at once. Every outcome, every record, every balance, the chains and the exports are compared, byte for\n\
         byte (`crates/journal/tests/stores/both.rs`; the test command runs 3,000 scripts). {}\n\n{}",
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
        let page = page(&Total { figures: Figures::read("scripts=100000 differences=0"), states: 1 });
        assert!(page.contains("| scripts | 100,000 |\n| differences | 0 |\n"), "{page}");
    }
}
