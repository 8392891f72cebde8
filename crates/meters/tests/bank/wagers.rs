//! Contributions at lock-in, corrections, void rounds, and what is refused.

use meters::{Bank, Cause, Claim, Entry, Pot, Refusal, RoundId};
use rules::{Cents, Level, Meter, Share, Wager};

use super::{act, bank, house, id, open, read, said};

/// READING 73: the meter gets its rate less the reserve, and the reserve the rest, to the millionth.
#[test]
fn a_wager_raises_the_meter_and_the_reserve() {
    let house = house("houses/sd.toml");
    let mut bank = bank(&house, Wager::Progressive, "t1");
    let entry = act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 7));
    let Entry::Contributed { wagers: 7, stakes, amounts, .. } = entry else { panic!("{entry:?}") };
    assert_eq!((stakes, amounts.get(Level::Main.into())), (Cents(700), Meter(105_000_000)));
    assert_eq!(
        (bank.value(Pot::Level(Level::Main)), bank.value(Pot::Reserve)),
        (Meter(100_105_000_000), Meter(35_000_000))
    );
    assert_eq!(bank.shown().get(Level::Main).shown(), Cents(100_105));
}

#[test]
fn a_round_contributes_once() {
    let house = house("houses/md2014.toml");
    let mut bank = bank(&house, Wager::Progressive, "t1");
    let lock = |round: u64, wagers: u32| move |bank: &Bank| bank.contribute(&id("t1"), RoundId(round), wagers);
    assert!(said(lock(5, 0)(&bank)).starts_with("no wagers were locked in"));
    act(&mut bank, lock(5, 2));
    for (round, wagers, words) in [
        (5, 2, "round 5 of t1 has contributed already"),
        (5, 3, "round 5 of t1 has contributed already"),
        (4, 2, "round 4 of t1 has contributed already, or a later one has"),
        (6, 2, "round 5 of t1 is open; close it first"),
    ] {
        assert!(said(lock(round, wagers)(&bank)).starts_with(words), "{round}");
    }
    act(&mut bank, |bank| bank.close(&id("t1"), RoundId(5)));
    assert!(said(lock(5, 2)(&bank)).starts_with("round 5 of t1 has contributed already"));
    assert!(said(bank.close(&id("t1"), RoundId(5))).starts_with("round 5 of t1 is not open"));
    assert!(said(bank.contribute(&id("t9"), RoundId(6), 1)).starts_with("t9 is not on this progressive"));
    act(&mut bank, lock(6, 1));
}

