//! Whatever is asked of a bank, in whatever order: the books balance, a replay is equal, and nothing panics.

use std::sync::LazyLock;

use meters::{Bank, BankTerms, Claim, Entry, GameId, GameTerms, Pot, Refusal, RoundId};
use proptest::prelude::*;
use rules::{Cents, House, Level, Meter, Share, Wager};

use super::common::tape::{Tape, tapes};
use super::{act, books, house, id, open, person, read};

const GAMES: [&str; 4] = ["t1", "t2", "ride", "stud"];

/// Every progressive of every example house, linked so that several games can share it.
static BANKS: LazyLock<Vec<(House, Wager)>> = LazyLock::new(|| {
    let files = ["houses/ma.toml", "houses/md14.toml", "houses/md2014.toml", "houses/sd.toml", "houses/tribal.toml"];
    let shared = read("houses/sd.toml").replace("\"turn_order\"", "\"equal_shares\"");
    let houses: Vec<House> =
        files.into_iter().chain(["golden/books/freedonia-house.toml"]).map(house).chain([open(&shared)]).collect();
    let both = |house: House| [(house.clone(), Wager::Progressive), (house, Wager::FiveCardProgressive)];
    let offered = houses.into_iter().flat_map(both).filter(|(house, wager)| house.offers(*wager));
    offered.collect()
});

fn linked(house: &House, wager: Wager) -> Bank {
    let mut terms = BankTerms::of(house, wager).unwrap();
    terms.link = Some("link".into());
    Bank::new(terms)
}

fn game(house: &House, wager: Wager, name: &str) -> GameTerms {
    super::table(house, wager, name)
}

/// Asks something of a bank, usually something sensible.
fn ask(tape: &mut Tape<'_>, bank: &Bank, house: &House) -> Result<Entry, Refusal> {
    let wager = bank.terms().wager;
    let name = *tape.pick(&GAMES);
    let name: GameId = id(name);
    let open = bank.game(&name).and_then(|game| game.open_round());
    let last = bank.game(&name).and_then(|game| game.last).unwrap_or_default();
    let round = match open {
        Some((round, _)) if !tape.once_in(6) => round,
        _ => RoundId(last.0 + tape.below(3) as u64),
    };
    let by = *tape.pick(&["Ann", "Bob", "Cid"]);
    let by = person(by);
    let wagers = if tape.once_in(12) { u32::MAX / (1 + tape.below(9) as u32) } else { tape.below(8) as u32 };
    match tape.below(13) {
        0 => bank.join(&game(house, wager, name.as_str())),
        1 if tape.once_in(3) => bank.leave(&name),
        2 if tape.once_in(2) => bank.reach(tape.once_in(2) || !bank.online()),
        3 => bank.correct(&name, round, wagers),
        4 if tape.once_in(3) => bank.reverse(&name, round),
        5 | 6 => {
            let own: Vec<Level> = bank.levels().map(|(level, _)| level).collect();
            let levels = if tape.once_in(9) { Level::ALL } else { &own };
            let level = *tape.pick(levels);
            let share = *tape.pick(&[Share::WHOLE, Share::WHOLE, Share::percent(10), Share(1)]);
            let won = *tape.pick(&[share, share, Share(share.0 * 2), Share::percent(110)]);
            let due = match bank.due(level, share) {
                _ if tape.once_in(9) => Cents(tape.below(60_000) as i64),
                _ if won.0 > Share::WHOLE.0 => bank.value(level.into()).part(share, won),
                due => due,
            };
            bank.award(
                &name,
                round,
                &Claim { position: tape.below(8) as u16, level, share, won, amount: due, most: None },
            )
        }
        7 => bank.close(&name, round),
        8 => {
            let amount = (tape.below(60_000) as i64 - 30_000) * *tape.pick(&[1, 1_000_003, 300_000_000_000_000]);
            let (pot, reason) = (*tape.pick(&Pot::ALL), *tape.pick(&["a reason", ""]));
            bank.propose(&by, pot, Meter(amount), reason)
        }
        9 => bank.approve(&by, bank.proposals().first().map_or(1, |proposal| proposal.id)),
        10 if tape.once_in(3) => bank.decline(&by, bank.proposals().last().map_or(1, |proposal| proposal.id)),
        11 => {
            let won = (0..8).find_map(|position| bank.take_back(&name, round, position).ok());
            won.map_or_else(|| bank.take_back(&name, round, 9), Ok)
        }
        _ => bank.contribute(&name, round, wagers),
    }
}

