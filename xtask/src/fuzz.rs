//! `cargo xtask fuzz`: runs each fuzz target for a while, started from the repository's own files.

use std::fs;
use std::num::NonZero;
use std::process::{Child, Stdio};

use anyhow::{Context, Result};

use crate::repo::{Repo, TextFile, stem};
use crate::shell::{self, answers, ensure_cargo_tool};
use crate::test::Outcome;

/// How long each target runs by default.
pub(crate) const DEFAULT_SECONDS: u32 = 60;

/// Cards as people write them, rightly and wrongly.
const CARD_SEEDS: [&str; 6] = ["As", "Td", "As Td 2c", "2c3c4c", "1x", "as TD"];

/// Fuzzes every target. If that is not possible it says so; then only the property tests give the same kinds of input
/// to the same readers.
pub(crate) fn run(repo: &Repo, seconds: u32) -> Result<Outcome> {
    if !answers(repo, &["cargo", "+nightly", "--version"]) {
        return Ok(without("there is no nightly toolchain"));
    }
    if !ensure_cargo_tool(repo, "fuzz", "cargo-fuzz")? {
        return Ok(without("cargo-fuzz could not be installed"));
    }
    let files = repo.text_files()?;
    let targets: Vec<String> =
        repo.folder("fuzz/fuzz_targets", "rs")?.iter().map(|file| stem(file).to_owned()).collect();
    for target in &targets {
        seed(repo, target, &files)?;
    }
    run_targets(repo, &targets, seconds)
}

/// Builds all targets first, so that the time of the runs is known, then runs as many at once as there are cores. A
/// fuzzer uses one.
fn run_targets(repo: &Repo, targets: &[String], seconds: u32) -> Result<Outcome> {
    let mut failed = Vec::new();
    let mut built = Vec::new();
    for target in targets {
        if shell::run(repo, &["cargo", "+nightly", "fuzz", "build", target])? {
            built.push(target);
        } else {
            failed.push(format!("{target} does not build"));
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    for together in built.chunks(cores) {
        let running: Vec<_> = together.iter().map(|target| start(repo, target, seconds)).collect::<Result<_>>()?;
        for (target, running) in together.iter().zip(running) {
            let output = running.wait_with_output().context("the fuzzer cannot be waited for")?;
            print!("{}", String::from_utf8_lossy(&output.stderr));
            if !output.status.success() {
                failed.push(format!("{target} found an input that breaks it, kept in fuzz/artifacts/{target}"));
            }
        }
    }
    for fault in &failed {
        println!("fuzz: {fault}");
    }
    Ok(Outcome::of(failed.is_empty()))
}

/// Starts a target. What it prints is kept until it ends, so that two do not write into each other's lines.
fn start(repo: &Repo, target: &str, seconds: u32) -> Result<Child> {
    let time = format!("-max_total_time={seconds}");
    let quiet = ["-timeout=10", "-verbosity=0", "-print_funcs=0", "-print_final_stats=1"];
    let line = [&["cargo", "+nightly", "fuzz", "run", target, "--", &time], &quiet[..]].concat();
    println!("$ {}", line.join(" "));
    let mut fuzzer = shell::command(repo, &line);
    fuzzer.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    fuzzer.spawn().context("cargo fuzz cannot be started")
}

fn without(why: &str) -> Outcome {
    println!("notice: {why}, so nothing is fuzzed; the property tests stand alone.");
    Outcome::PassedWith(format!("not fuzzed: {why}"))
}

/// Puts what the target reads in normal use into its corpus, from which the fuzzer starts.
fn seed(repo: &Repo, target: &str, files: &[TextFile]) -> Result<()> {
    let dir = format!("fuzz/corpus/{target}");
    fs::create_dir_all(repo.path(&dir)).with_context(|| format!("{dir} cannot be made"))?;
    for (name, text) in seeds(target, files) {
        repo.write(&format!("{dir}/{name}"), text)?;
    }
    Ok(())
}

/// The names and texts of a target's seeds.
fn seeds<'f>(target: &str, files: &'f [TextFile]) -> Vec<(String, &'f str)> {
    let (folder, extension) = match target {
        "rulebook_reader" => ("rulebooks/", "toml"),
        "house_reader" => ("houses/", "toml"),
        "settle_input" => ("golden/", "json"),
        "card_parser" => {
            return CARD_SEEDS.iter().enumerate().map(|(at, text)| (format!("seed-{at}"), *text)).collect();
        }
        _ => return Vec::new(),
    };
    let belongs = |file: &&TextFile| file.path.starts_with(folder) && file.extension() == extension;
    files.iter().filter(belongs).map(|file| (file.path.replace('/', "-"), file.text.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    #[test]
    fn each_target_starts_from_the_files_it_reads() {
        let (_dir, repo) = fixture::repo(&[
            ("houses/a.toml", "a\n"),
            ("houses/refused/b.toml", "b\n"),
            ("rulebooks/zz.toml", "zz\n"),
            ("golden/fold.json", "{}\n"),
            ("golden/readme.md", "no\n"),
        ]);
        let files = repo.text_files().unwrap();
        let names = |target| seeds(target, &files).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names("house_reader"), ["houses-a.toml", "houses-refused-b.toml"]);
        assert_eq!(names("rulebook_reader"), ["rulebooks-zz.toml"]);
        assert_eq!(names("settle_input"), ["golden-fold.json"]);
        assert_eq!(names("card_parser").len(), CARD_SEEDS.len());
        assert!(names("something_new").is_empty());
        seed(&repo, "house_reader", &files).unwrap();
        assert_eq!(repo.read("fuzz/corpus/house_reader/houses-a.toml").unwrap(), "a\n");
    }
}
