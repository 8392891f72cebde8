//! `queenhigh verify`: whether a journal is what the house wrote, and whether everything in it follows from the rules.

use clap::Args;
use journal::PublicKey;
use pit::{PitCheck, ProofFault};
use serde::Serialize;

use crate::archive::ArchiveArgs;
use crate::exit::{Exit, Output};
use crate::plural;

/// Verify a journal, or the proof of one round: chains, signatures, every decision and settlement, commitments, ledger and meters
///
/// An export is complete in itself: houses and rulebooks are in it. Every command is decided again by the rules and
/// must give the events on record; every posting of the ledger is computed again. The first fault is reported with its
/// line. The proof of a round, as a table's page gives it, is recognized by its first line.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 it holds, 1 it does not, 2 bad usage or bad input.

Examples:
  queenhigh verify export.jsonl
  queenhigh verify --key 3f9c… export.jsonl
  queenhigh verify queenhigh-md14-round-7.jsonl
  queenhigh verify --data queenhigh-data")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// A public key of the house to trust; repeatable
    #[arg(long = "key", value_name = "HEX")]
    keys: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found, as JSON.
#[derive(Debug, Serialize)]
struct VerifyOut {
    holds: bool,
    lines: u64,
    commits: u64,
    records: u64,
    streams: usize,
    accounts: usize,
    tables: usize,
    rounds: u64,
    commands_decided_again: u64,
    commitments_opened: u64,
    keys: Vec<String>,
    keys_trusted: bool,
    signed_commit: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FlawAt>,
}

#[derive(Debug, Serialize)]
struct FlawAt {
    line: u64,
    what: String,
}

pub(crate) fn run(args: &VerifyArgs) -> Output {
    let mut trusted = Vec::new();
    for text in &args.keys {
        match PublicKey::parse(text) {
            Some(key) => trusted.push(key),
            None => {
                return Output::bad_input(format!("error: \"{text}\" is not a public key: 64 hexadecimal digits\n"));
            }
        }
    }
    match args.archive.proof() {
        Ok(None) => {}
        Ok(Some(text)) => return proof(&text, &trusted, args.json),
        Err(answer) => return answer,
    }
    let mut check = PitCheck::default();
    let report = match args.archive.check(&trusted, &mut check) {
        Ok(report) => report,
        Err(answer) => return answer,
    };
    let exit = if report.holds() { Exit::Done } else { Exit::No };
    if args.json {
        let found = VerifyOut {
            holds: report.holds(),
            lines: report.lines,
            commits: report.commits,
            records: report.records,
            streams: report.streams,
            accounts: report.accounts,
            tables: check.tables().count(),
            rounds: check.rounds,
            commands_decided_again: check.commands,
            commitments_opened: check.opened,
            keys: report.keys.iter().map(ToString::to_string).collect(),
            keys_trusted: report.keys_trusted,
            signed_commit: report.signed_commit,
            fault: report.fault.map(|(line, what)| FlawAt { line, what: what.to_string() }),
        };
        return Output::json(&found).with_exit(exit);
    }
    let tables = check.tables().count();
    let mut out = report.to_string();
    if report.holds() {
        out.push_str(&format!(
            "{}, {}: {} decided again with the same events, {} opened\n",
            plural::count(tables as u64, "table"),
            plural::count(check.rounds, "round"),
            plural::count(check.commands, "command"),
            plural::count(check.opened, "commitment"),
        ));
    }
    Output::done(out).with_exit(exit)
}

/// What the proof of a round showed, as JSON.
#[derive(Debug, Serialize)]
struct ProofShown {
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<ProvenRound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FlawAt>,
}

#[derive(Debug, Serialize)]
struct ProvenRound {
    table: String,
    round: u64,
    house: String,
    void: bool,
    deck_changed_after_close: bool,
    commands_decided_again: u64,
    commitment: Option<String>,
    order: Option<table::Order>,
    records_hidden: u64,
    paid: i64,
    taken: i64,
    key: String,
    key_trusted: bool,
}

/// The proof of one round.
fn proof(text: &str, trusted: &[PublicKey], json: bool) -> Output {
    let proven = match pit::verify_proof(text, trusted) {
        Ok(proven) => proven,
        Err(ProofFault { line, flaw }) if json => {
            let shown = ProofShown { holds: false, round: None, fault: Some(FlawAt { line, what: flaw.to_string() }) };
            return Output::json(&shown).with_exit(Exit::No);
        }
        Err(fault) => return Output::done(format!("{fault}\n")).with_exit(Exit::No),
    };
    if json {
        let round = ProvenRound {
            table: proven.table.to_string(),
            round: proven.round,
            house: proven.house,
            void: proven.void,
            deck_changed_after_close: proven.changed,
            commands_decided_again: proven.commands,
            commitment: proven.commitment.map(|commitment| commitment.to_string()),
            order: proven.order,
            records_hidden: proven.hidden,
            paid: proven.paid.0,
            taken: proven.taken.0,
            key: proven.key.to_string(),
            key_trusted: !trusted.is_empty(),
        };
        return Output::json(&ProofShown { holds: true, round: Some(round), fault: None });
    }
    let mut out = format!("round {} of table {} holds\n", proven.round, proven.table);
    out.push_str(&format!("{} decided again with the same events", plural::count(proven.commands, "command")));
    out.push_str(if proven.void { "; the round was void\n" } else { "\n" });
    match (proven.commitment, proven.order) {
        (Some(commitment), Some(order)) => {
            let cards: Vec<String> = order.cards().iter().map(ToString::to_string).collect();
            let when = if proven.changed {
                "before the first card; the deck was shuffled again or replaced after the betting had closed, and the \
                 records say by whose order"
            } else {
                "before the betting closed"
            };
            out.push_str(&format!("the commitment {commitment} was stored {when}; it commits to this order:\n"));
            for row in cards.chunks(13) {
                out.push_str(&format!("  {}\n", row.join(" ")));
            }
        }
        _ => out.push_str("the cards were physical: the house committed to no order\n"),
    }
    out.push_str(&format!("paid {}, taken {}\n", proven.paid, proven.taken));
    let trust = if trusted.is_empty() { "named only in the file: compare it with the house's key" } else { "trusted" };
    out.push_str(&format!("house {}\nsigned with {} ({trust})\n", proven.house, proven.key));
    Output::done(out)
}
