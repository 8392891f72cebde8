//! The table's positions and sensors, and what happens to people who leave.

use std::ops::Range;

use super::Confirmation;
use super::automation::{Slow, read_patience};
use super::reader::{HouseReader, Section};
use crate::clause::Citation;
use crate::rulebook::Rulebook;
use crate::rulebook::vocabulary::{Irregularity, Leaver, LooksFrom, Remedy};

/// Positions and sensors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoices {
    /// Betting positions.
    pub positions: u8,
    /// How many positions one person may play.
    pub positions_per_player: u8,
    /// Whether one person's positions must be adjacent.
    pub adjacent: bool,
    /// Progressive sensors at each position.
    pub sensors: u8,
    /// Whether this is the electronic version: three shared hands, on which any number of terminals wager, without envy
    /// (READING 90).
    pub electronic: bool,
    /// Terminals of the electronic version; zero at a physical table.
    pub terminals: u8,
    /// The law that limits the terminals: the book's limit, or only the reading where an approval allows more.
    pub terminals_law: Citation,
    /// The approval of more terminals than the book's limit, if any.
    pub terminals_approval: Option<String>,
}

/// The most terminals that this program can serve at a table, whatever is approved.
pub const TERMINALS_MAX: u8 = 64;

/// The shared hands of the electronic version: nine cards, three per hand (READING 90).
pub const SHARED_HANDS: u8 = 3;

pub(super) fn read_table(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    confirmations: &[Confirmation],
) -> Option<TableChoices> {
    let mut section = reader.section(root, "table");
    let law = &rules.table;
    let positions = reader.figure(&mut section, "positions", &law.positions);
    let per_player = reader.figure(&mut section, "positions_per_player", &law.positions_per_player);
    let adjacent = reader.choose(&mut section, "adjacent", &law.adjacent);
    let sensors = reader.choose_if(&mut section, "sensors", law.sensors.as_ref(), &rules.code);
    let electronic = reader.choose_if(&mut section, "electronic", law.electronic.as_ref(), &rules.code);
    let electronic = electronic == Some(true);
    let (positions, per_player, adjacent) = match law.electronic.as_ref().filter(|_| electronic) {
        Some(rule) => {
            let shared = positions.and_then(|_| read_shared(reader, &mut section, &rule.cite));
            // A player may wager on any of the shared hands, so they need not be adjacent.
            let silent = section.get("positions_per_player").is_none() && !law.positions_per_player.stated;
            (shared, silent.then_some(SHARED_HANDS).or(per_player), adjacent.and(Some(false)))
        }
        None => (positions, per_player, adjacent),
    };
    if let (Some(positions), Some(per_player)) = (positions, per_player)
        && per_player > positions
    {
        let span = section.get("positions_per_player").map_or(section.span.clone(), toml::Spanned::span);
        let message = format!("{per_player} positions for one player at a table of {positions}");
        let help = format!("write at most {positions}");
        reader.error(section.key("positions_per_player"), span, message, help, &law.positions_per_player.cite);
    }
    let terminals = read_terminals(reader, &mut section, rules, electronic, confirmations);
    reader.finish(&section);
    let terminals = terminals?;
    Some(TableChoices {
        positions: positions?,
        positions_per_player: per_player?,
        adjacent: adjacent?,
        sensors: sensors.unwrap_or(0),
        electronic,
        terminals: terminals.count,
        terminals_law: terminals.law,
        terminals_approval: terminals.approval,
    })
}

#[derive(Default)]
struct Terminals {
    count: u8,
    law: Citation,
    approval: Option<String>,
}

/// Terminals of the electronic version: within the book's limit, or more with an approval that a confirmation names.
fn read_terminals(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    rules: &Rulebook,
    electronic: bool,
    confirmations: &[Confirmation],
) -> Option<Terminals> {
    let Some(bound) = &rules.table.terminals else {
        reader.not_in_book(section, "terminals", &rules.code);
        return Some(Terminals::default());
    };
    let key = section.key("terminals");
    if !electronic {
        if let Some(value) = section.get("terminals") {
            let cite = rules.table.electronic.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default();
            let help = "remove it, or set table.electronic to true";
            reader.error(key, value.span(), "terminals at a table that is not electronic", help, &cite);
            return None;
        }
        return Some(Terminals::default());
    }
    let Some(located) = reader.read::<u8>(section, "terminals") else {
        let count = bound.default.filter(|_| section.get("terminals").is_none())?;
        return Some(Terminals { count, law: bound.cite.clone(), approval: None });
    };
    if bound.allows(located.value) {
        return Some(Terminals { count: located.value, law: bound.cite.clone(), approval: None });
    }
    let most = bound.at_most.unwrap_or(TERMINALS_MAX);
    if located.value <= most {
        reader.out_of_bound(key, located.span, located.value, bound);
        return None;
    }
    let confirmed = confirmations.iter().filter(|known| bound.cite.readings.contains(&known.reading));
    let approval = confirmed.filter_map(|known| known.approval.clone()).next();
    if approval.is_none() {
        let reading = bound.cite.readings.first().copied().unwrap_or_default();
        let message = format!("{} terminals, where no approval allows more than {most}", located.value);
        let help = format!(
            "write at most {most}, or add [[confirmation]] with reading = {reading}, by, on and approval = \"…\""
        );
        reader.error(key, located.span, message, help, &bound.cite);
        return None;
    }
    // The approval replaces the clause.
    let law = Citation { clauses: Vec::new(), readings: bound.cite.readings.clone() };
    if located.value > TERMINALS_MAX {
        let message = format!("{} terminals are more than this program can serve", located.value);
        reader.error(key, located.span, message, format!("write at most {TERMINALS_MAX}"), &law);
        return None;
    }
    Some(Terminals { count: located.value, law, approval })
}

