//! What a decision is worth: asked of the exact mathematics, for the asker's own cards alone.

use table::{Actor, State};

use crate::problem::Problem;
use crate::wire::Hint;

/// What the asker's decision is worth at a position.
///
/// # Errors
/// When it is not the asker's decision, or the cards are not known.
pub fn of(state: &State, who: &Actor, position: u8) -> Result<Hint, Problem> {
    let seat = state.seat(position).filter(|seat| seat.person == who.person);
    let seat = seat.ok_or_else(|| Problem::no_right("a hint is given for the own position alone"))?;
    let hand = seat.hand.three().filter(|_| seat.looked);
    let _hand = hand.ok_or_else(|| Problem::new("refused", "look at the cards first"))?;
    Err(Problem::not_found("hints come later"))
}
