//! How many hands of each class a deck makes, by counting ranks and suits without dealing a hand.

use crate::{CardSet, FiveCategory, Suit, ThreeCategory, Wheel};

const RANKS: usize = 13;

/// The sets of three ranks that are straights, bit 0 being the two; A-2-3 is the last.
const THREE_STRAIGHTS: [u16; 12] = {
    let mut sets = [1 << 12 | 0b11; 12];
    let mut low = 0;
    while low < 11 {
        sets[low] = 0b111 << low;
        low += 1;
    }
    sets
};

/// The sets of five ranks that are straights, the highest first; A-2-3-4-5 is the last.
const FIVE_STRAIGHTS: [u16; 10] = {
    let mut sets = [1 << 12 | 0b1111; 10];
    let mut from_top = 0;
    while from_top < 9 {
        sets[from_top] = 0b1_1111 << (8 - from_top);
        from_top += 1;
    }
    sets
};

/// The sets of five ranks that are straights under this reading of the wheel, the highest first; bit 0 is the two.
#[must_use]
pub const fn straights(wheel: Wheel) -> &'static [u16] {
    match wheel {
        Wheel::Counts => &FIVE_STRAIGHTS,
        Wheel::DoesNotCount => FIVE_STRAIGHTS.split_at(9).0,
    }
}

/// How many ways there are to choose `k` of `n`.
#[must_use]
pub const fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let (mut ways, mut i) = (1, 0);
    while i < k {
        // A product of i + 1 successive numbers is divisible by (i + 1)!.
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// Three-card hands by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreeCounts {
    /// By class, the weakest first, without the mini royals.
    pub by_category: [u64; 6],
    /// Suited A-K-Q, by suit.
    pub mini_royals: [u64; 4],
}

/// Five-card hands by class, or six-card hands by the class of their best five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiveCounts {
    /// By class, the weakest first, without the super royals.
    pub by_category: [u64; 10],
    /// Six cards from ace to nine of one suit, by suit; zero for hands of five.
    pub super_royals: [u64; 4],
}

/// A deck by ranks and suits.
struct RankSuitDeck {
    ranks: [u64; RANKS],
    suits: [u16; 4],
    cards: u64,
}

impl RankSuitDeck {
    fn of(cards: CardSet) -> RankSuitDeck {
        let mut deck = RankSuitDeck { ranks: [0; RANKS], suits: [0; 4], cards: u64::from(cards.len()) };
        for card in cards {
            deck.ranks[usize::from(card.rank().index())] += 1;
            deck.suits[usize::from(card.suit().index())] |= 1 << card.rank().index();
        }
        deck
    }

    /// The ways to take one card of each rank of a set.
    fn of_each(&self, set: u16) -> u64 {
        self.ranks.iter().enumerate().filter(|(rank, _)| set >> rank & 1 == 1).map(|(_, n)| n).product()
    }

    /// How many suits have all ranks of a set.
    fn suited(&self, set: u16) -> u64 {
        self.suits.iter().map(|suit| u64::from(suit & set == set)).sum()
    }

    /// The ways to take `k` cards of one suit.
    fn of_one_suit(&self, k: u64) -> u64 {
        self.suits.iter().map(|suit| choose(u64::from(suit.count_ones()), k)).sum()
    }

    /// The ways to take zero to five cards of different ranks, leaving one rank out.
    fn different_ranks(&self, left_out: Option<usize>) -> [u64; 6] {
        let mut ways = [1, 0, 0, 0, 0, 0];
        for (_, n) in self.ranks.iter().enumerate().filter(|(rank, _)| Some(*rank) != left_out) {
            for k in (1..ways.len()).rev() {
                ways[k] += ways[k - 1] * n;
            }
        }
        ways
    }
}

impl ThreeCounts {
    /// The three-card hands that these cards make.
    #[must_use]
    pub fn of_deck(cards: CardSet) -> ThreeCounts {
        let deck = RankSuitDeck::of(cards);
        let mini_royal = THREE_STRAIGHTS[10];
        let mini_royals = deck.suits.map(|suit| u64::from(suit & mini_royal == mini_royal));
        let straight_flush: u64 = THREE_STRAIGHTS.iter().map(|set| deck.suited(*set)).sum();
        let straight = THREE_STRAIGHTS.iter().map(|set| deck.of_each(*set)).sum::<u64>() - straight_flush;
        let flush = deck.of_one_suit(3) - straight_flush;
        let mut by_category = [0; 6];
        by_category[ThreeCategory::StraightFlush as usize] = straight_flush - mini_royals.iter().sum::<u64>();
        by_category[ThreeCategory::ThreeOfAKind as usize] = deck.ranks.iter().map(|n| choose(*n, 3)).sum();
        by_category[ThreeCategory::Straight as usize] = straight;
        by_category[ThreeCategory::Flush as usize] = flush;
        by_category[ThreeCategory::Pair as usize] = deck.ranks.iter().map(|n| choose(*n, 2) * (deck.cards - n)).sum();
        by_category[ThreeCategory::HighCard as usize] =
            deck.different_ranks(None)[3] - straight_flush - straight - flush;
        ThreeCounts { by_category, mini_royals }
    }

