//! `queenhigh verify`: whether a journal is what the house wrote, and whether everything in it follows from the rules.

use clap::Args;
use journal::{Damage, Depth, PublicKey, Store, Witness, verify_store};
use pit::{PitCheck, ProofFault};
use serde::Serialize;
use tokio::runtime::Runtime;

use crate::archive::{self, ArchiveArgs, Report};
use crate::exit::{Exit, Output};
use crate::plural;
use crate::witness::{SeenCheck, SeenFault, seen};

/// Verify a journal, or the proof of one round: chains, signatures, every decision and settlement, commitments, ledger and meters
///
/// An export is complete in itself: houses and rulebooks are in it. Every command is decided again by the rules and
/// must give the events on record; every posting of the ledger is computed again. The first fault is reported with its
/// line. Of a data folder or a database, the store itself is checked too: its file, its indexes, its checkpoints, its key
/// and its witness, and nothing in it changes. The proof of a round, as a table's page gives it, is recognized by its
/// first line.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 it holds, 1 it does not, 2 bad usage or bad input.

Examples:
  queenhigh verify export.jsonl
  queenhigh verify --key 3f9c… export.jsonl
  queenhigh verify queenhigh-md14-round-7.jsonl
  queenhigh verify --data queenhigh-data
  queenhigh verify --data queenhigh-data --head /mnt/other/queenhigh.witness")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// A public key of the house to trust; repeatable
    #[arg(long = "key", value_name = "HEX")]
    keys: Vec<String>,
    /// What a witness saw, which must be in the journal: a line of `queenhigh witness show`, or a file of it; repeatable
    #[arg(long = "head", value_name = "TEXT|FILE")]
    heads: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found, as JSON.
#[derive(Debug, Default, Serialize)]
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
    /// What is wrong with the store itself.
    findings: Vec<String>,
    /// The streams that an export of sound ones lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
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
    checked(args, &trusted).unwrap_or_else(|answer| answer)
}

/// Something that is wrong with a store.
#[derive(Debug, thiserror::Error)]
enum Finding {
    #[error(transparent)]
    Damage(Damage),
    #[error(transparent)]
    Unread(journal::Error),
    #[error("{}", said.trim_start_matches("error: ").trim_end())]
    NoExport { said: String },
    #[error("the witness of commit {commit} is signed by {key}, and that key never signed in this journal")]
    Stranger { commit: u64, key: PublicKey },
}

/// Everything that is wrong with the store itself.
fn examined(runtime: &Runtime, store: &dyn Store) -> Vec<Finding> {
    match runtime.block_on(verify_store(store, Depth::Full, &mut |_, _| ())) {
        Ok(found) => found.damages.into_iter().map(Finding::Damage).collect(),
        Err(fault) => vec![Finding::Unread(fault)],
    }
}

fn checked(args: &VerifyArgs, trusted: &[PublicKey]) -> Result<Output, Output> {
    let heads = args.heads.iter().map(|head| seen(head)).collect::<Result<Vec<Witness>, Output>>()?;
    let runtime = archive::runtime()?;
    let store = args.archive.store(&runtime)?;
    let mut findings = store.as_ref().map(|store| examined(&runtime, &**store)).unwrap_or_default();
    let lines = match args.archive.lines(&runtime, store.as_deref()) {
        Ok(lines) => lines,
        Err(answer) if findings.is_empty() => return Err(answer),
        // What keeps it from being exported was found before.
        Err(answer) => {
            findings.push(Finding::NoExport { said: answer.err });
            let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
            let out = if args.json {
                Output::json(&serde_json::json!({ "holds": false, "findings": said }))
            } else {
                Output::done(said.iter().map(|finding| format!("{finding}\n")).collect::<String>())
            };
            return Ok(out.with_exit(Exit::No));
        }
    };
    let some = lines.sound;
    if some && !heads.is_empty() {
        return Err(Output::bad_input("error: an export of sound streams has no commits: leave --head out\n"));
    }
    let pit = if some { PitCheck::of_some() } else { PitCheck::default() };
    let mut check = SeenCheck { pit, heads: heads.clone() };
    let report = lines.check(trusted, &mut check)?;
    if let Report::Whole(report) = &report {
        let strange = heads.iter().filter(|head| !report.keys.contains(&head.key));
        findings.extend(strange.map(|head| Finding::Stranger { commit: head.commit, key: head.key }));
    }
    let holds = report.fault().is_none() && findings.is_empty();
    let out = if args.json {
        Output::json(&VerifyOut::of(&report, &check.pit, &findings))
    } else {
        Output::done(printed(&report, &check.pit, store.is_some(), &findings))
    };
    Ok(out.with_exit(if holds { Exit::Done } else { Exit::No }))
}

/// What was found, in words.
fn printed(report: &Report<SeenFault>, pit: &PitCheck, of_store: bool, findings: &[Finding]) -> String {
    let mut out = match report {
        Report::Whole(report) => report.to_string(),
        Report::Sound(report) => report.to_string(),
    };
    if report.fault().is_none() {
        out.push_str(&format!(
            "{}, {}: {} decided again with the same events, {} opened\n",
            plural::count(pit.tables().count() as u64, "table"),
            plural::count(pit.rounds, "round"),
            plural::count(pit.commands, "command"),
            plural::count(pit.opened, "commitment"),
        ));
    }
    if of_store && findings.is_empty() {
        out.push_str("the store holds: its file, indexes, checkpoints and balances, its key and its witness\n");
    }
    for finding in findings {
        out.push_str(&format!("the store: {finding}\n"));
    }
    out
}

impl VerifyOut {
    fn of(report: &Report<SeenFault>, pit: &PitCheck, findings: &[Finding]) -> VerifyOut {
        let fault = report.fault().map(|(line, what)| FlawAt { line: *line, what: what.to_string() });
        let out = VerifyOut {
            holds: fault.is_none() && findings.is_empty(),
            tables: pit.tables().count(),
            rounds: pit.rounds,
            commands_decided_again: pit.commands,
            commitments_opened: pit.opened,
            findings: findings.iter().map(ToString::to_string).collect(),
            fault,
            ..VerifyOut::default()
        };
        match report {
            Report::Whole(report) => VerifyOut {
                lines: report.lines,
                commits: report.commits,
                records: report.records,
                streams: report.streams,
                accounts: report.accounts,
                keys: report.keys.iter().map(ToString::to_string).collect(),
                keys_trusted: report.keys_trusted,
                signed_commit: report.signed_commit,
                ..out
            },
            Report::Sound(report) => VerifyOut {
                lines: report.lines,
                records: report.records,
                streams: report.streams,
                keys: report.key.iter().map(ToString::to_string).collect(),
                keys_trusted: report.key_trusted,
                left_out: report.left_out.iter().map(ToString::to_string).collect(),
                ..out
            },
        }
    }
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
