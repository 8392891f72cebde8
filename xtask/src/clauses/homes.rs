//! Where each clause is honoured, read from the citations in code and rulebooks.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::id::citations;
use super::list::{ClauseLists, FOLDER};
use crate::findings::{Findings, line_of};
use crate::repo::{Repo, TextFile, stem};
use crate::rust_source::RustSource;

/// The file that says which engine file is the home of which part of a rulebook.
pub(crate) const DIMENSIONS: &str = "rulebooks/dimensions.toml";

/// The adopted readings: prose about clauses, not a rulebook.
const READINGS: &str = "rulebooks/readings.toml";

/// The dealing devices: a key under which a step of the procedure cites what holds for that device alone.
const DEVICES: [&str; 3] = ["manual_shoe", "hand", "automated_shoe"];

/// The files that honour each clause.
#[derive(Debug, Default)]
pub(crate) struct Homes {
    homes: BTreeMap<String, BTreeSet<String>>,
}

/// The part of a rulebook under one path, and the engine file that is its mechanism.
#[derive(Debug, Deserialize)]
struct Dimension {
    path: String,
    home: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Dimensions {
    #[serde(default)]
    dimension: Vec<Dimension>,
}

impl Homes {
    /// Scans the files of the repository.
    pub(crate) fn scan(repo: &Repo, files: &[TextFile], lists: &ClauseLists, findings: &mut Findings) -> Result<Self> {
        let dimensions = Dimensions::load(repo, findings)?;
        let mut all = Self::default();
        for file in files {
            match role(&file.path) {
                Role::Engine => all.add_engine_file(file, lists),
                Role::Rulebook => all.add_rulebook(file, lists, &dimensions, findings)?,
                Role::Other => {}
            }
        }
        Ok(all)
    }

    /// The `where` cell of a clause.
    pub(crate) fn cell(&self, id: &str) -> String {
        let files = self.homes.get(id).into_iter().flatten();
        files.map(String::as_str).collect::<Vec<_>>().join(",")
    }

    fn home(&mut self, id: &str, file: &str) {
        self.homes.entry(id.to_owned()).or_default().insert(file.to_owned());
    }

    /// An engine file is a home of what it cites outside its tests.
    fn add_engine_file(&mut self, file: &TextFile, lists: &ClauseLists) {
        let source = RustSource::new(&file.text);
        let cited = citations(&file.text, lists).into_iter().filter(|citation| citation.known);
        for citation in cited.filter(|citation| !source.in_tests(citation.at)) {
            self.home(&citation.id, &file.path);
        }
    }

    /// A rulebook honours only its own clauses, together with the mechanism that reads the part citing them.
    fn add_rulebook(
        &mut self,
        file: &TextFile,
        lists: &ClauseLists,
        dimensions: &Dimensions,
        findings: &mut Findings,
    ) -> Result<()> {
        let code = stem(&file.path);
        if !lists.codes().any(|listed| listed == code) {
            findings.file(&file.path, format!("write its clause list, {FOLDER}/{code}.tsv"));
            return Ok(());
        }
        for cited in rulebook_citations(file)? {
            let Some(id) = cited.resolve(code, lists) else {
                let line = line_of(&file.text, cited.at);
                findings.at(&file.path, line, unknown(&cited.text, lists));
                continue;
            };
            let own = id.split_once(':').is_some_and(|(prefix, _)| prefix == code);
            if let Some(home) = dimensions.home_of(&cited.path).filter(|_| own) {
                self.home(&id, &file.path);
                self.home(&id, home);
            }
        }
        Ok(())
    }
}

impl Dimensions {
    fn load(repo: &Repo, findings: &mut Findings) -> Result<Self> {
        if !repo.exists(DIMENSIONS) {
            return Ok(Self::default());
        }
        let dimensions: Self =
            toml::from_str(&repo.read(DIMENSIONS)?).with_context(|| format!("{DIMENSIONS} cannot be read"))?;
        for dimension in &dimensions.dimension {
            if let Some(home) = dimension.home.as_deref().filter(|home| !repo.exists(home)) {
                let what = format!("{} has its home in {home}, which does not exist", dimension.path);
                findings.file(DIMENSIONS, what);
            }
        }
        Ok(dimensions)
    }

