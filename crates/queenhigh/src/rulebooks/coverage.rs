//! `queenhigh rules coverage`: how many clauses have a home in the code and the proofs of their kind, and which do not. Of
//! an added rulebook no test run of ours knows anything: there it is told which key of the book cites each clause.

use std::collections::BTreeMap;

use clap::Args;
use rules::books::Book;
use rules::clauses::{Clause, How};
use schemars::JsonSchema;
use serde::Serialize;

use super::show::keys_by_clause;
use super::{book, counted};
use crate::CommandContext;
use crate::exit::Output;
use crate::files::AddedBooks;
use crate::look::StreamLook;
use crate::table_text::{TextTable, hanging, wrap};

/// The most ids of a kind that are listed without `--open`.
const LISTED: usize = 4;

/// Count the clauses that have a home in the code, and those that are proven, by kind
///
/// The home of a clause of an added rulebook is the key of the book that cites it. Its clauses are in the list beside it,
/// such as my-state.clauses.tsv beside my-state.toml; our tests prove nothing about them.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules coverage md14 --open
  queenhigh --rulebook my-state.toml rules coverage my-state")]
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
    /// The ids of the clauses that lack a proof of their kind; none of an added rulebook, of which nothing is proven.
    unproven: Vec<String>,
    /// The clauses of the added rulebooks, with the keys that cite them; absent where none was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cited: Vec<CitedClause>,
}

/// A clause of an added rulebook, and what rests on it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct CitedClause {
    /// The id.
    id: String,
    /// How it is honoured, as its list says; null where the rulebook has no list.
    how: Option<String>,
    /// The keys of the rulebook that cite it; it has no home if there are none.
    keys: Vec<String>,
}

/// The counts of one rulebook.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Counts")]
struct ClauseCounts {
    /// All clauses.
    clauses: usize,
    /// Clauses with a home: a file of the code, or a key of an added rulebook that cites the clause.
    homed: usize,
    /// Clauses with every proof of their kind; null for an added rulebook.
    proven: Option<usize>,
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
    /// Those with every proof of it; null for an added rulebook.
    proven: Option<usize>,
    /// Those that a key of the rulebook cites; absent for the rulebooks that come with the product.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited: Option<usize>,
}

impl ProvenShare {
    fn of<'c>(clauses: impl Iterator<Item = &'c Clause>) -> ProvenShare {
        let none = ProvenShare { proven: Some(0), ..ProvenShare::default() };
        clauses.fold(none, |sum, clause| ProvenShare {
            clauses: sum.clauses + 1,
            proven: sum.proven.map(|proven| proven + usize::from(clause.is_proven())),
            cited: None,
        })
    }

    /// Counts what is cited, where nothing is proven.
    fn cited<'c>(clauses: impl Iterator<Item = &'c Clause>, keys: &Keys) -> ProvenShare {
        let none = ProvenShare { cited: Some(0), ..ProvenShare::default() };
        clauses.fold(none, |sum, clause| ProvenShare {
            clauses: sum.clauses + 1,
            proven: None,
            cited: sum.cited.map(|cited| cited + usize::from(keys.contains_key(&clause.id))),
        })
    }
}

impl ClauseCounts {
    fn of(clauses: &[Clause]) -> ClauseCounts {
        let homed = clauses.iter().filter(|clause| !clause.homes.is_empty()).count();
        let proven = ProvenShare::of(clauses.iter()).proven;
        let how = |how: How| ProvenShare::of(clauses.iter().filter(|clause| clause.how == how));
        ClauseCounts::by_how(clauses.len(), homed, proven, how)
    }

    fn cited(clauses: &[Clause], keys: &Keys) -> ClauseCounts {
        let homed = clauses.iter().filter(|clause| keys.contains_key(&clause.id)).count();
        let how = |how: How| ProvenShare::cited(clauses.iter().filter(|clause| clause.how == how), keys);
        ClauseCounts::by_how(clauses.len(), homed, None, how)
    }

    fn by_how(clauses: usize, homed: usize, proven: Option<usize>, how: impl Fn(How) -> ProvenShare) -> ClauseCounts {
        ClauseCounts {
            clauses,
            homed,
            proven,
            enforce: how(How::Enforce),
            record: how(How::Record),
            compute: how(How::Compute),
            configure: how(How::Configure),
            display: how(How::Display),
            physical: how(How::Physical),
        }
    }
}

