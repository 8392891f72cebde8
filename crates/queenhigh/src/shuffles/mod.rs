//! `queenhigh shuffles`: runs a battery of tests on the production shuffle, at 99 percent.

mod battery;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use schemars::JsonSchema;
use serde::Serialize;
use shuffler::{Seed, Shuffler};

use self::battery::{Battery, Tested, passes};
use crate::CommandContext;
use crate::exit::{Exit, Output};
use crate::plural;
use crate::table_text::TextTable;

/// Test the shuffle: chi-square, runs, serial, gap and permutations, at 99 percent
///
/// Each shuffle takes 256 fresh bits from the operating system, as at a table; with --seed, all come from one seed and
/// can be repeated.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 all tests together pass at 99 percent, 1 they do not, 2 bad usage.

Of a hundred runs of a perfect shuffle one is expected to fail: run it again, and worry if it fails again.

Example:
  queenhigh shuffles --count 10000000")]
pub(crate) struct ShufflesArgs {
    /// How many shuffles
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(10_000..))]
    count: u64,
    /// Shuffle from this seed, 1 to 64 hexadecimal digits
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ShufflesTested {
    /// How many shuffles.
    shuffles: u64,
    /// The seed, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    /// Whether all tests together pass at 99 percent (Holm).
    passes: bool,
    /// The tests.
    tests: Vec<Tested>,
}

pub(crate) fn run(context: &CommandContext, args: &ShufflesArgs) -> Output {
    let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} shuffles, {per_sec}, {eta} left");
    let bar = ProgressBar::new(args.count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut seeded = args.seed.map(Shuffler::new);
    let mut battery = Battery::new();
    for done in 0..args.count {
        let shuffle = match &mut seeded {
            Some(shuffler) => Ok(shuffler.shuffle()),
            None => shuffler::fresh(),
        };
        match shuffle {
            Ok(shuffle) => battery.count(shuffle.order.cards()),
            Err(error) => return Output::bad_input(format!("error: {error}\n")),
        }
        if done % 8192 == 0 {
            bar.set_position(done);
        }
    }
    bar.finish_and_clear();
    let tests = battery.tested();
    let passes = passes(&tests);
    let exit = if passes { Exit::Done } else { Exit::No };
    if args.json {
        let seed = args.seed.map(|seed| seed.to_string());
        return Output::json(&ShufflesTested { shuffles: args.count, seed, passes, tests }).with_exit(exit);
    }
    let mut table = TextTable::new(0).left("test").right("statistic").right("degrees").right("p").wrapping("looks at");
    for test in &tests {
        let degrees = test.degrees.map_or("–".to_owned(), |degrees| degrees.to_string());
        let row = [format!("{:.2}", test.statistic), degrees, format!("{:.4}", test.p)];
        let [statistic, degrees, p] = row;
        table.row([test.test.into(), statistic.into(), degrees.into(), p.into(), test.about.into()]);
    }
    let verdict = if passes { "pass" } else { "do not pass" };
    let last = format!("{}: the tests together {verdict} at 99 percent.\n", plural::count(args.count, "shuffle"));
    Output::done(table.print(context.out) + &last).with_exit(exit)
}
