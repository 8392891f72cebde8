//! Cover All: the highest of all hands at the table, two to nine from one deck, counted exactly.
//!
//! The hands of a round are ordered tuples of disjoint three-card hands. The number of tuples without a hand from a
//! given set follows by inclusion and exclusion from the number of ways to lay out *m* disjoint hands of the set side
//! by side. Those are counted rank by rank (`layouts`), so no round is ever dealt.
//!
//! Every dealt hand counts, including folded ones (READING 83). Where a house counts only hands that stay in, the law
//! is the same as long as nobody folds a straight or better, which no sensible strategy does: [`same_without_folded`].

mod layouts;

use cards::{Three, ThreeCategory};
use rules::hand::HandName;
use rules::house::CoverAllTerms;
use rules::paytable::Pays;
use rules::posted::ThreeTable;
use rules::settle::POSITIONS;

use crate::base::BaseGame;
use crate::deals::Deals;
use crate::fraction::Fraction;
use crate::wager_law::{WagerLaw, returned};
use layouts::{HandsFrom, ordered_layouts};

/// The most hands that are counted: those of all players and the dealer's.
pub const HANDS_MAX: usize = POSITIONS + 1;

/// The hands that Cover All distinguishes, the highest first.
pub const KINDS: [HandName; 5] = [
    HandName::AkqSuited,
    HandName::StraightFlush,
    HandName::ThreeOfAKind,
    HandName::Straight,
    // Flush, pair and high card together.
    HandName::Flush,
];

/// How often the highest of several hands is of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighestHandCounts {
    /// How many hands there are, including the dealer's.
    pub hands: usize,
    /// All ordered tuples of this many disjoint hands.
    pub of: u128,
    /// Those whose highest hand is a suited A-K-Q.
    pub akq_suited: u128,
    /// … is another straight flush.
    pub straight_flush: u128,
    /// … is three of a kind.
    pub three_of_a_kind: u128,
    /// … is a straight.
    pub straight: u128,
    /// … is a flush or lower.
    pub lower: u128,
}

