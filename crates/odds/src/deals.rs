//! Every player's hand against every dealer's hand, counted rather than dealt.
//!
//! Hands that differ only by renaming the suits fare alike, so the player's 22,100 hands fall into 1,755 suit classes;
//! the mini royal of spades, which some tables pay by its own line, is then taken out of its class. One sweep through
//! the 741 strengths in order keeps, for all dealer hands seen so far, how many there are, how many hold each card and
//! how many hold each pair of cards. A player's hand then finds the dealer hands below it that share no card with it by
//! inclusion and exclusion over its three cards.

use cards::{Card, Rank, Strength, Suit, Three};

/// The dealer hands that the 49 other cards make.
pub const DEALER_HANDS: u32 = 18_424;

/// A suit class of the player's hand, and the dealer hands it can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitClass {
    /// One hand of the class.
    pub hand: Three,
    /// How many of the 22,100 hands are in it.
    pub ways: u32,
    /// Dealer hands that do not qualify.
    pub unqualified: u32,
    /// Qualified dealer hands below the player's.
    pub below: u32,
    /// Qualified dealer hands equal to it.
    pub equal: u32,
    /// Qualified dealer hands above it.
    pub above: u32,
}

impl SuitClass {
    /// The dealer's hands it can meet: unqualified, below, equal, above.
    #[must_use]
    pub fn dealers(&self) -> [u32; 4] {
        [self.unqualified, self.below, self.equal, self.above]
    }
}

/// All suit classes for one dealer qualification, the weakest strength first. If cards are known ([`crate::known`]),
/// fewer suits are alike and there are more classes.
#[derive(Clone, Debug)]
pub struct Deals {
    /// The classes, the weakest first.
    pub classes: Vec<SuitClass>,
    /// The weakest hand with which the dealer plays.
    pub floor: Strength,
}

const CARDS: usize = 52;

/// Running counts of the dealer hands seen so far.
struct HandCounts {
    hands: i32,
    with_card: [i32; CARDS],
    with_pair: Box<[[i32; CARDS]; CARDS]>,
}

impl HandCounts {
    fn new() -> HandCounts {
        HandCounts { hands: 0, with_card: [0; CARDS], with_pair: Box::new([[0; CARDS]; CARDS]) }
    }

    fn add(&mut self, hand: Three) {
        self.hands += 1;
        let cards = hand.cards().map(|card| usize::from(card.index()));
        for card in cards {
            self.with_card[card] += 1;
        }
        for (a, b) in [(cards[0], cards[1]), (cards[0], cards[2]), (cards[1], cards[2])] {
            self.with_pair[a][b] += 1;
            self.with_pair[b][a] += 1;
        }
    }

    /// How many of them share no card with a hand; `itself` says whether the hand is among them.
    fn apart_from(&self, hand: Three, itself: bool) -> u32 {
        let [a, b, c] = hand.cards().map(|card| usize::from(card.index()));
        let one = self.with_card[a] + self.with_card[b] + self.with_card[c];
        let two = self.with_pair[a][b] + self.with_pair[a][c] + self.with_pair[b][c];
        u32::try_from(self.hands - one + two - i32::from(itself)).unwrap_or(0)
    }
}

impl Deals {
    /// Counts all deals for a dealer who plays from `floor`.
    #[must_use]
    pub fn new(floor: Strength) -> Deals {
        let mut order: Vec<Three> = Three::all().collect();
        order.sort_unstable_by_key(|hand| hand.strength());
        let mut classes = with_spades_apart(suit_classes());
        classes.sort_by_key(|(hand, _)| hand.strength());
        let mut counted = Vec::with_capacity(classes.len());
        let mut seen = HandCounts::new();
        let mut next = order.iter().peekable();
        let mut rest = classes.iter().peekable();
        let mut unqualified: Option<HandCounts> = None;
        for strength in (0..).map_while(Strength::new) {
            if strength == floor {
                let mut snapshot = HandCounts::new();
                snapshot.hands = seen.hands;
                snapshot.with_card = seen.with_card;
                snapshot.with_pair.clone_from(&seen.with_pair);
                unqualified = Some(snapshot);
            }
            let first = counted.len();
            while let Some((hand, ways)) = rest.next_if(|(hand, _)| hand.strength() == strength) {
                let below = seen.apart_from(*hand, false);
                counted.push(SuitClass { hand: *hand, ways: *ways, unqualified: 0, below, equal: 0, above: 0 });
            }
            while let Some(hand) = next.next_if(|hand| hand.strength() == strength) {
                seen.add(*hand);
            }
            for class in counted.iter_mut().skip(first) {
                let at_most = seen.apart_from(class.hand, true);
                class.equal = at_most - class.below;
                class.above = DEALER_HANDS - at_most;
            }
        }
        if let Some(unqualified) = unqualified {
            for class in &mut counted {
                let plays = class.hand.strength() >= floor;
                class.unqualified = unqualified.apart_from(class.hand, !plays);
                if plays {
                    class.below -= class.unqualified;
                } else {
                    // Any hand with which the dealer plays is above a hand that is itself below the floor.
                    (class.below, class.equal) = (0, 0);
                    class.above = DEALER_HANDS - class.unqualified;
                }
            }
        }
        Deals { classes: counted, floor }
    }
}

