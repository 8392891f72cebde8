//! What the table can do about each irregularity, and in which order it can open: a book that asks for anything else
//! would hold the game for ever.

use super::Rulebook;
use super::consistency::Contradiction;
use super::reader::Pointer;
use super::vocabulary::{Irregularity, LooksFrom, OpeningStep, Remedy};

impl Irregularity {
    /// The remedies after which the game can go on.
    #[must_use]
    pub const fn remedies(self) -> &'static [Remedy] {
        use Remedy::{
            CoverOrSign, ForfeitHand, NextCard, PlayOn, RemoveDevice, Reshuffle, SetAside, Void, VoidAndRemoveDeck,
            VoidHand,
        };
        match self {
            Irregularity::CardFaceUp => &[SetAside, PlayOn, Void, VoidAndRemoveDeck],
            Irregularity::DrawnInError => &[NextCard, SetAside, Void, VoidAndRemoveDeck],
            Irregularity::CardsFaceUp
            | Irregularity::DealerCardExposed
            | Irregularity::PlayerCardExposed
            | Irregularity::ShoeJam => &[PlayOn, Void, VoidAndRemoveDeck],
            Irregularity::LookedTooEarly => &[VoidHand, ForfeitHand],
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
                    format!("\"{wrong}\" is no remedy for it: expected one of {possible}"),
                ));
            }
        }
    }

    /// A look can only be too early where the book names a moment, and a hand that is forfeited for it is forfeited by
    /// the law of forfeits.
    pub(super) fn check_early_looks(&self, found: &mut Vec<Contradiction>) {
        let early = Irregularity::LookedTooEarly;
        let Some(rule) = self.irregularities.remedies.get(&early) else { return };
        let forbidden =
            self.people.looks_from.iter().flat_map(|rule| &rule.lawful).any(|from| *from != LooksFrom::AnyTime);
        let message = if !forbidden {
            "nobody looks too early: expected `people.looks_from` with the moment"
        } else if rule.allows(&Remedy::ForfeitHand) && self.forfeit.is_none() {
            "expected a section [forfeit] with what becomes of the wagers"
        } else {
            return;
        };
        found.push((Pointer::keys(&["irregularities", "remedies", early.word()]), message.to_owned()));
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
