//! `queenhigh layout`: the printed layout of a house, as a drawing or as data.

mod draw;

use clap::Args;

use crate::CommandContext;
use crate::chosen::HouseArgs;
use crate::exit::Output;

/// Draw the printed layout of a house as an SVG file
///
/// The areas of every position, the operator's name or logo, the phrase about the dealer's hand and the odds that are
/// inscribed. Each piece has the clauses behind it as its title.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh layout my-house.toml > layout.svg
  queenhigh layout sd --json")]
pub(crate) struct LayoutArgs {
    /// The house; it can also be named with --house
    #[arg(value_name = "CODE|FILE|-", conflicts_with = "named")]
    alone: Option<String>,
    #[command(flatten)]
    pub(crate) house: HouseArgs,
    /// Print what is on the layout as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(context: &CommandContext, args: &LayoutArgs) -> Output {
    let house = match args.house.house_or(context, args.alone.as_deref(), "nothing is drawn") {
        Ok(house) => house,
        Err(answer) => return answer,
    };
    let layout = server::printed_layout(&house);
    let answer = if args.json { Output::json(&layout) } else { Output::done(draw::svg(&house, &layout)) };
    answer.in_money(&house.currency)
}
