//! What the program says, word for word: `golden/cli/*.txt`. UPDATE_GOLDEN=1 rewrites the files.

use crate::common::{self, golden, run, transcript};

const REFUSALS: [&str; 13] = [
    "below-the-minimum",
    "decision-without-an-ante",
    "duplicate-card",
    "json-syntax",
    "json-type",
    "many-at-once",
    "no-community-cards",
    "no-house",
    "no-meter",
    "play-is-not-the-ante",
    "shared-hand",
    "unknown-wager",
    "unlawful-house",
];

fn check(name: &str, args: &[&str]) -> common::Run {
    let run = run(args);
    let text = transcript(args, &run);
    // Sentences and digests are for other programs too, and are not broken.
    let whole = |line: &&str| line.contains("error:") || line.contains("(digest ");
    let over: Vec<&str> = text.lines().filter(|line| line.chars().count() > 90 && !whole(line)).collect();
    assert!(over.is_empty(), "{name}: {over:#?}");
    golden(&format!("golden/cli/{name}.txt"), &text);
    run
}

#[test]
fn a_lawful_house_is_told_in_a_line() {
    assert_eq!(check("check-lawful", &["check", "houses/ma.toml", "houses/sd.toml"]).exit, 0);
}

#[test]
fn all_faults_of_a_house_are_drawn_with_their_clauses() {
    let args = ["check", "golden/cli/input/house-with-faults.toml", "houses/md14.toml"];
    assert_eq!(check("check-faults", &args).exit, 1);
}

#[test]
fn a_strange_house_is_warned_of_and_lawful() {
    assert_eq!(check("check-warning", &["check", "golden/cli/input/house-with-a-warning.toml"]).exit, 0);
}

#[test]
fn a_house_that_is_not_toml_is_bad_input() {
    assert_eq!(check("check-not-toml", &["check", "golden/cli/input/not-toml.toml"]).exit, 2);
}

#[test]
fn each_refusal_of_a_round_names_its_place_and_clause() {
    for name in REFUSALS {
        let file = format!("golden/cli/input/refused-{name}.json");
        let run = check(&format!("settle-refused-{name}"), &["settle", &file]);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{name}");
        assert!(run.err.contains(".json:") || name == "unlawful-house", "{name} names no line");
    }
}

#[test]
fn a_settlement_is_explained_clause_by_clause() {
    assert_eq!(check("settle-explain", &["settle", "golden/settle/ma-sample.json", "--explain"]).exit, 0);
}

#[test]
fn a_malformed_rulebook_is_shown_with_line_and_column() {
    let args = ["--rulebook", "golden/cli/input/malformed-book.toml", "rules", "list"];
    let run = check("rulebook-malformed", &args);
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    assert!(run.err.contains("golden/cli/input/malformed-book.toml:5:11"), "{}", run.err);
}

#[test]
fn the_words_that_a_document_defines_are_shown() {
    for (book, words) in [("md14", "01"), ("md2014", "01"), ("ma", "1"), ("tribal", "(a)(1)")] {
        let args = ["rules", "show", book, words];
        let run = run(&args);
        assert_eq!(run.exit, 0, "{book}");
        golden(&format!("golden/words/{book}.txt"), &transcript(&args, &run));
    }
}

#[test]
fn the_schemas_are_listed() {
    assert_eq!(check("schema", &["schema"]).exit, 0);
}
