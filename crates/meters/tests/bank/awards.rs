//! Awards: in turn or shared, the reset, and what cannot be claimed.

use meters::{Bank, BankTerms, Claim, Entry, GameTerms, Pot, Reset, RoundId};
use rules::{Cents, House, Level, Meter, Share, Wager};

use super::{act, bank, house, id, open, read, said};

/// A claim to a share of the meter's current value.
fn claim(bank: &Bank, position: u16, level: Level, share: Share) -> Claim {
    Claim::of(position, level, share, bank.due(level, share))
}

/// sd:(16)(a)(v)#2: a 100% award resets the meter to the seed plus the reserve. The fraction of a cent stays in.
#[test]
fn a_whole_award_resets_to_the_seed_plus_the_reserve() {
    let house = open(&read("houses/sd.toml").replace("rate = \"20%\"", "rate = \"20.0055%\""));
    let mut bank = bank(&house, Wager::Progressive, "t1");
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let whole = claim(&bank, 2, Level::Main, Share::WHOLE);
    assert_eq!(whole.amount, Cents(100_045));
    let entry = act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &whole));
    let reset = Reset { seed: Cents(100_000), reserve: Meter(15_000_000), backup: Meter(0) };
    assert!(matches!(entry, Entry::Awarded { reset: Some(found), .. } if found == reset), "{entry:?}");
    assert_eq!(bank.value(Level::Main.into()), Meter(100_000_000_000 + 15_000_000 + 16_500));
    assert_eq!(bank.value(Pot::Reserve), Meter(0));
}

/// READING 67: in turn, the next winner gets the meter as it is then, which is the reset amount.
#[test]
fn the_next_winner_gets_the_reset_amount() {
    let house = house("houses/md14.toml");
    let mut bank = bank(&house, Wager::Progressive, "t1");
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let first = claim(&bank, 3, Level::Minor, Share::WHOLE);
    assert_eq!(first.amount, Cents(100_018));
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &first));
    // What the first was paid is no longer there, and is not paid twice.
    let stale = Claim { position: 1, ..first };
    let words = "$1,000.18 is claimed of the minor meter and $1,000 is due; settle with the meter as it stands";
    assert_eq!(said(bank.award(&id("t1"), RoundId(1), &stale)), format!("{words} [md14:12.E(4), READING 67]"));
    assert!(said(bank.award(&id("t1"), RoundId(1), &first)).starts_with("position 3 was awarded in round 1"));
    let second = claim(&bank, 1, Level::Minor, Share::WHOLE);
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &second));
    assert_eq!((second.amount, bank.value(Level::Minor.into())), (Cents(100_000), Meter::of(Cents(100_000))));
    // The reserve belongs to the highest meter and is still there.
    assert_eq!(bank.value(Pot::Reserve), Meter(6_000_000));
}

#[test]
fn what_cannot_be_claimed() {
    let house = house("houses/md14.toml");
    let mut bank = bank(&house, Wager::Progressive, "t1");
    let whole = claim(&bank, 1, Level::Minor, Share::WHOLE);
    assert!(said(bank.award(&id("t1"), RoundId(1), &whole)).starts_with("round 1 of t1 is not open"));
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 1));
    let whole = claim(&bank, 1, Level::Minor, Share::WHOLE);
    for (change, words) in [
        (Claim { level: Level::Mega, ..whole }, "this progressive has no mega meter"),
        (Claim { share: Share(0), ..whole }, "0% is no share"),
        (Claim { share: Share(1_000_001), won: Share(1_000_001), ..whole }, "100.0001% is no share"),
        (Claim { won: Share::percent(10), ..whole }, "100% is no share"),
        (Claim { won: Share(u32::MAX), ..whole }, "100% is no share"),
        (Claim { amount: Cents(whole.amount.0 + 1), ..whole }, "$1,000.07 is claimed"),
        (Claim { amount: Cents(-1), ..whole }, "-$0.01 is claimed"),
        (Claim { amount: Cents(i64::MAX), ..whole }, "$92,233,720,368,547,758.07 is claimed"),
    ] {
        assert!(said(bank.award(&id("t1"), RoundId(1), &change)).starts_with(words), "{words}");
    }
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &whole));
    let another = claim(&bank, 2, Level::Minor, Share::WHOLE);
    assert!(said(bank.award(&id("t1"), RoundId(1), &another)).starts_with("round 1 of t1 has no wager left"));
}

