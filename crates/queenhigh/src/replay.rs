//! `queenhigh replay`: shows the rounds of a journal step by step: who, when, clause, cards and chips.

use std::collections::BTreeMap;

use clap::Args;
use journal::{Commit, RecordCheck};
use pit::{Stand, StreamFault, TableId, Turn};
use rules::Currency;
use table::past::{self, Broken, Chronicle, EventRecord, Story};
use table::{State, What};

use crate::archive::{self, ArchiveArgs};
use crate::exit::{Exit, Output};

/// Replay rounds of a journal, step by step
///
/// The whole journal is verified on the way; rounds after the first damage are not shown.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queenhigh replay export.jsonl --table md14 --round 7
  queenhigh replay --data queenhigh-data --table md14 --json")]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Only rounds of this table
    #[arg(long, value_name = "ID")]
    table: Option<String>,
    /// Only this round
    #[arg(long, value_name = "N")]
    round: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A table while its journal is read.
struct TableReplay {
    stand: Stand,
    /// The table when the round began, and what happened since.
    start: State,
    records: Vec<EventRecord>,
}

/// What cannot be told.
#[derive(Debug, thiserror::Error)]
enum Untold {
    #[error(transparent)]
    Stream(#[from] StreamFault),
    #[error("{0}")]
    Broken(Broken),
}

/// Collects the rounds that are asked for.
struct Rounds<'a> {
    args: &'a ReplayArgs,
    tables: BTreeMap<TableId, TableReplay>,
    stories: Vec<(Currency, Story)>,
}

impl Rounds<'_> {
    fn wants(&self, id: &TableId) -> bool {
        self.args.table.as_deref().is_none_or(|table| table == id.as_str())
    }

    fn turn(&mut self, table: &mut TableReplay, turn: &Turn) -> Result<(), Untold> {
        let command = turn.command();
        table.records.extend(past::records(&table.stand.state, &command, &turn.events));
        table.stand.state.apply_all(&turn.events);
        if turn.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. } | What::TableClosed)) {
            self.tell(table)?;
        }
        Ok(())
    }

    fn tell(&mut self, table: &mut TableReplay) -> Result<(), Untold> {
        let records = std::mem::take(&mut table.records);
        let start = std::mem::replace(&mut table.start, table.stand.state.clone());
        let round = records.last().map_or(0, |record| record.round);
        if self.args.round.is_none_or(|wanted| wanted == round) {
            let currency = start.house.currency.clone();
            let chronicle = Chronicle::of(start, records).map_err(Untold::Broken)?;
            self.stories.extend(chronicle.round(round).map(|story| (currency, story)));
        }
        Ok(())
    }
}

impl RecordCheck for Rounds<'_> {
    type Fault = Untold;

    fn commit(&mut self, commit: &Commit) -> Result<(), Untold> {
        for record in &commit.records {
            let Some(id) = TableId::of_stream(&record.stream).filter(|id| self.wants(id)) else { continue };
            let Some(mut table) = self.tables.remove(&id) else {
                let stand = Stand::found(&id, record)?;
                let start = stand.state.clone();
                self.tables.insert(id, TableReplay { stand, start, records: Vec::new() });
                continue;
            };
            let turns = table.stand.read(record)?;
            for turn in &turns {
                self.turn(&mut table, turn)?;
            }
            table.stand.records = record.version;
            self.tables.insert(id, table);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Untold> {
        // Unfinished rounds are shown only as far as they are public.
        for mut table in std::mem::take(&mut self.tables).into_values() {
            if !table.records.is_empty() {
                self.tell(&mut table)?;
            }
        }
        Ok(())
    }
}

pub(crate) fn run(args: &ReplayArgs) -> Output {
    let mut rounds = Rounds { args, tables: BTreeMap::new(), stories: Vec::new() };
    let report = archive::runtime().and_then(|runtime| {
        let store = args.archive.store(&runtime)?;
        args.archive.lines(&runtime, store.as_deref())?.check(&[], &mut rounds)
    });
    let report = match report {
        Ok(report) => report,
        Err(answer) => return answer,
    };
    let stories = rounds.stories;
    let mut answer = if args.json {
        let told: Vec<&Story> = stories.iter().map(|(_, story)| story).collect();
        Output::json(&told)
    } else if stories.is_empty() {
        Output::done("No such round is on record.\n").with_exit(Exit::No)
    } else {
        let said = stories.iter().map(|(currency, story)| currency.say(&past::print(story)).into_owned());
        Output::done(said.collect::<Vec<_>>().join("\n"))
    };
    if let Some((line, what)) = report.fault() {
        answer.err = format!("error: line {line}: {what}\n");
        answer = answer.with_exit(Exit::No);
    }
    answer
}
