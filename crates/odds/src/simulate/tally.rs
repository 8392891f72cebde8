//! What is recorded of the movements of a block while it is dealt.

use std::collections::BTreeMap;

use rules::house::House;
use rules::money::Cents;
use rules::settle::{Account, Movement, POSITIONS, Register, Round};
use rules::wager::{Outcome, Wager};

use super::bins::Bins;
use super::meters::MeterTally;
use super::partial::Partial;
use super::plan::SimulationPlan;
use super::sums::{NetSums, PositionSums, WagerSums};

/// Room for all wagers, outcomes and positions, as powers of two, so that an index needs no bounds check.
const WAGERS: usize = 32;
const OUTCOMES: usize = 8;
const PLACES: usize = 16;

/// Ante, play and their bonuses are the first wagers of all.
const BASE: usize = Wager::BadBeat as usize + 1;

const _: () = assert!(BASE == 4 && Wager::Ante as usize + Wager::Play as usize == 1);
const _: () = assert!(Wager::ALL.len() <= WAGERS && Outcome::ALL.len() <= OUTCOMES && POSITIONS < PLACES);

/// One wager's amounts.
///
/// 64 bits are enough for the rounds between two calls of [`Tally::carry`]: a stake is at most
/// [`STAKE_MAX`](super::STAKE_MAX), odds at most a million to one, so a movement moves less than 2^47 cents, and eight
/// positions in 4,096 rounds less than 2^62. Nothing can wrap, so the innermost loop does not check for it.
///
/// The order of the fields separates those that are updated together: a processor must finish a short store before it
/// loads a long word over it.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct WagerTally {
    paid: i64,
    /// The net after the last round.
    before: i64,
    staked: i64,
    outcomes: [u32; OUTCOMES],
    /// What was paid and returned, less what was staked.
    net: i64,
}

impl WagerTally {
    /// The net of the current round.
    fn of_the_round(&self) -> i64 {
        self.net.wrapping_sub(self.before)
    }
}

/// The results of rounds.
struct NetTally {
    sum: i64,
    carried: i128,
    squares: i128,
    bins: Bins,
}

impl NetTally {
    fn new(bins: Bins) -> NetTally {
        NetTally { sum: 0, carried: 0, squares: 0, bins }
    }

    fn add(&mut self, net: i64) {
        self.sum = self.sum.wrapping_add(net);
        self.squares += square(net);
        self.bins.add(net);
    }

    fn net(&self) -> i128 {
        self.carried + i128::from(self.sum)
    }

    fn sums(&self) -> PositionSums {
        let rounds = NetSums { net: self.net(), squares: self.squares };
        PositionSums { rounds, histogram: self.bins.histogram() }
    }
}

/// The square of 64 bits, which 128 always hold.
fn square(net: i64) -> i128 {
    i128::from(net).wrapping_mul(i128::from(net))
}

/// The sums of a block, written by the settlement itself.
pub(super) struct Tally<'p> {
    plan: &'p SimulationPlan<'p>,
    rounds: u64,
    wagers: [WagerTally; WAGERS],
    /// The number of wagers up to the last that can be settled; those after it cost nothing.
    live: usize,
    /// By wager: what was carried out of 64 bits, and the squares of the rounds' nets.
    carried: [WagerSums; WAGERS],
    squares: [i128; WAGERS],
    ante_play: NetSums,
    /// The net of the round at each position.
    net: [i64; PLACES],
    /// The positions in play.
    places: Vec<usize>,
    positions: Vec<NetTally>,
    table: NetTally,
    pub(super) meters: MeterTally,
}

impl<'h> Register<'h> for Tally<'_> {
    // Without this a simulated round of seven positions takes 28 % longer.
    #[inline(always)]
    fn write(&mut self, movement: Movement<'h>) {
        // Not every stake is money, and not every payment is the player's: coupons are paper, and a tip's winnings are
        // the dealers'.
        let staked = if movement.stake_account().is_some() { movement.stake.0 } else { 0 };
        let received = movement.paid.0.wrapping_add(movement.returned.0);
        let amounts = &mut self.wagers[movement.wager as usize % WAGERS];
        let count = &mut amounts.outcomes[movement.outcome as usize % OUTCOMES];
        *count = count.wrapping_add(1);
        amounts.staked = amounts.staked.wrapping_add(staked);
        amounts.paid = amounts.paid.wrapping_add(movement.paid.0);
        amounts.net = amounts.net.wrapping_add(received).wrapping_sub(staked);
        let to_player = if movement.payee() == Account::TipBox { 0 } else { received };
        let net = &mut self.net[usize::from(movement.position) % PLACES];
        *net = net.wrapping_add(to_player).wrapping_sub(staked);
        if matches!(movement.wager, Wager::Progressive | Wager::FiveCardProgressive) {
            self.meters.write(&movement);
        }
    }
}

