//! `queenhigh rules paytables`: what each hand pays, table by table, with the clause of every line.

use clap::Args;
use rules::paytable::{Paytable, Standing};
use rules::{Rulebook, Wager};
use schemars::JsonSchema;
use serde::Serialize;

use super::book;
use crate::CommandContext;
use crate::exit::{Exit, Output};
use crate::files::AddedBooks;
use crate::law;
use crate::look::Style;
use crate::paytable_text as text;
use crate::table_text::{Cell, TextTable};

/// Show the paytables of a rulebook
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules paytables md14 pair_plus")]
pub(crate) struct PaytablesArgs {
    /// The rulebook's code
    #[arg(value_name = "BOOK")]
    book: String,
    /// The wager, such as pair_plus; all of them if none is named
    #[arg(value_name = "WAGER")]
    wager: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// What `rules paytables --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "rules-paytables")]
pub(crate) struct PaytableList {
    /// The rulebook.
    book: String,
    /// The paytables in the book's order.
    paytables: Vec<PaytableOut>,
}

/// One paytable.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PaytableOut {
    /// The wager it pays.
    wager: String,
    /// The id by which houses choose it.
    id: String,
    /// How the document heads it.
    printed: String,
    /// `in_force`, or why a house cannot choose it.
    standing: String,
    /// The clauses that make it a choice.
    clauses: Vec<String>,
    /// The numbers of the readings about the table as a whole.
    readings: Vec<u8>,
    /// The lines, the highest hand first.
    lines: Vec<LineOut>,
    /// What other players' hands pay.
    envy: Vec<LineOut>,
    /// Notes for the reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl PaytableOut {
    /// Whether it describes a paytable.
    pub(super) fn is(&self, table: &Paytable) -> bool {
        self.wager == table.wager.word() && self.id == table.id
    }
}

/// One line of a paytable.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct LineOut {
    /// The hand.
    hand: String,
    /// What it pays, such as `40 to 1`.
    pays: String,
    /// For Cover All: the number of hands in the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<u8>,
    /// For envy: the stake in cents that the amount is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    stake: Option<i64>,
    /// The clause.
    clause: Option<String>,
    /// The numbers of the readings.
    readings: Vec<u8>,
}

pub(super) fn run(context: &CommandContext, args: &PaytablesArgs) -> Result<Output, Output> {
    let rules = &book(context, &args.book)?.rules;
    let currency = rules.own_currency();
    let wager = match args.wager.as_deref().map(str::parse::<Wager>) {
        None => None,
        Some(Ok(wager)) => Some(wager),
        Some(Err(error)) => return Err(Output::bad_input(format!("error: {error}\n"))),
    };
    let tables: Vec<&Paytable> =
        rules.paytables.iter().filter(|table| wager.is_none_or(|wager| table.wager == wager)).collect();
    if tables.is_empty() {
        return Err(Output::bad_input(none_there(rules, wager)).with_exit(Exit::No));
    }
    if args.json {
        let paytables = tables.into_iter().map(described).collect();
        return Ok(Output::json(&PaytableList { book: rules.code.clone(), paytables }).in_money(&currency));
    }
    let mut sheet = text::sheet(0);
    for table in tables {
        print(&mut sheet, table);
    }
    Ok(Output::done(sheet.print(context.out.in_money(&currency))))
}

fn none_there(rules: &Rulebook, wager: Option<Wager>) -> String {
    let mut known: Vec<&str> = rules.paytables.iter().map(|table| table.wager.word()).collect();
    known.dedup();
    let wager = wager.map_or("", Wager::word);
    format!("{} has no paytable for {wager}; it has some for {}\n", rules.code, known.join(", "))
}

/// A paytable with what accompanies its lines.
pub(super) fn print(sheet: &mut TextTable, table: &Paytable) {
    let standing = match table.standing {
        Standing::InForce => "",
        Standing::Struck => " (struck: cannot be chosen)",
        Standing::Uncertain => " (uncertain: cannot be chosen)",
        Standing::Floor => " (the least a house may post)",
    };
    let name = format!("{}{standing}", table.wager.title());
    text::title(sheet, &name, &format!("paytable {}", table.id), &table.cite());
    text::lines(sheet, &table.lines, |pays| pays.to_string());
    for unpaid in &table.unpaid {
        let law = Cell::styled(law::short(&[unpaid.clause.to_string()], &unpaid.readings), Style::Dim);
        sheet.row([format!("  {}", unpaid.hand.title()).into(), "not paid".into(), law]);
    }
    text::envy(sheet, &table.envy, false);
    for seed in &table.seeds {
        let law = Cell::styled(law::of(&seed.amount.cite), Style::Dim);
        sheet.row([format!("  seed of {}", seed.meter).into(), seed.amount.describe().into(), law]);
    }
    if let Some(rate) = &table.rate {
        let law = Cell::styled(law::of(&rate.cite), Style::Dim);
        sheet.row(["  rate of progression".into(), rate.describe().into(), law]);
    }
    if let Some(note) = &table.note {
        sheet.detail(note);
    }
}

pub(super) fn described(table: &Paytable) -> PaytableOut {
    let lines = table.lines.iter().map(|line| LineOut {
        hand: line.hand.to_string(),
        pays: line.pays.to_string(),
        players: line.players,
        stake: None,
        clause: line.cite.first().map(ToString::to_string),
        readings: line.cite.readings.clone(),
    });
    let envy = table.envy.iter().map(|line| LineOut {
        hand: line.hand.to_string(),
        pays: line.pays.to_string(),
        players: None,
        stake: line.stake.map(|stake| stake.0),
        clause: line.cite.first().map(ToString::to_string),
        readings: line.cite.readings.clone(),
    });
    PaytableOut {
        wager: table.wager.to_string(),
        id: table.id.clone(),
        printed: table.printed.clone(),
        standing: table.standing.to_string(),
        clauses: table.clauses.iter().map(ToString::to_string).collect(),
        readings: table.readings.clone(),
        lines: lines.collect(),
        envy: envy.collect(),
        note: table.note.clone(),
    }
}
