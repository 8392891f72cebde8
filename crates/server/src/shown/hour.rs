//! How many rounds ended in the last hour, counted by the minute: a table at full speed ends thousands in each.

use std::collections::VecDeque;

use table::Moment;

const MINUTE: i64 = 60_000;

/// The rounds of the last hour.
#[derive(Clone, Debug, Default)]
pub struct Hour {
    /// Minutes since 1970 with what ended in them, the oldest first.
    minutes: VecDeque<(i64, u32)>,
}

impl Hour {
    /// Counts a round that ended.
    pub fn add(&mut self, at: Moment) {
        let minute = at.0 / MINUTE;
        match self.minutes.back_mut() {
            // If the clock went back, it counts in the latest minute.
            Some((latest, count)) if *latest >= minute => *count = count.saturating_add(1),
            _ => self.minutes.push_back((minute, 1)),
        }
        while self.minutes.front().is_some_and(|(oldest, _)| *oldest <= minute - 60) {
            self.minutes.pop_front();
        }
    }

    /// How many ended in the hour before now.
    #[must_use]
    pub fn count(&self, now: Moment) -> u32 {
        let first = now.0 / MINUTE - 60;
        self.minutes.iter().filter(|(minute, _)| *minute > first).fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_counted_and_what_is_older_forgotten() {
        let mut hour = Hour::default();
        for minute in 0..120 {
            for second in 0..3 {
                hour.add(Moment(minute * MINUTE + second * 1_000));
            }
        }
        assert_eq!(hour.minutes.len(), 60);
        assert_eq!(hour.count(Moment(119 * MINUTE)), 180);
        assert_eq!(hour.count(Moment(129 * MINUTE)), 150, "nothing ended for ten minutes");
        assert_eq!(hour.count(Moment(300 * MINUTE)), 0);
        hour.add(Moment(MINUTE));
        assert_eq!(hour.count(Moment(119 * MINUTE)), 181, "a clock that went back loses no round");
    }
}
