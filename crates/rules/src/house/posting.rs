//! Which paytable a house posts for a wager: one of the book's, or its own above the book's floor.

use super::Confirmation;
use super::reader::{HouseReader, Located, Section};
use crate::clause::Citation;
use crate::hand::HandName;
use crate::paytable::{Line, Pays, Paytable, Standing, lines_fault};
use crate::posted::ThreeTable;
use crate::returns;
use crate::rulebook::Rulebook;
use crate::wager::Wager;

/// The paytable that a section names, or the only one available.
pub(super) fn choose_table<'r>(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    rules: &'r Rulebook,
    wager: Wager,
    confirmations: &[Confirmation],
) -> Option<&'r Paytable> {
    let offered: Vec<&Paytable> = rules.paytables_of(wager).filter(|table| table.is_offered()).collect();
    let names = offered.iter().map(|table| format!("\"{}\"", table.id)).collect::<Vec<_>>().join(", ");
    let cite = tables_cite(rules, wager);
    if section.get("paytable").is_none() {
        if let [only] = offered.as_slice() {
            return Some(only);
        }
        let help = format!("write one of {names}");
        reader.error(
            section.key("paytable"),
            section.span.clone(),
            "missing: the house must choose a paytable",
            help,
            &cite,
        );
        return None;
    }
    let name: Located<String> = reader.read(section, "paytable")?;
    let help = if names.is_empty() { String::new() } else { format!("lawful: {names}") };
    let key = section.key("paytable");
    let Some(table) = rules.paytable(wager, &name.value) else {
        let message = format!("{} has no paytable \"{}\" for {}", rules.code, name.value, wager.title());
        reader.error(key, name.span, message, help, &cite);
        return None;
    };
    let refused = match table.standing {
        Standing::InForce => None,
        Standing::Struck => Some("is struck out in the document: it may not be offered"),
        Standing::Uncertain => Some("is printed but not in force: it may not be offered"),
        Standing::Floor => Some("is a floor, not a table: post your own `lines`, none below it"),
    };
    if let Some(why) = refused {
        reader.error(key, name.span, format!("paytable \"{}\" {why}", table.id), help, &table.cite());
        return None;
    }
    confirmed(reader, &key, &name, table, confirmations)?;
    Some(table)
}

/// A table that rests on a doubtful reading opens only after a named person has confirmed that reading.
fn confirmed(
    reader: &mut HouseReader<'_>,
    key: &str,
    name: &Located<String>,
    table: &Paytable,
    confirmations: &[Confirmation],
) -> Option<()> {
    let Some(reading) = table.confirm else { return Some(()) };
    let mut cite = table.cite();
    if !cite.readings.contains(&reading) {
        cite.readings.push(reading);
    }
    match confirmations.iter().find(|confirmation| confirmation.reading == reading) {
        Some(by) => {
            let message =
                format!("paytable \"{}\" rests on a doubtful reading, confirmed by {} on {}", table.id, by.by, by.on);
            reader.warning(key, name.span.clone(), message, "", &cite);
            Some(())
        }
        None => {
            let message =
                format!("paytable \"{}\" rests on a doubtful reading that a named person must confirm", table.id);
            let help = format!(
                "choose another table, or add [[confirmation]] with reading = {reading}, by = \"…\", on = \"…\""
            );
            reader.error(key, name.span.clone(), message, help, &cite);
            None
        }
    }
}

/// The law that makes the tables of a wager a choice: the clause above them all, if the book names one, and the first
/// of each table's own.
fn tables_cite(rules: &Rulebook, wager: Wager) -> Citation {
    let in_force = |table: &&Paytable| matches!(table.standing, Standing::InForce | Standing::Floor);
    let tables: Vec<&Paytable> = rules.paytables_of(wager).filter(in_force).collect();
    let mut cite = Citation::default();
    let most = tables.iter().map(|table| table.clauses.len()).max().unwrap_or(0);
    for clause in (0..most).flat_map(|at| tables.iter().filter_map(move |table| table.clauses.get(at))) {
        if !cite.clauses.contains(clause) && cite.clauses.len() < 3 {
            cite.clauses.push(clause.clone());
        }
    }
    cite
}