/// A house whose winners share its three-card meter, which is linked.
fn sharing() -> House {
    let text = read("houses/sd.toml").replace("\"turn_order\"", "\"equal_shares\"");
    let link = "\n[progressive.link]\nname = \"Gulch Link\"\n";
    open(&(text + link))
}

#[test]
fn winners_who_share_get_equal_parts_and_the_last_one_resets() {
    let mut bank = bank(&sharing(), Wager::Progressive, "t1");
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let won = Share::percent(200);
    let half =
        |position| Claim { position, level: Level::Main, share: Share::WHOLE, won, amount: Cents(50_022), most: None };
    let entry = act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &half(5)));
    assert!(matches!(entry, Entry::Awarded { reset: None, .. }));
    let alone = Claim { won: Share::WHOLE, ..half(1) };
    assert!(said(bank.award(&id("t1"), RoundId(1), &alone)).starts_with("the winners of the main meter disagree"));
    let entry = act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &half(1)));
    assert!(matches!(entry, Entry::Awarded { reset: Some(_), .. }));
    // One cent could not be halved and stays in, with the seed and the reserve.
    assert_eq!(bank.value(Level::Main.into()), Meter::of(Cents(100_016)));
    let third = half(3);
    assert!(said(bank.award(&id("t1"), RoundId(1), &third)).starts_with("the winners of the main meter disagree"));
    let Entry::Closed { resets, .. } = act(&mut bank, |bank| bank.close(&id("t1"), RoundId(1))) else { panic!() };
    assert_eq!(resets, []);
}

/// A winner whose claim is not honoured does not prevent the meter's reset.
#[test]
fn a_share_that_nobody_claims_stays_in_and_the_meter_is_reset_at_the_close() {
    let mut bank = bank(&sharing(), Wager::Progressive, "t1");
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let won = Share::percent(200);
    let half = Claim { position: 5, level: Level::Main, share: Share::WHOLE, won, amount: Cents(50_022), most: None };
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &half));
    let Entry::Closed { resets, .. } = act(&mut bank, |bank| bank.close(&id("t1"), RoundId(1))) else { panic!() };
    assert_eq!(resets.len(), 1);
    assert_eq!(bank.value(Level::Main.into()), Meter::of(Cents(100_045 - 50_022 + 100_000 + 15)));
}

/// A claim must name the open round, and at most 9,999 % of a meter can be won in one.
#[test]
fn a_claim_is_for_the_open_round_and_shares_end_somewhere() {
    let mut bank = bank(&sharing(), Wager::Progressive, "t1");
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(2), 3));
    let claim = |won: Share| Claim {
        position: 5,
        level: Level::Main,
        share: Share::WHOLE,
        won,
        amount: Cents(1_000),
        most: None,
    };
    let elsewhere = said(bank.award(&id("t1"), RoundId(1), &claim(Share::percent(200))));
    assert!(elsewhere.starts_with("round 1 of t1 is not open"), "{elsewhere}");
    let most = Share::percent(9_999);
    assert!(bank.award(&id("t1"), RoundId(2), &claim(most)).is_ok());
    assert!(said(bank.award(&id("t1"), RoundId(2), &claim(Share(most.0 + 1)))).starts_with("100% is no share"));
}

