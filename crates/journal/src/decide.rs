//! What becomes of an append. Both stores share it: they load what is known, ask here, and write the decision.

use std::collections::HashMap;
use std::sync::Arc;

use crate::batch::{AppendOutcome, Batch, ExpectedVersion, Receipt};
use crate::body::Body;
use crate::error::Error;
use crate::hash::{Hash, HashedPart};
use crate::key::{SignedHead, Signer};
use crate::ledger::LedgerRules;
use crate::names::{AccountName, CommandId, StreamName};
use crate::record::{Commit, Head, Record, Tip};

/// What stays the same from append to append.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    pub ledger: LedgerRules,
    pub signer: Arc<Signer>,
    /// A head is signed when a stream, or the journal, passes a multiple of this.
    pub sign_every: u64,
}

/// A command that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCommand {
    /// The commit that holds it.
    pub commit: u64,
    /// The digest of its body.
    pub digest: Hash,
    /// Its answer.
    pub answer: Body,
}

/// A stream as the store knows it. `id` is 0 until its first record.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownStream {
    pub id: u64,
    pub head: Head,
}

/// An account as the store knows it. `id` is 0 until its first posting.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownAccount {
    pub id: u64,
    pub balance: i64,
}

/// What is known when a group of appends is decided. Everything that the group names must have been looked up.
#[derive(Debug, Default)]
pub(crate) struct KnownState {
    pub tip: Tip,
    /// How many streams and accounts there are: the last ids given.
    pub streams_count: u64,
    pub accounts_count: u64,
    pub commands: HashMap<CommandId, StoredCommand>,
    pub streams: HashMap<StreamName, KnownStream>,
    pub accounts: HashMap<AccountName, KnownAccount>,
}

/// What an append writes. Ids accompany the names so that a store need not look them up again.
#[derive(Debug)]
pub(crate) struct Appended {
    pub commit: Commit,
    /// The stream id of each record, the account id of each posting.
    pub stream_ids: Vec<u64>,
    pub account_ids: Vec<u64>,
    /// What each posting leaves on its account.
    pub balances: Vec<i64>,
    pub new_streams: Vec<(u64, StreamName)>,
    pub new_accounts: Vec<(u64, AccountName)>,
    /// The heads that fell due, each with its stream's id; 0 for the journal's.
    pub heads: Vec<(u64, SignedHead)>,
}

impl KnownState {
    /// Decides one append; if it is to be written, `self` already reflects it.
    pub fn decide(&mut self, policy: &Policy, batch: &Batch) -> (AppendOutcome, Option<Appended>) {
        if let Some(refusal) = self.refusal(policy, batch) {
            return (refusal, None);
        }
        let entry = self.write(policy, batch);
        let versions = batch.writes.iter().map(|write| self.streams[&write.stream].head.version).collect();
        let position_first = self.tip.position + 1 - entry.commit.records.len() as u64;
        (AppendOutcome::Appended(Receipt { commit: entry.commit.number, position_first, versions }), Some(entry))
    }

    fn refusal(&self, policy: &Policy, batch: &Batch) -> Option<AppendOutcome> {
        if let Some(done) = self.commands.get(&batch.command) {
            return Some(if done.digest == batch.digest {
                AppendOutcome::AlreadyDone(done.answer.clone())
            } else {
                AppendOutcome::SameIdOtherBody
            });
        }
        for write in &batch.writes {
            let actual = self.streams.get(&write.stream).map_or(0, |known| known.head.version);
            if write.expected != ExpectedVersion::Any && write.expected != ExpectedVersion::Version(actual) {
                return Some(AppendOutcome::Conflict { stream: write.stream.clone(), actual });
            }
        }
        self.ledger_refusal(policy, batch)
    }

