//! Running other programs: their output is passed through, their command line is shown first.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::repo::Repo;

/// A program run at the root of the repository.
pub(crate) fn command(repo: &Repo, line: &[&str]) -> Command {
    let mut command = Command::new(line[0]);
    command.args(&line[1..]).current_dir(repo.root());
    command
}

/// Shows the command line, runs it with its output passed through, and says whether it succeeded.
pub(crate) fn run(repo: &Repo, line: &[&str]) -> Result<bool> {
    run_with(repo, line, &[])
}

/// As [`run`], with more variables in the environment.
pub(crate) fn run_with(repo: &Repo, line: &[&str], variables: &[(&str, &str)]) -> Result<bool> {
    let shown: Vec<String> = variables.iter().map(|(name, value)| format!("{name}={value:?} ")).collect();
    println!("$ {}{}", shown.concat(), line.join(" "));
    let mut command = command(repo, line);
    command.envs(variables.iter().copied());
    let status = command.status().with_context(|| format!("{} cannot be started", line[0]))?;
    Ok(status.success())
}

/// Builds something with cargo and says where the executable is.
pub(crate) fn built(repo: &Repo, line: &[&str]) -> Result<PathBuf> {
    println!("$ cargo {}", line.join(" "));
    let mut cargo = command(repo, &[&["cargo"], line].concat());
    cargo.arg("--message-format=json-render-diagnostics").stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = cargo.output().context("cargo cannot be started")?;
    anyhow::ensure!(output.status.success(), "cargo {} failed", line.join(" "));
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    // Building a test also builds the programs that it runs.
    let tests = line.first() == Some(&"test");
    let ours = messages.filter(|message| !tests || message["profile"]["test"] == true);
    let executable = ours.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back();
    executable.with_context(|| format!("cargo {} made no executable", line.join(" ")))
}

/// Whether a command can be run at all; it prints nothing.
pub(crate) fn answers(repo: &Repo, line: &[&str]) -> bool {
    let mut command = command(repo, line);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Whether `cargo NAME` is installed, after trying to install it if not.
pub(crate) fn ensure_cargo_tool(repo: &Repo, name: &str, package: &str) -> Result<bool> {
    let probe = ["cargo", name, "--version"];
    if answers(repo, &probe) {
        return Ok(true);
    }
    println!("cargo {name} is missing and will be installed.");
    // They wait for files and for cargo: a build without optimisation takes half the time, and they are hardly slower.
    let line = ["cargo", "install", package, "--locked", "--debug"];
    run_with(repo, &line, &[("CARGO_PROFILE_DEV_DEBUG", "false")])?;
    Ok(answers(repo, &probe))
}

/// Whether a component of the toolchain is installed, after trying to add it if not.
pub(crate) fn ensure_component(repo: &Repo, name: &str, component: &str) -> Result<bool> {
    let probe = ["cargo", name, "--version"];
    if answers(repo, &probe) {
        return Ok(true);
    }
    println!("cargo {name} is missing and will be installed.");
    if answers(repo, &["rustup", "--version"]) {
        run(repo, &["rustup", "component", "add", component])?;
    }
    Ok(answers(repo, &probe))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_does_not_answer() {
        let repo = Repo::find().unwrap();
        assert!(!answers(&repo, &["no-such-program-anywhere"]));
        assert!(answers(&repo, &["cargo", "--version"]));
    }
}
