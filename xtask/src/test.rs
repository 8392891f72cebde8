//! `cargo xtask test`: everything, step by step, each with its own output, and one summary at the end.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::repo::Repo;
use crate::shell::{self, run, run_with};
use crate::{clauses, fuzz, pages, policy, prove, tidy};

/// Which steps to run.
#[derive(Args)]
pub(crate) struct Options {
    /// Run this step alone; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Print the steps and run none
    #[arg(long)]
    list: bool,
}

/// How a step ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// Passed, with a note for the reader.
    PassedWith(String),
    Failed,
}

impl Outcome {
    pub(crate) fn of(passed: bool) -> Self {
        if passed { Self::Passed } else { Self::Failed }
    }

    pub(crate) fn passed(&self) -> bool {
        *self != Self::Failed
    }

    fn words(&self) -> String {
        match self {
            Self::Passed => "passed".to_owned(),
            Self::PassedWith(note) => format!("passed ({note})"),
            Self::Failed => "failed".to_owned(),
        }
    }
}

struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&Repo) -> Result<Outcome>,
}

/// The steps in their order: what is quick and often fails comes first.
const STEPS: [Step; 12] = [
    Step { name: "fmt", about: "the format of the code", run: fmt },
    Step { name: "clippy", about: "the lints, warnings included", run: clippy },
    Step { name: "policy", about: "licences, bans, sources and advisories of dependencies", run: policy::check },
    Step { name: "tidy", about: "the habits of the repository", run: check_tidy },
    Step { name: "clauses", about: "the homes and proofs of every clause are those in the lists", run: check_clauses },
    Step { name: "tests", about: "unit, property and golden tests, and the commands of README.md", run: tests },
    Step { name: "pages", about: "types, lints, unit tests and weight of the pages", run: pages::check },
    Step { name: "browser", about: "whole rounds in a browser against the real server", run: pages::browser },
    Step { name: "doctests", about: "the examples in the documentation", run: doctests },
    Step { name: "docs", about: "the documentation builds without a warning", run: docs },
    Step { name: "prove", about: "a sample of the proof of the settlement", run: prove_a_sample },
    Step { name: "fuzz", about: "each fuzz target for a minute", run: fuzz_a_while },
];

/// Runs the steps and prints the summary.
fn run_steps(repo: &Repo, steps: &[&Step]) -> bool {
    let mut done = Vec::new();
    let has = |name: &str| steps.iter().any(|step| step.name == name);
    let both = has(BESIDE.0) && has(BESIDE.1);
    let mut beside = None;
    for step in steps {
        if both && step.name == BESIDE.1 {
            continue;
        }
        if both && step.name == BESIDE.0 {
            beside = Some(Beside::start(repo));
        }
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let outcome = (step.run)(repo).unwrap_or_else(failure);
        done.push((step.name, outcome, start.elapsed()));
    }
    if let Some(beside) = beside {
        let (outcome, took) =
            beside.and_then(Beside::finish).unwrap_or_else(|error| (failure(error), Duration::default()));
        done.push((BESIDE.1, outcome, took));
    }
    println!("\n{}", summary(&done));
    done.iter().all(|(_, outcome, _)| outcome.passed())
}

fn failure(error: anyhow::Error) -> Outcome {
    println!("error: {error:#}");
    Outcome::Failed
}

/// The browser's tests mostly wait, and the fuzzers compute: the second runs beside the first, at the lowest priority.
const BESIDE: (&str, &str) = ("browser", "fuzz");

/// A step that runs beside others. What it prints is kept until they have ended, so that nobody reads two at once.
struct Beside {
    running: Child,
    printed: PathBuf,
    start: Instant,
}

impl Beside {
    fn start(repo: &Repo) -> Result<Beside> {
        let printed = repo.path("target/beside.log");
        let file = File::create(&printed).with_context(|| format!("{} cannot be written", printed.display()))?;
        let mut command = shell::command(repo, &["nice", "-n", "19"]);
        command.arg(std::env::current_exe()?).args(["test", "--only", BESIDE.1]);
        command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        let running = command.spawn().context("the step beside the others cannot be started")?;
        Ok(Beside { running, printed, start: Instant::now() })
    }

    fn finish(mut self) -> Result<(Outcome, Duration)> {
        let status = self.running.wait().context("the step beside the others cannot be waited for")?;
        print!("{}", fs::read_to_string(&self.printed)?);
        Ok((Outcome::of(status.success()), self.start.elapsed()))
    }
}

pub(crate) fn run_all(repo: &Repo, options: &Options) -> Result<bool> {
    if options.list {
        for step in &STEPS {
            println!("{:<10}{}", step.name, step.about);
        }
        return Ok(true);
    }
    Ok(run_steps(repo, &chosen(&options.only)?))
}

