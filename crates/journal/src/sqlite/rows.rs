//! Rows to values: what the SQLite store reads.

use std::collections::HashMap;

use rusqlite::types::{Type, ValueRef};
use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

use super::filing::UnfiledRun;
use crate::body::Body;
use crate::decide::{KnownAccount, KnownStream, StoredCommand};
use crate::hash::Hash;
use crate::key::{PublicKey, Sealed, SignedHead};
use crate::names::{AccountName, CommandId, Kind, StreamName};
use crate::packed::unpack;
use crate::record::{Commit, Head, NewRecord, Posting, Record, Tip};
use crate::snapshot::{BadSnapshot, FoundSnapshot, Snapshot, Stored};

pub(super) type Rows<T> = rusqlite::Result<T>;

fn unfit(column: usize, fault: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(fault))
}

pub(super) fn stream_name(row: &Row<'_>, column: usize) -> Rows<StreamName> {
    StreamName::new(row.get_ref(column)?.as_str()?).map_err(|fault| unfit(column, fault))
}

fn account_name(row: &Row<'_>, column: usize) -> Rows<AccountName> {
    AccountName::new(row.get_ref(column)?.as_str()?).map_err(|fault| unfit(column, fault))
}

/// A damaged hash is read as zeros: reading goes on, and the check of the chain names the record.
fn hash(row: &Row<'_>, column: usize) -> Rows<Hash> {
    Ok(row.get(column).map(Hash).unwrap_or_default())
}

/// As with hashes: a damaged body is read as an empty one, and the hash check finds it.
fn body(row: &Row<'_>, column: usize) -> Rows<Body> {
    let bytes = row.get_ref(column)?.as_blob().unwrap_or_default();
    Ok(unpack(bytes).unwrap_or_else(|| Body::unchecked(String::new())))
}

/// The same for an answer, which is kept as text.
fn answer(row: &Row<'_>, column: usize) -> Rows<Body> {
    Ok(Body::unchecked(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    }))
}

/// The columns of a record, for `FROM records r JOIN streams s ON s.id = r.stream`.
const RECORD: &str = "r.position, s.name, r.version, r.kind, r.format, r.time_ms, r.body, r.hash";

fn record(row: &Row<'_>) -> Rows<Record> {
    record_of(row, stream_name(row, 1)?)
}

fn record_of(row: &Row<'_>, stream: StreamName) -> Rows<Record> {
    Ok(Record {
        position: row.get(0)?,
        stream,
        version: row.get(2)?,
        what: NewRecord {
            kind: Kind::new(row.get_ref(3)?.as_str()?).map_err(|fault| unfit(3, fault))?,
            format: row.get(4)?,
            time_ms: row.get(5)?,
            body: body(row, 6)?,
        },
        hash: hash(row, 7)?,
    })
}

