//! The pages: their types, their tests, and whole rounds in a real browser.

use anyhow::{Result, bail};

use crate::repo::Repo;
use crate::shell::{self, run, run_with};
use crate::test::Outcome;

/// npm in the folder of the pages.
fn npm(repo: &Repo, line: &[&str]) -> Result<bool> {
    let all: Vec<&str> = ["npm", "--prefix", "web"].iter().chain(line).copied().collect();
    run(repo, &all)
}

/// The pages' packages, as the lock file names them.
fn ensure_packages(repo: &Repo) -> Result<()> {
    if !shell::answers(repo, &["npm", "--version"]) {
        bail!("npm is missing: install Node 20 or later");
    }
    if !npm(repo, &["install", "--no-audit", "--no-fund", "--loglevel=error"])? {
        bail!("the packages of the pages could not be installed");
    }
    Ok(())
}

/// Types, lints, unit tests and the weight of the pages.
pub(crate) fn check(repo: &Repo) -> Result<Outcome> {
    ensure_packages(repo)?;
    let passed = npm(repo, &["run", "check"])? & npm(repo, &["test"])? & npm(repo, &["run", "build"])?;
    Ok(Outcome::of(passed))
}

/// Chromium from the system's packages, where it is missing.
fn ensure_chromium(repo: &Repo) -> Result<()> {
    let there = || shell::answers(repo, &["chromium", "--version"]);
    if there() {
        return Ok(());
    }
    println!("Chromium is missing and will be installed.");
    if shell::answers(repo, &["apt-get", "--version"]) {
        run(repo, &["apt-get", "install", "-y", "chromium"])?;
    }
    if !there() {
        bail!("Chromium could not be installed: install the system's package chromium");
    }
    Ok(())
}

/// Whole rounds in Chromium against the real server. It is the build that the tests have made already: the release build
/// has the same code and checks, and takes four minutes more.
pub(crate) fn browser(repo: &Repo) -> Result<Outcome> {
    ensure_packages(repo)?;
    ensure_chromium(repo)?;
    if !run(repo, &["cargo", "build", "--package", "queenhigh"])? {
        return Ok(Outcome::Failed);
    }
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| repo.root().join("target").display().to_string());
    let binary = format!("{target}/debug/queenhigh");
    let line = ["npm", "--prefix", "web", "run", "browser"];
    Ok(Outcome::of(run_with(repo, &line, &[("QUEENHIGH", &binary)])?))
}
