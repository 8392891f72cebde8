//! Cards from a stream of random words: without bias, and using no more words than the round needs.
//!
//! The words come from ChaCha with twelve rounds, a cipher used as a pure generator: a 256-bit seed and a stream number
//! make the same words everywhere. The cards are drawn by Fisher-Yates. One word makes the numbers of several draws, by
//! multiplication, and is discarded if it is among the few that would favour some outcomes (Lemire's method, in its
//! form for several numbers at once), so that every deal is exactly equally likely.

use std::fmt;
use std::str::FromStr;

use cards::Card;
use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The seed of a run. Written as hexadecimal digits, the first digit the most significant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub [u8; 32]);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a seed: write 1 to 64 hexadecimal digits")]
pub struct NotASeed(String);

impl FromStr for Seed {
    type Err = NotASeed;

    /// Reads up to 64 hexadecimal digits; fewer are padded with zeros on the left.
    fn from_str(text: &str) -> Result<Seed, NotASeed> {
        let digits: Option<Vec<u8>> =
            text.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
        match digits {
            Some(digits) if (1..=64).contains(&digits.len()) => {
                let mut seed = [0; 32];
                for (place, digit) in digits.iter().rev().enumerate() {
                    seed[31 - place / 2] |= digit << (4 * (place % 2));
                }
                Ok(Seed(seed))
            }
            _ => Err(NotASeed(text.to_owned())),
        }
    }
}

/// One of a seed's many streams of random words.
pub struct Stream(ChaCha12Rng);

impl Stream {
    /// The stream of this number, from its beginning.
    #[must_use]
    pub fn new(seed: &Seed, number: u64) -> Stream {
        let mut generator = ChaCha12Rng::from_seed(seed.0);
        generator.set_stream(number);
        Stream(generator)
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// A word of random bits that can be split into numbers below given bounds. The generator's words have 64 bits; 16-bit
/// words are few enough to test them all.
pub trait RandomWord: Copy {
    /// A number below the bound, and what remains of the word for the next.
    #[must_use]
    fn below(self, bound: u8) -> (usize, Self);

    /// Whether a word with this remainder may be used, after it was split by bounds with this product.
    ///
    /// Each outcome has 2^bits / product words, rounded up or down; discarding those with a remainder below 2^bits mod
    /// product leaves equally many for each.
    #[must_use]
    fn is_fair(self, product: Self) -> bool;
}

macro_rules! word {
    ($narrow:ty, $wide:ty) => {
        impl RandomWord for $narrow {
            fn below(self, bound: u8) -> (usize, Self) {
                let product = <$wide>::from(self) * <$wide>::from(bound);
                ((product >> <$narrow>::BITS) as usize, product as $narrow)
            }

            fn is_fair(self, product: Self) -> bool {
                // The remainder is hardly ever below the product, and only then is a division needed.
                self >= product || self >= product.wrapping_neg() % product
            }
        }
    };
}
word!(u16, u32);
word!(u64, u128);

/// Draws that share one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct DrawGroup {
    /// The first index, and the one after the last.
    places: (usize, usize),
    product: u64,
}

/// How many cards a round needs, and in which groups they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealing {
    groups: [DrawGroup; Dealing::GROUPS],
    used: usize,
}

impl Dealing {
    /// Nine draws from a full deck have a product of 51 bits, so that one word in 13,000 is checked twice and almost
    /// none is discarded.
    const DRAWS: usize = 9;
    const GROUPS: usize = 6;

    /// The draws for this many cards; at most a whole deck.
    #[must_use]
    pub fn new(cards: usize) -> Dealing {
        let cards = cards.min(Card::ALL.len());
        let mut dealing = Dealing { groups: [DrawGroup::default(); Dealing::GROUPS], used: 0 };
        for (group, from) in dealing.groups.iter_mut().zip((0..cards).step_by(Dealing::DRAWS)) {
            let to = cards.min(from + Dealing::DRAWS);
            let product = (from..to).map(|drawn| (Card::ALL.len() - drawn) as u64).product();
            *group = DrawGroup { places: (from, to), product };
            dealing.used += 1;
        }
        dealing
    }

    /// How many cards are drawn.
    #[must_use]
    pub fn cards(&self) -> usize {
        self.groups[..self.used].last().map_or(0, |group| group.places.1)
    }
}

