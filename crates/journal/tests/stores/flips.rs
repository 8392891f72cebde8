//! Bits that turn in any file of a journal: each is named, or keeps the journal shut. `cargo xtask attack` turns
//! thousands of them; here it is `JOURNAL_BITS` of each file.

use std::path::{Path, PathBuf};

use journal::{
    Damage, Depth, Error, NoMoreChecks, OpeningFault, Snapshot, SqliteStore, WITNESS, WitnessFault, export_sound,
    verify_sound, verify_store,
};
use rusqlite::Connection;

use crate::common::*;
use crate::witness::{fault_of, found, killed, own_key, playing, told};

/// How many bits of a file are turned.
fn bits() -> u64 {
    figure("JOURNAL_BITS", 60)
}

fn chance() -> Chance {
    Chance::new(figure("JOURNAL_SEED", 4))
}

/// Adds to the figures of a campaign.
fn result(of: &str, more: &str) {
    println!("\nresult flips={} {of}={} {more}overlooked=0", bits(), bits());
}

/// Flips one bit of a file in a copy of the folder.
fn with_bit(from: &Path, name: &str, bit: usize) -> tempfile::TempDir {
    let copy = killed(from);
    let path = copy.path().join(name);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[bit / 8] ^= 1 << (bit % 8);
    std::fs::write(&path, bytes).unwrap();
    copy
}

fn bits_of(path: PathBuf) -> usize {
    std::fs::metadata(path).unwrap().len() as usize * 8
}

#[tokio::test]
async fn no_bit_of_the_log_turns_unnoticed() {
    let running = folder();
    let store = playing(running.path(), 30).await;
    let before = everything(&store).await;
    let mut chance = chance();
    let length = bits_of(running.path().join("journal.sqlite-wal"));
    let (mut refused, mut named) = (0, 0);
    for _ in 0..bits() {
        let bit = chance.index(length);
        let copy = with_bit(running.path(), "journal.sqlite-wal", bit);
        assert!(!told(copy.path()).await.is_empty(), "bit {bit} is not named by a check");
        match SqliteStore::open(copy.path(), own_key()) {
            Err(Error::Witness(WitnessFault::Missing { to: 30, .. })) => refused += 1,
            Err(other) => panic!("bit {bit}: {other}"),
            Ok(store) => {
                assert_eq!(everything(&store).await, before, "bit {bit}");
                assert!(!found(&store, Depth::SinceSigned).await.damages.is_empty(), "bit {bit} is not named");
                named += 1;
            }
        }
    }
    result("in_the_log", &format!("log_refused_at_the_start={refused} log_named_at_the_start={named} "));
}

#[tokio::test]
async fn no_bit_of_the_file_turns_unnoticed_while_the_journal_is_closed() {
    let closed = folder();
    let store = playing(closed.path(), 30).await;
    store.close().await.unwrap();
    drop(store);
    assert_eq!(told(closed.path()).await, [""; 0]);
    let mut chance = chance();
    let length = bits_of(closed.path().join("journal.sqlite"));
    let (mut shut, mut sound, mut left_out) = (0, 0, 0);
    for _ in 0..bits() {
        let bit = chance.index(length);
        let copy = with_bit(closed.path(), "journal.sqlite", bit);
        for _ in 0..2 {
            assert!(!told(copy.path()).await.is_empty(), "bit {bit}: and a check changes nothing");
        }
        // Whatever SQLite still opens, the streams that are whole come out of it and prove themselves.
        let Ok(store) = SqliteStore::open_to_read(copy.path(), own_key()) else {
            shut += 1;
            continue;
        };
        let path = copy.path().join("sound.jsonl");
        let exported = export_sound(&store, &path).await.unwrap();
        let text = std::fs::read(&path).unwrap();
        let report = verify_sound(text.as_slice(), &[], &mut NoMoreChecks).unwrap();
        assert_eq!((&report.fault, report.records), (&None, exported.records), "bit {bit}: {report}");
        assert!(exported.streams + exported.left_out.len() >= 4 || exported.unreadable > 0, "bit {bit}: {exported:?}");
        sound += exported.streams;
        left_out += exported.left_out.len();
    }
    assert!(sound > left_out, "{sound} streams are sound, and {left_out} are left out");
    let more = format!("closed_not_opened={shut} sound_streams_exported={sound} streams_left_out={left_out} ");
    result("in_the_file_of_a_closed_journal", &more);
}

