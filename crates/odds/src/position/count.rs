//! All deals at one position, distinguished by everything that its wagers depend on.
//!
//! Nothing is dealt: for each suit class of the player's hand, the dealer's 18,424 hands are counted rank by rank
//! (`by_rank`), and the pairs of community cards beside each of them by inclusion and exclusion.

use cards::{Card, FiveCategory, Pile, Rank, Strength, Suit, Three, Wheel};
#[cfg(doc)]
use rules::hand::Colours;

use super::by_rank::Counter;
use super::colours::ByColours;
use crate::deals::{DEALER_HANDS, Deals, suit_classes};
use crate::terms::Meeting;

/// How a hand meets the dealer's, in the order of the cells.
pub const MEETINGS: [Meeting; 4] = [Meeting::Unqualified, Meeting::Higher, Meeting::Equal, Meeting::Lower];

/// The six-card outcomes: the ten five-card classes, then the super royal of diamonds and those of the other suits.
pub const SIX_OUTCOMES: usize = 12;
/// The five-card outcomes: the ten classes.
pub const FIVE_OUTCOMES: usize = 10;
/// The pairs of community cards left after a player's and the dealer's hand.
pub const COMMUNITY_PAIRS: u64 = 1_035;

const SUPER_ROYAL_DIAMONDS: usize = 10;
const SUPER_ROYAL_OTHER: usize = 11;

/// The longer hands that the wagers depend on, beyond the player's and the dealer's three cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LongHands {
    /// The best five of the player's and the dealer's cards together.
    pub six: bool,
    /// The player's cards with two community cards.
    pub five: bool,
    /// The colours of the player's and the dealer's cards.
    pub colours: bool,
}

/// Deals of one class that are alike for every wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealCell {
    /// How the hand meets the dealer's: an index in [`MEETINGS`].
    pub meeting: u8,
    /// The six-card outcome; 0 if not distinguished.
    pub six: u8,
    /// The five-card outcome; 0 if not distinguished.
    pub five: u8,
    /// How the colours agree: an index in [`Colours::ALL`]; 0 if not distinguished.
    pub colours: u8,
    /// How many deals.
    pub ways: u64,
}

/// The deals of one class of the player's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionClass {
    /// One hand of the class.
    pub hand: Three,
    /// How many of the 22,100 hands are in it.
    pub ways: u32,
    /// The deals, each once.
    pub cells: Vec<DealCell>,
}

/// All deals at one position.
#[derive(Clone, Debug)]
pub struct PositionDeals {
    /// The weakest hand with which the dealer plays.
    pub floor: Strength,
    /// The longer hands that are distinguished.
    pub long_hands: LongHands,
    /// The classes, the weakest first. Suited hands of A-K-Q-J-T-9 are listed individually, since their suit can
    /// matter; if colours count, hands of one colour are listed apart from the others.
    pub classes: Vec<PositionClass>,
    /// The deals of one hand: the dealer's hands, times the pairs of community cards if these count.
    pub deals_of_a_hand: u64,
}

impl PositionDeals {
    /// Counts all deals for a dealer who plays from `floor`.
    #[must_use]
    pub fn new(floor: Strength, wheel: Wheel, long_hands: LongHands) -> PositionDeals {
        let deals_of_a_hand = u64::from(DEALER_HANDS) * if long_hands.five { COMMUNITY_PAIRS } else { 1 };
        let classes = if long_hands.six || long_hands.five {
            let mut counter = Counter::new(floor, wheel, long_hands);
            position_classes()
                .into_iter()
                .map(|(hand, ways)| PositionClass { hand, ways, cells: counter.cells(hand) })
                .collect()
        } else {
            from_deals(&Deals::new(floor))
        };
        let classes = if long_hands.colours {
            let by_colours = ByColours { floor, wheel, long_hands };
            classes.into_iter().flat_map(|class| by_colours.divide(class)).collect()
        } else {
            classes
        };
        PositionDeals { floor, long_hands, classes, deals_of_a_hand }
    }

    /// All deals: every hand of the player's and of the dealer's and, if they count, every pair of community cards.
    #[must_use]
    pub fn of(&self) -> u128 {
        u128::from(self.deals_of_a_hand) * u128::from(Three::COUNT)
    }
}

