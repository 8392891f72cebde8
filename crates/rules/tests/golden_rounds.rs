//! Every golden round of every book settles as its author expected, and every clause that a settled round can
//! demonstrate has one.

mod golden;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use golden::house::{MADE_UP, books, read, root};
use golden::run::{Came, compare, generated, run_under, settle_file};
use golden::text::{self, Golden};
use rules::Books;
use rules::settle::input::{self, HouseRef};

const BOOKS: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];

/// The files of a book, in the order of their names.
fn files(book: &str) -> Vec<PathBuf> {
    let directory = root().join("golden/rounds").join(book);
    let Ok(entries) = std::fs::read_dir(&directory) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

/// The clauses of a book: id, kind and how they are met.
fn clauses(book: &str) -> Vec<(String, String, String)> {
    let text = read(&format!("rulebooks/clauses/{book}.tsv")).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let mut cells = line.split('\t').map(str::to_owned);
        let mut cell = || cells.next().unwrap();
        (cell(), cell(), cell())
    });
    rows.collect()
}

/// Everything that is wrong with one golden round.
fn faults(file: &Path, known: &BTreeSet<String>, books: &Books) -> Vec<String> {
    let written = std::fs::read_to_string(file).unwrap();
    let golden = match text::parse(&written) {
        Ok(golden) => golden,
        Err(fault) => return vec![fault],
    };
    let mut faults: Vec<String> = golden
        .covers
        .iter()
        .filter(|id| !known.contains(*id))
        .map(|id| format!("{id} is not a clause of the book"))
        .collect();
    let number = golden.shows.split_once(':').map_or("", |(_, number)| number);
    let stem = number.replace('/', "_").replace(' ', "-");
    let named = name(file);
    let named = named.strip_suffix(".txt").unwrap_or_default();
    if named != stem && !named.starts_with(&format!("{stem}-")) {
        faults.push(format!("a round for {} is called \"{stem}.txt\" or \"{stem}-word.txt\"", golden.shows));
    }
    match run_under(&golden, books) {
        Err(fault) => faults.push(fault),
        Ok(came) => {
            faults.extend(compare(&golden, &came));
            let now = generated(&golden, &came);
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                std::fs::write(file, format!("{}----\n{now}", golden.written)).unwrap();
            } else {
                faults.extend(stale(&golden, &now));
            }
        }
    }
    faults
}

/// The first line of the generated part that has changed.
fn stale(golden: &Golden, now: &str) -> Option<String> {
    let Some(before) = &golden.generated else {
        return Some("the generated part is missing: run with UPDATE_GOLDEN=1 and read what it writes".into());
    };
    if before == now {
        return None;
    }
    let mut lines = before.lines().chain(std::iter::repeat("(nothing)")).zip(now.lines());
    Some(match lines.find(|(before, now)| before != now) {
        Some((before, now)) => format!("the generated part differs:\n    file: {before}\n    now:  {now}"),
        None => "the generated part is longer than the settlement".into(),
    })
}

fn check(book: &str) {
    check_with(book, &clauses(book).into_iter().map(|(id, ..)| id).collect());
}

fn check_with(book: &str, known: &BTreeSet<String>) {
    let books = books().unwrap();
    let files = files(book);
    assert!(!files.is_empty(), "golden/rounds/{book} is empty");
    let mut report = String::new();
    for file in &files {
        for fault in faults(file, known, &books) {
            report.push_str(&format!("golden/rounds/{book}/{}\n  {fault}\n", name(file)));
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn the_golden_rounds_of_the_maryland_draft() {
    check("md2014");
}

#[test]
fn the_golden_rounds_of_the_maryland_standard_rules() {
    check("md14");
}

#[test]
fn the_golden_rounds_of_massachusetts() {
    check("ma");
}

#[test]
fn the_golden_rounds_of_the_tribal_rules() {
    check("tribal");
}

#[test]
fn the_golden_rounds_of_south_dakota() {
    check("sd");
}

/// A round of the made-up book may show whatever the book cites.
#[test]
fn the_golden_rounds_of_freedonia() {
    let text = read(MADE_UP).unwrap();
    let cited = text.split('"').filter(|word| word.starts_with("freedonia:")).map(str::to_owned);
    check_with("freedonia", &cited.collect());
}

/// The result of a round file whose house is in it or beside it.
fn came_of(path: &Path) -> Option<Came> {
    let file = input::parse(&std::fs::read_to_string(path).unwrap()).ok()?;
    let house = match &file.house {
        HouseRef::Inline(house) => HouseRef::inline_toml(house).unwrap(),
        HouseRef::Path(house) => std::fs::read_to_string(path.with_file_name(house)).ok()?,
    };
    settle_file(&file, &house, &Books::shipped()).ok()
}

/// The files of a folder whose names begin and end with these.
fn named(folder: &str, begin: &str, end: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| name(path).starts_with(begin) && name(path).ends_with(end)).collect()
}

/// `queenhigh settle --json` prints what the settlement describes; only the digests are not in the golden files.
#[test]
fn settlements_are_described_as_in_their_golden_files() {
    let outputs = named("golden/settle", "", ".out.json");
    assert!(outputs.len() > 10);
    for output in outputs {
        let round = output.with_file_name(name(&output).replace(".out.json", ".json"));
        let Some(Came::Settled(mut settled)) = came_of(&round) else { panic!("{} is not settled", round.display()) };
        (settled.house_digest, settled.rulebook_digest) = ("<digest>".to_owned(), "<digest>".to_owned());
        let before: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&output).unwrap()).unwrap();
        assert_eq!(serde_json::to_value(settled).unwrap(), before, "{}", output.display());
    }
}

