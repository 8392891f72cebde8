//! What is mutated, and which tests try it.

/// A part of the program in which a wrong line costs money or breaks a rule.
pub(super) struct Area {
    /// Its name on the page.
    pub(super) title: &'static str,
    /// The package that is mutated.
    pub(super) package: &'static str,
    /// The folder of its sources.
    pub(super) folder: &'static str,
    /// Files and folders that only report, draw or suggest: a wrong line in them is visible and moves no money.
    pub(super) without: &'static [&'static str],
    /// The tests that every mutant meets first. They are quick to build and run.
    pub(super) quick: Tests,
    /// The tests for those that the quick ones did not notice.
    pub(super) thorough: Tests,
    /// Slow tests of one file, which only its own mutants meet: the file, and the part beside the thorough ones.
    pub(super) own: &'static [(&'static str, &'static str)],
}

/// Tests of a package.
pub(super) struct Tests {
    pub(super) package: &'static str,
    /// The names of its test programs, `lib` for the tests beside the sources.
    pub(super) programs: &'static [&'static str],
    /// The files of its test program that are run; all of them if none is named.
    pub(super) parts: &'static [&'static str],
}

/// All areas.
pub(super) const AREAS: [Area; 3] = [
    Area {
        title: "settlement",
        package: "rules",
        folder: "crates/rules/src/settle",
        without: &[],
        quick: Tests { package: "rules", programs: &["golden_rounds"], parts: &[] },
        thorough: Tests {
            package: "rules",
            programs: &["golden_rounds", "properties", "paytable_lines", "layout", "sixth_book", "lib"],
            parts: &[],
        },
        own: &[],
    },
    Area {
        title: "meters",
        package: "meters",
        folder: "crates/meters/src",
        without: &["words.rs"],
        quick: Tests { package: "meters", programs: &["bank"], parts: &[] },
        thorough: Tests { package: "script", programs: &["scripts"], parts: &[] },
        own: &[],
    },
    Area {
        title: "the table's decisions",
        package: "table",
        folder: "crates/table/src",
        without: &[
            "language/about.rs",
            "language/act.rs",
            "language/card.rs",
            "language/cents.rs",
            "language/event.rs",
            "language/refusal.rs",
            "language/shape.rs",
            "language/why.rs",
            "language/words.rs",
            "lib.rs",
            "mutation.rs",
            "outlook/",
            "past/",
        ],
        quick: Tests { package: "script", programs: &["scripts"], parts: &[] },
        thorough: Tests {
            package: "table",
            programs: &["all", "lib"],
            parts: &[
                "checklist",
                "electronic",
                "far_sums",
                "irregular",
                "keyed",
                "link",
                "looked",
                "picked_up",
                "robots",
                "shown",
                "undone",
            ],
        },
        own: &[("state/kept.rs", "kept"), ("state/money.rs", "purses")],
    },
];

impl Area {
    /// The parts of the thorough tests for the mutants of a file.
    pub(super) fn thorough_parts(&self, path: &str) -> Vec<&'static str> {
        let of_file = |(file, _): &&(&str, &str)| path.strip_prefix(self.folder) == Some(&format!("/{file}"));
        let own = self.own.iter().filter(of_file).map(|(_, part)| *part);
        self.thorough.parts.iter().copied().chain(own).collect()
    }

    /// Whether a file of the repository is mutated.
    pub(super) fn has(&self, path: &str) -> bool {
        let inside = path.strip_prefix(self.folder).and_then(|rest| rest.strip_prefix('/'));
        inside.is_some_and(|file| {
            let left_out = |without: &&str| file == *without || (without.ends_with('/') && file.starts_with(*without));
            file.ends_with(".rs") && !self.without.iter().any(left_out)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::Repo;

    #[test]
    fn every_name_that_is_left_out_is_there() {
        let files = Repo::find().unwrap().text_files().unwrap();
        for area in &AREAS {
            assert!(files.iter().any(|file| area.has(&file.path)), "{}", area.title);
            for without in area.without {
                let path = format!("{}/{without}", area.folder);
                assert!(files.iter().any(|file| file.path.starts_with(&path)), "{path} is not there");
                assert!(!area.has(&path), "{path}");
            }
        }
    }
}
