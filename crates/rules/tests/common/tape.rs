//! A tape of numbers that decides everything a test makes up: proptest makes it, and shortens it when a test fails. A
//! tape that has run out gives zeros, and zero is always the plainest choice.

use proptest::prelude::*;

/// A tape being read.
#[derive(Debug)]
pub struct Tape<'t> {
    numbers: &'t [u16],
    at: usize,
}

/// Tapes of up to this many numbers.
pub fn tapes(length: usize) -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), length / 2..=length)
}

impl<'t> Tape<'t> {
    /// Starts to read.
    pub fn new(numbers: &'t [u16]) -> Tape<'t> {
        Tape { numbers, at: 0 }
    }

    fn next(&mut self) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(number)
    }

    /// A number below `count`, which must not be zero.
    pub fn below(&mut self, count: usize) -> usize {
        self.next() % count
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True once in this many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// Shuffles things.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in 0..things.len() {
            let j = i + self.below(things.len() - i);
            things.swap(i, j);
        }
    }
}
