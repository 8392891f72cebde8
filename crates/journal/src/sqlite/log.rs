//! The write-ahead log before SQLite reads it. SQLite stops without a word at the first page that does not hold; here
//! that page is named if more of the same log comes after it.
//!
//! The format is SQLite's: a head of 32 bytes, then pages with a head of 24 bytes each. The two numbers in a log's head
//! are in the head of each of its pages, and each page's sum covers all pages before it.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use crate::error::Error;
use crate::witness::OpeningFault;

const HEAD: usize = 32;
const PAGE_HEAD: usize = 24;

/// What is wrong with a log, if there is one.
pub(super) fn fault(path: &Path) -> Result<Option<OpeningFault>, Error> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(None),
        Err(fault) => return Err(Error::file(path, fault)),
    };
    let found = read(BufReader::with_capacity(1 << 20, file)).map_err(|fault| Error::file(path, fault))?;
    let path = path.to_owned();
    Ok(match found {
        Found::Sound => None,
        Found::NoHead => Some(OpeningFault::LogHead { path }),
        Found::Broken { page, pages } => Some(OpeningFault::Log { path, page, pages }),
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Found {
    Sound,
    NoHead,
    /// The first page that does not hold, and the last of the same log.
    Broken {
        page: u64,
        pages: u64,
    },
}

fn read(mut from: impl Read) -> std::io::Result<Found> {
    let mut head = [0; HEAD];
    match fill(&mut from, &mut head)? {
        0 => return Ok(Found::Sound),
        HEAD => {}
        _ => return Ok(Found::NoHead),
    }
    let (magic, page_bytes) = (word(&head, 0), word(&head, 8));
    let sum = Sum { big: magic & 1 == 1, first: 0, second: 0 };
    let mut sum = sum.with(&head[..24]);
    let known = magic & !1 == 0x377f_0682 && page_bytes.is_power_of_two() && (512..=65_536).contains(&page_bytes);
    if !known || (sum.first, sum.second) != (word(&head, 24), word(&head, 28)) {
        return Ok(Found::NoHead);
    }
    let mut page = vec![0; PAGE_HEAD + page_bytes as usize];
    let (mut number, mut broken, mut last) = (0, None, 0);
    while fill(&mut from, &mut page)? == page.len() {
        number += 1;
        let of_this_log = page[8..16] == head[16..24];
        if of_this_log {
            last = number;
        }
        if broken.is_none() {
            sum = sum.with(&page[..8]).with(&page[PAGE_HEAD..]);
            if !of_this_log || (sum.first, sum.second) != (word(&page, 16), word(&page, 20)) {
                broken = Some(number);
            }
        }
    }
    Ok(match broken {
        // What is left of an earlier log, or a page that was being written when the process ended.
        Some(broken) if last > broken => Found::Broken { page: broken, pages: last },
        _ => Found::Sound,
    })
}

/// Fills a buffer as far as there is something to read.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(filled)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// SQLite's running sum over pairs of words.
#[derive(Clone, Copy)]
struct Sum {
    big: bool,
    first: u32,
    second: u32,
}

impl Sum {
    fn with(mut self, bytes: &[u8]) -> Sum {
        let word = |bytes: &[u8]| {
            let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
            if self.big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
        };
        for pair in bytes.chunks_exact(8) {
            self.first = self.first.wrapping_add(word(&pair[..4])).wrapping_add(self.second);
            self.second = self.second.wrapping_add(word(&pair[4..])).wrapping_add(self.first);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log that SQLite wrote, taken while it is open.
    fn log() -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.sqlite");
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).unwrap();
        connection.execute_batch("CREATE TABLE some (text TEXT)").unwrap();
        for _ in 0..5 {
            connection.execute("INSERT INTO some VALUES (?1)", ["x".repeat(3_000)]).unwrap();
        }
        std::fs::read(folder.path().join("some.sqlite-wal")).unwrap()
    }

    #[test]
    fn every_bit_before_the_last_page_is_missed() {
        let log = log();
        assert_eq!(read(log.as_slice()).unwrap(), Found::Sound);
        let length = PAGE_HEAD + word(&log, 8) as usize;
        let pages = (log.len() - HEAD) / length;
        assert!(pages > 5, "{pages}");
        for bit in (0..(log.len() - length) * 8).step_by(37) {
            let mut turned = log.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            let due = match (bit / 8).checked_sub(HEAD) {
                None => Found::NoHead,
                Some(at) => Found::Broken { page: (at / length) as u64 + 1, pages: pages as u64 },
            };
            assert_eq!(read(turned.as_slice()).unwrap(), due, "bit {bit}");
        }
        // Cut off anywhere, it is what a process that ended left behind.
        assert_eq!(read(&log[..log.len() - 9]).unwrap(), Found::Sound);
        assert_eq!(read(&[][..]).unwrap(), Found::Sound);
        assert_eq!(read(&log[..9]).unwrap(), Found::NoHead);
    }

    #[test]
    fn what_an_earlier_log_left_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.sqlite");
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).unwrap();
        connection.execute_batch("CREATE TABLE some (text TEXT)").unwrap();
        connection.execute("INSERT INTO some VALUES (?1)", ["x".repeat(30_000)]).unwrap();
        connection.query_row("PRAGMA wal_checkpoint(FULL)", [], |_| Ok(())).unwrap();
        connection.execute("INSERT INTO some VALUES ('y')", []).unwrap();
        assert_eq!(read(File::open(folder.path().join("some.sqlite-wal")).unwrap()).unwrap(), Found::Sound);
    }
}