/// The suit classes, weakest first, with the suited hands of A-K-Q-J-T-9 listed individually: the suit of a super royal
/// or mini royal can decide what is paid.
pub(crate) fn position_classes() -> Vec<(Three, u32)> {
    let mut classes = Vec::with_capacity(1_815);
    for (hand, ways) in suit_classes() {
        let [a, b, c] = hand.cards();
        let suited = a.suit() == b.suit() && b.suit() == c.suit();
        if suited && hand.cards().iter().all(|card| card.rank() >= Rank::Nine) {
            for suit in Suit::ALL {
                if let Ok(hand) = Three::new(in_suit(a, suit), in_suit(b, suit), in_suit(c, suit)) {
                    classes.push((hand, 1));
                }
            }
        } else {
            classes.push((hand, ways));
        }
    }
    classes.sort_by_key(|(hand, _)| hand.strength());
    classes
}

fn in_suit(card: Card, suit: Suit) -> Card {
    Card::new(card.rank(), suit)
}

/// If neither six nor five cards matter, the deals are those of the base game.
fn from_deals(deals: &Deals) -> Vec<PositionClass> {
    let mut place = vec![None; usize::from(Three::COUNT)];
    for (i, class) in deals.classes.iter().enumerate() {
        place[usize::from(class.hand.index())] = Some(i);
    }
    let class_of = |hand: Three| place[usize::from(hand.index())].and_then(|i| deals.classes.get(i));
    let mut classes = Vec::with_capacity(deals.classes.len());
    for (hand, ways) in position_classes() {
        let [a, b, c] = hand.cards().map(|card| in_suit(card, Suit::Clubs));
        // A hand that is listed individually has the counts of the same hand in clubs.
        let counted = if ways == 1 { Three::new(a, b, c).unwrap_or(hand) } else { hand };
        let Some(class) = class_of(counted) else { continue };
        let counts = [class.unqualified, class.below, class.equal, class.above];
        let cells = counts.into_iter().zip(0..).filter(|(dealers, _)| *dealers > 0);
        let cells =
            cells.map(|(dealers, meeting)| DealCell { meeting, six: 0, five: 0, colours: 0, ways: u64::from(dealers) });
        classes.push(PositionClass { hand, ways, cells: cells.collect() });
    }
    classes
}

/// The six-card outcome of a pile of six.
#[inline]
pub(super) fn six_outcome(pile: Pile, wheel: Wheel) -> usize {
    let category = match wheel {
        Wheel::Counts => pile.best(),
        Wheel::DoesNotCount => pile.best_with(wheel),
    }
    .map_or(FiveCategory::HighCard, |best| best.category());
    if category == FiveCategory::RoyalFlush { royal_outcome(pile) } else { category as usize }
}

#[cold]
fn royal_outcome(pile: Pile) -> usize {
    match pile.super_royal() {
        Some(Suit::Diamonds) => SUPER_ROYAL_DIAMONDS,
        Some(_) => SUPER_ROYAL_OTHER,
        None => FiveCategory::RoyalFlush as usize,
    }
}

/// The index in [`MEETINGS`] for these strengths.
pub(super) fn meeting_of(player: Strength, dealer: Strength, floor: Strength) -> u8 {
    if dealer < floor {
        return 0;
    }
    match player.cmp(&dealer) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => 2,
        std::cmp::Ordering::Less => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_are_all_hands() {
        let classes = position_classes();
        assert_eq!(classes.len(), 1_755 + 20 * 3);
        assert_eq!(classes.iter().map(|(_, ways)| ways).sum::<u32>(), 22_100);
    }

    #[test]
    fn without_six_and_five_the_deals_are_the_base_game() {
        let floor = Strength::floor(&[Rank::Queen]).unwrap();
        let deals = PositionDeals::new(floor, Wheel::Counts, LongHands { six: false, five: false, colours: false });
        assert_eq!(deals.classes.len(), 1_815);
        for class in &deals.classes {
            assert_eq!(class.cells.iter().map(|cell| cell.ways).sum::<u64>(), u64::from(DEALER_HANDS));
        }
    }
}
