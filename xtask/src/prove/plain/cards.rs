//! Three cards and what they are worth, word for word after the ranking chapters.

/// The rank of the ace; the two has rank 0.
const ACE: u8 = 12;
const THREE: u8 = 1;
const TWO: u8 = 0;
/// The suits are clubs, diamonds, hearts and spades, from 0. Only a paytable ever asks for one.
const SPADES: u8 = 3;

/// The six classes from the lowest to the highest: md14:06.D, ma:3(b), tribal:(c)(2), sd:(1)#4.
const HIGH_CARD: u32 = 0;
const PAIR: u32 = 1;
const FLUSH: u32 = 2;
const STRAIGHT: u32 = 3;
const THREE_OF_A_KIND: u32 = 4;
const STRAIGHT_FLUSH: u32 = 5;

/// The least a hand of queen high can be worth: a queen, and lower cards of no matter what rank.
pub(crate) const QUEEN_HIGH: u32 = value(HIGH_CARD, [10, 0, 0]);

/// What a paytable calls the hand. A suited ace-king-queen is parted from the other straight flushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandName {
    HighCard,
    Pair,
    Flush,
    Straight,
    ThreeOfAKind,
    StraightFlush,
    AkqHdc,
    AkqSpades,
}

impl HandName {
    pub(crate) const ALL: [HandName; 8] = [
        HandName::HighCard,
        HandName::Pair,
        HandName::Flush,
        HandName::Straight,
        HandName::ThreeOfAKind,
        HandName::StraightFlush,
        HandName::AkqHdc,
        HandName::AkqSpades,
    ];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            HandName::HighCard => "high-card",
            HandName::Pair => "pair",
            HandName::Flush => "flush",
            HandName::Straight => "straight",
            HandName::ThreeOfAKind => "three-of-a-kind",
            HandName::StraightFlush => "straight-flush",
            HandName::AkqHdc => "akq-hdc",
            HandName::AkqSpades => "akq-spades",
        }
    }
}

/// What three cards are worth: of two hands the one with the greater value is higher, equal values are a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainHand {
    pub(crate) value: u32,
    pub(crate) name: HandName,
}

/// Judges three cards of one deck; a card is its rank (0 the two, 12 the ace) times four plus its suit.
pub(crate) fn judge(cards: [u8; 3]) -> PlainHand {
    let [a, b, c] = cards;
    assert!(a < 52 && b < 52 && c < 52 && a != b && a != c && b != c, "{cards:?} are not three cards of one deck");
    let mut ranks = [a / 4, b / 4, c / 4];
    ranks.sort_unstable();
    let [low, middle, high] = ranks;
    let one_suit = a % 4 == b % 4 && b % 4 == c % 4;

    // The ace also goes with the two and the three, and the straight is then the lowest of all, so it counts
    // as three high: md14:06.B#1, md14:06.D(1), md14:06.D(3), ma:3(a)#3, tribal:(c)(1)#3.
    let straight_to = if [high, middle, low] == [ACE, THREE, TWO] {
        Some(THREE)
    } else if low + 1 == middle && middle + 1 == high {
        Some(high)
    } else {
        None
    };

    // "The highest ranking card not contained in the other hand" must not overturn the order within a class,
    // which goes by the straight's top, the triple or the pair. So those come first and only then the other
    // cards from the top: md14:06.E(1), ma:3(c)#1, tribal:(c)(3)#1. Suits have no order and do not enter:
    // md14:06.C, ma:3(a)#2, tribal:(c)(1)#2. sd says no more than sd:(1)#4 and sd:(11)#1, so the ranking of
    // the others is used there too.
    if let Some(top) = straight_to {
        if !one_suit {
            return hand(HandName::Straight, STRAIGHT, [top, 0, 0]);
        }
        let name = match (top, a % 4) {
            (ACE, SPADES) => HandName::AkqSpades,
            (ACE, _) => HandName::AkqHdc,
            _ => HandName::StraightFlush,
        };
        return hand(name, STRAIGHT_FLUSH, [top, 0, 0]);
    }
    if low == middle && middle == high {
        return hand(HandName::ThreeOfAKind, THREE_OF_A_KIND, [high, 0, 0]);
    }
    if one_suit {
        return hand(HandName::Flush, FLUSH, [high, middle, low]);
    }
    if middle == high {
        return hand(HandName::Pair, PAIR, [high, low, 0]);
    }
    if low == middle {
        return hand(HandName::Pair, PAIR, [low, high, 0]);
    }
    hand(HandName::HighCard, HIGH_CARD, [high, middle, low])
}

/// All 22,100 hands, the cards of each in ascending order.
pub(crate) fn every_hand() -> Vec<[u8; 3]> {
    let mut hands = Vec::with_capacity(22_100);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                hands.push([a, b, c]);
            }
        }
    }
    hands
}

fn hand(name: HandName, class: u32, ranks: [u8; 3]) -> PlainHand {
    PlainHand { value: value(class, ranks), name }
}

/// The class weighs more than any rank, and each rank more than those after it.
const fn value(class: u32, ranks: [u8; 3]) -> u32 {
    class * 4096 + ranks[0] as u32 * 256 + ranks[1] as u32 * 16 + ranks[2] as u32
}

