//! How fast passwords may be guessed. Every guess is counted before it is checked, so that a thousand at once are no
//! faster than one after the other; after some failures each further guess waits longer. Nothing is ever locked.
//!
//! Guesses of strangers are counted by account, by address and by both, whether or not there is such an account. Those
//! made in a session, or in a browser in which the account has come in before, are counted for themselves: whatever
//! strangers do, the owner does not wait for it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};

use journal::Hash;
use table::Moment;

/// After this long without a failure, failures are forgotten.
const FORGOTTEN_MS: i64 = 3_600_000;

/// At most this many counters are kept; the one whose last failure is longest ago goes first.
const KEPT: usize = 50_000;

/// Who guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guesser<'a> {
    /// Somebody of whom nothing but the address is known.
    Stranger(IpAddr),
    /// A browser in which the account has come in before.
    Browser(&'a Hash),
    /// A session of the account.
    Session(&'a Hash),
}

/// What failures are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    Account(Hash),
    Address(IpAddr),
    Pair(Hash, IpAddr),
    Browser(Hash, Hash),
    Session(Hash),
}

impl Counted {
    /// The number of failures that nobody waits for, and the longest wait, in seconds.
    const fn allows(self) -> (u32, i64) {
        match self {
            Counted::Pair(..) => (3, 900),
            Counted::Browser(..) | Counted::Session(_) => (5, 300),
            Counted::Address(_) => (20, 300),
            // Strangers cannot keep somebody out for long who signs in from a new place.
            Counted::Account(_) => (20, 30),
        }
    }

    /// What a guess is counted by.
    fn of(name: &str, guesser: Guesser<'_>) -> Vec<Counted> {
        let account = Hash(blake3::derive_key("queenhigh guessed name 1", name.as_bytes()));
        match guesser {
            Guesser::Stranger(from) => {
                let from = network(from);
                vec![Counted::Pair(account, from), Counted::Address(from), Counted::Account(account)]
            }
            Guesser::Browser(browser) => vec![Counted::Browser(account, *browser)],
            Guesser::Session(session) => vec![Counted::Session(*session)],
        }
    }
}

/// The network that an address is counted for: with version 6, everybody has as many addresses as they like in theirs.
pub(super) fn network(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(six) => Ipv6Addr::from(u128::from(six) & (u128::MAX << 64)).into(),
        four => four,
    }
}

/// Failures, and until when the next guess waits.
#[derive(Clone, Copy, Debug)]
struct Counter {
    failures: u32,
    last: Moment,
    until: Moment,
}

/// The failures of the last hour, on this node.
#[derive(Debug, Default)]
pub struct Guesses(HashMap<Counted, Counter>);

impl Guesses {
    /// Counts a guess that is about to be checked.
    ///
    /// # Errors
    /// How many seconds to wait, if it is too early.
    pub fn begin(&mut self, name: &str, guesser: Guesser<'_>, at: Moment) -> Result<(), u64> {
        let counted = Counted::of(name, guesser);
        let waits = counted.iter().filter_map(|by| self.0.get(by)).map(|counter| counter.until.since(at)).max();
        if let Some(wait) = waits.filter(|wait| *wait > 0) {
            return Err(wait.unsigned_abs().div_ceil(1000));
        }
        self.make_room(counted.len(), at);
        for by in counted {
            let (free, most) = by.allows();
            let counter = self.0.entry(by).or_insert(Counter { failures: 0, last: at, until: at });
            if at.since(counter.last) > FORGOTTEN_MS {
                counter.failures = 0;
            }
            counter.failures = counter.failures.saturating_add(1);
            counter.last = at;
            let wait = counter.failures.checked_sub(free).map_or(0, |over| most.min(1 << over.min(20)));
            counter.until = Moment(at.0.saturating_add(wait * 1000));
        }
        Ok(())
    }

    /// Takes a guess back that was right. Failures of others on the same account or address stay counted.
    pub fn right(&mut self, name: &str, guesser: Guesser<'_>, at: Moment) {
        for by in Counted::of(name, guesser) {
            match by {
                Counted::Account(_) | Counted::Address(_) => {
                    if let Some(counter) = self.0.get_mut(&by) {
                        counter.failures = counter.failures.saturating_sub(1);
                        counter.until = at;
                    }
                }
                _ => drop(self.0.remove(&by)),
            }
        }
    }