/// The pair plus table: one of the book's, or the house's own lines where the book only sets a floor (READING 77).
pub(super) fn choose_pair_plus(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    rules: &Rulebook,
    confirmations: &[Confirmation],
) -> Option<ThreeTable> {
    let wager = Wager::PairPlus;
    let floor = rules.paytables_of(wager).find(|table| table.standing == Standing::Floor);
    let lines_given = section.get("lines").map(toml::Spanned::span);
    let table = match (floor, lines_given) {
        (Some(floor), Some(span)) => {
            if let Some(named) = section.get("paytable") {
                let help = "remove `paytable`, or remove `lines`";
                reader.error(
                    section.key("paytable"),
                    named.span(),
                    "the house's own table has no name to choose it by",
                    help,
                    &floor.cite(),
                );
            }
            let lines = own_lines(reader, section, floor)?;
            if let Some(fault) = lines_fault(wager, &lines) {
                reader.error(section.key("lines"), span, fault.message, "", &floor.cite());
                return None;
            }
            ThreeTable::new("posted", floor.cite(), lines)
        }
        (Some(floor), None) if section.get("paytable").is_none() => {
            let help = "write `lines = [{ hand = \"straight-flush\", pays = \"40 to 1\" }, …]`, none below the floor";
            reader.error(
                section.key("lines"),
                section.span.clone(),
                "missing: the house must post its own table",
                help,
                &floor.cite(),
            );
            return None;
        }
        (None, Some(span)) => {
            let _ = section.get("paytable");
            let help = "choose one of the book's tables with `paytable`";
            let message = format!("{} does not let a house post its own table", rules.code);
            reader.error(section.key("lines"), span, message, help, &tables_cite(rules, wager));
            return None;
        }
        _ => ThreeTable::of(choose_table(reader, section, rules, wager, confirmations)?),
    };
    warn_over_100_percent(reader, section, &table, wager);
    Some(table)
}

/// Reads the house's own lines and checks each against the floor.
fn own_lines(reader: &mut HouseReader<'_>, section: &mut Section<'_, '_>, floor: &Paytable) -> Option<Vec<Line>> {
    let span = section.get("lines").map(toml::Spanned::span).unwrap_or(section.span.clone());
    let mut lines: Vec<Line> = Vec::new();
    let mut sound = true;
    for mut entry in reader.list(section, "lines") {
        let hand = reader.need::<HandName>(&mut entry, "hand", "name the hand", &floor.cite());
        let pays = reader.need::<Pays>(&mut entry, "pays", "write the odds, such as \"40 to 1\"", &floor.cite());
        reader.finish(&entry);
        let (Some(hand), Some(pays)) = (hand, pays) else {
            sound = false;
            continue;
        };
        // A line for the mini royal of some suits is checked against the floor of all of them (READING 77).
        let held_against = match hand.value {
            HandName::AkqSpades | HandName::AkqHdc => HandName::AkqSuited,
            hand => hand,
        };
        let least = floor.lines.iter().find(|line| line.hand == held_against);
        let cite = least.map_or_else(|| floor.cite(), |line| line.cite.clone());
        if let (Some(least), Pays::To(odds)) = (least, pays.value)
            && let Pays::To(minimum) = least.pays
            && !odds.at_least(minimum)
        {
            let message = format!("{} pays {}, below the book's floor", hand.value.title(), pays.value);
            reader.error(
                entry.key("pays"),
                pays.span,
                message,
                format!("lawful: {} or better", least.pays),
                &least.cite,
            );
            sound = false;
        }
        lines.push(Line { hand: hand.value, pays: pays.value, players: None, cite });
    }
    for least in &floor.lines {
        // A missing mini royal line counts as the straight flush line (READING 77).
        let covered = lines.iter().any(|line| line.hand == least.hand)
            || (least.hand == HandName::AkqSuited && lines.iter().any(|line| line.hand == HandName::StraightFlush));
        if !covered {
            let message = format!("no line for {}", least.hand.title());
            let help = format!("add it, paying {} or better", least.pays);
            reader.error(section.key("lines"), span.clone(), message, help, &least.cite);
            sound = false;
        }
    }
    sound.then_some(lines)
}

/// A lawful but strange table: it gives back more than it takes.
pub(super) fn warn_over_100_percent(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    table: &ThreeTable,
    wager: Wager,
) {
    let (returned, of) = returns::three_card(table);
    if returned > of {
        // Only a pair plus can have lines of the house's own.
        let lines = if wager == Wager::PairPlus { section.get("lines") } else { None };
        let span = lines.or_else(|| section.get("paytable")).map_or(section.span.clone(), toml::Spanned::span);
        let percent = returns::percent(returned, of);
        let message = format!("{} by table \"{}\" returns {percent} of the stake", wager.title(), table.id);
        reader.warning(section.path.clone(), span, message, "is this intended?", &table.cite);
    }
}