    /// The home of the longest dimension that the path lies in.
    fn home_of(&self, path: &[String]) -> Option<&str> {
        let holds = |dimension: &&Dimension| {
            let parts: Vec<_> = dimension.path.split('.').collect();
            path.len() >= parts.len() && parts.iter().zip(path).all(|(part, key)| part == key)
        };
        let longest = self.dimension.iter().filter(holds).max_by_key(|found| found.path.split('.').count());
        longest?.home.as_deref()
    }
}

/// The message about an id that is in no list.
pub(crate) fn unknown(id: &str, lists: &ClauseLists) -> String {
    match lists.nearest(id).as_slice() {
        [] => format!("{id} is in no clause list; cite one that is"),
        near => format!("{id} is in no clause list; cite the clause itself, such as {}", near.join(" or ")),
    }
}

/// What a file is to the clauses it cites.
enum Role {
    Engine,
    Rulebook,
    Other,
}

fn role(path: &str) -> Role {
    let parts: Vec<_> = path.split('/').collect();
    match parts.as_slice() {
        ["crates", _, "src", inner @ ..] if path.ends_with(".rs") => {
            let test = inner.contains(&"tests") || inner.last() == Some(&"tests.rs");
            if test { Role::Other } else { Role::Engine }
        }
        ["rulebooks", name] if name.ends_with(".toml") && path != DIMENSIONS && path != READINGS => Role::Rulebook,
        _ => Role::Other,
    }
}

/// A clause cited by a rulebook, and the path of the table that cites it.
struct Cited {
    text: String,
    at: usize,
    path: Vec<String>,
}

impl Cited {
    /// The full id: as written, or with the rulebook's own code put before it.
    fn resolve(&self, code: &str, lists: &ClauseLists) -> Option<String> {
        [self.text.clone(), format!("{code}:{}", self.text)].into_iter().find(|id| lists.contains(id))
    }
}

fn rulebook_citations(file: &TextFile) -> Result<Vec<Cited>> {
    let table = DeTable::parse(&file.text).with_context(|| format!("{} is not TOML", file.path))?;
    let mut found = Vec::new();
    walk_table(table.get_ref(), &mut Vec::new(), &mut found);
    Ok(found)
}

fn walk_table(table: &DeTable<'_>, path: &mut Vec<String>, found: &mut Vec<Cited>) {
    // Paytables of all wagers are in one list: the wager says whose they are, as in `paytable.pair_plus`.
    let wager = table.get("wager").and_then(|wager| wager.get_ref().as_str());
    if let Some(wager) = wager.filter(|_| path.as_slice() == ["paytable"]) {
        path.push(wager.to_owned());
        walk_keys(table, path, found);
        path.pop();
        return;
    }
    walk_keys(table, path, found);
}

fn walk_keys(table: &DeTable<'_>, path: &mut Vec<String>, found: &mut Vec<Cited>) {
    for (key, value) in table {
        let key = key.get_ref().as_ref();
        // A step of the procedure has further lists for each dealing device.
        let of_device = DEVICES.contains(&key) && value.get_ref().is_array();
        if key == "clauses" || key == "clause" || of_device {
            strings(value, path, found);
        } else {
            path.push(key.to_owned());
            walk_value(value, path, found);
            path.pop();
        }
    }
}

fn walk_value(value: &Spanned<DeValue<'_>>, path: &mut Vec<String>, found: &mut Vec<Cited>) {
    match value.get_ref() {
        DeValue::Table(table) => walk_table(table, path, found),
        DeValue::Array(items) => items.iter().for_each(|item| walk_value(item, path, found)),
        _ => {}
    }
}

fn strings(value: &Spanned<DeValue<'_>>, path: &[String], found: &mut Vec<Cited>) {
    match value.get_ref() {
        DeValue::String(text) => {
            found.push(Cited { text: text.to_string(), at: value.span().start, path: path.to_owned() });
        }
        DeValue::Array(items) => items.iter().for_each(|item| strings(item, path, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    const BOOK: &str = r#"
clauses = ["zz:9"]
[fold]
clauses = ["zz:1"]
[fold.pair_plus]
kept = { value = true, clauses = ["zz:2", "zz:1"] }
[fold.envy]
clause = "3(a)"
[[paytable]]
wager = "pair_plus"
lines = [{ hand = "pair", clause = "zz:4[Table 1/pair]" }]
[procedure]
deal = { by = "dealer", hand = ["zz:7"], physical = { manual_shoe = ["zz:8"] } }
[layout]
clauses = ["zz:5", "yy:1", "zz:77"]
"#;

    const DIMENSIONS_TEXT: &str = r#"
[[dimension]]
path = "fold"
title = "Folding"
home = "crates/rules/src/fold.rs"
[[dimension]]
path = "fold.pair_plus"
home = "crates/rules/src/pair_plus.rs"
[[dimension]]
path = "fold.envy"
[[dimension]]
path = "paytable.pair_plus"
home = "crates/rules/src/paytable.rs"
[[dimension]]
path = "procedure.deal"
home = "crates/rules/src/fold.rs"
[[dimension]]
path = "layout"
home = "crates/rules/src/gone.rs"
"#;

    fn scan() -> (Homes, Vec<String>) {
        let ids = ["zz:1", "zz:2", "zz:3(a)", "zz:4[Table 1/pair]", "zz:5", "zz:6", "zz:7", "zz:8", "zz:9", "yy:1"];
        let lists = ClauseLists::of_ids(&ids);
        let (_dir, repo) = fixture::repo(&[
            ("rulebooks/zz.toml", BOOK),
            ("rulebooks/xx.toml", "clauses = [\"xx:1\"]\n"),
            (DIMENSIONS, DIMENSIONS_TEXT),
            ("crates/rules/src/fold.rs", "//! Fold, zz:6.\n#[cfg(test)]\nmod tests { /* zz:1 */ }\n"),
            ("crates/rules/src/pair_plus.rs", "//! Pair plus.\n"),
            ("crates/rules/src/paytable.rs", "//! Paytables.\n"),
            ("crates/rules/tests/fold.rs", "//! zz:2, zz:88\n"),
            ("crates/rules/src/fold/tests.rs", "//! zz:5\n"),
            ("golden/fold.json", "{\"clauses\": [\"zz:2\"]}\n"),
            ("houses/plain.toml", "# zz:6\n"),
            ("docs/page.md", "zz:9\n"),
        ]);
        let mut findings = Findings::default();
        let files = repo.text_files().unwrap();
        let homes = Homes::scan(&repo, &files, &lists, &mut findings).unwrap();
        (homes, findings.lines())
    }

    fn cell(id: &str) -> String {
        scan().0.cell(id)
    }

    #[test]
    fn a_rulebook_is_a_home_together_with_the_file_of_its_dimension() {
        let both = "crates/rules/src/fold.rs,crates/rules/src/pair_plus.rs,rulebooks/zz.toml";
        assert_eq!(cell("zz:1"), both);
        assert_eq!(cell("zz:2"), "crates/rules/src/pair_plus.rs,rulebooks/zz.toml");
    }

    #[test]
    fn array_indices_are_no_part_of_a_path() {
        assert_eq!(cell("zz:4[Table 1/pair]"), "crates/rules/src/paytable.rs,rulebooks/zz.toml");
    }

    #[test]
    fn what_a_step_cites_for_one_device_has_the_home_of_the_step() {
        assert_eq!(cell("zz:7"), "crates/rules/src/fold.rs,rulebooks/zz.toml");
        assert_eq!(cell("zz:8"), "crates/rules/src/fold.rs,rulebooks/zz.toml");
    }

    #[test]
    fn a_dimension_without_a_home_leaves_the_clause_open() {
        assert_eq!(cell("zz:3(a)"), "");
        assert_eq!(cell("zz:9"), "", "no dimension at all");
    }

    #[test]
    fn another_rulebooks_clause_gets_no_home_here() {
        assert_eq!(cell("yy:1"), "");
    }

    #[test]
    fn tests_and_houses_are_no_homes() {
        assert_eq!(cell("zz:6"), "crates/rules/src/fold.rs");
        assert!(!cell("zz:5").contains("tests.rs") && !cell("zz:2").contains("crates/rules/tests"));
    }

    #[test]
    fn faults_are_found_with_their_places() {
        assert_eq!(
            scan().1,
            [
                "rulebooks/dimensions.toml: layout has its home in crates/rules/src/gone.rs, which does not exist",
                "rulebooks/xx.toml: write its clause list, rulebooks/clauses/xx.tsv",
                "rulebooks/zz.toml:15: zz:77 is in no clause list; cite one that is",
            ]
        );
    }
}