/// Taking back an award leaves the bank as if it had never been made: meters, sums, resets and who may share.
#[test]
fn an_award_that_is_taken_back_was_never_made() {
    for house in [sharing(), house("houses/md14.toml")] {
        let level = if house.progressive.as_ref().unwrap().meters.len() == 1 { Level::Main } else { Level::Minor };
        let mut bank = bank(&house, Wager::Progressive, "t1");
        act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
        let before = bank.clone();
        let whole = claim(&bank, 2, level, Share::WHOLE);
        let entry = act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &whole));
        assert!(matches!(entry, Entry::Awarded { reset: Some(_), .. }), "{entry:?}");
        assert!(said(bank.take_back(&id("t1"), RoundId(1), 3)).starts_with("round 1 of t1"));
        act(&mut bank, |bank| bank.take_back(&id("t1"), RoundId(1), 2));
        assert_eq!(bank, before);
    }
    // Of two who share a meter, one gives the award back: the other's part stands, and that part can be won again.
    let mut bank = bank(&sharing(), Wager::Progressive, "t1");
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 3));
    let won = Share::percent(200);
    let half =
        |position| Claim { position, level: Level::Main, share: Share::WHOLE, won, amount: Cents(50_022), most: None };
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &half(5)));
    let one = bank.clone();
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &half(1)));
    act(&mut bank, |bank| bank.take_back(&id("t1"), RoundId(1), 1));
    assert_eq!(bank, one);
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &half(3)));
}

/// Two tables on a link win at once: the one validated first takes what both saw, and the other must settle again.
#[test]
fn linked_winners_are_paid_in_the_order_of_validation() {
    let house = house("houses/ma.toml");
    let wager = Wager::FiveCardProgressive;
    let mut bank = bank(&house, wager, "t1");
    let rides = GameTerms { id: id("ride"), title: "Let It Ride".into(), ..super::table(&house, wager, "t1") };
    act(&mut bank, |bank| bank.join(&rides));
    for game in ["t1", "ride"] {
        act(&mut bank, |bank| bank.contribute(&id(game), RoundId(1), 2));
    }
    let (ours, theirs) = (claim(&bank, 1, Level::Major, Share::WHOLE), claim(&bank, 9, Level::Major, Share::WHOLE));
    act(&mut bank, |bank| bank.award(&id("ride"), RoundId(1), &theirs));
    assert!(said(bank.award(&id("t1"), RoundId(1), &ours)).contains("$10,000 is due"));
    let anew = claim(&bank, 1, Level::Major, Share::WHOLE);
    act(&mut bank, |bank| bank.award(&id("t1"), RoundId(1), &anew));
    assert_eq!((theirs.amount, anew.amount), (Cents(1_000_040), Cents(1_000_000)));
}

/// Another game won what a void round had added: the meter gives what it holds, and the entry records what is missing.
#[test]
fn a_reversal_never_takes_a_meter_below_zero() {
    let mut terms = BankTerms::of(&house("houses/ma.toml"), Wager::FiveCardProgressive).unwrap();
    for level in &mut terms.levels {
        level.seed = Cents::ZERO;
    }
    let game = |name: &str| super::table(&house("houses/ma.toml"), Wager::FiveCardProgressive, name);
    let mut bank = Bank::new(terms);
    act(&mut bank, |bank| bank.join(&game("t1")));
    act(&mut bank, |bank| bank.join(&game("t2")));
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 2));
    act(&mut bank, |bank| bank.contribute(&id("t2"), RoundId(1), 1));
    let whole = claim(&bank, 1, Level::Major, Share::WHOLE);
    act(&mut bank, |bank| bank.award(&id("t2"), RoundId(1), &whole));
    let entry = act(&mut bank, |bank| bank.reverse(&id("t1"), RoundId(1)));
    let Entry::Reversed { amounts, short, .. } = entry else { panic!("{entry:?}") };
    let of = |pots: &meters::Pots| (pots.get(Level::Major.into()), pots.get(Level::Minor.into()));
    assert_eq!((of(&amounts), of(&short)), ((Meter(0), Meter(10_000_000)), (Meter(20_000_000), Meter(0))));
}
