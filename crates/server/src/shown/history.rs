//! Past rounds, read from the journal step by step.

use std::collections::BTreeMap;

use journal::Record;
use pit::{Turn, Turns};
use table::past::{self, Chronicle, Drawn, Staked, Story};
use table::{Face, Holder, State, What};

use crate::desk::Handle;
use crate::hall::Hall;
use crate::operation::checkpoints::Follow;
use crate::shown::frame::Told;
use crate::shown::news;
use crate::wire::{News, PastLine, PastRound, PastSeat, Problem, Reason};

/// The number of records read at a time.
const PAGE: usize = 256;

/// The turns of a record.
pub(crate) fn turns_of(record: &Record) -> Result<Turns, Problem> {
    Turns::read(&record.what).map_err(|bad| Problem::stopped(bad.to_string()))
}

/// Whether the next round begins in a turn.
fn begins_round(turn: &Turn) -> bool {
    turn.events.iter().any(|event| matches!(event.what, What::TableOpened { .. } | What::RoundEnded { .. }))
}

pub(crate) fn over(handle: &Handle, round: u64) -> Result<(), Problem> {
    let now = handle.now().stand.state.round.number;
    if round == 0 || round > now {
        return Err(Reason::NotPlayed { table: handle.id.to_string(), round }.into());
    }
    if round == now {
        return Err(Reason::NotOver { round }.into());
    }
    Ok(())
}

/// A round step by step, from the nearest checkpoint before it.
///
/// # Errors
/// When it is not over, or was never played.
pub async fn story(hall: &Hall, handle: &Handle, round: u64) -> Result<Story, Problem> {
    over(handle, round)?;
    let mut follow = Follow::new(&hall.ties, &handle.id, round - 1).await?;
    let mut start: Option<State> = None;
    let mut events = Vec::new();
    while follow.stand.state.round.number <= round {
        let Some(record) = follow.next().await? else { break };
        let turns = follow.stand.read(&record).map_err(|fault| Problem::stopped(fault.to_string()))?;
        let state = &mut follow.stand.state;
        for turn in &turns {
            let number = state.round.number;
            if start.is_none() && (number >= round || (number + 1 == round && begins_round(turn))) {
                start = Some(state.clone());
            }
            if start.is_some() && number <= round {
                events.extend(past::records(state, &turn.command(), &turn.events));
            }
            state.apply_all(&turn.events);
        }
        follow.stand.records = record.version;
    }
    let missing = || Problem::from(Reason::NoRoundKept);
    let events = events.into_iter().filter(|event| event.round <= round);
    let chronicle = Chronicle::of(start.ok_or_else(missing)?, events);
    chronicle.map_err(|broken| Problem::stopped(broken.to_string()))?.round(round).ok_or_else(missing)
}

/// What happened in a round, in the words shown while it was played.
///
/// # Errors
/// When it is not over, or was never played.
pub async fn news(hall: &Hall, handle: &Handle, round: u64) -> Result<Vec<News>, Problem> {
    over(handle, round)?;
    let house = handle.now().stand.state.house.clone();
    let stream = handle.id.stream();
    let mut next = record_before(hall, handle, round - 1).await?;
    let mut all = Vec::new();
    'stream: loop {
        let records = hall.store.read(stream.clone(), next, PAGE).await?;
        let Some(last) = records.last() else { break };
        next = last.version + 1;
        for record in &records {
            let turns = turns_of(record)?;
            if turns.round > round {
                break 'stream;
            }
            // A round may begin in the middle of a record.
            if turns.round + 1 >= round {
                let told = Told { after: turns.after, round: turns.round, turns: turns.turns };
                news::of(&told, &house, 0, &mut all);
            }
        }
    }
    all.retain(|one| one.round == round);
    Ok(all)
}

/// The version of a record before the end of a round: the one after the last checkpoint before it.
async fn record_before(hall: &Hall, handle: &Handle, round: u64) -> Result<u64, Problem> {
    let stream = handle.id.stream();
    let checkpoint = hall.store.snapshot(stream, round).await?;
    Ok(checkpoint.and_then(Result::ok).map_or(2, |checkpoint| checkpoint.version + 1))
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
    let mut before = before.unwrap_or(now).min(now);
    let mut all = Vec::new();
    // Rounds without a wager are not listed, so earlier ones are read.
    while before > 1 && all.len() < limit {
        let first = before.saturating_sub(limit as u64).max(1);
        let mut some = past_rounds(hall, handle, first, before, lines).await?;
        some.truncate(limit - all.len());
        all.append(&mut some);
        before = first;
    }
    Ok(all)
}

