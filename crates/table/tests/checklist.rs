//! The checklist of a human dealer, book by book: every step in the order of the table, who does it, by which law, and
//! what only people can heed. `golden/table/<book>/checklist.txt` has it as text; UPDATE_GOLDEN=1 rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use rules::clauses::{self, How};
use rules::rulebook::vocabulary::DealDevice;
use rules::rulebook::{Rulebook, Step};
use rules::{Books, ClauseId};

/// A line of the text, wrapped at 90 columns; what goes on is indented by its own depth.
fn wrapped(out: &mut String, first: &str, text: &str) {
    let depth = first.chars().count();
    let mut line = first.to_owned();
    let mut fresh = true;
    for word in text.split(' ') {
        if !fresh && line.chars().count() + 1 + word.chars().count() > 90 {
            let _ = writeln!(out, "{}", line.trim_end());
            line = " ".repeat(depth);
            fresh = true;
        }
        if !fresh {
            line.push(' ');
        }
        line.push_str(word);
        fresh = false;
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

fn joined(ids: &[&ClauseId]) -> String {
    ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(", ")
}

/// What is given for all devices, and for each alone.
fn by_device<'b>(
    of: impl Fn(DealDevice) -> &'b [ClauseId],
) -> (Vec<&'b ClauseId>, Vec<(DealDevice, Vec<&'b ClauseId>)>) {
    let everywhere = |id: &&ClauseId| DealDevice::ALL.iter().all(|device| of(*device).contains(id));
    let common = of(DealDevice::ALL[0]).iter().filter(everywhere).collect();
    let alone = DealDevice::ALL
        .iter()
        .map(|device| (*device, of(*device).iter().filter(|id| !everywhere(id)).collect::<Vec<_>>()));
    (common, alone.filter(|(_, ids)| !ids.is_empty()).collect())
}

fn step(out: &mut String, book: &Rulebook, step: Step) {
    let procedure = &book.procedure;
    let _ = writeln!(out, "\n{step}, by the {}", procedure.by(step));
    let (common, alone) = by_device(|device| &procedure.cite(step, device).clauses);
    if !common.is_empty() {
        wrapped(out, "  ", &joined(&common));
    }
    for (device, ids) in alone {
        wrapped(out, "  ", &format!("with device {device}: {}", joined(&ids)));
    }
    let readings: Vec<String> =
        procedure.cite(step, DealDevice::ALL[0]).readings.iter().map(|number| format!("READING {number}")).collect();
    if !readings.is_empty() {
        wrapped(out, "  ", &readings.join(", "));
    }
    let remind = |out: &mut String, only: &str, id: &ClauseId| {
        let requirement = clauses::find(id.as_str()).map_or("", |clause| clause.requirement);
        wrapped(out, "  [ ] ", &format!("{only}{id}: {requirement}"));
    };
    let (common, alone) = by_device(|device| procedure.reminders(step, device));
    common.into_iter().for_each(|id| remind(out, "", id));
    for (device, ids) in alone {
        ids.into_iter().for_each(|id| remind(out, &format!("with device {device}: "), id));
    }
}

fn checklist(book: &Rulebook) -> String {
    let mut out = String::new();
    wrapped(&mut out, "", &format!("{}: {}", book.code, book.title));
    out.push_str("Every step of the table, who does it, and its law; a box is for what only people can heed.\n");
    book.procedure.steps().for_each(|next| step(&mut out, book, next));
    out
}

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
        golden(&format!("golden/table/{}/checklist.txt", book.rules.code), &checklist(&book.rules));
    }
}

/// No physical clause is lost: each is a reminder of some step, and nothing else is one.
#[test]
fn every_physical_clause_is_a_reminder() {
    for book in Books::shipped().iter() {
        let book = &book.rules;
        let reminded: BTreeSet<&str> = book
            .procedure
            .steps()
            .flat_map(|step| DealDevice::ALL.iter().map(move |device| (step, *device)))
            .flat_map(|(step, device)| book.procedure.reminders(step, device))
            .map(ClauseId::as_str)
            .collect();
        let all = clauses::of_book(&book.code).iter();
        let physical: BTreeSet<&str> =
            all.filter(|clause| clause.how == How::Physical).map(|clause| clause.id).collect();
        assert_eq!(reminded, physical, "{}", book.code);
    }
}

/// The sections of other chapters that do not apply are part of the terms (sd:(17)), beside what the rules are (sd:(intro)).
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
