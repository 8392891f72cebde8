//! The tests of a shuffle: what they count over many shuffles, and how far the counts are from chance.

use cards::Card;

/// The counts of one test, by cell.
struct Cells {
    name: &'static str,
    about: &'static str,
    counts: Vec<u64>,
    /// What is expected in each cell per shuffle, and the degrees of freedom.
    expected: ExpectedCounts,
}

/// What the cells expect.
enum ExpectedCounts {
    /// All counts equal, with this many degrees of freedom.
    Even(f64),
    /// Each cell has its own share of a shuffle.
    Parts(Vec<f64>),
}

/// One test and what it gave.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Tested {
    /// The test.
    pub(crate) test: &'static str,
    /// What it looks at.
    pub(crate) about: &'static str,
    /// The statistic.
    pub(crate) statistic: f64,
    /// The degrees of freedom; missing where the statistic is normally distributed.
    pub(crate) degrees: Option<u64>,
    /// The probability of a statistic at least this far from its mean by chance.
    pub(crate) p: f64,
}

/// The tests under way.
pub(crate) struct Battery {
    shuffles: u64,
    cells: Vec<Cells>,
    /// The sum of ascending runs.
    runs: u64,
}

const POSITIONS: usize = 52;

/// The number of a three-card hand among the 22,100, whatever the order of its cards.
fn hand_number(cards: [u8; 3]) -> usize {
    let mut sorted = cards.map(usize::from);
    sorted.sort_unstable();
    let [low, middle, high] = sorted;
    high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low
}

/// The number of the order in which five cards lie among the 120.
fn order_number(cards: &[u8]) -> usize {
    (0..cards.len()).fold(0, |number, i| {
        let below = cards[i + 1..].iter().filter(|later| **later < cards[i]).count();
        number * (cards.len() - i) + below
    })
}

impl Battery {
    pub(crate) fn new() -> Battery {
        let even = |name, about, cells: usize, degrees: f64| Cells {
            name,
            about,
            counts: vec![0; cells],
            expected: ExpectedCounts::Even(degrees),
        };
        // The chance of k cards in their own place is that of k events of mean one, nearly exactly for 52 cards.
        let mut fixed = vec![(-1.0_f64).exp()];
        for k in 1..6 {
            fixed.push(fixed[k - 1] / k as f64);
        }
        let rest = 1.0 - fixed.iter().sum::<f64>();
        fixed.push(rest);
        Battery {
            shuffles: 0,
            runs: 0,
            cells: vec![
                even("card by position", "each of 52 cards at each of 52 places", POSITIONS * POSITIONS, 51.0 * 51.0),
                even("hands", "each of the 22,100 hands of three, dealt first", 22_100, 22_099.0),
                even("serial", "each ordered pair of neighbours, at places 26 and 27", POSITIONS * POSITIONS, 2651.0),
                even("permutations", "the order of the five cards from place 11", 120, 119.0),
                even("gap", "how many places one known card lies after another", 51, 50.0),
                Cells {
                    name: "fixed cards",
                    about: "how many cards lie where they lay before",
                    counts: vec![0; 7],
                    expected: ExpectedCounts::Parts(fixed),
                },
            ],
        }
    }

    /// Counts one shuffle.
    pub(crate) fn count(&mut self, deck: &[Card; 52]) {
        let cards = deck.map(|card| card.index());
        self.shuffles += 1;
        let [by_place, hands, serial, orders, gaps, fixed] = self.cells.as_mut_slice() else { return };
        let mut still = 0;
        let mut places = [0_u8; 52];
        for (place, card) in cards.iter().enumerate() {
            by_place.counts[usize::from(*card) * POSITIONS + place] += 1;
            places[usize::from(*card)] = place as u8;
            still += usize::from(usize::from(*card) == place);
        }
        hands.counts[hand_number([cards[0], cards[1], cards[2]])] += 1;
        serial.counts[usize::from(cards[25]) * POSITIONS + usize::from(cards[26])] += 1;
        orders.counts[order_number(&cards[10..15])] += 1;
        gaps.counts[(usize::from(places[1]) + 52 - usize::from(places[0])) % 52 - 1] += 1;
        fixed.counts[still.min(6)] += 1;
        self.runs += 1 + cards.windows(2).filter(|pair| pair[1] < pair[0]).count() as u64;
    }

    /// What the tests give.
    pub(crate) fn tested(&self) -> Vec<Tested> {
        let shuffles = self.shuffles as f64;
        let mut all: Vec<Tested> = self.cells.iter().map(|cells| cells.tested(shuffles)).collect();
        // Runs of a permutation of n cards: mean (n + 1) / 2, variance (n + 1) / 12.
        let mean = self.runs as f64 / shuffles;
        let statistic = (mean - 26.5) / (53.0 / 12.0 / shuffles).sqrt();
        let p = 2.0 * upper_tail(statistic.abs());
        all.push(Tested { test: "runs", about: "how often cards go on ascending", statistic, degrees: None, p });
        all
    }
}

