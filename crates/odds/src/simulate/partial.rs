//! The result of a part of a run, and how parts become the whole.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::plan::SimulationPlan;
use super::sums::{MeterSums, NetSums, PositionSums, WagerSums};

/// The result of some blocks of a run: whole numbers only, so the order of merging makes no difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partial {
    /// The line that identifies the plan.
    pub plan: String,
    /// The blocks in it: first and last of each contiguous range.
    pub blocks: Vec<(u64, u64)>,
    /// How many rounds they have.
    pub rounds: u64,
    /// What became of each wager, by its word.
    pub wagers: BTreeMap<String, WagerSums>,
    /// The net of each round on ante, play and ante bonus together, all positions.
    pub ante_play: NetSums,
    /// What each position won and lost.
    pub positions: BTreeMap<u8, PositionSums>,
    /// What all positions together won and lost.
    pub table: PositionSums,
    /// What became of each meter, by progressive and level.
    pub meters: BTreeMap<String, MeterSums>,
    /// Bankroll paths by block: the first position's net so far at equal intervals, in cents.
    pub paths: BTreeMap<u64, Vec<i64>>,
}

/// Why two parts cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeFault {
    /// They are parts of different runs.
    OtherPlan,
    /// This block is in both.
    Overlap(u64),
}

impl fmt::Display for MergeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeFault::OtherPlan => {
                f.write_str("the parts are of different runs: house, seats, seed, rounds and blocks must be the same")
            }
            MergeFault::Overlap(block) => write!(f, "block {block} is in both parts"),
        }
    }
}

impl std::error::Error for MergeFault {}

impl Partial {
    /// Adds another part of the same run.
    ///
    /// # Errors
    /// When it belongs to another run, or shares a block with this one. Nothing is added then.
    pub fn merge(&mut self, other: &Partial) -> Result<(), MergeFault> {
        if self.plan != other.plan {
            return Err(MergeFault::OtherPlan);
        }
        self.blocks = joined(&self.blocks, &other.blocks).map_err(MergeFault::Overlap)?;
        self.rounds = self.rounds.saturating_add(other.rounds);
        for (wager, sums) in &other.wagers {
            self.wagers.entry(wager.clone()).or_default().merge(sums);
        }
        self.ante_play.merge(&other.ante_play);
        for (position, sums) in &other.positions {
            match self.positions.get_mut(position) {
                Some(own) => own.merge(sums),
                None => {
                    self.positions.insert(*position, sums.clone());
                }
            }
        }
        self.table.merge(&other.table);
        for (meter, sums) in &other.meters {
            self.meters.entry(meter.clone()).or_default().merge(sums);
        }
        self.paths.extend(other.paths.iter().map(|(block, path)| (*block, path.clone())));
        Ok(())
    }

    /// Merges any number of parts; `None` if there are none.
    ///
    /// # Errors
    /// Why the first part that does not fit cannot be merged.
    pub fn merged(parts: impl IntoIterator<Item = Partial>) -> Result<Option<Partial>, MergeFault> {
        let mut parts = parts.into_iter();
        let Some(mut whole) = parts.next() else { return Ok(None) };
        for part in parts {
            whole.merge(&part)?;
        }
        Ok(Some(whole))
    }

    /// Whether the result is the whole run of this many blocks.
    #[must_use]
    pub fn is_whole(&self, blocks: u64) -> bool {
        blocks > 0 && self.blocks == [(0, blocks - 1)]
    }

    /// What is wrong with a part read from a file: it must be of this plan, have as many rounds as its blocks, and have
    /// counted each of them at every position. `None` if it is sound.
    #[must_use]
    pub fn fault(&self, plan: &SimulationPlan<'_>) -> Option<&'static str> {
        if self.plan != plan.identity() {
            return Some("it was made by another house, rulebook or version of this program than the one at hand");
        }
        let in_order = self.blocks.windows(2).all(|pair| pair[0].1 < pair[1].0);
        let known = self.blocks.iter().all(|(first, last)| first <= last && *last < plan.blocks());
        if self.blocks.is_empty() || !in_order || !known {
            return Some("its blocks are not blocks of the run");
        }
        // All blocks except the last have the same length.
        let rounds = |(first, last): &(u64, u64)| (last - first) * plan.block() + plan.rounds_of(*last);
        if self.rounds != self.blocks.iter().map(rounds).sum::<u64>() {
            return Some("its rounds are not those of its blocks");
        }
        let seats = plan.seats().iter().map(|seat| seat.position);
        if !self.positions.keys().copied().eq(seats) {
            return Some("its positions are not those of the run");
        }
        let full = |sums: &PositionSums| sums.histogram.is_sound_for(self.rounds);
        if !self.positions.values().chain([&self.table]).all(full) {
            return Some("it has not counted every round once");
        }
        None
    }
}

/// Joins two lists of ranges, merging neighbours; fails with the first block that is in both.
fn joined(one: &[(u64, u64)], other: &[(u64, u64)]) -> Result<Vec<(u64, u64)>, u64> {
    let mut all: Vec<(u64, u64)> = one.iter().chain(other).copied().collect();
    all.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::with_capacity(all.len());
    for (first, last) in all {
        match joined.last_mut() {
            Some(before) if first <= before.1 => return Err(first),
            Some(before) if first - before.1 == 1 => before.1 = last,
            _ => joined.push((first, last)),
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn runs_of_blocks_join() {
        assert_eq!(joined(&[(0, 2), (6, 6)], &[(3, 4)]), Ok(vec![(0, 4), (6, 6)]));
        assert_eq!(joined(&[(0, 2)], &[(5, 7), (3, 4)]), Ok(vec![(0, 7)]));
        assert_eq!(joined(&[], &[(1, 1)]), Ok(vec![(1, 1)]));
        assert_eq!(joined(&[(0, 2)], &[(2, 3)]), Err(2));
    }
}
