//! What records need not spell: words and shapes that writer and reader know beforehand, each by its number.
//!
//! A lexicon is a list that is never changed. An entry is a line: a word as it is, or a shape as its keys between
//! braces, `{do position}`. Empty lines and remarks, which begin with `#`, are none. The entries are numbered from 0.

use crate::pack::{Print, digits_of, shift_for};

/// So many entries can have a number: two digits of 64 letters.
pub(crate) const ENTRIES_MAX: usize = 64 * 64;

/// One entry.
#[derive(Debug)]
pub(crate) enum Entry {
    Word(&'static str),
    /// The keys of an object, in their order.
    Shape(Vec<&'static str>),
}

/// A word's place among the slots.
#[derive(Clone, Copy, Debug)]
struct Slot {
    print: Print,
    number: u16,
    digits: [u8; 2],
}

/// Words and shapes that are known beforehand.
#[derive(Debug)]
pub struct Lexicon {
    entries: Vec<Entry>,
    /// Words by their prints: a power of two of places, at most half of them taken.
    slots: Vec<Option<Slot>>,
    shift: u32,
}

impl Lexicon {
    /// The lexicon of a list. What stands behind the 4,096th entry has no number and is no part of it.
    #[must_use]
    pub fn of(list: &'static str) -> Lexicon {
        let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let entry = |line: &'static str| match line.strip_prefix('{').and_then(|line| line.strip_suffix('}')) {
            Some(keys) => Entry::Shape(keys.split_whitespace().collect()),
            None => Entry::Word(line),
        };
        let entries: Vec<Entry> = lines.take(ENTRIES_MAX).map(entry).collect();
        let places = (2 * entries.len()).next_power_of_two().max(2);
        let mut lexicon = Lexicon { entries, slots: vec![None; places], shift: shift_for(places) };
        for (number, word) in lexicon.words() {
            let print = Print::of(word);
            let slot = lexicon.slot(&print, word);
            // A word that stands there twice has its first number.
            lexicon.slots[slot].get_or_insert(Slot { print, number, digits: digits_of(number) });
        }
        lexicon
    }

    fn words(&self) -> Vec<(u16, &'static str)> {
        let word = |(number, entry): (u16, &Entry)| match entry {
            Entry::Word(word) => Some((number, *word)),
            Entry::Shape(_) => None,
        };
        (0_u16..).zip(&self.entries).filter_map(word).collect()
    }

    /// Every shape with its number.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = (u16, &[&'static str])> {
        (0_u16..).zip(&self.entries).filter_map(|(number, entry)| match entry {
            Entry::Word(_) => None,
            Entry::Shape(keys) => Some((number, keys.as_slice())),
        })
    }

    /// The entry of a number.
    pub(crate) fn entry(&self, number: usize) -> Option<&Entry> {
        self.entries.get(number)
    }

    /// Where a word stands among the slots, or would stand.
    fn slot(&self, print: &Print, word: &str) -> usize {
        let mut slot = self.first_slot(print);
        while self.slots[slot].as_ref().is_some_and(|known| !self.is(known, print, word)) {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    #[inline]
    fn first_slot(&self, print: &Print) -> usize {
        (print.hash() >> self.shift) as usize & (self.slots.len() - 1)
    }

    /// Whether a slot is that of a word.
    #[inline]
    fn is(&self, known: &Slot, print: &Print, word: &str) -> bool {
        known.print == *print
            && (print.is_whole()
                || matches!(self.entries[usize::from(known.number)], Entry::Word(known) if known == word))
    }

    /// The number of a word, in its two digits.
    #[inline]
    pub(crate) fn digits(&self, print: &Print, word: &str) -> Option<[u8; 2]> {
        match &self.slots[self.first_slot(print)] {
            Some(known) if self.is(known, print, word) => Some(known.digits),
            Some(_) => self.slots[self.slot(print, word)].as_ref().map(|known| known.digits),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_numbered_by_their_lines_without_remarks() {
        let lexicon = Lexicon::of("# a remark\n\nante\n{do position}\na word that is longer than a print\n{}\nante\n");
        let digits = |word| lexicon.digits(&Print::of(word), word);
        assert_eq!(digits("ante"), Some(*b"00"));
        assert_eq!(digits("a word that is longer than a print"), Some(*b"02"));
        assert_eq!(digits("a word that it longer than a print"), None);
        assert_eq!(digits("play"), None);
        assert_eq!(digits(""), None);
        let shapes: Vec<_> = lexicon.shapes().collect();
        assert_eq!(shapes, [(1, ["do", "position"].as_slice()), (3, [].as_slice())]);
        assert!(lexicon.entry(5).is_none());
    }

    #[test]
    fn an_empty_lexicon_knows_nothing() {
        assert_eq!(Lexicon::of("").digits(&Print::of(""), ""), None);
    }
}
