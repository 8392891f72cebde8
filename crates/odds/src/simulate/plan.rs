//! What is simulated: the house, who sits where with which wagers and decisions, how many rounds, and the seed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use cards::{Card, Three};
use rules::house::House;
use rules::money::{Cents, Meter};
use rules::rulebook::vocabulary::MultiWin;
use rules::settle::input::{Amounts, HouseRef, PositionFile, RoundFile};
use rules::settle::{Decision, Meters, POSITIONS, PersonId, Refusal, Round, Seat, Stakes, admit, admit_shared};
use rules::wager::{Level, Wager};

use super::decisions::Decisions;
use super::draw::{Dealing, Seed};

/// One position of the table.
#[derive(Clone, Debug)]
pub struct SeatPlan {
    /// The position, from 1.
    pub position: u8,
    /// Who sits there; one person may hold several positions.
    pub person: u32,
    /// What is wagered, round after round.
    pub stakes: Stakes,
    /// Which hands are played.
    pub decisions: Arc<Decisions>,
}

/// How long a run is, and what is recorded of it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed of all cards.
    pub seed: Seed,
    /// How many rounds.
    pub rounds: u64,
    /// The rounds of a block; with `None`, the length of the run decides.
    ///
    /// Blocks are divided among threads and shards. Each has its own stream and starts with fresh meters, so the length
    /// of a block is how long the meters live: it is part of the plan, and a different length is a different run.
    pub block: Option<u64>,
    /// Where the meters start; `None` for the house's seeds.
    pub meters: Option<Meters>,
    /// How many bankroll paths are recorded: one each from the first blocks.
    pub paths: u64,
    /// How many rounds a path has, at most a block.
    pub path_rounds: u64,
}

impl Options {
    /// A run of this many rounds, with sixteen paths of a thousand rounds.
    #[must_use]
    pub fn new(seed: Seed, rounds: u64) -> Options {
        Options { seed, rounds, block: None, meters: None, paths: 16, path_rounds: 1_000 }
    }
}

/// Why a run is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// The rules or the house refuse the wagers.
    Refused(Vec<Refusal>),
    /// A stake larger than the sums can hold.
    StakeTooLarge(u8, Wager),
    /// Nobody sits at the table, or no round is asked for.
    Empty,
}

impl std::fmt::Display for PlanFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlanFault::Refused(refusals) => {
                let mut separator = "";
                for refusal in refusals {
                    write!(f, "{separator}{refusal}")?;
                    separator = "\n";
                }
                Ok(())
            }
            PlanFault::StakeTooLarge(position, wager) => {
                write!(f, "position {position}: {wager} is over {STAKE_MAX}, the most that is simulated")
            }
            PlanFault::Empty => f.write_str("a run needs at least one position and one round"),
        }
    }
}

impl std::error::Error for PlanFault {}

/// The largest stake: with it, no sum of a few thousand rounds overflows 64 bits, even at the highest odds a table may
/// name.
pub const STAKE_MAX: Cents = Cents::dollars(1_000_000);

/// The shortest and the longest block chosen by the length of a run, and the number of blocks aimed at.
const BLOCK_MIN: u64 = 1 << 16;
const BLOCK_MAX: u64 = 1 << 22;
const BLOCKS_WANTED: u64 = 256;

/// What a round adds to a meter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fed {
    pub wager: Wager,
    pub level: Level,
    /// What all positions together add.
    pub added: Meter,
    /// What a reset puts in.
    pub seed: Meter,
    /// Whether it is the meter that gets the reserve.
    pub is_first: bool,
    /// Whether several winners in one round share it.
    pub is_shared: bool,
}

/// What a round sets aside for a progressive.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetAside {
    pub wager: Wager,
    pub reserve: Meter,
    pub backup: Meter,
}

/// A run that has been checked and is ready.
#[derive(Clone, Debug)]
pub struct SimulationPlan<'h> {
    pub(super) house: &'h House,
    pub(super) seats: Vec<SeatPlan>,
    pub(super) seed: Seed,
    pub(super) rounds: u64,
    pub(super) block: u64,
    pub(super) paths: u64,
    pub(super) path_rounds: u64,
    pub(super) dealing: Dealing,
    /// Whether the two community cards are dealt.
    pub(super) community: bool,
    /// Whether anybody tips on the play.
    pub(super) tips_on_play: bool,
    /// The table before the first round of a block: with stakes and meters, and any cards.
    pub(super) table: Round,
    pub(super) fed: Vec<Fed>,
    pub(super) set_aside: Vec<SetAside>,
}

