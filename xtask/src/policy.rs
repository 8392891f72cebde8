//! `cargo xtask policy`: licences, bans, sources and advisories of all dependencies against deny.toml, by cargo-deny.

use anyhow::{Result, ensure};

use crate::repo::Repo;
use crate::shell::{answers, ensure_cargo_tool, run};
use crate::test::Outcome;

/// What is checked offline.
const HERE: [&str; 7] = ["cargo", "deny", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"];

/// What needs a copy of the advisory database.
const ADVISORIES: [&str; 5] = ["cargo", "deny", "check", "--disable-fetch", "advisories"];

/// Checks the workspace's dependencies. Advisories are checked where their database can be fetched.
pub(crate) fn check(repo: &Repo) -> Result<Outcome> {
    ensure!(ensure_cargo_tool(repo, "deny", "cargo-deny")?, "cargo-deny could not be installed");
    if !run(repo, &HERE)? {
        return Ok(Outcome::Failed);
    }
    if !answers(repo, &["cargo", "deny", "fetch", "db"]) {
        return Ok(Outcome::PassedWith("advisories not checked: their database could not be fetched".to_owned()));
    }
    Ok(Outcome::of(run(repo, &ADVISORIES)?))
}