/// The keys of a rulebook that cite each clause.
type Keys = BTreeMap<String, Vec<String>>;

/// A rulebook that comes with the product, or one that was added, with its citations.
struct Covered<'b> {
    book: &'b Book,
    keys: Option<Keys>,
}

impl<'b> Covered<'b> {
    fn of(book: &'b Book) -> Covered<'b> {
        Covered { book, keys: (!book.shipped).then(|| keys_by_clause(book)) }
    }

    fn code(&self) -> &'b str {
        &self.book.rules.code
    }

    fn clauses(&self) -> &'b [Clause] {
        self.book.words.clauses()
    }

    fn counts(&self) -> ClauseCounts {
        match &self.keys {
            None => ClauseCounts::of(self.clauses()),
            Some(keys) => ClauseCounts::cited(self.clauses(), keys),
        }
    }

    /// The clauses without a home.
    fn open(&self) -> Vec<&'b Clause> {
        let has_home = |clause: &&Clause| match &self.keys {
            None => !clause.homes.is_empty(),
            Some(keys) => keys.contains_key(&clause.id),
        };
        self.clauses().iter().filter(|clause| !has_home(clause)).collect()
    }

    /// The clauses that our tests should prove and do not.
    fn unproven(&self) -> Vec<&'b Clause> {
        self.clauses().iter().filter(|clause| self.keys.is_none() && !clause.is_proven()).collect()
    }

    /// What cites each clause of an added rulebook: those of its list, or all that it cites.
    fn cited(&self) -> Vec<CitedClause> {
        let Some(keys) = &self.keys else { return Vec::new() };
        if !self.book.words.has_list() {
            let bare =
                |(id, keys): (&String, &Vec<String>)| CitedClause { id: id.clone(), how: None, keys: keys.clone() };
            return keys.iter().map(bare).collect();
        }
        let listed = |clause: &Clause| CitedClause {
            id: clause.id.clone(),
            how: Some(clause.how.to_string()),
            keys: keys.get(&clause.id).cloned().unwrap_or_default(),
        };
        self.clauses().iter().map(listed).collect()
    }
}

pub(super) fn run(context: &CommandContext, args: &CoverageArgs) -> Result<Output, Output> {
    let mut all: Vec<Covered<'_>> = Vec::new();
    for code in &args.books {
        all.push(Covered::of(book(context, code)?));
    }
    if all.is_empty() {
        all = context.books.iter().map(Covered::of).collect();
    }
    if args.json {
        let ids = |found: Vec<&Clause>| -> Vec<String> { found.into_iter().map(|clause| clause.id.clone()).collect() };
        return Ok(Output::json(&Coverage {
            books: all.iter().map(|one| (one.code().to_owned(), one.counts())).collect(),
            open: all.iter().flat_map(|one| ids(one.open())).collect(),
            unproven: all.iter().flat_map(|one| ids(one.unproven())).collect(),
            cited: all.iter().flat_map(Covered::cited).collect(),
        }));
    }
    let look = context.out;
    let (added, shipped): (Vec<Covered<'_>>, Vec<Covered<'_>>) = all.into_iter().partition(|one| one.keys.is_some());
    let mut out = String::new();
    if !shipped.is_empty() {
        out.push_str(&counts_table(&shipped).print(look));
    }
    for one in &added {
        if !out.is_empty() {
            out.push('\n');
        }
        // Clause by clause for those who ask for this rulebook.
        out.push_str(&cited_text(look, one, !args.books.is_empty() && !args.open));
    }
    let every = || shipped.iter().chain(&added);
    out.push_str(&listed(look, "No home yet", &every().flat_map(Covered::open).collect::<Vec<_>>(), args.open));
    out.push_str(&listed(look, "Not proven yet", &every().flat_map(Covered::unproven).collect::<Vec<_>>(), args.open));
    if !args.open {
        out.push_str(&format!("\n{}\n", look.dim("--open lists them all")));
    }
    Ok(Output::done(out))
}

/// How a count is told.
type Count = fn(&ClauseCounts) -> String;