/// The positions of the electronic version are its shared hands; a house may state that, but nothing else.
fn read_shared(reader: &mut HouseReader<'_>, section: &mut Section<'_, '_>, law: &Citation) -> Option<u8> {
    if let Some(located) = reader.read::<u8>(section, "positions").filter(|located| located.value != SHARED_HANDS) {
        let message =
            format!("{} positions, where the electronic version has {SHARED_HANDS} shared hands", located.value);
        let help = format!("write {SHARED_HANDS}, or leave it out");
        reader.error(section.key("positions"), located.span, message, help, law);
        return None;
    }
    Some(SHARED_HANDS)
}

/// The law of the electronic version, if the house offers it, whatever else is wrong with its table.
pub(super) fn electronic<'r>(root: &mut Section<'_, '_>, rules: &'r Rulebook) -> Option<&'r Citation> {
    let table = root.get("table")?.get_ref().as_table()?;
    let offered = table.get("electronic").and_then(|value| value.get_ref().as_bool());
    rules.table.electronic.as_ref().filter(|rule| offered == Some(true) && rule.allows(&true)).map(|rule| &rule.cite)
}

/// Where the house states, or would state, how many sensors a position has.
pub(super) fn sensors_span(root: &mut Section<'_, '_>) -> Option<Range<usize>> {
    let table = root.get("table")?;
    let sensors = table.get_ref().as_table().and_then(|table| table.get("sensors"));
    Some(sensors.map_or(table.span(), toml::Spanned::span))
}

/// What happens to people who leave, and time limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleChoices {
    /// What happens to a player who leaves on purpose.
    pub leaver: Leaver,
    /// What happens to a player whose connection is lost.
    pub lost_connection: Leaver,
    /// Whether a player may ask to see folded hands after the settlement.
    pub view_folded: bool,
    /// Whether rules borrowed from a sister document are in use.
    pub borrowed: bool,
    /// From when players may look at their cards.
    pub looks_from: LooksFrom,
    /// What becomes of a hand whose player looked too early; `None` where the book has no remedy.
    pub early_look: Option<Remedy>,
    /// Seconds after which a ruling is made on the undecided hands of a lost connection (READING 48).
    pub grace_seconds: u32,
    /// Seconds that a player has for a decision.
    pub decision_seconds: u32,
    /// What becomes of a hand that is not decided in time.
    pub slow_decision: Slow,
    /// Seconds that betting stays open.
    pub betting_seconds: u32,
}

pub(super) fn read_people(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> Option<PeopleChoices> {
    let mut section = reader.section(root, "people");
    let leaver = reader.choose(&mut section, "leaver", &rules.people.leaver);
    let lost_connection = reader.choose(&mut section, "lost_connection", &rules.people.lost_connection);
    let view_folded = reader.choose_if(&mut section, "view_folded", rules.people.view_folded.as_ref(), &rules.code);
    let looks_from = match &rules.people.looks_from {
        Some(rule) => reader.choose(&mut section, "looks_from", rule),
        None => {
            reader.not_in_book(&mut section, "looks_from", &rules.code);
            Some(LooksFrom::AnyTime)
        }
    };
    let patience = read_patience(reader, &mut section);
    reader.finish(&section);
    let mut irregularities = reader.section(root, "irregularities");
    let borrowed =
        reader.choose_if(&mut irregularities, "borrowed", rules.irregularities.borrowed.as_ref(), &rules.code);
    let early = rules.irregularities.remedies.get(&Irregularity::LookedTooEarly);
    let early_look = reader.choose_if(&mut irregularities, "looked_too_early", early, &rules.code);
    reader.finish(&irregularities);
    Some(PeopleChoices {
        leaver: leaver?,
        lost_connection: lost_connection?,
        view_folded: view_folded.unwrap_or(false),
        borrowed: borrowed.unwrap_or(false),
        looks_from: looks_from?,
        early_look,
        grace_seconds: patience?.grace,
        decision_seconds: patience?.decision,
        slow_decision: patience?.slow,
        betting_seconds: patience?.betting,
    })
}
