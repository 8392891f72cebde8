//! Stores what was decided in the journal, and then shows it.

use std::sync::Arc;

use journal::{
    AppendOutcome, BadName, Batch, Body, CommandId, ExpectedVersion, Hash, Kind, NewRecord, StreamName, Write,
};
use pit::{Stand, TURNS, TableAccounts, Turn, Under, bodies, postings};
use table::State;

use super::{Accepted, TableTask, used};
use crate::links::{Addition, Taking};
use crate::recorded::{NoRecord, recorded};
use crate::shown::frame::Told;
use crate::wire::Problem;
use crate::wire::reason::{Reason, Sum};

/// How an append ended.
pub(super) enum StoreResult {
    Done(Accepted),
    Refused(Problem),
    Again,
}

/// A table before an append, to find what moved.
pub(super) struct TableBefore {
    version: u64,
    round: u64,
    books: TableAccounts,
}

impl TableBefore {
    pub(super) fn of(state: &State) -> TableBefore {
        TableBefore { version: state.version, round: state.round.number, books: TableAccounts::of(state) }
    }
}

/// What all records of a table have in common.
pub(super) struct Marks {
    pub(super) stream: StreamName,
    kind: Kind,
    under: Under,
}

impl Marks {
    /// The marks of a table, under the program with this digest.
    pub(super) fn of(stand: &Stand, program: &Arc<str>) -> Result<Marks, BadName> {
        let under = Under { house: stand.state.house.digest.clone(), program: program.clone() };
        Ok(Marks { stream: stand.id.stream(), kind: Kind::new(TURNS)?, under })
    }
}

impl TableTask {
    /// Stores turns that were taken, and shows them when they are durable. If they are not stored, they are undone.
    pub(super) async fn append(
        &mut self,
        (id, digest): (CommandId, Hash),
        answer: Accepted,
        before: TableBefore,
        turns: Vec<Turn>,
        taking: Taking,
    ) -> StoreResult {
        let (batch, additions) = match self.batch((id, digest), &answer, &before, &turns, taking) {
            Ok(made) => made,
            Err(wrong) => {
                self.undo(&turns);
                return StoreResult::Refused(Reason::NotStored { detail: wrong.to_string() }.into());
            }
        };
        // The first stream is the table's own.
        let records = batch.writes.first().map(|write| write.records.clone()).unwrap_or_default();
        let outcome = self.ties.store.append(batch).await;
        if !matches!(outcome, Ok(AppendOutcome::Appended(_))) {
            self.undo(&turns);
        }
        match outcome {
            Ok(AppendOutcome::Appended(receipt)) => {
                self.stand.records += records.len() as u64;
                self.stand.last = turns.last().map_or(self.stand.last, |turn| turn.at);
                for (addition, version) in additions.into_iter().zip(receipt.versions.into_iter().skip(1)) {
                    if let Err(why) = self.ties.links.wrote(addition, version).await {
                        self.stop_over(&why);
                    }
                }
                self.show(Some((Told { after: before.version, round: before.round, turns }, records)));
                self.keeper.saw(&self.frame.borrow().stand, &self.ties.store);
                StoreResult::Done(answer)
            }
            Ok(AppendOutcome::AlreadyDone(answer)) => match read_answer(&answer) {
                Ok(answer) => {
                    self.catch_up().await;
                    StoreResult::Done(answer)
                }
                Err(problem) => StoreResult::Refused(problem),
            },
            Ok(AppendOutcome::SameIdOtherBody) => StoreResult::Refused(used()),
            Ok(AppendOutcome::Conflict { .. }) => StoreResult::Again,
            Ok(AppendOutcome::BelowZero { account, balance }) => {
                let has = Sum(balance);
                let refused = Problem::from(Reason::NoFunds { has, account: account.to_string() });
                StoreResult::Refused(refused.in_money(&self.stand.state.house.currency))
            }
            Ok(AppendOutcome::TooLarge { account }) => {
                StoreResult::Refused(Reason::TooMuch { account: account.to_string() }.into())
            }
            Err(error) => {
                self.stop_for(&error);
                let detail = error.to_string();
                if !error.leaves_open() {
                    return StoreResult::Refused(Reason::NotStored { detail }.into());
                }
                self.doubtful.insert(id);
                StoreResult::Refused(Reason::Unknown { detail }.into())
            }
        }
    }

    /// The batch that stores turns that were taken.
    fn batch(
        &self,
        (command, digest): (CommandId, Hash),
        answer: &Accepted,
        before: &TableBefore,
        turns: &[Turn],
        taking: Taking,
    ) -> Result<(Batch, Vec<Addition>), NoRecord> {
        let Stand { id: table, state, records: stored, .. } = &self.stand;
        let postings = postings(&before.books, &TableAccounts::of(state), turns, table)?;
        let mut chance = [0; 32];
        getrandom::fill(&mut chance)?;
        let Marks { stream, kind, under } = &self.marks;
        let bodies = bodies(before.version, before.round, turns, under, &chance)?;
        let records: Vec<NewRecord> = bodies.into_iter().map(|body| recorded(kind.clone(), body)).collect();
        let mut writes = vec![Write { stream: stream.clone(), expected: ExpectedVersion::Version(*stored), records }];
        let (linked, additions) = taking.writes(table)?;
        writes.extend(linked);
        let answer = Body::of(answer)?;
        Ok((Batch { command, digest, answer, writes, postings }, additions))
    }

    /// Restores the table to before turns that were not stored.
    pub(super) fn undo(&mut self, turns: &[Turn]) {
        if !turns.is_empty() {
            self.stand = Stand::clone(&self.frame.borrow().stand);
        }
    }
}

pub(super) fn read_answer(answer: &Body) -> Result<Accepted, Problem> {
    serde_json::from_str(answer.as_str()).map_err(|error| Problem::stopped(error.to_string()))
}
