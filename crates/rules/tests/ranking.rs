//! The ranking clauses: hands in `golden/ranking.txt` demonstrate each of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cards::{Card, Three};
use rules::hand::HandName;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn three(text: &str) -> Three {
    text.trim().parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The name of a three-card hand, of five cards, or of six.
fn name_of(text: &str) -> HandName {
    let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
    match cards.as_slice() {
        [_, _, _] => HandName::of_three(three(text)),
        [a, b, c, d, e] => HandName::of_five(cards::five(&[*a, *b, *c, *d, *e]).category(), None),
        [a, b, c, d, e, f] => {
            let six = [*a, *b, *c, *d, *e, *f];
            HandName::of_five(cards::best_five_of_six(&six).category(), cards::super_royal(&six))
        }
        _ => panic!("{text}: three, five or six cards are a hand"),
    }
}

#[test]
fn every_ranking_clause_is_shown_by_hands() {
    let text = fs::read_to_string(root().join("golden/ranking.txt")).unwrap();
    let mut shown = BTreeSet::new();
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        if !line.starts_with(' ') {
            shown.extend(line.split(", ").map(str::to_owned));
            continue;
        }
        lines += 1;
        if let Some((cards, name)) = line.split_once(" is ").or_else(|| line.split_once(" makes ")) {
            assert_eq!(name_of(cards).word(), name, "{line}");
            continue;
        }
        let hands: Vec<Vec<Three>> = line.split('>').map(|step| step.split('=').map(three).collect()).collect();
        for step in &hands {
            assert!(step.windows(2).all(|pair| pair[0].strength() == pair[1].strength()), "{line}");
        }
        for pair in hands.windows(2) {
            assert!(pair[0][0].strength() > pair[1][0].strength(), "{line}");
        }
    }
    assert!(lines > 50, "the file has lost its hands");
    for book in ["md2014", "md14", "ma", "tribal", "sd"] {
        let list = fs::read_to_string(root().join(format!("rulebooks/clauses/{book}.tsv"))).unwrap();
        for row in list.lines().skip(1) {
            let columns: Vec<&str> = row.split('\t').collect();
            let found = shown.remove(columns[0]);
            match columns[1] {
                "ranking" => assert!(found, "{} is shown by no hand", columns[0]),
                // The definitions of a hand and a suit may be demonstrated here too.
                "cards" => {}
                kind => assert!(!found, "{} is about {kind}", columns[0]),
            }
        }
    }
    assert!(shown.is_empty(), "no such clauses: {shown:?}");
}
