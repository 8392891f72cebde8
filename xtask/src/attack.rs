//! `cargo xtask attack`: attacks on a house, thousands of times, and their result. Each attack is a test that runs by
//! itself in the test command, with a few tries; here it has many.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::campaign::{Campaign, Pace, Total, sources_line};
use crate::repo::Repo;
use crate::shell;

/// Where the last result is kept.
const PAGE: &str = "docs/attack.md";

/// An attack, and what its tests print.
struct Attack {
    /// Its name, also that of its campaign.
    name: &'static str,
    /// Its chapter on the page.
    title: &'static str,
    /// What is attacked, and what must come of it.
    text: &'static str,
    /// The words with which cargo builds its tests.
    build: &'static [&'static str],
    /// The tests that make it.
    tests: &'static [&'static str],
    /// The variables that say how many tries there are, and with which seed.
    tries: &'static str,
    seed: &'static str,
    /// How many tries a part has.
    part_tries: u64,
    /// How many parts there are, unless the command says otherwise.
    parts: u64,
    /// The figure shown as progress.
    unit: &'static str,
    /// The folders whose changes make earlier parts out of date.
    sources: &'static [&'static str],
}

/// All attacks.
const ATTACKS: [Attack; 1] = [Attack {
    name: "attack-flips",
    title: "Bits that turn in the files of a journal",
    text: "One bit of one file is turned: in the log and in the file after `kill -9`, in the file of a closed journal, in the\n\
           witness, in the signing key, in a checkpoint. A bit is overlooked if a check of everything (`queenhigh verify\n\
           --data`) does not name it. A start must refuse the journal or name the bit, too, where the log, the witness, the\n\
           key or a checkpoint that it reads is hit. The one place where a bit may turn unnamed is the file of a journal that\n\
           was killed: nothing vouches for its bytes, only for what they mean; such a bit must leave every record, balance,\n\
           head and answer as it was (`crates/journal/tests/stores/flips.rs`).\n",
    build: &["test", "-p", "journal", "--test", "stores", "--no-run"],
    tests: &[
        "flips::no_bit_of_the_log_turns_unnoticed",
        "flips::no_bit_of_the_file_turns_unnoticed_while_the_journal_is_closed",
        "flips::a_bit_of_the_file_of_a_killed_journal_is_found_or_means_nothing",
        "flips::no_bit_of_the_witness_turns_unnoticed",
        "flips::no_bit_of_the_key_turns_unnoticed",
        "flips::no_bit_of_a_checkpoint_turns_unnoticed",
    ],
    tries: "JOURNAL_BITS",
    seed: "JOURNAL_SEED",
    part_tries: 100,
    parts: 102,
    unit: "flips",
    sources: &["crates/journal/src", "crates/journal/tests/stores"],
}];

/// How often.
#[derive(Args)]
pub(crate) struct Options {
    /// How many parts of each attack [default: its own number]
    #[arg(long)]
    parts: Option<u64>,
    #[command(flatten)]
    pace: Pace,
}

/// Makes every attack this many times and records the result.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let mut results = Vec::new();
    for attack in &ATTACKS {
        let test = shell::built(repo, attack.build)?;
        let part = |part: u64| {
            let mut command = Command::new(&test);
            let count = attack.tests.len() as u64;
            command.args(["--exact", attack.tests[(part % count) as usize], "--nocapture"]);
            // The test run has the first seeds.
            command
                .env(attack.tries, attack.part_tries.to_string())
                .env(attack.seed, (1_000 + part / count).to_string());
            command
        };
        let parts = options.parts.unwrap_or(attack.parts);
        let campaign = Campaign { name: attack.name, sources: attack.sources, parts, unit: attack.unit, part: &part };
        let Some(total) = campaign.run(repo, &options.pace)? else { return Ok(false) };
        results.push(total);
    }
    let text = page(&results);
    repo.write(PAGE, &text)?;
    println!("{text}");
    Ok(results.iter().all(|total| total.figures.get("overlooked") == 0))
}

fn page(results: &[Total]) -> String {
    let mut text = "# The last attacks\n\n\
         `cargo xtask attack` makes every attack that is kept as a test, thousands of times with seeds of its own. The test\n\
         command makes each a few times.\n"
        .to_owned();
    for (attack, total) in ATTACKS.iter().zip(results) {
        text.push_str(&format!(
            "\n## {}\n\n{}\n{}\n{}\n",
            attack.title,
            attack.text,
            total.figures.rows(),
            sources_line(total)
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Figures;

    #[test]
    fn the_page_has_every_attack_with_its_figures() {
        let total = || Total { figures: Figures::read("flips=10200 overlooked=0"), states: 1 };
        let page = page(&ATTACKS.iter().map(|_| total()).collect::<Vec<_>>());
        for attack in &ATTACKS {
            assert!(page.contains(attack.title), "{page}");
        }
        assert!(page.contains("| flips | 10,200 |\n| overlooked | 0 |\n"), "{page}");
    }
}
