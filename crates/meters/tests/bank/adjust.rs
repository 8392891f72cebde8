//! A meter is corrected by two persons, with a reason, by an entry.

use meters::{Entry, PROPOSALS_MAX, Pot};
use rules::{Cents, Level, Meter, Wager};

use super::{act, bank, house, open, person, read, said};

const MAIN: Pot = Pot::Level(Level::Main);

#[test]
fn one_person_proposes_and_another_approves() {
    let mut bank = bank(&house("houses/sd.toml"), Wager::Progressive, "t1");
    let (ann, bob) = (person("Ann"), person("Bob"));
    act(&mut bank, |bank| bank.propose(&ann, MAIN, Meter(-1_500_001), " the power cut of last night "));
    assert_eq!(bank.value(MAIN), Meter::of(Cents(100_000)), "nothing changes yet");
    assert_eq!(bank.proposals()[0].reason, "the power cut of last night");
    assert!(said(bank.approve(&ann, 1)).starts_with("Ann proposed the correction; another person must approve it ["));
    assert!(said(bank.approve(&bob, 2)).starts_with("no correction 2 waits"));
    let entry = act(&mut bank, |bank| bank.approve(&bob, 1));
    assert_eq!(entry, Entry::Approved { id: 1, by: bob.clone(), pot: MAIN, amount: Meter(-1_500_001) });
    assert_eq!(bank.value(MAIN), Meter(99_998_499_999));
    assert_eq!(bank.sums().adjusted.get(MAIN), Meter(-1_500_001));
    for refused in [bank.approve(&bob, 1), bank.decline(&bob, 1)] {
        assert!(said(refused).starts_with("no correction 1 waits"));
    }
    // Numbers are never used again.
    act(&mut bank, |bank| bank.propose(&bob, Pot::Reserve, Meter(5), "rounding"));
    act(&mut bank, |bank| bank.decline(&bob, 2));
    assert!(bank.proposals().is_empty());
    act(&mut bank, |bank| bank.propose(&bob, MAIN, Meter(5), "rounding"));
    assert_eq!(bank.proposals()[0].id, 3);
}

/// A house that keeps no reserve has none to correct.
#[test]
fn a_reserve_that_is_not_kept_cannot_be_corrected() {
    let without = open(&read("houses/sd.toml").replace("reserve = \"5%\"\n", ""));
    let bank = bank(&without, Wager::Progressive, "t1");
    let answer = said(bank.propose(&person("Ann"), Pot::Reserve, Meter(1), "why"));
    assert!(answer.starts_with("this progressive has no reserve meter"), "{answer}");
}

#[test]
fn what_cannot_be_proposed() {
    let mut bank = bank(&house("houses/sd.toml"), Wager::Progressive, "t1");
    let ann = person("Ann");
    let long = "x".repeat(201);
    for (pot, amount, reason, words) in [
        (MAIN, 1, "", "a correction needs a reason"),
        (MAIN, 1, " \t ", "a correction needs a reason"),
        (MAIN, 1, "a\nb", "a correction needs a reason"),
        (MAIN, 1, long.as_str(), "a correction needs a reason"),
        (MAIN, 0, "why", "a correction of nothing"),
        (Pot::Backup, 1, "why", "this progressive has no backup meter"),
        (Pot::Level(Level::Minor), 1, "why", "this progressive has no minor meter"),
        (Pot::Reserve, -1, "why", "$0 is to leave the reserve meter, which holds $0"),
        (MAIN, -100_000_000_001, "why", "$1,000 is to leave the main meter, which holds $1,000"),
        (MAIN, i64::MAX, "why", "the figure is larger"),
        (MAIN, i64::MIN, "why", "$92,233,720,368.54 is to leave"),
    ] {
        let answer = said(bank.propose(&ann, pot, Meter(amount), reason));
        assert!(answer.starts_with(words), "{answer}");
    }
    let longest = &long[1..];
    assert!(bank.propose(&ann, MAIN, Meter(1), longest).is_ok());
    for _ in 0..PROPOSALS_MAX {
        act(&mut bank, |bank| bank.propose(&ann, MAIN, Meter(-100_000_000_000), "to nothing"));
    }
    assert!(said(bank.propose(&ann, MAIN, Meter(1), "more")).starts_with("4 corrections wait"));
    // The first empties the meter; the second would then take it below zero and is refused, although it was proposed.
    let bob = person("Bob");
    act(&mut bank, |bank| bank.approve(&bob, 1));
    assert_eq!(bank.value(MAIN), Meter(0));
    assert!(said(bank.approve(&bob, 2)).starts_with("$1,000 is to leave the main meter, which holds $0"));
}
