//! Simulation: dealt rounds through the production settlement, compared with the exact law.
//!
//! A [`SimulationPlan`] says who sits where with which wagers and decisions. [`run_block`] deals one block of it, and
//! [`Partial::merge`] adds the results of blocks: whole numbers only, so the result is the same bit for bit for any
//! number of threads, and however the blocks are spread over machines ([`SimulationPlan::shard`]).
//!
//! Every block has its own stream of random words and starts with the plan's meters. Within a block, meters grow with
//! each round's stakes at the house's exact rates, and the settlement pays and resets them. A block is thus one life of
//! a table; the plan's block length says how long it lasts.
//!
//! ```
//! use odds::simulate::{Decisions, Options, SeatPlan, SimulationPlan, run};
//! use odds::strategy::Strategy;
//! use rules::settle::Stakes;
//! use rules::{Books, Cents};
//!
//! let text = include_str!("../../../../houses/md14.toml");
//! let house = rules::house::check(text, &Books::shipped()).house.ok_or("not a house")?;
//! let stakes = Stakes { ante: Cents(500), pair_plus: Cents(500), ..Stakes::default() };
//! let decisions = Decisions::of(&house, &Strategy::Optimal).shared();
//! let seat = SeatPlan { position: 1, person: 1, stakes, decisions };
//! let plan = SimulationPlan::new(&house, vec![seat], &Options::new("2a".parse()?, 10_000))?;
//! let result = run(&plan, 0..plan.blocks()).ok_or("no block")?;
//! assert_eq!(result.rounds, 10_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bins;
mod compare;
mod decisions;
mod draw;
mod exact;
mod meters;
mod partial;
mod plan;
pub mod plot;
mod sums;
mod tally;

pub use compare::{Comparison, TABLE, compare};
pub use decisions::Decisions;
pub use draw::{Dealing, DrawPile, RandomWord, Seed, Stream};
pub use exact::{ANTE_PLAY, Moments, NoLaw, expected};
pub use partial::{MergeFault, Partial};
pub use plan::{Options, PlanFault, STAKE_MAX, SeatPlan, SimulationPlan};
pub use sums::{Histogram, MeterSums, NetSums, PositionSums, WagerSums};

use rules::money::Cents;
use rules::settle::{Decision, POSITIONS, TableLayout};

use plan::hand;
use tally::Tally;

/// The number of rounds after which the sums are carried into 128 bits.
const CARRY: u64 = 1 << 12;

/// The most points in a bankroll path, besides its start.
pub const PATH_POINTS: u64 = 250;

/// Deals one block of a run.
#[must_use]
pub fn run_block(plan: &SimulationPlan<'_>, block: u64) -> Partial {
    let house = plan.house;
    let mut stream = Stream::new(&plan.seed, block);
    let mut deck = DrawPile::default();
    let mut round = plan.table.clone();
    let mut layout = TableLayout::of(house, &round);
    let mut tally = Tally::new(plan);
    let mut path = (block < plan.paths).then(|| vec![0]);
    let mut next_point = if path.is_some() { plan.path_step() } else { 0 };
    let players = plan.seats.len().min(POSITIONS);
    for done in 1..=plan.rounds_of(block) {
        let cards = deck.deal(&mut stream, &plan.dealing);
        // Seats and positions are both in table order.
        let places = plan.seats.iter().zip(round.seats.iter_mut().flatten());
        let (hands, _) = cards.as_chunks::<3>();
        for ((seat, place), cards) in places.zip(hands) {
            place.cards = hand(cards);
            if place.decision.is_some() {
                let plays = seat.decisions.plays(place.cards);
                // A table look-up, since a processor cannot predict this branch.
                place.decision = [Some(Decision::Fold), Some(Decision::Play)][usize::from(plays)];
                if plan.tips_on_play {
                    // It is made with the play, so there is none with a fold (READING 46).
                    place.stakes.tip_play = if plays { seat.stakes.tip_play } else { Cents::ZERO };
                }
            }
        }
        round.dealer = hand(&hands[players]);
        if plan.community {
            let [first, second, _] = hands[players + 1];
            round.community = Some([first, second]);
        }
        if plan.tips_on_play {
            layout = TableLayout::of(house, &round);
        }
        tally.meters.contribute(&mut round);
        let after = layout.settle_into(&round, &mut tally);
        tally.meters.settle(&mut round, after);
        tally.close_round();
        if done % CARRY == 0 {
            tally.carry();
        }
        if done == next_point
            && let Some(path) = path.as_mut().filter(|_| done <= plan.path_rounds)
        {
            path.push(tally.first_net());
            next_point += plan.path_step();
        }
    }
    tally.partial(block, &round, path)
}

/// Deals some blocks, one after another. `None` if there are none.
#[must_use]
pub fn run(plan: &SimulationPlan<'_>, blocks: impl IntoIterator<Item = u64>) -> Option<Partial> {
    run_with(plan, blocks, |_| {})
}

/// The same, and reports how many rounds were dealt after each block.
#[must_use]
pub fn run_with(
    plan: &SimulationPlan<'_>,
    blocks: impl IntoIterator<Item = u64>,
    mut dealt: impl FnMut(u64),
) -> Option<Partial> {
    let mut whole: Option<Partial> = None;
    for block in blocks.into_iter().filter(|block| *block < plan.blocks()) {
        let part = run_block(plan, block);
        dealt(part.rounds);
        match &mut whole {
            None => whole = Some(part),
            // The parts are of one plan, so a merge fails only for a block asked for twice, which is already there.
            Some(whole) => drop(whole.merge(&part)),
        }
    }
    whole
}
