//! Disputes as files: `golden/dispute/*.json` and what the program says of each. UPDATE_GOLDEN=1 rewrites the answers.

use crate::common::{self, golden, json, run, transcript};

/// The disputes, and the exit status of each.
const DISPUTES: [(&str, i32); 9] = [
    ("decided-by-cards", 0),
    ("decided-by-chips", 0),
    ("decided-by-rack", 0),
    ("undecided-third-card", 1),
    ("undecided-wager", 1),
    ("contradictory-payment", 1),
    ("too-thin", 2),
    ("malformed-card", 2),
    ("unlawful-wager", 2),
];

#[test]
fn each_dispute_is_answered_as_its_file_says() {
    for (name, exit) in DISPUTES {
        let file = format!("golden/dispute/{name}.json");
        let args = ["dispute", "--evidence", &file];
        let run = run(&args);
        golden(&format!("golden/dispute/{name}.txt"), &transcript(&args, &run));
        assert_eq!(run.exit, exit, "{name}: {}{}", run.out, run.err);
        assert_eq!(exit == 2, run.out.is_empty(), "{name}");
    }
}

#[test]
fn the_json_says_the_same() {
    let value = json(&["dispute", "--evidence", "golden/dispute/undecided-third-card.json", "--json"]);
    assert_eq!(value["verdict"], "undecided");
    assert_eq!(value["answers"].as_array().map(Vec::len), Some(2));
    let sum: u128 = value["answers"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|answer| answer["worlds"].as_str().unwrap().parse::<u128>().unwrap())
        .sum();
    assert_eq!(value["worlds"].as_str().unwrap().parse::<u128>().unwrap(), sum);
    let decided = json(&["dispute", "--evidence", "golden/dispute/decided-by-rack.json", "--json"]);
    assert_eq!(decided["verdict"], "decided");
    assert_eq!(decided["answers"][0]["example"]["positions"][0]["position"], 1);
}

#[test]
fn help_shows_evidence_that_can_be_asked() {
    let help = run(&["dispute", "--help"]);
    assert_eq!(help.exit, 0);
    let start = help.out.find("  {\n").expect("an example");
    let end = help.out[start..].find("\n  }\n").expect("its end") + start + 4;
    let example = run_with_stdin(&help.out[start..end]);
    assert!(example.exit < 2, "{}", example.err);
}

fn run_with_stdin(text: &str) -> common::Run {
    common::run_with(&["dispute", "--evidence", "-"], text)
}
