//! `cargo xtask neighbours`: random rulebooks, each a lawful neighbour of one that is there, through check, odds,
//! simulation and a table run by robots. The last result is kept in docs/neighbours.md.

mod book;
mod law;
mod played;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use rayon::prelude::*;

use crate::figures::Figures;
use crate::repo::Repo;
use book::{Neighbour, Shelf};

/// Where the last result is kept.
const PAGE: &str = "docs/neighbours.md";

/// Which rulebooks are made.
#[derive(Args)]
pub(crate) struct Options {
    /// How many rulebooks
    #[arg(long, default_value_t = 1_000)]
    books: u64,
    /// The number of the first; a number makes the same rulebook every time
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Print each rulebook's changes
    #[arg(long)]
    show: bool,
}

/// Makes the rulebooks and keeps the result, if it is the whole run and nothing is wrong.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let shelf = Shelf::read(repo)?;
    let numbers: Vec<u64> = (options.first..options.first.saturating_add(options.books)).collect();
    let (begun, done) = (Instant::now(), AtomicU64::new(0));
    // A panic is a finding like any other; its own message would only be noise.
    std::panic::set_hook(Box::new(|_| {}));
    let trials: Vec<Trial> = numbers
        .par_iter()
        .map(|number| {
            let trial = Trial::of(&shelf, *number);
            let so_far = done.fetch_add(1, Ordering::Relaxed) + 1;
            if so_far.is_multiple_of(100) {
                println!("neighbours: {so_far} of {} rulebooks, {} s", options.books, begun.elapsed().as_secs());
            }
            trial
        })
        .collect();
    let _ = std::panic::take_hook();
    let mut figures = Figures::default();
    let mut sound = true;
    for trial in &trials {
        figures.add(&trial.figures);
        if options.show || !trial.wrong.is_empty() {
            println!("{trial}");
        }
        sound &= trial.wrong.is_empty();
    }
    println!("{}", figures.rows());
    if sound && options.first == 1 {
        repo.write(PAGE, &page(&figures, begun.elapsed()))?;
        println!("{PAGE}: written");
    }
    Ok(sound)
}

/// One rulebook, and what came of it.
struct Trial {
    number: u64,
    changes: Vec<String>,
    figures: Figures,
    wrong: Vec<String>,
}

impl Trial {
    fn of(shelf: &Shelf, number: u64) -> Trial {
        let neighbour = Neighbour::new(shelf, number);
        let mut trial =
            Trial { number, changes: neighbour.changes.clone(), figures: Figures::default(), wrong: Vec::new() };
        trial.count("rulebooks", 1);
        trial.count("changes", neighbour.changes.len() as u64);
        for text in neighbour.houses() {
            let tried = catch_unwind(AssertUnwindSafe(|| trial.try_house(&neighbour, text)));
            if let Err(panic) = tried {
                let said = panic.downcast_ref::<String>().cloned();
                let said = said.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).to_owned()));
                trial.wrong.push(format!("a panic: {}", said.unwrap_or_default()));
            }
        }
        trial
    }

    fn try_house(&mut self, neighbour: &Neighbour<'_>, text: &str) {
        let report = rules::house::check(text, neighbour.books());
        let Some(house) = report.house else {
            // Unlawful under this book, by a fault that says so.
            self.count("houses_refused", 1);
            if report.faults.is_empty() {
                self.wrong.push("a house is refused without a fault".to_owned());
            }
            return;
        };
        self.count("houses", 1);
        let seed = neighbour.seed();
        for (name, value) in law::compared(&house, &seed, &mut self.wrong) {
            self.count(name, value);
        }
        for (name, value) in played::rounds(&house, &seed, &mut self.wrong) {
            self.count(name, value);
        }
    }

    fn count(&mut self, name: &str, value: u64) {
        self.figures.add(&Figures::read(&format!("{name}={value}")));
    }
}

impl std::fmt::Display for Trial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rulebook {}: {}", self.number, self.changes.join("; "))?;
        self.wrong.iter().try_for_each(|wrong| write!(f, "\n  wrong: {wrong}"))
    }
}

fn page(figures: &Figures, took: Duration) -> String {
    format!(
        "# Random rulebooks, the last run\n\n\
         `cargo xtask neighbours` changes data of the rulebooks at random, several at once, keeps what the reader accepts, and\n\
         checks the houses of the book under it. Under each lawful house, rounds are dealt through the settlement and compared\n\
         with the exact law, wager by wager; a mean more than five standard errors off is dealt again, with forty times as\n\
         many rounds, and must come closer. Then robots play rounds at a table: after each command all accounts add up to\n\
         zero and every meter is exact. The same number makes the same rulebook (`--first N --books 1 --show`).\n\
         Nothing was wrong in the last run, which took {} s.\n\n{}",
        took.as_secs(),
        figures.rows()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of what the long run does; a rulebook of each kind is among them.
    #[test]
    fn random_neighbours_of_the_books_are_counted_settled_and_played() {
        let repo = Repo::find().unwrap();
        let shelf = Shelf::read(&repo).unwrap();
        let trials: Vec<Trial> = (1..=24_u64).into_par_iter().map(|number| Trial::of(&shelf, number)).collect();
        let mut figures = Figures::default();
        for trial in &trials {
            assert!(trial.wrong.is_empty(), "{trial}");
            figures.add(&trial.figures);
        }
        assert!(
            figures.get("houses") >= 12 && figures.get("laws") >= 60 && figures.get("table_rounds") >= 60,
            "{figures}"
        );
    }
}
