//! `cargo xtask mutants`: cargo-mutants changes the settlement, the meters and the table's decisions line by line, and
//! docs/mutants.md keeps what no test noticed.

mod area;
mod code;
mod found;
mod page;
mod reason;
mod tree;

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::campaign::{digest_of, target};
use crate::repo::{Repo, TextFile};
use crate::shell;
use area::{AREAS, Area};
use code::Code;
use found::{Found, Lists, OfFile};
use tree::Tree;

/// The page with the last result.
const PAGE: &str = "docs/mutants.md";

/// The results by file, so that another machine tries only what has changed.
const KEPT: &str = "docs/mutants.json";

/// What the mutants are tried with: after any change here, a test may notice what it did not before.
const SOURCES: [&str; 7] =
    ["crates/cards/", "crates/rules/", "crates/meters/", "crates/table/", "crates/script/", "golden/", "rulebooks/"];

/// How it is run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only files whose path contains this text; may be repeated. The page is not written then
    #[arg(long, value_name = "TEXT")]
    file: Vec<String>,
    /// Stop after this many minutes; the same command continues later
    #[arg(long)]
    minutes: Option<u64>,
    /// How many mutants are tried side by side [default: one for each core]
    #[arg(long)]
    jobs: Option<usize>,
    /// Forget what was found before and begin again
    #[arg(long)]
    fresh: bool,
}

/// A file that is to be tried.
struct Task {
    area: &'static Area,
    path: String,
    /// Its code, as a digest.
    code: String,
    /// Earlier results for the same code.
    before: Option<OfFile>,
}

/// The two depths: every mutant meets the quick tests, and those that they do not notice meet the thorough ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TestDepth {
    Quick,
    Thorough,
}

/// One run of the command.
struct Run<'a> {
    repo: &'a Repo,
    options: &'a Options,
    /// Where copies, builds and results are kept.
    folder: PathBuf,
    /// The files that are mutated, and their code.
    sources: Vec<(&'a TextFile, Code)>,
    /// All sources and tests, as a digest.
    tried_with: String,
}

/// Tries what was not tried yet. The answer is no when too many survive.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    ensure!(
        shell::ensure_cargo_tool(repo, "mutants", "cargo-mutants")?,
        "cargo-mutants could not be installed: cargo install cargo-mutants --locked"
    );
    let folder = target(repo).join("mutants");
    fs::create_dir_all(&folder)?;
    let files = repo.text_files()?;
    let tried_with = digest_of(files.iter().filter(|file| SOURCES.iter().any(|folder| file.path.starts_with(folder))));
    let mutated = files.iter().filter(|file| area_of(&file.path).is_some());
    let sources = mutated.map(|file| (file, Code::of(file))).collect();
    let run = Run { repo, options, folder, sources, tried_with };
    let mut found = if options.fresh { Found::default() } else { Found::read(&run.kept(), &run.sources)? };
    let mut all = true;
    for depth in [TestDepth::Quick, TestDepth::Thorough] {
        all = all && run.try_all(depth, &mut found)?;
    }
    let mutated = run.sources.iter().map(|(file, _)| file.path.as_str());
    let untried: Vec<&str> = mutated.filter(|path| !found.files.contains_key(*path)).collect();
    let result = page::Result::of(&found, untried);
    println!("{}", result.line());
    if options.file.is_empty() {
        repo.write(PAGE, &result.page())?;
        println!("{PAGE}: written");
    } else {
        print!("{}", result.survivors());
    }
    if !all {
        println!("stopped; the same command goes on");
    }
    Ok(all && result.is_enough())
}

fn area_of(path: &str) -> Option<&'static Area> {
    AREAS.iter().find(|area| area.has(path))
}

impl Run<'_> {
    fn kept(&self) -> PathBuf {
        self.repo.path(KEPT)
    }

    /// What a depth has to try.
    fn tasks(&self, depth: TestDepth, found: &Found) -> VecDeque<Task> {
        let only = &self.options.file;
        let asked = |path: &str| only.is_empty() || only.iter().any(|text| path.contains(text));
        let task = |(file, code): &(&TextFile, Code)| {
            let area = area_of(&file.path).filter(|_| asked(&file.path))?;
            let before = found.files.get(&file.path).cloned();
            let settled = before.as_ref().is_some_and(|of| match depth {
                _ if of.survived.is_empty() => true,
                TestDepth::Quick => of.tried_with == self.tried_with,
                TestDepth::Thorough => of.thoroughly_with == self.tried_with,
            });
            (!settled).then(|| Task { area, path: file.path.clone(), code: code.digest.clone(), before })
        };
        self.sources.iter().filter_map(task).collect()
    }

    /// Whether every task at a depth is done now.
    fn try_all(&self, depth: TestDepth, found: &mut Found) -> Result<bool> {
        let tasks = self.tasks(depth, found);
        println!(
            "{} files for the {} tests",
            tasks.len(),
            if depth == TestDepth::Quick { "quick" } else { "thorough" }
        );
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let jobs = self.options.jobs.unwrap_or(cores).clamp(1, tasks.len().max(1));
        let until = self.options.minutes.map(|minutes| Instant::now() + Duration::from_secs(minutes * 60));
        let waiting = Mutex::new(tasks);
        let done = Mutex::new(found);
        let work = |number: usize| -> Result<()> {
            let mut tree = None;
            while until.is_none_or(|until| Instant::now() < until) {
                let Some(task) = lock(&waiting).pop_front() else { return Ok(()) };
                let tree = match &mut tree {
                    Some(tree) => tree,
                    none => none.insert(Tree::of(self.repo, &self.folder, number)?),
                };
                let of = self.try_file(tree, depth, &task)?;
                let left = lock(&waiting).len();
                println!("{}: {} of {} survive; {left} files left", task.path, of.survived.len(), of.tried);
                let mut found = lock(&done);
                found.files.insert(task.path, of);
                found.write(&self.kept(), &self.sources)?;
            }
            Ok(())
        };
        let work = &work;
        std::thread::scope(|scope| -> Result<()> {
            let workers: Vec<_> = (0..jobs).map(|number| scope.spawn(move || work(number))).collect();
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        Ok(lock(&waiting).is_empty())
    }

    /// Tries the mutants of a file with the tests of a depth.
    fn try_file(&self, tree: &Tree, depth: TestDepth, task: &Task) -> Result<OfFile> {
        let out = self.folder.join("out").join(task.path.replace('/', "-"));
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        fs::create_dir_all(&out)?;
        let (tests, parts) = match depth {
            TestDepth::Quick => (&task.area.quick, task.area.quick.parts.to_vec()),
            TestDepth::Thorough => (&task.area.thorough, task.area.thorough_parts(&task.path)),
        };
        let survived = task.before.as_ref().map(|before| before.survived.as_slice());
        tree.attempt((task.area, &task.path), (tests, &parts), &out, survived.unwrap_or_default())?;
        let lists = Lists::read(&out)?;
        let mut of = task.before.clone().unwrap_or_else(|| OfFile {
            code: task.code.clone(),
            tried: lists.noticed + lists.missed.len(),
            unviable: lists.unviable,
            ..OfFile::default()
        });
        of.survived = lists.missed;
        *(if depth == TestDepth::Quick { &mut of.tried_with } else { &mut of.thoroughly_with }) =
            self.tried_with.clone();
        Ok(of)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
