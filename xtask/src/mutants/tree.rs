//! A copy of the repository for the mutants, so that the working tree is not touched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::area::{Area, Tests};
use crate::repo::Repo;

/// In seconds: longer than any test of a sound program takes.
const TOO_LONG: &str = "120";

/// A copy with its own build folder.
pub(super) struct Tree {
    root: PathBuf,
    target: PathBuf,
    /// The output of the scripts before any change.
    told: PathBuf,
}

impl Tree {
    /// Brings a copy up to date; unchanged files keep their time, so that they are not rebuilt.
    pub(super) fn of(repo: &Repo, folder: &Path, number: usize) -> Result<Tree> {
        let root = folder.join(format!("tree-{number}"));
        let mut wanted = Vec::new();
        for file in repo.text_files()? {
            let path = root.join(&file.path);
            if fs::read_to_string(&path).ok().as_ref() != Some(&file.text) {
                fs::create_dir_all(path.parent().context("a folder")?)?;
                fs::write(&path, &file.text).with_context(|| format!("{} cannot be written", path.display()))?;
            }
            wanted.push(file.path);
        }
        let copy = Repo::at(&root);
        for file in copy.text_files()?.into_iter().filter(|file| wanted.binary_search(&file.path).is_err()) {
            fs::remove_file(root.join(&file.path))?;
        }
        let tree = Tree {
            root,
            target: folder.join(format!("build-{number}")),
            told: folder.join(format!("told-{number}.txt")),
        };
        tree.tell(repo)?;
        Ok(tree)
    }

    /// Plays the unchanged scripts, and keeps their output.
    fn tell(&self, repo: &Repo) -> Result<()> {
        if self.told.exists() {
            fs::remove_file(&self.told)?;
        }
        let mut cargo = self.cargo();
        cargo.args(["test", "--quiet", "--profile", "mutants", "--package", "script", "--test", "scripts"]);
        let output = cargo.output().context("cargo cannot be started")?;
        ensure!(
            output.status.success() && self.told.exists(),
            "the scripts do not hold in {}:\n{}{}",
            repo.root().display(),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }

    fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target).env("TOLD", &self.told);
        // A failing property has noticed the mutant: its smallest case is not needed.
        cargo.env("PROPTEST_MAX_SHRINK_ITERS", "0");
        cargo
    }

    /// Tries the mutants of a file: those that survived an earlier attempt, or all if there was none.
    pub(super) fn attempt(
        &self,
        (area, file): (&Area, &str),
        (tests, parts): (&Tests, &[&str]),
        out: &Path,
        survived: &[String],
    ) -> Result<()> {
        let mut cargo = self.cargo();
        cargo.args(["mutants", "--in-place", "--no-shuffle", "--profile", "mutants", "--baseline", "skip"]);
        cargo.args(["--timeout", TOO_LONG, "--colors", "never", "--no-times"]);
        cargo.args(["--package", area.package, "--file", file, "--test-package", tests.package]);
        // Given to the build as well: the other tests of the package are not built then.
        cargo.args(tests.programs.iter().map(|program| match *program {
            "lib" => "--cargo-arg=--lib".to_owned(),
            program => format!("--cargo-arg=--test={program}"),
        }));
        cargo.args(survived.iter().map(|mutant| format!("--re=^{}$", literal(mutant))));
        cargo.arg("--output").arg(out);
        if !parts.is_empty() {
            // Those beside the sources stand in modules of this name.
            let beside = tests.programs.contains(&"lib").then(|| "tests::".to_owned());
            cargo.args(["--", "--"]).args(parts.iter().map(|part| format!("{part}::")).chain(beside));
        }
        let output = cargo.output().context("cargo cannot be started")?;
        // 2: some were missed; 3: some took too long.
        let tried = matches!(output.status.code(), Some(0 | 2 | 3));
        ensure!(
            tried,
            "cargo mutants failed for {file}:\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }
}

/// A regular expression that matches exactly this text.
fn literal(text: &str) -> String {
    let escaped = |c: char| if r"\.+*?()|[]{}^$".contains(c) { format!("\\{c}") } else { c.to_string() };
    text.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn a_name_is_matched_letter_by_letter() {
        let name = "crates/a.rs:1:2: replace <impl X for Y>::f -> Option<Z> with Some(()) + $1";
        let escaped = r"crates/a\.rs:1:2: replace <impl X for Y>::f -> Option<Z> with Some\(\(\)\) \+ \$1";
        assert_eq!(literal(name), escaped);
    }
}
