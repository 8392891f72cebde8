//! Reads what the command line names: files, the standard input, and rulebooks to add.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use rules::rulebook::{BookFaults, BookFile};
use rules::{BookFiles, Books};

use crate::exit::Output;
use crate::look::StreamLook;
use crate::report::{SourceFinding, Weight};
use crate::table_text::wrap;

/// The longest file that this program reads; a longer one is a mistake, such as a disk image.
const BYTES_MAX: u64 = 16 << 20;

/// `--rulebook`, which every command takes. It stands before and after the subcommand alike, and adds up: an option
/// that clap calls global would forget the ones before.
#[derive(Clone, Debug, Args)]
pub(crate) struct AddedBooks {
    /// Add a rulebook, or replace the one with the same code; repeatable
    #[arg(long = "rulebook", value_name = "FILE", display_order = 90)]
    paths: Vec<PathBuf>,
}

impl AddedBooks {
    /// The files, in the order of the command line.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Whether none is named.
    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}

/// A text and its name for messages.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The path as it was given, or `<stdin>`.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// The folder that paths inside the text are relative to; the current one for the standard input.
    pub(crate) folder: PathBuf,
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("{name} cannot be read: {}", reason(.why))]
    Closed { name: String, why: std::io::Error },
    #[error("{name} cannot be read: it is longer than {} megabytes", BYTES_MAX >> 20)]
    TooLong { name: String },
    #[error("{name}:{line}: the file is not text: expected UTF-8")]
    NotText { name: String, line: usize },
}

/// Reads a file, or the standard input for `-`.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn read(path: &Path) -> Result<Source, Unreadable> {
    let stdin = path.as_os_str() == "-";
    let name = if stdin { "<stdin>".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let read = if stdin {
        std::io::stdin().lock().take(BYTES_MAX + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes))
    };
    if let Err(why) = read {
        return Err(Unreadable::Closed { name, why });
    }
    if bytes.len() as u64 > BYTES_MAX {
        return Err(Unreadable::TooLong { name });
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            return Err(Unreadable::NotText { name, line });
        }
    };
    let folder = if stdin { None } else { path.parent().map(Path::to_path_buf) };
    Ok(Source { name, text, folder: folder.unwrap_or_default() })
}

/// The system's reason in a few words, without its error number.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// A rulebook that the command line or the settings add.
#[derive(Clone, Debug)]
pub(crate) struct AddedBook {
    /// Its code.
    pub(crate) code: String,
    /// Its files, in full.
    pub(crate) files: BookFiles,
}

/// The files of a rulebook, as they were read: `my-state.toml` and, where they are there, `my-state.clauses.tsv` and
/// `my-state.readings.toml` beside it.
struct BookSources {
    rules: Source,
    clauses: Option<Source>,
    readings: Option<Source>,
}

impl BookSources {
    fn read(path: &Path) -> Result<BookSources, Unreadable> {
        let beside = |ending: &str| -> Result<Option<Source>, Unreadable> {
            let path = path.with_extension(ending);
            // The standard input has nothing beside it.
            if path.as_os_str().is_empty() || !path.exists() { Ok(None) } else { read(&path).map(Some) }
        };
        let stdin = path.as_os_str() == "-";
        let (clauses, readings) = if stdin { (None, None) } else { (beside("clauses.tsv")?, beside("readings.toml")?) };
        Ok(BookSources { rules: read(path)?, clauses, readings })
    }

    fn files(&self) -> BookFiles {
        let text = |source: &Source| Arc::from(source.text.as_str());
        BookFiles {
            rules: text(&self.rules),
            clauses: self.clauses.as_ref().map(text),
            readings: self.readings.as_ref().map(text),
        }
    }

    fn of(&self, file: BookFile) -> &Source {
        let beside = match file {
            BookFile::Rules => None,
            BookFile::Clauses => self.clauses.as_ref(),
            BookFile::Readings => self.readings.as_ref(),
        };
        beside.unwrap_or(&self.rules)
    }
}

/// Adds rulebooks from files, or puts them in place of those with the same code.
///
/// # Errors
/// What is wrong with the first that cannot be read, and where.
pub(crate) fn add_books<'p>(
    books: &mut Books,
    paths: impl IntoIterator<Item = &'p PathBuf>,
    look: StreamLook,
) -> Result<Vec<AddedBook>, Output> {
    paths.into_iter().map(|path| add_book(books, path, look)).collect()
}

/// Adds one rulebook from its file and the words beside it.
///
/// # Errors
/// What is wrong with it, and where.
pub(crate) fn add_book(books: &mut Books, path: &Path, look: StreamLook) -> Result<AddedBook, Output> {
    let sources = BookSources::read(path).map_err(|why| {
        let code = path.to_str().filter(|code| !path.exists() && books.get(code).is_some());
        let hint = code.map(|code| {
            format!("help: rulebook {code} is built in, and --rulebook adds a file; for its example house, write {code} as the house\n")
        });
        Output::bad_input(format!("error: {why}\n{}", hint.unwrap_or_default()))
    })?;
    let files = sources.files();
    let rules = books.add_files(&files).map_err(|faults| unreadable_book(&sources, &faults, look))?;
    Ok(AddedBook { code: rules.code.clone(), files })
}

/// Everything that is wrong with a rulebook, each fault with its place in its file.
fn unreadable_book(sources: &BookSources, faults: &BookFaults, look: StreamLook) -> Output {
    let mut text = String::new();
    let mut last = None;
    for fault in faults.iter() {
        let help = if fault.help.is_empty() { String::new() } else { format!("; {}", fault.help) };
        // What is wrong in one place is drawn once.
        if last.replace((fault.file, &fault.span)) == Some((fault.file, &fault.span)) {
            for line in wrap(&format!("  × also here: {}{help}", fault.message), look.text_width()) {
                text += &line;
                text.push('\n');
            }
            continue;
        }
        let source = sources.of(fault.file);
        let what = match fault.file {
            BookFile::Rules => "the rulebook",
            BookFile::Clauses => "the clause list",
            BookFile::Readings => "the readings",
        };
        let finding = SourceFinding {
            file: &source.name,
            text: &source.text,
            weight: Weight::Error,
            title: format!("{what} cannot be read: {}{help}", fault.message),
            span: fault.span.clone(),
        };
        text += &finding.draw(look);
    }
    let count = faults.iter().len();
    if count > 1 {
        text += &format!("{}: {count} faults\n", sources.rules.name);
    }
    Output::bad_input(text)
}
