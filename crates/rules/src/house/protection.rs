//! What the house does for its players: reminders, limits on time and losses, self-exclusion. All of it is the house's
//! own choice; a player may set lower limits, but not higher ones.

use super::reader::{HouseReader, Section};
use crate::clause::Citation;
use crate::money::Cents;
use crate::rule::Bound;

/// The longest time that can be set: a day, in minutes.
const LONGEST_MINUTES: u32 = 1_440;

/// How players are protected; a house without the section does none of this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Protection {
    /// A player is reminded of time and result every this many minutes.
    pub reminder_minutes: Option<u32>,
    /// The most that a player may lose in a day.
    pub loss_day: Option<Cents>,
    /// The most that a player may lose in a sitting.
    pub loss_sitting: Option<Cents>,
    /// The most minutes that a player may play in a day.
    pub minutes_day: Option<u32>,
    /// The most minutes that a sitting may last.
    pub minutes_sitting: Option<u32>,
    /// Whether players may exclude themselves.
    pub self_exclusion: bool,
}

/// Reads the section; without it, the house offers no protection.
pub(super) fn read_protection(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>) -> Option<Protection> {
    let mut section = reader.section(root, "protection");
    let present = section.is_present();
    let mut minutes = |key: &'static str| {
        let bound = Bound {
            at_least: Some(1),
            at_most: Some(LONGEST_MINUTES),
            default: None,
            stated: false,
            cite: Citation::default(),
            note: None,
        };
        section.get(key)?;
        reader.bounded(&mut section, key, &bound)
    };
    let (reminder_minutes, minutes_day) = (minutes("reminder_minutes"), minutes("minutes_day"));
    let minutes_sitting = minutes("minutes_sitting");
    let mut loss = |key: &'static str| {
        let located = reader.read::<Cents>(&mut section, key)?;
        if located.value.0 < 0 {
            let help = "write what may be lost at most, such as \"$500\"";
            reader.error(section.key(key), located.span, "the limit is below zero", help, &Citation::default());
        }
        Some(located.value)
    };
    let (loss_day, loss_sitting) = (loss("loss_day"), loss("loss_sitting"));
    let self_exclusion = reader.read::<bool>(&mut section, "self_exclusion").is_some_and(|located| located.value);
    reader.finish(&section);
    present.then_some(Protection {
        reminder_minutes,
        loss_day,
        loss_sitting,
        minutes_day,
        minutes_sitting,
        self_exclusion,
    })
}
