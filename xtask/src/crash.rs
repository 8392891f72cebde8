//! `cargo xtask crash`: kills the real server with `kill -9` at random moments, thousands of times, and keeps the
//! result.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::campaign::{Campaign, Pace, Total, sources_line};
use crate::repo::Repo;
use crate::shell;

/// The number of kills by default.
const DEFAULT_KILLS: u64 = 10_000;

/// The number of kills for one house of a part. The journal of each part is new, so that its restarts stay quick.
const PART_KILLS: u64 = 100;

/// Where the last result is kept.
const PAGE: &str = "docs/crash.md";

/// What is killed, and what kills it.
const SOURCES: [&str; 6] = [
    "crates/table/src",
    "crates/meters/src",
    "crates/journal/src",
    "crates/pit/src",
    "crates/server/src",
    "crates/queenhigh/tests/serve_kill.rs",
];

/// How often.
#[derive(Args)]
pub(crate) struct Options {
    /// How many kills
    #[arg(long, default_value_t = DEFAULT_KILLS)]
    kills: u64,
    #[command(flatten)]
    pace: Pace,
}

/// Kills the server this many times and records the result.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let test = shell::built(repo, &["test", "--release", "-p", "queenhigh", "--test", "all", "--no-run"])?;
    let part = |part: u64| {
        let mut command = Command::new(&test);
        command.args(["--exact", "serve_kill::kill_minus_nine_loses_nothing_and_doubles_nothing", "--nocapture"]);
        // The test run has the first seeds.
        command.env("SERVE_KILLS", PART_KILLS.to_string()).env("SERVE_SEED", (1_000 + part).to_string());
        command
    };
    let parts = options.kills.div_ceil(PART_KILLS);
    let crash = Campaign { name: "crash", sources: &SOURCES, parts, unit: "kills", part: &part };
    let Some(total) = crash.run(repo, &options.pace)? else { return Ok(false) };
    let text = page(&total);
    repo.write(PAGE, &text)?;
    println!("{text}");
    Ok(total.figures.get("kills") >= options.kills)
}

fn page(total: &Total) -> String {
    format!(
        "# The last crash run\n\n\
         `cargo xtask crash` starts the real server again and again over one journal, lets two players play at two tables and\n\
         kills the process with `kill -9` at a random moment, one time in eight while it is still starting. The players write\n\
         down what was acknowledged. After each start what was under way is sent again with its id, something acknowledged\n\
         earlier is sent again and must get its first answer, and a table at the same version must show the same commitments\n\
         of its decks. At the end of each part the journal is exported and verified: chains, decks, settlements, ledger and\n\
         meters; and every acknowledged id must stand in it once, and no other (`crates/queenhigh/tests/serve_kill.rs`). The\n\
         same test runs with 200 kills in the test command.\n\n{}\n{}\n\
         No loss in that many bounds the chance of a loss in one crash below {} at 95 percent (rule of three).\n",
        total.figures.rows(),
        sources_line(total),
        bound(total.figures.get("kills")),
    )
}

/// Three out of the given number, as a percentage.
fn bound(kills: u64) -> String {
    format!("{:.2} percent", 300.0 / kills.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Figures;

    #[test]
    fn the_page_has_every_figure_and_the_bound() {
        let page = page(&Total { figures: Figures::read("kills=10000 lost=0"), states: 1 });
        assert!(page.contains("| kills | 10,000 |\n| lost | 0 |\n") && page.contains("0.03 percent"), "{page}");
    }
}