fn chosen(only: &[String]) -> Result<Vec<&'static Step>> {
    if let Some(name) = only.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("there is no step {name}; the steps are {}", names.join(", "));
    }
    Ok(STEPS.iter().filter(|step| only.is_empty() || only.iter().any(|name| name == step.name)).collect())
}

/// A table of the steps and a last line that counts them.
fn summary(done: &[(&str, Outcome, Duration)]) -> String {
    let mut text = String::new();
    for (name, outcome, took) in done {
        text += &format!("{name:<10}{:>8.1} s  {}\n", took.as_secs_f64(), outcome.words());
    }
    let passed = done.iter().filter(|(_, outcome, _)| outcome.passed()).count();
    text + &format!("steps: {passed} passed, {} failed", done.len() - passed)
}

fn fmt(repo: &Repo) -> Result<Outcome> {
    shell::ensure_component(repo, "fmt", "rustfmt")?;
    Ok(Outcome::of(run(repo, &["cargo", "fmt", "--all", "--check"])?))
}

fn clippy(repo: &Repo) -> Result<Outcome> {
    shell::ensure_component(repo, "clippy", "clippy")?;
    let line = ["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    Ok(Outcome::of(run(repo, &line)?))
}

fn check_clauses(repo: &Repo) -> Result<Outcome> {
    Ok(Outcome::of(clauses::run(repo, true)?))
}

fn check_tidy(repo: &Repo) -> Result<Outcome> {
    Ok(Outcome::of(tidy::run(repo)?))
}

/// PostgreSQL from the system's packages, where it is missing: half of the journal's tests need it.
fn ensure_postgres(repo: &Repo) -> Result<()> {
    if pgtest::is_installed() {
        return Ok(());
    }
    println!("PostgreSQL is missing and will be installed.");
    if shell::answers(repo, &["apt-get", "--version"]) {
        run(repo, &["apt-get", "install", "-y", "postgresql"])?;
    }
    if !pgtest::is_installed() {
        bail!("PostgreSQL could not be installed: install the system's package postgresql");
    }
    Ok(())
}

fn tests(repo: &Repo) -> Result<Outcome> {
    ensure_postgres(repo)?;
    if shell::ensure_cargo_tool(repo, "nextest", "cargo-nextest")? {
        return Ok(Outcome::of(run(repo, &["cargo", "nextest", "run", "--workspace", "--no-fail-fast"])?));
    }
    println!("notice: cargo-nextest could not be installed; cargo test runs the tests instead.");
    let passed = run(repo, &["cargo", "test", "--workspace", "--all-targets"])?;
    Ok(if passed { Outcome::PassedWith("by cargo test".to_owned()) } else { Outcome::Failed })
}

fn doctests(repo: &Repo) -> Result<Outcome> {
    Ok(Outcome::of(run(repo, &["cargo", "test", "--doc", "--workspace"])?))
}

fn docs(repo: &Repo) -> Result<Outcome> {
    let line = ["cargo", "doc", "--workspace", "--no-deps"];
    Ok(Outcome::of(run_with(repo, &line, &[("RUSTDOCFLAGS", "-D warnings")])?))
}

fn prove_a_sample(_: &Repo) -> Result<Outcome> {
    Ok(Outcome::of(prove::run(prove::Options::a_sample())?))
}

fn fuzz_a_while(repo: &Repo) -> Result<Outcome> {
    fuzz::run(repo, fuzz::DEFAULT_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    #[test]
    fn steps_are_chosen_by_name_in_their_own_order() {
        let names = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
            chosen(&only).map(|steps| steps.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
        assert_eq!(names(&["tidy", "fmt"]).unwrap(), ["fmt", "tidy"]);
        assert!(
            names(&["nothing"]).unwrap_err().to_string().starts_with("there is no step nothing; the steps are fmt")
        );
    }

    #[test]
    fn the_summary_counts_the_steps_on_its_last_line() {
        let done = [
            ("fmt", Outcome::Passed, Duration::from_millis(900)),
            ("fuzz", Outcome::PassedWith("no nightly".to_owned()), Duration::from_secs(61)),
            ("tidy", Outcome::Failed, Duration::from_secs(2)),
        ];
        assert_eq!(
            summary(&done),
            "fmt            0.9 s  passed\nfuzz          61.0 s  passed (no nightly)\ntidy           2.0 s  failed\nsteps: 2 passed, 1 failed"
        );
    }

    #[test]
    fn a_failing_step_fails_the_run_and_the_rest_still_runs() {
        let (_dir, repo) = fixture::repo(&[]);
        let fails = Step { name: "fails", about: "", run: |_| bail!("no") };
        let marks = Step { name: "marks", about: "", run: |repo| repo.write("ran", "yes\n").map(|()| Outcome::Passed) };
        assert!(!run_steps(&repo, &[&fails, &marks]));
        assert!(repo.exists("ran"));
        assert!(run_steps(&repo, &[&marks]));
    }
}
