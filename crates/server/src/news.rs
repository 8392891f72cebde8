//! What happened at a table, in words that everybody may read: no card that lies face down is in them.

use pit::Turn;
use rules::House;
use table::past;
use table::{Act, Actor, Command, Event, Holder, State, What, decide};

use crate::clock::now;
use crate::frame::Told;
use crate::problem::Problem;
use crate::wire::News;

/// The news of some turns after a version.
pub fn of(told: &Told, house: &House, since: u64, all: &mut Vec<News>) {
    let (mut version, mut round) = (told.after, told.round);
    for turn in &told.turns {
        for event in &turn.events {
            version += 1;
            round += u64::from(matches!(event.what, What::TableOpened { .. }));
            if version > since && is_told(&event.what) {
                let cite = event.law.cite(house);
                all.push(News {
                    version,
                    round,
                    at: turn.at,
                    by: turn.by.clone(),
                    event: kind(event).into(),
                    position: position(&event.what),
                    text: past::sentence(&hidden(&event.what)),
                    clauses: cite.clauses.iter().map(ToString::to_string).collect(),
                    readings: cite.readings.clone(),
                });
            }
            round += u64::from(matches!(event.what, What::RoundEnded { .. }));
        }
    }
}

/// What an act would do. Only acts that turn no card up are foreseen: nobody may try out what they would see.
///
/// # Errors
/// When the act cannot be foreseen, or would be refused.
pub fn foreseen(state: &State, by: Actor, act: Act) -> Result<Vec<News>, Problem> {
    let blind = matches!(
        act,
        Act::Report { .. }
            | Act::SetDevice { .. }
            | Act::Resolve { .. }
            | Act::RuleLeaver { .. }
            | Act::RemoveDeck { .. }
            | Act::OrderShuffle { .. }
            | Act::CloseTable
            | Act::LightFault { .. }
    );
    if !blind {
        return Err(Problem::not_found("this act is not foreseen"));
    }
    let command = Command { id: "foreseen".into(), by: by.clone(), at: now(), act: act.clone() };
    let events = decide(state, &command).map_err(|refusal| Problem::refused(&refusal, &state.house))?;
    let turn = Turn { id: command.id, by, at: command.at, act, events };
    let told = Told { after: state.version, round: state.round.number, turns: vec![turn] };
    let mut all = Vec::new();
    of(&told, &state.house, 0, &mut all);
    Ok(all)
}

/// Whether an event is worth a line. Meters' own entries are seen on the meters.
fn is_told(what: &What) -> bool {
    !matches!(what, What::Meter { .. } | What::MetersSynced { .. } | What::Looked { .. } | What::SheetDrawn { .. })
}

/// The event without a card that its readers may not know.
fn hidden(what: &What) -> What {
    let mut what = what.clone();
    match &mut what {
        What::Dealt { card, .. } => *card = None,
        What::Shuffled { shuffle, .. } | What::DeckReceived { shuffle, .. } => *shuffle = None,
        _ => {}
    }
    what
}

/// The word for the kind of an event.
fn kind(event: &Event) -> String {
    let value = serde_json::to_value(&event.what).unwrap_or_default();
    value["event"].as_str().unwrap_or_default().to_owned()
}

/// The position an event concerns.
fn position(what: &What) -> Option<u8> {
    match what {
        What::Seated { position, .. }
        | What::Risen { position }
        | What::Wagered { position, .. }
        | What::Sensed { position, .. }
        | What::Resolved { position, .. }
        | What::Looked { position }
        | What::Decided { position, .. }
        | What::Revealed { position, .. }
        | What::Spotted { position, .. }
        | What::Validated { position, .. }
        | What::Revalued { position, .. }
        | What::LightFaulted { position, .. }
        | What::HandPaid { position, .. }
        | What::Settled { position, .. }
        | What::Returned { position, .. }
        | What::Left { position }
        | What::ConnectionLost { position, .. }
        | What::ConnectionBack { position }
        | What::LeaverRuled { position, .. }
        | What::Abandoned { position } => Some(*position),
        What::Dealt { to: Holder::Position(position), .. }
        | What::Racked { holder: Holder::Position(position), .. } => Some(*position),
        _ => None,
    }
}