impl<'p> Tally<'p> {
    pub(super) fn new(plan: &'p SimulationPlan<'p>) -> Tally<'p> {
        let unit = unit(plan);
        let mut positions = Vec::new();
        let (mut least, mut staked) = (Cents::ZERO, Cents::ZERO);
        for seat in &plan.seats {
            let all: Cents = Wager::ALL.iter().map(|wager| seat.stakes.on(*wager)).sum();
            let risked = all + seat.stakes.ante;
            positions.push(NetTally::new(Bins::new(Cents::ZERO - risked, unit, all)));
            least -= risked;
            staked += all;
        }
        Tally {
            plan,
            rounds: 0,
            wagers: [WagerTally::default(); WAGERS],
            live: Wager::ALL.iter().rposition(|wager| settles(plan, *wager)).map_or(0, |last| last + 1),
            carried: Default::default(),
            squares: [0; WAGERS],
            ante_play: NetSums::default(),
            net: [0; PLACES],
            places: plan.seats.iter().map(|seat| usize::from(seat.position) % PLACES).collect(),
            positions,
            table: NetTally::new(Bins::new(least, unit, staked)),
            meters: MeterTally::new(plan),
        }
    }

    /// Adds the round whose movements were written.
    pub(super) fn close_round(&mut self) {
        self.rounds += 1;
        let mut table = 0_i64;
        for (place, tally) in self.places.iter().zip(&mut self.positions) {
            let net = std::mem::take(&mut self.net[*place % PLACES]);
            table = table.wrapping_add(net);
            tally.add(net);
        }
        if self.positions.len() > 1 {
            self.table.add(table);
        }
        let base: i64 = self.wagers[..BASE].iter().map(WagerTally::of_the_round).fold(0, i64::wrapping_add);
        self.ante_play.squares += square(base);
        for (amounts, squares) in self.wagers.iter_mut().zip(&mut self.squares).take(self.live) {
            *squares += square(amounts.of_the_round());
            amounts.before = amounts.net;
        }
    }

    /// Carries the sums into 128 bits. Called after every few thousand rounds.
    pub(super) fn carry(&mut self) {
        for (amounts, carried) in self.wagers.iter_mut().zip(&mut self.carried) {
            carried.staked += i128::from(std::mem::take(&mut amounts.staked));
            carried.paid += i128::from(std::mem::take(&mut amounts.paid));
            carried.rounds.net += i128::from(std::mem::take(&mut amounts.net));
            amounts.before = 0;
        }
        for tally in self.positions.iter_mut().chain([&mut self.table]) {
            tally.carried += i128::from(std::mem::take(&mut tally.sum));
        }
    }

    /// The net of the first position so far.
    pub(super) fn first_net(&self) -> i64 {
        self.positions.first().map_or(0, |tally| i64::try_from(tally.net()).unwrap_or(i64::MAX))
    }

    /// The sums as a part of the run.
    pub(super) fn partial(mut self, block: u64, round: &Round, path: Option<Vec<i64>>) -> Partial {
        self.carry();
        let mut wagers = BTreeMap::new();
        for (wager, mut sums) in Wager::ALL.iter().zip(self.carried) {
            if !settles(self.plan, *wager) {
                continue;
            }
            sums.returned = sums.rounds.net + sums.staked - sums.paid;
            sums.rounds.squares = self.squares[*wager as usize];
            let counts = self.wagers[*wager as usize].outcomes;
            for (outcome, count) in Outcome::ALL.iter().zip(counts).filter(|(_, count)| *count > 0) {
                sums.outcomes.insert(outcome.word().to_owned(), u64::from(count));
            }
            wagers.insert(wager.word().to_owned(), sums);
        }
        let of = |wager: Wager| wagers.get(wager.word()).map_or(0, |sums: &WagerSums| sums.rounds.net);
        self.ante_play.net = of(Wager::Ante) + of(Wager::Play) + of(Wager::AnteBonus) + of(Wager::BadBeat);
        let table = match self.positions.as_slice() {
            // With one position, the table's result is that position's.
            [alone] => alone.sums(),
            _ => self.table.sums(),
        };
        let positions = self.plan.seats.iter().zip(&self.positions);
        Partial {
            plan: self.plan.identity(),
            blocks: vec![(block, block)],
            rounds: self.rounds,
            wagers,
            ante_play: self.ante_play,
            positions: positions.map(|(seat, tally)| (seat.position, tally.sums())).collect(),
            table,
            meters: self.meters.sums(round),
            paths: path.into_iter().map(|path| (block, path)).collect(),
        }
    }
}

/// Whether a wager can have a movement under a plan.
fn settles(plan: &SimulationPlan<'_>, wager: Wager) -> bool {
    let any = |staked: Wager| plan.seats.iter().any(|seat| !seat.stakes.on(staked).is_zero());
    match wager {
        Wager::Play | Wager::AnteBonus => any(Wager::Ante),
        Wager::BadBeat => any(Wager::Ante) && plan.house.offers(wager),
        Wager::TipAnteBonus => any(Wager::TipAnte),
        // Envy needs somebody else.
        Wager::Envy => any(Wager::Progressive) && plan.house.offers(wager) && plan.seats.len() > 1,
        Wager::FiveCardEnvy => any(Wager::FiveCardProgressive) && plan.house.offers(wager) && plan.seats.len() > 1,
        staked => any(staked),
    }
}

/// The amount of which all stakes, and most payments, are multiples.
fn unit(plan: &SimulationPlan<'_>) -> Cents {
    let stakes = plan.seats.iter().flat_map(|seat| Wager::ALL.iter().map(|wager| seat.stakes.on(*wager).0));
    Cents(stakes.fold(smallest_chip(plan.house), num_integer::gcd))
}

/// The smallest chip; a unit of one cent rounds nothing, so it says nothing about payments.
fn smallest_chip(house: &House) -> i64 {
    if house.unit.0 > 1 { house.unit.0 } else { 0 }
}