/// A deck to draw from, round after round.
///
/// It is never sorted: a draw is equally fair whatever order the earlier draws left.
#[derive(Clone, Debug)]
pub struct DrawPile {
    /// Twelve more places than cards, never drawn: with 64, an index needs no bounds check.
    cards: [Card; 64],
}

impl Default for DrawPile {
    fn default() -> DrawPile {
        let mut cards = [Card::ALL[0]; 64];
        cards[..Card::ALL.len()].copy_from_slice(&Card::ALL);
        DrawPile { cards }
    }
}

impl DrawPile {
    /// Draws the cards of a round; they are the first of those returned, in the order drawn.
    #[inline]
    pub fn deal(&mut self, stream: &mut Stream, dealing: &Dealing) -> &[Card; 64] {
        for group in &dealing.groups[..dealing.used.min(Dealing::GROUPS)] {
            // A discarded word has only reordered the deck. Whole groups from the top of the deck, and the last group
            // of a full table, are the most frequent; with known bounds, the compiler unrolls them.
            match group.places {
                (0, 9) => while !draw(&mut self.cards, FULL, (0, 9), group.product, stream.word()) {},
                (9, 18) => while !draw(&mut self.cards, FULL, (9, 18), group.product, stream.word()) {},
                (18, 26) => while !draw(&mut self.cards, FULL, (18, 26), group.product, stream.word()) {},
                places => while !draw(&mut self.cards, FULL, places, group.product, stream.word()) {},
            }
        }
        &self.cards
    }
}

/// The cards of a full deck.
const FULL: u8 = Card::ALL.len() as u8;

