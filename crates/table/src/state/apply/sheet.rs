//! The sheet of the settlement: its lines are listed, checked, settled, undone and torn up.

use std::sync::Arc;

use rules::{Cents, Level, Wager};

use crate::event::Due;
use crate::state::{SheetLine, State};

impl State {
    pub(super) fn list_forfeits(&mut self, dues: &[Due]) {
        self.round.sheet.extend(dues.iter().map(SheetLine::of));
        self.round.forfeits = self.round.sheet.len();
    }

    pub(super) fn draw_lines(&mut self, dues: &[Due], whole: bool) {
        self.round.sheet.extend(dues.iter().map(SheetLine::of));
        self.round.sheet_begun = true;
        self.round.sheet_whole = whole;
    }

    pub(super) fn verify_line(&mut self, position: u8, wager: Wager) {
        if let Some(line) = self.open_line(position, wager, |line| line.verified) {
            line.verified = true;
        }
    }

    pub(super) fn validate_line(&mut self, position: u8, wager: Wager) {
        if let Some(line) = self.open_line(position, wager, |line| line.validated) {
            line.validated = true;
        }
    }

    /// A meter changed before the win was validated: the line pays the new amount.
    pub(super) fn revalue_line(&mut self, position: u8, wager: Wager, paid: Cents, award: (Level, i64)) {
        if let Some(line) = self.open_line(position, wager, |line| line.validated) {
            line.due.paid = paid;
            line.due.award = Some(award);
        }
    }

    pub(super) fn leave_lines_unpaid(&mut self, position: u8, wager: Wager) {
        self.with_sensor(position, wager, |sensor| sensor.unpaid = true);
        for line in self.round.sheet.iter_mut().skip(self.round.settled) {
            line.due.leave_unpaid_if(position, wager);
        }
    }

    /// A payment outside the tray has its document.
    pub(super) fn document_line(&mut self, position: u8, wager: Wager, document: &Arc<str>) {
        if let Some(line) = self.open_line(position, wager, |line| line.document.is_some()) {
            line.document = Some(document.clone());
        }
    }

    pub(super) fn settle_lines(&mut self, lines: u8) {
        for _ in 0..lines {
            self.shift_line(self.round.settled, false);
            self.round.settled += 1;
        }
    }

    /// Moves the money of a settled line back and removes the line.
    pub(super) fn undo_line(&mut self, line: usize) {
        self.shift_line(line, true);
        if line < self.round.settled && line < self.round.sheet.len() {
            self.round.sheet.remove(line);
            self.round.settled -= 1;
            self.round.forfeits -= usize::from(line < self.round.forfeits);
        }
    }

    /// Removes the unsettled lines from the sheet, except the forfeits.
    pub(super) fn tear_sheet(&mut self) {
        let stays = self.round.settled.max(self.round.forfeits);
        self.round.sheet.truncate(stays);
        self.round.sheet_begun = stays > self.round.forfeits;
        self.round.sheet_whole = false;
    }

    /// A player who folded and then left loses everything to the tray: drops the lines of that fold that are still
    /// open.
    pub(super) fn drop_forfeits(&mut self, position: u8) {
        let (settled, forfeits) = (self.round.settled, self.round.forfeits);
        let mut at = 0;
        self.round.sheet.retain(|line| {
            let open = (settled..forfeits).contains(&at);
            at += 1;
            !(open && line.due.position == position)
        });
        self.round.forfeits -= at - self.round.sheet.len();
    }

    /// Moves the money of a line, or moves it back.
    fn shift_line(&mut self, line: usize, back: bool) {
        let Some(line) = self.round.sheet.get(line) else { return };
        let mut shifts = [None; 4];
        for (place, shift) in shifts.iter_mut().zip(line.due.transfers()) {
            *place = Some(shift);
        }
        for (from, to, amount) in shifts.into_iter().flatten() {
            let (from, to) = (self.account(from), self.account(to));
            if back {
                self.shift(&to, &from, amount);
            } else {
                self.shift(&from, &to, amount);
            }
        }
    }

    /// The wager's first unsettled line for which `done` is false.
    fn open_line(&mut self, position: u8, wager: Wager, done: impl Fn(&SheetLine) -> bool) -> Option<&mut SheetLine> {
        let open = self.round.sheet.get_mut(self.round.settled..)?;
        open.iter_mut().find(|line| line.due.position == position && line.due.wager == wager && !done(line))
    }
}
