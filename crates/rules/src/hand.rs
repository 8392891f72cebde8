//! The hands that paytables name, and which cards make them.

use cards::{Card, FiveCategory, Suit, Three, ThreeCategory, Wheel};

use crate::words::vocabulary;

vocabulary! {
    /// A hand by the name a paytable gives it, from the highest to the lowest within each kind.
    pub enum HandName ("a hand") {
        /// A winning ante or play, whatever the hand.
        Win = "win",
        /// Ace to nine of diamonds.
        SuperRoyalDiamonds = "super-royal-diamonds",
        /// Ace to nine of hearts, spades or clubs.
        SuperRoyalHsc = "super-royal-hsc",
        /// Ace to nine of any one suit.
        SuperRoyalAny = "super-royal-any",
        /// Ace, king, queen, jack and ten of one suit.
        RoyalFlush = "royal-flush",
        /// Ace, king and queen of spades.
        AkqSpades = "akq-spades",
        /// Ace, king and queen of hearts, diamonds or clubs.
        AkqHdc = "akq-hdc",
        /// Ace, king and queen of one suit: the mini royal.
        AkqSuited = "akq-suited",
        /// Consecutive cards of one suit.
        StraightFlush = "straight-flush",
        /// Four cards of one rank.
        FourOfAKind = "four-of-a-kind",
        /// Three of a kind with a pair.
        FullHouse = "full-house",
        /// Three cards of one rank.
        ThreeOfAKind = "three-of-a-kind",
        /// Consecutive cards, not of one suit: a straight flush is paid by a line of its own.
        Straight = "straight",
        /// Cards of one suit, not consecutive.
        Flush = "flush",
        /// Two pairs: paid only where a table has a line for it.
        TwoPair = "two-pair",
        /// Two cards of one rank.
        Pair = "pair",
        /// None of the others: paid only where a table has a line for it.
        HighCard = "high-card",
        /// The player's and the dealer's six cards, all red or all black.
        SixOfOneColour = "six-of-one-colour",
        /// The player's three cards, all red or all black.
        ThreeOfOneColour = "three-of-one-colour",
        /// A hand that was given up or made void, and so is not read.
        Unread = "unread",
    }
}

