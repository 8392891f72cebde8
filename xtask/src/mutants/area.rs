//! What is mutated, and by which tests it is tried.

/// A part of the program in which a wrong line costs money or breaks a rule.
pub(super) struct Area {
    /// As the page calls it.
    pub(super) title: &'static str,
    /// The package that is mutated.
    pub(super) package: &'static str,
    /// The folder of its sources.
    pub(super) folder: &'static str,
    /// Files and folders in there that only tell, draw or guess: a wrong line in them shows, and moves nothing.
    pub(super) without: &'static [&'static str],
    /// The tests that every mutant meets first. They are soon built and soon over.
    pub(super) quick: Tests,
    /// The tests for those that the quick ones did not notice.
    pub(super) thorough: Tests,
}

/// Tests of a package.
pub(super) struct Tests {
    pub(super) package: &'static str,
    /// The names of its test programs, `lib` for the tests that stand beside the sources.
    pub(super) programs: &'static [&'static str],
}

/// All of them.
pub(super) const AREAS: [Area; 3] = [
    Area {
        title: "settlement",
        package: "rules",
        folder: "crates/rules/src/settle",
        without: &[],
        quick: Tests { package: "rules", programs: &["golden_rounds"] },
        thorough: Tests {
            package: "rules",
            programs: &["golden_rounds", "properties", "paytable_lines", "layout", "sixth_book", "lib"],
        },
    },
    Area {
        title: "meters",
        package: "meters",
        folder: "crates/meters/src",
        without: &["words.rs"],
        quick: Tests { package: "meters", programs: &["bank"] },
        thorough: Tests { package: "script", programs: &["scripts"] },
    },
    Area {
        title: "the table's decisions",
        package: "table",
        folder: "crates/table/src",
        without: &[
            "about.rs",
            "act.rs",
            "awaited.rs",
            "card.rs",
            "cents.rs",
            "event.rs",
            "knows.rs",
            "legal/",
            "lib.rs",
            "mutation.rs",
            "next.rs",
            "offer.rs",
            "past/",
            "preparing.rs",
            "refusal.rs",
            "robot.rs",
            "shape.rs",
            "view.rs",
            "why.rs",
            "words.rs",
        ],
        quick: Tests { package: "script", programs: &["scripts"] },
        thorough: Tests {
            package: "table",
            programs: &[
                "checklist",
                "electronic",
                "far_sums",
                "irregular",
                "kept",
                "keyed",
                "lib",
                "link",
                "looked",
                "picked_up",
                "purses",
                "robots",
                "shown",
                "undone",
            ],
        },
    },
];

impl Area {
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
