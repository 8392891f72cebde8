//! `queenhigh rules diff`: two rulebooks side by side, dimension by dimension and paytable by paytable.

use clap::Args;
use rules::Wager;
use rules::paytable::Standing;
use schemars::JsonSchema;
use serde::Serialize;

use super::compare::{self, LinePayment, TableName, TablePair};
use super::dimension::{RulebookText, Said, dimensions};
use super::show::{TITLE_WIDTH, brief};
use super::{book, counted};
use crate::CommandContext;
use crate::exit::Output;
use crate::files::AddedBooks;
use crate::look::{StreamLook, Style};
use crate::table_text::{Cell, TextTable, hanging};

/// The most rows shown for a part that one rulebook lacks.
const ROWS_OF_UNKNOWN: usize = 3;

/// Show where two rulebooks differ
///
/// Values are compared, not the words of the documents: a dimension that both leave to their clauses counts as
/// the same, and `rules show` prints the clauses.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules diff md2014 md14
  queenhigh rules diff ma tribal --all")]
pub(crate) struct DiffArgs {
    /// The first rulebook's code
    #[arg(value_name = "BOOK")]
    left: String,
    /// The second rulebook's code
    #[arg(value_name = "BOOK")]
    right: String,
    /// Also show what is the same
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// What `rules diff --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "rules-diff")]
pub(crate) struct Difference {
    /// The first rulebook.
    left: String,
    /// The second.
    right: String,
    /// The dimensions that differ; all of them with `--all`.
    dimensions: Vec<DimensionPair>,
    /// The paytables that differ; all of them with `--all`.
    paytables: Vec<TablePair>,
    /// How many dimensions are the same.
    alike: usize,
    /// How many of those are in both rulebooks only in words.
    in_words_only: usize,
}

/// What two rulebooks say in one dimension.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct DimensionPair {
    /// The path in a rulebook's file.
    path: String,
    /// What it is about.
    title: String,
    /// The group it is listed in.
    section: String,
    /// Whether both say the same.
    same: bool,
    /// What the first says; null when it is silent.
    left: Option<Said>,
    /// What the second says; null when it is silent.
    right: Option<Said>,
}

impl DimensionPair {
    /// The part of the rulebook it belongs to.
    fn part(&self) -> &str {
        self.path.split('.').next().unwrap_or_default()
    }
}

impl Difference {
    /// Whether only one of the two rulebooks has anything in a part.
    fn one_knows(&self, part: &str) -> bool {
        let within = || self.dimensions.iter().filter(|pair| pair.part() == part);
        within().all(|pair| pair.left.is_none()) || within().all(|pair| pair.right.is_none())
    }
}

pub(super) fn run(context: &CommandContext, args: &DiffArgs) -> Result<Output, Output> {
    let (left, right) = (book(context, &args.left)?, book(context, &args.right)?);
    let (left_text, right_text) = (RulebookText::of(left), RulebookText::of(right));
    let mut pairs: Vec<DimensionPair> = Vec::new();
    // The paytables are compared line by line further down.
    for dimension in dimensions(&[&left_text, &right_text]) {
        if dimension.path.starts_with("paytable.") {
            continue;
        }
        let (left, right) = (left_text.say(&dimension), right_text.say(&dimension));
        if left.is_none() && right.is_none() {
            continue;
        }
        pairs.push(DimensionPair {
            path: dimension.path,
            title: dimension.title,
            section: dimension.section,
            same: left.as_ref().map(|said| &said.rule) == right.as_ref().map(|said| &said.rule),
            left,
            right,
        });
    }
    let silent = |pair: &&DimensionPair| pair.left.as_ref().is_some_and(Said::in_words_only);
    let (alike, in_words_only) = {
        let same = || pairs.iter().filter(|pair| pair.same);
        (same().count(), same().filter(silent).count())
    };
    let mut tables = compare::paytables(&left.rules, &right.rules);
    if !args.all {
        pairs.retain(|pair| !pair.same);
        tables.retain(|pair| !pair.same);
    }
    let difference = Difference {
        left: left.rules.code.clone(),
        right: right.rules.code.clone(),
        dimensions: pairs,
        paytables: tables,
        alike,
        in_words_only,
    };
    Ok(if args.json { Output::json(&difference) } else { Output::done(print(context.out, &difference, args.all)) })
}

