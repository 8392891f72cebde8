//! Finds cards for a hand that a paytable names. It evaluates hands in its own, slow way, so that it can disagree.

use rules::hand::HandName;

/// A card: rank from 2 to 14, and suit.
pub type Card = (u8, char);

const SUITS: [char; 4] = ['s', 'h', 'd', 'c'];

/// The deck, spades first, aces first.
pub fn deck() -> Vec<Card> {
    SUITS.into_iter().flat_map(|suit| (2..=14).rev().map(move |rank| (rank, suit))).collect()
}

/// A card as files write it.
pub fn text(card: &Card) -> String {
    let rank = "23456789TJQKA".chars().nth(usize::from(card.0) - 2).unwrap();
    format!("{rank}{}", card.1)
}

fn ranks(cards: &[Card]) -> Vec<u8> {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.0).collect();
    ranks.sort_unstable();
    ranks
}

fn one_suit(cards: &[Card]) -> bool {
    cards.iter().all(|card| Some(card.1) == cards.first().map(|first| first.1))
}

/// Whether the ranks are consecutive, with the ace above the king or below the two.
fn consecutive(ranks: &[u8]) -> bool {
    let follow = |ranks: &[u8]| ranks.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let mut low: Vec<u8> = ranks.iter().map(|rank| if *rank == 14 { 1 } else { *rank }).collect();
    low.sort_unstable();
    follow(ranks) || follow(&low)
}

/// How often each rank occurs, the most first.
fn counts(ranks: &[u8]) -> Vec<usize> {
    let mut counts: Vec<usize> = (2..=14).map(|rank| ranks.iter().filter(|r| **r == rank).count()).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

/// Whether three cards make a hand of that name; a mini royal is also a straight flush.
fn is_three(cards: &[Card], name: HandName) -> bool {
    let ranks = ranks(cards);
    let (suited, straight) = (one_suit(cards), consecutive(&ranks));
    let mini_royal = suited && ranks == [12, 13, 14];
    let suit = cards.first().map(|card| card.1);
    match name {
        HandName::AkqSpades => mini_royal && suit == Some('s'),
        HandName::AkqHdc => mini_royal && suit != Some('s'),
        HandName::AkqSuited => mini_royal,
        HandName::StraightFlush => suited && straight,
        HandName::ThreeOfAKind => counts(&ranks)[0] == 3,
        HandName::Straight => straight && !suited,
        HandName::Flush => suited && !straight,
        HandName::Pair => counts(&ranks)[0] == 2,
        HandName::HighCard => counts(&ranks)[0] == 1 && !suited && !straight,
        _ => false,
    }
}

/// The name of five cards; a royal flush is distinguished from a straight flush.
fn name_of_five(cards: &[Card]) -> HandName {
    let ranks = ranks(cards);
    let (suited, straight, counts) = (one_suit(cards), consecutive(&ranks), counts(&ranks));
    match (suited, straight, counts[0], counts[1]) {
        (true, true, ..) if ranks[0] == 10 => HandName::RoyalFlush,
        (true, true, ..) => HandName::StraightFlush,
        (_, _, 4, _) => HandName::FourOfAKind,
        (_, _, 3, 2) => HandName::FullHouse,
        (true, ..) => HandName::Flush,
        (_, true, ..) => HandName::Straight,
        (_, _, 3, _) => HandName::ThreeOfAKind,
        (_, _, 2, 2) => HandName::TwoPair,
        (_, _, 2, _) => HandName::Pair,
        _ => HandName::HighCard,
    }
}

/// The first three cards of the deck that make `name` and none of the lines above it.
pub fn find_three(name: HandName, above: &[HandName]) -> Option<Vec<Card>> {
    let deck = deck();
    for (i, a) in deck.iter().enumerate() {
        for (j, b) in deck.iter().enumerate().skip(i + 1) {
            for c in deck.iter().skip(j + 1) {
                let cards = [*a, *b, *c];
                if is_three(&cards, name) && !above.iter().any(|higher| is_three(&cards, *higher)) {
                    return Some(cards.to_vec());
                }
            }
        }
    }
    None
}

/// The first five cards of the deck of that name, without the ace below a two.
pub fn find_five(name: HandName) -> Option<Vec<Card>> {
    let deck = deck();
    let low_ace = |cards: &[Card]| {
        let ranks = ranks(cards);
        ranks.contains(&14) && ranks.contains(&2) && consecutive(&ranks)
    };
    for a in 0..deck.len() {
        for b in a + 1..deck.len() {
            for c in b + 1..deck.len() {
                for d in c + 1..deck.len() {
                    for e in d + 1..deck.len() {
                        let cards = [deck[a], deck[b], deck[c], deck[d], deck[e]];
                        if name_of_five(&cards) == name && !low_ace(&cards) {
                            return Some(cards.to_vec());
                        }
                    }
                }
            }
        }
    }
    None
}

/// Six cards whose best five have that name, or that make a super royal.
pub fn find_six(name: HandName) -> Option<Vec<Card>> {
    let suits: &[char] = match name {
        HandName::SuperRoyalDiamonds | HandName::SuperRoyalAny => &['d'],
        HandName::SuperRoyalHsc => &['c'],
        _ => &[],
    };
    if let Some(suit) = suits.first() {
        return Some((9..=14).rev().map(|rank| (rank, *suit)).collect());
    }
    let five = find_five(name)?;
    let order = [
        HandName::RoyalFlush,
        HandName::StraightFlush,
        HandName::FourOfAKind,
        HandName::FullHouse,
        HandName::Flush,
        HandName::Straight,
        HandName::ThreeOfAKind,
        HandName::TwoPair,
        HandName::Pair,
        HandName::HighCard,
    ];
    let rank = |cards: &[Card]| order.iter().position(|known| *known == name_of_five(cards)).unwrap();
    // The lowest cards first: they disturb the five least.
    for sixth in deck().into_iter().rev().filter(|card| !five.contains(card)) {
        let mut six = five.clone();
        six.push(sixth);
        let best = (0..6).map(|left_out| {
            let some: Vec<Card> = (0..6).filter(|i| *i != left_out).map(|i| six[i]).collect();
            rank(&some)
        });
        let super_royal = one_suit(&six) && ranks(&six)[0] == 9;
        if best.min().map(|best| order[best]) == Some(name) && !super_royal {
            return Some(six);
        }
    }
    None
}

/// Three-card hands that make nothing, from what is left of the deck; none is higher than a king.
pub fn nothing(number: usize, used: &[Card]) -> Vec<Vec<Card>> {
    let mut left: Vec<Card> = deck().into_iter().filter(|card| !used.contains(card) && card.0 < 14).collect();
    let mut hands = Vec::new();
    while hands.len() < number {
        let hand = left.iter().enumerate().find_map(|(i, a)| {
            left.iter().enumerate().skip(i + 1).find_map(|(j, b)| {
                let c = left.iter().skip(j + 1).find(|c| is_three(&[*a, *b, **c], HandName::HighCard))?;
                Some(vec![*a, *b, *c])
            })
        });
        let hand = hand.expect("the deck holds enough of nothing");
        left.retain(|card| !hand.contains(card));
        hands.push(hand);
    }
    hands
}
