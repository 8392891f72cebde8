//! The ledger: the balances of the accounts, posted in the same transaction as the records.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::Error;
use crate::names::AccountName;
use crate::record::Posting;

/// Which accounts may go below zero: only those of the classes named here.
///
/// The sum over all accounts is zero, so some class must stand for the outside world, as `house` or `cash` would.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerRules {
    below_zero: BTreeSet<String>,
}

impl LedgerRules {
    /// Rules by which the accounts of these classes, and no others, may go below zero.
    pub fn with_below_zero<'a>(classes: impl IntoIterator<Item = &'a str>) -> LedgerRules {
        LedgerRules { below_zero: classes.into_iter().map(str::to_owned).collect() }
    }

    /// Whether the account may go below zero.
    #[must_use]
    pub fn may_go_below_zero(&self, account: &AccountName) -> bool {
        self.below_zero.contains(account.class())
    }

    /// The classes that may go below zero, in order.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.below_zero.iter().map(String::as_str)
    }

    /// The classes that `self` lets go below zero and `other` does not.
    pub(crate) fn beyond<'a>(&'a self, other: &'a LedgerRules) -> Vec<&'a str> {
        self.below_zero.difference(&other.below_zero).map(String::as_str).collect()
    }

    /// The error of removing a class that the journal was kept with.
    pub(crate) fn narrower_than(&self, kept: &LedgerRules) -> Option<Error> {
        let missing = kept.beyond(self);
        (!missing.is_empty()).then(|| {
            Error::Mismatch(format!(
                "accounts of the class {} could go below zero until now; that can be widened and not taken away",
                missing.join(", ")
            ))
        })
    }
}

/// A fault in the books.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerFault {
    /// The postings of a commit do not sum to zero.
    #[error("the postings of commit {commit} sum to {sum} and not to zero")]
    Unbalanced {
        /// The commit.
        commit: u64,
        /// What they sum to.
        sum: i128,
    },
    /// An account went below zero.
    #[error("commit {commit} takes {account} to {balance}, and its class may not go below zero")]
    BelowZero {
        /// The commit.
        commit: u64,
        /// The account.
        account: AccountName,
        /// Its balance then.
        balance: i128,
    },
    /// The stored balance is not the sum of the postings.
    #[error("{account} has a balance of {kept}, but its postings sum to {summed}")]
    Balance {
        /// The account.
        account: AccountName,
        /// The stored balance.
        kept: i64,
        /// What the postings sum to.
        summed: i128,
    },
}

/// The balances, recomputed from the postings.
#[derive(Clone, Debug, Default)]
pub(crate) struct LedgerBalances {
    sums: BTreeMap<AccountName, i128>,
}

impl LedgerBalances {
    /// Posts a commit's postings; returns the first fault, but posts everything.
    pub fn post(&mut self, commit: u64, postings: &[Posting], rules: &LedgerRules) -> Result<(), LedgerFault> {
        let sum: i128 = postings.iter().map(|posting| i128::from(posting.amount)).sum();
        for posting in postings {
            *self.sums.entry(posting.account.clone()).or_default() += i128::from(posting.amount);
        }
        if sum != 0 {
            return Err(LedgerFault::Unbalanced { commit, sum });
        }
        for posting in postings {
            let balance = self.sums[&posting.account];
            if balance < 0 && posting.amount < 0 && !rules.may_go_below_zero(&posting.account) {
                return Err(LedgerFault::BelowZero { commit, account: posting.account.clone(), balance });
            }
        }
        Ok(())
    }

    /// All accounts and their sums, by name.
    pub fn sums(&self) -> &BTreeMap<AccountName, i128> {
        &self.sums
    }

    /// The account's sum.
    pub fn sum(&self, account: &AccountName) -> i128 {
        self.sums.get(account).copied().unwrap_or_default()
    }

    /// Every account whose sum differs from its stored balance; accounts without postings count as zero.
    pub fn differences(&self, kept: &BTreeMap<AccountName, i64>) -> Vec<LedgerFault> {
        let names: BTreeSet<_> = self.sums.keys().chain(kept.keys()).collect();
        let fault = |account: &AccountName| {
            let (kept, summed) = (kept.get(account).copied().unwrap_or_default(), self.sum(account));
            let account = account.clone();
            (i128::from(kept) != summed).then_some(LedgerFault::Balance { account, kept, summed })
        };
        names.into_iter().filter_map(fault).collect()
    }
}
