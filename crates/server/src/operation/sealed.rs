//! Sealed files: a copy of the journal that only the house's own key can open, so that nobody who fetches it learns a
//! card. ChaCha20-Poly1305 over pieces of 64 KiB, each bound to its place; the last one is marked as the last.

use std::io::{self, ErrorKind, Read, Write};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};

use crate::people::PeopleKey;
use crate::wire::Problem;

/// How a sealed file begins.
const MAGIC: &[u8; 19] = b"queenhigh sealed 1\n";

/// The purpose of the derived key.
const PURPOSE: &str = "queenhigh sealed copy 1";

/// A piece before it is sealed.
const PIECE: usize = 64 * 1024;

/// What sealing adds to a piece.
const TAG: usize = 16;

/// The key of one file, never used for another.
struct Seal {
    key: LessSafeKey,
    next: u64,
}

impl Seal {
    fn new(key: &PeopleKey, salt: &[u8; 32]) -> io::Result<Seal> {
        let mut hasher = blake3::Hasher::new_keyed(&key.derived(PURPOSE));
        hasher.update(salt);
        let key = UnboundKey::new(&CHACHA20_POLY1305, hasher.finalize().as_bytes()).map_err(|_| wrong("no key"))?;
        Ok(Seal { key: LessSafeKey::new(key), next: 0 })
    }

    fn nonce(&mut self, last: bool) -> Nonce {
        let mut bytes = [0; 12];
        bytes[0] = u8::from(last);
        bytes[4..].copy_from_slice(&self.next.to_be_bytes());
        self.next += 1;
        Nonce::assume_unique_for_key(bytes)
    }
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why.to_owned())
}

/// Fills a buffer, or as much of it as there is to read.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Seals everything that can be read.
///
/// # Errors
/// When it cannot be read or written.
pub fn seal(key: &PeopleKey, salt: &[u8; 32], mut from: impl Read, mut to: impl Write) -> io::Result<()> {
    let mut seal = Seal::new(key, salt)?;
    to.write_all(MAGIC)?;
    to.write_all(salt)?;
    let (mut piece, mut next) = (vec![0; PIECE], vec![0; PIECE]);
    let mut filled = fill(&mut from, &mut piece)?;
    loop {
        let after = fill(&mut from, &mut next)?;
        let mut sealed = piece[..filled].to_vec();
        let nonce = seal.nonce(after == 0);
        seal.key
            .seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed)
            .map_err(|_| wrong("it cannot be sealed"))?;
        to.write_all(&sealed)?;
        if after == 0 {
            return to.flush();
        }
        std::mem::swap(&mut piece, &mut next);
        filled = after;
    }
}

/// Opens a sealed file with the key file of the house that sealed it.
///
/// # Errors
/// When it is not a sealed file, was cut off or changed, or the key is wrong.
pub fn unseal(key: &std::path::Path, mut from: impl Read, mut to: impl Write) -> Result<(), Problem> {
    let key = PeopleKey::read(key)?;
    let told = |error: io::Error| Problem::stopped(format!("the file cannot be opened: {error}"));
    let mut head = [0; MAGIC.len() + 32];
    if fill(&mut from, &mut head).map_err(told)? < head.len() || !head.starts_with(MAGIC) {
        return Err(Problem::stopped("this is not a sealed copy of a journal"));
    }
    let mut salt = [0; 32];
    salt.copy_from_slice(&head[MAGIC.len()..]);
    let mut seal = Seal::new(&key, &salt).map_err(told)?;
    let (mut piece, mut next) = (vec![0; PIECE + TAG], vec![0; PIECE + TAG]);
    let mut filled = fill(&mut from, &mut piece).map_err(told)?;
    loop {
        let after = fill(&mut from, &mut next).map_err(told)?;
        let nonce = seal.nonce(after == 0);
        let opened = seal.key.open_in_place(nonce, Aad::empty(), &mut piece[..filled]).map_err(|_| {
            Problem::stopped("the copy does not open: it was sealed with another people.key, cut off, or changed")
        })?;
        to.write_all(opened).map_err(told)?;
        if after == 0 {
            return to.flush().map_err(told);
        }
        std::mem::swap(&mut piece, &mut next);
        filled = after;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn files() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.key");
        std::fs::write(&path, [9; 32]).unwrap();
        (folder, path)
    }

    #[test]
    fn what_was_sealed_opens_with_its_key_alone_and_whole_alone() {
        let (folder, path) = files();
        let key = PeopleKey::read(&path).unwrap();
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 77] {
            let plain: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            let mut sealed = Vec::new();
            seal(&key, &[3; 32], plain.as_slice(), &mut sealed).unwrap();
            let open = |bytes: &[u8]| {
                let mut out = Vec::new();
                unseal(&path, bytes, &mut out).map(|()| out)
            };
            assert_eq!(open(&sealed).unwrap(), plain, "{length}");
            // Cut off at the end of a piece, or anywhere.
            for cut in [sealed.len() - 1, MAGIC.len() + 32, (MAGIC.len() + 32 + PIECE + TAG).min(sealed.len() - 1)] {
                assert!(open(&sealed[..cut]).is_err(), "{length} cut to {cut}");
            }
            let mut changed = sealed.clone();
            let last = changed.len() - 1;
            changed[last] ^= 1;
            assert!(open(&changed).is_err());
            let other = folder.path().join("other.key");
            std::fs::write(&other, [8; 32]).unwrap();
            assert!(unseal(&other, sealed.as_slice(), Vec::new()).is_err());
        }
        assert!(unseal(&path, b"SQLite format 3".as_slice(), Vec::new()).is_err());
    }
}
