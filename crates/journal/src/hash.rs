//! BLAKE3 hashes and the two chains: of the records of a stream, and of the commits of the journal.

use std::fmt;
use std::sync::LazyLock;

use crate::body::Body;
use crate::digits;
use crate::names::{CommandId, Kind, StreamName};
use crate::record::{NewRecord, Posting};

/// What each hash is for. A hash made for one purpose is never valid for another.
static RECORD: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("record of a stream"));
static BODY: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("body of a record"));
static FILE: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("file that is signed"));
static COMMIT: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("commit of the journal"));
static COMMAND: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("body of a command"));
static SNAPSHOT: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("snapshot of a projection"));
static EXPORT: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("line of an export"));
static CLOSED: LazyLock<[u8; 32]> = LazyLock::new(|| purpose("file of a closed journal"));

fn purpose(words: &str) -> [u8; 32] {
    blake3::derive_key("queenhigh journal 2026 purpose of a hash", words.as_bytes())
}

/// A BLAKE3 hash. All zeros comes before the first link of a chain.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

digits::as_text!(Hash);

impl Hash {
    /// The digest of a command's body.
    #[must_use]
    pub fn of_command(body: &[u8]) -> Hash {
        Text::with_room(body.len()).bytes(body).hash(&COMMAND)
    }

    /// The digest of a snapshot.
    pub(crate) fn of_snapshot(bytes: &[u8]) -> Hash {
        Hash(*blake3::keyed_hash(&SNAPSHOT, bytes).as_bytes())
    }

    /// The hash over all lines of an export up to this one.
    pub(crate) fn of_export_line(before: Hash, line: &[u8]) -> Hash {
        Text::with_room(line.len()).bytes(&before.0).bytes(line).hash(&EXPORT)
    }

    /// The digest of a record's body.
    pub(crate) fn of_body(body: &str) -> Hash {
        Hash(*blake3::keyed_hash(&BODY, body.as_bytes()).as_bytes())
    }

    /// The digest of a whole file, for its signature.
    #[must_use]
    pub fn of_file(bytes: &[u8]) -> Hash {
        Hash(*blake3::keyed_hash(&FILE, bytes).as_bytes())
    }

    /// The digest of the whole file of a closed journal.
    pub(crate) fn of_closed(file: impl std::io::Read) -> std::io::Result<Hash> {
        let mut hasher = blake3::Hasher::new_keyed(&CLOSED);
        hasher.update_reader(file)?;
        Ok(Hash(*hasher.finalize().as_bytes()))
    }

    /// The hash of a record, given the one before it in its stream and the digest of its body: the chain can be
    /// followed even by those who may not see what a record says.
    pub(crate) fn of_record(before: Hash, stream: &StreamName, version: u64, said: &HashedPart<'_>) -> Hash {
        Text::with_room(stream.as_str().len() + 128)
            .bytes(&before.0)
            .bytes(stream.as_str().as_bytes())
            .number(version)
            .bytes(said.kind.as_str().as_bytes())
            .number(said.format.into())
            .number(said.time_ms)
            .bytes(&said.body.0)
            .hash(&RECORD)
    }
}

/// What the hash of a record covers, besides its place.
pub(crate) struct HashedPart<'a> {
    pub kind: &'a Kind,
    pub format: u32,
    pub time_ms: u64,
    pub body: Hash,
}

impl HashedPart<'_> {
    /// That of a record.
    pub fn of(what: &NewRecord) -> HashedPart<'_> {
        HashedPart { kind: &what.kind, format: what.format, time_ms: what.time_ms, body: what.body.digest() }
    }
}

/// Everything that the hash of a commit covers.
pub(crate) struct CommitText<'a> {
    pub before: Hash,
    pub number: u64,
    pub command: CommandId,
    pub digest: Hash,
    pub answer: &'a Body,
    pub position_first: u64,
    pub postings: &'a [Posting],
}

impl CommitText<'_> {
    /// The hash, given the hashes of the commit's records in their order.
    pub fn hash(&self, records: impl ExactSizeIterator<Item = Hash>) -> Hash {
        let mut text =
            Text::with_room(self.answer.as_str().len() + 128 + 40 * records.len() + 64 * self.postings.len())
                .bytes(&self.before.0)
                .number(self.number)
                .bytes(&self.command.0)
                .bytes(&self.digest.0)
                .bytes(self.answer.as_str().as_bytes())
                .number(self.position_first)
                .number(records.len() as u64);
        for record in records {
            text = text.bytes(&record.0);
        }
        text = text.number(self.postings.len() as u64);
        for posting in self.postings {
            text = text.bytes(posting.account.as_str().as_bytes()).number(posting.amount.cast_unsigned());
        }
        text.hash(&COMMIT)
    }
}

/// The text that is hashed or signed: every part is preceded by its length, so that no two texts run together.
pub(crate) struct Text(Vec<u8>);

impl Text {
    pub fn with_room(room: usize) -> Text {
        Text(Vec::with_capacity(room + 128))
    }

    pub fn bytes(mut self, bytes: &[u8]) -> Text {
        self.0.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.0.extend_from_slice(bytes);
        self
    }

    pub fn number(mut self, number: u64) -> Text {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn hash(self, purpose: &[u8; 32]) -> Hash {
        Hash(*blake3::keyed_hash(purpose, &self.0).as_bytes())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&digits::write(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}