/// The classes, with the mini royal of spades taken out of its class, since some tables pay it by its own line.
fn with_spades_apart(mut classes: Vec<(Three, u32)>) -> Vec<(Three, u32)> {
    let ranks = [Rank::Ace, Rank::King, Rank::Queen];
    let [a, b, c] = ranks.map(|rank| Card::new(rank, Suit::Spades));
    let royal = classes.iter_mut().find(|(hand, _)| hand.mini_royal().is_some());
    if let (Some((_, ways)), Ok(spades)) = (royal, Three::new(a, b, c)) {
        *ways -= 1;
        classes.push((spades, 1));
    }
    classes
}

/// One hand of each suit class and the size of the class: 1,755 classes, 22,100 hands.
#[must_use]
pub fn suit_classes() -> Vec<(Three, u32)> {
    use Suit::{Clubs, Diamonds, Hearts};
    let mut classes = Vec::with_capacity(1_755);
    let mut push = |cards: [(Rank, Suit); 3], ways: u32| {
        let [a, b, c] = cards.map(|(rank, suit)| Card::new(rank, suit));
        if let Ok(hand) = Three::new(a, b, c) {
            classes.push((hand, ways));
        }
    };
    for (i, high) in Rank::ALL.into_iter().enumerate() {
        push([(high, Clubs), (high, Diamonds), (high, Hearts)], 4);
        for (j, middle) in Rank::ALL.into_iter().enumerate().take(i) {
            for low in Rank::ALL.into_iter().take(j) {
                push([(high, Clubs), (middle, Clubs), (low, Clubs)], 4);
                push([(high, Clubs), (middle, Clubs), (low, Diamonds)], 12);
                push([(high, Clubs), (middle, Diamonds), (low, Clubs)], 12);
                push([(high, Diamonds), (middle, Clubs), (low, Clubs)], 12);
                push([(high, Clubs), (middle, Diamonds), (low, Hearts)], 24);
            }
        }
        for side in Rank::ALL.into_iter().filter(|side| *side != high) {
            push([(high, Clubs), (high, Diamonds), (side, Clubs)], 12);
            push([(high, Clubs), (high, Diamonds), (side, Hearts)], 12);
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_all_hands() {
        let classes = suit_classes();
        assert_eq!(classes.len(), 1_755);
        assert_eq!(classes.iter().map(|(_, ways)| ways).sum::<u32>(), 22_100);
        let apart = with_spades_apart(classes);
        assert_eq!(apart.len(), 1_756);
        assert_eq!(apart.iter().map(|(_, ways)| ways).sum::<u32>(), 22_100);
        let royals: Vec<u32> = apart.iter().filter(|(hand, _)| hand.mini_royal().is_some()).map(|c| c.1).collect();
        assert_eq!(royals, [3, 1]);
    }

    #[test]
    fn every_class_meets_every_dealer_hand() {
        for floor in [0, 200, 351, 740] {
            let deals = Deals::new(Strength::new(floor).unwrap());
            for class in &deals.classes {
                assert_eq!(class.unqualified + class.below + class.equal + class.above, DEALER_HANDS);
            }
        }
    }

    #[test]
    fn counting_agrees_with_dealing() {
        let floor = Strength::floor(&[Rank::Queen]).unwrap();
        let deals = Deals::new(floor);
        // A sample of classes, each dealt out in full.
        for class in deals.classes.iter().step_by(83) {
            let mut dealt = SuitClass { unqualified: 0, below: 0, equal: 0, above: 0, ..*class };
            for dealer in Three::all().filter(|dealer| dealer.set().intersection(class.hand.set()).is_empty()) {
                let count = if dealer.strength() < floor {
                    &mut dealt.unqualified
                } else {
                    match dealer.strength().cmp(&class.hand.strength()) {
                        std::cmp::Ordering::Less => &mut dealt.below,
                        std::cmp::Ordering::Equal => &mut dealt.equal,
                        std::cmp::Ordering::Greater => &mut dealt.above,
                    }
                };
                *count += 1;
            }
            assert_eq!(*class, dealt);
        }
    }
}