/// A limit as SQLite takes it.
fn limit_of(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// The columns of a record whose stream is known, after its place `?1` and what should be there.
const RECORD_AT: &str = "SELECT r.position, NULL, r.version, r.kind, r.format, r.time_ms, r.body, r.hash FROM";

/// Records of a stream; `unfiled` are the versions and positions of those that are not filed.
pub(super) fn read(
    connection: &Connection,
    stream: &StreamName,
    (from, limit): (u64, usize),
    unfiled: &[(u64, u64)],
) -> Rows<Vec<Record>> {
    let id = stream_id(connection, stream)?;
    let read = |row: &Row<'_>| record_of(row, stream.clone());
    let filed = format!(
        "{RECORD_AT} places p JOIN records r ON r.position = p.position AND r.stream = p.stream AND r.version = p.version
         WHERE p.stream = ?1 AND p.version >= ?2 ORDER BY p.version LIMIT ?3"
    );
    let mut statement = connection.prepare_cached(&filed)?;
    let mut records: Vec<Record> =
        statement.query_map(params![id, from, limit_of(limit)], read)?.collect::<Rows<_>>()?;
    let last = records.last().map_or(from, |record| record.version + 1);
    let one = format!("{RECORD_AT} records r WHERE r.position = ?1 AND r.stream = ?2 AND r.version = ?3");
    let mut statement = connection.prepare_cached(&one)?;
    for (version, position) in unfiled.iter().filter(|(version, _)| *version >= last) {
        if records.len() >= limit {
            break;
        }
        records.extend(statement.query_row([*position, id, *version], read).optional()?);
    }
    Ok(records)
}

pub(super) fn read_all(connection: &Connection, from: u64, limit: usize) -> Rows<Vec<Record>> {
    let sql = format!(
        "SELECT {RECORD} FROM records r CROSS JOIN streams s ON s.id = r.stream
         WHERE r.position >= ?1 ORDER BY r.position LIMIT ?2"
    );
    connection.prepare_cached(&sql)?.query_map(params![from, limit_of(limit)], record)?.collect()
}

/// Whole commits. The caller's transaction shows all tables as of the same moment.
pub(super) fn commits(connection: &Connection, from: u64, limit: usize) -> Rows<Vec<Commit>> {
    let mut ends = Vec::new();
    let mut names = Names::new(connection)?;
    let mut commits: Vec<Commit> = connection
        .prepare_cached(
            "SELECT number, command, digest, answer, hash, position, records, postings
             FROM commits WHERE number >= ?1 ORDER BY number LIMIT ?2",
        )?
        .query_map(params![from, limit_of(limit)], |row| {
            let (position, records): (u64, u64) = (row.get(5)?, row.get(6)?);
            ends.push((position, position.saturating_add(records)));
            let postings = row.get_ref(7)?.as_str().ok().and_then(parse_postings).unwrap_or_default();
            Ok(Commit {
                number: row.get(0)?,
                command: CommandId(row.get(1)?),
                digest: hash(row, 2)?,
                answer: answer(row, 3)?,
                records: Vec::new(),
                postings: names.of(&postings)?,
                hash: hash(row, 4)?,
            })
        })?
        .collect::<Rows<_>>()?;
    let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return Ok(commits) };
    let sql = format!(
        "SELECT {RECORD} FROM records r CROSS JOIN streams s ON s.id = r.stream
         WHERE r.position >= ?1 AND r.position < ?2 ORDER BY r.position"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([first.0, last.1])?;
    while let Some(row) = rows.next()? {
        let record = record(row)?;
        let place = ends.partition_point(|&(_, end)| end <= record.position);
        if let Some(commit) = commits.get_mut(place) {
            commit.records.push(record);
        }
    }
    Ok(commits)
}

/// Postings as a commit has them: accounts by their ids.
pub(super) fn write_postings(postings: impl Iterator<Item = (u64, i64)>, text: &mut String) {
    let (mut account_digits, mut amount_digits) = (itoa::Buffer::new(), itoa::Buffer::new());
    for (account, amount) in postings {
        for part in
            [if text.is_empty() { "" } else { " " }, account_digits.format(account), ":", amount_digits.format(amount)]
        {
            text.push_str(part);
        }
    }
}

/// Reads them back. Damaged postings are dropped, and the commit's hash finds it.
fn parse_postings(text: &str) -> Option<Vec<(u64, i64)>> {
    let pair = |pair: &str| {
        let (account, amount) = pair.split_once(':')?;
        Some((account.parse().ok()?, amount.parse().ok()?))
    };
    text.split(' ').filter(|pair| !pair.is_empty()).map(pair).collect()
}

/// The names of accounts, each looked up once.
struct Names<'a> {
    statement: CachedStatement<'a>,
    found: HashMap<u64, AccountName>,
}

impl Names<'_> {
    fn new(connection: &Connection) -> Rows<Names<'_>> {
        let statement = connection.prepare_cached("SELECT name FROM accounts WHERE id = ?1")?;
        Ok(Names { statement, found: HashMap::new() })
    }

    /// Postings with the names of their accounts. A posting to a missing account is left out, and the hash check finds
    /// it.
    fn of(&mut self, postings: &[(u64, i64)]) -> Rows<Vec<Posting>> {
        let mut named = Vec::with_capacity(postings.len());
        for &(id, amount) in postings {
            let found = match self.found.get(&id) {
                Some(name) => Some(name.clone()),
                None => self.statement.query_row([id], |row| account_name(row, 0)).optional()?,
            };
            if let Some(account) = found {
                self.found.insert(id, account.clone());
                named.push(Posting { account, amount });
            }
        }
        Ok(named)
    }
}

