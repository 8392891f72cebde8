//! `cargo xtask tidy`: the habits of the repository that no compiler checks, all findings at once.

mod citations;
mod dependencies;
mod engine_names;
mod modules;
mod pages;
mod purity;
mod text;

use anyhow::Result;

use crate::clauses;
use crate::clauses::list::ClauseLists;
use crate::findings::Findings;
use crate::metadata::Metadata;
use crate::repo::Repo;

/// The crates that know no clock, no entropy, no IO and no jurisdiction. One that does not exist yet is skipped.
const PURE: [&str; 6] = ["cards", "rules", "odds", "table", "meters", "referee"];

/// Runs every check and prints what to fix.
pub(crate) fn run(repo: &Repo) -> Result<bool> {
    let mut findings = Findings::default();
    let files = repo.text_files()?;
    let mut lists = ClauseLists::load(repo, &mut findings)?;
    for file in &files {
        text::check(file, &mut findings);
        modules::check(file, &mut findings);
        purity::check_source(file, &mut findings);
        citations::check(file, &lists, &mut findings);
        pages::check_links(repo, file, &mut findings);
    }
    modules::check_tests(&files, &mut findings);
    engine_names::check(repo, &files, &mut findings)?;
    purity::check_dependencies(&Metadata::load(repo)?, &mut findings);
    dependencies::check(repo, &mut findings)?;
    pages::check_architecture(repo, &mut findings)?;
    pages::check_changelog(repo, &mut findings)?;
    clauses::check(repo, &files, &mut lists, &mut findings)?;
    println!("{} text files, {} clauses", files.len(), lists.len());
    Ok(findings.report("tidy"))
}

/// The pure crate whose source the file is, with the path below `src/`.
fn pure_source(path: &str) -> Option<(&'static str, &str)> {
    PURE.into_iter().find_map(|name| {
        let inner = path.strip_prefix("crates/")?.strip_prefix(name)?.strip_prefix("/src/")?;
        let is_test = inner.split('/').any(|part| part == "tests" || part == "tests.rs");
        (path.ends_with(".rs") && !is_test).then_some((name, inner))
    })
}

#[cfg(test)]
pub(crate) fn file(path: &str, text: &str) -> crate::repo::TextFile {
    crate::repo::TextFile { path: path.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_sources_are_told_from_tests_and_other_crates() {
        assert_eq!(pure_source("crates/rules/src/settle/envy.rs"), Some(("rules", "settle/envy.rs")));
        for path in [
            "crates/rules/tests/envy.rs",
            "crates/rules/src/settle/tests.rs",
            "crates/server/src/lib.rs",
            "crates/rules/src/notes.md",
            "xtask/src/main.rs",
        ] {
            assert_eq!(pure_source(path), None, "{path}");
        }
    }
}
