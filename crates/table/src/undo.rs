//! What was settled and must not have been, because the round is void or a hand was misread: every line that was done is
//! undone by a counter-entry of its own, the last first, so that all money stands as before it (READING 92).

use rules::{Cents, Outcome};

use crate::decide::ensure;
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{SheetLine, State};
use crate::who::Person;
use crate::why::Why;

impl State {
    /// Whether what was settled on some lines can be undone: what was taken lies in the tray still, and what was paid is
    /// there.
    pub(crate) fn may_undo(&self, goes: impl Fn(usize) -> bool, law: Law) -> Result<(), Refusal> {
        for line in self.awarded(&goes) {
            self.take_back(line)?;
        }
        let (has, gained) = (self.money.tray, self.done(&goes).map(|(_, line)| line.due.tray_gains()).sum());
        ensure(has >= gained, Why::TrayShort { has }, law)
    }

    /// Those of some lines that are done, with their numbers.
    fn done(&self, goes: impl Fn(usize) -> bool) -> impl DoubleEndedIterator<Item = (usize, &SheetLine)> {
        self.round.sheet.iter().enumerate().take(self.round.settled).filter(move |(at, _)| goes(*at))
    }

    /// What was taken so far, and may have to go back.
    pub(crate) fn taken_in_round(&self) -> Cents {
        self.done(|_| true).map(|(_, line)| line.due.takes()).sum()
    }

    /// Those of some lines for which a share has left a meter: at the validation, or with the payment.
    fn awarded(&self, goes: impl Fn(usize) -> bool) -> impl DoubleEndedIterator<Item = &SheetLine> {
        let lines = self.round.sheet.iter().enumerate().filter(move |(at, _)| goes(*at));
        let won = lines.filter(|(_, line)| line.due.award.is_some() && line.due.outcome == Outcome::Won);
        won.filter(|(at, line)| line.validated || *at < self.round.settled).map(|(_, line)| line)
    }

    /// The counter-entries of what was settled on some lines, the last first; nothing when nothing was.
    pub(crate) fn undone(&self, goes: impl Fn(usize) -> bool, law: Law) -> Vec<Event> {
        // What a leaver had staked lies in the tray, and goes back from there.
        let left = |line: &SheetLine| self.seat(line.due.position).is_some_and(|seat| seat.abandoned);
        let lines = self.done(&goes).rev().filter(|(_, line)| !left(line));
        let mut events: Vec<Event> = lines
            .map(|(at, line)| {
                let line_number = u16::try_from(at).unwrap_or(u16::MAX);
                What::Undone { line: line_number, position: line.due.position, wager: line.due.wager }.by(law)
            })
            .collect();
        events.extend(self.entries_taken_back(&goes));
        events
    }

    /// The meters' counter-entries of the wins on some lines, the last first.
    pub(crate) fn entries_taken_back(&self, goes: impl Fn(usize) -> bool) -> Vec<Event> {
        self.awarded(goes).rev().filter_map(|line| self.take_back(line).ok()).collect()
    }

    /// What the round has paid a person so far: it stays at the table until the round is over, as it may be void. Where
    /// hands can be misread, so do the stakes that came back with it: they may have to lie there again.
    pub(crate) fn paid_in_round(&self, person: &Person) -> Cents {
        let own = |line: &SheetLine| self.seat(line.due.position).is_some_and(|seat| seat.person.is(person));
        let own = self.done(|_| true).map(|(_, line)| line).filter(|line| own(line));
        own.map(|line| if self.observed() { line.due.comes_back() } else { line.due.net() })
            .filter(|paid| paid.0 > 0)
            .sum()
    }
}
