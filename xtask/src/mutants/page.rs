//! What became of all mutants, as a page.

use std::fmt::Write as _;

use super::area::AREAS;
use super::found::{Found, OfFile};
use super::reason;

/// The percentage of mutants that must be noticed in every area.
const ENOUGH: usize = 95;

const HEAD: &str = "# Mutants\n\n\
    `cargo xtask mutants` lets [cargo-mutants](https://mutants.rs) change the program line by line: a comparison is turned\n\
    round, a condition negated, a function's result replaced. Each mutant that compiles must be noticed: by a golden round, a\n\
    property, or a golden script that comes out otherwise (the quick tests of `xtask/src/mutants/area.rs`, then the thorough\n\
    ones for what those let pass). What only tells, draws or proposes is left out; the same file lists it. Mutants in code that\n\
    never ends are noticed by the clock.\n\n";

/// All of it, counted.
pub(super) struct Result<'f> {
    found: &'f Found,
    /// Files that were not tried yet, or not since they changed.
    untried: Vec<&'f str>,
}

/// Sums over files.
#[derive(Default)]
struct Sum {
    tried: usize,
    unviable: usize,
    survived: usize,
    explained: usize,
}

impl Sum {
    fn add(&mut self, of: &OfFile) {
        self.tried += of.tried;
        self.unviable += of.unviable;
        self.survived += of.survived.len();
        self.explained += of.survived.iter().filter(|mutant| reason::of(mutant).is_some()).count();
    }

    fn noticed(&self) -> usize {
        self.tried - self.survived
    }

    /// In tenths of a percent, rounded down.
    fn permille(&self) -> usize {
        (self.noticed() * 1000).checked_div(self.tried).unwrap_or(1000)
    }

    fn percent(&self) -> String {
        if self.tried == 0 {
            return "none tried".to_owned();
        }
        format!("{}.{} %", self.permille() / 10, self.permille() % 10)
    }
}

impl<'f> Result<'f> {
    pub(super) fn of(found: &'f Found, untried: Vec<&'f str>) -> Self {
        Self { found, untried }
    }

    fn sum(&self, wanted: impl Fn(&str) -> bool) -> Sum {
        let mut sum = Sum::default();
        self.found.files.iter().filter(|(path, _)| wanted(path)).for_each(|(_, of)| sum.add(of));
        sum
    }

    /// Whether all files were tried, and enough mutants noticed in every area.
    pub(super) fn is_enough(&self) -> bool {
        self.untried.is_empty() && AREAS.iter().all(|area| self.sum(|path| area.has(path)).permille() >= ENOUGH * 10)
    }

    /// All counts in a line.
    pub(super) fn line(&self) -> String {
        let sum = self.sum(|_| true);
        format!(
            "{} mutants in {} files: {} noticed ({}), {} survive, {} of them for a reason; {} do not compile",
            sum.tried,
            self.found.files.len(),
            sum.noticed(),
            sum.percent(),
            sum.survived,
            sum.explained,
            sum.unviable
        )
    }

    /// Those that no test noticed, one per line.
    pub(super) fn survivors(&self) -> String {
        let mut out = String::new();
        for mutant in self.found.files.values().flat_map(|of| &of.survived) {
            let _ = writeln!(out, "{mutant}: {}", reason::of(mutant).unwrap_or("not noticed"));
        }
        out
    }

    /// The page.
    pub(super) fn page(&self) -> String {
        let mut out = String::from(HEAD);
        let states: std::collections::BTreeSet<&str> =
            self.found.files.values().map(|of| of.tried_with.as_str()).collect();
        out.push_str(match states.len() {
            1 => "All files were tried with the same sources and tests.\n\n",
            _ => "Sources or tests changed between the files: what was noticed once was not tried again.\n\n",
        });
        let waiting = self.found.files.values().filter(|of| !of.survived.is_empty() && of.thoroughly_with.is_empty());
        match waiting.count() {
            0 => {}
            files => {
                let _ = writeln!(out, "The survivors of {files} files have met the quick tests alone so far.\n");
            }
        }
        out.push_str(
            "| where | mutants | noticed | survive | for a reason | do not compile |\n|---|---:|---:|---:|---:|---:|\n",
        );
        for area in &AREAS {
            let sum = self.sum(|path| area.has(path));
            let _ = writeln!(
                out,
                "| **{}** | {} | {} ({}) | {} | {} | {} |",
                area.title,
                sum.tried,
                sum.noticed(),
                sum.percent(),
                sum.survived,
                sum.explained,
                sum.unviable
            );
            for (path, of) in self.found.files.iter().filter(|(path, of)| area.has(path) && of.tried > 0) {
                let mut sum = Sum::default();
                sum.add(of);
                let _ = writeln!(
                    out,
                    "| `{path}` | {} | {} | {} | {} | {} |",
                    sum.tried,
                    sum.noticed(),
                    sum.survived,
                    sum.explained,
                    sum.unviable
                );
            }
        }
        if !self.untried.is_empty() {
            out.push_str("\n## Not tried yet, or not since they changed\n\n");
            for path in &self.untried {
                let _ = writeln!(out, "- `{path}`");
            }
        }
        out.push_str("\n## Survivors\n\n");
        for (path, of) in self.found.files.iter().filter(|(_, of)| !of.survived.is_empty()) {
            let _ = writeln!(out, "`{path}`\n");
            for mutant in &of.survived {
                let told = mutant.strip_prefix(path.as_str()).unwrap_or(mutant).trim_start_matches(':');
                let _ = writeln!(out, "- `{told}`: {}", reason::of(mutant).unwrap_or("not noticed"));
            }
            out.push('\n');
        }
        while out.ends_with("\n\n") {
            out.pop();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn too_many_survivors_in_one_area_are_too_many() {
        let of = |tried: usize, survived: usize| OfFile {
            tried,
            survived: (0..survived)
                .map(|line| format!("crates/table/src/deciding/stub.rs:{line}:1: replace x"))
                .collect(),
            ..OfFile::default()
        };
        let found = |survived| Found {
            files: BTreeMap::from([
                ("crates/table/src/deciding/stub.rs".to_owned(), of(100, survived)),
                ("crates/meters/src/bank.rs".to_owned(), of(900, 0)),
            ]),
        };
        assert!(Result::of(&found(5), Vec::new()).is_enough());
        assert!(!Result::of(&found(5), vec!["crates/table/src/deciding/sheet.rs"]).is_enough());
        let found = found(6);
        let result = Result::of(&found, vec!["crates/table/src/deciding/sheet.rs"]);
        assert!(!result.is_enough());
        assert!(
            result.line().contains("1000 mutants in 2 files: 994 noticed (99.4 %), 6 survive"),
            "{}",
            result.line()
        );
        let page = result.page();
        assert!(page.contains("| **the table's decisions** | 100 | 94 (94.0 %) | 6 |"), "{page}");
        assert!(page.contains("- `5:1: replace x`: not noticed\n"), "{page}");
        assert!(page.contains("The survivors of 1 files have met the quick tests alone so far.\n"), "{page}");
        assert!(page.contains("since they changed\n\n- `crates/table/src/deciding/sheet.rs`\n"), "{page}");
    }
}