impl<'h> SimulationPlan<'h> {
    /// Checks a run: its wagers must be admissible, like those of a real round.
    ///
    /// # Errors
    /// Everything that the rules or the house refuse.
    pub fn new(house: &'h House, mut seats: Vec<SeatPlan>, options: &Options) -> Result<SimulationPlan<'h>, PlanFault> {
        seats.sort_by_key(|seat| seat.position);
        if seats.is_empty() || options.rounds == 0 {
            return Err(PlanFault::Empty);
        }
        let five_card = seats.iter().any(|seat| !seat.stakes.five_card_progressive.is_zero());
        let sample = sample(house, &seats, five_card);
        if house.table.electronic {
            admit_shared(house, &sample).map_err(PlanFault::Refused)?;
        } else {
            admit(house, &sample).map_err(PlanFault::Refused)?;
        }
        for seat in &seats {
            if let Some(wager) = Wager::ALL.iter().find(|wager| seat.stakes.on(**wager) > STAKE_MAX) {
                return Err(PlanFault::StakeTooLarge(seat.position, *wager));
            }
        }
        let wanted = options.rounds.div_ceil(BLOCKS_WANTED).next_power_of_two().clamp(BLOCK_MIN, BLOCK_MAX);
        let block = options.block.unwrap_or(wanted).max(1);
        const ANY: [Card; 3] = [Card::ALL[0], Card::ALL[1], Card::ALL[2]];
        let mut table = Round::empty(hand(&ANY));
        table.meters = options.meters.unwrap_or_else(|| Meters::seeded(house));
        for seat in &seats {
            let decision = (!seat.stakes.ante.is_zero()).then_some(Decision::Play);
            let (position, person) = (seat.position, PersonId(seat.person));
            table.seat(Seat { position, person, cards: hand(&ANY), decision, stakes: seat.stakes });
        }
        let (fed, set_aside) = contributions(house, &seats);
        Ok(SimulationPlan {
            house,
            seed: options.seed,
            rounds: options.rounds,
            block,
            paths: options.paths,
            path_rounds: options.path_rounds.min(block),
            dealing: Dealing::new(3 * (seats.len() + 1) + if five_card { 2 } else { 0 }),
            community: five_card,
            tips_on_play: seats.iter().any(|seat| !seat.stakes.tip_play.is_zero()),
            table,
            fed,
            set_aside,
            seats,
        })
    }

    /// The house.
    #[must_use]
    pub fn house(&self) -> &'h House {
        self.house
    }

    /// The positions in play, from the first.
    #[must_use]
    pub fn seats(&self) -> &[SeatPlan] {
        &self.seats
    }

    /// How many rounds the whole run has.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many rounds a block has; the last may have fewer.
    #[must_use]
    pub fn block(&self) -> u64 {
        self.block
    }

    /// How many blocks the whole run has.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.rounds.div_ceil(self.block)
    }

    /// How many rounds the block with this number has.
    #[must_use]
    pub fn rounds_of(&self, block: u64) -> u64 {
        block.checked_mul(self.block).map_or(0, |before| self.rounds.saturating_sub(before)).min(self.block)
    }

    /// The blocks of shard `shard` of `of`: those whose number leaves that remainder. All shards together make the run.
    pub fn shard(&self, shard: u64, of: u64) -> impl Iterator<Item = u64> + Clone + use<> {
        (shard..self.blocks()).step_by(usize::try_from(of.max(1)).unwrap_or(usize::MAX))
    }

    /// How many rounds lie between two points of a bankroll path.
    #[must_use]
    pub fn path_step(&self) -> u64 {
        self.path_rounds.div_ceil(super::PATH_POINTS).max(1)
    }

    /// Everything that decides the result, in one line: two plans with the same line have the same result, bit for bit,
    /// and only their partial results may be merged.
    #[must_use]
    pub fn identity(&self) -> String {
        let mut line = format!(
            "house {} rulebook {} seed {} rounds {} block {} paths {}x{}",
            self.house.digest, self.house.book_digest, self.seed, self.rounds, self.block, self.paths, self.path_rounds
        );
        for fed in &self.fed {
            let starts = self.table.meters.of(fed.wager).get(fed.level);
            let _ = write!(line, " meter {} {} from {}", fed.wager, fed.level, starts.exact());
        }
        for aside in &self.set_aside {
            let set = self.table.meters.of(aside.wager);
            let _ = write!(line, " aside {} from {} {}", aside.wager, set.reserve.exact(), set.backup.exact());
        }
        for seat in &self.seats {
            let _ =
                write!(line, " seat {} person {} plays {}", seat.position, seat.person, seat.decisions.fingerprint());
            for wager in Wager::ALL {
                let stake = seat.stakes.on(*wager);
                if !stake.is_zero() {
                    let _ = write!(line, " {wager} {}", stake.0);
                }
            }
        }
        line
    }
}

