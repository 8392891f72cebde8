//! The proof of a past round: one file that anybody can check independently.

use journal::{Hash, Record};
use pit::{NoProof, ProofParts, Turn};
use table::{Digest, State, What};

use crate::desk::Handle;
use crate::hall::Hall;
use crate::operation::checkpoints::Follow;
use crate::shown::history::{over, turns_of};
use crate::wire::{Problem, Reason};

/// The number of records read at a time when looking for an order.
const PAGE: u64 = 64;

/// The round's own records, and the table before them.
struct Played {
    start: State,
    before: Hash,
    records: Vec<Record>,
}

fn has(turns: &[Turn], wanted: impl Fn(&What) -> bool) -> bool {
    turns.iter().flat_map(|turn| &turn.events).any(|event| wanted(&event.what))
}

async fn played(hall: &Hall, handle: &Handle, round: u64) -> Result<Played, Problem> {
    let unplayed = || Problem::from(Reason::NotPlayedOut { round });
    let mut follow = Follow::new(&hall.ties, &handle.id, round - 1).await?;
    let mut found: Option<Played> = None;
    loop {
        let before = follow.hash();
        let record = follow.next().await?.ok_or_else(unplayed)?;
        let number = follow.stand.state.round.number;
        let start = found.is_none().then(|| follow.stand.state.clone());
        let turns = follow.stand.follow(&record);
        let turns = turns.map_err(|fault| Problem::stopped(fault.to_string()))?;
        let opens = number + 1 == round && has(&turns, |what| matches!(what, What::TableOpened { .. }));
        if number > round {
            return Err(unplayed());
        }
        if number != round && !opens {
            continue;
        }
        let played = match (&mut found, start) {
            (Some(played), _) => played,
            (None, Some(start)) => found.insert(Played { start, before, records: Vec::new() }),
            (None, None) => continue,
        };
        played.records.push(record);
        if has(&turns, |what| matches!(what, What::RoundEnded { .. })) {
            return found.ok_or_else(unplayed);
        }
    }
}

/// The record with an order, searching back from a version, and the hash before it.
async fn order_before(
    hall: &Hall,
    handle: &Handle,
    commitment: &Digest,
    before: u64,
) -> Result<(Record, Hash), Problem> {
    let stream = handle.id.stream();
    let mut end = before;
    while end > 2 {
        let from = end.saturating_sub(PAGE).max(1);
        let limit = usize::try_from(end - from).unwrap_or(usize::MAX);
        let records = hall.store.read(stream.clone(), from, limit).await?;
        for pair in records.windows(2).rev() {
            let [last, record] = pair else { continue };
            if turns_of(record)?.turns.iter().any(|turn| turn.commitment() == Some(*commitment)) {
                return Ok((record.clone(), last.hash));
            }
        }
        // Pages overlap by one record, as the first of this page may be the one wanted.
        end = from + 1;
    }
    Err(Problem::from(Reason::NoOrderKept))
}

/// The proof of a round that is over, as the lines of its file.
///
/// # Errors
/// When it is not over, was never played, or holds what must stay secret.
pub async fn of_round(hall: &Hall, handle: &Handle, round: u64) -> Result<String, Problem> {
    over(handle, round)?;
    let stream = handle.id.stream();
    let Played { start, before, records } = played(hall, handle, round).await?;
    let refused = |why: NoProof| Problem::from(Reason::NoProof { detail: why.to_string() });
    let opened = ProofParts::opened(&records).map_err(refused)?;
    let stands = |commitment: &Digest| {
        let mut decks = start.decks.iter().filter_map(|deck| deck.shuffle.as_ref());
        decks.any(|shuffle| shuffle.commitment == *commitment)
    };
    let first = records.first().map_or(0, |record| record.version);
    let order = match opened.filter(stands) {
        Some(commitment) => Some(order_before(hall, handle, &commitment, first).await?),
        None => None,
    };
    let founding = hall.store.read(stream, 1, 1).await?;
    let founding = founding.first().ok_or_else(|| Problem::from(Reason::NoRecords))?;
    let parts = ProofParts {
        table: &handle.id,
        round,
        founding,
        start: &start,
        before,
        records: &records,
        order: order.as_ref().map(|(record, before)| (record, *before)),
        commit: hall.store.tip().await?.commit,
        program: &hall.build,
    };
    parts.write(hall.store.signer()).map_err(refused)
}
