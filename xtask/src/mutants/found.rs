//! What became of the mutants of each file. Kept in the repository, so that a run can be stopped and continued, even on
//! another machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::code::Code;
use crate::repo::TextFile;

/// The mutants of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OfFile {
    /// Its code, as a digest.
    pub(super) code: String,
    /// All sources and tests when the quick tests tried it, as a digest.
    pub(super) tried_with: String,
    /// All sources and tests when the thorough tests tried the survivors; empty before they did.
    pub(super) thoroughly_with: String,
    /// Mutants that the compiler accepts.
    pub(super) tried: usize,
    /// Mutants that it refuses.
    pub(super) unviable: usize,
    /// The names of those that no test noticed.
    pub(super) survived: Vec<String>,
}

/// All files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) files: BTreeMap<String, OfFile>,
}

impl Found {
    /// Earlier results that still hold: those of files whose code is unchanged, even if they have moved. Empty if there
    /// is no record.
    pub(super) fn read(path: &Path, sources: &[(&TextFile, Code)]) -> Result<Found> {
        if !path.exists() {
            return Ok(Found::default());
        }
        let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let kept: Found =
            serde_json::from_str(&text).with_context(|| format!("{}: run again with --fresh", path.display()))?;
        let mut found = Found::default();
        for (file, code) in sources {
            let moved = || kept.files.iter().find(|(path, of)| of.code == code.digest && !is_there(sources, path));
            let here = kept.files.get(&file.path).filter(|of| of.code == code.digest);
            let Some(of) = here.or_else(|| moved().map(|(_, of)| of)) else { continue };
            let names: Option<Vec<String>> = of.survived.iter().map(|kept| code.named(&file.path, kept)).collect();
            if let Some(survived) = names {
                found.files.insert(file.path.clone(), OfFile { survived, ..of.clone() });
            }
        }
        Ok(found)
    }

    pub(super) fn write(&self, path: &Path, sources: &[(&TextFile, Code)]) -> Result<()> {
        let mut kept = self.clone();
        for (file, of) in &mut kept.files {
            let code = sources.iter().find(|(source, _)| source.path == *file).map(|(_, code)| code);
            for name in &mut of.survived {
                *name = code
                    .and_then(|code| code.kept(file, name))
                    .with_context(|| format!("{name} is no mutant of {file}"))?;
            }
        }
        let text = serde_json::to_string_pretty(&kept)? + "\n";
        let beside = path.with_extension("new");
        fs::write(&beside, text).with_context(|| format!("{} cannot be written", beside.display()))?;
        fs::rename(&beside, path).with_context(|| format!("{} cannot be written", path.display()))
    }
}

fn is_there(sources: &[(&TextFile, Code)], path: &str) -> bool {
    sources.iter().any(|(file, _)| file.path == path)
}

/// The lists that one attempt of cargo-mutants left.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lists {
    pub(super) noticed: usize,
    pub(super) unviable: usize,
    pub(super) missed: Vec<String>,
}

impl Lists {
    /// Reads them. A mutant that never ends counts as noticed.
    pub(super) fn read(out: &Path) -> Result<Lists> {
        let list = |name: &str| -> Result<Vec<String>> {
            let path = out.join("mutants.out").join(name);
            let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            Ok(text.lines().map(str::to_owned).collect())
        };
        Ok(Lists {
            noticed: list("caught.txt")?.len() + list("timeout.txt")?.len(),
            unviable: list("unviable.txt")?.len(),
            missed: list("missed.txt")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_code(file: &TextFile) -> (&TextFile, Code) {
        (file, Code::of(file))
    }

    #[test]
    fn what_was_found_holds_for_the_same_code_and_a_mutant_that_never_ends_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("found.json");
        let file = |path: &str, text: &str| TextFile { path: path.to_owned(), text: text.to_owned() };
        let x = file("x.rs", "// A.\nfn x() {}\n");
        let before = [with_code(&x)];
        assert_eq!(Found::read(&path, &before).unwrap(), Found::default());
        let of = |name: &str| OfFile {
            code: before[0].1.digest.clone(),
            tried: 3,
            survived: vec![name.to_owned()],
            ..OfFile::default()
        };
        let found = |path: &str, name: &str| Found { files: BTreeMap::from([(path.to_owned(), of(name))]) };
        let first = found("x.rs", "x.rs:2:1: replace x");
        first.write(&path, &before).unwrap();
        assert_eq!(Found::read(&path, &before).unwrap(), first);
        // The file moves and gets another comment; then its code changes.
        let y = file("y.rs", "// A.\n// B.\nfn x() {}\n");
        assert_eq!(Found::read(&path, &[with_code(&y)]).unwrap(), found("y.rs", "y.rs:3:1: replace x"));
        let z = file("x.rs", "fn z() {}\n");
        assert_eq!(Found::read(&path, &[with_code(&z)]).unwrap(), Found::default());
        let out = dir.path().join("mutants.out");
        fs::create_dir(&out).unwrap();
        for (name, text) in [("caught", "a\nb\n"), ("timeout", "c\n"), ("unviable", ""), ("missed", "d\n")] {
            fs::write(out.join(format!("{name}.txt")), text).unwrap();
        }
        let lists = Lists::read(dir.path()).unwrap();
        assert_eq!(lists, Lists { noticed: 3, unviable: 0, missed: vec!["d".to_owned()] });
    }
}
