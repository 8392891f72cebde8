//! `cargo xtask clauses`: writes into the clause lists where each clause is honoured and where it is tested.

pub(crate) mod homes;
pub(crate) mod id;
pub(crate) mod list;

use anyhow::Result;

use self::homes::Homes;
use self::list::ClauseLists;
use crate::findings::Findings;
use crate::repo::{Repo, TextFile};

/// Writes the lists, or with `check` says whether they would change.
pub(crate) fn run(repo: &Repo, check: bool) -> Result<bool> {
    let mut findings = Findings::default();
    let files = repo.text_files()?;
    let mut lists = ClauseLists::load(repo, &mut findings)?;
    if !findings.is_empty() {
        // A list that was not understood is not written over.
        return Ok(findings.report("clauses"));
    }
    let stale = refresh(repo, &files, &mut lists, &mut findings)?;
    if check {
        note_stale(&stale, &mut findings);
    } else {
        for (file, text) in &stale {
            repo.write(file, text)?;
            println!("{file}: written");
        }
    }
    println!("{}", coverage(&mut lists));
    Ok(findings.report("clauses"))
}

/// Checks the lists for [`crate::tidy`], with the files already read.
pub(crate) fn check(repo: &Repo, files: &[TextFile], lists: &mut ClauseLists, findings: &mut Findings) -> Result<()> {
    let stale = refresh(repo, files, lists, findings)?;
    note_stale(&stale, findings);
    Ok(())
}

/// Sets the cells of all lists anew; the files that would change, with their new text.
fn refresh(
    repo: &Repo,
    files: &[TextFile],
    lists: &mut ClauseLists,
    findings: &mut Findings,
) -> Result<Vec<(String, String)>> {
    let homes = Homes::scan(repo, files, lists, findings)?;
    let mut stale = Vec::new();
    for list in lists.lists_mut() {
        list.set_homes(|id| homes.cells(id));
        let text = list.to_text();
        if repo.read(&list.file)? != text {
            stale.push((list.file.clone(), text));
        }
    }
    Ok(stale)
}

fn note_stale(stale: &[(String, String)], findings: &mut Findings) {
    for (file, _) in stale {
        findings.file(file, "its homes or tests are out of date; run `cargo xtask clauses`");
    }
}

fn coverage(lists: &mut ClauseLists) -> String {
    let (homes, tests) =
        lists.lists_mut().map(|list| list.covered()).fold((0, 0), |sum, (homes, tests)| (sum.0 + homes, sum.1 + tests));
    format!("{} clauses, {homes} with a home, {tests} with a test", lists.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    const LIST: &str = "id\tkind\thow\twhere\ttest\treadings\trequirement\nzz:2\tdeal\tenforce\told.rs\t\t4\tDeal.\nzz:1\tpay\tcompute\t\told.rs\t\tPay.\n";

    #[test]
    fn writing_once_satisfies_the_check_and_keeps_order_and_other_columns() {
        let (_dir, repo) = fixture::repo(&[
            ("rulebooks/clauses/zz.tsv", LIST),
            ("crates/rules/src/pay.rs", "//! Pays by zz:1.\n"),
            ("golden/pay.json", "\"zz:1\"\n"),
        ]);
        assert!(!run(&repo, true).unwrap());
        assert_eq!(repo.read("rulebooks/clauses/zz.tsv").unwrap(), LIST, "a check writes nothing");
        assert!(run(&repo, false).unwrap());
        assert_eq!(
            repo.read("rulebooks/clauses/zz.tsv").unwrap(),
            "id\tkind\thow\twhere\ttest\treadings\trequirement\nzz:2\tdeal\tenforce\t\t\t4\tDeal.\nzz:1\tpay\tcompute\tcrates/rules/src/pay.rs\tgolden/pay.json\t\tPay.\n"
        );
        assert!(run(&repo, true).unwrap());
    }

    #[test]
    fn a_list_that_was_not_understood_is_not_written_over() {
        let text = format!("{LIST}zz:3\ttoo\tfew\n");
        let (_dir, repo) = fixture::repo(&[("rulebooks/clauses/zz.tsv", &text)]);
        assert!(!run(&repo, false).unwrap());
        assert_eq!(repo.read("rulebooks/clauses/zz.tsv").unwrap(), text);
    }
}
