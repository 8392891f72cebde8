//! The sheet of one round, followed event by event: what was taken and paid in the end.

use crate::event::{Due, What};

/// The lines of a round's settlement.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    lines: Vec<Due>,
    /// How many lines are forfeits, collected before the dealer's hand was turned up.
    forfeits: usize,
    /// How many lines are settled.
    settled: usize,
}

impl Drawn {
    /// Follows an event of the round.
    pub fn follow(&mut self, what: &What) {
        match what {
            What::ForfeitsDue { dues } => {
                self.lines.extend_from_slice(dues);
                self.forfeits = self.lines.len();
            }
            // The five-card lines come when the community cards are known.
            What::SheetDrawn { dues, .. } => self.lines.extend_from_slice(dues),
            What::Revalued { position, wager, paid, award } => {
                let mut open = self.open().filter(|due| due.position == *position && due.wager == *wager);
                if let Some(due) = open.find(|due| due.award.is_some()) {
                    (due.paid, due.award) = (*paid, Some(*award));
                }
            }
            What::LeftUnpaid { position, wager, .. } => {
                self.open().for_each(|due| due.leave_unpaid_if(*position, *wager));
            }
            What::Settled { lines, .. } => self.settled += usize::from(*lines),
            What::Undone { line, .. } => {
                let line = usize::from(*line);
                if line < self.settled && line < self.lines.len() {
                    self.lines.remove(line);
                    self.settled -= 1;
                    self.forfeits -= usize::from(line < self.forfeits);
                }
            }
            What::SheetTorn => self.lines.truncate(self.settled.max(self.forfeits)),
            // A leaver loses forfeits that are not collected yet along with all other stakes.
            What::Abandoned { position } => {
                let (open, mut at) = (self.settled..self.forfeits, 0);
                self.lines.retain(|due| {
                    at += 1;
                    !(open.contains(&(at - 1)) && due.position == *position)
                });
                self.forfeits -= at - self.lines.len();
            }
            What::Voided { .. } => *self = Drawn::default(),
            _ => {}
        }
    }

    fn open(&mut self) -> impl Iterator<Item = &mut Due> {
        self.lines.iter_mut().skip(self.settled)
    }

    /// The lines, forfeits first.
    #[must_use]
    pub fn lines(&self) -> &[Due] {
        &self.lines
    }
}
