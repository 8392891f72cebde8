//! Checks that every clause id cited in any file is in the clause lists.

use crate::clauses::homes::unknown;
use crate::clauses::id;
use crate::clauses::list::{self, ClauseLists};
use crate::findings::{Findings, line_of};
use crate::repo::TextFile;

pub(crate) fn check(file: &TextFile, lists: &ClauseLists, findings: &mut Findings) {
    // The lists themselves are checked when they are read.
    if file.path.starts_with(list::FOLDER) || file.is_lock() {
        return;
    }
    for citation in id::citations(&file.text, lists).into_iter().filter(|citation| !citation.known) {
        findings.at(&file.path, line_of(&file.text, citation.at), unknown(&citation.id, lists));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    #[test]
    fn an_id_that_no_list_holds_is_found_with_its_place() {
        let lists = ClauseLists::of_ids(&["zz:1(a)", "zz:2#1"]);
        let mut findings = Findings::default();
        check(&file("a.rs", "//! zz:1(a)\n// zz:2 and zz:3.\n"), &lists, &mut findings);
        check(&file("rulebooks/clauses/zz.tsv", "zz:4\n"), &lists, &mut findings);
        assert_eq!(
            findings.lines(),
            [
                "a.rs:2: zz:2 is in no clause list; cite the clause itself, such as zz:2#1",
                "a.rs:2: zz:3 is in no clause list; cite one that is",
            ]
        );
    }
}