impl Cells {
    fn tested(&self, shuffles: f64) -> Tested {
        let total: u64 = self.counts.iter().sum();
        let (statistic, degrees) = match &self.expected {
            ExpectedCounts::Even(degrees) => {
                // Equal neighbours are impossible; such cells expect nothing.
                let possible = if self.name == "serial" { 52.0 * 51.0 } else { self.counts.len() as f64 };
                let expected = total as f64 / possible;
                let square = |count: &u64| (*count as f64 - expected).powi(2) / expected;
                let impossible = self.counts.len() as f64 - possible;
                (self.counts.iter().map(square).sum::<f64>() - impossible * expected, *degrees)
            }
            ExpectedCounts::Parts(parts) => {
                let square =
                    |(count, part): (&u64, &f64)| (*count as f64 - shuffles * part).powi(2) / (shuffles * part);
                (self.counts.iter().zip(parts).map(square).sum(), parts.len() as f64 - 1.0)
            }
        };
        // Wilson and Hilferty: the cube root of chi-square over its degrees is nearly normal.
        let spread = 2.0 / (9.0 * degrees);
        let normal = ((statistic / degrees).cbrt() - (1.0 - spread)) / spread.sqrt();
        // Too even is as suspicious as too uneven.
        let p = 2.0 * upper_tail(normal.abs());
        Tested { test: self.name, about: self.about, statistic, degrees: Some(degrees as u64), p }
    }
}

/// The chance that a normal variable lies above z (Abramowitz and Stegun 7.1.26, error below 1.5e-7).
fn upper_tail(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    (poly * (-x * x).exp() / 2.0).clamp(0.0, 0.5)
}

/// Whether all tests together pass at 99 percent: Holm's correction for several tests at once.
pub(crate) fn passes(tested: &[Tested]) -> bool {
    let mut chances: Vec<f64> = tested.iter().map(|test| test.p).collect();
    chances.sort_by(f64::total_cmp);
    let count = chances.len();
    chances.iter().enumerate().all(|(i, p)| *p > 0.01 / (count - i) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffler::{Seed, Shuffler};

    fn run(shuffles: u32, mut deck: impl FnMut() -> [Card; 52]) -> Vec<Tested> {
        let mut battery = Battery::new();
        for _ in 0..shuffles {
            battery.count(&deck());
        }
        battery.tested()
    }

    #[test]
    fn the_shuffler_passes() {
        let mut shuffler = Shuffler::new("7".parse::<Seed>().expect("a seed"));
        let tested = run(120_000, || *shuffler.shuffle().order.cards());
        assert!(passes(&tested), "{tested:#?}");
    }

    /// The classic mistake: swapping every card with any card, which favours some orders.
    #[test]
    fn a_shuffle_that_swaps_with_any_card_is_found() {
        let mut word = 1_u64;
        let tested = run(60_000, || {
            let mut deck = Card::ALL;
            for place in 0..52 {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                deck.swap(place, (word >> 33) as usize % 52);
            }
            deck
        });
        assert!(!passes(&tested), "{tested:#?}");
    }

    /// One card comes to the top too often, by two in a hundred.
    #[test]
    fn a_favoured_card_is_found() {
        let mut shuffler = Shuffler::new("9".parse::<Seed>().expect("a seed"));
        let mut count = 0_u32;
        let tested = run(100_000, || {
            let mut deck = *shuffler.shuffle().order.cards();
            count += 1;
            if count.is_multiple_of(50) {
                let place = deck.iter().position(|card| *card == Card::ALL[51]).unwrap_or(0);
                deck.swap(0, place);
            }
            deck
        });
        assert!(!passes(&tested), "{tested:#?}");
    }

    #[test]
    fn hands_and_orders_have_their_own_numbers() {
        let mut seen = std::collections::HashSet::new();
        for high in 2..52_u8 {
            for middle in 1..high {
                for low in 0..middle {
                    assert_eq!(hand_number([middle, high, low]), hand_number([low, middle, high]));
                    assert!(hand_number([low, middle, high]) < 22_100 && seen.insert(hand_number([low, middle, high])));
                }
            }
        }
        assert_eq!(seen.len(), 22_100);
        assert_eq!((order_number(&[1, 2, 3, 4, 5]), order_number(&[5, 4, 3, 2, 1])), (0, 119));
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        for (z, tail) in [(0.0, 0.5), (1.0, 0.158_655), (1.959_964, 0.025), (2.575_829, 0.005), (4.0, 3.167e-5)] {
            assert!((upper_tail(z) - tail).abs() < 2e-6, "{z}");
        }
    }
}