/// The rounds from one up to another, the latest first.
async fn past_rounds(
    hall: &Hall,
    handle: &Handle,
    first: u64,
    before: u64,
    sheets: bool,
) -> Result<Vec<PastRound>, Problem> {
    let stream = handle.id.stream();
    let mut next = record_before(hall, handle, first - 1).await?;
    let mut lines: BTreeMap<u64, RoundUnderWay> = BTreeMap::new();
    loop {
        let records = hall.store.read(stream.clone(), next, PAGE).await?;
        let Some(last) = records.last() else { break };
        next = last.version + 1;
        for record in &records {
            let turns = turns_of(record)?;
            if turns.round >= before {
                return Ok(listed(lines, sheets));
            }
            let mut number = turns.round;
            for turn in &turns.turns {
                for event in &turn.events {
                    number += u64::from(matches!(event.what, What::TableOpened { .. }));
                    if (first..before).contains(&number) {
                        lines.entry(number).or_insert_with(|| RoundUnderWay::new(number)).note(turn, event);
                    }
                    number += u64::from(matches!(event.what, What::RoundEnded { .. }));
                }
            }
        }
    }
    Ok(listed(lines, sheets))
}

fn listed(lines: BTreeMap<u64, RoundUnderWay>, sheets: bool) -> Vec<PastRound> {
    lines.into_values().rev().filter_map(|line| line.done(sheets)).collect()
}

/// A line of the list, while it is built.
struct RoundUnderWay {
    line: PastRound,
    seats: BTreeMap<u8, PastSeat>,
    drawn: Drawn,
    staked: Staked,
}

impl RoundUnderWay {
    fn new(round: u64) -> RoundUnderWay {
        let (dealer, seats, lines) = (Vec::new(), Vec::new(), Vec::new());
        let line = PastRound { round, ended: table::Moment(0), dealer, void: false, seats, lines };
        RoundUnderWay { line, seats: BTreeMap::new(), drawn: Drawn::default(), staked: Staked::default() }
    }

    fn note(&mut self, turn: &Turn, event: &table::Event) {
        note(&mut self.line, &mut self.seats, turn.by.person.name(), event, turn.at);
        self.drawn.follow(&event.what);
        self.staked.follow(&event.what);
    }

    /// The line, if the round is over and somebody had a wager in it; with its settlement if that is wanted.
    fn done(self, sheet_too: bool) -> Option<PastRound> {
        let RoundUnderWay { mut line, mut seats, drawn, staked } = self;
        for due in drawn.lines() {
            let seat = seats.entry(due.position).or_insert_with(|| seat_of(due.position, ""));
            seat.net += due.net().0;
        }
        for (position, lost) in staked.given_up() {
            seats.entry(position).or_insert_with(|| seat_of(position, "")).net -= lost.0;
        }
        line.seats = seats.into_values().collect();
        let lines = drawn.lines().iter().filter(|_| sheet_too);
        line.lines = lines.map(|due| PastLine { net: due.net().0, due: due.clone() }).collect();
        (line.ended.0 > 0 && !line.seats.is_empty()).then_some(line)
    }
}

fn seat_of(position: u8, person: &str) -> PastSeat {
    PastSeat { position, person: person.into(), cards: Vec::new(), net: 0 }
}

fn note(line: &mut PastRound, seats: &mut BTreeMap<u8, PastSeat>, by: &str, event: &table::Event, at: table::Moment) {
    match &event.what {
        What::Wagered { position, amount, .. } if !amount.is_zero() => {
            seats.entry(*position).or_insert_with(|| seat_of(*position, by));
        }
        What::DealerRevealed { cards } => line.dealer = cards.to_vec(),
        What::Revealed { position, cards } => {
            let cards: Vec<Face> = cards.to_vec();
            seats.entry(*position).or_insert_with(|| seat_of(*position, "")).cards = cards;
        }
        // A past round shows the cards as corrected.
        What::Corrected { holder: Holder::Dealer, cards, .. } if !line.dealer.is_empty() => {
            line.dealer.clone_from(cards)
        }
        What::Corrected { holder: Holder::Position(position), cards, .. } => {
            if let Some(seat) = seats.get_mut(position).filter(|seat| !seat.cards.is_empty()) {
                seat.cards.clone_from(cards);
            }
        }
        What::Voided { .. } => line.void = true,
        What::RoundEnded { .. } => line.ended = at,
        _ => {}
    }
}

/// A record as the staff may read it immediately: its turns without face-down cards and without the order of a shuffle,
/// which is opened when its round ends. Each shuffle's commitment is beside its turn.
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
