//! Long runs in parts: each part is a process with its own seeds, and as many run in parallel as there are cores. When
//! a part ends, its counts are kept in the target folder, so that a run can be stopped and continued.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::figures::Figures;
use crate::repo::{Repo, TextFile};

/// How a long run is run.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Pace {
    /// Stop after this many minutes; the same command continues later
    #[arg(long)]
    minutes: Option<u64>,
    /// How many parts run side by side [default: one for each core]
    #[arg(long)]
    jobs: Option<usize>,
    /// Forget the parts that are done and begin again
    #[arg(long, conflicts_with = "keep")]
    fresh: bool,
    /// Go on although the sources changed since the first part; the result says so
    #[arg(long)]
    keep: bool,
}

/// A run in parts.
pub(crate) struct Campaign<'a> {
    /// Its name, also that of its file.
    pub(crate) name: &'a str,
    /// The folders whose changes make earlier parts out of date.
    pub(crate) sources: &'a [&'a str],
    /// How many parts there are.
    pub(crate) parts: u64,
    /// The name of the figure shown as progress.
    pub(crate) unit: &'a str,
    /// The process that does one part and prints a line `result name=value …`.
    pub(crate) part: &'a (dyn Fn(u64) -> Command + Sync),
}

/// The result of all parts.
pub(crate) struct Total {
    /// The sums.
    pub(crate) figures: Figures,
    /// How many different states of the sources the parts ran with.
    pub(crate) states: usize,
}

impl Campaign<'_> {
    /// Runs what is left to do. None if it was stopped before the end, or if a part failed.
    pub(crate) fn run(&self, repo: &Repo, pace: &Pace) -> Result<Option<Total>> {
        let digest = digest(repo, self.sources)?;
        let path = target(repo).join("campaigns").join(format!("{}.txt", self.name));
        let mut kept = if pace.fresh { Kept::default() } else { Kept::read(&path)? };
        kept.parts.retain(|part, _| *part < self.parts);
        if !pace.keep && kept.parts.values().any(|(with, _)| *with != digest) {
            bail!(
                "{} parts of an earlier run stand in {}, and the sources changed since: --keep goes on, --fresh begins again",
                kept.parts.len(),
                path.display()
            );
        }
        kept.write(&path)?;
        let left: Vec<u64> = (0..self.parts).filter(|part| !kept.parts.contains_key(part)).collect();
        println!("{}: {} of {} parts are done", self.name, kept.parts.len(), self.parts);
        if !self.run_parts(&left, &digest, &path, &mut kept, pace)? {
            return Ok(None);
        }
        let mut figures = Figures::default();
        let mut states: Vec<&str> = Vec::new();
        for (with, part) in kept.parts.values() {
            figures.add(part);
            states.push(with);
        }
        states.sort_unstable();
        states.dedup();
        Ok(Some(Total { figures, states: states.len() }))
    }

    /// Whether all of them are done now.
    fn run_parts(&self, left: &[u64], digest: &str, path: &Path, kept: &mut Kept, pace: &Pace) -> Result<bool> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let jobs = pace.jobs.unwrap_or(cores).clamp(1, left.len().max(1));
        let started = Instant::now();
        let until = pace.minutes.map(|minutes| started + Duration::from_secs(minutes * 60));
        let waiting = Mutex::new(left.iter().copied());
        let failed = AtomicBool::new(false);
        let done = Mutex::new((kept, 0_usize, 0_u64));
        let work = || -> Result<()> {
            loop {
                if failed.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until) {
                    return Ok(());
                }
                let Some(part) = waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next() else {
                    return Ok(());
                };
                let Some(figures) = one(&mut (self.part)(part))? else {
                    println!("{}: part {part} failed; what it said is above", self.name);
                    failed.store(true, Ordering::Relaxed);
                    return Ok(());
                };
                let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                done.2 += figures.get(self.unit);
                done.1 += 1;
                done.0.append(path, part, digest, figures)?;
                let rate = done.2 as f64 / started.elapsed().as_secs_f64();
                let left = started.elapsed().as_secs_f64() / done.1 as f64 * (left.len() - done.1) as f64;
                let (parts, unit) = (done.0.parts.len(), self.unit);
                println!(
                    "{}: {parts} of {} parts, {rate:.0} {unit}/s, {:.1} min left",
                    self.name,
                    self.parts,
                    left / 60.0
                );
            }
        };
        std::thread::scope(|scope| -> Result<()> {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        let (kept, ..) = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let all = kept.parts.len() as u64 == self.parts;
        if !all && !failed.load(Ordering::Relaxed) {
            println!("{}: stopped; the same command goes on", self.name);
        }
        Ok(all && !failed.load(Ordering::Relaxed))
    }
}

