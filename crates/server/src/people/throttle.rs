//! Failures by address: slows down guessing, whatever name is tried.

use std::collections::HashMap;
use std::net::IpAddr;

use table::Moment;

/// The number of failures in a minute after which an address must wait.
const FAILURES: u32 = 10;

/// A minute.
const WINDOW: i64 = 60_000;

/// At most this many addresses are kept; the one whose failures began first is dropped first.
const KEPT: usize = 10_000;

/// The failures of the last minute.
#[derive(Debug, Default)]
pub struct Throttle(HashMap<IpAddr, (u32, Moment)>);

impl Throttle {
    /// Whether somebody has to wait.
    #[must_use]
    pub fn is_over(&self, from: IpAddr, at: Moment) -> bool {
        self.0.get(&from).is_some_and(|(failures, since)| *failures >= FAILURES && at.since(*since) < WINDOW)
    }

    /// Counts a failure.
    pub fn failed(&mut self, from: IpAddr, at: Moment) {
        if self.0.len() >= KEPT && !self.0.contains_key(&from) {
            self.0.retain(|_, (_, since)| at.since(*since) < WINDOW);
            if self.0.len() >= KEPT
                && let Some(oldest) = self.0.iter().min_by_key(|(_, (_, since))| *since).map(|(from, _)| *from)
            {
                self.0.remove(&oldest);
            }
        }
        let entry = self.0.entry(from).or_insert((0, at));
        if at.since(entry.1) >= WINDOW {
            *entry = (0, at);
        }
        entry.0 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: usize) -> IpAddr {
        IpAddr::from(u128::try_from(number).unwrap_or_default().to_be_bytes())
    }

    #[test]
    fn whoever_fails_too_often_waits_until_the_minute_is_over() {
        let mut throttle = Throttle::default();
        for _ in 0..FAILURES {
            assert!(!throttle.is_over(address(1), Moment(0)));
            throttle.failed(address(1), Moment(0));
        }
        assert!(throttle.is_over(address(1), Moment(WINDOW - 1)));
        assert!(!throttle.is_over(address(2), Moment(0)));
        assert!(!throttle.is_over(address(1), Moment(WINDOW)));
    }

    #[test]
    fn no_crowd_of_addresses_fills_the_memory_and_the_oldest_go_first() {
        let mut throttle = Throttle::default();
        for number in 0..KEPT + 3 {
            throttle.failed(address(number), Moment(i64::try_from(number).unwrap_or_default()));
        }
        assert_eq!(throttle.0.len(), KEPT);
        let kept = |number| throttle.0.contains_key(&address(number));
        assert!(!kept(0) && !kept(2) && kept(3) && kept(KEPT + 2));
        // A known address pushes nobody out.
        throttle.failed(address(3), Moment(0));
        assert_eq!(throttle.0.len(), KEPT);
    }
}
