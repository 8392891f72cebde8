//! What a house calls the meters of a progressive: `Grand` and `Mini`, say, in place of major and minor.

use std::collections::BTreeSet;

use super::reader::{HouseReader, Section};
use crate::paytable::Paytable;
use crate::rulebook::ProgressiveRules;
use crate::wager::Level;

/// The longest name: it stands on a display that is read from afar.
const LETTERS_MAX: usize = 24;

/// The name of each meter of the table, in the order of its meters; `None` for those that are called by their level.
pub(super) fn read_names(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    table: &Paytable,
) -> Option<Vec<Option<String>>> {
    let mut names = reader.section(section, "names");
    let mut sound = true;
    let mut all = Vec::new();
    for level in table.meters() {
        let key = key_of(level);
        let given = names.get(key).is_some();
        let name = match law.names.as_ref().and_then(|names| names.get(&level)) {
            Some(rule) => {
                let chosen = reader.choose(&mut names, key, rule);
                sound &= chosen.is_some();
                chosen
            }
            None => {
                let read = reader.read::<String>(&mut names, key).map(|located| located.value);
                sound &= read.is_some() || !given;
                read
            }
        };
        all.push((level, name));
    }
    // A meter without a name of its own is called by its level, so no other may be called that.
    let unnamed = all.iter().filter(|(_, name)| name.is_none());
    let mut seen: BTreeSet<String> = unnamed.map(|(level, _)| level.word().to_lowercase()).collect();
    for (level, name) in &all {
        let Some(name) = name else { continue };
        let Some(fault) = fault_of(name, seen.insert(name.to_lowercase())) else { continue };
        let key = key_of(*level);
        let place = names.get(key).map_or(names.span.clone(), toml::Spanned::span);
        let cite = law.names.as_ref().and_then(|names| names.get(level)).map(|rule| rule.cite.clone());
        let help = "write a short name of its own, such as \"Grand\"";
        reader.error(names.key(key), place, fault, help, &cite.unwrap_or_default());
        sound = false;
    }
    reader.finish(&names);
    sound.then(|| all.into_iter().map(|(_, name)| name).collect())
}

/// The key of a level in a table by meter.
pub(super) const fn key_of(level: Level) -> &'static str {
    level.word()
}

/// What is wrong with a name, if anything.
fn fault_of(name: &str, is_new: bool) -> Option<String> {
    let letters = name.chars().count();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '&' | '.');
    if letters == 0 || letters > LETTERS_MAX || name.trim() != name {
        return Some(format!("a meter's name has 1 to {LETTERS_MAX} letters, none of them blank at either end"));
    }
    if let Some(odd) = name.chars().find(|c| !plain(*c)) {
        return Some(format!("{odd:?} cannot stand in a meter's name"));
    }
    (!is_new).then(|| format!("two meters are called \"{name}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_plain_and_its_own() {
        for name in ["Grand", "Mini", "Älteste 2", "Kings & Queens", "Dealer's Dozen"] {
            assert_eq!(fault_of(name, true), None, "{name}");
        }
        for name in ["", " Grand", "Grand ", "$1,000", "a\nb", "1234567890123456789012345", "\u{202e}dnarG"] {
            assert!(fault_of(name, true).is_some(), "{name:?}");
        }
        assert_eq!(fault_of("Grand", false).as_deref(), Some("two meters are called \"Grand\""));
    }
}
