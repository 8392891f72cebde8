//! The checklist of a human dealer, book by book: every step in table order, who does it, under which law, and what
//! only people can heed. `golden/table/<book>/checklist.txt` has it as text; UPDATE_GOLDEN=1 rewrites it.

#[path = "../../rules/tests/golden/checklist.rs"]
mod listing;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use listing::checklist;
use rules::clauses::How;
use rules::rulebook::Step;
use rules::rulebook::vocabulary::DealDevice;
use rules::{Books, ClauseId};
use table::Law;

fn golden(path: &str, actual: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(&file, actual).expect("the file is written");
        return;
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
    for (number, (expected, actual)) in (1..).zip(expected.lines().zip(actual.lines())) {
        assert_eq!(actual, expected, "{path}:{number} (left is what the code says)");
    }
    assert_eq!(actual, expected, "{path}: one is longer");
}

#[test]
fn the_checklist_of_each_book_is_as_written() {
    for book in Books::shipped().iter() {
        golden(&format!("golden/table/{}/checklist.txt", book.rules.code), &checklist(book));
    }
}

/// What an event or a refusal at each step cites, for each way to deal; also where the book has no words for the step
/// itself and those of a wider one apply. `golden/table/<book>/laws.txt`.
#[test]
fn the_law_of_every_step_is_as_written() {
    let books = Books::shipped();
    for book in books.iter() {
        let code = &book.rules.code;
        let house = crate::common::house(code);
        let mut text = String::new();
        for step in Step::ALL {
            for device in DealDevice::ALL {
                let cited = Law::StepWith(*step, *device).cite(&house);
                let cited = if cited.is_empty() { "nothing".to_owned() } else { cited.to_string() };
                writeln!(text, "{} {}: {cited}", step.word(), device.word()).unwrap();
            }
        }
        golden(&format!("golden/table/{code}/laws.txt"), &text);
    }
}

/// No physical clause is lost: each is a reminder of some step, and nothing else is one.
#[test]
fn every_physical_clause_is_a_reminder() {
    for book in Books::shipped().iter() {
        let rules = &book.rules;
        let reminded: BTreeSet<&str> = rules
            .procedure
            .steps()
            .flat_map(|step| DealDevice::ALL.iter().map(move |device| (step, *device)))
            .flat_map(|(step, device)| rules.procedure.reminders(step, device))
            .map(ClauseId::as_str)
            .collect();
        let all = book.words.clauses().iter();
        let physical: BTreeSet<&str> =
            all.filter(|clause| clause.how == How::Physical).map(|clause| clause.id.as_str()).collect();
        assert_eq!(reminded, physical, "{}", rules.code);
    }
}

/// The terms name the sections of other chapters that do not apply (sd:(17)), and say what the rules are (sd:(intro)).
#[test]
fn what_does_not_apply_is_said_in_the_terms() {
    let books = Books::shipped();
    let book = &books.get("sd").expect("it is shipped").rules;
    for device in DealDevice::ALL {
        let terms = book.procedure.cite(Step::Terms, *device);
        let cited: Vec<&str> = terms.clauses.iter().map(ClauseId::as_str).collect();
        assert_eq!(cited, ["sd:(intro)", "sd:(17)"]);
        assert!(terms.readings.contains(&3), "texts outside the document are not the book's own");
    }
}