#[tokio::test]
async fn bytes_that_were_added_to_a_closed_journal_are_named_until_it_changes() {
    let closed = folder();
    let store = playing(closed.path(), 30).await;
    store.close().await.unwrap();
    drop(store);
    let path = closed.path().join("journal.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend([0; 4_096]);
    std::fs::write(&path, bytes).unwrap();
    let store = SqliteStore::open(closed.path(), own_key()).unwrap();
    let damages = found(&store, Depth::Full).await.damages;
    assert!(
        damages.iter().any(|damage| matches!(damage, Damage::Opening(OpeningFault::Changed { .. }))),
        "{damages:?}"
    );
    // Once something is stored the file is another one.
    play(&store, 31, 1).await;
    assert_eq!(found(&store, Depth::Full).await.damages, []);
}

#[tokio::test]
async fn no_bit_of_the_witness_turns_unnoticed() {
    let (running, closed) = (folder(), folder());
    let _store = playing(running.path(), 30).await;
    let other = playing(closed.path(), 30).await;
    other.close().await.unwrap();
    drop(other);
    let mut chance = chance();
    for turn in 0..bits() {
        let from = if turn % 2 == 0 { running.path() } else { closed.path() };
        let bit = chance.index(bits_of(from.join(WITNESS)));
        let copy = with_bit(from, WITNESS, bit);
        let line = if bit < 512 * 8 { "line 1 of" } else { "line 2 of" };
        let said = told(copy.path()).await;
        assert!(matches!(&said[..], [one] if one.contains(line)), "bit {bit}: {said:?}");
        // The house goes on by the other line, and mends this one.
        let store = SqliteStore::open(copy.path(), own_key()).unwrap();
        let said = found(&store, Depth::SinceSigned).await.damages;
        assert!(matches!(&said[..], [one] if one.to_string().contains(line)), "bit {bit}: {said:?}");
        drop(store);
        assert_eq!(told(copy.path()).await, [""; 0]);
    }
    // With neither line nothing says whether the journal is whole.
    std::fs::write(closed.path().join(WITNESS), [b'x'; 1_024]).unwrap();
    assert!(matches!(fault_of(closed.path(), own_key()), WitnessFault::Unsound { .. }));
    result("in_the_witness", "");
}

#[tokio::test]
async fn no_bit_of_the_key_turns_unnoticed() {
    let running = folder();
    let _store = playing(running.path(), 30).await;
    let mut chance = chance();
    let length = bits_of(running.path().join("journal.key"));
    for _ in 0..bits() {
        let bit = chance.index(length);
        let copy = with_bit(running.path(), "journal.key", bit);
        let said = told(copy.path()).await;
        assert!(said.iter().any(|fault| fault.contains("restore the file")), "bit {bit}: {said:?}");
        let fault = SqliteStore::open(copy.path(), own_key()).map(drop).unwrap_err();
        assert!(matches!(fault, Error::Key { .. }), "bit {bit}: {fault}");
    }
    result("in_the_key", "");
}

#[tokio::test]
async fn no_bit_of_a_checkpoint_turns_unnoticed() {
    let running = folder();
    let store = playing(running.path(), 30).await;
    let last = store.read(stream("table/1"), 1, 99).await.unwrap().pop().unwrap();
    let (version, hash, bytes) = (last.version, last.hash, vec![b'x'; 100]);
    let snapshot = Snapshot { stream: stream("table/1"), version, hash, mark: 1, format: 1, kept: true, bytes };
    store.put_snapshot(snapshot).await.unwrap();
    let file = Connection::open(running.path().join("journal.sqlite")).unwrap();
    let mut chance = chance();
    for _ in 0..bits() {
        // In proportion to their lengths.
        let column = ["bytes", "bytes", "bytes", "signature", "signature", "hash"][chance.index(6)];
        let read = |row: &rusqlite::Row<'_>| row.get::<_, Vec<u8>>(0);
        let whole = file.query_row(&format!("SELECT {column} FROM snapshots"), [], read).unwrap();
        let mut turned = whole.clone();
        let bit = chance.index(whole.len() * 8);
        turned[bit / 8] ^= 1 << (bit % 8);
        let put = |bytes: &[u8]| file.execute(&format!("UPDATE snapshots SET {column} = ?1"), [bytes]).unwrap();
        put(&turned);
        let damages = found(&store, Depth::Full).await.damages;
        assert!(matches!(&damages[..], [Damage::Snapshot(_)]), "bit {bit} of {column}: {damages:?}");
        let used = store.snapshot(stream("table/1"), 1).await.unwrap();
        assert!(matches!(used, Some(Err(_))), "bit {bit} of {column}: a start would use it");
        put(&whole);
    }
    result("in_a_checkpoint", "");
}

/// While the journal runs, or after `kill -9`, nothing vouches for the bytes of the file: what they mean is checked. A bit
/// that is not named means nothing.
#[tokio::test]
async fn a_bit_of_the_file_of_a_killed_journal_is_found_or_means_nothing() {
    let running = folder();
    let store = playing(running.path(), 30).await;
    let before = everything(&store).await;
    // Everything lies in the file, and the witness says that the journal is open.
    Connection::open(running.path().join("journal.sqlite"))
        .unwrap()
        .execute_batch("PRAGMA wal_checkpoint(FULL)")
        .unwrap();
    let left = killed(running.path());
    std::fs::remove_file(left.path().join("journal.sqlite-wal")).unwrap();
    assert_eq!(told(left.path()).await, [""; 0]);
    let mut chance = chance();
    let length = bits_of(left.path().join("journal.sqlite"));
    let (mut named, mut nothing) = (0, 0);
    for _ in 0..bits() {
        let bit = chance.index(length);
        let copy = with_bit(left.path(), "journal.sqlite", bit);
        let Ok(store) = SqliteStore::open(copy.path(), own_key()) else {
            named += 1;
            continue;
        };
        match verify_store(&store, Depth::Full, &mut |_, _| ()).await {
            Ok(verified) if verified.damages.is_empty() => {
                assert_eq!(everything(&store).await, before, "bit {bit}");
                for id in 1..=30 {
                    let done = store.done(command(id)).await.unwrap();
                    assert!(done.is_some_and(|done| done.answer == answer(id)), "bit {bit}: command {id} is forgotten");
                }
                nothing += 1;
            }
            _ => named += 1,
        }
    }
    assert!(named > 0, "{named} named, {nothing} meant nothing");
    result("in_the_file_of_a_killed_journal", &format!("killed_named={named} killed_meant_nothing={nothing} "));
}
