//! `cargo xtask mutate`: changes every datum of every rulebook, one at a time, and switches off every refusal of the
//! table, one at a time, and records what noticed in docs/mutation.md.

pub(crate) mod data;
mod reason;
#[cfg(feature = "mutation")]
mod refusals;
mod report;
pub(crate) mod trial;

use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result};
use rayon::prelude::*;

use crate::proof::stage::Stage;
use crate::repo::Repo;
use data::{Change, Datum};
use report::Report;
use trial::Fate;

/// Options of `cargo xtask mutate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only these rulebooks; nothing is kept then
    #[arg(long, value_name = "CODE")]
    book: Vec<String>,
    /// Only rules whose place begins so; nothing is kept then
    #[arg(long, value_name = "PATH")]
    only: Option<String>,
}

/// Runs it in a separate build, in which refusals can be switched off.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    if cfg!(feature = "mutation") { try_all(repo, options) } else { built_for_it(repo) }
}

fn built_for_it(repo: &Repo) -> Result<bool> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--profile", "mutation", "--package", "xtask", "--features", "mutation", "--"]);
    cargo.args(std::env::args_os().skip(1)).current_dir(repo.root());
    Ok(cargo.status().context("cargo cannot be started")?.success())
}

fn try_all(repo: &Repo, options: &Options) -> Result<bool> {
    let begun = Instant::now();
    let stage = Stage::set(repo)?;
    println!("{} scripts, rounds, houses and layouts", stage.pieces.len());
    // Panics under a changed book are caught and reported; their own messages would be noise.
    std::panic::set_hook(Box::new(|_| {}));
    let mut report = Report::default();
    for shelved in stage.books.iter() {
        let code = shelved.rules.code.as_str();
        if !options.book.is_empty() && !options.book.iter().any(|book| book == code) {
            continue;
        }
        let book: toml::Table = shelved.text.parse()?;
        let mut all = data::data(&book);
        all.retain(|datum| options.only.as_ref().is_none_or(|only| datum.place.starts_with(only.as_str())));
        let tries: Vec<(&Datum, &Change)> =
            all.iter().flat_map(|datum| datum.changes.iter().map(move |change| (datum, change))).collect();
        let attempt = |(datum, change): &(&Datum, &Change)| trial::attempt(&stage, code, &book, datum, change);
        let fates: Vec<Fate> = tries.par_iter().map(attempt).collect();
        report.book(code, all.len(), tries.iter().copied().zip(fates));
        println!("{code}: {}", report.line(code));
    }
    #[cfg(feature = "mutation")]
    if options.only.is_none() && options.book.is_empty() {
        report.refusals = Some(refusals::try_all(repo, &stage)?);
    }
    let _ = std::panic::take_hook();
    println!("done in {} s", begun.elapsed().as_secs());
    if options.book.is_empty() && options.only.is_none() {
        repo.write("docs/mutation.md", &report.page())?;
        println!("docs/mutation.md: written");
    } else {
        print!("{}", report.survivors());
    }
    Ok(true)
}