/// The journal's tip, and how many streams and accounts it has.
pub(super) fn tip(connection: &Connection) -> Rows<(Tip, u64, u64)> {
    let last = "SELECT number, position + records - 1, hash FROM commits ORDER BY number DESC LIMIT 1";
    let tip = connection
        .prepare_cached(last)?
        .query_row([], |row| Ok(Tip { commit: row.get(0)?, position: row.get(1)?, hash: hash(row, 2)? }))
        .optional()?;
    let ids = "SELECT (SELECT coalesce(max(id), 0) FROM streams), (SELECT coalesce(max(id), 0) FROM accounts)";
    let (streams, accounts) = connection.prepare_cached(ids)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok((tip.unwrap_or_default(), streams, accounts))
}

/// The hash of a commit.
pub(super) fn commit_hash(connection: &Connection, number: u64) -> Rows<Option<Hash>> {
    let mut statement = connection.prepare_cached("SELECT hash FROM commits WHERE number = ?1")?;
    statement.query_row([number], |row| hash(row, 0)).optional()
}

/// The id of a stream; 0 if it is not there.
pub(super) fn stream_id(connection: &Connection, name: &StreamName) -> Rows<u64> {
    let mut statement = connection.prepare_cached("SELECT id FROM streams WHERE name = ?1")?;
    Ok(statement.query_row([name.as_str()], |row| row.get(0)).optional()?.unwrap_or_default())
}

/// A stream's head; `unfiled` is its last unfiled record.
pub(super) fn stream(connection: &Connection, name: &StreamName, unfiled: Option<(u64, u64)>) -> Rows<KnownStream> {
    let id = stream_id(connection, name)?;
    match head(connection, id, unfiled)? {
        Some(head) => Ok(KnownStream { id, head }),
        None => Ok(KnownStream::default()),
    }
}

fn head(connection: &Connection, stream: u64, unfiled: Option<(u64, u64)>) -> Rows<Option<Head>> {
    let read = |row: &Row<'_>| Ok(Head { version: row.get(0)?, hash: hash(row, 1)? });
    if let Some((version, position)) = unfiled {
        let one = "SELECT version, hash FROM records WHERE position = ?1 AND stream = ?2 AND version = ?3";
        let found = connection.prepare_cached(one)?.query_row([position, stream, version], read).optional()?;
        if found.is_some() {
            return Ok(found);
        }
    }
    let last = "SELECT r.version, r.hash FROM places p JOIN records r
        ON r.position = p.position AND r.stream = p.stream AND r.version = p.version
        WHERE p.stream = ?1 ORDER BY p.version DESC LIMIT 1";
    connection.prepare_cached(last)?.query_row([stream], read).optional()
}

/// All streams with their heads; `unfiled` are the last records that are not filed, `known` the streams that need no
/// lookup.
pub(super) fn streams(
    connection: &Connection,
    unfiled: &HashMap<StreamName, (u64, u64)>,
    known: impl Fn(&StreamName) -> Option<Head>,
) -> Rows<Vec<(u64, StreamName, Head)>> {
    let mut statement = connection.prepare_cached("SELECT id, name FROM streams ORDER BY id")?;
    let mut rows = statement.query([])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, name) = (row.get(0)?, stream_name(row, 1)?);
        let found = match known(&name) {
            Some(head) => Some(head),
            None => head(connection, id, unfiled.get(&name).copied())?,
        };
        all.extend(found.map(|head| (id, name, head)));
    }
    Ok(all)
}

pub(super) fn account(connection: &Connection, name: &AccountName) -> Rows<KnownAccount> {
    let found = connection
        .prepare_cached("SELECT id, balance FROM accounts JOIN balances ON account = id WHERE name = ?1")?
        .query_row([name.as_str()], |row| Ok(KnownAccount { id: row.get(0)?, balance: row.get(1)? }))
        .optional()?;
    Ok(found.unwrap_or_default())
}