/// `queenhigh settle` prints exactly the refusals of a refused file.
#[test]
fn refusals_are_those_of_the_golden_files() {
    let mut compared = 0;
    for round in named("golden/cli/input", "refused-", ".json") {
        // Unreadable files and houses are refused before any round is.
        let Some(came) = came_of(&round) else { continue };
        let Came::Refused(refusals) = came else { panic!("{} is not refused", round.display()) };
        let printed = name(&round).replace(".json", ".txt");
        let printed = read(&format!("golden/cli/settle-{printed}")).unwrap();
        let lines: Vec<&str> = printed.lines().filter_map(|line| line.trim_start().strip_prefix("× ")).collect();
        let said: Vec<String> = refusals.iter().map(|r| format!("{}: {}", r.place, r.message)).collect();
        // A long line continues below.
        let same = said.len() == lines.len() && said.iter().zip(&lines).all(|(said, line)| said.starts_with(line));
        assert!(same, "{}: {said:?}, {lines:?}", round.display());
        compared += 1;
    }
    assert!(compared > 5, "{compared}");
}

/// The clauses that no settled round can demonstrate, with the reason.
fn not_rounds() -> BTreeMap<String, String> {
    let text = read("golden/rounds/not-rounds.txt").unwrap();
    let mut list = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (id, reason) = line
            .split_once("  ")
            .unwrap_or_else(|| panic!("not-rounds.txt: `{line}`: expected an id, two spaces and a reason"));
        assert!(!reason.trim().is_empty(), "not-rounds.txt: {id} has no reason");
        assert!(list.insert(id.to_owned(), reason.trim().to_owned()).is_none(), "not-rounds.txt: {id} stands twice");
    }
    list
}

/// The clauses that a book's golden rounds cover.
fn covered(book: &str) -> BTreeSet<String> {
    files(book)
        .iter()
        .filter_map(|file| text::parse(&std::fs::read_to_string(file).unwrap()).ok())
        .flat_map(|golden| golden.covers)
        .collect()
}

/// The clauses of paytable and envy lines that are demonstrated line by line.
fn shown_by_line(book: &str) -> BTreeSet<String> {
    let text = read(&format!("golden/paytable_lines/{book}.txt")).unwrap_or_default();
    let id = |line: &str| line.find(&format!("{book}:")).and_then(|at| line.get(at..)).map(str::to_owned);
    text.lines().filter_map(id).collect()
}

#[test]
fn every_clause_that_a_settled_round_can_show_has_a_golden_round() {
    let excused = not_rounds();
    let mut report = String::new();
    let mut known = BTreeSet::new();
    for book in BOOKS {
        let (covered, by_line) = (covered(book), shown_by_line(book));
        for (id, kind, how) in clauses(book) {
            known.insert(id.clone());
            let computed = how == "compute" || how == "enforce";
            let wanted = kind == "settlement"
                || (computed && matches!(kind.as_str(), "envy" | "progressive" | "money" | "paytable"));
            let shown = covered.contains(&id) || (kind != "settlement" && by_line.contains(&id));
            match (wanted, shown, excused.contains_key(&id)) {
                (true, false, false) => report.push_str(&format!("{id} ({kind}, {how}) has no golden round\n")),
                (_, true, true) => report.push_str(&format!("{id} is in not-rounds.txt and has a golden round\n")),
                _ => {}
            }
        }
    }
    for id in excused.keys().filter(|id| !known.contains(*id)) {
        report.push_str(&format!("{id} is in not-rounds.txt and in no book\n"));
    }
    assert!(report.is_empty(), "\n{report}");
}
