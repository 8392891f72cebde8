//! The house that a table runs under: a file, or the example house of a rulebook.

use std::path::{Path, PathBuf};

use clap::Args;
use rules::{Books, House, house};

use crate::Desk;
use crate::check;
use crate::example;
use crate::exit::Answer;
use crate::files::{self, Source};
use crate::odds;
use crate::table_text::clean;

/// `--house` and `--rulebook` of commands that run a table.
#[derive(Clone, Debug, Args)]
pub(crate) struct HouseArgs {
    /// The house; - is the standard input
    #[arg(long, value_name = "HOUSE.toml")]
    house: Option<PathBuf>,
    /// The code of a rulebook, for its example house, or a file to add; repeatable
    #[arg(long = "rulebook", value_name = "CODE|FILE", display_order = 90)]
    rulebooks: Vec<String>,
}

impl HouseArgs {
    /// Whether the command line chooses a house, and not only adds rulebooks.
    pub(crate) fn is_given(&self) -> bool {
        self.house.is_some() || self.rulebooks.iter().any(|name| !Path::new(name).is_file())
    }

    /// The rulebooks, and the code of the one asked for.
    ///
    /// # Errors
    /// What is wrong with the first that cannot be read.
    pub(crate) fn books(&self, desk: &Desk) -> Result<(Books, Option<String>), Answer> {
        let mut books = desk.books.clone();
        if self.rulebooks.is_empty() {
            return Ok((books, None));
        }
        let book = odds::named_book(&mut books, &self.rulebooks, desk.err)?;
        Ok((books, Some(book.code.clone())))
    }

    /// The house of the command line, or the first example.
    ///
    /// # Errors
    /// Why there is none, or what is unlawful in it.
    pub(crate) fn house(&self, desk: &Desk) -> Result<House, Answer> {
        let (books, code) = self.books(desk)?;
        match &self.house {
            Some(path) => from_file(desk, &books, path),
            None => {
                let first = example::codes().next().unwrap_or_default();
                example_of(desk, &books, code.as_deref().unwrap_or(first))
                    .map_err(|message| Answer::bad_input(format!("error: {message}\n")))?
            }
        }
    }
}

/// A house from a file.
///
/// # Errors
/// Why it cannot be read, or what is unlawful in it.
pub(crate) fn from_file(desk: &Desk, books: &Books, path: &Path) -> Result<House, Answer> {
    checked(desk, books, &files::read(path).map_err(Answer::bad_input)?)
}

/// The example house of a rulebook, held against it.
///
/// # Errors
/// When there is none; the inner error is what is unlawful in it.
pub(crate) fn example_of(desk: &Desk, books: &Books, code: &str) -> Result<Result<House, Answer>, String> {
    let text = example::house_text(code).ok_or_else(|| {
        let known: Vec<&str> = example::codes().collect();
        format!("\"{}\" has no example house: write a house's file, or one of {}", clean(code), known.join(", "))
    })?;
    let source = Source { name: format!("houses/{code}.toml"), text: text.to_owned(), folder: PathBuf::new() };
    Ok(checked(desk, books, &source))
}

fn checked(desk: &Desk, books: &Books, source: &Source) -> Result<House, Answer> {
    let report = house::check(&source.text, books);
    let faults = check::faults(desk.err, source, &report);
    report.house.ok_or_else(|| {
        Answer::bad_input(format!("{faults}error: the house {} is not lawful; no table is opened\n", source.name))
    })
}