/// The hand of three different cards. A deck has each card once, so no other case occurs.
pub(super) fn hand(cards: &[Card; 3]) -> Three {
    const ANY: Three = match Three::from_index(0) {
        Some(hand) => hand,
        None => panic!("there are 22,100 hands"),
    };
    let [a, b, c] = *cards;
    Three::new(a, b, c).unwrap_or(ANY)
}

/// What each round adds to the meters.
fn contributions(house: &House, seats: &[SeatPlan]) -> (Vec<Fed>, Vec<SetAside>) {
    let (mut fed, mut set_aside) = (Vec::new(), Vec::new());
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let Some(terms) = house.progressive_terms(wager) else { continue };
        let stakes = || seats.iter().map(|seat| seat.stakes.on(wager)).filter(|stake| !stake.is_zero());
        if stakes().next().is_none() {
            continue;
        }
        let is_shared = terms.multi_win == MultiWin::EqualShares;
        let sum = |share| Meter(stakes().map(|stake| Meter::contribution(stake, share).0).sum());
        for (i, meter) in terms.meters.iter().enumerate() {
            let (level, added, seed) = (meter.level, sum(terms.grows(meter)), Meter::of(meter.seed));
            fed.push(Fed { wager, level, added, seed, is_first: i == 0, is_shared });
        }
        set_aside.push(SetAside { wager, reserve: sum(terms.reserve), backup: sum(terms.backup) });
    }
    (fed, set_aside)
}

/// A round with the wagers of the plan and any cards, for the rules to check.
fn sample(house: &House, seats: &[SeatPlan], five_card: bool) -> RoundFile {
    let cards = |from: usize, count: usize| -> Option<Vec<String>> {
        Some(Card::ALL.iter().skip(from).take(count).map(ToString::to_string).collect())
    };
    let terminal = |seat: &SeatPlan| {
        let first = seats.iter().position(|other| other.person == seat.person).unwrap_or_default();
        u8::try_from(first + 1).unwrap_or(u8::MAX)
    };
    let positions = seats.iter().enumerate().map(|(i, seat)| {
        let on = |wagers: &[(&str, Wager)]| {
            let made = wagers.iter().filter(|(_, wager)| !seat.stakes.on(*wager).is_zero());
            let amount = |wager: Wager| u64::try_from(seat.stakes.on(wager).0).unwrap_or(u64::MAX);
            Amounts(made.map(|(name, wager)| ((*name).to_owned(), amount(*wager))).collect())
        };
        let shared = house.table.electronic;
        PositionFile {
            position: (!shared).then_some(seat.position),
            // A person has one terminal, whichever of the shared hands they wager on.
            terminal: shared.then(|| terminal(seat)),
            hand: shared.then_some(seat.position),
            person: Some(format!("person {}", seat.person)),
            cards: cards(5 + 3 * (i % POSITIONS), 3).filter(|_| !shared),
            decision: (!seat.stakes.ante.is_zero()).then(|| Decision::Play.word().to_owned()),
            wagers: on(&Wager::STAKED.map(|wager| (wager.word(), wager))),
            tips: on(&[("ante", Wager::TipAnte), ("play", Wager::TipPlay), ("pair_plus", Wager::TipPairPlus)]),
            match_play: on(&[("ante", Wager::MatchPlay)]),
        }
    });
    let mut meters = BTreeMap::new();
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let levels = house.progressive_terms(wager).into_iter().flat_map(|terms| &terms.meters);
        let levels: BTreeMap<String, u64> = levels.map(|meter| (meter.level.word().to_owned(), 0)).collect();
        if !levels.is_empty() {
            meters.insert(wager.word().to_owned(), Amounts(levels));
        }
    }
    RoundFile {
        house: HouseRef::Path(String::new()),
        dealer: cards(0, 3),
        community: five_card.then(|| cards(3, 2)).flatten(),
        meters,
        hands: house.table.electronic.then(|| (0..3).filter_map(|hand| cards(5 + 3 * hand, 3)).collect()),
        positions: positions.collect(),
        void: None,
    }
}
