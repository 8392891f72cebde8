//! `queenhigh rules reference` and `rules schema`: the rulebook file explained, for people and for editors.

use clap::Args;

use crate::exit::Output;
use crate::files::AddedBooks;

/// Explain the rulebook file: every section, key and word
///
/// The same as docs/rulebooks.md, in Markdown.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules reference | less")]
pub(crate) struct ReferenceArgs {
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// Print the JSON schema of the rulebook file, for editors
///
/// The same as `queenhigh schema rulebook`; `queenhigh schema house` is for houses. An editor of TOML that knows Taplo
/// takes it if the first line of the rulebook is `#:schema ./rulebook.schema.json`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules schema > rulebook.schema.json")]
pub(crate) struct SchemaArgs {
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

pub(super) fn run() -> Output {
    Output::done(rules::reference::rulebook_reference())
}

pub(super) fn schema() -> Output {
    crate::schema::named("rulebook")
}