fn through_json<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// The kind of an entry, as a number.
fn kind(entry: &Entry) -> usize {
    match entry {
        Entry::Joined { .. } => 0,
        Entry::Left { .. } => 1,
        Entry::Reached { .. } => 2,
        Entry::Contributed { .. } => 3,
        Entry::Reversed { .. } => 4,
        Entry::Awarded { reset: None, .. } => 5,
        Entry::Awarded { reset: Some(_), .. } => 6,
        Entry::Closed { .. } => 7,
        Entry::Proposed(_) => 8,
        Entry::Approved { .. } => 9,
        Entry::Declined { .. } => 10,
        Entry::TakenBack { reset: None, .. } => 11,
        Entry::TakenBack { reset: Some(_), .. } => 12,
    }
}

fn any_order(numbers: &[u16]) -> Result<Vec<Entry>, TestCaseError> {
    let mut tape = Tape::new(numbers);
    let (house, wager) = tape.pick(&BANKS);
    let start = linked(house, *wager);
    let (mut live, mut entries) = (start.clone(), Vec::new());
    for _ in 0..120 {
        let Ok(entry) = ask(&mut tape, &live, house) else { continue };
        live.apply(&entry);
        if let Err(imbalance) = live.audit() {
            return Err(TestCaseError::fail(format!("{imbalance}\nafter {entry:?}")));
        }
        prop_assert!(live.levels().all(|(_, value)| value.0 >= 0));
        entries.push(entry);
    }
    // The entries alone, written and read again, rebuild the same bank; so does a bank cut off anywhere and resumed.
    let cut = tape.below(entries.len() + 1);
    let mut replayed = through_json(&start);
    for (number, entry) in entries.iter().enumerate() {
        if number == cut {
            replayed = through_json(&replayed);
        }
        replayed.apply(&through_json(entry));
    }
    prop_assert_eq!(&replayed, &live);
    prop_assert_eq!(&through_json(&live), &live);
    let size = serde_json::to_vec(&live).unwrap().len();
    prop_assert!(size < 8 * 1024, "{} bytes", size);
    Ok(entries)
}

