//! A round that turns out to be void after some of it was settled: every line that was done is undone by a counter-entry
//! of its own, the last first, so that all money stands as before the settlement (READING 92).

use rules::{Cents, Outcome};

use crate::decide::ensure;
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{SheetLine, State};
use crate::who::Person;
use crate::why::Why;

impl State {
    /// Whether all that was settled can be undone: what was taken lies in the tray still, and what was paid is there.
    pub(crate) fn may_undo(&self, law: Law) -> Result<(), Refusal> {
        for line in self.awarded() {
            self.take_back(line)?;
        }
        let has = self.money.tray;
        ensure(has >= self.undone_takes() - self.undone_pays(), Why::TrayShort { has }, law)
    }

    /// The lines that are done.
    fn done(&self) -> &[SheetLine] {
        self.round.sheet.get(..self.round.settled).unwrap_or(&[])
    }

    pub(crate) fn undone_takes(&self) -> Cents {
        self.done().iter().map(|line| line.due.takes()).sum()
    }

    fn undone_pays(&self) -> Cents {
        self.done().iter().map(|line| line.due.pays_from_tray()).sum()
    }

    /// The lines for which a share has left a meter: at the validation, or with the payment.
    fn awarded(&self) -> impl DoubleEndedIterator<Item = &SheetLine> {
        let lines = self.round.sheet.iter().enumerate();
        let won = lines.filter(|(_, line)| line.due.award.is_some() && line.due.outcome == Outcome::Won);
        won.filter(|(at, line)| line.validated || *at < self.round.settled).map(|(_, line)| line)
    }

    /// The counter-entries of all that was settled, the last first; nothing when nothing was.
    pub(crate) fn undone(&self, law: Law) -> Vec<Event> {
        // What a leaver had staked lies in the tray, and goes back from there.
        let left = |line: &SheetLine| self.seat(line.due.position).is_some_and(|seat| seat.abandoned);
        let lines = self.done().iter().enumerate().rev().filter(|(_, line)| !left(line));
        let mut events: Vec<Event> = lines
            .map(|(at, line)| {
                let line_number = u8::try_from(at).unwrap_or(u8::MAX);
                What::Undone { line: line_number, position: line.due.position, wager: line.due.wager }.by(law)
            })
            .collect();
        events.extend(self.entries_taken_back());
        events
    }

    /// The meters' counter-entries of all wins of the round, the last first.
    pub(crate) fn entries_taken_back(&self) -> Vec<Event> {
        self.awarded().rev().filter_map(|line| self.take_back(line).ok()).collect()
    }

    /// What the round has paid a person so far: it stays at the table until the round is over, as it may be void.
    pub(crate) fn paid_in_round(&self, person: &Person) -> Cents {
        let own =
            self.done().iter().filter(|line| self.seat(line.due.position).is_some_and(|seat| seat.person.is(person)));
        own.map(|line| line.due.net()).filter(|net| net.0 > 0).sum()
    }
}