/// Draws the cards for some places, by Fisher-Yates, with one word; false if the word must be discarded.
///
/// The deck is the first `size` cards; `product` is that of the bounds: for each place, the number of cards not yet
/// drawn.
fn draw<W: RandomWord>(cards: &mut [Card; 64], size: u8, (from, to): (usize, usize), product: W, word: W) -> bool {
    let mut rest = word;
    let mut bound = size.wrapping_sub(from as u8);
    for drawn in from..to {
        let (other, remains) = rest.below(bound);
        rest = remains;
        bound = bound.wrapping_sub(1);
        cards.swap(drawn & 63, drawn.wrapping_add(other) & 63);
    }
    rest.is_fair(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each outcome comes when every word of 16 bits comes once.
    fn outcomes(bounds: &[u8]) -> Vec<u32> {
        let product: usize = bounds.iter().map(|bound| usize::from(*bound)).product();
        let mut counts = vec![0; product];
        for word in 0..=u16::MAX {
            let (mut rest, mut outcome) = (word, 0);
            for bound in bounds {
                let (number, remains) = rest.below(*bound);
                assert!(number < usize::from(*bound));
                outcome = outcome * usize::from(*bound) + number;
                rest = remains;
            }
            if rest.is_fair(u16::try_from(product).unwrap()) {
                counts[outcome] += 1;
            }
        }
        counts
    }

    #[test]
    fn every_number_comes_equally_often_over_all_words() {
        for bound in 2..=52 {
            let counts = outcomes(&[bound]);
            assert!(counts.iter().all(|count| *count == 65_536 / u32::from(bound)), "below {bound}: {counts:?}");
        }
    }

    #[test]
    fn so_does_every_pair_and_triple_of_numbers() {
        for first in 2..=52_u8 {
            for second in [first - 1, first, 52].into_iter().filter(|second| *second > 1) {
                let counts = outcomes(&[first, second]);
                let each = 65_536 / (u32::from(first) * u32::from(second));
                assert!(counts.iter().all(|count| *count == each), "below {first} and {second}");
            }
        }
        for bounds in [[40, 39, 38], [3, 52, 51], [7, 6, 5], [37, 36, 35], [2, 2, 2]] {
            let counts = outcomes(&bounds);
            let each = 65_536 / bounds.iter().map(|bound| u32::from(*bound)).product::<u32>();
            assert!(each > 0 && counts.iter().all(|count| *count == each), "below {bounds:?}");
        }
    }

    #[test]
    fn every_deal_comes_equally_often_over_all_words() {
        // Whole small decks, and the first cards of a full one: every ordered deal, whatever order the deck was in.
        for (size, dealt) in [(3_u8, 3_usize), (5, 5), (6, 4), (7, 6), (8, 5), (20, 3), (52, 2)] {
            let product = (0..dealt).map(|drawn| u16::from(size) - drawn as u16).product::<u16>();
            let mut start = DrawPile::default();
            start.cards[..usize::from(size)].reverse();
            let mut deals: std::collections::BTreeMap<Vec<Card>, u32> = std::collections::BTreeMap::new();
            for word in 0..=u16::MAX {
                let mut cards = start.cards;
                if draw(&mut cards, size, (0, dealt), product, word) {
                    *deals.entry(cards[..dealt].to_vec()).or_default() += 1;
                }
            }
            assert_eq!(deals.len(), usize::from(product), "{dealt} of {size}");
            assert!(deals.values().all(|count| *count == 65_536 / u32::from(product)), "{dealt} of {size}");
            assert!(deals.keys().all(|deal| deal.iter().collect::<std::collections::BTreeSet<_>>().len() == dealt));
        }
    }

    #[test]
    fn a_second_group_goes_on_where_the_first_ended() {
        // Two words, each all of 16 bits in turn, deal three and then two of six cards: the second is fair after any first.
        for first in [0, 1_000, 30_000, u16::MAX] {
            let mut start = DrawPile::default().cards;
            draw(&mut start, 6, (0, 3), 6 * 5 * 4, first);
            let mut counts = std::collections::BTreeMap::new();
            for word in 0..=u16::MAX {
                let mut cards = start;
                if draw(&mut cards, 6, (3, 5), 3 * 2, word) {
                    assert_eq!(cards[..3], start[..3]);
                    *counts.entry(cards[3..5].to_vec()).or_insert(0_u32) += 1;
                }
            }
            assert!(counts.len() == 6 && counts.values().all(|count| *count == 65_536 / 6));
        }
    }

    #[test]
    fn the_groups_cover_the_cards_and_fit_their_words() {
        for cards in 0..=52 {
            let dealing = Dealing::new(cards);
            assert_eq!(dealing.cards(), cards);
            let groups = &dealing.groups[..dealing.used];
            assert!(groups.windows(2).all(|pair| pair[0].places.1 == pair[1].places.0));
            for group in groups {
                let (from, to) = group.places;
                let product: u128 = (from..to).map(|drawn| 52 - drawn as u128).product();
                assert_eq!(u128::from(group.product), product);
                assert!(product < 1 << 51);
            }
        }
    }

    #[test]
    fn a_deck_keeps_its_cards() {
        let mut stream = Stream::new(&Seed([7; 32]), 3);
        let mut deck = DrawPile::default();
        for cards in [1, 6, 8, 26, 52] {
            let dealing = Dealing::new(cards);
            for _ in 0..500 {
                let dealt: cards::CardSet = deck.deal(&mut stream, &dealing)[..cards].iter().copied().collect();
                assert_eq!(dealt.len() as usize, cards);
            }
            let all: cards::CardSet = deck.cards[..52].iter().copied().collect();
            assert_eq!(all, cards::CardSet::FULL);
        }
    }

    #[test]
    fn every_card_comes_to_every_place() {
        // 52 cells in each of 26 places: chi-squared with 51 degrees of freedom is above 130 once in a hundred million.
        let (mut stream, mut deck, dealing) = (Stream::new(&Seed([1; 32]), 0), DrawPile::default(), Dealing::new(26));
        let mut counts = [[0_i64; 52]; 26];
        let rounds = 52_000;
        for _ in 0..rounds {
            let cards = deck.deal(&mut stream, &dealing);
            for (place, card) in counts.iter_mut().zip(cards) {
                place[usize::from(card.index())] += 1;
            }
        }
        for place in counts {
            let squares: i64 = place.iter().map(|count| (count - rounds / 52).pow(2)).sum();
            assert!(squares / (rounds / 52) < 130, "{place:?}");
        }
    }

    #[test]
    fn a_stream_is_the_same_everywhere() {
        let words = |number| {
            let mut stream = Stream::new(&Seed([0; 32]), number);
            [stream.word(), stream.word()]
        };
        // The first words of ChaCha12 with a key of zeros, from the test vectors of the cipher.
        assert_eq!(words(0)[0].to_le_bytes(), [0x9b, 0xf4, 0x9a, 0x6a, 0x07, 0x55, 0xf9, 0x53]);
        assert_ne!(words(0), words(1));
    }

    #[test]
    fn a_seed_reads_as_it_is_written() {
        let seed: Seed = "1f".parse().unwrap();
        assert_eq!(seed.0[31], 0x1f);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        for text in ["", "xyz", "-1", &"0".repeat(65)] {
            assert!(text.parse::<Seed>().is_err(), "{text}");
        }
    }
}
