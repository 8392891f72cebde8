//! `cargo xtask soak`: the state-machine test of the table, for a long time, in a release build; the result is kept.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use crate::prove::grouped;
use crate::repo::Repo;
use crate::shell;

/// How many commands a soak gives when nothing else is asked.
pub(crate) const DEFAULT_COMMANDS: u64 = 100_000_000;

/// Where the last result is kept.
const PAGE: &str = "docs/soak.md";

/// The driver: the same as in `cargo nextest run -p table --test machine`, with other seeds.
const LINE: [&str; 9] = ["cargo", "run", "--quiet", "--release", "-p", "table", "--example", "soak", "--"];

/// Gives a table so many commands and writes down what came of it. A failed run is written down by nobody: its seed is
/// on the screen, and the fault is to be mended.
pub(crate) fn run(repo: &Repo, commands: u64) -> Result<bool> {
    println!("$ {} --commands {commands}", LINE.join(" "));
    let mut command = shell::command(repo, &LINE);
    let started = Instant::now();
    let mut child = command.args(["--commands", &commands.to_string()]).stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("the driver has no output")?;
    let bar = ProgressBar::new(commands)
        .with_style(ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} commands, {eta} left")?);
    let mut result = None;
    for line in BufReader::new(output).lines() {
        let line = line?;
        match line.split_once(' ') {
            Some(("progress", done)) => bar.set_position(done.trim().parse().unwrap_or_default()),
            Some(("result", figures)) => result = Some(Figures::read(figures)),
            _ => {}
        }
    }
    bar.finish_and_clear();
    let passed = child.wait()?.success();
    let Some(figures) = result.filter(|_| passed) else {
        println!("soak: a run failed; its seed and house are above, and the example's --seed repeats it");
        return Ok(false);
    };
    let text = figures.page(started.elapsed().as_secs());
    repo.write(PAGE, &text)?;
    println!("{text}");
    Ok(true)
}

/// What the test counted, in its own order.
struct Figures(Vec<(String, u64)>);

impl Figures {
    fn read(text: &str) -> Figures {
        let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
        Figures(pairs.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect())
    }

    fn page(&self, seconds: u64) -> String {
        let mut page = String::from(
            "# The last soak\n\n\
             `cargo xtask soak` drives tables with commands of every role, right and wrong, and checks after each of them what\n\
             must always hold (`crates/table/tests/machine.rs` says what). This is what the last run counted; nothing failed.\n\n\
             | what | how many |\n|---|---:|\n",
        );
        for (name, value) in &self.0 {
            let _ = writeln!(page, "| {name} | {} |", grouped(*value));
        }
        let _ = writeln!(page, "| seconds | {} |", grouped(seconds));
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_figure() {
        let figures = Figures::read("commands=1200000 accepted=7 odd x=y");
        let page = figures.page(61);
        assert!(page.contains("| commands | 1,200,000 |\n| accepted | 7 |\n| seconds | 61 |\n"), "{page}");
    }
}
