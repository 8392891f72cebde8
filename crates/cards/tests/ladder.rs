//! The readable ladder of `ladder.txt`: each line beats the one before; hands on one line tie.

use cards::{Three, ThreeCategory};

const LADDER: &str = include_str!("ladder.txt");

/// The hands of each line, with its line number.
fn rungs() -> Vec<(usize, Vec<Three>)> {
    let mut rungs = Vec::new();
    for (number, line) in (1..).zip(LADDER.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parse = |text: &str| text.parse().unwrap_or_else(|error| panic!("ladder.txt:{number}: {error}"));
        rungs.push((number, line.split(" = ").map(parse).collect()));
    }
    rungs
}

#[test]
fn each_rung_beats_all_below() {
    let rungs = rungs();
    for (place, (number, hands)) in rungs.iter().enumerate() {
        for (below, lower) in &rungs[..place] {
            assert!(hands[0].strength() > lower[0].strength(), "ladder.txt:{number} against line {below}");
        }
    }
}

#[test]
fn hands_on_one_rung_tie() {
    for (number, hands) in rungs() {
        for hand in &hands {
            assert_eq!(hand.strength(), hands[0].strength(), "ladder.txt:{number}: {hand}");
        }
    }
}

#[test]
fn the_ladder_reaches_both_ends_of_every_class() {
    let on_ladder: Vec<_> = rungs().into_iter().map(|(_, hands)| hands[0].strength()).collect();
    for category in ThreeCategory::ALL {
        let of_class = || Three::all().map(Three::strength).filter(|strength| strength.category() == category);
        for end in [of_class().min(), of_class().max()] {
            assert!(on_ladder.contains(&end.unwrap()), "{end:?}");
        }
    }
}
