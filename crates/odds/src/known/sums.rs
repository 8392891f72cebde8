//! Sums over the dealer's hands, from which those that share a card with a hand can be subtracted again.

use cards::{Strength, Three};

use crate::terms::{BaseTerms, Meeting};

/// The dealer's hands against one hand, weighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MeetingCounts {
    /// Hands with which the dealer does not qualify.
    pub unqualified: i64,
    /// Hands below the player's.
    pub higher: i64,
    /// Hands equal to the player's.
    pub equal: i64,
    /// Hands above the player's.
    pub lower: i64,
}

impl MeetingCounts {
    /// All of them.
    pub fn total(&self) -> i64 {
        self.unqualified + self.higher + self.equal + self.lower
    }

    /// The count that a dealer's hand belongs to.
    pub fn of(&mut self, terms: &BaseTerms, hand: Three, dealer: Three) -> &mut i64 {
        match meeting(terms, hand.strength(), dealer.strength()) {
            Meeting::Unqualified => &mut self.unqualified,
            Meeting::Higher => &mut self.higher,
            Meeting::Equal => &mut self.equal,
            Meeting::Lower => &mut self.lower,
        }
    }

    /// The sum of the results of playing, in parts of the ante.
    pub fn value(&self, terms: &BaseTerms, hand: Three, parts: i64) -> i64 {
        let net = |meeting| terms.net(hand, meeting, parts);
        net(Meeting::Unqualified) * self.unqualified
            + net(Meeting::Higher) * self.higher
            + net(Meeting::Equal) * self.equal
            + net(Meeting::Lower) * self.lower
    }
}

/// How a hand of this strength meets the dealer's.
pub(super) fn meeting(terms: &BaseTerms, hand: Strength, dealer: Strength) -> Meeting {
    if dealer < terms.floor {
        return Meeting::Unqualified;
    }
    match hand.cmp(&dealer) {
        std::cmp::Ordering::Greater => Meeting::Higher,
        std::cmp::Ordering::Equal => Meeting::Equal,
        std::cmp::Ordering::Less => Meeting::Lower,
    }
}

pub(super) const CARDS: usize = 52;

/// Running sums over the dealer's hands: in all, with each card, with each two cards.
#[derive(Clone)]
pub(super) struct HandSums {
    /// Over all hands.
    pub all: i64,
    /// Over the hands with each card.
    pub with_card: [i64; CARDS],
    /// Over the hands with each two cards.
    pub with_pair: Vec<[i64; CARDS]>,
}

impl HandSums {
    /// No hand yet.
    pub fn new() -> HandSums {
        HandSums { all: 0, with_card: [0; CARDS], with_pair: vec![[0; CARDS]; CARDS] }
    }

    /// Adds a hand with its weight.
    pub fn add(&mut self, hand: Three, weight: i64) {
        if weight == 0 {
            return;
        }
        self.all += weight;
        let cards = places(hand);
        for card in cards {
            self.with_card[card] += weight;
        }
        for (a, b) in pairs(cards) {
            self.with_pair[a][b] += weight;
            self.with_pair[b][a] += weight;
        }
    }

    /// The sum over the hands that share no card with this one; `own` is this hand's own weight among them.
    pub fn apart_from(&self, hand: Three, own: i64) -> i64 {
        let cards = places(hand);
        let one: i64 = cards.iter().map(|card| self.with_card[*card]).sum();
        let two: i64 = pairs(cards).iter().map(|(a, b)| self.with_pair[*a][*b]).sum();
        self.all - one + two - own
    }
}

/// The indices of a hand's cards in the deck.
pub(super) fn places(hand: Three) -> [usize; 3] {
    hand.cards().map(|card| usize::from(card.index()))
}

fn pairs([a, b, c]: [usize; 3]) -> [(usize, usize); 3] {
    [(a, b), (a, c), (b, c)]
}