fn print(look: StreamLook, difference: &Difference, all: bool) -> String {
    let differ = difference.dimensions.iter().filter(|pair| !pair.same).count();
    let tables = difference.paytables.iter().filter(|pair| !pair.same).count();
    let summary = format!(
        "{} and {}: {} and {} differ; {} alike, {} of them in words only",
        difference.left,
        difference.right,
        counted(differ, "dimension"),
        counted(tables, "paytable"),
        difference.alike,
        difference.in_words_only,
    );
    let mut table = TextTable::new(2).capped("", TITLE_WIDTH).wrapping(&difference.left).wrapping(&difference.right);
    for section in difference.dimensions.chunk_by(|a, b| a.section == b.section) {
        table.heading(&section[0].section);
        for part in section.chunk_by(|a, b| a.part() == b.part()) {
            // If a rulebook lacks a part, the first row says so.
            let unknown = !all && part.len() > ROWS_OF_UNKNOWN && difference.one_knows(part[0].part());
            for pair in part.iter().take(if unknown { 1 } else { part.len() }) {
                let (left, right) = (said_cell(pair.left.as_ref()), said_cell(pair.right.as_ref()));
                table.row([pair.title.as_str().into(), left, right]);
            }
            if unknown {
                table.row([Cell::styled(format!("and {} more; see --all", part.len() - 1), Style::Dim)]);
            }
        }
    }
    for wager in difference.paytables.chunk_by(|a, b| a.wager == b.wager) {
        let title = wager[0].wager.parse::<Wager>().map_or("", |wager| wager.title());
        table.heading(&format!("Paytables of {title}"));
        for pair in wager {
            table_rows(&mut table, pair, all);
        }
    }
    let rows = if table.is_empty() { String::new() } else { format!("\n{}", table.print(look)) };
    hanging(look, "", &summary) + &rows
}

fn dash() -> Cell {
    Cell::styled("–", Style::Dim)
}

fn said_cell(said: Option<&Said>) -> Cell {
    match said {
        None => dash(),
        Some(said) => Cell::from(said.with_note()).beneath(brief(said)),
    }
}

/// Two paytables line by line; a single one in one row, with all its lines in the cell.
fn table_rows(table: &mut TextTable, pair: &TablePair, all: bool) {
    let in_force = Standing::InForce.word();
    let name = |table: &Option<TableName>| match table {
        None => dash(),
        Some(table) if table.standing == in_force => Cell::styled(table.id.as_str(), Style::Bold),
        Some(table) => Cell::styled(format!("{} ({})", table.id, table.standing), Style::Bold),
    };
    if let (Some(_), Some(_)) = (&pair.left, &pair.right) {
        let alike = pair.lines.iter().all(compare::LinePair::same);
        let what = if alike { "pay the same" } else { "" };
        table.row([what.into(), name(&pair.left), name(&pair.right)]);
        for line in pair.lines.iter().filter(|line| all || !line.same()) {
            table.row([format!("  {}", line.hand).into(), paid_cell(&line.left), paid_cell(&line.right)]);
        }
        return;
    }
    let text = |side: fn(&compare::LinePair) -> Option<&LinePayment>| {
        let lines = pair.lines.iter().filter_map(|line| side(line).map(|paid| format!("{}: {}", line.hand, paid.pays)));
        lines.collect::<Vec<_>>().join("\n")
    };
    let left = name(&pair.left).beneath(text(|line| line.left.as_ref()));
    let right = name(&pair.right).beneath(text(|line| line.right.as_ref()));
    table.row(["no counterpart".into(), left, right]);
}

fn paid_cell(paid: &Option<LinePayment>) -> Cell {
    paid.as_ref()
        .map_or_else(dash, |paid| Cell::from(paid.pays.as_str()).beneath(paid.clause.as_deref().unwrap_or_default()))
}
