//! Checks an export line by line: spelling, order, chains, signatures, ledger. It stops at the first bad line.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use crate::hash::Hash;
use crate::key::{PublicKey, SignedHead, end_holds};
use crate::ledger::{LedgerBalances, LedgerRules};
use crate::line_fault::{HeadOwner, LineFault};
use crate::lines::{AccountLine, EXPORT_FORMAT, EndLine, ExportLine, HeaderLine};
use crate::names::{AccountName, CommandId, StreamName};
use crate::record::{Commit, Head, Record, Tip};

/// A check of what the records say, by a program that understands them: tables recompute their settlements here.
///
/// It is called in the order of the journal, with commits whose chains, signatures and postings hold.
pub trait RecordCheck {
    /// What it finds wrong.
    type Fault: std::error::Error;

    /// A whole commit. A fault names what is wrong with it.
    fn commit(&mut self, commit: &Commit) -> Result<(), Self::Fault>;

    /// Called at the end, for what can only be checked then.
    fn end(&mut self) -> Result<(), Self::Fault> {
        Ok(())
    }
}

/// Checks nothing beyond what the journal itself checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMoreChecks;

impl RecordCheck for NoMoreChecks {
    type Fault = Infallible;

    fn commit(&mut self, _: &Commit) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Which part of the file the checker is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ExportSection {
    Start,
    Commits,
    Accounts,
    Ended,
}

/// What a line brought to completion.
#[derive(Debug)]
pub(crate) enum Whole {
    Nothing,
    Commit(Commit),
    Head(SignedHead),
}

/// The state of a check.
pub(crate) struct Checker<'a> {
    trusted: &'a [PublicKey],
    part: ExportSection,
    pub keys: Vec<PublicKey>,
    pub rules: LedgerRules,
    pub tip: Tip,
    pub streams: HashMap<StreamName, Head>,
    pub signed_commit: u64,
    commands: HashSet<CommandId>,
    books: LedgerBalances,
    /// A commit whose records are still being read, and how many are missing.
    open: Option<(Commit, u64)>,
    /// The last head line since the last commit, as heads are in order.
    last_head: Option<(Option<StreamName>, PublicKey)>,
    last_account: Option<AccountName>,
    accounts_count: usize,
    digest: Hash,
}

