//! The clause lists: `rulebooks/clauses/<code>.tsv`, one requirement per line.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::findings::Findings;
use crate::repo::{Repo, stem};

/// Where the lists are.
pub(crate) const FOLDER: &str = "rulebooks/clauses";

/// The columns of a list, in order.
pub(crate) const COLUMNS: [&str; 7] = ["id", "kind", "how", "where", "proof", "readings", "requirement"];

const ID: usize = 0;
const HOW: usize = 2;
const WHERE: usize = 3;
const PROOF: usize = 4;

/// All lists, by the code of their rulebook.
#[derive(Debug, Default)]
pub(crate) struct ClauseLists {
    lists: BTreeMap<String, ClauseList>,
    ids: BTreeSet<String>,
}

/// The list of one rulebook.
#[derive(Debug)]
pub(crate) struct ClauseList {
    pub(crate) file: String,
    /// The cells of each line, the header left out.
    rows: Vec<Vec<String>>,
}

impl ClauseLists {
    /// Reads every list. A line that cannot be read is a finding and is left out.
    pub(crate) fn load(repo: &Repo, findings: &mut Findings) -> Result<Self> {
        let mut all = Self::default();
        for file in repo.folder(FOLDER, "tsv")? {
            let code = stem(&file).to_owned();
            let list = ClauseList::parse(&file, &repo.read(&file)?, findings);
            for (index, row) in list.rows.iter().enumerate() {
                let id = &row[ID];
                if !id.starts_with(&format!("{code}:")) {
                    findings.at(&file, index + 2, format!("let the id {id:?} begin with \"{code}:\""));
                }
                if !all.ids.insert(id.clone()) {
                    findings.at(&file, index + 2, format!("give {id} once only"));
                }
            }
            all.lists.insert(code, list);
        }
        Ok(all)
    }

    /// Lists that hold nothing but ids, for tests.
    #[cfg(test)]
    pub(crate) fn of_ids(ids: &[&str]) -> Self {
        let mut all = Self::default();
        for id in ids {
            let code = id.split(':').next().unwrap_or_default().to_owned();
            all.lists.entry(code).or_insert(ClauseList { file: String::new(), rows: Vec::new() });
            all.ids.insert((*id).to_owned());
        }
        all
    }

    /// The codes of the rulebooks that have a list.
    pub(crate) fn codes(&self) -> impl Iterator<Item = &str> {
        self.lists.keys().map(String::as_str)
    }

    pub(crate) fn contains(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Up to three ids that continue this one, to help an author who cited the number of several clauses.
    pub(crate) fn nearest(&self, id: &str) -> Vec<&str> {
        let goes_on = |found: &&String| {
            found.strip_prefix(id).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        };
        let beyond = self.ids.range(id.to_owned()..).take_while(|found| found.starts_with(id));
        beyond.filter(goes_on).take(3).map(String::as_str).collect()
    }

    pub(crate) fn lists_mut(&mut self) -> impl Iterator<Item = &mut ClauseList> {
        self.lists.values_mut()
    }
}

impl ClauseList {
    fn parse(file: &str, text: &str, findings: &mut Findings) -> Self {
        let mut rows = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            if index == 0 {
                if cells != COLUMNS {
                    findings.at(file, 1, format!("let the header be {}", COLUMNS.join(", ")));
                }
            } else if cells.len() == COLUMNS.len() {
                rows.push(cells);
            } else {
                let what = format!("give {} cells, not {}", COLUMNS.len(), cells.len());
                findings.at(file, index + 1, what);
                // The place is kept so that the lines after it keep their numbers.
                let mut cells = cells;
                cells.resize(COLUMNS.len(), String::new());
                rows.push(cells);
            }
        }
        Self { file: file.to_owned(), rows }
    }

    /// Sets the `where` cell of every line.
    pub(crate) fn set_homes(&mut self, homes: impl Fn(&str) -> String) {
        for row in &mut self.rows {
            row[WHERE] = homes(&row[ID]);
        }
    }

    /// Sets the `proof` cell of every line.
    pub(crate) fn set_proofs(&mut self, proofs: impl Fn(&str) -> String) {
        for row in &mut self.rows {
            row[PROOF] = proofs(&row[ID]);
        }
    }

    /// How many clauses have a home, and how many have all the proofs of their kind.
    pub(crate) fn covered(&self) -> (usize, usize) {
        let homes = self.rows.iter().filter(|row| !row[WHERE].is_empty()).count();
        let whole = |row: &&Vec<String>| row[HOW].parse().is_ok_and(|how| rules::clauses::proves(how, &row[PROOF]));
        (homes, self.rows.iter().filter(whole).count())
    }

    /// The list as its file holds it.
    pub(crate) fn to_text(&self) -> String {
        let mut text = COLUMNS.join("\t");
        text.push('\n');
        for row in &self.rows {
            text.push_str(&row.join("\t"));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    const HEADER: &str = "id\tkind\thow\twhere\tproof\treadings\trequirement\n";

    #[test]
    fn a_list_is_read_and_written_unchanged() {
        let text = format!("{HEADER}zz:1(a)\tdeal\tenforce\ta.rs\t\t4\tDeal.\nzz:2\tdeal\trecord\t\t\t\tNote.\n");
        let (_dir, repo) = fixture::repo(&[("rulebooks/clauses/zz.tsv", &text)]);
        let mut findings = Findings::default();
        let mut lists = ClauseLists::load(&repo, &mut findings).unwrap();
        assert!(findings.lines().is_empty());
        assert!(lists.contains("zz:1(a)"));
        assert_eq!((lists.len(), lists.codes().collect::<Vec<_>>()), (2, vec!["zz"]));
        let list = lists.lists_mut().next().unwrap();
        assert_eq!(list.to_text(), text);
        assert_eq!(list.covered(), (1, 0));
    }

    #[test]
    fn faults_of_a_list_are_all_found_with_their_lines() {
        let text = "id\tkind\nzz:1\ta\tb\t\t\t\tc\nyy:1\ta\tb\t\t\t\tc\nzz:1\ta\tb\t\t\t\tc\nzz:4\tshort\n";
        let (_dir, repo) = fixture::repo(&[("rulebooks/clauses/zz.tsv", text)]);
        let mut findings = Findings::default();
        ClauseLists::load(&repo, &mut findings).unwrap();
        let lines = findings.lines();
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[0].starts_with("rulebooks/clauses/zz.tsv:1: let the header be id, kind"));
        assert!(lines[1].ends_with(":3: let the id \"yy:1\" begin with \"zz:\""));
        assert!(lines[2].ends_with(":4: give zz:1 once only"));
        assert!(lines[3].ends_with(":5: give 7 cells, not 2"));
    }

    #[test]
    fn the_clauses_beneath_a_number_are_offered() {
        let lists = ClauseLists::of_ids(&["zz:1#1", "zz:1#2", "zz:1(a)", "zz:1(b)", "zz:11"]);
        assert_eq!(lists.nearest("zz:1"), ["zz:1#1", "zz:1#2", "zz:1(a)"]);
        assert!(lists.nearest("zz:7").is_empty());
    }
}
