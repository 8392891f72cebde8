//! The table's positions and sensors, and what happens to people who leave.

use std::ops::Range;

use super::sheet::{Section, Sheet};
use crate::rulebook::Rulebook;
use crate::rulebook::vocabulary::Leaver;

/// Positions and sensors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoices {
    /// Betting positions.
    pub positions: u8,
    /// Positions one person may play.
    pub positions_per_player: u8,
    /// Whether those must be adjacent.
    pub adjacent: bool,
    /// Progressive sensors at each position.
    pub sensors: u8,
}

pub(super) fn read_table(sheet: &mut Sheet<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> Option<TableChoices> {
    let mut section = sheet.section(root, "table");
    let law = &rules.table;
    let positions = sheet.figure(&mut section, "positions", &law.positions);
    let per_player = sheet.figure(&mut section, "positions_per_player", &law.positions_per_player);
    let adjacent = sheet.choose(&mut section, "adjacent", &law.adjacent);
    let sensors = sheet.choose_if(&mut section, "sensors", law.sensors.as_ref(), &rules.code);
    let electronic = sheet.choose_if(&mut section, "electronic", law.electronic.as_ref(), &rules.code);
    if let (Some(true), Some(rule)) = (electronic, &law.electronic) {
        let span = section.get("electronic").map_or(section.span.clone(), toml::Spanned::span);
        let help = "the electronic version stays off until a submission says how its nine community cards are used";
        sheet.error(section.key("electronic"), span, "the electronic version is not open yet", help, &rule.cite);
    }
    if let (Some(positions), Some(per_player)) = (positions, per_player)
        && per_player > positions
    {
        let span = section.get("positions_per_player").map_or(section.span.clone(), toml::Spanned::span);
        let message = format!("{per_player} positions for one player at a table of {positions}");
        let help = format!("write at most {positions}");
        sheet.error(section.key("positions_per_player"), span, message, help, &law.positions_per_player.cite);
    }
    sheet.finish(&section);
    Some(TableChoices {
        positions: positions?,
        positions_per_player: per_player?,
        adjacent: adjacent?,
        sensors: sensors.unwrap_or(0),
    })
}

/// Where the house says how many sensors a position has, or would say it.
pub(super) fn sensors_span(root: &mut Section<'_, '_>) -> Option<Range<usize>> {
    let table = root.get("table")?;
    let sensors = table.get_ref().as_table().and_then(|table| table.get("sensors"));
    Some(sensors.map_or(table.span(), toml::Spanned::span))
}

/// What happens to people who leave, and the like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleChoices {
    /// A player who leaves on purpose.
    pub leaver: Leaver,
    /// A player whose connection is lost.
    pub lost_connection: Leaver,
    /// Whether a player may ask to see folded hands after the settlement.
    pub view_folded: bool,
    /// Whether rules borrowed from a sister document are in use.
    pub borrowed: bool,
}

pub(super) fn read_people(
    sheet: &mut Sheet<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> Option<PeopleChoices> {
    let mut section = sheet.section(root, "people");
    let leaver = sheet.choose(&mut section, "leaver", &rules.people.leaver);
    let lost_connection = sheet.choose(&mut section, "lost_connection", &rules.people.lost_connection);
    let view_folded = sheet.choose_if(&mut section, "view_folded", rules.people.view_folded.as_ref(), &rules.code);
    sheet.finish(&section);
    let mut irregularities = sheet.section(root, "irregularities");
    let borrowed =
        sheet.choose_if(&mut irregularities, "borrowed", rules.irregularities.borrowed.as_ref(), &rules.code);
    sheet.finish(&irregularities);
    Some(PeopleChoices {
        leaver: leaver?,
        lost_connection: lost_connection?,
        view_folded: view_folded.unwrap_or(false),
        borrowed: borrowed.unwrap_or(false),
    })
}