impl<'a> Checker<'a> {
    /// A checker that trusts these keys; if there are none, it trusts the keys that the file names.
    pub fn new(trusted: &'a [PublicKey]) -> Checker<'a> {
        Checker {
            trusted,
            part: ExportSection::Start,
            keys: Vec::new(),
            rules: LedgerRules::default(),
            tip: Tip::default(),
            streams: HashMap::new(),
            signed_commit: 0,
            commands: HashSet::new(),
            books: LedgerBalances::default(),
            open: None,
            last_head: None,
            last_account: None,
            accounts_count: 0,
            digest: Hash::default(),
        }
    }

    pub fn accounts_count(&self) -> usize {
        self.accounts_count
    }

    /// Takes the next line, without its line feed.
    pub fn line(&mut self, text: &str) -> Result<Whole, LineFault> {
        let line = ExportLine::read(text)?;
        let before = self.digest;
        self.digest = Hash::of_export_line(before, text.as_bytes());
        if self.open.is_some() && !matches!(line, ExportLine::Record(_)) {
            return Err(LineFault::RecordMissing);
        }
        match line {
            ExportLine::Journal(header) => self.header(header),
            ExportLine::Commit(commit) => self.commit(commit.records, commit.commit()?),
            ExportLine::Record(record) => self.record(record.record()?),
            ExportLine::Head(head) => self.head(head.head()),
            ExportLine::Account(account) => self.account(account),
            ExportLine::End(end) => self.end(&end, before),
        }
    }

    /// Whether the file may end here.
    pub fn finish(&self) -> Result<(), LineFault> {
        if self.part == ExportSection::Ended {
            return Ok(());
        }
        Err(LineFault::NoEnd { signed: self.signed_commit, unsigned: self.tip.commit - self.signed_commit })
    }

    /// Enters a part of the file; going back is a fault. The header is the whole of the first part, the end of the
    /// last.
    fn enter(&mut self, part: ExportSection) -> Result<(), LineFault> {
        let fits = match self.part {
            ExportSection::Start => part == ExportSection::Start,
            ExportSection::Ended => false,
            at => at <= part,
        };
        if !fits {
            return Err(LineFault::Misplaced);
        }
        self.part = part.max(ExportSection::Commits);
        Ok(())
    }

    fn header(&mut self, header: HeaderLine) -> Result<Whole, LineFault> {
        self.enter(ExportSection::Start)?;
        if header.format != EXPORT_FORMAT {
            return Err(LineFault::Format(header.format));
        }
        if let Some(key) = header.keys.iter().find(|key| !self.trusted.is_empty() && !self.trusted.contains(key)) {
            return Err(LineFault::Untrusted(*key));
        }
        if !header.below_zero.is_sorted_by(|a, b| a < b) {
            return Err(LineFault::Disorder("classes"));
        }
        self.keys = header.keys;
        self.rules = LedgerRules::with_below_zero(header.below_zero.iter().map(String::as_str));
        Ok(Whole::Nothing)
    }

    fn commit(&mut self, records: u64, commit: Commit) -> Result<Whole, LineFault> {
        self.enter(ExportSection::Commits)?;
        let due = self.tip.commit + 1;
        if commit.number != due {
            return Err(LineFault::Commit { found: commit.number, due });
        }
        if records == 0 {
            return Err(LineFault::NoRecords(due));
        }
        if !self.commands.insert(commit.command) {
            return Err(LineFault::CommandTwice(commit.command));
        }
        self.open = Some((commit, records));
        self.last_head = None;
        Ok(Whole::Nothing)
    }

    fn record(&mut self, record: Record) -> Result<Whole, LineFault> {
        let Some((commit, missing)) = &mut self.open else {
            return Err(LineFault::NoCommit);
        };
        let position = self.tip.position + commit.records.len() as u64 + 1;
        if record.position != position {
            return Err(LineFault::Position { found: record.position, due: position });
        }
        let head = self.streams.entry(record.stream.clone()).or_default();
        let version = head.version + 1;
        if record.version != version {
            return Err(LineFault::Version { stream: record.stream, found: record.version, due: version });
        }
        if !record.follows(head.hash) {
            return Err(LineFault::RecordHash { stream: record.stream, version });
        }
        *head = Head { version, hash: record.hash };
        commit.records.push(record);
        *missing -= 1;
        if *missing > 0 {
            return Ok(Whole::Nothing);
        }
        let Some((commit, _)) = self.open.take() else { return Ok(Whole::Nothing) };
        if commit.hash != commit.hash_after(self.tip.hash) {
            return Err(LineFault::CommitHash(commit.number));
        }
        self.books.post(commit.number, &commit.postings, &self.rules)?;
        self.tip = Tip { commit: commit.number, position, hash: commit.hash };
        Ok(Whole::Commit(commit))
    }

    fn head(&mut self, head: SignedHead) -> Result<Whole, LineFault> {
        self.enter(ExportSection::Commits)?;
        let there = match &head.stream {
            Some(stream) => self.streams.get(stream).copied().unwrap_or_default(),
            None => Head { version: self.tip.commit, hash: self.tip.hash },
        };
        let whose = || HeadOwner(head.stream.clone());
        if head.commit != self.tip.commit || (head.version, head.hash) != (there.version, there.hash) {
            return Err(LineFault::Forked(whose()));
        }
        if !self.keys.contains(&head.key) {
            return Err(LineFault::Stranger { whose: whose(), key: head.key });
        }
        if !head.holds() {
            return Err(LineFault::Signature(whose()));
        }
        let order = (head.stream.clone(), head.key);
        if self.last_head.as_ref().is_some_and(|last| *last >= order) {
            return Err(LineFault::Disorder("heads"));
        }
        self.last_head = Some(order);
        if head.stream.is_none() {
            self.signed_commit = head.commit;
        }
        Ok(Whole::Head(head))
    }

    fn account(&mut self, account: AccountLine) -> Result<Whole, LineFault> {
        self.enter(ExportSection::Accounts)?;
        if self.last_account.as_ref().is_some_and(|last| *last >= account.name) {
            return Err(LineFault::Disorder("accounts"));
        }
        let sum = self.books.sum(&account.name);
        if i128::from(account.balance) != sum {
            return Err(LineFault::Balance { account: account.name, balance: account.balance, sum });
        }
        self.accounts_count += 1;
        self.last_account = Some(account.name);
        Ok(Whole::Nothing)
    }

    fn end(&mut self, end: &EndLine, digest: Hash) -> Result<Whole, LineFault> {
        self.enter(ExportSection::Ended)?;
        if (end.commits, end.records) != (self.tip.commit, self.tip.position) {
            return Err(LineFault::Count {
                commits: end.commits,
                records: end.records,
                commits_there: self.tip.commit,
                records_there: self.tip.position,
            });
        }
        if self.accounts_count != self.books.sums().len() {
            return Err(LineFault::AccountMissing);
        }
        if end.digest != digest {
            return Err(LineFault::OtherLines);
        }
        if !self.keys.contains(&end.key) || !end_holds(&end.key, end.digest, &end.signature) {
            return Err(LineFault::EndSignature);
        }
        Ok(Whole::Nothing)
    }
}
