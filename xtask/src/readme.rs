//! `cargo xtask readme`: runs the commands that README.md shows and compares what they print.
//!
//! In a fenced `console` block a line that starts with `$ ` is a command, and the lines after it must appear in its
//! output in this order; a line `...` stands for any lines. `<!-- not run -->` before the block leaves it out, `<!--
//! exits 1 -->` says that its last command ends with that status.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use crate::findings::Findings;
use crate::metadata::Metadata;
use crate::repo::Repo;
use crate::shell;

const README: &str = "README.md";

/// The command that runs this one.
const OURSELVES: &str = "cargo xtask test";

/// How long a command may take, including a full build.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// A command that the page shows.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    line: usize,
    command: String,
    expected: Vec<String>,
    /// None when the block is marked as not run.
    status: Option<i32>,
}

/// Runs every command that is not marked, is not this one, and contains no text of `skip`.
pub(crate) fn run(repo: &Repo, skip: &[String]) -> Result<bool> {
    let mut findings = Findings::default();
    let shown = parse(&repo.read(README)?);
    let path = search_path(repo, &shown)?;
    for shown in &shown {
        let left_out = shown.command.starts_with(OURSELVES) || skip.iter().any(|text| shown.command.contains(text));
        let Some(status) = shown.status.filter(|_| !left_out) else {
            println!("left out: {}", shown.command);
            continue;
        };
        println!("$ {}", shown.command);
        match execute(repo, &shown.command, &path) {
            Ok((found, output)) => {
                print!("{output}");
                if found != status {
                    findings.at(README, shown.line, format!("the command ends with {found}, not {status}"));
                }
                if let Some(line) = missing(&shown.expected, &output) {
                    findings.at(README, shown.line, format!("the command does not print: {line}"));
                }
            }
            Err(error) => findings.at(README, shown.line, format!("{error:#}")),
        }
    }
    Ok(findings.report("readme"))
}

/// Where programs are looked for. A page that calls the program by its name finds the release build.
fn search_path(repo: &Repo, shown: &[Shown]) -> Result<std::ffi::OsString> {
    let given = std::env::var_os("PATH").unwrap_or_default();
    if !shown.iter().any(|shown| shown.status.is_some() && shown.command.starts_with("queenhigh")) {
        return Ok(given);
    }
    if !shell::run(repo, &["cargo", "build", "--quiet", "--release", "--package", "queenhigh"])? {
        bail!("queenhigh does not build, so that its commands cannot be run");
    }
    let built = Metadata::load(repo)?.target_directory.join("release");
    let all = std::iter::once(built).chain(std::env::split_paths(&given));
    std::env::join_paths(all).context("the search path cannot be written")
}

fn parse(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut lines = page.lines().enumerate();
    let mut runs = true;
    let mut exits = 0;
    while let Some((_, line)) = lines.next() {
        let line = line.trim();
        if line == "<!-- not run -->" {
            runs = false;
        } else if let Some(status) = line.strip_prefix("<!-- exits ").and_then(|rest| rest.strip_suffix(" -->")) {
            exits = status.trim().parse().unwrap_or(0);
        } else if line.starts_with("```") {
            let first = found.len();
            for (index, inner) in lines.by_ref().take_while(|(_, inner)| inner.trim() != "```") {
                if line == "```console" {
                    add(&mut found, first, index + 1, inner);
                }
            }
            for shown in &mut found[first..] {
                shown.status = runs.then_some(0);
            }
            if let Some(last) = found[first..].last_mut() {
                last.status = runs.then_some(exits);
            }
            (runs, exits) = (true, 0);
        } else if !line.is_empty() {
            (runs, exits) = (true, 0);
        }
    }
    found
}

/// Adds a line of a block: a command, a continuation of the line above, or output.
fn add(found: &mut Vec<Shown>, first: usize, line: usize, text: &str) {
    if let Some(command) = text.strip_prefix("$ ") {
        found.push(Shown { line, command: command.to_owned(), expected: Vec::new(), status: None });
    } else if let Some(shown) = found[first..].last_mut() {
        if shown.expected.is_empty() && shown.command.ends_with('\\') {
            shown.command = format!("{}\n{text}", shown.command);
        } else {
            shown.expected.push(text.trim_end().to_owned());
        }
    }
}

