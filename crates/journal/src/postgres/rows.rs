//! Rows to values: what the PostgreSQL store reads.

use tokio_postgres::{Client, Row};

use crate::body::Body;
use crate::decide::{KnownAccount, KnownStream, StoredCommand};
use crate::error::Error;
use crate::hash::Hash;
use crate::key::{PublicKey, Sealed, SignedHead};
use crate::names::{AccountName, CommandId, Kind, StreamName};
use crate::packed::unpack;
use crate::record::{Commit, Head, NewRecord, Posting, Record, Tip};
use crate::snapshot::{BadSnapshot, Snapshot, Stored};

pub(super) type Rows<T> = Result<T, Error>;

/// A fault in the data read, not in the connection.
fn unfit(fault: impl std::fmt::Display) -> Error {
    Error::Read(fault.to_string())
}

pub(super) fn number(row: &Row, column: usize) -> Rows<u64> {
    row.try_get::<_, i64>(column).map(i64::cast_unsigned).map_err(unfit)
}

/// A number too large for the database's integers lies beyond all rows.
pub(super) fn capped(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn small(row: &Row, column: usize) -> Rows<u32> {
    u32::try_from(number(row, column)?).map_err(unfit)
}

fn bytes<const N: usize>(row: &Row, column: usize) -> Rows<[u8; N]> {
    let bytes: &[u8] = row.try_get(column).map_err(unfit)?;
    bytes.try_into().map_err(unfit)
}

pub(super) fn hash(row: &Row, column: usize) -> Rows<Hash> {
    bytes(row, column).map(Hash)
}

fn text(row: &Row, column: usize) -> Rows<&str> {
    row.try_get(column).map_err(unfit)
}

/// A damaged body is read as an empty one; the hash check then finds it.
fn body(row: &Row, column: usize) -> Rows<Body> {
    let bytes: &[u8] = row.try_get(column).map_err(unfit)?;
    Ok(unpack(bytes).unwrap_or_else(|| Body::unchecked(String::new())))
}

fn answer(row: &Row, column: usize) -> Rows<Body> {
    text(row, column).map(|text| Body::unchecked(text.to_owned()))
}

pub(super) fn stream_name(row: &Row, column: usize) -> Rows<StreamName> {
    StreamName::new(text(row, column)?).map_err(unfit)
}

pub(super) fn account_name(row: &Row, column: usize) -> Rows<AccountName> {
    AccountName::new(text(row, column)?).map_err(unfit)
}

/// The columns of a record, for `FROM records r JOIN streams s ON s.id = r.stream`.
pub(super) const RECORD: &str = "r.position, s.name, r.version, r.kind, r.format, r.time_ms, r.body, r.hash";

pub(super) fn record(row: &Row) -> Rows<Record> {
    Ok(Record {
        position: number(row, 0)?,
        stream: stream_name(row, 1)?,
        version: number(row, 2)?,
        what: NewRecord {
            kind: Kind::new(text(row, 3)?).map_err(unfit)?,
            format: small(row, 4)?,
            time_ms: number(row, 5)?,
            body: body(row, 6)?,
        },
        hash: hash(row, 7)?,
    })
}

pub(super) fn done(row: &Row) -> Rows<(CommandId, StoredCommand)> {
    let done = StoredCommand { commit: number(row, 1)?, digest: hash(row, 2)?, answer: answer(row, 3)? };
    Ok((CommandId(bytes(row, 0)?), done))
}

/// `SELECT name, id, version, hash FROM streams`.
pub(super) fn stream(row: &Row) -> Rows<(StreamName, KnownStream)> {
    let head = Head { version: number(row, 2)?, hash: hash(row, 3)? };
    Ok((stream_name(row, 0)?, KnownStream { id: number(row, 1)?, head }))
}

/// `SELECT name, id, balance FROM accounts`.
pub(super) fn account(row: &Row) -> Rows<(AccountName, KnownAccount)> {
    let balance = row.try_get(2).map_err(unfit)?;
    Ok((account_name(row, 0)?, KnownAccount { id: number(row, 1)?, balance }))
}

/// `SELECT number, position, hash FROM state`.
pub(super) fn tip(row: &Row) -> Rows<Tip> {
    Ok(Tip { commit: number(row, 0)?, position: number(row, 1)?, hash: hash(row, 2)? })
}

/// The columns of a signed head, and where they come from.
pub(super) const HEAD: &str = "h.number, s.name, h.version, h.hash, k.public, h.signature, h.stream
    FROM heads h JOIN keys k ON k.id = h.key LEFT JOIN streams s ON s.id = h.stream";

pub(super) fn signed_head(row: &Row) -> Rows<SignedHead> {
    let name: Option<&str> = row.try_get(1).map_err(unfit)?;
    Ok(SignedHead {
        commit: number(row, 0)?,
        stream: name.map(StreamName::new).transpose().map_err(unfit)?,
        version: number(row, 2)?,
        hash: hash(row, 3)?,
        key: PublicKey(bytes(row, 4)?),
        signature: Sealed(bytes(row, 5)?),
    })
}

pub(super) fn key(row: &Row) -> Rows<PublicKey> {
    bytes(row, 0).map(PublicKey)
}

/// The last snapshot of stream $1 up to mark $2, as it is stored.
pub(super) const SNAPSHOT: &str =
    "SELECT p.version, p.hash, p.mark, p.format, p.kept, p.bytes, k.public, p.signature, r.hash
     FROM streams s JOIN snapshots p ON p.stream = s.id JOIN keys k ON k.id = p.key
     LEFT JOIN records r ON r.stream = s.id AND r.version = p.version
     WHERE s.name = $1 AND p.mark <= $2 ORDER BY p.mark DESC, p.version DESC LIMIT 1";

/// All snapshots of stream $1, in the same columns.
pub(super) const SNAPSHOTS: &str =
    "SELECT p.version, p.hash, p.mark, p.format, p.kept, p.bytes, k.public, p.signature, r.hash
     FROM streams s JOIN snapshots p ON p.stream = s.id JOIN keys k ON k.id = p.key
     LEFT JOIN records r ON r.stream = s.id AND r.version = p.version
     WHERE s.name = $1 ORDER BY p.version";

pub(super) fn snapshot(stream: &StreamName, row: &Row) -> Rows<Result<Snapshot, BadSnapshot>> {
    let snapshot = Snapshot {
        stream: stream.clone(),
        version: number(row, 0)?,
        hash: hash(row, 1)?,
        mark: number(row, 2)?,
        format: small(row, 3)?,
        kept: row.try_get(4).map_err(unfit)?,
        bytes: row.try_get(5).map_err(unfit)?,
    };
    let there: Option<&[u8]> = row.try_get(8).map_err(unfit)?;
    let record = there.and_then(|hash| <[u8; 32]>::try_from(hash).ok()).map(Hash);
    // A damaged signature is read as zeros, which never verify.
    let signature = Sealed(bytes(row, 7).unwrap_or([0; 64]));
    Ok(Stored { snapshot, key: PublicKey(bytes(row, 6)?), signature, record }.check())
}

/// Whole commits. Committed rows never change, so the three queries need no transaction.
pub(super) async fn commits(
    client: &Client,
    from: u64,
    limit: usize,
) -> Result<Rows<Vec<Commit>>, tokio_postgres::Error> {
    let rows = client
        .query(
            "SELECT number, command, digest, answer, hash, position, records
             FROM commits WHERE number >= $1 ORDER BY number LIMIT $2",
            &[&capped(from), &capped(limit as u64)],
        )
        .await?;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Ok(Vec::new())) };
    let place =
        |row: &Row| -> Rows<(u64, u64)> { Ok((number(row, 5)?, number(row, 5)?.saturating_add(number(row, 6)?))) };
    let (ends, numbers) = match (
        rows.iter().map(place).collect::<Rows<Vec<_>>>(),
        number(first, 0).and_then(|first| Ok((capped(first), capped(number(last, 0)?)))),
    ) {
        (Ok(ends), Ok(numbers)) => (ends, numbers),
        (Err(fault), _) | (_, Err(fault)) => return Ok(Err(fault)),
    };
    let sql = format!(
        "SELECT {RECORD} FROM records r JOIN streams s ON s.id = r.stream
         WHERE r.position >= $1 AND r.position < $2 ORDER BY r.position"
    );
    let records = client.query(&sql, &[&capped(ends[0].0), &capped(ends[ends.len() - 1].1)]).await?;
    let postings = client
        .query(
            "SELECT p.number, a.name, p.amount FROM postings p JOIN accounts a ON a.id = p.account
             WHERE p.number BETWEEN $1 AND $2 ORDER BY p.number, p.line",
            &[&numbers.0, &numbers.1],
        )
        .await?;
    Ok(put_together(&rows, &ends, &records, &postings))
}

fn put_together(rows: &[Row], ends: &[(u64, u64)], records: &[Row], postings: &[Row]) -> Rows<Vec<Commit>> {
    let commit = |row: &Row| -> Rows<Commit> {
        Ok(Commit {
            number: number(row, 0)?,
            command: CommandId(bytes(row, 1)?),
            digest: hash(row, 2)?,
            answer: answer(row, 3)?,
            records: Vec::new(),
            postings: Vec::new(),
            hash: hash(row, 4)?,
        })
    };
    let mut commits = rows.iter().map(commit).collect::<Rows<Vec<_>>>()?;
    for row in records {
        let record = record(row)?;
        let place = ends.partition_point(|&(_, end)| end <= record.position);
        if let Some(commit) = commits.get_mut(place) {
            commit.records.push(record);
        }
    }
    for row in postings {
        let number = number(row, 0)?;
        let place = commits.partition_point(|commit| commit.number < number);
        if let Some(commit) = commits.get_mut(place) {
            let amount = row.try_get(2).map_err(unfit)?;
            commit.postings.push(Posting { account: account_name(row, 1)?, amount });
        }
    }
    Ok(commits)
}
