//! How much of the house one network may take: guests by the hour, each of whom is an account for ever, and open
//! connections. This machine itself is not counted: whoever is on it has other ways.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::Moment;

use super::guesses::network;
use crate::clock::now;
use crate::wire::reason::Seconds;
use crate::wire::{Problem, Reason};

/// The most guests from one network in an hour.
const GUESTS_MOST: u32 = 200;

/// An hour.
const HOUR_MS: i64 = 3_600_000;

/// The most connections that one network has open.
const CONNECTIONS_MOST: usize = 500;

/// At most this many networks are kept of those whose hour is not over.
const KEPT: usize = 50_000;

/// The guests of the last hour and the open connections, by network, on this node.
#[derive(Debug, Default)]
pub struct Crowds {
    guests: Mutex<HashMap<IpAddr, (u32, Moment)>>,
    connections: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A connection that is counted as long as this is kept.
#[derive(Debug)]
pub struct Connected {
    from: IpAddr,
    all: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut all = held(&self.all);
        if let Some(open) = all.get_mut(&self.from) {
            *open -= 1;
            if *open == 0 {
                all.remove(&self.from);
            }
        }
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Crowds {
    /// Counts a guest.
    ///
    /// # Errors
    /// How long to wait, if too many came from there.
    pub fn guest(&self, from: IpAddr) -> Result<(), Problem> {
        let left = self.guest_at(from, now());
        left.map_err(|seconds| Reason::TooManyGuests { seconds: Seconds(seconds) }.into())
    }

    fn guest_at(&self, from: IpAddr, at: Moment) -> Result<(), u64> {
        if from.to_canonical().is_loopback() {
            return Ok(());
        }
        let mut guests = held(&self.guests);
        if guests.len() >= KEPT {
            guests.retain(|_, (_, since)| at.since(*since) < HOUR_MS);
        }
        let (count, since) = guests.entry(network(from)).or_insert((0, at));
        if at.since(*since) >= HOUR_MS {
            (*count, *since) = (0, at);
        }
        if *count >= GUESTS_MOST {
            return Err((HOUR_MS - at.since(*since)).unsigned_abs().div_ceil(1000));
        }
        *count += 1;
        Ok(())
    }

    /// Counts a connection, until it is dropped.
    ///
    /// # Errors
    /// When there are too many from there.
    pub fn connect(&self, from: IpAddr) -> Result<Option<Connected>, Problem> {
        if from.to_canonical().is_loopback() {
            return Ok(None);
        }
        let from = network(from);
        let mut all = held(&self.connections);
        let open = all.entry(from).or_default();
        if *open >= CONNECTIONS_MOST {
            return Err(Reason::TooManyConnections { most: CONNECTIONS_MOST }.into());
        }
        *open += 1;
        Ok(Some(Connected { from, all: self.connections.clone() }))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn one_network_brings_so_many_guests_an_hour_and_others_come_in() {
        let crowds = Crowds::default();
        let (one, other) = (IpAddr::from([203, 0, 113, 1]), IpAddr::from([203, 0, 113, 2]));
        let came = (0..1_000).filter(|n| crowds.guest_at(one, Moment(*n)).is_ok()).count();
        assert_eq!(came, 200);
        assert_eq!(crowds.guest_at(one, Moment(HOUR_MS - 1_500)), Err(2));
        assert!(crowds.guest_at(other, Moment(1_000)).is_ok());
        assert!(crowds.guest_at(one, Moment(HOUR_MS)).is_ok());
        assert!((0..1_000).all(|n| crowds.guest_at(IpAddr::from([127, 0, 0, 1]), Moment(n)).is_ok()));
    }

    #[test]
    fn a_connection_counts_until_it_is_over() {
        let crowds = Crowds::default();
        let from = IpAddr::from([203, 0, 113, 1]);
        let mut open: Vec<_> = (0..CONNECTIONS_MOST).map(|_| crowds.connect(from).unwrap()).collect();
        assert!(crowds.connect(from).is_err());
        assert!(crowds.connect(IpAddr::from([203, 0, 113, 2])).is_ok());
        open.pop();
        let last = crowds.connect(from).unwrap();
        assert!(crowds.connect(from).is_err());
        drop((open, last));
        assert!(held(&crowds.connections).is_empty());
    }
}
