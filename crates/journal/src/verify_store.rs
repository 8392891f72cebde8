//! The check at the start: chains, signed heads and books of a store, before it is used.

use std::collections::{BTreeMap, HashMap};

use crate::error::Error;
use crate::key::SignedHead;
use crate::ledger::{LedgerBalances, LedgerFault};
use crate::names::{AccountName, StreamName};
use crate::record::{Commit, Head, Record, Tip};
use crate::snapshot::BadSnapshot;
use crate::store::Store;
use crate::witness::OpeningFault;

/// How many commits are read at a time.
const PAGE: usize = 500;

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Everything from the first commit on.
    Full,
    /// What came after the last signed head of the journal, and every stream's last signed head.
    SinceSigned,
}

/// What is wrong with a store, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A record.
    #[error("{stream} version {version}: {what}")]
    Record {
        /// The stream, which is shut now.
        stream: StreamName,
        /// The first bad version.
        version: u64,
        /// What is wrong with it.
        what: String,
    },
    /// A commit. The streams of its records and the accounts of its postings are shut now.
    #[error("commit {number}: {what}")]
    Commit {
        /// The number.
        number: u64,
        /// What is wrong with it.
        what: String,
    },
    /// A signed head, other than its stream's last, that is wrong.
    #[error("the head signed after commit {commit} for {what}")]
    Head {
        /// The commit.
        commit: u64,
        /// Whose head it is, and what is wrong with it.
        what: String,
    },
    /// The database's own check. An index that is wrong may hide a command that was stored: do not open the journal.
    #[error("the database: {0}")]
    File(String),
    /// The files, when the journal was opened.
    #[error(transparent)]
    Opening(OpeningFault),
    /// A checkpoint, which is not used.
    #[error(transparent)]
    Snapshot(BadSnapshot),
    /// The books. The accounts are shut now.
    #[error("the ledger: {0}")]
    Ledger(LedgerFault),
}

/// What the check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many commits were checked.
    pub commits: u64,
    /// How many records.
    pub records: u64,
    /// How many signed heads.
    pub heads: u64,
    /// Everything that is wrong, at most one finding for each stream and each commit.
    pub damages: Vec<Damage>,
}

struct StoreCheck<'a> {
    store: &'a dyn Store,
    depth: Depth,
    found: Verified,
    tip: Tip,
    streams: HashMap<StreamName, Head>,
    damaged: HashMap<StreamName, u64>,
    books: LedgerBalances,
}

