//! `queenhigh rules readings`: how unclear or silent passages of the documents are understood.

use clap::Args;
use rules::Books;
use rules::books::Book;
use rules::clauses::{self, Reading};
use schemars::JsonSchema;
use serde::Serialize;

use crate::CommandContext;
use crate::exit::{Exit, Output};
use crate::files::AddedBooks;
use crate::table_text::{TextTable, hanging};

/// Show the adopted readings
///
/// Where a document is unclear or silent, a numbered reading says what is assumed. Refusals, payments and
/// faults name the readings they rest on.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules readings 67")]
pub(crate) struct ReadingsArgs {
    /// The number of a reading; all of them if none is given
    #[arg(value_name = "N")]
    number: Option<u8>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// What `rules readings --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "rules-readings")]
pub(crate) struct ReadingList {
    /// The readings by number.
    readings: Vec<ReadingOut>,
}

/// One reading.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ReadingOut {
    /// The number.
    number: u8,
    /// The added rulebook whose own reading it is; absent for the readings of the product.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<String>,
    /// What it is about.
    title: String,
    /// What is assumed.
    adopted: String,
    /// What the operator may choose instead; empty when nothing.
    option: String,
    /// The clauses whose lists name it.
    clauses: Vec<String>,
}

impl ReadingOut {
    /// A reading of the product, or of a rulebook's own.
    pub(super) fn of(books: &Books, book: Option<&Book>, reading: &Reading) -> ReadingOut {
        // Another book may use the same number for a reading of its own.
        let concerned = |other: &&Book| book.is_none_or(|book| book.rules.code == other.rules.code);
        let all = books.iter().filter(concerned).flat_map(|book| book.words.clauses());
        let named = all.filter(|clause| clause.readings.contains(&reading.number));
        ReadingOut {
            number: reading.number,
            book: book.map(|book| book.rules.code.clone()),
            title: reading.title.clone(),
            adopted: reading.adopted.clone(),
            option: reading.option.clone(),
            clauses: named.map(|clause| clause.id.clone()).collect(),
        }
    }

    /// A reading as a rulebook cites it.
    pub(super) fn cited(books: &Books, book: &Book, number: u8) -> Option<ReadingOut> {
        let own = book.words.own_readings().iter().any(|reading| reading.number == number);
        Some(ReadingOut::of(books, own.then_some(book), book.words.reading(number)?))
    }

    /// The number, and whose it is if it is not the product's.
    fn name(&self) -> String {
        let whose = self.book.as_ref().map(|code| format!(" of {code}")).unwrap_or_default();
        format!("READING {}{whose}", self.number)
    }
}

pub(super) fn run(context: &CommandContext, args: &ReadingsArgs) -> Result<Output, Output> {
    let of_product = clauses::readings().iter().map(|reading| (None, reading));
    let of_books = context
        .books
        .iter()
        .flat_map(|book| book.words.own_readings().iter().map(move |reading| (Some(book), reading)));
    let wanted: Vec<ReadingOut> = of_product
        .chain(of_books)
        .filter(|(_, reading)| args.number.is_none_or(|number| reading.number == number))
        .map(|(book, reading)| ReadingOut::of(&context.books, book, reading))
        .collect();
    if wanted.is_empty() {
        let last = clauses::readings().len();
        let sentence =
            format!("error: there is no such reading; they are numbered 1 to {last}{}\n", own(&context.books));
        return Err(Output::bad_input(sentence).with_exit(Exit::No));
    }
    if args.json {
        return Ok(Output::json(&ReadingList { readings: wanted }));
    }
    let look = context.out;
    if args.number.is_some() {
        let mut out = String::new();
        for reading in &wanted {
            out.push_str(&format!("{}\n", look.bold(&format!("{}: {}", reading.name(), reading.title))));
            out.push_str(&hanging(look, "  adopted  ", &reading.adopted));
            let option = if reading.option.is_empty() { "none" } else { &reading.option };
            out.push_str(&hanging(look, "  option   ", option));
            if !reading.clauses.is_empty() {
                out.push_str(&hanging(look, "  clauses  ", &reading.clauses.join(", ")));
            }
        }
        return Ok(Output::done(out));
    }
    let mut table = TextTable::new(0).right("n").capped("reading", 30).wrapping("adopted");
    for reading in wanted {
        let whose = reading.book.as_ref().map(|code| format!(" ({code})")).unwrap_or_default();
        let title = format!("{}{whose}", reading.title);
        table.row([reading.number.to_string().into(), title.into(), reading.adopted.into()]);
    }
    Ok(Output::done(table.print(look)))
}

/// The numbers of the readings that rulebooks have of their own.
fn own(books: &Books) -> String {
    let told = books.iter().flat_map(|book| {
        let numbers: Vec<String> = book.words.own_readings().iter().map(|reading| reading.number.to_string()).collect();
        (!numbers.is_empty()).then(|| format!(", {}'s own {}", book.rules.code, numbers.join(", ")))
    });
    told.collect()
}