pub(super) fn balances(connection: &Connection) -> Rows<Vec<(AccountName, i64)>> {
    connection
        .prepare_cached("SELECT name, balance FROM accounts JOIN balances ON account = id ORDER BY name")?
        .query_map([], |row| Ok((account_name(row, 0)?, row.get(1)?)))?
        .collect()
}

/// Looks up a command; `unfiled` is its commit, if that is not filed.
pub(super) fn done(connection: &Connection, command: CommandId, unfiled: Option<u64>) -> Rows<Option<StoredCommand>> {
    let number = match unfiled {
        Some(number) => Some(number),
        None => {
            let mut filed = connection.prepare_cached("SELECT number FROM commands WHERE command = ?1")?;
            filed.query_row([command.0], |row| row.get(0)).optional()?
        }
    };
    let Some(number) = number else { return Ok(None) };
    let read =
        |row: &Row<'_>| Ok(StoredCommand { commit: row.get(0)?, digest: hash(row, 1)?, answer: answer(row, 2)? });
    let mut commit =
        connection.prepare_cached("SELECT number, digest, answer FROM commits WHERE number = ?1 AND command = ?2")?;
    commit.query_row(params![number, command.0], read).optional()
}

/// The columns of a signed head.
const HEAD: &str = "h.number, s.name, h.version, h.hash, k.public, h.signature
    FROM heads h JOIN keys k ON k.id = h.key LEFT JOIN streams s ON s.id = h.stream";

fn signed_head(row: &Row<'_>) -> Rows<SignedHead> {
    let stream = if row.get_ref(1)?.as_str_or_null()?.is_some() { Some(stream_name(row, 1)?) } else { None };
    Ok(SignedHead {
        commit: row.get(0)?,
        stream,
        version: row.get(2)?,
        hash: hash(row, 3)?,
        key: PublicKey(row.get(4)?),
        signature: Sealed(row.get(5)?),
    })
}

pub(super) fn signed_heads(connection: &Connection, from: u64, to: u64) -> Rows<Vec<SignedHead>> {
    let sql = format!("SELECT {HEAD} WHERE h.number BETWEEN ?1 AND ?2 ORDER BY h.number, s.name NULLS FIRST, k.public");
    connection.prepare_cached(&sql)?.query_map([from, to], signed_head)?.collect()
}

/// The last signed head of each stream and, first, of the journal; with the ids of the streams.
pub(super) fn last_signed_heads(connection: &Connection) -> Rows<Vec<(u64, SignedHead)>> {
    let sql = format!(
        "SELECT {HEAD_WITH_ID} WHERE h.number = (SELECT max(number) FROM heads WHERE stream = h.stream)
         ORDER BY s.name NULLS FIRST, k.public",
        HEAD_WITH_ID = HEAD.replacen("h.signature", "h.signature, h.stream", 1)
    );
    connection.prepare_cached(&sql)?.query_map([], |row| Ok((row.get(6)?, signed_head(row)?)))?.collect()
}

pub(super) fn keys(connection: &Connection) -> Rows<Vec<PublicKey>> {
    connection
        .prepare_cached("SELECT public FROM keys ORDER BY id")?
        .query_map([], |row| row.get(0).map(PublicKey))?
        .collect()
}

/// The last snapshot of a stream up to a mark, as it is stored; `unfiled` are the stream's records that are not filed.
pub(super) fn snapshot(
    connection: &Connection,
    stream: &StreamName,
    mark_max: u64,
    unfiled: Option<&UnfiledRun>,
) -> Rows<FoundSnapshot> {
    let sql = format!("{SNAPSHOT} WHERE s.name = ?1 AND p.mark <= ?2 ORDER BY p.mark DESC, p.version DESC LIMIT 1");
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement
        .query_row(params![stream.as_str(), mark_max], |row| stored_snapshot(connection, row, stream.clone(), unfiled))
        .optional()?;
    Ok(found.map(Stored::check))
}

/// The columns of a snapshot.
const SNAPSHOT: &str =
    "SELECT p.version, p.hash, p.mark, p.format, p.kept, p.bytes, k.public, p.signature, s.id, s.name
    FROM streams s JOIN snapshots p ON p.stream = s.id JOIN keys k ON k.id = p.key";

