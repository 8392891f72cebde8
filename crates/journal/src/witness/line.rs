//! One line of a witness: the last commit, under a signature.

use std::fmt;

use crate::digits;
use crate::hash::{Hash, Text};
use crate::key::{PublicKey, Sealed, Signer};
use crate::record::Tip;

/// What a line opens with.
const WORDS: &str = "queenhigh-journal-witness-1";

/// How a journal that was closed cleanly lies on the disk. Nothing changes it until it is opened again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedFile {
    /// The length of `journal.sqlite`, in bytes.
    pub length: u64,
    /// The BLAKE3 digest of all of it.
    pub digest: Hash,
}

/// That the journal had a commit, signed by the node that stored it. As text it can be printed or kept elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Which line of the file this is, counted since the file was made: the last one counts.
    pub turn: u64,
    /// The last commit; 0 if there was none.
    pub commit: u64,
    /// Its hash.
    pub hash: Hash,
    /// The journal's file, if the journal was closed; none while it is open.
    pub closed: Option<ClosedFile>,
    /// Who signed.
    pub key: PublicKey,
    /// The signature over all of the above.
    pub signature: Sealed,
}

impl Witness {
    /// A signed line.
    pub(crate) fn sign(signer: &Signer, turn: u64, tip: Tip, closed: Option<ClosedFile>) -> Witness {
        let Tip { commit, hash, .. } = tip;
        let key = signer.public();
        let signature = signer.sign_witness(&signed_text(turn, commit, hash, closed));
        Witness { turn, commit, hash, closed, key, signature }
    }

    /// Reads a line with a signature that holds, spelt exactly as it would be written.
    #[must_use]
    pub fn parse(text: &str) -> Option<Witness> {
        let words: Vec<&str> = text.split(' ').collect();
        let (closed, key, signature) = match words[..] {
            [WORDS, _, _, _, "open", key, signature] => (None, key, signature),
            [WORDS, _, _, _, "closed", length, digest, key, signature] => {
                let digest = Hash(digits::read(digest)?);
                (Some(ClosedFile { length: length.parse().ok()?, digest }), key, signature)
            }
            _ => return None,
        };
        let witness = Witness {
            turn: words[1].parse().ok()?,
            commit: words[2].parse().ok()?,
            hash: Hash(digits::read(words[3])?),
            closed,
            key: PublicKey::parse(key)?,
            signature: Sealed(digits::read(signature)?),
        };
        (witness.holds() && witness.to_string() == text).then_some(witness)
    }

    fn holds(&self) -> bool {
        let Witness { turn, commit, hash, closed, key, signature } = self;
        key.signed_witness(&signed_text(*turn, *commit, *hash, *closed), signature)
    }
}

/// What is signed; the purpose comes before it.
fn signed_text(turn: u64, commit: u64, hash: Hash, closed: Option<ClosedFile>) -> Text {
    let text = Text::with_room(200).number(turn).number(commit).bytes(&hash.0);
    match closed {
        None => text.bytes(b"open"),
        Some(ClosedFile { length, digest }) => text.bytes(b"closed").number(length).bytes(&digest.0),
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Witness { turn, commit, hash, closed, key, signature } = self;
        write!(f, "{WORDS} {turn} {commit} {hash} ")?;
        match closed {
            None => f.write_str("open")?,
            Some(ClosedFile { length, digest }) => write!(f, "closed {length} {digest}")?,
        }
        write!(f, " {key} {}", digits::write(signature.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn witness(closed: Option<ClosedFile>) -> Witness {
        let tip = Tip { commit: 5, position: 9, hash: Hash([1; 32]) };
        Witness::sign(&Signer::from_secret([7; 32]), 3, tip, closed)
    }

    #[test]
    fn a_line_reads_as_it_was_written_and_no_other_way() {
        for closed in [None, Some(ClosedFile { length: 4_096, digest: Hash([2; 32]) })] {
            let line = witness(closed);
            let text = line.to_string();
            assert_eq!(Witness::parse(&text), Some(line));
            for place in 0..text.len() {
                for bit in 0..8 {
                    let mut bytes = text.clone().into_bytes();
                    bytes[place] ^= 1 << bit;
                    let read = String::from_utf8(bytes).ok().and_then(|text| Witness::parse(&text));
                    assert_eq!(read, None, "bit {bit} of byte {place}");
                }
            }
            for other in [format!("{text} "), text.replacen("1 3 5", "1 3 +5", 1), text.replacen("1 3 5", "1 3 05", 1)]
            {
                assert_eq!(Witness::parse(&other), None, "{other}");
            }
        }
    }
}
