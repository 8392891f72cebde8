//! The tables that are simulated, and the bare loop.

use cards::Three;
use odds::simulate::{Dealing, Decisions, DrawPile, Options, SeatPlan, Seed, SimulationPlan, Stream};
use odds::strategy::Strategy;
use rules::settle::{Meters, Stakes};
use rules::{Books, House};

/// Rounds in a block.
pub const BLOCK: u64 = 1 << 12;

/// The seed of all runs.
const SEED: Seed = Seed([3; 32]);

/// A table.
pub struct Case {
    pub name: &'static str,
    pub positions: u8,
    /// The bar, in million rounds per second on one core, where there is one.
    pub target: Option<f64>,
    house: House,
    stakes: Stakes,
}

/// The base wagers alone, and all wagers of the two houses that offer most.
pub fn cases() -> Vec<Case> {
    let (md14, ma) = (include_str!("../../../houses/md14.toml"), include_str!("../../../houses/ma.toml"));
    let base = |house: &House| {
        let all = house.least_stakes();
        Stakes { ante: all.ante, pair_plus: all.pair_plus, ..Stakes::default() }
    };
    let case = |name, text, positions, target, stakes: &dyn Fn(&House) -> Stakes| {
        let house = rules::house::check(text, &Books::shipped()).house.expect("the example house is lawful");
        Case { name, positions, target, stakes: stakes(&house), house }
    };
    vec![
        case("md14, 1 position, base wagers", md14, 1, Some(10.0), &base),
        case("md14, 1 position, all wagers", md14, 1, None, &House::least_stakes),
        case("md14, 7 positions, base wagers", md14, 7, None, &base),
        case("md14, 7 positions, all wagers", md14, 7, Some(2.0), &House::least_stakes),
        case("ma, 7 positions, all wagers, Cover All", ma, 7, Some(2.0), &House::least_stakes),
    ]
}

impl Case {
    /// This many rounds in blocks.
    pub fn plan(&self, rounds: u64) -> SimulationPlan<'_> {
        self.planned(rounds, BLOCK)
    }

    /// This many rounds in one block.
    pub fn plan_in_one_block(&self, rounds: u64) -> SimulationPlan<'_> {
        self.planned(rounds, rounds)
    }

    fn planned(&self, rounds: u64, block: u64) -> SimulationPlan<'_> {
        let decisions = Decisions::beside(&self.house, &self.stakes, &Meters::seeded(&self.house), &Strategy::Optimal);
        let decisions = decisions.shared();
        let seat = |position| SeatPlan {
            position,
            person: u32::from(position),
            stakes: self.stakes,
            decisions: decisions.clone(),
        };
        let mut options = Options::new(SEED, rounds);
        (options.block, options.paths) = (Some(block), 0);
        SimulationPlan::new(&self.house, (1..=self.positions).map(seat).collect(), &options)
            .expect("the house takes the wagers")
    }
}

/// The minimum: the same stream and the same draws, and the strength of every hand.
pub fn bare(positions: u8, part: usize) -> u64 {
    let hands = usize::from(positions) + 1;
    let dealing = Dealing::new(if positions == 1 { 6 } else { 3 * hands + 2 });
    let (mut stream, mut deck) = (Stream::new(&SEED, part as u64), DrawPile::default());
    let mut total = 0;
    for _ in 0..BLOCK {
        let cards = deck.deal(&mut stream, &dealing);
        for hand in cards.as_chunks::<3>().0.iter().take(hands) {
            let strength = Three::new(hand[0], hand[1], hand[2]).map_or(0, |hand| hand.strength().index());
            total += u64::from(strength);
        }
    }
    total
}
