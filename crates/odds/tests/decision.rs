//! What a decision is worth, compared with the other ways in which this crate counts it.

use cards::{CardSet, Three};
use odds::Fraction;
use odds::decision::{Situation, Worth};
use odds::known::{DealerGlimpse, KnownCards};
use odds::position::{Position, PositionTerms};
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use rules::settle::{Meters, Stakes};
use rules::{Books, Cents, House, Wager};

fn house(code: &str) -> House {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the example house");
    rules::house::check(&text, &Books::shipped()).house.expect("a lawful house")
}

fn hand(text: &str) -> Three {
    text.parse().expect("a hand")
}

fn worth(house: &House, hand: Three, stakes: &Stakes) -> Worth {
    let meters = Meters::seeded(house);
    Situation { house, hand, stakes, seen: CardSet::EMPTY, dealer: CardSet::EMPTY, others: 0, meters }
        .worth()
        .expect("a deal")
}

fn of(worth: &Worth, wager: Wager) -> (Fraction, Fraction) {
    let found = worth.wagers.iter().find(|worth| worth.wager == wager).expect("the wager");
    (found.play.clone(), found.fold.clone())
}

/// The base game alone: the value of known cards, hand by hand, with and without cards seen elsewhere.
#[test]
fn ante_and_play_are_worth_what_known_cards_say() {
    for code in ["md2014", "md14", "ma", "tribal", "sd"] {
        let house = house(code);
        let terms = BaseTerms::of(&house);
        let stakes = Stakes { ante: Cents(100), ..Stakes::default() };
        for (own, seen) in [("Qs 6d 4h", ""), ("Qs 6d 3h", "Ac Kd"), ("As Ks Qs", "2c 2d 2h"), ("7c 7d 2s", "")] {
            let seen: CardSet = seen.split_whitespace().map(|card| card.parse().expect("a card")).collect();
            let known = KnownCards { dealer: DealerGlimpse::Nothing, others: seen };
            let play = known.hand(&terms, hand(own)).expect("a deal").play;
            let meters = Meters::default();
            let here = Situation {
                house: &house,
                hand: hand(own),
                stakes: &stakes,
                seen,
                dealer: CardSet::EMPTY,
                others: 0,
                meters,
            };
            let here = here.worth().expect("a deal");
            assert_eq!(here.play(), play * Fraction::whole(100), "{code}: {own}");
            assert_eq!(here.fold(), Fraction::whole(-100), "{code}: {own}");
        }
    }
}

/// A card of the dealer's that everybody has seen.
#[test]
fn a_seen_card_of_the_dealer_counts() {
    let house = house("sd");
    let stakes = Stakes { ante: Cents(100), ..Stakes::default() };
    for card in ["2c", "Qh", "Ad"] {
        let card = card.parse().expect("a card");
        let known = KnownCards::of(Some(card), CardSet::EMPTY);
        let play = known.hand(&BaseTerms::of(&house), hand("Ks 9d 4h")).expect("a deal").play;
        let (seen, dealer, meters) = (CardSet::EMPTY, CardSet::from_iter([card]), Meters::default());
        let here =
            Situation { house: &house, hand: hand("Ks 9d 4h"), stakes: &stakes, seen, dealer, others: 0, meters };
        assert_eq!(here.worth().expect("a deal").play(), play * Fraction::whole(100), "{card}");
    }
}

/// All wagers of a position: the same gain by playing as in the count of all positions.
#[test]
fn a_hand_gains_what_it_gains_in_the_whole_position() {
    for code in ["md14", "ma"] {
        let house = house(code);
        let stakes = Stakes {
            ante: Cents(1_000),
            pair_plus: Cents(500),
            six_card_bonus: Cents(500),
            progressive: Cents(100),
            five_card_progressive: Cents(100),
            ..Stakes::default()
        };
        let terms = PositionTerms::of(&house, &stakes, &Meters::seeded(&house));
        let whole = Position::new(&terms, &Strategy::Optimal);
        for choice in whole.choices.iter().step_by(211) {
            let here = worth(&house, choice.hand, &stakes);
            assert_eq!(here.gain(), choice.gain(), "{code}: {}", choice.hand);
            assert_eq!(here.plays(), choice.plays, "{code}: {}", choice.hand);
        }
    }
}

/// A pair keeps pair plus only while it is played: folding a hand that is worth nothing else gives up what it has won.
#[test]
fn a_fold_gives_up_what_the_book_says() {
    let house = house("md14");
    let stakes = Stakes { ante: Cents(500), pair_plus: Cents(500), progressive: Cents(100), ..Stakes::default() };
    let pair = worth(&house, hand("2c 2d 3h"), &stakes);
    assert_eq!(of(&pair, Wager::PairPlus), (Fraction::whole(500), Fraction::whole(-500)));
    assert_eq!(of(&pair, Wager::Progressive), (Fraction::whole(-100), Fraction::whole(-100)));
    let touched: Vec<Wager> = pair.touched().map(|worth| worth.wager).collect();
    assert_eq!(touched, [Wager::Ante, Wager::Play, Wager::PairPlus]);
    assert!(pair.plays() && pair.left_out.is_empty());
}

/// If others are in the round, wagers that depend on their cards are named, not guessed at.
#[test]
fn what_hangs_on_others_is_left_out() {
    let house = house("ma");
    let stakes = Stakes { ante: Cents(500), progressive: Cents(100), cover_all: Cents(500), ..Stakes::default() };
    let meters = Meters::seeded(&house);
    let mut here = Situation {
        house: &house,
        hand: hand("Kc 8d 3h"),
        stakes: &stakes,
        seen: CardSet::EMPTY,
        dealer: CardSet::EMPTY,
        others: 0,
        meters,
    };
    let alone = here.worth().expect("a deal");
    assert!(alone.left_out.is_empty() && alone.wagers.iter().any(|worth| worth.wager == Wager::CoverAll));
    here.others = 2;
    let among = here.worth().expect("a deal");
    assert!(among.left_out.contains(&Wager::CoverAll));
    assert!(!among.wagers.iter().any(|worth| worth.wager == Wager::CoverAll));
    assert_eq!(of(&among, Wager::Play), of(&alone, Wager::Play));
    // A card cannot be in two places.
    here.seen = CardSet::from_iter(["Kc".parse().expect("a card")]);
    assert_eq!(here.worth(), None);
}
