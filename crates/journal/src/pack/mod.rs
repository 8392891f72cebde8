//! JSON written short: what a [`Lexicon`] knows by its number, every other word and shape once.
//!
//! A table's records say the same few hundred words over and over. Packed, a value is
//! `{"packed":"…","shapes":[[keys]…],"words":[…]}`, with the shapes and words that the lexicon does not have; without
//! such shapes their list is left out. In `packed` every value begins with a letter that says what it is:
//!
//! | it begins with | it is |
//! |---|---|
//! | two digits of 64 letters | an entry of the lexicon: a word, or an object of that shape, whose members follow |
//! | `'` and a figure | a word of `words` |
//! | `{` and a figure | an object of a shape of `shapes`, whose members follow |
//! | `[` | a list, up to its `]` |
//! | `+` and a figure, `-` and a figure | a number |
//! | `.` `!` `:` | null, true, false |
//!
//! A figure has the least of its digits, to the base of 32, first; all but its last digit are 32 higher.
//! [`crate::unpack`] reads it. It is canonical JSON as all bodies are.

mod key;
mod knots;
mod print;
mod value;

use std::cell::RefCell;
use std::sync::LazyLock;

use serde::ser::{self, Error as _, Serialize};

use crate::body::{BODY_BYTES_MAX, BODY_DEPTH_MAX, BadBody, Body};
use crate::lexicon::Lexicon;
use knots::Knots;
pub(crate) use print::{Print, shift_for};

/// The digits of numbers of entries, and of figures.
pub(crate) const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";

/// The deepest nesting of what is packed.
pub(crate) const DEPTH_MAX: usize = BODY_DEPTH_MAX / 2;

/// How a packed text begins.
pub(crate) const BEGINS: &str = "{\"packed\":\"";

/// The lexicon of bodies that are written without one.
pub(crate) static NO_LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::of(""));

/// So many words of a record are looked for when a word comes again, each in the place that its print says.
const RECENT: usize = 64;

/// What cannot be packed, and why. It is kept small, as every part of a value is asked for it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) struct Unpackable(Box<Why>);

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Why(String);

impl ser::Error for Unpackable {
    fn custom<T: std::fmt::Display>(why: T) -> Unpackable {
        Unpackable(Box::new(Why(why.to_string())))
    }
}

thread_local! {
    /// The packers of each thread, one for each lexicon: their buffers and the shapes they met serve again.
    static PACKERS: RefCell<Vec<Packer>> = const { RefCell::new(Vec::new()) };
}

/// A word of the record at hand.
#[derive(Clone, Copy)]
struct Recent {
    record: u64,
    print: Print,
    figure: u64,
    /// Where it begins in the list of words.
    at: usize,
}

/// A value on its way into a packed text.
struct Packer {
    lexicon: &'static Lexicon,
    out: Vec<u8>,
    depth: usize,
    /// The number of the record, from 1: what is remembered of other records does not count.
    record: u64,
    words: Vec<u8>,
    words_count: u64,
    recent: Vec<Option<Recent>>,
    knots: Knots,
    shapes: Vec<u8>,
    shapes_count: u64,
    /// Room for what is told by its `Display`.
    told: String,
}

/// A value as a packed body.
pub(crate) fn pack<T: Serialize + ?Sized>(value: &T, lexicon: &'static Lexicon) -> Result<Body, BadBody> {
    PACKERS.with(|packers| {
        // A value that packs another while it is packed.
        let Ok(mut packers) = packers.try_borrow_mut() else { return Packer::new(lexicon).pack(value) };
        let known = packers.iter().position(|packer| std::ptr::eq(packer.lexicon, lexicon));
        let known = known.unwrap_or_else(|| {
            packers.push(Packer::new(lexicon));
            packers.len() - 1
        });
        packers[known].pack(value)
    })
}

/// Writes a text with its quotes, and says whether it stands there as it is.
fn write_text(text: &str, out: &mut Vec<u8>) -> Result<bool, Unpackable> {
    let plain = text.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'"') & (byte != b'\\'));
    if plain {
        out.reserve(text.len() + 2);
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        serde_json::to_writer(out, text).map_err(Unpackable::custom)?;
    }
    Ok(plain)
}

impl Packer {
    fn new(lexicon: &'static Lexicon) -> Packer {
        Packer {
            lexicon,
            out: Vec::new(),
            depth: 0,
            record: 0,
            words: Vec::new(),
            words_count: 0,
            recent: vec![None; RECENT],
            knots: Knots::of(lexicon),
            shapes: Vec::new(),
            shapes_count: 0,
            told: String::new(),
        }
    }

