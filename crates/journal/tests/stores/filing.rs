//! What is stored is found, filed or not: by stream and by command, while it is being filed, and after every start.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use journal::SqliteStore;

use crate::common::*;

/// A small generator: the tests choose the same streams each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// An id that does not follow the order of time.
fn scattered(number: u64) -> CommandId {
    let mut id = [0; 16];
    id.copy_from_slice(&Hash::of_command(&number.to_be_bytes()).0[..16]);
    CommandId(id)
}

fn one(number: u64, name: &str) -> Batch {
    Batch { command: scattered(number), ..batch(number, name, ExpectedVersion::Any) }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_found_after_every_start() {
    let mut chance = Chance(7);
    for late in [
        Lateness { run: 1, records: 1, commands: 1 },
        Lateness { run: 3, records: 10, commands: 7 },
        Lateness { run: 5, records: 1000, commands: 50 },
        Lateness { run: 1000, records: 20, commands: 1000 },
        Lateness::default(),
    ] {
        let folder = folder();
        let mut heads: BTreeMap<String, u64> = BTreeMap::new();
        let mut number = 0;
        for _ in 0..8 {
            let store = Arc::new(SqliteStore::open(folder.path(), StoreOptions { filing: late, ..options() }).unwrap());
            let mut under_way = Vec::new();
            for _ in 0..chance.below(120) {
                number += 1;
                // A few streams are busy, and others hardly ever written to.
                let name = format!("table/{}", chance.below(4) * chance.below(4) + 1);
                *heads.entry(name.clone()).or_default() += 1;
                let (store, batch) = (store.clone(), one(number, &name));
                under_way.push(tokio::spawn(async move { store.append(batch).await }));
                if chance.below(5) == 0 {
                    for append in under_way.drain(..) {
                        receipt(append.await.unwrap().unwrap());
                    }
                }
            }
            for append in under_way {
                receipt(append.await.unwrap().unwrap());
            }
            for (name, version) in &heads {
                let from = chance.below(*version) + 1;
                let read = store.read(stream(name), from, 1000).await.unwrap();
                let versions: Vec<u64> = read.iter().map(|record| record.version).collect();
                assert_eq!(versions, (from..=*version).collect::<Vec<_>>(), "{late:?} {name}");
                let few = store.read(stream(name), from, 3).await.unwrap();
                assert_eq!(few[..], read[..few.len()], "{late:?} {name}");
                let last = read.last().unwrap();
                assert_eq!(few.len(), read.len().min(3), "{late:?} {name}");
                let head = store.head(stream(name)).await.unwrap();
                assert_eq!((head.version, head.hash), (*version, last.hash), "{late:?} {name}");
            }
            let streams: HashMap<String, u64> = store
                .streams()
                .await
                .unwrap()
                .into_iter()
                .map(|(name, head)| (name.to_string(), head.version))
                .collect();
            assert_eq!(streams, heads.clone().into_iter().collect(), "{late:?}");
            for id in 1..=number {
                let done = store.done(scattered(id)).await.unwrap().unwrap_or_else(|| panic!("{late:?}: {id} is lost"));
                assert_eq!(done.answer, answer(id), "{late:?}");
            }
            let old = chance.below(number) + 1;
            assert_eq!(
                store.append(one(old, "table/1")).await.unwrap(),
                AppendOutcome::AlreadyDone(answer(old)),
                "{late:?}"
            );
            assert_eq!(store.done(scattered(number + 1)).await.unwrap(), None);
            assert_eq!(store.file_faults().await.unwrap(), Vec::<String>::new(), "{late:?}");
        }
    }
}

/// Readers never see a gap, nor an end before what was announced to them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_is_whole_while_it_is_filed() {
    let folder = folder();
    let late = Lateness { run: 4, records: 40, commands: 16 };
    let store = Arc::new(SqliteStore::open(folder.path(), StoreOptions { filing: late, ..options() }).unwrap());
    receipt(store.append(one(1, "table/1")).await.unwrap());
    let over = Arc::new(AtomicBool::new(false));
    let mut readers = Vec::new();
    for _ in 0..2 {
        let (store, over) = (store.clone(), over.clone());
        readers.push(tokio::spawn(async move {
            let (mut seen, mut readings) = (0, 0_u32);
            while !over.load(Ordering::Relaxed) {
                let told = store.head(stream("table/1")).await.unwrap().version;
                assert!(told >= seen, "the head went back from {seen} to {told}");
                let read = store.read(stream("table/1"), 1, usize::MAX).await.unwrap();
                assert!(read.iter().map(|record| record.version).eq(1..=read.len() as u64), "there is a gap");
                assert!(read.len() as u64 >= told, "{} of {told} are found", read.len());
                let last = read.len() as u64;
                assert!(store.done(scattered(last)).await.unwrap().is_some(), "command {last} is not found");
                (seen, readings) = (last, readings + 1);
            }
            readings
        }));
    }
    for number in 2..=600 {
        receipt(store.append(one(number, "table/1")).await.unwrap());
    }
    over.store(true, Ordering::Relaxed);
    for reader in readers {
        assert!(reader.await.unwrap() > 3, "nobody read");
    }
}
