//! `queenhigh simulate`: deals rounds through the settlement and compares them with the exact law.

mod deal;
mod output;
mod part;
mod seats;
mod text;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use odds::simulate::{Options, PlanFault, Seed, SimulationPlan, plot};
use rules::House;
use rules::settle::{Meters, POSITIONS};

pub(crate) use output::Simulated;

use crate::CommandContext;
use crate::chosen;
use crate::exit::Output;
use crate::files::{self, AddedBooks, Source};
use crate::law;
use crate::plural;
use part::{RunPart, RunRequest};

/// Deal millions of rounds through the settlement, and check them against the exact law
///
/// Every wager's mean with its standard error, the exact figure and the distance between them in standard errors (z).
/// Meters grow and reset as the house's do. Without --house the first example house is used; without --wagers, every
/// wager that it offers is made at its minimum. With a seed the run repeats bit for bit, whatever the number of threads
/// and shards. The cards come from ChaCha12, drawn without bias.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Example:
  queenhigh simulate --rounds 10000000 --positions 7
  queenhigh simulate --house ma --wagers 'ante=$15,pair_plus' --strategy q64
  queenhigh simulate --positions 3 --strategy optimal --strategy 2=always --svg plots
  queenhigh simulate --seed 2a --rounds 1000000000 --shard 1/8 --out part-1.json
  queenhigh simulate merge part-*.json")]
pub(crate) struct SimulateArgs {
    #[command(subcommand)]
    command: Option<SimulateCommand>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    pub(crate) added: AddedBooks,
}

#[derive(Debug, Subcommand)]
enum SimulateCommand {
    Merge(MergeArgs),
}

/// Merge the parts of a run
///
/// The files are those that --out wrote. The result is the same as that of the run in one piece, to the last byte.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh simulate merge part-1.json part-2.json --json")]
pub(crate) struct MergeArgs {
    /// The parts
    #[arg(value_name = "FILE", required = true)]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    pub(crate) added: AddedBooks,
}

/// What is dealt.
#[derive(Debug, Args)]
struct RunArgs {
    /// The house: the code of an example, a file, or - for the standard input [default: md14]
    #[arg(long, value_name = "CODE|FILE|-")]
    house: Option<String>,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=ROUNDS_MAX))]
    rounds: u64,
    /// How many positions are played, from the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=POSITIONS as i64))]
    positions: u8,
    /// What is wagered, as WAGER or WAGER=AMOUNT, in dollars such as '$5' or whole cents such as 500; with a position, as in 3:ante, for that one only; repeatable
    #[arg(long, value_name = "[POSITION:]LIST")]
    wagers: Vec<String>,
    /// optimal, q64, always, mimic, or the weakest hand played such as K-9-2; 3=always for one position; repeatable
    #[arg(long, value_name = "[POSITION=]NAME")]
    strategy: Vec<String>,
    /// What a meter starts at, such as 'progressive.major=$2,500'; repeatable
    #[arg(long = "meter", value_name = "WAGER.METER=AMOUNT")]
    meters: Vec<String>,
    /// 1 to 64 hexadecimal digits; without it, a new seed is drawn
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// How many rounds a block has, with fresh meters at its start; without it, the length of the run decides
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=ROUNDS_MAX))]
    block: Option<u64>,
    /// How many threads deal; without it, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Deal only one of n parts, as in 2/8; needs a seed
    #[arg(long, value_name = "I/N", requires = "seed", value_parser = shard)]
    shard: Option<(u64, u64)>,
}

