//! Corrections of a meter: one person proposes with a reason, another approves. A correction is always an entry, never
//! an edit.

use rules::Meter;

use crate::bank::Bank;
use crate::entry::{Entry, Proposal};
use crate::names::Person;
use crate::pots::{Pot, Pots};
use crate::refusal::{Refusal, Why};
use crate::{PROPOSALS_MAX, REASON_BYTES_MAX};

impl Bank {
    /// Proposes to correct a meter or reserve by an amount, up or down. Nothing changes until another person approves.
    ///
    /// # Errors
    /// When the reason is missing, the amount is zero, the house runs no such meter or reserve, or it would fall below
    /// zero.
    pub fn propose(&self, by: &Person, pot: Pot, amount: Meter, reason: &str) -> Result<Entry, Refusal> {
        let refuse = |why: Why| Err(Refusal::new(why, &self.terms.law.second_person));
        let reason = reason.trim();
        if self.terms.share(pot).is_none() {
            return refuse(Why::NoSuchMeter { pot });
        }
        if amount.0 == 0 {
            return refuse(Why::NothingToCorrect);
        }
        if reason.is_empty() || reason.len() > REASON_BYTES_MAX || reason.chars().any(char::is_control) {
            return refuse(Why::BadReason { bytes: REASON_BYTES_MAX });
        }
        if self.proposals.len() >= PROPOSALS_MAX {
            return refuse(Why::TooManyProposals { most: PROPOSALS_MAX });
        }
        self.may_change(pot, amount)?;
        let Some(id) = self.last_proposal.checked_add(1) else {
            return refuse(Why::TooLarge);
        };
        Ok(Entry::Proposed(Proposal { id, by: by.clone(), pot, amount, reason: reason.to_owned() }))
    }

    /// Approves a correction that somebody else proposed.
    ///
    /// # Errors
    /// When the same person proposed it, no such correction is waiting, or the meter would now fall below zero.
    pub fn approve(&self, by: &Person, id: u32) -> Result<Entry, Refusal> {
        let proposal = self.waiting(id)?;
        if proposal.by == *by {
            return Err(Refusal::new(Why::SamePerson { person: by.clone() }, &self.terms.law.second_person));
        }
        self.may_change(proposal.pot, proposal.amount)?;
        Ok(Entry::Approved { id, by: by.clone(), pot: proposal.pot, amount: proposal.amount })
    }

    /// Declines a correction, or withdraws your own.
    ///
    /// # Errors
    /// When no such correction is waiting.
    pub fn decline(&self, by: &Person, id: u32) -> Result<Entry, Refusal> {
        self.waiting(id)?;
        Ok(Entry::Declined { id, by: by.clone() })
    }

    fn waiting(&self, id: u32) -> Result<&Proposal, Refusal> {
        let found = self.proposals.iter().find(|proposal| proposal.id == id);
        found.ok_or_else(|| Refusal::new(Why::NoSuchProposal { proposal: id }, &self.terms.law.second_person))
    }

    /// Checks that a meter or reserve can change by this amount: none may fall below zero, or grow too large to count.
    fn may_change(&self, pot: Pot, amount: Meter) -> Result<(), Refusal> {
        let refuse = |why: Why| Err(Refusal::new(why, &self.terms.law.second_person));
        let change = Pots::of(pot, amount);
        match (self.values.checked_add(&change), self.sums.adjusted.checked_add(&change)) {
            (Some(after), Some(_)) if after.get(pot).0 >= 0 => Ok(()),
            (Some(_), Some(_)) => {
                let wanted = Meter(amount.0.saturating_neg());
                refuse(Why::NotHeld { pot, wanted, held: self.value(pot) })
            }
            _ => refuse(Why::TooLarge),
        }
    }
}
