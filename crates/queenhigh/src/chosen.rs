//! The house that a command is about. All commands name it in the same way: the code of an example house, a file, or
//! `-` for the standard input.

use std::path::{Path, PathBuf};

use clap::Args;
use rules::{Books, House};

use crate::CommandContext;
use crate::check;
use crate::example;
use crate::exit::Output;
use crate::files::{self, AddedBooks, Source, Unreadable};
use crate::generous;
use crate::look::StreamLook;
use crate::table_text::clean;

/// `--house` and `--rulebook` of commands that are about one house.
#[derive(Clone, Debug, Args)]
pub(crate) struct HouseArgs {
    /// The house: the code of an example, a file, or - for the standard input [default: md14]
    #[arg(long = "house", value_name = "CODE|FILE|-")]
    named: Option<String>,
    #[command(flatten)]
    pub(crate) added: AddedBooks,
}

impl HouseArgs {
    /// Whether the command line names a house.
    pub(crate) fn is_given(&self) -> bool {
        self.named.is_some()
    }

    /// Whether the house comes from the standard input, from which nothing else can then be read.
    pub(crate) fn is_stdin(&self) -> bool {
        self.named.as_deref() == Some("-")
    }

    /// The house of the command line, or the first example, checked against its rulebook.
    ///
    /// # Errors
    /// Why there is none, or what is unlawful in it.
    pub(crate) fn house(&self, context: &CommandContext, then: &str) -> Result<House, Output> {
        self.house_or(context, None, then)
    }

    /// The same where a house may also be named without `--house`.
    ///
    /// # Errors
    /// Why there is none, or what is unlawful in it.
    pub(crate) fn house_or(&self, context: &CommandContext, alone: Option<&str>, then: &str) -> Result<House, Output> {
        lawful(context.err, &context.books, &named_or_first(alone.or(self.named.as_deref()))?, then)
    }
}

/// The house that is named, or the first example where none is.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn named_or_first(name: Option<&str>) -> Result<Source, Output> {
    match name {
        Some(name) => named(name).map_err(Output::error),
        None => Ok(example::first()),
    }
}

/// Why a name leads to no house.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoHouse {
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error("\"{name}\" is not a house: there is no such file and no such example; the examples are {known}")]
    Unknown { name: String, known: String },
}

/// A house as the command line names it. A file comes before an example of the same name.
///
/// # Errors
/// Why there is none.
pub(crate) fn named(name: &str) -> Result<Source, NoHouse> {
    if name == "-" { Ok(files::read(Path::new(name))?) } else { beside(Path::new(""), name) }
}

/// A house as a file names it: a file beside it or in the current folder, or the code of an example.
///
/// # Errors
/// Why there is none.
pub(crate) fn beside(folder: &Path, name: &str) -> Result<Source, NoHouse> {
    let paths = [folder.join(name), PathBuf::from(name)];
    if let Some(path) = paths.iter().find(|path| path.is_file()) {
        return Ok(files::read(path)?);
    }
    match example::house_text(name) {
        Some(text) => Ok(Source { name: name.to_owned(), text: text.to_owned(), folder: PathBuf::new() }),
        // A pipe is read; a folder is reported as a folder.
        None if paths[1].exists() => Ok(files::read(&paths[1])?),
        None => {
            let known: Vec<&str> = example::codes().collect();
            Err(NoHouse::Unknown { name: clean(name).to_string(), known: known.join(", ") })
        }
    }
}

/// The house of a text, if it is lawful; `then` says what an unlawful one leads to, such as `nothing is dealt`.
///
/// # Errors
/// What is unlawful in it.
pub(crate) fn lawful(look: StreamLook, books: &Books, source: &Source, then: &str) -> Result<House, Output> {
    let report = generous::check(&source.text, books);
    let faults = check::faults(look, source, &report);
    report.house.ok_or_else(|| {
        let name = &source.name;
        Output::bad_input(format!("{faults}error: the house {name} is not lawful; {then}\n"))
    })
}
