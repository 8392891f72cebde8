//! Hands whose suits matter when two positions of a table are considered together.

use cards::{Card, CardSet, Rank, Suit, Three, ThreeCategory};

use super::shapes::Shapes;
use super::sums::SpecialHand;

/// The hands that may fare differently from what their ranks alone say: those of one suit, and those that somebody
/// decides differently from other hands of the same ranks.
pub(super) struct Special {
    hands: Vec<SpecialHand>,
    /// By hand: whether it is special.
    pub is_special: Vec<bool>,
    /// By shape and result: whether its other hands are folded.
    pub folds: Vec<Vec<bool>>,
}

impl Special {
    /// The special hands, for this many results; `folded` says whether a result folds a hand.
    pub fn of(shapes: &Shapes, results: usize, folded: impl Fn(usize, Three) -> bool) -> Special {
        // One hand in mixed suits represents its shape.
        let stands_for = |ranks: [usize; 3]| {
            let [a, b, c] = [(0, Suit::Clubs), (1, Suit::Diamonds), (2, Suit::Hearts)]
                .map(|(i, suit): (usize, Suit)| Card::new(Rank::ALL[ranks[i]], suit));
            Three::new(a, b, c).ok()
        };
        let folds: Vec<Vec<bool>> = shapes
            .all
            .iter()
            .map(|shape| {
                let hand = stands_for(shape.ranks);
                (0..results).map(|result| hand.is_some_and(|hand| folded(result, hand))).collect()
            })
            .collect();
        let mut special = Special { hands: Vec::new(), is_special: vec![false; usize::from(Three::COUNT)], folds };
        for hand in Three::all() {
            let suited = is_suited(hand);
            let usual = &special.folds[shapes.of(hand)];
            if suited || usual.iter().enumerate().any(|(result, usual)| folded(result, hand) != *usual) {
                special.hands.push(SpecialHand::new(hand, shapes));
                special.is_special[usize::from(hand.index())] = true;
            }
        }
        special
    }

    /// The special hands that share no card with a set.
    pub fn beside(&self, cards: CardSet) -> impl Iterator<Item = &SpecialHand> {
        self.hands.iter().filter(move |hand| hand.cards.intersection(cards).is_empty())
    }
}

/// Whether a hand is of one suit.
pub(super) fn is_suited(hand: Three) -> bool {
    matches!(hand.category(), ThreeCategory::Flush | ThreeCategory::StraightFlush)
}

/// The hands with exactly two cards of the suit of a dealer's hand of one suit: together they make a flush of six cards.
pub(super) fn two_of_the_suit(dealer: Three) -> Vec<Three> {
    let suit = dealer.cards()[0].suit();
    let (inside, outside): (Vec<Card>, Vec<Card>) =
        Card::ALL.into_iter().filter(|card| !dealer.set().contains(*card)).partition(|card| card.suit() == suit);
    let mut hands = Vec::with_capacity(45 * 39);
    for (i, a) in inside.iter().enumerate() {
        for b in &inside[..i] {
            hands.extend(outside.iter().filter_map(|c| Three::new(*a, *b, *c).ok()));
        }
    }
    hands
}