/// READING 43: the floorperson corrects what was accepted, up or down, before anything is won.
#[test]
fn an_acceptance_is_corrected() {
    let house = house("houses/md14.toml");
    let mut live = bank(&house, Wager::FiveCardProgressive, "t1");
    let mut plain = live.clone();
    act(&mut live, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let up = act(&mut live, |bank| bank.correct(&id("t1"), RoundId(1), 5));
    assert!(matches!(up, Entry::Contributed { wagers: 2, .. }));
    let down = act(&mut live, |bank| bank.correct(&id("t1"), RoundId(1), 4));
    assert!(matches!(down, Entry::Reversed { wagers: 1, cause: Cause::Correction, .. }));
    assert_eq!(
        said(live.correct(&id("t1"), RoundId(1), 4)),
        "round 1 of t1 counts so many wagers already [READING 43]"
    );
    act(&mut plain, |bank| bank.contribute(&id("t1"), RoundId(1), 4));
    assert_eq!(live.shown(), plain.shown());
    assert_eq!(live.game(&id("t1")), plain.game(&id("t1")));
    let claim = Claim::of(1, Level::Minor, Share::WHOLE, live.due(Level::Minor, Share::WHOLE));
    act(&mut live, |bank| bank.award(&id("t1"), RoundId(1), &claim));
    for refused in [live.correct(&id("t1"), RoundId(1), 1), live.reverse(&id("t1"), RoundId(1))] {
        assert!(said(refused).starts_with("a meter was won in round 1 of t1"));
    }
}

/// READING 68: a void round leaves by a counter-entry that everybody can see.
#[test]
fn a_void_round_is_reversed_once() {
    let house = house("houses/sd.toml");
    let mut bank = bank(&house, Wager::Progressive, "t1");
    let before = bank.shown();
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let entry = act(&mut bank, |bank| bank.reverse(&id("t1"), RoundId(1)));
    let Entry::Reversed { cause: Cause::Void, wagers: 3, stakes: Cents(300), short, .. } = entry else {
        panic!("{entry:?}")
    };
    assert_eq!(short, meters::Pots::NOTHING);
    assert_eq!(bank.shown(), before);
    assert!(said(bank.reverse(&id("t1"), RoundId(1))).starts_with("round 1 of t1 counts so many wagers already"));
    let claim = Claim::of(1, Level::Main, Share::WHOLE, bank.due(Level::Main, Share::WHOLE));
    assert!(said(bank.award(&id("t1"), RoundId(1), &claim)).starts_with("round 1 of t1 has no wager left"));
    act(&mut bank, |bank| bank.close(&id("t1"), RoundId(1)));
    assert!(said(bank.reverse(&id("t1"), RoundId(1))).starts_with("round 1 of t1 is not open"));
}

#[test]
fn a_house_may_keep_the_contributions_of_a_void_round() {
    let text = read("houses/sd.toml").replace("reserve = \"5%\"", "reserve = \"5%\"\nreversed_on_void = false");
    let mut bank = bank(&open(&text), Wager::Progressive, "t1");
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let words = "this house leaves the contributions of a void round in; close the round [READING 68]";
    assert_eq!(said(bank.reverse(&id("t1"), RoundId(1))), words);
    act(&mut bank, |bank| bank.correct(&id("t1"), RoundId(1), 2));
}

/// Figures that no house could name are refused, and nothing overflows.
#[test]
fn the_largest_figures_are_refused() {
    let house = house("houses/sd.toml");
    let mut terms = meters::BankTerms::of(&house, Wager::Progressive).unwrap();
    terms.stake = Cents(i64::MAX / 4);
    let mut bank = Bank::new(terms);
    let mut game = super::table(&house, Wager::Progressive, "t1");
    game.stake = Cents(i64::MAX / 4);
    act(&mut bank, |bank| bank.join(&game));
    for wagers in [1, 4, 5, u32::MAX] {
        assert!(said(bank.contribute(&id("t1"), RoundId(1), wagers)).starts_with("the figure is larger"), "{wagers}");
    }
    let mut terms = meters::BankTerms::of(&house, Wager::Progressive).unwrap();
    terms.levels[0].seed = Cents(i64::MAX);
    let mut bank = Bank::new(terms);
    act(&mut bank, |bank| bank.join(&super::table(&house, Wager::Progressive, "t1")));
    assert!(said(bank.contribute(&id("t1"), RoundId(1), 1)).starts_with("the figure is larger"));
}

/// What becomes of a round.
type Fate = fn(&mut Bank, RoundId) -> Result<Entry, Refusal>;

/// Figures that grow for as long as a bank lives are bounded too: lock-ins of the largest number of wagers, each left
/// in, reversed or won, end in a refusal, and the books balance to the last.
#[test]
fn the_books_can_be_filled() {
    let house = house("houses/sd.toml");
    let left_in: Fate = |bank, round| bank.close(&id("t1"), round);
    let reversed: Fate = |bank, round| {
        act(bank, |bank| bank.reverse(&id("t1"), round));
        bank.close(&id("t1"), round)
    };
    let won: Fate = |bank, round| {
        let whole = Claim::of(1, Level::Main, Share::WHOLE, bank.due(Level::Main, Share::WHOLE));
        bank.apply(&bank.award(&id("t1"), round, &whole)?);
        bank.close(&id("t1"), round)
    };
    for fate in [left_in, reversed, won] {
        let mut full = bank(&house, Wager::Progressive, "t1");
        let mut rounds = 0;
        let refusal = loop {
            rounds += 1;
            let entry = full.contribute(&id("t1"), RoundId(rounds), u32::MAX).and_then(|entry| {
                full.apply(&entry);
                fate(&mut full, RoundId(rounds))
            });
            assert_eq!(full.audit(), Ok(()));
            match entry {
                Ok(entry) => full.apply(&entry),
                Err(refusal) => break refusal.to_string(),
            }
        };
        assert!(refusal.starts_with("the figure is larger"), "{refusal}");
        assert!((100..200).contains(&rounds), "{rounds}");
    }
}
