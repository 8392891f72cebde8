//! Known cards: published figures, counting compared with dealing, and identities that must hold.

use cards::{Card, CardSet, Rank, Suit, Three};
use odds::base::BaseGame;
use odds::known::{DealerGlimpse, KnownCards, average, by_rank, dealer_card_seen, others_seen, ranks};
use odds::strategy::Strategy;
use odds::terms::{BaseTerms, Meeting};
use odds::{Deals, Fraction};
use rules::Books;

fn terms() -> BaseTerms {
    // Ante bonus 5, 4 and 1: the "full pay" of the published figures.
    let text = include_str!("../../../houses/md14.toml");
    BaseTerms::of(&rules::house::check(text, &Books::shipped()).house.unwrap())
}

fn set(cards: &str) -> CardSet {
    cards.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
}

#[test]
fn nothing_known_is_the_base_game() {
    let terms = terms();
    let deals = Deals::new(terms.floor);
    let base = BaseGame::new(&deals, &terms, &Strategy::Optimal);
    let game = KnownCards::of(None, CardSet::EMPTY).game(&terms).unwrap();
    assert_eq!(game.ev, base.ev());
    assert_eq!(game.threshold(), base.threshold);
    assert_eq!(game.fold, Fraction::new(base.folded, odds::base::DEALS));
    // A glimpse that shows nothing is worth nothing.
    let any = KnownCards { dealer: DealerGlimpse::OneOf(CardSet::FULL), others: CardSet::EMPTY }.game(&terms).unwrap();
    assert_eq!((any.ev, any.plays), (game.ev.clone(), game.plays));
    assert_eq!(average(&terms, CardSet::EMPTY, &[]), game.ev);
}

#[test]
fn a_seen_dealer_card_is_worth_what_is_published() {
    let terms = terms();
    let all = by_rank(&terms);
    for (rank, game) in &all {
        println!(
            "{rank}: ev {} fold {} weakest played {:?} strongest folded {:?} mixed {:?}",
            game.ev.percent(4),
            game.fold.percent(2),
            game.weakest_played.map(|s| s.to_string()),
            game.strongest_folded.map(|s| s.to_string()),
            game.mixed,
        );
    }
    println!("average {}", dealer_card_seen(&by_rank(&terms)).percent(4));
    // wizardofodds.com, newsletter of 6 September 2003: 3.48 percent; always play against a jack or less, from Q-9-2,
    // K-9-2 and A-9-2 against a queen, king and ace.
    assert_eq!(dealer_card_seen(&by_rank(&terms)).percent(2), "3.48%");
    for (rank, game) in &all[..=9] {
        assert!(game.fold.is_zero(), "{rank}");
    }
    let from: Vec<String> = all[10..].iter().map(|(_, game)| game.threshold().unwrap().to_string()).collect();
    assert_eq!(from, ["Q-9-2", "K-9-2", "A-9-2"]);
}

#[test]
fn half_a_glimpse_is_worth_less() {
    let terms = terms();
    let (paint, ace) = (ranks(Rank::Jack, Rank::King), ranks(Rank::Ace, Rank::Ace));
    // The same source: 2.41 percent if ace, face and no face can be distinguished; a face card is played from Q-J-5.
    let told_apart = average(&terms, CardSet::EMPTY, &[paint, ace]);
    println!("ace, face, neither: {}", told_apart.percent(4));
    assert_eq!(told_apart.percent(2), "2.41%");
    let game = KnownCards { dealer: DealerGlimpse::OneOf(paint), others: CardSet::EMPTY }.game(&terms).unwrap();
    println!("face: {} from {:?} mixed {:?}", game.ev.percent(4), game.threshold().map(|s| s.to_string()), game.mixed);
    assert_eq!(game.threshold().map(|s| s.to_string()).as_deref(), Some("Q-J-5"));
    let jack_or_lower = ranks(Rank::Two, Rank::Jack);
    let two = average(&terms, CardSet::EMPTY, &[jack_or_lower]);
    println!("jack or lower, or not: {}", two.percent(4));
    assert!(two < dealer_card_seen(&by_rank(&terms)));
    // Distinguishing more never hurts.
    let nothing = average(&terms, CardSet::EMPTY, &[]);
    assert!(nothing < two);
    let each: Vec<CardSet> = Rank::ALL.into_iter().map(|rank| ranks(rank, rank)).collect();
    assert_eq!(average(&terms, CardSet::EMPTY, &each), dealer_card_seen(&by_rank(&terms)));
}