/// Checks a store and shuts the streams and accounts that are damaged; the others stay open. `progress` is called now
/// and then with the last commit checked and the last there is.
pub async fn verify_store(
    store: &dyn Store,
    depth: Depth,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Verified, Error> {
    let mut check = StoreCheck {
        store,
        depth,
        found: Verified::default(),
        tip: Tip::default(),
        streams: HashMap::new(),
        damaged: HashMap::new(),
        books: LedgerBalances::default(),
    };
    if depth == Depth::SinceSigned {
        check.start_from_signed().await?;
    }
    // Other nodes may append meanwhile: go on until the books were read without a commit in between.
    loop {
        let complete = check.commits(progress).await?;
        let balances = store.balances().await?;
        if !complete || store.tip().await?.commit == check.tip.commit {
            check.balances(balances.into_iter().collect());
            break;
        }
    }
    check.signed_heads().await?;
    check.found.damages.extend(store.opening_faults(depth).await?.into_iter().map(Damage::Opening));
    if depth == Depth::Full {
        check.stream_heads().await?;
        check.stray_heads().await?;
        check.found.damages.extend(store.bad_snapshots().await?.into_iter().map(Damage::Snapshot));
        check.found.damages.extend(store.file_faults().await?.into_iter().map(Damage::File));
    }
    Ok(check.found)
}

impl StoreCheck<'_> {
    /// Starts after the last signed head of the journal that holds, or from the beginning.
    async fn start_from_signed(&mut self) -> Result<(), Error> {
        let heads = self.store.last_signed_heads().await?;
        for head in heads.iter().filter(|head| head.stream.is_none() && head.holds()) {
            let commits = self.store.commits(head.version, 1).await?;
            if let Some(commit) =
                commits.first().filter(|commit| commit.number == head.version && commit.hash == head.hash)
            {
                let position = commit.records.last().map_or(0, |record| record.position);
                self.tip = Tip { commit: commit.number, position, hash: commit.hash };
                return Ok(());
            }
        }
        self.depth = Depth::Full;
        Ok(())
    }

    /// Checks all commits there are; returns whether none is missing.
    async fn commits(&mut self, progress: &mut (dyn FnMut(u64, u64) + Send)) -> Result<bool, Error> {
        let last = self.store.tip().await?.commit;
        loop {
            let commits = self.store.commits(self.tip.commit + 1, PAGE).await?;
            if commits.is_empty() {
                break;
            }
            let mut heads = Vec::new();
            if self.depth == Depth::Full
                && let Some(last) = commits.last()
            {
                heads = self.store.signed_heads(self.tip.commit + 1, last.number).await?;
            }
            let mut heads = heads.into_iter().peekable();
            for commit in &commits {
                self.commit(commit).await?;
                while let Some(head) = heads.next_if(|head| head.commit <= commit.number) {
                    self.head(&head);
                }
            }
            progress(self.tip.commit, last.max(self.tip.commit));
        }
        if self.tip.commit < last {
            let what = format!("the last commits, up to {last}, are missing");
            self.found.damages.push(Damage::Commit { number: self.tip.commit + 1, what });
        }
        Ok(self.tip.commit >= last)
    }

    async fn commit(&mut self, commit: &Commit) -> Result<(), Error> {
        let mut what = None;
        if commit.number != self.tip.commit + 1 {
            what = Some(format!("commits {} to {} are missing", self.tip.commit + 1, commit.number - 1));
        } else if commit.hash != commit.hash_after(self.tip.hash) {
            what = Some("the hash does not fit what the commit holds".to_owned());
        }
        let mut position = self.tip.position;
        for record in &commit.records {
            position += 1;
            if record.position != position && what.is_none() {
                what = Some(format!("position {} is where {position} should be", record.position));
            }
            position = record.position;
            self.record(record).await?;
        }
        if commit.records.is_empty() && what.is_none() {
            what = Some("its records are missing".to_owned());
        }
        if let Err(fault) = self.books.post(commit.number, &commit.postings, self.store.ledger_rules())
            && (self.depth == Depth::Full || matches!(fault, LedgerFault::Unbalanced { .. }))
        {
            what.get_or_insert(fault.to_string());
        }
        if let Some(what) = what {
            for record in &commit.records {
                self.store.shut_stream(record.stream.clone(), format!("commit {} is damaged: {what}", commit.number));
            }
            for posting in &commit.postings {
                self.store.shut_account(posting.account.clone(), format!("commit {} is damaged", commit.number));
            }
            self.found.damages.push(Damage::Commit { number: commit.number, what });
        }
        self.found.commits += 1;
        self.tip = Tip { commit: commit.number, position, hash: commit.hash };
        Ok(())
    }

    async fn record(&mut self, record: &Record) -> Result<(), Error> {
        let before = match self.streams.get(&record.stream) {
            Some(head) => *head,
            None if self.depth == Depth::Full || record.version <= 1 => Head::default(),
            // The first record of the stream since the signed head: what comes before it was checked earlier.
            None => {
                let found = self.store.read(record.stream.clone(), record.version - 1, 1).await?;
                let before = found.first().filter(|before| before.version == record.version - 1);
                before.map(|before| Head { version: before.version, hash: before.hash }).unwrap_or_default()
            }
        };
        if record.version != before.version + 1 {
            let what = format!("it is where version {} should be", before.version + 1);
            self.damaged_record(&record.stream, record.version, what);
        } else if !record.follows(before.hash) {
            let what = "the hash does not fit what the record says".to_owned();
            self.damaged_record(&record.stream, record.version, what);
        }
        // Going on from the hash that is stored: one changed record is one finding, not all that follow it.
        self.streams.insert(record.stream.clone(), Head { version: record.version, hash: record.hash });
        self.found.records += 1;
        Ok(())
    }

    fn damaged_record(&mut self, stream: &StreamName, version: u64, what: String) {
        if self.damaged.contains_key(stream) {
            return;
        }
        self.damaged.insert(stream.clone(), version);
        self.store.shut_stream(stream.clone(), format!("version {version}: {what}"));
        self.found.damages.push(Damage::Record { stream: stream.clone(), version, what });
    }

    fn balances(&mut self, kept: BTreeMap<AccountName, i64>) {
        let faults = if self.depth == Depth::Full {
            self.books.differences(&kept)
        } else {
            // Without all postings the accounts cannot be added up, but their sum must still be zero.
            let sum: i128 = kept.values().map(|balance| i128::from(*balance)).sum();
            if sum == 0 { Vec::new() } else { vec![LedgerFault::Unbalanced { commit: self.tip.commit, sum }] }
        };
        for fault in faults {
            match &fault {
                LedgerFault::Balance { account, .. } => self.store.shut_account(account.clone(), fault.to_string()),
                _ => kept.keys().for_each(|account| self.store.shut_account(account.clone(), fault.to_string())),
            }
            self.found.damages.push(Damage::Ledger(fault));
        }
    }

    /// Checks that a head fits the commit after which it was signed.
    fn head(&mut self, head: &SignedHead) {
        let there = match &head.stream {
            Some(stream) => self.streams.get(stream).copied().unwrap_or_default(),
            None => Head { version: self.tip.commit, hash: self.tip.hash },
        };
        let fits = (head.commit, head.version, head.hash) == (self.tip.commit, there.version, there.hash);
        let whose = head.stream.as_ref().map_or("the journal", StreamName::as_str);
        self.found.heads += 1;
        if !fits || !head.holds() {
            let fault = if fits { "its signature does not hold" } else { "it differs from what is there" };
            self.found.damages.push(Damage::Head { commit: head.commit, what: format!("{whose}: {fault}") });
        }
    }

    /// Checks that no head belongs to a commit that does not exist.
    async fn stray_heads(&mut self) -> Result<(), Error> {
        let mut stray = self.store.signed_heads(0, 0).await?;
        let tip = self.store.tip().await?.commit;
        stray.extend(self.store.signed_heads(tip + 1, u64::MAX).await?);
        // On a journal of several nodes commits may have come since.
        stray.retain(|head| head.commit == 0 || !head.holds());
        let damage =
            |head: SignedHead| Damage::Head { commit: head.commit, what: "a commit that is not there".to_owned() };
        self.found.damages.extend(stray.into_iter().map(damage));
        Ok(())
    }

    /// Checks that every stream's last signed head is unchanged.
    async fn signed_heads(&mut self) -> Result<(), Error> {
        for head in self.store.last_signed_heads().await? {
            self.found.heads += u64::from(self.depth == Depth::SinceSigned);
            let there = match &head.stream {
                Some(stream) => {
                    self.store.read(stream.clone(), head.version, 1).await?.first().map(|r| (r.version, r.hash))
                }
                None => self.store.commits(head.version, 1).await?.first().map(|c| (c.number, c.hash)),
            };
            let what = if !head.holds() {
                "the signature of the head does not hold"
            } else if there != Some((head.version, head.hash)) {
                "it is missing or differs from what was signed"
            } else {
                continue;
            };
            match head.stream {
                Some(stream) => self.damaged_record(&stream, head.version, what.to_owned()),
                None => self.found.damages.push(Damage::Commit { number: head.version, what: what.to_owned() }),
            }
        }
        Ok(())
    }

    /// Checks that the heads that appends continue from match the records.
    async fn stream_heads(&mut self) -> Result<(), Error> {
        for (stream, head) in self.store.streams().await? {
            let seen = self.streams.get(&stream).copied().unwrap_or_default();
            // Appends of other nodes may have come since.
            if head.version <= seen.version && head != seen {
                self.damaged_record(&stream, head.version, "the stream's head is not its last record".to_owned());
            }
        }
        Ok(())
    }
}
