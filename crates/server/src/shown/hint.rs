//! What a decision is worth: computed exactly, using only what the asker may know.

use odds::Fraction;
use odds::decision::Situation;
use table::{Actor, Knows, State};

use crate::wire::{Hint, Problem, Reason};

/// What the asker's decision is worth at a position.
///
/// # Errors
/// When it is not the asker's decision, or the cards were not looked at.
pub fn of(state: &State, who: &Actor, position: u8) -> Result<Hint, Problem> {
    let seat = state.seat(position).filter(|seat| seat.person == who.person);
    let seat = seat.ok_or(Reason::NotYourHint)?;
    if seat.decision.is_some() {
        return Err(Reason::DecidedAlready.into());
    }
    let looked = state.knows(position).ok_or(Reason::LookBefore)?;
    let Knows { hand, stakes, seen, dealer, others, meters } = looked;
    let situation = Situation { house: &state.house, hand, stakes: &stakes, seen, dealer, others, meters };
    let worth = situation.worth().ok_or(Reason::NothingToDecide)?;
    let titles: Vec<&str> = worth.left_out.iter().map(|wager| wager.title()).collect();
    let text = match titles.as_slice() {
        [] => "Counted over all hands of the dealer, with all wagers of the position.".to_owned(),
        some => format!("Counted over all hands of the dealer; {} not counted.", some.join(", ")),
    };
    Ok(Hint {
        position,
        better: if worth.plays() { "play" } else { "fold" }.into(),
        play: millionths(&worth.play()),
        fold: millionths(&worth.fold()),
        play_exact: worth.play().to_string(),
        fold_exact: worth.fold().to_string(),
        left_out: worth.left_out.clone(),
        text,
    })
}

/// An amount of cents in millionths, rounded as it is written.
fn millionths(cents: &Fraction) -> i64 {
    cents.decimal(6).replace('.', "").replace('\u{2212}', "-").parse().unwrap_or_default()
}
