//! Forfeits: the wagers and cards of given-up hands are collected before the dealer's hand is turned up, in the order
//! that the book names (READING 93).

use cards::{Card, Three};
use rules::Outcome;
use rules::rulebook::vocabulary::Direction;

use crate::awaited::Awaited;
use crate::decide::ensure;
use crate::event::{Due, Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::sheet::JustSeen;
use crate::state::{Seat, State};
use crate::why::Why;

impl State {
    /// The events of a decision and, after the last decision, the forfeits of all given-up hands.
    pub(crate) fn with_forfeits(&self, mut events: Vec<Event>) -> Vec<Event> {
        let decides = |position: u8| events.iter().any(|event| event.what.position() == Some(position));
        if self.taken().any(|(position, seat)| seat.undecided() && !decides(position)) {
            return events;
        }
        let mut decided = self.clone();
        decided.apply_all(&events);
        events.extend(decided.draw_forfeits());
        events
    }

    /// The forfeits that are not on the sheet yet. They follow from the decisions alone, not from any card.
    fn draw_forfeits(&self) -> Option<Event> {
        if self.round.given_up.is_empty() {
            return None;
        }
        let drawn = |position: u8| self.round.sheet.iter().any(|line| line.due.position == position);
        let movements = self.movements_of_forfeits()?;
        let mut dues: Vec<Due> = movements
            .iter()
            .filter(|movement| movement.outcome == Outcome::Forfeited && !drawn(movement.position))
            .map(Due::of)
            .collect();
        if self.as_folded() {
            dues.sort_by_key(|due| self.round.given_up.iter().position(|position| *position == due.position));
        }
        (!dues.is_empty()).then(|| What::ForfeitsDue { dues }.by(Law::Forfeits))
    }

    /// Placeholders for cards that nobody has turned up: forfeits do not depend on them.
    pub(crate) fn any_cards() -> Option<JustSeen> {
        let card = |name: &str| name.parse::<Card>().ok();
        let dealer = Three::new(card("2c")?, card("4d")?, card("7h")?).ok()?;
        let hand = Three::new(card("3s")?, card("5c")?, card("8d")?).ok()?;
        Some(JustSeen { dealer: Some(dealer), hand: Some((0, hand)), community: Some([card("9s")?, card("Jc")?]) })
    }

    /// Whether forfeits are collected in the order of folding, rather than around the table.
    fn as_folded(&self) -> bool {
        self.house.book.fold.as_folded.as_ref().is_some_and(|rule| rule.allows(&true))
    }

    /// Checks that all forfeits are in the tray, and their cards in the rack.
    pub(crate) fn forfeits_collected(&self, law: Law) -> Result<(), Refusal> {
        let taken = self.round.settled >= self.round.forfeits;
        ensure(taken, Why::Wanted { next: Awaited::Forfeits }, Law::Forfeits)?;
        let racked = self.dead_hands().next().is_none();
        ensure(racked, Why::Wanted { next: Awaited::FoldedHands }, if racked { law } else { Law::Forfeits })
    }

    /// The next hand without a live wager to go to the rack.
    pub(crate) fn next_dead(&self) -> Option<(u8, &Seat)> {
        let folded = |position: u8| self.round.given_up.iter().position(|given| *given == position);
        if self.as_folded() {
            self.dead_hands().min_by_key(|(position, _)| folded(*position))
        } else if self.house.book.fold.collected.default == Some(Direction::LeftToRight) {
            self.dead_hands().next()
        } else {
            self.dead_hands().next_back()
        }
    }
}
