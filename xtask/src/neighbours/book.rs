//! A rulebook made at random: one that is there, with some of its data changed.

use anyhow::{Context as _, Result};
use odds::simulate::{Seed, Stream};
use rules::Books;
use toml::Table;

use crate::mutate::data::{Change, Datum, data};
use crate::repo::Repo;

/// The made-up book, which has mechanisms that no shipped one has.
const MADE_UP: &str = "golden/books/freedonia.toml";

/// How many changes are tried on a book, at most.
const CHANGES_MAX: u64 = 8;

/// A book to start from.
struct Base {
    code: String,
    book: Table,
    data: Vec<Datum>,
    /// The houses that stand under it.
    houses: Vec<String>,
}

/// The books to start from.
pub(super) struct Shelf {
    books: Books,
    bases: Vec<Base>,
}

impl Shelf {
    pub(super) fn read(repo: &Repo) -> Result<Shelf> {
        let mut books = Books::shipped();
        let made_up = repo.read(MADE_UP)?;
        books.add(&made_up).map_err(|faults| anyhow::anyhow!("{MADE_UP}: {faults}"))?;
        let mut texts = Vec::new();
        for folder in ["houses", "golden/houses", "golden/table/houses", "golden/books"] {
            for file in repo.folder(folder, "toml")? {
                texts.push(repo.read(&file)?);
            }
        }
        let base = |code: &str| -> Result<Base> {
            let text = &books.get(code).context("a book")?.text;
            let book: Table = text.parse()?;
            let under = format!("rulebook = \"{code}\"");
            // A person who deals would have to be played, too.
            let robots = |text: &&String| text.lines().any(|line| line == under) && !text.contains("\"person\"");
            let lawful = |text: &&String| rules::house::check(text, &books).house.is_some();
            let houses = texts.iter().filter(robots).filter(lawful).cloned().collect();
            Ok(Base { code: code.to_owned(), data: data(&book), book, houses })
        };
        let bases = books.codes().map(base).collect::<Result<Vec<Base>>>()?;
        Ok(Shelf { books, bases })
    }
}

/// A book that was changed and can be read.
pub(super) struct Neighbour<'s> {
    base: &'s Base,
    books: Books,
    seed: Seed,
    /// What was changed, in words.
    pub(super) changes: Vec<String>,
}

impl<'s> Neighbour<'s> {
    /// The neighbour with this number.
    pub(super) fn new(shelf: &'s Shelf, number: u64) -> Neighbour<'s> {
        let mut seed = Seed::default();
        seed.0[..8].copy_from_slice(&number.to_le_bytes());
        let mut stream = Stream::new(&seed, 0);
        let mut below = |bound: usize| (stream.word() % bound.max(1) as u64) as usize;
        let base = &shelf.bases[below(shelf.bases.len())];
        let (mut book, mut books, mut changes) = (base.book.clone(), shelf.books.clone(), Vec::new());
        for _ in 0..=below(CHANGES_MAX as usize) {
            let datum = &base.data[below(base.data.len())];
            let Some(change) = datum.changes.get(below(datum.changes.len())) else { continue };
            if let Some((changed, with)) = made(&book, &shelf.books, change) {
                (book, books) = (changed, with);
                changes.push(format!("{} {}: {} becomes {}", base.code, datum.place, datum.value, change.to));
            }
        }
        Neighbour { base, books, seed, changes }
    }

    /// The rulebooks, with the changed one in its place.
    pub(super) fn books(&self) -> &Books {
        &self.books
    }

    /// The houses to try under it.
    pub(super) fn houses(&self) -> impl Iterator<Item = &'s str> {
        self.base.houses.iter().map(String::as_str)
    }

    /// The seed for all that happens under it.
    pub(super) fn seed(&self) -> Seed {
        self.seed
    }
}

/// The book with one more change, if the reader accepts it.
fn made(book: &Table, shelf: &Books, change: &Change) -> Option<(Table, Books)> {
    let changed = change.make(book)?;
    let mut books = shelf.clone();
    books.add(&toml::to_string(&changed).ok()?).ok()?;
    Some((changed, books))
}
