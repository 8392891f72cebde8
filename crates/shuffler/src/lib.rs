//! Shuffles decks: 256 bits of entropy for each, ChaCha20 as the generator, and an unbiased Fisher–Yates shuffle. Every
//! card at every table comes from here.

use std::fmt;
use std::str::FromStr;

use cards::Card;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use table::{Digest, Order, Shuffle};

/// What a shuffler starts from. Written as hexadecimal digits, the first digit the most significant.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Seed([u8; 32]);

/// The operating system has no random numbers to give: nothing can be shuffled.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoEntropy(#[from] getrandom::Error);

/// A text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a seed: write 1 to 64 hexadecimal digits")]
pub struct NotASeed(String);

impl Seed {
    /// 256 bits from the operating system.
    ///
    /// # Errors
    /// When the operating system has none to give.
    pub fn from_system() -> Result<Seed, NoEntropy> {
        let mut seed = Seed::default();
        getrandom::fill(&mut seed.0)?;
        Ok(seed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A seed is a secret until the session is over: its debug output never shows it.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(hidden)")
    }
}

impl FromStr for Seed {
    type Err = NotASeed;

    /// Reads up to 64 hexadecimal digits; fewer stand for a number with zeros before it.
    fn from_str(text: &str) -> Result<Seed, NotASeed> {
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
        match digits {
            Some(digits) if (1..=64).contains(&digits.len()) => {
                let mut seed = Seed::default();
                for (place, digit) in digits.iter().rev().enumerate() {
                    seed.0[31 - place / 2] |= digit << (4 * (place % 2));
                }
                Ok(seed)
            }
            _ => Err(NotASeed(text.to_owned())),
        }
    }
}

/// A shuffler that makes one shuffle after the other.
pub struct Shuffler(ChaCha20Rng);

/// One shuffle from 256 bits of the operating system's entropy, used for nothing else.
///
/// # Errors
/// When the operating system has no entropy to give: then nothing is dealt.
pub fn fresh() -> Result<Shuffle, NoEntropy> {
    Ok(Shuffler::new(Seed::from_system()?).shuffle())
}

impl Shuffler {
    /// A shuffler from a seed: the same seed makes the same shuffles everywhere.
    pub fn new(seed: Seed) -> Shuffler {
        Shuffler(ChaCha20Rng::from_seed(seed.0))
    }

    /// A nonce for a commitment.
    fn nonce(&mut self) -> Digest {
        let mut nonce = [0; 32];
        self.0.fill_bytes(&mut nonce);
        Digest(nonce)
    }

