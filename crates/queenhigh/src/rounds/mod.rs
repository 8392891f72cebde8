//! `queenhigh rounds`: a scripted table without a server, for golden rounds, bug reports and test labs.

mod text;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rules::House;
use script::words::{ScriptFault, Word};
use script::{Run, Script, json};
use shuffler::Seed;

use crate::Desk;
use crate::chosen::{self, HouseArgs};
use crate::exit::{Answer, Exit};
use crate::files::{self, Source};
use crate::plural;
use crate::report::{Finding, Weight};

/// Run a scripted table: acts in, events, refusals and views out, each with its clauses
///
/// A script is text, one line an act, or JSON Lines of commands, or both. It needs no server and no clock, and the same
/// script always gives the same table. docs/scripts.md has all that can be written.
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
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Show the table as these see it after every act: players' names or roles
    #[arg(long, value_name = "WHO", value_delimiter = ',')]
    views: Vec<String>,
    /// What shuffles grow from where the script does not name the cards, up to 64 hexadecimal digits
    #[arg(long, value_name = "HEX", default_value = "0")]
    seed: Seed,
    #[command(flatten)]
    pub(crate) house: HouseArgs,
}

pub(crate) fn run(desk: &Desk, args: &RoundsArgs) -> Answer {
    if args.house.is_stdin() && args.script.as_os_str() == "-" {
        return Answer::bad_input("error: the script and the house cannot both be the standard input: name a file\n");
    }
    let source = match files::read(&args.script) {
        Ok(source) => source,
        Err(why) => return Answer::error(why),
    };
    match run_source(desk, args, &source) {
        Err(answer) => answer,
        Ok(run) => {
            let tally = run.tally();
            let out = if args.json { json::print(&run) } else { text::print(desk.out, &run) };
            if tally.failed + tally.broken == 0 {
                return Answer::done(out);
            }
            let failed = tally.failed + tally.broken;
            let failed = plural::count(failed, "expectation");
            let err = format!("error: {}: {failed} failed\n", source.name);
            Answer { out, err, exit: Exit::No }
        }
    }
}

fn run_source(desk: &Desk, args: &RoundsArgs, source: &Source) -> Result<Run, Answer> {
    let unreadable = |faults: &[ScriptFault]| {
        let drawn: String = faults.iter().map(|fault| finding(source, fault).draw(desk.err)).collect();
        Answer::bad_input(format!("{drawn}error: {}: the script cannot be read; nothing was run\n", source.name))
    };
    let script = Script::read(&source.text).map_err(|faults| unreadable(&faults))?;
    let house = house(desk, args, source, script.house())?;
    let views = args.views.iter().map(|name| script::seer(name)).collect();
    script.run(Arc::new(house), args.seed, views).map_err(|fault| unreadable(&[fault]))
}

fn finding<'s>(source: &'s Source, fault: &ScriptFault) -> Finding<'s> {
    Finding {
        file: &source.name,
        text: &source.text,
        weight: Weight::Error,
        title: fault.message.clone(),
        span: fault.span.clone(),
    }
}

/// The house of a run: the command line's, or the script's, or the first example.
fn house(desk: &Desk, args: &RoundsArgs, source: &Source, named: Option<&Word>) -> Result<House, Answer> {
    let then = "no table is opened";
    let Some(word) = named.filter(|_| !args.house.is_given()) else { return args.house.house(desk, then) };
    let house = chosen::beside(&source.folder, &word.text)
        .map_err(|why| Answer::bad_input(finding(source, &word.fault(why.to_string())).draw(desk.err)))?;
    chosen::lawful(desk.err, &desk.books, &house, then)
}
