//! The proofs of every clause, gathered from the outcomes of all pieces.

use std::collections::BTreeMap;

use anyhow::Result;
use rayon::prelude::*;
use rules::clauses::How;
use toml::Table;

use super::stage::{Piece, Stage};
use crate::mutate::data::{self, Datum};
use crate::mutate::trial::changed;

/// The proofs: for each clause, each kind of proof and where it is.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    found: BTreeMap<String, BTreeMap<&'static str, String>>,
    /// The clauses that are broken only where others are cited beside them.
    pub(crate) shared: Vec<String>,
}

impl Proofs {
    /// Gathers the proofs of all clauses.
    ///
    /// # Errors
    /// When a book cannot be read.
    pub(crate) fn gather(stage: &Stage) -> Result<Proofs> {
        let mut proofs = Proofs::default();
        for shelved in stage.books.iter() {
            let code = shelved.rules.code.as_str();
            let book: Table = shelved.text.parse()?;
            let data = data::data(&book);
            let changing = changing(stage, code, &book, &data);
            for clause in shelved.words.clauses() {
                proofs.of_clause(stage, code, &clause.id, clause.how, &data, &changing);
            }
        }
        Ok(proofs)
    }

    fn of_clause(
        &mut self,
        stage: &Stage,
        code: &str,
        id: &str,
        how: How,
        data: &[Datum],
        changing: &BTreeMap<(String, &'static str), String>,
    ) {
        let best = |wanted: &dyn Fn(&Piece) -> bool| best(stage.of_book(code).filter(|piece| wanted(piece)), id);
        let changed = |kind: &'static str| changing.get(&(id.to_owned(), kind)).cloned();
        let mut prove = |kind: &'static str, by: Option<String>| {
            if let Some(by) = by {
                self.found.entry(id.to_owned()).or_default().insert(kind, by);
            }
        };
        match how {
            How::Enforce => {
                let alone = best(&|piece| piece.base.alone.contains(id));
                let broken = alone.clone().or_else(|| best(&|piece| piece.base.broken.contains(id)));
                if alone.is_none() && broken.is_some() {
                    self.shared.push(id.to_owned());
                }
                prove("break", broken);
                prove("keep", best(&|piece| piece.keeps(id)));
            }
            How::Record => prove("record", best(&|piece| piece.is_script() && piece.base.kept.contains(id))),
            How::Compute => {
                prove("compute", changed("compute"));
                prove("ranked", best(&|piece| piece.base.ranked.contains(id)));
                let fixed = data.iter().filter(|datum| datum.law.iter().any(|law| law == id)).all(Datum::is_bare);
                if fixed {
                    // None of it is data: the round written for it is the proof.
                    prove("settled", best(&|piece| piece.covers(id) && piece.base.settled.contains(id)));
                }
            }
            How::Configure => {
                let refused = best(&|piece| piece.is_of_a_house() && piece.base.broken.contains(id));
                prove("configure", refused.or_else(|| changed("configure")));
            }
            How::Display => prove("display", best(&|piece| piece.base.shown.contains(id))),
            How::Physical => prove("remind", best(&|piece| piece.base.reminded.contains(id))),
        }
    }

    /// The `proof` cell of a clause.
    pub(crate) fn cell(&self, id: &str) -> String {
        let proofs = self.found.get(id).into_iter().flatten();
        proofs.map(|(kind, by)| format!("{kind}:{by}")).collect::<Vec<_>>().join(",")
    }
}

/// The piece that shows a clause best: one named after it, or else the one that rests on the fewest other clauses.
fn best<'s>(pieces: impl Iterator<Item = &'s Piece>, id: &str) -> Option<String> {
    pieces.min_by_key(|piece| rank(piece, id)).map(|piece| piece.name.clone())
}

fn rank<'p>(piece: &'p Piece, id: &str) -> (bool, usize, &'p str) {
    let number = id.split_once(':').map_or(id, |(_, number)| number).replace('/', "_").replace(' ', "-");
    let named = piece.name.rsplit('/').next().is_some_and(|file| file.starts_with(&number));
    let base = &piece.base;
    (!named, base.broken.len() + base.kept.len() + base.settled.len(), &piece.name)
}

/// For clauses that compute and clauses that leave a choice: what comes out differently when one of their data changes.
fn changing(stage: &Stage, code: &str, book: &Table, data: &[Datum]) -> BTreeMap<(String, &'static str), String> {
    let wanted = |id: &str| stage.books.clause(id).map(|clause| clause.how);
    let found: Vec<(String, &'static str, &Piece)> = data
        .par_iter()
        .flat_map_iter(|datum| datum.changes.iter().map(move |change| (datum, change)))
        .flat_map_iter(|(datum, change)| {
            let own = datum.law.iter().map(|id| (id.as_str(), false));
            // What heads a list is computed as the list is, where a round was written for it.
            let heads = datum.law.iter().flat_map(|id| heads(id)).map(|id| (id, true));
            let ids: Vec<(&str, How, bool)> = own
                .chain(heads)
                .filter_map(|(id, head)| Some((id, wanted(id)?, head)))
                .filter(|(_, how, head)| *how == How::Compute || (*how == How::Configure && !head))
                .collect();
            let books = if ids.is_empty() { None } else { changed(stage, book, change) };
            let mut found = Vec::new();
            if let Some(books) = books {
                let under = stage.under(books);
                for (id, how, head) in ids {
                    let fits = |piece: &&Piece| if head { piece.covers(id) } else { fits(piece, id, how) };
                    let mut pieces: Vec<&Piece> = stage.of_book(code).filter(fits).collect();
                    pieces.sort_by_key(|piece| (piece.is_script(), rank(piece, id)));
                    let by = |piece: &&Piece| {
                        let came = piece.play(&under);
                        match how {
                            How::Configure => came.broken.contains(id) || (piece.is_posting() && came != piece.base),
                            _ => came != piece.base,
                        }
                    };
                    let kind = if how == How::Configure { "configure" } else { "compute" };
                    found.extend(pieces.into_iter().find(by).map(|piece| (id.to_owned(), kind, piece)));
                }
            }
            found
        })
        .collect();
    let mut best: BTreeMap<(String, &'static str), &Piece> = BTreeMap::new();
    for (id, kind, piece) in found {
        let order = |piece: &Piece| (piece.is_script(), rank(piece, &id).0, rank(piece, &id).1, piece.name.clone());
        let held = best.entry((id.clone(), kind)).or_insert(piece);
        if order(piece) < order(held) {
            *held = piece;
        }
    }
    best.into_iter().map(|(key, piece)| (key, piece.name.clone())).collect()
}

/// The clauses above a clause, nearest first: `a:1(b)(c)` is under `a:1(b)` and `a:1`.
fn heads(id: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(id), |id| Some(id.strip_suffix(')')?.rsplit_once('(')?.0)).skip(1)
}

fn fits(piece: &Piece, id: &str, how: How) -> bool {
    match how {
        How::Configure => piece.is_of_a_house() && piece.base.kept.contains(id),
        _ => {
            // A round that was written for a clause shows it even where no money moves by it.
            let rests = piece.base.settled.contains(id) || piece.base.kept.contains(id) || piece.covers(id);
            (piece.is_round() || piece.is_script()) && rests
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_stands_under_those_whose_number_begins_its_own() {
        assert_eq!(heads("md14:12.E(5)(a)(i)").collect::<Vec<_>>(), ["md14:12.E(5)(a)", "md14:12.E(5)", "md14:12.E"]);
        assert_eq!(heads("md14:01.A").count(), 0);
    }
}
