//! Cards and hands as text, and sets of cards.

use std::collections::BTreeSet;

use cards::{Card, CardSet, DuplicateCard, ParseThreeError, Rank, Suit, Three};

#[test]
fn all_52_cards_survive_text_and_index() {
    let mut texts = BTreeSet::new();
    for (index, card) in (0..).zip(Card::ALL) {
        assert_eq!(card.index(), index);
        assert_eq!(Card::from_index(index), Some(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(card.index(), card.rank().index() * 4 + card.suit().index());
        let text = card.to_string();
        for spelling in [text.clone(), text.to_lowercase(), text.to_uppercase()] {
            assert_eq!(spelling.parse(), Ok(card));
        }
        assert!(texts.insert(text));
    }
    assert_eq!(texts.len(), 52);
    assert_eq!("aS".parse(), Ok(Card::new(Rank::Ace, Suit::Spades)));
    for index in 52..=255 {
        assert_eq!(Card::from_index(index), None);
    }
}

#[test]
fn ranks_and_suits_survive_their_letters() {
    for (index, rank) in (0..).zip(Rank::ALL) {
        assert_eq!(rank.index(), index);
        assert_eq!(Rank::from_letter(rank.letter()), Some(rank));
        assert_eq!(Rank::from_letter(rank.letter().to_ascii_lowercase()), Some(rank));
        assert_eq!(rank.to_string(), rank.letter().to_string());
    }
    for (index, suit) in (0..).zip(Suit::ALL) {
        assert_eq!(suit.index(), index);
        assert_eq!(Suit::from_letter(suit.letter()), Some(suit));
        assert_eq!(Suit::from_letter(suit.letter().to_ascii_uppercase()), Some(suit));
        assert!(suit.name().starts_with(suit.letter()));
    }
    assert!(Rank::ALL.is_sorted());
    assert_eq!((Rank::Ace.name(), Rank::Ten.name(), Suit::Spades.name()), ("ace", "ten", "spades"));
}

#[test]
fn every_two_ascii_characters_are_a_card_or_an_error() {
    let mut parsed = Vec::new();
    for first in 0..128_u8 {
        for second in 0..128_u8 {
            let text = String::from_utf8(vec![first, second]).unwrap();
            match text.parse::<Card>() {
                Ok(card) => {
                    assert!(card.to_string().eq_ignore_ascii_case(&text));
                    parsed.push(card);
                }
                Err(error) => assert!(error.to_string().contains("is not a card"), "{error}"),
            }
        }
    }
    // 2 to 9 have one spelling, T, J, Q, K, A two; each suit has two.
    assert_eq!(parsed.len(), (8 + 5 * 2) * 4 * 2);
    assert_eq!(parsed.into_iter().collect::<CardSet>(), CardSet::FULL);
}

#[test]
fn what_is_not_a_card_says_so() {
    let message = |text: &str| text.parse::<Card>().unwrap_err().to_string();
    assert_eq!(message("1s"), r#""1s" is not a card: write rank and suit as two characters, such as As, Td, 2c"#);
    assert_eq!(message("10s"), r#""10s" is not a card: write the ten with a T, here Ts"#);
    assert_eq!(message("10H"), r#""10H" is not a card: write the ten with a T, here Th"#);
    for text in ["", "A", "s", "sA", "Asx", " As", "As ", "A s", "10", "10x", "A♠", "é", "０s", "\0\0", "Ａs"] {
        assert!(message(text).ends_with("such as As, Td, 2c"), "{text}");
    }
    assert_eq!(
        message(&"long ".repeat(1_000_000)),
        r#""long long long l" and more is not a card: write rank and suit as two characters, such as As, Td, 2c"#
    );
    assert!(message("\u{1b}[2J").starts_with(r#""\u{1b}[2J" is not"#), "no control character reaches a terminal");
}

#[test]
fn all_hands_survive_text() {
    for hand in Three::all() {
        assert_eq!(hand.to_string().parse(), Ok(hand));
    }
    assert_eq!("\tas\n KD 4c ".parse::<Three>().unwrap().to_string(), "As Kd 4c");
}

#[test]
fn what_is_not_a_hand_says_so() {
    let parse = |text: &str| text.parse::<Three>().unwrap_err();
    let ace = Card::new(Rank::Ace, Suit::Spades);
    for text in ["As As Kd", "As Kd As", "Kd As As", "As As As"] {
        assert_eq!(parse(text), ParseThreeError::Duplicate(DuplicateCard(ace)), "{text}");
    }
    assert_eq!(parse("As As Kd").to_string(), "As appears twice: the cards of a hand are distinct");
    assert_eq!(
        parse("As Kd").to_string(),
        "a hand has three cards with spaces between them, such as As Kd 4c; found 2"
    );
    assert_eq!(parse(""), ParseThreeError::Count(0));
    assert_eq!(parse("As Kd 4c 5c"), ParseThreeError::Count(4));
    assert_eq!(parse("AsKd4c"), ParseThreeError::Count(1));
    assert!(parse("As 10d 4c").to_string().contains("here Td"));
    assert!(std::error::Error::source(&parse("As 10d 4c")).is_some());
}

#[test]
fn a_duplicate_is_found_wherever_it_stands() {
    for twice in Card::ALL {
        for once in Card::ALL {
            for (a, b, c) in [(twice, twice, once), (twice, once, twice), (once, twice, twice)] {
                assert_eq!(Three::new(a, b, c), Err(DuplicateCard(twice)));
            }
        }
    }
}

#[test]
fn a_set_refuses_duplicates_and_counts_its_cards() {
    let mut set = CardSet::EMPTY;
    assert!(set.is_empty());
    for (count, card) in (0..).zip(Card::ALL) {
        assert_eq!(set.len(), count);
        assert!(!set.contains(card));
        assert!(!set.remove(card));
        assert!(set.insert(card));
        assert!(!set.insert(card), "a duplicate");
        assert!(set.contains(card));
    }
    assert_eq!(set, CardSet::FULL);
    assert!(set.iter().eq(Card::ALL));
    assert_eq!(set.iter().len(), 52);
    assert!(set.remove(Card::ALL[7]));
    assert_eq!(set.len(), 51);
    assert!(!set.iter().any(|card| card == Card::ALL[7]));
}

#[test]
fn sets_combine() {
    let hand = |text: &str| text.parse::<Three>().unwrap().set();
    let (a, b) = (hand("As Kd 4c"), hand("As Kh 4c"));
    assert_eq!(a.union(b).len(), 4);
    assert_eq!(a.intersection(b).len(), 2);
    assert_eq!(format!("{:?}", a.difference(b)), "{Kd}");
    assert_eq!(CardSet::from_bits(a.bits()), Some(a));
    assert_eq!(CardSet::from_bits(1 << 52), None);
    assert_eq!(a.into_iter().collect::<CardSet>(), a);
}
