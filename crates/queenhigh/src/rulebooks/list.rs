//! `queenhigh rules list`: lists the available rulebooks.

use clap::Args;
use rules::books::Book;
use schemars::JsonSchema;
use serde::Serialize;

use super::counted;
use crate::CommandContext;
use crate::exit::Output;
use crate::files::AddedBooks;
use crate::table_text::{Cell, TextTable, clean};

/// List the rulebooks
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules list
  queenhigh --rulebook sixth.toml rules list --json")]
pub(crate) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// What `rules list --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "rules-list")]
pub(crate) struct BookList {
    /// The rulebooks by code.
    books: Vec<BookOut>,
}

/// One rulebook.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct BookOut {
    /// The code by which houses name it.
    code: String,
    /// The document's name.
    title: String,
    /// Who issued it.
    authority: String,
    /// What standing the document has.
    standing: String,
    /// How many clauses its list has; 0 for a rulebook without a list.
    clauses: usize,
    /// How many paytables it prints.
    paytables: usize,
    /// BLAKE3 of its content.
    digest: String,
    /// BLAKE3 of its words, for an added rulebook that has any. They are not part of `digest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

pub(super) fn run(context: &CommandContext, args: &ListArgs) -> Output {
    let books: Vec<BookOut> = context.books.iter().map(described).collect();
    if args.json {
        return Output::json(&BookList { books });
    }
    let mut table = TextTable::new(0).left("code").wrapping("rulebook").right("clauses").right("paytables");
    for book in books {
        let about = format!("{}\n{}\ndigest {}", book.authority, book.standing, &book.digest[..16]);
        table.row([
            book.code.into(),
            Cell::from(clean(&book.title)).beneath(about),
            book.clauses.to_string().into(),
            book.paytables.to_string().into(),
        ]);
    }
    let known = context.books.iter().count();
    Output::done(format!("{}\n{}", counted(known, "rulebook"), table.print(context.out)))
}

/// The digest of the words of an added rulebook, if it has any.
pub(super) fn words_digest(book: &Book) -> Option<String> {
    let any = book.words.has_list() || !book.words.own_readings().is_empty();
    (any && !book.shipped).then(|| book.words.digest())
}

fn described(book: &Book) -> BookOut {
    let rules = &book.rules;
    BookOut {
        code: rules.code.clone(),
        title: rules.title.clone(),
        authority: rules.authority.clone(),
        standing: rules.standing.clone(),
        clauses: book.words.clauses().len(),
        paytables: rules.paytables.len(),
        digest: book.digest.clone(),
        words: words_digest(book),
    }
}
