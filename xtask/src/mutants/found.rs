//! What became of the mutants of each file. It is kept in the repository, so that a run can be stopped and continued,
//! also on another machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// The mutants of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OfFile {
    /// The source, as a digest.
    pub(super) source: String,
    /// What the quick tests tried it with, as a digest: all sources and tests.
    pub(super) tried_with: String,
    /// What the thorough tests tried the survivors with; nothing before they did.
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
    /// What was found before; nothing when there is no such file.
    pub(super) fn read(path: &Path) -> Result<Found> {
        if !path.exists() {
            return Ok(Found::default());
        }
        let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{}: run again with --fresh", path.display()))
    }

    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        let beside = path.with_extension("new");
        fs::write(&beside, text).with_context(|| format!("{} cannot be written", beside.display()))?;
        fs::rename(&beside, path).with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// The lists that cargo-mutants left of one attempt.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lists {
    pub(super) noticed: usize,
    pub(super) unviable: usize,
    pub(super) missed: Vec<String>,
}

impl Lists {
    /// Reads them. A mutant that never ends is noticed.
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

    #[test]
    fn what_was_found_is_read_again_and_a_mutant_that_never_ends_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("found.json");
        assert_eq!(Found::read(&path).unwrap(), Found::default());
        let of = OfFile { tried: 3, survived: vec!["a".to_owned()], ..OfFile::default() };
        let found = Found { files: BTreeMap::from([("x.rs".to_owned(), of)]) };
        found.write(&path).unwrap();
        assert_eq!(Found::read(&path).unwrap(), found);
        let out = dir.path().join("mutants.out");
        fs::create_dir(&out).unwrap();
        for (name, text) in [("caught", "a\nb\n"), ("timeout", "c\n"), ("unviable", ""), ("missed", "d\n")] {
            fs::write(out.join(format!("{name}.txt")), text).unwrap();
        }
        let lists = Lists::read(dir.path()).unwrap();
        assert_eq!(lists, Lists { noticed: 3, unviable: 0, missed: vec!["d".to_owned()] });
    }
}
