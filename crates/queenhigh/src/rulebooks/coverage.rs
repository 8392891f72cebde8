//! `queenhigh rules coverage`: how many clauses have a home in the code and the proofs of their kind, and which do not.

use std::collections::BTreeMap;

use clap::Args;
use rules::clauses::{self, Clause, How};
use schemars::JsonSchema;
use serde::Serialize;

use super::book;
use crate::CommandContext;
use crate::exit::Output;
use crate::files::AddedBooks;
use crate::look::StreamLook;
use crate::table_text::{TextTable, hanging};

/// The most ids of a kind that are listed without `--open`.
const LISTED: usize = 4;

/// Count the clauses that have a home in the code, and those that are proven, by kind
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules coverage md14 --open")]
pub(crate) struct CoverageArgs {
    /// The rulebooks; all of them if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<String>,
    /// List every clause that has no home or is not proven, not only the first few
    #[arg(long, conflicts_with = "json")]
    open: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// What `rules coverage --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "rules-coverage")]
pub(crate) struct Coverage {
    /// The counts of each rulebook, by code.
    books: BTreeMap<String, ClauseCounts>,
    /// The ids of the clauses without a home.
    open: Vec<String>,
    /// The ids of the clauses that lack a proof of their kind.
    unproven: Vec<String>,
}

/// The counts of one rulebook.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Counts")]
struct ClauseCounts {
    /// All clauses.
    clauses: usize,
    /// Clauses with a home.
    homed: usize,
    /// Clauses with every proof of their kind.
    proven: usize,
    /// What is forbidden is refused: proven by a case that breaks the clause and one that keeps it.
    enforce: ProvenShare,
    /// What happened is written down: proven by an event that names the clause.
    record: ProvenShare,
    /// An amount, a ranking or an order is worked out: proven by a round that comes out differently when a datum changes,
    /// or by one that was written for the clause where none of it is data.
    compute: ProvenShare,
    /// The house chooses: proven by houses with every unlawful neighbour.
    configure: ProvenShare,
    /// It is shown: proven by the layout that shows it.
    display: ProvenShare,
    /// It binds people and things outside the program: proven by the reminder at its step.
    physical: ProvenShare,
}

/// How many clauses of a kind there are, and how many of them are proven.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Share")]
struct ProvenShare {
    /// All of the kind.
    clauses: usize,
    /// Those with every proof of it.
    proven: usize,
}

impl ProvenShare {
    fn of<'c>(clauses: impl Iterator<Item = &'c Clause>) -> ProvenShare {
        clauses.fold(ProvenShare::default(), |sum, clause| ProvenShare {
            clauses: sum.clauses + 1,
            proven: sum.proven + usize::from(clause.is_proven()),
        })
    }
}

impl ClauseCounts {
    fn of(clauses: &[Clause]) -> ClauseCounts {
        let how = |how: How| ProvenShare::of(clauses.iter().filter(|clause| clause.how == how));
        ClauseCounts {
            clauses: clauses.len(),
            homed: clauses.iter().filter(|clause| !clause.homes.is_empty()).count(),
            proven: ProvenShare::of(clauses.iter()).proven,
            enforce: how(How::Enforce),
            record: how(How::Record),
            compute: how(How::Compute),
            configure: how(How::Configure),
            display: how(How::Display),
            physical: how(How::Physical),
        }
    }
}

pub(super) fn run(context: &CommandContext, args: &CoverageArgs) -> Result<Output, Output> {
    let mut codes: Vec<&str> = Vec::new();
    for code in &args.books {
        codes.push(&book(context, code)?.rules.code);
    }
    if codes.is_empty() {
        codes = context.books.codes().collect();
    }
    let ids = |wanted: fn(&Clause) -> bool| -> Vec<String> {
        let all = codes.iter().flat_map(|code| clauses::of_book(code));
        all.filter(|clause| wanted(clause)).map(|clause| clause.id.to_owned()).collect()
    };
    if args.json {
        let counts = |code: &&str| ((*code).to_owned(), ClauseCounts::of(clauses::of_book(code)));
        return Ok(Output::json(&Coverage {
            books: codes.iter().map(counts).collect(),
            open: ids(|clause| clause.homes.is_empty()),
            unproven: ids(|clause| !clause.is_proven()),
        }));
    }
    let look = context.out;
    let mut out = counts_table(&codes).print(look);
    out.push_str(&listed(look, "No home yet", &codes, args.open, |clause| clause.homes.is_empty()));
    out.push_str(&listed(look, "Not proven yet", &codes, args.open, |clause| !clause.is_proven()));
    if !args.open {
        out.push_str(&format!("\n{}\n", look.dim("--open lists them all")));
    }
    Ok(Output::done(out))
}

/// One line per count and one column per book, as there are more counts than books.
fn counts_table(codes: &[&str]) -> TextTable {
    let mut columns: Vec<(&str, ClauseCounts)> =
        codes.iter().map(|code| (*code, ClauseCounts::of(clauses::of_book(code)))).collect();
    if codes.len() > 1 {
        let all: Vec<Clause> = codes.iter().flat_map(|code| clauses::of_book(code)).cloned().collect();
        columns.push(("all", ClauseCounts::of(&all)));
    }
    let table = columns.iter().fold(TextTable::new(0).left("clauses"), |table, (name, _)| table.right(name));
    type Count = fn(&ClauseCounts) -> String;
    let lines: [(&str, Count); 9] = [
        ("in all", |c| c.clauses.to_string()),
        ("with a home", |c| share(c.homed, c.clauses)),
        ("proven", |c| share(c.proven, c.clauses)),
        ("  enforce", |c| of(c.enforce)),
        ("  record", |c| of(c.record)),
        ("  compute", |c| of(c.compute)),
        ("  configure", |c| of(c.configure)),
        ("  display", |c| of(c.display)),
        ("  physical", |c| of(c.physical)),
    ];
    lines.into_iter().fold(table, |mut table, (name, count)| {
        let cells = columns.iter().map(|(_, counts)| count(counts).into());
        table.row(std::iter::once(name.into()).chain(cells).collect::<Vec<_>>());
        table
    })
}

/// How many of a kind are proven.
fn of(share: ProvenShare) -> String {
    format!("{} of {}", share.proven, share.clauses)
}

/// A count with its percentage, rounded down so that only all of them are 100.
fn share(count: usize, of: usize) -> String {
    match (count * 100).checked_div(of) {
        Some(percent) => format!("{count} {percent:>3}%"),
        None => count.to_string(),
    }
}

/// The clauses that lack something, grouped by how they are honoured.
fn listed(look: StreamLook, title: &str, codes: &[&str], all: bool, lacks: fn(&Clause) -> bool) -> String {
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for clause in codes.iter().flat_map(|code| clauses::of_book(code)).filter(|clause| lacks(clause)) {
        kinds.entry(clause.how.word()).or_default().push(clause.id);
    }
    let total: usize = kinds.values().map(Vec::len).sum();
    if total == 0 {
        return String::new();
    }
    let mut out = look.heading(&format!("{title}: {total}"));
    for (kind, ids) in kinds {
        let mut text = if all { ids.join(", ") } else { ids[..ids.len().min(LISTED)].join(", ") };
        if !all && ids.len() > LISTED {
            text.push_str(&format!(" and {} more", ids.len() - LISTED));
        }
        out.push_str(&hanging(look, &format!("  {:<13}{:>4}  ", kind, ids.len()), &text));
    }
    out
}
