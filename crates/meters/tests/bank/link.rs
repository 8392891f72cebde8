//! Who may share meters, and what happens when the controller cannot be reached.

use meters::{GAMES_MAX, GameId, GameTerms, Pot, RoundId};
use rules::{Cents, Wager};

use super::{act, bank, house, id, said, table};

/// ma:13(h), READING 79: linked games have the same paytable, stake and number of decks.
#[test]
fn a_link_is_refused_unless_paytable_stake_and_decks_agree() {
    let house = house("houses/ma.toml");
    let mut bank = bank(&house, Wager::FiveCardProgressive, "t1");
    let ride = GameTerms {
        id: id("ride"),
        title: "Let It Ride".into(),
        paytable: "PTMGLML01".into(),
        stake: Cents(100),
        decks: 1,
    };
    for (game, words) in [
        (
            GameTerms { paytable: "PTMGLML02".into(), ..ride.clone() },
            "the game's paytable is PTMGLML02, the link's PTMGLML01",
        ),
        (GameTerms { stake: Cents(500), ..ride.clone() }, "the game's stake is $5, the link's $1"),
        (GameTerms { decks: 2, ..ride.clone() }, "the game's number of decks is 2, the link's 1"),
    ] {
        let words = format!("{words}; linked games must be equal in it [ma:13(h), READING 79]");
        assert_eq!(said(bank.join(&game)), words);
    }
    assert!(said(bank.contribute(&ride.id, RoundId(1), 1)).starts_with("ride is not on this progressive"));
    act(&mut bank, |bank| bank.join(&ride));
    assert!(said(bank.join(&ride)).starts_with("ride is on this progressive already"));
    // From here on, another title is a game like any other.
    act(&mut bank, |bank| bank.contribute(&ride.id, RoundId(77), 4));
    assert!(said(bank.leave(&ride.id)).starts_with("round 77 of ride is open"));
    act(&mut bank, |bank| bank.close(&ride.id, RoundId(77)));
    act(&mut bank, |bank| bank.leave(&ride.id));
    assert!(said(bank.leave(&ride.id)).starts_with("ride is not on this progressive"));
    // A game that comes back is still known by its last round.
    act(&mut bank, |bank| bank.join(&ride));
    assert!(said(bank.contribute(&ride.id, RoundId(77), 4)).starts_with("round 77 of ride has contributed already"));
}

#[test]
fn a_table_that_stands_alone_shares_with_nobody() {
    let house = house("houses/sd.toml");
    let mut bank = bank(&house, Wager::Progressive, "t1");
    let other = table(&house, Wager::Progressive, "t2");
    let words = "t2 cannot join: this house runs no link, and another table has the meters [READING 79]";
    assert_eq!(said(bank.join(&other)), words);
    act(&mut bank, |bank| bank.leave(&id("t1")));
    act(&mut bank, |bank| bank.join(&other));
}

#[test]
fn a_game_without_a_title_or_with_no_stake_does_not_join() {
    let house = house("houses/md14.toml");
    let bank = bank(&house, Wager::FiveCardProgressive, "t1");
    let fair = table(&house, Wager::FiveCardProgressive, "t2");
    for title in ["", " x", "a\nb", &"x".repeat(41)] {
        let game = GameTerms { title: title.into(), ..fair.clone() };
        assert!(said(bank.join(&game)).contains("cannot be a title"), "{title:?}");
        assert!(GameId::new(title).is_err());
    }
    let mut terms = bank.terms().clone();
    terms.shares.clear();
    let lax = meters::Bank::new(terms);
    for stake in [0, -100, i64::MIN + 1] {
        let game = GameTerms { stake: Cents(stake), ..fair.clone() };
        assert!(said(lax.join(&game)).ends_with("is no wager [READING 79]"));
    }
}

/// md14:02.C: no progressive wager without the system. Locked-in wagers are still played to the end.
#[test]
fn out_of_reach_no_wager_is_accepted() {
    let house = house("houses/md14.toml");
    let mut bank = bank(&house, Wager::Progressive, "t1");
    assert_eq!(bank.accepts(&id("t1")), Ok(()));
    assert!(said(bank.reach(true)).starts_with("the controller is within reach already"));
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(1), 2));
    act(&mut bank, |bank| bank.reach(false));
    assert!(!bank.online());
    assert!(said(bank.reach(false)).starts_with("the controller is out of reach already"));
    assert!(said(bank.correct(&id("t1"), RoundId(1), 3)).starts_with("the progressive controller is out of reach"));
    act(&mut bank, |bank| bank.reverse(&id("t1"), RoundId(1)));
    act(&mut bank, |bank| bank.close(&id("t1"), RoundId(1)));
    let words = "the progressive controller is out of reach; no progressive wager is accepted [md14:02.C,";
    assert!(said(bank.contribute(&id("t1"), RoundId(2), 2)).starts_with(words));
    assert!(bank.accepts(&id("t1")).is_err_and(|refusal| refusal.to_string().starts_with(words)));
    act(&mut bank, |bank| bank.reach(true));
    act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(2), 2));
}

/// A full link has no room until a game leaves. The state of a full link is small.
#[test]
fn a_link_has_room_for_so_many_games_and_stays_small() {
    let house = house("houses/ma.toml");
    let wager = Wager::FiveCardProgressive;
    let name = |number: usize| format!("table {number:02} of the largest casino floor");
    let mut bank = bank(&house, wager, &name(0));
    for number in 1..GAMES_MAX {
        act(&mut bank, |bank| bank.join(&table(&house, wager, &name(number))));
    }
    let late = table(&house, wager, "late");
    assert!(said(bank.join(&late)).starts_with("no more than 24 games share one progressive"));
    for number in 0..GAMES_MAX {
        act(&mut bank, |bank| bank.contribute(&id(&name(number)), RoundId(4_000_000_000), 7));
    }
    for number in 0..4 {
        let by = super::person(&format!("floorperson {number}"));
        let reason = "a reason that is as long as it can be ".repeat(5);
        act(&mut bank, |bank| bank.propose(&by, Pot::Level(rules::Level::Major), rules::Meter(1), &reason));
    }
    let size = serde_json::to_vec(&bank).unwrap().len();
    assert!(size < 8 * 1024, "{size} bytes");
    act(&mut bank, |bank| bank.close(&id(&name(3)), RoundId(4_000_000_000)));
    act(&mut bank, |bank| bank.leave(&id(&name(3))));
    act(&mut bank, |bank| bank.join(&late));
    assert_eq!(bank.games().count(), GAMES_MAX);
    assert!(bank.game(&id(&name(3))).is_none());
}