/// The ways to choose `k` of `n`.
const fn choose(n: u128, k: u128) -> u128 {
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// The ordered ways to deal `hands` hands of three from `cards` cards.
fn deals(cards: u128, hands: usize) -> u128 {
    (0..hands as u128).map(|dealt| choose(cards - 3 * dealt, 3)).product()
}

/// The ordered deals of `hands` hands, none of which is of this kind or better.
fn deals_without(kind: HandsFrom, hands: usize) -> u128 {
    let mut total: i128 = 0;
    for (special, layouts) in ordered_layouts(kind).iter().enumerate().take(hands + 1) {
        let rest = deals(52 - 3 * special as u128, hands - special);
        // At most 126 times all deals, which are below 2 to the 119th, so it fits into 128 bits.
        let ways = (choose(hands as u128, special as u128) * layouts * rest) as i128;
        total += if special % 2 == 0 { ways } else { -ways };
    }
    total.unsigned_abs()
}

impl HighestHandCounts {
    /// Counts the highest of this many hands; `None` without a hand, or beyond [`HANDS_MAX`].
    #[must_use]
    pub fn of_hands(hands: usize) -> Option<HighestHandCounts> {
        if !(1..=HANDS_MAX).contains(&hands) {
            return None;
        }
        let of = deals(52, hands);
        let [akq, flush, trips, straight] =
            [HandsFrom::AkqSuited, HandsFrom::StraightFlush, HandsFrom::Triple, HandsFrom::Straight]
                .map(|k| deals_without(k, hands));
        Some(HighestHandCounts {
            hands,
            of,
            akq_suited: of - akq,
            straight_flush: akq - flush,
            three_of_a_kind: flush - trips,
            straight: trips - straight,
            lower: straight,
        })
    }

    /// The ways of each of [`KINDS`].
    #[must_use]
    pub fn ways(&self) -> [u128; 5] {
        [self.akq_suited, self.straight_flush, self.three_of_a_kind, self.straight, self.lower]
    }

    /// The probabilities of each of [`KINDS`].
    #[must_use]
    pub fn probabilities(&self) -> [Fraction; 5] {
        self.ways().map(|ways| Fraction::new(ways, self.of))
    }

    /// The law of a wager on the highest hand by a table; `None` if the table pays a flush or less. Those are not
    /// distinguished here, so such a table can only be simulated.
    #[must_use]
    pub fn law(&self, table: &ThreeTable) -> Option<WagerLaw> {
        let mut ways = vec![0; table.lines.len()];
        for (hand, hand_ways) in self.hands() {
            let line = table.lines.iter().position(|line| makes(line.hand, hand));
            match (line, hand.category()) {
                (Some(_), ThreeCategory::Flush | ThreeCategory::Pair | ThreeCategory::HighCard) => return None,
                (Some(line), _) => ways[line] += hand_ways,
                (None, _) => {}
            }
        }
        let lines = table.lines.iter().zip(ways).map(|(line, ways)| (line.hand, line.pays, ways));
        let price = |pays: Pays| returned(pays, rules::Cents(1), &[]) - Fraction::whole(1);
        Some(WagerLaw::new(lines, self.of, price, -Fraction::whole(1)))
    }

    /// One hand of each kind, with the ways of the kind. Suits are alike, so of all deals whose highest hand is a
    /// suited A-K-Q, a quarter pays by the one in spades: if two hands tie, the first one examined is paid.
    fn hands(&self) -> impl Iterator<Item = (Three, u128)> {
        let quarter = self.akq_suited / 4;
        let lower = self.lower;
        [
            ("As Ks Qs", quarter),
            ("Ah Kh Qh", self.akq_suited - quarter),
            ("Ks Qs Js", self.straight_flush),
            ("Ks Kh Kd", self.three_of_a_kind),
            ("As Ks Qh", self.straight),
            ("As Ks 2s", lower),
            ("As Ah 2s", lower),
            ("As Kh 2s", lower),
        ]
        .into_iter()
        .filter_map(|(text, ways)| text.parse().ok().map(|hand| (hand, ways)))
    }
}

fn makes(name: HandName, hand: Three) -> bool {
    name.is_made_by_three(hand.category(), hand.mini_royal())
}

/// Cover All with this many players, by the house's matrix: the highest of their hands and the dealer's. `None` if the
/// matrix has no column for it, or pays a flush or less ([`HighestHandCounts::law`]).
#[must_use]
pub fn cover_all(terms: &CoverAllTerms, players: usize) -> Option<WagerLaw> {
    let table = terms.tables.get(players.checked_sub(1)?)?;
    if table.lines.is_empty() {
        return None;
    }
    HighestHandCounts::of_hands(players + 1)?.law(table)
}

/// Whether Cover All is the same when folded hands do not count, if every player decides by this strategy: it is when
/// no straight or better is ever folded. Hands given up unseen are different: each takes one from the hands that count,
/// while the column is still that of all players (`HighestHandCounts::of_hands(players)` and the column of `players`).
#[must_use]
pub fn same_without_folded(deals: &Deals, game: &BaseGame) -> bool {
    deals
        .classes
        .iter()
        .zip(&game.plays)
        .all(|(class, plays)| *plays || class.hand.category() < ThreeCategory::Straight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hand_is_the_common_count() {
        let highest = HighestHandCounts::of_hands(1).unwrap();
        assert_eq!(highest.ways(), [4, 44, 52, 720, 22_100 - 820]);
        assert_eq!(highest.of, 22_100);
    }

    #[test]
    fn all_deals_are_counted_once() {
        for hands in 1..=HANDS_MAX {
            let highest = HighestHandCounts::of_hands(hands).unwrap();
            assert_eq!(highest.ways().iter().sum::<u128>(), highest.of);
            assert_eq!(highest.akq_suited % 4, 0, "the suits are alike");
        }
        assert_eq!(HighestHandCounts::of_hands(0), None);
        assert_eq!(HighestHandCounts::of_hands(HANDS_MAX + 1), None);
    }
}