/// One line per count and one column per book, as there are more counts than books.
fn counts_table(all: &[Covered<'_>]) -> TextTable {
    let mut columns: Vec<(&str, ClauseCounts)> = all.iter().map(|one| (one.code(), one.counts())).collect();
    if all.len() > 1 {
        let every: Vec<Clause> = all.iter().flat_map(Covered::clauses).cloned().collect();
        columns.push(("all", ClauseCounts::of(&every)));
    }
    let lines: [(&str, Count); 9] = [
        ("in all", |c| c.clauses.to_string()),
        ("with a home", |c| share(c.homed, c.clauses)),
        ("proven", |c| share(c.proven.unwrap_or_default(), c.clauses)),
        ("  enforce", |c| of(c.enforce)),
        ("  record", |c| of(c.record)),
        ("  compute", |c| of(c.compute)),
        ("  configure", |c| of(c.configure)),
        ("  display", |c| of(c.display)),
        ("  physical", |c| of(c.physical)),
    ];
    table(&columns, &lines)
}

fn table(columns: &[(&str, ClauseCounts)], lines: &[(&str, Count)]) -> TextTable {
    let table = columns.iter().fold(TextTable::new(0).left("clauses"), |table, (name, _)| table.right(name));
    lines.iter().fold(table, |mut table, (name, count)| {
        let cells = columns.iter().map(|(_, counts)| count(counts).into());
        table.row(std::iter::once((*name).into()).chain(cells).collect::<Vec<_>>());
        table
    })
}

/// The counts of an added rulebook, and what cites each clause.
fn cited_text(look: StreamLook, one: &Covered<'_>, each: bool) -> String {
    let cited = one.cited();
    let code = one.code();
    let mut out = String::new();
    let lines: [(&str, Count); 8] = [
        ("in all", |c| c.clauses.to_string()),
        ("cited by the book", |c| share(c.homed, c.clauses)),
        ("  enforce", |c| of(c.enforce)),
        ("  record", |c| of(c.record)),
        ("  compute", |c| of(c.compute)),
        ("  configure", |c| of(c.configure)),
        ("  display", |c| of(c.display)),
        ("  physical", |c| of(c.physical)),
    ];
    let said = if one.book.words.has_list() {
        out.push_str(&table(&[(code, one.counts())], &lines).print(look));
        format!(
            "{code} was added. Cited by means that a key of the book rests on the clause; whether the table keeps it as the \
             document wants it, no test of ours has proven."
        )
    } else {
        format!(
            "{code} was added without a clause list: it cites {} by their ids alone. A list beside the book, such as \
             {code}.clauses.tsv beside {code}.toml, gives them words and shows which clauses of the document have no home.",
            counted(cited.len(), "clause")
        )
    };
    for line in wrap(&said, look.text_width()) {
        out.push_str(&format!("{line}\n"));
    }
    if each {
        out.push('\n');
        let mut table = TextTable::new(0).left("clause").left("how").wrapping("cited by");
        for clause in cited {
            let keys = if clause.keys.is_empty() { "nothing".to_owned() } else { clause.keys.join(", ") };
            table.row([clause.id.into(), clause.how.unwrap_or_default().into(), keys.into()]);
        }
        out.push_str(&table.print(look));
    }
    out
}

/// How many of a kind are proven, or cited.
fn of(share: ProvenShare) -> String {
    format!("{} of {}", share.proven.or(share.cited).unwrap_or_default(), share.clauses)
}

/// A count with its percentage, rounded down so that only all of them are 100.
fn share(count: usize, of: usize) -> String {
    match (count * 100).checked_div(of) {
        Some(percent) => format!("{count} {percent:>3}%"),
        None => count.to_string(),
    }
}

/// The clauses that lack something, grouped by how they are honoured.
fn listed(look: StreamLook, title: &str, lacking: &[&Clause], all: bool) -> String {
    if lacking.is_empty() {
        return String::new();
    }
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for clause in lacking {
        kinds.entry(clause.how.word()).or_default().push(&clause.id);
    }
    let mut out = look.heading(&format!("{title}: {}", lacking.len()));
    for (kind, ids) in kinds {
        let mut text = if all { ids.join(", ") } else { ids[..ids.len().min(LISTED)].join(", ") };
        if !all && ids.len() > LISTED {
            text.push_str(&format!(" and {} more", ids.len() - LISTED));
        }
        out.push_str(&hanging(look, &format!("  {:<13}{:>4}  ", kind, ids.len()), &text));
    }
    out
}
