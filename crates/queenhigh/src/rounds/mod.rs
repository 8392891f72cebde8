//! `queenhigh rounds`: a scripted table without a server, for golden rounds, bug reports and test labs.

mod text;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rules::House;
use script::words::{ScriptFault, Word};
use script::{Run, Script, json};
use shuffler::Seed;

use crate::CommandContext;
use crate::chosen::{self, HouseArgs};
use crate::exit::{Exit, Output};
use crate::files::{self, Source};
use crate::plural;
use crate::report::{SourceFinding, Weight};

/// Run a scripted table: acts in, events, refusals and views out, each with its clauses
///
/// A script is text with one act per line, or JSON Lines of commands, or both. It needs no server and no clock, and the
/// same script always gives the same table. docs/scripts.md lists everything that a script can say.
#[derive(Debug, Args)]
#[command(after_help = "A script:
  house md14
  floorperson Flo: open_table $5000
  player Ann: sit 3
  player Ann: buy_in $200
  player Ann: wager 3 ante $5
  robot until deciding
  player Ann: look 3
  player Ann: decide 3 play
  robot until betting
  expect event settled

Exit status: 0 done, 1 an expectation failed or a robot did not get where it should, 2 the script
cannot be read.

Example:
  queenhigh rounds --script golden/table/md14.script
  queenhigh rounds --script - --json --views Ann,dealer < table.jsonl")]
pub(crate) struct RoundsArgs {
    /// The script; - is the standard input
    #[arg(long, value_name = "FILE")]
    script: PathBuf,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    /// After every act, show the table as these people see it: players' names or roles
    #[arg(long, value_name = "WHO", value_delimiter = ',')]
    views: Vec<String>,
    /// The seed of the shuffles where the script does not name the cards, up to 64 hexadecimal digits
    #[arg(long, value_name = "HEX", default_value = "0")]
    seed: Seed,
    #[command(flatten)]
    pub(crate) house: HouseArgs,
}

pub(crate) fn run(context: &CommandContext, args: &RoundsArgs) -> Output {
    if args.house.is_stdin() && args.script.as_os_str() == "-" {
        return Output::bad_input("error: the script and the house cannot both be the standard input: name a file\n");
    }
    let source = match files::read(&args.script) {
        Ok(source) => source,
        Err(why) => return Output::error(why),
    };
    match run_source(context, args, &source) {
        Err(answer) => answer,
        Ok(run) => {
            let tally = run.tally();
            let currency = &run.desk.state().house.currency;
            let look = context.out.in_money(currency);
            let out = if args.json { json::print(&run) } else { text::print(look, &run) };
            let out = currency.say(&out).into_owned();
            if tally.failed + tally.broken == 0 {
                return Output::done(out);
            }
            let failed = tally.failed + tally.broken;
            let failed = plural::count(failed, "expectation");
            let err = format!("error: {}: {failed} failed\n", source.name);
            Output { out, err, exit: Exit::No }
        }
    }
}

fn run_source(context: &CommandContext, args: &RoundsArgs, source: &Source) -> Result<Run, Output> {
    let unreadable = |faults: &[ScriptFault]| {
        let drawn: String = faults.iter().map(|fault| finding(source, fault).draw(context.err)).collect();
        Output::bad_input(format!("{drawn}error: {}: the script cannot be read; nothing was run\n", source.name))
    };
    let house = house(context, args, source, Script::names(&source.text).as_ref())?;
    let script = Script::read(&source.text, &house.currency).map_err(|faults| unreadable(&faults))?;
    let views = args.views.iter().map(|name| script::seer(name)).collect();
    script.run(Arc::new(house), args.seed, views).map_err(|fault| unreadable(&[fault]))
}

fn finding<'s>(source: &'s Source, fault: &ScriptFault) -> SourceFinding<'s> {
    SourceFinding {
        file: &source.name,
        text: &source.text,
        weight: Weight::Error,
        title: fault.message.clone(),
        span: fault.span.clone(),
    }
}

/// The house of a run: the command line's, or the script's, or the first example.
fn house(context: &CommandContext, args: &RoundsArgs, source: &Source, named: Option<&Word>) -> Result<House, Output> {
    let then = "no table is opened";
    let Some(word) = named.filter(|_| !args.house.is_given()) else { return args.house.house(context, then) };
    let house = chosen::beside(&source.folder, &word.text)
        .map_err(|why| Output::bad_input(finding(source, &word.fault(why.to_string())).draw(context.err)))?;
    chosen::lawful(context.err, &context.books, &house, then)
}
