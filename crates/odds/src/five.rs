//! The five-card progressive's hands: the player's three cards and two community cards, counted in closed form.

use cards::{FiveCategory, Three, ThreeCategory, Wheel};
use rules::posted::FiveTable;

use cards::counts::{FiveCounts, straights};

/// All hands of five cards.
pub const FIVE_CARD_HANDS: u128 = 2_598_960;

/// The pairs of community cards that the 49 other cards make.
pub const COMMUNITY_PAIRS: u32 = 1_176;

/// How many hands make each line of a table over five or six cards. A hand counts for the first line it makes, which is
/// the highest (READING 35); if no line names a royal, it is a straight flush (READING 30).
#[must_use]
pub fn five_card_ways(table: &FiveTable, counts: &FiveCounts) -> Vec<u128> {
    let mut ways = vec![0; table.lines.len()];
    for ((category, super_royal), count) in counts.kinds() {
        let made = table.line(category, super_royal).map(|line| line.hand);
        let line = table.lines.iter().position(|line| Some(line.hand) == made);
        if let Some(ways) = line.and_then(|line| ways.get_mut(line)) {
            *ways += u128::from(count);
        }
    }
    ways
}

/// How many of the 1,176 pairs of community cards give each class to a player with these three cards.
#[must_use]
pub fn five_given(hand: Three, wheel: Wheel) -> [u32; 10] {
    let mut pairs = [0; 10];
    let mut give = |category: FiveCategory, count: u32| pairs[category as usize] += count;
    match hand.category() {
        // The fourth card with any of 48; two of one other rank; any two others.
        ThreeCategory::ThreeOfAKind => {
            give(FiveCategory::FourOfAKind, 48);
            give(FiveCategory::FullHouse, 12 * 6);
            give(FiveCategory::ThreeOfAKind, 1_128 - 12 * 6);
        }
        // Two cards of the pair's rank are left, three of the side card's and 44 of eleven other ranks.
        ThreeCategory::Pair => {
            give(FiveCategory::FourOfAKind, 1);
            give(FiveCategory::FullHouse, 2 * 3 + 3);
            give(FiveCategory::ThreeOfAKind, 2 * 44);
            give(FiveCategory::TwoPair, 3 * 44 + 11 * 6);
            give(FiveCategory::Pair, 946 - 11 * 6);
        }
        // Three cards of each own rank are left, and 40 of ten other ranks, whose 45 pairs have 16 suits each.
        ThreeCategory::HighCard | ThreeCategory::Flush | ThreeCategory::Straight | ThreeCategory::StraightFlush => {
            give(FiveCategory::ThreeOfAKind, 3 * 3);
            give(FiveCategory::TwoPair, 3 * 3 * 3);
            give(FiveCategory::Pair, 9 * 40 + 10 * 6);
            let own = hand.cards().iter().fold(0, |ranks, card| ranks | 1_u16 << card.rank().index());
            let runs = straights(wheel).iter().map(|run| u32::from(run & own == own)).sum::<u32>();
            let suited = matches!(hand.category(), ThreeCategory::Flush | ThreeCategory::StraightFlush);
            let royal = u32::from(suited && straights(wheel).first().is_some_and(|run| run & own == own));
            let (flushes, suits) = if suited { (45, 15) } else { (0, 16) };
            let suited_runs = if suited { runs } else { 0 };
            give(FiveCategory::RoyalFlush, royal);
            give(FiveCategory::StraightFlush, suited_runs - royal);
            give(FiveCategory::Flush, flushes - suited_runs);
            give(FiveCategory::Straight, runs * suits);
            give(FiveCategory::HighCard, (45 - runs) * suits);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_that_can_be_looked_up_by_eye() {
        let given =
            |hand: &str, category: FiveCategory| five_given(hand.parse().unwrap(), Wheel::Counts)[category as usize];
        // The jack and the ten of spades; K-Q-J-T-9 has no ace, so there is no other straight flush.
        assert_eq!(given("As Ks Qs", FiveCategory::RoyalFlush), 1);
        assert_eq!(given("As Ks Qs", FiveCategory::StraightFlush), 0);
        // A-5 and 5-6 complete 2-3-4.
        assert_eq!(given("2s 3s 4s", FiveCategory::StraightFlush), 2);
        assert_eq!(given("2s 3s 4d", FiveCategory::Straight), 2 * 16);
        assert_eq!(five_given("2s 3s 4d".parse().unwrap(), Wheel::DoesNotCount)[FiveCategory::Straight as usize], 16);
        assert_eq!(given("7s 7h 7d", FiveCategory::FourOfAKind), 48);
        assert_eq!(given("Ks 8h 2d", FiveCategory::Straight), 0);
    }
}
