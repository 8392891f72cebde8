//! Envy bonuses, as a house offers them.

use std::ops::Range;

use super::progressive::{EarlierSections, in_proportion};
use super::reader::{HouseReader, Section};
use crate::clause::Citation;
use crate::hand::HandName;
use crate::money::Cents;
use crate::paytable::{EnvyLine, Paytable, envy_fault};
use crate::rulebook::EnvyRules;
use crate::rulebook::vocabulary::EnvyAmounts;
use crate::wager::Wager;

/// Envy bonuses of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvyTerms {
    /// What each hand pays at the house's stake, the highest hand first.
    pub lines: Vec<EnvyLine>,
    /// Whether the holder of the hand must also have the wager.
    pub holder_needs_wager: bool,
}

/// Envy: `None` for a fault, `Some(None)` if it is not offered.
pub(super) fn read_envy(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    earlier: &EarlierSections<'_>,
    wager: Wager,
    table: Option<&Paytable>,
    stake: Option<Cents>,
) -> Option<Option<EnvyTerms>> {
    let Some(envy) = earlier.rules.progressive_rules(wager).and_then(|law| law.envy.as_ref()) else {
        reader.not_in_book(section, "envy", &earlier.rules.code);
        return Some(None);
    };
    if let Some(law) = earlier.electronic {
        return no_envy(reader, section, law);
    }
    let mut entry = reader.section(section, "envy");
    let default = envy.offered.default == Some(true) && envy.amounts.default == Some(EnvyAmounts::Paytable);
    let offered = match reader.read::<bool>(&mut entry, "offered") {
        Some(located) if envy.offered.allows(&located.value) => located.value,
        Some(located) => {
            let message = format!("envy offered = {} is not lawful here", located.value);
            reader.error(entry.key("offered"), located.span, message, "remove it", &envy.offered.cite);
            return None;
        }
        None if entry.get("offered").is_none() && entry.get("amounts").is_none() && envy.offered.default.is_none() => {
            reader.choose(&mut entry, "offered", &envy.offered)?
        }
        None => default || entry.get("amounts").is_some(),
    };
    let holder = reader.choose(&mut entry, "holder_needs_wager", &envy.holder_needs_wager);
    let amounts = read_amounts(reader, &mut entry, envy, wager);
    let given = entry.get("amounts").map(toml::Spanned::span);
    let span = entry.span.clone();
    reader.finish(&entry);
    if !offered {
        return Some(None);
    }
    let lines = if let Some(given) = given {
        let printed = |table: &&Paytable| table.envy.iter().any(|line| line.stake.is_none() || line.stake == stake);
        if let Some(table) = table.filter(printed).filter(|_| !envy.amounts.allows(&EnvyAmounts::House)) {
            let message = format!("paytable \"{}\" prints the envy amounts for this stake", table.id);
            reader.error(entry.key("amounts"), given, message, "remove `amounts`", &envy.amounts.cite);
            return None;
        }
        amounts?
    } else {
        envy_lines(reader, (entry.key("amounts"), &span), envy, table?, stake?)?
    };
    if lines.is_empty() {
        return Some(None);
    }
    Some(Some(EnvyTerms { lines, holder_needs_wager: holder? }))
}

/// A shared hand belongs to nobody, so nobody envies it (READING 90).
fn no_envy(reader: &mut HouseReader<'_>, section: &mut Section<'_, '_>, law: &Citation) -> Option<Option<EnvyTerms>> {
    let mut entry = reader.section(section, "envy");
    let declined = reader.read::<bool>(&mut entry, "offered").is_some_and(|offered| !offered.value);
    if entry.is_present() && !declined {
        let message = "envy is not possible where all hands are shared";
        let help = "remove it, or set table.electronic to false";
        reader.error(entry.path.clone(), entry.span.clone(), message, help, law);
        return None;
    }
    // A declined bonus may still be described, as at any other table.
    let _ = (entry.get("holder_needs_wager"), entry.get("amounts"));
    reader.finish(&entry);
    Some(None)
}

/// The paytable's amounts for the house's stake; another stake needs the house's own table (READING 42).
fn envy_lines(
    reader: &mut HouseReader<'_>,
    (key, span): (String, &Range<usize>),
    envy: &EnvyRules,
    table: &Paytable,
    stake: Cents,
) -> Option<Vec<EnvyLine>> {
    if envy.amounts.allows(&EnvyAmounts::House) && table.envy.is_empty() {
        let help = "write envy.amounts = [{ hand = \"royal-flush\", pays = \"$1,000\" }, …], or envy.offered = false";
        reader.error(
            key,
            span.clone(),
            "the document names no envy hands and amounts, so the house must",
            help,
            &envy.amounts.cite,
        );
        return None;
    }
    let lines: Vec<EnvyLine> =
        table.envy.iter().filter(|line| line.stake.is_none_or(|s| s == stake)).cloned().collect();
    if lines.is_empty() && !table.envy.is_empty() {
        let proportional = table.envy.iter().filter_map(|line| {
            let basis = line.stake.filter(|basis| basis.0 > 0)?;
            Some(format!("{} {}", line.hand, in_proportion(line.pays, stake, basis)))
        });
        let help =
            format!("write envy.amounts; in proportion they would be {}", proportional.collect::<Vec<_>>().join(", "));
        let message = format!("the document names no envy amounts for a stake of {stake}");
        reader.error(key, span.clone(), message, help, &envy.amounts.cite);
        return None;
    }
    Some(lines)
}

fn read_amounts(
    reader: &mut HouseReader<'_>,
    entry: &mut Section<'_, '_>,
    envy: &EnvyRules,
    wager: Wager,
) -> Option<Vec<EnvyLine>> {
    let mut lines = Vec::new();
    let mut sound = true;
    for mut amount in reader.list(entry, "amounts") {
        let hand = reader.need::<HandName>(&mut amount, "hand", "name the envy hand", &envy.amounts.cite);
        let pays = reader.need::<Cents>(&mut amount, "pays", "write the amount", &envy.amounts.cite);
        reader.finish(&amount);
        match (hand, pays) {
            (Some(hand), Some(pays)) => {
                lines.push(EnvyLine {
                    hand: hand.value,
                    stake: None,
                    pays: pays.value,
                    cite: envy.amounts.cite.clone(),
                });
            }
            _ => sound = false,
        }
    }
    if let Some(given) = entry.get("amounts").filter(|_| sound) {
        let fault = if lines.is_empty() {
            Some("no hands".to_owned())
        } else {
            envy_fault(wager, &lines).map(|fault| fault.message)
        };
        if let Some(fault) = fault {
            let help = "name each envy hand once, the highest first, with its amount";
            reader.error(entry.key("amounts"), given.span(), fault, help, &envy.amounts.cite);
            return None;
        }
    }
    sound.then_some(lines)
}
