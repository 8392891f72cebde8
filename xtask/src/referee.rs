//! `cargo xtask referee`: lets the referee watch random tables for a long time, in a release build, and keeps the
//! result.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::campaign::{Campaign, Pace, Total, sources_line};
use crate::repo::Repo;
use crate::shell;

/// How many commands the referee watches by default.
const DEFAULT_COMMANDS: u64 = 10_000_000;

/// The least number of commands in a part: the example says how many runs there are, each of about seven hundred.
const PART_COMMANDS: u64 = 450_000;

/// Where the last result is kept.
const PAGE: &str = "docs/referee.md";

/// What is watched, and who watches it.
const SOURCES: [&str; 7] = [
    "crates/cards/src",
    "crates/rules/src",
    "crates/meters/src",
    "crates/table/",
    "crates/referee/",
    "rulebooks/",
    "houses/",
];

/// How long.
#[derive(Args)]
pub(crate) struct Options {
    /// How many commands, at least
    #[arg(long, default_value_t = DEFAULT_COMMANDS)]
    commands: u64,
    #[command(flatten)]
    pace: Pace,
}

/// Lets the referee watch this many commands and records what it said. The answer is no if it objected.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let driver = shell::built(repo, &["build", "--release", "-p", "referee", "--example", "campaign"])?;
    let part = |part: u64| {
        let mut command = Command::new(&driver);
        command.args(["--part", &part.to_string()]);
        command
    };
    let parts = options.commands.div_ceil(PART_COMMANDS);
    let campaign = Campaign { name: "referee", sources: &SOURCES, parts, unit: "commands", part: &part };
    let Some(total) = campaign.run(repo, &options.pace)? else { return Ok(false) };
    let text = page(&total);
    repo.write(PAGE, &text)?;
    println!("{text}");
    Ok(total.figures.get("commands") >= options.commands && total.figures.get("objections") == 0)
}

fn page(total: &Total) -> String {
    let said = match total.figures.get("objections") {
        0 => "The referee objected to nothing.",
        _ => {
            "The referee objected: each rule that was broken stands below with its count, and\n\
             `cargo run --release -p referee --example campaign -- --survey 1000` tells the clauses and an example of each."
        }
    };
    format!(
        "# The referee\n\n\
         `crates/referee` is a second judge of procedure. It was written from the five documents and the adopted readings by\n\
         somebody who had not read the table's engine; it keeps its own picture of a table from the events alone and objects to\n\
         whatever a document forbids, and to every duty that was passed over.\n\n\
         `cargo xtask referee` lets it watch random tables of all five books: every dealing device, one deck and two, shufflers\n\
         that count and that do not, late stacks, community cards, progressives, electronic tables; people in their own parts and\n\
         in others', devices that fail and come back, decks that age, tables that fall idle. It runs in parts, on all cores, and\n\
         can be stopped and continued. What the referee itself would overlook is tried by planted breaks\n\
         (`crates/referee/tests/planted`): every rule of it is broken there once, in rounds that are lawful otherwise.\n\n\
         This is what the last run counted. {said} {}\n\n{}",
        sources_line(total),
        total.figures.rows()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Figures;

    #[test]
    fn the_page_says_whether_there_was_an_objection() {
        let page = |text: &str| page(&Total { figures: Figures::read(text), states: 1 });
        assert!(page("commands=1200000 objections=0").contains("objected to nothing"));
        let told = page("commands=1200000 objections=3 “cut_before_the_deal”=3");
        assert!(told.contains("The referee objected:") && told.contains("| “cut before the deal” | 3 |\n"), "{told}");
    }
}
