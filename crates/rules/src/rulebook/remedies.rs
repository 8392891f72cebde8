//! What the table can do about each irregularity, and in which order it can open: a book that asks for anything else
//! would hold the game for ever.

use super::Rulebook;
use super::consistency::Contradiction;
use super::reader::Pointer;
use super::vocabulary::{Irregularity, OpeningStep, Remedy};

impl Irregularity {
    /// The remedies after which the game can go on.
    #[must_use]
    pub const fn remedies(self) -> &'static [Remedy] {
        use Remedy::{CoverOrSign, NextCard, PlayOn, RemoveDevice, Reshuffle, SetAside, Void, VoidAndRemoveDeck};
        match self {
            Irregularity::CardFaceUp => &[SetAside, PlayOn, Void, VoidAndRemoveDeck],
            Irregularity::DrawnInError => &[NextCard, SetAside, Void, VoidAndRemoveDeck],
            Irregularity::CardsFaceUp
            | Irregularity::DealerCardExposed
            | Irregularity::PlayerCardExposed
            | Irregularity::ShoeJam => &[PlayOn, Void, VoidAndRemoveDeck],
            Irregularity::ShufflerJam => &[Reshuffle, Void, VoidAndRemoveDeck],
            Irregularity::DeviceOutOfUse => &[CoverOrSign, RemoveDevice],
            Irregularity::WrongNumber
            | Irregularity::StubWrong
            | Irregularity::StubWrongMisdealt
            | Irregularity::StubWrongBoth => &[Void, VoidAndRemoveDeck],
        }
    }
}

impl Rulebook {
    pub(super) fn check_remedies(&self, found: &mut Vec<Contradiction>) {
        for (what, rule) in &self.irregularities.remedies {
            let possible = what.remedies();
            if let Some(wrong) = rule.lawful.iter().find(|remedy| !possible.contains(remedy)) {
                let possible = possible.iter().map(|remedy| format!("\"{remedy}\"")).collect::<Vec<_>>().join(", ");
                let path = ["irregularities", "remedies", what.word()];
                found.push((
                    Pointer::keys(&path),
                    format!("\"{wrong}\" would not let the game go on: expected one of {possible}"),
                ));
            }
        }
    }

    pub(super) fn check_opening(&self, found: &mut Vec<Contradiction>) {
        for steps in self.opening.steps.iter().flat_map(|rule| &rule.lawful) {
            let twice = steps.iter().enumerate().find(|(i, step)| steps.iter().take(*i).any(|other| other == *step));
            let early = steps.iter().rev().skip(1).any(|step| *step == OpeningStep::Shuffle);
            let message = match twice {
                Some((_, step)) => format!("\"{step}\" stands twice: expected each step once"),
                None if early => "nothing follows the shuffle: expected \"shuffle\" as the last step".to_owned(),
                None => continue,
            };
            found.push((Pointer::keys(&["opening", "steps"]), message));
        }
    }
}