    fn make_room(&mut self, more: usize, at: Moment) {
        if self.0.len() + more <= KEPT {
            return;
        }
        self.0.retain(|_, counter| at.since(counter.last) <= FORGOTTEN_MS);
        if self.0.len() + more > KEPT {
            // Many at a time, as finding the oldest looks at all of them.
            let mut times: Vec<Moment> = self.0.values().map(|counter| counter.last).collect();
            times.sort_unstable();
            let oldest = times[KEPT / 10];
            self.0.retain(|_, counter| counter.last > oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn stranger(number: u8) -> Guesser<'static> {
        Guesser::Stranger(IpAddr::from([10, 0, 0, number]))
    }

    /// Guesses that are checked within a time, by somebody who tries all the time.
    fn checked(guesses: &mut Guesses, name: &str, guesser: Guesser<'_>, seconds: i64) -> usize {
        (0..seconds * 10).filter(|tenth| guesses.begin(name, guesser, Moment(tenth * 100)).is_ok()).count()
    }

    #[test]
    fn of_three_hundred_at_once_three_are_checked() {
        for name in ["supervisor", "nobody"] {
            let mut guesses = Guesses::default();
            let done = (0..300).filter(|_| guesses.begin(name, stranger(1), Moment(0)).is_ok()).count();
            assert_eq!(done, 3, "{name}");
            assert_eq!(guesses.begin(name, stranger(1), Moment(1)), Err(1));
        }
    }

    #[test]
    fn the_wait_grows_and_ends() {
        let mut guesses = Guesses::default();
        // An hour of trying: 3 at once, then after 1, 2, 4 … 512 and 900 seconds.
        assert!(checked(&mut guesses, "ann", stranger(1), 3_600) <= 16);
        let quiet = Moment(3_600_000 + 900_000);
        assert!(guesses.begin("ann", stranger(1), quiet).is_ok());
        // Forgotten after an hour without any.
        let later = Moment(quiet.0 + FORGOTTEN_MS + 1);
        assert!((0..3).all(|_| guesses.begin("ann", stranger(1), later).is_ok()));
    }

    #[test]
    fn strangers_keep_neither_a_session_nor_a_known_browser_waiting() {
        let mut guesses = Guesses::default();
        for address in 0..200 {
            let _ = guesses.begin("floor", stranger(address), Moment(0));
        }
        let home = Hash([7; 32]);
        assert!(guesses.begin("floor", Guesser::Browser(&home), Moment(0)).is_ok());
        assert!(guesses.begin("floor", Guesser::Session(&home), Moment(0)).is_ok());
        // From a new place the owner waits, but not for long.
        assert!(guesses.begin("floor", stranger(250), Moment(0)).unwrap_err() <= 30);
        assert!(guesses.begin("dealer", stranger(250), Moment(0)).is_ok(), "another account is not concerned");
    }

    #[test]
    fn many_addresses_do_not_guess_one_account_faster() {
        let mut guesses = Guesses::default();
        let mut done = 0;
        for second in 0..3_600 {
            for address in 0..=255 {
                done += usize::from(guesses.begin("floor", stranger(address), Moment(second * 1000)).is_ok());
            }
        }
        assert!(done < 20 + 10 + 3_600 / 30 + 1, "{done}");
    }

    #[test]
    fn one_address_does_not_guess_many_accounts_faster() {
        let mut guesses = Guesses::default();
        let done =
            (0..10_000).filter(|n| guesses.begin(&format!("guest-{n}"), stranger(1), Moment(*n)).is_ok()).count();
        assert!(done < 30, "{done}");
    }

    #[test]
    fn whoever_knows_the_password_is_not_counted() {
        let mut guesses = Guesses::default();
        for second in 0..1000 {
            let at = Moment(second * 10);
            assert!(guesses.begin("ann", stranger(1), at).is_ok(), "{second}");
            guesses.right("ann", stranger(1), at);
        }
        // But their own success does not pay for guesses at others.
        let done = (0..1000).filter(|n| {
            let at = Moment(20_000 + n);
            guesses.right("ann", stranger(1), at);
            guesses.begin("floor", stranger(1), at).is_ok()
        });
        assert!(done.count() < 5);
    }

    #[test]
    fn a_network_of_version_six_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }

    #[test]
    fn no_crowd_fills_the_memory() {
        let mut guesses = Guesses::default();
        for number in 0..60_000u32 {
            let from = Guesser::Stranger(IpAddr::from(number.to_be_bytes()));
            let _ = guesses.begin(&format!("n{number}"), from, Moment(number.into()));
        }
        assert!(guesses.0.len() <= KEPT);
    }
}