#[test]
fn counting_agrees_with_dealing() {
    let terms = terms();
    let parts = terms.parts();
    for (dealer, others) in [
        (DealerGlimpse::Card("Qs".parse().unwrap()), "2c 2d 2h"),
        (DealerGlimpse::OneOf(ranks(Rank::Jack, Rank::King)), "Kc Ac Ad 7h 7s 7d"),
        (DealerGlimpse::Nothing, "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s Ah Kh Qh Jh Th"),
    ] {
        let known = KnownCards { dealer, others: set(others) };
        let game = known.game(&terms).unwrap();
        let deck = CardSet::FULL.difference(set(others));
        let inside = |hand: &Three| hand.set().difference(deck).is_empty();
        let (mut sum, mut of) = (0_i64, 0_i64);
        // A third of the player's hands against all of the dealer's; then the whole by the module's own sums.
        for (i, (hand, _, plays)) in game.plays.iter().enumerate() {
            if i % 11 != 0 {
                continue;
            }
            let (mut value, mut dealt) = (0_i64, 0_i64);
            for other in Three::all().filter(inside).filter(|d| d.set().intersection(hand.set()).is_empty()) {
                let weight = match dealer {
                    DealerGlimpse::Nothing => 1,
                    DealerGlimpse::Card(card) => i64::from(other.set().contains(card)),
                    DealerGlimpse::OneOf(cards) => i64::from(other.set().intersection(cards).len()),
                };
                let meeting = if other.strength() < terms.floor {
                    Meeting::Unqualified
                } else {
                    match hand.strength().cmp(&other.strength()) {
                        std::cmp::Ordering::Greater => Meeting::Higher,
                        std::cmp::Ordering::Equal => Meeting::Equal,
                        std::cmp::Ordering::Less => Meeting::Lower,
                    }
                };
                value += weight * terms.net(*hand, meeting, parts);
                dealt += weight;
            }
            let own = known.hand(&terms, *hand).unwrap();
            assert_eq!(own.play, Fraction::new(value, dealt * parts), "{hand}");
            assert_eq!((own.plays, *plays), (value > -dealt * parts, value > -dealt * parts), "{hand}");
            (sum, of) = (sum + value, of + dealt);
        }
        assert!(of > 0 && sum != 0);
        // The values of all hands, found the slow way, add up to the game's value.
        if deck.len() < 40 {
            let (mut sum, mut of) = (Fraction::zero(), 0);
            for hand in Three::all().filter(inside) {
                let own = known.hand(&terms, hand).unwrap();
                sum += if own.plays { own.play } else { Fraction::whole(-1) };
                of += 1;
            }
            assert_eq!(game.plays.iter().map(|(_, ways, _)| ways).sum::<u32>(), of);
            assert_eq!(sum / Fraction::whole(of), game.ev);
        }
    }
}

#[test]
fn a_neighbours_hand_is_worth_little() {
    let terms = terms();
    let base = KnownCards::of(None, CardSet::EMPTY).game(&terms).unwrap().ev;
    let [one, two, three] = [1, 2, 3].map(|cards| others_seen(&terms, cards).unwrap());
    for ev in [&base, &one, &two, &three] {
        println!("{}", ev.percent(5));
    }
    assert!(base <= one && one <= two && two <= three && three.is_negative());
    assert_eq!(others_seen(&terms, 4), None);
    // One card, the other way round: take every card out of the deck in turn. Suits are alike.
    let sum: Fraction = Rank::ALL
        .into_iter()
        .map(|rank| KnownCards::of(None, CardSet::from_iter([Card::new(rank, Suit::Hearts)])).game(&terms).unwrap().ev)
        .sum();
    assert_eq!(sum / Fraction::whole(13), one);
}

#[test]
fn impossible_knowledge_has_no_value() {
    let terms = terms();
    let queen: Card = "Qs".parse().unwrap();
    assert_eq!(KnownCards::of(Some(queen), set("Qs")).game(&terms), None);
    assert_eq!(KnownCards::of(Some(queen), CardSet::EMPTY).hand(&terms, "Qs 3d 2c".parse().unwrap()), None);
    assert_eq!(KnownCards::of(None, set("3d")).hand(&terms, "Qs 3d 2c".parse().unwrap()), None);
}
