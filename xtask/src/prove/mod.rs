//! The proof of the settlement against an independent one, deal by deal.
//!
//! Every player's hand against every dealer's hand that the rest of the deck allows, played and folded, in each book's
//! example house: the production settlement beside a second one, written from the documents alone. The odds then count
//! the same deals without dealing any.

mod compare;
mod odds;
mod plain;

use std::time::Instant;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use rules::{Books, House};

use crate::repo::Repo;
use compare::Pairing;
use plain::books::PlainHouse;

/// All pairs of a player's and a dealer's hand from one deck: 22,100 times 18,424.
const DEALS: u64 = 407_170_400;

/// A sample takes one in this many of the player's hands, against every dealer's hand.
const SAMPLE_EVERY: usize = 61;

/// How many differences are printed; the rest are only counted.
const SHOWN: usize = 10;

/// What is to be proved.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A sample of the deals rather than all of them
    #[arg(long)]
    sample: bool,
    /// Only this rulebook; may be repeated
    #[arg(long = "book", value_name = "CODE")]
    books: Vec<String>,
    /// Only the odds: every deal dealt and judged plainly, beside what is counted
    #[arg(long)]
    odds: bool,
}

impl Options {
    /// What every run of the tests proves.
    pub(crate) fn a_sample() -> Self {
        Self { sample: true, books: Vec::new(), odds: false }
    }
}

/// Proves the named rulebooks, or all of them when none is named.
pub(crate) fn run(options: Options) -> Result<bool> {
    let Options { sample, books, odds: odds_only } = options;
    let repo = Repo::find()?;
    let shipped = Books::shipped();
    let codes: Vec<String> = if books.is_empty() { shipped.codes().map(str::to_owned).collect() } else { books };
    let hands = plain::cards::every_hand();
    let players: Vec<usize> = (0..hands.len()).step_by(if sample { SAMPLE_EVERY } else { 1 }).collect();
    let mut houses = Vec::new();
    for code in &codes {
        let house = house(&repo, &shipped, code)?;
        let plain = compare::plain_house(&house)?;
        houses.push((code.clone(), house, plain));
    }
    let mut sound = true;
    if !odds_only {
        sound &= settlements(&hands, &players, &houses)?;
    }
    // Dealing and judging alone is quick, so the odds are always proved over all deals.
    sound &= odds::run(&hands, &houses)?;
    Ok(sound)
}

/// Settles every deal twice.
fn settlements(hands: &[[u8; 3]], players: &[usize], houses: &[(String, House, PlainHouse)]) -> Result<bool> {
    let deals = DEALS / hands.len() as u64 * players.len() as u64;
    println!("settling {} deals, played and folded, in {} houses", grouped(deals), houses.len());
    println!();
    println!(
        "{:<10} {:>13} {:>13} {:>14} {:>12} {:>9}",
        "house", "deals", "settlements", "paid, cents", "differences", "seconds"
    );
    let mut sound = true;
    for (code, house, plain) in houses {
        let pairing = Pairing::new(house, *plain, hands)?;
        let bar = ProgressBar::new(players.len() as u64)
            .with_style(ProgressStyle::with_template("{prefix:<10} {wide_bar} {percent:>3} %  {eta} left")?);
        bar.set_prefix(code.clone());
        let started = Instant::now();
        let count = players
            .par_iter()
            .map(|player| {
                let count = pairing.against_all_dealers(*player);
                bar.inc(1);
                count
            })
            .reduce(compare::Count::default, compare::Count::and);
        bar.finish_and_clear();
        if count.deals != deals {
            bail!("{code}: {} deals were settled, {deals} were meant", count.deals);
        }
        println!(
            "{:<10} {:>13} {:>13} {:>14} {:>12} {:>9}",
            code,
            grouped(count.deals),
            grouped(count.settlements),
            grouped(count.paid.unsigned_abs()),
            count.differences,
            started.elapsed().as_secs(),
        );
        for difference in count.shown.iter().take(SHOWN) {
            println!("{difference}");
        }
        sound &= count.differences == 0;
    }
    println!();
    println!("{}", if sound { "the two settlements agree: 0 differences" } else { "the two settlements DIFFER" });
    Ok(sound)
}

/// A book's example house, checked.
fn house(repo: &Repo, books: &Books, code: &str) -> Result<House> {
    let path = format!("houses/{code}.toml");
    let text = repo.read(&path).with_context(|| format!("{path}: every rulebook has an example house"))?;
    let report = rules::house::check(&text, books);
    let faults: Vec<String> = report.errors().map(ToString::to_string).collect();
    report.house.with_context(|| format!("{path} is not lawful: {}", faults.join("; ")))
}

/// A number with a comma every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