    /// All hands.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by_category.iter().chain(&self.mini_royals).sum()
    }

    /// Every kind of hand that a paytable line can distinguish, with its count.
    pub fn kinds(&self) -> impl Iterator<Item = ((ThreeCategory, Option<Suit>), u64)> {
        let mini = Suit::ALL.into_iter().map(|suit| (ThreeCategory::StraightFlush, Some(suit))).zip(self.mini_royals);
        ThreeCategory::ALL.into_iter().map(|category| (category, None)).zip(self.by_category).chain(mini)
    }
}

impl FiveCounts {
    /// The five-card hands that these cards make.
    #[must_use]
    pub fn of_deck(cards: CardSet, wheel: Wheel) -> FiveCounts {
        let deck = RankSuitDeck::of(cards);
        let (mut four, mut full, mut three, mut two_pair, mut pair) = (0, 0, 0, 0, 0);
        for (rank, n) in deck.ranks.iter().enumerate() {
            let others = deck.different_ranks(Some(rank));
            four += choose(*n, 4) * (deck.cards - n);
            three += choose(*n, 3) * others[2];
            pair += choose(*n, 2) * others[3];
            for (other, m) in deck.ranks.iter().enumerate().filter(|(other, _)| *other != rank) {
                full += choose(*n, 3) * choose(*m, 2);
                if other < rank {
                    two_pair += choose(*n, 2) * choose(*m, 2) * (deck.cards - n - m);
                }
            }
        }
        let royal = deck.suited(FIVE_STRAIGHTS[0]);
        let suited = straights(wheel).iter().map(|set| deck.suited(*set)).sum::<u64>();
        let straight = straights(wheel).iter().map(|set| deck.of_each(*set)).sum::<u64>() - suited;
        let flush = deck.of_one_suit(5) - suited;
        let high = deck.different_ranks(None)[5] - suited - straight - flush;
        let by_category = [high, pair, two_pair, three, straight, flush, full, four, suited - royal, royal];
        FiveCounts { by_category, super_royals: [0; 4] }
    }

    /// How many hands are of a class, counting the super royals as royal flushes.
    #[must_use]
    pub const fn of(&self, category: FiveCategory) -> u64 {
        let count = self.by_category[category as usize];
        if matches!(category, FiveCategory::RoyalFlush) {
            let [a, b, c, d] = self.super_royals;
            return count + a + b + c + d;
        }
        count
    }

    /// All hands.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by_category.iter().chain(&self.super_royals).sum()
    }

    /// Every kind of hand that a paytable line can distinguish, with its count.
    pub fn kinds(&self) -> impl Iterator<Item = ((FiveCategory, Option<Suit>), u64)> {
        let supers = Suit::ALL.into_iter().map(|suit| (FiveCategory::RoyalFlush, Some(suit))).zip(self.super_royals);
        FiveCategory::ALL.into_iter().map(|category| (category, None)).zip(self.by_category).chain(supers)
    }
}

/// How many hands of five cards are of each class.
#[must_use]
pub const fn five_card_counts(wheel: Wheel) -> FiveCounts {
    let runs = straights(wheel).len() as u64;
    let sets = choose(13, 5);
    let mixed = 4_u64.pow(5) - 4;
    let by_category = [
        (sets - runs) * mixed,
        13 * choose(4, 2) * choose(12, 3) * 4_u64.pow(3),
        choose(13, 2) * choose(4, 2).pow(2) * 44,
        13 * choose(4, 3) * choose(12, 2) * 16,
        runs * mixed,
        (sets - runs) * 4,
        13 * choose(4, 3) * 12 * choose(4, 2),
        13 * 48,
        (runs - 1) * 4,
        4,
    ];
    FiveCounts { by_category, super_royals: [0; 4] }
}