    fn pack<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<Body, BadBody> {
        self.begin();
        value.serialize(&mut *self).map_err(|fault| BadBody::NotJson(fault.to_string()))?;
        let Packer { out, words, shapes, .. } = self;
        out.push(b'"');
        if !shapes.is_empty() {
            out.extend_from_slice(b",\"shapes\":[");
            out.extend_from_slice(shapes);
            out.push(b']');
        }
        out.extend_from_slice(b",\"words\":[");
        out.extend_from_slice(words);
        out.extend_from_slice(b"]}");
        if out.len() > BODY_BYTES_MAX {
            return Err(BadBody::TooLong(out.len()));
        }
        let text = std::str::from_utf8(out).map_err(|fault| BadBody::NotJson(fault.to_string()))?;
        Ok(Body::written(text))
    }

    /// Forgets the record before.
    fn begin(&mut self) {
        self.record += 1;
        self.depth = 0;
        for part in [&mut self.out, &mut self.words, &mut self.shapes] {
            part.clear();
        }
        (self.words_count, self.shapes_count) = (0, 0);
        self.out.extend_from_slice(BEGINS.as_bytes());
        self.knots.forget_too_many(self.lexicon);
    }

    /// Writes two letters.
    #[inline]
    fn two(&mut self, [first, second]: [u8; 2]) {
        self.out.push(first);
        self.out.push(second);
    }

    #[inline]
    fn figure(&mut self, sign: u8, figure: u64) {
        self.out.push(sign);
        let mut rest = figure;
        while rest >= 32 {
            self.out.push(DIGITS[32 + (rest % 32) as usize]);
            rest /= 32;
        }
        self.out.push(DIGITS[(rest % 32) as usize]);
    }

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), Unpackable> {
        let print = Print::of(text);
        match self.lexicon.digits(&print, text) {
            Some(digits) => self.two(digits),
            None => self.own_word(print, text)?,
        }
        Ok(())
    }

    /// Writes a word that the lexicon does not have.
    #[inline(never)]
    fn own_word(&mut self, print: Print, text: &str) -> Result<(), Unpackable> {
        let slot = (print.hash() >> shift_for(RECENT)) as usize % RECENT;
        if let Some(known) = &self.recent[slot]
            && known.record == self.record
            && known.print == print
            && self.words[known.at..].starts_with(text.as_bytes())
        {
            let figure = known.figure;
            self.figure(b'\'', figure);
            return Ok(());
        }
        if self.words_count > 0 {
            self.words.push(b',');
        }
        let at = self.words.len() + 1;
        let figure = self.words_count;
        self.words_count += 1;
        if write_text(text, &mut self.words)? {
            self.recent[slot] = Some(Recent { record: self.record, print, figure, at });
        }
        self.figure(b'\'', figure);
        Ok(())
    }

    /// Begins an object or a list.
    #[inline]
    fn open(&mut self) -> Result<(), Unpackable> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(Unpackable::custom("it is nested too deeply: flatten it"));
        }
        Ok(())
    }

    /// Writes the shape of an object where two letters are kept for it, as nobody knows it before the last key.
    #[inline]
    fn shape(&mut self, at: usize, knot: u32) -> Result<(), Unpackable> {
        match (self.knots.number(knot), self.out.get_mut(at..at + 2)) {
            (Some(digits), Some(place)) => place.copy_from_slice(&digits),
            _ => self.own_shape(at, knot)?,
        }
        Ok(())
    }

    /// The same for a shape that the lexicon does not have.
    #[cold]
    fn own_shape(&mut self, at: usize, knot: u32) -> Result<(), Unpackable> {
        let figure = match self.knots.figure(knot, self.record) {
            Some(figure) => figure,
            None => {
                let figure = self.shapes_count;
                self.shapes_count += 1;
                self.knots.write(knot, &mut self.shapes)?;
                self.knots.remember(knot, self.record, figure);
                figure
            }
        };
        let end = self.out.len();
        self.figure(b'{', figure);
        let digits = self.out.split_off(end);
        self.out.splice(at..at + 2, digits);
        Ok(())
    }
}

/// The digits of an entry's number.
pub(crate) fn digits_of(number: u16) -> [u8; 2] {
    [DIGITS[usize::from(number / 64 % 64)], DIGITS[usize::from(number % 64)]]
}
