//! A misread hand: its cards are corrected, and what was settled by them is undone and drawn up again.

use std::sync::Arc;

use rules::Outcome;
use rules::rulebook::Step;

use crate::act::Holder;
use crate::bank::won_of;
use crate::card::Face;
use crate::decide::{Decided, ensure, refuse};
use crate::event::{Due, Event, What};
use crate::law::Law;
use crate::sheet::JustSeen;
use crate::state::{Phase, SheetLine, State, slot};
use crate::who::{Actor, Role};
use crate::why::Why;

impl State {
    pub(crate) fn correct(&self, by: &Actor, holder: Holder, cards: &[Face], reason: &Arc<str>) -> Decided {
        let law = Law::Step(Step::Ruling);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        self.during(&[Phase::Dealing, Phase::Deciding, Phase::Showdown], law)?;
        ensure(self.observed(), Why::NotPhysical, law)?;
        crate::words::reason(reason, law)?;
        let Some(hand) = self.hand(holder).filter(|hand| hand.known().next().is_some() && hand.seen()) else {
            return refuse(Why::NothingSeen, law);
        };
        // Where a shoe has read face-down cards, a refusal could reveal them before everybody has decided.
        let hands = self.hands().map(|(_, hand)| hand).chain([&self.round.dealer, &self.round.community]);
        let hidden = hands.into_iter().any(|hand| !hand.seen());
        ensure(self.phase() == Phase::Showdown || !hidden, Why::WrongPhase { now: self.phase() }, law)?;
        ensure(cards.len() == hand.known().count(), Why::WrongCards, law)?;
        self.others_than(self.known_cards_but(hand), cards)?;
        let mut events = vec![What::Corrected { holder, cards: cards.to_vec(), reason: reason.clone() }.by(law)];
        if self.round.sheet_begun {
            let mut corrected = self.clone();
            corrected.apply_all(&events);
            events.extend(corrected.drawn_anew(law)?);
        }
        Ok(events)
    }

    /// Redraws the lines that no longer follow from the round as it is known now. Settled lines that still follow from
    /// it stand, with everything verified, validated and brought for them.
    pub(crate) fn drawn_anew(&self, law: Law) -> Decided {
        let new = self.drawn_from_nothing();
        let stays = self.lines_that_stand(&new);
        let lines = self.round.sheet.len() - self.round.forfeits;
        if lines == new.len() && stays.iter().all(|stays| *stays) {
            return Ok(Vec::new());
        }
        let goes = |at: usize| !stays.get(at).is_some_and(|stays| *stays);
        self.may_undo(goes, law)?;
        let mut events = self.undone(goes, law);
        events.push(What::SheetTorn.by(law));
        let mut torn = self.clone();
        torn.apply_all(&events);
        let drawn = torn.draw_sheet(JustSeen::default());
        let won = |due: &Due| due.outcome == Outcome::Won && (slot(due.wager).is_some() || due.from.is_some());
        let undone = || self.round.sheet.iter().enumerate().filter(|(at, _)| goes(*at)).map(|(_, line)| &line.due);
        let heard = undone().any(won) || new.iter().filter(|due| won(due)).count() > self.wins_that_stand(&stays, won);
        ensure(!(self.round.game_ended && heard), Why::GameIsOver, Law::Step(Step::EndGame))?;
        events.extend(drawn);
        let open = self.round.sheet.iter().zip(&stays).skip(self.round.settled);
        for (line, _) in open.filter(|(_, stays)| **stays) {
            events.extend(still_so(line, law));
        }
        Ok(events)
    }

    /// The whole sheet as it would be drawn now, without the forfeits.
    fn drawn_from_nothing(&self) -> Vec<Due> {
        let mut blank = self.clone();
        blank.round.sheet.truncate(self.round.forfeits);
        blank.round.sheet_whole = false;
        // The settlement counts every win itself, so wins already paid go back first.
        blank.apply_all(&self.entries_taken_back(|_| true));
        match blank.draw_sheet(JustSeen::default()).map(|event| event.what) {
            Some(What::SheetDrawn { dues, .. }) => dues,
            _ => Vec::new(),
        }
    }

    /// Which lines of the sheet still follow from the round as it is known now. The parts of one win stand or fall
    /// together.
    fn lines_that_stand(&self, new: &[Due]) -> Vec<bool> {
        let old = || self.round.sheet.iter().map(|line| &line.due);
        let comes = |due: &Due| {
            new.iter().any(|other| match (due.award, other.award) {
                // The meter may have moved since; what counts is the share won, and by how many.
                (Some((level, _)), Some((other_level, amount))) => {
                    level == other_level
                        && won_of(old(), due.wager, level) == won_of(new.iter(), due.wager, level)
                        && *other == Due { paid: other.paid, award: Some((level, amount)), ..due.clone() }
                }
                _ => due == other,
            })
        };
        let name = |due: &Due| (due.position, due.wager, due.from);
        let fallen: Vec<_> = old().skip(self.round.forfeits).filter(|due| !comes(due)).map(name).collect();
        let stands = |(at, due): (usize, &Due)| at < self.round.forfeits || !fallen.contains(&name(due));
        old().enumerate().map(stands).collect()
    }

    fn wins_that_stand(&self, stays: &[bool], won: impl Fn(&Due) -> bool) -> usize {
        self.round.sheet.iter().zip(stays).filter(|(line, stays)| **stays && won(&line.due)).count()
    }
}

/// Repeats what was done about a line that is redrawn unchanged.
fn still_so(line: &SheetLine, law: Law) -> Vec<Event> {
    let (position, wager) = (line.due.position, line.due.wager);
    let mut events = Vec::new();
    if line.verified {
        events.push(What::HandVerified { position, wager }.by(law));
    }
    if let (true, Some(award)) = (line.validated, line.due.award) {
        events.push(What::Revalued { position, wager, paid: line.due.paid, award }.by(law));
    }
    if line.validated {
        events.push(What::Validated { position, wager }.by(law));
    }
    if let Some(document) = &line.document {
        events.push(What::HandPaid { position, wager, document: document.clone() }.by(law));
    }
    events
}