proptest! {
    #![proptest_config(super::config(300))]

    #[test]
    fn the_books_balance_and_a_replay_is_equal(numbers in tapes(1200)) {
        any_order(&numbers)?;
    }

    /// Contributions of several games add up to the same in any order.
    #[test]
    fn contributions_commute(counts in proptest::collection::vec(1_u32..1000, 4), order in Just([0, 1, 2, 3]).prop_shuffle(), which in any::<prop::sample::Index>()) {
        let (house, wager) = &BANKS[which.index(BANKS.len())];
        let fill = |order: [usize; 4]| {
            let mut bank = linked(house, *wager);
            for name in GAMES {
                act(&mut bank, |bank| bank.join(&game(house, *wager, name)));
            }
            for at in order {
                act(&mut bank, |bank| bank.contribute(&id(GAMES[at]), RoundId(1), counts[at]));
            }
            bank
        };
        prop_assert_eq!(fill(order), fill([0, 1, 2, 3]));
    }

    /// Whole wins one after another: each gets the meter as it is then, and together they get everything there was.
    #[test]
    fn awards_serialise(wagers in 4_u32..100_000, order in Just([0, 1, 2, 3]).prop_shuffle(), which in any::<prop::sample::Index>()) {
        let banks: Vec<_> = BANKS.iter().filter(|(house, wager)| {
            house.progressive_terms(*wager).is_some_and(|t| t.multi_win == rules::rulebook::vocabulary::MultiWin::TurnOrder)
        }).collect();
        let (house, wager) = &banks[which.index(banks.len())];
        let mut bank = linked(house, *wager);
        for name in GAMES {
            act(&mut bank, |bank| bank.join(&game(house, *wager, name)));
            act(&mut bank, |bank| bank.contribute(&id(name), RoundId(1), wagers));
        }
        let first = bank.terms().levels[0];
        let held: i64 = bank.value(first.level.into()).0 + bank.value(Pot::Reserve).0 + bank.value(Pot::Backup).0;
        let mut paid = 0;
        for (turn, at) in order.into_iter().enumerate() {
            let due = bank.due(first.level, Share::WHOLE);
            prop_assert!(turn == 0 || due >= first.seed);
            let claim = Claim::of(1, first.level, Share::WHOLE, due);
            act(&mut bank, |bank| bank.award(&id(GAMES[at]), RoundId(1), &claim));
            paid += due.0;
        }
        let left = bank.value(first.level.into()).0;
        prop_assert_eq!(held + 4 * Meter::of(first.seed).0, Meter::of(Cents(paid)).0 + left);
    }

    /// A void round leaves no trace except its entries.
    #[test]
    fn a_reversal_restores(wagers in 1_u32..1_000_000, corrected in 0_u32..1_000_000, which in any::<prop::sample::Index>()) {
        let (house, wager) = &BANKS[which.index(BANKS.len())];
        let mut bank = linked(house, *wager);
        act(&mut bank, |bank| bank.join(&game(house, *wager, "t1")));
        let before = bank.shown();
        act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), wagers));
        if corrected != wagers {
            act(&mut bank, |bank| bank.correct(&id("t1"), RoundId(1), corrected));
        }
        if corrected > 0 && !bank.terms().reversed_on_void {
            act(&mut bank, |bank| bank.correct(&id("t1"), RoundId(1), 0));
        } else if corrected > 0 {
            act(&mut bank, |bank| bank.reverse(&id("t1"), RoundId(1)));
        }
        prop_assert_eq!(bank.shown(), before);
    }

    /// Absurdly large figures are refused or counted, but never overflow.
    #[test]
    fn nothing_overflows(seed in 0..=i64::MAX, stake in 1..=i64::MAX, rate in any::<u32>(), numbers in tapes(400)) {
        let house = house("golden/books/freedonia-house.toml");
        let mut terms = BankTerms::of(&house, Wager::Progressive).unwrap();
        (terms.link, terms.stake) = (Some("link".into()), Cents(stake));
        terms.levels[0].seed = Cents(seed >> (numbers[0] % 63));
        (terms.levels[0].grows, terms.reserve, terms.backup) = (Share(rate), Share(rate / 3), Share(rate / 2));
        let mut bank = Bank::new(terms);
        let base = bank.value(Level::Main.into());
        for name in GAMES {
            let mut joins = game(&house, Wager::Progressive, name);
            joins.stake = Cents(stake);
            act(&mut bank, |bank| bank.join(&joins));
        }
        let mut tape = Tape::new(&numbers[1..]);
        for _ in 0..40 {
            if let Ok(entry) = ask(&mut tape, &bank, &house) {
                bank.apply(&entry);
                if base.0 < i64::MAX {
                    prop_assert_eq!(bank.audit(), Ok(()));
                }
            }
        }
    }
}

/// Shows that the property above is not vacuous: every kind of entry comes up often.
#[test]
fn every_kind_of_entry_comes_up() {
    let (mut met, mut number) = ([0; 13], 1_u64);
    assert_eq!(books().codes().count(), 6);
    for _ in 0..150 {
        let mut next = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 40) as u16
        };
        let numbers: Vec<u16> = (0..1200).map(|_| next()).collect();
        for entry in any_order(&numbers).unwrap() {
            met[kind(&entry)] += 1;
        }
    }
    assert!(met.iter().all(|count| *count > 20), "{met:?}");
}

/// The audit distinguishes a damaged state from a sound one.
#[test]
fn the_audit_finds_damage() {
    let house = house("houses/sd.toml");
    let mut bank = linked(&house, Wager::Progressive);
    act(&mut bank, |bank| bank.join(&game(&house, Wager::Progressive, "t1")));
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let text = serde_json::to_string(&bank).unwrap();
    let damaged = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        let bank: Bank = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
        bank.audit().unwrap_err().to_string()
    };
    let words = "millionths of a cent and is";
    assert_eq!(
        damaged("100045000000", "100045000001"),
        format!("the main meter's value should be 100045000000 {words} 100045000001; the state is damaged")
    );
    assert!(
        damaged("\"staked\":300", "\"staked\":400").starts_with("the main meter's contributions should be 60000000")
    );
    assert!(damaged("\"resets\":[0", "\"resets\":[1").starts_with("the main meter's base should be 200000000000"));
    assert!(damaged("\"unstaked\":0", "\"unstaked\":1").starts_with("the main meter's reversals should be 150000"));
}