/// Runs one part. Its output is shown if it fails.
fn one(command: &mut Command) -> Result<Option<Figures>> {
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{command:?} cannot be started"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let result = text.lines().find_map(|line| line.trim_start().strip_prefix("result "));
    match result {
        Some(figures) if output.status.success() => Ok(Some(Figures::read(figures))),
        _ => {
            println!("$ {command:?}\n{text}{}", String::from_utf8_lossy(&output.stderr));
            Ok(None)
        }
    }
}

/// The parts that are done: with which sources, and what they counted.
#[derive(Default)]
struct Kept {
    parts: BTreeMap<u64, (String, Figures)>,
}

impl Kept {
    /// The file may be missing, and its last line may be cut off.
    fn read(path: &Path) -> Result<Kept> {
        if !path.exists() {
            return Ok(Kept::default());
        }
        let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let line = |line: &str| {
            let mut words = line.strip_suffix(" .")?.splitn(3, ' ');
            Some((words.next()?.parse().ok()?, (words.next()?.to_owned(), Figures::read(words.next()?))))
        };
        Ok(Kept { parts: text.lines().filter_map(line).collect() })
    }

    fn write(&self, path: &Path) -> Result<()> {
        let folder = path.parent().context("a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let lines: String = self.parts.iter().map(|(part, (with, figures))| line(*part, with, figures)).collect();
        fs::write(path, lines).with_context(|| format!("{} cannot be written", path.display()))
    }

    fn append(&mut self, path: &Path, part: u64, digest: &str, figures: Figures) -> Result<()> {
        let mut file = fs::OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(line(part, digest, &figures).as_bytes())?;
        self.parts.insert(part, (digest.to_owned(), figures));
        Ok(())
    }
}

/// A part as it is kept. The full stop shows that the line is complete.
fn line(part: u64, with: &str, figures: &Figures) -> String {
    format!("{part} {with} {figures} .\n")
}

/// The folder into which cargo builds.
pub(crate) fn target(repo: &Repo) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repo.path("target"), PathBuf::from)
}

/// A digest of the text files under some folders.
fn digest(repo: &Repo, folders: &[&str]) -> Result<String> {
    let files = repo.text_files()?;
    Ok(digest_of(files.iter().filter(|file| folders.iter().any(|folder| file.path.starts_with(folder)))))
}

/// A digest of text files.
pub(crate) fn digest_of<'f>(files: impl IntoIterator<Item = &'f TextFile>) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        hasher.update(&(file.path.len() as u64).to_le_bytes()).update(file.path.as_bytes());
        hasher.update(&(file.text.len() as u64).to_le_bytes()).update(file.text.as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// What the page of a result says about the sources.
pub(crate) fn sources_line(total: &Total) -> &'static str {
    if total.states == 1 {
        "All parts ran with the same sources."
    } else {
        "The sources changed while the parts ran: some ran with older ones."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    fn campaign(parts: u64, part: &(dyn Fn(u64) -> Command + Sync)) -> Campaign<'_> {
        Campaign { name: "test", sources: &["src/"], parts, unit: "acts", part }
    }

    fn says(text: String) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &text]);
        command
    }

    #[test]
    fn a_stopped_run_goes_on_where_it_was_and_a_failed_part_is_not_kept() {
        let (dir, repo) = fixture::repo(&[("src/a.rs", "one\n")]);
        let path = dir.path().join("kept.txt");
        let mut kept = Kept::default();
        let sound = |part: u64| says(format!("echo noise; echo result acts={} rounds=1", part + 1));
        let pace = Pace { jobs: Some(2), ..Pace::default() };
        assert!(campaign(3, &sound).run_parts(&[0, 2], "d", &path, &mut kept, &pace).is_ok_and(|all| !all));
        // A line cut off by a kill is ignored.
        fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"1 d acts=9").unwrap();
        let mut kept = Kept::read(&path).unwrap();
        assert_eq!(kept.parts.keys().copied().collect::<Vec<_>>(), [0, 2]);
        let failing = |_| says("echo result acts=5; exit 1".into());
        assert!(!campaign(3, &failing).run_parts(&[1], "d", &path, &mut kept, &pace).unwrap());
        assert!(!kept.parts.contains_key(&1));
        assert!(campaign(3, &sound).run_parts(&[1], "d", &path, &mut kept, &pace).unwrap());
        assert_eq!(kept.parts[&2].1.get("acts"), 3);
        assert!(digest(&repo, &["src/"]).unwrap() != digest(&repo, &["other/"]).unwrap());
    }
}
