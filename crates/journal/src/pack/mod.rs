//! JSON written short: every word and every shape of an object once, and figures where they come again.
//!
//! A table's records say the same few hundred words over and over. Packed, a value is
//! `{"shapes":[[keys]…],"value":…,"words":[words and long numbers]}`. In `value` a text or a long number is the place of
//! its word, in digits of 64 letters between quotes; an object is the list of its members' values with the place of its
//! shape behind them; a list has -1 behind it. [`crate::unpack`] reads it. It is canonical JSON as all bodies are.

mod key;
mod value;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use serde::ser::{self, Error as _, Serialize};

use crate::body::BODY_DEPTH_MAX;

/// The digits of a place.
pub(crate) const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";

/// Numbers from here on are words.
const LONG: u64 = 100_000;

/// What cannot be packed, and why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unpackable(String);

impl ser::Error for Unpackable {
    fn custom<T: std::fmt::Display>(why: T) -> Unpackable {
        Unpackable(why.to_string())
    }
}

/// A quick hash for tables that live as long as one record.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // The golden ratio's bits, as in many hashes for small tables.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}

/// So many words, or keys, are remembered from record to record. When there are more, all are forgotten.
const REMEMBERED_MAX: usize = 4096;

/// Longer words are ids and chance, which do not come again in other records.
const FORGOTTEN_FROM: usize = 20;

thread_local! {
    /// The packer of each thread: records say the same words again and again.
    static PACKER: RefCell<Packer> = RefCell::default();
}

/// A place in the record of this number; in other records the place is another, or there is none.
#[derive(Clone, Copy, Default)]
struct Place {
    record: u64,
    place: u32,
}

/// A value on its way into a packed text.
#[derive(Default)]
struct Packer {
    out: String,
    depth: usize,
    /// The number of the record, from 1.
    record: u64,
    /// Each word's place.
    texts: HashMap<Box<str>, Place, BuildHasherDefault<Quick>>,
    /// Words that are not remembered.
    passing: Vec<Box<str>>,
    numbers: HashMap<u64, u32, BuildHasherDefault<Quick>>,
    words: String,
    words_count: u32,
    /// Keys lead from knot to knot; the shape ends at one. Knot 0 is the beginning.
    knots: Vec<Knot>,
    shapes: String,
    shapes_count: u32,
}

#[derive(Default)]
struct Knot {
    next: Vec<(Box<str>, u32)>,
    /// The keys up to here, as a list without its end.
    keys: String,
    shape: Place,
}

/// A value as packed text.
pub(crate) fn pack<T: Serialize + ?Sized>(value: &T) -> Result<String, Unpackable> {
    PACKER.with(|packer| match packer.try_borrow_mut() {
        Ok(mut packer) => packer.pack(value),
        // A value that packs another while it is packed.
        Err(_) => Packer::default().pack(value),
    })
}

fn write_text(text: &str, out: &mut String) -> Result<(), Unpackable> {
    let plain = text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
    if plain {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).map_err(Unpackable::custom)?);
    }
    Ok(())
}

impl Packer {
    fn pack<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<String, Unpackable> {
        self.begin();
        value.serialize(&mut *self)?;
        let Packer { out, words, shapes, .. } = self;
        let mut text = String::with_capacity(out.len() + words.len() + shapes.len() + 40);
        for part in ["{\"shapes\":[", shapes, "],\"value\":", out, ",\"words\":[", words, "]}"] {
            text.push_str(part);
        }
        Ok(text)
    }

    /// Forgets the record before, and keeps the words and keys that may come again.
    fn begin(&mut self) {
        self.record += 1;
        self.depth = 0;
        for part in [&mut self.out, &mut self.words, &mut self.shapes] {
            part.clear();
        }
        (self.words_count, self.shapes_count) = (0, 0);
        self.numbers.clear();
        for word in self.passing.drain(..) {
            self.texts.remove(&word);
        }
        if self.texts.len() > REMEMBERED_MAX {
            self.texts.clear();
        }
        if self.knots.is_empty() || self.knots.len() > REMEMBERED_MAX {
            self.knots.clear();
            self.knots.push(Knot { keys: "[".to_owned(), ..Knot::default() });
        }
    }

    fn place(&mut self, mut place: u32) {
        self.out.push('"');
        loop {
            self.out.push(char::from(DIGITS[(place % 64) as usize]));
            place /= 64;
            if place == 0 {
                break;
            }
        }
        self.out.push('"');
    }

    /// The place of the next word, which is written there.
    fn next_word(&mut self) -> u32 {
        if self.words_count > 0 {
            self.words.push(',');
        }
        self.words_count += 1;
        self.words_count - 1
    }

    fn text(&mut self, text: &str) -> Result<(), Unpackable> {
        let known = self.texts.get(text).copied();
        if let Some(known) = known.filter(|known| known.record == self.record) {
            self.place(known.place);
            return Ok(());
        }
        let place = self.next_word();
        write_text(text, &mut self.words)?;
        let here = Place { record: self.record, place };
        match self.texts.get_mut(text) {
            Some(known) => *known = here,
            None => {
                if text.len() >= FORGOTTEN_FROM {
                    self.passing.push(text.into());
                }
                self.texts.insert(text.into(), here);
            }
        }
        self.place(place);
        Ok(())
    }

    fn number(&mut self, number: u64) {
        if number < LONG {
            self.out.push_str(itoa::Buffer::new().format(number));
            return;
        }
        let place = match self.numbers.get(&number) {
            Some(place) => *place,
            None => {
                let place = self.next_word();
                self.words.push_str(itoa::Buffer::new().format(number));
                self.numbers.insert(number, place);
                place
            }
        };
        self.place(place);
    }

    /// Goes on from a knot by a key.
    fn knot(&mut self, from: u32, key: &str) -> Result<u32, Unpackable> {
        let known = self.knots[from as usize].next.iter().find(|(next, _)| **next == *key);
        if let Some((_, knot)) = known {
            return Ok(*knot);
        }
        let mut keys = self.knots[from as usize].keys.clone();
        if from > 0 {
            keys.push(',');
        }
        write_text(key, &mut keys)?;
        let knot = u32::try_from(self.knots.len()).map_err(Unpackable::custom)?;
        self.knots.push(Knot { keys, ..Knot::default() });
        self.knots[from as usize].next.push((key.into(), knot));
        Ok(knot)
    }

    /// The place of the shape that ends at a knot.
    fn shape(&mut self, knot: u32) -> u32 {
        let knot = &mut self.knots[knot as usize];
        if knot.shape.record == self.record {
            return knot.shape.place;
        }
        let place = self.shapes_count;
        if place > 0 {
            self.shapes.push(',');
        }
        self.shapes.push_str(&knot.keys);
        self.shapes.push(']');
        self.shapes_count += 1;
        knot.shape = Place { record: self.record, place };
        place
    }

    fn open(&mut self) -> Result<(), Unpackable> {
        self.depth += 1;
        if self.depth > BODY_DEPTH_MAX / 2 {
            return Err(Unpackable::custom("it is nested too deeply: flatten it"));
        }
        self.out.push('[');
        Ok(())
    }

    fn close(&mut self, shape: Option<u32>, empty: bool) {
        if !empty {
            self.out.push(',');
        }
        match shape {
            Some(shape) => self.out.push_str(itoa::Buffer::new().format(shape)),
            None => self.out.push_str("-1"),
        }
        self.out.push(']');
        self.depth -= 1;
    }
}
