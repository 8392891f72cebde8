//! Who performs each part at the table, at what pace, with which cards, and how long the table waits for people.

use super::reader::{HouseReader, Section};
use crate::clause::Citation;
use crate::rule::Bound;
use crate::words::vocabulary;

vocabulary! {
    /// Who performs a part.
    pub enum Performer ("who performs a part") {
        /// The program, through the same acts as a person and with no more rights.
        Robot = "robot",
        /// A person, at a console or at the device itself.
        Person = "person",
    }
}

vocabulary! {
    /// How fast robots act.
    pub enum Pace ("a pace") {
        /// As fast as they can.
        Full = "full",
        /// As people do.
        Human = "human",
    }
}

vocabulary! {
    /// When robot players wager.
    pub enum Company ("when robot players wager") {
        /// In every round, also among themselves.
        Always = "always",
        /// Only when a person has wagered, so that no round is played without people.
        WithPeople = "with_people",
    }
}

vocabulary! {
    /// Where the cards come from.
    pub enum CardSource ("where the cards come from") {
        /// The program's shuffle.
        Shuffled = "shuffled",
        /// Physical cards, keyed in or read as they are turned up.
        Observed = "observed",
    }
}

vocabulary! {
    /// What happens to a hand whose player is present and does not decide in time.
    pub enum Slow ("what happens to a slow decision") {
        /// It folds.
        Fold = "fold",
        /// The table waits.
        Wait = "wait",
    }
}

/// Who performs each part: a person or a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Automation {
    /// Who plays the dealer.
    pub dealer: Performer,
    /// Who plays the floorperson.
    pub floorperson: Performer,
    /// Who plays the casino supervisor.
    pub supervisor: Performer,
    /// Who plays the devices: shuffler, shoe, sensors.
    pub device: Performer,
    /// How fast the robots act.
    pub pace: Pace,
    /// When robot players wager.
    pub company: Company,
}

pub(super) fn read_automation(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>) -> Option<Automation> {
    let mut section = reader.section(root, "automation");
    let mut part = |key: &'static str| match reader.read::<Performer>(&mut section, key) {
        Some(located) => Some(located.value),
        None => section.get(key).is_none().then_some(Performer::Robot),
    };
    let (dealer, floorperson) = (part("dealer"), part("floorperson"));
    let (supervisor, device) = (part("supervisor"), part("device"));
    let pace = match reader.read::<Pace>(&mut section, "pace") {
        Some(located) => Some(located.value),
        None => section.get("pace").is_none().then_some(Pace::Full),
    };
    let company = match reader.read::<Company>(&mut section, "company") {
        Some(located) => Some(located.value),
        None => section.get("company").is_none().then_some(Company::Always),
    };
    reader.finish(&section);
    Some(Automation {
        dealer: dealer?,
        floorperson: floorperson?,
        supervisor: supervisor?,
        device: device?,
        pace: pace?,
        company: company?,
    })
}

/// Where the cards come from. A robot cannot deal cards that it does not have.
pub(super) fn read_source(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    automation: Option<Automation>,
) -> Option<CardSource> {
    let mut section = reader.section(root, "cards");
    let given = reader.read::<CardSource>(&mut section, "source");
    let absent = section.get("source").is_none();
    reader.finish(&section);
    let Some(located) = given else {
        return absent.then_some(CardSource::Shuffled);
    };
    if located.value == CardSource::Observed && automation.is_some_and(|parts| parts.dealer == Performer::Robot) {
        let help = "set automation.dealer to \"person\", or cards.source to \"shuffled\"";
        let message = "physical cards need a person to deal them";
        reader.error(section.key("source"), located.span, message, help, &Citation::default());
        return None;
    }
    Some(located.value)
}

/// How long the table waits for people, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patience {
    pub grace: u32,
    pub decision: u32,
    pub betting: u32,
    pub slow: Slow,
}

/// The longest wait, in seconds.
const LONGEST_WAIT: u32 = 3600;

/// Reads the waiting times. The grace after a lost connection rests on READING 48; the others are the house's own.
pub(super) fn read_patience(reader: &mut HouseReader<'_>, section: &mut Section<'_, '_>) -> Option<Patience> {
    let bound = |at_least: u32, default: u32, readings: Vec<u8>| Bound {
        at_least: Some(at_least),
        at_most: Some(LONGEST_WAIT),
        default: Some(default),
        stated: false,
        cite: Citation { clauses: Vec::new(), readings },
        note: None,
    };
    let grace = reader.bounded(section, "grace_seconds", &bound(0, 30, vec![48]));
    let decision = reader.bounded(section, "decision_seconds", &bound(1, 30, Vec::new()));
    let betting = reader.bounded(section, "betting_seconds", &bound(1, 20, Vec::new()));
    let slow = match reader.read::<Slow>(section, "slow_decision") {
        Some(located) => Some(located.value),
        None => section.get("slow_decision").is_none().then_some(Slow::Fold),
    };
    Some(Patience { grace: grace?, decision: decision?, betting: betting?, slow: slow? })
}
