//! `cargo xtask clauses`: writes into the clause lists where each clause is honoured and what proves it.

pub(crate) mod homes;
pub(crate) mod id;
pub(crate) mod list;

use anyhow::Result;

use self::homes::Homes;
use self::list::ClauseLists;
use crate::findings::Findings;
use crate::proof::gather::Proofs;
use crate::proof::stage::Stage;
use crate::repo::{Repo, TextFile};

/// Writes the lists, or with `check` says whether they would change.
pub(crate) fn run(repo: &Repo, check: bool) -> Result<bool> {
    let mut findings = Findings::default();
    let files = repo.text_files()?;
    let mut lists = ClauseLists::load(repo, &mut findings)?;
    if !findings.is_empty() {
        // A list that could not be read is not overwritten.
        return Ok(findings.report("clauses"));
    }
    let proofs = Proofs::gather(&Stage::set(repo)?)?;
    for list in lists.lists_mut() {
        list.set_proofs(|id| proofs.cell(id));
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
    println!("{} of those that are enforced are broken only where others are cited, too:", proofs.shared.len());
    println!("  {}", proofs.shared.join(", "));
    Ok(findings.report("clauses"))
}

/// Checks the homes in the lists for [`crate::tidy`], with the files already read. The proofs take longer.
pub(crate) fn check(repo: &Repo, files: &[TextFile], lists: &mut ClauseLists, findings: &mut Findings) -> Result<()> {
    let stale = refresh(repo, files, lists, findings)?;
    note_stale(&stale, findings);
    Ok(())
}

/// Sets the homes of all lists again; returns the files that would change, with their new text.
fn refresh(
    repo: &Repo,
    files: &[TextFile],
    lists: &mut ClauseLists,
    findings: &mut Findings,
) -> Result<Vec<(String, String)>> {
    let homes = Homes::scan(repo, files, lists, findings)?;
    let mut stale = Vec::new();
    for list in lists.lists_mut() {
        list.set_homes(|id| homes.cell(id));
        let text = list.to_text();
        if repo.read(&list.file)? != text {
            stale.push((list.file.clone(), text));
        }
    }
    Ok(stale)
}

fn note_stale(stale: &[(String, String)], findings: &mut Findings) {
    for (file, _) in stale {
        findings.file(file, "its homes or proofs are out of date; run `cargo xtask clauses`");
    }
}

fn coverage(lists: &mut ClauseLists) -> String {
    let covered = lists.lists_mut().map(|list| list.covered());
    let (homes, proven) = covered.fold((0, 0), |sum, (homes, proven)| (sum.0 + homes, sum.1 + proven));
    format!("{} clauses, {homes} with a home, {proven} proven by their kind", lists.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    const LIST: &str = "id\tkind\thow\twhere\tproof\treadings\trequirement\nzz:2\tdeal\tenforce\told.rs\t\t4\tDeal.\nzz:1\tpay\tcompute\t\tcompute:a.txt\t\tPay.\n";

    #[test]
    fn homes_are_set_anew_and_order_and_other_columns_are_kept() {
        let (_dir, repo) =
            fixture::repo(&[("rulebooks/clauses/zz.tsv", LIST), ("crates/rules/src/pay.rs", "//! Pays by zz:1.\n")]);
        let mut findings = Findings::default();
        let mut lists = ClauseLists::load(&repo, &mut findings).unwrap();
        let stale = refresh(&repo, &repo.text_files().unwrap(), &mut lists, &mut findings).unwrap();
        let fresh = LIST.replace("old.rs", "").replace("compute\t\t", "compute\tcrates/rules/src/pay.rs\t");
        assert_eq!(stale, [("rulebooks/clauses/zz.tsv".to_owned(), fresh)]);
        assert_eq!(coverage(&mut lists), "2 clauses, 1 with a home, 1 proven by their kind");
    }

    #[test]
    fn a_list_that_was_not_understood_is_not_written_over() {
        let text = format!("{LIST}zz:3\ttoo\tfew\n");
        let (_dir, repo) = fixture::repo(&[("rulebooks/clauses/zz.tsv", &text)]);
        assert!(!run(&repo, false).unwrap());
        assert_eq!(repo.read("rulebooks/clauses/zz.tsv").unwrap(), text);
    }
}