impl HandName {
    /// The hand in words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            HandName::Win => "winning wager",
            HandName::SuperRoyalDiamonds => "super royal of diamonds",
            HandName::SuperRoyalHsc => "super royal of hearts, spades or clubs",
            HandName::SuperRoyalAny => "super royal",
            HandName::RoyalFlush => "royal flush",
            HandName::AkqSpades => "ace-king-queen of spades",
            HandName::AkqHdc => "ace-king-queen of hearts, diamonds or clubs",
            HandName::AkqSuited => "suited ace-king-queen",
            HandName::StraightFlush => "straight flush",
            HandName::FourOfAKind => "four of a kind",
            HandName::FullHouse => "full house",
            HandName::ThreeOfAKind => "three of a kind",
            HandName::Straight => "straight",
            HandName::Flush => "flush",
            HandName::TwoPair => "two pair",
            HandName::Pair => "pair",
            HandName::HighCard => "high card",
            HandName::SixOfOneColour => "six cards of one colour",
            HandName::ThreeOfOneColour => "three cards of one colour",
            HandName::Unread => "not read",
        }
    }

    /// The rank of the name among three-card hands; `None` if it is not one. Higher is better.
    #[must_use]
    pub const fn three_card_order(self) -> Option<u8> {
        Some(match self {
            HandName::AkqSpades => 9,
            HandName::AkqHdc => 8,
            HandName::AkqSuited => 7,
            HandName::StraightFlush => 6,
            HandName::ThreeOfAKind => 5,
            HandName::Straight => 4,
            HandName::Flush => 3,
            HandName::Pair => 2,
            HandName::HighCard => 1,
            _ => return None,
        })
    }

    /// The rank of the name among the lines of an ante or a play: three-card hands, and any hand that wins below them all.
    #[must_use]
    pub const fn win_order(self) -> Option<u8> {
        match self {
            HandName::Win => Some(0),
            hand => hand.three_card_order(),
        }
    }

    /// The rank of the name among five- and six-card hands; `None` if it is not one. Higher is better.
    #[must_use]
    pub const fn five_card_order(self) -> Option<u8> {
        Some(match self {
            HandName::SuperRoyalDiamonds => 13,
            HandName::SuperRoyalHsc => 12,
            HandName::SuperRoyalAny => 11,
            HandName::RoyalFlush => 10,
            HandName::StraightFlush => 9,
            HandName::FourOfAKind => 8,
            HandName::FullHouse => 7,
            HandName::Flush => 6,
            HandName::Straight => 5,
            HandName::ThreeOfAKind => 4,
            HandName::TwoPair => 3,
            HandName::Pair => 2,
            HandName::HighCard => 1,
            _ => return None,
        })
    }

    /// The rank of the name among colours; `None` if it is not one. Higher is better.
    #[must_use]
    pub const fn colour_order(self) -> Option<u8> {
        match self {
            HandName::SixOfOneColour => Some(2),
            HandName::ThreeOfOneColour => Some(1),
            _ => None,
        }
    }

    /// Whether these colours make this hand. Six cards of one colour are also three.
    #[must_use]
    pub const fn is_made_by_colours(self, colours: Colours) -> bool {
        match self {
            HandName::SixOfOneColour => matches!(colours, Colours::SixAlike),
            HandName::ThreeOfOneColour => matches!(colours, Colours::SixAlike | Colours::ThreeAlike),
            _ => false,
        }
    }

    /// Whether three cards make this hand. A mini royal is also a straight flush (READING 31), and any hand can win.
    #[must_use]
    pub fn is_made_by_three(self, category: ThreeCategory, mini_royal: Option<Suit>) -> bool {
        match self {
            HandName::AkqSpades => mini_royal == Some(Suit::Spades),
            HandName::AkqHdc => mini_royal.is_some_and(|suit| suit != Suit::Spades),
            HandName::AkqSuited => mini_royal.is_some(),
            HandName::StraightFlush => category == ThreeCategory::StraightFlush,
            HandName::ThreeOfAKind => category == ThreeCategory::ThreeOfAKind,
            HandName::Straight => category == ThreeCategory::Straight,
            HandName::Flush => category == ThreeCategory::Flush,
            HandName::Pair => category == ThreeCategory::Pair,
            HandName::HighCard => category == ThreeCategory::HighCard,
            HandName::Win => true,
            _ => false,
        }
    }

    /// Whether a best five-card hand (with the super royal, if the six cards make one) makes this hand. Where a table
    /// has no royal line, a royal is paid as a straight flush (READING 30).
    #[must_use]
    pub fn is_made_by_five(self, category: FiveCategory, super_royal: Option<Suit>) -> bool {
        match self {
            HandName::SuperRoyalDiamonds => super_royal == Some(Suit::Diamonds),
            HandName::SuperRoyalHsc => super_royal.is_some_and(|suit| suit != Suit::Diamonds),
            HandName::SuperRoyalAny => super_royal.is_some(),
            HandName::RoyalFlush => category == FiveCategory::RoyalFlush,
            HandName::StraightFlush => {
                matches!(category, FiveCategory::StraightFlush | FiveCategory::RoyalFlush)
            }
            HandName::FourOfAKind => category == FiveCategory::FourOfAKind,
            HandName::FullHouse => category == FiveCategory::FullHouse,
            HandName::Flush => category == FiveCategory::Flush,
            HandName::Straight => category == FiveCategory::Straight,
            HandName::ThreeOfAKind => category == FiveCategory::ThreeOfAKind,
            HandName::TwoPair => category == FiveCategory::TwoPair,
            HandName::Pair => category == FiveCategory::Pair,
            HandName::HighCard => category == FiveCategory::HighCard,
            _ => false,
        }
    }

    /// The name of a three-card hand, as a dealer would call it.
    #[must_use]
    #[inline]
    pub fn of_three(hand: Three) -> HandName {
        match (hand.category(), hand.mini_royal()) {
            (_, Some(Suit::Spades)) => HandName::AkqSpades,
            (_, Some(_)) => HandName::AkqHdc,
            (ThreeCategory::StraightFlush, None) => HandName::StraightFlush,
            (ThreeCategory::ThreeOfAKind, None) => HandName::ThreeOfAKind,
            (ThreeCategory::Straight, None) => HandName::Straight,
            (ThreeCategory::Flush, None) => HandName::Flush,
            (ThreeCategory::Pair, None) => HandName::Pair,
            (ThreeCategory::HighCard, None) => HandName::HighCard,
        }
    }

    /// The name of a five-card hand, or of the super royal that the six cards make.
    #[must_use]
    pub fn of_five(category: FiveCategory, super_royal: Option<Suit>) -> HandName {
        match (super_royal, category) {
            (Some(Suit::Diamonds), _) => HandName::SuperRoyalDiamonds,
            (Some(_), _) => HandName::SuperRoyalHsc,
            (None, FiveCategory::RoyalFlush) => HandName::RoyalFlush,
            (None, FiveCategory::StraightFlush) => HandName::StraightFlush,
            (None, FiveCategory::FourOfAKind) => HandName::FourOfAKind,
            (None, FiveCategory::FullHouse) => HandName::FullHouse,
            (None, FiveCategory::Flush) => HandName::Flush,
            (None, FiveCategory::Straight) => HandName::Straight,
            (None, FiveCategory::ThreeOfAKind) => HandName::ThreeOfAKind,
            (None, FiveCategory::TwoPair) => HandName::TwoPair,
            (None, FiveCategory::Pair) => HandName::Pair,
            (None, FiveCategory::HighCard) => HandName::HighCard,
        }
    }
}

/// How the colours of a player's three cards and the dealer's three agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colours {
    /// The player's cards are red and black.
    Mixed,
    /// The player's cards are all red or all black, and the dealer's are not all of that colour.
    ThreeAlike,
    /// All six cards are red, or all are black.
    SixAlike,
}

impl Colours {
    /// All ways in which they agree.
    pub const ALL: [Colours; 3] = [Colours::Mixed, Colours::ThreeAlike, Colours::SixAlike];

    /// The colours of a player's and a dealer's hand.
    #[must_use]
    pub fn of(player: Three, dealer: Three) -> Colours {
        match (colour(player), colour(dealer)) {
            (None, _) => Colours::Mixed,
            (Some(one), Some(other)) if one == other => Colours::SixAlike,
            (Some(_), _) => Colours::ThreeAlike,
        }
    }
}

/// Whether the cards of a hand are all red (`true`) or all black (`false`); `None` if they are neither.
#[must_use]
pub fn colour(hand: Three) -> Option<bool> {
    let [a, b, c] = hand.cards().map(|card| card.suit().is_red());
    (a == b && b == c).then_some(a)
}

/// The class of the five-card hand of a player's three cards and the two community cards.
#[must_use]
pub fn five_card_hand(player: Three, community: [Card; 2], wheel: Wheel) -> FiveCategory {
    let [a, b, c] = player.cards();
    cards::five_with(&[a, b, c, community[0], community[1]], wheel).category()
}
