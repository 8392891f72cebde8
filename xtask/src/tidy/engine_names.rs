//! The engine names no jurisdiction: mechanisms are code, what a jurisdiction chooses among them is data.

use std::collections::BTreeSet;

use anyhow::Result;

use super::pure_source;
use crate::clauses::list;
use crate::findings::{Findings, line_of};
use crate::repo::{Repo, TextFile, stem};
use crate::rust_source::RustSource;

/// The one module that may name the rulebooks, because it embeds them.
const EMBEDS_THE_BOOKS: &str = "crates/rules/src/books.rs";

/// The referee, which knows the documents by name and is not part of the engine.
const REFEREE: &str = "crates/referee/";

/// Words of the jurisdictions' names. The codes are those of the rulebook files.
const NAMES: [&str; 5] = ["comar", "dakota", "maryland", "massachusetts", "tribal"];

pub(crate) fn check(repo: &Repo, files: &[TextFile], findings: &mut Findings) -> Result<()> {
    let forbidden = forbidden(repo)?;
    for file in files {
        let may = file.path == EMBEDS_THE_BOOKS || file.path.starts_with(REFEREE);
        if pure_source(&file.path).is_none() || may {
            continue;
        }
        let code = RustSource::new(&file.text).code_and_literals();
        for (at, word) in words(&code) {
            if let Some(part) = parts(word).into_iter().find(|part| forbidden.contains(part)) {
                let what = format!("{word} names a jurisdiction ({part}); let the rulebook say it as data");
                findings.at(&file.path, line_of(&code, at), what);
            }
        }
    }
    Ok(())
}

fn forbidden(repo: &Repo) -> Result<BTreeSet<String>> {
    let mut forbidden: BTreeSet<String> = NAMES.map(str::to_owned).into();
    let lists = repo.folder(list::FOLDER, "tsv")?;
    forbidden.extend(lists.iter().map(|file| stem(file).to_lowercase()));
    Ok(forbidden)
}

/// The words of the text, with their places: runs of letters, digits and underscores.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        if !word.is_empty() {
            found.push((at, word));
        }
        let between = text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        at += word.len() + between;
    }
    found
}

/// The parts of a name in any casing, in lower case: `PairPlus` and `PAIR_PLUS` are both `pair` and `plus`.
fn parts(word: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let chars: Vec<char> = word.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let starts = c.is_uppercase()
            && (before.is_some_and(|b| b.is_lowercase() || b.is_numeric())
                || chars.get(at + 1).is_some_and(|after| after.is_lowercase()));
        if *c == '_' || starts {
            parts.push(String::new());
        }
        if *c != '_' {
            parts.last_mut().expect("there is always a part").extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    fn found(path: &str, text: &str) -> Vec<String> {
        let books = ["md14", "ma", "sd"].map(|code| (format!("rulebooks/clauses/{code}.tsv"), ""));
        let mut entries: Vec<(&str, &str)> = books.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        entries.push((path, text));
        let (_dir, repo) = fixture::repo(&entries);
        let mut findings = Findings::default();
        check(&repo, &repo.text_files().unwrap(), &mut findings).unwrap();
        findings.lines()
    }

    #[test]
    fn names_are_parted_in_any_casing() {
        assert_eq!(parts("PairPlus"), ["pair", "plus"]);
        assert_eq!(parts("PAIR_PLUS"), ["pair", "plus"]);
        assert_eq!(parts("is_ma"), ["is", "ma"]);
        assert_eq!(parts("Md14Rules"), ["md14", "rules"]);
        assert_eq!(parts("MDRules"), ["md", "rules"]);
        assert_eq!(parts("__"), [""; 0]);
    }

    #[test]
    fn a_jurisdiction_in_code_is_found() {
        for text in [
            "if code == \"md14\" {}",
            "fn is_ma() {}",
            "enum Book { Sd }",
            "let tribal = 1;",
            "const X: &str = \"South Dakota\";",
            "const MARYLAND: u8 = 1;",
            "f(\"md14:11.A(1)\")",
        ] {
            assert_eq!(found("crates/rules/src/a.rs", text).len(), 1, "{text}");
        }
        assert_eq!(
            found("crates/cards/src/a.rs", "\nlet x = md14;"),
            ["crates/cards/src/a.rs:2: md14 names a jurisdiction (md14); let the rulebook say it as data"]
        );
    }

    #[test]
    fn comments_tests_and_the_module_of_the_books_may_name_them() {
        for text in [
            "// md14:11.A(1)\n/// Maryland\nfn f() {}",
            "#[cfg(test)]\nmod tests { fn f() { g(\"ma\") } }",
            "let format = \"many commas\"; std::mem::swap(a, b);",
        ] {
            assert!(found("crates/rules/src/a.rs", text).is_empty(), "{text}");
        }
        assert!(found(EMBEDS_THE_BOOKS, "include_str!(\"md14.toml\")").is_empty());
        assert!(found("crates/server/src/a.rs", "\"md14\"").is_empty());
    }
}
