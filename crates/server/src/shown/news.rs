//! What happened at a table, in words that everybody may read, without face-down cards.

use pit::Turn;
use rules::House;
use table::past;
use table::{Act, Actor, Command, State, What, decide};

use crate::clock::now;
use crate::shown::frame::Told;
use crate::wire::{News, Problem, Reason};

/// The news of some turns after a version.
pub fn of(told: &Told, house: &House, since: u64, all: &mut Vec<News>) {
    let (mut version, mut round) = (told.after, told.round);
    for turn in &told.turns {
        for event in &turn.events {
            version += 1;
            round += u64::from(matches!(event.what, What::TableOpened { .. }));
            if version > since && is_told(&event.what) {
                let cite = event.law.cite(house);
                let what = event.what.veiled();
                all.push(News {
                    version,
                    round,
                    at: turn.at,
                    by: turn.by.clone(),
                    event: <&str>::from(&event.what).into(),
                    position: event.what.position(),
                    text: house.currency.say(&past::sentence(&what)).into_owned(),
                    what: Box::new(without_order(what)),
                    clauses: cite.clauses.iter().map(ToString::to_string).collect(),
                    readings: cite.readings.clone(),
                });
            }
            round += u64::from(matches!(event.what, What::RoundEnded { .. }));
        }
    }
}

/// What an act would do. Only for acts that turn up no card, so that nobody can peek at cards this way.
///
/// # Errors
/// When the act cannot be foreseen, or would be refused.
pub fn foreseen(state: &State, by: Actor, mut act: Act) -> Result<Vec<News>, Problem> {
    if !act.is_foreseen() {
        return Err(Reason::NotForeseen.into());
    }
    // A report may name a card: refusing the wrong one would reveal what lies face down.
    if let Act::Report { card, .. } = &mut act {
        *card = None;
    }
    let command = Command::new("foreseen", by.clone(), now(), act.clone());
    let mut events = decide(state, &command).map_err(|refusal| Problem::refused(&refusal, &state.house))?;
    // Foreseeing an exposed card must not show the card.
    for event in &mut events {
        if let What::Irregular { card, .. } | What::SetAside { card } = &mut event.what {
            *card = None;
        }
    }
    let turn = Turn { id: command.id, by, at: command.at, second: None, act, events };
    let told = Told { after: state.version, round: state.round.number, turns: vec![turn] };
    let mut all = Vec::new();
    of(&told, &state.house, 0, &mut all);
    Ok(all)
}

/// Whether an event is worth a line. The meters show their own entries.
fn is_told(what: &What) -> bool {
    !matches!(
        what,
        What::Meter { .. }
            | What::MetersSynced { .. }
            | What::Looked { .. }
            | What::OnDuty { .. }
            | What::SingleStack { .. }
            | What::ForfeitsDue { .. }
            | What::SheetDrawn { .. }
    )
}

/// Leaves out the order of the cards: it is in the round's proof, and would burden every page.
fn without_order(what: What) -> What {
    match what {
        What::RoundEnded { .. } => What::RoundEnded { shuffle: None },
        what => what,
    }
}
