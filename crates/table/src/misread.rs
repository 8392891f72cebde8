//! A hand that was misread: its cards are put right, and what was settled by them is undone and drawn up anew.

use std::sync::Arc;

use rules::rulebook::Step;

use crate::act::Holder;
use crate::bank::won_of;
use crate::card::Face;
use crate::decide::{Verdict, ensure, refuse};
use crate::event::{Due, Event, What};
use crate::law::Law;
use crate::sheet::JustSeen;
use crate::state::{Phase, SheetLine, State};
use crate::who::{Actor, Role};
use crate::why::Why;

impl State {
    pub(crate) fn correct(&self, by: &Actor, holder: Holder, cards: &[Face], reason: &Arc<str>) -> Verdict {
        let law = Law::Step(Step::Ruling);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        self.during(&[Phase::Dealing, Phase::Deciding, Phase::Showdown], law)?;
        ensure(self.observed(), Why::NotPhysical, law)?;
        crate::words::reason(reason, law)?;
        ensure(!self.round.game_ended, Why::GameIsOver, Law::Step(Step::EndGame))?;
        let Some(hand) = self.hand(holder).filter(|hand| hand.known().next().is_some()) else {
            return refuse(Why::NotDealtYet, law);
        };
        ensure(cards.len() == hand.known().count(), Why::WrongCards, law)?;
        self.others_than(self.known_cards_but(hand), cards)?;
        let mut events = vec![What::Corrected { holder, cards: cards.to_vec(), reason: reason.clone() }.by(law)];
        if self.round.sheet_begun {
            let mut corrected = self.clone();
            corrected.apply_all(&events);
            let stands = corrected.lines_that_stand(law);
            corrected.may_undo(stands, law)?;
            events.extend(corrected.redrawn(stands, law));
        }
        Ok(events)
    }

    /// How many lines of the sheet stay as they are. Where the cards as they are known now bring about others, only
    /// settled ones do: the rest is put in its order again.
    fn lines_that_stand(&self, law: Law) -> usize {
        let given_up = self.round.forfeits;
        let drawn = self.redrawn(given_up, law).into_iter().find_map(|event| match event.what {
            What::SheetDrawn { dues, .. } => Some(dues),
            _ => None,
        });
        let new = drawn.unwrap_or_default();
        let old = || self.round.sheet.iter().map(|line| &line.due);
        let stands = |due: &Due| {
            new.iter().any(|other| match (due.award, other.award) {
                // A meter may have moved since; what counts is which part of it was won, and by how many.
                (Some((level, _)), Some((other_level, amount))) => {
                    level == other_level
                        && won_of(old(), due.wager, level) == won_of(new.iter(), due.wager, level)
                        && *other == Due { paid: other.paid, award: Some((level, amount)), ..due.clone() }
                }
                _ => due == other,
            })
        };
        let drawn = self.round.sheet.get(given_up..).unwrap_or(&[]);
        let stand = drawn.iter().take_while(|line| stands(&line.due)).count();
        if stand == drawn.len() && stand == new.len() {
            return self.round.sheet.len();
        }
        let settled = self.round.settled.saturating_sub(given_up);
        if stand >= settled {
            return given_up + settled;
        }
        // What was settled at a position at once is undone at once: its own takings paid for it.
        let alike = |line: &&SheetLine| line.due.position == drawn[stand].due.position;
        let together = drawn[..stand].iter().rev().take_while(alike).count();
        given_up + stand - together
    }

    /// The sheet is drawn anew from a line on: what was settled there is undone first.
    fn redrawn(&self, from: usize, law: Law) -> Vec<Event> {
        let mut events = self.undone(from, law);
        events.push(What::SheetTorn { from: u16::try_from(from).unwrap_or(u16::MAX) }.by(law));
        let mut torn = self.clone();
        torn.apply_all(&events);
        events.extend(torn.draw_sheet(JustSeen::default()));
        events
    }
}
