//! Past rounds: recalled from the journal, step by step, and proven.

use std::collections::BTreeMap;

use journal::{Record, Upcasters};
use pit::{Stand, Turn};
use table::past::{self, Chronicle, Story};
use table::{Command, Face, State, What};

use crate::desk::Handle;
use crate::frame::Told;
use crate::hall::Hall;
use crate::news;
use crate::problem::Problem;
use crate::wire::{News, PastRound, PastSeat};

/// So many records are read at once.
const PAGE: usize = 256;

/// The turns of some records.
pub fn turns_of(record: &Record) -> Result<pit::Turns, Problem> {
    serde_json::from_str(record.what.body.as_str()).map_err(|error| Problem::stopped(error.to_string()))
}

/// Where a round begins in a table's stream: the record in which it began. The rounds of a stream only grow, so that a
/// few looks are enough.
async fn first_record(hall: &Hall, handle: &Handle, round: u64) -> Result<u64, Problem> {
    let stream = handle.id.stream().map_err(|wrong| Problem::malformed(wrong.to_string()))?;
    let (mut low, mut high) = (2, handle.now().stand.records);
    // The last record that starts in an earlier round holds the beginning of this one.
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let record = hall.store.read(stream.clone(), middle, 1).await?;
        let Some(record) = record.first() else { break };
        if turns_of(record)?.round < round {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ok(low)
}

/// Reads the records of a round and what lies before them in the first.
async fn records_of(hall: &Hall, handle: &Handle, round: u64) -> Result<Vec<Record>, Problem> {
    let stream = handle.id.stream().map_err(|wrong| Problem::malformed(wrong.to_string()))?;
    let mut from = first_record(hall, handle, round).await?;
    let mut all = Vec::new();
    loop {
        let records = hall.store.read(stream.clone(), from, PAGE).await?;
        let Some(last) = records.last() else { return Ok(all) };
        from = last.version + 1;
        for record in records {
            if turns_of(&record)?.round > round {
                return Ok(all);
            }
            all.push(record);
        }
    }
}

/// The table before a record.
async fn stand_before(hall: &Hall, handle: &Handle, version: u64) -> Result<Stand, Problem> {
    let stream = handle.id.stream().map_err(|wrong| Problem::malformed(wrong.to_string()))?;
    let told = |fault: pit::Fault| Problem::stopped(fault.to_string());
    let upcasters = Upcasters::new();
    let first = hall.store.read(stream.clone(), 1, 1).await?;
    let first = first.first().ok_or_else(|| Problem::not_found("the table has no records"))?;
    let mut stand = Stand::found(&handle.id, first, &upcasters).map_err(told)?;
    while stand.records + 1 < version {
        let limit = usize::try_from(version - stand.records - 1).unwrap_or(PAGE).min(PAGE);
        let records = hall.store.read(stream.clone(), stand.records + 1, limit).await?;
        if records.is_empty() {
            break;
        }
        for record in &records {
            stand.follow(record, &upcasters).map_err(told)?;
        }
    }
    Ok(stand)
}

/// The records of events, as reconstruction reads them.
fn events_of(state: &mut State, turns: &[Turn], all: &mut Vec<past::Record>) {
    for turn in turns {
        let Command { id, by, at, act } = turn.command();
        let command = Command { id, by, at, act };
        all.extend(past::records(state, &command, &turn.events));
        state.apply_all(&turn.events);
    }
}

fn over(handle: &Handle, round: u64) -> Result<(), Problem> {
    let now = handle.now().stand.state.round.number;
    if round == 0 || round > now {
        return Err(Problem::not_found(format!("table {} has not played round {round}", handle.id)));
    }
    if round == now {
        return Err(Problem::new("refused", format!("round {round} is not over: its cards are nobody's yet")));
    }
    Ok(())
}

/// A round step by step.
///
/// # Errors
/// When it is not over, or was never played.
pub async fn story(hall: &Hall, handle: &Handle, round: u64) -> Result<Story, Problem> {
    over(handle, round)?;
    let records = records_of(hall, handle, round).await?;
    let first = records.first().ok_or_else(|| Problem::not_found("the round is not on record"))?;
    let stand = stand_before(hall, handle, first.version).await?;
    let (start, mut state) = (stand.state.clone(), stand.state);
    let mut events = Vec::new();
    for record in &records {
        events_of(&mut state, &turns_of(record)?.turns, &mut events);
    }
    let events = events.into_iter().filter(|event| event.round <= round);
    let chronicle = Chronicle::of(start, events).map_err(|broken| Problem::stopped(broken.to_string()))?;
    chronicle.round(round).ok_or_else(|| Problem::not_found("the round is not on record"))
}

/// What happened in a round, as it was told while it was played.
///
/// # Errors
/// When it is not over, or was never played.
pub async fn news(hall: &Hall, handle: &Handle, round: u64) -> Result<Vec<News>, Problem> {
    over(handle, round)?;
    let house = handle.now().stand.state.house.clone();
    let mut all = Vec::new();
    for record in &records_of(hall, handle, round).await? {
        let turns = turns_of(record)?;
        let told = Told { after: turns.after, round: turns.round, turns: turns.turns };
        news::of(&told, &house, 0, &mut all);
    }
    all.retain(|one| one.round == round);
    Ok(all)
}

/// The last rounds before one, the latest first.
///
/// # Errors
/// When the journal does not answer.
pub async fn rounds(
    hall: &Hall,
    handle: &Handle,
    before: Option<u64>,
    limit: usize,
    lines: bool,
) -> Result<Vec<PastRound>, Problem> {
    let now = handle.now().stand.state.round.number;
    let before = before.unwrap_or(now).min(now);
    let mut all = Vec::new();
    let mut round = before;
    while round > 1 && all.len() < limit {
        round -= 1;
        if let Some(line) = past_round(hall, handle, round, lines).await? {
            all.push(line);
        }
    }
    Ok(all)
}

async fn past_round(hall: &Hall, handle: &Handle, round: u64, lines: bool) -> Result<Option<PastRound>, Problem> {
    let (dealer, seats) = (Vec::new(), Vec::new());
    let mut line = PastRound { round, ended: table::Moment(0), dealer, void: false, seats, lines: Vec::new() };
    let mut seats: BTreeMap<u8, PastSeat> = BTreeMap::new();
    let records = records_of(hall, handle, round).await?;
    let mut number = match records.first() {
        Some(record) => turns_of(record)?.round,
        None => return Ok(None),
    };
    let mut sheet: Vec<table::Due> = Vec::new();
    for record in &records {
        for turn in turns_of(record)?.turns {
            for event in &turn.events {
                number += u64::from(matches!(event.what, What::TableOpened { .. }));
                if number == round {
                    note(&mut line, &mut seats, &mut sheet, turn.by.person.name(), event, turn.at);
                }
                number += u64::from(matches!(event.what, What::RoundEnded { .. }));
            }
        }
    }
    for due in &sheet {
        let seat = seats.entry(due.position).or_insert_with(|| seat_of(due.position, ""));
        seat.net += (due.paid + due.returned - due.stake).0;
    }
    line.seats = seats.into_values().collect();
    line.lines = if lines { sheet } else { Vec::new() };
    Ok((line.ended.0 > 0 && !line.seats.is_empty()).then_some(line))
}

fn seat_of(position: u8, person: &str) -> PastSeat {
    PastSeat { position, person: person.into(), cards: Vec::new(), net: 0 }
}

fn note(
    line: &mut PastRound,
    seats: &mut BTreeMap<u8, PastSeat>,
    sheet: &mut Vec<table::Due>,
    by: &str,
    event: &table::Event,
    at: table::Moment,
) {
    match &event.what {
        What::Wagered { position, amount, .. } if !amount.is_zero() => {
            seats.entry(*position).or_insert_with(|| seat_of(*position, by));
        }
        What::DealerRevealed { cards } => line.dealer = cards.to_vec(),
        What::Revealed { position, cards } => {
            let cards: Vec<Face> = cards.to_vec();
            seats.entry(*position).or_insert_with(|| seat_of(*position, "")).cards = cards;
        }
        // The five-card lines come when the community cards are known.
        What::SheetDrawn { dues, .. } => sheet.extend_from_slice(dues),
        What::Revalued { position, wager, paid, award } => {
            let open =
                sheet.iter_mut().find(|due| due.position == *position && due.wager == *wager && due.award.is_some());
            if let Some(due) = open {
                due.paid = *paid;
                due.award = Some(*award);
            }
        }
        What::SheetTorn => sheet.clear(),
        What::Voided { .. } => {
            line.void = true;
            sheet.clear();
        }
        What::RoundEnded { .. } => line.ended = at,
        _ => {}
    }
}

/// A record as everybody of the staff may read it at once: turns without the order of a shuffle, which the end of its
/// round opens, and without cards that lie face down. Each shuffle's commitment stands beside its turn.
///
/// # Errors
/// When the record cannot be read: nothing of it is shown then.
pub fn veiled(record: &Record) -> Result<serde_json::Value, Problem> {
    let told = |error: serde_json::Error| Problem::stopped(error.to_string());
    if record.what.kind.as_str() != pit::TURNS {
        return serde_json::from_str(record.what.body.as_str()).map_err(told);
    }
    let turns = turns_of(record)?;
    let mut all = Vec::with_capacity(turns.turns.len());
    for turn in &turns.turns {
        let mut value = serde_json::to_value(turn.veiled()).map_err(told)?;
        if let Some(commitment) = turn.commitment() {
            value["commitment"] = commitment.to_string().into();
        }
        all.push(value);
    }
    let mut told = serde_json::json!({ "after": turns.after, "round": turns.round, "turns": all });
    if let Some(under) = turns.under {
        told["under"] = serde_json::json!({ "house": under.house, "program": under.program });
    }
    Ok(told)
}