/// Reads cards such as "Qh 10d 2c".
#[cfg(test)]
pub(crate) fn cards(text: &str) -> [u8; 3] {
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    let read = |word: &str| {
        let (rank, suit) = word.split_at(word.len() - 1);
        let rank = ranks.iter().position(|known| *known == rank).expect("a rank");
        let suit = "cdhs".find(suit).expect("a suit");
        u8::try_from(rank * 4 + suit).expect("a card")
    };
    let read: Vec<u8> = text.split_whitespace().map(read).collect();
    read.try_into().expect("three cards")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str) -> PlainHand {
        judge(cards(text))
    }

    #[test]
    fn cards_are_numbered_by_rank_and_suit() {
        assert_eq!(cards("2c 2s As"), [0, 3, 51]);
        assert_eq!(cards("10d Qh 3c"), [33, 42, 4]);
    }

    #[test]
    fn each_hand_occurs_as_often_as_it_must() {
        let mut counts = [0; HandName::ALL.len()];
        for cards in every_hand() {
            counts[judge(cards).name as usize] += 1;
        }
        // High card, pair, flush, straight, three of a kind; of 48 straight flushes four are ace-king-queen.
        assert_eq!(counts, [16_440, 3_744, 1_096, 720, 52, 44, 3, 1]);
        assert_eq!(counts.iter().sum::<i32>(), 22_100);
        for (at, name) in HandName::ALL.into_iter().enumerate() {
            assert_eq!(name as usize, at, "{}", name.as_str());
        }
    }

    #[test]
    fn a_hand_has_as_many_equals_as_its_suits_allow() {
        let mut values: Vec<u32> = every_hand().into_iter().map(|cards| judge(cards).value).collect();
        values.sort_unstable();
        values.dedup();
        // 12 straight flushes, 13 triples, 12 straights, 286 - 12 flushes, 13 x 12 pairs, 286 - 12 high cards.
        assert_eq!(values.len(), 12 + 13 + 12 + 274 + 156 + 274);
    }

    #[test]
    fn the_order_of_the_cards_does_not_matter() {
        for text in ["As Ks Qs", "Ah 2d 3c", "9h 9d Kc", "Kc 9h 9d", "Qh 7d 2c", "5h 5d 5c"] {
            let [a, b, c] = cards(text);
            for other in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                assert_eq!(judge(other), judge([a, b, c]), "{text}");
            }
        }
    }

    #[test]
    fn hands_rank_in_the_written_order() {
        let falling = "Ac Kc Qc > Kd Qd Jd > 4h 3h 2h > 3s 2s As > Ac Ad Ah > 2c 2d 2h > Ac Kd Qh > Kc Qd Js
            > 4c 3d 2h > 3c 2d Ah > Ac Kc Jc > Ad Kd 10d > Kh Qh 10h > 5s 3s 2s > Ac Ad Kh > Ac Ad 2h
            > Kc Kd Ah > 9c 9d 2h > 8c 8d Ah > 2c 2d Ah > 2c 2d 3h > Ac Kd Jh > Ac Kd 2h > Ac Qd Jh
            > Qc 6d 4h > Qc 6d 3h > Qc 3d 2h > Jc 10d 8h > 5c 3d 2h";
        let falling: Vec<&str> = falling.split('>').map(str::trim).collect();
        for two in falling.windows(2) {
            assert!(judged(two[0]).value > judged(two[1]).value, "{two:?}");
        }
    }

    #[test]
    fn suits_have_no_order() {
        for (one, other) in [
            ("As Ks Qs", "Ah Kh Qh"),
            ("Kc 9c 4c", "Ks 9s 4s"),
            ("9h 9d Kc", "9c 9s Kd"),
            ("Qh 7d 2c", "Qs 7c 2h"),
            ("3c 2d Ah", "3s 2s Ac"),
        ] {
            assert_eq!(judged(one).value, judged(other).value, "{one} and {other}");
        }
    }

    #[test]
    fn queen_high_is_any_hand_whose_highest_card_is_a_queen_and_better() {
        for (text, qualifies) in [
            ("Qc 3d 2h", true),
            ("Ac 3d 4h", true),
            ("2c 2d 3h", true),
            ("5c 3c 2c", true),
            ("3c 2d Ah", true),
            ("Jc 10d 8h", false),
            ("5c 3d 2h", false),
        ] {
            assert_eq!(judged(text).value >= QUEEN_HIGH, qualifies, "{text}");
        }
    }

    #[test]
    fn ace_king_queen_of_one_suit_is_named_by_its_suit() {
        assert_eq!(judged("As Ks Qs").name, HandName::AkqSpades);
        for text in ["Ah Kh Qh", "Ad Kd Qd", "Ac Kc Qc"] {
            assert_eq!(judged(text).name, HandName::AkqHdc);
        }
        assert_eq!(judged("As Ks Qh").name, HandName::Straight);
        assert_eq!(judged("Ks Qs Js").name, HandName::StraightFlush);
        assert_eq!(judged("As 2s 3s").name, HandName::StraightFlush);
    }
}
