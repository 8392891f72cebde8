//! Whole rounds. A window of time cuts off the first and the last round of every table. From the end of one round to the
//! end of another nothing is cut off, so rounds are counted between ends and never by the wall clock.

use anyhow::{Context, Result};

/// What tables made of their time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Made {
    /// Whole rounds of all tables.
    pub(crate) rounds: usize,
    /// Rounds an hour of a table, over all of them.
    pub(crate) hourly: f64,
    /// Of each table, the slowest first.
    pub(crate) each: Vec<f64>,
}

/// Rounds an hour, from the moments in milliseconds at which two rounds ended and the number of rounds between them.
/// `None` where there is no whole round between them: that is not a pace of 0.
pub(crate) fn hourly(first: i64, last: i64, rounds: usize) -> Option<f64> {
    let time = last.checked_sub(first).filter(|time| *time > 0)?;
    (rounds > 0).then(|| rounds as f64 * 3_600_000.0 / time as f64)
}

/// What tables made, by when the rounds of each ended, the earliest first.
///
/// # Errors
/// When a table has no whole round.
pub(crate) fn made(tables: &[Vec<i64>]) -> Result<Made> {
    let (mut all, mut time) = (0, 0);
    let mut each = Vec::with_capacity(tables.len());
    for (number, ends) in tables.iter().enumerate() {
        let rounds = ends.len().saturating_sub(1);
        let (first, last) = (ends.first().copied().unwrap_or(0), ends.last().copied().unwrap_or(0));
        let pace = hourly(first, last, rounds);
        each.push(pace.with_context(|| {
            let table = crate::house::table(number);
            format!(
                "{table} ended no whole round after its first, so it has no rounds an hour: give a larger --seconds"
            )
        })?);
        all += rounds;
        time += last - first;
    }
    each.sort_by(f64::total_cmp);
    let hourly = hourly(0, time, all).context("there is no table")?;
    Ok(Made { rounds: all, hourly, each })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_counted_from_end_to_end() {
        assert_eq!(hourly(5_000, 65_000, 1), Some(60.0));
        assert_eq!(hourly(5_000, 195_000, 2), Some(2.0 * 3_600.0 / 190.0));
        let made = made(&[vec![1_000, 61_000, 121_000], vec![2_000, 52_000]]).unwrap();
        assert_eq!((made.rounds, made.each), (3, vec![60.0, 72.0]));
        assert_eq!(made.hourly, 3.0 * 3_600.0 / 170.0);
    }

    #[test]
    fn how_long_a_table_was_watched_beyond_its_last_end_changes_nothing() {
        // The next round would have ended a moment later, or an hour later: neither is known, and neither counts.
        let ends: Vec<i64> = (0..4).map(|round| round * 60_000).collect();
        let short = made(&[ends[..2].to_vec()]).unwrap();
        assert_eq!(short.hourly, made(&[ends]).unwrap().hourly);
    }

    #[test]
    fn no_whole_round_is_an_error_and_no_pace_of_nothing() {
        assert_eq!(hourly(5_000, 5_000, 0), None);
        assert_eq!(hourly(5_000, 65_000, 0), None);
        assert_eq!(hourly(5_000, 5_000, 1), None, "a clock that stood still");
        assert_eq!(hourly(5_000, 4_000, 1), None, "a clock that went back");
        for ends in [vec![], vec![70_000]] {
            let error = made(&[vec![0, 60_000], ends]).unwrap_err().to_string();
            assert!(error.contains("t00001") && error.contains("--seconds"), "{error}");
        }
        assert!(made(&[]).is_err());
    }
}