/// What comes of it.
#[derive(Debug, Args)]
struct OutputArgs {
    /// Print JSON (see `queenhigh schema simulate`)
    #[arg(long)]
    json: bool,
    /// Write results.csv, histogram.csv and paths.csv into a folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Draw histograms and bankroll paths into a folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write the run with its sums, for `simulate merge`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What an unlawful house leads to.
const THEN: &str = "nothing is dealt";

/// The most rounds: more than anybody deals, and few enough for every sum.
const ROUNDS_MAX: u64 = 1_000_000_000_000_000;

/// A file that is not part of a simulation.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("write the part's number and how many there are, from 1/1")]
struct NoShard;

fn shard(text: &str) -> Result<(u64, u64), NoShard> {
    let numbers = text.split_once('/').and_then(|(shard, of)| Some((shard.parse().ok()?, of.parse().ok()?)));
    let numbers = numbers.filter(|(shard, of): &(u64, u64)| (1..=*of).contains(shard));
    numbers.ok_or(NoShard)
}

impl SimulateArgs {
    /// The rulebooks that the command line adds.
    pub(crate) fn added(&self) -> Vec<&AddedBooks> {
        let merged = self.command.as_ref().map(|SimulateCommand::Merge(args)| &args.added);
        [&self.added].into_iter().chain(merged).collect()
    }
}

pub(crate) fn run(context: &CommandContext, args: &SimulateArgs) -> Output {
    let answer = match &args.command {
        Some(SimulateCommand::Merge(merge)) => merge_parts(context, merge),
        None => simulate(context, args),
    };
    answer.unwrap_or_else(|refused| refused)
}

fn refused(sentence: impl std::fmt::Display) -> Output {
    Output::bad_input(format!("error: {sentence}\n"))
}

fn simulate(context: &CommandContext, args: &SimulateArgs) -> Result<Output, Output> {
    let run = &args.run;
    let source = chosen::named_or_first(run.house.as_deref())?;
    let house = chosen::lawful(context.err, &context.books, &source, THEN)?;
    let seed = run.seed.map_or_else(fresh_seed, Ok)?;
    let request = RunRequest {
        seed: seed.to_string(),
        rounds: run.rounds,
        block: run.block,
        meters: seats::meters(&house, &run.meters)?,
        positions: seats::seats(&house, run.positions, &run.wagers, &run.strategy)?,
        house: source.text,
    };
    let plan = plan(context, &house, &request)?;
    let (shard, of) = run.shard.map_or((0, 1), |(shard, of)| (shard - 1, of));
    let blocks: Vec<u64> = plan.shard(shard, of).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = run.threads.map_or(cores, usize::from);
    let result = deal::deal(&plan, &blocks, threads).ok_or_else(|| {
        let (shard, of) = (shard + 1, of);
        let blocks = plural::count(plan.blocks(), "block");
        refused(format_args!("shard {shard}/{of} has nothing to deal: the run has {blocks}; use fewer shards"))
    })?;
    Ok(answer(context, &args.output, &plan, &RunPart { request, result })?.in_money(&house.currency))
}

fn merge_parts(context: &CommandContext, args: &MergeArgs) -> Result<Output, Output> {
    let mut parts = Vec::new();
    for path in &args.parts {
        let source = files::read(path).map_err(Output::error)?;
        let part = RunPart::read(&source.text).map_err(|error| refused(format_args!("{}: {error}", source.name)))?;
        parts.push((source, part));
    }
    let Some(((first, whole), rest)) = parts.split_first_mut() else {
        return Err(refused("there is nothing to merge"));
    };
    let text = whole.request.house.clone();
    let source = Source { name: format!("{} (house)", first.name), text, folder: PathBuf::new() };
    let house = chosen::lawful(context.err, &context.books, &source, THEN)?;
    let request = whole.request.clone();
    let plan = plan(context, &house, &request)?;
    let sound = |source: &Source, part: &RunPart| match part.result.fault(&plan) {
        Some(fault) => Err(refused(format_args!("{}: the part cannot be used: {fault}", source.name))),
        None => Ok(()),
    };
    sound(first, whole)?;
    for (source, part) in rest {
        // A part of another run is reported as that; one that claims to be of this run must be sound.
        if part.result.plan == whole.result.plan {
            sound(source, part)?;
        }
        let merged = whole.result.merge(&part.result);
        merged.map_err(|fault| refused(format_args!("{} does not go with {}: {fault}", source.name, first.name)))?;
    }
    Ok(answer(context, &args.output, &plan, whole)?.in_money(&house.currency))
}

/// A seed from the system, so that two runs are independent samples.
fn fresh_seed() -> Result<Seed, Output> {
    let mut seed = Seed::default();
    match getrandom::fill(&mut seed.0) {
        Ok(()) => Ok(seed),
        Err(error) => Err(refused(format_args!("the system gives no random seed ({error}); write --seed HEX"))),
    }
}

/// The plan of a request; what the rules do not admit is refused, all of it at once.
fn plan<'h>(context: &CommandContext, house: &'h House, request: &RunRequest) -> Result<SimulationPlan<'h>, Output> {
    let seed = request.seed.parse().map_err(refused)?;
    let mut options = Options::new(seed, request.rounds);
    options.block = request.block;
    let mut meters = Meters::seeded(house);
    seats::set_meters(house, &mut meters, &request.meters);
    options.meters = Some(meters);
    let seats = seats::planned(house, &meters, &request.positions)?;
    SimulationPlan::new(house, seats, &options).map_err(|fault| match fault {
        PlanFault::Refused(refusals) => {
            let each = refusals.iter().map(|refusal| {
                let beneath = law::beneath(context.err, &refusal.help, &refusal.cite, &house.words);
                format!("error: {}: {}\n{beneath}", refusal.place, refusal.message)
            });
            Output::bad_input(each.collect::<String>() + "the house does not take these wagers; nothing is dealt\n")
        }
        fault => refused(fault),
    })
}

/// Writes what was asked for, and prints the result.
fn answer(
    context: &CommandContext,
    output: &OutputArgs,
    plan: &SimulationPlan<'_>,
    part: &RunPart,
) -> Result<Output, Output> {
    let result = &part.result;
    let rows = odds::simulate::compare(plan, result);
    let currency = &plan.house().currency;
    let draw = |path: PathBuf, svg: String| write(&path, &currency.say(&svg));
    if let Some(path) = &output.out {
        write(path, &part.text())?;
    }
    if let Some(folder) = &output.csv {
        make(folder)?;
        write(&folder.join("results.csv"), &plot::results_csv(&rows))?;
        write(&folder.join("histogram.csv"), &plot::histogram_csv(result))?;
        write(&folder.join("paths.csv"), &plot::paths_csv(plan, result))?;
    }
    if let Some(folder) = &output.svg {
        make(folder)?;
        let rounds = plural::grouped(result.rounds, "round");
        for (position, sums) in &result.positions {
            let title = format!("Position {position}: {rounds}");
            draw(folder.join(format!("position-{position}.svg")), plot::histogram_svg(&title, &sums.histogram))?;
        }
        let title = format!("All positions: {rounds}");
        draw(folder.join("table.svg"), plot::histogram_svg(&title, &result.table.histogram))?;
        draw(folder.join("paths.svg"), plot::paths_svg("Bankroll of the first position", plan, result))?;
    }
    let simulated = Simulated::new(plan, part, &rows);
    Ok(if output.json {
        Output::json(&simulated)
    } else {
        Output::done(text::print(context.out.in_money(currency), &simulated, &rows))
    })
}

fn make(folder: &std::path::Path) -> Result<(), Output> {
    std::fs::create_dir_all(folder)
        .map_err(|error| refused(format_args!("the folder {} cannot be made: {error}", folder.display())))
}

fn write(path: &std::path::Path, text: &str) -> Result<(), Output> {
    std::fs::write(path, text).map_err(|error| refused(format_args!("{} cannot be written: {error}", path.display())))
}