/// How many six-card hands are of each class by their best five, with the super royals separate.
///
/// A hand is a multiset of ranks and a choice of suits for it. Five of a suit leave one card, so a flush is never also
/// a full house or four of a kind; a straight needs five different ranks. So every class is a product.
#[must_use]
pub const fn six_card_counts(wheel: Wheel) -> FiveCounts {
    // Sets of five ranks that are a straight, and of six that contain one: the sixth rank is any of the other eight,
    // except the next one above, which would make a higher straight. Above the ace there is none.
    let five_runs: u64 = match wheel {
        Wheel::Counts => 10,
        Wheel::DoesNotCount => 9,
    };
    let six_runs = (five_runs - 1) * 7 + 8;
    let (five_ranks, six_ranks) = (choose(13, 5), choose(13, 6));

    // Suits for six ranks without five alike; suits for a pair and four more ranks without five alike.
    let mixed_six = 4_u64.pow(6) - 4 * (1 + 6 * 3);
    let mixed_pair = choose(4, 2) * 4_u64.pow(4) - 4 * 3;

    // Of one suit: six ranks, or five ranks and any of the 39 cards of the other suits.
    let royal = 4 * (8 + 39);
    let suited_runs = 4 * (six_runs + five_runs * 39);
    let suited = 4 * (six_ranks + five_ranks * 39);

    let by_category = [
        (six_ranks - six_runs) * mixed_six,
        (five_ranks - five_runs) * 5 * mixed_pair,
        choose(13, 3) * choose(4, 2).pow(3) + choose(13, 2) * choose(11, 2) * choose(4, 2).pow(2) * 16,
        13 * choose(12, 3) * choose(4, 3) * 4_u64.pow(3),
        six_runs * mixed_six + five_runs * 5 * mixed_pair,
        suited - suited_runs,
        choose(13, 2) * choose(4, 3).pow(2) + 13 * 12 * 11 * choose(4, 3) * choose(4, 2) * 4,
        13 * choose(48, 2),
        suited_runs - royal,
        royal - 4,
    ];
    FiveCounts { by_category, super_royals: [1; 4] }
}

/// How many deals of a player's and a dealer's hand are of each kind of colour: the player's cards red and black; all of
/// one colour and the dealer's not; all six of one colour.
#[must_use]
pub const fn colour_counts() -> [u64; 3] {
    let alike = 2 * choose(26, 3);
    let dealers = choose(49, 3);
    let six = alike * choose(23, 3);
    [(choose(52, 3) - alike) * dealers, alike * dealers - six, six]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Pile, Three};

    #[test]
    fn the_counts_are_of_all_hands() {
        for wheel in [Wheel::Counts, Wheel::DoesNotCount] {
            assert_eq!(five_card_counts(wheel), FiveCounts::of_deck(CardSet::FULL, wheel));
            let counts = six_card_counts(wheel);
            assert_eq!(counts.total(), choose(52, 6));
            assert_eq!(counts.of(FiveCategory::RoyalFlush), counts.by_category[9] + 4);
        }
    }

    #[test]
    fn choosing() {
        assert_eq!([choose(52, 3), choose(52, 5), choose(52, 6), choose(3, 4)], [22_100, 2_598_960, 20_358_520, 0]);
    }

    /// A deck that lacks cards of several ranks and suits, small enough to deal out fully.
    fn torn() -> CardSet {
        Card::ALL
            .into_iter()
            .filter(|card| card.suit() == Suit::Spades || u32::from(card.index()) * 7 % 11 > 4)
            .collect()
    }

    #[test]
    fn a_torn_deck_is_counted_as_it_is_dealt() {
        let cards: Vec<Card> = torn().iter().collect();
        assert!((25..40).contains(&cards.len()));
        let mut three = ThreeCounts { by_category: [0; 6], mini_royals: [0; 4] };
        for hand in Three::all().filter(|hand| hand.set().difference(torn()).is_empty()) {
            match hand.mini_royal() {
                Some(suit) => three.mini_royals[suit as usize] += 1,
                None => three.by_category[hand.category() as usize] += 1,
            }
        }
        assert_eq!(ThreeCounts::of_deck(torn()), three);
        for wheel in [Wheel::Counts, Wheel::DoesNotCount] {
            let mut dealt = [0; 10];
            deal(&cards, Pile::EMPTY, 5, &mut |pile| {
                dealt[pile.best_with(wheel).unwrap().category() as usize] += 1;
            });
            assert_eq!(FiveCounts::of_deck(torn(), wheel).by_category, dealt);
        }
    }

    fn deal(rest: &[Card], pile: Pile, wanted: usize, each: &mut impl FnMut(Pile)) {
        if wanted == 0 {
            return each(pile);
        }
        for (i, card) in rest.iter().enumerate() {
            deal(&rest[i + 1..], pile.with(*card), wanted - 1, each);
        }
    }
}
