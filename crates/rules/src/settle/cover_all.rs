//! Cover All: the highest hand at the table, the dealer's included, by the number of players' hands.

use super::order::takes;
use super::place::Place;
use super::{PaidBy, Register, Settlement};
use crate::hand::HandName;
use crate::paytable::{Line, Pays};
use crate::rulebook::CoverAllRules;
use crate::rulebook::vocabulary::Take;
use crate::wager::{Outcome, Wager};

/// What Cover All pays in a round: one hand decides for every position.
#[derive(Clone, Copy)]
pub(super) struct Highest<'h> {
    hand: HandName,
    /// The line it makes at this number of players; `None` when it makes none.
    line: Option<&'h Line>,
    law: &'h CoverAllRules,
}

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// The highest hand, and its line for the number of hands dealt to players (READING 83).
    pub(super) fn highest_hand(&self, table: &[Place<'_>]) -> Option<Highest<'h>> {
        let terms = self.house.cover_all.as_ref()?;
        let law = self.book.cover_all.as_ref()?;
        let (mut highest, mut hand) = (self.dealer, self.round.dealer);
        for place in table {
            if place.strength > highest && (terms.folded_hands_count || !place.gave_up()) {
                (highest, hand) = (place.strength, place.cards);
            }
        }
        let posted = table.len().checked_sub(1).and_then(|i| terms.tables.get(i));
        let line = posted.and_then(|posted| posted.line_at(highest, hand));
        Some(Highest { hand: HandName::of_three(hand), line, law })
    }

    /// Settles a due Cover All: only the highest hand at the table is paid.
    #[inline(always)]
    pub(super) fn cover_all(&mut self, seat: &Place<'_>, take: Take) {
        let Some(Highest { hand, line, law }) = self.cover_all else { return };
        let kept = self.kept(seat, Wager::CoverAll);
        if let Some(line) = line {
            if takes(take, Outcome::Won) {
                let mut movement = self.movement(seat, Wager::CoverAll, Outcome::Won, line.hand);
                if let Pays::To(odds) = line.pays {
                    movement.paid = odds.on(movement.stake);
                }
                movement.returned = movement.stake;
                movement.by = PaidBy::Line(line);
                movement.why = [Some(&law.wins.cite), kept, None];
                self.book(movement);
            }
        } else if takes(take, Outcome::Lost) {
            let mut movement = self.movement(seat, Wager::CoverAll, Outcome::Lost, hand);
            movement.why = [Some(&law.loses.cite), kept, None];
            self.book(movement);
        }
    }
}
