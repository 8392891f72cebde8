//! Sums of whole numbers: what a run records, exact and the same in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Large sums are written to files as text, since a JSON number is exact only to 53 bits.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(sum: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(sum)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        let text = String::deserialize(deserializer)?;
        // No run comes near this, and sums of files below it cannot overflow.
        let sum = text.parse().ok().filter(|sum: &i128| sum.unsigned_abs() < 1 << 110);
        sum.ok_or_else(|| serde::de::Error::custom(format!("\"{text}\" is not a whole number of a possible size")))
    }
}

/// The net results of rounds, in cents: their sum and the sum of their squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetSums {
    /// The sum, in cents.
    #[serde(with = "as_text")]
    pub net: i128,
    /// The sum of the squares, in square cents.
    #[serde(with = "as_text")]
    pub squares: i128,
}

impl NetSums {
    /// Adds the sums of other rounds.
    pub fn merge(&mut self, other: &NetSums) {
        self.net += other.net;
        self.squares += other.squares;
    }
}

/// What became of one wager, at all positions together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagerSums {
    /// How often it was settled with each outcome, by the outcome's word.
    pub outcomes: BTreeMap<String, u64>,
    /// All that was staked, in cents.
    #[serde(with = "as_text")]
    pub staked: i128,
    /// All that was paid on top of stakes, in cents.
    #[serde(with = "as_text")]
    pub paid: i128,
    /// All that was returned of stakes, in cents.
    #[serde(with = "as_text")]
    pub returned: i128,
    /// The net of each round, all positions together.
    pub rounds: NetSums,
}

impl WagerSums {
    /// How often it was settled.
    #[must_use]
    pub fn settled(&self) -> u64 {
        self.outcomes.values().fold(0, |settled, count| settled.saturating_add(*count))
    }

    /// Adds the sums of other rounds.
    pub fn merge(&mut self, other: &WagerSums) {
        for (outcome, count) in &other.outcomes {
            let own = self.outcomes.entry(outcome.clone()).or_default();
            *own = own.saturating_add(*count);
        }
        self.staked += other.staked;
        self.paid += other.paid;
        self.returned += other.returned;
        self.rounds.merge(&other.rounds);
    }
}

/// How often each net came up: bins of one width from the lowest possible net up, then bins that double.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Histogram {
    /// Where the first bin begins, in cents.
    pub from: i64,
    /// How wide each of the bins is, in cents.
    pub width: i64,
    /// How many bins there are before they double.
    pub bins: u32,
    /// The non-empty bins. From `bins` on they double: the first begins where the even ones end and is as wide as all
    /// of them together.
    pub counts: BTreeMap<u32, u64>,
}

impl Histogram {
    /// The edges of a bin; the upper one is outside it.
    #[must_use]
    pub fn edges(&self, bin: u32) -> (i64, i64) {
        match bin.checked_sub(self.bins) {
            None => {
                let low = self.from.saturating_add(i64::from(bin).saturating_mul(self.width));
                (low, low.saturating_add(self.width))
            }
            Some(doubled) => {
                let span = self.width.saturating_mul(i64::from(self.bins));
                let edge = |times: u32| self.from.saturating_add(span.saturating_mul(1_i64 << times.min(62)));
                (edge(doubled), edge(doubled + 1))
            }
        }
    }

    /// The number of rounds counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().fold(0, |total, count| total.saturating_add(*count))
    }

    /// Whether it can be the histogram of this many rounds.
    #[must_use]
    pub fn is_sound_for(&self, rounds: u64) -> bool {
        let far = |bin: &u32| *bin >= self.bins.saturating_add(64);
        self.width > 0 && self.bins > 0 && self.total() == rounds && !self.counts.keys().any(far)
    }

    /// Adds the counts of other rounds of the same plan.
    pub fn merge(&mut self, other: &Histogram) {
        for (bin, count) in &other.counts {
            let own = self.counts.entry(*bin).or_default();
            *own = own.saturating_add(*count);
        }
    }
}

/// What a position won and lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionSums {
    /// The net of each round.
    pub rounds: NetSums,
    /// How often each net came.
    pub histogram: Histogram,
}

impl PositionSums {
    /// Adds the sums of other rounds.
    pub fn merge(&mut self, other: &PositionSums) {
        self.rounds.merge(&other.rounds);
        self.histogram.merge(&other.histogram);
    }
}

/// What became of one meter. Amounts are in millionths of a cent, as in meters, except what was paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeterSums {
    /// Its values at the start of each block, added up.
    #[serde(with = "as_text")]
    pub begins: i128,
    /// Its values at the end of each block, added up.
    #[serde(with = "as_text")]
    pub ends: i128,
    /// Its values at the settlement of each round, including the round's contributions, added up.
    #[serde(with = "as_text")]
    pub shown: i128,
    /// Its highest value at a settlement.
    pub highest: i64,
    /// All that stakes added.
    #[serde(with = "as_text")]
    pub added: i128,
    /// All that was taken out of it.
    #[serde(with = "as_text")]
    pub taken: i128,
    /// What was paid for it, in cents: what was taken, plus the rounding up if a tray pays in whole chips.
    #[serde(with = "as_text")]
    pub paid: i128,
    /// What the awards were worth by the meter's value at their settlement, in millionths of a millionth of a cent.
    /// Less was paid where two won in one round, a little more or less where cents or chips were rounded.
    #[serde(with = "as_text")]
    pub worth: i128,
    /// How often a part of it was won.
    pub awards: u64,
    /// How often it was won whole and reset.
    pub resets: u64,
    /// All that resets put in as seeds.
    #[serde(with = "as_text")]
    pub seeds: i128,
    /// All that resets put in from what was set aside.
    #[serde(with = "as_text")]
    pub released: i128,
}

impl MeterSums {
    /// Adds the sums of other rounds.
    pub fn merge(&mut self, other: &MeterSums) {
        self.begins += other.begins;
        self.ends += other.ends;
        self.shown += other.shown;
        self.highest = self.highest.max(other.highest);
        self.added += other.added;
        self.taken += other.taken;
        self.paid += other.paid;
        self.worth += other.worth;
        self.awards = self.awards.saturating_add(other.awards);
        self.resets = self.resets.saturating_add(other.resets);
        self.seeds += other.seeds;
        self.released += other.released;
    }

    /// Whether the meter ends with what it must hold if nothing was lost or created.
    #[must_use]
    pub fn balances(&self) -> bool {
        self.begins + self.added - self.taken + self.seeds + self.released == self.ends
    }
}
