//! The shapes of objects as paths: keys lead from knot to knot, and a shape ends at one.

use super::print::mix;
use super::{Print, Unpackable, digits_of, shift_for, write_text};
use crate::lexicon::Lexicon;

/// So many knots are remembered from record to record beside those of the lexicon. When there are more, all are
/// forgotten.
const REMEMBERED_MAX: usize = 4096;

/// The knot before the first key.
pub(super) const BEGINNING: u32 = 0;

/// The end of a path.
#[derive(Clone, Debug)]
struct Knot {
    before: u32,
    /// The key that leads here.
    key: Box<str>,
    /// The digits of the shape's number in the lexicon.
    number: Option<[u8; 2]>,
    /// The last record that has the shape among its own, and its place there.
    own: (u64, u64),
}

/// The way from one knot to the next.
#[derive(Clone, Copy, Debug)]
struct Step {
    print: Print,
    from: u32,
    to: u32,
}

/// A step by a key of the program's own text: where it lies tells what it is.
#[derive(Clone, Copy, Debug)]
struct Shortcut {
    key: &'static str,
    from: u32,
    to: u32,
}

/// So many shortcuts are kept, each in the one place that its address says.
const SHORTCUTS: usize = 1024;

#[derive(Clone, Debug)]
pub(super) struct Knots {
    knots: Vec<Knot>,
    /// By their hashes: a power of two of places, at most half of them taken.
    steps: Vec<Option<Step>>,
    shift: u32,
    shortcuts: Box<[Option<Shortcut>; SHORTCUTS]>,
}

impl Knots {
    /// The paths of a lexicon's shapes.
    pub(super) fn of(lexicon: &Lexicon) -> Knots {
        let beginning = Knot { before: BEGINNING, key: "".into(), number: None, own: (0, 0) };
        let shortcuts = Box::new([None; SHORTCUTS]);
        let mut knots = Knots { knots: vec![beginning], steps: vec![None; 2], shift: shift_for(2), shortcuts };
        for (number, keys) in lexicon.shapes() {
            let end = keys.iter().fold(BEGINNING, |knot, key| knots.follow(knot, key));
            knots.knots[end as usize].number.get_or_insert(digits_of(number));
        }
        knots
    }

    /// Goes on from a knot by a key that is there as long as the program.
    #[inline]
    pub(super) fn follow_known(&mut self, from: u32, key: &'static str) -> u32 {
        let hash = mix(key.as_ptr().addr() as u64 ^ u64::from(from) << 40);
        let place = (hash >> shift_for(SHORTCUTS)) as usize % SHORTCUTS;
        match &self.shortcuts[place] {
            // The same letters in the same place: other letters can lie there only if these are gone, and they stay.
            Some(known) if known.from == from && std::ptr::eq(known.key, key) => known.to,
            _ => {
                let to = self.follow(from, key);
                self.shortcuts[place] = Some(Shortcut { key, from, to });
                to
            }
        }
    }

    /// Goes on from a knot by a key.
    pub(super) fn follow(&mut self, from: u32, key: &str) -> u32 {
        let print = Print::of(key);
        let last = self.steps.len() - 1;
        let mut slot = (print.hash_from(from) >> self.shift) as usize & last;
        while let Some(step) = &self.steps[slot] {
            if step.from == from
                && step.print == print
                && (print.is_whole() || *self.knots[step.to as usize].key == *key)
            {
                return step.to;
            }
            slot = (slot + 1) & last;
        }
        self.tie(from, key, print)
    }

    /// A new knot.
    #[cold]
    fn tie(&mut self, from: u32, key: &str, print: Print) -> u32 {
        // A record of at most a mebibyte has fewer keys.
        let to = u32::try_from(self.knots.len()).unwrap_or(u32::MAX);
        self.knots.push(Knot { before: from, key: key.into(), number: None, own: (0, 0) });
        if 2 * self.knots.len() > self.steps.len() {
            let more = vec![None; 4 * self.knots.len().next_power_of_two()];
            self.shift = shift_for(more.len());
            let known = std::mem::replace(&mut self.steps, more);
            known.into_iter().flatten().for_each(|step| self.put(step));
        }
        self.put(Step { print, from, to });
        to
    }

    fn put(&mut self, step: Step) {
        let last = self.steps.len() - 1;
        let mut slot = (step.print.hash_from(step.from) >> self.shift) as usize & last;
        while self.steps[slot].is_some() {
            slot = (slot + 1) & last;
        }
        self.steps[slot] = Some(step);
    }

    /// The number in the lexicon of the shape that ends at a knot.
    #[inline]
    pub(super) fn number(&self, knot: u32) -> Option<[u8; 2]> {
        self.knots[knot as usize].number
    }

    /// The shape's place among those of a record, if it has one.
    pub(super) fn figure(&self, knot: u32, record: u64) -> Option<u64> {
        let (of, figure) = self.knots[knot as usize].own;
        (of == record).then_some(figure)
    }

    /// Gives the shape a place among those of a record.
    pub(super) fn remember(&mut self, knot: u32, record: u64, figure: u64) {
        self.knots[knot as usize].own = (record, figure);
    }

    /// Writes the keys up to a knot behind other shapes.
    pub(super) fn write(&self, knot: u32, shapes: &mut Vec<u8>) -> Result<(), Unpackable> {
        let mut path = Vec::new();
        let mut at = knot;
        while at != BEGINNING {
            let knot = &self.knots[at as usize];
            path.push(&knot.key);
            at = knot.before;
        }
        if !shapes.is_empty() {
            shapes.push(b',');
        }
        shapes.push(b'[');
        for (i, key) in path.iter().rev().enumerate() {
            if i > 0 {
                shapes.push(b',');
            }
            write_text(key, shapes)?;
        }
        shapes.push(b']');
        Ok(())
    }

    /// Begins anew when there were too many shapes that the lexicon does not have.
    pub(super) fn forget_too_many(&mut self, lexicon: &Lexicon) {
        if self.knots.len() > 2 * REMEMBERED_MAX {
            *self = Knots::of(lexicon);
        }
    }
}
