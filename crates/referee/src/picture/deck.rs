//! One deck: how far it is opened, how it was shuffled, and what must still be done to it.

use rules::rulebook::vocabulary::{DealDevice, OpeningStep};
use table::{Actor, Method, Moment};

use super::Turn;
use crate::fact::Fact;

/// What was done to a deck since its last shuffle, or since it came preshuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ready {
    /// What shuffled it; none for a deck that came preshuffled.
    pub(crate) method: Option<Method>,
    /// What the shuffler counted.
    pub(crate) counted: Option<u8>,
    pub(crate) cut: bool,
    /// Placed where it is dealt from.
    pub(crate) placed: bool,
    /// What it is dealt from, if the stream says so.
    pub(crate) into: Option<DealDevice>,
}

/// One deck at the table.
#[derive(Clone, Debug)]
pub(crate) struct Deck {
    pub(crate) received_at: Moment,
    /// It came preinspected and preshuffled, and was not spread since.
    pub(crate) preshuffled: bool,
    pub(crate) inspected_by: Option<Actor>,
    steps: [bool; 7],
    /// Spread face down at an idle table, and not turned up yet.
    pub(crate) face_down: bool,
    /// Spread because the table was idle, and not shuffled since.
    pub(crate) was_idle: bool,
    /// The idle time ran out and nothing was spread.
    pub(crate) idle_missed: bool,
    /// Shuffled and not dealt since.
    pub(crate) ready: Option<Ready>,
    /// Another shuffle was ordered.
    pub(crate) ordered: bool,
    /// The shuffler jammed over it.
    pub(crate) jammed: bool,
    /// The device counted a wrong number, or the stub's count did.
    pub(crate) must_go: bool,
    /// Cards of it lie in the discard rack.
    pub(crate) in_rack: bool,
    /// For how many rounds it was dealt since its own last count.
    pub(crate) deals: u8,
}

impl Deck {
    pub(crate) fn received(at: Moment, preshuffled: bool) -> Deck {
        Deck {
            received_at: at,
            preshuffled,
            inspected_by: None,
            steps: [false; 7],
            face_down: false,
            was_idle: false,
            idle_missed: false,
            ready: preshuffled.then(Ready::default),
            ordered: false,
            jammed: false,
            must_go: false,
            in_rack: false,
            deals: 0,
        }
    }

    /// Whether a step of the opening is done.
    pub(crate) fn did(&self, step: OpeningStep) -> bool {
        self.steps[step as usize]
    }

    /// Whether the cards lie spread on the table, so that an idle table needs nothing more.
    pub(crate) fn lies_spread(&self) -> bool {
        !self.did(OpeningStep::Wash) && self.ready.is_none()
    }

    /// What was done before must be done again from the look of the first player on.
    fn close(&mut self) {
        let again = [OpeningStep::FirstPlayer, OpeningStep::Wash, OpeningStep::Stack, OpeningStep::Shuffle];
        again.into_iter().for_each(|step| self.steps[step as usize] = false);
        self.preshuffled = false;
    }

    /// The table was idle and the cards were not spread.
    pub(crate) fn miss_idle(&mut self) {
        self.close();
        self.idle_missed = true;
    }

    /// The idle table's spread.
    pub(crate) fn spread_idle(&mut self, face_up: bool, full: bool) {
        let opened = self.did(OpeningStep::Wash) || self.ready.is_some() || self.did(OpeningStep::FirstPlayer);
        self.close();
        if opened && full {
            self.steps = [false; 7];
        }
        self.face_down = !face_up;
        self.was_idle = true;
        self.idle_missed = false;
        self.ready = None;
        self.in_rack = false;
    }

    pub(crate) fn see(&mut self, fact: &Fact, turn: Turn<'_>) {
        match fact {
            Fact::Opened { step, .. } => {
                self.steps[*step as usize] = true;
                if *step == OpeningStep::Inspect {
                    self.inspected_by = Some(turn.by.clone());
                }
                self.face_down &= *step != OpeningStep::Spread;
                if *step == OpeningStep::Wash {
                    self.idle_missed = false;
                    self.ready = None;
                    self.in_rack = false;
                }
            }
            Fact::Shuffled { method, .. } => {
                self.steps[OpeningStep::Shuffle as usize] = true;
                self.ready = Some(Ready { method: Some(*method), ..Ready::default() });
                (self.ordered, self.jammed, self.in_rack, self.was_idle) = (false, false, false, false);
            }
            Fact::DeviceCounted { cards, .. } => {
                self.must_go |= *cards != 52;
                if let Some(ready) = &mut self.ready {
                    ready.counted = Some(*cards);
                }
            }
            Fact::CutMade { .. } => {
                if let Some(ready) = &mut self.ready {
                    ready.cut = true;
                }
            }
            Fact::ShuffleOrdered { .. } => self.ordered = true,
            _ => {}
        }
    }
}