fn stored_snapshot(
    connection: &Connection,
    row: &Row<'_>,
    stream: StreamName,
    unfiled: Option<&UnfiledRun>,
) -> Rows<Stored> {
    let snapshot = Snapshot {
        stream,
        version: row.get(0)?,
        hash: hash(row, 1)?,
        mark: row.get(2)?,
        format: row.get(3)?,
        kept: row.get(4)?,
        bytes: row.get(5)?,
    };
    let record = hash_at(connection, row.get(8)?, snapshot.version, unfiled)?;
    // A damaged signature is read as zeros, which never verify.
    let signature = Sealed(row.get(7).unwrap_or([0; 64]));
    Ok(Stored { snapshot, key: PublicKey(row.get(6)?), signature, record })
}

/// All snapshots that must not be used.
pub(super) fn bad_snapshots(
    connection: &Connection,
    unfiled: &HashMap<StreamName, UnfiledRun>,
) -> Rows<Vec<BadSnapshot>> {
    let mut statement = connection.prepare(&format!("{SNAPSHOT} ORDER BY s.id, p.version"))?;
    let mut rows = statement.query([])?;
    let mut bad = Vec::new();
    while let Some(row) = rows.next()? {
        let stream = stream_name(row, 9)?;
        let run = unfiled.get(&stream);
        bad.extend(stored_snapshot(connection, row, stream, run)?.check().err());
    }
    Ok(bad)
}

/// The hash of a stream's record.
fn hash_at(connection: &Connection, stream: u64, version: u64, unfiled: Option<&UnfiledRun>) -> Rows<Option<Hash>> {
    let place = "SELECT position FROM places WHERE stream = ?1 AND version = ?2";
    let place = connection.prepare_cached(place)?.query_row([stream, version], |row| row.get(0)).optional()?;
    let Some(position) = place.or_else(|| unfiled.and_then(|run| run.position(version))) else { return Ok(None) };
    let one = "SELECT hash FROM records WHERE position = ?1 AND stream = ?2 AND version = ?3";
    let found = connection.prepare_cached(one)?.query_row([position, stream, version], |row| row.get(0)).optional();
    // A damaged hash counts as no record.
    Ok(found.unwrap_or_default().map(Hash))
}

/// What SQLite's own check of pages, indexes and foreign keys finds, and whether everything is filed as it should be.
pub(super) fn file_faults(connection: &Connection) -> Rows<Vec<String>> {
    let mut faults: Vec<String> =
        connection.prepare("PRAGMA integrity_check")?.query_map([], |row| row.get(0))?.collect::<Rows<_>>()?;
    faults.retain(|fault| fault != "ok");
    let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        faults.push(format!("a row of {table} refers to a row of {parent} that is not there"));
    }
    for (what, unfiled) in [
        (
            "records that are not where the index of streams has them",
            "SELECT count(*) FROM places p LEFT JOIN records r
             ON r.position = p.position AND r.stream = p.stream AND r.version = p.version WHERE r.position IS NULL",
        ),
        (
            "commits that are not where the index of commands has them",
            "SELECT count(*) FROM commands i LEFT JOIN commits c
             ON c.number = i.number AND c.command = i.command WHERE c.number IS NULL",
        ),
        (
            "records that the index of streams lacks",
            "SELECT count(*) FROM records r WHERE r.position < (SELECT records FROM filed)
             AND NOT EXISTS (SELECT 1 FROM places p WHERE p.stream = r.stream AND p.version = r.version)",
        ),
        (
            "commits that the index of commands lacks",
            "SELECT count(*) FROM commits c WHERE c.number < (SELECT commits FROM filed)
             AND NOT EXISTS (SELECT 1 FROM commands i WHERE i.command = c.command)",
        ),
        (
            "commits that the index of commands lacks and that count as filed",
            "SELECT count(*) FROM commits c JOIN filed f ON c.number >= f.commits AND c.number < f.sheaf
             WHERE c.command <= f.id AND NOT EXISTS (SELECT 1 FROM commands i WHERE i.command = c.command)",
        ),
    ] {
        match connection.query_row(unfiled, [], |row| row.get::<_, u64>(0))? {
            0 => {}
            count => faults.push(format!("there are {count} {what}")),
        }
    }
    Ok(faults)
}
