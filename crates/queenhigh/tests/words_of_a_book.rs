//! A rulebook that is added brings its own words: every command speaks with the clause list and the readings beside it, a
//! journal keeps them with its tables, and what is wrong with them is told at once, file by file.

use std::path::Path;
use std::process::Command;

use crate::common::{json, read, run, run_with};
use crate::killed::{BINARY, request};
use crate::operated::{Served, listening};
use serde_json::{Value, json};

const BOOK: [&str; 2] = ["--rulebook", "golden/books/freedonia.toml"];

/// Runs the program with the made-up book.
fn under(args: &[&str]) -> crate::common::Run {
    run(&[&BOOK[..], args].concat())
}

/// A text without the line breaks and marks of a narrow terminal.
fn flat(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

/// A folder with the made-up book, its words and its house.
fn copied() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["freedonia.toml", "freedonia.clauses.tsv", "freedonia.readings.toml", "freedonia-house.toml"] {
        write(folder.path(), name, &read(&format!("golden/books/{name}")));
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

const ROUND: &str = r#"{ "house": "golden/books/freedonia-house.toml", "dealer": ["Ac", "Jd", "6h"],
    "positions": [{ "position": 1, "cards": ["As", "Jh", "6d"], "decision": "play",
                    "wagers": { "ante": 500, "play": 500 } }] }"#;

#[test]
fn a_settlement_explains_itself_in_the_words_of_an_added_book() {
    let settled = run_with(&[&BOOK[..], &["settle", "-", "--explain"]].concat(), ROUND);
    assert_eq!(settled.exit, 0, "{}", settled.err);
    assert!(settled.out.contains("A hand equal to the dealer's loses ante and play."), "{}", settled.out);
    assert!(!settled.out.contains("no words"), "{}", settled.out);
}

#[test]
fn refusals_and_faults_quote_an_added_book() {
    let refused = run_with(&[&BOOK[..], &["settle", "-"]].concat(), &ROUND.replace("\"play\": 500", "\"play\": 400"));
    assert_eq!(refused.exit, 2);
    assert!(
        flat(&refused.err).contains("freedonia:5.2: Who wants to stay with an ante makes a play wager equal to it.")
    );
    let house = read("golden/books/freedonia-house.toml").replacen("positions = 5", "positions = 9", 1);
    let faults = run_with(&[&BOOK[..], &["check", "-"]].concat(), &house);
    assert_eq!(faults.exit, 1);
    assert!(flat(&faults.err).contains("freedonia:1.1: A table has two to eight betting positions;"), "{}", faults.err);
}

#[test]
fn a_clause_of_an_added_book_is_shown_by_number_and_by_word() {
    let shown = under(&["rules", "show", "freedonia", "7.6"]);
    let text = flat(&shown.out);
    assert!(text.contains("A hand equal to the dealer's loses ante and play."), "{text}");
    assert!(text.contains("cited by showdown.equal") && text.contains("READING 101: Suits and equal hands."), "{text}");
    assert!(!text.contains("proofs"), "no test of ours knows it: {text}");
    let found = under(&["rules", "show", "freedonia", "responsible"]);
    assert!(found.out.contains("freedonia:16.9") && found.out.contains("cited by  people.hands"), "{}", found.out);
    let shown = json(&[&BOOK[..], &["rules", "show", "freedonia", "7.6", "--json"]].concat());
    assert_eq!(shown["clauses"][0]["cited_by"], json!(["showdown.equal"]));
    assert_eq!(shown["readings"][0]["book"], "freedonia");
    let listed = json(&[&BOOK[..], &["rules", "list", "--json"]].concat());
    let freedonia = listed["books"].as_array().unwrap().iter().find(|book| book["code"] == "freedonia").unwrap();
    let lines = read("golden/books/freedonia.clauses.tsv").lines().count() - 1;
    assert_eq!((freedonia["clauses"].as_u64(), freedonia["words"].is_string()), (Some(lines as u64), true));
    let reading = under(&["rules", "readings", "101"]);
    assert!(reading.out.starts_with("READING 101 of freedonia: Suits and equal hands"), "{}", reading.out);
    assert!(reading.out.contains("freedonia:7.6"), "{}", reading.out);
    let none = under(&["rules", "readings", "102"]);
    assert!(none.exit == 1 && none.err.contains("1 to 97, freedonia's own 101"), "{}", none.err);
}

#[test]
fn coverage_of_an_added_book_says_what_is_cited_and_what_has_no_home() {
    let covered = under(&["rules", "coverage", "freedonia"]);
    assert_eq!(covered.exit, 0);
    assert!(flat(&covered.out).contains("no test of ours has proven"), "{}", covered.out);
    assert!(flat(&covered.out).contains("freedonia:7.6 compute showdown.equal"), "{}", covered.out);
    assert!(!covered.out.contains("No home yet") && !covered.out.contains("Not proven"), "{}", covered.out);

    let folder = copied();
    let list = read("golden/books/freedonia.clauses.tsv") + "freedonia:99\tpeople\tphysical\t\tNobody smokes.\n";
    write(folder.path(), "freedonia.clauses.tsv", &list);
    let book = folder.path().join("freedonia.toml");
    let book = ["--rulebook", book.to_str().expect("a path")];
    let open = run(&[&book[..], &["rules", "coverage", "freedonia", "--open"]].concat());
    assert_eq!(open.exit, 0);
    assert!(open.out.contains("No home yet: 1") && open.out.contains("freedonia:99"), "{}", open.out);
    let counted = json(&[&book[..], &["rules", "coverage", "freedonia", "--json"]].concat());
    assert_eq!(counted["open"], json!(["freedonia:99"]));
    assert_eq!(counted["unproven"], json!([]));
    let counts = &counted["books"]["freedonia"];
    assert!(counts["proven"].is_null() && counts["physical"]["proven"].is_null(), "{counts}");
    assert_eq!(counts["homed"].as_u64().map(|homed| homed + 1), counts["clauses"].as_u64());
    let cited = counted["cited"].as_array().unwrap();
    assert_eq!(cited.last().unwrap(), &json!({ "id": "freedonia:99", "how": "physical", "keys": [] }));
    // The five are told as before beside it.
    let all = run(&[&book[..], &["rules", "coverage"]].concat());
    let alone = run(&["rules", "coverage"]);
    assert!(alone.out.lines().take(10).all(|line| all.out.contains(line)), "{}", all.out);

    // Without a list it is said what a list would do.
    std::fs::remove_file(folder.path().join("freedonia.clauses.tsv")).expect("it was there");
    let bare = run(&[&book[..], &["rules", "coverage", "freedonia"]].concat());
    assert!(flat(&bare.out).contains("freedonia was added without a clause list"), "{}", bare.out);
    assert!(flat(&bare.out).contains("freedonia:7.6 showdown.equal"), "{}", bare.out);
}

#[test]
fn faults_are_told_in_every_file_with_their_places() {
    let folder = copied();
    let here = folder.path();
    write(here, "freedonia.toml", &read("golden/books/freedonia.toml").replacen("\"freedonia:7.6\"", "\"nj:7.6\"", 1));
    write(here, "freedonia.clauses.tsv", &(read("golden/books/freedonia.clauses.tsv") + "freedonia:99\tpeople\n"));
    write(here, "freedonia.readings.toml", "[[reading]]\nnumber = 3\ntitle = \"x\"\nadopted = \"y\"\n");
    let mut program = crate::common::program(&["--rulebook", "freedonia.toml", "rules", "list"]);
    let found = program.current_dir(here).output().unwrap();
    let told = String::from_utf8_lossy(&found.stderr).into_owned();
    assert_eq!(found.status.code(), Some(2), "{told}");
    let row = read("golden/books/freedonia.clauses.tsv").lines().count() + 1;
    for (place, says) in [
        ("freedonia.toml:".to_owned(), "nj:7.6 is a clause of another book"),
        (format!("freedonia.clauses.tsv:{row}:1"), "2 cells in this line: expected 5"),
        ("freedonia.readings.toml:2:10".to_owned(), "expected 101 to 255"),
    ] {
        assert!(told.contains(&place) && flat(&told).contains(says), "{place} {says}: {told}");
    }
}

fn serve(folder: &Path, args: &[&str]) -> Served {
    let mut command = Command::new(BINARY);
    command.current_dir(folder).args(args).args(["--listen", "127.0.0.1:0", "--data", "data"]);
    listening(command)
}

/// The texts of the clauses that only people can heed, and those on the placard.
fn texts(served: &Served) -> [String; 2] {
    ["procedure", "placard"].map(|what| {
        let path = format!("/api/v1/tables/freedonia-house/{what}");
        let (status, _, answer) = request(&served.address, "GET", &path, &[], &Value::Null).expect("an answer");
        assert_eq!(status, 200, "{answer}");
        answer.to_string()
    })
}

#[test]
fn a_served_table_keeps_the_words_of_its_book_in_its_journal() {
    let folder = copied();
    let here = folder.path();
    let args = ["--rulebook", "freedonia.toml", "serve", "--house", "freedonia-house.toml"];
    let served = serve(here, &args);
    let [procedure, placard] = texts(&served);
    assert!(procedure.contains("Cards are dealt face down and slide over the layout."), "{procedure}");
    assert!(placard.contains("Players are responsible for their own hands."), "{placard}");
    assert_eq!(served.stop().0, Some(0));

    // Another sentence in the list shuts nothing, and is told: the table keeps the words of its founding.
    let list = read("golden/books/freedonia.clauses.tsv").replace("slide over the layout", "glide over the felt");
    write(here, "freedonia.clauses.tsv", &list);
    let other = serve(here, &args);
    assert_eq!(texts(&other), [procedure.clone(), placard.clone()]);
    let (exit, log) = other.stop();
    assert_eq!(exit, Some(0));
    assert!(log.contains("it keeps the clause texts and readings of its founding"), "{log}");

    // The journal alone has them.
    for name in ["freedonia.toml", "freedonia.clauses.tsv", "freedonia.readings.toml", "freedonia-house.toml"] {
        std::fs::remove_file(here.join(name)).expect("it was there");
    }
    let alone = serve(here, &["serve"]);
    assert_eq!(texts(&alone), [procedure, placard]);
    assert_eq!(alone.stop().0, Some(0));
}