    /// The next shuffle of a whole deck, with the commitment to it.
    pub fn shuffle(&mut self) -> Shuffle {
        let mut cards = Card::ALL;
        shuffle(&mut cards, u64::MAX, &mut || self.0.next_u64());
        let nonce = self.nonce();
        // Fisher–Yates only swaps, so every card is still there exactly once.
        let order = Order::new(cards).unwrap_or_else(|| unreachable!("a permutation of the deck"));
        Shuffle::commit(order, nonce)
    }
}

/// A number below the bound from a word between 0 and `last`; `None` for the few words that would favour some numbers.
fn below(word: u64, last: u64, bound: u8) -> Option<u8> {
    let bound = u64::from(bound);
    // There are last + 1 words. Those beyond the last whole multiple of the bound are rejected, so that each number
    // comes from equally many words.
    let surplus = (last % bound + 1) % bound;
    (word <= last - surplus).then(|| (word % bound) as u8)
}

/// Fisher and Yates: from the last place down, each swaps with a random place up to itself. The words lie between 0 and
/// `last`.
fn shuffle<T>(cards: &mut [T], last: u64, words: &mut impl FnMut() -> u64) {
    for place in (1..cards.len().min(usize::from(u8::MAX))).rev() {
        let drawn = loop {
            if let Some(drawn) = below(words(), last, place as u8 + 1) {
                break drawn;
            }
        };
        cards.swap(place, usize::from(drawn));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Three-bit words are small enough to try all their sequences.
    const SMALL: u64 = 7;

    /// Every sequence of words that is taken without a rejection, each with the permutation it makes: a rejected word
    /// is followed by a fresh one, so that these are all the cases there are, and each is as likely as every other.
    fn permutations(cards: u8) -> HashMap<Vec<u8>, u32> {
        let mut seen = HashMap::new();
        let draws = u32::from(cards) - 1;
        for number in 0..(SMALL + 1).pow(draws) {
            let words: Vec<u64> = (0..draws).map(|i| number / (SMALL + 1).pow(i) % (SMALL + 1)).collect();
            let bounds = (2..=cards).rev();
            if words.iter().zip(bounds).any(|(word, bound)| below(*word, SMALL, bound).is_none()) {
                continue;
            }
            let mut deck: Vec<u8> = (0..cards).collect();
            let mut next = words.iter();
            shuffle(&mut deck, SMALL, &mut || *next.next().expect("a word for each draw"));
            *seen.entry(deck).or_insert(0) += 1;
        }
        seen
    }

    #[test]
    fn every_permutation_comes_equally_often_over_all_words() {
        // The words that are left for each bound: 8 for 2, 6 for 3, 8 for 4, 5 for 5, 6 for 6; and 4! = 24, 5! = 120,
        // 6! = 720 permutations.
        for (cards, factorial, words) in [(4, 24, 8 * 6 * 8), (5, 120, 8 * 6 * 8 * 5), (6, 720, 8 * 6 * 8 * 5 * 6)] {
            let seen = permutations(cards);
            assert_eq!(seen.len(), factorial, "{cards} cards");
            let each = words / factorial as u32;
            assert!(seen.values().all(|times| *times == each), "{cards} cards: {each} each, {seen:?}");
        }
    }

    #[test]
    fn a_rejected_word_is_followed_by_a_fresh_one() {
        // Of three cards the first draw has the bound 3: 6 and 7 are thrown away.
        let (mut plain, mut rejected) = ([0, 1, 2], [0, 1, 2]);
        let mut words = [1, 1].into_iter();
        shuffle(&mut plain, SMALL, &mut || words.next().expect("two words"));
        let mut words = [7, 6, 1, 1].into_iter();
        shuffle(&mut rejected, SMALL, &mut || words.next().expect("four words"));
        assert_eq!(plain, rejected);
        assert!(words.next().is_none());
    }

    #[test]
    fn words_of_64_bits_are_rejected_where_they_must_be() {
        for bound in 1..=52_u8 {
            let surplus = ((1_u128 << 64) % u128::from(bound)) as u64;
            let fair = u64::MAX - surplus;
            assert_eq!(below(fair, u64::MAX, bound), Some(bound - 1), "the last fair word for {bound}");
            assert_eq!(below(0, u64::MAX, bound), Some(0));
            if surplus > 0 {
                assert_eq!(below(fair + 1, u64::MAX, bound), None, "{bound}");
                assert_eq!(below(u64::MAX, u64::MAX, bound), None, "{bound}");
            }
        }
    }

    #[test]
    fn a_seed_makes_the_same_shuffles_and_another_seed_others() {
        let first = |text: &str| {
            let mut shuffler = Shuffler::new(text.parse().expect("a seed"));
            [shuffler.shuffle(), shuffler.shuffle()]
        };
        assert_eq!(first("1"), first("0001"));
        assert!(first("1")[0] != first("1")[1]);
        assert!(first("1")[0] != first("2")[0]);
        assert!(first("1").iter().all(Shuffle::holds));
        assert_eq!(format!("{:?}", "ff".parse::<Seed>()), "Ok(Seed(hidden))");
    }

    #[test]
    fn a_seed_is_hexadecimal() {
        assert!("".parse::<Seed>().is_err());
        assert!("xyz".parse::<Seed>().is_err());
        assert!("0".repeat(65).parse::<Seed>().is_err());
        assert!("0".repeat(64).parse::<Seed>().is_ok_and(|seed| seed == Seed::default()));
        assert_ne!(Seed::from_system().expect("entropy"), Seed::from_system().expect("entropy"));
    }

    /// The block function is the one of RFC 8439: a zero key, nonce and counter make this first block (test vector 1
    /// of its appendix A.1).
    #[test]
    fn the_generator_is_chacha20() {
        let mut generator = ChaCha20Rng::from_seed([0; 32]);
        let mut block = [0_u8; 8];
        generator.fill_bytes(&mut block);
        assert_eq!(block, [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
    }
}