/// The first expected line that is missing from the output.
fn missing<'e>(expected: &'e [String], output: &str) -> Option<&'e str> {
    let output: Vec<&str> = output.lines().collect();
    let mut from = 0;
    for run in expected.split(|line| line.trim() == "...").filter(|run| !run.is_empty()) {
        let holds = |at: usize| run.iter().zip(&output[at..]).all(|(line, printed)| printed.contains(line.as_str()));
        let last = output.len().checked_sub(run.len());
        let Some(at) = last.and_then(|last| (from..=last).find(|at| holds(*at))) else {
            let absent = run.iter().find(|line| !output.iter().any(|printed| printed.contains(line.as_str())));
            return absent.or(run.first()).map(String::as_str);
        };
        from = at + run.len();
    }
    None
}

/// Runs a command with bash at the root; its status, and what it printed on both outputs.
fn execute(repo: &Repo, command: &str, path: &std::ffi::OsStr) -> Result<(i32, String)> {
    let script = format!("exec 2>&1\n{command}");
    let mut bash = shell::command(repo, &["bash", "-c", &script]);
    bash.env("PATH", path).env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1");
    bash.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = own_group(&mut bash).spawn().context("bash cannot be started")?;
    let mut pipe = child.stdout.take().context("the output cannot be read")?;
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned())
    });
    let ended = wait(&mut child)?;
    let output = reader.join().map_err(|_| anyhow!("the output was lost"))?.context("the output cannot be read")?;
    match ended {
        Some(status) => Ok((status, output)),
        None => {
            print!("{output}");
            Err(anyhow!("the command did not end within {} minutes", PATIENCE.as_secs() / 60))
        }
    }
}

/// The status of the command, or none when patience ran out and it was stopped.
fn wait(child: &mut Child) -> Result<Option<i32>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().context("the command cannot be waited for")? {
            return Ok(Some(status.code().unwrap_or(-1)));
        }
        if start.elapsed() > PATIENCE {
            stop(child);
            child.wait().context("the command cannot be waited for")?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Puts the command into a process group of its own, so that it can be stopped with everything it started.
#[cfg(unix)]
fn own_group(command: &mut Command) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, 0)
}

#[cfg(not(unix))]
fn own_group(command: &mut Command) -> &mut Command {
    command
}

/// Stops the command and, where process groups exist, everything it started.
fn stop(child: &mut Child) {
    let group = format!("-{}", child.id());
    let stopped = Command::new("kill").args(["-KILL", "--", &group]).status();
    if !stopped.is_ok_and(|status| status.success()) {
        // It may have just ended, which is fine too.
        let _ = child.kill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn commands_and_what_they_print_are_read() {
        let page = "# T\n```console\n$ a \\\n  b\none\n$ c\n```\n```sh\n$ no\n```\n<!-- not run -->\n\n```console\n$ d\n```\n\
                    <!-- exits 1 -->\n```console\n$ e\n$ f\n```\n<!-- not run -->\ntext\n```console\n$ g\n```\n";
        let found = parse(page);
        let seen: Vec<_> = found.iter().map(|s| (s.line, s.command.as_str(), s.status)).collect();
        assert_eq!(
            seen,
            [
                (3, "a \\\n  b", Some(0)),
                (6, "c", Some(0)),
                (14, "d", None),
                (18, "e", Some(0)),
                (19, "f", Some(1)),
                (24, "g", Some(0)),
            ]
        );
        assert_eq!(found[0].expected, ["one"]);
    }

    #[test]
    fn lines_stand_together_unless_dots_part_them() {
        let output = "Compiling\nante  $5\nplay  $5\ntotal $10\n";
        for text in ["", "ante  $5\nplay", "Compiling\n...\ntotal $10", "...\ntotal", "...", "Compiling\n..."] {
            assert_eq!(missing(&lines(text), output), None, "{text}");
        }
        assert_eq!(missing(&lines("ante  $5\ntotal $10"), output), Some("ante  $5"));
        assert_eq!(missing(&lines("total\n...\nante"), output), Some("ante"));
        assert_eq!(missing(&lines("ante\nfold"), output), Some("fold"));
    }

    #[test]
    fn a_page_is_run_and_its_faults_are_found() {
        let good = "```console\n$ echo one; echo two >&2\none\ntwo\n$ cat README.md | head -1\n```console\n```\n\
                    <!-- exits 3 -->\n```console\n$ exit 3\n```\n```console\n$ cargo xtask test\nnot run\n```\n";
        let (_dir, repo) = fixture::repo(&[(README, good)]);
        assert!(run(&repo, &[]).unwrap());
        let bad = "```console\n$ echo one\ntwo\n```\n```console\n$ false\n```\n";
        let (_dir, repo) = fixture::repo(&[(README, bad)]);
        assert!(!run(&repo, &[]).unwrap());
        assert!(run(&repo, &["echo".to_owned(), "false".to_owned()]).unwrap());
    }
}
