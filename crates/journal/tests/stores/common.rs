//! What the tests of both stores share: short ways to write batches.

pub use std::sync::Arc;

pub use journal::{
    AccountName, AppendOutcome, Batch, Body, CommandId, ExpectedVersion, Hash, Kind, Lateness, LedgerRules, NewRecord,
    Posting, Receipt, Signer, Store, StoreOptions, StreamName, Write,
};
pub use serde_json::json;

/// Opens a fresh, empty journal each time it is asked.
pub trait Maker: Sync {
    fn make(&self, options: StoreOptions) -> impl Future<Output = Arc<dyn Store>>;
}

/// Heads are signed often, with the same key in every test; `house` and `cash` may go below zero.
pub fn options() -> StoreOptions {
    StoreOptions {
        ledger: LedgerRules::with_below_zero(["house", "cash"]),
        sign_every: 4,
        signer: Some(Arc::new(Signer::from_secret([42; 32]))),
        // Small, so that everything happens in a short test: runs, late records, sheaves under way at the end.
        filing: Lateness { run: 3, records: 10, commands: 7 },
        ..StoreOptions::default()
    }
}

pub fn stream(name: &str) -> StreamName {
    StreamName::new(name).unwrap()
}

pub fn account(name: &str) -> AccountName {
    AccountName::new(name).unwrap()
}

pub fn command(number: u64) -> CommandId {
    let mut id = [0; 16];
    id[8..].copy_from_slice(&number.to_be_bytes());
    CommandId(id)
}

pub fn record(what: u64) -> NewRecord {
    NewRecord {
        kind: Kind::new("WagerPlaced").unwrap(),
        format: 1,
        time_ms: 1_700_000_000_000 + what,
        body: Body::of(&json!({ "seat": what % 7 + 1, "cents": what * 100 })).unwrap(),
    }
}

/// One record for one stream.
pub fn batch(id: u64, name: &str, expected: ExpectedVersion) -> Batch {
    let write = Write { stream: stream(name), expected, records: vec![record(id)] };
    Batch::one(command(id), Hash::of_command(&id.to_be_bytes()), answer(id), write)
}

pub fn answer(id: u64) -> Body {
    Body::of(&json!({ "done": id })).unwrap()
}

/// Adds a move of money between two accounts.
pub fn moving(mut batch: Batch, from: &str, to: &str, amount: i64) -> Batch {
    batch.postings.push(Posting { account: account(from), amount: -amount });
    batch.postings.push(Posting { account: account(to), amount });
    batch
}

/// Adds a record for one more stream.
pub fn also(mut batch: Batch, name: &str, expected: ExpectedVersion) -> Batch {
    let what = record(batch.writes.len() as u64);
    batch.writes.push(Write { stream: stream(name), expected, records: vec![what] });
    batch
}

pub fn receipt(outcome: AppendOutcome) -> Receipt {
    match outcome {
        AppendOutcome::Appended(receipt) => receipt,
        other => panic!("not appended: {other:?}"),
    }
}

/// A small random generator, so that a failure can be repeated from its seed.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % limit
    }

    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}

/// A figure from the environment, for campaigns longer than the test run.
pub fn figure(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("the figure is a number"))
}

/// A folder for journals that nobody else can look into, deleted after the test.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    folder
}

/// Some play: `count` appends to three tables and a meter, with money moving.
pub async fn play(store: &dyn Store, first: u64, count: u64) {
    for id in first..first + count {
        let mut batch = batch(id, &format!("table/{}", id % 3), ExpectedVersion::Any);
        if id % 4 == 0 {
            batch = also(batch, "meter/mini-royal", ExpectedVersion::Any);
        }
        if id % 2 == 0 {
            batch = moving(batch, "cash", &format!("bankroll/{}", id % 5), 100);
        }
        receipt(store.append(batch).await.unwrap());
    }
}

/// Everything a store holds, for comparison.
#[derive(Debug, PartialEq)]
pub struct Everything {
    tip: journal::Tip,
    commits: Vec<journal::Commit>,
    records: Vec<journal::Record>,
    streams: Vec<(StreamName, journal::Head)>,
    balances: Vec<(AccountName, i64)>,
    heads: Vec<journal::SignedHead>,
}

pub async fn everything(store: &dyn Store) -> Everything {
    Everything {
        tip: store.tip().await.unwrap(),
        commits: store.commits(1, usize::MAX).await.unwrap(),
        records: store.read_all(1, usize::MAX).await.unwrap(),
        streams: store.streams().await.unwrap(),
        balances: store.balances().await.unwrap(),
        heads: store.signed_heads(0, u64::MAX).await.unwrap(),
    }
}

/// Verifies the store in full and returns the figures.
pub async fn verified(store: &dyn Store) -> journal::Verified {
    let found = journal::verify_store(store, journal::Depth::Full, &mut |_, _| ()).await.unwrap();
    assert_eq!(found.damages, []);
    found
}
