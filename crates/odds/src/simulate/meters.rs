//! How the meters of a block grow, are won, and reset.

use std::collections::BTreeMap;

use rules::money::{Meter, Share};
use rules::paytable::Pays;
use rules::settle::{MeterSet, Meters, Movement, PaidBy, Round};
use rules::wager::{Level, Wager};

use super::plan::{Fed, SetAside, SimulationPlan};
use super::sums::MeterSums;

/// The meters of a block.
pub(super) struct MeterTally {
    tracked: Vec<Tracked>,
    set_aside: Vec<SetAside>,
    /// The rounds so far.
    rounds: u64,
    /// What was won in this round.
    awards: Vec<MeterWin>,
}

/// A share of a meter that was won.
struct MeterWin {
    wager: Wager,
    level: Level,
    share: Share,
    paid: i64,
}

struct Tracked {
    fed: Fed,
    /// Its value after the last award, and how many rounds had been settled then. Between awards it only grows, by the
    /// same amount each round, so nothing is added up until the next award.
    stood: i64,
    settled: u64,
    sums: MeterSums,
}

impl Tracked {
    /// Adds up what it showed in the rounds since the last award; returns its value before the next.
    fn catch_up(&mut self, settled: u64) -> i128 {
        let (added, rounds) = (i128::from(self.fed.added.0), i128::from(settled - self.settled));
        let stands = i128::from(self.stood) + added * rounds;
        self.sums.shown += i128::from(self.stood) * rounds + added * (rounds * (rounds + 1) / 2);
        self.sums.added += added * rounds;
        self.sums.highest = self.sums.highest.max(i64::try_from(stands).unwrap_or(i64::MAX));
        self.settled = settled;
        stands
    }
}

impl MeterTally {
    pub(super) fn new(plan: &SimulationPlan<'_>) -> MeterTally {
        let tracked = plan.fed.iter().map(|fed| {
            let stood = plan.table.meters.of(fed.wager).get(fed.level).0;
            let sums = MeterSums { begins: i128::from(stood), highest: stood, ..MeterSums::default() };
            Tracked { fed: *fed, stood, settled: 0, sums }
        });
        MeterTally { tracked: tracked.collect(), set_aside: plan.set_aside.clone(), rounds: 0, awards: Vec::new() }
    }

    /// Adds a round's contributions.
    pub(super) fn contribute(&mut self, round: &mut Round) {
        self.rounds += 1;
        for tracked in &self.tracked {
            let (set, fed) = (round.meters.of_mut(tracked.fed.wager), &tracked.fed);
            set.set(fed.level, Meter(set.get(fed.level).0 + fed.added.0));
        }
        for aside in &self.set_aside {
            let set = round.meters.of_mut(aside.wager);
            set.reserve.0 += aside.reserve.0;
            set.backup.0 += aside.backup.0;
        }
    }

    /// Notes a progressive wager that wins a share of a meter.
    pub(super) fn write(&mut self, movement: &Movement<'_>) {
        if let PaidBy::Line(line) = movement.by
            && let Pays::OfMeter(share, level) = line.pays
        {
            self.awards.push(MeterWin { wager: movement.wager, level, share, paid: movement.paid.0 });
        }
    }

    /// Takes over the meters from the settlement. They are unchanged unless somebody won.
    pub(super) fn settle(&mut self, round: &mut Round, after: Option<Meters>) {
        if let Some(after) = after {
            self.award(&round.meters, &after);
            round.meters = after;
        }
    }

    /// Records what was won in a round.
    #[cold]
    fn award(&mut self, before: &Meters, after: &Meters) {
        for tracked in &mut self.tracked {
            let fed = tracked.fed;
            let won = || self.awards.iter().filter(|award| award.wager == fed.wager && award.level == fed.level);
            let awards = won().count() as u64;
            if awards == 0 {
                continue;
            }
            tracked.catch_up(self.rounds);
            let (old, new) = (before.of(fed.wager), after.of(fed.wager));
            let aside = |set: &MeterSet| i128::from(set.reserve.0) + i128::from(set.backup.0);
            let released = if fed.is_first { aside(old) - aside(new) } else { 0 };
            // Paid in turn, each whole win resets the meter; shared, all of them together reset it once.
            let whole = won().filter(|award| award.share == Share::WHOLE).count() as u64;
            let resets = if fed.is_shared { whole.min(1) } else { whole };
            let seeds = i128::from(fed.seed.0) * i128::from(resets);
            let fell = i128::from(old.get(fed.level).0) - i128::from(new.get(fed.level).0);
            let sums = &mut tracked.sums;
            sums.awards += awards;
            sums.paid += won().map(|award| i128::from(award.paid)).sum::<i128>();
            let shown = i128::from(old.get(fed.level).0);
            sums.worth += won().map(|award| shown * i128::from(award.share.0)).sum::<i128>();
            sums.resets += resets;
            sums.seeds += seeds;
            sums.released += released;
            sums.taken += fell + seeds + released;
            tracked.stood = new.get(fed.level).0;
        }
        self.awards.clear();
    }

    /// The sums at the end of the block, when the table's meters must agree with those followed here.
    pub(super) fn sums(mut self, round: &Round) -> BTreeMap<String, MeterSums> {
        let mut all = BTreeMap::new();
        for tracked in &mut self.tracked {
            tracked.catch_up(self.rounds);
            // Read from the table, not from what was followed: the two agree only if nothing was missed.
            tracked.sums.ends = i128::from(round.meters.of(tracked.fed.wager).get(tracked.fed.level).0);
            all.insert(format!("{}.{}", tracked.fed.wager, tracked.fed.level), tracked.sums.clone());
        }
        all
    }
}