    fn ledger_refusal(&self, policy: &Policy, batch: &Batch) -> Option<AppendOutcome> {
        // An account may have several postings: only their sum counts.
        for posting in &batch.postings {
            let account = &posting.account;
            let balance = self.accounts.get(account).map_or(0, |known| known.balance);
            let same = batch.postings.iter().filter(|other| other.account == *account);
            let after = i128::from(balance) + same.map(|other| i128::from(other.amount)).sum::<i128>();
            if i64::try_from(after).is_err() {
                return Some(AppendOutcome::TooLarge { account: account.clone() });
            }
            // An account already below zero (its class was once allowed to be) may still gain.
            if after < 0 && after < i128::from(balance) && !policy.ledger.may_go_below_zero(account) {
                return Some(AppendOutcome::BelowZero { account: account.clone(), balance });
            }
        }
        None
    }

    fn write(&mut self, policy: &Policy, batch: &Batch) -> Appended {
        let number = self.tip.commit + 1;
        let mut entry = Appended {
            commit: Commit {
                number,
                command: batch.command,
                digest: batch.digest,
                answer: batch.answer.clone(),
                records: Vec::new(),
                postings: batch.postings.clone(),
                hash: Hash::default(),
            },
            stream_ids: Vec::new(),
            account_ids: Vec::with_capacity(batch.postings.len()),
            balances: Vec::with_capacity(batch.postings.len()),
            new_streams: Vec::new(),
            new_accounts: Vec::new(),
            heads: Vec::new(),
        };
        for write in &batch.writes {
            let known = self.streams.entry(write.stream.clone()).or_default();
            if known.id == 0 {
                self.streams_count += 1;
                known.id = self.streams_count;
                entry.new_streams.push((known.id, write.stream.clone()));
            }
            let version_before = known.head.version;
            for what in &write.records {
                self.tip.position += 1;
                known.head.version += 1;
                let Head { version, hash: before } = known.head;
                known.head.hash = Hash::of_record(before, &write.stream, version, &HashedPart::of(what));
                entry.stream_ids.push(known.id);
                entry.commit.records.push(Record {
                    position: self.tip.position,
                    stream: write.stream.clone(),
                    version: known.head.version,
                    what: what.clone(),
                    hash: known.head.hash,
                });
            }
            if version_before / policy.sign_every != known.head.version / policy.sign_every {
                entry.heads.push((known.id, policy.signer.stream_head(number, &write.stream, known.head)));
            }
        }
        for posting in &batch.postings {
            let known = self.accounts.entry(posting.account.clone()).or_default();
            if known.id == 0 {
                self.accounts_count += 1;
                known.id = self.accounts_count;
                entry.new_accounts.push((known.id, posting.account.clone()));
            }
            // The total was checked to fit; the running sum may wrap on the way and come back.
            known.balance = known.balance.wrapping_add(posting.amount);
            entry.account_ids.push(known.id);
            entry.balances.push(known.balance);
        }
        entry.commit.hash = entry.commit.hash_after(self.tip.hash);
        self.tip.commit = number;
        self.tip.hash = entry.commit.hash;
        if number.is_multiple_of(policy.sign_every) {
            entry.heads.push((0, policy.signer.journal_head(self.tip)));
        }
        let done = StoredCommand { commit: number, digest: batch.digest, answer: batch.answer.clone() };
        self.commands.insert(batch.command, done);
        entry
    }
}

/// The streams and accounts that may no longer be written to, and why.
#[derive(Debug, Default)]
pub(crate) struct Shut {
    pub streams: HashMap<StreamName, String>,
    pub accounts: HashMap<AccountName, String>,
}

impl Shut {
    /// The first stream or account of the batch that is shut, as an error.
    pub fn check(&self, batch: &Batch) -> Result<(), Error> {
        if self.streams.is_empty() && self.accounts.is_empty() {
            return Ok(());
        }
        for write in &batch.writes {
            if let Some(why) = self.streams.get(&write.stream) {
                return Err(Error::StreamShut { stream: write.stream.clone(), why: why.clone() });
            }
        }
        for posting in &batch.postings {
            if let Some(why) = self.accounts.get(&posting.account) {
                return Err(Error::AccountShut { account: posting.account.clone(), why: why.clone() });
            }
        }
        Ok(())
    }
}
