//! Switches off the table's refusals one at a time: what was refused there is let through, and the scripts in which it
//! refuses must come out differently.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use rayon::prelude::*;
use table::mutation::{self, Site};

use super::report::Refusals;
use crate::proof::stage::{Piece, Stage};
use crate::repo::Repo;

/// The calls that refuse, as the source writes them.
const CALLS: [&str; 8] =
    ["ensure(", "refuse(", ".duty(", ".role(", ".during(", ".known_deck(", ".seat_at(", ".own_seat("];

/// Tries every place that refuses in a script.
pub(super) fn try_all(repo: &Repo, stage: &Stage) -> Result<Refusals> {
    let mut where_refused: BTreeMap<Site, Vec<&Piece>> = BTreeMap::new();
    for piece in stage.pieces.iter().filter(|piece| piece.is_script()) {
        drop(mutation::take_sites());
        piece.play(&stage.under(stage.books.clone()));
        for site in mutation::take_sites().into_keys() {
            where_refused.entry(site).or_default().push(piece);
        }
    }
    let seen: BTreeSet<(String, u32)> = where_refused.keys().map(|site| (site.file.to_owned(), site.line)).collect();
    let tried: Vec<(Site, bool)> = where_refused
        .into_par_iter()
        .filter(|(site, _)| site.can_pass)
        .map(|(site, mut pieces)| {
            pieces.sort_by_key(|piece| piece.took);
            mutation::switch_off(Some(site));
            let differs = |piece: &&Piece| {
                let came = catch_unwind(AssertUnwindSafe(|| piece.play(&stage.under(stage.books.clone()))));
                came.map_or(true, |came| came != piece.base)
            };
            let caught = pieces.iter().any(differs);
            mutation::switch_off(None);
            (site, caught)
        })
        .collect();
    let unheard = calls(repo)?.into_iter().filter(|call| !seen.contains(call)).collect();
    let survived =
        tried.iter().filter(|(_, caught)| !caught).map(|(site, _)| (site.file.to_owned(), site.line)).collect();
    Ok(Refusals { places: seen.len(), tried: tried.len(), survived, unheard })
}

/// Every line of the table's source that can refuse.
fn calls(repo: &Repo) -> Result<Vec<(String, u32)>> {
    let mut found = Vec::new();
    for room in ["deciding", "deciding/electronic", "language", "outlook", "state"] {
        let folder = &format!("crates/table/src/{room}");
        for file in repo.folder(folder, "rs")? {
            for (number, line) in (1..).zip(repo.read(&file)?.lines()) {
                let code = line.trim_start();
                let call = CALLS.iter().any(|call| code.contains(call));
                if call && !code.starts_with("//") && !code.contains("fn ") && !file.ends_with("decide.rs") {
                    found.push((file.clone(), number));
                }
            }
        }
    }
    Ok(found)
}
