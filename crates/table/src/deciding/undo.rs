//! Undoing what was settled, because the round is void or a hand was misread: each settled line gets its own
//! counter-entry, the last line first, so that all money is back where it was (READING 92).

use rules::{Cents, Outcome};

use crate::decide::ensure;
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{SheetLine, State};
use crate::who::Person;
use crate::why::Why;

impl State {
    /// Checks that these settled lines can be undone: their meters accept the awards back, and the tray still has what
    /// it gained by them.
    pub(crate) fn may_undo(&self, goes: impl Fn(usize) -> bool, law: Law) -> Result<(), Refusal> {
        for line in self.awarded(&goes) {
            self.take_back(line)?;
        }
        let (has, gained) = (self.money.tray, self.done(&goes).map(|(_, line)| line.due.tray_gains()).sum());
        ensure(has >= gained, Why::TrayShort { has }, law)
    }

    /// The settled lines among those selected, with their numbers.
    fn done(&self, goes: impl Fn(usize) -> bool) -> impl DoubleEndedIterator<Item = (usize, &SheetLine)> {
        self.round.sheet.iter().enumerate().take(self.round.settled).filter(move |(at, _)| goes(*at))
    }

    /// What was taken so far, and may have to be given back.
    pub(crate) fn taken_in_round(&self) -> Cents {
        self.done(|_| true).map(|(_, line)| line.due.takes()).sum()
    }

    /// The selected lines for which a share has left a meter, at the validation or with the payment.
    fn awarded(&self, goes: impl Fn(usize) -> bool) -> impl DoubleEndedIterator<Item = &SheetLine> {
        let lines = self.round.sheet.iter().enumerate().filter(move |(at, _)| goes(*at));
        let won = lines.filter(|(_, line)| line.due.award.is_some() && line.due.outcome == Outcome::Won);
        won.filter(|(at, line)| line.validated || *at < self.round.settled).map(|(_, line)| line)
    }

    /// The counter-entries of the selected settled lines, the last first.
    pub(crate) fn undone(&self, goes: impl Fn(usize) -> bool, law: Law) -> Vec<Event> {
        // A leaver's stakes are in the tray, and go back from there.
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

    /// The meters' counter-entries of the wins on the selected lines, the last first.
    pub(crate) fn entries_taken_back(&self, goes: impl Fn(usize) -> bool) -> Vec<Event> {
        self.awarded(goes).rev().filter_map(|line| self.take_back(line).ok()).collect()
    }

    /// What the round has paid a person so far. It stays at the table until the round is over, which may be void. Where
    /// hands can be misread, the returned stakes stay too: they may have to be put back.
    pub(crate) fn paid_in_round(&self, person: &Person) -> Cents {
        let own = |line: &SheetLine| self.seat(line.due.position).is_some_and(|seat| seat.person.is(person));
        let own = self.done(|_| true).map(|(_, line)| line).filter(|line| own(line));
        own.map(|line| if self.observed() { line.due.comes_back() } else { line.due.net() })
            .filter(|paid| paid.0 > 0)
            .sum()
    }
}
