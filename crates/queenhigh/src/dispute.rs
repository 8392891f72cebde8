//! `queenhigh dispute`: takes partial evidence of a round, and prints every round that fits and the answers they give.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use table::past::evidence::{self, DisputeVerdict, Evidence, EvidenceFault};

use crate::CommandContext;
use crate::exit::{Exit, Output};
use crate::files::{self, AddedBooks, Source};
use crate::law;
use crate::settle;
use script::{amounts, json_place};

/// Decide a dispute from what is left of a round: some cards, the discard rack, chip counts
///
/// The evidence is a JSON file: the house, the positions with what is known of their wagers, cards and decisions, the
/// dealer's and community cards, cards seen elsewhere, the discard rack in its order, what was paid and taken, the tray
/// before and after, and the question. Amounts are dollars such as "$5", or whole cents such as 500. `?` stands for what
/// nobody saw. The program looks for every round that the house's rules and the evidence allow; if all of them give the
/// same answer, the dispute is decided.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 decided, 1 not decided or no round fits, 2 bad usage or bad input.

The evidence:
  {
    \"house\": \"md14\",
    \"question\": { \"due\": { \"position\": 3, \"wager\": \"pair_plus\" } },
    \"positions\": [
      { \"position\": 3, \"cards\": \"As Ah ?\", \"decision\": \"play\",
        \"wagers\": { \"ante\": \"$10\", \"pair_plus\": [\"$5\", \"$10\"] }, \"paid\": \"$5\" }
    ],
    \"dealer\": \"Qs ? ?\",
    \"rack\": { \"cards\": \"?*46 As Ah 7c Qs 4d 2h\", \"order\": [\"stub\", 3, \"dealer\"] }
  }

Other questions:
  { \"total\": { \"position\": 3 } }
  { \"held\": { \"by\": 3, \"cards\": \"As Ks\" } }
  { \"made\": { \"by\": \"dealer\", \"hand\": \"flush\" } }

Example:
  queenhigh dispute --evidence seat-3.json
  queenhigh dispute --evidence - --json < seat-3.json")]
pub(crate) struct DisputeArgs {
    /// The evidence; - is the standard input
    #[arg(long, value_name = "FILE.json")]
    evidence: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) added: AddedBooks,
}

pub(crate) fn run(context: &CommandContext, args: &DisputeArgs) -> Output {
    let read = files::read(&args.evidence).map_err(Output::error);
    let found = read.and_then(|source| Ok((examine(context, &source)?, settle::currency_of(context, &source))));
    match found {
        Err(answer) => answer,
        Ok((finding, currency)) => {
            let exit = if finding.verdict == DisputeVerdict::Decided { Exit::Done } else { Exit::No };
            let answer = if args.json { Output::json(&finding) } else { Output::done(finding.text()) };
            answer.in_money(&currency).with_exit(exit)
        }
    }
}

fn examine(context: &CommandContext, source: &Source) -> Result<evidence::Finding, Output> {
    let said = |title: String, place: std::ops::Range<usize>, help: &str| {
        let drawn = settle::finding(source, title, place).draw(context.err);
        Output::bad_input(drawn + &law::help(context.err, help))
    };
    let unreadable = |message: &str, place| {
        said(format!("the evidence cannot be read: {message}"), place, "`queenhigh dispute --help` shows an example")
    };
    let currency = settle::currency_of(context, source);
    let text = amounts::in_cents(&source.text, amounts::EVIDENCE, &currency)
        .map_err(|none| unreadable(&none.message, none.span))?;
    let evidence: Evidence = serde_json::from_str(&text).map_err(|error| {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        unreadable(message, settle::byte_at(&source.text, error.line(), error.column()))
    })?;
    let house = Arc::new(settle::load_house(context, source, &evidence.house)?);
    evidence::examine(&house, &evidence).map_err(|fault| match &fault {
        EvidenceFault::Wrong { place, .. } => said(fault.to_string(), json_place::find(&source.text, place), ""),
        EvidenceFault::Refused(refusals) => {
            Output::bad_input(settle::refusals_text(context.err, source, &house, refusals))
        }
        EvidenceFault::TooMany { .. } => Output::bad_input(format!("error: {}: {fault}\n", source.name)),
    })
}
