//! One change of one datum, tried: does the reader refuse the book, or does a proof come out differently?

use std::panic::{AssertUnwindSafe, catch_unwind};

use rules::Books;
use toml::Table;

use super::data::{Change, Datum};
use crate::proof::stage::{Piece, Stage};

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The reader of rulebooks refuses the book.
    Reader,
    /// A proof that rests on the datum's law comes out differently.
    Caught(String),
    /// Only a proof that does not rest on its law comes out differently.
    Elsewhere(String),
    /// Only the golden checklist of the crew comes out differently: who does each step, by which law, and what only
    /// people can follow.
    Listed,
    /// Nothing comes out differently.
    Survived,
    /// The program panics, which is a fault in itself.
    Stopped(String),
}

/// The books with one change; `None` when the reader refuses it.
pub(crate) fn changed(stage: &Stage, book: &Table, change: &Change) -> Option<Books> {
    let text = toml::to_string(&change.make(book)?).ok()?;
    let mut books = stage.books.clone();
    books.add(&text).ok()?;
    Some(books)
}

/// The pieces that rest on the law of a datum, the quick ones first.
pub(crate) fn resting<'s>(stage: &'s Stage, code: &str, datum: &Datum) -> Vec<&'s Piece> {
    let rests = |piece: &&Piece| {
        datum.law.iter().any(|law| piece.cites(law)) || piece.choice().is_some_and(|choice| choice.path == datum.rule)
    };
    let mut pieces: Vec<&Piece> = stage.of_book(code).filter(rests).collect();
    pieces.sort_by_key(|piece| piece.took);
    pieces
}

/// Tries a change.
pub(crate) fn attempt(stage: &Stage, code: &str, book: &Table, datum: &Datum, change: &Change) -> Fate {
    let Some(books) = changed(stage, book, change) else { return Fate::Reader };
    let steps = |books: &Books| books.get(code).map(|book| book.rules.procedure.clone());
    let listed = steps(&books) != steps(&stage.books);
    let under = stage.under(books);
    let differs = |piece: &Piece| catch_unwind(AssertUnwindSafe(|| piece.play(&under) != piece.base));
    let pieces = resting(stage, code, datum);
    for piece in &pieces {
        match differs(piece) {
            Ok(false) => {}
            Ok(true) => return Fate::Caught(piece.name.clone()),
            Err(_) => return Fate::Stopped(piece.name.clone()),
        }
    }
    let mut others: Vec<&Piece> =
        stage.of_book(code).filter(|piece| !pieces.iter().any(|known| known.name == piece.name)).collect();
    others.sort_by_key(|piece| piece.took);
    for piece in others {
        match differs(piece) {
            Ok(false) => {}
            Ok(true) => return Fate::Elsewhere(piece.name.clone()),
            Err(_) => return Fate::Stopped(piece.name.clone()),
        }
    }
    if listed { Fate::Listed } else { Fate::Survived }
}
