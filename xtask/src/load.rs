//! `cargo xtask load`: loads the release build of the server with a crowd in another process, and keeps the figures.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::repo::Repo;
use crate::shell;

/// Where the last figures are kept.
const PAGE: &str = "docs/load.md";

/// The parts, as the crowd's program names them, and the heading of their figures.
const PARTS: [(&str, &str); 5] = [
    ("pace", "Human pace"),
    ("full", "Full speed"),
    ("play", "Players over WebSocket"),
    ("viewers", "Viewers"),
    ("restart", "Restart and recall"),
];

/// Which parts, and how large.
#[derive(Args)]
pub(crate) struct Options {
    /// Only this part; may be repeated. What the page has of the others stays
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Print the figures and write nothing
    #[arg(long)]
    print: bool,
    /// What the crowd's program is told beside that: its sizes, see `cargo run -p load -- --help`
    #[arg(last = true)]
    sizes: Vec<String>,
}

/// Loads the server and records the figures.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let unknown = options.only.iter().find(|name| PARTS.iter().all(|(part, _)| part != name));
    ensure!(unknown.is_none(), "there is no part {unknown:?}; the parts are {:?}", PARTS.map(|(part, _)| part));
    let server = shell::built(repo, &["build", "--release", "-p", "queenhigh", "--bin", "queenhigh"])?;
    let crowd = shell::built(repo, &["build", "--release", "-p", "load", "--bin", "load"])?;
    let mut sections: Vec<(String, String)> = read(&repo.read(PAGE).unwrap_or_default());
    for (part, title) in PARTS {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == part) {
            continue;
        }
        let mut command = Command::new(&crowd);
        command.arg(part).arg("--server").arg(&server).arg("--house").arg(repo.path("houses/md14.toml"));
        command.args(&options.sizes);
        println!("$ {command:?}");
        let output = command.stderr(std::process::Stdio::inherit()).output().context("the crowd cannot be started")?;
        ensure!(output.status.success(), "{part} could not be measured");
        let rows = String::from_utf8(output.stdout)?;
        println!("{rows}");
        match sections.iter_mut().find(|(known, _)| known == title) {
            Some((_, old)) => *old = rows,
            None => sections.push((title.to_owned(), rows)),
        }
    }
    sections.sort_by_key(|(title, _)| PARTS.iter().position(|(_, known)| known == title));
    if !options.print {
        repo.write(PAGE, &page(&sections))?;
    }
    Ok(sections.iter().all(|(_, rows)| !rows.contains("| over:") && !rows.contains("| under:")))
}

/// The sections of the existing page.
fn read(page: &str) -> Vec<(String, String)> {
    let section = |section: &str| {
        let (title, rest) = section.split_once('\n')?;
        let rows: String =
            rest.lines().filter(|line| line.starts_with("| ")).skip(1).map(|line| format!("{line}\n")).collect();
        Some((title.to_owned(), rows))
    };
    page.split("\n## ").skip(1).filter_map(section).collect()
}

fn page(sections: &[(String, String)]) -> String {
    let mut page = String::from(
        "# The server under load\n\n\
         `cargo xtask load` builds the server and a crowd (`crates/load`) in release, starts the server as a process with SQLite\n\
         on the disk, and lets the crowd reach it over real sockets from another process on the same machine, which takes its\n\
         part of the two cores. The limit of open files is raised by the crowd for itself and the server. Figures of what is\n\
         durable stand beside how often a second the bare disk takes a small write. A bar that is missed is told.\n\n\
         Human pace is measured in whole rounds. The house that is opened for it gives so long for wagers that a table makes 60\n\
         rounds an hour, the pace of a live one. Nothing is counted until every table has ended its first round; then rounds are\n\
         counted at each table from the end of the first to the end of the last, and the server's use until every table has\n\
         ended its round. Less than a round is refused, and a pace further than a tenth from 60 misses its bar.\n",
    );
    for (title, rows) in sections {
        page.push_str(&format!("\n## {title}\n\n| what | figure | bar |\n|---|---:|---|\n{rows}"));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_it_was_written() {
        let sections = vec![
            ("Human pace".to_owned(), "| a | 1 | |\n| b | 2 | PASS: at most 3 |\n".to_owned()),
            ("Viewers".to_owned(), "| c | 3 | |\n".to_owned()),
        ];
        assert_eq!(read(&page(&sections)), sections);
    }
}
